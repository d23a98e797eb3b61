/* SPDX-License-Identifier: Apache-2.0 */
/* lives.c - finds the ends and restarts of the program under test: all of its connections were
 * closed after it closed a watch, and its next request starts from scratch. If another replica
 * had begun before, the connections of the older one count, and its end is a restart. A replica
 * that waits for the leadership begins when it does more than reading the Lease. */
#include "runner/lift/arms.h"

static void key_of(uint32_t id, struct strbuf *out)
{
	strbuf_addf(out, "%u", id);
}

static bool begins(struct lift *l)
{
	struct lift__life *life = lift__alloc(l, sizeof(*life));

	if (!life || !lift__push(l, &l->lives, life))
		return false;
	life->end_seq = l->live.seq;
	life->end_ns = l->live.at_ns;
	life->back_seq = l->seq;
	life->back_ns = l->at_ns;
	return true;
}

static void target_of(const struct rec__line *line, struct strbuf *out)
{
	struct str labels = rec__query(line, "labelSelector");
	struct str fields = rec__query(line, "fieldSelector");

	strbuf_addf(out, STR_FMT "?" STR_FMT "&" STR_FMT, STR_ARG(line->path),
		    STR_ARG(labels.len ? labels : STR("")), STR_ARG(fields.len ? fields : STR("")));
}

/* Whether the request begins what another open watch of the program continues. */
static bool is_of_replica(const struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF target = STRBUF_INIT;
	const struct map_entry *e;

	if (!str_eqz(line->method, "GET") || rec__has_earlier_state(line))
		return false;
	target_of(line, &target);
	for (size_t i = 0; !target.failed && (e = map_next(&l->live.watches, &i));)
		if (strcmp(e->value, target.ptr) == 0)
			return true;
	return false;
}

/* The connections of the older replica began nearer to its start than to that of the newer one. */
static void find_older(struct lift *l)
{
	const struct map_entry *e;
	int64_t first = l->at_ns;

	for (size_t i = 0; (e = map_next(&l->live.conns, &i));) {
		const struct lift__conn *c = e->value;

		first = c->at_ns < first ? c->at_ns : first;
	}
	for (size_t i = 0; (e = map_next(&l->live.conns, &i));) {
		struct lift__conn *c = e->value;

		c->older = !c->stands_by && c->at_ns - first < l->at_ns - c->at_ns;
		l->live.older += c->older;
	}
}

/* NULL: out of memory. */
static struct lift__conn *open_conn(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct lift__conn *c;

	key_of(line->conn, &key);
	c = key.failed ? NULL : map_get(&l->live.conns, strbuf_str(&key));
	if (c || key.failed)
		return c;
	c = lift__alloc(l, sizeof(*c));
	if (!c || map_put(&l->live.conns, strbuf_str(&key), c, NULL))
		return NULL;
	c->at_ns = l->at_ns;
	c->stands_by = rec__reads_lease(line);
	l->live.standing_by += c->stands_by;
	return c;
}

static bool open_watch(struct lift *l, const struct rec__line *line, struct str key)
{
	AUTO_STRBUF target = STRBUF_INIT;
	struct str copy;

	target_of(line, &target);
	if (target.failed)
		return false;
	strbuf_addc(&target, 0);
	copy = lift__copy(l, strbuf_str(&target));
	return copy.ptr && !map_put(&l->live.watches, key, (void *)(uintptr_t)copy.ptr, NULL);
}

static bool on_request(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF id = STRBUF_INIT;
	struct lift__conn *conn;
	bool good = true;

	if (!lift__contains(rec__find_header(line, "User-Agent"), &l->opt.controllers) ||
	    !line->conn)
		return true;
	conn = open_conn(l, line);
	if (!conn)
		return false;
	if (conn->stands_by && rec__reads_lease(line))
		return true;
	l->live.standing_by -= conn->stands_by;
	conn->stands_by = false;
	if (l->live.left && !rec__has_earlier_state(line))
		good = begins(l);
	else if (!l->live.older && is_of_replica(l, line))
		find_older(l);
	/* the older of two replicas may still send requests */
	l->live.hung_up = l->live.hung_up && l->live.older && !rec__is_watch(line);
	l->live.left = false;
	key_of(line->id, &id);
	good &= !id.failed;
	if (rec__is_watch(line))
		good &= open_watch(l, line, strbuf_str(&id));
	return good;
}

static void ended(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const struct lift__conn *conn;
	bool last;

	key_of(line->kind == REC_DISCONNECT ? line->conn : line->id, &key);
	if (key.failed)
		return;
	if (line->kind != REC_DISCONNECT) {
		bool was = map_get(&l->live.watches, strbuf_str(&key)) != NULL;

		(void)map_del(&l->live.watches, strbuf_str(&key));
		l->live.hung_up |= was && line->kind == REC_HANGUP;
		return;
	}
	conn = map_get(&l->live.conns, strbuf_str(&key));
	if (!conn)
		return;
	l->live.older -= conn->older;
	l->live.standing_by -= conn->stands_by;
	last = conn->older && !l->live.older;
	(void)map_del(&l->live.conns, strbuf_str(&key));
	if ((map_len(&l->live.conns) > l->live.standing_by && !last) || !l->live.hung_up ||
	    conn->stands_by)
		return;
	l->live.left = true;
	l->live.replaced |= map_len(&l->live.conns) > 0;
	l->live.seq = l->seq;
	l->live.at_ns = l->at_ns;
}

/* A client ends a watch that received an ERROR event, and lists again: it lives. */
static void failed(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;

	key_of(line->id, &key);
	if (!key.failed)
		(void)map_del(&l->live.watches, strbuf_str(&key));
}

bool lift__follow_lives(struct lift *l, const struct rec__line *line)
{
	switch (line->kind) {
	case REC_REQUEST:
		return line->again || on_request(l, line);
	case REC_CLOSE:
	case REC_HANGUP:
	case REC_DISCONNECT:
		ended(l, line);
		return true;
	case REC_EVENT:
		if (str_eqz(line->type, "ERROR"))
			failed(l, line);
		return true;
	case REC_CONNECT:
	case REC_RESPONSE:
	case REC_RAW:
	case REC_NOTE:
		break;
	}
	return true;
}

bool lift__releases_lease(const struct lift *l, const struct lift__life *life)
{
	const struct lift__own_write *last = NULL;
	AUTO_STRBUF holder = STRBUF_INIT;
	json_t body;

	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];

		if (w->seq < life->end_seq)
			last = w;
	}
	if (!last || !str_eqz(last->type->group, "coordination.k8s.io") ||
	    !json_valid(last->body, &body, NULL))
		return false;
	return json_str(json_path(body, "spec", "holderIdentity", NULL), &holder).len == 0;
}
