/* SPDX-License-Identifier: Apache-2.0 */
/* story.h - the events of a run, step by step: the output of `relist show`. */
#ifndef RUNNER_REPORT_STORY_H
#define RUNNER_REPORT_STORY_H

#include "runner/arena.h"
#include "runner/result.h"
#include "runner/language/scenario.h"

/* One event during a step. */
struct scn__shown {
	const struct scn__step *step; /* NULL: before the first step */
	int64_t at_ns;
	const char *group; /* "model", "wire", "queue", "cache", "notify", ...; static */
	struct str text;
	bool bad; /* part of a failure */
};

/* Filled by scn__run(): one run of a cell; if the cell runs several times, the last run. */
struct scn__show {
	struct runner__arena arena;
	struct scn__shown *items;
	size_t len, cap;
	const struct scn__step *last; /* the last step that began; NULL: none */
	struct runner__page *page;    /* receives all trace events and notes; NULL: none */
};

void runner__show_init(struct scn__show *s);
void runner__show_fini(struct scn__show *s);
void runner__show_clear(struct scn__show *s);
/* Copies the text. Returns false if out of memory. */
bool runner__show_add(struct scn__show *s, const struct scn__shown *item);

/* Writes the source lines of each step with its events below. `text` is the file. */
void runner__show_text(const struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct strbuf *out);
/* Fills the head of the page (page.h); the run has filled s->page. Borrows all arguments. Returns
 * false if out of memory. */
struct runner__page_head;
bool runner__show_head(struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct runner__page_head *head);
/* Appends the page. Returns false if out of memory. */
bool runner__show_html(struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct strbuf *out);

#endif
