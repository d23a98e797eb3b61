/* SPDX-License-Identifier: Apache-2.0 */
/* frames.c - checks the arguments of `http2`. */
#include "runner/language/build.h"

enum { INTERNAL_ERROR = 2, REFUSED_STREAM = 7 };

static const struct scn__node *given(const struct scn__node *node, const char *key)
{
	return node->kind == SCN_MAP ? scn__member(node, key) : NULL;
}

/* Keys that only some modes use. */
static void check_modes(struct scn__build *b, const struct scn__step *step,
			const struct scn__node *node)
{
	static const struct {
		const char *key, *modes;
		unsigned bits;
	} uses[] = {
		{ "code", "goaway, disown and reset",
		  1 << SCN_FRAMES_GOAWAY | 1 << SCN_FRAMES_DISOWN | 1 << SCN_FRAMES_RESET },
		{ "bytes", "reset, silent, close, cut-data and window",
		  1 << SCN_FRAMES_RESET | 1 << SCN_FRAMES_SILENT | 1 << SCN_FRAMES_CLOSE |
		      1 << SCN_FRAMES_CUT_DATA | 1 << SCN_FRAMES_WINDOW },
		{ "streams", "streams", 1 << SCN_FRAMES_STREAMS },
		{ "every", "window", 1 << SCN_FRAMES_WINDOW },
	};

	for (size_t i = 0; i < ARRAY_LEN(uses); i++) {
		const struct scn__node *at = given(node, uses[i].key);

		if (at && !(uses[i].bits >> step->http2.mode & 1))
			scn__fail(b, at->pos, "`%s` has no effect with this mode, only with %s",
				  uses[i].key, uses[i].modes);
	}
}

void scn__check_http2(struct scn__build *b, struct scn__step *step, const struct scn__node *node)
{
	static const char *const of_match[] = { "times", "for", "then" };

	if (!b->cell->world.http2)
		scn__fail(b, node->pos, "http2 needs `server: {http2: true}` in the world");
	if (!given(node, "to") == !given(node, "match"))
		scn__fail(
		    b, node->pos,
		    "http2 needs either `to`, the type of open watches, or `match`, requests");
	for (size_t i = 0; given(node, "to") && i < ARRAY_LEN(of_match); i++)
		if (given(node, of_match[i]))
			scn__fail(b, given(node, of_match[i])->pos, "`%s` is for `match`",
				  of_match[i]);
	if (given(node, "to") && step->http2.mode == SCN_FRAMES_DISOWN)
		scn__fail(b, given(node, "to")->pos,
			  "disown needs `match`: the server has accepted an open watch");
	if (given(node, "to") && step->http2.mode == SCN_FRAMES_NO_SETTINGS_ACK)
		scn__fail(b, given(node, "to")->pos,
			  "no-settings-ack needs `match`: the SETTINGS of an open watch's "
			  "connection are acknowledged");
	if (step->http2.code == REFUSED_STREAM && (given(node, "to") || step->http2.bytes))
		scn__fail(b, given(node, "code")->pos,
			  "REFUSED_STREAM comes before a response: `match` without `bytes`");
	if (step->http2.mode == SCN_FRAMES_WINDOW && !scn__has_writer(b->cell))
		scn__warn(b, node->pos,
			  "no program uploads over HTTP/2 here: window has no effect");
	check_modes(b, step, node);
	if (!given(node, "code") && step->http2.mode == SCN_FRAMES_RESET)
		step->http2.code = INTERNAL_ERROR;
}

/* All informers use one connection. */
static void check_connection_of(struct scn__build *b, const struct scn__step *s)
{
	if (s->kind == SCN_FAILOVER || ((s->kind == SCN_REFUSE || s->kind == SCN_ACCEPT) &&
					(s->refuse.type || s->refuse.backend >= 0)))
		scn__fail(b, s->pos,
			  "http2: all informers use one connection, so they cannot be %s one by "
			  "one",
			  s->kind == SCN_FAILOVER ? "moved" : "refused");
	if (s->then)
		check_connection_of(b, s->then);
}

void scn__check_shared_connection(struct scn__build *b)
{
	static const struct {
		enum inf__fix fix;
		const char *word;
	} fixes[] = {
#define X(name, word, ref, without) { INF_FIX_##name, word },
		INF_CONNECTION_FIXES(X)
#undef X
	};
	const struct scn__world *w = &b->cell->world;

	for (size_t i = 0; w->http2 && i < w->informer_count; i++)
		for (size_t k = 0; k < i; k++)
			if (w->informers[k].type == w->informers[i].type)
				scn__fail(b, w->informers[i].pos,
					  "http2: one informer of a type, since all use one "
					  "connection");
	for (size_t i = 0; w->http2 && i < b->cell->step_count; i++)
		check_connection_of(b, &b->steps[i]);
	for (size_t i = 0; !w->http2 && i < w->informer_count; i++)
		for (size_t k = 0; k < ARRAY_LEN(fixes); k++)
			if (w->informers[i].without >> fixes[k].fix & 1)
				scn__fail(b, w->informers[i].pos,
					  "%s needs `server: {http2: true}` in the world",
					  fixes[k].word);
	if (w->http2 && w->backend_count > 1)
		scn__fail(b, w->pos,
			  "http2: all informers use one connection, so there is one "
			  "backend");
}
