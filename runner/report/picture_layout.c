/* SPDX-License-Identifier: Apache-2.0 */
/* picture_layout.c - places a run's marks. Labels reserve their width in their row, so none
 * overlaps another or leaves its lane. `--svg`, the lessons and the pages draw the same picture, so
 * pages receive placed shapes. d3-scale's linear scale, which place_columns() replaces, would add
 * 27,268 bytes to each page (4.0.3, minified) and serve the pages alone. */
#include "runner/report/picture_layout.h"

#include <stdlib.h>

#include "runner/report/impl.h"

/* --- columns --- */

static int time_gap(struct runner__layout *l, int x, int64_t ns)
{
	char text[32];
	int width;

	if (ns <= 0)
		return x;
	if (ns < PICTURE_FOLD_NS)
		return x + (int)(ns * SHORT_MAX / PICTURE_FOLD_NS);
	runner__time_text(ns, text, sizeof(text));
	width = width_of(text) + width_of(" of nothing") + 16;
	l->gaps[l->gap_count++] = (struct runner__gap) { x, x + width, ns };
	return x + width + PITCH / 2;
}

static void place_columns(struct runner__layout *l)
{
	int64_t now = l->count ? mark_at(l, 0)->at_ns : 0;
	int x = LEFT + PITCH;

	for (size_t i = 0; i < l->count; i++) {
		const struct runner__mark *m = mark_at(l, i);

		x = time_gap(l, x, m->at_ns - now);
		if (m->at_ns > now)
			now = m->at_ns;
		l->x[i] = x;
		x += m->shown ? PITCH : 0;
	}
	if (!l->cut)
		x = time_gap(l, x, l->p->end_ns - now);
	l->x[l->count] = l->right = x;
}

/* --- rows --- */

int runner__layout_take_row(struct runner__rows *rows, int from, int to)
{
	for (int r = 0; r < ROWS_MAX; r++) {
		if (r < rows->used && rows->end[r] > from)
			continue;
		rows->end[r] = to + 8;
		if (r == rows->used)
			rows->used++;
		return r;
	}
	return -1;
}

static struct runner__bar *add_bar(struct runner__layout *l, const struct runner__mark *m, int from)
{
	struct runner__bar *b = &l->bars[l->bar_count++];

	*b = (struct runner__bar) { .mark = m, .from = from, .to = from, .open = true };
	(void)snprintf(b->label, sizeof(b->label), "%s", m->label);
	return b;
}

/* The newest open bar of the lane that belongs to `m`. */
static struct runner__bar *open_bar(struct runner__layout *l, enum picture_lane lane,
				    const struct runner__mark *m)
{
	for (size_t i = l->bar_count; i-- > 0;) {
		struct runner__bar *b = &l->bars[i];

		if (b->mark->lane != lane || !b->open)
			continue;
		if (lane == PICTURE_REQUESTS ? b->mark->id == m->id
					     : strcmp(b->mark->who, m->who) == 0)
			return b;
	}
	return NULL;
}

static void end_bar(struct runner__bar *b, int x)
{
	if (b) {
		b->to = x;
		b->open = false;
	}
}

/* Sets the outcome of a request; the first error counts. */
static void add_outcome(struct runner__bar *b, bool bad, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void add_outcome(struct runner__bar *b, bool bad, const char *fmt, ...)
{
	size_t len = strlen(b->label);
	va_list ap;

	if (b->outcome || len + 40 > sizeof(b->label))
		return;
	va_start(ap, fmt);
	(void)vsnprintf(b->label + len, 40, fmt, ap);
	va_end(ap);
	b->outcome = true;
	b->bad = bad;
}

static void add_apiserver(struct runner__bar *b, const char *name)
{
	size_t len = strlen(b->label);

	if (len + 40 < sizeof(b->label))
		(void)snprintf(b->label + len, 40, " from %.30s", name);
}

static void follow_request(struct runner__layout *l, const struct runner__mark *m, int x)
{
	struct runner__bar *b = open_bar(l, PICTURE_REQUESTS, m);

	if (m->kind == PICTURE_REQUEST) {
		end_bar(b, x);
		add_bar(l, m, x);
		return;
	}
	if (!b)
		return;
	if (m->kind == PICTURE_RESPONSE) {
		b->status = m->n;
		if (m->who[0])
			add_apiserver(b, m->who);
		if (m->n >= 400)
			add_outcome(b, true, ": %lld", (long long)m->n);
		return;
	}
	if (m->kind == PICTURE_ERROR || m->lane == PICTURE_EVENTS) {
		if (m->n >= 400)
			add_outcome(b, true, ": ERROR %lld", (long long)m->n);
		return;
	}
	if (m->kind == PICTURE_HANGUP)
		add_outcome(b, false, ": closed by client");
	else if (strcmp(m->label, "clean") != 0)
		add_outcome(b, true, ": %.20s", m->label);
	else
		add_outcome(b, false, ": %lld", (long long)b->status);
	end_bar(b, x);
}

/* --- spans of faults --- */

static const char *begins_with(enum picture_kind kind, const char *verb)
{
	static const char *const pairs[][2] = { { "refuse", "accept" },
						{ "hold", "release" },
						{ "freeze", "thaw" },
						{ "lag", "thaw" } };

	for (size_t i = 0; kind == PICTURE_STEP && i < ARRAY_LEN(pairs); i++)
		if (strcmp(pairs[i][0], verb) == 0)
			return pairs[i][1];
	return NULL;
}

static bool ends_span(const char *verb)
{
	return strcmp(verb, "accept") == 0 || strcmp(verb, "release") == 0 ||
	       strcmp(verb, "thaw") == 0;
}

/* The line of the step in its file, without "- " and comment. */
static void step_label(const struct runner__layout *l, const struct runner__mark *m, char *to,
		       size_t cap)
{
	const struct runner__page_head *h = l->head;
	struct str rest = h->source, line = STR("");

	if (m->step < 0 || (size_t)m->step >= h->step_count) {
		(void)snprintf(to, cap, "%s", m->label);
		return;
	}
	for (uint32_t n = 0; n < h->steps[m->step].first && rest.len; n++)
		line = runner__cut_line(&rest);
	while (line.len && (line.ptr[0] == ' ' || line.ptr[0] == '-')) {
		line.ptr++;
		line.len--;
	}
	for (size_t i = 0; i + 1 < line.len; i++)
		if (line.ptr[i] == ' ' && line.ptr[i + 1] == '#')
			line.len = i;
	while (line.len && line.ptr[line.len - 1] == ' ')
		line.len--;
	runner__picture_label(to, cap, line);
}

static const char *arguments_of(const char *label)
{
	const char *colon = strchr(label, ':');

	return colon ? colon + 1 : "";
}

/* "release: queue" ends "hold: queue"; without an equal one, the newest. */
static void end_span(struct runner__layout *l, const struct runner__mark *m, int x)
{
	struct runner__bar *newest = NULL;
	char label[128];

	step_label(l, m, label, sizeof(label));
	for (size_t i = l->bar_count; i-- > 0;) {
		struct runner__bar *b = &l->bars[i];
		const char *end = b->open ? begins_with(b->mark->kind, b->mark->label) : NULL;

		if (!end || strcmp(end, m->label) != 0)
			continue;
		if (strcmp(arguments_of(label), " all") == 0) {
			end_bar(b, x);
			continue;
		}
		if (!newest || strcmp(arguments_of(label), arguments_of(b->label)) == 0)
			newest = b;
	}
	if (newest && newest->open)
		end_bar(newest, x);
}

static bool is_error_event(const struct runner__mark *m)
{
	return m->lane == PICTURE_EVENTS && m->bad && m->n >= 400;
}

static void place_bars(struct runner__layout *l)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct runner__mark *m = mark_at(l, i);

		if (m->lane == PICTURE_REQUESTS || m->kind == PICTURE_ERROR || is_error_event(m))
			follow_request(l, m, l->x[i]);
		if (m->kind == PICTURE_STATE) {
			end_bar(open_bar(l, PICTURE_REFLECTOR, m), l->x[i]);
			add_bar(l, m, l->x[i]);
		} else if (begins_with(m->kind, m->label)) {
			struct runner__bar *b = add_bar(l, m, l->x[i]);

			step_label(l, m, b->label, sizeof(b->label));
			b->bad = true;
		} else if (m->kind == PICTURE_STEP && ends_span(m->label)) {
			end_span(l, m, l->x[i]);
		}
	}
	for (size_t i = 0; i < l->bar_count; i++) {
		struct runner__bar *b = &l->bars[i];
		int to;

		if (b->open)
			b->to = l->x[l->count];
		to = max_int(b->to, b->from + width_of(b->label) + 8);
		b->row = runner__layout_take_row(&l->bar_rows[b->mark->lane], b->from, to);
		l->right = max_int(l->right, to);
	}
}

/* --- writes that no client received --- */

static size_t key_len(const char *object)
{
	const char *at = strrchr(object, '@');

	return at ? (size_t)(at - object) : 0;
}

bool runner__layout_same_key(const struct runner__mark *a, const struct runner__mark *b)
{
	size_t len = key_len(a->object);

	return len && len == key_len(b->object) && memcmp(a->object, b->object, len) == 0;
}

bool runner__layout_finds(const struct runner__mark *m, const struct runner__mark *write)
{
	return (m->kind == PICTURE_GONE || (m->lane == PICTURE_HANDLERS && m->deletes)) &&
	       runner__layout_same_key(m, write);
}

/* "pods" in "/api/v1/namespaces/default/pods". */
static bool is_request_for(const struct runner__mark *m, const char *resource)
{
	size_t len = strcspn(resource, ".");

	if (m->kind != PICTURE_REQUEST || !len)
		return false;
	for (const char *s = strchr(m->resource, '/'); s; s = strchr(s + 1, '/'))
		if (strncmp(s + 1, resource, len) == 0 && (!s[1 + len] || s[1 + len] == '/'))
			return true;
	return false;
}

/* The cache of an external program is not visible: a list may have delivered any write. */
static bool has_cache(const struct runner__layout *l)
{
	for (size_t i = 0; i < l->count; i++)
		if (mark_at(l, i)->kind == PICTURE_SET || mark_at(l, i)->kind == PICTURE_GONE)
			return true;
	return false;
}

/* Without a visible cache: a handler received the delete with an unknown last state. */
static bool is_found_late(const struct runner__layout *l, size_t write)
{
	const struct runner__mark *m = mark_at(l, write);

	for (size_t i = write + 1; m->deletes && i < l->count; i++)
		if (runner__layout_finds(mark_at(l, i), m))
			return true;
	return false;
}

static void find_severed(struct runner__layout *l)
{
	bool cached = has_cache(l);

	for (size_t i = 0; i < l->count && !l->cut; i++) {
		const struct runner__mark *m = mark_at(l, i);
		bool received = false, requested = false, held = false;

		if (m->lane != PICTURE_SERVER || !m->object[0])
			continue;
		for (size_t k = 0; k < l->count; k++) {
			const struct runner__mark *o = mark_at(l, k);

			if (k > i && strcmp(o->object, m->object) == 0)
				received = true;
			if (k < i && is_request_for(o, m->resource))
				requested = true;
			if (k < i && o->lane == PICTURE_CACHE && runner__layout_same_key(o, m))
				held = o->kind == PICTURE_SET;
		}
		if (!cached)
			held = requested = is_found_late(l, i);
		l->severed[i] = requested && !received;
		l->missed[i] = l->severed[i] && held && m->deletes;
	}
}

/* --- versions that go back in time --- */

static unsigned long long version_of(const struct runner__mark *m)
{
	const char *at = strrchr(m->object, '@');

	return at ? strtoull(at + 1, NULL, 10) : 0;
}

/* The cache, or without a visible one the handler, had a newer version of the object before: the
 * list came from an apiserver that is behind, or the store was turned back. */
static void find_older(struct runner__layout *l)
{
	enum picture_lane lane = has_cache(l) ? PICTURE_CACHE : PICTURE_HANDLERS;

	for (size_t i = 0; i < l->count; i++) {
		const struct runner__mark *m = mark_at(l, i), *o;

		if (m->lane != lane || m->kind == PICTURE_GONE || !m->object[0])
			continue;
		for (size_t k = i; k-- > 0;) {
			o = mark_at(l, k);
			if (o->lane != lane || !runner__layout_same_key(o, m) ||
			    strcmp(o->who, m->who) != 0)
				continue;
			if (version_of(o) > version_of(m))
				l->newer[i] = k + 1;
			break;
		}
	}
}

/* --- points --- */

bool runner__layout_is_point(const struct runner__mark *m)
{
	if (m->kind == PICTURE_STEP)
		return !begins_with(m->kind, m->label) && !ends_span(m->label);
	return m->lane != PICTURE_REQUESTS && m->kind != PICTURE_STATE;
}

void runner__layout_label(const struct runner__layout *l, size_t i, char *to, size_t cap)
{
	const struct runner__mark *m = mark_at(l, i);

	if (m->kind == PICTURE_STEP)
		step_label(l, m, to, cap);
	else
		(void)snprintf(to, cap, "%s%s", m->label,
			       l->newer[i]     ? ": back in time"
			       : l->severed[i] ? ": not delivered"
					       : "");
}

static void place_points(struct runner__layout *l)
{
	int top = AXIS;

	for (size_t i = 0; i < l->count; i++) {
		const struct runner__mark *m = mark_at(l, i);
		char label[160];
		int to;

		if (!runner__layout_is_point(m))
			continue;
		runner__layout_label(l, i, label, sizeof(label));
		to = l->x[i] + 7 + width_of(label);
		l->row[i] = runner__layout_take_row(&l->points[m->lane], l->x[i] - 5, to);
		l->right = max_int(l->right, to);
	}
	runner__layout_place_failure(l);
	for (size_t k = 0; k < PICTURE_LANE_COUNT; k++) {
		int rows = l->points[k].used + l->bar_rows[k].used;

		l->top[k] = top;
		if (rows)
			top += rows * ROW + 12;
	}
	l->bottom = top;
	l->right += 12;
}

void runner__layout_place(struct runner__layout *l)
{
	place_columns(l);
	place_bars(l);
	find_severed(l);
	find_older(l);
	place_points(l);
}
