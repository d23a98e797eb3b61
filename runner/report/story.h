/* SPDX-License-Identifier: Apache-2.0 */
/* story.h - the story of a run, step by step: what `relist show` prints. */
#ifndef RUNNER_REPORT_STORY_H
#define RUNNER_REPORT_STORY_H

#include "runner/arena.h"
#include "runner/result.h"
#include "runner/language/scenario.h"

/* One thing that happened under a step. */
struct scn__shown {
	const struct scn__step *step; /* NULL: before the first */
	int64_t at_ns;
	const char *group; /* "model", "wire", "queue", "cache", "notify", ...; lives for ever */
	struct str text;
	bool bad; /* a failure is about it */
};

/* Filled by scn__run(): the run of one cell, the last one if it is run several times. */
struct scn__show {
	struct runner__arena arena;
	struct scn__shown *items;
	size_t len, cap;
	const struct scn__step *last; /* that was begun; NULL: none */
	struct runner__page *page;    /* gets all trace events and notes; NULL: none */
};

void runner__show_init(struct scn__show *s);
void runner__show_fini(struct scn__show *s);
void runner__show_clear(struct scn__show *s);
/* Copies the text. False: out of memory. */
bool runner__show_add(struct scn__show *s, const struct scn__shown *item);

/* Writes the story with the file's own lines above what happened under them. `text` is the file. */
void runner__show_text(const struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct strbuf *out);
/* The head of its page (page.h), for which s->page was filled by the run; borrows all that is
 * given. False: out of memory. */
struct runner__page_head;
bool runner__show_head(struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct runner__page_head *head);
/* The page itself. False: out of memory. */
bool runner__show_html(struct scn__show *s, const struct scn__cell *cell, struct str text,
		       const struct runner__result *result, struct strbuf *out);

#endif
