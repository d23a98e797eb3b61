# SPDX-License-Identifier: Apache-2.0
"""relist serve --exec python3 python.py   (apt-get install python3-kubernetes)"""
from kubernetes import client, config, watch

config.load_kube_config()
core = client.CoreV1Api()
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
