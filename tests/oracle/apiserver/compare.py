# SPDX-License-Identifier: Apache-2.0
"""What two servers may say differently, and the first thing that they must not.

uids, object versions, generated names and cluster IPs are paired as they are met: one of a server's stands for one of the
other's, through the whole story, so a version that does not move, or moves without a change, is a difference.
"""
import json
import re

UID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
AGE = re.compile(r"(\d+[dhms])+|<invalid>")
VERSION = re.compile(r"((?:[Rr]esource ?[Vv]ersion|current|too old)[^0-9]{0,24})\d+")
TOO_OLD = re.compile(r"(?<=\()\d+(?=\))|\b\d+(?= \()")
GENERATED = re.compile(r"(?<=[-.])[bcdfghjklmnpqrstvwxz2456789]{5}$")
PORT = re.compile(r"\b(?!10\.0\.0\.)\d+\.\d+\.\d+\.\d+:\d+\b")
GENERATED_IN_TEXT = re.compile(r"(?<=[-.])[bcdfghjklmnpqrstvwxz2456789]{5}(?=\")")
NODE_PORT_IN_CELL = re.compile(r"(?<=\d):3[0-2]\d{3}/")
ADDRESS = re.compile(r"\b10\.0\.0\.\d+\b")
# Headers that are about the connection, the process, or the length of what is compared anyway.
OWN_HEADERS = {"date", "audit-id", "content-length", "etag", "last-modified", "transfer-encoding", "x-from-cache", "connection",
               "expires", "process-start-time-unix", "content-encoding", "vary"}
NODE_PORTS = range(30000, 32768)
SHOWN = 900
# Whole documents that are this project's own: only their status and headers are compared.
OWN_BODIES = ("00-metrics", "00-openapi", "00-readyz-verbose", "00-root", "00-version", "95-gzip-apis")


class Number(str):
    """A number as it was written: 1.0 is not 1, and 2^53 + 1 keeps its last digit."""


def parse(text):
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=Number)


class Pairs:
    """Which of one server's uids, versions and names stand for which of the other's."""

    def __init__(self):
        self.there, self.back = {}, {}

    def same(self, kind, a, b):
        return self.there.setdefault((kind, a), b) == b and self.back.setdefault((kind, b), a) == a


    def leads(self, kind, a, b):
        """The same one way: what is free again, one may give once more and the other not."""
        return self.there.setdefault((kind, a), b) == b


class Difference:
    def __init__(self, where, real, fake):
        self.where, self.real, self.fake = where, real, fake

    def cause(self):
        """The place and both values without names, numbers and indexes: what differences with one cause share."""
        def plain(v):
            v = v if isinstance(v, str) else shown(v)
            v = re.sub(r'\\?"(?:[^"\\]|\\.)*?\\?"|`[^`]*`', '"…"', v)
            return re.sub(r"\d+", "N", v)[:70]
        where = re.sub(r"\[\d+\]", "[]", re.sub(r"\.data\..*|(labels|annotations)\..*|[fk]:\S+", "…", self.where))
        both = "%s | %s" % (plain(self.real), plain(self.fake))
        # What is wrong with a pod is the same in whatever it is the template of.
        return "%s: %s" % (where, re.sub(r"\bspec\.(jobTemplate\.spec\.)?template\.", "", both))

    def __str__(self):
        return "%s\n    real: %s\n    here: %s" % (self.where, shown(self.real), shown(self.fake))


def shown(v):
    if v is None:
        return "nothing"
    text = v if isinstance(v, str) else json.dumps(v, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def mask(s):
    s = TIME.sub("<time>", PORT.sub("<host>", s))
    if "too old" in s:
        s = TOO_OLD.sub("<rv>", s)
    s = NODE_PORT_IN_CELL.sub(":<node port>/", s)
    if " is invalid: " in s or "metadata.name: " in s or s.startswith("Invalid value: "):
        s = GENERATED_IN_TEXT.sub("<name>", s)
    return ADDRESS.sub("<address>", VERSION.sub(r"\1<rv>", UID.sub("<uid>", s)))


def same_text(key, a, b, pairs):
    if a == b and not UID.fullmatch(a):
        return True
    if key == "resourceVersion":
        return bool(a) == bool(b) and pairs.same("version", a, b)
    if key in ("continue", "token"):
        return bool(a) == bool(b)
    if AGE.fullmatch(a) and AGE.fullmatch(b):
        return True
    if UID.findall(a) and len(UID.findall(a)) == len(UID.findall(b)):
        if not all(pairs.same("uid", x, y) for x, y in zip(UID.findall(a), UID.findall(b))):
            return False
    if GENERATED.search(a) and GENERATED.search(b) and a[:-5] == b[:-5]:
        return pairs.same("name", a, b)
    if key in ("clusterIP", "clusterIPs") and ADDRESS.fullmatch(a) and ADDRESS.fullmatch(b):
        return pairs.leads("address", a, b)
    return mask(a) == mask(b)


def owners(entries):
    """managedFields come in the order of their times, and a second begins for one server before it does for the other."""
    texts = ("operation", "manager", "apiVersion", "subresource")
    if not all(isinstance(e, dict) for e in entries):
        return entries
    return sorted(entries, key=lambda e: [str(e.get(t, "")) for t in texts])


def differ(where, key, a, b, pairs):
    """The first Difference below two parsed values, or None."""
    if key == "managedFields" and isinstance(a, list) and isinstance(b, list):
        a, b = owners(a), owners(b)
        key = ""
    if isinstance(a, Number) and isinstance(b, Number):
        if a == b or key in ("nodePort", "healthCheckNodePort") and \
                a.isdigit() and b.isdigit() and int(a) in NODE_PORTS and int(b) in NODE_PORTS:
            return None
    elif type(a) is not type(b):
        pass
    elif isinstance(a, str):
        if same_text(key, a, b, pairs):
            return None
    elif isinstance(a, dict):
        for name in list(a) + [n for n in b if n not in a]:
            # A list's version moves with what others write.
            if name == "resourceVersion" and where == ".metadata" and key == "list":
                continue
            if name not in a or name not in b:
                return Difference(where + "." + name, a.get(name), b.get(name))
            listed = isinstance(a.get("items", a.get("rows")), list) or str(a.get("kind")).endswith("List")
            inner = "list" if name == "metadata" and listed and not where else name
            d = differ(where + "." + name, inner, a[name], b[name], pairs)
            if d:
                return d
        return None
    elif isinstance(a, list):
        for i in range(max(len(a), len(b))):
            if i >= len(a) or i >= len(b):
                return Difference("%s[%d]" % (where, i), a[i] if i < len(a) else None, b[i] if i < len(b) else None)
            d = differ("%s[%d]" % (where, i), key, a[i], b[i], pairs)
            if d:
                return d
        return None
    elif a == b:
        return None
    return Difference(where, a, b)


def settled(body):
    """The reasons why a custom resource is refused come in the order of a Go map: sorted."""
    if isinstance(body, dict) and body.get("kind") == "Status" and body.get("code") == "422":
        details = body.get("details") or {}
        causes = details.get("causes")
        if causes and len(causes) > 1 and ".example.com" in body.get("message", "") + str(details.get("group")):
            causes.sort(key=lambda c: (c.get("field", ""), c.get("message", "")))
            head, _, tail = body["message"].partition(": [")
            parts = sorted(c.get("field", "") + ": " + c.get("message", "") for c in causes)
            if all(p in tail for p in parts):
                body["message"] = head + ": " + ", ".join(parts)
    return body


def in_order(body):
    """What an apply has wrong, or is in conflict with, comes in the order of a Go map: sorted."""
    message = body.get("message") if isinstance(body, dict) else None
    if isinstance(message, str) and message.startswith("Apply failed with"):
        body.get("details", {}).get("causes", []).sort(key=lambda c: (c.get("message", ""), c.get("field", "")))
    if isinstance(message, str) and message.startswith("failed to create typed patch object") and "errors:\n" in message:
        head, _, lines = message.partition("errors:\n")
        body["message"] = head + "errors:\n" + "\n".join(sorted(lines.split("\n")))
    return body


def causes_of(answer):
    """Why an object is refused, a text for each reason."""
    body = answer.json()
    causes = ((body.get("details") or {}).get("causes") or []) if isinstance(body, dict) and body.get("kind") == "Status" else []
    return [mask("%s: %s" % (c.get("field", ""), c.get("message", ""))) for c in causes]


def headers_of(answer):
    out = {}
    for name, value in answer.headers:
        name = name.lower()
        if name not in OWN_HEADERS and not name.startswith("x-kubernetes-pf"):
            out.setdefault(name, []).append(mask(value))
    return out


def body_of(answer):
    """Parsed JSON, or the text when it is none."""
    try:
        return in_order(settled(parse(answer.body)))
    except ValueError:
        return mask(answer.body.decode("utf-8", "replace"))


def events_of(answer):
    out = []
    for line in answer.body.decode("utf-8", "replace").split("\n"):
        if line.strip():
            try:
                out.append(parse(line))
            except ValueError:
                out.append("no JSON: " + line[:SHOWN])
    for event in out:
        if isinstance(event, dict) and (event.get("type") == "BOOKMARK" or "items" in event):
            event.get("object", event).get("metadata", {}).pop("resourceVersion", None)
            for row in event.get("object", event).get("rows") or []:
                row.get("object", {}).get("metadata", {}).pop("resourceVersion", None)
    return out


def compare(step, real, fake, pairs):
    """The first difference between two answers, or None."""
    if real.error or fake.error:
        a, b = (x.error or "answered %d" % x.status for x in (real, fake))
        return None if a == b else Difference("connection", a, b)
    if real.status != fake.status:
        def shown(x):
            if causes_of(x):
                return "%d %s" % (x.status, "; ".join(causes_of(x)))
            message = (x.json() or {}).get("message") if isinstance(x.json(), dict) else None
            return "%d %s" % (x.status, message or x.body[:SHOWN].decode("utf-8", "replace").strip())
        return Difference("status", shown(real), shown(fake))
    if real.status == 422:
        only = [[c for c in causes_of(x) if c not in causes_of(y)] for x, y in ((real, fake), (fake, real))]
        if any(only):
            return Difference("causes", *["; ".join(mine) or None for mine in only])
    own = step.get("name", "").startswith(OWN_BODIES) or (step.get("body_is_own") and real.status == 200)
    if own and "name" in step:
        return None
    a, b = headers_of(real), headers_of(fake)
    for name in sorted(set(a) | set(b)):
        if a.get(name) != b.get(name):
            return Difference("header " + name, a.get(name), b.get(name))
    if own or any("protobuf" in v for v in real.header("Content-Type")):
        return None  # its fields come from the same trees; tests/peers/protobuf decodes them
    if "watch_ms" in step and real.status == 200:
        return differ("events", "", events_of(real), events_of(fake), pairs) or \
            (None if real.end == fake.end else Difference("end", real.end, fake.end))
    return differ("", "", body_of(real), body_of(fake), pairs)
