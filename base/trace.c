/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace.h"

static const struct row {
	const char *group, *word;
} rows[] = {
#define X(name, group, word, text) { (group), (word) },
#include "base/tbl/trace_events.h"
#undef X
};

_Static_assert(ARRAY_LEN(rows) == TRACE_KIND_COUNT, "one row for every kind");

static const struct row *row_of(enum trace_kind kind)
{
	ASSERT((size_t)kind < ARRAY_LEN(rows));
	return &rows[kind];
}

const char *trace_kind_group(enum trace_kind kind)
{
	return row_of(kind)->group;
}

const char *trace_kind_word(enum trace_kind kind)
{
	return row_of(kind)->word;
}
