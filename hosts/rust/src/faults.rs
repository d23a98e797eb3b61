// SPDX-License-Identifier: Apache-2.0
//! The faults of the control API (docs/control-api.md), each with a function of its name.

use std::time::Duration;

use serde_json::{json, Map, Value};

fn duration(d: Duration) -> Value {
    json!(format!("{}ns", d.as_nanos()))
}

/// Which requests, events or watches: without a member all.
#[derive(Clone, Debug, Default)]
pub struct Match(pub(crate) Map<String, Value>);

impl Match {
    pub fn all() -> Match {
        Match::default()
    }
    fn with(mut self, name: &str, value: impl Into<Value>) -> Match {
        self.0.insert(name.into(), value.into());
        self
    }
    /// get, list, watch, create, update, patch, delete, deletecollection, or write.
    pub fn verb(self, verb: &str) -> Match {
        self.with("verb", verb)
    }
    pub fn group(self, group: &str) -> Match {
        self.with("group", group)
    }
    pub fn resource(self, resource: &str) -> Match {
        self.with("resource", resource)
    }
    pub fn subresource(self, subresource: &str) -> Match {
        self.with("subresource", subresource)
    }
    pub fn namespace(self, namespace: &str) -> Match {
        self.with("namespace", namespace)
    }
    /// A name, or a prefix with a `*`.
    pub fn name(self, name: &str) -> Match {
        self.with("name", name)
    }
    /// A prefix; `!kubectl`: every other client.
    pub fn user_agent(self, prefix: &str) -> Match {
        self.with("userAgent", prefix)
    }
    pub fn backend(self, backend: u32) -> Match {
        self.with("backend", backend)
    }
    /// Only pages after the first.
    pub fn continued(self) -> Match {
        self.with("continue", true)
    }
    /// Only requests with sendInitialEvents, or only those without.
    pub fn send_initial_events(self, with: bool) -> Match {
        self.with("sendInitialEvents", with)
    }
}

/// A rule for [`Server::add_fault`](crate::Server::add_fault).
#[derive(Clone, Debug)]
pub struct Fault(pub(crate) Map<String, Value>);

impl Fault {
    fn kind(kind: &str) -> Fault {
        let mut members = Map::new();
        members.insert("kind".into(), kind.into());
        Fault(members)
    }
    /// Sets a member of the rule that has no function here: docs/control-api.md lists them.
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Fault {
        self.0.insert(member.into(), value.into());
        self
    }

    /// Answers with a Status of this code; the request does nothing. Members: reason, message, retryAfter, details, inStream.
    pub fn fail(status: u16) -> Fault {
        Fault::kind("fail").with("status", status)
    }
    /// Closes the connection without a response; with `bytes`: after so many bytes of its body.
    pub fn cut() -> Fault {
        Fault::kind("cut")
    }
    /// The same with a TCP reset.
    pub fn reset() -> Fault {
        Fault::kind("reset")
    }
    /// Ignores the request until the rule is removed.
    pub fn hang() -> Fault {
        Fault::kind("hang")
    }
    /// Executes the request at once; the response waits until the rule is removed.
    pub fn hold_response() -> Fault {
        Fault::kind("hold-response")
    }
    /// Executes the request after so long.
    pub fn delay(delay: Duration) -> Fault {
        Fault::kind("delay").with("delay", duration(delay))
    }
    /// Sends so many bytes at a time, so far apart.
    pub fn slow(bytes: u32, apart: Duration) -> Fault {
        Fault::kind("slow").with("bytes", bytes).with("delay", duration(apart))
    }
    /// Watches see nothing newer than now until the rule is removed.
    pub fn hold_events() -> Fault {
        Fault::kind("hold-events")
    }
    /// The next matching change reaches no watch: a missed event.
    pub fn drop_event() -> Fault {
        Fault::kind("drop-event")
    }
    /// Bookmarks of watches: off, early or unannotated.
    pub fn bookmarks(mode: &str) -> Fault {
        Fault::kind("bookmarks").with("mode", mode)
    }
    /// Watches with sendInitialEvents: refuse, hang or ignore.
    pub fn watch_list(mode: &str) -> Fault {
        Fault::kind("watch-list").with("mode", mode)
    }
    /// Answers with these chunks whatever the request is. Members: status, headers.
    pub fn reply(chunks: impl Into<Value>) -> Fault {
        Fault::kind("reply").with("body", chunks)
    }
    /// Another apiserver answers, as after a fail-over.
    pub fn backend(to: u32) -> Fault {
        Fault::kind("backend").with("to", to)
    }
    /// Frames of the connection, for requests over HTTP/2. The crate has no such requests: the rule never acts.
    pub fn http2(mode: &str) -> Fault {
        Fault::kind("http2").with("mode", mode)
    }

    pub fn matching(self, m: Match) -> Fault {
        self.with("match", m.0)
    }
    /// How often the rule acts; -1: until it is removed.
    pub fn times(self, times: i64) -> Fault {
        self.with("times", times)
    }
    /// Matches let through first.
    pub fn skip(self, skip: u64) -> Fault {
        self.with("skip", skip)
    }
    /// The rule is removed after so long.
    pub fn during(self, time: Duration) -> Fault {
        self.with("for", duration(time))
    }
}
