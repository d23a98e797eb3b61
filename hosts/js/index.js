// SPDX-License-Identifier: Apache-2.0
// A fake Kubernetes apiserver inside a JavaScript test, which misbehaves on cue. index.d.ts documents it.
import { Clock, Engine, record } from "./engine.js";
import { ConnectionError, ModuleError, RelistError, ServerClosed } from "./errors.js";
import { Exchange } from "./exchange.js";
import { duration, Fault, Faults, matchOf } from "./faults.js";
import { callHandler, post } from "./webhooks.js";

export { ConnectionError, Fault, Faults, ModuleError, RelistError, Server, ServerClosed };

const utf8 = new TextEncoder();
const NULL_BODY = [204, 205, 304];

function query(members) {
  return "?" + new URLSearchParams(Object.entries(members).filter(([, v]) => v !== undefined));
}

class Server {
  #engine;
  #webhooks;
  #backends;
  #listener;
  #calls = new Set();

  static async start({ seed = 1, time = "real", now, webhooks, module, ...options } = {}) {
    if (!Number.isSafeInteger(seed) || seed < 0) throw new RelistError(`seed: found ${seed}, wanted a whole number from 0`);
    const clock = new Clock(time, now);
    const engine = await Engine.start(seed, JSON.stringify({ ...options, webhooks: true, services: Boolean(webhooks) }), clock, module);
    return new Server(engine, webhooks, options.backends ?? 1);
  }

  constructor(engine, webhooks, backends) {
    if (!(engine instanceof Engine)) throw new RelistError("use await Server.start(options)");
    this.#engine = engine;
    this.#webhooks = webhooks;
    this.#backends = backends;
    engine.onQuestion = (question) => this.#question(question);
    this.faults = new Faults((...args) => this.#control(...args));
  }

  async close() {
    this.#engine.close();
    await (await this.#listener)?.close();
    await Promise.all(this.#calls);
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    await this.close();
  }

  advance(seconds) {
    this.#engine.clock.advance(seconds);
    this.#engine.wakeAll();
  }

  get url() {
    return "http://127.0.0.1";
  }

  #begin(backend) {
    if (!(backend >= 0 && backend < this.#backends)) throw new RelistError(`backend: found ${backend}, wanted less than ${this.#backends}`);
    return (...args) => new Exchange(this.#engine, backend, ...args);
  }

  async listen() {
    if (this.#engine.broken) throw this.#engine.broken;
    this.#listener ??= import("./listener.js").then(({ listen }) => listen((b) => this.#begin(b), this.#backends));
    const { urls } = await this.#listener;
    return { url: urls[0], urls };
  }

  async kubeconfig(backend = 0) {
    const { urls } = await this.listen();
    return {
      apiVersion: "v1", kind: "Config", "current-context": "relist",
      clusters: [{ name: "relist", cluster: { server: urls[backend] } }],
      users: [{ name: "relist", user: {} }],
      contexts: [{ name: "relist", context: { cluster: "relist", user: "relist" } }],
    };
  }

  fetchOf(backend) {
    this.#begin(backend);
    return (input, init) => this.#fetch(backend, input, init);
  }

  fetch = (input, init) => this.#fetch(0, input, init);

  async #fetch(backend, input, init) {
    const request = new Request(input, init);
    const { signal } = request;
    const url = new URL(request.url);
    const headers = [...request.headers].filter(([name]) => name !== "host");
    headers.push(["Host", request.headers.get("host") ?? url.host]);
    const body = new Uint8Array(await request.arrayBuffer());
    signal.throwIfAborted();
    let exchange;
    try {
      exchange = this.#begin(backend)(request.method, url.pathname + url.search, headers, body);
      const head = await exchange.head(signal);
      const response = new Response(this.#body(exchange, request, head, signal), { status: head.status, headers: head.headers });
      if (head.length !== undefined) response.headers.set("Content-Length", String(head.length));
      Object.defineProperty(response, "url", { value: request.url });
      return response;
    } catch (e) {
      exchange?.end(true);
      throw e instanceof ConnectionError ? new TypeError("fetch failed", { cause: e }) : e;
    }
  }

  #body(exchange, request, head, signal) {
    if (request.method === "HEAD" || NULL_BODY.includes(head.status)) {
      exchange.end();
      return null;
    }
    const abort = new AbortController();
    const either = AbortSignal.any([signal, abort.signal]);
    return new ReadableStream({
      start(controller) {
        // Also while no read is pending.
        signal.addEventListener("abort", () => {
          exchange.end(true);
          controller.error(signal.reason); // no effect once the stream has ended
        }, { once: true });
      },
      async pull(controller) {
        try {
          const part = await exchange.body(either);
          if (part) return controller.enqueue(part);
          exchange.end();
          controller.close();
        } catch (e) {
          exchange.end(true);
          if (!either.aborted) controller.error(e instanceof ConnectionError ? new TypeError("terminated", { cause: e }) : e);
        }
      },
      cancel() {
        abort.abort();
        exchange.end(true);
      },
    }, { highWaterMark: 0 });
  }

  load(manifest) {
    const bytes = utf8.encode(typeof manifest === "string" ? manifest : JSON.stringify(manifest));
    const engine = this.#engine;
    const at = engine.put(bytes);
    const code = engine.call("relist_load", engine.server, engine.clock.now(), at, bytes.length);
    const why = code ? new TextDecoder().decode(engine.out()) : "";
    engine.call("relist_free", at);
    engine.settle();
    if (code) throw new RelistError(`manifest: ${why}`);
  }

  async loadFiles(...paths) {
    const fs = await import("node:fs/promises");
    for (const path of paths) {
      const isFolder = (await fs.stat(path)).isDirectory();
      const names = isFolder ? (await fs.readdir(path)).filter((n) => /\.(json|ya?ml)$/.test(n)).sort().map((n) => `${path}/${n}`) : [path];
      for (const name of names) {
        try {
          this.load(await fs.readFile(name, "utf8"));
        } catch (e) {
          throw e instanceof RelistError ? new RelistError(`${name}: ${e.message}`) : e;
        }
      }
    }
  }

  objects(resource, { namespace = "", group = "" } = {}) {
    return this.#control("GET", "objects" + query({ group, resource, namespace })).items;
  }
  put(object) {
    this.#control("PUT", "objects", object);
  }
  delete(resource, name, { namespace = "", group = "" } = {}) {
    this.#control("DELETE", "objects" + query({ group, resource, namespace, name }));
  }

  requests(since) {
    return this.#control("GET", since === undefined ? "requests" : `requests?since=${since}`);
  }
  clearRequests() {
    this.#control("DELETE", "requests");
  }
  watches() {
    return this.#control("GET", "watches");
  }
  changes(since) {
    return this.#control("GET", since === undefined ? "changes" : `changes?since=${since}`);
  }
  state() {
    return this.#control("GET", "");
  }

  endWatches(how = "end", match) {
    return this.#watches({ how }, match);
  }
  slowWatches(bytes, seconds, match) {
    return this.#watches({ how: "slow", bytes, delay: duration(seconds) }, match);
  }
  sendBookmarks(initialEventsEnd = false, match) {
    return this.#watches({ how: "bookmark", initialEventsEnd }, match);
  }
  sendError({ status = 410, reason, message, details } = {}, match) {
    return this.#watches({ how: "error", status, reason, message, details }, match);
  }
  sendBytes(body, match) {
    return this.#watches({ how: "send", body }, match);
  }
  #watches(members, match) {
    return this.#control("POST", "watches", { ...members, match: matchOf(match) }).watches;
  }

  compact(options = {}) {
    this.#control("POST", "compact", options);
  }
  expireContinue() {
    this.#control("POST", "expire-continue", {});
  }
  rewind(resourceVersion, keepWatches = false) {
    this.#control("POST", "rewind", { resourceVersion: String(resourceVersion), keepWatches });
  }
  collectGarbage() {
    this.#control("POST", "gc", {});
  }
  setBackend(backend, { lag, for: seconds, ...members } = {}) {
    this.#control("POST", "backends", { backend, ...members, lag: duration(lag), for: duration(seconds) });
  }
  backends() {
    return this.#control("GET", "backends");
  }
  cutNetwork(seconds) {
    this.#control("POST", "network", { for: duration(seconds) });
  }
  reset() {
    this.#control("POST", "reset", {});
  }

  /** The control API never waits, so its calls are synchronous. */
  #control(method, path, body) {
    const bytes = body === undefined ? new Uint8Array() : utf8.encode(JSON.stringify(body));
    const headers = [["Host", "127.0.0.1"], ["Content-Type", "application/json"]];
    const target = `/relist/v1/${path}`.replace(/\/$/, "");
    const exchange = new Exchange(this.#engine, 0, method, target, headers, bytes, false);
    const parts = [];
    const head = exchange.pollHead();
    if (!head) throw new ModuleError(`relist.wasm: ${method} ${target} waits`);
    for (let part; (part = exchange.pollBody()); ) parts.push(part);
    exchange.end();
    const decoder = new TextDecoder();
    const text = parts.map((p) => decoder.decode(p, { stream: true })).join("") + decoder.decode();
    if (head.status >= 300) {
      let why = text;
      try {
        why = JSON.parse(text).message;
      } catch {
        // not a Status
      }
      throw new RelistError(`${why} (${method} ${target}: ${head.status})`);
    }
    return text ? JSON.parse(text) : undefined;
  }

  #question(question) {
    const call = (this.#webhooks ? callHandler(this.#webhooks, question) : post(question)).then(({ status, contentType, body, error }) => {
      const engine = this.#engine;
      if (engine.broken) return;
      const bytes = record(contentType, body, error);
      const at = engine.put(bytes);
      engine.call("relist_reply", engine.server, question.id, status, at, bytes.length);
      engine.call("relist_free", at);
      engine.settle();
    }).catch(() => {}).finally(() => this.#calls.delete(call)); // a broken module fails the next call
    this.#calls.add(call);
  }
}
