// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;

/** HTTP/1.1 on loopback: a port for each backend, two threads a connection. */
final class Listener {
    private static final int BODY_BYTES_MAX = 3 << 20; // as relist serve
    private static final int HEAD_BYTES_MAX = 1 << 20;
    private static final int BACKLOG = 512;
    private static final int IDLE_MS = 300_000;

    final List<String> urls = new ArrayList<>();
    private final Server server;
    private final List<ServerSocket> listening = new ArrayList<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    Listener(Server server, int backends) throws IOException {
        this.server = server;
        for (int n = 0; n < backends; n++) {
            int backend = n;
            ServerSocket socket = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
            listening.add(socket);
            urls.add("http://127.0.0.1:" + socket.getLocalPort());
            daemon("relist listener", () -> accept(socket, backend));
        }
    }

    private static void daemon(String name, Runnable run) {
        Thread thread = new Thread(run, name);
        thread.setDaemon(true);
        thread.start();
    }

    void stop() {
        stopped = true;
        listening.forEach(Listener::closeQuietly);
        connections.forEach(Listener::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable c) {
        try {
            c.close();
        } catch (Exception e) {
            // it is closed
        }
    }

    private void accept(ServerSocket socket, int backend) {
        while (!stopped) {
            try {
                Socket connection = socket.accept();
                connections.add(connection);
                if (stopped) closeQuietly(connection);
                daemon("relist connection", () -> serve(connection, backend));
            } catch (IOException e) {
                if (socket.isClosed()) return;
            }
        }
    }

    private void serve(Socket socket, int backend) {
        try (Connection connection = new Connection(socket, backend)) {
            while (connection.next()) continue;
        } catch (IOException e) {
            // the client has left
        } finally {
            connections.remove(socket);
        }
    }

    private static final class BadRequest extends IOException {
        private static final long serialVersionUID = 1;
        final int status;

        BadRequest(int status, String why) {
            super(why);
            this.status = status;
        }
    }

    private final class Connection implements AutoCloseable {
        private final Socket socket;
        private final int backend;
        private final BufferedInputStream in;
        private final OutputStream out;
        private boolean close;

        Connection(Socket socket, int backend) throws IOException {
            this.socket = socket;
            this.backend = backend;
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            out = new BufferedOutputStream(socket.getOutputStream(), Engine.PULL_BYTES);
        }

        @Override
        public void close() {
            closeQuietly(socket);
        }

        /** Answers one request. False: the connection has ended. */
        boolean next() throws IOException {
            Exchange x;
            boolean isHead;
            try {
                socket.setSoTimeout(IDLE_MS);
                String line = line(HEAD_BYTES_MAX);
                if (line == null) return false;
                String[] words = line.split(" ");
                if (words.length != 3 || !words[2].startsWith("HTTP/1.")) throw new BadRequest(400, "no request line");
                List<Map.Entry<String, String>> headers = headers();
                close = words[2].equals("HTTP/1.0") || has(headers, "Connection", "close");
                if (has(headers, "Expect", "100-continue")) send("HTTP/1.1 100 Continue\r\n\r\n");
                // With this status fabric8's client sends a plain watch instead.
                if (has(headers, "Upgrade", "websocket")) throw new BadRequest(503, "relist: there is no WebSocket here");
                byte[] body = body(headers);
                isHead = words[0].equals("HEAD");
                x = server.exchange(backend, true, Exchange.request(words[0], words[1], body, headers));
            } catch (ConnectException e) {
                reset();
                return false;
            } catch (BadRequest e) {
                refuse(e.status, e.getMessage());
                return false;
            } catch (RelistException e) {
                refuse(500, e.getMessage());
                return false;
            }
            return answer(x, isHead) && !close;
        }

        /** Another thread answers, while this one sees whether the client leaves. */
        private boolean answer(Exchange x, boolean isHead) throws IOException {
            FutureTask<Boolean> answering = new FutureTask<>(() -> respond(x, isHead));
            daemon("relist response", answering);
            socket.setSoTimeout(0);
            in.mark(1);
            boolean isGone;
            try {
                isGone = in.read() < 0;
            } catch (IOException e) {
                isGone = true;
            }
            if (isGone) x.cancel();
            else in.reset();
            try {
                return answering.get() && !isGone;
            } catch (Exception e) {
                return false;
            }
        }

        private boolean respond(Exchange x, boolean isHead) {
            boolean gone = true;
            boolean begun = false;
            try {
                Exchange.Head head = x.head(Clock.NEVER);
                begun = true;
                writeHead(head);
                if (!isHead && head.status() != 204 && head.status() != 304) writeBody(x, head.length() < 0);
                out.flush();
                gone = false;
            } catch (Exchange.Cut e) {
                cut(e.isReset);
            } catch (RelistException e) {
                if (!begun) refuse(500, e.getMessage());
                close = true;
            } catch (IOException e) {
                close = true;
            } finally {
                x.end(gone);
                if (gone || close) close();
            }
            return !gone;
        }

        private void cut(boolean isReset) {
            try {
                out.flush();
                if (isReset) reset();
            } catch (IOException e) {
                // the client has left
            }
        }

        private void reset() throws IOException {
            socket.setSoLinger(true, 0);
            close();
        }

        private void writeHead(Exchange.Head head) throws IOException {
            close = close || head.close();
            StringBuilder text = new StringBuilder("HTTP/1.1 " + head.status() + " \r\n");
            boolean hasDate = false;
            for (Map.Entry<String, String> h : head.headers()) {
                text.append(h.getKey()).append(": ").append(h.getValue()).append("\r\n");
                hasDate |= h.getKey().equalsIgnoreCase("Date");
            }
            if (!hasDate) text.append("Date: ").append(DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC))).append("\r\n");
            if (head.length() >= 0) text.append("Content-Length: ").append(head.length()).append("\r\n");
            else if (head.status() >= 200 && head.status() != 204 && head.status() != 304) text.append("Transfer-Encoding: chunked\r\n");
            if (close) text.append("Connection: close\r\n");
            out.write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        }

        private void writeBody(Exchange x, boolean isChunked) throws IOException {
            byte[] part;
            do {
                part = x.body(false, Clock.NEVER);
                if (part == null) {
                    out.flush();
                    part = x.body(true, Clock.NEVER);
                }
                if (isChunked) out.write((Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(part);
                if (isChunked) out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            } while (part.length > 0);
        }

        private void send(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        private void refuse(int status, String why) {
            close = true;
            try {
                int length = why.getBytes(StandardCharsets.UTF_8).length;
                send("HTTP/1.1 " + status + " \r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " + length + "\r\n\r\n" + why);
            } catch (IOException e) {
                // the client has left
            }
        }

        // --- reading ---

        /** Without its end; null: the connection has ended before it. */
        private String line(int most) throws IOException {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            for (int c; (c = in.read()) != '\n'; text.write(c)) {
                if (c < 0 && text.size() == 0) return null;
                if (c < 0) throw new EOFException();
                if (text.size() >= most) throw new BadRequest(431, "the request's head is too long");
            }
            String line = text.toString(StandardCharsets.ISO_8859_1);
            return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }

        private List<Map.Entry<String, String>> headers() throws IOException {
            List<Map.Entry<String, String>> headers = new ArrayList<>();
            for (int left = HEAD_BYTES_MAX; ; ) {
                String line = line(left);
                if (line == null) throw new EOFException();
                if (line.isEmpty()) return headers;
                left -= line.length();
                int colon = line.indexOf(':');
                if (colon <= 0) throw new BadRequest(400, "a header without a name");
                headers.add(Map.entry(line.substring(0, colon), line.substring(colon + 1).strip()));
            }
        }

        private boolean has(List<Map.Entry<String, String>> headers, String name, String word) {
            return value(headers, name).toLowerCase(Locale.ROOT).contains(word);
        }

        private String value(List<Map.Entry<String, String>> headers, String name) {
            for (Map.Entry<String, String> h : headers) if (h.getKey().equalsIgnoreCase(name)) return h.getValue();
            return "";
        }

        private byte[] body(List<Map.Entry<String, String>> headers) throws IOException {
            if (has(headers, "Transfer-Encoding", "chunked")) return chunks();
            String length = value(headers, "Content-Length");
            return read(length.isEmpty() ? 0 : number(length, 10), BODY_BYTES_MAX);
        }

        private long number(String digits, int radix) throws BadRequest {
            try {
                if (!digits.isEmpty() && Character.digit(digits.charAt(0), radix) >= 0) return Long.parseLong(digits, radix);
            } catch (NumberFormatException e) {
                // refused below
            }
            throw new BadRequest(400, "the body's length is no number");
        }

        private byte[] read(long n, long most) throws IOException {
            if (n > most) throw new BadRequest(413, "Request entity too large: limit is " + BODY_BYTES_MAX);
            byte[] bytes = in.readNBytes((int) n);
            if (bytes.length < n) throw new EOFException();
            return bytes;
        }

        private byte[] chunks() throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (long n; (n = number(framing().split(";")[0].strip(), 16)) > 0; ) {
                all.writeBytes(read(n, BODY_BYTES_MAX - all.size()));
                if (!framing().isEmpty()) throw new BadRequest(400, "a chunk does not end");
            }
            while (!framing().isEmpty()) continue;
            return all.toByteArray();
        }

        private String framing() throws IOException {
            String line = line(4096);
            if (line == null) throw new EOFException();
            return line;
        }
    }
}
