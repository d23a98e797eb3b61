# SPDX-License-Identifier: Apache-2.0
"""HTTP/1.1 on loopback, one thread a connection."""
from __future__ import annotations

import email.utils
import http.client
import select
import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler
from typing import Any, Callable, List, Optional, Set, Union

from .errors import ConnectionCut, RelistError
from .exchange import Exchange, Head, Headers, Wait

BODY_BYTES_MAX = 3 << 20  # as relist serve
_LINE_BYTES_MAX = 4096
_IDLE_SECONDS = 300

Begin = Callable[[int, str, str, Headers, bytes], Exchange]


class ClientGone(Exception):
    pass


class _TooLarge(ValueError):
    pass


class Listener:
    """A port of 127.0.0.1 for each backend."""

    def __init__(self, begin: Begin, backends: int):
        self._begin = begin
        self._stopped = False
        self._lock = threading.Lock()
        self._connections: Set[socket.socket] = set()
        self._sockets: List[socket.socket] = []
        for backend in range(backends):
            listening = socket.create_server(("127.0.0.1", 0), backlog=512)
            self._sockets.append(listening)
            threading.Thread(target=self._accept, args=(listening, backend), name="relist listener", daemon=True).start()
        self.urls = [f"http://127.0.0.1:{s.getsockname()[1]}" for s in self._sockets]

    def _accept(self, listening: socket.socket, backend: int) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                if self._stopped:
                    return
                continue
            with self._lock:
                if self._stopped:
                    connection.close()
                    return
                self._connections.add(connection)
            threading.Thread(target=self._serve, args=(connection, backend), name="relist connection", daemon=True).start()

    def _serve(self, connection: socket.socket, backend: int) -> None:
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _Handler(connection, self._begin, backend)
        except (OSError, ClientGone):
            pass
        finally:
            with self._lock:
                self._connections.discard(connection)
            connection.close()

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            for s in [*self._sockets, *self._connections]:
                try:
                    s.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        for s in self._sockets:
            s.close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = _IDLE_SECONDS

    def __init__(self, connection: socket.socket, begin: Begin, backend: int):
        self._begin = begin
        self._backend = backend
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        try:
            super().__init__(connection, ("127.0.0.1", 0), None)  # type: ignore[arg-type]
        finally:
            self._woken.close()
            self._waker.close()

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _wake(self) -> None:
        try:
            self._waker.send(b"w")
        except OSError:  # full: a wake-up is waiting already; or closed
            pass

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def _answer(self) -> None:
        try:
            body = self._read_body()
        except (ValueError, OSError) as e:
            self.close_connection = True
            self.send_error(413 if isinstance(e, _TooLarge) else 400, str(e))
            return
        self.connection.settimeout(None)
        try:
            exchange = self._begin(self._backend, self.command, self.path, list(self.headers.items()), body)
        except ConnectionRefusedError:
            self._reset()
            return
        except RelistError as e:
            self._fail(e)
            return
        gone = True
        exchange.wake = self._wake
        try:
            self._send(exchange)
            gone = False
        except ConnectionCut:
            self.close_connection = True
        except ConnectionResetError as e:
            self.close_connection = True
            if str(e).startswith("relist:"):
                self._reset()
        except (OSError, ClientGone):
            self.close_connection = True
        except RelistError as e:
            self._fail(e)
        finally:
            try:
                exchange.end(gone)
            except RelistError:
                pass
        self.connection.settimeout(_IDLE_SECONDS)

    def _fail(self, error: RelistError) -> None:
        """The server is closed or its module has failed: the text goes to the client, if it has no head yet."""
        self.close_connection = True
        if not getattr(self, "_head_sent", False):
            self.send_error(500, str(error).splitlines()[0])

    def _send(self, exchange: Exchange) -> None:
        self._head_sent = False
        head = self._wait(exchange, exchange.poll_head)
        assert isinstance(head, Head)
        self.close_connection = head.close or self.close_connection or self.command == "CONNECT"
        lines = [f"HTTP/1.1 {head.status} {http.client.responses.get(head.status, '')}"]
        names = set()
        for name, value in head.headers:
            lines.append(f"{name}: {value}")
            names.add(name.lower())
        if "date" not in names:
            lines.append(f"Date: {email.utils.formatdate(usegmt=True)}")
        if head.length is not None:
            lines.append(f"Content-Length: {head.length}")
        elif head.status >= 200 and head.status not in (204, 304):
            lines.append("Transfer-Encoding: chunked")
        if self.close_connection:
            lines.append("Connection: close")
        start = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")
        self._head_sent = True
        if self.command == "HEAD" or head.status in (204, 304):
            self.connection.sendall(start)
            return
        while True:
            part = exchange.poll_body()
            if isinstance(part, Wait):
                self.connection.sendall(start)
                start = b""
                part = self._wait(exchange, exchange.poll_body)
            assert isinstance(part, bytes)
            if head.length is None:
                self.connection.sendall(start + b"%x\r\n%b\r\n" % (len(part), part))
            elif start or part:
                self.connection.sendall(start + part)
            start = b""
            if not part:
                return

    def _wait(self, exchange: Exchange, poll: Callable[[], Union[Head, bytes, Wait]]) -> Union[Head, bytes]:
        """Polls until there is a result or the client has left."""
        sockets = [self._woken, self.connection]
        while True:
            try:
                while self._woken.recv(4096):
                    pass
            except OSError:
                pass
            result = poll()
            if not isinstance(result, Wait):
                return result
            ready, _, _ = select.select(sockets, [], [], result.seconds)
            if self.connection in ready:
                if not self.connection.recv(1, socket.MSG_PEEK):
                    raise ClientGone()
                sockets = [self._woken]  # the next request, which waits for its turn

    def _read_body(self) -> bytes:
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self._read_chunks()
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit():
            raise ValueError("Content-Length is no number")
        return self._read(min(int(length), BODY_BYTES_MAX + 1))

    def _read(self, n: int) -> bytes:
        if n > BODY_BYTES_MAX:
            raise _TooLarge(f"Request entity too large: limit is {BODY_BYTES_MAX}")
        data = self.rfile.read(n)
        if len(data) < n:
            raise OSError("the body ended early")
        return data

    def _line(self) -> bytes:
        line = self.rfile.readline(_LINE_BYTES_MAX)
        if not line.endswith(b"\n"):
            raise ValueError("a line of the body's framing does not end")
        return line.strip()

    def _read_chunks(self) -> bytes:
        parts: List[bytes] = []
        total = 0
        while True:
            size = int(self._line().split(b";")[0], 16)
            if size < 0:
                raise ValueError("a chunk's size is negative")
            if size == 0:
                break
            total += size
            if total > BODY_BYTES_MAX:
                raise _TooLarge(f"Request entity too large: limit is {BODY_BYTES_MAX}")
            parts.append(self._read(size))
            if self._line():
                raise ValueError("a chunk does not end")
        while self._line():
            pass
        return b"".join(parts)
