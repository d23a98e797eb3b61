// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A fake Kubernetes apiserver in this process, with a port on loopback. Its methods may be called from any thread.
 *
 * <pre>
 * try (Server server = Server.start()) {
 *     new KubernetesClientBuilder().withConfig(new ConfigBuilder().withMasterUrl(server.url()).build()) …
 * </pre>
 */
public final class Server implements AutoCloseable {
    /** How the server is started. */
    public static final class Options {
        private long seed = 1;
        private boolean isPaused;
        private Instant now;
        private BiFunction<String, Map<String, Object>, Map<String, Object>> webhooks;
        private final Map<String, Object> members = new TreeMap<>();

        /** Of uids and generated names: the same seed, time and requests give the same bytes. */
        public Options seed(long value) {
            seed = value;
            return this;
        }

        /** Only {@link Server#advance} moves the server's time. */
        public Options pausedTime() {
            isPaused = true;
            return this;
        }

        /** The wall clock at the start; else the present, or 2000-01-01 where time is paused. */
        public Options now(Instant value) {
            now = value;
            return this;
        }

        /** Calls admission and conversion webhooks: URL and review to the review with its response. Without it failurePolicy decides. */
        public Options webhooks(BiFunction<String, Map<String, Object>, Map<String, Object>> handler) {
            webhooks = handler;
            return this;
        }

        /** An option of docs/module.md, such as with("backends", 2), with("garbageCollection", true), with("rbac", true). */
        public Options with(String name, Object value) {
            members.put(name, value);
            return this;
        }
    }

    /** A row of the request log. */
    public record Request(long seq, long atNs, int backend, String verb, String method, String uri, String userAgent, int status) {}

    /** A fault in force. */
    public final class Active {
        private final Object id;

        private Active(Object id) {
            this.id = id;
        }

        /** Ends the fault and releases what it holds. */
        public void remove() {
            control("DELETE", "faults/" + id, null);
        }

        /** How often the fault has acted. */
        public int hits() {
            return number(control("GET", "faults/" + id, null), "hits");
        }
    }

    /** A response that was read whole. */
    public record Response(int status, List<Map.Entry<String, String>> headers, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private static final Instant VIRTUAL_START = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Engine engine;
    private final Options options;
    private final int backends;
    private Listener listener;

    private Server(Options options) {
        this.options = options;
        backends = options.members.get("backends") instanceof Number n ? n.intValue() : 1;
        Map<String, Object> members = new TreeMap<>(options.members);
        members.put("webhooks", options.webhooks != null);
        members.put("services", options.webhooks != null);
        Instant now = options.now != null ? options.now : options.isPaused ? VIRTUAL_START : Instant.now();
        engine = new Engine(options.seed, Json.write(members), new Clock(options.isPaused, now));
    }

    public static Server start() {
        return start(new Options());
    }

    public static Server start(Options options) {
        return new Server(options);
    }

    /** Ends every open response and frees the server. May be called again. */
    @Override
    public void close() {
        synchronized (this) {
            if (listener != null) listener.stop();
        }
        engine.close();
    }

    /** Moves paused time; timeouts and delays that have passed take effect. */
    public void advance(Duration by) {
        engine.clock.advance(by);
        synchronized (engine) {
            engine.wakeAll();
        }
    }

    /** The address of the first apiserver. The listener on loopback starts with the first use. */
    public String url() {
        return url(0);
    }

    /** The address of the n-th apiserver, from 0. */
    public synchronized String url(int backend) {
        try {
            if (listener == null) listener = new Listener(this, backends);
        } catch (IOException e) {
            throw new RelistException("no port on loopback: " + e.getMessage(), e);
        }
        return listener.urls.get(backend);
    }

    /** A kubeconfig, as JSON, which every reader of kubeconfigs takes. */
    public String kubeconfig() {
        return Json.write(Map.of("apiVersion", "v1", "kind", "Config", "current-context", "relist",
                "clusters", List.of(Map.of("name", "relist", "cluster", Map.of("server", url()))),
                "users", List.of(Map.of("name", "relist", "user", Map.of())),
                "contexts", List.of(Map.of("name", "relist", "context", Map.of("cluster", "relist", "user", "relist")))));
    }

    // --- requests without sockets ---

    Exchange exchange(int backend, boolean asClient, WireRecord request) throws IOException {
        return new Exchange(engine, backend, asClient, request, this::callWebhooks);
    }

    /** Sends one request and reads the whole response. `target` is "/path?query". */
    public Response request(String method, String target, String body) throws IOException {
        return request(method, target, body, Map.of("Content-Type", "application/json"), true);
    }

    Response request(String method, String target, String body, Map<String, String> headers, boolean asClient) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(Map.of("Host", "127.0.0.1"));
        all.putAll(headers);
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        long giveUp = Exchange.giveUpAfter(PATIENCE);
        try (Exchange x = exchange(0, asClient, Exchange.request(method, target, bytes, List.copyOf(all.entrySet())))) {
            Exchange.Head head = x.head(giveUp);
            if (!method.equals("HEAD")) for (byte[] part; (part = x.body(true, giveUp)).length > 0; ) text.writeBytes(part);
            x.end(false);
            return new Response(head.status(), head.headers(), text.toByteArray());
        }
    }

    // --- objects ---

    /** Creates or replaces objects: JSON or YAML, several documents, lists. CustomResourceDefinitions are served at once. */
    public void load(String manifest) {
        byte[] text = manifest.getBytes(StandardCharsets.UTF_8);
        String why = null;
        synchronized (engine) {
            long at = engine.put(text);
            if ((int) engine.call("relist_load", engine.server, engine.clock.now(), at, text.length) != 0)
                why = new String(engine.out(), StandardCharsets.UTF_8);
            engine.free(at);
            engine.settle();
        }
        callWebhooks();
        if (why != null) throw new RelistException("manifest: " + why);
    }

    /** Loads a file, or the *.json, *.yaml and *.yml files of a folder by name. */
    public void loadFiles(Path path) {
        try (Stream<Path> found = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
            for (Path file : found.sorted().toList()) {
                if (!file.equals(path) && !file.toString().matches(".*\\.(json|yaml|yml)")) continue;
                try {
                    load(Files.readString(file));
                } catch (RelistException e) {
                    throw new RelistException(file + ": " + e.getMessage(), e);
                }
            }
        } catch (IOException e) {
            throw new RelistException(path + ": " + e, e);
        }
    }

    /** Creates or replaces one object, as another client would. */
    public void put(Map<String, ?> object) {
        control("PUT", "objects", object);
    }

    /** Deletes one object at once, whatever its finalizers, as another client would. */
    public void delete(String group, String resource, String namespace, String name) {
        control("DELETE", "objects?" + query("group", group, "resource", resource, "namespace", namespace, "name", name), null);
    }

    /** The stored objects, as no fault distorts them; an empty namespace means all. */
    public List<Map<String, Object>> objects(String group, String resource, String namespace) {
        return maps(members(control("GET", "objects?" + query("group", group, "resource", resource, "namespace", namespace), null)).get("items"));
    }

    // --- what clients did ---

    /** The request log, oldest first. */
    public List<Request> requests() {
        return maps(control("GET", "requests", null)).stream()
                .map(r -> new Request(((Number) r.get("seq")).longValue(), ((Number) r.get("atNs")).longValue(), number(r, "backend"),
                        (String) r.get("verb"), (String) r.get("method"), (String) r.get("uri"), (String) r.get("userAgent"), number(r, "status")))
                .toList();
    }

    /** The open watches. */
    public List<Map<String, Object>> watches() {
        return maps(control("GET", "watches", null));
    }

    // --- what goes wrong ---

    /** Puts a fault in force. */
    public Active add(Fault fault) {
        return new Active(members(control("POST", "faults", fault.members)).get("id"));
    }

    /** Ends all faults and releases what they hold. */
    public void removeFaults() {
        control("DELETE", "faults", null);
    }

    /** Ends open watches that match ("end", "cut", "reset", "stall", "resume"). Returns their number. */
    public int endWatches(String how, Match match) {
        return number(control("POST", "watches", Map.of("how", how, "match", match.members)), "watches");
    }

    /** An ERROR event, then the end of the watch. */
    public int sendError(Match match, int status) {
        return number(control("POST", "watches", Map.of("how", "error", "status", status, "match", match.members)), "watches");
    }

    /** A bookmark to the open watches that want bookmarks. */
    public int sendBookmark(Match match) {
        return number(control("POST", "watches", Map.of("how", "bookmark", "match", match.members)), "watches");
    }

    /** Older states answer 410 Gone. */
    public void compact() {
        control("POST", "compact", Map.of());
    }

    /** Continue tokens given out so far answer 410. */
    public void expireContinue() {
        control("POST", "expire-continue", Map.of());
    }

    /** The store as it was then, as after an etcd restore. */
    public void rewind(String resourceVersion, boolean keepWatches) {
        control("POST", "rewind", Map.of("resourceVersion", resourceVersion, "keepWatches", keepWatches));
    }

    /** Removes what has owners of which none exists, once. */
    public void collectGarbage() {
        control("POST", "gc", Map.of());
    }

    /** A backend whose watch cache is frozen or late, or whose port refuses: members freeze, lag, behind, refuse, for. */
    public void setBackend(int backend, Map<String, ?> members) {
        Map<String, Object> all = new LinkedHashMap<>(members);
        all.put("backend", backend);
        control("POST", "backends", all);
    }

    /** Open watches break and every port refuses connections for so long. */
    public void cutNetwork(Duration time) {
        control("POST", "network", Map.of("for", Fault.duration(time)));
    }

    /** The state after the start, without faults and with an empty log. */
    public void reset() {
        control("POST", "reset", Map.of());
    }

    /** Any call of the control API (docs/control-api.md): JSON as Map, List, String, Long, Double, Boolean and null. */
    public Object control(String method, String path, Object body) {
        Response response;
        try {
            response = request(method, "/relist/v1/" + path, body == null ? null : Json.write(body), Map.of("Content-Type", "application/json"), false);
        } catch (IOException e) {
            throw new RelistException(method + " /relist/v1/" + path + ": " + e.getMessage(), e);
        }
        Object answer = response.body.length == 0 ? null : Json.read(response.text());
        if (response.status < 300) return answer;
        Object why = answer instanceof Map<?, ?> status ? status.get("message") : answer;
        throw new RelistException(why + " (" + method + " /relist/v1/" + path + ": " + response.status + ")");
    }

    private static String query(String... pairs) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2)
            out.append(i == 0 ? "" : "&").append(pairs[i]).append('=').append(URLEncoder.encode(pairs[i + 1], StandardCharsets.UTF_8));
        return out.toString();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> members(Object json) {
        return (Map<String, Object>) json;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(Object json) {
        return (List<Map<String, Object>>) json;
    }

    private static int number(Object json, String member) {
        return ((Number) members(json).get(member)).intValue();
    }

    /** After each call, without the monitor: the handler may call the server. */
    private void callWebhooks() {
        while (true) {
            List<byte[]> question;
            synchronized (engine) {
                question = engine.questions.poll();
            }
            if (question == null) return;
            answer(question);
        }
    }

    private void answer(List<byte[]> question) {
        long id = Long.parseLong(new String(question.get(0), StandardCharsets.US_ASCII));
        WireRecord reply = new WireRecord();
        int status = 200;
        try {
            Map<String, Object> review = members(Json.read(new String(question.get(5), StandardCharsets.UTF_8)));
            String url = new String(question.get(2), StandardCharsets.UTF_8);
            String answer = Json.write(options.webhooks.apply(url, review));
            reply.add("application/json").add(answer.getBytes(StandardCharsets.UTF_8)).add("");
        } catch (RuntimeException | AssertionError e) {
            status = 0;
            reply = new WireRecord().add("").add("").add(("the webhook handler threw " + e).getBytes(StandardCharsets.UTF_8));
        }
        byte[] record = reply.toBytes();
        synchronized (engine) {
            long at = engine.put(record);
            engine.call("relist_reply", engine.server, id, status, at, record.length);
            engine.free(at);
            engine.settle();
        }
    }
}
