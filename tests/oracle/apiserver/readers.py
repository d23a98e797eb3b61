# SPDX-License-Identifier: Apache-2.0
"""Stories of clients that only read: lists, watches and single objects with every option and form, and what is no resource at all.

A few objects are made first; then each request is put together from parts that are right, wrong, or wrong together. Number N of a seed
is always the same story.
"""
import random

import generate
import kinds
import managers
from kinds import GROUP

# Types that are listed even if they have no objects.
OTHERS = [("v1", "componentstatuses", False), ("v1", "persistentvolumes", False), ("v1", "podtemplates", True), ("apps/v1", "controllerrevisions", True), ("apps/v1", "daemonsets", True),
          ("storage.k8s.io/v1", "storageclasses", False), ("storage.k8s.io/v1", "csidrivers", False), ("storage.k8s.io/v1", "csinodes", False), ("storage.k8s.io/v1", "volumeattachments", False),
          ("storage.k8s.io/v1", "csistoragecapacities", True), ("node.k8s.io/v1", "runtimeclasses", False), ("certificates.k8s.io/v1", "certificatesigningrequests", False),
          ("admissionregistration.k8s.io/v1", "validatingwebhookconfigurations", False), ("admissionregistration.k8s.io/v1", "mutatingwebhookconfigurations", False),
          ("admissionregistration.k8s.io/v1", "validatingadmissionpolicies", False), ("admissionregistration.k8s.io/v1", "validatingadmissionpolicybindings", False),
          ("networking.k8s.io/v1", "ingressclasses", False), ("scheduling.k8s.io/v1", "priorityclasses", False), ("events.k8s.io/v1", "events", True), ("v1", "events", True), ("v1", "limitranges", True),
          ("v1", "persistentvolumeclaims", True), ("rbac.authorization.k8s.io/v1", "clusterroles", False), ("rbac.authorization.k8s.io/v1", "clusterrolebindings", False), ("v1", "bindings", True),
          ("authorization.k8s.io/v1", "selfsubjectaccessreviews", False), ("authentication.k8s.io/v1", "tokenreviews", False), ("resource.k8s.io/v1", "resourceclaims", True),
          ("resource.k8s.io/v1", "deviceclasses", False), ("autoscaling/v1", "horizontalpodautoscalers", True), ("v1", "nopes", True), ("apps/v9", "deployments", True), ("nope.example.com/v1", "things", True)]
FORMS = ["application/json;as=Table;v=v1;g=meta.k8s.io", "application/json;as=Table;v=v1beta1;g=meta.k8s.io", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
         "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "application/json;as=PartialObjectMetadataList;v=v1beta1;g=meta.k8s.io", "application/yaml;as=Table;v=v1;g=meta.k8s.io", "application/yaml",
         "application/json;as=Table;v=v2;g=meta.k8s.io", "application/json;as=Table", "application/json;as=Table;g=meta.k8s.io", "application/json;as=Table;v=v1;g=x", "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io",
         "application/cbor", "application/cbor-seq", "application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf;stream=watch", "application/json;stream=watch", "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
         "application/json;q=0", "application/json;q=0.5,application/yaml;q=0.9", "text/plain", "text/*", "application/*", "*/*", "*/json", "", ",", "application/json; charset=utf-8", "application/json;profile=x", "APPLICATION/JSON",
         "application/json;as=Table;v=v1;g=meta.k8s.io,application/json", "application/xml,application/json;as=Table;v=v1;g=meta.k8s.io", "application/json;as=Table;v=v1;g=meta.k8s.io;includeObject=Object", "application/json, */*;q=0.1", "nonsense"]
VERSIONS = ["0", "1", "", "abc", "-1", "99999999", "1e3", "${0:metadata.resourceVersion}", "${0:metadata.resourceVersion}", "9999999999999999999999", "0x1", " 1", "01"]
MATCHES = ["Exact", "NotOlderThan", "", "exact", "Bogus", "Exact,NotOlderThan"]
LIMITS = ["0", "1", "2", "500", "-1", "x", "1.5", "99999999999999999999", "", "+1"]
CONTINUES = ["x", "", "e30=", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhXHUwMDAwIn0", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiIn0",
             "eyJ2IjoieCJ9", "%%%", "bnVsbA", "W10", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6OTk5OTk5OTksInN0YXJ0IjoiYVx1MDAwMCJ9", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MH0"]
BOOLS = ["true", "false", "1", "0", "x", "", "True", "TRUE", "yes", "t"]
SECONDS = ["1", "0", "-1", "x", "5", "", "1.5", "99999999999999999999"]
PRETTY = ["true", "false", "1", "x", ""]
SELECTORS = generate.SELECTORS + ["l=1", "l in (1, 2)", "l notin (1),m", "l,!n", "l==1,m=", "l=1,l=2", "(l)", "l=1 , m", "l=\"1\"", "l=é", "x/y/z=1", "l in ()", "l in", "l notin(", "l>0", "l<2", "l>x", "l>01", "a" * 64 + "=1", "l=" + "a" * 64, "l=a b", "!!l", "l!", "l=1;m=2", "/x=1", "x/=1", "n!=x",
                                      "l!=1", "l = 1", "in=1", "notin in (a)", "in in (in)", "l in (,)", "l in (1,)", "l in (1", "l in 1)", "l,", ",l", "l,,m"]
FIELDS = generate.FIELD_SELECTORS + ["metadata.name=a,metadata.namespace=@s@", "metadata.name==a", "metadata.name!=", "metadata.namespace!=@s@", "metadata.name in (a)", "metadata.name=A", "metadata.name=a b", "metadata.name=a/b", "metadata.uid=1", "spec.nodeName!=n1", "status.phase!=Running,status.phase!=Failed", "spec.schedulerName=default-scheduler", "spec.serviceAccountName=s", "status.podIP=", "spec.restartPolicy=Always", "status.nominatedNodeName=", "spec.hostNetwork=false", "type!=Opaque",
                                    "metadata.name=a\\=b", "metadata.name=a\\b", ",", "metadata.name=a,", "a", "!a", "metadata.name=", "spec.clusterIP=None", "spec.type=ClusterIP", "spec.replicas=1", "status.replicas=1", "status.successful=1", "involvedObject.kind=Pod", "reportingController=x", "source=x", "spec.mode=on", ".metadata.name=a", "metadata.labels=x"]
PATHS = ["/", "/api", "/api/", "/apis", "/apis/", "/api/v1", "/api/v1/", "/api/v2", "/apis/apps", "/apis/apps/", "/apis/apps/v1", "/apis/apps/v1/", "/apis/apps/v9", "/apis/nope.example.com", "/apis/nope.example.com/v1", "/apis/" + GROUP, "/apis/" + GROUP + "/v1", "/apis/" + GROUP + "/v9",
         "/version", "/version/", "/healthz", "/healthz/", "/healthz/etcd", "/healthz/ping", "/healthz/log", "/healthz/nope", "/livez", "/livez/ping", "/livez/etcd", "/livez/nope", "/readyz", "/readyz/ping", "/readyz/shutdown", "/readyz/informer-sync", "/readyz/nope", "/readyz/etcd/x", "/metrics", "/metrics/slis", "/metrics/nope",
         "/openapi", "/openapi/v2", "/openapi/v2/", "/openapi/v3", "/openapi/v3/", "/openapi/v3/api/v1", "/openapi/v3/apis/apps/v1", "/openapi/v3/apis/nope/v1", "/openapi/v3/version", "/openid/v1/jwks", "/.well-known/openid-configuration", "/swagger.json", "/swaggerapi", "/logs", "/logs/", "/debug/pprof/", "/debug/flags/v", "/configz", "/ui",
         "/nope", "/api/v1/nope", "/api/v1/namespaces/@s@/nope", "/api/v1/namespaces/@s@/nope/x", "/api/v1/namespaces/@s@/pods/a/nope", "/api/v1/namespaces/@s@/pods/a/log/x", "/api/v1/namespaces//pods", "/api/v1/namespaces/@s@/", "/api/v1/namespaces/", "/api/v1//pods", "/api//v1", "//api", "/api/v1/watch", "/api/v1/watch/", "/api/v1/watch/pods", "/api/v1/watch/namespaces/@s@/pods/a",
         "/api/v1/proxy/namespaces/@s@/pods/a", "/api/v1/namespaces/@s@/pods/a/proxy", "/api/v1/namespaces/@s@/services/a/proxy/x", "/api/v1/nodes/x/proxy", "/apis/apiextensions.k8s.io", "/apis/metrics.k8s.io", "/apis/apiregistration.k8s.io/v1/apiservices", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", "/apis/apps/v1/watch/deployments", "/api/v1/pods/a", "/api/v1/namespaces/@s@/namespaces/x", "/API/V1", "/api/v1/Pods",
         "/api/v1/namespaces/@s@/pods/A%20b", "/api/v1/namespaces/@s@/configmaps/%2e%2e", "/api/v1/namespaces/@s@/configmaps/..", "/api/v1/namespaces/%40s/configmaps", "/api/v1/namespaces/@s@/configmaps/a%2fb", "/apis/apps/v1/namespaces/@s@/deployments/a/scale/x", "/healthz?verbose=x/", "/apis//v1", "/apis/apps//deployments"]
DISCOVERY = ["application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList", "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;profile=nopeer",
             "application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json",
             "application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf", "application/com.github.proto-openapi.spec.v3@v1.0+protobuf", "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"]


class Story(generate.Story):
    def __init__(self, seed, number):
        r = self.r = random.Random("readers %d/%d" % (seed, number))
        self.steps, self.made = [], []
        self.kind = r.choices(managers.KINDS, [k.weight for k in managers.KINDS])[0]
        self.kinds = [self.kind]
        self.add("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "@s@"}})
        self.pages = []
        act = r.random()
        if act < 0.25:
            for _ in range(20):
                self.odd_path()
            return
        for name in "abc"[:r.randint(1, 3)]:
            name = name if self.kind.namespaced else "@s@-" + name
            body = dict({"apiVersion": self.kind.api, "kind": self.kind.kind, "metadata": dict({"name": name}, **kinds.some(r, labels=lambda: kinds.some(r, l=r.choice(["1", "2"]), m="", n="x"), annotations={"k": "v"}))}, **self.kind.make(r))
            self.made.append((self.kind, name, self.add("POST", self.kind.path(), body)["id"]))
        for _ in range(r.randint(10, 18)):
            r.choices([self.listed, self.other, self.got, self.watched], [8, 3, 3, 1.2])[0]()

    def forms(self, chance):
        return {"Accept": self.r.choice(FORMS)} if self.r.random() < chance else {}

    def parameters(self, watch=False):
        r, q = self.r, []
        few = lambda name, values, chance: q.append((name, r.choice(values))) if r.random() < chance else None
        few("resourceVersion", VERSIONS, 0.35)
        few("resourceVersionMatch", MATCHES, 0.2)
        few("limit", LIMITS, 0.3)
        few("continue", CONTINUES, 0.1)
        few("labelSelector", SELECTORS, 0.3)
        few("fieldSelector", FIELDS, 0.25 if self.kind.namespaced else 0)
        few("sendInitialEvents", BOOLS, 0.35 if watch else 0.06)
        few("allowWatchBookmarks", BOOLS, 0.35 if watch else 0.06)
        few("timeoutSeconds", SECONDS, 0.15)
        few("pretty", PRETTY, 0.05)
        few("includeObject", ["None", "Metadata", "Object", "x", ""], 0.15)
        few("watch", ["false", "0", "", "x", "no"], 0.05 if not watch else 0)
        few("bogus", ["1"], 0.03)
        r.shuffle(q)
        return q

    def listed(self):
        q = self.parameters()
        path = self.kind.path()
        if not self.kind.namespaced and not any(k == "fieldSelector" for k, _ in q):
            q.append(("fieldSelector", "metadata.name=@s@-a"))
        step = self.add("GET", path, None, q, **self.forms(0.35))
        if any(k == "watch" and v not in ("false", "0") for k, v in q):
            step["watch_ms"] = 350
        if self.r.random() < 0.35 and any(k == "limit" and v in ("1", "2") for k, v in q):
            more = [p for p in q if p[0] not in ("resourceVersion", "resourceVersionMatch", "continue")] if self.r.random() < 0.8 else q
            self.add("GET", path, None, more + [("continue", "${%d:metadata.continue}" % step["id"])], **self.forms(0.2))

    def other(self):
        """A list, seldom more, of a type that the story has nothing of."""
        r = self.r
        api, plural, namespaced = r.choice(OTHERS)
        base = "/api/v1" if api == "v1" else "/apis/" + api
        path = base + ("/namespaces/@s@/" if namespaced else "/") + plural
        if not namespaced:
            query = [("fieldSelector", "metadata.name=@s@-x")] if r.random() < 0.9 else [("labelSelector", "no=such")]
            self.add(r.choice(["GET"] * 4 + ["DELETE"]) if plural != "componentstatuses" else "GET", path, None, query, **self.forms(0.6))
            return
        self.add(r.choice(["GET"] * 6 + ["DELETE", "OPTIONS", "HEAD"]), path, None, [p for p in self.parameters() if p[0] != "watch"], **self.forms(0.6))
        if r.random() < 0.3:
            self.add(r.choice(["GET", "DELETE", "HEAD", "PUT"]), path + "/x", None, [], **self.forms(0.4))

    def got(self):
        r = self.r
        name = r.choice([n for _, n, _ in self.made] + ["nope"])
        sub = r.choice([None] * 4 + ["status", "scale", "nope"] + list(self.kind.subresources))
        q = kinds.some(r, resourceVersion=r.choice(VERSIONS), pretty=r.choice(PRETTY), includeObject=r.choice(["None", "Object", "x"]), resourceVersionMatch="Exact") if r.random() < 0.5 else {}
        self.add(r.choice(["GET"] * 8 + ["HEAD", "OPTIONS", "POST", "TRACE", "FOO"]), self.kind.path(name, sub), None, list(q.items()), **self.forms(0.4))

    def watched(self):
        r = self.r
        q = [("watch", r.choice(["true", "1", "true", "True"]))] + self.parameters(True)
        if r.random() < 0.5 and not any(k == "resourceVersion" for k, _ in q):
            q.append(("resourceVersion", "${%d:metadata.resourceVersion}" % r.choice([0] + [i for _, _, i in self.made])))
        if not self.kind.namespaced:
            q = [p for p in q if p[0] != "fieldSelector"] + [("fieldSelector", "metadata.name=@s@-a")]
        step = self.add("GET", self.kind.path() if r.random() < 0.9 else self.kind.path(self.made[0][1]), None, q, **self.forms(0.25))
        step["watch_ms"] = 350
        _, name, _ = r.choice(self.made)
        number = 1000 + step["id"] * 10
        actions = []
        for i in range(r.randint(0, 3)):
            what = r.choice([("PATCH", {"metadata": {"labels": {"l": r.choice(["1", "2", None])}}}), ("PATCH", {"metadata": {"annotations": {"k": str(r.randint(1, 9))}}}), ("DELETE", None)])
            self.add(what[0], self.kind.path(name), what[1], [], generate.PATCHES["merge"] if what[1] else None)
            action = self.steps.pop()
            actions.append(dict(action, id=number + i, at_ms=60 + 60 * i))
        if actions:
            step["actions"] = actions

    def odd_path(self):
        r = self.r
        path, _, query = r.choice(PATHS).partition("?")
        method = r.choice(["GET"] * 12 + ["HEAD", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "FOO"])
        if method == "DELETE" and path.endswith("/apiservices"):
            method = "GET"  # the real server would not serve /apis/GROUP by them any more
        q = []
        if path.startswith(("/healthz", "/livez", "/readyz")) and r.random() < 0.4:
            q = [r.choice([("verbose", ""), ("exclude", "etcd"), ("exclude", "nope"), ("verbose", "true")])]
            if r.random() < 0.4:
                q.append(r.choice([("exclude", "ping"), ("verbose", "")]))
        if r.random() < 0.06:
            q.append(("timeout", r.choice(["1s", "x", "-1s", "100h", "0"])))
        if path.startswith("/openapi/v3/") and r.random() < 0.2:
            q.append(("hash", "BAD"))
        accept = self.forms(0.25) if r.random() < 0.7 else {"Accept": r.choice(DISCOVERY)}
        if r.random() < 0.05:
            accept["Authorization"] = r.choice(["Bearer nope", "Bearer usertoken", "Basic eDp5", "", "Bearer"])
        body = {"apiVersion": "v1", "kind": "X"} if method in ("POST", "PUT", "PATCH") and r.random() < 0.5 else None
        step = self.add(method, path, body, q, generate.PATCHES["merge"] if method == "PATCH" else None, **accept)
        if "/watch" in path and method == "GET":
            step["watch_ms"] = 250
        if path.startswith(("/openapi", "/metrics", "/openid", "/.well-known")) or path in ("/", "/version", "/version/") or path == "/apis/" + GROUP + "/v1" or "verbose" in dict(q):
            step["body_is_own"] = True
