// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** {@link EnableRelist}; or with {@code @RegisterExtension} and options of one's own. */
public final class RelistExtension implements BeforeEachCallback, AfterEachCallback, AfterTestExecutionCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(RelistExtension.class);
    private static final String FABRIC8 = "io.fabric8.kubernetes.client.KubernetesClient";
    private static final int LOG_ROWS = 60;

    private final Server.Options options;

    public RelistExtension() {
        this(null);
    }

    public RelistExtension(Server.Options options) {
        this.options = options;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IllegalAccessException {
        for (Object instance : context.getRequiredTestInstances().getAllInstances())
            for (Class<?> type = instance.getClass(); type != null; type = type.getSuperclass())
                for (Field field : type.getDeclaredFields()) inject(context, instance, field);
    }

    private void inject(ExtensionContext context, Object instance, Field field) throws IllegalAccessException {
        if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) return;
        Object value = valueOf(context, field.getType());
        if (value == null) return;
        field.setAccessible(true);
        field.set(instance, value);
    }

    private Object valueOf(ExtensionContext context, Class<?> type) {
        if (type == Server.class) return serverOf(context);
        if (!type.getName().equals(FABRIC8)) return null;
        return Fabric8.clientOf(store(context), serverOf(context));
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }

    private Server serverOf(ExtensionContext context) {
        return store(context).getOrComputeIfAbsent(Server.class, key -> start(context), Server.class);
    }

    private Server start(ExtensionContext context) {
        Optional<EnableRelist> found = AnnotationSupport.findAnnotation(context.getRequiredTestClass(), EnableRelist.class);
        Server.Options o = options != null ? options : new Server.Options();
        if (options == null && found.isPresent()) {
            if (found.get().pausedTime()) o.pausedTime();
            o.with("backends", found.get().backends());
            for (String name : found.get().with()) o.with(name, true);
        }
        Server server = Server.start(o);
        for (String path : found.map(EnableRelist::manifests).orElse(new String[0])) server.loadFiles(Path.of(path));
        return server;
    }

    /** A failure shows what clients requested. */
    @Override
    public void afterTestExecution(ExtensionContext context) {
        Server server = store(context).get(Server.class, Server.class);
        if (server == null || context.getExecutionException().isEmpty()) return;
        StringBuilder text = new StringBuilder();
        try {
            List<Server.Request> rows = server.requests();
            for (Server.Request r : rows.subList(Math.max(0, rows.size() - LOG_ROWS), rows.size()))
                text.append(String.format("%n%d  %-6s %s", r.status(), r.verb(), r.uri()));
        } catch (RelistException e) {
            text.append(' ').append(e.getMessage());
        }
        System.err.println("relist: requests of " + context.getDisplayName() + ":" + (text.isEmpty() ? " none" : text));
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (Object key : new Object[] {FABRIC8, Server.class})
            if (store(context).remove(key) instanceof AutoCloseable c) c.close();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Server.class || type.getName().equals(FABRIC8);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return valueOf(context, parameter.getParameter().getType());
    }

    /** A class of its own: it is loaded only where fabric8's client is. */
    private static final class Fabric8 {
        static KubernetesClient clientOf(ExtensionContext.Store store, Server server) {
            return store.getOrComputeIfAbsent(FABRIC8, key -> {
                // Neither a kubeconfig nor a pod's service account of this machine.
                Config config = new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).withNamespace("default")
                        .withOnlyHttpWatches(true).build();
                return new KubernetesClientBuilder().withConfig(config).build();
            }, KubernetesClient.class);
        }
    }
}
