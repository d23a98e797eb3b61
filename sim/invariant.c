/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/invariant.h"

#include "base/clock.h"
#include "informer/thread_safe_store.h"

void sim__history_init(struct sim__history *h)
{
	map_init(&h->alive, MAP_COPY_KEYS);
	h->calls = 0;
}

void sim__history_fini(struct sim__history *h)
{
	map_fini(&h->alive);
}

int sim__history_on_call(struct sim__history *h, const char *handler, const struct inf__call *call,
			 struct relist_err *err)
{
	struct str key = str_of(call->key);

	h->calls++;
	switch (call->type) {
	case INF_CALL_ADD:
		return map_put(&h->alive, key, h, NULL);
	case INF_CALL_UPDATE:
		if (map_get(&h->alive, key))
			return 0;
		return relist_err_set(err, RELIST_ELIMIT,
				      "handler %s: UPDATE of \"%s\", which was never added",
				      handler, call->key);
	case INF_CALL_DELETE:
		(void)map_del(&h->alive, key);
		return 0;
	}
	return 0;
}

int sim__check_informer(struct inf__informer *inf, int64_t now_ns, struct relist_err *err)
{
	if (!inf__indexer_valid(inf__informer_indexer(inf)))
		return relist_err_set(err, RELIST_ELIMIT,
				      "the indexes are not what a rebuild would give");
	for (size_t i = 0; i < inf__informer_listener_count(inf); i++) {
		struct inf__processor_listener *l = inf__informer_listener_at(inf, i);

		if (inf__processor_listener_backlog(l) &&
		    inf__processor_listener_deadline_ns(l) == TIME_NEVER &&
		    !inf__processor_listener_finished(l))
			return relist_err_set(err, RELIST_ELIMIT,
					      "handler %s: %zu notifications wait and nothing runs",
					      inf__processor_listener_name(l),
					      inf__processor_listener_backlog(l));
	}
	if (inf__informer_process_ready(inf, now_ns))
		return relist_err_set(err, RELIST_ELIMIT, "the queue waits and nothing runs");
	return 0;
}
