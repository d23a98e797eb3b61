#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small controller, with Python's own library only: a ConfigMap for-NAME for every pod that has
the label app=web; `--of services` for every Service, `--of apis/acme.io/v1/gadgets` for every gadget,
`--prefix dns-` by another name; `--pause S`: so many seconds between the end of a watch and the next list. `--bug WORD` makes a mistake that controllers
were shipped with:

  missed   what is gone when it lists again is not cleaned up (kubernetes-client/javascript#494)
  gone     a 410 in the stream is taken for an end like another: the same watch again (headlamp#7451)
  now      after a broken watch it watches from now on, without a list (jupyterhub/kubespawner#81)
  flaky    `missed`, in every second run: CONTROLLER_RUNS names a file that counts them"""
import http.client
import json
import os
import re
import sys
import time


def option(name, otherwise):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else otherwise


bug = option("--bug", "")
resource = option("--of", "pods")
prefix = option("--prefix", "for-")
collection = "/" + resource if "/" in resource else "/api/v1/" + resource
pause = float(option("--pause", "0.05"))
selector = "labelSelector=app%3Dweb" if resource == "pods" else ""
if bug == "flaky":
    with open(os.environ["CONTROLLER_RUNS"], "a", encoding="utf-8") as f:
        f.write("x")
        bug = "missed" if f.tell() % 2 else ""
with open(os.environ["KUBECONFIG"], encoding="utf-8") as f:
    text = f.read()
host = re.search(r"server: *['\"]?https?://([^'\"\s]+)", text).group(1)
token = re.search(r"token: *['\"]?([^'\"\s]+)", text)
headers = {"User-Agent": "tests-controller/1", "Accept": "application/json",
           "Content-Type": "application/json"}
if token:
    headers["Authorization"] = "Bearer " + token.group(1)


def ask(method, path, body=None):
    connection = http.client.HTTPConnection(host, timeout=5)
    connection.request(method, path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, json.loads(data) if data else {}


def ensure(o):
    ns, name = key(o)
    ip = o.get("spec", {}).get("clusterIP", "")
    ask("POST", f"/api/v1/namespaces/{ns}/configmaps",
        {"kind": "ConfigMap", "apiVersion": "v1", "data": {"ip": ip, "name": name},
         "metadata": {"name": prefix + name, "labels": {"for": "it", "made-by": f"{prefix}operator"}}})


def remove(ns, name):
    ask("DELETE", f"/api/v1/namespaces/{ns}/configmaps/{prefix}{name}")


def key(o):
    return o["metadata"]["namespace"], o["metadata"]["name"]


known = set()


def list_all():
    status, pods = ask("GET", f"{collection}?{selector}")
    if status != 200:
        raise OSError(f"list: {status}")
    there = {key(o): o for o in pods["items"]}
    for k in there.keys() - known:
        ensure(there[k])
    there = set(there)
    if bug == "missed":
        there |= known
    for k in known - there:
        remove(*k)
    known.clear()
    known.update(there)
    return pods["metadata"]["resourceVersion"]


def watch(rv):
    connection = http.client.HTTPConnection(host, timeout=60)
    query = f"&resourceVersion={rv}" if rv else ""
    connection.request("GET", f"{collection}?watch=true&{selector}{query}", None, headers)
    answer = connection.getresponse()
    if answer.status != 200:
        raise OSError(f"watch: {answer.status}")
    for line in answer:
        event = json.loads(line)
        if event["type"] == "ERROR":
            if bug == "gone":
                return rv
            raise OSError("expired")
        if event["type"] == "BOOKMARK":
            continue
        k = key(event["object"])
        rv = event["object"]["metadata"]["resourceVersion"]
        if event["type"] == "DELETED":
            known.discard(k)
            remove(*k)
        elif k not in known:
            known.add(k)
            ensure(event["object"])
    return rv


version = None
while True:
    try:
        if version is None:
            version = list_all()
        version = watch(version if version != "now" else None)
        if bug != "gone":
            raise OSError("the watch has ended")
    except (OSError, http.client.HTTPException, ValueError) as e:
        print("again after:", e, file=sys.stderr)
        version = "now" if bug == "now" and version is not None else None
    time.sleep(pause)
