# SPDX-License-Identifier: Apache-2.0
"""The server without sockets: objects, time, faults, webhooks, errors."""
import pathlib
import re
import threading

import pytest

import relist as package
from relist import ConnectionCut, ModuleError, RelistError, Server, ServerClosed
from relist.exchange import Wait, run

ROOT = pathlib.Path(__file__).parents[3]
CONFIGMAPS = "/api/v1/namespaces/default/configmaps"


def config_map(name):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}


def create(server, name="a"):
    return server.request("POST", CONFIGMAPS, config_map(name))


def watch(server, query=""):
    exchange = server.exchange(0, "GET", f"/api/v1/configmaps?watch=1{query}", [("Host", "127.0.0.1")], b"")
    assert run(exchange, exchange.poll_head).status == 200
    return exchange


def test_create_then_get_and_conflict(relist):
    assert create(relist).status == 201
    assert create(relist).status == 409
    assert relist.request("GET", f"{CONFIGMAPS}/a").json()["metadata"]["uid"]


@pytest.mark.relist(time="paused")
def test_watch_ends_at_its_timeout_in_paused_time(relist):
    stream = watch(relist, "&timeoutSeconds=600&resourceVersion=0")
    create(relist)
    assert b'"ADDED"' in run(stream, stream.poll_body)
    relist.advance(599)
    assert isinstance(stream.poll_body(), Wait)
    relist.advance(1)
    assert run(stream, stream.poll_body) == b""


def test_advance_wakes_a_thread_that_waits(relist):
    relist.faults.delay(3600, resource="configmaps")
    result = []
    thread = threading.Thread(target=lambda: result.append(relist.request("GET", CONFIGMAPS).status))
    thread.start()
    while not result:
        relist.advance(600)
        thread.join(0.01)
    assert result == [200]


def test_the_same_seed_gives_the_same_bytes(relist_server):
    def life(seed):
        return create(relist_server(seed=seed, time="paused")).body

    assert life(7) == life(7)
    assert life(7) != life(8)


def test_servers_of_one_snapshot_are_independent(relist_server):
    a, b = relist_server(), relist_server()
    create(a)
    assert b.request("GET", f"{CONFIGMAPS}/a").status == 404


def test_every_fault_has_a_function():
    kinds = re.findall(r'^FAULT\(\w+, "([^"]+)"', (ROOT / "fakeapi/tbl/faults.h").read_text(), re.M)
    assert len(kinds) >= 13
    for kind in kinds:
        assert callable(getattr(package.Faults, kind.replace("-", "_"), None)), kind


def test_each_fault_function_makes_its_rule(relist_server):
    server = relist_server(backends=2)
    faults = server.faults
    made = {
        "fail": faults.fail(503, reason="ServiceUnavailable", message="m", retry_after=1, details={}, in_stream=True),
        "cut": faults.cut(5, verb="list"),
        "reset": faults.reset(verb="list"),
        "hang": faults.hang(name="x"),
        "hold-response": faults.hold_response(verb="create", times=2, skip=1),
        "delay": faults.delay(1.5, for_=10),
        "slow": faults.slow(1, 0.5, resource="pods"),
        "hold-events": faults.hold_events(resource="pods"),
        "drop-event": faults.drop_event(verb="delete"),
        "bookmarks": faults.bookmarks("off"),
        "watch-list": faults.watch_list("refuse", 422),
        "reply": faults.reply(["x", {"wait": "1s"}], status=200, headers={"A": "b"}),
        "backend": faults.backend(1, from_backend=0, user_agent="kubectl", continue_=True, send_initial_events=True),
        "http2": faults.http2("silent", verb="list"),
    }
    kinds = re.findall(r'^FAULT\(\w+, "([^"]+)"', (ROOT / "fakeapi/tbl/faults.h").read_text(), re.M)
    assert sorted(made) == sorted(kinds)
    assert [rule["kind"] for rule in faults.list()] == list(made)
    with made["hang"]:
        pass
    assert "hang" not in [rule["kind"] for rule in faults.list()]
    faults.clear()
    assert faults.list() == []


def test_fail_cut_reset_and_drop_act_once(relist):
    with relist.faults.fail(503, verb="list", resource="configmaps", times=5) as fault:
        assert relist.request("GET", CONFIGMAPS).status == 503
        assert fault.hits == 1
    relist.faults.cut(verb="list")
    with pytest.raises(ConnectionCut):
        relist.request("GET", CONFIGMAPS)
    relist.faults.reset(10, verb="list")
    with pytest.raises(ConnectionResetError):
        relist.request("GET", CONFIGMAPS)
    assert relist.request("GET", CONFIGMAPS).status == 200
    stream = watch(relist)
    relist.faults.drop_event(resource="configmaps")
    create(relist, "unseen")
    create(relist, "seen")
    text = run(stream, stream.poll_body)
    assert b"unseen" not in text and b"seen" in text


@pytest.mark.relist(backends=2)
def test_every_call_of_the_control_api(relist):
    create(relist)
    version = int(relist.state()["resourceVersion"])
    stream = watch(relist)
    assert [w["resource"] for w in relist.watches()] == ["configmaps"]
    assert relist.send_bookmarks() == 0  # the watch allows none
    assert relist.slow_watches(1 << 20, 0.001, resource="configmaps") == 1
    assert relist.send_bytes(["junk\n"]) == 1
    assert relist.send_error(410, "Expired", "m") == 1
    stream.end(client_gone=True)
    stream = watch(relist)
    assert relist.end_watches("stall") == 1
    assert relist.end_watches("resume") == 1
    assert relist.end_watches("cut", resource="configmaps") == 1
    with pytest.raises(ConnectionCut):
        run(stream, stream.poll_body)
    relist.put({**config_map("b"), "metadata": {"name": "b", "namespace": "default"}})
    assert [c["name"] for c in relist.changes(version)["items"]] == ["b"]
    relist.delete("configmaps", "b", "default")
    assert [o["metadata"]["name"] for o in relist.objects("configmaps")] == ["a"]
    relist.rewind(version + 1)
    relist.expire_continue()
    relist.compact()
    assert relist.request("GET", f"/api/v1/configmaps?watch=1&resourceVersion={version - 1}").body.count(b"410")
    relist.collect_garbage()
    relist.set_backend(1, freeze=True, for_=5)
    assert len(relist.backends()) == 2
    assert {r.verb for r in relist.requests()} >= {"create", "watch"}
    relist.clear_requests()
    assert relist.requests() == []
    relist.cut_network(60)
    with pytest.raises(ConnectionRefusedError):
        relist.request("GET", CONFIGMAPS)
    relist.advance(61)
    assert relist.request("GET", CONFIGMAPS).status == 200
    relist.set_backend(0, refuse=True)
    with pytest.raises(ConnectionRefusedError):
        relist.request("GET", CONFIGMAPS)
    assert relist.request("GET", CONFIGMAPS, backend=1).status == 200
    relist.reset()
    assert relist.objects("configmaps") == []


def test_load_reports_the_refused_document(relist, tmp_path):
    with pytest.raises(RelistError, match="Nonsense"):
        relist.load("apiVersion: v1\nkind: Nonsense\n")
    with pytest.raises(RelistError, match="manifest"):
        relist.load("{")
    (tmp_path / "a.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, namespace: new}\n")
    (tmp_path / "b.txt").write_text("not loaded")
    relist.load_files(tmp_path)
    assert len(relist.objects("configmaps", "new")) == 1
    (tmp_path / "c.yaml").write_text("kind: X")
    with pytest.raises(RelistError, match="c.yaml"):
        relist.load_files(tmp_path)


def test_definitions_are_served_at_once(relist):
    relist.load("""
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
""")
    assert relist.request("GET", "/apis/example.com/v1/widgets").json()["kind"] == "WidgetList"


HOOK = {
    "apiVersion": "admissionregistration.k8s.io/v1",
    "kind": "ValidatingWebhookConfiguration",
    "metadata": {"name": "w"},
    "webhooks": [{
        "name": "w.example.com", "sideEffects": "None", "admissionReviewVersions": ["v1"],
        "clientConfig": {"url": "https://127.0.0.1:1/validate"},
        "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["configmaps"]}],
    }],
}


def test_webhook_is_called_through_the_function(relist_server):
    def deny(url, review):
        if review["request"]["name"] == "broken":
            raise KeyError("oops")
        assert server.objects("namespaces")  # the handler may use the server
        review["response"] = {"uid": review["request"]["uid"], "allowed": False, "status": {"message": f"no, says {url}"}}
        return review

    server = relist_server(webhooks=deny)
    server.load(HOOK)
    answer = create(server)
    assert answer.status == 400 and b"no, says https://127.0.0.1:1/validate" in answer.body
    answer = create(server, "broken")
    assert answer.status == 500 and b"KeyError" in answer.body


def test_webhook_without_a_listener_fails_the_request(relist):
    relist.load(HOOK)
    answer = create(relist)
    assert answer.status == 500 and b"w.example.com" in answer.body


def test_a_closed_server_ends_streams_and_refuses_calls(relist_server):
    server = relist_server()
    stream = watch(server)
    result = []

    def read():
        try:
            run(stream, stream.poll_body)
        except ServerClosed as e:
            result.append(e)

    thread = threading.Thread(target=read)
    thread.start()
    server.close()
    thread.join(30)
    assert result
    with pytest.raises(ServerClosed):
        create(server)
    with pytest.raises(ServerClosed):
        server.url
    server.close()


def test_bad_arguments_are_errors(relist_server):
    with pytest.raises(RelistError, match="watchWindwo is unknown.*watchWindow"):
        Server(watch_windwo=1)
    with pytest.raises(RelistError, match="wanted a whole number"):
        Server(backends="two")
    with pytest.raises(RelistError, match="Nonsense"):
        Server(enable_admission_plugins="Nonsense")
    with pytest.raises(ValueError, match="'real', 'paused'"):
        Server(time="virtual")
    with pytest.raises(ValueError, match="seed"):
        Server(seed=-1)
    server = relist_server()
    with pytest.raises(ValueError, match="does not go back"):
        server.advance(-1)
    with pytest.raises(TypeError, match="resourc"):
        server.faults.fail(resourc="pods")
    with pytest.raises(RelistError, match="pods"):
        server.faults.fail(resource="podss")
    with pytest.raises(ValueError, match="backend"):
        server.request("GET", "/", backend=1)
    with pytest.raises(RelistError, match="no sockets"):
        relist_server(time=lambda: 0.0).url


def test_broken_and_foreign_modules_are_errors(tmp_path):
    wasmtime = pytest.importorskip("wasmtime")
    path = tmp_path / "m.wasm"
    with pytest.raises(ModuleError, match="m.wasm"):
        Server(module_path=path)
    path.write_bytes(b"\0asm but broken")
    with pytest.raises(ModuleError, match="does not compile"):
        Server(module_path=path)
    path2 = tmp_path / "other.wasm"
    path2.write_bytes(wasmtime.wat2wasm('(module (memory (export "memory") 1))'))
    with pytest.raises(ModuleError, match="another module"):
        Server(module_path=path2)
    path3 = tmp_path / "old.wasm"
    path3.write_bytes(wasmtime.wat2wasm(
        '(module (memory (export "memory") 1) (func (export "relist_version") (result i32) i32.const 0))'))
    with pytest.raises(ModuleError, match="interface 0, this package wants 1"):
        Server(module_path=path3)


def test_a_trap_is_an_error_for_every_later_call(relist_server):
    server = relist_server()
    with pytest.raises(ModuleError, match="failed in relist_head"):
        server._engine.call("relist_head", -8, 1, 0)
    with pytest.raises(ModuleError, match="failed in relist_head"):
        create(server)


def test_an_instance_out_of_memory_is_an_error(relist_server):
    server = relist_server()
    server._engine._store.set_limits(memory_size=server._engine._memory.data_len(server._engine._store))
    with pytest.raises((ModuleError, AssertionError)):
        for n in range(2000):
            answer = server.request("POST", CONFIGMAPS, {**config_map(f"a{n}"), "data": {"k": "v" * 60000}})
            assert answer.status == 201, answer.body


def test_cancelled_and_unread_exchanges_end(relist):
    stream = watch(relist)
    stream.end(client_gone=True)
    assert relist.watches() == []
    unread = watch(relist)
    for n in range(200):
        assert create(relist, f"a{n}").status == 201
    unread.end(client_gone=True)


def test_the_package_has_the_version_of_relist():
    assert package.__version__ == (ROOT / "VERSION").read_text().strip()


def test_a_failure_shows_the_requests(pytester):
    pytester.makepyfile("""
        def test_it(relist):
            relist.request("GET", "/api/v1/pods")
            assert False
    """)
    result = pytester.runpytest("-p", "relist.pytest_plugin") if not pytester._request.config.pluginmanager.hasplugin(
        "relist") else pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*relist: requests*", "*200*list*/api/v1/pods*"])
