#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""oracle.py - sends a real kube-apiserver and `relist serve` the same requests, and lists differing responses.

README.md beside this file says how. Exit status: 0, nothing differs that docs/differences.md does not say; 1, something does;
2, the server could not be reached.
"""
import argparse
import collections
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import time

import changes as releases
import generate
import kinds
import managers
import movers
import readers
from compare import Pairs, compare
from known import reason
from servers import Broken, end_on_signals, start_real, start_relist
from talk import Talker, ask_both

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
WIRE = ROOT + "/tests/wire"
# These take minutes of waiting, or a server that is killed in the middle: their recordings speak for them.
LONG_MS = 12000
SCRIPTS = ["script.jsonl", "script-rules.jsonl", "script-random.jsonl", "script-managers.jsonl", "script-readers.jsonl", "script-objects.jsonl"]


class Asker:
    """Both servers, and a name for each story that neither has seen."""

    def __init__(self, opt):
        self.servers = [start_real(opt.kube_apiserver, opt.etcd, opt.emulated_version),
                        start_relist(opt.relist, opt.kubernetes)]
        self.talkers = [Talker(s) for s in self.servers]
        self.count = 0
        self.defined = False

    def fresh(self):
        self.count += 1
        for t in self.talkers:
            t.forget()
        return "s%05d" % self.count

    def ask(self, step):
        answers = ask_both(self.talkers, step)
        for server, answer in zip(self.servers, answers):
            if answer.error:
                server.check(describe(step))
        return answers

    def play(self, steps):
        """Yields step, answers, difference for each; the caller stops where it likes."""
        name, pairs = self.fresh(), Pairs()
        for step in steps:
            step = json.loads(json.dumps(step).replace("@s@", name))
            real, fake = self.ask(step)
            yield step, (real, fake), compare(step, real, fake, pairs)

    def definitions(self):
        """Makes the CRDs that stories are about and waits until both serve them."""
        if self.defined:
            return
        self.defined = True
        for definition in kinds.CRDS + managers.CRDS:
            plural = definition["spec"]["names"]["plural"]
            post = {"id": 0, "method": "POST", "path": "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                    "headers": dict(generate.HEADERS, **{"Content-Type": "application/json"}), "body": json.dumps(definition)}
            get = {"id": 1, "method": "GET", "path": "/apis/%s/v1/%s" % (kinds.GROUP, plural), "headers": generate.HEADERS}
            for t in self.talkers:
                made = t.ask(post)
                if made.status != 201:
                    raise Broken("%s does not take %s: %s" % (t.server.name, plural, made.body.decode()))
                deadline = time.monotonic() + 60
                while t.ask(get).status != 200:
                    if time.monotonic() > deadline:
                        raise Broken("%s does not serve %s" % (t.server.name, plural))
                    time.sleep(0.2)
        time.sleep(2)  # the real server's handlers change once more when the definition's storage is there


def describe(step):
    text = "%s %s%s" % (step["method"], step["path"], "?" + step["query"] if step.get("query") else "")
    for name, value in step["headers"].items():
        if generate.HEADERS.get(name) != value and (name, value) != ("Content-Type", "application/json"):
            text += "  %s: %s" % (name, value)
    if step.get("body") is not None:
        text += "  " + (step["body"] if len(step["body"]) < 700 else step["body"][:700] + "…")
    return text


# --- the recorded cases ---------------------------------------------------------------------------


def wire(asker, opt):
    """The scripts of tests/wire to both; what the two say is compared, not what was recorded."""
    bad = count = skipped = 0
    with open(ROOT + "/docs/differences.md") as page:
        rows = page.read()
    for script in SCRIPTS:
        if not os.path.exists(WIRE + "/" + script):
            continue
        asker.fresh()
        pairs = Pairs()
        with open(WIRE + "/" + script) as lines:
            steps = [json.loads(line) for line in lines]
        if opt.record and opt.record != "all" and not any(s.get("name") in opt.record.split(",") for s in steps):
            continue
        for step in steps:
            if step.get("watch_ms", 0) > LONG_MS:
                skipped += 1
                continue
            real, fake = asker.ask(step)
            if step["method"] == "POST" and step["path"].endswith("/customresourcedefinitions") and real.status == 201:
                time.sleep(4)  # the real server takes its time until it serves a new type
            if not step.get("name"):
                continue
            count += 1
            difference = compare(step, real, fake, pairs)
            if opt.record and (opt.record == "all" or step["name"] in opt.record.split(",")):
                record(step, real)
            if difference and "| `%s` |" % step["name"] not in rows:
                bad += 1
                print("%s: %s" % (step["name"], difference), flush=True)
    print("recorded cases:      %d of %d equal; %d watches longer than %d s left out" % (count - bad, count, skipped, LONG_MS / 1000), flush=True)
    return bad == 0


def record(step, real):
    """Writes what the real server answered as tests/wire/NAME.json."""
    headers = {"Host": "127.0.0.1:6443"}
    for name, value in step["headers"].items():
        headers[name] = value.replace("admintoken", "<admin-token>").replace("usertoken", "<user-token>")
    if step.get("body") is not None:
        headers["Content-Length"] = str(len(step["body"].encode()))
    together = {}
    for name, value in real.headers:
        together[name] = value if name not in together else (
            together[name] if isinstance(together[name], list) else [together[name]]) + [value]
    answer = {"status": real.status, "statusLine": real.line, "headers": together}
    if "watch_ms" in step:
        answer.update(headers_ms=round(real.headers_ms, 1), end=real.end, framing="chunked", lines=[
            {"t_ms": round(t, 1), "chunk": len(data), "data": data.decode("utf-8", "replace")} for t, data in real.chunks])
    else:
        answer.update(framing=real.framing, ms=round(real.ms, 1))
        if real.chunks:
            answer["chunkSizes"] = [len(data) for _, data in real.chunks][:40]
        answer["body"] = real.body.decode("utf-8", "replace")
    case = {"name": step["name"], "request": {"method": step["method"], "path": step["path"], "query": step.get("query") or "",
                                              "headers": headers, "body": step.get("body")}, "response": answer}
    with open("%s/%s.json" % (WIRE, step["name"]), "w") as out:
        json.dump(case, out, indent=1, ensure_ascii=False)


def add_cases(argument, script):
    """FILE:NAME, or a FILE that holds many stories by their names: appends them, returns the names."""
    path, _, name = argument.rpartition(":")
    path = path or name
    with open(path) as f:
        stories = json.load(f)
    if isinstance(stories, list):
        if not argument.rpartition(":")[0]:
            raise Broken("%s holds one story: say FILE:NAME" % path)
        stories = {name: stories}
    path = "%s/script-%s.jsonl" % (WIRE, script)
    known = set()
    if os.path.exists(path):
        with open(path) as lines:
            known = set(re.findall(r'"name":"([^"]*)"', lines.read()))
    again = known & set(stories)
    if again:
        raise Broken("script-%s.jsonl has %s already" % (script, ", ".join(sorted(again))))
    for name, steps in stories.items():
        add_case(steps, name, path)
    return ",".join(stories)


def add_case(steps, name, path):
    """Appends a story to a script; its last request is the case."""
    first = 0
    if os.path.exists(path):
        with open(path) as lines:
            first = sum(1 for _ in lines)
    steps = json.loads(json.dumps(steps).replace("@s@", name))
    numbers = {s["id"]: first + i for i, s in enumerate(steps)}
    with open(path, "a") as out:
        for step in steps:
            for field in ("query", "body"):
                for old, new in numbers.items():
                    if step.get(field):
                        step[field] = step[field].replace("${%d:" % old, "$<%d:" % new)
                if step.get(field):
                    step[field] = step[field].replace("$<", "${")
            step = dict({"id": numbers[step["id"]]}, **{k: v for k, v in step.items() if k != "id"})
            if step["id"] == numbers[steps[-1]["id"]]:
                step["name"] = name
            out.write(json.dumps(step, separators=(",", ":")) + "\n")


# --- kubectl --------------------------------------------------------------------------------------


def kubectl(asker, opt):
    program = opt.kubectl or shutil.which("kubectl")
    if not program:
        print("kubectl:             left out, there is none (--kubectl names one)")
        return True
    real = asker.servers[0]
    said = real.folder + "/kubectl.json"
    script = ROOT + "/tests/peers/kubectl.py"
    if subprocess.run([sys.executable, script, "--server", real.url(), "--out", said, opt.relist, program]).returncode:
        raise Broken("kubectl could not ask " + real.url())
    return subprocess.run([sys.executable, script, opt.relist, program, said]).returncode == 0


# --- what changed from release to release ---------------------------------------------------------


def changes_of_releases(asker, opt):
    """Each row of fakeapi/tbl/changes.h."""
    asker.definitions()
    bad = 0
    for name, steps in releases.STORIES.items():
        for step, (real, _), difference in asker.play(steps):
            if step["path"].endswith("/customresourcedefinitions"):
                time.sleep(4)
            if difference:
                bad += 1
                print("%s: %s\n    %s" % (name, describe(step), difference), flush=True)
                break
    print("changes:             %d of %d equal" % (len(releases.STORIES) - bad, len(releases.STORIES)), flush=True)
    return bad == 0


# --- random requests ------------------------------------------------------------------------------


def first_difference(asker, steps):
    """Index and cause of the first difference of a story, or None."""
    for i, (_, _, difference) in enumerate(asker.play(steps)):
        if difference:
            return i, difference
    return None


def smaller_trees(value):
    """The value with one part left out, for each part."""
    if isinstance(value, dict):
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
    if isinstance(value, list):
        for i in range(len(value)):
            yield value[:i] + value[i + 1:]
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        for inner in smaller_trees(value[key]):
            out = copy.copy(value)
            out[key] = inner
            yield out


def smaller_steps(step):
    query = step.get("query", "").split("&") if step.get("query") else []
    for i in range(len(query)):
        yield dict(step, query="&".join(query[:i] + query[i + 1:]))
    if step["headers"].get("Accept") != "application/json":
        yield dict(step, headers=dict(step["headers"], Accept="application/json"))
    try:
        body = json.loads(step.get("body") or "")
    except ValueError:
        return
    for inner in smaller_trees(body):
        yield dict(step, body=json.dumps(inner, separators=(",", ":")))


def shrink(asker, steps, difference, tries):
    """Fewer and smaller requests that still end in the same cause."""
    cause = difference.cause()

    def holds(candidate):
        nonlocal tries
        tries -= 1
        found = first_difference(asker, candidate)
        return found and found[0] == len(candidate) - 1 and found[1].cause() == cause

    changed = True
    while changed and tries > 0:
        changed = False
        for i in range(len(steps) - 2, -1, -1):
            if tries > 0 and holds(steps[:i] + steps[i + 1:]):
                steps = steps[:i] + steps[i + 1:]
                changed = True
        for i in range(len(steps) - 1, -1, -1):
            again = True
            while again and tries > 0:
                again = False
                for step in smaller_steps(steps[i]):
                    if tries > 0 and holds(steps[:i] + [step] + steps[i + 1:]):
                        steps = steps[:i] + [step] + steps[i + 1:]
                        again = changed = True
                        break
    return steps


class Group:
    def __init__(self):
        self.hits = 0
        self.stories = []


def one_story(asker, story, number, groups, documented):
    """Plays it as far as both servers are in one state; how many requests that was."""
    steps, done = story.steps, []
    for step, _, difference in asker.play(steps):
        done.append(steps[step["id"]])
        if not difference:
            continue
        row = reason(step, difference)
        if row:
            documented[row] += 1
        else:
            group = groups[("" if difference.where == "causes" else kind_of(step) + " ") + difference.cause()]
            group.hits += 1
            group.stories.append((number, list(done), difference))
        if changes(step, difference):
            break
    give_back(asker, steps)
    return len(done)


def give_back(asker, steps):
    """Addresses of services: there are 254."""
    if any("/services" in s["path"] for s in steps):
        name = "s%05d" % asker.count
        for talker in asker.talkers:
            talker.ask({"id": -1, "method": "DELETE", "path": "/api/v1/namespaces/%s/services" % name, "headers": generate.HEADERS})


# What makes stories: requests of all kinds; one object that several write; objects that move in and out of watches; readers.
GENERATORS = {"random": generate.Story, "managers": managers.Story, "movers": movers.Story, "readers": readers.Story}


def random_requests(asker, opt, word):
    groups, documented = collections.defaultdict(Group), collections.Counter()
    sent = number = 0
    began = time.monotonic()
    try:
        while sent < opt.n:
            sent += one_story(asker, GENERATORS[word](opt.seed, number), number, groups, documented)
            number += 1
            if opt.verbose and number % 100 == 0:
                print("%d requests, %d groups" % (sent, len(groups)), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        opt.shrink = 0  # report the findings so far
    hits = sum(g.hits for g in groups.values())
    for cause, group in sorted(groups.items(), key=lambda g: -g[1].hits)[:opt.groups]:
        story, steps, difference = group.stories[0]
        if opt.shrink:
            steps = shrink(asker, steps, difference, opt.shrink)
        print("\n%d x %s   (story %d)" % (group.hits, cause, story))
        for step in steps:
            print("  %d  %s" % (step["id"], describe(step)))
        print("  " + str(difference).replace("\n", "\n  "), flush=True)
    if opt.out:
        with open(opt.out, "w") as out:
            json.dump([{"cause": c, "hits": g.hits, "stories": [(n, s, str(d)) for n, s, d in g.stories[:5]]} for c, g in groups.items()], out)
    print()
    for row, count in documented.most_common():
        print("  %6d  %s (docs/differences.md)" % (count, row))
    print("%-20s %d of %d equal (%.2f %%), %d differ as documented, %d otherwise, in %d groups; seed %d, %d stories, %d s" % (
        word + " requests:", sent - hits - sum(documented.values()), sent, 100 * (sent - hits - sum(documented.values())) / sent, sum(documented.values()), hits,
        len(groups), opt.seed, number, time.monotonic() - began))
    return not groups


def kind_of(step):
    """What a request is about: verb, type, subresource."""
    parts = step["path"].strip("/").split("/")
    if "namespaces" in parts and len(parts) > parts.index("namespaces") + 2:
        at = parts.index("namespaces") + 2
    else:
        at = 2 if parts[0] == "api" else 3
    verb = step["headers"].get("Content-Type", "").replace("application/", "").replace("+json", "").replace("+yaml", "") if step["method"] == "PATCH" else step["method"]
    return "%s %s" % (verb, "/".join(parts[at:at + 1] + parts[at + 2:]))


def changes(step, difference):
    return bool(step.get("actions")) or step["method"] not in ("GET", "HEAD", "OPTIONS") and not difference.where.startswith("header") and not (
        difference.where == "status" and difference.real[:1] != "2" and difference.fake[:1] != "2") and \
        not difference.where.startswith((".message", ".details"))


def replay(asker, opt, word):
    """One story of a generator, step by step."""
    for step, (real, fake), difference in asker.play(GENERATORS[word](opt.seed, opt.story).steps):
        print("%d  %s\n   %d %s" % (step["id"], describe(step), real.status, ("\n   " + str(difference)) if difference else "equal"))
        if difference:
            print("   real: %s\n   here: %s" % (real.body.decode("utf-8", "replace"), fake.body.decode("utf-8", "replace")))
    return True


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--kube-apiserver", required=True)
    ap.add_argument("--etcd", required=True)
    ap.add_argument("--relist", default=ROOT + "/build/release/relist")
    ap.add_argument("--kubernetes", metavar="1.N", help="the release that relist serve is to be")
    ap.add_argument("--emulated-version", metavar="1.N", help="the same flag of kube-apiserver")
    ap.add_argument("--kubectl", help="kubectl 1.32 or newer [the one in PATH]")
    ap.add_argument("--only", default="wire,kubectl,changes,random,managers,movers,readers", help="of wire,kubectl,changes,random,managers,movers,readers")
    ap.add_argument("-n", type=int, default=2000, help="random requests [2000]")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--groups", type=int, default=200, help="of differences that are printed [200]")
    ap.add_argument("--shrink", type=int, default=150, help="stories tried to make one smaller; 0: none [150]")
    ap.add_argument("--story", type=int, help="print that random story request by request instead")
    ap.add_argument("--record", metavar="NAME,...", help="writes what the real server answers to these recorded cases, or 'all'")
    ap.add_argument("--add", metavar="FILE[:NAME]", help="first appends the story in FILE (a list of steps, JSON) to a script of tests/wire as case NAME; of a FILE with many, {NAME: steps}, all")
    ap.add_argument("--to", default="random", metavar="SCRIPT", help="which tests/wire/script-SCRIPT.jsonl --add appends to [random]")
    ap.add_argument("--out", help="writes the groups of random differences as JSON")
    ap.add_argument("-v", "--verbose", action="store_true")
    opt = ap.parse_args()
    end_on_signals()
    if opt.add:
        try:
            opt.record, opt.only = add_cases(opt.add, opt.to), "wire"
        except (OSError, ValueError, Broken) as e:
            print("oracle: %s" % e, file=sys.stderr)
            return 2
    try:
        asker = Asker(opt)
        parts = {"wire": wire, "kubectl": kubectl, "changes": changes_of_releases}
        parts_told = []
        for part in opt.only.split(","):
            if part in GENERATORS:
                asker.definitions()
                parts_told.append(random_requests(asker, opt, part) if opt.story is None else replay(asker, opt, part))
            else:
                parts_told.append(parts[part](asker, opt))
        return 0 if all(parts_told) else 1
    except (Broken, OSError) as e:
        print("oracle: %s" % e, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
