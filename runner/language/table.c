/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/language/table.h"

static const struct scn__arg step_args[] = {
#define X(owner, key, kind, member, flags, words, help)                                            \
	{ key, SCN_##owner, SCN_K_##kind, offsetof(struct scn__step, member), flags, words, help },
	RUNNER_STEP_ARGS(X)
#undef X
};

static const struct scn__arg group_args[] = {
#define X(group, key, kind, type, member, flags, words, help)                                      \
	{ key, SCN_G_##group, SCN_K_##kind, offsetof(struct type, member), flags, words, help },
	RUNNER_KEYS(X)
#undef X
};

const struct scn__verb_doc scn__verb_docs[] = {
#define X(name, check, run, ripen, outside, limits, word, group, summary, help, example)           \
	{ word, group, summary, help, example, limits },
	RUNNER_STEPS(X)
#undef X
};
const size_t scn__verb_doc_count = ARRAY_LEN(scn__verb_docs);

const struct scn__section_doc scn__section_docs[] = {
#define X(name, object, outside, word, summary, help, example)                                     \
	{ word, summary, help, example, outside },
	RUNNER_EXPECTATIONS(X)
#undef X
};
const size_t scn__section_doc_count = ARRAY_LEN(scn__section_docs);

const struct scn__oracle_doc scn__oracle_docs[] = {
#define X(name, object, word, provable, summary, help) { word, provable, summary, help },
	RUNNER_ORACLES(X)
#undef X
};
const size_t scn__oracle_doc_count = ARRAY_LEN(scn__oracle_docs);

const struct scn__fix_doc scn__fix_docs[] = {
#define X(name, word, ref, without) { word, "reflector", ref, without },
	INF_REFLECTOR_FIXES(X)
#undef X
#define X(name, word, ref, without) { word, "cache", ref, without },
	    INF_CACHE_FIXES(X)
#undef X
#define X(name, word, ref, without) { word, "handlers", ref, without },
		INF_HANDLER_FIXES(X)
#undef X
#define X(name, word, ref, without) { word, "queue", ref, without },
		    INF_QUEUE_FIXES(X)
#undef X
#define X(name, word, ref, without) { word, "connection", ref, without },
			INF_CONNECTION_FIXES(X)
#undef X
};
const size_t scn__fix_doc_count = ARRAY_LEN(scn__fix_docs);

const struct scn__group_doc scn__group_docs[] = {
#define X(name, word, summary) { word, summary },
	RUNNER_GROUPS(X)
#undef X
};

static const char *const verb_words[] = {
#define X(name, word, stream) word,
	SCN_VERBS(X)
#undef X
};

/* The rows of one owner are consecutive. */
static const struct scn__arg *rows_of(const struct scn__arg *rows, size_t len, int owner,
				      size_t *count)
{
	size_t first = 0, end;

	while (first < len && rows[first].owner != owner)
		first++;
	for (end = first; end < len && rows[end].owner == owner; end++)
		;
	*count = end - first;
	return rows + first;
}

const struct scn__arg *scn__step_args(enum scn__step_kind kind, size_t *count)
{
	return rows_of(step_args, ARRAY_LEN(step_args), (int)kind, count);
}

const struct scn__arg *scn__group_args(enum scn__group group, size_t *count)
{
	return rows_of(group_args, ARRAY_LEN(group_args), (int)group, count);
}

const char *scn__kind_words(enum scn__kind kind)
{
	static const char *const words[] = {
#define X(name, text, schema) text,
		SCN_KINDS(X)
#undef X
	};

	return words[kind];
}

const char *scn__kind_schema(enum scn__kind kind)
{
	static const char *const schemas[] = {
#define X(name, text, schema) schema,
		SCN_KINDS(X)
#undef X
	};

	return schemas[kind];
}

const char *scn__step_word(enum scn__step_kind kind)
{
	return scn__verb_docs[kind].word;
}

const char *scn__section_word(enum scn__section_kind kind)
{
	return scn__section_docs[kind].word;
}

const char *scn__oracle_word(enum scn__oracle oracle)
{
	return scn__oracle_docs[oracle].word;
}

const char *scn__verb_word(enum scn__verb verb)
{
	return verb_words[verb];
}
