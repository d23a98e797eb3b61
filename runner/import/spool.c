/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/import/spool.h"

#include <errno.h>

#include "base/alloc.h"

enum { RUNS_MAX = 200 };

struct imp__run {
	FILE *file;
	struct imp__entry head;
	struct strbuf text;
	bool more;
};

void imp__spool_init(struct imp__spool *s, size_t memory_max)
{
	*s = (struct imp__spool) { .memory_max = memory_max };
	strbuf_init(&s->mem);
}

void imp__spool_fini(struct imp__spool *s)
{
	for (size_t i = 0; i < s->run_count; i++) {
		(void)fclose(s->runs[i].file);
		strbuf_fini(&s->runs[i].text);
	}
	base__free(s->runs);
	base__free(s->offsets);
	strbuf_fini(&s->mem);
	imp__spool_init(s, s->memory_max);
}

static struct imp__entry entry_at(const struct imp__spool *s, size_t i)
{
	struct imp__entry e;

	memcpy(&e, s->mem.ptr + s->offsets[i], sizeof(e));
	return e;
}

static bool before(const struct imp__entry *a, const struct imp__entry *b)
{
	return a->at_ns != b->at_ns ? a->at_ns < b->at_ns : a->seq < b->seq;
}

/* Bottom-up merge sort: qsort has no user pointer, and most input is nearly sorted. */
static int sort(struct imp__spool *s, struct relist_err *err)
{
	size_t *from = s->offsets, *to = base__reallocarray(NULL, s->count + 1, sizeof(*to));

	if (!to)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	for (size_t width = 1; width < s->count; width *= 2) {
		for (size_t left = 0; left < s->count; left += 2 * width) {
			size_t middle = left + width < s->count ? left + width : s->count;
			size_t end = left + 2 * width < s->count ? left + 2 * width : s->count;

			for (size_t i = left, k = middle, at = left; at < end; at++) {
				struct imp__entry a, b;
				bool second = i == middle;

				if (!second && k < end) {
					memcpy(&a, s->mem.ptr + from[i], sizeof(a));
					memcpy(&b, s->mem.ptr + from[k], sizeof(b));
					second = before(&b, &a);
				}
				to[at] = second ? from[k++] : from[i++];
			}
		}
		s->offsets = to;
		to = from;
		from = s->offsets;
	}
	s->cap = s->count + 1;
	base__free(to);
	return 0;
}

static int system_error(struct relist_err *err)
{
	return relist_err_set(err, RELIST_EIO, "a temporary file: %s", strerror(errno));
}

static int spill(struct imp__spool *s, struct relist_err *err)
{
	struct imp__run *runs;
	FILE *file;
	int code = sort(s, err);

	if (code)
		return code;
	if (s->run_count == RUNS_MAX)
		return relist_err_set(err, RELIST_ELIMIT, "more than %zu bytes of input",
				      RUNS_MAX * s->memory_max);
	runs = base__reallocarray(s->runs, s->run_count + 1, sizeof(*runs));
	if (!runs)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	s->runs = runs;
	file = tmpfile();
	if (!file)
		return system_error(err);
	s->runs[s->run_count] = (struct imp__run) { .file = file };
	strbuf_init(&s->runs[s->run_count++].text);
	for (size_t i = 0; i < s->count; i++) {
		struct imp__entry e = entry_at(s, i);

		if (fwrite(s->mem.ptr + s->offsets[i], sizeof(e) + e.len, 1, file) != 1)
			return system_error(err);
	}
	s->count = 0;
	strbuf_clear(&s->mem);
	return 0;
}

int imp__spool_add(struct imp__spool *s, const struct imp__entry *entry, struct str text,
		   struct relist_err *err)
{
	struct imp__entry e = *entry;
	int code;

	e.len = text.len;
	e.seq = s->next_seq++;
	if (s->count && s->mem.len + sizeof(e) + text.len > s->memory_max && (code = spill(s, err)))
		return code;
	if (s->count == s->cap) {
		size_t cap = s->cap ? 2 * s->cap : 64;
		size_t *offsets = base__reallocarray(s->offsets, cap, sizeof(*offsets));

		if (!offsets)
			return relist_err_set(err, RELIST_ENOMEM, "out of memory");
		s->offsets = offsets;
		s->cap = cap;
	}
	s->offsets[s->count++] = s->mem.len;
	strbuf_add(&s->mem, &e, sizeof(e));
	strbuf_adds(&s->mem, text);
	return s->mem.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

static int read_head(struct imp__run *r, struct relist_err *err)
{
	r->more = fread(&r->head, sizeof(r->head), 1, r->file) == 1;
	if (!r->more)
		return ferror(r->file) ? system_error(err) : 0;
	strbuf_clear(&r->text);
	if (!strbuf_reserve(&r->text, r->head.len + 1))
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (r->head.len && fread(r->text.ptr, r->head.len, 1, r->file) != 1)
		return system_error(err);
	r->text.len = r->head.len;
	return 0;
}

int imp__spool_rewind(struct imp__spool *s, struct relist_err *err)
{
	int code = s->run_count ? spill(s, err) : sort(s, err);

	s->reading = true;
	for (size_t i = 0; i < s->run_count && !code; i++) {
		if (fflush(s->runs[i].file) != 0 || fseek(s->runs[i].file, 0, SEEK_SET) != 0)
			return system_error(err);
		code = read_head(&s->runs[i], err);
	}
	return code;
}

static struct imp__run *first_run(struct imp__spool *s)
{
	struct imp__run *first = NULL;

	for (size_t i = 0; i < s->run_count; i++)
		if (s->runs[i].more && (!first || before(&s->runs[i].head, &first->head)))
			first = &s->runs[i];
	return first;
}

bool imp__spool_peek(struct imp__spool *s, struct imp__entry *entry, struct str *text)
{
	struct imp__run *r = first_run(s);

	if (r) {
		*entry = r->head;
		*text = strbuf_str(&r->text);
		return true;
	}
	if (!s->reading || s->run_count || s->at == s->count)
		return false;
	*entry = entry_at(s, s->at);
	*text = (struct str) { s->mem.ptr + s->offsets[s->at] + sizeof(*entry), entry->len };
	return true;
}

int imp__spool_pop(struct imp__spool *s, struct relist_err *err)
{
	struct imp__run *r = first_run(s);

	if (r)
		return read_head(r, err);
	s->at++;
	return 0;
}
