/* SPDX-License-Identifier: Apache-2.0 */
/* points.c - the points at which `hold` and `release` act. */
#include "runner/language/build.h"

static void read_point_name(struct scn__build *b, struct scn__pos pos, struct str name,
			    struct scn__hold *hold)
{
	if (hold->point == SCN_POINT_HANDLER)
		hold->handler = scn__find_handler(b, pos, scn__copy(b, name));
	else if (hold->point == SCN_POINT_QUEUE || hold->point == SCN_POINT_CACHE)
		hold->informer = scn__find_informer(b, pos, scn__copy(b, name));
	else
		scn__fail(b, pos, "only handler, queue and cache are followed by a name");
}

/* hold: event pods/default/a nth=2 */
static void read_point_word(struct scn__build *b, const struct scn__node *node, struct str word,
			    struct scn__hold *hold)
{
	struct scn__pos pos = scn__shift(node, word);
	uint64_t n;

	if (word.len > 4 && memcmp(word.ptr, "nth=", 4) == 0) {
		if (scn__parse_uint(b, pos, (struct str) { word.ptr + 4, word.len - 4 }, "nth",
				    1000000, &n)) {
			hold->nth = (uint32_t)n;
			if (n == 0)
				scn__fail(b, pos, "nth must be at least 1");
		}
	} else if (memchr(word.ptr, '/', word.len)) {
		if (scn__parse_rule_key(b, pos, word, &hold->key))
			hold->type = hold->key.type;
	} else {
		hold->type = scn__find_type(b, pos, scn__copy(b, word));
	}
}

void scn__read_point(struct scn__build *b, const struct scn__node *node, struct scn__step *step)
{
	static const char *const words[] = { "request", "reply",   "event", "queue",
					     "cache",	"handler", "write", "all" };
	struct scn__hold *hold = &step->hold;
	struct scn__line line;
	struct str word;
	const char *slash;
	size_t point = 0;

	if (!scn__split(b, node, &line))
		return;
	word = line.words[0];
	slash = memchr(word.ptr, '/', word.len);
	if (slash)
		word.len = (size_t)(slash - word.ptr);
	while (point < ARRAY_LEN(words) && !str_eqz(word, words[point]))
		point++;
	if (point == ARRAY_LEN(words)) {
		scn__unknown(b, node->pos, "point", "", word, words, ARRAY_LEN(words) - 1,
			     sizeof(*words));
		return;
	}
	hold->point = (enum scn__point)point;
	if (hold->point == SCN_POINT_ALL && step->kind == SCN_HOLD)
		scn__fail(b, node->pos, "hold one point at a time: `all` is for release");
	if (slash)
		read_point_name(b, scn__shift(node, line.words[0]),
				(struct str) { slash + 1, line.words[0].len - word.len - 1 }, hold);
	else if (hold->point == SCN_POINT_HANDLER)
		scn__fail(b, node->pos, "name the handler: handler/NAME");
	for (size_t i = 1; i < line.count; i++)
		read_point_word(b, node, line.words[i], hold);
}

void scn__check_hold(struct scn__build *b, const struct scn__step *step,
		     const struct scn__node *node)
{
	if (step->hold.point == SCN_POINT_HANDLER &&
	    (step->hold.type || step->hold.key.type || step->hold.nth))
		scn__fail(b, node->pos, "a handler is held as a whole: without type, key and nth");
	if (step->hold.key.type && !step->hold.key.pattern && step->hold.point > SCN_POINT_EVENT &&
	    memchr(step->hold.key.text.ptr, '*', step->hold.key.text.len))
		scn__fail(b, step->hold.key.pos,
			  "only request, reply and event are held for all objects of a pattern: "
			  "number one, as in web-*#1");
	if (step->hold.match.given &&
	    ((step->hold.point != SCN_POINT_REQUEST && step->hold.point != SCN_POINT_REPLY) ||
	     step->hold.type || step->hold.nth))
		scn__fail(b, scn__member(node, "match")->pos,
			  "match is for request and reply, without type, key and nth");
	if (step->hold.rest_after_ns && step->hold.point != SCN_POINT_REPLY)
		scn__fail(b, scn__member(node, "rest-after")->pos, "rest-after is for reply");
	if (step->then_as_written && step->hold.point != SCN_POINT_REQUEST &&
	    step->hold.point != SCN_POINT_REPLY)
		scn__fail(b, step->then_as_written->pos, "then is for request and reply");
}

void scn__check_reply(struct scn__build *b, const struct scn__step *step,
		      const struct scn__node *node)
{
	const struct scn__chunk *first = step->reply.chunk_count == 1 ? step->reply.body : NULL;

	if (step->reply.handled && (!first || first->kind != SCN_CHUNK_CLOSE ||
				    first->close > SCN_HOW_FIN || step->reply.status))
		scn__fail(b, scn__member(node, "handled")->pos,
			  "the response of a handled request is lost: body: [{close: rst}] or "
			  "[{close: fin}], and no status");
}
