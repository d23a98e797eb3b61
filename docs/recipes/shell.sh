#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# relist serve --exec sh shell.sh
set -eu
server=$(sed -n 's/.*server: *"\{0,1\}\([^"]*\)"\{0,1\} *$/\1/p' "$KUBECONFIG")
maps=$server/api/v1/namespaces/default/configmaps

curl -fsS "$maps" \
	--json '{"metadata":{"name":"settings"},"data":{"color":"red"}}' >/dev/null

# The next read of it fails once with 503, and the one after does not.
curl -fsS "$server/relist/v1/faults" \
	--json '{"kind":"fail","status":503,"match":{"verb":"get","resource":"configmaps"}}' >/dev/null
test "$(curl -s -o /dev/null -w '%{http_code}' "$maps/settings")" = 503
curl -fsS "$maps/settings" | grep -q '"color": *"red"'

# What the server was asked.
curl -fsS "$server/relist/v1/requests" | grep -q '"status": *503'
echo done
