// SPDX-License-Identifier: Apache-2.0
// One request and its response.
import { encodeLatin1, latin1, readRecord, record } from "./engine.js";
import { ConnectionError, ModuleError } from "./errors.js";

const FLAG_REMOTE = 2;
const HEAD_WAIT = 0, HEAD_READY = 1, HEAD_RESET = 3;
const PULL_WAIT = 0, PULL_END = -1, PULL_RESET = -3;
export const BODY_BYTES = 64 << 10;

const reset = () => new ConnectionError("ECONNRESET", "relist: connection reset by a fault");

export class Exchange {
  #onWake;
  #ended = false;

  /** headers: pairs of name and value. asClient: closed ports refuse it. */
  constructor(engine, backend, method, target, headers, body, asClient = true) {
    this.engine = engine;
    if (asClient && !engine.call("relist_accepts", engine.server, engine.clock.now(), backend))
      throw new ConnectionError("ECONNREFUSED", "relist: a fault has closed this apiserver's port");
    const bytes = record(method, encodeLatin1(target), body, "", "", ...headers.flat().map(encodeLatin1));
    const at = engine.put(bytes);
    this.id = engine.call("relist_begin", engine.server, engine.clock.now(), backend, asClient ? FLAG_REMOTE : 0, at, bytes.length);
    engine.call("relist_free", at);
    if (!this.id) throw new ModuleError("the module is out of memory");
    engine.exchanges.set(this.id, this);
    engine.settle();
  }

  wake() {
    this.#onWake?.();
  }

  #deadline() {
    return this.engine.call("relist_deadline", this.engine.server, this.id);
  }

  /** undefined: not yet. */
  pollHead() {
    const { engine } = this;
    const state = engine.call("relist_head", engine.server, this.id, engine.clock.now());
    const out = state === HEAD_READY ? engine.out() : undefined;
    engine.settle();
    if (state === HEAD_WAIT) return undefined;
    if (state === HEAD_RESET) throw reset();
    if (!out) throw new ConnectionError("UND_ERR_SOCKET", "relist: connection closed without a response");
    const [status, close, length, ...rest] = readRecord(out).map(latin1);
    const headers = [];
    for (let i = 0; i < rest.length; i += 2) headers.push([rest[i], rest[i + 1]]);
    return { status: Number(status), close: close === "close", length: length === "" ? undefined : Number(length), headers };
  }

  /** Bytes, null at the end, or undefined: not yet. */
  pollBody(max = BODY_BYTES) {
    const { engine } = this;
    const n = engine.pull(this.id, max);
    engine.settle();
    if (typeof n !== "number") return n;
    if (n === PULL_WAIT) return undefined;
    if (n === PULL_END) return null;
    throw n === PULL_RESET ? reset() : new ConnectionError("UND_ERR_SOCKET", "relist: connection closed before the end of the body");
  }

  /** Polls until there is a result; an abort of the signal rejects with its reason. */
  async wait(poll, signal) {
    for (;;) {
      signal?.throwIfAborted();
      let woken = false;
      this.#onWake = () => (woken = true);
      const result = poll();
      if (result !== undefined) return result;
      if (woken) continue;
      const ms = this.engine.clock.msUntil(this.#deadline());
      await new Promise((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(done, ms);
        function done() {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          resolve();
        }
        this.#onWake = done;
        signal?.addEventListener("abort", done);
      });
    }
  }

  head(signal) {
    return this.wait(() => this.pollHead(), signal);
  }

  body(signal) {
    return this.wait(() => this.pollBody(), signal);
  }

  end(clientGone = false) {
    const { engine } = this;
    if (this.#ended || engine.broken) return;
    this.#ended = true;
    engine.exchanges.delete(this.id);
    engine.call("relist_end", engine.server, this.id, clientGone ? 1 : 0);
    engine.settle();
  }
}
