/* SPDX-License-Identifier: Apache-2.0 */
/* at_rest.h - what GET /relist/v1/rest has counted of the request log, from look to look. at_rest.c
 * judges by it, rest_lines.c counts.
 *
 * A line is what a client does again and again. Only what may have to be repeated stays: lists and
 * watches, and other requests until they have succeeded. */
#ifndef FAKEAPI_AT_REST_H
#define FAKEAPI_AT_REST_H

#include "base/map.h"
#include "fakeapi/faults/fault.h"

enum { FAKEAPI_REST_OPEN_MAX = 16, FAKEAPI_REST_PLACE_MAX = 320 };

/* A watch. */
struct fakeapi__rest_watch {
	uint64_t seq;
	int64_t at_ns, end_ns;
	bool counted;
	bool replaced; /* its client closed it beside a newer one */
};

/* The reads of one path with one selector, or the writes to one path. */
struct fakeapi__rest_line {
	struct fakeapi__logged last; /* without its text */
	bool collection;	     /* lists and watches of a type */
	bool had_watch;
	size_t usual;	/* the number of watches that were open together */
	size_t open;	/* at this look */
	size_t watches; /* in `watch` */
	struct fakeapi__rest_watch watch[FAKEAPI_REST_OPEN_MAX];
	size_t path_len;		    /* of the path at the start of `place`; 0: it is cut */
	char place[FAKEAPI_REST_PLACE_MAX]; /* for messages */
};

struct fakeapi__looking {
	struct fakeapi__call *c; /* of this look */
	struct str agent;
	struct map lines;     /* struct fakeapi__rest_line */
	uint64_t since, next; /* entries of the log before `next` are counted */
	int64_t wait_ns, quiet_ns;
	int64_t gap_ns;	 /* the longest time from a failure to the next try, since the last rest */
	int64_t most_ns; /* the same for the whole log */
	int64_t last_ns; /* time of the last activity */
	int64_t rest_ns; /* time of rest without further activity; 0: not without activity */
	bool seen, failed;
	size_t held; /* events that rules withhold from the open watches */
	char why[FAKEAPI_REST_PLACE_MAX + 80];
};

/* NULL is fine. */
void fakeapi__looking_free(struct fakeapi__looking *k);
/* Counts the next entries of the log, which is long work in steps: false: there are more. */
bool fakeapi__rest_read(struct fakeapi__looking *k);
/* The entry of the log; NULL: the log has dropped it. */
const struct fakeapi__logged *fakeapi__rest_entry(const struct fakeapi__looking *k, uint64_t seq);
const char *fakeapi__rest_agent(const struct fakeapi__logged *l);
bool fakeapi__rest_is_verb(const struct fakeapi__logged *l, const char *verb);
bool fakeapi__rest_is_chosen(const struct fakeapi__looking *k, const char *agent);
/* True for a list or watch of a type that is not served any more: its client repeats it in vain. */
bool fakeapi__rest_is_in_vain(const struct fakeapi__looking *k,
			      const struct fakeapi__rest_line *line);
/* True if clients repeat a request after this failure; a 404, or a 409 of a create, is a result. */
bool fakeapi__rest_has_failed(const struct fakeapi__logged *l);
int64_t fakeapi__rest_failed_ns(const struct fakeapi__logged *l);
/* The line of the request; NULL: none, or (`make`) out of memory. */
struct fakeapi__rest_line *fakeapi__rest_line_of(struct fakeapi__looking *k,
						 const struct fakeapi__logged *l, bool make);
/* Updates the line's newest request, and the number of watches that are open together. */
void fakeapi__rest_refresh(const struct fakeapi__looking *k, struct fakeapi__rest_line *line);
void fakeapi__rest_count_watches(const struct fakeapi__looking *k, struct fakeapi__rest_line *line,
				 int64_t now_ns);

#endif
