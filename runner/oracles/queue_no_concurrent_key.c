/* SPDX-License-Identifier: Apache-2.0 */
/* queue_no_concurrent_key.c - no two workers may process the same key at the same time. */
#include "runner/controllers/controllers.h"
#include "runner/oracles/oracles.h"

static void on_key_taken(struct scn__observer *o, const struct scn__crun *c, const char *key)
{
	unsigned have = 0;

	for (uint32_t i = 0; i < SCN_WORKERS_MAX; i++)
		have += c->workers[i].key && strcmp(c->workers[i].key, key) == 0;
	if (have > 1)
		oracle__broke(o, world__printf(o->run, "%u workers of %s have %s at a time", have,
					       c->def->name.ptr, key));
}

const struct scn__observer_ops oracle__queue_no_concurrent_key = {
	.on_key_taken = on_key_taken,
};
