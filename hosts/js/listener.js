// SPDX-License-Identifier: Apache-2.0
// HTTP/1.1 on loopback, for Node.js.
import { once } from "node:events";
import { createServer } from "node:http";

import { ConnectionError, RelistError } from "./errors.js";

const BODY_BYTES_MAX = 3 << 20; // as relist serve

function pairs(raw) {
  const out = [];
  for (let i = 0; i < raw.length; i += 2) out.push([raw[i], raw[i + 1]]);
  return out;
}

async function readBody(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    if ((length += part.length) > BODY_BYTES_MAX) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function answer(begin, request, response) {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  let exchange;
  try {
    const body = await readBody(request);
    if (!body) {
      response.writeHead(413, { Connection: "close" }).end(`Request entity too large: limit is ${BODY_BYTES_MAX}\n`);
      return;
    }
    exchange = begin(request.method, request.url, pairs(request.rawHeaders), body);
    const head = await exchange.head(gone.signal);
    const headers = head.headers.flat();
    if (head.length !== undefined) headers.push("Content-Length", String(head.length));
    if (head.close) headers.push("Connection", "close");
    response.writeHead(head.status, headers);
    if (request.method !== "HEAD") {
      response.flushHeaders();
      for (let part; (part = await exchange.body(gone.signal)); )
        if (!response.write(part)) await once(response, "drain", { signal: gone.signal });
    }
    exchange.end();
    response.end();
  } catch (e) {
    exchange?.end(true);
    if (gone.signal.aborted) return;
    if (e instanceof ConnectionError && e.code !== "UND_ERR_SOCKET") request.socket.resetAndDestroy();
    else if (e instanceof RelistError && !response.headersSent) response.writeHead(500, { Connection: "close" }).end(`${e.message}\n`);
    else if (response.headersSent && !response.writableEnded && e instanceof ConnectionError) request.socket.destroySoon();
    else request.socket.destroy();
  }
}

/** begin: (backend) => (method, target, headers, body) => Exchange */
export async function listen(begin, backends) {
  const servers = [];
  for (let backend = 0; backend < backends; backend++) {
    const server = createServer((request, response) => void answer(begin(backend), request, response));
    server.requestTimeout = 0;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
  }
  return {
    urls: servers.map((s) => `http://127.0.0.1:${s.address().port}`),
    async close() {
      await Promise.all(servers.map((s) => {
        const closed = new Promise((resolve) => s.close(resolve));
        s.closeAllConnections();
        return closed;
      }));
    },
  };
}
