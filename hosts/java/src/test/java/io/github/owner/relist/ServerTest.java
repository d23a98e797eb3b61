// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server, its listener and its faults. */
@Timeout(600)
class ServerTest {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    private static final String CONFIGMAP = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}";
    private static final String GENERATED = "{\"metadata\":{\"generateName\":\"a-\"}}";

    private final List<Server> servers = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    private Server start(Server.Options options) {
        servers.add(Server.start(options));
        return servers.get(servers.size() - 1);
    }

    private Server start() {
        return start(new Server.Options());
    }

    @AfterEach
    void closeAll() {
        servers.forEach(Server::close);
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<InputStream> watch(Server server, String query) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/configmaps?watch=1" + query)).build(), BodyHandlers.ofInputStream());
    }

    @Test
    void createGetAndConflict() throws Exception {
        Server server = start();
        assertEquals(201, server.request("POST", CONFIGMAPS, CONFIGMAP).status());
        assertEquals(409, server.request("POST", CONFIGMAPS, CONFIGMAP).status());
        HttpResponse<String> found = get(server.url() + CONFIGMAPS + "/a");
        assertEquals(200, found.statusCode());
        assertTrue(found.body().contains("\"uid\""));
        assertEquals(1, server.objects("", "configmaps", "default").size());
        HttpRequest head = HttpRequest.newBuilder(URI.create(server.url() + CONFIGMAPS)).method("HEAD", BodyPublishers.noBody()).build();
        assertEquals("", http.send(head, BodyHandlers.ofString()).body());
    }

    @Test
    void theSameSeedGivesTheSameBytes() throws Exception {
        List<String> lives = new ArrayList<>();
        for (long seed : new long[] {7, 7, 8})
            lives.add(start(new Server.Options().seed(seed).pausedTime()).request("POST", CONFIGMAPS, CONFIGMAP).text());
        assertEquals(lives.get(0), lives.get(1));
        assertNotEquals(lives.get(0), lives.get(2));
    }

    @Test
    void aWatchEndsAtItsTimeoutInPausedTime() throws Exception {
        Server server = start(new Server.Options().pausedTime());
        HttpResponse<InputStream> watch = watch(server, "&timeoutSeconds=600&resourceVersion=0");
        server.request("POST", CONFIGMAPS, CONFIGMAP);
        CompletableFuture<byte[]> rest = CompletableFuture.supplyAsync(() -> {
            try {
                return watch.body().readAllBytes();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        server.advance(Duration.ofSeconds(599));
        assertEquals(1, server.watches().size());
        server.advance(Duration.ofSeconds(1));
        assertTrue(new String(rest.get(600, TimeUnit.SECONDS), StandardCharsets.UTF_8).startsWith("{\"type\":\"ADDED\""));
        assertThrows(IllegalArgumentException.class, () -> server.advance(Duration.ofSeconds(-1)));
    }

    @Test
    void faultsAsAClientSeesThem() throws Exception {
        Server server = start();
        server.add(Fault.fail(503).matching(Match.resource("configmaps").verb("list")).times(1));
        assertEquals(503, get(server.url() + CONFIGMAPS).statusCode());
        assertEquals(200, get(server.url() + CONFIGMAPS).statusCode());
        for (Fault fault : List.of(Fault.reset(), Fault.cut().with("bytes", 10))) {
            // The JDK's client sends a request again if its connection breaks.
            Server.Active active = server.add(fault.matching(Match.resource("configmaps")).times(-1));
            assertThrows(IOException.class, () -> get(server.url() + CONFIGMAPS));
            active.remove();
        }
        server.add(Fault.reply("not JSON").with("status", 202).matching(Match.resource("configmaps")));
        assertEquals("not JSON", get(server.url() + CONFIGMAPS).body());
        Server.Active hang = server.add(Fault.hang().matching(Match.resource("secrets")));
        CompletableFuture<HttpResponse<String>> hanging =
                http.sendAsync(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/secrets")).build(), BodyHandlers.ofString());
        while (hang.hits() == 0) Thread.onSpinWait();
        assertFalse(hanging.isDone());
        hang.remove();
        assertEquals(200, hanging.get(600, TimeUnit.SECONDS).statusCode());
        assertThrows(RelistException.class, () -> server.add(Fault.fail(99)));
    }

    @Test
    void everyFaultIsTakenByTheServer() {
        Server server = start(new Server.Options().with("backends", 2));
        for (Fault fault : List.of(Fault.fail(500), Fault.cut(), Fault.reset(), Fault.hang(), Fault.holdResponse(), Fault.delay(Duration.ofMillis(1)),
                Fault.slow(1, Duration.ofMillis(1)), Fault.holdEvents(), Fault.dropEvent(), Fault.bookmarks("off"), Fault.watchList("ignore"),
                Fault.reply("a", Map.of("json", Map.of("b", 1L)), Map.of("close", "rst")), Fault.backend(1), Fault.http2("goaway")))
            server.add(fault.matching(Match.resource("pods").verb("list").backend(0)).skip(1).during(Duration.ofSeconds(5))).remove();
        server.removeFaults();
    }

    @Test
    void brokenWatchesAndAClosedPort() throws Exception {
        Server server = start();
        HttpResponse<InputStream> watch = watch(server, "");
        assertEquals(1, server.endWatches("cut", Match.resource("configmaps")));
        assertThrows(IOException.class, () -> watch.body().readAllBytes());
        HttpResponse<InputStream> second = watch(server, "");
        assertEquals(1, server.sendError(Match.all(), 410));
        assertTrue(new String(second.body().readAllBytes(), StandardCharsets.UTF_8).contains("\"ERROR\""));
        server.setBackend(0, Map.of("refuse", true));
        HttpClient other = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/version")).build();
        assertThrows(IOException.class, () -> other.send(request, BodyHandlers.ofString()));
        server.setBackend(0, Map.of("refuse", false));
        assertEquals(200, other.send(request, BodyHandlers.ofString()).statusCode());
    }

    /** A client that leaves ends its watch. */
    @Test
    void aClientThatLeavesEndsItsWatch() throws Exception {
        Server server = start();
        URI url = URI.create(server.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.getOutputStream().write("GET /api/v1/configmaps?watch=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertEquals('H', socket.getInputStream().read());
            assertEquals(1, server.watches().size());
        }
        while (!server.watches().isEmpty()) Thread.sleep(1);
    }

    @Test
    void aClientThatNeverReadsHoldsUpNoOther() throws Exception {
        Server server = start();
        HttpResponse<InputStream> watch = watch(server, "");
        String big = "{\"metadata\":{\"generateName\":\"a-\"},\"data\":{\"a\":\"" + "x".repeat(200 << 10) + "\"}}";
        for (int i = 0; i < 50; i++) assertEquals(201, server.request("POST", CONFIGMAPS, big).status());
        watch.body().close();
    }

    @Test
    void webhooksAreCalledThroughTheHandler() throws Exception {
        List<String> called = new ArrayList<>();
        Server server = start(new Server.Options().webhooks((url, review) -> {
            called.add(url);
            if (called.size() > 1) throw new IllegalStateException("boom");
            Object uid = ((Map<?, ?>) review.get("request")).get("uid");
            return Map.of("apiVersion", "admission.k8s.io/v1", "kind", "AdmissionReview", "response",
                    Map.of("uid", uid, "allowed", false, "status", Map.of("message", "not \"today\"")));
        }));
        server.load("""
                {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{"name":"w"},"webhooks":[{
                "name":"w.example.com","sideEffects":"None","admissionReviewVersions":["v1"],"clientConfig":{"url":"https://hooks.test/v"},
                "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]}]}""");
        Server.Response denied = server.request("POST", CONFIGMAPS, CONFIGMAP);
        assertEquals(400, denied.status()); // as kube-apiserver, of a Status without a code
        assertTrue(denied.text().contains("not \\\"today\\\""), denied.text());
        Server.Response failed = server.request("POST", CONFIGMAPS, CONFIGMAP);
        assertEquals(500, failed.status());
        assertTrue(failed.text().contains("boom"), failed.text());
        assertEquals(List.of("https://hooks.test/v?timeout=10s", "https://hooks.test/v?timeout=10s"), called);
    }

    @Test
    void manifestsAreLoadedAndRefusedOnesNamed(@TempDir Path folder) throws Exception {
        Server server = start();
        Files.writeString(folder.resolve("1.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\n");
        Files.writeString(folder.resolve("readme.txt"), "no manifest");
        server.loadFiles(folder);
        assertEquals(1, server.objects("", "configmaps", "default").size());
        Files.writeString(folder.resolve("2.yaml"), "kind: Nope\n");
        RelistException e = assertThrows(RelistException.class, () -> server.loadFiles(folder));
        assertTrue(e.getMessage().contains("2.yaml"), e.getMessage());
    }

    @Test
    void wrongOptionsAndClosedServersAreErrors() {
        RelistException e = assertThrows(RelistException.class, () -> start(new Server.Options().with("rbak", true)));
        assertEquals("option rbak is unknown (did you mean \"rbac\"?)", e.getMessage());
        Server server = start();
        server.close();
        assertThrows(RelistException.class, server::requests);
    }

    @Test
    void serversAreIndependentAndThreadsShareOne() throws Exception {
        Server one = start();
        Server other = start();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int t = 0; t < 4; t++)
            all.add(CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 10; i++) assertEquals(201, one.request("POST", CONFIGMAPS, GENERATED).status());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }));
        for (CompletableFuture<Void> f : all) f.get(600, TimeUnit.SECONDS);
        assertEquals(40, one.objects("", "configmaps", "").size());
        assertEquals(0, other.objects("", "configmaps", "").size());
    }

    /** Any bytes on the connection come to a response or an end of it, and the server goes on. */
    @Test
    void anyBytesOfAClientAreSurvived() throws Exception {
        Server server = start();
        URI url = URI.create(server.url());
        Random random = new Random(7);
        String[] words = {"GET ", "POST ", "/api/v1/configmaps", "?watch=1&timeoutSeconds=1", " HTTP/1.1\r\n", "Content-Length: ", "-1", "99999999999", "4",
            "Transfer-Encoding: chunked\r\n", "\r\n", "zz\r\n", "3\r\nabc\r\n0\r\n\r\n", "Host: 127.0.0.1\r\n", "Connection: close\r\n", "\0\377", ":"};
        for (int round = 0; round < 60; round++) {
            StringBuilder text = new StringBuilder(round % 2 == 0 ? "GET /api/v1/configmaps HTTP/1.1\r\n" : "");
            for (int n = random.nextInt(12); n >= 0; n--) text.append(words[random.nextInt(words.length)]);
            try (Socket socket = new Socket(url.getHost(), url.getPort())) {
                socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // the server has closed it before
            }
        }
        assertEquals(200, server.request("GET", "/readyz", null).status());
    }

    @Test
    void recordsOfAnyBytesAreRead() {
        Random random = new Random(7);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            for (int i = 1; i + 3 < bytes.length; i += 4) bytes[i] = bytes[i + 1] = 0;
            WireRecord.read(bytes);
        }
        byte[] text = {1, 2, 3};
        List<byte[]> found = WireRecord.read(new WireRecord().add(text).add("").toBytes());
        assertEquals(2, found.size());
        assertArrayEquals(text, found.get(0));
    }

    @Test
    void jsonIsReadAsItWasWritten() {
        Map<String, Object> value = Map.of("a", List.of(1L, -2.5, true, "\"\\\n\u00e9\ud83d\ude00"), "b", Map.of(), "c", List.of());
        assertEquals(value, Json.read(Json.write(value)));
        for (String wrong : new String[] {"", "{", "[1,]", "{\"a\"}", "\"\\x\"", "1 2", "nul", "[".repeat(1000)})
            assertThrows(IllegalArgumentException.class, () -> Json.read(wrong), wrong);
    }
}
