// SPDX-License-Identifier: Apache-2.0
// One instance of relist.wasm with one server in it. docs/module.md describes the interface.
import { ModuleError, RelistError, ServerClosed } from "./errors.js";

const MODULE_VERSION = 1;
const PULL_BYTES = 64 << 10;
const PAGE = 64 << 10;
const SNAPSHOTS_MAX = 16;
const DAY_MS = 24 * 60 * 60 * 1000;
const NS_PER_MS = 1_000_000n;
const NEVER = (1n << 63n) - 1n;
const TIMEOUT_MS_MAX = 2 ** 31 - 1; // of setTimeout
const VIRTUAL_START_MS = Date.UTC(2000, 0, 1);

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Bytes as the characters U+0000 to U+00FF, as HTTP headers have them. */
export function latin1(bytes) {
  let out = "";
  for (const b of bytes) out += String.fromCharCode(b);
  return out;
}

export function encodeLatin1(string) {
  return Uint8Array.from(string, (c) => c.charCodeAt(0) & 0xff);
}

export function record(...parts) {
  const fields = parts.map((p) => (typeof p === "string" ? utf8.encode(p) : p));
  const out = new Uint8Array(fields.reduce((n, f) => n + 4 + f.length, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const f of fields) {
    view.setUint32(at, f.length, true);
    out.set(f, at + 4);
    at += 4 + f.length;
  }
  return out;
}

export function readRecord(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields = [];
  for (let at = 0; at < bytes.length; ) {
    const n = view.getUint32(at, true);
    fields.push(bytes.subarray(at + 4, at + 4 + n));
    at += 4 + n;
  }
  return fields;
}

/**
 * Nanoseconds since the midnight (UTC) before the start: servers with the same seed, options and day share one start. Date.now() is looked
 * up at each call, so that fake timers move the clock.
 */
export class Clock {
  constructor(time, now) {
    if (time !== "real" && time !== "paused") throw new RelistError(`time: found ${JSON.stringify(time)}, wanted "real" or "paused"`);
    this.paused = time === "paused";
    const wall = now === undefined ? (this.paused ? VIRTUAL_START_MS : Date.now()) : now.getTime();
    if (!(wall >= 0)) throw new RelistError(`now: found ${now}, wanted a Date after 1970`);
    this.day = Math.floor(wall / DAY_MS);
    this.offset = BigInt(wall % DAY_MS) * NS_PER_MS;
    this.begun = Date.now();
    this.latest = this.offset;
  }
  now() {
    const passed = this.paused ? 0 : Math.max(0, Date.now() - this.begun);
    const now = this.offset + BigInt(passed) * NS_PER_MS;
    if (now > this.latest) this.latest = now; // Date.now() may go back
    return this.latest;
  }
  advance(seconds) {
    if (!(seconds >= 0)) throw new RelistError(`advance: found ${seconds} seconds, time does not go back`);
    this.offset += BigInt(Math.round(seconds * 1e9));
  }
  /** undefined: only another call or advance() ends the wait. */
  msUntil(deadline) {
    if (deadline === NEVER || this.paused) return undefined;
    const left = deadline - this.now();
    return left <= 0n ? 0 : Math.min(Number((left + NS_PER_MS - 1n) / NS_PER_MS), TIMEOUT_MS_MAX);
  }
}

async function readModule() {
  const url = new URL("./relist.wasm", import.meta.url);
  try {
    if (url.protocol === "file:") {
      const { readFile } = await import("node:fs/promises");
      return await readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.arrayBuffer();
  } catch (e) {
    throw new ModuleError(`${url}: ${e.message}. In a checkout \`make module\` puts it there.`, { cause: e });
  }
}

let own; // the promise of the package's own module
const snapshots = new WeakMap(); // by module, then by options

async function compile(given) {
  if (given instanceof WebAssembly.Module) return given;
  try {
    if (given !== undefined) return await WebAssembly.compile(given);
    own ??= readModule().then((bytes) => WebAssembly.compile(bytes));
    return await own;
  } catch (e) {
    if (given === undefined) own = undefined;
    throw e instanceof RelistError ? e : new ModuleError(`relist.wasm does not compile: ${e.message}`, { cause: e });
  }
}

export class Engine {
  static async start(seed, options, clock, given) {
    const module = await compile(given);
    if (!snapshots.has(module)) snapshots.set(module, new Map());
    const byKey = snapshots.get(module);
    const key = `${seed} ${clock.day} ${options}`;
    const engine = new Engine(clock);
    await engine.#instantiate(module);
    let snapshot = byKey.get(key);
    if (!snapshot) {
      snapshot = engine.#firstStart(seed, options);
      if (byKey.size >= SNAPSHOTS_MAX) byKey.clear();
      byKey.set(key, snapshot);
      return engine;
    }
    const missing = snapshot.memory.length - engine.memory.buffer.byteLength;
    if (missing > 0) engine.memory.grow(missing / PAGE);
    new Uint8Array(engine.memory.buffer).set(snapshot.memory);
    ({ server: engine.server, buffer: engine.buffer } = snapshot);
    return engine;
  }

  constructor(clock) {
    this.clock = clock;
    this.exchanges = new Map();
    this.broken = undefined;
    this.onQuestion = undefined;
  }

  async #instantiate(module) {
    try {
      this.exports = (await WebAssembly.instantiate(module, {})).exports;
      this.memory = this.exports.memory;
    } catch (e) {
      throw new ModuleError(`relist.wasm does not start: ${e.message}`, { cause: e });
    }
    if (!this.exports.relist_version || !this.memory) throw new ModuleError("relist.wasm has no relist_version: it is another module");
    const version = this.exports.relist_version();
    if (version !== MODULE_VERSION) throw new ModuleError(`relist.wasm has interface ${version}, this package wants ${MODULE_VERSION}`);
  }

  #firstStart(seed, options) {
    this.call("_initialize");
    const bytes = utf8.encode(options);
    const at = this.put(bytes);
    this.server = this.call("relist_server_new", BigInt(seed), 0n, BigInt(this.clock.day * DAY_MS) * NS_PER_MS, at, bytes.length);
    if (!this.server) throw new RelistError(text.decode(this.out()) || "the module is out of memory");
    this.call("relist_free", at);
    this.buffer = this.call("relist_alloc", PULL_BYTES) >>> 0;
    if (!this.buffer) throw new ModuleError("the module is out of memory");
    return { memory: new Uint8Array(this.memory.buffer).slice(), server: this.server, buffer: this.buffer };
  }

  /** After a failure every call throws it again. */
  call(name, ...args) {
    if (this.broken) throw this.broken;
    try {
      if (!this.exports[name]) throw new Error("it is not exported");
      return this.exports[name](...args);
    } catch (e) {
      this.fail(new ModuleError(`relist.wasm failed in ${name}: ${this.#panic() || e.message}`, { cause: e }));
      throw this.broken;
    }
  }

  #panic() {
    try {
      const at = this.exports.relist_panic() >>> 0;
      const bytes = new Uint8Array(this.memory.buffer, at, 512);
      return text.decode(bytes.subarray(0, bytes.indexOf(0)));
    } catch {
      return "";
    }
  }

  fail(why) {
    this.broken = why;
    for (const x of [...this.exchanges.values()]) x.wake();
  }

  put(bytes) {
    const at = this.call("relist_alloc", bytes.length) >>> 0;
    if (!at) throw new ModuleError(`the module is out of memory: no room for ${bytes.length} bytes`);
    new Uint8Array(this.memory.buffer).set(bytes, at);
    return at;
  }

  out() {
    const at = this.call("relist_out") >>> 0;
    const n = this.call("relist_out_len") >>> 0;
    return new Uint8Array(this.memory.buffer, at, n).slice();
  }

  pull(id, max) {
    const n = this.call("relist_pull", this.server, id, this.clock.now(), this.buffer, Math.min(max, PULL_BYTES));
    return n > 0 ? new Uint8Array(this.memory.buffer, this.buffer, n).slice() : n;
  }

  /** Wakes the exchanges that a call has changed, and passes on the webhook calls that it has made. */
  settle() {
    for (let id; (id = this.call("relist_woken", this.server)); ) this.exchanges.get(id)?.wake();
    while (this.call("relist_question", this.server) === 1) {
      const [id, timeoutNs, ...rest] = readRecord(this.out()).map((f) => text.decode(f));
      const [url, ca, serverName, body] = rest;
      this.onQuestion({ id: BigInt(id), timeoutMs: Number(BigInt(timeoutNs) / NS_PER_MS), url, ca, serverName, body });
    }
  }

  wakeAll() {
    for (const x of [...this.exchanges.values()]) x.wake();
  }

  close() {
    if (this.broken) return;
    this.call("relist_server_free", this.server);
    this.fail(new ServerClosed("the server is closed"));
    this.exports = {};
    this.memory = undefined;
  }
}
