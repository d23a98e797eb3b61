# SPDX-License-Identifier: Apache-2.0
"""kopf handlers: a Widget gets N ConfigMaps, which it owns, and an entry in the ConfigMap `index`, which the deletion handler (a finalizer)
removes. `kopf run -n default handlers.py`. WIDGETS_BUG=swallow: an error of the API is logged and the handler succeeds: kopf does not try
it again."""
import os

import kopf
import kubernetes

BUG = os.environ.get("WIDGETS_BUG", "")
kubernetes.config.load_kube_config()
api = kubernetes.client.CoreV1Api()


@kopf.on.startup()
def configure(settings, **_):
    settings.persistence.finalizer = "example.org/kopf"
    settings.posting.enabled = False
    settings.networking.error_backoffs = [0.1, 0.2, 0.5]


def attempt(call, *args, fine=(), **kwargs):
    try:
        return call(*args, **kwargs)
    except kubernetes.client.ApiException as e:
        if e.status in fine:
            return None
        if BUG == "swallow":
            print("ignored:", e.status)
            return None
        raise kopf.TemporaryError(str(e.status), delay=0.5) from e


def keep(body, namespace, name, size, color):
    for i in range(size):
        part = {"metadata": {"name": f"{name}-{i}", "labels": {"widget": name}}, "data": {"color": color}}
        kopf.adopt(part, owner=body)
        have = attempt(api.read_namespaced_config_map, f"{name}-{i}", namespace, fine=(404,))
        if not have:
            attempt(api.create_namespaced_config_map, namespace, part)
        elif have.metadata.owner_references[0].uid != body["metadata"]["uid"]:
            raise kopf.TemporaryError("it belongs to another widget", delay=0.5)
        elif have.data != part["data"]:
            attempt(api.replace_namespaced_config_map, f"{name}-{i}", namespace,
                    {**part, "metadata": {**part["metadata"], "resourceVersion": have.metadata.resource_version}})
    for have in attempt(api.list_namespaced_config_map, namespace, label_selector=f"widget={name}").items:
        if have.metadata.owner_references[0].uid == body["metadata"]["uid"] and int(have.metadata.name.rsplit("-", 1)[1]) >= size:
            attempt(api.delete_namespaced_config_map, have.metadata.name, namespace, fine=(404, 409),
                    body={"preconditions": {"uid": have.metadata.uid}})


@kopf.on.resume("widgets.example.org")
@kopf.on.create("widgets.example.org")
@kopf.on.update("widgets.example.org")
def changed(body, namespace, name, spec, **_):
    keep(body, namespace, name, spec.get("size", 0), spec.get("color", ""))


@kopf.on.delete("widgets.example.org")
def deleted(uid, namespace, name, **_):
    for have in attempt(api.list_namespaced_config_map, namespace, label_selector=f"widget={name}").items:
        if have.metadata.owner_references[0].uid == uid:
            attempt(api.delete_namespaced_config_map, have.metadata.name, namespace, fine=(404, 409),
                    body={"preconditions": {"uid": have.metadata.uid}})
