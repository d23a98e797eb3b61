/* SPDX-License-Identifier: Apache-2.0 */
/* counters.c - the keys of `counts`: "requests.pods", "CREATE pods/default/web-*". */
#include "runner/language/build.h"

static bool find_counted_verb(struct scn__build *b, struct scn__pos pos, struct str word,
			      enum scn__counter counter, struct scn__count *out)
{
	static const char *const all[] = {
#define X(name, text, stream) text,
		SCN_VERBS(X)
#undef X
	};
	static const size_t ranges[][2] = {
		[SCN_COUNT_REQUESTS] = { SCN_V_LIST, SCN_V_GET },
		[SCN_COUNT_NOTIFICATIONS] = { SCN_V_ADD, SCN_V_DELETE },
		[SCN_COUNT_WRITES] = { SCN_V_W_CREATE, SCN_V_W_DELETE_ALL },
	};
	size_t from = ranges[counter][0], to = ranges[counter][1];

	for (size_t i = from; i <= to; i++) {
		if (str_eqz(word, all[i])) {
			out->verb = (enum scn__verb)i;
			out->has_verb = true;
			return true;
		}
	}
	scn__unknown(b, pos, "verb", " in counts", word, all + from, to - from + 1, sizeof(*all));
	return false;
}

/* handlers.h1, handlers.pods/h1.add */
static void count_handler(struct scn__build *b, struct scn__pos pos, struct str rest,
			  struct scn__count *out)
{
	struct str name = str_cut(&rest, '.');

	out->handler = scn__find_handler(b, pos, scn__copy(b, name));
	if (rest.len)
		(void)find_counted_verb(b, pos, rest, SCN_COUNT_NOTIFICATIONS, out);
}

static void count_index(struct scn__build *b, struct scn__pos pos, struct str rest,
			struct scn__count *out)
{
	struct str index;

	out->informer = scn__find_index(b, pos, rest, &index);
	if (out->informer)
		out->index = scn__copy(b, index);
}

/* Cuts " subresource=NAME" off. */
static void read_subresource(struct scn__build *b, struct scn__pos pos, struct str *rest,
			     struct scn__count *out)
{
	struct str option = *rest, place = str_cut(&option, ' ');
	struct str word = str_cut(&option, '=');

	if (place.len == rest->len)
		return;
	if (!str_eqz(word, "subresource") || !option.len || out->verb >= SCN_V_W_DELETE)
		scn__fail(b, pos, "'" STR_FMT "': CREATE, UPDATE and PATCH take subresource=NAME",
			  STR_ARG(word));
	out->subresource = scn__copy(b, option);
	*rest = place;
}

/* "CREATE pods", "DELETE pods/default/web-*", "PATCH pods/default/a subresource=status". Returns
 * false if it is not a write. */
static bool count_writes(struct scn__build *b, struct scn__pos pos, struct str word,
			 struct str rest, struct scn__count *out)
{
	struct str type;

	for (int v = SCN_V_W_CREATE; v <= SCN_V_W_DELETE_ALL; v++) {
		if (!str_eqz(word, scn__verb_word((enum scn__verb)v)))
			continue;
		out->counter = SCN_COUNT_WRITES;
		out->done = true;
		(void)find_counted_verb(b, pos, word, SCN_COUNT_WRITES, out);
		if (!scn__is_numbered(rest))
			read_subresource(b, pos, &rest, out);
		type = str_cut(&rest, '/');
		out->type = scn__find_type(b, pos, scn__copy(b, type));
		if (out->type && scn__is_numbered(rest))
			(void)scn__parse_numbered(b, pos, rest, out->type, &out->numbered);
		else if (out->type && rest.len)
			(void)scn__parse_pattern(b, pos, rest, out->type, &out->ns, &out->name);
		return true;
	}
	return false;
}

bool scn__read_counter(struct scn__build *b, const struct scn__entry *e, struct scn__count *out)
{
	static const char *const words[] = {
#define X(name, word) word,
		SCN_COUNTERS(X)
#undef X
	};
	struct str rest = e->key, word = str_cut(&rest, '.');
	size_t i = 0;

	if (memchr(e->key.ptr, ' ', e->key.len)) {
		rest = e->key;
		word = str_cut(&rest, ' ');
		if (count_writes(b, e->pos, word, rest, out))
			return out->type != NULL;
		out->counter = SCN_COUNT_REQUESTS;
		out->type = scn__find_type(b, e->pos, rest);
		return find_counted_verb(b, e->pos, word, SCN_COUNT_REQUESTS, out);
	}
	while (i < ARRAY_LEN(words) && !str_eqz(word, words[i]))
		i++;
	if (i == ARRAY_LEN(words)) {
		scn__unknown(b, e->pos, "counter", "", word, words, ARRAY_LEN(words),
			     sizeof(*words));
		return false;
	}
	out->counter = (enum scn__counter)i;
	if (rest.len == 0)
		return true;
	switch (out->counter) {
	case SCN_COUNT_REQUESTS:
	case SCN_COUNT_WATCHES:
	case SCN_COUNT_STATE:
		out->type = scn__find_type(b, e->pos, rest);
		break;
	case SCN_COUNT_NOTIFICATIONS:
		count_handler(b, e->pos, rest, out);
		break;
	case SCN_COUNT_PENDING:
		out->handler = scn__find_handler(b, e->pos, rest);
		break;
	case SCN_COUNT_CACHE:
		out->informer = scn__find_informer(b, e->pos, rest);
		break;
	case SCN_COUNT_INDEX:
		count_index(b, e->pos, rest, out);
		break;
	case SCN_COUNT_WRITES:
		(void)find_counted_verb(b, e->pos, rest, SCN_COUNT_WRITES, out);
		break;
	}
	return true;
}
