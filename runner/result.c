/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/result.h"

#include "base/alloc.h"
#include "base/clock.h"

void runner__result_init(struct runner__result *r)
{
	memset(r, 0, sizeof(*r));
	strbuf_init(&r->expected);
	strbuf_init(&r->actual);
	strbuf_init(&r->nearest);
	strbuf_init(&r->diff);
	strbuf_init(&r->tail);
	runner__arena_init(&r->arena);
}

void runner__result_fini(struct runner__result *r)
{
	strbuf_fini(&r->expected);
	strbuf_fini(&r->actual);
	strbuf_fini(&r->nearest);
	strbuf_fini(&r->diff);
	strbuf_fini(&r->tail);
	base__free(r->rows);
	r->rows = NULL;
	r->row_count = r->row_cap = 0;
	r->write_count = 0;
	runner__arena_fini(&r->arena);
}

void runner__time_text(int64_t ns, char *buf, size_t cap)
{
	if (ns >= NS_PER_MS)
		ns = (ns + NS_PER_MS / 2) / NS_PER_MS * NS_PER_MS;
	duration_format(ns, buf, cap);
}

void runner__result_row(struct runner__result *r, const struct runner__row *row)
{
	if (r->row_count == r->row_cap) {
		size_t cap = r->row_cap ? 2 * r->row_cap : 16;
		struct runner__row *rows = base__reallocarray(r->rows, cap, sizeof(*rows));

		if (!rows)
			return;
		r->rows = rows;
		r->row_cap = cap;
	}
	r->rows[r->row_count] = *row;
	r->rows[r->row_count].expected = runner__arena_str(&r->arena, row->expected);
	r->rows[r->row_count].actual = runner__arena_str(&r->arena, row->actual);
	r->row_count++;
}

void runner__result_write(struct runner__result *r, const struct runner__write *write)
{
	struct runner__write *w = &r->writes[r->write_count++ % RUNNER_WRITES_MAX];

	w->at_ns = write->at_ns;
	w->line = runner__arena_str(&r->arena, write->line);
	w->shown = runner__arena_str(&r->arena, write->shown);
}

void runner__result_sides(struct runner__result *r)
{
	char at[32];

	strbuf_clear(&r->expected);
	strbuf_clear(&r->actual);
	for (size_t i = 0; i < r->row_count; i++) {
		const struct runner__row *row = &r->rows[i];

		if (row->expected.len && row->line)
			strbuf_addf(&r->expected, ":%u " STR_FMT "\n", row->line,
				    STR_ARG(row->expected));
		else if (row->expected.len)
			strbuf_addf(&r->expected, STR_FMT "\n", STR_ARG(row->expected));
		if (!row->actual.len || row->mark == '-')
			continue;
		strbuf_adds(&r->actual, row->actual);
		if (row->at_ns >= 0) {
			runner__time_text(row->at_ns, at, sizeof(at));
			strbuf_addf(&r->actual, "  @%s", at);
		}
		strbuf_addc(&r->actual, '\n');
	}
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
