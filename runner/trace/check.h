/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - compares what was seen with what a trace says, by the rules of a replayer:
 *
 * server-side lines in order; notifications per handler in order, those with the same anyOrder
 * number in any; all that stands above an input line has been seen when that line is done, nothing
 * that stands below an act or a state line; and nothing that no line expects. A request may be
 * earlier than its line if the line says nothing about time: it waits at the server.
 */
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
	size_t *next_of; /* per handler: no line before it is open */
	size_t next_hangup, next_watch_error, next_crash;
	size_t first_open; /* no line that must be seen is open before it */
	size_t at;	   /* the line being worked on */
	size_t barrier;	   /* the next act or state line after it */
	bool crashed;
};

int runner__checker_init(struct runner__checker *c, const struct runner__trace *trace,
			 struct runner__log *log, struct runner__result *result);
void runner__checker_fini(struct runner__checker *c);

/* All of these: true while everything is as expected, else the result is filled. */

/* Work goes on with line `at`. */
void runner__check_move(struct runner__checker *c, size_t at);
/* Compares what the log has new. */
bool runner__check_seen(struct runner__checker *c);
/* Everything above the current line has been seen. */
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
