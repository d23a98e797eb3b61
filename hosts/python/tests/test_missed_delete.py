# SPDX-License-Identifier: Apache-2.0
"""Unchanged clients that miss a delete: the mistaken controller keeps a ghost, the correct one does not."""
import asyncio
import threading
import time

import pytest

DEADLINE = 60


def wait_until(condition):
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "the condition did not come true"
        time.sleep(0.01)


# --- the official client ---


class Controller(threading.Thread):
    """Keeps the names of the ConfigMaps that exist."""

    def __init__(self, api, lists_again):
        super().__init__(daemon=True)
        self.api, self.lists_again = api, lists_again
        self.known, self.stopped, self.rounds = set(), False, 0

    def run(self):
        from kubernetes import watch

        version = None
        while not self.stopped:
            if version is None or self.lists_again:
                objects = self.api.list_namespaced_config_map("default")
                version = objects.metadata.resource_version
                self.known = {o.metadata.name for o in objects.items}
            self.rounds += 1
            events = watch.Watch().stream(self.api.list_namespaced_config_map, "default", resource_version=version,
                                          timeout_seconds=3600)  # without it the client itself watches again
            for event in events:
                name = event["object"].metadata.name
                version = event["object"].metadata.resource_version
                (self.known.discard if event["type"] == "DELETED" else self.known.add)(name)


def official_client(server):
    client = pytest.importorskip("kubernetes.client")
    configuration = client.Configuration(host=server.url)
    return client.CoreV1Api(client.ApiClient(configuration))


@pytest.mark.parametrize("lists_again", [False, True])
def test_official_client_misses_a_delete_unless_it_lists_again(relist, lists_again):
    api = official_client(relist)
    for name in ("stays", "goes"):
        api.create_namespaced_config_map("default", {"metadata": {"name": name}})
    controller = Controller(api, lists_again)
    controller.start()
    wait_until(lambda: controller.known == {"stays", "goes"} and relist.watches())

    relist.faults.drop_event(resource="configmaps", verb="delete")
    api.delete_namespaced_config_map("goes", "default")
    rounds = controller.rounds
    relist.end_watches()
    wait_until(lambda: controller.rounds > rounds and relist.watches())
    api.create_namespaced_config_map("default", {"metadata": {"name": "last"}})
    wait_until(lambda: "last" in controller.known)

    assert controller.known == ({"stays", "last"} if lists_again else {"stays", "goes", "last"})
    controller.stopped = True
    relist.end_watches()
    controller.join(DEADLINE)


# --- kopf ---


def run_kopf(server, registry, body):
    kopf = pytest.importorskip("kopf")

    @kopf.on.login(registry=registry)
    def login(**_):
        return kopf.ConnectionInfo(server=server.url)

    settings = kopf.OperatorSettings()
    settings.posting.enabled = False
    settings.watching.reconnect_backoff = 0.01
    stop = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(kopf.operator(
        registry=registry, settings=settings, namespaces=["default"], stop_flag=stop, standalone=True)), daemon=True)
    thread.start()
    try:
        body()
    finally:
        stop.set()
        thread.join(DEADLINE)
    assert not thread.is_alive()


def open_config_map_watches(server):
    return [w for w in server.watches() if w["resource"] == "configmaps"]


def put_config_maps(server):
    for name in ("stays", "goes"):
        server.put({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": "default"}})


def kopf_misses_a_delete(server, known):
    def body():
        wait_until(lambda: known == {"stays", "goes"} and open_config_map_watches(server))
        wait_until(lambda: all(not w["waiting"] or w["sentAll"] for w in open_config_map_watches(server)))
        server.faults.drop_event(resource="configmaps", name="goes", times=1)
        answer = server.request("DELETE", "/api/v1/namespaces/default/configmaps/goes")
        assert answer.status == 200
        server.compact()  # kopf 1.45 resumes a watch where it ended; it lists again only after a 410
        server.end_watches(resource="configmaps")
        server.put({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "last", "namespace": "default"}})
        wait_until(lambda: "last" in known)

    return body


def test_kopf_event_handler_misses_a_delete(relist):
    kopf = pytest.importorskip("kopf")
    registry, known = kopf.OperatorRegistry(), set()

    @kopf.on.event("configmaps", registry=registry)
    def note(type, name, **_):
        (known.discard if type == "DELETED" else known.add)(name)

    put_config_maps(relist)
    run_kopf(relist, registry, kopf_misses_a_delete(relist, known))
    assert known == {"stays", "goes", "last"}


def test_kopf_delete_handler_holds_the_object_until_it_has_run(relist):
    kopf = pytest.importorskip("kopf")
    registry, known = kopf.OperatorRegistry(), set()

    @kopf.on.create("configmaps", registry=registry)
    @kopf.on.resume("configmaps", registry=registry)
    def add(name, **_):
        known.add(name)

    @kopf.on.delete("configmaps", registry=registry)
    def remove(name, **_):
        known.discard(name)

    def handled(metadata):
        return ("kopf.zalando.org/KopfFinalizerMarker" in metadata.get("finalizers", [])
                and "kopf.zalando.org/last-handled-configuration" in metadata.get("annotations", {}))

    def body():
        # The annotation is kopf's last write: the dropped event is that of the delete.
        wait_until(lambda: all(handled(o["metadata"]) for o in relist.objects("configmaps")))
        kopf_misses_a_delete(relist, known)()
        wait_until(lambda: {o["metadata"]["name"] for o in relist.objects("configmaps")} == {"stays", "last"})

    put_config_maps(relist)
    run_kopf(relist, registry, body)
    assert known == {"stays", "last"}


# --- httpx in an event loop whose time is virtual ---


def virtual(main):
    """Runs main(loop) in an event loop in which sleeping takes no time."""
    looptime = pytest.importorskip("looptime")
    loop = looptime.new_event_loop()
    try:
        return loop.run_until_complete(main(loop))
    finally:
        loop.close()


def test_httpx_watch_lives_ten_virtual_minutes(relist_server):
    httpx = pytest.importorskip("httpx")

    async def main(loop):
        server = relist_server(time=loop.time)
        begun = loop.time()
        async with httpx.AsyncClient(transport=server.async_transport(), base_url="http://127.0.0.1", timeout=None) as client:
            server.faults.delay(30, verb="list")
            assert (await client.get("/api/v1/configmaps")).status_code == 200
            assert loop.time() - begun == pytest.approx(30)
            async with client.stream("GET", "/api/v1/configmaps?watch=1&timeoutSeconds=570") as stream:
                async for _ in stream.aiter_lines():
                    raise AssertionError("an event without a change")
            assert loop.time() - begun == pytest.approx(600)
            server.faults.hang(verb="list")
            with pytest.raises(httpx.ReadTimeout):
                await client.get("/api/v1/configmaps", timeout=20)
            assert loop.time() - begun == pytest.approx(620)
            server.faults.cut(verb="list")
            with pytest.raises(httpx.RemoteProtocolError):
                await client.get("/api/v1/configmaps")
            task = asyncio.ensure_future(client.get("/api/v1/configmaps?watch=1"))
            await asyncio.sleep(1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert server.watches() == []

    real = time.monotonic()
    virtual(main)
    assert time.monotonic() - real < 600


def test_httpx_sync_transport(relist):
    httpx = pytest.importorskip("httpx")
    with httpx.Client(transport=relist.transport(), base_url="http://127.0.0.1") as client:
        assert client.get("/version").json()["major"] == "1"
        assert client.head("/version").content == b""
        relist.faults.reset(verb="list")
        with pytest.raises(httpx.ReadError):
            client.get("/api/v1/pods")
        relist.set_backend(0, refuse=True, for_=3600)
        with pytest.raises(httpx.ConnectError):
            client.get("/api/v1/pods")
