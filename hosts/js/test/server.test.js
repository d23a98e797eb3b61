// SPDX-License-Identifier: Apache-2.0
// The server without sockets: objects, time, faults, webhooks, errors.
import assert from "node:assert/strict";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { Clock, Engine } from "../engine.js";
import { Faults, ModuleError, RelistError, Server, ServerClosed } from "../index.js";

const ROOT = new URL("../../../", import.meta.url);
const CONFIGMAPS = "http://127.0.0.1/api/v1/namespaces/default/configmaps";
const configMap = (name, data) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });

const servers = [];
async function start(options) {
  const server = await Server.start(options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

function create(server, name = "a", data) {
  return server.fetch(CONFIGMAPS, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(configMap(name, data)),
  });
}

async function watch(server, query = "", init) {
  const response = await server.fetch(`http://127.0.0.1/api/v1/configmaps?watch=1${query}`, init);
  assert.equal(response.status, 200);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  return reader;
}

async function readAll(reader) {
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
}

test("create, get and conflict", async () => {
  const server = await start();
  assert.equal((await create(server)).status, 201);
  assert.equal((await create(server)).status, 409);
  const object = await (await server.fetch(`${CONFIGMAPS}/a`)).json();
  assert.ok(object.metadata.uid);
  assert.equal((await server.fetch(CONFIGMAPS, { method: "HEAD" })).body, null);
});

test("a watch delivers events and ends at its timeout in paused time", async () => {
  const server = await start({ time: "paused" });
  const reader = await watch(server, "&timeoutSeconds=600&resourceVersion=0");
  await create(server);
  assert.match((await reader.read()).value, /"ADDED"/);
  let ended = false;
  const rest = readAll(reader).then(() => (ended = true));
  server.advance(599);
  await turn();
  assert.equal(ended, false);
  server.advance(1);
  await rest;
});

test("the same seed gives the same bytes", async () => {
  const life = async (seed) => (await create(await start({ seed, time: "paused" }))).text();
  assert.equal(await life(7), await life(7));
  assert.notEqual(await life(7), await life(8));
});

test("servers of one snapshot are independent", async () => {
  const [a, b] = [await start(), await start()];
  await create(a);
  assert.equal((await b.fetch(`${CONFIGMAPS}/a`)).status, 404);
});

async function faultKinds() {
  const rows = await readFile(new URL("fakeapi/tbl/faults.h", ROOT), "utf8");
  return [...rows.matchAll(/^FAULT\(\w+, "([^"]+)"/gm)].map((m) => m[1]);
}

test("every fault has a function that makes its rule", async () => {
  const server = await start({ backends: 2 });
  const { faults } = server;
  const made = {
    fail: faults.fail({ verb: "watch" }, { status: 503, reason: "ServiceUnavailable", message: "m", retryAfter: 1, details: {}, inStream: true }),
    cut: faults.cut({ verb: "list" }, { bytes: 5 }),
    reset: faults.reset({ verb: "list" }),
    hang: faults.hang({ name: "x" }),
    "hold-response": faults.holdResponse({ verb: "create" }, { times: 2, skip: 1 }),
    delay: faults.delay({}, { seconds: 1.5, for: 10 }),
    slow: faults.slow({ resource: "pods" }, { bytes: 1, seconds: 0.5 }),
    "hold-events": faults.holdEvents({ resource: "pods" }),
    "drop-event": faults.dropEvent({ verb: "delete" }),
    bookmarks: faults.bookmarks({}, { mode: "off" }),
    "watch-list": faults.watchList({}, { mode: "refuse", status: 422 }),
    reply: faults.reply({}, { body: ["x", { wait: "1s" }], status: 200, headers: { A: "b" } }),
    backend: faults.backend({ backend: 0, userAgent: "kubectl", continue: true, sendInitialEvents: true }, { to: 1 }),
    http2: faults.http2({ verb: "list" }, { mode: "silent" }),
  };
  const kinds = await faultKinds();
  assert.ok(kinds.length >= 13);
  assert.deepEqual(Object.keys(made).sort(), [...kinds].sort());
  assert.deepEqual(faults.list().map((r) => r.kind), Object.keys(made));
  for (const kind of kinds) assert.equal(typeof Faults.prototype[kind.replace(/-(\w)/g, (_, c) => c.toUpperCase())], "function", kind);
  made.hang.remove();
  made.hang.remove();
  assert.equal(faults.list().length, kinds.length - 1);
  faults.clear();
  assert.deepEqual(faults.list(), []);
});

test("fail, cut, reset and drop act once", async () => {
  const server = await start();
  const fault = server.faults.fail({ verb: "list", resource: "configmaps" }, { status: 503, times: 2 });
  assert.equal((await server.fetch(CONFIGMAPS)).status, 503);
  assert.equal(fault.hits, 1);
  fault.remove();
  server.faults.cut({ verb: "list" });
  await assert.rejects(server.fetch(CONFIGMAPS), (e) => e instanceof TypeError && e.cause.code === "UND_ERR_SOCKET");
  server.faults.reset({ verb: "list" }, { bytes: 10 });
  const broken = await server.fetch(CONFIGMAPS);
  await assert.rejects(broken.text(), (e) => e instanceof TypeError && e.cause.code === "ECONNRESET");
  const reader = await watch(server);
  server.faults.dropEvent({ resource: "configmaps" });
  await create(server, "missed");
  await create(server, "seen");
  const { value } = await reader.read();
  assert.match(value, /"seen"/);
  assert.doesNotMatch(value, /missed/);
});

test("every call of the control API", async () => {
  const server = await start({ backends: 2 });
  await create(server);
  const version = Number(server.state().resourceVersion);
  await watch(server);
  assert.deepEqual(server.watches().map((w) => w.resource), ["configmaps"]);
  assert.equal(server.sendBookmarks(), 0);
  assert.equal(server.slowWatches(1 << 20, 0.001, { resource: "configmaps" }), 1);
  assert.equal(server.sendBytes(["junk\n"]), 1);
  assert.equal(server.endWatches("stall"), 1);
  assert.equal(server.endWatches("resume"), 1);
  assert.equal(server.endWatches("cut"), 1);
  const reader = await watch(server);
  server.sendError({ status: 410, reason: "Expired", message: "m" }, { resource: "configmaps" });
  assert.match(await readAll(reader), /"ERROR"/);
  server.put({ ...configMap("b"), metadata: { name: "b", namespace: "default" } });
  assert.deepEqual(server.changes(version).items.map((c) => c.name), ["b"]);
  server.delete("configmaps", "b", { namespace: "default" });
  assert.deepEqual(server.objects("configmaps").map((o) => o.metadata.name), ["a"]);
  server.rewind(version + 1);
  server.expireContinue();
  server.compact();
  server.collectGarbage();
  server.setBackend(1, { freeze: true, lag: 2, for: 5 });
  assert.equal(server.backends().length, 2);
  assert.ok(server.requests().length >= 2);
  server.clearRequests();
  assert.deepEqual(server.requests(), []);
  const refused = (e) => e instanceof TypeError && e.cause.code === "ECONNREFUSED";
  server.cutNetwork(60);
  await assert.rejects(server.fetch(CONFIGMAPS), refused);
  server.advance(61);
  assert.equal((await server.fetch(CONFIGMAPS)).status, 200);
  server.setBackend(0, { refuse: true });
  await assert.rejects(server.fetch(CONFIGMAPS), refused);
  assert.equal((await server.fetchOf(1)(CONFIGMAPS)).status, 200);
  server.reset();
  assert.deepEqual(server.objects("configmaps"), []);
});

test("load reports the refused document", async () => {
  const server = await start();
  assert.throws(() => server.load("apiVersion: v1\nkind: Nonsense\n"), /Nonsense/);
  assert.throws(() => server.load("{"), /manifest/);
  const folder = await mkdtemp(`${tmpdir()}/relist-`);
  await writeFile(`${folder}/a.yaml`, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, namespace: new}\n");
  await writeFile(`${folder}/b.txt`, "not loaded");
  await server.loadFiles(folder);
  assert.equal(server.objects("configmaps", { namespace: "new" }).length, 1);
  await writeFile(`${folder}/c.yaml`, "kind: X");
  await assert.rejects(server.loadFiles(folder), /c\.yaml/);
  await assert.rejects(server.loadFiles(`${folder}/none`), /ENOENT/);
});

test("definitions are served at once", async () => {
  const server = await start();
  server.load({
    apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }] },
  });
  assert.equal((await (await server.fetch("http://127.0.0.1/apis/example.com/v1/widgets")).json()).kind, "WidgetList");
});

const HOOK = {
  apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingWebhookConfiguration", metadata: { name: "w" },
  webhooks: [{ name: "w.example.com", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig: { url: "https://127.0.0.1:1/validate" },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }] }],
};

test("a webhook is called through the function", async () => {
  const server = await start({
    async webhooks(url, review) {
      if (review.request.name === "broken") throw new Error("oops");
      assert.ok(server.objects("namespaces").length); // the handler may use the server
      return { ...review, response: { uid: review.request.uid, allowed: false, status: { message: `no, says ${url}` } } };
    },
  });
  server.load(HOOK);
  let response = await create(server);
  assert.equal(response.status, 400);
  assert.match(await response.text(), /no, says https:\/\/127\.0\.0\.1:1\/validate/);
  response = await create(server, "broken");
  assert.equal(response.status, 500);
  assert.match(await response.text(), /oops/);
});

test("a webhook without a listener fails the request", async () => {
  const server = await start();
  server.load(HOOK);
  const response = await create(server);
  assert.equal(response.status, 500);
  assert.match(await response.text(), /w\.example\.com/);
});

test("an aborted request ends", async () => {
  const server = await start();
  const abort = new AbortController();
  const reader = await watch(server, "", { signal: abort.signal });
  const read = reader.read();
  abort.abort(new Error("enough"));
  await assert.rejects(read, /enough/);
  assert.deepEqual(server.watches(), []);
  server.faults.hang({ verb: "list" });
  const late = new AbortController(); // the timer of AbortSignal.timeout() does not keep the process alive
  setTimeout(() => late.abort(new DOMException("late", "TimeoutError")), 20);
  await assert.rejects(server.fetch(CONFIGMAPS, { signal: late.signal }), { name: "TimeoutError" });
  const cancelled = await watch(server);
  await cancelled.cancel();
  assert.deepEqual(server.watches(), []);
});

test("a stream that is not read holds up no other", async () => {
  const server = await start();
  await watch(server);
  for (let n = 0; n < 50; n++) assert.equal((await create(server, `a${n}`, { k: "v".repeat(100_000) })).status, 201);
});

test("a closed server ends streams and refuses calls", async () => {
  const server = await start();
  const reader = await watch(server);
  const read = reader.read();
  await server.close();
  await assert.rejects(read, ServerClosed);
  await assert.rejects(create(server), ServerClosed);
  await assert.rejects(server.listen(), ServerClosed);
  assert.throws(() => server.requests(), ServerClosed);
  await server.close();
});

test("bad arguments are errors", async () => {
  await assert.rejects(Server.start({ watchWindwo: 1 }), /watchWindwo is unknown.*watchWindow/);
  await assert.rejects(Server.start({ backends: "two" }), /wanted a whole number/);
  await assert.rejects(Server.start({ time: "virtual" }), /"real" or "paused"/);
  await assert.rejects(Server.start({ seed: -1 }), /seed/);
  const server = await start();
  assert.throws(() => server.advance(-1), /does not go back/);
  assert.throws(() => server.faults.fail({ resourc: "pods" }), /resourc/);
  assert.throws(() => server.faults.fail({}, { stauts: 500 }), /stauts/);
  assert.throws(() => server.faults.fail({ resource: "podss" }), /pods/);
  assert.throws(() => server.fetchOf(1), /backend/);
  assert.throws(() => new Server(), RelistError);
});

const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
// (module (memory (export "memory") 1) (func (export "relist_version") (result i32) i32.const 0))
const OLD = [...MAGIC, 1, 5, 1, 0x60, 0, 1, 0x7f, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 27, 2, 6, ...Buffer.from("memory"), 2, 0, 14,
  ...Buffer.from("relist_version"), 0, 0, 10, 6, 1, 4, 0, 0x41, 0, 0x0b];

test("broken and foreign modules are errors", async () => {
  await assert.rejects(Server.start({ module: new Uint8Array([1, 2, 3]) }), (e) => e instanceof ModuleError && /does not compile/.test(e.message));
  await assert.rejects(Server.start({ module: new Uint8Array(MAGIC) }), /another module/);
  await assert.rejects(Server.start({ module: new Uint8Array(OLD) }), /interface 0, this package wants 1/);
});

test("a trap is an error for every later call", async () => {
  const bytes = await readFile(new URL("../relist.wasm", import.meta.url));
  const engine = await Engine.start(1, "{}", new Clock("real"), bytes);
  assert.throws(() => engine.call("relist_head", -8, 1, 0n), (e) => e instanceof ModuleError && /failed in relist_head/.test(e.message));
  assert.throws(() => engine.call("relist_woken", engine.server), /failed in relist_head/);
});

test("the package has the version of relist", async () => {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(version, (await readFile(new URL("VERSION", ROOT), "utf8")).trim());
});
