/* SPDX-License-Identifier: Apache-2.0 */
/* picture_draw.c - makes the shapes of a picture from its layout. */
#include "base/alloc.h"
#include "runner/report/picture_layout.h"
#include "runner/result.h"

static const char *const titles[] = {
#define X(name, title, class) title,
	PICTURE_LANES(X)
#undef X
};

static const char *const classes[] = {
#define X(name, title, class) class,
	PICTURE_LANES(X)
#undef X
};

static struct runner__shape *add(struct runner__layout *l, enum picture_shape shape,
				 const char *class, const char *lane)
{
	struct runner__drawing *d = l->d;

	if (d->len == d->cap) {
		size_t cap = d->cap ? 2 * d->cap : 256;
		struct runner__shape *items = base__reallocarray(d->items, cap, sizeof(*items));

		if (!items) {
			d->failed = true;
			return NULL;
		}
		d->items = items;
		d->cap = cap;
	}
	d->items[d->len] =
	    (struct runner__shape) { .shape = shape, .class = class, .lane = lane, .event = -1 };
	return &d->items[d->len++];
}

static void add_rect(struct runner__layout *l, const char *class, const char *lane, int x, int y,
		     int w, int h, long event)
{
	struct runner__shape *s = add(l, PICTURE_RECT, class, lane);

	if (!s)
		return;
	s->x = x;
	s->y = y;
	s->w = w;
	s->h = h;
	s->event = event;
}

/* `y` is the baseline. */
static void add_text(struct runner__layout *l, const char *class, const char *lane, int x, int y,
		     const char *text, long event)
{
	struct runner__shape *s = add(l, PICTURE_TEXT, class, lane);

	if (!s)
		return;
	s->x = x;
	s->y = y;
	s->w = width_of(text);
	s->h = ROW;
	s->event = event;
	(void)snprintf(s->text, sizeof(s->text), "%s", text);
}

static void add_path(struct runner__layout *l, const char *class, int x, int y, int to_x, int to_y,
		     const char *object)
{
	struct runner__shape *s = add(l, PICTURE_PATH, class, "notify");

	if (!s)
		return;
	s->x = x;
	s->y = y;
	s->w = to_x;
	s->h = to_y;
	(void)snprintf(s->text, sizeof(s->text), "%s", object);
}

/* --- shapes --- */

static int lane_bottom(const struct runner__layout *l, size_t lane)
{
	return lane + 1 < PICTURE_LANE_COUNT ? l->top[lane + 1] : l->bottom;
}

static int row_top(const struct runner__layout *l, enum picture_lane lane, int row)
{
	return l->top[lane] + 6 + row * ROW;
}

static int point_y(const struct runner__layout *l, size_t i)
{
	const struct runner__mark *m = mark_at(l, i);

	return row_top(l, m->lane, l->bar_rows[m->lane].used + l->row[i]) + ROW / 2;
}

enum { AXIS_NS_MIN = 1000 }; /* earlier marks are at 0s */

static void draw_axis(struct runner__layout *l)
{
	char text[64], last[64] = "";
	int taken = 0;

	for (size_t k = 0; k < PICTURE_LANE_COUNT; k++) {
		int height = lane_bottom(l, k) - l->top[k];

		if (height)
			add_rect(l, k % 2 ? "band odd" : "band", classes[k], 0, l->top[k], l->right,
				 height, -1);
	}
	for (size_t i = 0; i < l->gap_count; i++) {
		const struct runner__gap *g = &l->gaps[i];
		char ns[32];

		runner__time_text(g->ns, ns, sizeof(ns));
		(void)snprintf(text, sizeof(text), "%s of nothing", ns);
		add_rect(l, "gap", "sim", g->from, AXIS - 18, g->to - g->from,
			 l->bottom - AXIS + 18, -1);
		add_text(l, "axis", "sim", g->from + 8, 12, text, -1);
	}
	for (size_t i = 0; i < l->count; i++) {
		const struct runner__mark *m = mark_at(l, i);

		if ((i && m->at_ns <= mark_at(l, i - 1)->at_ns) || l->x[i] - 4 < taken)
			continue;
		runner__time_text(m->at_ns < AXIS_NS_MIN ? 0 : m->at_ns, text, sizeof(text));
		if (strcmp(text, last) == 0)
			continue;
		(void)snprintf(last, sizeof(last), "%s", text);
		add_text(l, "axis", "sim", l->x[i] - 4, 28, text, -1);
		taken = l->x[i] + width_of(text) + 10;
	}
}

static void draw_bars(struct runner__layout *l)
{
	for (size_t i = 0; i < l->bar_count; i++) {
		const struct runner__bar *b = &l->bars[i];
		bool wrong = l->failure.mark && b->mark == mark_at(l, l->failure.mark - 1);
		const char *lane = b->bad || wrong ? "bad" : classes[b->mark->lane];
		int y = row_top(l, b->mark->lane, b->row);

		if (b->row < 0)
			continue;
		if (b->mark->lane == PICTURE_STEPS)
			add_rect(l, "span", "bad", b->from, l->top[0], b->to - b->from,
				 l->bottom - l->top[0], -1);
		add_rect(l, b->open ? "bar open" : "bar", lane, b->from, y + 1,
			 max_int(b->to - b->from, 3), ROW - 3, (long)b->mark->event);
		add_text(l, "label", lane, b->from + 4, y + 12, b->label, (long)b->mark->event);
	}
}

/* Connects the marks of an object's version. A write that no client received ends in a cross below
 * the server. */
static void draw_paths(struct runner__layout *l)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct runner__mark *m = mark_at(l, i), *o;
		int y = m->object[0] && runner__layout_is_point(m) ? point_y(l, i) : 0;
		int end = lane_bottom(l, PICTURE_SERVER);

		if (!y || l->row[i] < 0)
			continue;
		if (l->severed[i]) {
			struct runner__shape *cross;

			add_path(l, l->missed[i] ? "path missed" : "path severed", l->x[i], y,
				 l->x[i], end, m->object);
			cross = add(l, PICTURE_CROSS, "cross", l->missed[i] ? "bad" : "sim");
			if (cross) {
				cross->x = l->x[i];
				cross->y = end;
				cross->event = (long)m->event;
			}
		}
		if (l->newer[i] && l->row[l->newer[i] - 1] >= 0)
			add_path(l, "path found", l->x[l->newer[i] - 1],
				 point_y(l, l->newer[i] - 1), l->x[i], y, m->object);
		for (size_t k = i + 1; k < l->count; k++) {
			o = mark_at(l, k);
			if (!runner__layout_is_point(o) || l->row[k] < 0)
				continue;
			if (l->missed[i] && runner__layout_finds(o, m)) {
				add_path(l, "path found", l->x[i], end, l->x[k], point_y(l, k),
					 m->object);
				break;
			}
			if (o->lane > m->lane && strcmp(o->object, m->object) == 0) {
				add_path(l, "path", l->x[i], y, l->x[k], point_y(l, k), m->object);
				break;
			}
		}
	}
}

/* A fault without a duration is a line through all lanes. */
static bool is_moment(const struct runner__mark *m)
{
	static const char *const verbs[] = { "compact", "disconnect", "rewind", "failover",
					     "crash",	"fail",	      "drop",	"reply",
					     "send",	"kill",	      "restart" };

	for (size_t i = 0; m->kind == PICTURE_STEP && i < ARRAY_LEN(verbs); i++)
		if (strcmp(m->label, verbs[i]) == 0)
			return true;
	return false;
}

static void draw_points(struct runner__layout *l)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct runner__mark *m = mark_at(l, i);
		bool bad = m->bad || l->missed[i] || l->newer[i] || is_moment(m) ||
			   l->failure.mark == i + 1;
		const char *lane = bad ? "bad" : classes[m->lane];
		struct runner__shape *dot;
		char label[160];
		int y;

		if (!runner__layout_is_point(m) || l->row[i] < 0)
			continue;
		y = point_y(l, i);
		runner__layout_label(l, i, label, sizeof(label));
		if (is_moment(m))
			add_path(l, "moment", l->x[i], y, l->x[i], l->bottom, "");
		dot = add(l, PICTURE_DOT, "dot", lane);
		if (dot) {
			dot->x = l->x[i];
			dot->y = y;
			dot->event = (long)m->event;
			(void)snprintf(dot->text, sizeof(dot->text), "%s", m->object);
		}
		add_text(l, "label", lane, l->x[i] + 7, y + 4, label, (long)m->event);
	}
}

static void draw_titles(struct runner__layout *l)
{
	for (size_t k = 0; k < PICTURE_LANE_COUNT; k++)
		if (lane_bottom(l, k) > l->top[k])
			add_text(l, "name", classes[k], 8, l->top[k] + 18, titles[k], -1);
}

/* --- the failure --- */

static void draw_side(struct runner__layout *l, const char *class, const char *lane, int row,
		      const char *text)
{
	const struct runner__failure *f = &l->failure;
	int y;

	if (row < 0)
		return;
	y = row_top(l, f->lane, l->bar_rows[f->lane].used + row);
	add_rect(l, class, lane, f->x, y + 1, width_of(text) + 12, ROW - 2, -1);
	add_text(l, "label", lane, f->x + 6, y + 12, text, -1);
}

/* A line through all lanes; the actual event's mark leads to what was expected instead. */
static void draw_failure(struct runner__layout *l)
{
	const struct runner__failure *f = &l->failure;
	int y;

	if (!f->shown)
		return;
	add_path(l, "moment", f->x, AXIS, f->x, l->bottom, "");
	if (f->title_row >= 0) {
		y = row_top(l, PICTURE_STEPS, l->bar_rows[PICTURE_STEPS].used + f->title_row);
		add_text(l, "label fails", "bad", f->x + 6, y + 12, f->title, -1);
	}
	if (f->mark && f->actual_row >= 0) {
		const struct runner__mark *m = mark_at(l, f->mark - 1);

		y = row_top(l, f->lane, l->bar_rows[f->lane].used + f->actual_row) + ROW / 2;
		if (runner__layout_is_point(m) && l->row[f->mark - 1] >= 0)
			add_path(l, "path wrong", l->x[f->mark - 1], point_y(l, f->mark - 1), f->x,
				 y, m->object);
	}
	draw_side(l, "side wanted", "good", f->expected_row, f->expected);
	draw_side(l, "side got", "bad", f->actual_row, f->actual);
}

void runner__picture_draw(const struct runner__picture *p, const struct runner__page_head *head,
			  struct runner__drawing *d)
{
	struct runner__layout *l = base__calloc(1, sizeof(*l));

	*d = (struct runner__drawing) { .failed = !l || p->failed };
	if (!l)
		return;
	l->p = p;
	l->head = head;
	l->d = d;
	l->at_end = !head->passed;
	(void)runner__picture_mark(p, l->at_end, 0, &l->count);
	l->cut = !l->at_end && p->count > l->count;
	runner__layout_place(l);
	draw_axis(l);
	draw_paths(l);
	draw_bars(l);
	draw_points(l);
	draw_failure(l);
	draw_titles(l);
	d->width = l->right;
	d->height = l->bottom;
	base__free(l);
}

void runner__drawing_fini(struct runner__drawing *d)
{
	base__free(d->items);
	*d = (struct runner__drawing) { .len = 0 };
}
