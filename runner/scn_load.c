/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/scenario.h"

#include "base/alloc.h"

static const char *const step_words[] = {
#define X(name, word, ...) word,
	RUNNER_STEPS(X)
#undef X
};

static const char *const section_words[] = {
#define X(name, word, ...) word,
	RUNNER_EXPECTATIONS(X)
#undef X
};

static const char *const oracle_words[] = {
#define X(name, word, ...) word,
	RUNNER_ORACLES(X)
#undef X
};

static const char *const verb_words[] = {
#define X(name, word, stream) word,
	SCN_VERBS(X)
#undef X
};

const char *scn__step_word(enum scn__step_kind kind)
{
	return step_words[kind];
}

const char *scn__section_word(enum scn__section_kind kind)
{
	return section_words[kind];
}

const char *scn__oracle_word(enum scn__oracle oracle)
{
	return oracle_words[oracle];
}

const char *scn__verb_word(enum scn__verb verb)
{
	return verb_words[verb];
}
