import assert from "node:assert/strict";
import { test } from "node:test";
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { Server } from "relist";

test("the second list succeeds", async (t) => {
  const server = await Server.start();
  t.after(() => server.close());
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: "c", server: (await server.listen()).url, skipTLSVerify: true }, { name: "u" });
  const api = config.makeApiClient(CoreV1Api);
  server.faults.fail({ resource: "pods", verb: "list" }, { status: 403, times: 1 });
  await assert.rejects(api.listPodForAllNamespaces(), /403/);
  assert.deepEqual((await api.listPodForAllNamespaces()).items, []);
});
