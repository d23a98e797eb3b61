# SPDX-License-Identifier: Apache-2.0
"""A controller with the official Python client: `python3 official.py watch` lists and watches Widgets and ConfigMaps, `poll` looks at all
of them every second and watches nothing. A Widget gets N ConfigMaps that it owns. WIDGETS_BUG is one mistake:

  once     with watch: what ends a watch with an error ends its thread, and the program goes on without it
  forget   with poll: it remembers the sizes that it has begun to make, and does not look at them again"""
import os
import queue
import sys
import threading
import time

import kubernetes
from kubernetes.client import ApiException

BUG = os.environ.get("WIDGETS_BUG", "")
TYPE = ("example.org", "v1", "default", "widgets")
kubernetes.config.load_kube_config()
core = kubernetes.client.CoreV1Api()
custom = kubernetes.client.CustomObjectsApi()
work = queue.Queue()


def refuse(e, *fine):
    if e.status not in fine:
        raise e


def owner_of(part):
    for ref in part.metadata.owner_references or []:
        if ref.kind == "Widget":
            return ref
    return None


def make(widget, i):
    meta = widget["metadata"]
    return {"metadata": {"name": f"{meta['name']}-{i}", "labels": {"widget": meta["name"]}, "ownerReferences": [{
        "apiVersion": "example.org/v1", "kind": "Widget", "name": meta["name"], "uid": meta["uid"], "controller": True}]},
        "data": {"color": widget["spec"].get("color", "")}}


def reconcile(name):
    """Reads what is there now: an event only says that it may have changed."""
    try:
        widget = custom.get_namespaced_custom_object(*TYPE, name)
    except ApiException as e:
        return refuse(e, 404)
    if widget["metadata"].get("deletionTimestamp"):
        return None
    parts = {p.metadata.name: p for p in core.list_namespaced_config_map("default", label_selector=f"widget={name}").items}
    for i in range(widget["spec"]["size"]):
        want = make(widget, i)
        have = parts.pop(want["metadata"]["name"], None)
        if have is None:
            core.create_namespaced_config_map("default", want)
        elif owner_of(have).uid != widget["metadata"]["uid"]:
            raise ApiException(status=409)  # the garbage collector removes it
        elif have.data != want["data"]:
            want["metadata"]["resourceVersion"] = have.metadata.resource_version
            core.replace_namespaced_config_map(have.metadata.name, "default", want)
    for part in parts.values():
        if owner_of(part).uid != widget["metadata"]["uid"]:
            continue
        try:
            core.delete_namespaced_config_map(part.metadata.name, "default", body={"preconditions": {"uid": part.metadata.uid}})
        except ApiException as e:
            refuse(e, 404, 409)
    return None


def widget_names(found):
    return [w["metadata"]["name"] for w in found["items"]]


def follow(list_call, args, name_of):
    while True:
        try:
            found = list_call(*args)
            items = found["items"] if isinstance(found, dict) else found.items
            version = found["metadata"]["resourceVersion"] if isinstance(found, dict) else found.metadata.resource_version
            for item in items:
                work.put((name_of(item), 0))
            for name in widget_names(custom.list_namespaced_custom_object(*TYPE)):
                work.put((name, 0))
            for event in kubernetes.watch.Watch().stream(list_call, *args, resource_version=version, timeout_seconds=300):
                work.put((name_of(event["object"]), 0))
        except Exception as e:  # whatever ends a watch: list again
            print("again:", type(e).__name__, e, file=sys.stderr, flush=True)
            if BUG == "once":
                return
        time.sleep(0.2)


def name_of_part(part):
    ref = owner_of(part)
    return ref.name if ref else None


def run_watch():
    threading.Thread(target=follow, args=(custom.list_namespaced_custom_object, TYPE, lambda w: w["metadata"]["name"]), daemon=True).start()
    threading.Thread(target=follow, args=(core.list_namespaced_config_map, ("default",), name_of_part), daemon=True).start()
    while True:
        name, tries = work.get()
        try:
            if name:
                reconcile(name)
        except Exception as e:
            print("again:", type(e).__name__, e, file=sys.stderr, flush=True)
            threading.Timer(min(0.05 * 2 ** tries, 2), work.put, [(name, tries + 1)]).start()


def run_poll():
    begun = {}
    while True:
        try:
            for w in custom.list_namespaced_custom_object(*TYPE)["items"]:
                name, state = w["metadata"]["name"], (w["metadata"]["uid"], w["metadata"]["generation"])
                if BUG == "forget" and begun.get(name) == state:
                    continue
                begun[name] = state
                reconcile(name)
        except Exception as e:
            print("again:", type(e).__name__, e, file=sys.stderr, flush=True)
        time.sleep(1)


run_poll() if sys.argv[1:] == ["poll"] else run_watch()
