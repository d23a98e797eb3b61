// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Plays requests.jsonl to the package and writes the answers: see hosts/conformance/conform. */
final class Conformance {
    private final Server server = Server.start();
    private final Map<Object, Exchange> streams = new HashMap<>();

    public static void main(String[] args) throws IOException {
        Conformance player = new Conformance();
        try (BufferedReader in = Files.newBufferedReader(Path.of(args[0]));
                PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[1])))) {
            for (String line; (line = in.readLine()) != null; ) out.println(Json.write(player.answer(line)));
        }
        player.server.close();
    }

    private Exchange begin(Map<?, ?> request, Map<String, Object> answer) throws IOException {
        List<Map.Entry<String, String>> headers = new ArrayList<>(List.of(Map.entry("Host", "127.0.0.1")));
        ((Map<?, ?>) request.get("headers")).forEach((name, value) -> headers.add(Map.entry((String) name, (String) value)));
        Object method = request.get("method");
        Object body = request.get("body");
        byte[] bytes = (body == null ? "" : (String) body).getBytes(StandardCharsets.ISO_8859_1);
        Exchange x = server.exchange(0, true,
                Exchange.request(method == null ? "GET" : (String) method, (String) request.get("target"), bytes, headers));
        Exchange.Head head = x.head(Clock.NEVER);
        Map<String, String> found = new LinkedHashMap<>();
        head.headers().forEach(h -> found.put(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
        answer.put("status", head.status());
        answer.put("headers", found);
        return x;
    }

    private static String read(Exchange x, long bytes) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part; all.size() < bytes && (part = x.body(true, Clock.NEVER)).length > 0; ) all.writeBytes(part);
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    private Map<String, Object> answer(String line) throws IOException {
        Map<?, ?> request = (Map<?, ?>) Json.read(line);
        Map<String, Object> answer = new LinkedHashMap<>();
        switch ((String) request.get("op")) {
            case "open" -> streams.put(request.get("watch"), begin(request, answer));
            case "request" -> {
                Exchange x = begin(request, answer);
                answer.put("body", "HEAD".equals(request.get("method")) ? "" : read(x, Long.MAX_VALUE));
                x.end(false);
            }
            default -> {
                Exchange x = streams.remove(request.get("watch"));
                answer.put("body", read(x, (Long) request.get("bytes")));
                x.end(true);
            }
        }
        return answer;
    }
}
