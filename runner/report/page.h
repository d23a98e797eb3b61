/* SPDX-License-Identifier: Apache-2.0 */
/* page.h - a run as one HTML file that can be stepped through: needs nothing from elsewhere, and
 * its Content-Security-Policy lets nothing in.
 *
 *   trace events and notes, as they happen -> a model in JSON -> web/show.html, show.css, show.js
 *
 * The kinds of events in the model are the rows of base/tbl/trace_events.h. What the run held is
 * text to the page, whatever it looks like.
 */
#ifndef RUNNER_REPORT_PAGE_H
#define RUNNER_REPORT_PAGE_H

#include "base/map.h"
#include "base/str.h"
#include "base/trace.h"
#include "runner/report/picture.h"
#include "runner/report/words.h"

enum {
	PAGE_EVENTS_MAX = 200000,
	PAGE_OBJECT_BYTES_MAX = 1 << 20, /* of one; longer ones are cut */
	PAGE_BYTES_MAX = 64 << 20,	 /* of all objects and texts; then objects are left out */
};

/* Filled while a run goes on. One thread at a time. */
struct runner__page {
	struct strbuf events;	    /* JSON: [at, kind, id, n, who, key, text, step, words], ... */
	struct strbuf strings;	    /* JSON, in the order of their numbers */
	struct strbuf objects;	    /* JSON: [key, rv, text], ... */
	struct map numbers;	    /* string -> its number + 1 */
	struct map seen;	    /* key@rv of objects */
	struct runner__words words; /* the same, as text */
	struct runner__picture picture;
	int64_t last_ns; /* what comes without a time happens when the one before did */
	size_t count, left_out;
	bool failed; /* out of memory */
};

/* One step of a scenario: lines [first, end) of the file. */
struct runner__page_step {
	uint32_t first, end;
	const char *verdict; /* "holds", "fails", "not reached"; NULL: nothing to say */
};

/* An index of an informer and the path that it was made with; all borrowed. */
struct runner__page_index {
	struct str informer, name, path;
};

struct runner__result;
struct runner__page_head {
	struct str title, about, cell, source; /* all but the title may be empty */
	uint64_t seed;
	const char *verdict; /* "pass", ... */
	bool passed, classic;
	const char *what;		     /* why it failed; "" */
	uint32_t line;			     /* of the source, of the failure; 0: none */
	const struct runner__result *result; /* for expected beside actual; NULL: none */
	const struct runner__page_step *steps;
	size_t step_count;
	const struct runner__page_index *indexes;
	size_t index_count;
	const struct runner__page_head *against; /* of a second run; NULL: none */
	struct runner__page *against_page;
};

void runner__page_init(struct runner__page *p);
void runner__page_fini(struct runner__page *p);
/* `step`: index of the step under which it happened, -1: none. */
void runner__page_trace(struct runner__page *p, const struct trace_event *ev, int step);
/* What no trace event says: group is "model", "write", "oracle", "log" or "crash". */
void runner__page_note(struct runner__page *p, int64_t at_ns, const char *group, struct str text,
		       int step);
/* A sink that puts everything on the page, under no step. */
struct trace_sink runner__page_sink(struct runner__page *p);
struct runner__trace;
/* Of a recorded story and what came of it; borrows both. */
struct runner__page_head runner__page_head_of(const struct runner__trace *t, uint64_t seed,
					      const struct runner__result *result);
/* The data of the page, as JSON. */
void runner__page_model(struct runner__page *p, const struct runner__page_head *head,
			struct strbuf *out);
/* The run in words, with the source's lines above them where there are steps. False: out of memory.
 */
bool runner__page_tell(struct runner__page *p, const struct runner__page_head *head,
		       struct strbuf *out);
/* False: out of memory. */
bool runner__page_write(struct runner__page *p, const struct runner__page_head *head,
			struct strbuf *out);
/* The head of a page that has a style and no script. False: its hash could not be made. */
bool runner__page_begin(struct str style, struct str title, struct strbuf *out);
/* The page of `relist serve --ui`: it reads from its own server. False: out of memory. */
bool runner__live_page(struct strbuf *out);

#endif
