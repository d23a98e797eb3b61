/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text/rfc3339.h"
#include "fakeapi/output/cells.h"

enum { SEGMENT_MAX = 64 };

json_t fakeapi__at(json_t v, const char *path)
{
	while (*path != '\0' && v.len > 0) {
		char segment[SEGMENT_MAX];
		size_t n = strcspn(path, ".");

		ASSERT(n < sizeof(segment));
		memcpy(segment, path, n);
		segment[n] = '\0';
		v = json_kind(v) == JSON_OBJECT ? json_get(v, segment) : (json_t) { NULL, 0 };
		path += n;
		path += *path == '.';
	}
	return json_kind(v) == JSON_NULL ? (json_t) { NULL, 0 } : v;
}

bool fakeapi__is_str(json_t v, const char *z)
{
	return json_str_eq(v, str_of(z));
}

int64_t fakeapi__int_at(json_t v, const char *path)
{
	int64_t n = 0;

	return json_int64(fakeapi__at(v, path), &n) ? n : 0;
}

void fakeapi__add_text(struct strbuf *out, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s;

	if (json_kind(v) == JSON_NUMBER) {
		strbuf_adds(out, v); /* a quantity or an int-or-string */
		return;
	}
	if (json_kind(v) != JSON_STRING)
		return;
	s = json_str(v, &scratch);
	strbuf_adds(out, s);
	out->failed = out->failed || scratch.failed;
}

void fakeapi__add_text_or(struct strbuf *out, json_t v, const char *path, const char *fallback)
{
	size_t before = out->len;

	fakeapi__add_text(out, fakeapi__at(v, path));
	if (out->len == before)
		strbuf_addz(out, fallback);
}

void fakeapi__cell_text(const struct fakeapi__row *row, const struct strbuf *text)
{
	strbuf_add_json(row->out, strbuf_str(text));
	row->out->failed = row->out->failed || text->failed;
}

void fakeapi__cell_z(const struct fakeapi__row *row, const char *z)
{
	strbuf_add_json(row->out, str_of(z));
}

json_t fakeapi__first(json_t array)
{
	struct json_iter it;
	json_t v = { NULL, 0 };

	json_iter_init(&it, array);
	return json_iter_element(&it, &v) ? v : (json_t) { NULL, 0 };
}

bool fakeapi__has_text(json_t v)
{
	return json_kind(v) == JSON_STRING && v.len > 2;
}

void fakeapi__comma(struct strbuf *text)
{
	if (text->len > 0)
		strbuf_addc(text, ',');
}

void fakeapi__cell_or(const struct fakeapi__row *row, struct strbuf *text, const char *fallback)
{
	if (text->len == 0)
		strbuf_addz(text, fallback);
	fakeapi__cell_text(row, text);
}

void fakeapi__add_lower(struct strbuf *out, json_t v)
{
	size_t from = out->len;

	fakeapi__add_text(out, v);
	for (size_t i = from; i < out->len; i++)
		if (out->ptr[i] >= 'A' && out->ptr[i] <= 'Z')
			out->ptr[i] = (char)(out->ptr[i] + 32);
}

void fakeapi__cell_at(const struct fakeapi__row *row, const char *path, const char *fallback)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__add_text_or(&text, row->obj, path, fallback);
	fakeapi__cell_text(row, &text);
}

bool fakeapi__parse_time(json_t v, int64_t *unix_s)
{
	struct rfc3339 t;

	if (json_kind(v) != JSON_STRING ||
	    !rfc3339_read((struct str) { v.ptr + 1, v.len - 2 }, RFC3339_TIME, &t, NULL))
		return false;
	*unix_s = t.unix_s;
	return true;
}

/* At most two units; the smaller one only while it is significant. */
void fakeapi__add_duration(struct strbuf *out, int64_t s)
{
	static const struct {
		int64_t below; /* in seconds */
		int64_t unit;
		int64_t part; /* 0: only the unit */
		char name, part_name;
	} steps[] = {
		{ 120, 1, 0, 's', 0 },
		{ 10 * 60, 60, 1, 'm', 's' },
		{ 180 * 60, 60, 0, 'm', 0 },
		{ 8 * 3600, 3600, 60, 'h', 'm' },
		{ 48 * 3600, 3600, 0, 'h', 0 },
		{ 8 * 86400, 86400, 3600, 'd', 'h' },
		{ INT64_C(730) * 86400, 86400, 0, 'd', 0 },
		{ INT64_C(2920) * 86400, INT64_C(365) * 86400, 86400, 'y', 'd' },
		{ INT64_MAX, INT64_C(365) * 86400, 0, 'y', 0 },
	};
	size_t i = 0;

	if (s < -1) {
		strbuf_addz(out, "<invalid>");
		return;
	}
	if (s < 0)
		s = 0;
	while (s >= steps[i].below && i + 1 < ARRAY_LEN(steps))
		i++;
	strbuf_addf(out, "%" PRId64 "%c", s / steps[i].unit, steps[i].name);
	if (steps[i].part && s % steps[i].unit / steps[i].part)
		strbuf_addf(out, "%" PRId64 "%c", s % steps[i].unit / steps[i].part,
			    steps[i].part_name);
}

void fakeapi__add_since(struct strbuf *out, const struct fakeapi__row *row, json_t v)
{
	int64_t t;

	if (fakeapi__parse_time(v, &t))
		fakeapi__add_duration(out, row->now_unix_s - t);
	else
		strbuf_addz(out, "<unknown>");
}

json_t fakeapi__condition(json_t conditions, const char *type, const char *member)
{
	struct json_iter it;
	json_t c;

	for (json_iter_init(&it, conditions); json_iter_element(&it, &c);)
		if (fakeapi__is_str(fakeapi__at(c, "type"), type))
			return fakeapi__at(c, member);
	return (json_t) { NULL, 0 };
}

/* --- texts of labels and selectors, sorted by key ------------------------------------------- */

static int piece_cmp(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

/* The key of "a=b", "!a" or "a in (b)". */
static struct str key_of(struct str requirement)
{
	struct str key = { requirement.ptr, 0 };

	if (requirement.len && *requirement.ptr == '!')
		key.ptr++;
	while (key.ptr + key.len < requirement.ptr + requirement.len && key.ptr[key.len] != '=' &&
	       key.ptr[key.len] != ' ')
		key.len++;
	return key;
}

/* Sorts by key; requirements with the same key keep their order. */
static int requirement_cmp(const void *x, const void *y)
{
	const struct str *a = x, *b = y;
	int d = str_cmp(key_of(*a), key_of(*b));

	return d ? d : (a->ptr > b->ptr) - (a->ptr < b->ptr);
}

/* A list of texts in one buffer, sorted at the end. */
struct pieces {
	struct strbuf text;
	size_t ends[256]; /* further texts are dropped: a cell is only a summary */
	size_t count;
};

static void piece_end(struct pieces *p)
{
	if (p->count < ARRAY_LEN(p->ends))
		p->ends[p->count++] = p->text.len;
}

static void pieces_join(struct pieces *p, const char *sep, int (*order)(const void *, const void *),
			struct strbuf *out)
{
	struct str list[ARRAY_LEN(p->ends)];
	size_t from = 0;

	for (size_t i = 0; i < p->count; i++) {
		list[i] = (struct str) { p->text.ptr + from, p->ends[i] - from };
		from = p->ends[i];
	}
	qsort(list, p->count, sizeof(list[0]), order);
	for (size_t i = 0; i < p->count; i++) {
		if (i > 0)
			strbuf_addz(out, sep);
		strbuf_adds(out, list[i]);
	}
	out->failed = out->failed || p->text.failed;
	strbuf_fini(&p->text);
}

static void add_pairs(struct pieces *p, json_t map)
{
	struct json_iter it;
	json_t key, value;

	for (json_iter_init(&it, map); json_iter_member(&it, &key, &value);) {
		fakeapi__add_text(&p->text, key);
		strbuf_addc(&p->text, '=');
		fakeapi__add_text(&p->text, value);
		piece_end(p);
	}
}

static bool add_expression(struct pieces *p, json_t e)
{
	json_t op = fakeapi__at(e, "operator"), v;
	bool in = fakeapi__is_str(op, "In"), not_in = fakeapi__is_str(op, "NotIn");
	struct pieces values = { .text = STRBUF_INIT };
	struct json_iter it;

	if (fakeapi__is_str(op, "DoesNotExist"))
		strbuf_addc(&p->text, '!');
	else if (!in && !not_in && !fakeapi__is_str(op, "Exists"))
		return false;
	fakeapi__add_text(&p->text, fakeapi__at(e, "key"));
	if (in || not_in) {
		strbuf_addz(&p->text, in ? " in (" : " notin (");
		json_iter_init(&it, fakeapi__at(e, "values"));
		while (json_iter_element(&it, &v)) {
			fakeapi__add_text(&values.text, v);
			piece_end(&values);
		}
		pieces_join(&values, ",", piece_cmp, &p->text);
		strbuf_addc(&p->text, ')');
	}
	piece_end(p);
	return true;
}

bool fakeapi__add_selector(struct strbuf *out, json_t selector)
{
	struct pieces p = { .text = STRBUF_INIT };
	struct json_iter it;
	json_t e;
	bool ok = true;

	add_pairs(&p, fakeapi__at(selector, "matchLabels"));
	json_iter_init(&it, fakeapi__at(selector, "matchExpressions"));
	while (json_iter_element(&it, &e))
		ok = add_expression(&p, e) && ok;
	pieces_join(&p, ",", requirement_cmp, out);
	return ok;
}

static void write_labels(struct strbuf *text, json_t map)
{
	struct pieces p = { .text = STRBUF_INIT };

	add_pairs(&p, map);
	if (p.count == 0)
		strbuf_addz(text, "<none>");
	pieces_join(&p, ",", piece_cmp, text);
}

static void write_selector(struct strbuf *text, json_t selector)
{
	if (!fakeapi__add_selector(text, selector)) {
		strbuf_clear(text);
		strbuf_addz(text, "<error>");
	} else if (text->len == 0) {
		strbuf_addz(text, "<none>");
	}
}

/* Writes the strings of an array, or a member of each of its objects, separated by commas. */
static void write_list(struct strbuf *text, json_t array, const char *member)
{
	struct json_iter it;
	json_t v;
	bool first = true;

	for (json_iter_init(&it, array); json_iter_element(&it, &v); first = false) {
		if (!first)
			strbuf_addc(text, ',');
		fakeapi__add_text(text, fakeapi__at(v, member));
	}
}

void fakeapi__cell_configmap_data(const struct fakeapi__row *row)
{
	strbuf_addf(row->out, "%" PRId64,
		    (int64_t)json_count(fakeapi__at(row->obj, "data")) +
			(int64_t)json_count(fakeapi__at(row->obj, "binaryData")));
}

static void write_text_cell(const struct fakeapi__row *row, const struct fakeapi__cell *cell,
			    json_t v)
{
	AUTO_STRBUF text = STRBUF_INIT;

	switch (cell->kind) {
	case CELL_AGE:
		fakeapi__add_since(&text, row, v);
		break;
	case CELL_SINCE:
		if (v.len > 0)
			fakeapi__add_since(&text, row, v);
		break;
	case CELL_NAMES:
		write_list(&text, v, "name");
		break;
	case CELL_IMAGES:
		write_list(&text, v, "image");
		break;
	case CELL_JOIN:
		write_list(&text, v, "");
		break;
	case CELL_LABELS:
		write_labels(&text, v);
		break;
	case CELL_SELECTOR:
		write_selector(&text, v);
		break;
	case CELL_NAME:
	case CELL_STR:
	case CELL_INT:
	case CELL_VALUE:
	case CELL_TRUE:
	case CELL_FALSE:
	case CELL_LEN:
	case CELL_FN:
	case CELL_ROW:
		fakeapi__add_text(&text, v);
		break;
	}
	if (text.len == 0 && cell->fallback)
		strbuf_addz(&text, cell->fallback);
	fakeapi__cell_text(row, &text);
}

void fakeapi__cell_write(const struct fakeapi__row *row, const struct fakeapi__cell *cell)
{
	json_t v = { NULL, 0 };

	if (cell->path)
		v = fakeapi__at(row->obj, cell->path);
	switch (cell->kind) {
	case CELL_INT:
		strbuf_addf(row->out, "%" PRId64, fakeapi__int_at(row->obj, cell->path));
		break;
	case CELL_LEN:
		strbuf_addf(row->out, "%" PRId64, (int64_t)json_count(v));
		break;
	case CELL_TRUE:
	case CELL_FALSE:
		if (json_kind(v) != JSON_BOOL)
			strbuf_addz(row->out, cell->kind == CELL_TRUE ? "true" : "false");
		else
			strbuf_adds(row->out, v);
		break;
	case CELL_VALUE:
		if (v.len > 0)
			strbuf_adds(row->out, v);
		else
			fakeapi__cell_z(row, cell->fallback);
		break;
	case CELL_FN:
	case CELL_ROW:
		cell->fn(row);
		break;
	case CELL_NAME:
	case CELL_AGE:
	case CELL_STR:
	case CELL_SINCE:
	case CELL_NAMES:
	case CELL_IMAGES:
	case CELL_LABELS:
	case CELL_SELECTOR:
	case CELL_JOIN:
		write_text_cell(row, cell, v);
		break;
	}
}
