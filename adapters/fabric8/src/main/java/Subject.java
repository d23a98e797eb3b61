// SPDX-License-Identifier: Apache-2.0

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * fabric8's informer as a subject of relist (docs/conformance.md): over WebSockets, or with --http
 * over HTTP.
 */
public final class Subject {
  private static synchronized void emit(String name, Object value) {
    System.out.println(Serialization.asJson(Map.of(name, value)).replaceAll("\\s*\\n\\s*", ""));
    System.out.flush();
  }

  private static String key(GenericKubernetesResource obj) {
    String namespace = obj.getMetadata().getNamespace();
    return (namespace == null ? "" : namespace + "/") + obj.getMetadata().getName();
  }

  private static String rv(GenericKubernetesResource obj) {
    return String.valueOf(obj.getMetadata().getResourceVersion());
  }

  private static void tell(
      String type, GenericKubernetesResource obj, GenericKubernetesResource old, boolean unknown) {
    Map<String, Object> line = new HashMap<>();
    line.put("type", type);
    line.put("key", key(obj));
    line.put("rv", rv(obj));
    if (old != null) {
      line.put("oldRv", rv(old));
    }
    if (unknown) {
      line.put("tombstone", true);
    }
    emit("notify", line);
  }

  private static Map<String, Object> state(SharedIndexInformer<GenericKubernetesResource> inf) {
    Map<String, String> cache = new TreeMap<>();
    for (GenericKubernetesResource obj : inf.getStore().list()) {
      cache.put(key(obj), rv(obj));
    }
    return Map.of("cache", cache, "synced", inf.hasSynced());
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < args.length; i++) {
      boolean flag = i + 1 == args.length || args[i + 1].startsWith("--");
      options.put(args[i], flag ? "" : args[++i]);
    }
    long seconds = Long.parseLong(options.getOrDefault("--seconds", "60"));
    Config config = new ConfigBuilder(Config.autoConfigure(null))
        .withOnlyHttpWatches(options.containsKey("--http"))
        .build();
    KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build();
    // The kind is only a name here: nothing is decided by it.
    ResourceDefinitionContext resource = new ResourceDefinitionContext.Builder()
        .withGroup(options.getOrDefault("--group", ""))
        .withVersion(options.getOrDefault("--version", "v1"))
        .withPlural(options.getOrDefault("--resource", "pods"))
        .withKind("Subject")
        .withNamespaced(true)
        .build();
    String namespace = options.getOrDefault("--namespace", "");
    SharedIndexInformer<GenericKubernetesResource> informer = namespace.isEmpty()
        ? client.genericKubernetesResources(resource).inAnyNamespace().runnableInformer(0)
        : client.genericKubernetesResources(resource).inNamespace(namespace).runnableInformer(0);
    informer.addEventHandler(new ResourceEventHandler<GenericKubernetesResource>() {
      @Override
      public void onAdd(GenericKubernetesResource obj) {
        tell("ADD", obj, null, false);
      }

      @Override
      public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource obj) {
        tell("UPDATE", obj, old, false);
      }

      @Override
      public void onDelete(GenericKubernetesResource obj, boolean unknown) {
        tell("DELETE", obj, null, unknown);
      }
    });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> emit("state", state(informer))));
    informer.start();
    Map<String, Object> last = null;
    for (long tick = 0; tick < seconds * 10; tick++) {
      Map<String, Object> now = state(informer);
      if (!now.equals(last)) {
        emit("state", now);
        last = now;
      }
      Thread.sleep(100);
    }
    System.exit(0);
  }
}
