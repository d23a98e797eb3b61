/* SPDX-License-Identifier: Apache-2.0 */
/* framer.h - splits a byte stream into JSON values (json.Decoder under apimachinery's JSON framer).
 *
 * Values may follow each other with or without white space. Every byte is validated on arrival, so
 * an invalid stream is noticed at its first wrong byte and not at the next newline. A value inside
 * one chunk is returned in place; only a split value is collected in a buffer. */
#ifndef INFORMER_FRAMER_H
#define INFORMER_FRAMER_H

#include "base/json_scan.h"
#include "base/str.h"

/* apimachinery's streaming decoder refuses longer frames. */
enum { INF_FRAME_MAX = 16 * 1024 * 1024 };

enum inf__frame_status {
	INF_FRAME_MORE,	     /* all bytes consumed, the value is incomplete */
	INF_FRAME_DONE,	     /* *frame is one value, borrowed until the next call */
	INF_FRAME_NUMBER,    /* skipped a valid value with a number beyond float64 */
	INF_FRAME_ERROR,     /* not JSON; the stream cannot be continued */
	INF_FRAME_TOO_LARGE, /* skipped a valid value of more than `max` bytes */
	INF_FRAME_NOMEM,
};

struct inf__framer {
	struct json_scanner scan;
	struct json_spans spans; /* of the current value, or of the one returned last */
	struct strbuf buf;	 /* the beginning of a split value */
	size_t length;		 /* number of bytes of the current value */
	size_t max;		 /* limit of a value; INF_FRAME_MAX unless set after init */
	bool open;		 /* inside a value */
	bool whole;		 /* the value is complete, but Go reads one more byte */
	bool served;		 /* buf holds the value returned last */
};

void inf__framer_init(struct inf__framer *f);
void inf__framer_fini(struct inf__framer *f);
void inf__framer_reset(struct inf__framer *f); /* for a new stream; keeps the memory */

/* Consumes bytes from *p up to the end of one value and advances *p. */
enum inf__frame_status inf__framer_next(struct inf__framer *f, const char **p, const char *end,
					json_t *frame);

/* Ends the stream. DONE: the end completed a value (a number); MORE: no value, or an incomplete one
 * (*cut). */
enum inf__frame_status inf__framer_end(struct inf__framer *f, json_t *frame, bool *cut);

#endif
