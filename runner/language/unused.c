/* SPDX-License-Identifier: Apache-2.0 */
/* unused.c - arguments of a step that exclude each other, or that have no effect beside others. */
#include "runner/language/build.h"

static const struct scn__pos *pos_of(const struct scn__node *node, const char *key)
{
	const struct scn__node *member = node->kind == SCN_MAP ? scn__member(node, key) : NULL;

	return member ? &member->pos : NULL;
}

void scn__check_lag(struct scn__build *b, const struct scn__step *step,
		    const struct scn__node *node)
{
	(void)step;
	if (!pos_of(node, "rv") == !pos_of(node, "by"))
		scn__fail(b, node->pos, "lag needs either `rv` or `by`");
}

void scn__check_handler(struct scn__build *b, const struct scn__step *step,
			const struct scn__node *node)
{
	static const char *const of_add[] = { "resync", "enqueue", "controller" };

	(void)step;
	if (!pos_of(node, "add") == !pos_of(node, "remove"))
		scn__fail(b, node->pos, "handler needs either `add` or `remove`");
	for (size_t i = 0; i < ARRAY_LEN(of_add) && pos_of(node, "remove"); i++)
		if (pos_of(node, of_add[i]))
			scn__fail(b, *pos_of(node, of_add[i]),
				  "`%s` is for a handler that is added", of_add[i]);
}

void scn__check_disconnect(struct scn__build *b, const struct scn__step *step,
			   const struct scn__node *node)
{
	const struct scn__pos *pos = pos_of(node, "bytes-per-second");

	if (pos && step->disconnect.how != SCN_HOW_SLOW)
		scn__fail(b, *pos, "`bytes-per-second` is for `how: slow`");
	else if (pos && !step->disconnect.bytes_per_s)
		scn__fail(b, *pos, "bytes-per-second of 0: wanted at least 1, or `how: blackhole`");
}

void scn__check_worker_keys(struct scn__build *b, const struct scn__step *step,
			    const struct scn__node *node)
{
	enum scn__worker_do what = step->worker.what;
	const struct scn__pos *after = pos_of(node, "after"), *count = pos_of(node, "count"),
			      *key = pos_of(node, "key");

	if (after && what != SCN_WORKER_ADD_AFTER)
		scn__fail(b, *after, "`after` is for `do: add-after`");
	if (count && what != SCN_WORKER_COUNT)
		scn__fail(b, *count, "`count` is for `do: count`");
	if (key && (what == SCN_WORKER_COUNT || what >= SCN_WORKER_SHUT_DOWN))
		scn__fail(b, *key, "`key` is for what is done with one key");
}
