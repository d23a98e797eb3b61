# SPDX-License-Identifier: Apache-2.0
"""One request and its response, for threads and for event loops."""
from __future__ import annotations

import asyncio
import threading
import time
from typing import Callable, List, NamedTuple, Optional, Tuple, Union

from .engine import Engine, PULL_BYTES, read_record, record
from .errors import ConnectionCut, ModuleError

FLAG_TLS, FLAG_REMOTE = 1, 2
_HEAD_READY, _HEAD_CUT, _HEAD_RESET = 1, 2, 3
_CLOSES_PORTS = ("/relist/v1/backends", "/relist/v1/network")
_PULL_WAIT, _PULL_END, _PULL_RESET = 0, -1, -3

Headers = List[Tuple[str, str]]


class Head(NamedTuple):
    status: int
    close: bool
    length: Optional[int]  # None: a stream
    headers: Headers


class Wait(NamedTuple):
    """Poll again when woken, or after this many seconds (None: only when woken)."""

    seconds: Optional[float]


class Exchange:
    """wake() runs when another poll may have more; it runs under the engine's lock and must not block."""

    def __init__(self, engine: Engine, backend: int, method: str, target: str, headers: Headers, body: bytes,
                 after_call: Callable[[], None], as_client: bool = True):
        self.engine = engine
        self.wake: Callable[[], None] = lambda: None
        self._after_call = after_call
        self._ended = False
        fields = [method, target]
        text = record(*(f.encode("latin-1", "replace") for f in fields), body, b"", b"")
        text += record(*(part.encode("latin-1", "replace") for pair in headers for part in pair))
        with engine.lock:
            if as_client and engine.may_refuse and not self._accepts(backend):
                raise ConnectionRefusedError("relist: a fault has closed this apiserver's port")
            engine.may_refuse = engine.may_refuse or target.startswith(_CLOSES_PORTS)
            at = engine.put(text)
            self.id = engine.call("relist_begin", engine.server, engine.clock.now(), backend,
                                  FLAG_REMOTE if as_client else 0, at, len(text))
            engine.free(at)
            if self.id == 0:
                raise ModuleError("the module is out of memory")
            engine.exchanges[self.id] = self
            engine.settle()
        after_call()

    def _accepts(self, backend: int) -> bool:
        return self.engine.call("relist_accepts", self.engine.server, self.engine.clock.now(), backend) != 0

    def _wait(self) -> Wait:
        return Wait(self.engine.clock.seconds_until(self.engine.call("relist_deadline", self.engine.server, self.id)))

    def poll_head(self) -> Union[Head, Wait]:
        engine = self.engine
        with engine.lock:
            state = engine.call("relist_head", engine.server, self.id, engine.clock.now())
            out = engine.out() if state == _HEAD_READY else b""
            wait = Wait(None) if state else self._wait()
            engine.settle(is_waiting=state == 0)
        self._after_call()
        if state == _HEAD_RESET:
            raise ConnectionResetError("relist: connection reset by a fault")
        if state == _HEAD_CUT:
            raise ConnectionCut("relist: connection closed without a response")
        if state != _HEAD_READY:
            return wait
        status, close, length, *rest = (f.decode("latin-1") for f in read_record(out))
        return Head(int(status), close == "close", int(length) if length else None, list(zip(rest[::2], rest[1::2])))

    def poll_body(self, size: int = PULL_BYTES) -> Union[bytes, Wait]:
        """b"": the end."""
        engine = self.engine
        with engine.lock:
            n = engine.call("relist_pull", engine.server, self.id, engine.clock.now(), engine.buffer,
                            min(size, PULL_BYTES))
            data = engine.read_buffer(n) if n > 0 else b""
            wait = self._wait() if n == _PULL_WAIT else None
            engine.settle(is_waiting=wait is not None)
        self._after_call()
        if n == _PULL_RESET:
            raise ConnectionResetError("relist: connection reset by a fault")
        if n < _PULL_END:
            raise ConnectionCut("relist: connection closed before the end of the body")
        return data if wait is None else wait

    def end(self, client_gone: bool = False) -> None:
        engine = self.engine
        with engine.lock:
            if self._ended or engine.broken:
                return
            self._ended = True
            engine.exchanges.pop(self.id, None)
            engine.call("relist_end", engine.server, self.id, 1 if client_gone else 0)
            engine.settle()
        self._after_call()


Poll = Callable[[], Union[Head, bytes, Wait]]


def run(exchange: Exchange, poll: Poll, timeout: Optional[float] = None):  # type: ignore[no-untyped-def]
    """Blocks the thread until the poll has a result; `timeout` is in real seconds."""
    woken = threading.Event()
    exchange.wake = woken.set
    give_up = None if timeout is None else time.monotonic() + timeout
    while True:
        woken.clear()
        result = poll()
        if not isinstance(result, Wait):
            return result
        left = None if give_up is None else give_up - time.monotonic()
        if left is not None and left <= 0:
            raise TimeoutError("relist: no bytes in time")
        woken.wait(_soonest(result.seconds, left))


async def run_async(exchange: Exchange, poll: Poll, timeout: Optional[float] = None):  # type: ignore[no-untyped-def]
    """The same in an event loop, in the loop's time."""
    loop = asyncio.get_running_loop()
    woken = asyncio.Event()

    def wake() -> None:
        try:
            loop.call_soon_threadsafe(woken.set)
        except RuntimeError:  # the loop is closed
            pass

    exchange.wake = wake
    give_up = None if timeout is None else loop.time() + timeout
    while True:
        woken.clear()
        result = poll()
        if not isinstance(result, Wait):
            return result
        left = None if give_up is None else give_up - loop.time()
        if left is not None and left <= 0:
            raise TimeoutError("relist: no bytes in time")
        timer = None
        seconds = _soonest(result.seconds, left)
        if seconds is not None:
            timer = loop.call_later(seconds, woken.set)
        try:
            await woken.wait()
        finally:
            if timer is not None:
                timer.cancel()


def _soonest(a: Optional[float], b: Optional[float]) -> Optional[float]:
    return b if a is None else a if b is None else min(a, b)
