// SPDX-License-Identifier: Apache-2.0
// The faults of the control API (docs/control-api.md), each with a function of its name.
import { RelistError } from "./errors.js";

const MATCH = ["verb", "group", "resource", "subresource", "namespace", "name", "userAgent", "backend", "continue", "sendInitialEvents"];

/** As Go writes durations. */
export const duration = (seconds) => (seconds === undefined ? undefined : `${Math.round(seconds * 1e9)}ns`);

export function matchOf(members = {}) {
  const unknown = Object.keys(members).find((m) => !MATCH.includes(m));
  if (unknown !== undefined) throw new RelistError(`a match has no ${unknown}; it has ${MATCH.join(", ")}`);
  return members;
}

/** A rule in force. */
export class Fault {
  #control;
  constructor(control, id) {
    this.#control = control;
    this.id = id;
  }
  /** Removes the rule and releases what it holds. A rule that is gone already is no error. */
  remove() {
    if (this.#control("GET", "faults").some((rule) => rule.id === this.id)) this.#control("DELETE", `faults/${this.id}`);
  }
  /** How often the rule has acted. */
  get hits() {
    return this.#control("GET", `faults/${this.id}`).hits;
  }
}

export class Faults {
  #control;
  constructor(control) {
    this.#control = control;
  }

  /** A rule as docs/control-api.md writes it. */
  add(rule) {
    return new Fault(this.#control, this.#control("POST", "faults", rule).id);
  }
  list() {
    return this.#control("GET", "faults");
  }
  /** Removes all rules and releases what they hold. */
  clear() {
    this.#control("DELETE", "faults");
  }

  #rule(kind, match, { times, skip, for: seconds, ...members } = {}, allowed = []) {
    const unknown = Object.keys(members).find((m) => !allowed.includes(m));
    if (unknown !== undefined) throw new RelistError(`${kind} has no ${unknown}; it has ${["times", "skip", "for", ...allowed].join(", ")}`);
    if ("seconds" in members) {
      members.delay = duration(members.seconds);
      delete members.seconds;
    }
    return this.add({ kind, match: matchOf(match), times, skip, for: duration(seconds), ...members });
  }

  fail(match, options) {
    return this.#rule("fail", match, options, ["status", "reason", "message", "retryAfter", "details", "inStream"]);
  }
  cut(match, options) {
    return this.#rule("cut", match, options, ["bytes"]);
  }
  reset(match, options) {
    return this.#rule("reset", match, options, ["bytes"]);
  }
  hang(match, options) {
    return this.#rule("hang", match, options);
  }
  holdResponse(match, options) {
    return this.#rule("hold-response", match, options);
  }
  delay(match, options) {
    return this.#rule("delay", match, options, ["seconds"]);
  }
  slow(match, options) {
    return this.#rule("slow", match, options, ["bytes", "seconds"]);
  }
  holdEvents(match, options) {
    return this.#rule("hold-events", match, options);
  }
  dropEvent(match, options) {
    return this.#rule("drop-event", match, options);
  }
  bookmarks(match, options) {
    return this.#rule("bookmarks", match, options, ["mode"]);
  }
  watchList(match, options) {
    return this.#rule("watch-list", match, options, ["mode", "status"]);
  }
  reply(match, options) {
    return this.#rule("reply", match, options, ["body", "status", "headers"]);
  }
  backend(match, options) {
    return this.#rule("backend", match, options, ["to"]);
  }
  http2(match, options) {
    return this.#rule("http2", match, options, ["mode", "code", "bytes", "streams", "seconds"]);
  }
}
