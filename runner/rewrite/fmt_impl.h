/* SPDX-License-Identifier: Apache-2.0 */
/* fmt_impl.h - the lines of a scenario and their changes, shared by fmt.c, which finds them, and
 * fmt_write.c. */
#ifndef RUNNER_REWRITE_FMT_IMPL_H
#define RUNNER_REWRITE_FMT_IMPL_H

#include "runner/language/yaml.h"

/* The start of a block's element: the dash of a list item, or a map's key. */
struct lead {
	uint32_t column, target; /* from 1 */
	bool dash;
};

struct line {
	struct str text;
	struct lead *leads;
	size_t lead_count;
	uint32_t content_end; /* column after the last value or key; 0: unknown */
	int64_t shift_above, shift_below;
	bool verbatim; /* inside a text block or a collection over several lines */
};

/* Replaces the columns [from, to) of a line. */
struct edit {
	uint32_t line, from, to;
	struct str text;
};

struct fmt {
	struct runner__arena arena;
	struct scn__errors *errors;
	struct line *lines;
	size_t line_count;
	struct edit *edits;
	size_t edit_count, edit_cap;
	const struct scn__node *root;
};

/* The columns [from, to) of a line; columns count characters, from 1. */
struct str scn__fmt_slice(struct str line, uint32_t from, uint32_t to);
uint32_t scn__fmt_chars(struct str s);
/* Writes the lines with their edits, and moves each to its target column. */
void scn__fmt_write_moved(struct fmt *f, struct strbuf *out);
/* Writes the lines with their edits only. */
void scn__fmt_write_edited(struct fmt *f, struct strbuf *out);

#endif
