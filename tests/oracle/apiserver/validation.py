#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""validation.py - sends a real kube-apiserver the rows of tests/golden/validation.

usage: validation.py --kube-apiserver PROGRAM --etcd PROGRAM [--from N] [WORD]

Prints each row of which the real server says something else than expected.txt (without the
difference that it shows of immutable specs), of rows with WORD only, from line N on. Needs PyYAML.
"""
import argparse
import copy
import json
import re
import sys

import yaml

import servers
import talk

CASES = "tests/golden/validation/cases.txt"
EXPECTED = "tests/golden/validation/expected.txt"


def rows():
    """(line number, row, the text that is expected)"""
    row, text, n = None, [], 0
    for line in open(EXPECTED).read().split("\n"):
        if row and line.startswith("   "):
            if not line.startswith("   warning: "):
                text.append(line[3:])
            continue
        if row:
            yield n, row, "\n".join(text)
        row, text = line if line and not line.startswith("#") else None, []
        n += 1


def merged(base, patch):
    if not isinstance(patch, dict):
        return copy.deepcopy(patch)
    out = copy.deepcopy(base) if isinstance(base, dict) else {}
    for k, v in patch.items():
        if v is None:
            out.pop(k, None)
        else:
            out[k] = merged(out.get(k), v)
    return out


class Asker:
    def __init__(self, server):
        self.talker = talk.Talker(server)
        self.kinds = {}
        self.ids = 0
        self.base = self.made = None
        groups = [("v1", "/api/v1")]
        for g in self.ask("GET", "/apis")["groups"]:
            groups += [(v["groupVersion"], "/apis/" + v["groupVersion"]) for v in g["versions"]]
        for version, path in groups:
            for r in self.ask("GET", path).get("resources", []):
                if "/" not in r["name"]:
                    self.kinds.setdefault(r["kind"], (version, path, r["name"], r["namespaced"]))

    def ask(self, method, path, body=None, kind="application/json"):
        headers = {"Authorization": "Bearer admintoken", "Accept": "application/json", "Content-Type": kind}
        self.ids += 1
        step = {"id": self.ids, "method": method, "path": path.partition("?")[0],
                "query": path.partition("?")[2], "headers": headers}
        if body is not None:
            step["body"] = json.dumps(body)
        self.talker.answers.clear()
        answer = self.talker.ask(step)
        return answer.json() or {"message": answer.error or answer.line}

    def place(self, name=""):
        version, path, resource, namespaced = self.kinds[self.kind]
        return path + ("/namespaces/t" if namespaced else "") + "/" + resource + ("/" + name if name else "")

    def forget(self):
        if self.made:
            name = self.made["metadata"]["name"]
            self.ask("DELETE", self.place(name) + "?gracePeriodSeconds=0")
            self.ask("PATCH", self.place(name), {"metadata": {"finalizers": None}, "spec": {"finalizers": None}},
                     "application/merge-patch+json")
        self.made = None

    def create(self, obj, dry):
        obj = dict(obj, kind=self.kind, apiVersion=self.kinds[self.kind][0])
        return self.ask("POST", self.place() + "?fieldValidation=Strict" + ("&dryRun=All" if dry else ""), obj)

    def row(self, word, body):
        mark, _, sub = word.partition(" ")
        if mark not in ("->", "~>", "+>"):
            self.forget()
            self.kind, self.base = word, body
            return self.create(body, True)
        if mark == "+>":
            self.forget()
            return self.create(merged(self.base, body), True)
        if not self.made:
            self.make()
        if not self.made:
            return {"message": "there is no object to update"}
        place = self.place(self.made["metadata"]["name"]) + ("/" + sub if sub else "")
        query = "?dryRun=All&fieldValidation=Strict"
        if mark == "~>":
            return self.ask("PATCH", place + query, body, "application/merge-patch+json")
        body = merged({"metadata": {"resourceVersion": self.made["metadata"]["resourceVersion"]}}, body)
        return self.ask("PUT", place + query, dict(body, kind=self.kind, apiVersion=self.kinds[self.kind][0]))

    def make(self):
        """The object that is updated, with its status."""
        got = self.create(self.base, False)
        if got.get("kind") == "Status":
            return
        self.made = got
        if isinstance(self.base.get("status"), dict) and self.kind != "CustomResourceDefinition":
            for way in ("approval", "status"):
                changed = self.ask("PATCH", self.place(got["metadata"]["name"]) + "/" + way,
                                   {"status": self.base["status"]}, "application/merge-patch+json")
                if changed.get("kind") == "Status" and way == "status":
                    print("the status is refused: " + changed["message"])
                elif changed.get("kind") != "Status":
                    self.made = changed


def said(got):
    return got["message"] if got.get("kind") == "Status" or "metadata" not in got else "valid"


def plain(text):
    """Without the differences of Go's cmp, and in the order of its causes."""
    text = re.sub(r"(\w\n)(  ?(core|apps)\.|@@).*", r"\1", text, flags=re.S)
    return text.strip()


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("--kube-apiserver", required=True)
    parser.add_argument("--etcd", required=True)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("word", nargs="?", default="")
    args = parser.parse_args()
    servers.end_on_signals()
    asker = Asker(servers.start_real(args.kube_apiserver, args.etcd))
    asker.ask("POST", "/api/v1/namespaces", {"kind": "Namespace", "apiVersion": "v1", "metadata": {"name": "t"}})
    sent = others = 0
    for n, row, expected in rows():
        line = re.sub(r"@(\d+)", lambda m: "a" * int(m.group(1)), row)
        word, brace, body = line.partition("{")
        update = line[1:2] == ">"
        if n < args.first and update or args.word not in row and not update:
            continue
        got = said(asker.row(word.strip(), yaml.safe_load(brace + body)))
        sent += 1
        if plain(got) != plain(expected):
            others += 1
            print("line %d: %s\n  expected: %s\n  real:     %s" % (n + 1, row[:300], expected, got), flush=True)
    print("%d rows, of %d the real server says something else" % (sent, others))
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
