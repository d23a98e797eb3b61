/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/language/item_options.h"

#define EVERYONE (SCN_QUERIES | SCN_NOTICES | SCN_WRITES)

enum how { VALUE, YES, NO, SUBSET, STATUS, BACKEND, AFTER, BY, WHILE };

static const struct option {
	const char *word; /* first member: searched for suggestions */
	enum how how;
	unsigned verbs;
	size_t offset;
} options[] = {
#define O(word, how, verbs, member)                                                                \
	{                                                                                          \
		word, how, verbs, offsetof(struct scn__item, member)                               \
	}
	O("rv", VALUE, SCN_QUERIES | SCN_NOTICES | SCN_WRITES, rv),
	O("old-rv", VALUE, SCN_VERB(UPDATE), old_rv),
	O("uid", VALUE, SCN_NOTICES | SCN_WRITES, uid),
	O("initial", YES, SCN_VERB(ADD), initial),
	O("live", NO, SCN_VERB(ADD), initial),
	O("unknown", YES, SCN_VERB(DELETE), unknown),
	O("known", NO, SCN_VERB(DELETE), unknown),
	O("with", SUBSET, SCN_NOTICES | SCN_WRITES, with),
	O("new", SUBSET, SCN_VERB(UPDATE) | SCN_VERB(SYNC), with),
	O("old", SUBSET, SCN_VERB(UPDATE) | SCN_VERB(SYNC), old),
	O("limit", VALUE, SCN_QUERIES, limit),
	O("continue", VALUE, SCN_QUERIES, continue_),
	O("match", VALUE, SCN_QUERIES, rv_match),
	O("namespace", VALUE, SCN_QUERIES, namespace_),
	O("labels", VALUE, SCN_QUERIES, label_selector),
	O("fields", VALUE, SCN_QUERIES, field_selector),
	O("timeout", VALUE, SCN_QUERIES, timeout),
	O("bookmarks", YES, SCN_QUERIES, bookmarks),
	O("no-bookmarks", NO, SCN_QUERIES, bookmarks),
	O("initial-events", YES, SCN_QUERIES, initial_events),
	O("no-initial-events", NO, SCN_QUERIES, initial_events),
	O("from", BACKEND, SCN_QUERIES | SCN_WRITES, backend),
	O("answer", STATUS, SCN_QUERIES | SCN_WRITES, answer),
	O("after", AFTER, EVERYONE, after_min_ns),
	O("by", BY, SCN_WRITES | SCN_VERB(GET), by),
	O("subresource", VALUE, SCN_WRITES, subresource),
	O("times", VALUE, SCN_WRITES, times),
	O("while", WHILE, SCN_WRITES, while_name),
#undef O
};

void scn__read_answer(struct scn__build *b, struct scn__item *item, struct scn__pos pos,
		      const struct scn__node *node, struct str text)
{
	static const struct {
		const char *word;
		enum scn__answer answer;
	} words[] = {
		{ "gone", SCN_ANSWER_GONE },   { "refused", SCN_ANSWER_REFUSED },
		{ "reset", SCN_ANSWER_RESET }, { "open", SCN_ANSWER_NONE },
		{ "any", SCN_ANSWER_ANY },
	};
	const char *at = memchr(text.ptr, '@', text.len);
	struct str status = { text.ptr, at ? (size_t)(at - text.ptr) : text.len };
	uint64_t code = 0;

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (str_eqz(text, words[i].word)) {
			item->answer = words[i].answer;
			return;
		}
	}
	if (status.len == 0 || status.ptr[0] < '0' || status.ptr[0] > '9') {
		scn__unknown(b, pos, "answer", "", text, words, ARRAY_LEN(words), sizeof(*words));
		return;
	}
	if (!scn__parse_uint(b, pos, status, "a status", 599, &code))
		return;
	if (code < 100)
		scn__fail(b, pos, "status %u, must be 100 to 599", (unsigned)code);
	item->answer = SCN_ANSWER_STATUS;
	item->status = (int)code;
	if (at)
		item->answer_rv =
		    scn__value(b, node, (struct str) { at + 1, text.len - status.len - 1 });
}

static void set_value(struct scn__build *b, struct scn__item *item, const struct option *o,
		      const struct scn__node *value)
{
	void *to = (char *)item + o->offset;
	struct str text;

	switch (o->how) {
	case VALUE:
		if (value->kind != SCN_SCALAR)
			scn__fail(b, value->pos, "%s is %s, must be one value", o->word,
				  scn__node_what(value));
		else if (value->form == SCN_ABSENT)
			*(const struct scn__node **)to = scn__value(b, value, STR(""));
		else
			*(const struct scn__node **)to = value;
		break;
	case YES:
	case NO: {
		bool yes = true;

		if (scn__want_bool(b, value, o->word, &yes))
			*(enum scn__maybe *)to = yes == (o->how == YES) ? SCN_YES : SCN_NO;
		break;
	}
	case SUBSET:
		if (scn__want_map(b, value, o->word))
			*(const struct scn__node **)to = value;
		break;
	case STATUS:
		if (scn__want_text(b, value, o->word, &text))
			scn__read_answer(b, item, value->pos, value, text);
		break;
	case BACKEND:
		if (scn__want_text(b, value, o->word, &text))
			item->backend = scn__find_backend(b, value->pos, text);
		break;
	case AFTER:
		if (scn__want_text(b, value, o->word, &text) &&
		    scn__parse_range(b, value->pos, text, &item->after_min_ns, &item->after_max_ns))
			item->has_after = true;
		break;
	case BY:
		if (scn__want_text(b, value, o->word, &text))
			item->by = scn__find_controller(b, value->pos, text);
		break;
	case WHILE:
		if (value->kind == SCN_SCALAR && value->form == SCN_NAME)
			item->while_name = value->arg;
		else
			scn__fail(b, value->pos, "while needs a name: while $u1 exists");
		break;
	}
}

static const struct option *find_option(struct scn__build *b, struct scn__item *item,
					struct scn__pos pos, struct str word)
{
	unsigned verb = 1u << item->verb;
	struct option fitting[ARRAY_LEN(options)];
	size_t count = 0;
	char of[64];

	for (size_t i = 0; i < ARRAY_LEN(options); i++) {
		if (!(options[i].verbs & verb))
			continue;
		if (scn__key_is(word, options[i].word))
			return &options[i];
		fitting[count++] = options[i];
	}
	(void)snprintf(of, sizeof(of), " of %s", scn__verb_word(item->verb));
	scn__unknown(b, pos, "option", of, word, fitting, count, sizeof(*fitting));
	return NULL;
}

void scn__set_option(struct scn__build *b, struct scn__item *item, struct scn__pos pos,
		     struct str name, const struct scn__node *value)
{
	const struct option *o = find_option(b, item, pos, name);

	if (o)
		set_value(b, item, o, value);
}

void scn__read_option(struct scn__build *b, struct scn__item *item, const struct scn__node *line,
		      struct scn__pos pos, struct str name, struct str value, bool bare)
{
	const struct option *o = find_option(b, item, pos, name);
	const struct scn__node *v;

	if (!o)
		return;
	if ((o->how == YES || o->how == NO) && bare) {
		*(enum scn__maybe *)(void *)((char *)item + o->offset) =
		    o->how == YES ? SCN_YES : SCN_NO;
		return;
	}
	if (bare || o->how == SUBSET) {
		scn__fail(b, pos, "`%s` needs a value: %s%s", o->word, o->word,
			  o->how == SUBSET ? ": in the map form" : "=...");
		return;
	}
	v = scn__value(b, line, value);
	if (v)
		set_value(b, item, o, v);
}

bool scn__is_simple(const struct scn__node *node)
{
	static const char more[] = "$._-/@<=";

	if (node->kind != SCN_SCALAR || node->text.len == 0 || node->text.len > 200)
		return false;
	for (size_t i = 0; i < node->text.len; i++) {
		char c = node->text.ptr[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		      strchr(more, c)))
			return false;
	}
	return true;
}

bool scn__add_option(const struct scn__entry *e, enum scn__verb verb, struct strbuf *out)
{
	const struct option *o = NULL;

	for (size_t i = 0; i < ARRAY_LEN(options) && !o; i++)
		if ((options[i].verbs >> verb & 1) && scn__key_is(e->key, options[i].word))
			o = &options[i];
	if (!o || !scn__is_simple(e->value))
		return false;
	switch (o->how) {
	case VALUE:
	case AFTER:
		strbuf_addf(out, " %s=" STR_FMT, o->word, STR_ARG(e->value->text));
		return true;
	case YES:
	case NO:
		strbuf_addf(out, " %s", o->word);
		return str_eqz(e->value->text, "true");
	case BACKEND:
	case BY:
		strbuf_addf(out, " %s " STR_FMT, o->word, STR_ARG(e->value->text));
		return true;
	case STATUS:
		strbuf_addf(out, " -> " STR_FMT, STR_ARG(e->value->text));
		return true;
	case WHILE:
	case SUBSET:
		break;
	}
	return false;
}
