/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h - what a reflector does at a moment, and a sentence about it: why an informer has
 * delivered nothing yet. Pure. */
#ifndef INFORMER_PROGRESS_H
#define INFORMER_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum inf__doing {
	INF_DOING_NOTHING, /* no request yet */
	INF_DOING_LIST,	   /* also as a stream */
	INF_DOING_WATCH,
	INF_DOING_WAIT, /* for the next request */
	INF_DOING_END,
};

struct inf__progress {
	enum inf__doing doing;
	bool answered;	   /* the response has begun */
	bool eventful;	   /* WATCH: it has sent an event or a bookmark */
	int64_t since_ns;  /* LIST, WATCH: when it was sent */
	int64_t until_ns;  /* WAIT: when the next request is sent */
	uint64_t failures; /* failed requests since a watch was open */
	char failure[160]; /* the last of them */
};

/* What the sentence depends on besides: the informer's state. */
struct inf__progress_of {
	bool started, synced;
	size_t objects, handlers, backlog;
};

/* Writes one clause whose subject is the informer into buf (cap bytes, always terminated). */
void inf__progress_text(const struct inf__progress *p, const struct inf__progress_of *of,
			int64_t now_ns, char *buf, size_t cap);

#endif
