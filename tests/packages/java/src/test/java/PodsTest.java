import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.owner.relist.*;
import java.util.List;
import org.junit.jupiter.api.Test;

@EnableRelist
class PodsTest {
    Server server;
    KubernetesClient client;

    @Test
    void theSecondListSucceeds() {
        server.add(Fault.fail(403).matching(Match.resource("pods").verb("list")).times(1));
        assertThrows(KubernetesClientException.class, () -> client.pods().list());
        assertEquals(List.of(), client.pods().list().getItems());
    }
}
