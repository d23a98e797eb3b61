/* SPDX-License-Identifier: Apache-2.0 */
/* match.c - `match` of steps: selects the requests for a fault, a hold or a kill. */
#include "runner/language/build.h"

static bool match_verb(struct scn__build *b, const struct scn__node *node, struct str word,
		       enum scn__verb *out)
{
	static const char *const of_requests[] = { "LIST",   "WATCH",		"GET",	 "ANY",
						   "CREATE", "UPDATE",		"PATCH", "DELETE",
						   "WRITE",  "DELETECOLLECTION" };
	static const char *const words[] = {
#define X(name, text, stream) text,
		SCN_VERBS(X)
#undef X
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if ((i < SCN_V_ADD || i > SCN_V_DELETE) && str_eqz(word, words[i])) {
			*out = (enum scn__verb)i;
			return true;
		}
	}
	scn__unknown(b, scn__shift(node, word), "verb", " in match", word, of_requests,
		     ARRAY_LEN(of_requests), sizeof(*of_requests));
	return false;
}

static void match_target(struct scn__build *b, const struct scn__node *node, struct str text,
			 struct scn__match *out)
{
	struct str rest = text;
	const char *slash = memchr(text.ptr, '/', text.len);
	const char *second;

	if (str_eqz(text, "all"))
		return;
	if (slash)
		rest.len = (size_t)(slash - text.ptr);
	out->type = scn__find_type(b, scn__shift(node, text), scn__copy(b, rest));
	if (!slash || !out->type)
		return;
	if (scn__is_numbered(text)) {
		(void)scn__parse_step_key(b, scn__shift(node, text), text, &out->object);
		out->ns = out->object.ns;
		out->name = out->object.name;
		return;
	}
	rest = (struct str) { slash + 1, text.len - rest.len - 1 };
	second = memchr(rest.ptr, '/', rest.len);
	if (!out->type->namespaced) {
		out->name = scn__copy(b, rest);
	} else if (!second) {
		out->ns = scn__copy(b, rest);
	} else {
		out->ns = scn__copy(b, (struct str) { rest.ptr, (size_t)(second - rest.ptr) });
		out->name = scn__copy(b, (struct str) { second + 1, rest.len - out->ns.len - 1 });
	}
}

static void match_word(struct scn__build *b, const struct scn__node *node, struct str word,
		       struct scn__match *out)
{
	static const char *const words[] = {
		"nth=N",     "from=BACKEND",   "subresource=NAME", "agent=TEXT",
		"continued", "initial-events", "no-initial-events"
	};
	struct scn__pos pos = scn__shift(node, word);
	uint64_t n;

	if (str_eqz(word, "continued")) {
		out->continued = true;
	} else if (str_eqz(word, "initial-events") || str_eqz(word, "no-initial-events")) {
		out->has_initial_events = true;
		out->initial_events = word.ptr[0] == 'i';
	} else if (word.len > 4 && memcmp(word.ptr, "nth=", 4) == 0) {
		if (scn__parse_uint(b, pos, (struct str) { word.ptr + 4, word.len - 4 }, "nth",
				    1000000, &n)) {
			out->nth = (uint32_t)n;
			if (n == 0)
				scn__fail(b, pos, "nth must be at least 1");
		}
	} else if (word.len > 5 && memcmp(word.ptr, "from=", 5) == 0) {
		out->backend =
		    scn__find_backend(b, pos,
				      scn__copy(b, (struct str) { word.ptr + 5, word.len - 5 }));
	} else if (word.len > 12 && memcmp(word.ptr, "subresource=", 12) == 0) {
		out->subresource = scn__copy(b, (struct str) { word.ptr + 12, word.len - 12 });
	} else if (word.len > 6 && memcmp(word.ptr, "agent=", 6) == 0) {
		out->agent = scn__copy(b, (struct str) { word.ptr + 6, word.len - 6 });
	} else {
		scn__unknown(b, pos, "word", " in match", word, words, ARRAY_LEN(words),
			     sizeof(*words));
	}
}

/* Words of a match with which no request of its verb could match. */
static void check_words(struct scn__build *b, struct scn__pos pos, const struct scn__match *m)
{
	bool any = m->verb == SCN_V_ANY_REQUEST;
	bool collection =
	    m->verb == SCN_V_LIST || m->verb == SCN_V_WATCH || m->verb == SCN_V_W_DELETE_ALL;

	if (m->continued && !any && m->verb != SCN_V_LIST)
		scn__fail(b, pos, "continued: %s has no pages", scn__verb_word(m->verb));
	if (m->has_initial_events && m->initial_events && !any && m->verb != SCN_V_WATCH)
		scn__fail(b, pos, "initial-events: %s has none", scn__verb_word(m->verb));
	if (m->subresource.len && !str_eqz(m->subresource, "-") && collection)
		scn__fail(b, pos, "subresource: %s has none", scn__verb_word(m->verb));
}

bool scn__parse_match(struct scn__build *b, const struct scn__node *node, struct scn__match *out)
{
	struct scn__line line;
	size_t i = 1;

	*out = (struct scn__match) { .given = true, .backend = -1 };
	if (!scn__split(b, node, &line) || !match_verb(b, node, line.words[0], &out->verb))
		return false;
	if (line.count > 1 && !memchr(line.words[1].ptr, '=', line.words[1].len) &&
	    !str_eqz(line.words[1], "continued"))
		match_target(b, node, line.words[i++], out);
	else if (out->verb != SCN_V_ANY_REQUEST)
		scn__fail(b, node->pos, "%s of which type? `all` is every type",
			  scn__verb_word(out->verb));
	for (; i < line.count; i++)
		match_word(b, node, line.words[i], out);
	check_words(b, node->pos, out);
	if (out->object.pattern &&
	    (out->verb == SCN_V_LIST || out->verb == SCN_V_WATCH || out->verb == SCN_V_W_CREATE))
		scn__fail(b, node->pos, "%s of no object that exists: #%u selects one",
			  scn__verb_word(out->verb), (unsigned)out->object.nth);
	if (out->verb == SCN_V_W_DELETE_ALL && out->name.len)
		scn__fail(b, node->pos,
			  "DELETECOLLECTION takes a type or type/namespace, not an object");
	return true;
}
