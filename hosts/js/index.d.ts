// SPDX-License-Identifier: Apache-2.0

/** The server refuses a call: a bad option, manifest, rule or argument. */
export class RelistError extends Error {}
/** relist.wasm is missing, broken, of another version, out of memory, or has failed. */
export class ModuleError extends RelistError {}
/** The server was closed before or during the call. */
export class ServerClosed extends RelistError {}
/** The cause of a TypeError of fetch: a connection that a fault refuses, resets or closes early. */
export class ConnectionError extends Error {
  code: "ECONNREFUSED" | "ECONNRESET" | "UND_ERR_SOCKET";
}

export type KubernetesObject = Record<string, unknown>;

/** The options of docs/module.md, and the package's own. */
export interface Options {
  /** Of uids and generated names: the same seed, time and requests give the same bytes. Default: 1. */
  seed?: number;
  /** "real": Date.now() and setTimeout(), or what fake timers have put in their place; "paused": only advance() moves time. */
  time?: "real" | "paused";
  /** The wall clock at the start. Default: the present, or 2000-01-01 if time is paused. */
  now?: Date;
  /** Serves admission and conversion webhooks. Without it they are sent over the network (Node.js only). */
  webhooks?: (url: string, review: any) => any;
  /** Another relist.wasm. */
  module?: BufferSource | WebAssembly.Module;
  backends?: number;
  garbageCollection?: boolean;
  namespaceDeletion?: boolean;
  serviceAccounts?: boolean;
  cluster?: boolean;
  rbac?: boolean;
  tokens?: string;
  clientCertificates?: boolean;
  empty?: boolean;
  enableAdmissionPlugins?: string;
  disableAdmissionPlugins?: string;
  runtimeConfig?: string;
  featureGates?: string;
  kubernetes?: string;
  watchWindow?: number;
  watchWindowMiB?: number;
  compactIntervalSeconds?: number;
  noControl?: boolean;
}

/** Which requests, events or watches: without a member all. docs/control-api.md describes each. */
export interface Match {
  verb?: "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection" | "write";
  group?: string;
  resource?: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  userAgent?: string;
  backend?: number;
  continue?: boolean;
  sendInitialEvents?: boolean;
}

/** times: how often the rule acts (-1: until removed); skip: matches let through first; for: seconds until it is removed. */
export interface RuleOptions {
  times?: number;
  skip?: number;
  for?: number;
}

/** Chunks: a text, or an object as docs/control-api.md describes. */
export type Chunks = Array<string | { json: unknown } | { hex: string } | { wait: string } | { close: "rst" | "fin" | "end" | "blackhole" }>;

export class Fault {
  readonly id: number;
  /** How often the rule has acted; throws once it is gone. */
  readonly hits: number;
  /** Removes the rule and releases what it holds. */
  remove(): void;
}

export class Faults {
  /** Answers with a Status (500); the request does nothing. */
  fail(match?: Match, options?: RuleOptions & { status?: number; reason?: string; message?: string; retryAfter?: number;
    details?: object; inStream?: boolean }): Fault;
  /** Closes the connection: without a response, or after so many bytes of its body. */
  cut(match?: Match, options?: RuleOptions & { bytes?: number }): Fault;
  /** The same with a TCP reset. */
  reset(match?: Match, options?: RuleOptions & { bytes?: number }): Fault;
  /** Ignores the request until the rule is removed. */
  hang(match?: Match, options?: RuleOptions): Fault;
  /** Executes the request at once; the response waits until the rule is removed. */
  holdResponse(match?: Match, options?: RuleOptions): Fault;
  /** Executes the request after so many seconds. */
  delay(match: Match, options: RuleOptions & { seconds: number }): Fault;
  /** Sends so many bytes at a time, so many seconds apart. */
  slow(match: Match, options: RuleOptions & { bytes: number; seconds: number }): Fault;
  /** Watches see nothing newer than now until the rule is removed. */
  holdEvents(match?: Match, options?: RuleOptions): Fault;
  /** The next matching change reaches no watch: a missed event. */
  dropEvent(match?: Match, options?: RuleOptions): Fault;
  bookmarks(match: Match, options: RuleOptions & { mode: "off" | "early" | "unannotated" }): Fault;
  /** Watches with sendInitialEvents. */
  watchList(match: Match, options: RuleOptions & { mode: "refuse" | "hang" | "ignore"; status?: number }): Fault;
  /** Answers with these bytes whatever the request is. */
  reply(match: Match, options: RuleOptions & { body?: Chunks; status?: number; headers?: Record<string, string> }): Fault;
  /** Another apiserver answers, as after a fail-over. */
  backend(match: Match, options: RuleOptions & { to: number }): Fault;
  /** Frames of the connection, for requests over HTTP/2. The package has no such requests: the rule never acts. */
  http2(match: Match, options: RuleOptions & { mode: string; code?: string; bytes?: number; streams?: number; seconds?: number }): Fault;
  /** A rule as docs/control-api.md writes it. */
  add(rule: object): Fault;
  list(): any[];
  /** Removes all rules and releases what they hold. */
  clear(): void;
}

export interface LoggedRequest {
  seq: number;
  atNs: number;
  backend: number;
  verb: string;
  method: string;
  uri: string;
  userAgent: string;
  status: number;
}

/** A fake Kubernetes apiserver in this process. */
export class Server {
  private constructor();
  static start(options?: Options): Promise<Server>;
  /** Ends every open response and frees the server. May be called again. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;

  readonly faults: Faults;
  /** fetch() whose every URL leads to the first apiserver; no sockets. */
  readonly fetch: typeof globalThis.fetch;
  /** The same to the n-th apiserver, from 0. */
  fetchOf(backend: number): typeof globalThis.fetch;
  /** For fetch(): http://127.0.0.1. Without listen() nothing listens there. */
  readonly url: string;
  /** Opens a port of 127.0.0.1 for each backend (Node.js). A second call returns the same. */
  listen(): Promise<{ url: string; urls: string[] }>;
  kubeconfig(backend?: number): Promise<KubernetesObject>;
  /** Moves the server's clock; timeouts and delays that have passed take effect. */
  advance(seconds: number): void;

  /** Creates or replaces objects: JSON or YAML, several documents, lists. CustomResourceDefinitions are served at once. */
  load(manifest: string | object): void;
  /** Loads files, and the *.json, *.yaml and *.yml files of folders by name (Node.js). */
  loadFiles(...paths: string[]): Promise<void>;
  /** The stored objects, as no fault distorts them. */
  objects(resource: string, options?: { namespace?: string; group?: string }): any[];
  /** Creates or replaces one object, as another client would. */
  put(object: object): void;
  /** Deletes one object at once, whatever its finalizers, as another client would. */
  delete(resource: string, name: string, options?: { namespace?: string; group?: string }): void;

  /** The request log, oldest first. */
  requests(since?: number): LoggedRequest[];
  clearRequests(): void;
  /** The open watches. */
  watches(): any[];
  changes(since?: number): any;
  state(): any;

  /** Ends open watches that match; returns their number. */
  endWatches(how?: "end" | "cut" | "reset" | "stall" | "resume", match?: Match): number;
  slowWatches(bytes: number, seconds: number, match?: Match): number;
  sendBookmarks(initialEventsEnd?: boolean, match?: Match): number;
  /** An ERROR event (410), then the end of the watch. */
  sendError(error?: { status?: number; reason?: string; message?: string; details?: object }, match?: Match): number;
  sendBytes(body: Chunks, match?: Match): number;
  /** Older states answer 410 Gone. */
  compact(options?: { resourceVersion?: string; keepWatchCache?: boolean; backend?: number; gone?: "http-status" }): void;
  expireContinue(): void;
  /** The store as it was then, as after an etcd restore. */
  rewind(resourceVersion: string | number, keepWatches?: boolean): void;
  collectGarbage(): void;
  setBackend(backend: number, options?: { freeze?: boolean; lag?: number; behind?: number; resourceVersion?: string; refuse?: boolean;
    for?: number }): void;
  backends(): any[];
  /** Open watches break and every port refuses connections for so many seconds. */
  cutNetwork(seconds: number): void;
  /** The state after the start, without rules and with an empty log. */
  reset(): void;
}
