#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kubectl.py RELIST KUBECTL CASES - replays recorded kubectl commands against a fresh server.

CASES holds what kubectl 1.32 printed in front of a real kube-apiserver 1.34. Exit codes and output
must be the same modulo ages, uids, resourceVersions, times and ports. Over TLS with a token, since
kubectl sends none over plain http. With --server and --out it records such CASES from another server.
"""
import argparse
import atexit
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ap.add_argument("relist")
ap.add_argument("kubectl")
ap.add_argument("cases", nargs="?", help="what the same commands printed elsewhere")
ap.add_argument("--server", help="ask the server at this URL (token admintoken) and start none")
ap.add_argument("--out", help="write what the commands print, as CASES")
opt = ap.parse_args()
opt.token = "admintoken"
KUBECTL = opt.kubectl
KD = tempfile.mkdtemp()
F = KD + "/files"
os.makedirs(KD + "/home")
os.makedirs(F)
with open(KD + "/tokens.csv", "w") as tokens:
    tokens.write('admintoken,admin,u-admin,"system:masters"\n')
server = None if opt.server else subprocess.Popen(
    [opt.relist, "serve", "--tls", "--token-auth-file", KD + "/tokens.csv", "--service-accounts",
     "--namespace-deletion"], stdout=subprocess.PIPE, text=True)


def clean_up():
    if server:
        server.terminate()
        server.wait()
    shutil.rmtree(KD)


atexit.register(clean_up)
SRV = opt.server or server.stdout.readline().split()[-1]
env = dict(os.environ, HOME=KD + "/home", KUBECONFIG=KD + "/kubeconfig")
env.pop("KUBECTL", None)
open(KD + "/kubeconfig", "w").write('apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: "%s", insecure-skip-tls-verify: true}}]\nusers: [{name: u, user: {token: %s}}]\ncontexts: [{name: c, context: {cluster: c, user: u, namespace: kc}}]\ncurrent-context: c\n' % (SRV, opt.token))
if opt.server: # the wire cases that were played before leave a node there
    subprocess.run([KUBECTL, "delete", "nodes", "--all"], env=env, stdout=subprocess.DEVNULL, check=True)
def wr(n, t): open(F + "/" + n, "w").write(t); return F + "/" + n
POD='apiVersion: v1\nkind: Pod\nmetadata:\n  name: %s\n  labels: {app: %s}\nspec:\n  containers:\n  - name: c\n    image: nginx\n'
DEP='apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: dep\nspec:\n  replicas: %d\n  selector: {matchLabels: {app: dep}}\n  template:\n    metadata: {labels: {app: dep}}\n    spec: {containers: [{name: c, image: nginx}]}\n'
wr('p1.yaml',POD%('p1','a'))
wr('p2.yaml',POD%('p2','b'))
wr('p2b.yaml',POD.replace('image: nginx','image: nginx:2')%('p2','b'))
wr('p3.yaml',POD%('p3','c'))
wr('p4.yaml',POD%('p4','d'))
wr('dep.yaml',DEP%1)
wr('dep2.yaml',DEP%2)
wr('cm.yaml','apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm}\ndata: {a: "1"}\n')
wr('cm2.yaml','apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm}\ndata: {a: "2"}\n')
def forget_cache(): subprocess.run(["rm", "-rf", KD + "/home/.kube"])
def raw(m, p, b=None, ct="application/merge-patch+json"):
    q = urllib.request.Request(SRV + p, json.dumps(b).encode() if b is not None else None, {"Content-Type": ct, "User-Agent": "sidecar", "Authorization": "Bearer " + opt.token}, method=m)
    try: return json.load(urllib.request.urlopen(q, context=ssl._create_unverified_context()))
    except Exception as e: print("raw", m, p, e)
def watches(): return {w["id"] for w in raw("GET", "/relist/v1/watches", ct="application/json")} if server else set()
def until_watched():
    """Waits for a watch that the command under way has opened. Other servers do not show it: a second."""
    end = time.time() + (15 if server else 1)
    while time.time() < end and not watches() - known: time.sleep(.05)
res = []
known = set()
def k(name, *args, bg=None, timeout=20, inp=None, extra_env=None, kill_after=None, once_watched=False):
    global known
    known = watches(); t0 = time.time(); p = subprocess.Popen([KUBECTL] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(env, **(extra_env or {})), stdin=subprocess.PIPE if inp else subprocess.DEVNULL)
    if bg: threading.Thread(target=bg, daemon=True).start()
    if once_watched: until_watched()
    try: o, e = p.communicate(inp, timeout=kill_after or timeout)
    except subprocess.TimeoutExpired: p.terminate(); o, e = p.communicate()
    res.append({"name": name, "cmd": "kubectl " + " ".join(a.replace(F + "/", "") for a in args), "rc": p.returncode, "s": round(time.time() - t0, 2), "stdout": o.replace(F + "/", ""), "stderr": e.replace(F + "/", "")})
NS='/api/v1/namespaces/kc'
st=lambda n,s: raw('PATCH',NS+'/pods/'+n+'/status',{'status':s})
k('version','version')
k('version-json','version','-o','json')
k('create-namespace','create','namespace','kc')
k('api-resources-cold','api-resources')
k('api-resources-warm','api-resources')
k('api-versions','api-versions')
forget_cache()
k('get-pods-empty-cold-cache','get','pods')
k('get-nosuchtype','get','nosuchtype')
k('create-f','create','-f',F+'/p1.yaml')
k('create-f-exists','create','-f',F+'/p1.yaml')
k('get-pods','get','pods')
k('get-pods-wide','get','pods','-o','wide')
k('get-pods-json','get','pods','-o','json')
k('get-pods-yaml-one','get','pod','p1','-o','yaml')
k('get-pods-name','get','pods','-o','name')
k('get-pods-A','get','pods','-A')
k('get-pods-selector','get','pods','-l','app=a','--field-selector','status.phase=Pending')
k('get-pod-missing','get','pod','nosuch')
k('get-pods-custom-columns','get','pods','-o','custom-columns=N:.metadata.name')
k('get-pods-chunk','get','pods','--chunk-size=1')
k('get-all','get','all')
k('get-raw','get','--raw','/api/v1/namespaces/kc/pods?limit=1')
k('get-show-labels','get','pods','--show-labels','-L','app')
def life(n):
    def f():
        until_watched(); raw('POST',NS+'/pods',{'apiVersion':'v1','kind':'Pod','metadata':{'name':n},'spec':{'containers':[{'name':'c','image':'nginx'}]}},'application/json'); time.sleep(.4); st(n,{'phase':'Running'}); time.sleep(.4); raw('DELETE',NS+'/pods/'+n+'?gracePeriodSeconds=0')
    return f
k('get-pods-w','get','pods','-w',bg=life('w1'),kill_after=4)
k('get-pods-watch-only-json-events','get','pods','--watch-only','-o','json','--output-watch-events',bg=life('w2'),kill_after=4)
k('get-pods-w-json','get','pods','-w','-o','json',bg=life('w3'),kill_after=4)
k('get-pod-p1-w','get','pod','p1','-w',kill_after=1,once_watched=True)
k('apply-create','apply','-f',F+'/p2.yaml')
k('apply-unchanged','apply','-f',F+'/p2.yaml')
k('apply-update','apply','-f',F+'/p2b.yaml')
k('apply-cm','apply','-f',F+'/cm.yaml')
k('apply-cm-update','apply','-f',F+'/cm2.yaml')
k('diff','diff','-f',F+'/cm.yaml')
k('apply-server-side-create','apply','--server-side','-f',F+'/p3.yaml')
k('apply-server-side-again','apply','--server-side','-f',F+'/p3.yaml')
k('apply-server-side-conflict','apply','--server-side','-f',F+'/cm.yaml')
k('apply-dryrun-server','apply','--dry-run=server','-f',F+'/cm.yaml')
k('apply-validate-false','apply','--validate=false','-f',F+'/cm.yaml')
k('replace','replace','-f',F+'/cm2.yaml')
k('replace-force','replace','--force','-f',F+'/cm.yaml')
k('patch-strategic','patch','pod','p1','-p','{"metadata":{"labels":{"x":"1"}}}')
k('patch-merge','patch','pod','p1','--type=merge','-p','{"metadata":{"labels":{"x":"2"}}}')
k('patch-json','patch','pod','p1','--type=json','-p','[{"op":"replace","path":"/metadata/labels/x","value":"3"}]')
k('patch-subresource-status','patch','pod','p1','--subresource=status','--type=merge','-p','{"status":{"phase":"Running"}}')
k('label','label','pod','p1','y=1')
k('label-overwrite','label','pod','p1','y=2','--overwrite')
k('label-remove','label','pod','p1','y-')
k('annotate','annotate','pod','p1','z=1')
k('label-all-selector','label','pods','-l','app=a','q=1')
k('edit','edit','cm','cm',extra_env={'EDITOR':"sed -i s/nothing/x/"})
k('edit-change','edit','cm','cm',extra_env={'EDITOR':'sed -i s/a:./a:\\ q/'} )
wr('ed.sh','#!/bin/sh\nsed -i "s/a: .*/a: edited/" "$1"\n')
os.chmod(F+'/ed.sh',0o755)
k('edit-script','edit','cm','cm',extra_env={'EDITOR':F+'/ed.sh'})
k('create-deployment-f','create','-f',F+'/dep.yaml')
k('create-deployment-cmd','create','deployment','d2','--image=nginx')
k('scale','scale','deployment','dep','--replicas=3')
k('scale-current-replicas','scale','deployment','dep','--replicas=4','--current-replicas=3')
k('set-image','set','image','deployment/dep','c=nginx:3')
k('rollout-history','rollout','history','deployment/dep')
def roll():
    until_watched(); d=raw('GET','/apis/apps/v1/namespaces/kc/deployments/dep'); raw('PATCH','/apis/apps/v1/namespaces/kc/deployments/dep/status',{'status':{'observedGeneration':d['metadata']['generation'],'replicas':4,'updatedReplicas':4,'readyReplicas':2,'availableReplicas':2}}); time.sleep(.6); raw('PATCH','/apis/apps/v1/namespaces/kc/deployments/dep/status',{'status':{'observedGeneration':d['metadata']['generation'],'replicas':4,'updatedReplicas':4,'readyReplicas':4,'availableReplicas':4}})
k('rollout-status','rollout','status','deployment/dep','--timeout=10s',bg=roll)
k('rollout-restart','rollout','restart','deployment/dep')
k('describe-pod','describe','pod','p1')
k('describe-deployment','describe','deployment','dep')
k('get-events','get','events')
k('events','events')
def rdy(): until_watched(); st('p1',{'conditions':[{'type':'Ready','status':'True'}]})
k('wait-condition','wait','--for=condition=Ready','pod/p1','--timeout=10s',bg=rdy)
k('wait-condition-already','wait','--for=condition=Ready','pod/p1','--timeout=10s')
k('wait-jsonpath','wait','--for=jsonpath={.status.phase}=Running','pod/p1','--timeout=5s')
def rmp(): until_watched(); raw('DELETE',NS+'/pods/p2?gracePeriodSeconds=0')
k('wait-delete','wait','--for=delete','pod/p2','--timeout=10s',bg=rmp)
k('wait-delete-absent','wait','--for=delete','pod/p2','--timeout=10s')
def crt(): time.sleep(1); raw('POST',NS+'/configmaps',{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'later'}},'application/json')
k('wait-create','wait','--for=create','cm/later','--timeout=10s',bg=crt)
k('explain','explain','pod.spec')
k('explain-v2','explain','pods','--output=plaintext-openapiv2')
k('auth-can-i','auth','can-i','create','pods')
k('auth-can-i-list','auth','can-i','--list')
k('auth-whoami','auth','whoami')
k('logs','logs','p1')
k('cluster-info','cluster-info')
k('get-nodes','get','nodes')
k('create-configmap','create','configmap','c9','--from-literal=a=b')
k('run','run','rp','--image=nginx')
k('expose','expose','deployment','dep','--port=80')
k('autoscale','autoscale','deployment','dep','--max=5')
k('create-token','create','sa','sa9')
k('delete-pod','delete','pod','p1')
k('delete-nowait','delete','pod','rp','--wait=false')
k('delete-missing','delete','pod','nosuch')
k('delete-ignore','delete','pod','nosuch','--ignore-not-found')
k('delete-f','delete','-f',F+'/cm.yaml')
k('create-p4','create','-f',F+'/p4.yaml')
k('delete-all','delete','pods','--all')
k('create-p4b','create','-f',F+'/p4.yaml')
k('delete-selector','delete','pods','-l','app=d')
k('create-p4c','create','-f',F+'/p4.yaml')
k('delete-force','delete','pod','p4','--grace-period=0','--force')
k('delete-deployment','delete','deployment','dep')
k('delete-deployment-foreground','delete','deployment','d2','--cascade=foreground','--timeout=2s')
k('delete-namespace','delete','namespace','kc','--wait=false')



def norm(s):
    s = (s or "").replace(F + "/", "")[:700]
    s = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<uid>", s)
    s = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|\w{3}, \d+ \w{3} \d{4} [\d:]+ [+-]\d{4}", "<time>", s)
    s = re.sub(r"https?://[\w.\[\]:]+", "<server>", s)
    s = re.sub(r"(resourceVersion\"?: \"?)\d+", r"\1<rv>", s)
    s = re.sub(r"\b(\d+[dhms])+\b", "<age>", s)
    s = re.sub(r"(?m)^UID +\S+$", "UID <uid>", s)
    return re.sub(r"[ \t]+", " ", s).strip()

# what depends on the version, on the whole OpenAPI document or on the tool, not on the server's behaviour: exit code only
RC_ONLY = {"version", "version-json", "api-resources-cold", "api-resources-warm", "api-versions", "explain", "explain-v2", "get-pods-yaml-one", "get-raw",
           "get-pods-json", "diff", "auth-can-i-list", "cluster-info", "edit-change", "describe-pod", "describe-deployment", "get-all", "get-pods-A",
           "delete-deployment-foreground", "get-pods-w-json", "get-pods-watch-only-json-events"}
if opt.out:
    with open(opt.out, "w") as out: json.dump(res, out)
if opt.cases:
    want = {c["name"]: c for c in json.load(open(opt.cases))}; passed = failed = 0
    for r in res:
        w = want.get(r["name"])
        if not w: continue
        why = None
        if w["rc"] != r["rc"]: why = f"exit code: expected {w['rc']}, got {r['rc']}: {r['stderr'][:160]!r}"
        elif r["name"] not in RC_ONLY:
            for part in ("stdout", "stderr"):
                a, b = norm(w[part]), norm(r[part])
                if part == "stderr": a, b = (re.sub(r"Warning:.*|WARNING:.*", "", x).strip() for x in (a, b))
                if a != b: why = f"{part}: expected {a[:200]!r}, got {b[:200]!r}"; break
        if why: failed += 1; print(f"{r['name']}: {r['cmd']}: {why}")
        else: passed += 1
    print(f"kubectl:             {passed} of {passed + failed} recorded commands as recorded"); sys.exit(1 if failed else 0)
