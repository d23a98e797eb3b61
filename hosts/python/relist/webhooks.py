# SPDX-License-Identifier: Apache-2.0
"""Calls of admission and conversion webhooks: to a function of the test, or over the network."""
from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from typing import Any, Callable, Dict, NamedTuple

from .engine import Question

REPLY_BYTES_MAX = 64 << 20
Handler = Callable[[str, Dict[str, Any]], Dict[str, Any]]


class Reply(NamedTuple):
    """status 0: there is none, and error says why."""

    status: int
    content_type: str
    body: bytes
    error: str


def handle(handler: Handler, question: Question) -> Reply:
    try:
        review = handler(question.url, json.loads(question.body))
        return Reply(200, "application/json", json.dumps(review).encode(), "")
    except Exception as e:  # noqa: BLE001 - the request fails with it, as with a webhook that is down
        return Reply(0, "", b"", f"the webhook handler raised {type(e).__name__}: {e}")


class _SameName(ssl.SSLContext):
    """Checks the certificate for the Service's name, whatever the address is."""

    server_name = ""

    def wrap_socket(self, *args: Any, **kwargs: Any) -> ssl.SSLSocket:  # type: ignore[override]
        kwargs["server_hostname"] = self.server_name or kwargs.get("server_hostname")
        return super().wrap_socket(*args, **kwargs)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Sends the review again: a mux redirects "//path" to "/path"."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if code in (307, 308):
            return urllib.request.Request(newurl, req.data, dict(req.header_items()), method=req.get_method())
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def post(question: Question) -> Reply:
    request = urllib.request.Request(question.url, question.body, {
        "Content-Type": "application/json", "Accept": "application/json, */*"}, method="POST")
    try:
        context = _SameName(ssl.PROTOCOL_TLS_CLIENT)
        context.server_name = question.server_name
        if question.ca:
            context.load_verify_locations(cadata=question.ca)
        else:
            context.load_default_certs()
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Redirects(), urllib.request.HTTPSHandler(context=context))
        try:
            response = opener.open(request, timeout=question.timeout)
        except urllib.error.HTTPError as e:
            response = e
        with response:
            body = response.read(REPLY_BYTES_MAX)
            return Reply(response.status, response.headers.get("Content-Type", ""), body, "")
    except (OSError, ValueError) as e:
        return Reply(0, "", b"", str(e) or type(e).__name__)
