#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A level-triggered controller with Python's own library only, for relist perturb: a ConfigMap with
the label set=yes and data.size N gets N Secrets NAME-0, NAME-1, ... that it owns, an annotation
`made`, and a finalizer that goes when the Secrets have gone. `--bug WORD`, or RECONCILER_BUG, is one
mistake:

  early     the annotation is written first, and a ConfigMap that has it is never looked at again
  dup       Secrets with generated names, counted in the cache (ray-project/kuberay#715)
  impatient the same, but it waits up to 8 s until the cache has what it made (cluster-api#13649)
  conflict  a 409 at the finalizer is taken for "somebody else was faster"
  latest    it reads the ConfigMap again before it writes the annotation, and records the size that it reads
            there; a ConfigMap whose annotation has its size is never looked at again
  name      Secrets of a ConfigMap that is being deleted are known by their name alone
            (rabbitmq/cluster-operator#648)

  deaf      with a Lease: it never looks whether it still holds its Lease
  thief     with a Lease: it takes its Lease back from another holder
  drop      what fails within 3 s after the end of a watch is not tried again
  blind     it writes without a resourceVersion: a leader that was stopped overwrites the next one's work

Five words are no mistakes:

  slow      it starts after 5 s, and its finalizer goes after another 2.5 s
  late      an annotation `checked` is added 2.5 s after the Secrets were made
  recover   what it finds at its start it works on after 3.5 s
  poll      it watches nothing, and lists every half second
  webhook   a ConfigMap or Secret is admitted by its webhook, which reads the namespace, and gives a set without
            a size two Secrets. Before another word (webhook-early): with that mistake

RECONCILER_LEASE=SECONDS: it leads while it holds a Lease of that duration, as client-go's leader election does"""
import base64
import http.client
import http.server
import json
import os
import queue
import re
import ssl
import sys
import threading
import time

FINALIZER = "example.org/set"
bug = sys.argv[sys.argv.index("--bug") + 1] if "--bug" in sys.argv else os.environ.get("RECONCILER_BUG", "")
admits = bug.startswith("webhook")
bug = bug.removeprefix("webhook").removeprefix("-")
if bug == "slow":
    time.sleep(5)
with open(os.environ["KUBECONFIG"], encoding="utf-8") as f:
    host = re.search(r"server: *['\"]?https?://([^'\"\s]+)", f.read()).group(1)
HEADERS = {"User-Agent": "tests-reconciler/1", "Accept": "application/json", "Content-Type": "application/json"}


class Refused(Exception):
    pass


def ask(method, path, body=None, fine=()):
    connection = http.client.HTTPConnection(host, timeout=5)
    try:
        connection.request(method, path, json.dumps(body) if body else None, HEADERS)
        answer = connection.getresponse()
        data = answer.read()
    finally:
        connection.close()
    if answer.status >= 400 and answer.status not in fine:
        raise Refused(f"{method} {path}: {answer.status}")
    return answer.status, json.loads(data) if data else {}


cache = {"configmaps": {}, "secrets": {}}
lock = threading.Lock()
work = queue.Queue()
ended = [-10.0]  # when a watch ended last
late = [0]


def key(o):
    return o["metadata"]["namespace"], o["metadata"]["name"]


def is_set(o):
    return o["metadata"].get("labels", {}).get("set") == "yes"


def owner(o):
    for ref in o["metadata"].get("ownerReferences", []):
        return ref
    return None


def notice(resource, o):
    if resource == "configmaps" and is_set(o):
        work.put((key(o), 0))
    elif resource == "secrets" and owner(o):
        work.put(((o["metadata"]["namespace"], owner(o)["name"]), 0))


def follow(resource):
    """List and watch; after whatever goes wrong, again."""
    while True:
        try:
            _, found = ask("GET", f"/api/v1/namespaces/default/{resource}?resourceVersion=0")
            new = {key(o): o for o in found["items"]}
            with lock:
                gone = [o for k, o in cache[resource].items() if k not in new]
                cache[resource] = new
            if bug == "recover" and new:
                late[0] = time.monotonic() + 3.5
            for o in [*gone, *new.values()]:
                notice(resource, o)
            if bug == "poll":
                time.sleep(0.5)
                continue
            watch(resource, found["metadata"]["resourceVersion"])
        except (OSError, http.client.HTTPException, ValueError, Refused):
            pass
        ended[0] = time.monotonic()
        time.sleep(0.1)


def watch(resource, rv):
    connection = http.client.HTTPConnection(host, timeout=600)
    connection.request("GET", f"/api/v1/namespaces/default/{resource}?watch=true&resourceVersion={rv}", None, HEADERS)
    answer = connection.getresponse()
    if answer.status != 200:
        raise Refused(f"watch: {answer.status}")
    for line in answer:
        event = json.loads(line)
        if event["type"] == "ERROR":
            return
        o = event["object"]
        if event["type"] == "BOOKMARK":
            continue
        with lock:
            if event["type"] == "DELETED":
                cache[resource].pop(key(o), None)
            elif not is_older(o, cache[resource].get(key(o))):
                cache[resource][key(o)] = o
        notice(resource, o)


def is_older(o, known):
    return known and int(o["metadata"]["resourceVersion"]) < int(known["metadata"]["resourceVersion"])


def put(parent, fine=(404,)):
    """What the server answers is known at once: the next look does not provoke a conflict."""
    if bug == "blind":
        parent["metadata"].pop("resourceVersion")
    status, answer = ask("PUT", path_of(parent, "configmaps"), parent, fine=fine)
    with lock:
        known = cache["configmaps"].get(key(parent))
        if status == 200 and known and not is_older(answer, known):
            cache["configmaps"][key(parent)] = answer


def children(parent):
    with lock:
        all_of = list(cache["secrets"].values())
    if bug == "name" and parent["metadata"].get("deletionTimestamp"):
        return [o for o in all_of if o["metadata"]["name"].startswith(parent["metadata"]["name"] + "-")]
    return [o for o in all_of if owner(o) and owner(o)["uid"] == parent["metadata"]["uid"]]


def path_of(o, resource):
    return f"/api/v1/namespaces/{o['metadata']['namespace']}/{resource}/{o['metadata']['name']}"


def clean_up(parent):
    if FINALIZER not in parent["metadata"].get("finalizers", []):
        return
    for o in children(parent):
        options = {} if bug == "name" else {"preconditions": {"uid": o["metadata"]["uid"]}}
        ask("DELETE", path_of(o, "secrets"), options, fine=(404, 409))
    if bug == "slow":
        time.sleep(2.5)
    parent["metadata"]["finalizers"].remove(FINALIZER)
    put(parent, fine=(404, 409) if bug == "conflict" else (404,))


def make(parent, i):
    meta, child = parent["metadata"], {"name": f"{parent['metadata']['name']}-{i}"}
    if bug in ("dup", "impatient"):
        child = {"generateName": meta["name"] + "-"}
    child["ownerReferences"] = [{"apiVersion": "v1", "kind": "ConfigMap", "name": meta["name"], "uid": meta["uid"],
                                 "controller": True}]
    ask("POST", f"/api/v1/namespaces/{meta['namespace']}/secrets",
        {"apiVersion": "v1", "kind": "Secret", "metadata": child, "stringData": {"n": str(i)}}, fine=(409,))


def sees(parent, size, limit):
    """Waits until the cache has so many children, at most `limit` seconds."""
    end = time.monotonic() + limit
    while len(children(parent)) < size and time.monotonic() < end:
        time.sleep(0.05)
    return len(children(parent)) >= size


def note(parent, size):
    parent["metadata"].setdefault("annotations", {})["made"] = str(size)
    put(parent)


def check(k):
    with lock:
        parent = cache["configmaps"].get(k)
    if not parent or parent["metadata"].get("deletionTimestamp"):
        return
    parent = json.loads(json.dumps(parent))
    parent["metadata"].setdefault("annotations", {})["checked"] = "yes"
    put(parent, fine=(404, 409))


def reconcile(k):
    with lock:
        parent = cache["configmaps"].get(k)
    if not parent:
        return
    parent = json.loads(json.dumps(parent))
    meta, size = parent["metadata"], int(parent.get("data", {}).get("size", "0"))
    if meta.get("deletionTimestamp"):
        return clean_up(parent)
    if FINALIZER not in meta.get("finalizers", []):
        meta.setdefault("finalizers", []).append(FINALIZER)
        put(parent)
        return
    made = meta.get("annotations", {}).get("made")
    if bug == "latest" and made == str(size):
        return
    if bug == "early":
        if made == str(size):
            return
        note(parent, size)
    have = children(parent)
    if bug in ("dup", "impatient"):
        for i in range(len(have), size):
            make(parent, i)
        if bug == "impatient" and not sees(parent, size, 8):
            return work.put((k, 0))
        for o in have[size:]:
            ask("DELETE", path_of(o, "secrets"), fine=(404,))
    else:
        names = {o["metadata"]["name"] for o in have}
        for i in range(size):
            if f"{meta['name']}-{i}" not in names:
                make(parent, i)
        for o in have:
            if int(o["metadata"]["name"].rsplit("-", 1)[1]) >= size:
                ask("DELETE", path_of(o, "secrets"), {"preconditions": {"uid": o["metadata"]["uid"]}}, fine=(404, 409))
    if bug == "latest":
        _, parent = ask("GET", path_of(parent, "configmaps"))
        size = parent["data"]["size"]
    if made != str(size) and bug != "early":
        note(parent, size)
    elif bug == "late" and "checked" not in meta.get("annotations", {}):
        threading.Timer(2.5, check, [k]).start()


LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases"
seconds = int(os.environ.get("RECONCILER_LEASE", "0"))
leads = threading.Event()


def lead():
    """Acquires and renews the Lease; a leader that cannot renew it for two thirds of its duration ends."""
    me, seen, since, renewed = f"reconciler-{os.getpid()}", None, 0.0, 0.0
    while True:
        try:
            status, lease = ask("GET", f"{LEASES}/reconciler", fine=(404,))
            spec = lease.get("spec", {}) if status == 200 else {}
            if spec != seen:
                seen, since = spec, time.monotonic()
            holder, held_for = spec.get("holderIdentity"), spec.get("leaseDurationSeconds", 0)
            free = holder in (None, "", me) or time.monotonic() - since > held_for
            if free or (bug == "thief" and leads.is_set()):
                if renew(lease if status == 200 else None, me):
                    renewed = time.monotonic()
                    leads.set()
        except (OSError, http.client.HTTPException, ValueError, Refused):
            pass
        if leads.is_set() and bug != "deaf" and time.monotonic() - renewed > seconds * 2 / 3:
            print("the lease is lost", file=sys.stderr, flush=True)
            time.sleep(0.5)  # the present reconcile may end
            os._exit(1)
        time.sleep(seconds / 10)


def renew(lease, me):
    now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()) + ".000001Z"
    spec = {"holderIdentity": me, "leaseDurationSeconds": seconds, "acquireTime": now, "renewTime": now}
    if lease:
        return ask("PUT", f"{LEASES}/reconciler", {**lease, "spec": spec}, fine=(409,))[0] == 200
    return ask("POST", LEASES, {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                                "metadata": {"name": "reconciler"}, "spec": spec}, fine=(409,))[0] == 201


class Webhook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["request"]
        ask("GET", f"/api/v1/namespaces/{request['namespace']}")
        response, o = {"uid": request["uid"], "allowed": True}, request["object"]
        if is_set(o) and "data" not in o:
            patch = [{"op": "add", "path": "/data", "value": {"size": "2"}}]
            response.update(patchType="JSONPatch", patch=base64.b64encode(json.dumps(patch).encode()).decode())
        answer = json.dumps({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_):
        pass


def serve_webhook():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["RELIST_WEBHOOK_PORT"])), Webhook)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    folder = os.environ["RELIST_WEBHOOK_CERT_DIR"]
    context.load_cert_chain(f"{folder}/tls.crt", f"{folder}/tls.key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()


if admits:
    time.sleep(0.5)  # the first writes find no webhook
    serve_webhook()
if seconds:
    threading.Thread(target=lead, daemon=True).start()
    leads.wait()
for r in cache:
    threading.Thread(target=follow, args=(r,), daemon=True).start()
while True:
    item, tries = work.get()
    time.sleep(max(0, late[0] - time.monotonic()))
    try:
        reconcile(item)
    except (OSError, http.client.HTTPException, ValueError, Refused) as e:
        print("again:", e, file=sys.stderr, flush=True)
        if bug == "drop" and time.monotonic() - ended[0] < 3:
            continue
        threading.Timer(min(0.05 * 2 ** tries, 2), work.put, [(item, tries + 1)]).start()
