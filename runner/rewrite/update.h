/* SPDX-License-Identifier: Apache-2.0 */
/* update.h - rewrites the expectations in a scenario's text for --update.
 *
 * For each section of an expect, a run produces edits of the source's bytes (expect/update.c), so
 * comments and all other text stay. Cells of a matrix share the text: expectations on which they
 * disagree are not changed, and a reason is reported. */
#ifndef RUNNER_REWRITE_UPDATE_H
#define RUNNER_REWRITE_UPDATE_H

#include "base/str.h"
#include "runner/arena.h"
#include "runner/language/scenario.h"

/* Replaces the bytes [from, to) of the source by `text`. */
struct scn__edit {
	size_t from, to;
	struct str text;
};

/* A checked section. */
struct scn__checked {
	struct scn__pos pos;
	struct scn__edit *edits;
	size_t edit_count, edit_cap;
	struct str refused; /* why it is not changed although it does not hold; empty: no reason */
};

struct scn__updates {
	struct str text;     /* the source, borrowed */
	size_t *line_starts; /* offset of each line, and of the end */
	size_t line_count;
	struct scn__checked *checked;
	size_t checked_count, checked_cap;
	struct runner__arena arena;
	bool failed; /* out of memory */
};

void scn__updates_init(struct scn__updates *u, struct str text);
void scn__updates_fini(struct scn__updates *u);

/* The offset of a position; positions beyond the end give the end. */
size_t scn__updates_offset(const struct scn__updates *u, struct scn__pos pos);
/* The start of the line that contains a byte, and of the next line. */
size_t scn__updates_line_start(const struct scn__updates *u, size_t offset);
size_t scn__updates_line_after(const struct scn__updates *u, size_t offset);

/* Begins a section; the following edits and refusals belong to it. */
void scn__updates_begin(struct scn__updates *u, struct scn__pos pos);
void scn__updates_edit(struct scn__updates *u, size_t from, size_t to, struct str text);
void scn__updates_refuse(struct scn__updates *u, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds the results of another cell. */
void scn__updates_merge(struct scn__updates *into, const struct scn__updates *from);
/* The number of sections to rewrite. */
size_t scn__updates_count(const struct scn__updates *u);
/* Writes the whole text. Returns false if edits overlap or if out of memory. */
bool scn__updates_apply(const struct scn__updates *u, struct strbuf *out);
/* Appends the lines that differ, "  :12 - old" and "  :12 + new", for texts of any size. If more
 * than a thousand consecutive lines differ, the diff may not be minimal. `out->failed`: out of
 * memory. */
void scn__updates_diff(struct str before, struct str after, struct strbuf *out);

#endif
