/* SPDX-License-Identifier: Apache-2.0 */
/* page.h - an interactive page of a run: one self-contained HTML file that steps through the
 * events. Its Content-Security-Policy allows no external resources.
 *
 *   trace events and notes, as they happen -> a model in JSON -> web/show.html, show.css, show.js
 *
 * The kinds of events in the model are the rows of base/tbl/trace_events.h. The page shows all data
 * of the run as text. */
#ifndef RUNNER_REPORT_PAGE_H
#define RUNNER_REPORT_PAGE_H

#include "base/map.h"
#include "base/str.h"
#include "base/trace.h"
#include "runner/report/picture.h"
#include "runner/report/words.h"

enum {
	PAGE_EVENTS_MAX = 200000,
	PAGE_OBJECT_BYTES_MAX = 1 << 20, /* limit for one object; longer ones are cut */
	PAGE_BYTES_MAX = 64 << 20,	 /* limit for all objects and texts; the rest is omitted */
};

/* Filled during a run. One thread at a time. */
struct runner__page {
	struct strbuf events;	    /* JSON: [at, kind, id, n, who, key, text, step, words], ... */
	struct strbuf strings;	    /* JSON, in the order of their numbers */
	struct strbuf objects;	    /* JSON: [key, rv, text], ... */
	struct map numbers;	    /* string -> its number + 1 */
	struct map seen;	    /* key@rv of objects */
	struct runner__words words; /* the events as sentences */
	struct runner__picture picture;
	int64_t last_ns; /* time for events that have none: the time of the previous event */
	size_t count, left_out;
	bool failed; /* out of memory */
};

/* One step of a scenario: lines [first, end) of the file. */
struct runner__page_step {
	uint32_t first, end;
	const char *verdict; /* "holds", "fails", "not reached"; NULL: none */
};

/* An index of an informer and the path of its index function; all borrowed. */
struct runner__page_index {
	struct str informer, name, path;
};

struct runner__result;
struct runner__page_head {
	struct str title, about, cell, source; /* all except the title may be empty */
	uint64_t seed;
	const char *verdict; /* "pass", ... */
	bool passed, classic;
	const char *what;		     /* reason of the failure; "" */
	uint32_t line;			     /* line of the failure in the source; 0: none */
	const struct runner__result *result; /* for expected beside actual; NULL: none */
	const struct runner__page_step *steps;
	size_t step_count;
	const struct runner__page_index *indexes;
	size_t index_count;
	const struct runner__page_head *against; /* a second run to compare; NULL: none */
	struct runner__page *against_page;
	bool without; /* the run without one of its steps: its model omits what the page has */
	struct str runs_without; /* base64 of such models, for the page; "": none */
};

void runner__page_init(struct runner__page *p);
void runner__page_fini(struct runner__page *p);
/* `step`: index of the step during which the event happened, -1: none. */
void runner__page_trace(struct runner__page *p, const struct trace_event *ev, int step);
/* Adds an event that is not a trace event: group is "model", "write", "oracle", "log" or
 * "crash". */
void runner__page_note(struct runner__page *p, int64_t at_ns, const char *group, struct str text,
		       int step);
/* A sink that adds all events to the page, without a step. */
struct trace_sink runner__page_sink(struct runner__page *p);
struct runner__trace;
/* Returns the head for a trace and its result; borrows both. */
struct runner__page_head runner__page_head_of(const struct runner__trace *t, uint64_t seed,
					      const struct runner__result *result);
/* Appends the page's data as JSON. */
void runner__page_model(struct runner__page *p, const struct runner__page_head *head,
			struct strbuf *out);
/* Appends the run as text: each step's source lines and its events. Returns false if out of
 * memory. */
bool runner__page_render(struct runner__page *p, const struct runner__page_head *head,
			 struct strbuf *out);
/* Appends the whole page. Returns false if out of memory. */
bool runner__page_write(struct runner__page *p, const struct runner__page_head *head,
			struct strbuf *out);
/* Appends the head of a page that has a style and no script. Returns false if its hash could not be
 * computed. */
bool runner__page_begin(struct str style, struct str title, struct strbuf *out);
/* Appends the page of `relist serve --ui`, which reads from its own server. Returns false if out of
 * memory. */
bool runner__live_page(struct strbuf *out);

#endif
