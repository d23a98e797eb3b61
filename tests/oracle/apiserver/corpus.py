#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""corpus.py - records what a real kube-apiserver answers to some thousand requests: tests/wire/corpus.

usage: corpus.py --kube-apiserver PROGRAM --etcd PROGRAM [--seed N] [-n REQUESTS] [--only PART,...] [OUT]

Parts: random (the stories of generate.py), rows (tests/golden/validation, each row sent as a dry run, as JSON and as a
Table), types (the same dozen requests of every resource that discovery names). tests/wire/corpus/README.md says
what the files hold. Needs PyYAML.
"""
import argparse
import gzip
import json
import os
import re
import sys
import time

import yaml

import generate
import kinds
import servers
import talk
import validation
from compare import OWN_HEADERS, UID

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
PARTIAL = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"
# A certificate or a token in an answer is as long as it is new each time.
FRESH = re.compile(r'"token":"[^"]{20,}"')
TIME = re.compile(r"20(?:2[6-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\d")


class Recorder:
    """One real server; lines of the file that is being written."""

    def __init__(self, opt):
        self.server = servers.start_real(opt.kube_apiserver, opt.etcd)
        self.talker = talk.Talker(self.server)
        self.lines, self.judged, self.stories = [], 0, 0
        self.ready()

    def ready(self):
        """What is there before the first request: `before` of every part."""
        self.before = []
        for definition in kinds.CRDS:
            self.before.append(step_of("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition))
        self.before.append(step_of("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "t"}}))
        for i, step in enumerate(self.before):
            step["id"] = i
            made = self.talker.ask(step)
            if made.status != 201:
                raise servers.Broken("the first objects are refused: %s" % made.body.decode())
        for definition in kinds.CRDS:
            path = "/apis/%s/v1/%s" % (kinds.GROUP, definition["spec"]["names"]["plural"])
            deadline = time.monotonic() + 60
            while self.talker.ask(step_of("GET", path)).status != 200:
                if time.monotonic() > deadline:
                    raise servers.Broken("%s is not served" % path)
                time.sleep(0.2)
        time.sleep(2)

    def begin(self):
        self.lines = ["story before"] + [as_line(s, None, {}) for s in self.before]
        self.judged = self.stories = 0

    def story(self, steps, name=None):
        """Plays and keeps a story; `judge`: false in a step, its answer is of no interest."""
        self.stories += 1
        name = name or "s%05d" % self.stories
        self.talker.forget()
        self.lines.append("story " + name)
        uids = {}
        for i, step in enumerate(steps):
            judge = step.pop("judge", True)
            step = json.loads(json.dumps(dict(step, id=i)).replace("@s@", name))
            answer = self.talker.ask(step)
            if answer.error:
                self.server.check(step["path"])
                raise servers.Broken("%s %s: %s" % (step["method"], step["path"], answer.error))
            self.judged += judge
            self.lines.append(as_line(step, answer if judge else None, uids))
            yield answer

    def write(self, path):
        with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as out:
            out.write(("\n".join(self.lines) + "\n").encode())
        print("%s: %d requests in %d stories, %d bytes" % (path, self.judged, self.stories, os.path.getsize(path)), flush=True)


def step_of(method, path, body=None, content="application/json", accept="application/json", **more):
    headers = dict(generate.HEADERS, Accept=accept)
    path, _, query = path.partition("?")
    step = dict({"id": 0, "method": method, "path": path, "headers": headers}, **more)
    if query:
        step["query"] = query
    if body is not None:
        headers["Content-Type"] = content
        step["body"] = body if isinstance(body, str) else json.dumps(body, separators=(",", ":"), default=str)
    return step


def settled(text, uids):
    """Without what is new in each recording: uids are counted, times are one, tokens short."""
    text = UID.sub(lambda m: m.group() if m.group().startswith("10000000-") else
                   uids.setdefault(m.group(), "00000000-0000-0000-0000-%012d" % (len(uids) + 1)), text)
    return TIME.sub("2026-01-02T03:04:05", FRESH.sub('"token":"aaaaaaaaaaaaaaaaaaaaaaaa"', text))


def as_line(step, answer, uids):
    """A request and its answer. Headers that every request has are left out."""
    out = {k: step[k] for k in ("id", "method", "path", "query", "body", "watch_ms") if step.get(k) is not None}
    out["headers"] = {n: v for n, v in step["headers"].items() if generate.HEADERS.get(n) != v}
    if answer:
        out["status"] = answer.status
        head = {}
        for name, value in answer.headers:
            if name.lower() not in OWN_HEADERS and not name.lower().startswith("x-kubernetes-pf"):
                head.setdefault(name, []).append(settled(value, uids))
        out["head"] = head
        if any("protobuf" in v for v in answer.header("Content-Type")):
            out["protobuf"] = True
        else:
            out["answer"] = settled(answer.body.decode("utf-8", "replace"), uids)
        if "watch_ms" in step:
            out["end"] = answer.end
    return json.dumps(out, separators=(",", ":"), ensure_ascii=False)


# --- the parts ------------------------------------------------------------------------------------


def random_part(recorder, opt):
    number = 0
    while recorder.judged < opt.n:
        steps = generate.Story(opt.seed, number).steps
        number += 1
        if any("/services" in s["path"] for s in steps):  # there are 254 addresses
            steps.append(step_of("DELETE", "/api/v1/namespaces/@s@/services", judge=False))
        for _ in recorder.story(steps):
            pass


def bases():
    """(kind, object, [(mark, subresource, patch)]) of tests/golden/validation."""
    out = []
    with open(ROOT + "/" + validation.CASES) as lines:
        for line in lines:
            if not line.strip() or line.startswith("#"):
                continue
            line = re.sub(r"@(\d+)", lambda m: "a" * int(m.group(1)), line)
            word, brace, body = line.partition("{")
            body = yaml.safe_load(brace + body)
            mark, _, sub = word.strip().partition(" ")
            if mark in ("->", "~>", "+>"):
                out[-1][2].append((mark, sub, body))
            else:
                out.append((word.strip(), body, []))
    return out


def type_of(recorder):
    """kind -> (version, path, resource, namespaced, subresources), each version of each resource once."""
    groups, out = [("v1", "/api/v1")], []
    ask = lambda path: recorder.talker.ask(step_of("GET", path)).json()
    for g in ask("/apis")["groups"]:
        groups += [(v["groupVersion"], "/apis/" + v["groupVersion"]) for v in g["versions"]]
    for version, path in groups:
        resources = ask(path).get("resources", [])
        for r in resources:
            if "/" not in r["name"]:
                subs = [s["name"].split("/")[1] for s in resources if s["name"].startswith(r["name"] + "/")]
                out.append((r["kind"], version, path, r["name"], r["namespaced"], r["verbs"], subs))
    return out


def place(of, name="", sub="", namespace="t"):
    _, _, path, resource, namespaced, _, _ = of
    return path + ("/namespaces/" + namespace if namespaced else "") + "/" + resource + ("/" + name if name else "") + ("/" + sub if sub else "")


def rows_part(recorder, opt):
    types = {}
    for t in type_of(recorder):
        types.setdefault(t[0], t)
    for kind, base, rows in bases():
        of = types.get(kind)
        if of:
            row_story(recorder, of, base, rows)


def row_story(recorder, of, base, rows):
    """A base, sent as a dry run in two forms; the rows below it, of which some need it to be there."""
    typed = lambda obj: dict(obj, kind=of[0], apiVersion=of[1]) if isinstance(obj, dict) else obj
    strict = "?fieldValidation=Strict"
    steps = [step_of("POST", place(of) + strict + "&dryRun=All", typed(base)),
             step_of("POST", place(of) + "?dryRun=All&includeObject=None", typed(base), accept=TABLE)]
    for mark, _, body in rows:
        if mark == "+>":
            steps.append(step_of("POST", place(of) + strict + "&dryRun=All", typed(validation.merged(base, body))))
    updates = [r for r in rows if r[0] != "+>"]
    if not updates:
        list(recorder.story(steps))
        return
    made = len(steps)
    steps.append(step_of("POST", place(of) + strict, typed(base)))
    name = str((base.get("metadata") or {}).get("name", ""))
    version = "${%d:metadata.resourceVersion}" % made
    if isinstance(base.get("status"), dict) and of[0] != "CustomResourceDefinition":
        for way in ("approval", "status"):
            if way in of[6]:
                version = "${%d:metadata.resourceVersion}" % len(steps)
                steps.append(step_of("PATCH", place(of, name, way), {"status": base["status"]}, generate.PATCHES["merge"]))
    steps.append(step_of("GET", place(of, name), accept=TABLE))
    for mark, sub, body in updates:
        where = place(of, name, sub) + "?dryRun=All&fieldValidation=Strict"
        if mark == "~>":
            steps.append(step_of("PATCH", where, body, generate.PATCHES["merge"]))
        else:
            steps.append(step_of("PUT", where, typed(validation.merged({"metadata": {"resourceVersion": version}}, body))))
    steps.append(step_of("DELETE", place(of, name) + "?gracePeriodSeconds=0", judge=False))
    steps.append(step_of("PATCH", place(of, name), {"metadata": {"finalizers": None}}, generate.PATCHES["merge"], judge=False))
    list(recorder.story(steps))


def types_part(recorder, opt):
    """Every resource of every version: what does not depend on its fields."""
    for of in type_of(recorder):
        kind, version, path, resource, namespaced, verbs, subs = of
        empty = {"apiVersion": version, "kind": kind, "metadata": {"name": "types-a", "labels": {"a": "b"}}}
        steps = [step_of("GET", path)]
        if "list" in verbs:
            only = "?fieldSelector=metadata.name%3Dtypes-a"
            steps += [step_of("GET", place(of) + only), step_of("GET", place(of) + only, accept=TABLE), step_of("GET", place(of) + only, accept=PARTIAL),
                      step_of("GET", place(of) + "?fieldSelector=spec.nope%3Dx"), step_of("GET", place(of) + "?limit=1&labelSelector=nope%3Dnope"),
                      step_of("GET", place(of) + only, accept="application/yaml")]
            if namespaced:
                steps.append(step_of("GET", path + "/" + resource + only))
        steps += [step_of("GET", place(of, "types-a")), step_of("POST", place(of) + "?dryRun=All", empty), step_of("POST", place(of) + "?dryRun=All", dict(empty, bogus=1, kind="Nope")),
                  step_of("POST", place(of) + "?dryRun=All&fieldValidation=Strict", dict(empty, bogus=1, spec={"bogus": 1})),
                  step_of("PUT", place(of, "types-a") + "?dryRun=All", empty), step_of("PATCH", place(of, "types-a"), {"metadata": {"labels": {"x": "y"}}}, generate.PATCHES["strategic"]),
                  step_of("PATCH", place(of, "types-a") + "?dryRun=All&fieldManager=m", empty, generate.PATCHES["apply"]), step_of("DELETE", place(of, "types-a")),
                  step_of("OPTIONS", place(of)), step_of("POST", place(of, "types-a"), empty)]
        for sub in subs:
            if sub not in ("proxy", "log", "exec", "attach", "portforward"):
                steps += [step_of("GET", place(of, "types-a", sub)), step_of("PUT", place(of, "types-a", sub), empty)]
        list(recorder.story(steps))


PARTS = {"random": random_part, "rows": rows_part, "types": types_part}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--kube-apiserver", required=True)
    ap.add_argument("--etcd", required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("-n", type=int, default=6000, help="random requests [6000]")
    ap.add_argument("--only", default=",".join(PARTS))
    ap.add_argument("out", nargs="?", default=ROOT + "/tests/wire/corpus")
    opt = ap.parse_args()
    servers.end_on_signals()
    os.makedirs(opt.out, exist_ok=True)
    try:
        for part in opt.only.split(","):
            recorder = Recorder(opt)
            recorder.begin()
            PARTS[part](recorder, opt)
            recorder.write("%s/%s.jsonl.gz" % (opt.out, part))
            recorder.server.stop()
    except (servers.Broken, OSError) as e:
        print("corpus: %s" % e, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
