# SPDX-License-Identifier: Apache-2.0
"""What random requests are about: kinds, and an object of each that a server takes, with random parts.

"@s@" stands for the story's namespace, which is also part of the names of what lies in none.
"""
GROUP = "oracle.example.com"
NAMES = ["a", "b", "c"]
BIG = [9007199254740993, -9007199254740993, 9223372036854775807, 1 << 63, 12345678901234567890]


def labels(r):
    return {r.choice(["app", "tier", "example.com/x"]): r.choice(["a", "b", "", "v1"]) for _ in range(r.randint(1, 2))}


def some(r, **members):
    """Each member with one chance in three: a value, or a function that makes one."""
    return {k: v() if callable(v) else v for k, v in members.items() if r.random() < 0.33}


def resources(r):
    q = lambda: r.choice(["100m", "1", "0.5", "1Gi", "64Mi", "1e3", 2, "1500m"])
    return some(r, limits={"cpu": q(), "memory": q()}, requests={"cpu": q()}, claims=[{"name": "x"}])


def probe(r):
    how = r.choice([{"exec": {"command": ["x"]}}, {"httpGet": {"port": 80}}, {"tcpSocket": {"port": "http"}}, {"grpc": {"port": 1}}])
    return dict(how, **some(r, periodSeconds=r.choice([0, 1, -1]), failureThreshold=2, terminationGracePeriodSeconds=5))


def container(r, name="c"):
    return dict({"name": name, "image": r.choice(["i", "i:1", "r.example.com/i:latest", "i@sha256:" + "a" * 64])}, **some(
        r, ports=[{"containerPort": r.choice([80, 8080, 70000]), "name": "http"}], resources=lambda: resources(r),
        env=[{"name": "A", "value": "1"}, r.choice([{"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                                                     {"name": "A", "value": "$(A)"}, {"name": "1=b"}])],
        imagePullPolicy=r.choice(["Always", "Never", "Sometimes"]), livenessProbe=lambda: probe(r), readinessProbe=lambda: probe(r),
        volumeMounts=[{"name": "v", "mountPath": "/v"}], command=["sh"], lifecycle={"preStop": {"sleep": {"seconds": 1}}},
        securityContext=some(r, privileged=True, runAsUser=r.choice([0, 1000, -1]), capabilities={"add": ["NET_ADMIN"]},
                             allowPrivilegeEscalation=False)))


def pod_spec(r, restart=("Always", "OnFailure", "Never")):
    spec = {"containers": [container(r)]}
    if r.random() < 0.2:
        spec["containers"].append(container(r, r.choice(["d", "c"])))
    volume = r.choice([{"emptyDir": {}}, {"configMap": {"name": "a"}}, {"secret": {"secretName": "a"}}, {"hostPath": {"path": "/x"}},
                       {"projected": {"sources": [{"serviceAccountToken": {"path": "t"}}]}},
                       {"downwardAPI": {"items": [{"path": "x", "fieldRef": {"fieldPath": "metadata.labels"}}]}},
                       {"persistentVolumeClaim": {"claimName": "a"}}, {}])
    spec.update(some(
        r, volumes=[dict({"name": "v"}, **volume)], restartPolicy=r.choice(restart), terminationGracePeriodSeconds=r.choice([0, 5, -1]),
        nodeName="n1", nodeSelector={"a": "b"}, hostNetwork=True, initContainers=lambda: [container(r, "init")],
        tolerations=[{"key": "k", "operator": r.choice(["Exists", "Equal", "Bogus"]), "effect": "NoSchedule"}], serviceAccountName="default",
        affinity={"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
            {"matchExpressions": [{"key": "a", "operator": r.choice(["In", "Gt", "Exists"]), "values": ["1"]}]}]}}},
        topologySpreadConstraints=[{"maxSkew": r.choice([0, 1]), "topologyKey": "z", "whenUnsatisfiable": "DoNotSchedule"}],
        securityContext=some(r, runAsNonRoot=True, fsGroup=1, sysctls=[{"name": "a.b", "value": "1"}]), priority=r.choice([0, 5]),
        dnsPolicy=r.choice(["None", "Default", "ClusterFirst"]), hostAliases=[{"ip": "1.2.3.4", "hostnames": ["a"]}], subdomain="x",
        activeDeadlineSeconds=r.choice([1, 0]), schedulingGates=[{"name": "g"}], overhead={"cpu": "1"}, imagePullSecrets=[{"name": "a"}],
        priorityClassName=r.choice(["system-cluster-critical", "nope"]), os={"name": "linux"}, enableServiceLinks=False))
    return spec


def template(r, **k):
    return {"metadata": {"labels": {"app": "a"}}, "spec": pod_spec(r, **k)}


def selector(r):
    return r.choice([{"matchLabels": {"app": "a"}}] * 6 + [{"matchExpressions": [{"key": "app", "operator": "In", "values": ["a"]}]}, {}])


def workload(r, **more):
    return dict({"selector": selector(r), "template": template(r, restart=("Always",) * 5 + ("Never",))},
                **some(r, replicas=r.choice([0, 3, -1]), minReadySeconds=5), **more)


def deployment(r):
    return {"spec": workload(r, **some(r, strategy=r.choice([{"type": "Recreate"}, {"rollingUpdate": {"maxSurge": r.choice(["25%", 0, 1]), "maxUnavailable": 0}}]),
                                       paused=True, revisionHistoryLimit=2, progressDeadlineSeconds=r.choice([5, 600])))}


def stateful_set(r):
    return {"spec": workload(r, serviceName="s", **some(
        r, podManagementPolicy=r.choice(["Parallel", "Bogus"]), updateStrategy={"type": r.choice(["OnDelete", "RollingUpdate"])}, ordinals={"start": 1},
        volumeClaimTemplates=[{"metadata": {"name": "v"}, "spec": claim(r)["spec"]}], persistentVolumeClaimRetentionPolicy={"whenDeleted": "Delete"}))}


def daemon_set(r):
    spec = workload(r, **some(r, updateStrategy=r.choice([{"type": "OnDelete"}, {"rollingUpdate": {"maxUnavailable": "10%"}}])))
    spec.pop("replicas", None)
    return {"spec": spec}


def job_spec(r):
    return dict({"template": template(r, restart=("Never", "OnFailure", "Always"))}, **some(
        r, parallelism=r.choice([1, -1]), completions=3, backoffLimit=2, completionMode=r.choice(["Indexed", "NonIndexed"]), suspend=True,
        ttlSecondsAfterFinished=5, activeDeadlineSeconds=r.choice([0, 5]), manualSelector=True,
        podFailurePolicy={"rules": [{"action": r.choice(["Ignore", "FailJob"]), "onExitCodes": {"operator": "In", "values": [1]}}]}))


def cron_job(r):
    return {"spec": dict({"schedule": r.choice(["* * * * *", "@daily", "*/5 1-3 * * 1", "61 * * * *", "x"]), "jobTemplate": {"spec": job_spec(r)}}, **some(
        r, concurrencyPolicy=r.choice(["Forbid", "Bogus"]), timeZone=r.choice(["Etc/UTC", "Nowhere/City"]), suspend=True, startingDeadlineSeconds=5))}


def service(r):
    port = lambda n: dict({"port": n}, **some(r, name="p%d" % n, protocol=r.choice(["TCP", "UDP", "X"]), targetPort=r.choice(["http", 8080, 0])))
    spec = {"ports": [port(80)]}
    if r.random() < 0.2:
        spec["ports"].append(port(r.choice([80, 81])))
    spec.update(some(r, selector={"app": "a"}, type=r.choice(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]), clusterIP=r.choice(["None", "", "x"]),
                     sessionAffinity=r.choice(["ClientIP", "None"]), externalTrafficPolicy=r.choice(["Local", "Cluster"]), externalName="a.example.com",
                     publishNotReadyAddresses=True, internalTrafficPolicy="Local", ipFamilyPolicy=r.choice(["SingleStack", "RequireDualStack"]),
                     loadBalancerSourceRanges=["10.0.0.0/8"], externalIPs=["1.2.3.4"], trafficDistribution="PreferClose"))
    return {"spec": spec}


def secret(r):
    kind = r.choice(["Opaque", "kubernetes.io/tls", "kubernetes.io/basic-auth", "kubernetes.io/dockerconfigjson", "example.com/x"])
    data = r.choice([{"tls.crt": "eA==", "tls.key": "eA=="}, {"a": "eA=="}, {"username": ""}, {"a b": "eA=="}, {"a": "!"}])
    return some(r, data=data, stringData={"s": "x", "tls.crt": "x"}, type=kind, immutable=r.choice([True, False]))


def claim(r):
    return {"spec": dict({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": r.choice(["1Gi", "0", "x"])}}},
                         **some(r, storageClassName="s", volumeMode=r.choice(["Block", "Bogus"]), volumeName="v"))}


def ingress(r):
    path = {"path": r.choice(["/", "/a", "a"]), "pathType": r.choice(["Prefix", "Exact", "ImplementationSpecific"]),
            "backend": {"service": {"name": "s", "port": {"number": 80}}}}
    return {"spec": some(r, ingressClassName="x", defaultBackend=path["backend"], rules=[{"host": r.choice(["a.example.com", "*.b", "1.2.3.4"]), "http": {"paths": [path]}}],
                         tls=[{"hosts": ["a.example.com"], "secretName": "a"}])}


def network_policy(r):
    peer = r.choice([{"podSelector": {}}, {"ipBlock": {"cidr": r.choice(["10.0.0.0/8", "x"]), "except": ["10.1.0.0/16"]}}, {}])
    return {"spec": dict({"podSelector": r.choice([{}, {"matchLabels": {"a": "b"}}])}, **some(
        r, ingress=[{"from": [peer], "ports": [{"port": r.choice([80, "x", 0]), "endPort": 90}]}], egress=[{}], policyTypes=r.choice([["Ingress"], ["Bogus"]])))}


def autoscaler(r):
    return {"spec": dict({"scaleTargetRef": {"kind": "Deployment", "name": "a", "apiVersion": "apps/v1"}, "maxReplicas": r.choice([1, 5, 0])}, **some(
        r, minReplicas=r.choice([1, 9]), metrics=[{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}],
        behavior={"scaleDown": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 60}]}}))}


def budget(r):
    return {"spec": some(r, minAvailable=r.choice([1, "50%", "x%", -1]), maxUnavailable=1, selector=selector(r), unhealthyPodEvictionPolicy="AlwaysAllow")}


def rules(r):
    return {"rules": r.choice([[], None, [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}], [{"nonResourceURLs": ["/x"], "verbs": ["get"]}],
                               [{"verbs": []}]])}


def binding(r):
    return dict({"roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": r.choice(["ClusterRole", "Role"]), "name": "view"}},
                subjects=r.choice([[], [{"kind": "User", "name": "u"}], [{"kind": "ServiceAccount", "name": "s", "namespace": "@s@"}], [{"kind": "X", "name": ""}]]))


def event(r):
    return dict({"involvedObject": {"kind": "Pod", "name": "a", "namespace": "@s@"}}, **some(
        r, reason="R", message="m", type=r.choice(["Normal", "Warning"]), count=1, source={"component": "x"}))


def node(r):
    return some(r, spec=some(r, podCIDR=r.choice(["10.9.0.0/24", "x"]), unschedulable=True, taints=[{"key": "a", "effect": r.choice(["NoSchedule", "X"])}], providerID="p"),
                status={"capacity": {"cpu": "1"}, "conditions": [{"type": "Ready", "status": "True"}]})


def thing(r):
    number = lambda: r.choice([0, 5, 11, -1, 1.0, 1.5, "5", 1e21, 0.1] + BIG)
    return {"spec": some(
        r, size=number, big=lambda: r.choice(BIG + [1]), ratio=number, mode=r.choice(["on", "off", "bogus"]), port=r.choice(["http", 80, "x" * 20]), note=r.choice(["x", "", None]),
        items=r.choice([[{"key": "a", "n": 1}, {"key": "b"}], [{"key": "a"}, {"key": "a"}], [{"n": 1}], []]), tags=r.choice([["a", "b"], ["a", "a"], []]),
        map=r.choice([{"a": "b"}, {"a": None}, {"a": 1}, {}]), free=lambda: {"x": {"y": [number(), {"z": None}]}}, when=r.choice(["2026-01-02T03:04:05Z", "x"]),
        inner=some(r, n=number, deep={"on": True, "more": 1}), unknown=1, atom={"a": 1, "b": [2]},
        emb=r.choice([{"apiVersion": "v1", "kind": "X", "metadata": {"name": "e", "odd": 1}}, {"kind": "X"}]))}


THING_SCHEMA = {"type": "object", "description": "A thing to try schemas on.", "properties": {
    "spec": {"type": "object", "properties": {
        "size": {"type": "integer", "minimum": 0, "maximum": 10, "default": 3}, "big": {"type": "integer", "format": "int64"}, "ratio": {"type": "number", "multipleOf": 0.5},
        "mode": {"type": "string", "enum": ["on", "off"], "default": "on"}, "port": {"x-kubernetes-int-or-string": True, "maxLength": 10},
        "note": {"type": "string", "nullable": True, "maxLength": 5, "pattern": "^[a-z]*$"},
        "items": {"type": "array", "maxItems": 4, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"],
                  "items": {"type": "object", "required": ["key"], "properties": {"key": {"type": "string"}, "n": {"type": "integer"}, "d": {"type": "string", "default": "x"}}}},
        "tags": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "map": {"type": "object", "additionalProperties": {"type": "string"}}, "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        "when": {"type": "string", "format": "date-time"}, "atom": {"type": "object", "x-kubernetes-map-type": "atomic", "x-kubernetes-preserve-unknown-fields": True},
        "inner": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}, "deep": {"type": "object", "required": ["on"], "properties": {"on": {"type": "boolean"}}}}},
        "emb": {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}}},
    "status": {"type": "object", "properties": {"replicas": {"type": "integer"}, "phase": {"type": "string", "enum": ["A", "B"]}, "selector": {"type": "string"}}}}}


def crd(plural, kind, scope, versions):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": plural + "." + GROUP}, "spec": {
        "group": GROUP, "scope": scope, "names": {"plural": plural, "singular": kind.lower(), "kind": kind, "listKind": kind + "List"}, "versions": versions}}


def version(name, storage, schema, **more):
    return dict(name=name, served=True, storage=storage, schema={"openAPIV3Schema": schema}, **more)


LOOSE = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
SCALE = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"}
# There on both servers before the first story: making one takes the real server seconds.
CRDS = [crd("things", "Thing", "Namespaced", [
            version("v1", True, THING_SCHEMA, subresources={"status": {}, "scale": SCALE}, selectableFields=[{"jsonPath": ".spec.mode"}],
                    additionalPrinterColumns=[{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}, {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}]),
            version("v1beta1", False, LOOSE)]),
        crd("looses", "Loose", "Cluster", [version("v1", True, LOOSE)])]


class Kind:
    def __init__(self, api, plural, kind, make, namespaced=True, subresources=(), weight=2):
        self.api, self.plural, self.kind, self.make, self.namespaced = api, plural, kind, make, namespaced
        self.subresources, self.weight = subresources, weight
        self.base = "/api/v1" if api == "v1" else "/apis/" + api
        self.custom = GROUP in api

    def path(self, name=None, sub=None):
        parts = [self.base] + (["namespaces/@s@"] if self.namespaced else []) + [self.plural]
        return "/".join(parts + ([name] if name else []) + ([sub] if sub else []))

    def name(self, r):
        return r.choice(NAMES) if self.namespaced else "@s@-" + r.choice(NAMES)

    def object(self, r, name):
        meta = {"name": name}
        if r.random() < 0.4:
            meta["labels"] = labels(r)
        return dict({"apiVersion": self.api, "kind": self.kind, "metadata": meta}, **self.make(r))


def K(*args, **more):
    return Kind(*args, **more)


RBAC, STORAGE, NET = "rbac.authorization.k8s.io/v1", "storage.k8s.io/v1", "networking.k8s.io/v1"
KINDS = [
    K("v1", "configmaps", "ConfigMap", lambda r: some(r, data={"k": r.choice(["v", "", "a\nb"])}, binaryData={"b": "AAE="}, immutable=True), weight=8),
    K("v1", "secrets", "Secret", secret, weight=4),
    K("v1", "pods", "Pod", lambda r: {"spec": pod_spec(r)}, weight=8, subresources=("status", "binding", "eviction", "ephemeralcontainers", "resize", "log")),
    K("v1", "services", "Service", service, weight=5, subresources=("status",)),
    K("v1", "serviceaccounts", "ServiceAccount", lambda r: some(r, automountServiceAccountToken=False, imagePullSecrets=[{"name": "a"}]), subresources=("token",)),
    K("v1", "endpoints", "Endpoints", lambda r: some(r, subsets=[{"addresses": [{"ip": r.choice(["1.2.3.4", "127.0.0.1", "x"])}], "ports": [{"port": 80}]}])),
    K("v1", "events", "Event", event),
    K("v1", "limitranges", "LimitRange", lambda r: {"spec": {"limits": [dict({"type": r.choice(["Container", "Pod"])}, **some(
        r, max={"cpu": "2"}, min={"cpu": "100m"}, default={"cpu": "1"}, defaultRequest={"cpu": "500m"}))]}}),
    K("v1", "resourcequotas", "ResourceQuota", lambda r: {"spec": some(r, hard={"count/x.example.com": r.choice(["5", "-1", "x"])}, scopes=["BestEffort"])}, subresources=("status",), weight=1),
    K("v1", "persistentvolumeclaims", "PersistentVolumeClaim", claim, subresources=("status",)),
    K("v1", "replicationcontrollers", "ReplicationController", lambda r: {"spec": {"selector": {"app": "a"}, "template": template(r)}}, subresources=("status", "scale")),
    K("v1", "podtemplates", "PodTemplate", lambda r: {"template": template(r)}, weight=1),
    K("v1", "nodes", "Node", node, namespaced=False, subresources=("status",)),
    K("v1", "namespaces", "Namespace", lambda r: {}, namespaced=False, subresources=("status", "finalize"), weight=1),
    K("v1", "persistentvolumes", "PersistentVolume", lambda r: {"spec": dict({"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/x"}}, **some(
        r, persistentVolumeReclaimPolicy=r.choice(["Retain", "Bogus"]), storageClassName="x"))}, namespaced=False, subresources=("status",), weight=1),
    K("apps/v1", "deployments", "Deployment", deployment, weight=7, subresources=("status", "scale")),
    K("apps/v1", "replicasets", "ReplicaSet", lambda r: {"spec": workload(r)}, subresources=("status", "scale")),
    K("apps/v1", "statefulsets", "StatefulSet", stateful_set, subresources=("status", "scale")),
    K("apps/v1", "daemonsets", "DaemonSet", daemon_set, subresources=("status",)),
    K("apps/v1", "controllerrevisions", "ControllerRevision", lambda r: {"revision": r.choice([1, -1]), "data": {"a": 1}}, weight=1),
    K("batch/v1", "jobs", "Job", lambda r: {"spec": job_spec(r)}, weight=3, subresources=("status",)),
    K("batch/v1", "cronjobs", "CronJob", cron_job, subresources=("status",)),
    K("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", autoscaler, subresources=("status",)),
    K("autoscaling/v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler", lambda r: {"spec": {
        "scaleTargetRef": {"kind": "X", "name": "a"}, "maxReplicas": 3}}, subresources=("status",), weight=1),
    K("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", budget, subresources=("status",)),
    K("coordination.k8s.io/v1", "leases", "Lease", lambda r: {"spec": some(r, holderIdentity="h", leaseDurationSeconds=r.choice([15, 0]), renewTime=r.choice([
        "2026-01-02T03:04:05.000000Z", "2026-01-02T03:04:05.1Z", "x"]))}, weight=4),
    K("discovery.k8s.io/v1", "endpointslices", "EndpointSlice", lambda r: dict({"addressType": r.choice(["IPv4", "IPv6", "FQDN"]), "endpoints": r.choice([
        [], [{"addresses": ["1.2.3.4"]}], [{"addresses": ["1.2.3.4"], "conditions": {"ready": True}}]])}, **some(r, ports=[{"port": 80, "name": "x"}]))),
    K(NET, "ingresses", "Ingress", ingress, subresources=("status",)),
    K(NET, "networkpolicies", "NetworkPolicy", network_policy),
    K(NET, "ingressclasses", "IngressClass", lambda r: {"spec": some(r, controller=r.choice(["example.com/x", "x"]))}, namespaced=False, weight=1),
    K(RBAC, "roles", "Role", rules),
    K(RBAC, "rolebindings", "RoleBinding", binding, weight=1),
    K(RBAC, "clusterroles", "ClusterRole", rules, namespaced=False),
    K(RBAC, "clusterrolebindings", "ClusterRoleBinding", binding, namespaced=False, weight=1),
    K("scheduling.k8s.io/v1", "priorityclasses", "PriorityClass", lambda r: dict({"value": r.choice([5, 2000000000, -1])}, **some(
        r, preemptionPolicy=r.choice(["Never", "X"]), description="d")), namespaced=False),
    K(STORAGE, "storageclasses", "StorageClass", lambda r: dict({"provisioner": r.choice(["example.com/x", "A B"])}, **some(
        r, reclaimPolicy=r.choice(["Retain", "X"]), volumeBindingMode="WaitForFirstConsumer", allowVolumeExpansion=True)), namespaced=False),
    K("events.k8s.io/v1", "events", "Event", lambda r: dict({"eventTime": "2026-01-02T03:04:05.000000Z", "reportingController": "example.com/x", "reportingInstance": "i", "action": "a",
        "reason": "r", "type": "Normal", "regarding": {"kind": "Pod", "name": "a", "namespace": "@s@"}}, **some(r, note="n", series={"count": 2, "lastObservedTime": "2026-01-02T03:04:05.000000Z"})), weight=1),
    K(GROUP + "/v1", "things", "Thing", thing, weight=12, subresources=("status", "scale")),
    K(GROUP + "/v1beta1", "things", "Thing", thing, weight=2, subresources=("status", "scale")),
    K(GROUP + "/v1", "looses", "Loose", lambda r: {"spec": {"n": r.choice([1, 1.0, 1.5, 1e3, None] + BIG), "list": [1, "a", None, {"x": None}]}, "a": r.choice([{}, [], ""])},
      namespaced=False, weight=4, subresources=("status", "scale")),
]
