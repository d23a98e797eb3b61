/* SPDX-License-Identifier: Apache-2.0 */
/* habits.h - a program's repeated requests and their intervals. rest.c decides by them.
 *
 * Who may call: rest.c, polls.c. Threads: the engine's. No locks. */
#ifndef RUNNER_EXTERNAL_HABITS_H
#define RUNNER_EXTERNAL_HABITS_H

#include "runner/external/external.h"

/* The requests of one kind from one program. */
struct scn__line {
	struct scn__line *next;
	const struct scn__informer *from;
	enum scn__verb verb; /* for all reads SCN_V_WATCH */
	struct str place;    /* path, or the object and its subresource */
	struct str labels, fields;
	const struct scn__rec *last, *watch;
	const struct scn__rec *left; /* the newest watch that the program closed itself */
	struct scn__list open;	     /* struct scn__rec: its open watches */
	size_t usual;		     /* number of watches that were open together for a while */
	size_t lists;
	const struct scn__rec *polls[3]; /* its last lists (pages count once), the newest last */
	int64_t apart_ns;		 /* the longest interval between two such lists */
	const struct scn__rec *changed;	 /* its last write that does not repeat the one before */
	int64_t period_ns; /* the longest interval before a repetition without a reason */
	bool had_watch;
};

struct scn__habits {
	struct scn__line *lines;
	size_t seen[3];		  /* of the tracks */
	struct scn__list pending; /* struct scn__rec: requests with an incomplete response */
	int64_t gap_ns;		  /* the longest gap since the program was at rest */
	int64_t most_ns;	  /* the longest gap of the run */
	int64_t slow_ns;	  /* the longest pause before a write that follows no failure */
	int64_t clear_ns;	  /* when connections were accepted again, or a hold ended */
	int64_t requested_ns;	  /* time of the newest request */
	int64_t active_ns;	  /* time of the newest request that may be work */
	int64_t rested_ns;
};

/* Processes the events since the last call. */
void external__habits_look(struct scn__run *r);
/* The time at which the request failed or its watch ended; -1: neither. */
int64_t external__failed_ns(const struct scn__rec *q);
/* Whether the watch was open and its program closed it without a reason in the story. */
bool external__is_left(const struct scn__run *r, const struct scn__rec *watch);
/* Whether the requests are for a collection, not for one object or discovery. */
bool external__is_collection(const struct scn__line *l);
/* Whether the requests are for a collection whose type is not served any more: the program repeats
 * them in vain. */
bool external__is_in_vain(struct scn__run *r, const struct scn__line *l);
bool external__is_running(const struct scn__run *r, const struct scn__informer *def);
/* Whether the request was sent by the running process and not by the one before its restart. */
bool external__is_of_now(const struct scn__run *r, const struct scn__rec *q);

/* --- polls.c --- */

/* A line that is listed on a timer and lacks two lists since the last step and write; NULL: none.
 */
const struct scn__line *external__unpolled(struct scn__run *r);
/* Whether the line's program is at rest, judged by its polls, and has sent the line's request since
 * the last step and write: another one repeats it without a reason. */
bool external__repeats_poll(struct scn__run *r, const struct scn__line *line);
/* Whether the request is such a repeated list, and was sent a moment ago. */
bool external__is_young_poll(struct scn__run *r, const struct scn__rec *q);

#endif
