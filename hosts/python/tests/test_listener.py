# SPDX-License-Identifier: Apache-2.0
"""The listener on loopback: framing, faults, clients that leave."""
import http.client
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

CONFIGMAPS = "/api/v1/namespaces/default/configmaps"
DEADLINE = 60


def connect(server):
    return http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=DEADLINE)


def body(name):
    return json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}})


def post(connection, name):
    connection.request("POST", CONFIGMAPS, body(name), {"Content-Type": "application/json"})
    return connection.getresponse()


def wait_until(condition):
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "the condition did not come true"
        time.sleep(0.005)


def test_keep_alive_head_and_chunked_requests(relist):
    connection = connect(relist)
    for n in range(3):
        answer = post(connection, f"a{n}")
        assert answer.status == 201 and json.loads(answer.read())["metadata"]["name"] == f"a{n}"
    connection.request("HEAD", f"{CONFIGMAPS}/a0")
    answer = connection.getresponse()
    assert answer.status == 405 and answer.read() == b""  # as kube-apiserver
    connection.request("POST", CONFIGMAPS, iter([body("chunked").encode()]), {"Content-Type": "application/json"},
                       encode_chunked=True)
    answer = connection.getresponse()
    assert answer.status == 201
    answer.read()
    assert len(relist.objects("configmaps")) == 4


def test_watch_streams_and_a_client_that_leaves_ends_it(relist):
    watcher, writer = connect(relist), connect(relist)
    watcher.request("GET", "/api/v1/configmaps?watch=1")
    stream = watcher.getresponse()
    assert stream.headers["Transfer-Encoding"] == "chunked"
    for name in ("a", "b"):
        post(writer, name).read()
        event = json.loads(stream.readline())
        assert event["type"] == "ADDED" and event["object"]["metadata"]["name"] == name
    stream.close()
    watcher.close()
    wait_until(lambda: relist.watches() == [])


def test_ends_cuts_and_resets_reach_the_socket(relist):
    for how, error in (("end", None), ("cut", http.client.IncompleteRead), ("reset", ConnectionResetError)):
        connection = connect(relist)
        connection.request("GET", "/api/v1/configmaps?watch=1")
        stream = connection.getresponse()
        assert relist.end_watches(how) == 1
        if error is None:
            assert stream.read() == b""
        else:
            with pytest.raises(error):
                stream.read()
    relist.faults.cut(verb="list")
    connection = connect(relist)
    connection.request("GET", CONFIGMAPS)
    with pytest.raises(http.client.RemoteDisconnected):
        connection.getresponse()


def test_a_refusing_backend_breaks_connections(relist):
    relist.url
    relist.set_backend(0, refuse=True, for_=3600)
    connection = connect(relist)
    with pytest.raises(ConnectionError):
        connection.request("GET", CONFIGMAPS)
        connection.getresponse()
    relist.set_backend(0, refuse=False)
    connection = connect(relist)
    connection.request("GET", CONFIGMAPS)
    assert connection.getresponse().status == 200


def test_many_connections_at_once(relist):
    def one(n):
        connection = connect(relist)
        try:
            return post(connection, f"c{n}").status
        finally:
            connection.close()

    with ThreadPoolExecutor(32) as pool:
        assert list(pool.map(one, range(150))) == [201] * 150
    assert len(relist.objects("configmaps")) == 150


def test_a_client_that_never_reads_holds_up_neither_others_nor_the_end(relist_server):
    server = relist_server()
    lazy = socket.create_connection(("127.0.0.1", urlsplit(server.url).port))
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.sendall(b"GET /api/v1/configmaps?watch=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    wait_until(lambda: len(server.watches()) == 1)
    big = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {"k": "v" * 500_000}}
    for n in range(20):
        big["metadata"]["name"] = f"x{n}"
        assert server.request("POST", CONFIGMAPS, big).status == 201
    closer = threading.Thread(target=server.close)
    closer.start()
    closer.join(DEADLINE)
    assert not closer.is_alive()
    lazy.close()


@pytest.mark.parametrize("head, status", [
    (b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n", 400),
    (b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
    (b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    (b"nonsense\r\n\r\n", 400),
])
def test_bad_requests_get_an_answer(relist, head, status):
    with socket.create_connection(("127.0.0.1", urlsplit(relist.url).port), timeout=DEADLINE) as s:
        s.sendall(head.replace(b"%b", CONFIGMAPS.encode()))
        assert str(status).encode() in s.recv(4096)


def test_kubeconfig_names_the_listener(relist, tmp_path):
    path = relist.write_kubeconfig(tmp_path / "kubeconfig")
    with open(path, encoding="utf-8") as f:
        assert json.load(f)["clusters"][0]["cluster"]["server"] == relist.url


def test_an_untrusted_host_is_refused(relist):
    connection = connect(relist)
    connection.request("GET", "/version", headers={"Host": "evil.example.com"})
    assert connection.getresponse().status == 403
