#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""attack.py RELIST [WORD] - attacks `relist serve` like a client that wants to crash it.

Each attack has a server of its own on loopback and says what must hold; besides, after each the server
must be there, answer at once, and end on SIGTERM with 0 and without a word from a sanitizer. With WORD
only attacks with that in their names. Bounded: a few minutes, at most 1,000 connections. Times and
memory are judged with room to spare (ten times as much under a sanitizer): the numbers are in
bench/README.md.
"""
import base64
import http.client
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

RELIST = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/relist"
SLOW = 10 if "asan" in os.path.realpath(RELIST) or "tsan" in os.path.realpath(RELIST) else 1
MAPS = "/api/v1/namespaces/default/configmaps"
PODS = "/api/v1/namespaces/default/pods"
CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
attacks = []


def attack(*args):
    """Registers a function; the arguments are the server's."""
    def add(f):
        attacks.append((f, args))
        return f
    return add


class Failed(Exception):
    pass


def must(true, why):
    if not true:
        raise Failed(why)


class Server:
    def __init__(self, args):
        self.err = tempfile.TemporaryFile()
        self.proc = subprocess.Popen([RELIST, "serve", *args], stdout=subprocess.PIPE, stderr=self.err)
        line = self.proc.stdout.readline().decode()
        if "listening on" not in line:
            self.proc.wait(10)
            raise Failed("did not start: " + self.said())
        self.port = int(line.split()[3].rsplit(":", 1)[1])

    def said(self):
        self.err.seek(0)
        return self.err.read().decode(errors="replace")

    def connect(self, timeout=20 * SLOW, rcvbuf=None):
        s = socket.socket()
        if rcvbuf:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, rcvbuf)
        s.settimeout(timeout)
        s.connect(("127.0.0.1", self.port))
        return s

    def raw(self, data, patience=3):
        """Sends bytes, reads to the end or until nothing comes for a while."""
        s = self.connect(patience)
        parts = []  # to join as they come would be the square of it
        try:
            s.sendall(data)
            while True:
                part = s.recv(65536)
                if not part:
                    break
                parts.append(part)
        except OSError:
            pass
        s.close()
        return b"".join(parts)

    def ask(self, method, uri, body=None, kind="application/json", headers=None):
        """Status and body; 0 when the connection ended without an answer."""
        h = {} if body is None else {"Content-Type": kind}
        h.update(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60 * SLOW)
        try:
            c.putrequest(method, uri, skip_accept_encoding=True, skip_host="Host" in h)
            data = body.encode() if isinstance(body, str) else body
            if data is not None:
                h["Content-Length"] = str(len(data))
            for name, value in h.items():
                c.putheader(name, value)
            c.endheaders(data)
            r = c.getresponse()
            return r.status, r.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            c.close()

    def rss(self):
        with open(f"/proc/{self.proc.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20

    def cpu(self):
        with open(f"/proc/{self.proc.pid}/stat") as f:
            t = f.read().rsplit(")", 1)[1].split()
        return (int(t[11]) + int(t[12])) / os.sysconf("SC_CLK_TCK")

    def answers_within(self, seconds):
        begin = time.monotonic()
        status, _ = self.ask("GET", "/readyz")
        took = time.monotonic() - begin
        must(status == 200, f"/readyz: {status}")
        must(took < seconds * SLOW, f"/readyz took {took:.2f} s")

    def end(self):
        must(self.proc.poll() is None, f"the server is gone: {self.proc.returncode} {self.said()[-2000:]}")
        self.answers_within(2)
        self.proc.send_signal(signal.SIGTERM)
        code = self.proc.wait(30)
        must(code == 0, f"ended with {code}: {self.said()[-2000:]}")
        must("Sanitizer" not in self.said() and "runtime error" not in self.said(), self.said()[-2000:])

    def kill(self):
        if self.proc.poll() is None:
            self.proc.kill()
            self.proc.wait()
        self.err.close()
        self.proc.stdout.close()


def head(method, uri, *lines, host="Host: localhost"):
    return "\r\n".join([f"{method} {uri} HTTP/1.1", *([host] if host else []), *lines, "", ""]).encode()


def config_map(name, data=None):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data or {}}


def pod(name, containers=1):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name},
            "spec": {"containers": [{"name": f"c{i}", "image": "i"} for i in range(containers)]}}


def definition(schema, name="ws.a.b"):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": name},
            "spec": {"group": "a.b", "scope": "Namespaced",
                     "names": {"plural": "ws", "kind": "W"},
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema}}]}}


# --- heads ---------------------------------------------------------------------------------------


@attack()
def parameters_and_headers_of_every_number(s):
    for n in (1, 20, 40, 79, 80, 81, 120, 200, 400, 1000):
        for extra in (0, 5, 20, 60):
            got = s.raw(head("GET", PODS + "?" + "&".join("a" * n), *["X-A: b"] * extra,
                             "Connection: close"))
            must(got.startswith(b"HTTP/1.1 "), f"{n} parameters, {extra} headers: no answer")
    for n in (1, 10, 40, 200):
        s.raw(head("GET", PODS, "Cookie: " + "; ".join(f"c{i}=1" for i in range(n)), "Connection: close"))


@attack()
def heads_of_every_length(s):
    for n in (1000, 4000, 6000, 7000, 8000, 8192, 16384, 65536, 1 << 20):
        for lines in ([f"X-A: {'a' * n}"], ["X: " + "b" * 50] * (n // 54)):
            got = s.raw(head("GET", PODS, *lines, "Connection: close"))
            must(not got or got.split()[1] in (b"200", b"431", b"400"), f"{n}: {got[:60]}")
        got = s.raw(head("GET", "/" + "p" * n, "Connection: close"))
        must(not got or got.split()[1] in (b"404", b"414", b"431", b"400"), f"{n}: {got[:60]}")




@attack()
def requests_that_can_be_read_in_two_ways(s):
    inner = json.dumps(config_map("smuggled")).encode()
    hidden = head("POST", MAPS, "Content-Type: application/json", f"Content-Length: {len(inner)}") + inner
    n = len(hidden)
    forms = [
        ["Content-Length: 0", f"Content-Length: {n}"],
        [f"Content-Length: {n}", "Content-Length: 0"],
        [f"Content-Length: {n}, 0"],
        [f"Content-Length: +{n}"],
        [f"Content-Length: -{n}"],
        [f"Content-Length: 0x{n:x}"],
        ["Content-Length: 99999999999999999999999"],
        ["Content-Length : 0"],
        [" Content-Length: 0"],
        ["Content-Length: 0\x00"],
        ["Transfer-Encoding: chunked, identity"],
        ["Transfer-Encoding: xchunked"],
        ["Transfer-Encoding : chunked"],
        ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
        ["Transfer-Encoding:\x0bchunked"],
        ["Transfer-Encoding: gzip, chunked"],
        [f"Content-Length: {n}", "Transfer-Encoding: xchunked"],
    ]
    for lines in forms:
        got = s.raw(head("POST", PODS, "Content-Type: application/json", *lines) + hidden)
        must(b" 201 " not in got, f"{lines}: {got[:300]}")
    status, _ = s.ask("GET", MAPS + "/smuggled")
    must(status == 404, f"a request inside another was done: {status}")
    for chunks in (b"ffffffffffffffff\r\n", b"-1\r\nx\r\n", b"5;" + b"e" * 100000 + b"\r\nhello\r\n0\r\n\r\n",
                   b"zz\r\n", b"5\nhello\n0\n\n", b"0\r\n" + b"T: t\r\n" * 10000 + b"\r\n",
                   b"00000000000000000000000000000000005\r\nhello\r\n0\r\n\r\n", b"5\r\nhelloXX0\r\n\r\n"):
        s.raw(head("POST", MAPS, "Content-Type: application/json", "Transfer-Encoding: chunked") + chunks)
    for line in (b"GET /\r\n\r\n", b"GET / HTTP/0.9\r\n\r\n", b"GET / HTTP/1.2\r\n\r\n", b"GET / HTTP/9\r\n\r\n",
                 b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"\r\n" * 1000,
                 b"GET  /  HTTP/1.1\r\nHost: a\r\n\r\n", b"GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", b"\x00" * 5000,
                 b"GET http://evil.example/api HTTP/1.1\r\nHost: localhost\r\n\r\n",
                 b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                 b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /a\x00b HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        got = s.raw(line)
        must(b"HTTP/1.1 5" not in got or b" 501 " in got or b" 505 " in got, f"{line[:40]}: {got[:60]}")


@attack()
def spellings_of_paths(s):
    for path in ("/%00", "/api/v1/pods%00", "/api%2fv1%2fpods", "/api/v1/namespaces/%2e%2e/pods",
                 "/api/v1/namespaces/default%2fpods", "/%zz", "/%", "/%2", "/%c0%ae%c0%ae/", "/%ff%fe",
                 "/../../etc/passwd", "/api/v1/../v1/pods", "//api//v1//pods", "/api/v1/pods/" + "%41" * 1500,
                 "/api/v1/pods?labelSelector=%00", "/api/v1/pods?%00=%00", "/relist%2fv1", "/%72elist/v1",
                 "/relist/v1/faults/18446744073709551616", "/relist/v1/faults/-1", "/?" + "&" * 4000,
                 "/api/v1/pods?" + "=" * 4000, "/openapi/v3/" + "a/" * 1000, "/apis/" + "a/" * 2000):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"):
            status, body = s.ask(method, path, "{}" if method in ("POST", "PUT", "PATCH") else None)
            must(status < 500 or status == 501, f"{method} {path[:60]}: {status} {body[:200]}")


# --- who may come in ------------------------------------------------------------------------------


@attack()
def pages_of_other_sites(s):
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    ws = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key]
    for origin in ("http://evil.example", "null", "file://", "http://localhost.evil.example", "http://127.0.0.1.evil.example",
                   f"https://127.0.0.1:{s.port}", f"http://127.0.0.1:{s.port + 1}", "http://127.0.0.1@evil.example"):
        line = f"Origin: {origin}"
        for method, path in (("GET", "/api/v1/secrets"), ("GET", "/relist/v1/objects"), ("OPTIONS", "/api/v1/pods"),
                             ("DELETE", MAPS), ("POST", "/relist/v1/reset")):
            got = s.raw(head(method, path, line, "Connection: close"))
            must(got.split()[1:2] == [b"403"], f"{origin} {method} {path}: {got[:60]}")
            must(b"Access-Control-Allow" not in got, f"{origin}: {got[:300]}")
        got = s.raw(head("GET", "/api/v1/secrets?watch=1", line, *ws), 0.2 * SLOW)
        must(got.split()[1:2] == [b"403"], f"WebSocket of {origin}: {got[:60]}")
        body = json.dumps(config_map("page")).encode()
        got = s.raw(head("POST", MAPS, line, f"Content-Length: {len(body)}", "Connection: close") + body)
        must(got.split()[1:2] == [b"403"], f"POST of {origin}: {got[:60]}")
    for host in ("evil.example", f"evil.example:{s.port}", "localhost.evil.example", "127.0.0.1.evil.example",
                 "[::1].evil.example", "", "localhost:80:80", "a" * 300):
        got = s.raw(head("GET", "/relist/v1", "Connection: close", host=f"Host: {host}"))
        must(got.split()[1:2] in ([b"403"], [b"400"]), f"Host {host[:40]}: {got[:60]}")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                 "text/plain; application/json", "application/jsonx", ""):
        status, _ = s.ask("POST", "/relist/v1/reset", "{}", kind)
        must(status == 415, f"control took {kind}: {status}")


@attack()
def doors_that_must_stay_shut(s):
    with tempfile.TemporaryDirectory() as d:
        for name, text in (("empty", b""), ("comments", b"# nobody\n#\n"), ("blank", b"\n\n"), ("bom", b"\xef\xbb\xbf"),
                           ("few", b"token\n"), ("nul", b"\0,\0,\0\n"), ("long", b"t" * 100000)):
            path = os.path.join(d, name)
            with open(path, "wb") as f:
                f.write(text)
            p = subprocess.run([RELIST, "serve", "--token-auth-file", path], capture_output=True, timeout=20)
            must(p.returncode == 2 and p.stderr.count(b"\n") == 1, f"{name}: {p.returncode} {p.stderr[:200]}")
        p = subprocess.run([RELIST, "serve", "--bind", "0.0.0.0"], capture_output=True, timeout=20)
        must(p.returncode == 2, f"--bind 0.0.0.0: {p.returncode}")
        with open(os.path.join(d, "tokens"), "wb") as f:
            f.write(b"\xef\xbb\xbfsecret,root,1,\"system:masters\"\nweak,user,2\n")
        t = Server(["--token-auth-file", os.path.join(d, "tokens"), "--control-port", "0"])
        try:
            control = int(t.proc.stdout.readline().decode().strip().rsplit(":", 1)[1])
            main = t.port
            for t.port in (main, control):
                for token, want in (("secret", 200), ("weak", 403), ("wrong", 401), ("", 401), (None, 401), ("secre", 401)):
                    h = {} if token is None else {"Authorization": "Bearer " + token}
                    status, _ = t.ask("GET", "/relist/v1/objects", headers=h)
                    must(status == want or (want == 401 and status == 403), f"{token}: {status}, wanted {want}")
            t.port = main
            t.end()
        finally:
            t.kill()


# --- long work ------------------------------------------------------------------------------------


@attack()
def bodies_that_were_quadratic(s):
    env = ",".join(f'{{"name":"v{i}","emptyDir":{{}}}}' for i in range(16000))
    mounts = ",".join(f'{{"name":"v{i}","mountPath":"/m{i}"}}' for i in range(16000))
    volumes = f'{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"v"}},"spec":{{"containers":[{{"name":"c",' \
              f'"image":"i","volumeMounts":[{mounts}]}}],"volumes":[{env}]}}}}'
    keys = {f"k{i}": "v" for i in range(16000)}
    yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\ndata:\n" + \
        "".join(f"  k{i}: v\n" for i in range(32000))
    many = json.dumps({"spec": {"containers": [{"name": f"c{i}", "image": "j"} for i in range(8000)]}})
    applied = json.dumps(pod("applied", 8000))
    s.ask("POST", MAPS, config_map("m"))
    s.ask("POST", PODS, pod("p"))
    worst = 0
    for name, args, limit in (
            ("16,000 containers", ("POST", PODS, json.dumps(pod("many", 16000))), 3),
            ("strategic merge", ("PATCH", PODS + "/p", many, "application/strategic-merge-patch+json"), 3),
            ("volumes and mounts", ("POST", PODS, volumes), 3),
            ("YAML keys", ("POST", MAPS, yaml, "application/yaml"), 2),
            ("apply", ("PATCH", PODS + "/applied?fieldManager=x", applied, "application/apply-patch+yaml"), 3),
            ("merge patch", ("PATCH", MAPS + "/m", json.dumps({"data": keys}), "application/merge-patch+json"), 2)):
        before = s.cpu()
        done = threading.Event()
        thread = threading.Thread(target=lambda: (s.ask(*args), done.set()))
        thread.start()
        while not done.is_set():
            begin = time.monotonic()
            s.ask("GET", "/readyz")
            worst = max(worst, time.monotonic() - begin)
        thread.join()
        used = s.cpu() - before
        must(used < limit * SLOW, f"{name}: {used:.1f} CPU s")
    must(worst < 2 * SLOW, f"/readyz took {worst:.2f} s beside them")
    return f"/readyz beside them at most {worst * 1000:.0f} ms"


@attack()
def patches_that_grow(s):
    s.ask("POST", MAPS, config_map("m", {"a": "x" * 1000}))
    ops = [{"op": "copy", "from": "/data", "path": f"/data/x{i}"} for i in range(60)]
    status, _ = s.ask("PATCH", MAPS + "/m", ops, "application/json-patch+json")
    must(400 <= status < 500, f"copies into themselves: {status}")
    ops = [{"op": "add", "path": "/metadata/annotations", "value": {"a0": "x" * 100}}]
    for i in range(40):
        ops.append({"op": "copy", "from": "/metadata", "path": "/metadata/annotations/m"})
    status, _ = s.ask("PATCH", MAPS + "/m", ops, "application/json-patch+json")
    must(400 <= status < 500, f"doubled 40 times: {status}")
    for kind, body in (("application/json-patch+json", [{"op": "test", "path": "/" + "a/" * 5000, "value": 1}]),
                       ("application/json-patch+json", [{"op": "remove", "path": "/data/~2"}] * 9000),
                       ("application/json-patch+json", [{"op": "move", "from": "/data", "path": "/data/in"}]),
                       ("application/json-patch+json", [{"op": "add", "path": "/data/-99999999999999999999", "value": 1}]),
                       ("application/strategic-merge-patch+json", {"$patch": "delete"}),
                       ("application/strategic-merge-patch+json", {"data": {"$retainKeys": ["a"] * 10000}}),
                       ("application/strategic-merge-patch+json", {"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"] * 10000}}),
                       ("application/strategic-merge-patch+json", {"metadata": {"$setElementOrder/finalizers": {"a": 1}}})):
        status, got = s.ask("PATCH", MAPS + "/m", body, kind)
        must(status and status < 500, f"{json.dumps(body)[:80]}: {status} {got[:200]}")
    must(s.rss() < 200 * SLOW, f"{s.rss()} MiB")


@attack()
def depth_in_every_reader(s):
    s.ask("POST", MAPS, config_map("m"))
    s.ask("POST", PODS, pod("p"))
    deep = {"JSON list": "[" * 200000, "JSON object": '{"a":' * 200000, "closed": '{"a":' * 5000 + "1" + "}" * 5000,
            "closed list": "[" * 9999 + "]" * 9999, "YAML": "a:\n" + "".join(" " * i + "b:\n" for i in range(1, 1500)),
            "YAML flow": "a: " + "[" * 100000, "YAML dashes": "- " * 100000, "anchors": "a: &a [x]\n" +
            "".join(f"b{i}: &b{i} [*{'a' if not i else f'b{i - 1}'},*{'a' if not i else f'b{i - 1}'}]\n" for i in range(60))}
    writes = [("POST", MAPS, "application/json"), ("POST", MAPS, "application/yaml"), ("PUT", MAPS + "/m", "application/json"),
            ("PATCH", MAPS + "/m", "application/json-patch+json"), ("PATCH", MAPS + "/m", "application/merge-patch+json"),
            ("PATCH", MAPS + "/m", "application/strategic-merge-patch+json"),
            ("PATCH", MAPS + "/m?fieldManager=x", "application/apply-patch+yaml"),
            ("DELETE", MAPS + "/m", "application/json"), ("DELETE", MAPS, "application/yaml"),
            ("POST", PODS + "/p/eviction", "application/json"), ("POST", PODS + "/p/binding", "application/json"),
            ("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "application/json"),
            ("POST", "/apis/authentication.k8s.io/v1/tokenreviews", "application/yaml"), ("POST", CRDS, "application/json"),
            ("PUT", "/relist/v1/objects", "application/json"), ("PUT", "/relist/v1/objects", "application/yaml"),
            ("POST", "/relist/v1/faults", "application/json"), ("POST", "/relist/v1/watches", "application/json"),
            ("POST", MAPS, "application/vnd.kubernetes.protobuf")]
    for name, body in deep.items():
        for method, uri, kind in writes:
            status, got = s.ask(method, uri, body, kind)
            # The real server has a 500 for DeleteOptions that it cannot read.
            must(400 <= status < 500 or (method == "DELETE" and status == 500),
                 f"{name} to {method} {uri} as {kind}: {status} {got[:200]}")


@attack()
def definitions_that_ask_much(s):
    schemas = {
        "a pattern that backtracks": {"type": "string", "pattern": "^(a+)+$"},
        "patterns in patterns": {"type": "string", "pattern": "((((a*)*)*)*)*b"},
        "a bounded repetition of many": {"type": "string", "pattern": "(a{1000}){1000}"},
        "100,000 alternatives": {"type": "string", "pattern": "|".join(f"a{i}" for i in range(100000))},
        "unbalanced": {"type": "string", "pattern": "(" * 50000},
        "a long class": {"type": "string", "pattern": "[" + "a-z" * 50000 + "]"},
        "an enum of 100,000": {"type": "string", "enum": [f"e{i}" for i in range(100000)]},
        "properties of properties": None,
        "any of many": {"type": "string", "anyOf": [{"pattern": f"^x{i}"} for i in range(2000)]},
        "a wrong type": {"type": {"a": 1}}, "a reference": {"$ref": "#"},
        "limits": {"type": "array", "maxItems": -1, "minItems": 1e308, "items": {"type": "string", "maxLength": 1e400}},
    }
    nested = {"type": "string"}
    for _ in range(400):
        nested = {"type": "object", "properties": {"a": nested}}
    schemas["properties of properties"] = nested
    for name, schema in schemas.items():
        begin = time.monotonic()
        status, got = s.ask("POST", CRDS, json.dumps(definition({"type": "object", "properties": {"x": schema}}))
                            .replace("Infinity", "1e999"))
        must(status == 201 or 400 <= status < 500, f"{name}: {status} {got[:200]}")
        if status == 201:
            for text in ("a" * 30 + "!", "a" * 100000 + "!", "b" * 1000000):
                status, got = s.ask("POST", "/apis/a.b/v1/namespaces/default/ws",
                                    {"apiVersion": "a.b/v1", "kind": "W", "metadata": {"name": "w"}, "x": text})
                must(status and (status < 500 or status == 504), f"{name}: {status} {got[:200]}")
            s.ask("GET", "/openapi/v3/apis/a.b/v1")
            s.ask("GET", "/openapi/v2")
            s.ask("DELETE", CRDS + "/ws.a.b")
        took = time.monotonic() - begin
        must(took < 10 * SLOW, f"{name}: {took:.1f} s")
        s.answers_within(2)


@attack()
def forged_tokens_and_huge_selectors(s):
    for i in range(5):
        s.ask("POST", MAPS, config_map(f"m{i}"))

    def forge(obj):
        return base64.urlsafe_b64encode(json.dumps(obj).encode()).decode().rstrip("=")

    v1 = "meta.k8s.io/v1"
    for token in ("x", "=" * 100, "A" * 4000, forge({}), forge([]), forge({"v": v1, "rv": -1, "start": "a"}),
                  forge({"v": v1, "rv": 1e308, "start": "a"}), forge({"v": v1, "rv": 18446744073709551615, "start": "a\u0000"}),
                  forge({"v": v1, "rv": 5, "start": "../../secrets/"}), forge({"v": v1, "rv": 5, "start": "\u0000" * 500}),
                  forge({"v": v1, "rv": "5", "start": {"a": 1}}), forge({"v": v1, "rv": 9223372036854775807, "start": "m0\u0000"}),
                  forge({"v": v1, "start": "m0\u0000"}), base64.b64encode(os.urandom(600)).decode(),
                  base64.urlsafe_b64encode(b"[" * 3000).decode()):
        for uri in (MAPS, "/api/v1/configmaps", "/api/v1/nodes"):
            status, got = s.ask("GET", f"{uri}?limit=2&continue={token.replace('+', '%2B')}")
            must(status in (200, 400, 410, 431, 504), f"{token[:60]}: {status} {got[:200]}")
    for text in (",".join(f"a{i}%3Db" for i in range(400)), "a+in+(" + ",".join("b" * 1500) + ")", "%28" * 1000, "a" * 5000,
                 "a%3D%3D%3D%3Db", "!" * 500, ",".join(["a"] * 1500), "a notin(" * 200, "%c3%28", "a>9999999999999999999999"):
        for name in ("labelSelector", "fieldSelector"):
            for end in ("", "&watch=1&timeoutSeconds=1"):
                status, got = s.ask("GET", f"{MAPS}?{name}={text.replace(' ', '%20')}{end}")
                must(status in (200, 400, 414, 431), f"{name}={text[:40]}: {status} {got[:200]}")


@attack()
def protobuf_from_nowhere(s):
    r = random.Random(1)

    def field(n, data):
        return bytes([n << 3 | 2]) + varint(len(data)) + data

    def varint(n):
        out = b""
        while n > 127:
            out += bytes([n & 127 | 128])
            n >>= 7
        return out + bytes([n])

    meta = field(1, field(1, b"v1") + field(2, b"ConfigMap"))
    good = b"k8s\0" + meta + field(2, field(1, field(1, b"pb")))
    nested = b""
    for _ in range(5000):
        nested = field(1, nested)[:60000]
    cases = [b"", b"k8s\0", b"k8s\0" + b"\xff" * 100, good[:-1], good + b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f",
             b"k8s\0" + meta + field(2, nested), b"k8s\0" + meta + field(2, field(1, b"\x0a\xff\xff\xff\xff\x0f")),
             b"k8s\0" + field(1, field(1, b"\xff\xfe") + field(2, b"\0" * 100)) + field(2, b""),
             b"k8s\0" + field(2, b"x") * 10000]
    for _ in range(300):
        b = bytearray(good)
        for _ in range(r.randrange(1, 6)):
            b[r.randrange(len(b))] = r.randrange(256)
        cases.append(bytes(b))
    for body in cases:
        status, got = s.ask("POST", MAPS, body, "application/vnd.kubernetes.protobuf")
        must(status == 201 or 400 <= status < 500, f"{body[:40]!r}: {status} {got[:200]}")
        s.ask("DELETE", MAPS + "/pb")


@attack()
def control_with_the_wrong_words(s):
    values = [None, True, -1, 0, 1e308, -1e308, 1.5, 9007199254740993, "", "x" * 3000, "\u0000", "1h", "-1s", "999999999999h",
              "1e9s", [], {}, [[]], {"a": 1}, ["a"] * 2000]
    members = {
        "faults": ["kind", "match", "times", "skip", "for", "status", "reason", "message", "retryAfter", "details",
                   "inStream", "headers", "body", "to", "bytes", "delay", "mode"],
        "compact": ["resourceVersion", "keepWatchCache", "backend", "gone"],
        "watches": ["how", "match", "bytes", "delay", "initialEventsEnd", "body", "status", "reason", "message", "details",
                    "retryAfter"],
        "rewind": ["resourceVersion", "keepWatches"],
        "backends": ["backend", "freeze", "lag", "behind", "resourceVersion", "for"],
        "network": ["nonsense"],
    }
    kinds = ["fail", "reply", "backend", "cut", "reset", "hang", "hold-response", "delay", "slow", "hold-events",
             "drop-event", "bookmarks", "watch-list", "x"]
    for call, names in members.items():
        for name in names:
            for value in values:
                bodies = [{name: value}]
                if call == "faults":
                    bodies = [{"kind": k, "match": {"userAgent": "nobody"}, name: value} for k in kinds]
                elif call == "watches":
                    bodies = [{"how": h, name: value} for h in ("end", "slow", "bookmark", "error", "send")]
                for body in bodies:
                    status, got = s.ask("POST", "/relist/v1/" + call, body)
                    must(status and status < 500, f"{call} {json.dumps(body)[:120]}: {status} {got[:200]}")
            s.ask("DELETE", "/relist/v1/faults")
            s.ask("POST", "/relist/v1/backends", {"lag": "0s", "behind": 0, "freeze": False, "refuse": False})
    for body in ([{"wait": "999999h"}], [{"hex": "f" * 999999}], [{"hex": "abc"}], [{"json": {"a": [1] * 10000}}],
                 ["x"] * 20000, [{"close": "rst"}, "after"], [{"a": 1}], [{"wait": "1s", "hex": "00"}], "x" * 3000000):
        status, got = s.ask("POST", "/relist/v1/faults", {"kind": "reply", "match": {"userAgent": "nobody"}, "body": body})
        must(status and status < 500, f"{json.dumps(body)[:80]}: {status} {got[:200]}")
    for q in ("since=-1", "since=18446744073709551616", "since=x", "since=1e5", "since=" + "9" * 4000):
        status, _ = s.ask("GET", "/relist/v1/requests?" + q)
        must(status in (200, 400, 431, 414), f"{q[:40]}: {status}")
    for i in range(2000):
        status, _ = s.ask("POST", "/relist/v1/faults", {"kind": "delay", "delay": "1h", "match": {"userAgent": "nobody"}})
        if status == 429:
            break
    else:
        raise Failed("rules without end")


# --- how much it takes ------------------------------------------------------------------------------


@attack()
def lists_that_nobody_reads(s):
    for i in range(54):
        status, _ = s.ask("POST", MAPS, config_map(f"m{i}", {"a": "x" * 500000}))
        must(status == 201, f"create: {status}")
    before = s.rss()
    socks = [s.connect(rcvbuf=4096) for _ in range(100)]
    for c in socks:
        c.sendall(head("GET", MAPS))
    time.sleep(1)
    s.answers_within(1)
    grown = s.rss() - before
    must(grown < 200 * SLOW, f"{grown} MiB for 100 readers of 27 MB who do not read")
    for c in socks:
        c.close()
    return f"{grown} MiB more for 100 unread lists of 27 MB"


@attack()
def tables_and_protobuf_that_nobody_reads(s):
    for i in range(20):
        s.ask("POST", MAPS, config_map(f"m{i}", {"a": "x" * 400000}))
    before = s.rss()
    socks = []
    for accept in ("application/json;as=Table;v=v1;g=meta.k8s.io", "application/yaml", "application/vnd.kubernetes.protobuf"):
        for _ in range(60):
            c = s.connect(rcvbuf=4096)
            c.sendall(head("GET", MAPS, "Accept: " + accept))
            socks.append(c)
    time.sleep(2)
    s.answers_within(1)
    grown = s.rss() - before
    must(grown < 450 * SLOW, f"{grown} MiB for 180 readers of 8 MB who do not read")
    for c in socks:
        c.close()
    s.answers_within(1)
    return f"{grown} MiB more for 180 unread lists of 8 MB"


@attack()
def bodies_that_never_end(s):
    body = b'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"a":"' + b"x" * 3000000
    socks = []
    for _ in range(300):
        c = s.connect()
        c.settimeout(5)
        try:
            c.sendall(head("POST", MAPS, "Content-Type: application/json", "Content-Length: 3100000") + body)
        except OSError:
            pass
        socks.append(c)
    most = s.rss()
    must(most < 450 * SLOW, f"{most} MiB for 300 bodies of 3 MB that do not end")
    s.answers_within(1)
    status, _ = s.ask("POST", MAPS, config_map("small"))
    must(status == 201, f"a small body beside them: {status}")
    for c in socks:
        c.close()
    deadline = time.monotonic() + 10 * SLOW
    while s.ask("POST", MAPS, config_map("large", {"a": "x" * 100000}))[0] == 429:
        must(time.monotonic() < deadline, "still too many after all have gone")
    return f"{most} MiB"


@attack()
def a_large_object_written_again_and_again(s):
    s.ask("POST", MAPS, config_map("m"))
    for i in range(300):
        status, _ = s.ask("PUT", MAPS + "/m", config_map("m", {"a": str(i) + "x" * 500000}))
        must(status == 200, f"update: {status}")
    most = s.rss()
    must(most < 300 * SLOW, f"{most} MiB after 300 updates of 500 KB")
    s.ask("DELETE", MAPS + "/m")
    s.ask("POST", "/relist/v1/compact", {})
    return f"{most} MiB, {s.rss()} after deletion and compaction"


@attack()
def an_answer_that_comes_while_one_still_sends(s):
    body = b'{"a":"' + b"x" * (8 << 20)
    read = 0
    for _ in range(50):
        c = s.connect()
        try:
            c.sendall(head("POST", MAPS, "Content-Type: application/json", f"Content-Length: {len(body)}"))
            c.sendall(body)
        except OSError:
            pass
        try:
            read += c.recv(65536).startswith(b"HTTP/1.1 413 ")
        except OSError:
            pass
        c.close()
    must(read == 50, f"sockets read 413 {read} of 50 times")
    read = sum(s.ask("POST", MAPS, body)[0] == 413 for _ in range(50))
    must(read == 50, f"http.client read 413 {read} of 50 times")
    name = "x" * 20000
    obj = config_map("warned")
    obj[name] = 1
    status, _ = s.ask("POST", MAPS, obj)
    must(status == 201, f"an unknown field of 20,000 bytes: {status}")
    if not shutil.which("go"):
        return "no Go on this machine"
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "toolarge")
    with tempfile.TemporaryDirectory() as d:
        program = os.path.join(d, "toolarge")
        subprocess.run(["go", "build", "-o", program, "."], cwd=folder, check=True)
        out = subprocess.run([program, f"http://127.0.0.1:{s.port}{MAPS}"], capture_output=True, timeout=120)
    must(out.stdout.strip() == b"50", f"Go read 413 {out.stdout!r} of 50 times: {out.stderr[-300:]}")
    return "sockets, http.client and Go: 50 of 50"


@attack()
def many_who_say_hardly_anything(s):
    socks = []
    for i in range(900):
        c = s.connect()
        c.sendall([b"G", b"GET /api HTTP/1.1\r\nHost: loc", b"POST " + MAPS.encode() + b" HTTP/1.1\r\nHost: localhost\r\n"
                   b"Content-Type: application/json\r\nContent-Length: 3000000\r\n\r\n{", b"\r\n", b""][i % 5])
        socks.append(c)
    s.answers_within(1)
    for _ in range(5):
        for c in socks:
            try:
                c.send(b" ")
            except OSError:
                pass
        s.answers_within(1)
    must(s.rss() < 200 * SLOW, f"{s.rss()} MiB")
    for c in socks:
        c.close()


@attack()
def frames_of_every_kind(s):
    r = random.Random(2)
    up = head("GET", MAPS + "?watch=1", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")

    def frame(op, data, mask=True, fin=True, rsv=0, length=None):
        n = len(data) if length is None else length
        out = bytes([(128 if fin else 0) | rsv << 4 | op])
        m = 128 if mask else 0
        out += bytes([m | n]) if n < 126 else bytes([m | 126]) + struct.pack(">H", n) if n < 65536 else \
            bytes([m | 127]) + struct.pack(">Q", n)
        return out + (b"\1\2\3\4" + bytes(b ^ (i % 4 + 1) for i, b in enumerate(data)) if mask else data)

    cases = [frame(1, b"x" * n) for n in (0, 1, 125, 126, 127, 65535, 65536, 200000)]
    cases += [frame(9, b"p" * 125), frame(9, b"p" * 126), frame(9, b"", fin=False), frame(10, b""), frame(8, b""),
              frame(8, b"1"), frame(8, struct.pack(">H", 1000) + b"x" * 123), frame(8, struct.pack(">H", 65535)),
              frame(1, b"x", mask=False), frame(1, b"x", rsv=7), frame(3, b""), frame(11, b""), frame(0, b"x"),
              frame(1, b"", length=1 << 62), frame(2, b"", length=(1 << 64) - 1), frame(1, b"a", fin=False) * 500,
              b"\x81", b"\x81\xfe", b"\x81\xff\0\0", frame(9, b"p" * 100) * 5000]
    cases += [bytes(r.randrange(256) for _ in range(r.randrange(1, 300))) for _ in range(100)]
    for data in cases:
        c = s.connect(2)
        c.sendall(up)
        must(c.recv(65536).startswith(b"HTTP/1.1 101 "), "no WebSocket")
        try:
            c.sendall(data)
        except OSError:
            pass
        c.close()
    s.ask("POST", MAPS, config_map("m"))


@attack("--watch-window", "500", "--gc")
def long_reads_beside_all_that_changes(s):
    """Reads that are cut into steps or made aside, given up at any moment, beside writes, compactions, types that come and go,
    rewinds and resets."""
    secrets = "/api/v1/namespaces/default/secrets"
    table, proto = "application/json;as=Table;v=v1;g=meta.k8s.io", "application/vnd.kubernetes.protobuf"
    first_state = "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
    until = time.monotonic() + 20
    wrong = []

    def fill():
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=60 * SLOW)
        for i in range(3000):
            body = {"metadata": {"name": f"s{i}", "labels": {"n": str(i % 7)}}, "type": "t" + str(i % 5),
                    "stringData": {"k": "x" * 3000}}
            c.request("POST", secrets, json.dumps(body), {"Content-Type": "application/json"})
            c.getresponse().read()
        c.close()

    def hang_up(r, uri, *lines):
        c = s.connect(rcvbuf=r.choice((None, 4096)))
        c.sendall(head("GET", uri, *lines))
        got = 0
        try:
            c.settimeout(r.choice((0.001, 0.05, 0.5)))
            while got < r.choice((1, 5000, 10 ** 9)):
                got += len(c.recv(65536)) or 10 ** 9
        except OSError:
            pass
        if r.randrange(2):
            c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        c.close()

    def read(seed):
        r = random.Random(seed)
        while time.monotonic() < until:
            uri = r.choice((secrets, secrets + "?fieldSelector=type%3Dt1", secrets + "?labelSelector=n+in+(1,2,x)", secrets + first_state,
                            secrets + first_state + "&fieldSelector=type%3Dt2", secrets + "?limit=100", MAPS + "?watch=1",
                            MAPS + "/large", "/openapi/v2", "/openapi/v3/apis/a.b/v1", "/apis/a.b/v1/ws?watch=1", "/apis/a.b/v1/ws",
                            "/relist/v1/objects?resource=secrets"))
            hang_up(r, uri, "Accept: " + r.choice(("application/json", table, proto, table)),
                    *(["X-Long: " + "y" * r.randrange(70000)] if r.randrange(4) == 0 else []))

    def write(seed):
        r = random.Random(seed)
        while time.monotonic() < until:
            what = r.randrange(12)
            if what < 3:
                s.ask("PUT", MAPS + "/large", config_map("large", {"a": "x" * r.randrange(1000, 600000)}))
                s.ask("POST", MAPS, config_map("large", {"a": "y" * 300000}))
            elif what < 5:
                s.ask("DELETE", f"{secrets}/s{r.randrange(3000)}")
                s.ask("PUT", f"{secrets}/s{r.randrange(3000)}", {"metadata": {"name": "s1", "labels": {"n": "x"}}})
            elif what == 5:
                s.ask("POST", CRDS, definition({"type": "object", "properties": {f"f{i}": {"type": "string"} for i in range(300)}}))
                s.ask("POST", "/apis/a.b/v1/ws", {"apiVersion": "a.b/v1", "kind": "W", "metadata": {"name": "w"}, "f1": "a" * 200000})
            elif what == 6:
                s.ask("DELETE", CRDS + "/ws.a.b")
            elif what == 7:
                s.ask("POST", "/relist/v1/compact", {})
            elif what == 8:
                s.ask("DELETE", secrets + "?labelSelector=n%3D" + str(r.randrange(7)))
            elif what == 9:
                status, got = s.ask("GET", "/relist/v1")
                now = json.loads(got).get("resourceVersion") if status == 200 else None
                if now:
                    s.ask("POST", "/relist/v1/rewind", {"resourceVersion": str(max(1, int(now) - r.randrange(50)))})
            elif what == 10 and r.randrange(4) == 0:
                s.ask("POST", "/relist/v1/reset", {})
                fill()

    def guarded(f, *args):
        try:
            f(*args)
        except Exception as e:
            if time.monotonic() < until:
                wrong.append(f"{type(e).__name__}: {e}")

    fill()
    until = time.monotonic() + 20
    threads = [threading.Thread(target=guarded, args=(read, n)) for n in range(6)]
    threads += [threading.Thread(target=guarded, args=(write, 100 + n)) for n in range(3)]
    for t in threads:
        t.start()
    while time.monotonic() < until:
        s.answers_within(2)
        time.sleep(0.2)
    for t in threads:
        t.join()
    must(not wrong, "; ".join(wrong[:3]))


@attack()
def heads_that_never_end(s):
    socks = []
    for i in range(400):
        c = s.connect(5)
        c.sendall(b"GET /api HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * 60000)
        socks.append(c)
    s.answers_within(1)
    most = s.rss()
    must(most < 150 * SLOW, f"{most} MiB for 400 heads of 60 KB that do not end")
    for c in socks[:200]:
        c.sendall(b"\r\nConnection: keep-alive\r\n\r\n")
    for c in socks[:200]:
        must(c.recv(65536).startswith(b"HTTP/1.1 200 "), "a head that ended at last")
    time.sleep(2.5)
    held = s.rss()
    must(held < most, f"{held} of {most} MiB although half of them rest")
    for c in socks:
        c.close()
    return f"{most} MiB, {held} when half of them rest"


# --- files -----------------------------------------------------------------------------------------


@attack()
def state_files_of_others(s):
    r = random.Random(3)
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "state")
        t = Server(["--state", path])
        for i in range(20):
            t.ask("POST", MAPS, config_map(f"m{i}", {"a": "b" * i * 20}))
        t.end()
        t.kill()
        with open(path, "rb") as f:
            good = f.read()
        cases = [b"", b"\0" * 1000, os.urandom(3000), good * 2, good[: len(good) // 2], b"relist", good[1:],
                 good + b"\xff" * 8, good[:40] + b"\xff" * 8 + good[48:]]
        for _ in range(60):
            b = bytearray(good)
            for _ in range(r.choice((1, 1, 1, 3, 20))):
                at = r.randrange(len(b))
                if r.randrange(3):
                    b[at] ^= 1 << r.randrange(8)
                else:
                    del b[at:at + r.randrange(1, 200)]
            cases.append(bytes(b))
        for data in cases:
            with open(path, "wb") as f:
                f.write(data)
            p = subprocess.Popen([RELIST, "serve", "--state", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            line = p.stdout.readline()
            if line:
                p.send_signal(signal.SIGTERM)
            out, err = p.communicate(timeout=30 * SLOW)
            want = (0,) if line else (2, 5)
            must(p.returncode in want and err.count(b"\n") <= 1, f"{p.returncode}: {err[:500]}")


@attack()
def manifests_of_others(s):
    with tempfile.TemporaryDirectory() as d:
        for name, text in (("a.yaml", b"a: &a [*a]"), ("b.yaml", b"\xff\xfe\0a"), ("c.json", b"{" * 100000), ("d.yaml", b"- " * 50000),
                           ("e.json", b'{"kind":"List","items":[' + b'{"kind":"List","items":[' * 2000), ("f.yaml", b"--- " * 30000),
                           ("g.json", b'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"../../x"}}'),
                           ("h.yaml", b"kind: Pod\napiVersion: v1\nmetadata: {name: " + b"x" * 100000 + b"}"), ("i.yaml", b"%YAML 9.9\n---\n"),
                           ("j.yaml", b"a: !!python/object:os.system x"), ("k.yaml", b"{a: b, a: c}")):
            path = os.path.join(d, name)
            with open(path, "wb") as f:
                f.write(text)
            for flag in ("--load", "--faults"):
                p = subprocess.Popen([RELIST, "serve", flag, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                if p.stdout.readline():
                    p.send_signal(signal.SIGTERM)
                _, err = p.communicate(timeout=30 * SLOW)
                must(p.returncode in (0, 2) and err.count(b"\n") <= 1, f"{flag} {name}: {p.returncode} {err[:300]}")


def main():
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    failed = 0
    for f, args in attacks:
        if word not in f.__name__:
            continue
        begin, s = time.monotonic(), None
        try:
            s = Server(args)
            note = f(s) or ""
            s.end()
            said = "ok"
        except Exception as e:  # whatever it is, it is a finding
            failed += 1
            note, said = f"{type(e).__name__}: {e}", "FAILED"
        if s:
            s.kill()
        print(f"{said:7} {f.__name__} ({time.monotonic() - begin:.1f} s) {note}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
