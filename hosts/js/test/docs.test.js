// SPDX-License-Identifier: Apache-2.0
// The test in README.md fails, and passes with the fix, as the page says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";

test("the page leads to a failing and a passing test", (t) => {
  const page = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [mistaken, fix] = [...page.matchAll(/^```js\n(.*?)^```/gms)].map((m) => m[1]);
  // Here, so that the name "relist" is this package.
  const folder = new URL(".docs/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  t.after(() => rmSync(folder, { recursive: true }));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = (text) => {
    writeFileSync(new URL("ghost.test.mjs", folder), text);
    return spawnSync(process.execPath, ["--test", "ghost.test.mjs"], { cwd: folder, env, encoding: "utf8" });
  };
  const failing = run(mistaken);
  assert.equal(failing.status, 1, failing.stdout);
  assert.match(failing.stdout, /'goes'/);
  const passing = run(mistaken.replace(/  async again\(\) \{.*?^  \}\n/ms, fix));
  assert.equal(passing.status, 0, passing.stdout);
  assert.match(passing.stdout, /pass 1/);
});
