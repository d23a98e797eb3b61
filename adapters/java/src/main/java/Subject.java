// SPDX-License-Identifier: Apache-2.0

import com.google.gson.Gson;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The official Java client's informer as a subject of relist (docs/conformance.md): of
 * DynamicKubernetesObject, or with --typed of V1Pod.
 */
public final class Subject {
  private static final Gson GSON = new Gson();

  private static synchronized void emit(String name, Object value) {
    System.out.println(GSON.toJson(Map.of(name, value)));
    System.out.flush();
  }

  private static String key(KubernetesObject obj) {
    String namespace = obj.getMetadata().getNamespace();
    return (namespace == null ? "" : namespace + "/") + obj.getMetadata().getName();
  }

  private static String rv(KubernetesObject obj) {
    return String.valueOf(obj.getMetadata().getResourceVersion());
  }

  private static void tell(String type, KubernetesObject obj, KubernetesObject old, boolean unknown) {
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

  private static <T extends KubernetesObject> Map<String, Object> state(SharedIndexInformer<T> inf) {
    Map<String, String> cache = new TreeMap<>();
    for (T obj : inf.getIndexer().list()) {
      cache.put(key(obj), rv(obj));
    }
    return Map.of("cache", cache, "synced", inf.hasSynced());
  }

  private static <T extends KubernetesObject, L extends KubernetesListObject> void run(
      ApiClient client, GenericKubernetesApi<T, L> api, Class<T> type, String namespace, long seconds)
      throws InterruptedException {
    SharedInformerFactory factory = new SharedInformerFactory(client);
    SharedIndexInformer<T> informer = namespace.isEmpty()
        ? factory.sharedIndexInformerFor(api, type, 0)
        : factory.sharedIndexInformerFor(api, type, 0, namespace);
    informer.addEventHandler(new ResourceEventHandler<T>() {
      @Override
      public void onAdd(T obj) {
        tell("ADD", obj, null, false);
      }

      @Override
      public void onUpdate(T old, T obj) {
        tell("UPDATE", obj, old, false);
      }

      @Override
      public void onDelete(T obj, boolean unknown) {
        tell("DELETE", obj, null, unknown);
      }
    });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> emit("state", state(informer))));
    factory.startAllRegisteredInformers();
    Map<String, Object> last = null;
    for (long tick = 0; tick < seconds * 10; tick++) {
      Map<String, Object> now = state(informer);
      if (!now.equals(last)) {
        emit("state", now);
        last = now;
      }
      Thread.sleep(100);
    }
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < args.length; i++) {
      boolean flag = i + 1 == args.length || args[i + 1].startsWith("--");
      options.put(args[i], flag ? "" : args[++i]);
    }
    String group = options.getOrDefault("--group", "");
    String version = options.getOrDefault("--version", "v1");
    String resource = options.getOrDefault("--resource", "pods");
    String namespace = options.getOrDefault("--namespace", "");
    long seconds = Long.parseLong(options.getOrDefault("--seconds", "60"));
    ApiClient client = ClientBuilder.standard().build();
    if (options.containsKey("--typed")) {
      run(client, new GenericKubernetesApi<>(V1Pod.class, V1PodList.class, group, version, resource, client),
          V1Pod.class, namespace, seconds);
    } else {
      run(client, new DynamicKubernetesApi(group, version, resource, client),
          DynamicKubernetesObject.class, namespace, seconds);
    }
    System.exit(0);
  }
}
