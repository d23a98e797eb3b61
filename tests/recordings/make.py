#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the recordings of this folder anew, but real-*, which are of kube-apiserver 1.34.4: real clients through `relist record` against `relist serve`
and its faults.

    tests/recordings/make.py build/relist build/release/adapters/c/subject CLIENT-GO PYTHON KUBECTL [NAME]

CLIENT-GO is adapters/client-go built, PYTHON a Python with the kubernetes package."""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

relist, c_subject, client_go, python, kubectl = sys.argv[1:6]
only = sys.argv[6:]
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def ask(url, method="GET", body=None, agent="make", kind="application/json"):
    request = urllib.request.Request(url, method=method, headers={"User-Agent": agent, "Content-Type": kind})
    data = json.dumps(body).encode() if body is not None else None
    try:
        with urllib.request.urlopen(request, data, timeout=10) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as e:
        return e.code, json.loads(e.read() or b"{}")


def wait_port(port):
    for _ in range(200):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise SystemExit("nothing listens")


class Cluster:
    """A server, a proxy before it and one client behind it."""

    def __init__(self, name, tmp):
        self.port, self.proxy_port = free_port(), free_port()
        self.state, self.kubeconfig = os.path.join(tmp, "state"), os.path.join(tmp, "kc")
        self.url = f"http://127.0.0.1:{self.port}"
        self.proxy_url = f"http://127.0.0.1:{self.proxy_port}"
        self.serve()
        self.recorder = subprocess.Popen(
            [relist, "record", "--upstream", self.url, "-o", os.path.join(here, name + ".jsonl"), "--port",
             str(self.proxy_port), "--write-kubeconfig", self.kubeconfig, "--resource", "pods"],
            stdout=subprocess.DEVNULL)
        wait_port(self.proxy_port)
        self.clients = []

    def serve(self):
        self.server = subprocess.Popen(
            [relist, "serve", "--port", str(self.port), "--state", self.state, "--seed", "1"],
            stdout=subprocess.DEVNULL)
        wait_port(self.port)

    def kill_server(self):
        self.server.kill()
        self.server.wait()

    def client(self, command):
        env = dict(os.environ, KUBECONFIG=self.kubeconfig)
        if command[0] != kubectl:
            command = command + "--resource pods --group= --version v1 --seconds 60".split()
        self.clients.append(subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL,
                                             stderr=subprocess.DEVNULL))
        self.settle()

    def settle(self):
        """Until a watch is open."""
        for _ in range(1500):
            if ask(self.url + "/relist/v1")[1].get("watches"):
                time.sleep(0.3)
                return
            time.sleep(0.02)
        raise SystemExit("no watch was opened")

    def pods(self, ns="default"):
        return f"{self.url}/api/v1/namespaces/{ns}/pods"

    def create(self, name):
        ask(self.pods(), "POST", {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": "web"}},
                                  "spec": {"containers": [{"name": "c", "image": "nginx", "env": [
                                      {"name": "DB_PASSWORD", "value": "swordfish-4711"}]}]}})
        time.sleep(0.05)

    def label(self, name, value):
        ask(f"{self.pods()}/{name}", "PATCH", {"metadata": {"labels": {"v": value}}},
            kind="application/merge-patch+json")
        time.sleep(0.05)

    def delete(self, name):
        ask(f"{self.pods()}/{name}?gracePeriodSeconds=0", "DELETE")
        time.sleep(0.05)

    def control(self, call, body=None):
        status, answer = ask(f"{self.url}/relist/v1/{call}", "POST", body or {})
        assert status < 300, answer
        return answer

    def end(self):
        time.sleep(0.5)
        for c in self.clients:
            c.terminate()
            c.wait()
        time.sleep(0.2)
        self.recorder.send_signal(signal.SIGTERM)
        assert self.recorder.wait() == 0
        self.server.terminate()
        self.server.wait()


def live_a_little(c):
    """A watch that lived longer than a second and carried something."""
    c.create("web-1")
    c.label("web-1", "2")
    time.sleep(1.2)


def restart(c):
    c.create("web-0")
    c.client([c_subject])
    live_a_little(c)
    c.kill_server()
    time.sleep(1)
    c.serve()
    c.create("web-2")
    c.settle()
    c.label("web-2", "2")


def expired_status(c):
    c.create("web-0")
    c.client([client_go, "--watch-list=false"])
    live_a_little(c)
    c.control("faults", {"kind": "fail", "match": {"verb": "watch", "resource": "pods"}, "status": 410, "reason": "Expired",
                         "message": "too old resource version: 1 (2)"})
    c.control("watches", {"how": "end", "match": {"resource": "pods"}})
    c.create("web-2")
    c.settle()
    c.label("web-2", "2")


def expired_event(c):
    c.create("web-0")
    c.client([python, os.path.join(root, "adapters/python/subject.py")])
    live_a_little(c)
    c.control("watches", {"how": "error", "match": {"resource": "pods"}, "status": 410, "reason": "Expired",
                          "message": "too old resource version: 1 (2)"})
    time.sleep(1.5)
    c.settle()
    c.create("web-2")


def network_cut(c):
    c.create("web-0")
    c.client([client_go, "--watch-list=false"])
    live_a_little(c)
    c.control("watches", {"how": "reset", "match": {"resource": "pods"}})
    time.sleep(1.5)
    c.settle()
    c.create("web-2")
    c.control("watches", {"how": "cut", "match": {"resource": "pods"}})
    time.sleep(1.5)
    c.settle()
    c.label("web-2", "3")


def missed_delete(c):
    for i in range(3):
        c.create(f"web-{i}")
    c.client([c_subject])
    c.label("web-1", "2")
    time.sleep(1.2)
    hold = c.control("faults", {"kind": "hold-events", "match": {"resource": "pods"}})["id"]
    c.delete("web-1")
    c.create("web-3")
    c.control("compact")
    c.control("watches", {"how": "cut", "match": {"resource": "pods"}})
    ask(f"{c.url}/relist/v1/faults/{hold}", "DELETE")
    time.sleep(2.5)
    c.settle()
    c.label("web-3", "2")


def slow_handler(c):
    """A client that takes a tenth of a second for each event, and a burst of them."""
    slow = ("import sys, time\nfrom kubernetes import client, config, watch\nconfig.load_kube_config()\n"
            "api = client.CoreV1Api()\nrv = api.list_pod_for_all_namespaces().metadata.resource_version\n"
            "for e in watch.Watch().stream(api.list_pod_for_all_namespaces, resource_version=rv):\n"
            "    time.sleep(0.1)\n")
    c.create("web-0")
    c.client([python, "-c", slow])
    c.create("web-1")
    for i in range(20):
        c.label("web-1", str(i))
    c.delete("web-0")
    time.sleep(2.5)


def watch_list(c):
    for i in range(4):
        c.create(f"web-{i}")
    c.client([client_go])
    c.label("web-1", "2")
    c.delete("web-2")


def paged_list(c):
    for i in range(7):
        c.create(f"web-{i}")
    c.client([kubectl, "get", "pods", "--chunk-size=3", "--watch", "-o", "name"])
    c.label("web-1", "2")
    c.delete("web-2")


def two_clients(c):
    c.create("web-0")
    c.client([c_subject])
    url = f"{c.proxy_url}/api/v1/namespaces/default/pods/web-0"
    seen = [ask(url, agent=agent)[1] for agent in ("left", "right")]
    for agent, pod in zip(("left", "right"), seen):
        pod["metadata"]["labels"]["by"] = agent
        status, answer = ask(url, "PUT", pod, agent=agent)
        if status == 409:
            pod = ask(url, agent=agent)[1]
            pod["metadata"]["labels"]["by"] = agent
            status, answer = ask(url, "PUT", pod, agent=agent)
        assert status == 200, answer


STORIES = {
    "restart": restart, "expired-status": expired_status, "expired-event": expired_event, "network-cut": network_cut,
    "missed-delete": missed_delete, "slow-handler": slow_handler, "watch-list": watch_list, "paged-list": paged_list,
    "two-clients": two_clients,
}
for name, story in STORIES.items():
    if only and name not in only:
        continue
    with tempfile.TemporaryDirectory() as tmp:
        cluster = Cluster(name, tmp)
        try:
            story(cluster)
        finally:
            cluster.end()
    print(name)
