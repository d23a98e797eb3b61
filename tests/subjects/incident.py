#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An incident with tests/subjects/controller.py in a busy cluster, recorded: `relist serve --exec
incident.py BUG REC.jsonl RELIST [EVENTS]`. The controller and somebody who looks on come through
`relist record`; everybody else writes to the server itself. While nobody lets the controller's
requests through, a pod of its own is deleted."""
import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time

bug, recording, relist = sys.argv[1:4]
events_min = int(sys.argv[4]) if len(sys.argv) > 4 else 2200
with open(os.environ["KUBECONFIG"], encoding="utf-8") as f:
    upstream = re.search(r"server: *['\"]?http://([^'\"\s]+)", f.read()).group(1)
chance = random.Random(bug)
here = os.path.dirname(os.path.abspath(__file__))
connection = http.client.HTTPConnection(upstream, timeout=30)
seen = 0


def ask(method, path, body=None, kind="application/json"):
    connection.request(method, path, json.dumps(body) if body is not None else None,
                       {"Content-Type": kind, "User-Agent": "incident/1"})
    answer = connection.getresponse()
    data = answer.read()
    return answer.status, json.loads(data) if data else {}


def until(what, is_so):
    end = time.monotonic() + 20
    while not is_so():
        if time.monotonic() > end:
            sys.exit("incident: it did not come to that: " + what)
        time.sleep(0.01)


def look_on(host, resource):
    """Somebody else's watch, for the recording."""
    global seen
    c = http.client.HTTPConnection(host, timeout=60)
    c.request("GET", f"/api/v1/{resource}?watch=true", None, {"User-Agent": "looker-on/1"})
    try:
        for _ in c.getresponse():
            seen += 1
    except (OSError, http.client.HTTPException):
        pass


def manifest(resource, name, labels):
    o = {"metadata": {"name": name, "labels": labels}}
    if resource == "pods":
        o["spec"] = {"containers": [{"name": "c", "image": "shop:%d" % chance.randrange(9)}]}
    else:
        o["data"] = {"v": str(chance.randrange(1000))}
    return o


def path(resource, name=""):
    return f"/api/v1/namespaces/shop/{resource}" + ("/" + name if name else "")


def create(resource, name, labels):
    status, _ = ask("POST", path(resource), manifest(resource, name, labels))
    assert status == 201, (status, name)


def delete(resource, name):
    status, _ = ask("DELETE", path(resource, name) + "?gracePeriodSeconds=0")
    assert status == 200, (status, name)


alive, made = [], 0


def noise(count):
    global made
    for _ in range(count):
        what = chance.random()
        if what < 0.35 or len(alive) < 20:
            made += 1
            alive.append((chance.choice(["pods", "configmaps"]), f"noise-{made}"))
            create(*alive[-1], {"app": "noise"})
        elif what < 0.7:
            resource, name = chance.choice(alive)
            ask("PATCH", path(resource, name),
                {"metadata": {"annotations": {"at": str(chance.randrange(10**6))}}},
                "application/merge-patch+json")
        else:
            delete(*alive.pop(chance.randrange(len(alive))))


def there(name):
    return ask("GET", path("configmaps", "for-" + name))[0] == 200


def control(call, body=None):
    status, answer = ask("POST", "/relist/v1/" + call, body or {})
    assert status < 300, answer
    return answer


ask("POST", "/api/v1/namespaces", {"metadata": {"name": "shop"}})
config = recording + ".kubeconfig"
proxy = subprocess.Popen([relist, "record", "--upstream", "http://" + upstream, "-o",
                          recording, "--write-kubeconfig", config])
until("a proxy", lambda: os.path.exists(config) and os.path.getsize(config) > 0)
with open(config, encoding="utf-8") as f:
    through = re.search(r"server: *['\"]?http://([^'\"\s]+)", f.read()).group(1)
for resource in ("pods", "configmaps"):
    threading.Thread(target=look_on, args=(through, resource), daemon=True).start()
noise(100)
for name in ("web-0", "web-1"):
    create("pods", name, {"app": "web"})
controller = subprocess.Popen([sys.executable, os.path.join(here, "controller.py"), "--bug", bug],
                              env={**os.environ, "KUBECONFIG": config}, stderr=subprocess.DEVNULL)
until("its work", lambda: there("web-0") and there("web-1"))
noise(500)
create("pods", "web-2", {"app": "web"})
until("its work on web-2", lambda: there("web-2"))
noise(200)
mine = {"userAgent": "tests-controller", "resource": "pods"}
rule = control("faults", {"kind": "hang", "match": mine, "times": -1})["id"]
control("watches", {"how": "end", "match": mine})
noise(20)
delete("pods", "web-1")
noise(400)
if bug == "gone":
    control("compact")
ask("DELETE", f"/relist/v1/faults/{rule}")
create("pods", "web-3", {"app": "web"})
if bug != "gone":
    until("its work on web-3", lambda: there("web-3"))
noise(max(0, events_min - made))
until("so many events", lambda: seen >= events_min or noise(20))
controller.terminate()
controller.wait()
proxy.terminate()
proxy.wait()
os.unlink(config)
