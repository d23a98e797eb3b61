// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One request and its response. One thread reads it; any thread may cancel it. */
final class Exchange implements AutoCloseable {
    static final int REMOTE = 2;
    private static final int HEAD_WAIT = 0;
    private static final int HEAD_READY = 1;
    private static final int HEAD_CUT = 2;
    private static final int PULL_WAIT = 0;
    private static final int PULL_END = -1;
    private static final int PULL_RESET = -3;

    /** A fault closes the connection. */
    static final class Cut extends IOException {
        private static final long serialVersionUID = 1;
        final boolean isReset;

        Cut(boolean isReset) {
            super(isReset ? "relist: connection reset by a fault" : "relist: connection closed by a fault");
            this.isReset = isReset;
        }
    }

    /** length -1: a stream. */
    record Head(int status, boolean close, long length, List<Map.Entry<String, String>> headers) {}

    final long id;
    private final Engine engine;
    private final Runnable afterCall;
    private final Semaphore woken = new Semaphore(0);
    private volatile boolean cancelled;
    private boolean ended;

    Exchange(Engine engine, int backend, boolean asClient, WireRecord request, Runnable afterCall) throws IOException {
        this.engine = engine;
        this.afterCall = afterCall;
        byte[] record = request.toBytes();
        synchronized (engine) {
            if (asClient && engine.call("relist_accepts", engine.server, engine.clock.now(), backend) == 0)
                throw new ConnectException("relist: a fault has closed this apiserver's port");
            long at = engine.put(record);
            id = engine.call("relist_begin", engine.server, engine.clock.now(), backend, asClient ? REMOTE : 0, at, record.length) & 0xffffffffL;
            engine.free(at);
            if (id == 0) throw new RelistException("the module is out of memory");
            engine.exchanges.put(id, this);
            engine.settle();
        }
        afterCall.run();
    }

    static WireRecord request(String method, String target, byte[] body, List<Map.Entry<String, String>> headers) {
        WireRecord record = new WireRecord().add(method).add(target).add(body).add("").add("");
        for (Map.Entry<String, String> h : headers) record.add(h.getKey()).add(h.getValue());
        return record;
    }

    void wake() {
        woken.release();
    }

    /** The client has left: the thread that waits gets an exception. */
    void cancel() {
        cancelled = true;
        wake();
    }

    private long deadline() {
        return engine.call("relist_deadline", engine.server, id);
    }

    private void await(long deadline, long giveUp) throws IOException {
        long left = giveUp == Clock.NEVER ? Clock.NEVER : giveUp - System.nanoTime();
        if (left <= 0) throw new IOException("relist: no bytes in time");
        try {
            long wait = Math.min(left, engine.clock.nanosUntil(deadline));
            if (wait == Clock.NEVER) woken.acquire();
            else if (!woken.tryAcquire(wait, TimeUnit.NANOSECONDS)) return;
            woken.drainPermits();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("relist: interrupted", e);
        }
        if (cancelled) throw new IOException("relist: the client has left");
    }

    static long giveUpAfter(Duration timeout) {
        return timeout == null ? Clock.NEVER : System.nanoTime() + timeout.toNanos();
    }

    Head head(long giveUp) throws IOException {
        while (true) {
            int state;
            byte[] out = null;
            long deadline = Clock.NEVER;
            synchronized (engine) {
                state = (int) engine.call("relist_head", engine.server, id, engine.clock.now());
                if (state == HEAD_READY) out = engine.out();
                else if (state == HEAD_WAIT) deadline = deadline();
                engine.settle();
            }
            afterCall.run();
            if (out != null) return readHead(out);
            if (state != HEAD_WAIT) throw new Cut(state != HEAD_CUT);
            await(deadline, giveUp);
        }
    }

    private static Head readHead(byte[] record) {
        List<String> texts = WireRecord.read(record).stream().map(t -> new String(t, StandardCharsets.ISO_8859_1)).toList();
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (int i = 3; i + 1 < texts.size(); i += 2) headers.add(Map.entry(texts.get(i), texts.get(i + 1)));
        String length = texts.get(2);
        return new Head(Integer.parseInt(texts.get(0)), texts.get(1).equals("close"), length.isEmpty() ? -1 : Long.parseLong(length), headers);
    }

    /** What there is of the body; empty: the end; null: nothing yet, if `mayWait` is false. */
    byte[] body(boolean mayWait, long giveUp) throws IOException {
        while (true) {
            long[] state = new long[1];
            byte[] part;
            long deadline = Clock.NEVER;
            synchronized (engine) {
                part = engine.pull(this, state);
                if (state[0] == PULL_WAIT) deadline = deadline();
                engine.settle();
            }
            afterCall.run();
            if (part != null) return part;
            if (state[0] == PULL_END) return new byte[0];
            if (state[0] != PULL_WAIT) throw new Cut(state[0] == PULL_RESET);
            if (!mayWait) return null;
            await(deadline, giveUp);
        }
    }

    void end(boolean clientGone) {
        synchronized (engine) {
            if (ended) return;
            ended = true;
            engine.exchanges.remove(id);
            try {
                engine.call("relist_end", engine.server, id, clientGone ? 1 : 0);
                engine.settle();
            } catch (RelistException e) {
                return; // the server is closed: it has ended everything
            }
        }
        afterCall.run();
    }

    @Override
    public void close() {
        end(true);
    }
}
