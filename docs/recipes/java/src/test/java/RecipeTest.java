// SPDX-License-Identifier: Apache-2.0

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.Watch;
import java.util.List;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

/** relist serve --exec mvn test */
class RecipeTest {
  private final ApiClient client = ClientBuilder.standard().build(); // reads KUBECONFIG
  private final CoreV1Api core = new CoreV1Api(client);

  RecipeTest() throws Exception {}

  /** One call of the control API, on the same port and with the client's CA, certificate or token. */
  private void control(String path, String body) throws Exception {
    String url = client.getBasePath().replaceFirst("/*$", "/relist/v1/") + path;
    Request request = new Request.Builder().url(url)
        .post(RequestBody.create(body, MediaType.get("application/json"))).build();
    try (Response response = client.getHttpClient().newCall(request).execute()) {
      assertEquals(2, response.code() / 100);
    }
  }

  private Watch<V1ConfigMap> watch(String from) throws Exception {
    return Watch.createWatch(client,
        core.listNamespacedConfigMap("default").resourceVersion(from).watch(true).buildCall(null),
        new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType());
  }

  @Test
  void aWatchFailsWhenHistoryIsGone() throws Exception {
    // The next list fails, the one after it does not.
    control("faults", "{\"kind\":\"fail\",\"status\":503,"
        + "\"match\":{\"verb\":\"list\",\"resource\":\"configmaps\"}}");
    ApiException e =
        assertThrows(ApiException.class, () -> core.listNamespacedConfigMap("default").execute());
    assertEquals(503, e.getCode());
    String start = core.listNamespacedConfigMap("default").execute().getMetadata().getResourceVersion();

    V1ConfigMap map = new V1ConfigMap().metadata(new V1ObjectMeta().name("settings"));
    core.createNamespacedConfigMap("default", map.data(Map.of("color", "red"))).execute();
    core.replaceNamespacedConfigMap("settings", "default", map.data(Map.of("color", "blue"))).execute();
    core.deleteNamespacedConfigMap("settings", "default").execute();
    try (Watch<V1ConfigMap> events = watch(start)) {
      assertEquals(List.of("ADDED", "MODIFIED", "DELETED"),
          List.of(events.next().type, events.next().type, events.next().type));
    }

    control("compact", "{}"); // what the watch told is no longer there to tell
    try (Watch<V1ConfigMap> events = watch(start)) {
      assertEquals(410, events.next().status.getCode());
    }
    System.out.println("done");
  }
}
