// SPDX-License-Identifier: Apache-2.0
// Calls of admission and conversion webhooks: to a function of the test, or over the network.

const REPLY_BYTES_MAX = 64 << 20;
const none = (error) => ({ status: 0, contentType: "", body: "", error });

export async function callHandler(handler, question) {
  try {
    const review = await handler(question.url, JSON.parse(question.body));
    return { status: 200, contentType: "application/json", body: JSON.stringify(review), error: "" };
  } catch (e) {
    return none(`the webhook handler threw ${e}`);
  }
}

/** Only Node.js lets a program choose the CA; elsewhere the call fails as its failurePolicy says. */
export async function post(question) {
  let https;
  try {
    https = await import("node:https");
  } catch {
    return none("there is no network for webhooks here: give the server a function (webhooks)");
  }
  return new Promise((resolve) => {
    const request = https.request(question.url, {
      method: "POST", agent: false, ca: question.ca || undefined, servername: question.serverName || undefined,
      headers: { "Content-Type": "application/json", Accept: "application/json, */*" },
      signal: AbortSignal.timeout(Math.max(1, question.timeoutMs)),
    }, (response) => {
      const parts = [];
      let length = 0;
      response.on("data", (part) => {
        parts.push(part);
        if ((length += part.length) > REPLY_BYTES_MAX) request.destroy(new Error("the reply is too large"));
      });
      response.on("end", () => resolve({ status: response.statusCode, contentType: response.headers["content-type"] ?? "",
        body: Buffer.concat(parts), error: "" }));
      response.on("error", (e) => resolve(none(e.message)));
    });
    request.on("error", (e) => resolve(none(e.message)));
    request.end(question.body);
  });
}
