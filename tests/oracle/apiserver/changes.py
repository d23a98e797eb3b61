# SPDX-License-Identifier: Apache-2.0
"""A story for each row of fakeapi/tbl/changes.h: what a release answers otherwise than the one before.

STORIES: {name of the row: [steps]}. The last step is the one that differs between releases.
"""
import json

import generate

CORE = "/api/v1/namespaces/@s@/"
META = {"name": "a"}
LONG = "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg"
CONTAINERS = [{"name": "c", "image": "i"}]
TEMPLATE = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": CONTAINERS}}
THINGS = "/apis/%s/v1/namespaces/@s@/things" % "oracle.example.com"
NETWORK = "/apis/networking.k8s.io/v1/namespaces/@s@/networkpolicies"
RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/@s@/rolebindings"
STORAGE = "/apis/storage.k8s.io/v1/storageclasses"
APPS = "/apis/apps/v1/namespaces/@s@/"


def story(*requests):
    """Requests as (method, path, body[, content type; of a request without a body: Accept])."""
    steps = [("POST", "/api/v1/namespaces", {"metadata": {"name": "@s@"}})] + list(requests)
    out = []
    for i, (method, path, body, *more) in enumerate(steps):
        headers = dict(generate.HEADERS)
        path, _, query = path.partition("?")
        step = {"id": i, "method": method, "path": path, "headers": headers}
        if query:
            step["query"] = query
        if body is None and more:
            headers["Accept"] = more[0]
        if body is not None:
            step["body"] = body if isinstance(body, str) else json.dumps(body)
            headers["Content-Type"] = more[0] if more else \
                generate.PATCHES["merge"] if method == "PATCH" else "application/json"
        out.append(step)
    return out


def job(**more):
    return {"metadata": META, "spec": dict({"suspend": True, "template": {"spec": {
        "restartPolicy": "Never", "containers": CONTAINERS}}}, **more)}


def stateful(**more):
    return {"metadata": META, "spec": dict({"serviceName": "s", "selector": {"matchLabels": {"a": "b"}}, "template": TEMPLATE}, **more)}


def service(**more):
    return {"metadata": META, "spec": dict({"ports": [{"port": 80}]}, **more)}


def binding(role):
    return {"metadata": META, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role}}


def scaler(**more):
    return {"metadata": META, "spec": dict({"scaleTargetRef": {"kind": "Deployment", "name": "d", "apiVersion": "apps/v1"}}, **more)}


def pod(**more):
    return {"metadata": META, "spec": dict({"containers": CONTAINERS}, **more)}


def crd(plural, schema):
    return {"metadata": {"name": plural + ".changes.example.com"}, "spec": {
        "group": "changes.example.com", "scope": "Namespaced", "names": {"plural": plural, "kind": plural.title()},
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}]}}


OWNER = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": ""}
SCALERS = "/apis/autoscaling/v2/namespaces/@s@/horizontalpodautoscalers"

LEVELS = "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations"
DEVICES = "/apis/resource.k8s.io/v1/"

STORIES = {
    "WATCH_LISTS": story(("GET", CORE + "configmaps?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x", None)),
    "BAD_DELETE_OPTIONS_400": story(("POST", CORE + "configmaps", {"metadata": META}), ("DELETE", CORE + "configmaps/a", {"gracePeriodSeconds": "x"})),
    "LENGTHS_IN_BYTES": story(("POST", CORE + "configmaps", {"metadata": {"name": "a", "labels": {LONG: LONG}}})),
    "DEVICE_ERRORS-empty": story(("POST", DEVICES + "namespaces/@s@/resourceclaims", {"metadata": META, "spec": {"devices": {
        "requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}],
        "constraints": [{"matchAttribute": n} for n in ("", "/b", "a/", "x")]}}})),
    "DEVICE_ERRORS-many": story(("POST", DEVICES + "namespaces/@s@/resourceclaims", {"metadata": META, "spec": {"devices": {
        "requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}], "constraints": [{"matchAttribute": "x"}] * 33}}})),
    "DEVICE_ERRORS-driver": story(("POST", "/api/v1/persistentvolumes", {"metadata": {"name": "@s@"}, "spec": {
        "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "csi": {"driver": "", "volumeHandle": "h"}}})),
    "GENERATED_NAMES": story(("POST", DEVICES + "deviceclasses", {"metadata": {"generateName": "x."}, "spec": {}})),
    "ADDRESS_ERRORS": story(("POST", CORE + "services", {})),
    "ENV_NAMES": story(("POST", CORE + "pods", pod(containers=[dict(CONTAINERS[0], env=[{"name": "..1 b", "value": "x"}])]))),
    "SLEEP_ZERO": story(("POST", CORE + "pods", pod(containers=[dict(CONTAINERS[0], lifecycle={"preStop": {"sleep": {"seconds": 0}}})]))),
    "PATCH_BY_SCALAR": story(("POST", CORE + "configmaps", {"metadata": META}), ("PATCH", CORE + "configmaps/a",
                                                                                [{"op": "replace", "path": "", "value": 1}], generate.PATCHES["json"])),
    "PREFER_CLOSE_WARNING": story(("POST", CORE + "services", service(trafficDistribution="PreferClose"))),
    "BINDING_LABELS": story(("POST", "/api/v1/nodes", {"metadata": {"name": "@s@", "labels": {"topology.kubernetes.io/zone": "z9"}}}),
                            ("POST", CORE + "pods", pod(nodeName="@s@"))),
    "DECLARED": story(("POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", {"metadata": {"name": "@s@"}, "rules": [{}]})),
    "DECLARED-slice": story(
        ("POST", "/apis/discovery.k8s.io/v1/namespaces/@s@/endpointslices", {"metadata": META, "addressType": "IPv4", "endpoints": []}),
        ("PATCH", "/apis/discovery.k8s.io/v1/namespaces/@s@/endpointslices/a", {"addressType": "IPv6", "endpoints": [{"addresses": []}]})),
    "DECLARED-level": story(("POST", LEVELS, {"metadata": {"name": "@s@"}, "spec": {"type": "Exempt", "exempt": {}, "limited": {}}})),
    "DECLARED-limit": story(("POST", LEVELS, {"metadata": {"name": "@s@"}, "spec": {"type": "Limited", "limited": {
        "limitResponse": {"type": "Reject", "queuing": {"queues": 1, "handSize": 1, "queueLengthLimit": 1}}}}})),
    "DECLARED-attachment": story(("POST", "/apis/storage.k8s.io/v1/volumeattachments", {"metadata": {"name": "@s@"}, "spec": {
        "attacher": "A_b" + "c" * 70, "nodeName": "n", "source": {"persistentVolumeName": "p"}}})),
    "DECLARED-class": story(("POST", DEVICES + "deviceclasses", {"metadata": {"name": "@s@"}, "spec": {
        "extendedResourceName": "requests.x", "config": [{"opaque": {"driver": "", "parameters": {}}}]}})),
    "DECLARED-claim": story(("POST", DEVICES + "namespaces/@s@/resourceclaims", {"metadata": META, "spec": {"devices": {
        "requests": [{"name": "r", "firstAvailable": [{"name": "s", "deviceClassName": ""}]}, {"name": "r", "exactly": {"deviceClassName": "c", "allocationMode": "Some"}}],
        "constraints": [{"matchAttribute": "x", "requests": ["r", "r"]}]}}})),
    "EMBEDDED_NAMES": story(("POST", CORE + "pods", pod(containers=[dict(CONTAINERS[0], readinessProbe={"exec": {"command": ""}})]))),
    "POLICY_CHECKED_ONCE": story(("POST", NETWORK, {"metadata": META, "spec": {"podSelector": {}}}), ("PATCH", NETWORK + "/a", {"spec": {"ingress": [{"ports": [{"port": "x", "endPort": 90}]}]}})),
    "JOB_CHECKED_ONCE": story(("POST", "/apis/batch/v1/namespaces/@s@/jobs", job()), ("PATCH", "/apis/batch/v1/namespaces/@s@/jobs/a", {"spec": {"parallelism": -1}})),
    "LIST_FORM_FIRST": story(("GET", CORE + "configmaps?limit=x", None, "application/json;as=Nothing;v=v1;g=x")),
    "NUMBER_FORMS": story(("POST", THINGS, {"apiVersion": "oracle.example.com/v1", "kind": "Thing", "metadata": META, "spec": {"size": 1.5, "big": 9223372036854775808}})),
    "REVIEW_SPEC_PATH": story(("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "spec": {}})),
    "SUSPENDED_RESOURCES": story(
        ("POST", "/apis/batch/v1/namespaces/@s@/jobs", job()),
        ("PATCH", "/apis/batch/v1/namespaces/@s@/jobs/a", {"spec": {"template": {"spec": {"containers": [dict(
            CONTAINERS[0], resources={"requests": {"cpu": "1"}})]}}}}, generate.PATCHES["strategic"])),
    "UPDATES_CHECKED_ONCE": story(
        ("POST", CORE + "replicationcontrollers", {"metadata": META, "spec": {"selector": {"a": "b"}, "template": TEMPLATE}}),
        ("PATCH", CORE + "replicationcontrollers/a", {"spec": {"replicas": -1, "selector": {"a": "c"}}})),
    "EXTERNAL_IPS_WARNING": story(("POST", CORE + "services", service(externalIPs=["1.2.3.4"]))),
    "LOOPBACK_CHECK": story(("GET", "/livez?verbose", None)),
    "STATUS_OWNS_NO_METADATA": story(
        ("POST", THINGS + "?fieldManager=z", {"apiVersion": "oracle.example.com/v1", "kind": "Thing", "metadata": META}),
        ("PATCH", THINGS + "/a/status?fieldManager=m&force=true", {
            "apiVersion": "oracle.example.com/v1", "kind": "Thing", "metadata": {"labels": {"l": "v"}}, "status": {"phase": "A"}}, generate.PATCHES["apply"])),
    "SERVICE_NAME_DIGIT": story(("POST", CORE + "services", dict(service(), metadata={"name": "1a"}))),
    "CLASS_FIELDS_IMMUTABLE": story(
        ("POST", STORAGE, {"metadata": {"name": "@s@"}, "provisioner": "example.com/x"}),
        ("PATCH", STORAGE + "/@s@", {"provisioner": "example.com/y", "parameters": {"a": "b"}, "reclaimPolicy": "Retain"})),
    "START_TIME_IMMUTABLE": story(
        ("POST", "/apis/batch/v1/namespaces/@s@/jobs", job(suspend=False)),
        ("PATCH", "/apis/batch/v1/namespaces/@s@/jobs/a/status", {"status": {"startTime": "2026-01-02T03:04:05Z"}}),
        ("PATCH", "/apis/batch/v1/namespaces/@s@/jobs/a/status", {"status": {"startTime": "2026-01-02T03:04:06Z"}})),
    "REQUIRED_TYPES": story(("POST", SCALERS, scaler())),
    "REQUIRED_TYPES-negative": story(("POST", SCALERS, scaler(maxReplicas=-1, minReplicas=0))),
    "REQUIRED_TYPES-level": story(("POST", LEVELS, {"metadata": {"name": "@s@"}, "spec": {"type": ""}})),
    "REQUIRED_TYPES-limit": story(("POST", LEVELS, {
        "metadata": {"name": "@s@"}, "spec": {"type": "Limited", "limited": {"limitResponse": {"type": ""}}}})),
    "REQUIRED_TYPES-handler": story(("POST", "/apis/node.k8s.io/v1/runtimeclasses", {"metadata": {"name": "@s@"}, "handler": ""})),
    "INIT_RESTART_ON_RESIZE": story(("POST", CORE + "pods", pod(initContainers=[{
        "name": "i", "image": "i", "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]}]))),
    "RESTART_RULE_COUNTS": story(("POST", CORE + "pods", pod(restartPolicy="Never", containers=[dict(
        CONTAINERS[0], restartPolicy="Never", restartPolicyRules=[{"action": "Restart", "exitCodes": {"operator": "In", "values": [1]}}] * 21,
        resizePolicy=[{"resourceName": "cpu", "restartPolicy": "RestartContainer"}])]))),
    "STATEFUL_FIELDS_IMMUTABLE": story(
        ("POST", APPS + "statefulsets", stateful()),
        ("PATCH", APPS + "statefulsets/a", {"spec": {"serviceName": "t", "podManagementPolicy": "Parallel", "selector": {"matchLabels": {"c": "d"}}}})),
    "END_PORT_VALUE": story(("POST", NETWORK, {"metadata": META, "spec": {"podSelector": {}, "ingress": [{"ports": [{"port": 90, "endPort": 80}]}]}})),
    "PROVIDER_ID_SET": story(("POST", "/api/v1/nodes", {"metadata": {"name": "@s@"}, "spec": {"providerID": "p"}}),
                             ("PATCH", "/api/v1/nodes/@s@", {"spec": {"providerID": "q"}})),
    "PATCH_DECODING": story(("PATCH", CORE + "configmaps/a?fieldManager=m", "[1]", generate.PATCHES["apply"])),
    "PATCH_DECODING-yaml": story(("PATCH", CORE + "configmaps/a?fieldManager=m", "a: [", generate.PATCHES["apply"])),
    "STATEFUL_MAX_UNAVAILABLE": story(("POST", APPS + "statefulsets", stateful())),
    "SCALER_GENERATION": story(("POST", SCALERS, scaler(maxReplicas=3))),
    "POD_RESOURCES_AFTER_ADMISSION": story(("POST", CORE + "pods", pod(resources={"requests": {"cpu": "1"}}, containers=[dict(
        CONTAINERS[0], resources={"limits": {"cpu": "500m"}})]))),
    "OWNER_PATHS": story(("POST", CORE + "configmaps", {"metadata": {"name": "a", "ownerReferences": [OWNER]}})),
    "ROLE_REF_IMMUTABLE": story(("POST", RBAC, binding("x")), ("PUT", RBAC + "/a", binding("y"))),
    "SERVICE_PROXY_SLICES": story(("GET", CORE + "services/none/proxy/", None)),
    "PATCH_FOR_AUDIT": story(("POST", CORE + "configmaps", {"metadata": META}), ("PATCH", CORE + "configmaps/a", "{")),
    "RULES_SHOW_VALUES": story(
        ("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd("rules", {"type": "object", "properties": {
            "n": {"type": "integer", "x-kubernetes-validations": [{"rule": "self < 5"}]}}})),
        ("POST", "/apis/changes.example.com/v1/namespaces/@s@/rules", {"apiVersion": "changes.example.com/v1", "kind": "Rules", "metadata": META, "n": 7})),
}
