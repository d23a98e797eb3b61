# SPDX-License-Identifier: Apache-2.0
"""Transports for httpx (and what is built on it, such as kr8s): no sockets."""
from __future__ import annotations

from typing import TYPE_CHECKING, AsyncIterator, Iterator, List, Optional, Tuple

import httpx

from .errors import ConnectionCut
from .exchange import Exchange, Head, run, run_async

if TYPE_CHECKING:
    from .server import Server


def _begin(server: Server, backend: int, request: httpx.Request, body: bytes) -> Exchange:
    headers: List[Tuple[str, str]] = [(n.decode("latin-1"), v.decode("latin-1")) for n, v in request.headers.raw]
    try:
        return server.exchange(backend, request.method, request.url.raw_path.decode("ascii"), headers, body)
    except ConnectionRefusedError as e:
        raise httpx.ConnectError(str(e), request=request) from e


def _translate(error: Exception, request: httpx.Request) -> Exception:
    if isinstance(error, TimeoutError):
        return httpx.ReadTimeout(str(error), request=request)
    if isinstance(error, ConnectionCut):
        return httpx.RemoteProtocolError(str(error), request=request)
    if isinstance(error, ConnectionError):
        return httpx.ReadError(str(error), request=request)
    return error


def _read_timeout(request: httpx.Request) -> Optional[float]:
    timeout: Optional[float] = request.extensions.get("timeout", {}).get("read")
    return timeout


def _headers(head: Head) -> List[Tuple[str, str]]:
    if head.length is None:
        return [*head.headers, ("Transfer-Encoding", "chunked")]
    return [*head.headers, ("Content-Length", str(head.length))]


class _Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, exchange: Exchange, request: httpx.Request):
        self._exchange = exchange
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        while True:
            try:
                part = run(self._exchange, self._exchange.poll_body, _read_timeout(self._request))
            except (ConnectionError, TimeoutError) as e:
                raise _translate(e, self._request) from e
            if not part:
                self._exchange.end()
                return
            yield part

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            try:
                part = await run_async(self._exchange, self._exchange.poll_body, _read_timeout(self._request))
            except (ConnectionError, TimeoutError) as e:
                raise _translate(e, self._request) from e
            if not part:
                self._exchange.end()
                return
            yield part

    def close(self) -> None:
        self._exchange.end(client_gone=True)

    async def aclose(self) -> None:
        self.close()


class _Base:
    def __init__(self, server: Server, backend: int = 0):
        self._server = server
        self._backend = backend

    def _response(self, exchange: Exchange, head: Head, request: httpx.Request) -> httpx.Response:
        if request.method == "HEAD":
            exchange.end()
            return httpx.Response(head.status, headers=_headers(head))
        return httpx.Response(head.status, headers=_headers(head), stream=_Stream(exchange, request))


class Transport(_Base, httpx.BaseTransport):
    def handle_request(self, request: httpx.Request) -> httpx.Response:
        exchange = _begin(self._server, self._backend, request, request.read())
        try:
            head = run(exchange, exchange.poll_head, _read_timeout(request))
        except BaseException as e:
            exchange.end(client_gone=True)
            if isinstance(e, (ConnectionError, TimeoutError)):
                raise _translate(e, request) from e
            raise
        return self._response(exchange, head, request)


class AsyncTransport(_Base, httpx.AsyncBaseTransport):
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        exchange = _begin(self._server, self._backend, request, await request.aread())
        try:
            head = await run_async(exchange, exchange.poll_head, _read_timeout(request))
        except BaseException as e:
            exchange.end(client_gone=True)
            if isinstance(e, (ConnectionError, TimeoutError)):
                raise _translate(e, request) from e
            raise
        return self._response(exchange, head, request)
