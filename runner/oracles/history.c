/* SPDX-License-Identifier: Apache-2.0 */
/* history.c - not an oracle: records the notifications of each handler for the oracles and is
 * called after them. Also writes the text of a violated oracle. */
#include <stdlib.h>

#include "base/text/number.h"
#include "runner/oracles/oracles.h"

static struct scn__handler_state *history_entry(struct scn__run *r, struct scn__hrun *h,
						struct str key)
{
	struct scn__handler_state *t = map_get(&h->notified, key);

	if (t)
		return t;
	t = world__alloc(r, sizeof(*t));
	if (!t)
		return NULL;
	t->key = key;
	if (map_put(&h->notified, key, t, NULL)) {
		world__broken(r, RELIST_ENOMEM);
		return NULL;
	}
	return t;
}

const struct scn__handler_state *oracle__history_of(const struct scn__hrun *h, struct str key)
{
	static const struct scn__handler_state nothing;
	const struct scn__handler_state *t = map_get(&h->notified, key);

	return t ? t : &nothing;
}

bool oracle__is_second_delete(const struct scn__handler_state *t, const struct scn__rec *n)
{
	return n->verb == SCN_V_DELETE && t->deleted && !t->present;
}

uint64_t oracle__rv_number(struct str rv)
{
	uint64_t n;

	return number_parse(rv, UINT64_MAX, &n) ? n : 0;
}

static void on_notification(struct scn__observer *o, struct scn__hrun *h, struct scn__rec *n)
{
	struct scn__handler_state *t = history_entry(o->run, h, n->key);

	if (!t)
		return;
	t->present = n->verb != SCN_V_DELETE;
	t->deleted |= n->verb == SCN_V_DELETE;
	t->last_rv = n->rv;
	if (n->rv.len && oracle__rv_number(n->rv) > oracle__rv_number(t->newest_rv))
		t->newest_rv = n->rv;
}

const struct scn__observer_ops oracle__history = {
	.on_notification = on_notification,
};

void oracle__broke(struct scn__observer *o, struct str what)
{
	struct scn__run *r = o->run;

	if (r->failure)
		return;
	r->failed_oracle = o->oracle;
	world__note(r, "oracle", str_of(scn__oracle_word(o->oracle)));
	world__fail_at(r, SCN_AT_ORACLE, (struct scn__pos) { 0, 0 }, "oracle %s: " STR_FMT,
		       scn__oracle_word(o->oracle), STR_ARG(what));
}
