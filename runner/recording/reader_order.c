/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the order of the lines of a recording. */
#include "runner/recording/reader_impl.h"

/* The progress of a request's response, the value in the map of open requests. */
enum progress { REQUESTED = 1, STREAMS };

static struct str key_of(const uint32_t *id)
{
	return (struct str) { (const char *)id, sizeof(*id) };
}

static enum progress progress_of(const struct rec__reader *r, uint32_t id)
{
	return (enum progress)(uintptr_t)map_get(&r->open, key_of(&id));
}

static int set_progress(struct rec__reader *r, uint32_t id, enum progress p)
{
	return map_put(&r->open, key_of(&id), (void *)(uintptr_t)p, NULL);
}

static int opens(struct rec__reader *r, struct runner__loader *l, json_t json,
		 const struct rec__line *line)
{
	if (line->again && progress_of(r, line->id))
		return 0;
	if (line->id <= r->last_id)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "request %u comes after request %u: numbers go up", line->id,
				    r->last_id);
	if (map_len(&r->open) >= REC_OPEN_MAX)
		return runner__fail(l, RELIST_ELIMIT, json.ptr,
				    "more than %d requests without an end", REC_OPEN_MAX);
	r->last_id = line->id;
	return set_progress(r, line->id, REQUESTED);
}

static int answers(struct rec__reader *r, struct runner__loader *l, json_t json,
		   const struct rec__line *line, enum progress p)
{
	if (p == STREAMS)
		return line->again ? 0
				   : runner__fail(l, RELIST_EPARSE, json.ptr,
						  "request %u has been answered", line->id);
	if (line->stream)
		return set_progress(r, line->id, STREAMS);
	(void)map_del(&r->open, key_of(&line->id));
	return 0;
}

/* Every line except a request's own refers to an open request. */
static int follows(struct rec__reader *r, struct runner__loader *l, json_t json,
		   const struct rec__line *line)
{
	static const bool unanswered_only[] = {
#define X(name, word, unanswered) [REC_HOW_##name] = unanswered,
		REC_HOWS(X)
#undef X
	};
	enum progress p = progress_of(r, line->id);

	if (!p)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    line->id <= r->last_id ? "request %u has ended"
							   : "there is no request %u",
				    line->id);
	if (line->kind == REC_RESPONSE)
		return answers(r, l, json, line, p);
	if ((line->kind == REC_EVENT || line->kind == REC_RAW) && p != STREAMS)
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "request %u has no \"response\" with \"stream\" yet", line->id);
	if (line->kind == REC_CLOSE && p == STREAMS && unanswered_only[line->how])
		return runner__fail(l, RELIST_EPARSE, json.ptr,
				    "request %u has an answer, which cannot end as \"%s\"",
				    line->id, rec__how_word(line->how));
	if (line->kind == REC_CLOSE || line->kind == REC_HANGUP)
		(void)map_del(&r->open, key_of(&line->id));
	return 0;
}

int rec__keep_order(struct rec__reader *r, struct runner__loader *l, json_t json,
		    const struct rec__line *line)
{
	switch (line->kind) {
	case REC_CONNECT:
		if (line->conn <= r->last_conn)
			return runner__fail(l, RELIST_EPARSE, json.ptr,
					    "connection %u comes after connection %u: numbers "
					    "go up",
					    line->conn, r->last_conn);
		r->last_conn = line->conn;
		return 0;
	case REC_REQUEST:
		return opens(r, l, json, line);
	case REC_RESPONSE:
	case REC_EVENT:
	case REC_RAW:
	case REC_CLOSE:
	case REC_HANGUP:
		return follows(r, l, json, line);
	case REC_DISCONNECT:
	case REC_NOTE:
		return 0;
	}
	return 0;
}
