/* SPDX-License-Identifier: Apache-2.0 */
/* habits.h - a program's repeated requests and their intervals. rest.c decides by them.
 *
 * Who may call: rest.c. Threads: the engine's. No locks. */
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

#endif
