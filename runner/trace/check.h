/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - compares the observed events with a trace, by the rules of a replayer:
 *
 * server-side lines in order; notifications per handler in order, those with the same anyOrder
 * number in any order; every event of the lines above an input line has been observed when that
 * line is done, and no event from below an act or a state line; and no event without a line. A
 * request may be earlier than its line if the line states no time: it waits at the server. */
#ifndef RUNNER_TRACE_CHECK_H
#define RUNNER_TRACE_CHECK_H

#include "runner/trace/log.h"
#include "runner/result.h"

struct runner__checker {
	const struct runner__trace *trace;
	struct runner__log *log;
	struct runner__result *result; /* filled at the first failure */
	struct runner__arena arena;
	bool *done;	 /* per line */
	size_t *next_of; /* per handler: all lines before it are done */
	size_t next_hangup, next_watch_error, next_crash;
	size_t first_open; /* all logged lines before it are done */
	size_t at;	   /* the current line */
	size_t barrier;	   /* the next act or state line after it */
	bool crashed;
};

int runner__checker_init(struct runner__checker *c, const struct runner__trace *trace,
			 struct runner__log *log, struct runner__result *result);
void runner__checker_fini(struct runner__checker *c);

/* All of these functions return true if everything is as expected; else they fill the result. */

/* Makes line `at` the current line. */
void runner__check_move(struct runner__checker *c, size_t at);
/* Compares the log's new entries. */
bool runner__check_seen(struct runner__checker *c);
/* Checks that every event of the lines above the current line was observed. */
bool runner__check_above(struct runner__checker *c, int64_t now_ns);
bool runner__check_request(struct runner__checker *c, const struct runner__line *line,
			   const struct fakeapi__player_request *got, int64_t last_ns);
bool runner__check_state(struct runner__checker *c, const struct runner__line *line,
			 const struct runner__state *got);
bool runner__check_object(struct runner__checker *c, const struct runner__line *line,
			  struct str got);

/* Fills the result: FAIL at `line`. Returns false. */
bool runner__check_fail(struct runner__checker *c, const struct runner__line *line, const char *fmt,
			...) __attribute__((format(printf, 3, 4)));

#endif
