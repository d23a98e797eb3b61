# SPDX-License-Identifier: Apache-2.0
"""Keeps a ConfigMap dns-NAME for every Service: list first, then watch from there."""
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
    services = core.list_service_for_all_namespaces()
    wanted = {(s.metadata.namespace, s.metadata.name) for s in services.items}
    for made in core.list_config_map_for_all_namespaces(label_selector="for").items:
        key = (made.metadata.namespace, made.metadata.labels["for"])
        if key not in wanted:  # its service went while nobody looked
            remove(*key)
    for service in services.items:
        ensure(service)
    rv = services.metadata.resource_version
    for event in watch.Watch().stream(core.list_service_for_all_namespaces, resource_version=rv):
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
