// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** fabric8's client, unchanged: a watch that goes on from its version keeps a ghost, an informer does not. */
@EnableRelist
class GhostTest {
    Server server;
    KubernetesClient client;

    private static void waitFor(BooleanSupplier condition) {
        assertTimeoutPreemptively(Duration.ofSeconds(600), () -> {
            while (!condition.getAsBoolean()) Thread.sleep(5);
        });
    }

    private void create(String name) {
        client.configMaps().resource(new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build()).create();
    }

    @BeforeEach
    void createTwo() {
        create("stays");
        create("goes");
    }

    private long watchesSoFar() {
        return server.requests().stream().filter(r -> r.verb().equals("watch")).count();
    }

    /** Keeps the names that its watch has seen. */
    private final class Reacting implements Watcher<ConfigMap> {
        final Set<String> known = ConcurrentHashMap.newKeySet();

        void start() {
            client.configMaps().watch(new ListOptionsBuilder().withResourceVersion("0").build(), this);
        }

        @Override
        public void eventReceived(Action action, ConfigMap map) {
            if (action == Action.DELETED) known.remove(map.getMetadata().getName());
            else known.add(map.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {}
    }

    @Test
    void reactingToEventsKeepsAGhost() {
        Reacting controller = new Reacting();
        controller.start();
        waitFor(() -> controller.known.size() >= 2 && !server.watches().isEmpty());
        server.add(Fault.dropEvent().matching(Match.resource("configmaps").verb("delete")));
        server.delete("", "configmaps", "default", "goes");
        server.endWatches("cut", Match.all());
        create("last");
        waitFor(() -> controller.known.contains("last"));
        assertEquals(true, controller.known.contains("goes"));
    }

    @Test
    void anInformerNoticesTheMissedDelete() {
        Set<String> known = ConcurrentHashMap.newKeySet();
        client.configMaps().inform(new ResourceEventHandler<ConfigMap>() {
            @Override
            public void onAdd(ConfigMap map) {
                known.add(map.getMetadata().getName());
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap map) {}

            @Override
            public void onDelete(ConfigMap map, boolean isUnknown) {
                known.remove(map.getMetadata().getName());
            }
        }, 0);
        waitFor(() -> known.contains("goes") && watchesSoFar() == 1);
        server.add(Fault.dropEvent().matching(Match.resource("configmaps").verb("delete")));
        server.delete("", "configmaps", "default", "goes");
        server.compact();
        server.endWatches("cut", Match.all());
        waitFor(() -> !known.contains("goes"));
        assertEquals(true, known.contains("stays"));
    }
}
