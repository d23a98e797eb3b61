# SPDX-License-Identifier: Apache-2.0
"""One instance of relist.wasm with one server in it. docs/module.md describes the interface."""
from __future__ import annotations

import os
import struct
import threading
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

import wasmtime

from .clock import Clock, DAY_NS
from .errors import ModuleError, RelistError, ServerClosed

MODULE_VERSION = 1
PULL_BYTES = 64 << 10
MEMORY_BYTES_MAX = 1 << 30
_PAGE = 64 << 10
_SNAPSHOTS_MAX = 16
_PANIC_BYTES = 512
MODULE_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relist.wasm")


def record(*texts: bytes) -> bytes:
    return b"".join(struct.pack("<I", len(t)) + t for t in texts)


def read_record(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        (n,) = struct.unpack_from("<I", data, at)
        yield data[at + 4 : at + 4 + n]
        at += 4 + n


class Question(NamedTuple):
    """A webhook call that a request waits for."""

    id: int
    timeout: float
    url: str
    ca: str
    server_name: str
    body: bytes


class Compiled:
    """The compiled module. Compiling takes most of a first start: wasmtime keeps the result on disk."""

    def __init__(self, module_bytes: bytes):
        self.engine = wasmtime.Engine(self._config())
        try:
            self.module = wasmtime.Module(self.engine, module_bytes)
        except wasmtime.WasmtimeError as e:
            raise ModuleError(f"relist.wasm does not compile: {str(e).splitlines()[0]}") from e
        self.snapshots: Dict[Tuple[int, bytes, int], Tuple[bytes, int, int]] = {}

    @staticmethod
    def _config() -> wasmtime.Config:
        config = wasmtime.Config()
        try:
            config.cache = True
        except wasmtime.WasmtimeError:  # no folder to write to
            config = wasmtime.Config()
        return config


_compiled: Dict[str, Compiled] = {}
_compiled_lock = threading.Lock()


def _compile(path: str) -> Compiled:
    """Under _compiled_lock."""
    if path not in _compiled:
        try:
            with open(path, "rb") as f:
                module_bytes = f.read()
        except OSError as e:
            raise ModuleError(f"{path}: {e.strerror}. In a checkout `make module` puts it there.") from e
        _compiled[path] = Compiled(module_bytes)
    return _compiled[path]


class Engine:
    """Its methods, save close(), want the lock. After a failure every call raises it again."""

    def __init__(self, seed: int, options: bytes, clock: Clock, module_path: str):
        self.lock = threading.RLock()
        self.clock = clock
        self.exchanges: Dict[int, Any] = {}
        self.broken: Optional[RelistError] = None
        self.may_refuse = False  # since a call of the control API that may close a port
        self.buffer = 0
        self.questions: List[Question] = []
        with _compiled_lock:
            compiled = _compile(module_path)
            key = (seed, options, clock.day)
            snapshot = compiled.snapshots.get(key)
            if snapshot is None:
                snapshot = self._start(compiled, *key)
                if len(compiled.snapshots) >= _SNAPSHOTS_MAX:
                    compiled.snapshots.clear()
                compiled.snapshots[key] = snapshot
        self._instantiate(compiled)
        memory, self.server, self.buffer = snapshot
        missing = len(memory) - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, missing // _PAGE)
        self._memory.write(self._store, memory, 0)

    def _instantiate(self, compiled: Compiled) -> None:
        self._store = wasmtime.Store(compiled.engine)
        self._store.set_limits(memory_size=MEMORY_BYTES_MAX)
        try:
            exports = wasmtime.Instance(self._store, compiled.module, []).exports(self._store)
            self._memory: wasmtime.Memory = exports["memory"]
            self._functions: Dict[str, Callable[..., Any]] = {
                name: exports[name]
                for name in exports
                if isinstance(exports[name], wasmtime.Func)
            }
        except (wasmtime.WasmtimeError, wasmtime.Trap, KeyError) as e:
            raise ModuleError(f"relist.wasm does not start: {e}") from e

    def _start(self, compiled: Compiled, seed: int, options: bytes, day: int) -> Tuple[bytes, int, int]:
        self._instantiate(compiled)
        if "relist_version" not in self._functions:
            raise ModuleError("relist.wasm has no relist_version: it is another module")
        version = self._functions["relist_version"](self._store)
        if version != MODULE_VERSION:
            raise ModuleError(f"relist.wasm has interface {version}, this package wants {MODULE_VERSION}")
        self.call("_initialize")
        at = self.put(options)
        server = self.call("relist_server_new", seed, 0, day * DAY_NS, at, len(options))
        if server == 0:
            raise RelistError(self.out().decode() or "the module is out of memory")
        self.free(at)
        buffer = self.call("relist_alloc", PULL_BYTES)
        if buffer == 0:
            raise ModuleError("the module is out of memory")
        return bytes(self._memory.read(self._store, 0, self._memory.data_len(self._store))), server, buffer

    def call(self, name: str, *args: int) -> int:
        if self.broken:
            raise self.broken
        function = self._functions.get(name)
        if function is None:
            self.fail(ModuleError(f"relist.wasm has no {name}"))
            raise self.broken  # type: ignore[misc]
        try:
            return function(self._store, *args)  # type: ignore[no-any-return]
        except (wasmtime.Trap, wasmtime.WasmtimeError) as e:
            self.fail(ModuleError(f"relist.wasm failed in {name}: {self._panic() or str(e).splitlines()[0]}"))
            raise self.broken from e  # type: ignore[misc]

    def _panic(self) -> str:
        try:
            at = self._functions["relist_panic"](self._store)
            return bytes(self._memory.read(self._store, at, at + _PANIC_BYTES)).split(b"\0")[0].decode(errors="replace")
        except (wasmtime.Trap, wasmtime.WasmtimeError, KeyError, IndexError):
            return ""

    def fail(self, why: RelistError) -> None:
        self.broken = why
        for exchange in list(self.exchanges.values()):
            exchange.wake()

    def put(self, data: bytes) -> int:
        """In the buffer if it fits: each call costs more than the copy. Until the next put() or pull."""
        if self.broken:
            raise self.broken
        if self.buffer and len(data) <= PULL_BYTES:
            self._memory.write(self._store, data, self.buffer)
            return self.buffer
        at = self.call("relist_alloc", len(data)) & 0xFFFFFFFF
        if at == 0:
            raise ModuleError(f"the module is out of memory: no room for {len(data)} bytes")
        self._memory.write(self._store, data, at)
        return at

    def free(self, at: int) -> None:
        if at != self.buffer:
            self.call("relist_free", at)

    def out(self) -> bytes:
        at = self.call("relist_out") & 0xFFFFFFFF
        return bytes(self._memory.read(self._store, at, at + self.call("relist_out_len")))

    def read_buffer(self, n: int) -> bytes:
        return bytes(self._memory.read(self._store, self.buffer, self.buffer + n))

    def settle(self, is_waiting: bool = False) -> None:
        """Wakes the exchanges that a call has changed, and collects webhook calls.

        If nothing waits, neither can be: the caller's own exchange is polled again anyway.
        """
        if not is_waiting and len(self.exchanges) <= 1:
            return
        while True:
            woken = self.call("relist_woken", self.server)
            if woken == 0:
                break
            exchange = self.exchanges.get(woken)
            if exchange is not None:
                exchange.wake()
        while self.call("relist_question", self.server) == 1:
            number, timeout_ns, url, ca, name, body = read_record(self.out())
            self.questions.append(
                Question(int(number), int(timeout_ns) / 1e9, url.decode(), ca.decode(), name.decode(), body)
            )

    def wake_all(self) -> None:
        for exchange in list(self.exchanges.values()):
            exchange.wake()

    def close(self) -> None:
        with self.lock:
            if self.broken is None:
                try:
                    self.call("relist_server_free", self.server)
                except ModuleError:
                    return
                self.fail(ServerClosed("the server is closed"))
            self._store.close()
