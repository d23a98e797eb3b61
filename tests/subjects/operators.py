#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Controllers with caches, finalizers and children, with Python's own library only; each has a mistake that
controllers were shipped with (--bug):

  bucket      a ConfigMap with the label bucket=yes gets a Secret bucket-NAME and a finalizer.
              --bug: a 409 while the finalizer is added is forgotten
  pool        a Pool gets as many pods as spec.replicas says. --bug: pods have generated names and are
              counted in the cache, which may be late
  replicator  a Secret is copied to the namespaces that its annotation names. --bug: it ends when a list
              shows that a source has gone
  poller      lists Services on a timer (--every SECONDS) without a watch; each gets a ConfigMap
              endpoints-NAME with its selector. --bug: it compares names, not uids
  tenants     ConfigMaps with the label tenant share a Secret, of which each is an owner; a finalizer.
              --bug: the first one that goes deletes the Secret
  applies     a ConfigMap with the label app is applied as a Deployment; an autoscaler sets its replicas.
              --bug: each apply contains the replicas
  generations a Pool gets a ConfigMap with its image after slow work, then status.ready is its generation.
              --bug: the generation of the newest Pool, not of the one that was copied
  index       ConfigMaps with the label index=yes have a member each in the ConfigMap `all`, and an annotation.
              --bug: without those that have an annotation of another client
  flapper     the annotation `level` of such a ConfigMap is data.level. --bug: and then 0, and so on"""
import http.client
import json
import os
import queue
import re
import sys
import threading
import time

FINALIZER = "tests/operators"
bug = "--bug" in sys.argv
with open(os.environ["KUBECONFIG"], encoding="utf-8") as f:
    host = re.search(r"server: *['\"]?http://([^'\"\s]+)", f.read()).group(1)
events = queue.Queue()  # (path, key, object or None, found by a list)


def open_request(method, path, body=None):
    connection = http.client.HTTPConnection(host)  # like client-go: no timeout
    connection.request(method, path, json.dumps(body) if body else None,
                       {"User-Agent": "operators/1", "Content-Type": "application/json"})
    return connection.getresponse()


def ask(method, path, body=None):
    answer = open_request(method, path, body)
    return answer.status, json.loads(answer.read() or b"{}")


def key_of(o):
    return f"{o['metadata'].get('namespace', '')}/{o['metadata']['name']}"


class Cache:
    """What the server has at a path: a list, then a watch, again and again."""

    def __init__(self, path, selector=""):
        self.path, self.selector, self.objects = path, selector, {}
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                self.read()
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(0.2)

    def read(self):
        status, answer = ask("GET", f"{self.path}?labelSelector={self.selector}")
        if status != 200:
            return
        objects = {key_of(o): o for o in answer["items"]}
        for key in set(self.objects) - set(objects):
            self.tell(key, None, True)
        for key, o in objects.items():
            self.tell(key, o, True)
        rv = answer["metadata"]["resourceVersion"]
        watch = open_request("GET", f"{self.path}?watch=true&labelSelector={self.selector}&resourceVersion={rv}")
        while line := watch.readline():
            event = json.loads(line)
            if event["type"] == "ERROR":
                return
            o = event["object"]
            self.tell(key_of(o), None if event["type"] == "DELETED" else o, False)

    def tell(self, key, o, listed):
        old = self.objects.pop(key, None)
        if o:
            self.objects[key] = o
        events.put((self.path, key, o or old, o is None, listed))


def open_patch(path, kind, body):
    connection = http.client.HTTPConnection(host)
    connection.request("PATCH", path, json.dumps(body),
                       {"User-Agent": "operators/1", "Content-Type": f"application/{kind}"})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def without_finalizer(path, o):
    rest = [f for f in o["metadata"].get("finalizers", []) if f != FINALIZER]
    return ask("PUT", path, {**o, "metadata": {**o["metadata"], "finalizers": rest}})[0]


def with_finalizer(path, o):
    all_of = o["metadata"].get("finalizers", []) + [FINALIZER]
    return ask("PUT", path, {**o, "metadata": {**o["metadata"], "finalizers": all_of}})[0]


def bucket():
    maps = Cache("/api/v1/namespaces/default/configmaps", "bucket%3Dyes")
    done = set()

    def reconcile(key):
        o = maps.objects.get(key)
        if not o:
            return True
        meta, path = o["metadata"], f"{maps.path}/{o['metadata']['name']}"
        secret = {"metadata": {"name": f"bucket-{meta['name']}"}}
        if "deletionTimestamp" in meta:
            ask("DELETE", f"/api/v1/namespaces/default/secrets/bucket-{meta['name']}")
            return without_finalizer(path, o) in (200, 404)
        if meta["uid"] in done:
            return True
        if FINALIZER not in meta.get("finalizers", []) and with_finalizer(path, o) != 200 and not bug:
            return False
        ask("POST", "/api/v1/namespaces/default/secrets", secret)
        done.add(meta["uid"])
        return True
    return maps.path, reconcile


def pool():
    pools = Cache("/apis/acme.io/v1/namespaces/default/pools")
    pods = Cache("/api/v1/namespaces/default/pods")

    def reconcile(key):
        o = pools.objects.get(key)
        if not o:
            return True
        name, path = o["metadata"]["name"], f"{pools.path}/{o['metadata']['name']}"
        mine = [p for p in list(pods.objects.values()) if p["metadata"].get("labels", {}).get("pool") == name]
        if "deletionTimestamp" in o["metadata"]:
            ask("DELETE", f"{pods.path}?labelSelector=pool%3D{name}")
            ask("DELETE", f"/api/v1/namespaces/default/services/{name}")
            return without_finalizer(path, o) in (200, 404)
        if FINALIZER not in o["metadata"].get("finalizers", []):
            return with_finalizer(path, o) == 200
        ask("POST", "/api/v1/namespaces/default/services",
            {"metadata": {"name": name}, "spec": {"selector": {"pool": name}, "ports": [{"port": 80}]}})
        have = {p["metadata"]["name"] for p in mine}
        owner = {"apiVersion": "acme.io/v1", "kind": "Pool", "name": name, "uid": o["metadata"]["uid"], "controller": True}
        for i in range(len(mine) if bug else 0, o["spec"]["replicas"]):
            called = {"generateName": f"{name}-"} if bug else {"name": f"{name}-{i}"}
            if called.get("name") not in have:
                ask("POST", pods.path, {"metadata": {**called, "labels": {"pool": name}, "ownerReferences": [owner]},
                                        "spec": {"containers": [{"name": "c", "image": "i"}]}})
        for p in sorted(have)[o["spec"]["replicas"]:]:
            ask("DELETE", f"{pods.path}/{p}")
        return True
    return pools.path, reconcile


def tenants():
    maps = Cache("/api/v1/namespaces/default/configmaps")
    secrets = Cache("/api/v1/namespaces/default/secrets")

    def reconcile(key):
        o = maps.objects.get(key)
        if not o or "tenant" not in o["metadata"].get("labels", {}):
            return True
        meta, path = o["metadata"], f"{maps.path}/{o['metadata']['name']}"
        name = o["data"]["ca"]
        secret = secrets.objects.get(f"default/{name}")
        owners = secret["metadata"].get("ownerReferences", []) if secret else []
        others = [r for r in owners if r["uid"] != meta["uid"]]
        own = {"apiVersion": "v1", "kind": "ConfigMap", "name": meta["name"], "uid": meta["uid"]}
        if "deletionTimestamp" in meta:
            if secret and (bug or not others):
                ask("DELETE", f"{secrets.path}/{name}")
            elif len(others) != len(owners):
                body = {**secret, "metadata": {**secret["metadata"], "ownerReferences": others}}
                if ask("PUT", f"{secrets.path}/{name}", body)[0] != 200:
                    return False
            return without_finalizer(path, o) in (200, 404)
        if FINALIZER not in meta.get("finalizers", []):
            return with_finalizer(path, o) == 200
        if not secret:
            body = {"metadata": {"name": name, "ownerReferences": [own]}, "stringData": {"ca": "x"}}
            return ask("POST", secrets.path, body)[0] == 201
        if len(others) == len(owners):
            body = {**secret, "metadata": {**secret["metadata"], "ownerReferences": owners + [own]}}
            return ask("PUT", f"{secrets.path}/{name}", body)[0] == 200
        return True
    return maps.path, reconcile


def applies():
    maps = Cache("/api/v1/namespaces/default/configmaps")
    deployments = Cache("/apis/apps/v1/namespaces/default/deployments")

    def reconcile(key):
        o = maps.objects.get(key)
        if not o or "app" not in o["metadata"].get("labels", {}):
            return True
        name, image = o["metadata"]["name"], o["data"]["image"]
        now = deployments.objects.get(key)
        if now and now["spec"]["template"]["spec"]["containers"][0]["image"] == image:
            return True
        labels = {"a": name}
        spec = {"selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "c", "image": image}]}}}
        if not now or bug or now["spec"]["replicas"] == 2:
            spec["replicas"] = 2
        body = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": spec}
        return open_patch(f"{deployments.path}/{name}?fieldManager=inc&force=true", "apply-patch+yaml", body) in (200, 201)
    return maps.path, reconcile


def generations():
    pools = Cache("/apis/acme.io/v1/namespaces/default/pools")
    maps = "/api/v1/namespaces/default/configmaps"

    def reconcile(key):
        o = pools.objects.get(key)
        if not o or o.get("status", {}).get("ready") == o["metadata"]["generation"]:
            return True
        name = o["metadata"]["name"]
        child = {"metadata": {"name": name}, "data": {"image": o["spec"]["image"]}}
        status, old = ask("GET", f"{maps}/{name}")
        if status == 404:
            ask("POST", maps, child)
        elif old["data"] != child["data"]:
            ask("PUT", f"{maps}/{name}", {**old, "data": child["data"]})
        now = ask("GET", f"{pools.path}/{name}")[1]
        ready = {"ready": (now if bug else o)["metadata"]["generation"]}
        status = ask("PUT", f"{pools.path}/{name}/status", {**now, "status": ready})[0]
        time.sleep(0.2)  # the cache gets its own write before the next Pool
        return status == 200
    return pools.path, reconcile


def index():
    maps = Cache("/api/v1/namespaces/default/configmaps", "index%3Dyes")
    every = "/api/v1/namespaces/default/configmaps"

    def reconcile(key):
        mine = [o for o in maps.objects.values() if not (bug and "x" in o["metadata"].get("annotations", {}))]
        data = {o["metadata"]["name"]: o["data"]["level"] for o in mine}
        status, old = ask("GET", f"{every}/all")
        if status == 404:
            ask("POST", every, {"metadata": {"name": "all"}, "data": data})
        elif old["data"] != data:
            ask("PUT", f"{every}/all", {**old, "data": data})
        for o in mine:
            if "in" not in o["metadata"].get("annotations", {}):
                open_patch(f"{every}/{o['metadata']['name']}", "merge-patch+json", {"metadata": {"annotations": {"in": "all"}}})
        return True
    return maps.path, reconcile


def flapper():
    maps = Cache("/api/v1/namespaces/default/configmaps", "index%3Dyes")

    def reconcile(key):
        o = maps.objects.get(key)
        level = o["metadata"].get("annotations", {}).get("level")
        want = "0" if bug and level == o["data"]["level"] else o["data"]["level"]
        if level:
            time.sleep(0.35)
        if level != want:
            open_patch(f"{maps.path}/{o['metadata']['name']}", "merge-patch+json", {"metadata": {"annotations": {"level": want}}})
        return True
    return maps.path, reconcile


def replicator():
    spaces, secrets = Cache("/api/v1/namespaces"), Cache("/api/v1/secrets")
    wants = "replicator.v1.mittwald.de/replicate-to"

    def targets(o):
        patterns = [p for p in o["metadata"].get("annotations", {}).get(wants, "").split(",") if p]
        names = [o["metadata"]["name"] for o in list(spaces.objects.values())]
        return [n for n in names if n != o["metadata"]["namespace"] and any(re.fullmatch(p, n) for p in patterns)]

    def copy(o):
        for ns in targets(o):
            path, name = f"/api/v1/namespaces/{ns}/secrets", o["metadata"]["name"]
            body = {"metadata": {"name": name}, "data": o.get("data", {})}
            if ask("POST", path, body)[0] == 409:
                ask("PUT", f"{path}/{name}", body)

    def on_event(path, o, gone, listed):
        if path == spaces.path:
            for secret in list(secrets.objects.values()):
                copy(secret)
        elif not gone:
            copy(o)
        elif targets(o):
            if listed and bug:
                print("a source has gone that is not known any more", file=sys.stderr)
                os._exit(2)
            for ns in targets(o):
                ask("DELETE", f"/api/v1/namespaces/{ns}/secrets/{o['metadata']['name']}")
    while True:
        path, _, o, gone, listed = events.get()
        on_event(path, o, gone, listed)


def poller(every):
    known = {}
    while True:
        status, answer = ask("GET", "/api/v1/services?labelSelector=sync%3Dyes")
        listed = {key_of(o): o for o in answer["items"]} if status == 200 else {}
        for key, o in listed.items():
            identity = key if bug else o["metadata"]["uid"]
            if known.get(key) == identity:
                continue
            path, name = f"/api/v1/namespaces/{o['metadata']['namespace']}/configmaps", f"endpoints-{o['metadata']['name']}"
            child = {"metadata": {"name": name}, "data": {"app": o["spec"]["selector"]["app"]}}
            if ask("POST", path, child)[0] == 409:
                ask("PUT", f"{path}/{name}", child)
            known[key] = identity
        for key in set(known) - set(listed) if status == 200 else ():
            namespace, name = known.pop(key) and key.split("/")
            ask("DELETE", f"/api/v1/namespaces/{namespace}/configmaps/endpoints-{name}")
        time.sleep(every)


if sys.argv[1] == "replicator":
    replicator()
if sys.argv[1] == "poller":
    poller(float(sys.argv[sys.argv.index("--every") + 1]) if "--every" in sys.argv else 0.3)
path_of_keys, reconcile_key = {"bucket": bucket, "pool": pool, "tenants": tenants, "applies": applies,
                               "generations": generations, "index": index, "flapper": flapper}[sys.argv[1]]()
while True:
    where, changed, _, _, _ = events.get()
    keys = [changed] if where == path_of_keys else []
    for k in keys:
        for attempt in range(8):
            if reconcile_key(k):
                break
            time.sleep(0.1 * 2 ** attempt)
