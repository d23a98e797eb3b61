/* SPDX-License-Identifier: Apache-2.0 */
/* framer.h - JSON values out of a byte stream (json.Decoder under apimachinery's JSON framer).
 *
 * Values stand back to back, with or without white space. Every byte is validated as it comes, so
 * a stream that breaks is noticed at its first wrong byte and not at the next newline. A value that
 * lies inside one chunk is handed out where it lies; only one that is cut is gathered in a buffer.
 */
#ifndef INFORMER_FRAMER_H
#define INFORMER_FRAMER_H

#include "base/json_scan.h"
#include "base/str.h"

/* apimachinery's streaming decoder refuses longer frames. */
enum { INF_FRAME_MAX = 16 * 1024 * 1024 };

enum inf__frame_status {
	INF_FRAME_MORE,	     /* all bytes taken, no whole value yet */
	INF_FRAME_DONE,	     /* *frame is one value, borrowed until the next call */
	INF_FRAME_NUMBER,    /* a valid value has passed that holds a number beyond float64 */
	INF_FRAME_ERROR,     /* not JSON; the stream is beyond repair */
	INF_FRAME_TOO_LARGE, /* a valid value of more than `max` bytes has passed */
	INF_FRAME_NOMEM,
};

struct inf__framer {
	struct json_scanner scan;
	struct strbuf buf; /* the beginning of a value that was cut */
	size_t length;	   /* bytes of the value so far */
	size_t max;	   /* of a value; INF_FRAME_MAX unless set after init */
	bool open;	   /* inside a value */
	bool whole;	   /* the value is complete but Go looks one byte further */
	bool served;	   /* buf holds what was handed out last */
};

void inf__framer_init(struct inf__framer *f);
void inf__framer_fini(struct inf__framer *f);
void inf__framer_reset(struct inf__framer *f); /* for a new stream; keeps memory */

/* Takes bytes from *p up to one value's end; *p moves behind what was taken. */
enum inf__frame_status inf__framer_next(struct inf__framer *f, const char **p, const char *end,
					json_t *frame);

/* The stream ended. DONE: it ended with a value that only its end could complete (a number); MORE:
 * nothing, or half a value (*cut). */
enum inf__frame_status inf__framer_end(struct inf__framer *f, json_t *frame, bool *cut);

#endif
