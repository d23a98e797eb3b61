# SPDX-License-Identifier: Apache-2.0
"""Sends one request to one server, byte for byte, and reads the response with its framing.

A step is a line of tests/wire/script*.jsonl: method, path, query, headers, body (text), and for a watch `watch_ms`,
how long it is kept open, and `actions`, steps done at `at_ms`. ${ID:path} in query and body is a value out of the answer to
request ID.
"""
import gzip
import json
import re
import socket
import ssl
import threading
import time

TIMEOUT_S = 70
BODY_MAX = 64 << 20


class Answer:
    def __init__(self):
        self.status = 0
        self.line = ""
        self.headers = []      # (name, value), as sent
        self.framing = "none"  # content-length or chunked
        self.chunks = []       # (ms since the request, bytes)
        self.body = b""
        self.end = "zero-chunk"
        self.headers_ms = self.ms = 0.0
        self.error = None      # instead of all that: why there is no answer

    def header(self, name):
        return [v for n, v in self.headers if n.lower() == name.lower()]

    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class Connection:
    def __init__(self, server):
        sock = socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if server.tls:
            sock = ssl._create_unverified_context().wrap_socket(sock, server_hostname="localhost")
        self.sock = sock
        self.buffer = b""

    def close(self):
        self.sock.close()

    def fill(self):
        got = self.sock.recv(65536)
        if not got:
            raise EOFError("the connection ended")
        self.buffer += got

    def line(self):
        while b"\r\n" not in self.buffer:
            self.fill()
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line.decode("latin-1")

    def take(self, count):
        if count > BODY_MAX:
            raise EOFError("more than %d bytes" % BODY_MAX)
        while len(self.buffer) < count:
            self.fill()
        got, self.buffer = self.buffer[:count], self.buffer[count:]
        return got


def value_at(answers, reference):
    number, path = reference.split(":", 1)
    value = answers.get(int(number))
    for name in path.split("."):
        if name == "#hash":
            return value.split("hash=")[1] if isinstance(value, str) and "hash=" in value else "missing"
        if isinstance(value, list):
            value = value[int(name)] if name.isdigit() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else "missing"


class Talker:
    """A server, one kept connection to it, and what it has answered so far by request."""

    def __init__(self, server):
        self.server = server
        self.connection = None
        self.forget()

    def forget(self):
        self.answers = {}  # parsed bodies by the step's id
        self.etag = ""

    def fill_in(self, text):
        return re.sub(r"\$\{(\d+:[^}]*)\}", lambda m: value_at(self.answers, m.group(1)), text)

    def request_of(self, step):
        body = step.get("body")
        if "body_parts" in step:
            first, middle, times, last = step["body_parts"]
            body = first + middle * times + last
        if body is not None:
            body = self.fill_in(body).encode()
        query = self.fill_in(step.get("query") or "")
        headers = [("Host", "127.0.0.1:6443")]
        for name, value in step.get("headers", {}).items():
            headers.append((name, self.etag if name == "If-None-Match" and self.etag else value))
        if body is not None:
            headers.append(("Content-Length", str(len(body))))
        return step["path"] + ("?" + query if query else ""), headers, body

    def send(self, connection, method, target, headers, body):
        head = "%s %s HTTP/1.1\r\n" % (method, target)
        head += "".join("%s: %s\r\n" % h for h in headers) + "\r\n"
        connection.sock.sendall(head.encode("utf-8") + (body or b""))

    def read_head(self, connection, answer, began):
        answer.line = connection.line()
        while answer.line.split(" ")[1:2] == ["100"]:
            while connection.line():
                pass
            answer.line = connection.line()
        answer.status = int(answer.line.split(" ")[1])
        while True:
            line = connection.line()
            if not line:
                break
            name, _, value = line.partition(":")
            answer.headers.append((name, value.strip()))
        answer.headers_ms = (time.monotonic() - began) * 1000

    def read_body(self, connection, answer, began, method):
        length = answer.header("Content-Length")
        if method == "HEAD" or answer.status in (204, 304):
            return
        if length:
            answer.framing = "content-length"
            answer.body = connection.take(int(length[0]))
        elif answer.header("Transfer-Encoding"):
            answer.framing = "chunked"
            while True:
                size = int(connection.line().split(";")[0], 16)
                data = connection.take(size)
                connection.take(2)
                if not size:
                    return
                answer.chunks.append(((time.monotonic() - began) * 1000, data))
                answer.body += data

    def ask(self, step):
        """Plays a step. Never raises for what the server does."""
        if "watch_ms" in step:
            answer = self.watch(step)
        else:
            answer = self.ask_again(step)
        if answer.header("Content-Encoding") == ["gzip"]:
            answer.body = gzip.decompress(answer.body)
        self.etag = (answer.header("ETag") or [self.etag])[-1]
        self.answers[step["id"]] = answer.json()
        return answer

    def ask_again(self, step):
        target, headers, body = self.request_of(step)
        for fresh in (False, True):
            answer = Answer()
            began = time.monotonic()
            try:
                if fresh or not self.connection:
                    self.connection = Connection(self.server)
                    fresh = True
                self.send(self.connection, step["method"], target, headers, body)
                self.read_head(self.connection, answer, began)
                self.read_body(self.connection, answer, began, step["method"])
                answer.ms = (time.monotonic() - began) * 1000
                if "close" in [v.lower() for v in answer.header("Connection")]:
                    self.connection.close()
                    self.connection = None
                return answer
            except (OSError, EOFError, ValueError, IndexError) as e:
                answer.error = "%s: %s" % (type(e).__name__, e)
                if self.connection:
                    self.connection.close()
                self.connection = None
            if fresh or answer.status:
                return answer
        return answer

    def watch(self, step):
        """Keeps the answer open for watch_ms or until its end."""
        answer = Answer()
        began = time.monotonic()
        connection = None
        done = threading.Event()

        def read():
            try:
                self.read_head(connection, answer, began)
                self.read_body(connection, answer, began, step["method"])
            except (OSError, EOFError, ValueError, IndexError) as e:
                if done.is_set():
                    answer.end = "client-closed"
                elif not answer.status:
                    answer.error = "%s: %s" % (type(e).__name__, e)
                else:
                    answer.end = "cut"
            done.set()

        try:
            connection = Connection(self.server)
            target, headers, body = self.request_of(step)
            self.send(connection, step["method"], target, headers, body)
        except OSError as e:
            answer.error = str(e)
            return answer
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        for action in step.get("actions") or []:
            time.sleep(max(0, action["at_ms"] / 1000 - (time.monotonic() - began)))
            self.ask(action)
        if not done.wait(max(0, step["watch_ms"] / 1000 - (time.monotonic() - began))):
            done.set()
            try:
                connection.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        reader.join(5)
        connection.close()
        answer.ms = (time.monotonic() - began) * 1000
        return answer


def ask_both(talkers, step):
    """The responses of both; a watch is sent to both at once, as it takes its time."""
    if "watch_ms" not in step:
        return [t.ask(step) for t in talkers]
    answers = [None] * len(talkers)

    def one(i):
        answers[i] = talkers[i].ask(step)
    threads = [threading.Thread(target=one, args=(i,)) for i in range(len(talkers))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return answers
