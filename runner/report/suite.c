/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report/suite.h"

#include "runner/report/suite_impl.h"

static struct str folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return STR(".");
	return (struct str) { path, slash == path ? 1 : (size_t)(slash - path) };
}

static struct suite__folder *find_folder(struct suite *s, const char *path)
{
	struct str name = folder_of(path);
	struct suite__folder *f = map_get(&s->folders, name);

	if (f)
		return f;
	f = runner__arena_alloc(&s->arena, sizeof(*f));
	if (!f || map_put(&s->folders, name, f, NULL) != 0)
		return NULL;
	f->name = name;
	f->last = &f->first;
	*s->last = f;
	s->last = &f->next;
	return f;
}

static struct suite__row *find_row(struct suite *s, const struct merge__item *i)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct suite__folder *f;
	struct suite__row *row;

	strbuf_addf(&key, "%d%s%c" STR_FMT, i->explored, i->c.path, 0, STR_ARG(i->c.cell));
	row = key.failed ? NULL : map_get(&s->rows, strbuf_str(&key));
	if (row || key.failed)
		return row;
	f = find_folder(s, i->c.path);
	row = f ? runner__arena_alloc(&s->arena, sizeof(*row)) : NULL;
	if (!row || map_put(&s->rows, strbuf_str(&key), row, NULL) != 0)
		return NULL;
	row->item = i;
	row->verdict = RUNNER_SKIP;
	*f->last = row;
	f->last = &row->next;
	f->rows++;
	s->rows_total++;
	return row;
}

/* A repetition that did not pass decides the verdict of its row; a skipped one does not. */
static void add_item(struct suite *s, const struct merge__item *i)
{
	AUTO_STRBUF command = STRBUF_INIT;
	struct suite__row *row = find_row(s, i);
	enum runner__verdict v = merge__case(i, &command).result.verdict;
	uint64_t failed = i->explored ? i->failures : runner__is_bad(v);

	s->failed |= !row || command.failed;
	if (!row)
		return;
	if (runner__is_bad(v) && !runner__is_bad(row->verdict)) {
		row->verdict = v;
		row->item = i;
	} else if (v == RUNNER_PASS && row->verdict == RUNNER_SKIP) {
		row->verdict = v;
	}
	row->failed += failed;
	row->passed += v == RUNNER_SKIP || i->c.runs < failed ? 0 : i->c.runs - failed;
	s->runs += i->c.runs;
}

bool suite__is_flaky(const struct suite__row *row)
{
	return runner__is_bad(row->verdict) && row->passed && row->failed;
}

void suite__init(struct suite *s, const struct runner__merge *m)
{
	*s = (struct suite) { .failed = false };
	runner__arena_init(&s->arena);
	map_init(&s->folders, MAP_COPY_KEYS);
	map_init(&s->rows, MAP_COPY_KEYS);
	s->last = &s->first;
	for (const struct merge__item *i = m->all; i; i = i->next)
		add_item(s, i);
	for (struct suite__folder *f = s->first; f; f = f->next)
		for (const struct suite__row *row = f->first; row; row = row->next) {
			f->counts[row->verdict]++;
			f->flaky += suite__is_flaky(row);
			s->counts[row->verdict]++;
			s->bad += runner__is_bad(row->verdict);
			s->flaky += suite__is_flaky(row);
		}
}

void suite__fini(struct suite *s)
{
	map_fini(&s->folders);
	map_fini(&s->rows);
	runner__arena_fini(&s->arena);
}

void suite__headline(const struct suite *s, const char *lacking, bool *good, struct strbuf *out)
{
	*good = !lacking[0] && !s->bad && s->counts[RUNNER_PASS];
	if (s->bad)
		strbuf_addf(out, "%zu of %zu did not pass", s->bad, s->rows_total);
	else if (lacking[0])
		strbuf_addz(out, "incomplete");
	else if (!s->rows_total)
		strbuf_addz(out, "nothing was run");
	else if (!s->counts[RUNNER_PASS])
		strbuf_addf(out, "all %zu were skipped", s->rows_total);
	else
		strbuf_addf(out, "%zu passed", s->counts[RUNNER_PASS]);
	if (!s->bad && s->counts[RUNNER_PASS] && s->counts[RUNNER_SKIP] && !lacking[0])
		strbuf_addf(out, ", %zu skipped", s->counts[RUNNER_SKIP]);
}

void suite__add_failure(const struct suite__row *row, struct strbuf *out)
{
	AUTO_STRBUF command = STRBUF_INIT, text = STRBUF_INIT;
	struct runner__case c = merge__case(row->item, &command);
	struct runner__report r;
	size_t len;

	runner__report_init(&r, RUNNER_FORMAT_TEXT);
	r.world = "sim";
	runner__report_failure(&r, &c, &text);
	for (len = text.len; len && text.ptr[len - 1] == '\n';)
		len--;
	if (len > SUITE_FAILURE_MAX) {
		for (len = SUITE_FAILURE_MAX; len && text.ptr[len] != '\n';)
			len--;
		strbuf_add(out, text.ptr, len);
		strbuf_addf(out, "\n... (%zu more bytes)\nrerun: ", text.len - len);
		strbuf_clear(&text);
		runner__add_rerun(&r, &c, &text);
		runner__add_clean(out, strbuf_str(&text));
	} else {
		strbuf_add(out, text.ptr, len);
	}
	strbuf_addc(out, '\n');
	out->failed |= command.failed || text.failed;
	runner__report_fini(&r);
}
