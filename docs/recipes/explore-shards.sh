#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# explore-shards.sh SHARDS PATH... - explores scenarios in so many parts at the same time, and makes
# one report of them. RELIST: the command; FOLDER: where the parts are kept.
set -u
relist=${RELIST:-relist}
folder=${FOLDER:-$(mktemp -d)}
shards=$1
shift
for i in $(seq "$shards"); do
	"$relist" explore --exhaustive --interleave --format jsonl --shard "$i/$shards" \
		-o "$folder/$i.choices" "$@" >"$folder/$i.jsonl" &
done
wait # a part that fails has said so in its lines
"$relist" report "$folder"/*.jsonl
