# SPDX-License-Identifier: Apache-2.0
"""The faults of the control API (docs/control-api.md), each with a function of its name.

Every function takes, as keywords, what the rule matches: verb, group, resource, subresource, namespace, name, user_agent,
backend, continue_ and send_initial_events. Without one it matches everything. Each also takes times (how often the rule
acts, -1: until removed), skip (matches let through first) and for_ (seconds after which the rule is removed).
"""
from __future__ import annotations

from types import TracebackType
from typing import Any, Callable, Dict, List, Mapping, Optional, Type, Union

_MATCH = {
    "verb": "verb",
    "group": "group",
    "resource": "resource",
    "subresource": "subresource",
    "namespace": "namespace",
    "name": "name",
    "user_agent": "userAgent",
    "backend": "backend",
    "continue_": "continue",
    "send_initial_events": "sendInitialEvents",
}

Control = Callable[..., Any]
Chunks = List[Union[str, Mapping[str, Any]]]


def duration(seconds: float) -> str:
    """As Go writes durations."""
    return f"{round(seconds * 1e9)}ns"


def match_of(keywords: Mapping[str, Any]) -> Dict[str, Any]:
    unknown = sorted(set(keywords) - set(_MATCH))
    if unknown:
        raise TypeError(f"unknown keyword {unknown[0]!r}; a match has {', '.join(_MATCH)}")
    return {_MATCH[word]: value for word, value in keywords.items() if value is not None}


def without_none(**members: Any) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


class Fault:
    """A rule in force. As a context manager it is removed at the end of the block."""

    def __init__(self, control: Control, number: int):
        self._control = control
        self.id = number

    def remove(self) -> None:
        """Removes the rule and releases what it holds. A rule that is gone already is no error."""
        if any(rule["id"] == self.id for rule in self._control("GET", "faults")):
            self._control("DELETE", f"faults/{self.id}")

    @property
    def hits(self) -> int:
        """How often the rule has acted. An error once the rule is gone."""
        return int(self._control("GET", f"faults/{self.id}")["hits"])

    def __enter__(self) -> Fault:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.remove()


class Faults:
    """`server.faults`."""

    def __init__(self, control: Control):
        self._control = control

    def _add(self, kind: str, keywords: Dict[str, Any], **members: Any) -> Fault:
        times, skip, for_ = (keywords.pop(word, None) for word in ("times", "skip", "for_"))
        rule = without_none(kind=kind, times=times, skip=skip, **members)
        rule["match"] = match_of(keywords)
        if for_ is not None:
            rule["for"] = duration(for_)
        return self.add(rule)

    def add(self, rule: Mapping[str, Any]) -> Fault:
        """A rule as docs/control-api.md writes it."""
        return Fault(self._control, self._control("POST", "faults", rule)["id"])

    def list(self) -> List[Dict[str, Any]]:
        return list(self._control("GET", "faults"))

    def clear(self) -> None:
        """Removes all rules and releases what they hold."""
        self._control("DELETE", "faults")

    def fail(self, status: Optional[int] = None, *, reason: Optional[str] = None, message: Optional[str] = None,
             retry_after: Optional[int] = None, details: Optional[Mapping[str, Any]] = None,
             in_stream: Optional[bool] = None, **match: Any) -> Fault:
        """Answers with a Status (500); the request does nothing."""
        return self._add("fail", match, status=status, reason=reason, message=message, retryAfter=retry_after,
                         details=details, inStream=in_stream)

    def cut(self, bytes: Optional[int] = None, **match: Any) -> Fault:
        """Closes the connection: without a response, or after so many bytes of its body."""
        return self._add("cut", match, bytes=bytes)

    def reset(self, bytes: Optional[int] = None, **match: Any) -> Fault:
        """The same with a TCP reset."""
        return self._add("reset", match, bytes=bytes)

    def hang(self, **match: Any) -> Fault:
        """Ignores the request until the rule is removed."""
        return self._add("hang", match)

    def hold_response(self, **match: Any) -> Fault:
        """Executes the request at once; the response waits until the rule is removed."""
        return self._add("hold-response", match)

    def delay(self, seconds: float, **match: Any) -> Fault:
        """Executes the request after so many seconds."""
        return self._add("delay", match, delay=duration(seconds))

    def slow(self, bytes: int, seconds: float, **match: Any) -> Fault:
        """Sends so many bytes at a time, so many seconds apart."""
        return self._add("slow", match, bytes=bytes, delay=duration(seconds))

    def hold_events(self, **match: Any) -> Fault:
        """Watches see nothing newer than now until the rule is removed."""
        return self._add("hold-events", match)

    def drop_event(self, **match: Any) -> Fault:
        """The next matching change reaches no watch: a missed event."""
        return self._add("drop-event", match)

    def bookmarks(self, mode: str, **match: Any) -> Fault:
        """Bookmarks of watches: "off", "early" or "unannotated"."""
        return self._add("bookmarks", match, mode=mode)

    def watch_list(self, mode: str, status: Optional[int] = None, **match: Any) -> Fault:
        """Watches with sendInitialEvents: "refuse", "hang" or "ignore"."""
        return self._add("watch-list", match, mode=mode, status=status)

    def reply(self, body: Optional[Chunks] = None, status: Optional[int] = None,
              headers: Optional[Mapping[str, str]] = None, **match: Any) -> Fault:
        """Answers with these bytes whatever the request is."""
        return self._add("reply", match, body=body, status=status, headers=headers)

    def backend(self, to: int, **match: Any) -> Fault:
        """Another apiserver answers, as after a fail-over. The keyword from_backend is the match's `backend`."""
        if "from_backend" in match:
            match["backend"] = match.pop("from_backend")
        return self._add("backend", match, to=to)

    def http2(self, mode: str, *, code: Optional[str] = None, bytes: Optional[int] = None, streams: Optional[int] = None,
              delay: Optional[float] = None, **match: Any) -> Fault:
        """Frames of the connection, for requests over HTTP/2. The package has no such requests: the rule never acts."""
        return self._add("http2", match, mode=mode, code=code, bytes=bytes, streams=streams,
                         delay=None if delay is None else duration(delay))
