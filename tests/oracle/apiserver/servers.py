# SPDX-License-Identifier: Apache-2.0
"""The two servers under comparison: kube-apiserver with its etcd, and relist serve.

Each lives in a temporary folder on free ports of 127.0.0.1 and is gone, with its folder, when the
program ends, however it ends.
"""
import atexit
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

# token,user,uid,"groups": what the recorded requests carry.
TOKENS = 'admintoken,admin,1,"system:masters"\nusertoken,alice,2,""\n'
STARTS_WITHIN_S = 180


class Broken(Exception):
    """A server that does not start, or does not answer."""


def free_ports(count):
    socks = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in socks]
    for s in socks:
        s.close()
    return ports


class Server:
    """A few processes and a folder. `port` and `tls` say how to ask it."""

    def __init__(self, name):
        self.name = name
        self.port = 0
        self.tls = False
        self.processes = []
        self.folder = tempfile.mkdtemp(prefix="relist-oracle-")
        atexit.register(self.stop)
        with open(self.folder + "/tokens.csv", "w") as tokens:
            tokens.write(TOKENS)

    def start(self, args, **popen):
        log = open("%s/%d.log" % (self.folder, len(self.processes)), "w")
        # A group of its own: ^C is ours, and stop() ends the processes in the right order.
        process = subprocess.Popen(args, stderr=log, start_new_session=True, **popen)
        log.close()
        self.processes.append(process)
        return process

    def url(self):
        return "http%s://127.0.0.1:%d" % ("s" if self.tls else "", self.port)

    def wait_for(self, url):
        deadline = time.monotonic() + STARTS_WITHIN_S
        context = ssl._create_unverified_context()
        while time.monotonic() < deadline:
            self.check("its start")
            request = urllib.request.Request(url, headers={"Authorization": "Bearer admintoken"})
            try:
                with urllib.request.urlopen(request, context=context, timeout=5):
                    return
            except (OSError, urllib.error.URLError):
                time.sleep(0.2)
        raise Broken("%s does not answer 200 within %d s" % (url, STARTS_WITHIN_S))

    def check(self, after):
        """Raises Broken when one of its processes has ended."""
        for i, process in enumerate(self.processes):
            if process.poll() is not None:
                with open("%s/%d.log" % (self.folder, i), errors="replace") as log:
                    tail = log.read()[-2000:]
                raise Broken("%s ended with status %d after %s\n%s" % (process.args[0], process.returncode, after, tail))

    def stop(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        self.processes = []
        shutil.rmtree(self.folder, ignore_errors=True)


def start_real(kube_apiserver, etcd, emulated=None, more=lambda server: []):
    """`more`: further flags, of the server with its folder."""
    s = Server("kube-apiserver")
    s.tls = True
    client, peer, s.port = free_ports(3)
    store = "http://127.0.0.1:%d" % client
    other = "http://127.0.0.1:%d" % peer
    s.start([etcd, "--data-dir", s.folder + "/etcd", "--unsafe-no-fsync", "--log-level", "error",
             "--listen-client-urls", store, "--advertise-client-urls", store, "--listen-peer-urls", other,
             "--initial-advertise-peer-urls", other, "--initial-cluster", "default=" + other],
            stdout=subprocess.DEVNULL)
    s.wait_for(store + "/health")
    key = s.folder + "/sa.key"
    subprocess.run(["openssl", "genrsa", "-out", key, "2048"], check=True, stderr=subprocess.DEVNULL)
    # As `relist serve` is without flags: no pod mounts tokens, anonymous users are judged by RBAC.
    s.start([kube_apiserver, "--etcd-servers=" + store, "--secure-port=%d" % s.port, "--bind-address=127.0.0.1",
             "--cert-dir=" + s.folder + "/certs", "--token-auth-file=" + s.folder + "/tokens.csv",
             "--authorization-mode=RBAC", "--service-cluster-ip-range=10.0.0.0/24",
             "--service-account-issuer=https://kubernetes.default.svc", "--service-account-signing-key-file=" + key,
             "--service-account-key-file=" + key, "--disable-admission-plugins=ServiceAccount", "--event-ttl=24h",
             "--allow-privileged=true"] + (["--emulated-version=" + emulated] if emulated else []) + more(s),
            stdout=subprocess.DEVNULL)
    s.wait_for(s.url() + "/readyz")
    return s


def start_relist(relist, kubernetes=None, more=lambda server: []):
    s = Server("relist serve")
    s.port, = free_ports(1)
    s.start([relist, "serve", "--port", str(s.port), "--token-auth-file", s.folder + "/tokens.csv", "--no-control",
             "--enable-admission-plugins", "StorageObjectInUseProtection"] +
            (["--kubernetes", kubernetes] if kubernetes else []) + more(s),
            stdout=subprocess.DEVNULL)
    s.wait_for(s.url() + "/readyz")
    return s


def end_on_signals():
    """SIGTERM and SIGHUP end the program as ^C does: through atexit."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))
