// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A rule for {@link Server#add}: the faults of docs/control-api.md, each with a method of its name. */
public final class Fault {
    final Map<String, Object> members = new LinkedHashMap<>();

    private Fault(String kind) {
        with("kind", kind);
    }

    static String duration(Duration d) {
        return d.toNanos() + "ns";
    }

    /** Sets a member of the rule that has no method here. */
    public Fault with(String member, Object value) {
        members.put(member, value);
        return this;
    }

    /** Answers with a Status of this code; the request does nothing. Members: reason, message, retryAfter, details, inStream. */
    public static Fault fail(int status) {
        return new Fault("fail").with("status", status);
    }

    /** Closes the connection without a response; with the member bytes: after so many bytes of its body. */
    public static Fault cut() {
        return new Fault("cut");
    }

    /** The same with a TCP reset. */
    public static Fault reset() {
        return new Fault("reset");
    }

    /** Ignores the request until the rule is removed. */
    public static Fault hang() {
        return new Fault("hang");
    }

    /** Executes the request at once; the response waits until the rule is removed. */
    public static Fault holdResponse() {
        return new Fault("hold-response");
    }

    /** Executes the request after so long. */
    public static Fault delay(Duration delay) {
        return new Fault("delay").with("delay", duration(delay));
    }

    /** Sends so many bytes at a time, so far apart. */
    public static Fault slow(int bytes, Duration apart) {
        return new Fault("slow").with("bytes", bytes).with("delay", duration(apart));
    }

    /** Watches see nothing newer than now until the rule is removed. */
    public static Fault holdEvents() {
        return new Fault("hold-events");
    }

    /** The next matching change reaches no watch: a missed event. */
    public static Fault dropEvent() {
        return new Fault("drop-event");
    }

    /** Bookmarks of watches: off, early or unannotated. */
    public static Fault bookmarks(String mode) {
        return new Fault("bookmarks").with("mode", mode);
    }

    /** Watches with sendInitialEvents: refuse, hang or ignore. */
    public static Fault watchList(String mode) {
        return new Fault("watch-list").with("mode", mode);
    }

    /** Answers with these chunks (strings, and maps as docs/control-api.md has them), whatever the request is. Members: status, headers. */
    public static Fault reply(Object... chunks) {
        return new Fault("reply").with("body", List.of(chunks));
    }

    /** Another apiserver answers, as after a fail-over. */
    public static Fault backend(int to) {
        return new Fault("backend").with("to", to);
    }

    /** Frames of the connection, for requests over HTTP/2. The package has no such requests: the rule never acts. */
    public static Fault http2(String mode) {
        return new Fault("http2").with("mode", mode);
    }

    public Fault matching(Match match) {
        return with("match", match.members);
    }

    /** How often the rule acts; -1: until it is removed. */
    public Fault times(int times) {
        return with("times", times);
    }

    /** Matches that pass first. */
    public Fault skip(int skip) {
        return with("skip", skip);
    }

    /** The rule is removed after so long. */
    public Fault during(Duration time) {
        return with("for", duration(time));
    }
}
