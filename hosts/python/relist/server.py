# SPDX-License-Identifier: Apache-2.0
"""The fake apiserver as an object of the test."""
from __future__ import annotations

import datetime
import json
import os
import re
import threading
from types import TracebackType
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Type, Union
from urllib.parse import urlencode

from . import listener, webhooks as calls
from .clock import Clock, Time
from .engine import MODULE_PATH, Engine, Question, record
from .errors import RelistError, ServerClosed
from .exchange import Exchange, Headers, run
from .faults import Faults, duration, match_of, without_none

Object = Dict[str, Any]
PathLike = Union[str, "os.PathLike[str]"]


class Response(NamedTuple):
    status: int
    headers: Headers
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Request(NamedTuple):
    """A row of the request log."""

    seq: int
    at_ns: int
    backend: int
    verb: str
    method: str
    uri: str
    user_agent: str
    status: int


def _camel(word: str) -> str:
    return re.sub(r"_(\w)", lambda m: m.group(1).upper(), word)


class Server:
    """A fake Kubernetes apiserver in this process.

    seed      of uids and generated names: the same seed, time and requests give the same bytes
    time      "real"; "paused": only advance() moves it; or a function that returns seconds, such as the time() of a
              virtual event loop
    now       the wall clock at the start; default: the present, or 2000-01-01 where time is not real
    webhooks  calls admission and conversion webhooks: a function of URL and review that returns the review with a
              response. Without it they are sent over the network
    options   those of docs/module.md in snake case, such as backends=2, garbage_collection=True, rbac=True

    Its methods may be called from any thread.
    """

    def __init__(self, *, seed: int = 1, time: Time = "real", now: Optional[datetime.datetime] = None,
                 webhooks: Optional[calls.Handler] = None, module_path: PathLike = MODULE_PATH, **options: Any):
        if not 0 <= seed < 1 << 63:
            raise ValueError(f"seed: found {seed}, wanted 0 to 2^63-1")
        members = {_camel(word): value for word, value in options.items() if value is not None}
        members["webhooks"] = True
        members["services"] = webhooks is not None
        self.clock = Clock(time, now)
        text = json.dumps(members, sort_keys=True).encode()
        self._engine = Engine(seed, text, self.clock, os.fspath(module_path))
        self._webhooks = webhooks
        self._backends = int(members.get("backends", 1))
        self._listener: Optional[listener.Listener] = None
        self._listener_lock = threading.Lock()
        self.faults = Faults(self._control)

    # --- life ---

    def close(self) -> None:
        """Ends every open response and frees the server. May be called again."""
        with self._listener_lock:
            if self._listener is not None:
                self._listener.stop()
        self._engine.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def advance(self, seconds: float) -> None:
        """Moves the server's clock; timeouts and delays that have passed take effect."""
        with self._engine.lock:
            self.clock.advance(seconds)
            self._engine.wake_all()

    # --- addresses ---

    @property
    def url(self) -> str:
        """The address of the first apiserver. The listener on loopback starts with the first use."""
        return self.urls[0]

    @property
    def urls(self) -> List[str]:
        """One for each backend."""
        with self._listener_lock:
            if self._listener is None:
                if self._engine.broken is not None:
                    raise self._engine.broken
                if not self.clock.is_real and not self.clock.is_paused:
                    raise RelistError("a server whose time is a function has no sockets, for their threads cannot "
                                      "wait in it: use async_transport(), or time='paused' and advance()")
                self._listener = listener.Listener(self.exchange, self._backends)
            return self._listener.urls

    def kubeconfig(self, backend: int = 0) -> Object:
        return {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": "relist", "cluster": {"server": self.urls[backend]}}],
            "users": [{"name": "relist", "user": {}}],
            "contexts": [{"name": "relist", "context": {"cluster": "relist", "user": "relist"}}],
            "current-context": "relist",
        }

    def write_kubeconfig(self, path: PathLike, backend: int = 0) -> str:
        """Writes JSON, which every reader of kubeconfigs takes. Returns the path."""
        with open(path, "w", encoding="utf-8") as f:
            json.dump(self.kubeconfig(backend), f, indent=1)
        return os.fspath(path)

    # --- requests without sockets ---

    def exchange(self, backend: int, method: str, target: str, headers: Headers, body: bytes,
                 as_client: bool = True) -> Exchange:
        if not 0 <= backend < self._backends:
            raise ValueError(f"backend: found {backend}, wanted less than {self._backends}")
        return Exchange(self._engine, backend, method, target, headers, body, self._call_webhooks, as_client)

    def request(self, method: str, target: str, body: Union[bytes, str, Mapping[str, Any], None] = None,
                headers: Optional[Mapping[str, str]] = None, *, backend: int = 0, timeout: Optional[float] = 30,
                _as_client: bool = True) -> Response:
        """Sends one request and reads the whole response. `target` is "/path?query"; a mapping is sent as JSON."""
        fields = dict(headers or {})
        fields.setdefault("Host", "127.0.0.1")
        if isinstance(body, Mapping):
            fields.setdefault("Content-Type", "application/json")
            body = json.dumps(body)
        data = body.encode() if isinstance(body, str) else body or b""
        exchange = self.exchange(backend, method, target, list(fields.items()), data, _as_client)
        parts: List[bytes] = []
        gone = True
        try:
            head = run(exchange, exchange.poll_head, timeout)
            while method != "HEAD" and (not parts or parts[-1]):
                parts.append(run(exchange, exchange.poll_body, timeout))
            gone = False
        finally:
            exchange.end(gone)
        return Response(head.status, head.headers, b"".join(parts))

    def transport(self, backend: int = 0) -> Any:
        """For httpx.Client(transport=…)."""
        from . import httpx_transport

        return httpx_transport.Transport(self, backend)

    def async_transport(self, backend: int = 0) -> Any:
        """For httpx.AsyncClient(transport=…); waits in the event loop's time."""
        from . import httpx_transport

        return httpx_transport.AsyncTransport(self, backend)

    # --- objects ---

    def load(self, manifest: Union[str, bytes, Mapping[str, Any]]) -> None:
        """Creates or replaces objects: JSON or YAML, several documents, lists. CustomResourceDefinitions are served at once."""
        if isinstance(manifest, Mapping):
            manifest = json.dumps(manifest)
        text = manifest.encode() if isinstance(manifest, str) else manifest
        engine = self._engine
        with engine.lock:
            at = engine.put(text)
            code = engine.call("relist_load", engine.server, engine.clock.now(), at, len(text))
            why = engine.out().decode(errors="replace") if code else ""
            engine.free(at)
            engine.settle()
        self._call_webhooks()
        if code:
            raise RelistError(f"manifest: {why}")

    def load_files(self, *paths: PathLike) -> None:
        """Loads files, and the *.json, *.yaml and *.yml files of folders by name."""
        for path in map(os.fspath, paths):
            names = [path]
            if os.path.isdir(path):
                names = [os.path.join(path, n) for n in sorted(os.listdir(path)) if n.endswith((".json", ".yaml", ".yml"))]
            for name in names:
                with open(name, "rb") as f:
                    text = f.read()
                try:
                    self.load(text)
                except RelistError as e:
                    raise RelistError(f"{name}: {e}") from e

    def objects(self, resource: str, namespace: str = "", group: str = "") -> List[Object]:
        """The stored objects, as no fault distorts them."""
        return list(self._control("GET", "objects?" + urlencode(
            {"group": group, "resource": resource, "namespace": namespace}))["items"])

    def put(self, obj: Mapping[str, Any]) -> None:
        """Creates or replaces one object, as another client would."""
        self._control("PUT", "objects", obj)

    def delete(self, resource: str, name: str, namespace: str = "", group: str = "") -> None:
        """Deletes one object at once, whatever its finalizers, as another client would."""
        self._control("DELETE", "objects?" + urlencode(
            {"group": group, "resource": resource, "namespace": namespace, "name": name}))

    # --- what clients did ---

    def requests(self, since: Optional[int] = None) -> List[Request]:
        """The request log, oldest first; `since`: after this seq."""
        rows = self._control("GET", "requests" if since is None else f"requests?since={since}")
        return [Request(r["seq"], r["atNs"], r["backend"], r["verb"], r["method"], r["uri"], r["userAgent"], r["status"])
                for r in rows]

    def clear_requests(self) -> None:
        self._control("DELETE", "requests")

    def watches(self) -> List[Object]:
        """The open watches."""
        return list(self._control("GET", "watches"))

    def changes(self, since: Optional[int] = None) -> Object:
        """What was written after a resourceVersion."""
        return dict(self._control("GET", "changes" if since is None else f"changes?since={since}"))

    def state(self) -> Object:
        """Version, resourceVersion and numbers of objects, watches and requests."""
        return dict(self._control("GET", ""))

    # --- what goes wrong at once ---

    def end_watches(self, how: str = "end", **match: Any) -> int:
        """Ends open watches that match ("end", "cut", "reset", "stall", "resume"). Returns their number."""
        return int(self._control("POST", "watches", {"how": how, "match": match_of(match)})["watches"])

    def slow_watches(self, bytes: int, seconds: float, **match: Any) -> int:
        return int(self._control("POST", "watches", {"how": "slow", "bytes": bytes, "delay": duration(seconds),
                                                     "match": match_of(match)})["watches"])

    def send_bookmarks(self, initial_events_end: bool = False, **match: Any) -> int:
        return int(self._control("POST", "watches", {"how": "bookmark", "initialEventsEnd": initial_events_end,
                                                     "match": match_of(match)})["watches"])

    def send_error(self, status: int = 410, reason: Optional[str] = None, message: Optional[str] = None,
                   **match: Any) -> int:
        """An ERROR event, then the end of the watch."""
        return int(self._control("POST", "watches", without_none(
            how="error", status=status, reason=reason, message=message, match=match_of(match)))["watches"])

    def send_bytes(self, body: Iterable[Union[str, Mapping[str, Any]]], **match: Any) -> int:
        """Bytes between two events, in the form of Faults.reply()."""
        return int(self._control("POST", "watches", {"how": "send", "body": list(body),
                                                     "match": match_of(match)})["watches"])

    def compact(self, resource_version: Optional[int] = None, *, keep_watch_cache: Optional[bool] = None,
                backend: Optional[int] = None, gone: Optional[str] = None) -> None:
        """Older states answer 410 Gone."""
        version = None if resource_version is None else str(resource_version)
        self._control("POST", "compact", without_none(resourceVersion=version, keepWatchCache=keep_watch_cache,
                                                      backend=backend, gone=gone))

    def expire_continue(self) -> None:
        """Continue tokens given out so far answer 410."""
        self._control("POST", "expire-continue", {})

    def rewind(self, resource_version: int, keep_watches: bool = False) -> None:
        """The store as it was then, as after an etcd restore."""
        self._control("POST", "rewind", {"resourceVersion": str(resource_version), "keepWatches": keep_watches})

    def collect_garbage(self) -> None:
        self._control("POST", "gc", {})

    def set_backend(self, backend: int = 0, *, freeze: Optional[bool] = None, lag: Optional[float] = None,
                    behind: Optional[int] = None, resource_version: Optional[int] = None,
                    refuse: Optional[bool] = None, for_: Optional[float] = None) -> None:
        """A backend whose watch cache is frozen or late, or whose port refuses connections."""
        members = without_none(
            backend=backend, freeze=freeze, behind=behind, refuse=refuse,
            lag=None if lag is None else duration(lag),
            resourceVersion=None if resource_version is None else str(resource_version))
        if for_ is not None:
            members["for"] = duration(for_)
        self._control("POST", "backends", members)

    def backends(self) -> List[Object]:
        return list(self._control("GET", "backends"))

    def cut_network(self, seconds: float) -> None:
        """Open watches break and every port refuses connections for so long."""
        self._control("POST", "network", {"for": duration(seconds)})

    def reset(self) -> None:
        """The state after the start, without rules and with an empty log."""
        self._control("POST", "reset", {})

    # --- inside ---

    def _control(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None) -> Any:
        response = self.request(method, f"/relist/v1/{path}".rstrip("/"), body, _as_client=False)
        if response.status >= 300:
            try:
                why = response.json()["message"]
            except (ValueError, KeyError, TypeError):
                why = response.body.decode(errors="replace")
            raise RelistError(f"{why} ({method} /relist/v1/{path}: {response.status})")
        return response.json() if response.body else None

    def _call_webhooks(self) -> None:
        """After each call, without the lock: the handler may call the server."""
        engine = self._engine
        if not engine.questions:
            return
        with engine.lock:
            questions, engine.questions = engine.questions, []
        for question in questions:
            if self._webhooks is not None:
                self._reply(question, calls.handle(self._webhooks, question))
            else:
                threading.Thread(target=lambda q=question: self._reply(q, calls.post(q)),  # type: ignore[misc]
                                 name="relist webhook", daemon=True).start()

    def _reply(self, question: Question, reply: calls.Reply) -> None:
        text = record(reply.content_type.encode(), reply.body, reply.error.encode())
        engine = self._engine
        try:
            with engine.lock:
                at = engine.put(text)
                engine.call("relist_reply", engine.server, question.id, reply.status, at, len(text))
                engine.free(at)
                engine.settle(is_waiting=True)
        except ServerClosed:
            return
        self._call_webhooks()
