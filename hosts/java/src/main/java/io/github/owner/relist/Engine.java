// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** One instance of relist.wasm with one server in it. Its methods want its monitor. */
final class Engine {
    static final int MODULE_VERSION = 1;
    static final int PULL_BYTES = 64 << 10;
    private static final int PAGE_BYTES = 64 << 10;
    private static final int SNAPSHOTS_MAX = 16;
    private static final int PANIC_BYTES = 512;

    /** The memory of an instance whose server has just started: a server with the same options is a copy of it. */
    private record Snapshot(byte[] memory, long server, long buffer) {}

    private static final Map<List<Object>, Snapshot> SNAPSHOTS =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<List<Object>, Snapshot> eldest) {
                    return size() > SNAPSHOTS_MAX;
                }
            };

    private static final WasmModule MODULE = RelistModule.load();

    final Clock clock;
    final Map<Long, Exchange> exchanges = new HashMap<>();
    final Queue<List<byte[]>> questions = new ArrayDeque<>();
    long server;
    private final Instance instance;
    private final Memory memory;
    private final Map<String, ExportFunction> functions = new HashMap<>();
    private long buffer;
    private RelistException broken;

    Engine(long seed, String options, Clock clock) {
        this.clock = clock;
        Snapshot snapshot;
        synchronized (SNAPSHOTS) {
            snapshot = SNAPSHOTS.computeIfAbsent(List.of(seed, options, clock.day), key -> new Engine(clock).start(seed, options));
        }
        instance = instantiate();
        memory = instance.memory();
        int missing = snapshot.memory.length / PAGE_BYTES - memory.pages();
        if (missing > 0) memory.grow(missing);
        memory.write(0, snapshot.memory);
        server = snapshot.server;
        buffer = snapshot.buffer;
    }

    private Engine(Clock clock) {
        this.clock = clock;
        instance = instantiate();
        memory = instance.memory();
    }

    private static Instance instantiate() {
        return Instance.builder(MODULE).withMachineFactory(RelistModule::create).withStart(false).build();
    }

    private Snapshot start(long seed, String options) {
        long version = call("relist_version");
        if (version != MODULE_VERSION) throw new RelistException("relist.wasm has interface " + version + ", this package wants " + MODULE_VERSION);
        call("_initialize");
        byte[] text = options.getBytes(StandardCharsets.UTF_8);
        long at = put(text);
        long made = call("relist_server_new", seed, 0, clock.wallOffset(), at, text.length);
        if (made == 0) throw new RelistException(new String(out(), StandardCharsets.UTF_8));
        free(at);
        long place = call("relist_alloc", PULL_BYTES);
        return new Snapshot(memory.readBytes(0, memory.pages() * PAGE_BYTES), made, place);
    }

    /** Runs an exported function. After a trap, and after close(), every call throws the reason. */
    long call(String name, long... args) {
        if (broken != null) throw new RelistException(broken.getMessage(), broken);
        ExportFunction function = functions.computeIfAbsent(name, instance::export);
        try {
            long[] result = function.apply(args);
            return result == null || result.length == 0 ? 0 : result[0];
        } catch (ChicoryException | StackOverflowError | IndexOutOfBoundsException | OutOfMemoryError e) {
            String why = panicText();
            fail(new RelistException("relist.wasm failed in " + name + ": " + (why.isEmpty() ? e : why), e));
            throw broken;
        }
    }

    private String panicText() {
        try {
            String text = new String(memory.readBytes((int) instance.export("relist_panic").apply()[0], PANIC_BYTES), StandardCharsets.UTF_8);
            return text.substring(0, Math.max(0, text.indexOf('\0')));
        } catch (ChicoryException | IndexOutOfBoundsException e) {
            return "";
        }
    }

    private void fail(RelistException why) {
        broken = why;
        wakeAll();
    }

    void wakeAll() {
        for (Exchange x : new ArrayList<>(exchanges.values())) x.wake();
    }

    /** In the buffer if it fits: a call costs more than the copy. Until the next put() or pull(). */
    long put(byte[] bytes) {
        long at = buffer;
        if (at == 0 || bytes.length > PULL_BYTES) at = call("relist_alloc", bytes.length) & 0xffffffffL;
        if (at == 0) throw new RelistException("the module is out of memory: no room for " + bytes.length + " bytes");
        memory.write((int) at, bytes);
        return at;
    }

    void free(long at) {
        if (at != buffer) call("relist_free", at);
    }

    byte[] out() {
        return memory.readBytes((int) call("relist_out"), (int) call("relist_out_len"));
    }

    /** Up to PULL_BYTES of a body, or null with the code in `state`. */
    byte[] pull(Exchange x, long[] state) {
        state[0] = (int) call("relist_pull", server, x.id, clock.now(), buffer, PULL_BYTES);
        return state[0] > 0 ? memory.readBytes((int) buffer, (int) state[0]) : null;
    }

    /** Wakes the exchanges that a call has changed, and collects webhook calls. */
    void settle() {
        for (long id; (id = call("relist_woken", server)) != 0; ) {
            Exchange x = exchanges.get(id);
            if (x != null) x.wake();
        }
        while (call("relist_question", server) == 1) questions.add(WireRecord.read(out()));
    }

    synchronized void close() {
        if (broken == null) fail(new RelistException("the server is closed"));
    }
}
