# SPDX-License-Identifier: Apache-2.0
"""The test that everybody has: a Service is made, its ConfigMap appears.   smoke.py CONTROLLER"""
import subprocess
import sys

from kubernetes import client, config, watch

config.load_kube_config()
core = client.CoreV1Api()
controller = subprocess.Popen([sys.executable, sys.argv[1]], stderr=subprocess.DEVNULL)
try:
    core.create_namespaced_service(
        "default", {"metadata": {"name": "web"}, "spec": {"ports": [{"port": 80}]}})
    w = watch.Watch()
    for event in w.stream(core.list_namespaced_config_map, "default", timeout_seconds=30):
        if event["object"].metadata.name == "dns-web":
            print("dns-web is there")
            sys.exit(0)
    sys.exit("dns-web never came")
finally:
    controller.kill()
