# SPDX-License-Identifier: Apache-2.0
"""Keeps a ConfigMap dns-NAME for every Service: the loop of many a README, and its bug."""
import sys
import time

from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

config.load_kube_config()
core = client.CoreV1Api()


def ensure(service):
    meta = service.metadata
    body = {"metadata": {"name": "dns-" + meta.name, "labels": {"for": meta.name}}}
    try:
        core.create_namespaced_config_map(meta.namespace, body)
    except ApiException as e:
        if e.status != 409:  # it is there already
            raise


def remove(namespace, name):
    try:
        core.delete_namespaced_config_map("dns-" + name, namespace)
    except ApiException as e:
        if e.status != 404:
            raise


def run_once():
    for event in watch.Watch().stream(core.list_service_for_all_namespaces):
        service = event["object"]
        if event["type"] == "DELETED":
            remove(service.metadata.namespace, service.metadata.name)
        else:
            ensure(service)


while True:
    try:
        run_once()
    except Exception as e:  # the server went away, or forgot our version: begin again
        print("again after:", e, file=sys.stderr)
    time.sleep(0.2)
