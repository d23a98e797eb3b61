// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which requests, events or watches: without a member all. docs/control-api.md describes each. */
public final class Match {
    final Map<String, Object> members = new LinkedHashMap<>();

    private Match() {}

    public static Match all() {
        return new Match();
    }

    public static Match resource(String resource) {
        return all().with("resource", resource);
    }

    private Match with(String name, Object value) {
        members.put(name, value);
        return this;
    }

    /** get, list, watch, create, update, patch, delete, deletecollection, or write. */
    public Match verb(String verb) {
        return with("verb", verb);
    }

    public Match group(String group) {
        return with("group", group);
    }

    /** "-": none. */
    public Match subresource(String subresource) {
        return with("subresource", subresource);
    }

    public Match namespace(String namespace) {
        return with("namespace", namespace);
    }

    /** A name, or a prefix and "*". */
    public Match name(String name) {
        return with("name", name);
    }

    /** A prefix; "!kubectl": every other client. */
    public Match userAgent(String prefix) {
        return with("userAgent", prefix);
    }

    public Match backend(int backend) {
        return with("backend", backend);
    }

    /** Only pages after the first. */
    public Match continued() {
        return with("continue", true);
    }

    /** Only requests with sendInitialEvents, or only those without. */
    public Match sendInitialEvents(boolean with) {
        return with("sendInitialEvents", with);
    }
}
