# SPDX-License-Identifier: Apache-2.0
"""The Python client as a subject of relist (docs/conformance.md): its SharedInformer, or with --watch
the loop of its README, begun again a second after an exception."""
import argparse
import inspect
import json
import re
import signal
import sys
import threading
import time

from kubernetes import client, config, watch
from kubernetes.informer import SharedInformer

lock = threading.Lock()
ended = threading.Event()


def emit(**line):
    with lock:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def metadata(obj):
    if isinstance(obj, dict):
        m = obj.get("metadata", {})
        return m.get("namespace"), m.get("name"), m.get("resourceVersion")
    m = obj.metadata
    return m.namespace, m.name, m.resource_version


def notify(kind, obj):
    ns, name, rv = metadata(obj)
    emit(notify={"type": kind, "key": f"{ns}/{name}" if ns else name, "rv": rv})


def list_function(args):
    """CoreV1Api().list_pod_for_all_namespaces and the like; CustomObjectsApi for what has none."""
    group = "".join(p.capitalize() for p in (args.group.split(".")[0] or "core").split("-"))
    api = getattr(client, f"{group}{args.version.capitalize()}Api", None)
    for name in dir(api) if api else []:
        match = re.fullmatch(r"list_(namespaced_)?(\w+?)(_for_all_namespaces)?", name)
        plural = match and match[2].replace("_", "") + "s"
        if plural == args.resource and bool(args.namespace) == bool(match[1]):
            function = getattr(api(), name)
            return (lambda **kw: function(args.namespace, **kw)) if args.namespace else function
    custom = client.CustomObjectsApi()
    where = {"group": args.group, "version": args.version, "plural": args.resource}
    if args.namespace:
        return lambda **kw: custom.list_namespaced_custom_object(
            namespace=args.namespace, **where, **kw)

    def everywhere(**kw):
        # its name for all namespaces asks for the plural by another name
        parameters = inspect.signature(custom.list_custom_object_for_all_namespaces).parameters
        named = {"plural" if "plural" in parameters else "resource_plural": args.resource}
        return custom.list_custom_object_for_all_namespaces(
            group=args.group, version=args.version, **named, **kw)
    return everywhere


def run_informer(function):
    informer = SharedInformer(list_func=function)
    for event, kind in (("ADDED", "ADD"), ("MODIFIED", "UPDATE"), ("DELETED", "DELETE")):
        informer.add_event_handler(event, lambda obj, kind=kind: notify(kind, obj))
    informer.add_event_handler("ERROR", lambda e: emit(error={"message": str(e)[:500]}))
    informer.start()
    last = None
    while True:
        cache = {}
        for obj in informer.cache.list():
            ns, name, rv = metadata(obj)
            cache[f"{ns}/{name}" if ns else name] = rv
        # there is no HasSynced: a resource version is there after the first list
        now = {"cache": cache, "synced": informer._resource_version is not None}
        if now != last:
            emit(state=now)
            last = now
        if ended.wait(0.1):
            emit(state=now)
            return


def run_watch(function):
    known = {"ADDED": "ADD", "MODIFIED": "UPDATE", "DELETED": "DELETE"}
    watcher = watch.Watch()
    while not ended.is_set():
        try:
            for event in watcher.stream(function):
                if event["type"] in known:
                    notify(known[event["type"]], event["object"])
        except Exception as e:  # the loop of the README would end here
            emit(error={"message": str(e)[:500]})
            watcher = watch.Watch()
            time.sleep(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--resource", default="pods")
    parser.add_argument("--group", default="")
    parser.add_argument("--version", default="v1")
    parser.add_argument("--namespace", default="")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--watch", action="store_true")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    config.load_kube_config()
    run = run_watch if args.watch else run_informer
    threading.Thread(target=run, args=(list_function(args),), daemon=True).start()
    ended.wait(args.seconds)
    ended.set()
    time.sleep(0.3)


main()
