/* SPDX-License-Identifier: Apache-2.0 */
/* update.h - a scenario's text with other expectations: what --update writes.
 *
 * A run says for each section of an expect what would have to be replaced (expect/update.c), as
 * edits of the source's bytes, so comments and everything else stay. Cells of a matrix share the
 * text: what they do not agree upon is left alone, with a reason. */
#ifndef RUNNER_REWRITE_UPDATE_H
#define RUNNER_REWRITE_UPDATE_H

#include "base/str.h"
#include "runner/arena.h"
#include "runner/language/scenario.h"

/* Bytes [from, to) of the source become `text`. */
struct scn__edit {
	size_t from, to;
	struct str text;
};

/* A section that was checked. */
struct scn__checked {
	struct scn__pos pos;
	struct scn__edit *edits;
	size_t edit_count, edit_cap;
	struct str refused; /* why it is left alone though it does not hold; empty: it is not */
};

struct scn__updates {
	struct str text;     /* the source, borrowed */
	size_t *line_starts; /* of each line, and of the end */
	size_t line_count;
	struct scn__checked *checked;
	size_t checked_count, checked_cap;
	struct runner__arena arena;
	bool failed; /* out of memory */
};

void scn__updates_init(struct scn__updates *u, struct str text);
void scn__updates_fini(struct scn__updates *u);

/* The byte at a position; lines and columns beyond the end are the end. */
size_t scn__updates_offset(const struct scn__updates *u, struct scn__pos pos);
/* Where the line of a byte begins, and where the one after it does. */
size_t scn__updates_line_start(const struct scn__updates *u, size_t offset);
size_t scn__updates_line_after(const struct scn__updates *u, size_t offset);

/* The edits and the refusal that follow are this section's. */
void scn__updates_begin(struct scn__updates *u, struct scn__pos pos);
void scn__updates_edit(struct scn__updates *u, size_t from, size_t to, struct str text);
void scn__updates_refuse(struct scn__updates *u, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes over what another cell found. */
void scn__updates_merge(struct scn__updates *into, const struct scn__updates *from);
/* The sections that would be rewritten. */
size_t scn__updates_count(const struct scn__updates *u);
/* Writes the whole text; false when edits overlap or memory is out. */
bool scn__updates_apply(const struct scn__updates *u, struct strbuf *out);
/* The lines that differ, "  :12 - old" and "  :12 + new", in texts of any size; where a thousand
 * lines differ in a row they may be more than there had to be. `out->failed`: memory is out. */
void scn__updates_diff(struct str before, struct str after, struct strbuf *out);

#endif
