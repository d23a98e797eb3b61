/* SPDX-License-Identifier: Apache-2.0 */
/* lives.c - finds the ends and restarts of the program under test: all of its connections were
 * closed after it closed a watch, and its next request starts from scratch. */
#include "runner/lift/impl.h"

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

static bool on_request(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF conn = STRBUF_INIT, id = STRBUF_INIT;
	bool good = true;

	if (!lift__contains(rec__find_header(line, "User-Agent"), &l->opt.controllers) ||
	    !line->conn)
		return true;
	if (l->live.left && !rec__has_earlier_state(line))
		good = begins(l);
	l->live.left = l->live.hung_up = false;
	key_of(line->conn, &conn);
	key_of(line->id, &id);
	good &= !conn.failed && !id.failed && !map_put(&l->live.conns, strbuf_str(&conn), l, NULL);
	if (rec__is_watch(line))
		good &= !map_put(&l->live.watches, strbuf_str(&id), l, NULL);
	return good;
}

static void ended(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;

	key_of(line->kind == REC_DISCONNECT ? line->conn : line->id, &key);
	if (key.failed)
		return;
	if (line->kind != REC_DISCONNECT) {
		bool was = map_get(&l->live.watches, strbuf_str(&key)) != NULL;

		(void)map_del(&l->live.watches, strbuf_str(&key));
		l->live.hung_up |= was && line->kind == REC_HANGUP;
		return;
	}
	if (!map_get(&l->live.conns, strbuf_str(&key)))
		return;
	(void)map_del(&l->live.conns, strbuf_str(&key));
	if (map_len(&l->live.conns) || !l->live.hung_up)
		return;
	l->live.left = true;
	l->live.seq = l->seq;
	l->live.at_ns = l->at_ns;
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
	case REC_CONNECT:
	case REC_RESPONSE:
	case REC_EVENT:
	case REC_RAW:
	case REC_NOTE:
		break;
	}
	return true;
}
