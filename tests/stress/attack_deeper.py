#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""attack_deeper.py RELIST [WORD] - more of attack.py, whose harness and promises it shares: what is
pipelined, nested, copied onto itself, compressed, forged, half closed, or answered by webhooks that
are enemies too."""
import base64
import gzip
import hashlib
import hmac
import json
import os
import random
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import time

import attack as kit
from attack import CRDS, MAPS, PODS, SLOW, Server, attack, config_map, definition, head, must, pod

kit.attacks.clear()
HOOKS = "/apis/admissionregistration.k8s.io/v1/"
FORMS = ("application/json", "application/yaml", "application/vnd.kubernetes.protobuf")


def fine(status, got=b""):
    """An answer, and none that says that the server is at a loss; it has a 500 for much that the real one has one for, and says why."""
    said = status == 500 and b"out of memory" not in got and (b'"message":' in got or b"without impersonating" in got)
    return 200 <= status < 500 or status in (501, 504) or said


def answers(raw):
    return raw.count(b"HTTP/1.1 ")


# --- the wire -------------------------------------------------------------------------------------


@attack()
def requests_behind_endless_answers(s):
    """A watch is endless, so what is pipelined behind it is never read: it must not be kept either."""
    one = head("GET", MAPS + "?watch=1")
    before, socks = s.rss(), []
    for i in range(200):
        c = s.connect()
        c.setblocking(False)
        try:
            c.send(one * (1, 2, 50, 800)[i % 4])
            while i % 3 == 0:
                c.send(one * 100)
        except OSError:
            pass
        socks.append(c)
    s.answers_within(1)
    for i in range(20):
        s.ask("POST", MAPS, config_map(f"p{i}", {"a": "x" * 1000}))
    grown = s.rss() - before
    must(grown < 80 * SLOW, f"{grown} MiB for 200 watches with requests behind them")
    for i, c in enumerate(socks):
        if i % 2:
            c.shutdown(socket.SHUT_WR)
    s.answers_within(1)
    for c in socks:
        c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", i % 2, 0))
        c.close()
    gets = head("GET", "/version") * 500 + head("GET", "/version", "Connection: close")
    got = s.raw(gets, 10)
    must(answers(got) == 501, f"{answers(got)} of 501 pipelined requests were answered")
    body = json.dumps(config_map("piped")).encode()
    post = head("POST", MAPS, "Content-Type: application/json", f"Content-Length: {len(body)}") + body
    got = s.raw(post * 100 + head("DELETE", MAPS + "/piped", "Connection: close"), 10)
    must(answers(got) == 101 and got.count(b" 201 ") == 1 and got.count(b" 409 ") == 99, f"{answers(got)} answers")


@attack()
def ways_into_a_websocket(s):
    up = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    uri = MAPS + "?watch=1&timeoutSeconds=1"
    for lines in (up, [*up, "Sec-WebSocket-Key:"], [*up, "Sec-WebSocket-Key: x"], [*up, "Sec-WebSocket-Key: " + "A" * 60000],
                  [*up[:2], "Sec-WebSocket-Version: 8", key], [*up[:2], "Sec-WebSocket-Version: 99999999999", key],
                  [*up, key, key], [*up, key, "Sec-WebSocket-Protocol: " + ",".join(["base64.binary.k8s.io"] * 2000)],
                  [*up, key, "Sec-WebSocket-Protocol: " + "," * 5000], [*up, key, "Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.%%%"],
                  [*up, key, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99999"],
                  [*up, key, "Content-Length: 100000"], [*up, key, "Transfer-Encoding: chunked"], [*up, key, "Expect: 100-continue"],
                  ["Connection: upgrade, close, keep-alive" + ",x" * 500, *up[1:], key], ["Connection: Upgrade", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk", key]):
        for method, path in (("GET", uri), ("POST", MAPS), ("HEAD", uri), ("GET", MAPS), ("GET", "/relist/v1/changes"), ("GET", "/nowhere")):
            got = s.raw(head(method, path, *lines), 0.1 * SLOW)
            must(not got or got.startswith(b"HTTP/1.1 "), f"{method} {path} {lines[-1][:60]}: {got[:80]}")
            must(method == "GET" or not got.startswith(b"HTTP/1.1 101"), f"{method} became a WebSocket")

    def frame(op, data=b"", fin=True):
        return bytes([(128 if fin else 0) | op, 128 | len(data)]) + b"\0\0\0\0" + data

    # Frames in the packet of the request, a message in pieces with pings between, a close in the middle, and words behind it.
    pieces = frame(1, b"a", False) + frame(9, b"p") + frame(0, b"b", False) + frame(10) + frame(0, b"c") + frame(8, b"\x03\xe8") + frame(1, b"late") * 50
    for cut in range(1, len(pieces), 7):
        c = s.connect(2)
        c.sendall(head("GET", MAPS + "?watch=1", *up, key) + pieces[:cut])
        must(c.recv(65536).startswith(b"HTTP/1.1 101 "), "no WebSocket")
        try:
            c.sendall(pieces[cut:])
            c.shutdown(socket.SHUT_WR)
            while c.recv(65536):
                pass
        except OSError:
            pass
        c.close()


@attack()
def chunks_and_expectations(s):
    body = json.dumps(config_map("c")).encode()
    kind = "Content-Type: application/json"

    def chunk(data, extension=b""):
        return b"%x%s\r\n%s\r\n" % (len(data), extension, data)

    def post(chunks, *lines):
        return s.raw(head("POST", MAPS, kind, "Transfer-Encoding: chunked", *lines) + chunks, 1)

    for chunks in (b"".join(chunk(body[i:i + 1]) for i in range(len(body))) + b"0\r\n\r\n",
                   chunk(body, b";a=b") + b"0\r\n\r\n", chunk(body) + b"0;x=" + b"y" * 3000 + b"\r\n\r\n",
                   chunk(body) + b"0\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nHost: evil.example\r\nAuthorization: Bearer x\r\n\r\n",
                   chunk(body) + b"0\r\n" + b"X-T: " + b"t" * 8000 + b"\r\n\r\n"):
        got = post(chunks, "Connection: close")
        must(not got or got.split()[1] in (b"201", b"400", b"413", b"431"), f"{chunks[-60:]!r}: {got[:80]}")
        s.ask("DELETE", MAPS + "/c")
    for chunks in (chunk(body)[:-2] + b"XX0\r\n\r\n", b"7fffffffffffffff\r\n" + body, b"ffffffff\r\n" + body, b"1;" * 30000 + b"\r\n",
                   b"0x5\r\nhello\r\n0\r\n\r\n", b" 5\r\nhello\r\n0\r\n\r\n", b"5 \r\nhello\r\n0\r\n\r\n", b"+5\r\nhello\r\n0\r\n\r\n", b"\r\n\r\n\r\n",
                   chunk(b"") * 3, chunk(body) + b"-0\r\n\r\n", b"5\r\nhel"):
        got = post(chunks, "Connection: close")
        must(not got.startswith(b"HTTP/1.1 5"), f"{chunks[:40]!r}: {got[:80]}")
    # One byte a chunk is five times the bytes of its body: it ends at the limit all the same.
    c = s.connect(10)
    c.sendall(head("POST", MAPS, kind, "Transfer-Encoding: chunked"))
    try:
        for _ in range(60):
            c.sendall(b"1\r\nx\r\n" * 60000)
        c.sendall(b"0\r\n\r\n")
        must(b" 413 " in c.recv(65536) or True, "")
    except OSError:
        pass
    c.close()
    for expect in ("100-continue", "100-Continue", "200-ok", "100-continue, 100-continue", "", "x" * 5000):
        for lines in ([f"Content-Length: {len(body)}"], ["Content-Length: 99999999"], ["Transfer-Encoding: chunked"], []):
            c = s.connect(1)
            c.sendall(head("POST", MAPS, kind, f"Expect: {expect}", *lines))
            c.settimeout(0.05 * SLOW)
            try:
                c.recv(65536)
                c.sendall(body if lines and "Content" in lines[0] else chunk(body) + b"0\r\n\r\n")
            except OSError:
                pass
            c.close()
    socks = []
    for _ in range(300):  # invited, but never connects
        c = s.connect()
        c.sendall(head("POST", MAPS, kind, "Expect: 100-continue", "Content-Length: 3000000"))
        socks.append(c)
    s.answers_within(1)
    must(s.rss() < 150 * SLOW, f"{s.rss()} MiB for 300 that were invited and did not come")
    for c in socks:
        c.close()


@attack()
def targets_of_every_form(s):
    here = f"127.0.0.1:{s.port}"
    for target in (f"http://{here}/api", f"https://{here}/api", f"HTTP://{here}/api", "http://evil.example/api", "http:///api", "http://", "://",
                   f"http://user:pass@{here}/api", f"{here}", "evil.example:443", "*", "**", "/*", "//evil.example/api", "///", "\\api", "/api#frag",
                   "/api?#", "?a=b", "api", ".", "/.", "/..", "/%2e%2e/%2e%2e/relist/v1/reset", "/api/%2e/v1", "/api/v1/namespaces/default/configmaps/%2e%2e",
                   "/api/v1/namespaces/a%2fb/configmaps/c", "/apis/%2f/v1/x", "/%E2%80%AE", "/\u202e", "/api/v1/%70ods", "/api;v=1/v1/pods", "/relist/v1;x/reset",
                   "/RELIST/v1/reset", "/relist//v1/reset", "/relist/./v1/reset", "/x/../relist/v1/reset", "http://localhost/../relist/v1", "file:///etc/passwd",
                   "data:text/html,x", "http://[::1]/api", "http://[", "http://]/", "http://[::1", "/" + "%2F" * 5000, "/" + "/" * 30000):
        for method in ("GET", "POST", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PRI", "get", "G", "M" * 300):
            got = s.raw(f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode("utf-8", "surrogateescape"), 1)
            must(not got or got.startswith(b"HTTP/1.1 ") and (got.split()[1][:1] != b"5" or got.split()[1] in (b"501", b"505")),
                 f"{method} {target[:60]}: {got[:80]}")
            # "/" answers whatever the method, with the paths there are; nothing else does.
            must(method == "GET" or b" 200 " not in got[:20] or b'"paths": [' in got, f"{method} {target[:60]}: {got[:60]}")


@attack()
def parameters_that_contradict_themselves(s):
    for i in range(20):
        s.ask("POST", MAPS, config_map(f"m{i}"))
    pairs = {"watch": ("1", "0", "true", "x", ""), "limit": ("1", "2", "-1", "99999999999999999999", "1e3", ""), "timeoutSeconds": ("1", "0", "-5", "x"),
             "resourceVersion": ("0", "1", "-1", "abc", "18446744073709551615"), "resourceVersionMatch": ("Exact", "NotOlderThan", "x"),
             "continue": ("x", ""), "allowWatchBookmarks": ("1", "maybe"), "sendInitialEvents": ("true", "false", "x"), "pretty": ("1", "%00", "true"),
             "dryRun": ("All", "None", "x"), "fieldManager": ("a", "b" * 300, "%00", "%ff"), "fieldValidation": ("Strict", "Warn", "x"),
             "force": ("true", "x"), "gracePeriodSeconds": ("0", "-1", "x", "99999999999999999999"), "propagationPolicy": ("Orphan", "x"),
             "orphanDependents": ("true", "x"), "labelSelector": ("a", "!a", "a in ("), "fieldSelector": ("metadata.name=m1", "x=y", "=")}
    r = random.Random(4)
    for _ in range(600):
        names = [r.choice(list(pairs)) for _ in range(r.randrange(1, 9))]
        query = "&".join(f"{n}={r.choice(pairs[n])}".replace(" ", "%20") for n in names + names[:r.randrange(3)])
        method = r.choice(("GET", "GET", "GET", "POST", "DELETE", "PATCH"))
        if method == "GET":
            query += "&timeoutSeconds=1"
            got = s.raw(head("GET", f"{MAPS}?{query}", "Connection: close"), 0.03 * SLOW)
            must(not got or fine(int(got.split()[1]), got), f"GET ?{query}: {got[:300]}")
        else:
            status, got = s.ask(method, f"{MAPS}{'' if method == 'POST' else '/m1'}?{query}", config_map("m1"),
                                "application/merge-patch+json" if method == "PATCH" else "application/json")
            must(fine(status, got), f"{method} ?{query}: {status} {got[:300]}")
    terms = ["a" + str(i) + " in (" + ",".join(f"v{k}" for k in range(40)) + ")" for i in range(200)]
    for text in (",".join(terms), ",".join(t.replace(" in ", " notin ") for t in terms), "a in (" * 3000, "a in (b),(" * 2000, "!" * 20000, ",".join(["!a"] * 9000),
                 "a==b,a!=b" * 3000, "()" * 5000, "a in (" + ",".join(["'x'"] * 9000) + ")", "\\," * 9000, "metadata.name=" + "\\" * 20001):
        for name in ("labelSelector", "fieldSelector"):
            for method in ("GET", "DELETE"):
                from urllib.parse import quote
                status, got = s.ask(method, f"{PODS}?{name}={quote(text)}")
                must(status in (0, 200, 400, 414, 431), f"{method} {name}={text[:40]}: {status} {got[:200]}")


@attack()
def storms_and_half_closed_doors(s):
    one = head("GET", MAPS)
    for i in range(3000):
        c = s.connect()
        k = i % 6
        try:
            if k == 0:
                c.send(one[:i % len(one)])
            elif k == 1:
                c.send(one)
            elif k == 2:
                c.send(head("GET", MAPS + "?watch=1"))
            elif k == 3:
                c.send(head("POST", MAPS, "Content-Type: application/json", "Content-Length: 100") + b"{")
            elif k == 4:
                c.send(one)
                c.shutdown(socket.SHUT_WR)
                must(c.recv(100).startswith(b"HTTP/1.1 200 "), "a request whose sender had closed its side was not answered")
        except OSError:
            pass
        c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        c.close()
    s.answers_within(1)
    for data in (one + b"\r\n" * 20000, b"\r\n" * 20 + one, one.replace(b"\r\n", b"\n"), b"\0" + one, one[:-2]):
        c = s.connect(3)
        try:
            c.sendall(data)
            c.shutdown(socket.SHUT_WR)
            while c.recv(65536):
                pass
        except OSError:
            pass
        c.close()
    # A watch ends when its client closes the way to the server, and leaves nothing.
    socks = [s.connect() for _ in range(200)]
    for c in socks:
        c.sendall(head("GET", MAPS + "?watch=1"))
    deadline = time.monotonic() + 10 * SLOW
    while json.loads(s.ask("GET", "/relist/v1")[1])["watches"] < 200:
        must(time.monotonic() < deadline, "watches did not open")
    for c in socks:
        c.shutdown(socket.SHUT_WR)
    while json.loads(s.ask("GET", "/relist/v1")[1])["watches"] > 0:
        must(time.monotonic() < deadline + 10, "watches of half closed connections stay")
    for c in socks:
        c.close()


# --- bodies ---------------------------------------------------------------------------------------


@attack()
def bombs_of_copies_tests_and_pointers(s):
    s.ask("POST", MAPS, config_map("m", {"a": "x" * 100}))
    s.ask("POST", PODS, pod("p", 3))
    patch = "application/json-patch+json"
    grow = [{"op": "add", "path": "/metadata/annotations", "value": {"s": "x" * 2000}}]
    grow += [{"op": "copy", "from": "/metadata", "path": "/metadata/annotations/c"} for _ in range(9990)]
    chain = [{"op": "add", "path": "/metadata/annotations", "value": {"k0": "x" * 200000}}]
    chain += [{"op": "copy", "from": f"/metadata/annotations/k{i}", "path": f"/metadata/annotations/k{i + 1}"} for i in range(9990)]
    lists = [{"op": "copy", "from": "/spec/containers/0", "path": "/spec/containers/-"} for _ in range(9999)]
    doubles = [{"op": "copy", "from": "/spec/containers", "path": "/spec/containers/-"} for _ in range(64)]
    moves = [{"op": "move", "from": "/data/a" if i % 2 == 0 else "/data/b", "path": "/data/b" if i % 2 == 0 else "/data/a"} for i in range(10000)]
    big = {"a" + str(i): "x" for i in range(3000)}
    tests = [{"op": "add", "path": "/data", "value": big}] + [{"op": "test", "path": "/data", "value": big}] * 18
    cases = [(MAPS + "/m", c) for c in (grow, chain, moves, tests, [{"op": "test", "path": "", "value": {}}] * 10000, [{"op": "add", "path": "", "value": []}],
             [{"op": "replace", "path": "", "value": None}], [{"op": "remove", "path": ""}], [{"op": "copy", "from": "", "path": "/data/a"}] * 64,
             [{"op": "move", "from": "", "path": "/a"}], [{"op": "add", "path": "/data/" + "~1" * 100000, "value": "x"}],
             [{"op": "add", "path": "/data" + "/a" * 300000, "value": "x"}], [{"op": "add", "path": "data", "value": 1}], [{"op": "add"}] * 10000, [[]] * 10000,
             [{"op": {"a": 1}, "path": []}], [{"op": "add", "path": "/x", "value": {"a": 1}, "from": 1}], [{"op": "add", "path": "/data/a\u0000b", "value": "x"}],
             [{"op": "add", "path": "/metadata/ownerReferences/-", "value": 1}], {"op": "add"}, "x", None, 5)]
    cases += [(PODS + "/p", c) for c in (lists, doubles, [{"op": "add", "path": f"/spec/containers/{i}", "value": {}} for i in (0, 1, "00", "1e0", "-1", 99999999999999999999, "-")],
              [{"op": "remove", "path": "/spec/containers/0"}] * 10, [{"op": "add", "path": "/spec/containers/0", "value": {"name": "x"}}] * 9999)]
    begin = s.cpu()
    for uri, ops in cases:
        status, got = s.ask("PATCH", uri, json.dumps(ops), patch)
        must(fine(status, got), f"{json.dumps(ops)[:100]}: {status} {got[:200]}")
    must(s.rss() < 300 * SLOW, f"{s.rss()} MiB")
    used = s.cpu() - begin
    must(used < 15 * SLOW, f"{used:.1f} CPU s")
    return f"{used:.1f} CPU s, {s.rss()} MiB"


@attack()
def bombs_of_directives(s):
    s.ask("POST", PODS, pod("p", 50))
    strategic = "application/strategic-merge-patch+json"
    names = [f"c{i}" for i in range(50)]
    deep = {"$patch": "merge"}
    for _ in range(900):
        deep = {"$patch": "merge", "a": deep}
    wide = [{"name": n, "$patch": w} for n in names for w in ("delete", "replace", "merge", "retainKeys", "x", None, 1, {"$patch": "delete"})]
    for body in ({"spec": {"containers": wide}}, {"spec": {"containers": wide * 50}}, {"spec": {"$setElementOrder/containers": [{"name": n} for n in names * 300]}},
                 {"spec": {"$setElementOrder/containers": [{"name": "c0"}] * 20000, "containers": [{"name": "c0", "image": "j"}] * 5000}},
                 {"spec": {"$retainKeys": names * 300, "containers": []}}, {"spec": {"$retainKeys": {"a": 1}}}, {"spec": {"$patch": ["delete"]}},
                 {"spec": {"containers": [{"$patch": "replace"}] * 5000}}, {"spec": {"containers": [{"$patch": "delete"}] * 5000}}, {"$patch": "replace"},
                 {"metadata": {"$deleteFromPrimitiveList/finalizers": [{"a": 1}] * 5000}}, {"metadata": {"$deleteFromPrimitiveList/labels": ["a"]}},
                 {"metadata": {"$setElementOrder/finalizers": ["a/b"] * 9000, "finalizers": ["a/b"] * 9000}}, {"$setElementOrder/spec": []},
                 {"spec": {"$setElementOrder/$setElementOrder/containers": []}}, {"spec": {"$deleteFromPrimitiveList/": []}}, {"spec": {"$setElementOrder/": 1}},
                 {"metadata": {"labels": deep}}, {"spec": deep}, {"spec": {"containers": [[[[]]]] * 3000}}, {"spec": {"containers": [None] * 9000}},
                 {"spec": {"volumes": [{"name": "v", "$retainKeys": ["name"] * 9000, "emptyDir": {}}] * 200}}, {"spec": {"containers": {"$patch": "delete"}}}):
        for uri in (PODS + "/p", PODS + "/p/status"):
            status, got = s.ask("PATCH", uri, body, strategic)
            must(fine(status, got), f"{json.dumps(body)[:100]}: {status} {got[:200]}")
    must(s.rss() < 200 * SLOW, f"{s.rss()} MiB")


def laughs(lines, width=10):
    text = "a0: &a0 [" + ",".join(["lol"] * width) + "]\n"
    for i in range(1, lines):
        text += f"a{i}: &a{i} [" + ",".join([f"*a{i - 1}"] * width) + "]\n"
    return text


@attack()
def aliases_that_laugh(s):
    s.ask("POST", MAPS, config_map("y"))
    s.ask("POST", CRDS, definition({"type": "object", "x-kubernetes-preserve-unknown-fields": True}))
    top = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\n"
    custom = "apiVersion: a.b/v1\nkind: W\nmetadata: {name: y}\n"
    bombs = [laughs(9), laughs(60, 2), "b: &b {" + ",".join(f"k{i}: 1" for i in range(2000)) + "}\n" + "".join(f"m{i}: {{<<: *b}}\n" for i in range(2000)),
             "b: &b\n  <<: *b\n", "b: &b [*b]\n", "".join(f"x{i}: &a v\n" for i in range(20000)) + "z: *a\n", "s: &s " + "x" * 100000 + "\n" + "".join(f"t{i}: *s\n" for i in range(2000)),
             "? &k [a]\n: 1\n? *k\n: 2\n", "b: &" + "a" * 100000 + " 1\n", "b: *missing\n", "b: !!binary " + "A" * 500000 + "\n", "b: !!set {a,b}\n", "b: 0x" + "f" * 50000 + "\n",
             "b: 1" + "_0" * 50000 + "\n", "b: 1:" + "59:" * 20000 + "1\n", "b: .inf\nc: .nan\n", "b: \"" + "\\u00e9" * 50000 + "\"\n", "b: \"\\ud800\"\n", "b: |\n" + "  x\n" * 100000,
             "b: !!merge x\n", "<<: [" + ",".join(["{a: 1}"] * 5000) + "]\n", "%TAG ! tag:x,2000:\n---\na: !b c\n", "\ufeffa: b\n"]
    for bomb in bombs:
        for method, uri, kind, text in (("POST", MAPS, "application/yaml", top), ("PATCH", MAPS + "/y?fieldManager=f", "application/apply-patch+yaml", top),
                                        ("POST", "/apis/a.b/v1/namespaces/default/ws", "application/yaml", custom),
                                        ("PATCH", "/apis/a.b/v1/namespaces/default/ws/y?fieldManager=f", "application/apply-patch+yaml", custom),
                                        ("PUT", "/relist/v1/objects", "application/yaml", top), ("DELETE", MAPS + "/none", "application/yaml", "")):
            begin = time.monotonic()
            status, got = s.ask(method, uri, (text + bomb).encode(), kind)
            must(fine(status, got), f"{method} {uri} {bomb[:40]!r}: {status} {got[:200]}")
            must(time.monotonic() - begin < 5 * SLOW, f"{method} {uri} {bomb[:40]!r}: {time.monotonic() - begin:.1f} s")
    must(s.rss() < 300 * SLOW, f"{s.rss()} MiB")
    return f"{s.rss()} MiB"


@attack()
def bodies_in_other_wrappings(s):
    text = json.dumps(config_map("z", {"a": "x" * 100})).encode()
    bomb = gzip.compress(b" " * (200 << 20), 9)
    for encoding in ("gzip", "GZIP", "deflate", "br", "identity", "gzip, gzip", "x", ""):
        for body in (gzip.compress(text), bomb, text, b""):
            status, got = s.ask("POST", MAPS, body, headers={"Content-Encoding": encoding})
            must(fine(status, got), f"{encoding} of {len(body)}: {status} {got[:100]}")
            s.ask("DELETE", MAPS + "/z")
    must(s.rss() < 100 * SLOW, f"{s.rss()} MiB")
    for kind in ("application/json;stream=watch", "application/json; charset=utf-16", "application/json;" + ";a=b" * 3000, "application/" + "x" * 5000, "*/*",
                 "application/cbor", "application/vnd.kubernetes.protobuf;stream=watch", "multipart/form-data; boundary=", "a" * 3000, "/", ";", "application/json, text/plain"):
        status, got = s.ask("POST", MAPS, text, kind)
        must(fine(status, got), f"{kind[:60]}: {status} {got[:100]}")
        s.ask("DELETE", MAPS + "/z")
        status, got = s.ask("PATCH", MAPS + "/z", text, kind)
        must(fine(status, got), f"PATCH {kind[:60]}: {status} {got[:100]}")
        status, got = s.ask("GET", MAPS, headers={"Accept": ",".join([kind] * 10)})
        must(fine(status, got), f"Accept {kind[:60]}: {status} {got[:100]}")
    for body in (text.decode().encode("utf-16"), text.decode().encode("utf-32"), b"\xef\xbb\xbf" + text, b"\0" + text, text + b"\0", text + text, text + b" " * 3000000,
                 text[:-1] + b',"data":{"a":1}}', b'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"z","name":"y"}}', b"[" + text + b"]", b'"x"', b"0", b"1e9999", b"-"):
        for kind in FORMS:
            status, got = s.ask("POST", MAPS, body, kind)
            must(fine(status, got), f"{body[:30]!r} as {kind}: {status} {got[:100]}")
            s.ask("DELETE", MAPS + "/z")


def varint(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def field(n, data, lie=0):
    return varint(n << 3 | 2) + varint(len(data) + lie) + data


@attack()
def protobuf_that_lies(s):
    def wrapped(kind, raw, lie=0, version=b"v1"):
        return b"k8s\0" + field(1, field(1, version) + field(2, kind)) + field(2, raw, lie)

    meta = field(1, field(1, b"pb"))
    groups = b"\x0b" * 3000 + b"\x0c" * 3000
    cases = [wrapped(b"ConfigMap", meta, lie) for lie in (1, -1, 1000, 1 << 31, (1 << 63) - 60)]
    cases += [wrapped(b"ConfigMap", meta + x) for x in (varint(1 << 62), b"\x80" * 100, b"\xff" * 11, groups, b"\x0f", b"\x06", field(1 << 28, b"x"), field(2, field(1, b"k", 50)),
              field(2, b"\x0a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01x"), field(200, field(200, b"x") * 1000) * 100, b"\x08" + b"\xff" * 9 + b"\x7f", b"\x0d\0", b"\x09\0\0",
              field(2, field(1, b"\xc3\x28") + field(2, b"v")), field(1, field(11, field(1, b"k") + field(2, b"\xff"))), b"".join(field(2, field(1, b"same") + field(2, b"%d" % i)) for i in range(9000)))]
    deep = b""
    for _ in range(1500):
        deep = field(1, deep)
    cases += [wrapped(b"ConfigMap", deep), wrapped(b"Pod", meta + field(2, field(2, field(7, deep) * 3))), wrapped(b"Pod", meta + field(2, field(2, b"") * 200000)),
              wrapped(b"Pod", meta + field(2, field(1, field(1, b"v")) * 50000)), wrapped(b"Event", meta + field(6, b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")),
              wrapped(b"ConfigMap" * 1000, meta), wrapped(b"", meta), wrapped(b"ConfigMap", meta, version=b"/" * 1000), b"k8s\0" + field(4, b"application/" * 2000),
              b"k8s\0" * 100, wrapped(b"ConfigMap", b"k8s\0" + meta), wrapped(b"DeleteOptions", b"\x08" + varint(1 << 63)), wrapped(b"Status", meta * 1000)]
    r = random.Random(9)
    good = wrapped(b"Pod", meta + field(2, field(2, field(1, b"c") + field(2, b"i") + field(7, field(1, b"A") + field(2, b"b")))))
    for _ in range(500):
        b = bytearray(good)
        for _ in range(r.randrange(1, 5)):
            at = r.randrange(4, len(b))
            b[at:at + r.randrange(2)] = bytes([r.choice((0, 1, 0x7f, 0x80, 0xff, r.randrange(256)))])
        cases.append(bytes(b))
    for body in cases:
        for uri in (MAPS, PODS):
            status, got = s.ask("POST", uri, body, FORMS[2])
            must(fine(status, got), f"{body[:60]!r}: {status} {got[:200]}")
        s.ask("DELETE", MAPS, body, FORMS[2])
        s.ask("DELETE", PODS + "/pb?gracePeriodSeconds=0")
    must(s.rss() < 300 * SLOW, f"{s.rss()} MiB")


@attack()
def names_in_all_tongues(s):
    from urllib.parse import quote
    names = ["\u0430dmin", "a\u0301", "\u202ea", "\ufeffa", "a\u200b", "\U0001f600", "A", "a..b", "-a", "a-", "a" * 254, "a" * 70000, ".", "..", "a/b", "a%2fb", "a\\b", "a\x7fb",
             "a\nb", "a\tb", "a\x00b", "\ud800", "null", "true", "0", "1e5", "a b", "'", '"', "<script>", "${x}", "{{x}}", "\u0000", "\uffff", "con", "xn--a"]
    for name in names:
        body = json.dumps(config_map(name))
        for uri in (MAPS, "/api/v1/namespaces", PODS):
            kind = {MAPS: "ConfigMap", PODS: "Pod"}.get(uri, "Namespace")
            status, got = s.ask("POST", uri, body.replace("ConfigMap", kind))
            must(fine(status, got), f"{name!r} to {uri}: {status} {got[:200]}")
            json.loads(got)
        q = quote(name.encode("utf-8", "surrogatepass"))
        for uri in (f"{MAPS}/{q}", f"/api/v1/namespaces/{q}/configmaps", f"/api/v1/namespaces/{q}", f"{MAPS}?fieldSelector=metadata.name%3D{q}", f"{MAPS}?labelSelector={q}",
                    f"/apis/{q}/v1/x", f"/apis/{q}", f"/api/v1/{q}", f"/relist/v1/objects?namespace={q}", f"{PODS}/{q}/{q}"):
            for method in ("GET", "PUT", "PATCH", "DELETE"):
                if method == "DELETE" and "?" in uri:
                    continue
                status, got = s.ask(method, uri, None if method == "GET" else body, "application/merge-patch+json" if method == "PATCH" else FORMS[0])
                must(status in (0, 414, 431) and len(name) > 60000 or fine(status, got), f"{method} {uri[:80]}: {status} {got[:200]}")
        for where in ("labels", "annotations"):
            obj = config_map("tongue")
            obj["metadata"][where] = {name: name}
            status, got = s.ask("POST", MAPS, json.dumps(obj))
            must(fine(status, got), f"{where} {name!r}: {status} {got[:200]}")
            s.ask("DELETE", MAPS + "/tongue")
        obj = config_map("")
        obj["metadata"] = {"generateName": name, "namespace": name}
        must(fine(s.ask("POST", MAPS, json.dumps(obj))[0]), f"generateName {name!r}")
    status, got = s.ask("GET", "/relist/v1/objects")
    json.loads(got)


# --- expressions and definitions ------------------------------------------------------------------


@attack()
def expressions_that_grow(s):
    double = "self.x"
    for _ in range(18):
        double = f"({double} + {double})"
    nested = "true"
    for i in range(12):
        nested = f"self.l.all(v{i}, {nested})"
    rules = [double + " == ''", nested, "self.l.map(a, self.l.map(b, self.l.map(c, a + b + c))).size() > 0", "[" * 200 + "1" + "]" * 200 + " == []", "(" * 5000 + "true" + ")" * 5000,
             "!" * 5001 + "true", "-" * 3000 + "1 < 0", " || ".join(["self.x == 'a'"] * 3000), "self.x.matches('(a+)+$')", "self.x.matches('((a{1,100}){1,100}){1,100}')",
             "self.x.matches(self.x)", "self.x.split('').map(c, self.x.replace(c, self.x)).size() > 0", "self.x.replace('', self.x).replace('', self.x) == ''",
             "self.x.split('', 2147483647).size() > 0", "self.x.split('', -9223372036854775808).size() > 0", "self.l.exists_one(a, self.l.exists_one(b, a == b))",
             "duration('9999999999999999h') > duration('0s')", "timestamp('99999-01-01T00:00:00Z') > timestamp(0)", "9223372036854775807 + 1 > 0", "1 / 0 == 1", "1.0 / 0.0 > 1.0", "-9223372036854775808 / -1 > 0",
             "'\\U0010FFFF' == '\\u0000'", "b'\\xff' == b'\\xff'", "self.x.substring(-1) == ''", "self.x.substring(0, 2147483648) == ''", "self.x.charAt(9223372036854775807) == ''",
             "self.x.lastIndexOf('', 99999999) > 0", "[1].slice(-1, 5) == []", "lists.range(2000000000).size() > 0", "sets.contains(self.l, self.l)", "'%s%s%s'.format([self.x, self.x]) == ''",
             "'%.1000000f'.format([1.0]) == ''", "'%1000000000d'.format([1]) == ''", "quantity('1e999999') == quantity('1')", "url('http://[').getHost() == ''", "ip('::ffff:1.2.3.4').family() == 4",
             "cidr('0.0.0.0/99').ip() == ip('1.1.1.1')", "semver('1.2.3-" + "a." * 2000 + "a') < semver('1.0.0')", "self.x.find('') == ''", "self.x.findAll('', 999999999).size() > 0",
             "optional.of(optional.of(optional.none())).hasValue()", "self.?x.orValue('a') == 'a'", "{'a': {'b': 1}}['a'] == {}", "type(type(type(1))) == type", "has(self.x.y.z)", "self == self", "[].sum() == 0",
             "cel.bind(a, self.x + self.x, cel.bind(b, a + a, cel.bind(c, b + b, c + c))) == ''", "self.l.sort() == self.l", "'a'.reverse() == 'a'", "base64.decode('====') == b''", "\x00", "", "a" * 100000, "//", "\"" * 999, "r'\\'"]
    for rule in rules:
        schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {
            "x": {"type": "string", "maxLength": 200000}, "l": {"type": "array", "maxItems": 300, "items": {"type": "integer"}}},
            "x-kubernetes-validations": [{"rule": rule, "message": "no"}]}}}
        begin = time.monotonic()
        status, got = s.ask("POST", CRDS, definition(schema))
        must(fine(status, got), f"{rule[:80]}: {status} {got[:300]}")
        if status == 201:
            for n in (1, 1000, 200000):
                status, got = s.ask("POST", "/apis/a.b/v1/namespaces/default/ws",
                                    {"apiVersion": "a.b/v1", "kind": "W", "metadata": {"name": "w"}, "spec": {"x": "a" * n, "l": list(range(min(n, 300)))}})
                must(fine(status, got), f"{rule[:80]} with {n}: {status} {got[:300]}")
                s.ask("DELETE", "/apis/a.b/v1/namespaces/default/ws/w")
            s.ask("DELETE", CRDS + "/ws.a.b")
        took = time.monotonic() - begin
        must(took < 8 * SLOW, f"{rule[:80]}: {took:.1f} s")
    s.answers_within(1)
    must(s.rss() < 400 * SLOW, f"{s.rss()} MiB")
    return f"{s.rss()} MiB"


@attack()
def policies_that_grow(s):
    def policy(variables, rule):
        return {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy", "metadata": {"name": "p"},
                "spec": {"failurePolicy": "Fail", "matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"], "resources": ["configmaps"], "operations": ["*"]}]},
                         "variables": [{"name": n, "expression": e} for n, e in variables],
                         "validations": [{"expression": rule, "messageExpression": "'x' + string(" + rule + ")"}]}}

    binding = {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": "b"},
               "spec": {"policyName": "p", "validationActions": ["Deny"]}}
    s.ask("POST", HOOKS + "validatingadmissionpolicybindings", binding)
    twice = [("v0", "object.data.a")] + [(f"v{i}", f"variables.v{i - 1} + variables.v{i - 1}") for i in range(1, 60)]
    lists = [("v0", "[1, 2, 3, 4, 5, 6, 7, 8]")] + [(f"v{i}", f"variables.v{i - 1} + variables.v{i - 1}") for i in range(1, 40)]
    cross = [("v0", "object.data.a.split('')"), ("v1", "variables.v0.map(a, variables.v0.map(b, variables.v0))")]
    loop = [("a", "variables.b"), ("b", "variables.a")]
    many = [(f"v{i}", "object.data.a == 'x'") for i in range(3000)]
    for variables, rule in ((twice, "variables.v59 == ''"), (lists, "variables.v39.size() > 0"), (cross, "variables.v1.size() > 0"), (loop, "variables.a"), (many, "variables.v2999"),
                            ([("v", "variables.v")], "variables.v"), ([], "object.data.all(k, object.data.all(l, object.data.all(m, k + l + m != '')))"), ([], "oldObject.x.y"), ([], "params.x")):
        begin = time.monotonic()
        status, got = s.ask("POST", HOOKS + "validatingadmissionpolicies", policy(variables, rule))
        must(fine(status, got), f"{rule}: {status} {got[:300]}")
        if status == 201:
            status, got = s.ask("POST", MAPS, config_map("m", {"a": "x" * 1000, **{f"k{i}": "v" for i in range(60)}}))
            must(fine(status, got), f"{rule}: {status} {got[:300]}")
            s.ask("DELETE", MAPS + "/m")
            s.ask("DELETE", HOOKS + "validatingadmissionpolicies/p")
            if os.environ.get("ATTACK_VERBOSE"):
                print(rule, status, got[:300], s.rss(), s.cpu())
        must(time.monotonic() - begin < 10 * SLOW, f"{rule}: {time.monotonic() - begin:.1f} s")
        s.answers_within(1)
    must(s.rss() < 300 * SLOW, f"{s.rss()} MiB")
    return f"{s.rss()} MiB"


@attack()
def schemas_that_double(s):
    base = {"type": "object", "properties": {"a": {"type": "string"}}}
    all_of = {"properties": {"a": {"pattern": "^a"}}}
    for _ in range(14):
        all_of = {"allOf": [all_of, all_of]}
    not_not = {"properties": {"a": {"enum": ["x"]}}}
    for _ in range(400):
        not_not = {"not": not_not}
    one_of = {"oneOf": [{"properties": {"a": {"pattern": f"^{'a' * i}$"}}} for i in range(3000)]}
    lists = {"type": "integer"}
    for _ in range(300):
        lists = {"type": "array", "items": lists, "x-kubernetes-list-type": "set" if lists["type"] == "integer" else "atomic"}
    defaults = {"type": "object", "default": {}, "properties": {"z": {"type": "string", "default": "x" * 1000}}}
    for _ in range(12):
        defaults = {"type": "object", "default": {}, "properties": {"l": defaults, "r": defaults}}
    keys = {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [f"k{i}" for i in range(300)],
            "items": {"type": "object", "required": [f"k{i}" for i in range(300)], "properties": {f"k{i}": {"type": "string"} for i in range(300)}}}
    for name, extra in (("allOf", all_of), ("not", not_not), ("oneOf", one_of)):
        schemas = {"type": "object", "properties": {"spec": {**base, **extra}}}
        check_schema(s, name, schemas, {"a": "a" * 50})
    check_schema(s, "lists", {"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": lists}}}}, {"a": json.loads("[" * 250 + "]" * 250)})
    check_schema(s, "defaults", {"type": "object", "properties": {"spec": defaults}}, {})
    check_schema(s, "keys", {"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": keys}}}}, {"a": [{f"k{i}": str(n) for i in range(300)} for n in range(200)]})
    versions = definition(base)
    versions["spec"]["versions"] = [{"name": f"v{i}", "served": True, "storage": i == 1, "schema": {"openAPIV3Schema": base}} for i in range(1, 800)]
    must(fine(s.ask("POST", CRDS, versions)[0]), "800 versions")
    s.ask("GET", "/apis")
    s.ask("GET", "/openapi/v2")
    s.ask("DELETE", CRDS + "/ws.a.b")
    s.answers_within(2)
    must(s.rss() < 500 * SLOW, f"{s.rss()} MiB")
    return f"{s.rss()} MiB"


def check_schema(s, name, schema, spec):
    begin = time.monotonic()
    status, got = s.ask("POST", CRDS, definition(schema))
    must(fine(status, got), f"{name}: {status} {got[:300]}")
    if status == 201:
        body = {"apiVersion": "a.b/v1", "kind": "W", "metadata": {"name": "w"}, "spec": spec}
        status, got = s.ask("POST", "/apis/a.b/v1/namespaces/default/ws", body)
        must(fine(status, got), f"{name}: {status} {got[:300]}")
        s.ask("GET", "/apis/a.b/v1/namespaces/default/ws", headers={"Accept": "application/json;as=Table;v=v1;g=meta.k8s.io"})
        s.ask("GET", "/openapi/v3/apis/a.b/v1")
        s.ask("PATCH", "/apis/a.b/v1/namespaces/default/ws/w?fieldManager=f&force=1", body, "application/apply-patch+yaml")
        s.ask("DELETE", CRDS + "/ws.a.b")
    must(time.monotonic() - begin < 10 * SLOW, f"{name}: {time.monotonic() - begin:.1f} s")


# --- webhooks -------------------------------------------------------------------------------------


class Enemy:
    """A webhook over TLS that answers as it likes: the path says how."""

    def __init__(self, folder):
        self.cert, key = os.path.join(folder, "tls.crt"), os.path.join(folder, "tls.key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", self.cert, "-days", "2", "-subj", "/CN=enemy",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.cert, key)
        self.sock = socket.create_server(("127.0.0.1", 0))
        self.port = self.sock.getsockname()[1]
        self.stop, self.calls = False, 0
        threading.Thread(target=self.accept, daemon=True).start()

    def bundle(self):
        with open(self.cert, "rb") as f:
            return base64.b64encode(f.read()).decode()

    def accept(self):
        while not self.stop:
            try:
                c, _ = self.sock.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(c,), daemon=True).start()

    def close(self):
        self.stop = True
        self.sock.close()

    def serve(self, c):
        try:
            c.settimeout(30)
            c = self.context.wrap_socket(c, server_side=True)
            data = b""
            while b"\r\n\r\n" not in data:
                part = c.recv(65536)
                if not part:
                    return
                data += part
            top, _, body = data.partition(b"\r\n\r\n")
            lines = top.decode(errors="replace").split("\r\n")
            length = next((int(x.split(":")[1]) for x in lines if x.lower().startswith("content-length")), 0)
            if any(x.lower().startswith("expect") for x in lines):
                c.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            while len(body) < length:
                body += c.recv(1 << 20)
            self.calls += 1
            self.answer(c, lines[0].split()[1].split("?")[0].strip("/"), json.loads(body))
        except (OSError, ValueError):
            pass
        finally:
            c.close()

    def answer(self, c, how, review):
        def say(body, kind="application/json", status="200 OK", extra=""):
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            c.sendall(f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{extra}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)

        request = review.get("request", {})
        ok = {"apiVersion": review["apiVersion"], "kind": review["kind"], "response": {"uid": request.get("uid"), "allowed": True}}
        if how == "endless":
            c.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            while not self.stop:
                c.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")
        elif how == "slow":
            for byte in b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" * 3:
                c.sendall(bytes([byte]))
                time.sleep(0.2)
        elif how == "huge":
            say(b'{"a":"' + b"x" * (20 << 20) + b'"}')  # more than twice what is taken
        elif how == "heads":
            c.sendall(b"HTTP/1.1 200 OK\r\n")
            while not self.stop:
                c.sendall(b"X-A: " + b"a" * 60000 + b"\r\n")
        elif how == "redirect":
            say(b"", status="307 Temporary Redirect", extra=f"Location: https://127.0.0.1:{self.port}/redirect\r\n")
        elif how == "silent":
            time.sleep(20)
        elif how == "reset":
            c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif how == "hundreds":
            c.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100000)
        elif how == "length":
            c.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}")
        elif how == "deep":
            say(b"[" * 1000000)
        elif how == "gzip":
            say(gzip.compress(b" " * (100 << 20)), extra="Content-Encoding: gzip\r\n")
        elif how == "other":
            ok["response"]["uid"] = "x"
            say(ok)
        elif how == "nothing":
            say(b"")
        elif how == "warnings":
            ok["response"]["warnings"] = ["w" * 5000] * 500
            say(ok)
        elif how == "audit":
            ok["response"]["auditAnnotations"] = {"k" * 3000: "v" * 100000}
            say(ok)
        elif how == "status":
            ok["response"] = {"uid": request.get("uid"), "allowed": False, "status": {"code": -5, "message": "m" * 100000, "reason": "\u0000", "details": {"causes": [1] * 1000}}}
            say(ok)
        elif how == "patches":
            ops = [{"op": "add", "path": "/metadata/annotations", "value": {"s": "x" * 100}}] + [{"op": "copy", "from": "/metadata", "path": "/metadata/annotations/c"}] * 60
            ok["response"].update(patchType="JSONPatch", patch=base64.b64encode(json.dumps(ops).encode()).decode())
            say(ok)
        elif how == "larger":
            ops = [{"op": "add", "path": "/data/x" + str(i), "value": "y" * 100000} for i in range(40)]
            ok["response"].update(patchType="JSONPatch", patch=base64.b64encode(json.dumps(ops).encode()).decode())
            say(ok)
        elif how.startswith("convert"):
            objects = request["objects"]
            reply = {"uid": request["uid"], "result": {"status": "Success"}, "convertedObjects": objects}
            if how == "convert-fewer":
                reply["convertedObjects"] = objects[1:]
            elif how == "convert-more":
                reply["convertedObjects"] = objects * 50
            elif how == "convert-same":
                pass  # they keep their version: not the requested one
            elif how == "convert-name":
                for o in objects:
                    o["apiVersion"], o["metadata"]["name"], o["metadata"]["uid"] = request["desiredAPIVersion"], "other", "x"
            elif how == "convert-large":
                for o in objects:
                    o.update(apiVersion=request["desiredAPIVersion"], spec={"x": "y" * 3000000})
            elif how == "convert-odd":
                reply["convertedObjects"] = [1, None, [], "x", {}, {"metadata": 1}]
            elif how == "convert-failed":
                reply["result"] = {"status": "Failure", "message": "m" * 100000}
            say({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": reply})
        else:
            say(b"\0\xff" + how.encode())


WAYS = ("endless", "slow", "huge", "heads", "redirect", "silent", "reset", "hundreds", "length", "deep", "gzip", "other", "nothing", "warnings", "audit", "status", "patches", "larger", "noise")


@attack()
def webhooks_that_are_enemies(s):
    with tempfile.TemporaryDirectory() as d:
        enemy = Enemy(d)
        try:
            for kind, path in (("Validating", "validatingwebhookconfigurations"), ("Mutating", "mutatingwebhookconfigurations")):
                for how in WAYS:
                    hook = {"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind + "WebhookConfiguration", "metadata": {"name": "h"}, "webhooks": [
                        {"name": "h.example.com", "sideEffects": "None", "admissionReviewVersions": ["v1"], "timeoutSeconds": 1, "failurePolicy": "Fail",
                         "clientConfig": {"url": f"https://127.0.0.1:{enemy.port}/{how}", "caBundle": enemy.bundle()},
                         "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "resources": ["configmaps"], "operations": ["*"]}]}]}
                    status, got = s.ask("POST", HOOKS + path, hook)
                    must(status == 201, f"{how}: {status} {got[:300]}")
                    begin = time.monotonic()
                    threads = [threading.Thread(target=s.ask, args=("POST", MAPS, config_map(f"t{i}"))) for i in range(5)]
                    for t in threads:
                        t.start()
                    status, got = s.ask("POST", MAPS, config_map("m", {"a": "x"}))
                    must(200 <= status < 600 and status != 0, f"{kind} {how}: {status} {got[:200]}")
                    s.answers_within(1)
                    for t in threads:
                        t.join()
                    must(time.monotonic() - begin < 6 * SLOW, f"{kind} {how}: {time.monotonic() - begin:.1f} s")
                    s.ask("DELETE", HOOKS + path + "/h")
                    s.ask("DELETE", MAPS)
            must(enemy.calls > 50, f"webhooks were called {enemy.calls} times")
            must(s.rss() < 400 * SLOW, f"{s.rss()} MiB")
            return f"{enemy.calls} calls, {s.rss()} MiB"
        finally:
            enemy.close()


@attack()
def conversions_that_are_enemies(s):
    with tempfile.TemporaryDirectory() as d:
        enemy = Enemy(d)
        try:
            for how in ("convert-same", "convert-fewer", "convert-more", "convert-name", "convert-large", "convert-odd", "convert-failed", "endless", "huge", "deep", "noise", "hundreds", "nothing"):
                crd = definition({"type": "object", "x-kubernetes-preserve-unknown-fields": True})
                crd["spec"]["versions"].append({**crd["spec"]["versions"][0], "name": "v2", "storage": False})
                crd["spec"]["conversion"] = {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"],
                                             "clientConfig": {"url": f"https://127.0.0.1:{enemy.port}/{how}", "caBundle": enemy.bundle()}}}
                must(s.ask("POST", CRDS, crd)[0] == 201, how)
                ws = "/namespaces/default/ws"
                for i in range(20):
                    s.ask("POST", "/apis/a.b/v1" + ws, {"apiVersion": "a.b/v1", "kind": "W", "metadata": {"name": f"w{i}"}})
                calls = [("GET", ws), ("GET", ws + "/w1"), ("GET", ws + "?limit=3"), ("PUT", ws + "/w1"), ("PATCH", ws + "/w1"), ("DELETE", ws + "/w2"), ("POST", ws), ("DELETE", ws)]
                if how in ("endless", "hundreds"):
                    calls = calls[:2]
                for method, uri in calls:
                    body = None if method in ("GET", "DELETE") else {"apiVersion": "a.b/v2", "kind": "W", "metadata": {"name": "w1"}}
                    status, got = s.ask(method, "/apis/a.b/v2" + uri, body, "application/merge-patch+json" if method == "PATCH" else FORMS[0])
                    must(status and status < 600, f"{how} {method} {uri}: {status} {got[:200]}")
                    s.answers_within(1)
                s.raw(head("GET", "/apis/a.b/v2" + ws + "?watch=1&resourceVersion=0", "Connection: close"), 0.3)
                s.ask("DELETE", CRDS + "/ws.a.b")
            must(s.rss() < 500 * SLOW, f"{s.rss()} MiB")
            return f"{s.rss()} MiB"
        finally:
            enemy.close()


# --- who one says one is --------------------------------------------------------------------------


def tokens_file(folder):
    path = os.path.join(folder, "tokens")
    with open(path, "w") as f:
        f.write("secret,root,1,\"system:masters\"\nweak,user,2\n")
    return path


@attack()
def impersonations_of_everybody(s):
    with tempfile.TemporaryDirectory() as d:
        t = Server(["--token-auth-file", tokens_file(d)])
        try:
            admin, weak = "Authorization: Bearer secret", "Authorization: Bearer weak"
            long = "g" * 1000
            for lines in (["Impersonate-User: u"] * 2, ["Impersonate-Group: g"], ["Impersonate-Uid: 1"], ["Impersonate-Extra-a: b"], ["Impersonate-User:"],
                          ["Impersonate-User: u", *[f"Impersonate-Group: g{i}" for i in range(1500)]], ["Impersonate-User: u", *[f"Impersonate-Extra-k{i}: v" for i in range(1000)]],
                          ["Impersonate-User: u", "Impersonate-Extra-%00: v"], ["Impersonate-User: u", "Impersonate-Extra-%zz: v"], ["Impersonate-User: u", "Impersonate-Extra-" + "%41" * 3000 + ": v"],
                          ["Impersonate-User: u", "Impersonate-Extra-: v"], ["Impersonate-User: " + "u" * 50000], ["Impersonate-User: u", *[f"Impersonate-Group: {long}"] * 50],
                          ["Impersonate-User: system:serviceaccount:a:b:c"], ["Impersonate-User: system:serviceaccount::"], ["Impersonate-User: \xff\xfe"], ["Impersonate-User: u", "Impersonate-User2: v"],
                          ["impersonate-user: u", "IMPERSONATE-GROUP: system:masters"], ["Impersonate-User: system:anonymous"], ["Impersonate-User: a,b\tc"], ["Impersonate-Unknown: x"]):
                for who in (admin, weak):
                    for method, uri in (("GET", "/api/v1/secrets"), ("GET", "/relist/v1/objects"), ("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews")):
                        body = b'{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}' if method == "POST" else b""
                        raw = "\r\n".join([f"{method} {uri} HTTP/1.1", "Host: localhost", who, *lines, "Connection: close", "Content-Type: application/json",
                                           f"Content-Length: {len(body)}", "", ""]).encode("latin-1") + body
                        got = t.raw(raw, 2)
                        must(not got.startswith(b"HTTP/1.1 5") or b"without impersonating" in got, f"{lines[-1][:60]} {uri}: {got[:300]}")
                        must(who is admin or not got or got.split()[1] not in (b"200", b"201") or b'"username":"user"' in got, f"weak became {lines[0][:60]} at {uri}: {got[:300]}")
                        must(method != "GET" or not got.startswith(b"HTTP/1.1 200 ") or not any(x.startswith("Impersonate-User: ") for x in lines) or "/relist/" in uri,
                             f"{lines[0][:60]} read secrets: {got[:200]}")
            t.end()
        finally:
            t.kill()


def b64(data):
    return base64.urlsafe_b64encode(data if isinstance(data, bytes) else json.dumps(data).encode()).decode().rstrip("=")


@attack()
def tokens_that_nobody_signed(s):
    with tempfile.TemporaryDirectory() as d:
        key, pub = os.path.join(d, "sa.key"), os.path.join(d, "sa.pub")
        subprocess.run(["openssl", "genrsa", "-out", key, "2048"], check=True, capture_output=True)
        subprocess.run(["openssl", "rsa", "-in", key, "-pubout", "-out", pub], check=True, capture_output=True)
        with open(pub, "rb") as f:
            public = f.read()
        t = Server(["--token-auth-file", tokens_file(d), "--service-account-signing-key-file", key, "--service-accounts"])
        try:
            admin = {"Authorization": "Bearer secret"}
            t.ask("POST", "/api/v1/namespaces/default/serviceaccounts", {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}, headers=admin)
            status, got = t.ask("POST", "/api/v1/namespaces/default/serviceaccounts/default/token",
                                {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}, headers=admin)
            must(status == 201, f"TokenRequest: {status} {got[:300]}")
            good = json.loads(got)["status"]["token"]
            must(t.ask("GET", "/api", headers={"Authorization": "Bearer " + good})[0] == 200, "the good one was refused")
            top, claims, signature = good.split(".")
            said = json.loads(base64.urlsafe_b64decode(claims + "=="))
            header = json.loads(base64.urlsafe_b64decode(top + "=="))
            root = {**said, "sub": "system:admin", "groups": ["system:masters"]}
            forged = [f"{b64({**header, 'alg': alg})}.{claims}.{sig}" for alg in ("none", "None", "NONE", "", "HS256", "RS256", "RS384", "PS256", "ES256", "x" * 500, None, 5, []) for sig in ("", signature, "AAAA")]
            for secret in (public, public.strip(), b""):
                h = b64({**header, "alg": "HS256"})
                forged.append(f"{h}.{claims}." + b64(hmac.new(secret, f"{h}.{claims}".encode(), hashlib.sha256).digest()))
            forged += [f"{top}.{b64(root)}.{signature}", f"{top}.{claims}.{signature}.{signature}", f"{top}.{claims}", f"{top}..{signature}", "..", ".", "...", "." * 5000, f"{top}.{claims}.{signature}=",
                       f"{top}.{claims}.{signature[:-4]}", f"{top}.{claims}.{signature}AAAA", f"{top}.{claims}.{signature} ", f"{top}\n.{claims}.{signature}", f"{top}.{claims}.{'A' * 60000}", f"{'A' * 60000}.{claims}.{signature}",
                       f"{top}.{b64(b'[' * 30000)}.{signature}", f"{b64(b'{' * 3000)}.{claims}.{signature}", f"{b64({**header, 'kid': '../../../etc/passwd'})}.{claims}.{signature}",
                       f"{b64({**header, 'kid': 'x' * 30000})}.{claims}.{signature}", f"{b64({**header, 'jwk': {'kty': 'RSA', 'n': 'AQAB', 'e': 'AQAB'}})}.{claims}.{signature}",
                       f"{b64({**header, 'jku': 'http://127.0.0.1/x', 'x5u': 'file:///etc/passwd', 'crit': ['exp'], 'b64': False, 'zip': 'DEF'})}.{claims}.{signature}",
                       b64(b'{"alg":"RS256","alg":"none"}') + f".{claims}.{signature}", top + "." + b64(json.dumps(said).encode()[:-1] + b',"sub":"system:admin"}') + "." + signature]
            r = random.Random(3)
            for _ in range(300):
                b = list(good)
                b[r.randrange(len(b))] = r.choice("ABCxyz019-_.=%~")
                if "".join(b) != good:
                    forged.append("".join(b))
            accepted = 0
            for token in forged:
                status, got = t.ask("GET", "/api/v1/secrets", headers={"Authorization": "Bearer " + token.replace("\n", "%0a")})
                must(status in (401, 403, 400, 431, 0), f"{token[:80]}: {status} {got[:200]}")
                accepted += status == 403  # known, and not allowed
                status, got = t.ask("POST", "/apis/authentication.k8s.io/v1/tokenreviews",
                                    {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": {"token": token, "audiences": ["x" * 1000] * 100}}, headers=admin)
                must(status == 201 and json.loads(got)["status"].get("authenticated") is not True, f"{token[:80]}: {status} {got[:300]}")
            # The last character of a signature of 256 bytes has bits that say nothing; all else is a forgery.
            must(accepted <= 3, f"{accepted} forged tokens were believed")
            for spec in ({"expirationSeconds": -1}, {"expirationSeconds": 1 << 62}, {"expirationSeconds": "x"}, {"audiences": ["a" * 10000] * 100}, {"audiences": [""]},
                         {"boundObjectRef": {"kind": "Pod", "name": "x" * 10000}}, {"boundObjectRef": {"kind": "Secret", "apiVersion": "v1", "name": "none", "uid": "x"}}, None, []):
                status, got = t.ask("POST", "/api/v1/namespaces/default/serviceaccounts/default/token", {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": spec}, headers=admin)
                must(fine(status, got), f"{json.dumps(spec)[:60]}: {status} {got[:200]}")
            for line in ("Bearer", "Bearer ", "bearer secret", "BEARER secret", "Bearer  secret", "Bearer secret ", "Basic c2VjcmV0", "Bearer secret, Bearer weak", "Bearer\tsecret", "Bearer secret\x00x", "x" * 3000, ""):
                got = t.raw(head("GET", "/api/v1/secrets", "Authorization: " + line, "Connection: close"), 1)
                must(not got or got.split()[1] in (b"200", b"401", b"400", b"403"), f"{line[:40]}: {got[:100]}")
            for pair in (("secret", "weak"), ("weak", "secret"), ("x", "secret")):
                got = t.raw(head("GET", "/api/v1/secrets", *["Authorization: Bearer " + p for p in pair], "Connection: close"), 1)
                must(b" 200 " not in got[:20] or pair[0] == "secret", f"{pair}: {got[:100]}")
            t.end()
            return f"{len(forged)} forged tokens, {accepted} with bits that say nothing"
        finally:
            t.kill()


@attack("--tls")
def handshakes_that_never_end(s):
    before, socks = s.rss(), []
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        context.wrap_bio(incoming, outgoing, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        pass
    hello = outgoing.read()
    for i in range(900):
        c = s.connect()
        c.setblocking(False)
        try:
            c.send((hello, hello[:20], hello[:-1], b"\x16\x03\x01\xff\xff", b"", b"GET / HTTP/1.1\r\n\r\n", b"\x80\x2e\x01", b"\x15\x03\x03\x00\x02\x02\x28", os.urandom(500))[i % 9])
        except OSError:
            pass
        socks.append(c)

    def ask():
        with socket.create_connection(("127.0.0.1", s.port), 20 * SLOW) as raw:
            with context.wrap_socket(raw) as c:
                c.sendall(head("GET", "/readyz", "Connection: close"))
                return c.recv(65536)

    begin = time.monotonic()
    must(ask().startswith(b"HTTP/1.1 200 "), "no answer beside them")
    took, grown = time.monotonic() - begin, s.rss() - before
    must(took < 1 * SLOW, f"/readyz took {took:.2f} s")
    must(grown < 200 * SLOW, f"{grown} MiB for 900 handshakes that do not end")
    r = random.Random(5)
    for _ in range(400):
        b = bytearray(hello)
        for _ in range(r.randrange(1, 8)):
            b[r.randrange(len(b))] = r.randrange(256)
        c = s.connect(0.02 * SLOW)
        try:
            c.sendall(bytes(b))
            c.recv(4096)
        except OSError:
            pass
        c.close()
    for c in socks:
        c.close()
    must(ask().startswith(b"HTTP/1.1 200 "), "no answer after them")
    s.proc.send_signal(15)
    must(s.proc.wait(30) == 0 and "Sanitizer" not in s.said(), s.said()[-1000:])
    s.end = lambda: None
    return f"{grown} MiB, /readyz {took * 1000:.0f} ms"


def main():
    return kit.main()


if __name__ == "__main__":
    raise SystemExit(main())
