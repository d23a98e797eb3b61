/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/result.h"

void runner__result_init(struct runner__result *r)
{
	memset(r, 0, sizeof(*r));
	strbuf_init(&r->expected);
	strbuf_init(&r->actual);
	strbuf_init(&r->tail);
}

void runner__result_fini(struct runner__result *r)
{
	strbuf_fini(&r->expected);
	strbuf_fini(&r->actual);
	strbuf_fini(&r->tail);
}

const char *runner__verdict_word(enum runner__verdict v)
{
	static const char *const words[] = {
#define X(name, word, status) [RUNNER_##name] = word,
		RUNNER_VERDICTS(X)
#undef X
	};

	return words[v];
}

int runner__verdict_status(enum runner__verdict v)
{
	static const int statuses[] = {
#define X(name, word, status) [RUNNER_##name] = (status),
		RUNNER_VERDICTS(X)
#undef X
	};

	return statuses[v];
}
