/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - `relist explain`: shows the entry of a word in the tables. */
#include "base/text/ascii.h"
#include "runner/manual/doc.h"

#include "runner/language/table.h"
#include "runner/tbl/concepts.h"
#include "base/suggest.h"

enum { WIDTH = 78 };

/* Wraps at spaces; every line begins with `indent` spaces. */
static void add_wrapped(struct strbuf *out, const char *text, unsigned indent)
{
	while (*text) {
		size_t room = WIDTH - indent, len = strlen(text), cut = len;

		if (len > room) {
			cut = room;
			while (cut > 0 && text[cut] != ' ')
				cut--;
			if (cut == 0)
				cut = strcspn(text, " ");
		}
		strbuf_addf(out, "%*s%.*s\n", (int)indent, "", (int)cut, text);
		text += cut;
		while (*text == ' ')
			text++;
	}
}

static const char *value_words(const struct scn__arg *a)
{
	return a->words ? a->words : scn__kind_words(a->kind);
}

static void add_args(struct strbuf *out, const struct scn__arg *args, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct scn__arg *a = &args[i];

		strbuf_addf(out, "  %s%s%s%s%s\n", a->key, value_words(a)[0] ? ": " : "",
			    value_words(a), a->flags & SCN_REQ ? "  (required)" : "",
			    a->flags & SCN_MAIN ? "  (or as the bare value)" : "");
		add_wrapped(out, a->help, 6);
	}
}

static void explain_verb(struct strbuf *out, size_t i)
{
	const struct scn__verb_doc *d = &scn__verb_docs[i];
	size_t count;
	const struct scn__arg *args = scn__step_args((enum scn__step_kind)i, &count);

	strbuf_addf(out, "%s - %s (a step; %s)\n", d->word, d->summary, d->group);
	if (d->help[0]) {
		strbuf_addc(out, '\n');
		add_wrapped(out, d->help, 2);
	}
	if (count) {
		strbuf_addz(out, "\narguments:\n");
		add_args(out, args, count);
	}
	strbuf_addf(out, "\nexample:\n  - %s\n", d->example);
}

static void explain_section(struct strbuf *out, size_t i)
{
	const struct scn__section_doc *d = &scn__section_docs[i];

	strbuf_addf(out, "%s - %s (a section of expect and never)\n\n", d->word, d->summary);
	add_wrapped(out, d->help, 2);
	strbuf_addf(out, "\nexample:\n  - expect: {%s}\n", d->example);
}

static void explain_oracle(struct strbuf *out, size_t i)
{
	const struct scn__oracle_doc *d = &scn__oracle_docs[i];

	strbuf_addf(out, "%s - %s (an oracle)\n\n", d->word, d->summary);
	if (d->help[0])
		add_wrapped(out, d->help, 2);
	add_wrapped(out,
		    d->provable ? "For external subjects too: the request log alone proves it."
				: "For external subjects only as far as they print notifications.",
		    2);
	strbuf_addf(out, "\nexample:\n  always: {%s: {off: the reason}}\n", d->word);
}

static void explain_fix(struct strbuf *out, size_t i)
{
	const struct scn__fix_doc *d = &scn__fix_docs[i];

	strbuf_addf(out, "%s - a fix that %s can be run without (%s)\n\nWithout it:\n", d->word,
		    strcmp(d->part, "queue") == 0 ? "a controller's queue" : "an informer", d->ref);
	add_wrapped(out, d->without, 2);
	strbuf_addf(out, "\nexample:\n  matrix: {fix: [none, %s]}\n", d->word);
}

static void explain_group(struct strbuf *out, size_t i)
{
	size_t count;
	const struct scn__arg *args = scn__group_args((enum scn__group)i, &count);

	strbuf_addf(out, "%s - %s\n\nkeys:\n", scn__group_docs[i].word, scn__group_docs[i].summary);
	add_args(out, args, count);
}

/* "informers" and "informer" are the group "informers.NAME". */
static bool names_group(struct str topic, const char *word)
{
	size_t len = strcspn(word, ".");
	struct str head = { word, len };

	if (str_eq(topic, head) || str_eqz(topic, word))
		return true;
	return len > 1 && word[len - 1] == 's' && word[len] && topic.len == len - 1 &&
	       memcmp(topic.ptr, word, len - 1) == 0;
}

static void separate(struct strbuf *out, bool *found)
{
	if (*found)
		strbuf_addz(out, "\n----\n\n");
	*found = true;
}

static const struct concept {
	const char *word, *also, *text, *scenarios;
}
concepts[] = {
#define X(word, also, text, scenarios) { word, also, text, scenarios },
	RUNNER_CONCEPTS(X)
#undef X
};

/* Accepts hasSynced and HasSynced. */
static bool is_word(struct str word, struct str is)
{
	return ascii_eq_nocase(word, is);
}

static bool is_among(struct str word, const char *words)
{
	while (*words) {
		size_t len = strcspn(words, "|");

		if (is_word(word, (struct str) { words, len }))
			return true;
		words += len + (words[len] ? 1 : 0);
	}
	return false;
}

static void explain_concept(struct strbuf *out, const struct concept *c)
{
	const char *p = c->scenarios;

	strbuf_addf(out, "%s\n\n", c->word);
	add_wrapped(out, c->text, 2);
	if (*p)
		strbuf_addz(out, "\nscenarios that show it (relist show FILE):\n");
	while (*p) {
		size_t len = strcspn(p, "|");

		strbuf_addf(out, "  scenarios/%.*s.yaml\n", (int)len, p);
		p += len + (p[len] ? 1 : 0);
	}
}

/* --- lists --- */

static void list_steps(struct strbuf *out)
{
	const char *group = "";

	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		const struct scn__verb_doc *d = &scn__verb_docs[i];

		if (strcmp(group, d->group) != 0)
			strbuf_addf(out, " %s\n", group = d->group);
		strbuf_addf(out, "  %-12s %s\n", d->word, d->summary);
	}
}

static void list_sections(struct strbuf *out)
{
	for (size_t i = 0; i < scn__section_doc_count; i++)
		strbuf_addf(out, "  %-12s %s\n", scn__section_docs[i].word,
			    scn__section_docs[i].summary);
}

static void list_oracles(struct strbuf *out)
{
	for (size_t i = 0; i < scn__oracle_doc_count; i++)
		strbuf_addf(out, "  %-36s %s\n", scn__oracle_docs[i].word,
			    scn__oracle_docs[i].summary);
}

static void list_fixes(struct strbuf *out)
{
	for (size_t i = 0; i < scn__fix_doc_count; i++)
		strbuf_addf(out, "  %-22s %s\n", scn__fix_docs[i].word, scn__fix_docs[i].ref);
}

static void list_groups(struct strbuf *out)
{
	for (size_t i = 0; i < SCN_G_COUNT_; i++)
		strbuf_addf(out, "  %-16s %s\n", scn__group_docs[i].word,
			    scn__group_docs[i].summary);
}

static void list_concepts(struct strbuf *out)
{
	AUTO_STRBUF words = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(concepts); i++)
		strbuf_addf(&words, "%s%s", i ? ", " : "", concepts[i].word);
	add_wrapped(out, words.failed ? "" : words.ptr, 2);
	out->failed |= words.failed;
}

/* The parts of the list of all topics; each is a topic as well. */
static const struct list {
	const char *title, *also;
	void (*print)(struct strbuf *out);
} lists[] = {
	{ "steps", "steps|verbs|step|verb", list_steps },
	{ "sections of expect and never", "sections|section", list_sections },
	{ "oracles, always on", "oracles|oracle", list_oracles },
	{ "fixes that an informer can be run without", "fixes|fix|without", list_fixes },
	{ "parts of the file", "file|the file|parts", list_groups },
	{ "concepts", "concepts|concept", list_concepts },
};

static void explain_list(struct strbuf *out, size_t i)
{
	strbuf_addf(out, "%s\n", lists[i].title);
	lists[i].print(out);
}

/* --- words --- */

/* All topics in the order in which `relist explain` lists them. */
static size_t all_words(const char **words, size_t cap)
{
	size_t count = 0;

	ASSERT(scn__verb_doc_count + scn__section_doc_count + scn__oracle_doc_count +
		   scn__fix_doc_count + SCN_G_COUNT_ - 1 + ARRAY_LEN(concepts) <=
	       cap);
	for (size_t i = 0; i < scn__verb_doc_count; i++)
		words[count++] = scn__verb_docs[i].word;
	for (size_t i = 0; i < scn__section_doc_count; i++)
		words[count++] = scn__section_docs[i].word;
	for (size_t i = 0; i < scn__oracle_doc_count; i++)
		words[count++] = scn__oracle_docs[i].word;
	for (size_t i = 0; i < scn__fix_doc_count; i++)
		words[count++] = scn__fix_docs[i].word;
	for (size_t i = 1; i < SCN_G_COUNT_; i++)
		words[count++] = scn__group_docs[i].word;
	for (size_t i = 0; i < ARRAY_LEN(concepts); i++)
		words[count++] = concepts[i].word;
	return count;
}

enum { WORDS_MAX = 256 };

static void suggest(struct strbuf *out, struct str topic)
{
	const char *words[WORDS_MAX];
	size_t count = all_words(words, ARRAY_LEN(words));
	int i = suggest_word(topic, words, count, sizeof(*words));

	if (i >= 0)
		strbuf_addz(out, words[i]);
}

void scn__explain_words(struct strbuf *out)
{
	const char *words[WORDS_MAX];
	size_t count = all_words(words, ARRAY_LEN(words));

	for (size_t i = 0; i < count; i++)
		if (!strpbrk(words[i], " '\\"))
			strbuf_addf(out, "%s%s", i ? " " : "", words[i]);
	strbuf_addz(out, " steps sections oracles fixes file concepts");
}

bool scn__explain(struct str topic, struct strbuf *out)
{
	bool found = false;

	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		if (str_eqz(topic, scn__verb_docs[i].word)) {
			separate(out, &found);
			explain_verb(out, i);
		}
	}
	for (size_t i = 0; i < scn__section_doc_count; i++) {
		if (str_eqz(topic, scn__section_docs[i].word)) {
			separate(out, &found);
			explain_section(out, i);
		}
	}
	for (size_t i = 0; i < scn__oracle_doc_count; i++) {
		if (str_eqz(topic, scn__oracle_docs[i].word)) {
			separate(out, &found);
			explain_oracle(out, i);
		}
	}
	for (size_t i = 0; i < scn__fix_doc_count; i++) {
		if (str_eqz(topic, scn__fix_docs[i].word)) {
			separate(out, &found);
			explain_fix(out, i);
		}
	}
	for (size_t i = 0; i < SCN_G_COUNT_; i++) {
		if (names_group(topic, scn__group_docs[i].word) ||
		    (i == SCN_G_FILE && str_eqz(topic, "file"))) {
			separate(out, &found);
			explain_group(out, i);
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(concepts); i++) {
		if (is_word(topic, str_of(concepts[i].word)) || is_among(topic, concepts[i].also)) {
			separate(out, &found);
			explain_concept(out, &concepts[i]);
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		if (is_among(topic, lists[i].also)) {
			separate(out, &found);
			explain_list(out, i);
		}
	}
	if (!found)
		suggest(out, topic);
	return found;
}

void scn__explain_all(struct strbuf *out)
{
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		strbuf_addz(out, i ? "\n" : "");
		explain_list(out, i);
	}
}
