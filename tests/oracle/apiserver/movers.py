# SPDX-License-Identifier: Apache-2.0
"""Stories of three objects that move in and out of what others watch, and of what is done to many at once.

Watches with selectors stay open while every kind of write happens; deletecollections have all options; writes answer as Tables and as
metadata alone; dry runs are frequent. Number N of a seed is always the same story.
"""
import random

import generate
import kinds
import managers

LABELS = ["l=1", "l!=1", "l in (1,2)", "!l", "l", "m", "l=1,m", "n notin (x)", "n=x,l"]
FIELDS = {"pods": ["status.phase=Running", "status.phase!=Running", "spec.nodeName=", "spec.nodeName=n1", "status.podIP=1.2.3.4"], "services": ["spec.type=ClusterIP", "spec.clusterIP!=None"], "secrets": ["type=Opaque"],
          "jobs": ["status.successful=1", "status.successful!=1"], "namespaces": ["status.phase=Active"], "nodes": ["spec.unschedulable=true", "spec.unschedulable=false"], "replicasets": ["status.replicas=1"],
          "replicationcontrollers": ["status.replicas=1"]}
FORMS = ["application/json;as=Table;v=v1;g=meta.k8s.io,application/json", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json", "application/yaml"]
GRACE = [("gracePeriodSeconds", "0"), ("gracePeriodSeconds", "3"), ("propagationPolicy", "Foreground"), ("propagationPolicy", "Orphan"), ("propagationPolicy", "Background"), ("dryRun", "All"), ("orphanDependents", "true"),
         ("gracePeriodSeconds", "-1"), ("propagationPolicy", "x"), ("dryRun", "x")]


class Story(managers.Story):
    def __init__(self, seed, number):
        r = self.r = random.Random("movers %d/%d" % (seed, number))
        self.steps, self.made = [], []
        self.kind = r.choices(managers.KINDS, [k.weight for k in managers.KINDS])[0]
        self.kinds = [self.kind]
        self.names = [n if self.kind.namespaced else "@s@-" + n for n in "abc"]
        self.name = self.names[0]
        self.add("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "@s@"}})
        for self.name in self.names[:r.randint(1, 3)]:
            self.create()
        acts = [(self.watched, 4), (self.many, 2), (self.listed, 1.5), (self.formed, 4), (self.one, 3)]
        for _ in range(r.randint(6, 14)):
            r.choices([a for a, _ in acts], [w for _, w in acts])[0]()

    def one(self):
        """A write of one of the objects, of any kind; its step."""
        r = self.r
        self.name = r.choice(self.names)
        acts = [(self.applied, 4), (self.replaced, 2), (self.merged, 3), (self.pointed, 3), (self.deleted, 1), (self.create, 2), (self.labelled, 4)]
        if self.kind.subresources:
            acts.append((self.sub, 4))
        if not self.kind.custom:
            acts.append((self.strategic, 3))
        r.choices([a for a, _ in acts], [w for _, w in acts])[0]()
        return self.steps[-1]

    def labelled(self):
        """Moves it in or out of a selection."""
        r = self.r
        labels = {k: r.choice(["1", "2", "x", None]) for k in r.sample("lmn", r.randint(1, 2))}
        how = r.choice(["merge", "apply", "json"])
        if how == "json":
            key = r.choice("lmn")
            body = [r.choice([{"op": "remove", "path": "/metadata/labels/" + key}, {"op": "add", "path": "/metadata/labels/" + key, "value": "1"}, {"op": "add", "path": "/metadata/labels", "value": {key: "x"}}])]
            return self.say("PATCH", body, [], generate.PATCHES["json"])
        if how == "apply":
            body = {"apiVersion": self.kind.api, "kind": self.kind.kind, "metadata": {"name": self.name, "labels": {k: v for k, v in labels.items() if v}}}
            return self.say("PATCH", body, [("fieldManager", r.choice(managers.MANAGERS)), ("force", "true")], generate.PATCHES["apply"])
        return self.say("PATCH", {"metadata": {"labels": labels}}, [], generate.PATCHES["merge"])

    def formed(self):
        """A write that answers in another form, as a dry run, or both."""
        r = self.r
        step = self.one()
        if r.random() < 0.6:
            step["headers"]["Accept"] = r.choice(FORMS)
        if r.random() < 0.35 and "dryRun" not in step.get("query", ""):
            step["query"] = "&".join([q for q in [step.get("query")] if q] + ["dryRun=All"])
        if r.random() < 0.1:
            step["query"] = "&".join([q for q in [step.get("query")] if q] + ["includeObject=" + r.choice(["None", "Metadata", "Object"])])

    def selection(self, chance):
        r, q = self.r, []
        if r.random() < chance:
            q.append(("labelSelector", r.choice(LABELS)))
        fields = FIELDS.get(self.kind.plural)
        if not self.kind.namespaced:
            q.append(("fieldSelector", "metadata.name=@s@-a"))
        elif fields and r.random() < chance:
            q.append(("fieldSelector", r.choice(fields)))
        elif r.random() < chance * 0.4:
            q.append(("fieldSelector", r.choice(["metadata.name=a", "metadata.name!=a", "metadata.namespace=@s@,metadata.name!=b"])))
        return q

    def many(self):
        """A deletecollection."""
        r = self.r
        q = self.selection(0.6)
        if r.random() < 0.4:
            q.append(r.choice(GRACE))
        if r.random() < 0.25:
            q.append(r.choice([("limit", "1"), ("limit", "0"), ("resourceVersion", "0"), ("resourceVersion", "${0:metadata.resourceVersion}"), ("resourceVersionMatch", "Exact"), ("timeoutSeconds", "3"), ("continue", "x")]))
        body = self.delete_options(self.kind, self.name) if r.random() < 0.35 else None
        self.add("DELETE", self.kind.path(), body, q, **({"Accept": r.choice(FORMS)} if r.random() < 0.25 else {}))

    def listed(self):
        r = self.r
        q = self.selection(0.6)
        if r.random() < 0.3:
            q.append(("limit", "1"))
        step = self.add("GET", self.kind.path(), None, q, **({"Accept": r.choice(FORMS)} if r.random() < 0.3 else {}))
        if ("limit", "1") in q and r.random() < 0.7:
            self.one()
            self.add("GET", self.kind.path(), None, q + [("continue", "${%d:metadata.continue}" % step["id"])])

    def watched(self):
        """What is written while a watch is open is seen by it as the selection says."""
        r = self.r
        q = [("watch", "true")] + self.selection(0.7)
        if r.random() < 0.6:
            q.append(("resourceVersion", "${%d:metadata.resourceVersion}" % r.choice([0] + [i for _, _, i in self.made])))
        if r.random() < 0.2:
            q += [("sendInitialEvents", "true"), ("resourceVersionMatch", "NotOlderThan"), ("allowWatchBookmarks", "true")]
        path = self.kind.path() if r.random() < 0.9 else self.kind.path(r.choice(self.names))
        step = self.add("GET", path, None, q, **({"Accept": r.choice(FORMS[:3])} if r.random() < 0.25 else {}))
        actions = []
        for i in range(r.randint(1, 4)):
            r.choices([self.one, self.many], [9, 1])[0]()
            action = self.steps.pop()
            self.made = [m for m in self.made if m[2] != action["id"]]
            actions.append(dict(action, id=2000 + step["id"] * 10 + i, at_ms=60 + 50 * i))
        step["actions"] = actions
        step["watch_ms"] = 60 + 50 * len(actions) + 120
