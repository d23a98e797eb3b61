/* SPDX-License-Identifier: Apache-2.0 */
/* picture.h - draws a run: lanes on a time axis, requests as bars, objects as paths.
 *
 *   events and notes, as they happen -> marks -> runner__picture_draw() -> shapes -> SVG, or JSON
 *   for web/show.js
 *
 * Events of one instant are drawn next to each other. Time between them is to scale up to
 * PICTURE_FOLD_NS; longer gaps are folded and labelled. Of a long run only a part is drawn: the
 * last marks if it failed, else the first ones. */
#ifndef RUNNER_REPORT_PICTURE_H
#define RUNNER_REPORT_PICTURE_H

#include "base/str.h"
#include "base/trace.h"

enum {
	PICTURE_MARKS_MAX = 400,
	PICTURE_COLUMNS_MAX = 32, /* width of a label */
	PICTURE_FOLD_NS = 100000000,
};

/* X(NAME, title, class in web/show.css) - from top to bottom. */
#define PICTURE_LANES(X)                                                                           \
	X(STEPS, "steps", "control")                                                               \
	X(SERVER, "server", "server")                                                              \
	X(REQUESTS, "requests", "wire")                                                            \
	X(EVENTS, "wire", "wire")                                                                  \
	X(REFLECTOR, "reflector", "reflect")                                                       \
	X(QUEUE, "queue", "queue")                                                                 \
	X(CACHE, "cache", "store")                                                                 \
	X(HANDLERS, "handlers", "notify")                                                          \
	X(CONTROLLERS, "controllers", "control")

enum picture_lane {
#define X(name, title, class) PICTURE_##name,
	PICTURE_LANES(X)
#undef X
	    PICTURE_LANE_COUNT
};

enum picture_kind {
	PICTURE_POINT,
	PICTURE_REQUEST, /* begins the bar of its request id; the next four end or describe it */
	PICTURE_RESPONSE,
	PICTURE_END,
	PICTURE_HANGUP,
	PICTURE_ERROR, /* error of the reflector; also ends the request */
	PICTURE_STATE, /* begins a bar of its informer; the next state ends it */
	PICTURE_STEP,
	PICTURE_SET, /* of the cache */
	PICTURE_GONE,
};

struct runner__mark {
	int64_t at_ns, n;
	size_t event; /* index of the event on the page */
	uint32_t id;
	int step; /* index in the scenario; -1: none */
	enum picture_lane lane;
	enum picture_kind kind;
	bool bad, shown;   /* shown: has a position on the axis */
	bool deletes;	   /* of the server: a delete; of handlers: one with unknown state */
	char label[128];   /* at most PICTURE_COLUMNS_MAX columns */
	char who[64];	   /* informer or handler; RESPONSE: one of several apiservers */
	char object[256];  /* "NAMESPACE/NAME@RV" of the object's version; "" */
	char resource[64]; /* PICTURE_SERVER: resource of the write; requests: the path */
};

/* Filled during a run. One thread at a time. */
struct runner__picture {
	struct runner__mark *first, *last; /* the first marks; a ring of the latest ones */
	size_t count;
	int64_t end_ns;			    /* time of the newest event, drawn or not */
	struct runner__mark *wire, *queued; /* the newest marks whose version is not known yet */
	bool failed;			    /* out of memory */
};

enum picture_shape { PICTURE_RECT, PICTURE_DOT, PICTURE_TEXT, PICTURE_PATH, PICTURE_CROSS };

struct runner__shape {
	enum picture_shape shape;
	const char *class; /* CSS class; static */
	const char *lane;  /* the lane that gives the colour, or "bad"; static */
	int x, y, w, h;	   /* PATH: from (x, y) to (w, h); TEXT: w is its width */
	long event;	   /* -1: none */
	char text[256];	   /* TEXT: the text; PATH and DOT: the object */
};

struct runner__drawing {
	struct runner__shape *items;
	size_t len, cap;
	int width, height;
	bool failed; /* out of memory */
};

void runner__picture_init(struct runner__picture *p);
void runner__picture_fini(struct runner__picture *p);
void runner__picture_trace(struct runner__picture *p, const struct trace_event *ev, int64_t at_ns,
			   size_t event, int step);
void runner__picture_note(struct runner__picture *p, const char *group, struct str text,
			  int64_t at_ns, size_t event, int step);

/* The number of columns of a label in a monospaced font: an upper bound. */
int runner__picture_columns(const char *text);
/* Copies whole characters, at most PICTURE_COLUMNS_MAX columns. cap >= 128. */
void runner__picture_label(char *to, size_t cap, struct str text);
/* Likewise, at most `max` columns. */
void runner__picture_cut(char *to, size_t cap, struct str text, int max);
/* The i-th of the `*count` marks that are drawn; `at_end`: the last marks instead of the first. */
const struct runner__mark *runner__picture_mark(const struct runner__picture *p, bool at_end,
						size_t i, size_t *count);

struct runner__page_head;
/* Labels steps with their line of head->source. The caller frees the drawing with _fini. */
void runner__picture_draw(const struct runner__picture *p, const struct runner__page_head *head,
			  struct runner__drawing *d);
void runner__drawing_fini(struct runner__drawing *d);
/* {"width": w, "height": h, "shapes": [[shape, class, x, y, w, h, event, text], ...]} */
void runner__drawing_json(const struct runner__drawing *d, struct strbuf *out);
/* Appends a separate file with the title on top and colours for light and dark pages. */
void runner__drawing_svg(const struct runner__drawing *d, const struct runner__page_head *head,
			 struct strbuf *out);
/* Appends an element for an HTML page that includes the style. */
void runner__drawing_inline(const struct runner__drawing *d, struct str title, struct strbuf *out);
const char *runner__drawing_style(void);

#endif
