#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A chaos cluster in three seconds: the real controllers, scheduler and kwok on a server that misbehaves on cue.
#   export KUBE_CONTROLLER_MANAGER=... KUBE_SCHEDULER=... KWOK=...      # paths of the three programs
#   relist serve --cluster --exec sh chaos-cluster.sh
set -eu
for program in "${KUBE_CONTROLLER_MANAGER:-}" "${KUBE_SCHEDULER:-}" "${KWOK:-}"; do
	[ -x "$program" ] || { echo 'KUBE_CONTROLLER_MANAGER, KUBE_SCHEDULER and KWOK name no programs'; exit 77; }
done
server=$(sed -n 's/.*server: *"\{0,1\}\([^"]*\)"\{0,1\} *$/\1/p' "$KUBECONFIG")
logs=$(mktemp -d)
trap 'kill $plane; rm -rf "$logs"' EXIT
"$KUBE_CONTROLLER_MANAGER" --kubeconfig "$KUBECONFIG" --leader-elect=false --bind-address 127.0.0.1 --secure-port 0 >"$logs/kcm" 2>&1 &
plane=$!
"$KUBE_SCHEDULER" --kubeconfig "$KUBECONFIG" --leader-elect=false --bind-address 127.0.0.1 --secure-port 0 >"$logs/scheduler" 2>&1 &
plane="$plane $!"
"$KWOK" --kubeconfig "$KUBECONFIG" --manage-all-nodes=true --node-lease-duration-seconds=40 >"$logs/kwok" 2>&1 &
plane="$plane $!"

post() { curl -fsS "$server$1" -H 'Content-Type: application/json' -d "$2" >/dev/null; }
ready() { # N: so many pods of the deployment are ready within a minute
	for _ in $(seq 240); do
		curl -fsS "$server/apis/apps/v1/namespaces/default/deployments/web" | grep -q "\"availableReplicas\": *$1\b" && return
		sleep 0.25
	done
	echo "the deployment has not come to $1"
	exit 1
}
for i in 1 2 3; do
	post /api/v1/nodes '{"metadata":{"name":"node-'$i'","annotations":{"kwok.x-k8s.io/node":"fake"}},
		"status":{"allocatable":{"cpu":"8","memory":"32Gi","pods":"110"},"capacity":{"cpu":"8","memory":"32Gi","pods":"110"}}}'
done
post /apis/apps/v1/namespaces/default/deployments '{"metadata":{"name":"web"},"spec":{"replicas":20,"selector":{"matchLabels":{"app":"web"}},
	"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c","image":"nginx"}]}}}}'
ready 20

# Now it gets rough: three seconds of 500 for the controllers, every watch cut, all history forgotten; and 30 are wanted.
post /relist/v1/faults '{"kind":"fail","status":500,"for":"3s","match":{"userAgent":"kube-controller-manager"}}'
post /relist/v1/compact '{}'
post /relist/v1/watches '{"how":"cut"}'
curl -fsS -X PATCH "$server/apis/apps/v1/namespaces/default/deployments/web" -H 'Content-Type: application/merge-patch+json' \
	-d '{"spec":{"replicas":30}}' >/dev/null
ready 30
echo done
