// SPDX-License-Identifier: Apache-2.0
// The errors of the package. Broken connections are TypeErrors with a cause, as those of fetch.

/** The server refuses a call: a bad option, manifest, rule or argument. */
export class RelistError extends Error {
  name = "RelistError";
}

/** relist.wasm is missing, broken, of another version, out of memory, or has failed. */
export class ModuleError extends RelistError {
  name = "ModuleError";
}

/** The server was closed before or during the call. */
export class ServerClosed extends RelistError {
  name = "ServerClosed";
}

/** What a connection does: code is ECONNREFUSED, ECONNRESET or UND_ERR_SOCKET (closed early). */
export class ConnectionError extends Error {
  name = "ConnectionError";
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
