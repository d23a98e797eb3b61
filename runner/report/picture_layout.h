/* SPDX-License-Identifier: Apache-2.0 */
/* picture_layout.h - the positions of a picture's marks: columns in time, rows in lanes. */
#ifndef RUNNER_REPORT_PICTURE_LAYOUT_H
#define RUNNER_REPORT_PICTURE_LAYOUT_H

#include "runner/report/page.h"
#include "runner/report/picture.h"

enum {
	LEFT = 92,  /* width of the lanes' titles */
	COLUMN = 7, /* width of a label's column in pixels */
	PITCH = 22, /* distance of two marks of one instant */
	ROW = 16,
	AXIS = 34,
	SHORT_MAX = 40, /* width of a gap of PICTURE_FOLD_NS */
	ROWS_MAX = 64,
};

/* The right end of the used part of each row of a lane. */
struct runner__rows {
	int end[ROWS_MAX], used;
};

struct runner__bar {
	const struct runner__mark *mark;
	int from, to, row;
	int64_t status;
	bool open, bad, outcome;
	char label[160];
};

struct runner__gap {
	int from, to;
	int64_t ns;
};

/* The failure of the run, behind its last mark: expected beside actual. */
struct runner__failure {
	bool shown;
	enum picture_lane lane; /* the lane that it is about */
	char title[64], expected[192], actual[192];
	int x, title_row, expected_row, actual_row;
	size_t mark; /* 1 + the index of the actual event's mark; 0: none */
};

struct runner__layout {
	const struct runner__picture *p;
	const struct runner__page_head *head;
	struct runner__drawing *d;
	bool at_end, cut; /* cut: more marks follow the drawn ones */
	size_t count, bar_count, gap_count;
	int x[PICTURE_MARKS_MAX + 1], row[PICTURE_MARKS_MAX];
	bool severed[PICTURE_MARKS_MAX]; /* a write that no client received */
	bool missed[PICTURE_MARKS_MAX];	 /* likewise, and the cache held the object */
	/* Of a version in the cache: 1 + the index of an earlier mark with a newer version. */
	size_t newer[PICTURE_MARKS_MAX];
	struct runner__failure failure;
	struct runner__bar bars[PICTURE_MARKS_MAX];
	struct runner__gap gaps[PICTURE_MARKS_MAX + 1];
	struct runner__rows points[PICTURE_LANE_COUNT], bar_rows[PICTURE_LANE_COUNT];
	int top[PICTURE_LANE_COUNT], right, bottom;
};

static inline const struct runner__mark *mark_at(const struct runner__layout *l, size_t i)
{
	size_t count;

	return runner__picture_mark(l->p, l->at_end, i, &count);
}

static inline int width_of(const char *text)
{
	return runner__picture_columns(text) * COLUMN;
}

static inline int max_int(int a, int b)
{
	return a > b ? a : b;
}

/* Fills all members except the drawing; p, head, at_end, cut and count must be set. */
void runner__layout_place(struct runner__layout *l);
/* picture_failure.c: fills `failure`; the rows of all marks are taken. */
void runner__layout_place_failure(struct runner__layout *l);
/* The leftmost free row from `from` to `to`; -1: none. */
int runner__layout_take_row(struct runner__rows *rows, int from, int to);
/* Returns true if the mark is a dot with a label, not a bar. */
bool runner__layout_is_point(const struct runner__mark *m);
/* Returns true if the marks have versions of the same object. */
bool runner__layout_same_key(const struct runner__mark *a, const struct runner__mark *b);
/* Returns true if the mark removes the object of a missed delete: from the cache, or for a handler
 * that receives it with an unknown last state. */
bool runner__layout_finds(const struct runner__mark *m, const struct runner__mark *write);
void runner__layout_label(const struct runner__layout *l, size_t i, char *to, size_t cap);

#endif
