/* SPDX-License-Identifier: Apache-2.0 */
/* words.h - describes a run in sentences: a paragraph for each step of a scenario, or for each
 * period of a trace without steps. The sentence for an event is a row of runner/tbl/event_words.h;
 * each reason appears once. */
#ifndef RUNNER_REPORT_WORDS_H
#define RUNNER_REPORT_WORDS_H

#include "base/str.h"
#include "base/trace.h"

enum {
	WORDS_ALIKE_MAX = 3, /* sentences of one row in a paragraph; further ones are counted */
	WORDS_PARAGRAPHS_MAX = 10000, /* limit; further paragraphs are omitted */
	WORDS_PAUSE_NS = 100000000,   /* without steps: a pause that ends a paragraph */
	WORDS_ROWS_MAX = 96,
};

struct runner__paragraph {
	int step; /* index in the scenario; -1: none */
	int64_t at_ns;
	struct strbuf what, why, notice; /* `why` and `notice` have one reason per line */
};

/* One thread at a time. */
struct runner__words {
	struct runner__paragraph *items;
	size_t len, cap;
	uint32_t alike[WORDS_ROWS_MAX]; /* for the last paragraph: number of sentences by row */
	bool explained[WORDS_ROWS_MAX]; /* for each row: whether its reasons were given */
	bool failed;			/* out of memory */
};

/* A row of runner/tbl/event_words.h; notes follow the events. */
struct runner__word_row {
	const char *name; /* for notes: "model.note" */
	const char *sentence, *why, *notice;
};

/* WATCH, LIST or GET (one object, discovery), or the method of a write. Of TRACE_WIRE_REQUEST. */
const char *runner__request_verb(const struct trace_event *ev);
void runner__words_init(struct runner__words *w);
void runner__words_fini(struct runner__words *w);
size_t runner__word_row_count(void);
const struct runner__word_row *runner__word_row(size_t i);
/* "wire.request", "model.note". */
const char *runner__word_row_kind(size_t i);
/* The index of the first row that matches. */
size_t runner__word_row_of(const struct trace_event *ev);
size_t runner__word_row_of_note(const char *group);

/* Both return the row's index. */
size_t runner__words_trace(struct runner__words *w, const struct trace_event *ev, int64_t at_ns,
			   int step);
size_t runner__words_note(struct runner__words *w, int64_t at_ns, const char *group,
			  struct str text, int step);
/* The paragraph of a step; NULL: the step had no events. */
const struct runner__paragraph *runner__words_of(const struct runner__words *w, int step);
/* Closes the last paragraph; call it before reading any. */
void runner__words_end(struct runner__words *w);
/* Breaks lines at 96 columns, with a hanging indent. Replaces bytes that are not text. */
void runner__words_add(struct strbuf *out, const char *label, struct str text);

#endif
