# SPDX-License-Identifier: Apache-2.0
"""relist serve --exec python3 python.py   (apt-get install python3-kubernetes)"""
import json

from kubernetes import client, config, watch

config.load_kube_config()
core = client.CoreV1Api()


def control(path, body):
    """One call of the control API, on the same port and with the client's CA, certificate or token."""
    api = core.api_client
    token = api.configuration.get_api_key_with_prefix("authorization")
    headers = {"Content-Type": "application/json", **({"Authorization": token} if token else {})}
    url = f"{api.configuration.host.rstrip('/')}/relist/v1/{path}"
    reply = api.rest_client.pool_manager.request("POST", url, body=json.dumps(body), headers=headers)
    assert reply.status < 300, reply.data


# The next list fails.
control("faults", {"kind": "fail", "status": 500, "match": {"verb": "list", "resource": "configmaps"}})
try:
    core.list_namespaced_config_map("default")
    raise AssertionError("the fault did not act")
except client.ApiException as error:
    assert error.status == 500, error

start = core.list_namespaced_config_map("default").metadata.resource_version
core.create_namespaced_config_map("default", {"metadata": {"name": "settings"}, "data": {"color": "red"}})
core.patch_namespaced_config_map("settings", "default", {"data": {"color": "blue"}})
core.delete_namespaced_config_map("settings", "default")

seen = []
w = watch.Watch()
for event in w.stream(core.list_namespaced_config_map, "default", resource_version=start, timeout_seconds=10):
    seen.append(event["type"])
    if event["type"] == "DELETED":
        w.stop()
assert seen == ["ADDED", "MODIFIED", "DELETED"], seen
print("done")
