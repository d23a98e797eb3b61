/* SPDX-License-Identifier: Apache-2.0 */
/* tap_impl.h - shared by tap_line.c, tap_body.c, tap_request.c, tap.c (responses and their ends),
 * tap_events.c (watches, event by event) and tap_items.c (large lists, item by item). */
#ifndef RUNNER_RECORDING_TAP_IMPL_H
#define RUNNER_RECORDING_TAP_IMPL_H

#include "runner/recording/splitter.h"
#include "runner/recording/tap.h"
#include "runner/recording/websocket.h"

enum rec__tap_mode {
	MODE_NONE,   /* no response yet */
	MODE_WHOLE,  /* collected until it ends */
	MODE_EVENTS, /* a watch */
	MODE_ITEMS,  /* a list in pieces */
	MODE_RAW,    /* a watch that is not JSON (any more) */
	MODE_OMIT,   /* only counted */
};

struct rec__exchange {
	struct rec__tap *tap;
	struct rec__exchange *next, *prev;
	uint32_t id, conn;
	struct runner__arena arena;
	struct rec__line request, response;
	struct rec__aim aim; /* into the path below */
	struct str path;
	bool is_watch;
	bool request_written; /* the request line is written */
	bool answered;	      /* the response line is written */
	bool ended;	      /* no more data will arrive */
	bool opaque;
	bool socket; /* a watch over a WebSocket */
	bool broken; /* the data follows invalid bytes */
	struct rec__ws frames;
	bool changed; /* redaction changed the response */
	enum rec__tap_mode mode;
	struct strbuf in, body; /* request; response, or its current event or item */
	uint64_t in_omitted, omitted;
	struct rec__near near;
	struct json_scanner scanner;
	bool frame_done, frame_lf;
	uint32_t *cuts;
	size_t cut_count;
	struct rec__splitter split;
	size_t split_at;
	bool head_written; /* of a list in pieces */
	uint64_t sent, received;
};

/* --- tap_line.c --- */
/* Out of memory: stops the recording. */
void rec__tap_fail(struct rec__tap *tap);
void rec__tap_line(struct rec__tap *tap, int64_t now_ns, struct rec__line *line);

/* --- tap.c --- */
void rec__tap_raw(struct rec__exchange *x, int64_t now_ns, struct str text, bool open);
/* Writes the content of x->body, which is not complete JSON. */
void rec__tap_rest(struct rec__exchange *x, int64_t now_ns, bool open);
/* From now on the response is only counted. */
void rec__tap_give_up(struct rec__exchange *x);

/* --- tap_request.c --- */
/* Fills in the line's headers, redacted, without the framing. */
void rec__tap_headers(struct rec__exchange *x, const struct rec__http_head *head,
		      struct rec__line *line);
/* Writes the request line, once. */
void rec__tap_request(struct rec__exchange *x, int64_t now_ns);

/* --- tap_body.c --- */
/* Fills the line's body with the redacted `body`; `made` owns it. */
void rec__tap_put_body(struct rec__exchange *x, struct rec__line *line, struct str body,
		       uint64_t omitted, bool answer, struct strbuf *made);

/* --- tap_events.c --- */
/* Processes bytes of a watch, also if it is not JSON any more. */
void rec__tap_events(struct rec__exchange *x, int64_t now_ns, struct str data);
/* A chunk ends inside an event. */
void rec__tap_cut(struct rec__exchange *x);
/* The event in x->body is complete. */
void rec__tap_frame(struct rec__exchange *x, int64_t now_ns, bool open);
/* Ends a message, which is one event, with or without the final line feed of a chunked stream. */
void rec__tap_end_message(struct rec__exchange *x, int64_t now_ns);

/* --- tap_items.c --- */
/* Writes the complete items of the list in x->body. */
void rec__tap_items(struct rec__exchange *x, int64_t now_ns);
/* Redacts `text`, which becomes JSON between `before` and `after`. */
void rec__tap_piece(struct rec__exchange *x, int64_t now_ns, const char *before, struct str text,
		    const char *after);

#endif
