/* SPDX-License-Identifier: Apache-2.0 */
/* habits.h - what a program does again and again, and how long it takes. rest.c judges by it.
 *
 * Who may call: rest.c. Threads: the engine's. No locks.
 */
#ifndef RUNNER_EXTERNAL_HABITS_H
#define RUNNER_EXTERNAL_HABITS_H

#include "runner/external/external.h"

/* The requests of one kind of a program. */
struct scn__line {
	struct scn__line *next;
	const struct scn__informer *from;
	enum scn__verb verb; /* of reads SCN_V_WATCH */
	struct str place;    /* path, or the object and its subresource */
	struct str labels, fields;
	const struct scn__rec *last, *watch;
	const struct scn__rec *left; /* the newest watch that the program closed by itself */
	struct scn__list open;	     /* struct scn__rec: its watches that have not ended */
	size_t usual;		     /* so many were open together for a while */
	size_t lists;
	int64_t period_ns; /* the longest pause before it was repeated without a reason */
	bool had_watch;
};

struct scn__habits {
	struct scn__line *lines;
	size_t seen[3];		  /* of the tracks */
	struct scn__list pending; /* struct scn__rec: requests without the end of a response */
	int64_t gap_ns;		  /* the longest one since the program was at rest */
	int64_t most_ns;	  /* of the run */
	int64_t slow_ns;	  /* the longest pause before a write without a failure */
	int64_t clear_ns;	  /* when connections were accepted again, or a hold ended */
	int64_t asked_ns;	  /* the newest request */
	int64_t rested_ns;
};

/* Takes in what has happened since the last time. */
void external__habits_look(struct scn__run *r);
/* When the request failed, or its watch ended; -1: it did not. */
int64_t external__failed_ns(const struct scn__rec *q);
/* It was open and its program closed it, and nothing in the story is a reason. */
bool external__is_left(const struct scn__run *r, const struct scn__rec *watch);
/* Of a type, not of one object; no discovery. */
bool external__is_collection(const struct scn__line *l);

#endif
