// SPDX-License-Identifier: Apache-2.0
// The listener on loopback: framing, faults, clients that leave.
import assert from "node:assert/strict";
import net from "node:net";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { Server } from "../index.js";

const PATH = "/api/v1/namespaces/default/configmaps";
const servers = [];
async function start(options) {
  const server = await Server.start(options);
  servers.push(server);
  return { server, ...(await server.listen()) };
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const create = (url, name, data) => fetch(url + PATH, {
  method: "POST", headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data }),
});

async function until(condition) {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    assert.ok(Date.now() < end, "the condition did not come true");
    await sleep(5);
  }
}

test("requests, a watch, and a client that leaves", async () => {
  const { server, url } = await start();
  assert.equal((await create(url, "a")).status, 201);
  const abort = new AbortController();
  const response = await fetch(`${url}/api/v1/configmaps?watch=1`, { signal: abort.signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  assert.match((await reader.read()).value, /"ADDED"/);
  await create(url, "b");
  assert.match((await reader.read()).value, /"b"/);
  abort.abort();
  await until(() => server.watches().length === 0);
  assert.equal((await fetch(url + PATH, { method: "HEAD" })).status, 405); // as kube-apiserver
});

test("ends, cuts, resets and refusals reach the socket", async () => {
  const { server, url } = await start();
  for (const how of ["end", "cut", "reset"]) {
    const response = await fetch(`${url}/api/v1/configmaps?watch=1`);
    assert.equal(server.endWatches(how), 1);
    if (how === "end") assert.equal(await response.text(), "");
    else await assert.rejects(response.text(), TypeError);
  }
  server.faults.cut({ verb: "list" });
  await assert.rejects(fetch(url + PATH), TypeError);
  server.setBackend(0, { refuse: true, for: 3600 });
  await assert.rejects(fetch(url + PATH), TypeError);
  server.setBackend(0, { refuse: false });
  assert.equal((await fetch(url + PATH)).status, 200);
});

test("many connections at once", async () => {
  const { server, url } = await start();
  const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => create(url, `c${n}`)));
  assert.ok(answers.every((r) => r.status === 201));
  assert.equal(server.objects("configmaps").length, 150);
});

test("a client that never reads holds up neither others nor the end", async () => {
  const { server, url } = await start();
  const lazy = net.connect(Number(new URL(url).port), "127.0.0.1");
  lazy.on("error", () => {});
  lazy.pause();
  lazy.write(`GET /api/v1/configmaps?watch=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await until(() => server.watches().length === 1);
  for (let n = 0; n < 20; n++) assert.equal((await create(url, `x${n}`, { k: "v".repeat(500_000) })).status, 201);
  await server.close();
  lazy.destroy();
});

test("too large bodies and foreign hosts are refused", async () => {
  const { url } = await start();
  assert.equal((await fetch(url + PATH, { method: "POST", body: "x".repeat(4 << 20) }).catch(() => ({ status: 413 }))).status, 413);
  const answer = await new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("data", (d) => resolve(String(d)) || socket.destroy());
    socket.write("GET /version HTTP/1.1\r\nHost: evil.example.com\r\n\r\n");
  });
  assert.match(answer, /^HTTP\/1\.1 403 /);
});

test("the kubeconfig names the listener", async () => {
  const { server, url } = await start();
  assert.equal((await server.kubeconfig()).clusters[0].cluster.server, url);
});
