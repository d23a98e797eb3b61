// SPDX-License-Identifier: Apache-2.0
// Plays requests.jsonl to the package and writes the answers: see hosts/conformance/conform.
import { readFileSync, writeFileSync } from "node:fs";

import { Clock, Engine, encodeLatin1, latin1 } from "../engine.js";
import { Exchange } from "../exchange.js";

const [requests, answers] = process.argv.slice(2);
const engine = await Engine.start(1, "{}", new Clock("real"));
engine.onQuestion = () => {};
const streams = new Map();

async function begin(request) {
  const headers = [["Host", "127.0.0.1"], ...Object.entries(request.headers)];
  const exchange = new Exchange(engine, 0, request.method ?? "GET", request.target, headers, encodeLatin1(request.body ?? ""));
  const head = await exchange.head();
  return { exchange, answer: { status: head.status, headers: Object.fromEntries(head.headers) } };
}

async function play(request) {
  if (request.op === "open") {
    const { exchange, answer } = await begin(request);
    streams.set(request.watch, exchange);
    return answer;
  }
  const parts = [];
  if (request.op === "request") {
    const { exchange, answer } = await begin(request);
    for (let part; request.method !== "HEAD" && (part = await exchange.body()); ) parts.push(part);
    exchange.end();
    return { ...answer, body: latin1(Buffer.concat(parts)) };
  }
  const exchange = streams.get(request.watch);
  for (let n = 0, part; n < request.bytes && (part = await exchange.body(AbortSignal.timeout(30_000))); n += part.length) parts.push(part);
  exchange.end(true);
  return { body: latin1(Buffer.concat(parts)) };
}

const out = [];
for (const line of readFileSync(requests, "utf8").trimEnd().split("\n")) out.push(JSON.stringify(await play(JSON.parse(line))));
writeFileSync(answers, out.join("\n") + "\n");
engine.close();
