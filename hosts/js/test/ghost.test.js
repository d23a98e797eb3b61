// SPDX-License-Identifier: Apache-2.0
// The official client's informer, unchanged, loses its watch while an object is deleted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { CoreV1Api, KubeConfig, makeInformer, Watch } from "@kubernetes/client-node";

import { Server } from "../index.js";

async function until(condition) {
  const end = Date.now() + 60_000;
  while (!condition()) {
    assert.ok(Date.now() < end, "the condition did not come true");
    await sleep(5);
  }
}

async function setUp(t) {
  const server = await Server.start();
  t.after(() => server.close());
  const config = new KubeConfig();
  config.loadFromOptions(await server.kubeconfig().then((c) => ({
    clusters: [{ name: "c", server: c.clusters[0].cluster.server, skipTLSVerify: true }], users: [{ name: "u" }],
    contexts: [{ name: "x", cluster: "c", user: "u" }], currentContext: "x" })));
  for (const name of ["stays", "goes"])
    server.put({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" } });
  return { server, config, api: config.makeApiClient(CoreV1Api) };
}

async function disturb(server, api) {
  server.faults.dropEvent({ resource: "configmaps", verb: "delete" });
  await api.deleteNamespacedConfigMap({ name: "goes", namespace: "default" });
  server.endWatches();
  await api.createNamespacedConfigMap({ namespace: "default", body: { metadata: { name: "last" } } });
}

test("a watch without lists keeps a ghost", async (t) => {
  const { server, config, api } = await setUp(t);
  const list = await api.listNamespacedConfigMap({ namespace: "default" });
  const known = new Set(list.items.map((o) => o.metadata.name));
  let version = list.metadata.resourceVersion;
  let stopped = false;
  const again = async () => {
    if (stopped) return;
    await new Watch(config).watch("/api/v1/namespaces/default/configmaps", { resourceVersion: version }, (type, object) => {
      version = object.metadata.resourceVersion;
      if (type === "DELETED") known.delete(object.metadata.name);
      else known.add(object.metadata.name);
    }, again);
  };
  await again();
  await until(() => server.watches().length === 1);
  await disturb(server, api);
  await until(() => known.has("last"));
  assert.deepEqual([...known].sort(), ["goes", "last", "stays"]);
  stopped = true;
});

test("the informer lists again and forgets the deleted object", async (t) => {
  const { server, config, api } = await setUp(t);
  const informer = makeInformer(config, "/api/v1/namespaces/default/configmaps", () => api.listNamespacedConfigMap({ namespace: "default" }));
  const known = new Set();
  informer.on("add", (o) => known.add(o.metadata.name));
  informer.on("delete", (o) => known.delete(o.metadata.name));
  let stopped = false; // a stop ends the watch with an error, and a start after it would keep the process alive
  informer.on("error", () => stopped || setTimeout(() => stopped || informer.start(), 10));
  await informer.start();
  await until(() => known.size === 2 && server.watches().length === 1);
  server.faults.dropEvent({ resource: "configmaps", verb: "delete" });
  await api.deleteNamespacedConfigMap({ name: "goes", namespace: "default" });
  server.compact(); // the informer's version is too old for a watch: it has to list
  server.endWatches();
  await api.createNamespacedConfigMap({ namespace: "default", body: { metadata: { name: "last" } } });
  await until(() => known.has("last"));
  await until(() => !known.has("goes"));
  assert.deepEqual([...known].sort(), ["last", "stays"]);
  stopped = true;
  await informer.stop();
});
