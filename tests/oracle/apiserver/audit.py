#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""audit.py - the audit logs of a real kube-apiserver and of `relist serve`, under one policy and the same requests.

usage: audit.py --kube-apiserver PROGRAM --etcd PROGRAM [--relist PROGRAM] [--seed N] [-n REQUESTS]

Each request has an Audit-ID of its own, so events are paired by it and by their stage. uids, versions, times, addresses and
generated names may differ. Exit status: 0, the logs are equal; 1, they differ; 2, the server could not be reached.
"""
import argparse
import collections
import json
import os
import re
import sys
import time

import generate
from compare import ADDRESS, GENERATED, TIME, TOO_OLD, UID, VERSION
from servers import Broken, end_on_signals, start_real, start_relist
from talk import Talker

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
POLICY = """apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [Panic]
rules:
- {level: None, nonResourceURLs: ["/readyz*", "/livez"]}
- {level: None, users: ["system:apiserver"]}
- {level: None, userGroups: ["system:nodes"]}
- {level: Metadata, resources: [{group: "", resources: [secrets, "serviceaccounts/token"]}]}
- {level: Request, resources: [{group: "", resources: [services]}], omitStages: [RequestReceived]}
- {level: RequestResponse, resources: [{group: apps}], omitManagedFields: true}
- {level: Metadata, users: [alice]}
- {level: RequestResponse, verbs: [create, update, patch, delete, deletecollection, get]}
- {level: Request}
"""
ADMIN, ALICE = "Bearer admintoken", "Bearer usertoken"
NS = "/api/v1/namespaces/default"
MAP = {"metadata": {"name": "audited"}, "data": {"k": "<v> & \u2028"}}
DEPLOYMENT = {"metadata": {"name": "audited"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {
    "metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}}
# method, path and query, body, headers
REQUESTS = [
    ("POST", NS + "/configmaps?fieldManager=me", MAP, {}),
    ("POST", NS + "/configmaps", MAP, {}),
    ("POST", NS + "/configmaps", {"metadata": {"generateName": "made-"}}, {}),
    ("POST", NS + "/configmaps?dryRun=All", {"metadata": {"name": "dry"}}, {}),
    ("POST", NS + "/configmaps", "{", {}),
    ("GET", NS + "/configmaps/audited", None, {}),
    ("GET", NS + "/configmaps/none", None, {}),
    ("GET", NS + "/configmaps?limit=1", None, {}),
    ("GET", NS + "/configmaps/audited", None, {"Accept": "application/yaml"}),
    ("GET", NS + "/configmaps/audited", None, {"Accept": "application/json;as=Table;g=meta.k8s.io;v=v1"}),
    ("PUT", NS + "/configmaps/audited", MAP, {}),
    ("PATCH", NS + "/configmaps/audited", {"data": {"x": "y"}}, {"Content-Type": "application/merge-patch+json"}),
    ("PATCH", NS + "/configmaps/audited", "[ {\"op\": \"remove\", \"path\": \"/data/x\"} ]", {"Content-Type": "application/json-patch+json"}),
    ("PATCH", NS + "/configmaps/audited?fieldManager=you&force=true", dict(MAP, kind="ConfigMap", apiVersion="v1"), {"Content-Type": "application/apply-patch+yaml"}),
    ("PATCH", NS + "/configmaps/audited?fieldManager=you", "kind: ConfigMap\napiVersion: v1\nmetadata: {name: audited}\n", {"Content-Type": "application/apply-patch+yaml"}),
    ("DELETE", NS + "/configmaps/audited", {"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Background"}, {}),
    ("DELETE", NS + "/configmaps/audited", {"gracePeriodSeconds": 0}, {}),
    ("DELETE", "/apis/apps/v1/namespaces/default/deployments/none", {"kind": "DeleteOptions", "apiVersion": "apps/v1", "preconditions": {"uid": "u"}}, {}),
    ("DELETE", NS + "/configmaps/audited", None, {}),
    ("DELETE", NS + "/configmaps?labelSelector=none", None, {}),
    ("POST", NS + "/secrets", {"metadata": {"name": "s"}, "stringData": {"k": "v"}}, {}),
    ("POST", NS + "/services", {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}]}}, {}),
    ("GET", NS + "/services/s", None, {}),
    ("POST", "/apis/apps/v1/namespaces/default/deployments", DEPLOYMENT, {}),
    ("GET", "/apis/apps/v1/namespaces/default/deployments/audited", None, {}),
    ("GET", "/apis/apps/v1/namespaces/default/deployments/audited/scale", None, {}),
    ("PUT", "/apis/apps/v1/namespaces/default/deployments/audited/scale", {"metadata": {"name": "audited"}, "spec": {"replicas": 2}}, {}),
    ("POST", NS + "/pods", {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}, {}),
    ("POST", NS + "/pods/p/eviction", {"metadata": {"name": "p"}}, {}),
    ("GET", NS + "/pods/none/log", None, {}),
    ("POST", NS + "/pods", {"metadata": {"name": "p!"}, "spec": {}}, {}),
    ("POST", "/api/v1/namespaces", {"metadata": {"name": "audited"}}, {}),
    ("GET", "/api/v1/namespaces/audited", None, {}),
    ("GET", NS + "/configmaps?watch=1&timeoutSeconds=1", None, {}),
    ("GET", "/version", None, {}),
    ("GET", "/healthz", None, {}),
    ("GET", "/livez", None, {}),
    ("GET", "/readyz/ping", None, {}),
    ("GET", "/apis", None, {}),
    ("GET", "/apis/apps", None, {}),
    ("GET", "/api/v1", None, {}),
    ("GET", "/nothing", None, {}),
    ("GET", "/apis/none.io/v1/things", None, {}),
    ("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {"spec": {"nonResourceAttributes": {"path": "/a", "verb": "get"}}}, {}),
    ("GET", NS + "/configmaps", None, {"Authorization": ALICE}),
    ("GET", "/healthz", None, {"Authorization": ALICE}),
    ("GET", NS + "/configmaps", None, {"Authorization": "Bearer none"}),
    ("GET", NS + "/configmaps", None, {"Authorization": None}),
    ("GET", NS + "/configmaps", None, {"Impersonate-User": "joe", "Impersonate-Group": "dev"}),
    ("GET", NS + "/configmaps", None, {"X-Forwarded-For": "10.1.2.3, 10.4.5.6"}),
    ("GET", NS + "/configmaps/audited", None, {"User-Agent": "a" * 1100}),
]
# Members of an event that are about the process or the moment.
OWN = {"requestReceivedTimestamp", "stageTimestamp"}


def steps_of(opt):
    for i, (method, uri, body, headers) in enumerate(REQUESTS):
        path, _, query = uri.partition("?")
        h = {"Authorization": ADMIN, "Accept": "application/json", "User-Agent": "audit/1", "Audit-ID": "fixed-%d" % i}
        if body is not None:
            h["Content-Type"] = "application/json"
        h.update(headers)
        yield {"id": i, "method": method, "path": path, "query": query, "headers": {k: v for k, v in h.items() if v is not None},
               "body": body if body is None or isinstance(body, str) else json.dumps(body)}
    sent = number = 0
    while sent < opt.n:
        for step in generate.Story(opt.seed, number).steps:
            step = json.loads(json.dumps(step).replace("@s@", "audit%d" % number))
            if "watch_ms" in step:
                continue
            step["headers"]["Audit-ID"] = "random-%d-%d" % (number, step["id"])
            sent += 1
            yield step
        number += 1


def mask(value, name=""):
    if isinstance(value, dict):
        return {k: mask(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [mask(v, name) for v in value]
    if not isinstance(value, str):
        return value
    if name == "resourceVersion" and value.isdigit():
        return "<rv>"
    value = VERSION.sub(r"\1<rv>", TOO_OLD.sub("<rv>", value))
    return GENERATED.sub("<made>", ADDRESS.sub("<ip>", TIME.sub("<time>", UID.sub("<uid>", value))))


def events_of(path):
    found = collections.defaultdict(list)
    with open(path) as lines:
        for line in lines:
            e = json.loads(line)
            if e["auditID"].startswith(("fixed-", "random-")):
                found[e["auditID"]].append(mask({k: v for k, v in e.items() if k not in OWN}))
    return found


def differences(a, b, at=""):
    if isinstance(a, dict) and isinstance(b, dict):
        for k in sorted(set(a) | set(b)):
            yield from differences(a.get(k), b.get(k), at + "." + k)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for x, y in zip(a, b):
            yield from differences(x, y, at + "[]")
    elif a != b:
        yield at, "real %s, ours %s" % (json.dumps(a)[:300], json.dumps(b)[:300])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kube-apiserver", required=True)
    parser.add_argument("--etcd", required=True)
    parser.add_argument("--relist", default=ROOT + "/build/release/relist")
    parser.add_argument("--kubernetes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=0, help="random requests beside the fixed ones")
    opt = parser.parse_args()
    end_on_signals()

    def flags(server):
        with open(server.folder + "/policy.yaml", "w") as policy:
            policy.write(POLICY)
        return ["--audit-log-path=" + server.folder + "/audit.log", "--audit-policy-file=" + server.folder + "/policy.yaml"]

    servers = [start_real(opt.kube_apiserver, opt.etcd, more=flags), start_relist(opt.relist, opt.kubernetes, more=flags)]
    talkers = [Talker(s) for s in servers]
    steps = list(steps_of(opt))
    for step in steps:
        for t in talkers:
            if step["id"] == 0:
                t.forget()
            t.ask(step)
    time.sleep(2)  # watches end
    real, ours = [events_of(s.folder + "/audit.log") for s in servers]
    causes, bad = collections.defaultdict(list), 0
    for step in steps:
        name = step["headers"]["Audit-ID"]
        found = list(differences(real[name], ours[name]))
        if not found and len(real[name]) != len(ours[name]):
            found = [("", "real %d events, ours %d" % (len(real[name]), len(ours[name])))]
        bad += bool(found)
        for at, text in found:
            causes[re.sub(r"\.\d+", "", at)].append("%s %s %s: %s" % (name, step["method"], step["path"], text))
    for at, texts in sorted(causes.items(), key=lambda c: -len(c[1])):
        print("%d x %s\n  %s" % (len(texts), at or "events", "\n  ".join(texts[:3])))
    print("audit: %d of %d requests have equal events (%d events there)" % (len(steps) - bad, len(steps), sum(map(len, real.values()))))
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as e:
        print("audit.py: %s" % e, file=sys.stderr)
        sys.exit(2)
