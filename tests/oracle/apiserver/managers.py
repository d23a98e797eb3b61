# SPDX-License-Identifier: Apache-2.0
"""Stories of one object that several managers write: apply, updates, patches of all types, subresources, deletes.

Where generate.py makes bodies that are wrong, these are mostly right, and small: what is tried is what becomes of the object and of
managedFields. Number N of a seed is always the same story.
"""
import copy
import json
import random

import generate
import kinds
from kinds import GROUP, LOOSE, crd, version

MANAGERS = ["ann", "bob", "cy"]
AGENTS = ["oracle/1", "kubectl/v1.34.0 (linux/amd64)", "Mozilla", "a b/c", "x" * 140 + "/1", ""]
CONTAINERS = [{"name": "c", "image": "i:1"}, {"name": "d", "image": "j"}, {"name": "e", "image": "k@sha256:" + "b" * 64}]


def ports(r):
    return r.sample([{"containerPort": 80}, {"containerPort": 80, "protocol": "UDP"}, {"containerPort": 81, "name": "x"}, {"containerPort": 82, "hostPort": 82, "protocol": "TCP"}], r.randint(0, 3))


def env(r):
    return r.sample([{"name": "A", "value": "1"}, {"name": "B", "value": ""}, {"name": "C", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}, {"name": "A", "value": "2"},
                     {"name": "D", "valueFrom": {"configMapKeyRef": {"name": "m", "key": "k", "optional": True}}}], r.randint(0, 3))


def container(r):
    return dict(copy.deepcopy(r.choice(CONTAINERS)), **kinds.some(
        r, ports=lambda: ports(r), env=lambda: env(r), command=["a"], args=r.choice([[], ["b", "b"]]), resources=r.choice([
            {"limits": {"cpu": "1", "memory": "1Gi"}}, {"requests": {"cpu": "0.5"}}, {"limits": {"cpu": "1000m"}, "requests": {"cpu": "1"}}, {}]),
        volumeMounts=[{"name": "v", "mountPath": "/v"}, {"name": "v", "mountPath": "/w"}][:r.randint(0, 2)], securityContext=r.choice([{}, {"capabilities": {"add": ["A"]}}, None]),
        imagePullPolicy="Always", livenessProbe={"exec": {"command": ["x"]}}, resizePolicy=[{"resourceName": "cpu", "restartPolicy": "NotRequired"}]))


def pod_spec(r):
    names = r.sample(range(3), r.randint(1, 2))
    return dict({"containers": [dict(container(r), **{k: CONTAINERS[i][k] for k in ("name", "image")}) for i in names], "volumes": [
        r.choice([{"name": "v", "emptyDir": {}}, {"name": "v", "configMap": {"name": "m"}}, {"name": "v"}])]}, **kinds.some(
            r, tolerations=r.sample([{"key": "a", "operator": "Exists"}, {"key": "a", "operator": "Exists", "effect": "NoSchedule"}, {"operator": "Exists"}], r.randint(0, 2)),
            topologySpreadConstraints=[{"maxSkew": r.choice([1, 2]), "topologyKey": k, "whenUnsatisfiable": w, "labelSelector": {"matchLabels": {"app": "a"}}} for k, w in r.sample(
                [("z", "DoNotSchedule"), ("z", "ScheduleAnyway"), ("h", "DoNotSchedule")], r.randint(1, 2))],
            imagePullSecrets=r.sample([{"name": "p"}, {"name": "q"}, {}], r.randint(0, 2)), hostAliases=[{"ip": "1.2.3.4", "hostnames": ["h", "i"]}],
            nodeSelector={"a": r.choice(["b", "c"])}, serviceAccountName=r.choice(["s", "default"]), initContainers=[{"name": "i", "image": "i"}],
            terminationGracePeriodSeconds=r.choice([0, 3, 30]), securityContext={"fsGroup": 1}, dnsConfig={"nameservers": ["1.1.1.1"], "options": [{"name": "ndots"}]},
            schedulingGates=[{"name": "g"}], ephemeralContainers=[], readinessGates=[{"conditionType": "x"}], hostNetwork=r.choice([True, False])))


def template(r):
    return {"metadata": {"labels": {"app": "a"}, **kinds.some(r, annotations={"t": r.choice(["1", "2"])})}, "spec": pod_spec(r)}


def workload(r, **more):
    return {"spec": dict({"selector": {"matchLabels": {"app": "a"}}, "template": template(r)}, **dict(kinds.some(r, replicas=r.choice([0, 1, 3]), minReadySeconds=1), **more))}


def service(r):
    some_ports = r.sample([{"port": 80, "name": "a"}, {"port": 80, "protocol": "UDP", "name": "b"}, {"port": 81, "name": "c", "targetPort": "x"}, {"port": 82, "name": "d", "targetPort": 8}], r.randint(1, 3))
    return {"spec": dict({"ports": some_ports}, **kinds.some(r, selector=r.choice([{"app": "a"}, {"app": "b", "x": "y"}]), type=r.choice(["ClusterIP", "NodePort", "LoadBalancer"]),
                                                         sessionAffinity="ClientIP", externalIPs=["1.2.3.4"], loadBalancerClass="e.com/x", publishNotReadyAddresses=r.choice([True, False])))}


def gadget(r):
    key = lambda: kinds.some(r, proto=r.choice(["TCP", "UDP"]))
    return {"spec": kinds.some(
        r, ports=lambda: [dict({"port": p}, **key(), **kinds.some(r, name=r.choice(["x", "y", ""]), tags=["a", "b"][:r.randint(0, 2)])) for p in r.sample([1, 2, 3], r.randint(0, 3))],
        tags=lambda: r.sample(["a", "b", "c", "d"], r.randint(0, 3)), flat=lambda: [r.choice([{"a": 1}, {"b": 2}]) for _ in range(r.randint(0, 2))],
        numbers=lambda: r.sample([1, 2, 3], r.randint(0, 3)), one=kinds.some(r, a=1, b="x", c={"d": [1]}), loose=lambda: kinds.some(r, a=1, b={"c": [1, {"d": None}]}, e=[{"name": "x"}]),
        map=lambda: kinds.some(r, a="1", b="2", c=""), maps=lambda: {k: kinds.some(r, x=1, y=["q"]) for k in r.sample("ab", r.randint(0, 2))}, replicas=r.choice([1, 2]), either=r.choice([1, "1", "50%"]),
        pod=lambda: {"apiVersion": "v1", "kind": r.choice(["Pod", "Bogus"]), "metadata": kinds.some(r, name="e", labels={"a": "b"}, odd=1), "spec": kinds.some(r, x=1)},
        deep=lambda: {"items": [dict({"id": i}, subs=[dict({"k": k}, **kinds.some(r, v=r.choice([1, 2]))) for k in r.sample("pq", r.randint(0, 2))]) for i in r.sample(["i", "j"], r.randint(0, 2))]},
        maybe=r.choice([None, {"x": 1}, {}]), given=r.choice(["y", None])),
        **kinds.some(r, top=r.choice([1, 2]))}


S = lambda t, **more: dict({"type": t}, **more)
OBJ = lambda properties, **more: dict({"type": "object", "properties": properties}, **more)
LIST = lambda items, kind=None, keys=None: dict({"type": "array", "items": items}, **dict({"x-kubernetes-list-type": kind} if kind else {}, **({"x-kubernetes-list-map-keys": keys} if keys else {})))
GADGET = OBJ({
    "top": S("integer"),
    "spec": OBJ({
        "ports": LIST(OBJ({"port": S("integer"), "proto": S("string", default="TCP"), "name": S("string"), "tags": LIST(S("string"), "set")}, required=["port"]), "map", ["port", "proto"]),
        "tags": LIST(S("string"), "set"), "flat": LIST(OBJ({"a": S("integer"), "b": S("integer")}), "atomic"), "numbers": LIST(S("integer")), "replicas": S("integer", default=1),
        "one": OBJ({"a": S("integer"), "b": S("string"), "c": OBJ({"d": LIST(S("integer"))})}, **{"x-kubernetes-map-type": "atomic"}), "loose": LOOSE, "map": S("object", additionalProperties=S("string")),
        "maps": S("object", additionalProperties=OBJ({"x": S("integer"), "y": LIST(S("string"), "set")})), "either": {"x-kubernetes-int-or-string": True},
        "pod": dict(LOOSE, **{"x-kubernetes-embedded-resource": True}), "maybe": OBJ({"x": S("integer")}, nullable=True), "given": S("string", default="z", nullable=True),
        "deep": OBJ({"items": LIST(OBJ({"id": S("string"), "subs": LIST(OBJ({"k": S("string"), "v": S("integer", default=7)}, required=["k"]), "map", ["k"])}, required=["id"]), "map", ["id"])})}),
    "status": OBJ({"replicas": S("integer"), "selector": S("string"), "conditions": LIST(OBJ({"type": S("string"), "status": S("string")}, required=["type"]), "map", ["type"])})})
SCALE = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"}
CRDS = [crd("gadgets", "Gadget", "Namespaced", [version("v1", True, GADGET, subresources={"status": {}, "scale": SCALE}), version("v2", False, GADGET, subresources={"status": {}})]),
        crd("plains", "Plain", "Namespaced", [version("v1", True, GADGET)])]


def conditions(r):
    return [dict({"type": t, "status": r.choice(["True", "False"])}, **kinds.some(r, reason="R", message="m", lastTransitionTime="2026-01-02T03:04:05Z")) for t in r.sample(["Ready", "Other"], r.randint(0, 2))]


def status_of(r, kind):
    if kind.plural == "pods":
        return kinds.some(r, phase=r.choice(["Running", "Failed"]), conditions=conditions(r), podIP="1.2.3.4", podIPs=[{"ip": "1.2.3.4"}], message="m",
                          containerStatuses=[{"name": "c", "ready": True, "image": "i:1", "imageID": "x", "restartCount": 1, "state": {"running": {}}}])
    if kind.plural == "services":
        return kinds.some(r, conditions=[dict({"lastTransitionTime": "2026-01-02T03:04:05Z", "reason": "R", "message": ""}, **c) for c in conditions(r)], loadBalancer=r.choice([{}, {"ingress": []}]))
    if kind.plural == "nodes":
        return kinds.some(r, conditions=conditions(r), addresses=[{"type": "InternalIP", "address": "1.2.3.4"}], capacity={"cpu": "2"}, phase="Running")
    if kind.plural == "ingresses":
        return {"loadBalancer": r.choice([{}, {"ingress": [{"ip": "1.2.3.4"}]}, {"ingress": [{"hostname": "a.example.com", "ports": [{"port": 80, "protocol": "TCP"}]}]}])}
    if kind.plural == "horizontalpodautoscalers":
        return kinds.some(r, currentReplicas=1, desiredReplicas=1, conditions=conditions(r), observedGeneration=1)
    if kind.custom:
        return kinds.some(r, replicas=r.choice([1, 2]), selector="app=a", conditions=[{k: c[k] for k in ("type", "status")} for c in conditions(r)])
    return kinds.some(r, replicas=3, readyReplicas=r.choice([1, 3]), observedGeneration=1, conditions=conditions(r), availableReplicas=1)


def K(api, plural, kind, make, weight, **more):
    return kinds.Kind(api, plural, kind, make, weight=weight, **more)


RULE = [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}, {"apiGroups": ["x"], "resources": ["y"], "verbs": ["*"], "resourceNames": ["z"]}]
KINDS = [
    K("v1", "configmaps", "ConfigMap", lambda r: kinds.some(r, data=kinds.some(r, a="1", b="", c="x\n"), binaryData={"z": "AAE="}, immutable=False), 5),
    K("v1", "secrets", "Secret", lambda r: kinds.some(r, data=kinds.some(r, a="eA==", b=""), stringData={"s": r.choice(["t", ""])}, type="Opaque"), 3),
    K("v1", "pods", "Pod", lambda r: {"spec": pod_spec(r)}, 8, subresources=("status", "ephemeralcontainers", "resize", "binding", "eviction")),
    K("v1", "services", "Service", service, 5, subresources=("status",)),
    K("v1", "endpoints", "Endpoints", lambda r: kinds.some(r, subsets=[{"addresses": [{"ip": i} for i in r.sample(["1.2.3.4", "1.2.3.5"], r.randint(1, 2))], "ports": [{"port": 80, "name": "a"}, {"port": 81, "name": "b"}][:r.randint(0, 2)]}]), 2),
    K("v1", "serviceaccounts", "ServiceAccount", lambda r: kinds.some(r, secrets=r.sample([{"name": "a"}, {"name": "b"}], 1), imagePullSecrets=[{"name": "a"}, {"name": "b"}][:r.randint(0, 2)]), 2),
    K("v1", "nodes", "Node", lambda r: {"spec": kinds.some(r, taints=r.sample([{"key": "a", "effect": "NoSchedule"}, {"key": "a", "effect": "NoExecute"}, {"key": "b", "effect": "NoSchedule"}], r.randint(0, 2)), unschedulable=True)},
      2, namespaced=False, subresources=("status",)),
    K("v1", "namespaces", "Namespace", lambda r: {}, 1, namespaced=False, subresources=("status", "finalize")),
    K("v1", "replicationcontrollers", "ReplicationController", lambda r: {"spec": {"selector": {"app": "a"}, "template": template(r)}}, 1, subresources=("status", "scale")),
    K("apps/v1", "deployments", "Deployment", lambda r: workload(r, **kinds.some(r, strategy=r.choice([{"type": "Recreate"}, {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%"}}]), paused=True)), 7, subresources=("status", "scale")),
    K("apps/v1", "statefulsets", "StatefulSet", lambda r: workload(r, serviceName="s"), 2, subresources=("status", "scale")),
    K("apps/v1", "replicasets", "ReplicaSet", workload, 2, subresources=("status", "scale")),
    K("batch/v1", "jobs", "Job", lambda r: {"spec": dict({"template": {"spec": dict(pod_spec(r), restartPolicy="Never")}}, **kinds.some(r, suspend=True, parallelism=2, completions=3))}, 2, subresources=("status",)),
    K("batch/v1", "cronjobs", "CronJob", lambda r: {"spec": {"schedule": "@daily", "jobTemplate": {"spec": {"template": {"spec": dict(pod_spec(r), restartPolicy="Never")}}}}}, 1, subresources=("status",)),
    K("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", lambda r: {"spec": dict({"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}, "maxReplicas": r.choice([2, 3])}, **kinds.some(
        r, minReplicas=1, metrics=[{"type": "Resource", "resource": {"name": n, "target": {"type": "Utilization", "averageUtilization": 50}}} for n in r.sample(["cpu", "memory"], r.randint(1, 2))],
        behavior={"scaleUp": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 5}]}}))}, 2, subresources=("status",)),
    K("autoscaling/v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler", lambda r: {"spec": dict({"scaleTargetRef": {"kind": "Deployment", "name": "d"}, "maxReplicas": 2}, **kinds.some(r, minReplicas=1, targetCPUUtilizationPercentage=5))}, 1,
      subresources=("status",)),
    K("networking.k8s.io/v1", "ingresses", "Ingress", lambda r: {"spec": dict({"defaultBackend": {"service": {"name": "s", "port": {"number": 80}}}}, **kinds.some(
        r, ingressClassName="x", tls=[{"hosts": ["a.example.com"], "secretName": "t"}], rules=[{"host": h, "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": {"service": {"name": "s", "port": {"name": "x"}}}}]}} for h in r.sample(
            ["a.example.com", "b.example.com"], r.randint(1, 2))]))}, 3, subresources=("status",)),
    K("networking.k8s.io/v1", "networkpolicies", "NetworkPolicy", lambda r: {"spec": dict({"podSelector": {}}, **kinds.some(
        r, ingress=[{"ports": [{"port": p} for p in r.sample([80, "x"], r.randint(0, 2))], "from": [{"podSelector": {"matchLabels": {"a": "b"}}}]}], policyTypes=["Ingress"], egress=[{}]))}, 2),
    K("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", lambda r: {"spec": dict({"selector": {"matchLabels": {"app": "a"}}}, **r.choice([{"minAvailable": 1}, {"maxUnavailable": "50%"}]))}, 1, subresources=("status",)),
    K("rbac.authorization.k8s.io/v1", "roles", "Role", lambda r: {"rules": r.sample(RULE, r.randint(0, 2))}, 2),
    K("rbac.authorization.k8s.io/v1", "rolebindings", "RoleBinding", lambda r: {"roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "r"}, "subjects": r.sample(
        [{"kind": "User", "name": "u"}, {"kind": "Group", "name": "g", "apiGroup": "rbac.authorization.k8s.io"}, {"kind": "ServiceAccount", "name": "s", "namespace": "n"}], r.randint(0, 2))}, 1),
    K("discovery.k8s.io/v1", "endpointslices", "EndpointSlice", lambda r: {"addressType": "IPv4", "endpoints": [{"addresses": [a]} for a in r.sample(["1.2.3.4", "1.2.3.5"], r.randint(0, 2))], **kinds.some(
        r, ports=[{"name": "a", "port": 80}, {"name": "b", "port": 81}][:r.randint(0, 2)])}, 2),
    K("coordination.k8s.io/v1", "leases", "Lease", lambda r: {"spec": kinds.some(r, holderIdentity=r.choice(["h", "i"]), leaseDurationSeconds=5, renewTime="2026-01-02T03:04:05.000000Z")}, 1),
    K("v1", "resourcequotas", "ResourceQuota", lambda r: {"spec": {"hard": kinds.some(r, **{"count/x.example.com": "5", "pods": "1k"})}}, 1, subresources=("status",)),
    K(GROUP + "/v1", "gadgets", "Gadget", gadget, 9, subresources=("status", "scale")),
    K(GROUP + "/v2", "gadgets", "Gadget", gadget, 2, subresources=("status", "scale")),
    K(GROUP + "/v1", "plains", "Plain", lambda r: dict(gadget(r), **kinds.some(r, status={"replicas": 1})), 3, subresources=("status",)),
]
ENTRY = {"manager": "ann", "operation": "Apply", "apiVersion": "v1", "fieldsType": "FieldsV1", "time": "2026-01-02T03:04:05Z", "fieldsV1": {"f:metadata": {"f:labels": {"f:l": {}}}}}
TAMPERED = [[], [{}], None, [ENTRY], [dict(ENTRY, operation="Update")], [dict(ENTRY, operation="Bogus")], [dict(ENTRY, fieldsType="X")], [dict(ENTRY, fieldsV1={"x": {}})], [dict(ENTRY, fieldsV1={"f:a": 1})], [ENTRY, ENTRY],
            [{k: v for k, v in ENTRY.items() if k != "time"}], [{k: v for k, v in ENTRY.items() if k != "fieldsV1"}], [{k: v for k, v in ENTRY.items() if k != "fieldsType"}], [dict(ENTRY, subresource="status")],
            [dict(ENTRY, apiVersion="nope/v9")], [dict(ENTRY, manager="m" * 129)], [dict(ENTRY, manager="a\x01b")], [{"manager": "x"}], [dict(ENTRY, time="x")], [dict(ENTRY, fieldsV1={"k:{\"a\":1}": {}, "v:1": {}, "i:0": {}})], "x", [1],
            [dict(ENTRY, fieldsV1={"f:metadata": {"f:annotations": {".": {}, "f:k": {}}}, "f:gone": {}})], [dict(ENTRY, manager="")], [ENTRY, dict(ENTRY, manager="zed", operation="Update")]]


class Story(generate.Story):
    """Its base class's way of adding requests, and of patching; stories of its own."""

    def __init__(self, seed, number):
        r = self.r = random.Random("managers %d/%d" % (seed, number))
        self.steps, self.made = [], []
        self.kind = r.choices(KINDS, [k.weight for k in KINDS])[0]
        self.kinds = [self.kind]
        self.name = "a" if self.kind.namespaced else "@s@-a"
        self.add("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "@s@"}})
        r.choice([self.create, self.applied, self.applied])()
        acts = [(self.applied, 9), (self.replaced, 4), (self.merged, 4), (self.strategic, 4), (self.pointed, 4), (self.sub, 5), (self.tampered, 2), (self.deleted, 1.2), (self.seen, 2), (self.create, 0.7), (self.named, 0.5)]
        if not [s for s in self.kind.subresources]:
            acts.remove((self.sub, 5))
        if self.kind.custom:
            acts.remove((self.strategic, 4))
        for _ in range(r.randint(5, 16)):
            r.choices([a for a, _ in acts], [w for _, w in acts])[0]()

    # --- parts

    def meta(self, **more):
        r = self.r
        return dict({"name": self.name}, **dict(kinds.some(r, labels=lambda: kinds.some(r, l="1", m="", n=r.choice(["x", "y"])), annotations=lambda: kinds.some(r, k=r.choice(["v", "w"]), j="")), **dict(
            {"finalizers": r.choice([["example.com/f"], ["example.com/f", "example.com/g"], []])} if r.random() < 0.12 else {}, **dict({"ownerReferences": r.choice([[], [
                {"apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "1"}], [{"apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "1"}, {"apiVersion": "v1", "kind": "ConfigMap", "name": "p", "uid": "2", "controller": True}]])}
                if r.random() < 0.07 else {}, **more))))

    def whole(self, **more):
        meta = self.meta(**more)
        if self.kind.custom:  # empty ones stay in storage there, unseen, until the next write (docs/differences.md)
            meta = {k: v for k, v in meta.items() if k not in ("labels", "annotations") or v}
        if self.kind.plural == "jobs" and not meta.get("labels"):  # they get theirs when they are read, and so written once more
            meta["labels"] = {"own": "x"}
        return dict({"apiVersion": self.kind.api, "kind": self.kind.kind, "metadata": meta}, **self.kind.make(self.r))

    def pruned(self, tree, chance=0.3, kept=("apiVersion", "kind", "name")):
        """The tree without some of its members: what one manager cares for."""
        r = self.r
        if isinstance(tree, dict):
            return {k: self.pruned(v, chance, kept) for k, v in tree.items() if k in kept or (k == "metadata" and "apiVersion" in kept) or r.random() >= chance}
        if isinstance(tree, list):
            return [self.pruned(v, chance * 0.5, kept + ("port", "containerPort", "key", "effect", "topologyKey", "whenUnsatisfiable", "id", "k", "ip", "image", "type", "maxSkew")) for v in tree if r.random() >= chance * 0.6]
        return tree

    def asked_by(self, chance=0.7):
        r, q = self.r, []
        if r.random() < chance:
            q.append(("fieldManager", r.choice(MANAGERS)))
        if r.random() < 0.07:
            q.append(("dryRun", "All"))
        if r.random() < 0.1:
            q.append(("fieldValidation", r.choice(["Strict", "Warn", "Ignore"])))
        return q

    def agent(self):
        return {"User-Agent": self.r.choice(AGENTS)} if self.r.random() < 0.08 else {}

    def say(self, method, body, query, content=None, sub=None, headers=None):
        step = self.add(method, self.kind.path(self.name if method != "POST" or sub else None, sub), body, query, content, **dict(self.accept() if self.r.random() < 0.3 else {}, **dict(self.agent(), **(headers or {}))))
        self.made.append((self.kind, self.name, step["id"]))
        return step

    def sometimes_version(self, body, chance=0.25):
        if self.r.random() < chance and isinstance(body.setdefault("metadata", {}), dict):
            body["metadata"]["resourceVersion"] = self.r.choice([self.quoted_version(self.kind, self.name)] * 6 + ["1", ""])
        return body

    # --- requests

    def create(self):
        self.say("POST", self.whole(), self.asked_by())

    def named(self):
        body = self.whole()
        body["metadata"].pop("name")
        body["metadata"]["generateName"] = self.r.choice(["gen-", "x.", "@s@-"]) if self.kind.namespaced else "@s@-"
        step = self.add("POST", self.kind.path(), body, self.asked_by())
        self.add(self.r.choice(["GET", "DELETE"]), self.kind.path("${%d:metadata.name}" % step["id"]))

    def applied(self):
        r = self.r
        body = self.whole()
        if r.random() < 0.6:
            body = self.pruned(body)
        q = [("fieldManager", r.choice(MANAGERS))] + [p for p in self.asked_by(0) if r.random() < 0.8]
        if r.random() < 0.45:
            q.append(("force", "true"))
        if r.random() < 0.06:
            body.setdefault("metadata", {})["managedFields"] = copy.deepcopy(r.choice(TAMPERED))
        sub = "status" if "status" in self.kind.subresources and r.random() < 0.12 else None
        if sub:
            body = {"apiVersion": self.kind.api, "kind": self.kind.kind, "metadata": {"name": self.name}, "status": status_of(r, self.kind)}
        self.say("PATCH", self.sometimes_version(body, 0.08), q, generate.PATCHES["apply"], sub)

    def replaced(self):
        self.say("PUT", self.sometimes_version(self.whole(), 0.5 if not self.kind.custom else 0.9), self.asked_by())

    def partly(self):
        body = self.pruned(self.whole(), 0.5, ())
        for member in ("apiVersion", "kind"):
            body.pop(member, None)
        return body

    def merged(self):
        r = self.r
        body = self.partly()
        spots = [(p, k) for p, k in generate.walk(body)]
        if spots and r.random() < 0.4:
            parent, key = r.choice(spots)
            parent[key] = None
        self.say("PATCH", self.sometimes_version(body, 0.1), self.asked_by(), generate.PATCHES["merge"])

    def strategic(self):
        r = self.r
        body = self.partly()
        spots = [(p, k) for p, k in generate.walk(body)]
        lists = [(p, k) for p, k in spots if isinstance(p, dict) and isinstance(p[k], list)]
        maps = [p[k] for p, k in spots if isinstance(p[k], dict)]
        act = r.random()
        if act < 0.25 and maps:
            r.choice(maps)["$patch"] = r.choice(["delete", "replace", "merge", "delete"])
        elif act < 0.4 and lists:
            parent, key = r.choice(lists)
            parent[key].append(r.choice([{"$patch": "replace"}, {"$patch": "delete"}, {"$patch": "merge"}]))
        elif act < 0.5 and lists:
            parent, key = r.choice(lists)
            parent["$setElementOrder/" + key] = [({k: v for k, v in e.items() if k in ("name", "port", "containerPort", "ip", "mountPath", "key", "type", "topologyKey", "uid")} if isinstance(e, dict) else e)
                                                 for e in r.sample(parent[key], len(parent[key]))]
        elif act < 0.6 and lists:
            parent, key = r.choice(lists)
            parent["$deleteFromPrimitiveList/" + key] = parent.pop(key)
        elif act < 0.68 and maps:
            place = r.choice(maps)
            place["$retainKeys"] = r.sample(sorted(place), r.randint(0, len(place)))
        elif act < 0.8 and spots:
            parent, key = r.choice(spots)
            parent[key] = None
        self.say("PATCH", self.sometimes_version(body, 0.1), self.asked_by(), generate.PATCHES["strategic"])

    def pointed(self):
        r, ops = self.r, []
        for _ in range(r.choice([1, 1, 2, 3])):
            here = list(generate.paths(self.whole()))
            path = r.choice(here + ["/metadata/labels/l", "/metadata/annotations", "/metadata/finalizers/0", "/metadata/finalizers/-"])
            if r.random() < 0.15:
                path = path.rsplit("/", 1)[0] + "/" + r.choice(["-", "0", "1", "nope", "-1", "01"])
            op = {"op": r.choice(["add", "add", "replace", "remove", "test", "move", "copy"]), "path": path}
            if op["op"] in ("move", "copy"):
                op["from"] = r.choice(here)
            elif op["op"] != "remove":
                op["value"] = self.at(self.whole(), path)
            if r.random() < 0.04:
                op["extra"] = 1
            ops.append(op)
        self.say("PATCH", ops, self.asked_by(), generate.PATCHES["json"])

    def at(self, tree, path):
        for part in path.split("/")[1:]:
            try:
                tree = tree[int(part)] if isinstance(tree, list) else tree[part.replace("~1", "/").replace("~0", "~")]
            except (KeyError, ValueError, IndexError, TypeError):
                return self.r.choice(["x", 1, {}, [], None])
        return tree

    def sub(self):
        r = self.r
        sub = r.choice(self.kind.subresources)
        how = r.choice(["PUT", "merge", "strategic", "apply", "json", "GET"])
        if self.kind.custom and how == "strategic":
            how = "merge"
        base = {"apiVersion": self.kind.api, "kind": self.kind.kind, "metadata": {"name": self.name}}
        q = self.asked_by()
        if sub == "status":
            body = dict(self.whole(), status=status_of(r, self.kind)) if how == "PUT" else dict(base, status=status_of(r, self.kind))
            if how in ("merge", "strategic") and r.random() < 0.3:
                body["metadata"] = self.meta()
        elif sub == "scale":
            body = {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": self.meta(), "spec": r.choice([{"replicas": r.choice([0, 2, 5])}, {}])}
        elif sub == "ephemeralcontainers":
            body = dict(base, spec={"ephemeralContainers": [{"name": n, "image": "i"} for n in r.sample(["e1", "e2"], r.randint(0, 2))]})
        elif sub == "resize":
            body = dict(base, spec={"containers": [{"name": r.choice(["c", "d"]), "resources": r.choice([{"limits": {"cpu": "2"}}, {"requests": {"cpu": "100m"}, "limits": {"cpu": "1"}}, {}])}]})
        elif sub == "binding":
            return self.say("POST", {"apiVersion": "v1", "kind": "Binding", "metadata": dict({"name": self.name}, **kinds.some(r, annotations={"b": "1"}, labels={"b": "2"})), "target": {"kind": "Node", "name": r.choice(["n1", "n2"])}}, q, sub=sub)
        elif sub == "eviction":
            return self.say("POST", {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": self.name}, **kinds.some(r, deleteOptions=self.delete_options(self.kind, self.name))}, q, sub=sub)
        elif sub == "finalize":
            return self.say("PUT", dict(base, spec={"finalizers": r.choice([["kubernetes"], ["example.com/x", "kubernetes"]])}), q, sub=sub)
        if how == "GET":
            return self.say("GET", None, [], sub=sub)
        if how == "json":
            part = r.choice(["status", "spec"])
            body = [{"op": r.choice(["add", "replace", "test", "remove"]), "path": r.choice(["/" + part, "/%s/replicas" % part, "/metadata/labels", "/%s/conditions" % part]), "value": r.choice([body.get(part), 2])}]
        if how == "apply":
            q = [p for p in q if p[0] != "fieldManager"] + [("fieldManager", r.choice(MANAGERS))] + ([("force", "true")] if r.random() < 0.5 else [])
        if how in ("merge", "strategic"):
            body.pop("apiVersion"), body.pop("kind")
        return self.say("PUT" if how == "PUT" else "PATCH", self.sometimes_version(body, 0.9) if how == "PUT" and self.kind.custom else body, q, None if how == "PUT" else generate.PATCHES[how], sub)

    def tampered(self):
        r = self.r
        entries = copy.deepcopy(r.choice(TAMPERED))
        if isinstance(entries, list):
            for entry in entries:
                if isinstance(entry, dict) and entry.get("apiVersion") == "v1" and r.random() < 0.9:
                    entry["apiVersion"] = self.kind.api
        how = r.choice(["PUT", "merge", "json", "POST"] + ([] if self.kind.custom else ["strategic"]))
        if how in ("PUT", "POST"):
            body = self.sometimes_version(self.whole(managedFields=entries), 0.8)
            return self.say(how, body, self.asked_by())
        body = {"metadata": dict(self.meta() if r.random() < 0.4 else {}, managedFields=entries)}
        if how == "json":
            body = [{"op": r.choice(["add", "replace"]), "path": "/metadata/managedFields", "value": entries}]
        return self.say("PATCH", body, self.asked_by(), generate.PATCHES[how], "status" if "status" in self.kind.subresources and r.random() < 0.15 else None)

    def deleted(self):
        r = self.r
        options = self.delete_options(self.kind, self.name) if r.random() < 0.5 else None
        query = r.choice([[]] * 5 + [[("gracePeriodSeconds", "0")], [("gracePeriodSeconds", "5")], [("propagationPolicy", "Foreground")], [("propagationPolicy", "Orphan")], [("dryRun", "All")]])
        if r.random() < 0.15:
            self.add("DELETE", self.kind.path(), options, query + [("labelSelector", "l=1") if self.kind.namespaced else ("fieldSelector", "metadata.name=@s@-a")])
        else:
            self.say("DELETE", options, query)

    def seen(self):
        r = self.r
        if r.random() < 0.3:
            self.add("GET", self.kind.path(), None, [] if self.kind.namespaced else [("fieldSelector", "metadata.name=@s@-a")], **{"Accept": r.choice(generate.ACCEPTS)})
        else:
            self.say("GET", None, [])
