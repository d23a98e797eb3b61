// SPDX-License-Identifier: Apache-2.0
// Fake timers of vitest, which jest's are like: the server's time is theirs.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Server } from "../index.js";

let server;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date("2024-02-03T04:05:06Z") });
  server = await Server.start();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

test("ten minutes of a watch pass at once", async () => {
  const response = await server.fetch("http://127.0.0.1/api/v1/pods?watch=1&timeoutSeconds=600");
  let ended = false;
  const text = response.text().then((t) => ((ended = true), t));
  await vi.advanceTimersByTimeAsync(599_000);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await text).toBe("");
});

test("a delayed answer comes when its time has come, and objects carry the fake date", async () => {
  server.faults.delay({ verb: "list" }, { seconds: 30 });
  let status;
  void server.fetch("http://127.0.0.1/api/v1/pods").then((r) => (status = r.status));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(status).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(status).toBe(200);
  server.put({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } });
  expect(server.objects("configmaps")[0].metadata.creationTimestamp).toBe("2024-02-03T04:05:36Z");
});
