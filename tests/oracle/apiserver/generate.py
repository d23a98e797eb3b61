# SPDX-License-Identifier: Apache-2.0
"""Random stories: a dozen requests about a few objects in a namespace of their own.

A story is a list of steps as tests/wire/script*.jsonl has them, with "@s@" for the namespace. Number N of a seed is always
the same story.
"""
import copy
import json
import random

import kinds

HEADERS = {"User-Agent": "oracle/1", "Accept": "application/json", "Authorization": "Bearer admintoken"}
PATCHES = {"merge": "application/merge-patch+json", "strategic": "application/strategic-merge-patch+json",
           "json": "application/json-patch+json", "apply": "application/apply-patch+yaml"}
ODD_VALUES = [None, "", 0, -1, "x", True, [], {}, 1.5, "UPPER", "a" * 70, {"k": "v"}, ["x"], [None], "1", 1e3] + kinds.BIG
ODD_META = [("labels", {"a b": "c"}), ("labels", {"a": "!"}), ("labels", {"a": 1}), ("labels", None), ("annotations", {"k": "v"}), ("annotations", {"K!": ""}),
            ("finalizers", ["example.com/f"]), ("finalizers", ["x"]), ("finalizers", ["foregroundDeletion"]), ("uid", "10000000-0000-0000-0000-000000000000"),
            ("ownerReferences", [{"apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "1", "controller": True}]), ("ownerReferences", [{"kind": "Pod"}]),
            ("resourceVersion", "0"), ("resourceVersion", "1"), ("resourceVersion", "abc"), ("generation", 7), ("namespace", "other"), ("namespace", ""),
            ("creationTimestamp", "2020-01-02T03:04:05Z"), ("deletionTimestamp", "2020-01-02T03:04:05Z"), ("managedFields", []), ("selfLink", "/x"),
            ("name", "UPPER"), ("name", "a.b"), ("name", "a" * 64), ("name", ""), ("generateName", "gen-"), ("bogus", 1), ("deletionGracePeriodSeconds", 5)]
SELECTORS = ["app=a", "app==a", "app!=a", "app in (a,b)", "app notin (a)", "app", "!app", "app=a,tier", "tier>1", "", "app in ()", "a b", "app=", "=x", "app in (a", "Example.com/x=a",
             "app==", "!", ",", "app=a,", "app=%", "tier<x"]
FIELD_SELECTORS = ["metadata.name=a", "metadata.name!=a", "metadata.namespace=@s@", "status.phase=Pending", "spec.nodeName=", "x=y", "metadata.name", "a=b\\", "metadata.name=a,metadata.name=b",
                   "type=Opaque", "spec.mode=on", "involvedObject.name=a", "reason=R", "status.successful=1", "metadata.name=a\\,b", "=", "spec.unschedulable=true", "spec.type=NodePort"]
ACCEPTS = ["application/json;as=Table;v=v1;g=meta.k8s.io,application/json", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
           "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "application/yaml", "*/*", "text/html", "application/vnd.kubernetes.protobuf",
           "application/json;as=Table;v=v1beta1;g=meta.k8s.io", "application/json;as=Nothing;v=v1;g=x", "application/json;q=0.1,application/yaml"]


class Story:
    def __init__(self, seed, number):
        self.r = random.Random("%d/%d" % (seed, number))
        self.steps = []
        self.made = []  # (kind, name, step): created or read, its version is there to be quoted
        r = self.r
        self.kinds = r.choices(kinds.KINDS, [k.weight for k in kinds.KINDS], k=r.choice([1, 1, 1, 2, 3]))
        self.add("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "@s@"}})
        acts = [(self.create, 9), (self.put, 4), (self.patch, 9), (self.apply, 4), (self.read, 3), (self.list, 4), (self.delete, 3), (self.delete_many, 1),
                (self.subresource, 6), (self.watch, 0.3), (self.review, 0.4), (self.odd, 0.8)]
        self.create()
        for _ in range(r.randint(4, 14)):
            r.choices([a for a, _ in acts], [w for _, w in acts])[0]()

    # --- parts

    def add(self, method, path, body=None, query=None, content=None, **headers):
        h = dict(HEADERS, **headers)
        if body is not None and not isinstance(body, str):
            body = json.dumps(body, separators=(",", ":"))
        if body is not None:
            h["Content-Type"] = content or "application/json"
        step = {"id": len(self.steps), "method": method, "path": path, "headers": h}
        if query:
            step["query"] = "&".join("%s=%s" % (k, quote(str(v))) for k, v in query)
        if body is not None:
            step["body"] = body
        self.steps.append(step)
        return step

    def pick(self):
        """A kind and a name, mostly of something that should be there."""
        r = self.r
        if self.made and r.random() < 0.85:
            kind, name, _ = r.choice(self.made)
            return kind, name
        kind = r.choice(self.kinds)
        return kind, r.choice([kind.name(r), kind.name(r), "nope", "UPPER"])

    def options(self, extra=()):
        r, q = self.r, []
        if r.random() < 0.08:
            q.append(("dryRun", r.choice(["All", "All", "All", "None", ""])))
        if r.random() < 0.1:
            q.append(("fieldManager", r.choice(["m", "m", "n", "a" * 129, "a\x01b", ""])))
        if r.random() < 0.1:
            q.append(("fieldValidation", r.choice(["Strict", "Warn", "Ignore", "Bogus"])))
        if r.random() < 0.02:
            q.append(("pretty", "true"))
        return q + list(extra)

    def accept(self):
        return {"Accept": self.r.choice(ACCEPTS)} if self.r.random() < 0.07 else {}

    def mangle(self, body):
        """A few changes anywhere in a body, most of them wrong."""
        r = self.r
        body = copy.deepcopy(body)
        if r.random() < 0.25 and isinstance(body.get("metadata"), dict):
            for name, value in r.sample(ODD_META, r.choice([1, 1, 2])):
                body["metadata"][name] = copy.deepcopy(value)
        while r.random() < 0.25:
            places = list(walk(body))
            parent, key = r.choice(places)
            act = r.random()
            if act < 0.55:
                parent[key] = copy.deepcopy(r.choice(ODD_VALUES))
            elif act < 0.75:
                del parent[key]
            elif isinstance(parent, list):
                parent.append(copy.deepcopy(parent[key]))
            elif act < 0.9:
                parent[r.choice(["bogus", key + "s"])] = r.choice([1, "x", {}])
            else:
                parent[key[:1].swapcase() + key[1:]] = parent.pop(key)
        return body

    def text_of(self, body):
        """The body as JSON, now and then as something else: text and its type."""
        r = self.r
        chance = r.random()
        if chance < 0.94:
            return json.dumps(body, separators=(",", ":")), None
        if chance < 0.97:
            return json.dumps(body, indent=1), "application/yaml"
        text = json.dumps(body)
        return r.choice([text[:-1], text + "x", "", "[]", "null", "{}", '"x"', text[:1] + '"kind":"X",' + text[1:], text.replace('"metadata"', '"metadata":{},"metadata"', 1)]), \
            r.choice([None, None, "text/plain", "APPLICATION/JSON", "application/json; charset=utf-8"])

    def write(self, method, path, body, query, kind, name):
        text, content = self.text_of(body)
        step = self.add(method, path, text, query, content, **self.accept())
        self.made.append((kind, name, step["id"]))
        return step

    def quoted_version(self, kind, name):
        """The version of the object in an earlier response, as a reference."""
        known = [i for k, n, i in self.made if (k.plural, n) == (kind.plural, name)]
        return "${%d:metadata.resourceVersion}" % self.r.choice(known) if known else "1"

    # --- requests

    def create(self):
        r = self.r
        kind = r.choice(self.kinds)
        name = kind.name(r)
        body = kind.object(r, name)
        if r.random() < 0.45:
            body = self.mangle(body)
        self.write("POST", kind.path(), body, self.options(), kind, name)

    def put(self):
        r = self.r
        kind, name = self.pick()
        body = kind.object(r, name)
        if r.random() < 0.5 or kind.custom:
            body["metadata"]["resourceVersion"] = self.quoted_version(kind, name)
        if r.random() < 0.3:
            body = self.mangle(body)
        sub = "status" if "status" in kind.subresources and r.random() < 0.2 else None
        if sub:
            body["status"] = self.status(kind)
        self.write("PUT", kind.path(name, sub), body, self.options(), kind, name)

    def status(self, kind):
        r = self.r
        condition = dict({"type": r.choice(["Ready", "Available", "Complete", "Failed"]), "status": r.choice(["True", "False", "Unknown", "x"])}, **kinds.some(
            r, reason="R", message="m", lastTransitionTime="2026-01-02T03:04:05Z"))
        return kinds.some(r, phase=r.choice(["Running", "A", "Bound", "x"]), replicas=r.choice([1, 3, -1]), readyReplicas=r.choice([1, 5]), conditions=[condition], observedGeneration=r.choice([1, 99]),
                          podIP="1.2.3.4", loadBalancer={"ingress": [{"ip": "1.2.3.4"}]}, selector="app=a", active=1, failed=r.choice([1, -1]), bogus=1,
                          containerStatuses=[{"name": "c", "ready": True, "image": "i", "imageID": "", "restartCount": 0, "state": {"running": {}}}])

    def part(self, kind, name):
        """A piece of an object, as a merge patch would have it."""
        r = self.r
        if r.random() < 0.35:
            return {"metadata": r.choice([{"labels": kinds.labels(r)}, {"labels": None}, {"annotations": {"k": r.choice(["v", None, 1])}}, {"finalizers": r.choice([["example.com/f"], ["x"], None])},
                                          {"resourceVersion": self.quoted_version(kind, name)}, {"name": "other"}, {"uid": "1"}, {"generation": 9}, {"ownerReferences": None}])}
        body = kind.object(r, name)
        if r.random() < 0.4:
            body = self.mangle(body)
        for member in ("apiVersion", "kind", "metadata"):
            if r.random() < 0.9:
                body.pop(member, None)
        return body

    def patch(self):
        r = self.r
        kind, name = self.pick()
        how = r.choice(["merge", "merge", "strategic", "json", "json"])
        sub = "status" if "status" in kind.subresources and r.random() < 0.25 else None
        if how == "json":
            body = self.json_patch(kind, name)
        elif sub:
            body = {"status": self.status(kind)}
        else:
            body = self.part(kind, name)
            if how == "strategic" and r.random() < 0.3:
                self.direct(body)
        text = json.dumps(body, separators=(",", ":"))
        if r.random() < 0.02:
            text = r.choice(["", "[]", "{}", "null", "{", '[{"op":"add"}]', '"x"'])
        step = self.add("PATCH", kind.path(name, sub), text, self.options([("force", "true")] if r.random() < 0.02 else []), PATCHES[how], **self.accept())
        self.made.append((kind, name, step["id"]))

    def direct(self, body):
        """Directives of a strategic merge patch."""
        r = self.r
        objects = [p[k] for p, k in walk(body) if isinstance(p[k], dict)]
        if objects:
            r.choice(objects).update(r.choice([{"$patch": "replace"}, {"$patch": "delete"}, {"$patch": "merge"}, {"$patch": "x"}, {"$retainKeys": ["containers"]},
                                               {"$deleteFromPrimitiveList/finalizers": ["example.com/f"]}, {"$setElementOrder/containers": [{"name": "c"}]}]))

    def json_patch(self, kind, name):
        r = self.r
        ops = []
        for _ in range(r.choice([1, 1, 2])):
            body = kind.object(r, name)
            path = r.choice(list(paths(body)) + ["/metadata/labels", "/metadata/labels/app", "/metadata/annotations/k", "/metadata/finalizers", "/metadata/finalizers/-", "/nope/x", "/spec/nope", "",
                                                 "/", "/metadata/managedFields", "/metadata/resourceVersion", "x", "/metadata/labels/a~1b"])
            op = {"op": r.choice(["add", "replace", "remove", "test", "move", "copy", "bogus"]), "path": path}
            if op["op"] in ("move", "copy"):
                op["from"] = r.choice(list(paths(body)))
            elif op["op"] != "remove":
                op["value"] = r.choice([{"app": "a"}, "x", 1, None, ["example.com/f"], {}] + kinds.BIG[:1])
            ops.append(op)
        return ops

    def apply(self):
        r = self.r
        if r.random() < 0.3:
            kind = r.choice(self.kinds)
            name = kind.name(r)
        else:
            kind, name = self.pick()
        body = kind.object(r, name)
        if r.random() < 0.3:
            body = self.mangle(body)
        query = [("fieldManager", r.choice(["m", "n", "m"]))] if r.random() < 0.97 else []
        if r.random() < 0.4:
            query.append(("force", r.choice(["true", "true", "false", "x"])))
        if r.random() < 0.08:
            query.append(("dryRun", "All"))
        if r.random() < 0.05:
            query.append(("fieldValidation", "Strict"))
        sub = "status" if "status" in kind.subresources and r.random() < 0.1 else None
        if sub:
            body["status"] = self.status(kind)
        step = self.add("PATCH", kind.path(name, sub), body, query, PATCHES["apply"], **self.accept())
        self.made.append((kind, name, step["id"]))

    def read(self):
        r = self.r
        kind, name = self.pick()
        query = r.choice([[]] * 5 + [[("resourceVersion", "0")], [("resourceVersion", "abc")], [("resourceVersion", "99999999")], [("pretty", "true")], [("bogus", "x")]])
        step = self.add(r.choice(["GET"] * 6 + ["HEAD"]), kind.path(name), None, query, **self.accept())
        if step["method"] == "GET":
            self.made.append((kind, name, step["id"]))

    def list(self):
        r = self.r
        kind = r.choice(self.kinds)
        query = []
        if not kind.namespaced:
            query.append(("fieldSelector", "metadata.name=@s@-a"))
        elif r.random() < 0.25:
            query.append(("fieldSelector", r.choice(FIELD_SELECTORS)))
        if r.random() < 0.35:
            query.append(("labelSelector", r.choice(SELECTORS)))
        if r.random() < 0.25:
            query.append(("limit", r.choice([1, 2, 0, -1, "x", 9007199254740993])))
        if r.random() < 0.15:
            query.append(("resourceVersion", r.choice(["0", "", "abc", "1", "-1", "99999999"])))
        if r.random() < 0.1:
            query.append(("resourceVersionMatch", r.choice(["Exact", "NotOlderThan", "Bogus", ""])))
        if r.random() < 0.05:
            query.append(r.choice([("continue", "x"), ("timeoutSeconds", "x"), ("timeoutSeconds", "5"), ("sendInitialEvents", "true"), ("watch", "false"), ("bogus", "1")]))
        step = self.add("GET", kind.path(), None, query, **({"Accept": r.choice(ACCEPTS)} if r.random() < 0.2 else {}))
        if any(k == "limit" and v in (1, 2) for k, v in query) and r.random() < 0.6:
            more = [q for q in query if q[0] not in ("resourceVersion", "resourceVersionMatch")]
            self.add("GET", kind.path(), None, more + [("continue", "${%d:metadata.continue}" % step["id"])])

    def delete_options(self, kind, name):
        r = self.r
        return r.choice([{}, {"gracePeriodSeconds": r.choice([0, 5, -1, "x"])}, {"propagationPolicy": r.choice(["Foreground", "Orphan", "Background", "x"])}, {"orphanDependents": True},
                         {"preconditions": {"uid": "x"}}, {"preconditions": {"resourceVersion": self.quoted_version(kind, name)}}, {"dryRun": r.choice([["All"], "All", ["x"]])},
                         {"kind": "DeleteOptions", "apiVersion": "v1"}, {"kind": "Pod", "apiVersion": "v1"}, {"bogus": 1}])

    def delete(self):
        r = self.r
        kind, name = self.pick()
        body = self.delete_options(kind, name) if r.random() < 0.5 else None
        query = r.choice([[]] * 4 + [[("gracePeriodSeconds", "0")], [("dryRun", "All")], [("propagationPolicy", "Orphan")], [("propagationPolicy", "x")], [("gracePeriodSeconds", "x")]])
        self.add("DELETE", kind.path(name), body, query, **self.accept())

    def delete_many(self):
        r = self.r
        kind = r.choice(self.kinds)
        query = [("labelSelector", r.choice(["app=a", "app", "!app", "a b"]))] if kind.namespaced else [("fieldSelector", "metadata.name=@s@-a")]
        if r.random() < 0.3:
            query.append(r.choice([("dryRun", "All"), ("limit", "1"), ("gracePeriodSeconds", "0"), ("resourceVersion", "0")]))
        self.add("DELETE", kind.path(), self.delete_options(kind, "a") if r.random() < 0.3 else None, query, **self.accept())

    def subresource(self):
        r = self.r
        kind, name = self.pick()
        sub = r.choice(kind.subresources + ("status", "scale")) if kind.subresources else r.choice(["status", "scale", "nope"])
        path = kind.path(name, sub)
        if sub == "scale":
            body = {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": name}, "spec": r.choice([{"replicas": 5}, {}, {"replicas": -1}, {"replicas": "x"}])}
            method = r.choice(["GET", "PUT", "PATCH"])
            body = body if method == "PUT" else {"spec": body["spec"]} if method == "PATCH" else None
        elif sub == "binding":
            method, body = "POST", {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": name}, "target": r.choice([{"kind": "Node", "name": "n1"}, {"name": "n1"}, {"kind": "Pod", "name": "x"}, {}])}
        elif sub == "eviction":
            method, body = "POST", {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": r.choice([name, "z"])}}
            body.update(kinds.some(r, deleteOptions=self.delete_options(kind, name)))
        elif sub == "token":
            method, body = "POST", {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": r.choice([{}, {"audiences": ["x"]}, {"expirationSeconds": 5}])}
        elif sub == "finalize":
            method, body = "PUT", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}, "spec": {"finalizers": r.choice([[], ["kubernetes"], ["x"]])}}
        elif sub in ("ephemeralcontainers", "resize"):
            method = "PATCH"
            body = {"spec": r.choice([{"ephemeralContainers": [{"name": "e", "image": "i"}]}, {"containers": [{"name": "c", "resources": {"limits": {"cpu": "2"}}}]}])}
        else:
            method = r.choice(["GET", "PUT", "PATCH", "PATCH", "DELETE"] if sub != "log" else ["GET"])
            body = {"status": self.status(kind)} if method == "PATCH" else dict(kind.object(r, name), status=self.status(kind)) if method == "PUT" else None
        content = PATCHES[r.choice(["merge", "merge", "strategic"])] if method == "PATCH" else None
        step = self.add(method, path, body, self.options() if method != "GET" else [], content, **self.accept())
        if sub == "status":
            self.made.append((kind, name, step["id"]))

    def watch(self):
        r = self.r
        kind = r.choice([k for k in self.kinds if k.namespaced] or [kinds.KINDS[0]])
        query = [("watch", "true")] + r.choice([[("resourceVersion", "${0:metadata.resourceVersion}")]] * 4 + [
            [("sendInitialEvents", "true"), ("resourceVersionMatch", "NotOlderThan"), ("allowWatchBookmarks", "true")], [], [("resourceVersion", "0")], [("resourceVersion", "abc")]])
        if r.random() < 0.2:
            query.append(("labelSelector", r.choice(["app=a", "!app"])))
        self.add("GET", kind.path(), None, query, **({"Accept": r.choice(ACCEPTS[:3])} if r.random() < 0.15 else {}))["watch_ms"] = 400

    def review(self):
        r = self.r
        what = r.choice(["selfsubjectaccessreviews", "subjectaccessreviews", "selfsubjectrulesreviews"])
        kind = {"selfsubjectaccessreviews": "SelfSubjectAccessReview", "subjectaccessreviews": "SubjectAccessReview", "selfsubjectrulesreviews": "SelfSubjectRulesReview"}[what]
        spec = {"resourceAttributes": {"verb": "get", "resource": "pods", "namespace": "@s@"}}
        if what == "subjectaccessreviews":
            spec.update(kinds.some(r, user="admin", groups=["system:masters"]))
        if what == "selfsubjectrulesreviews":
            return
        spec = r.choice([spec, spec, {}, {"nonResourceAttributes": {"path": "/x", "verb": "get"}}])
        self.add("POST", "/apis/authorization.k8s.io/v1/" + what, {"apiVersion": "authorization.k8s.io/v1", "kind": kind, "spec": spec}, self.options())

    def odd(self):
        r = self.r
        kind, name = self.pick()
        method = r.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
        path = r.choice([kind.path(name, "nope"), kind.path(name) + "/", "/" + kind.path(name), kind.base + "/nope", kind.base + "9/x", kind.path(name, "status/x"), "/api/v1/namespaces/@s@/" + kind.plural,
                         "/nope", kind.base + "/namespaces/@s@", kind.path() + "/" if method == "GET" else kind.path(name), "/apis/nope.example.com/v1/things"])
        body = kind.object(r, name) if method in ("POST", "PUT", "PATCH") else None
        self.add(method, path, body, [], PATCHES["merge"] if method == "PATCH" else None)


def walk(tree):
    """Every (parent, key) below a tree but the type and the name, which say what it is."""
    items = list(tree.items()) if isinstance(tree, dict) else list(enumerate(tree)) if isinstance(tree, list) else []
    for key, value in items:
        yield tree, key
        yield from walk(value)


def paths(tree, at=""):
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else []
    for key, value in items:
        here = at + "/" + str(key).replace("~", "~0").replace("/", "~1")
        yield here
        yield from paths(value, here)


def quote(text):
    """For a query, but a reference and the story's name stay as they are."""
    keep = "-_.~${}:@"
    return "".join(c if c.isalnum() or c in keep else "".join("%%%02X" % b for b in c.encode()) for c in text)
