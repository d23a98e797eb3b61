/* SPDX-License-Identifier: Apache-2.0 */
/* merge_report.c - reports missing parts, and merged results in the formats of relist run. */
#include <stdlib.h>

#include "base/alloc.h"
#include "runner/report/impl.h"
#include "runner/report/merge_impl.h"

/* --- what is missing --- */

static void name_missing(const struct merge__source *parts, uint64_t shards, struct strbuf *out)
{
	uint64_t missing = 0, named = 0;

	for (uint64_t i = 0; i < shards; i++)
		missing += !parts[i].line;
	strbuf_addf(out, "part%s", missing == 1 ? "" : "s");
	for (uint64_t i = 0; i < shards && named < 10; i++)
		if (!parts[i].line)
			strbuf_addf(out, "%s %llu", named++ ? "," : "", (unsigned long long)i + 1);
	if (missing > named)
		strbuf_addf(out, " and %llu more", (unsigned long long)(missing - named));
	strbuf_addf(out, " of %llu", (unsigned long long)shards);
}

static bool lacks_parts(const struct merge__source *parts, uint64_t shards)
{
	for (uint64_t i = 0; shards > 1 && i < shards; i++)
		if (!parts[i].line)
			return true;
	return false;
}

int runner__merge_check(const struct runner__merge *m, struct relist_err *err)
{
	const struct merge__parts *const kinds[] = { &m->run, &m->explore };
	AUTO_STRBUF what = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(kinds) && !what.len; i++)
		if (lacks_parts(kinds[i]->seen, kinds[i]->shards)) {
			name_missing(kinds[i]->seen, kinds[i]->shards, &what);
			strbuf_addz(&what, " of the work");
		}
	for (const struct merge__item *i = m->all; i && !what.len; i = i->next)
		if (i->explored && lacks_parts(i->parts, i->shards)) {
			name_missing(i->parts, i->shards, &what);
			strbuf_addf(&what, " of %.100s", i->c.path);
			if (i->c.cell.len)
				strbuf_addf(&what, " [%.60s]", i->c.cell.ptr);
		}
	if (what.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return what.len ? relist_err_set(err, RELIST_EINVAL, "%.220s missing", what.ptr) : 0;
}

void runner__merge_job(const struct runner__merge *m, struct strbuf *out)
{
	static const char begin[] = "relist job";
	const struct merge__parts *p =
	    lacks_parts(m->run.seen, m->run.shards) ? &m->run : &m->explore;
	const char *comma = "";

	if (m->job.len < sizeof(begin) || memcmp(m->job.ptr, begin, sizeof(begin) - 1) != 0 ||
	    !lacks_parts(p->seen, p->shards))
		return;
	strbuf_addf(out, "%s --only ", begin);
	for (uint64_t i = 0; i < p->shards; i++) {
		if (p->seen[i].line)
			continue;
		strbuf_addf(out, "%s%llu", comma, (unsigned long long)i + 1);
		comma = ",";
	}
	strbuf_addz(out, m->job.ptr + sizeof(begin) - 1);
}

/* --- order --- */

static int by_place(const void *a, const void *b)
{
	const struct merge__item *x = *(const struct merge__item *const *)a;
	const struct merge__item *y = *(const struct merge__item *const *)b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->shard != y->shard)
		return x->shard < y->shard ? -1 : 1;
	return x->nth < y->nth ? -1 : x->nth > y->nth;
}

int runner__merge_sort(struct runner__merge *m)
{
	struct merge__item **items, *i = m->all;
	size_t n = 0;

	if (m->run.shards < 2 || m->explore.shards)
		return 0;
	items = base__calloc(m->item_count + 1, sizeof(struct merge__item *));
	if (!items)
		return RELIST_ENOMEM;
	for (; i; i = i->next) {
		i->nth = n;
		items[n++] = i;
	}
	qsort(items, n, sizeof(struct merge__item *), by_place);
	m->last = &m->all;
	for (size_t k = 0; k < n; k++) {
		*m->last = items[k];
		m->last = &items[k]->next;
	}
	*m->last = NULL;
	base__free(items);
	return 0;
}

/* --- the report --- */

/* The common verdict of all parts. */
static enum runner__verdict verdict_of(const struct merge__item *i)
{
	if (!i->explored)
		return i->c.result.verdict;
	if (i->wanted && !i->failed_shard && i->complete)
		return RUNNER_FAIL;
	for (int v = RUNNER_BAD_INPUT; v > RUNNER_SKIP; v--)
		if (i->status && runner__verdict_status((enum runner__verdict)v) == i->status)
			return (enum runner__verdict)v;
	return RUNNER_PASS;
}

static void add_rerun_command(const struct merge__item *i, struct strbuf *out)
{
	strbuf_addz(out, "relist explore ");
	strbuf_add_shell(out, str_of(i->c.path));
	strbuf_addz(out, strncmp(i->mode.ptr, "seeds", 5) == 0 ? "" : " --exhaustive");
	strbuf_addz(out, strncmp(i->mode.ptr, "all", 3) == 0 ? " --all" : "");
	strbuf_addz(out, strstr(i->mode.ptr, "-interleaved") ? " --interleave" : "");
	if (i->depth)
		strbuf_addf(out, " --depth %llu", (unsigned long long)i->depth);
	if (i->c.cell.len) {
		strbuf_addz(out, " --matrix ");
		strbuf_add_shell(out, i->c.cell);
	}
}

struct runner__case merge__case(const struct merge__item *i, struct strbuf *command)
{
	struct runner__case c = i->c;

	c.result.verdict = verdict_of(i);
	if (i->explored) {
		add_rerun_command(i, command);
		c.again = command->ptr;
	}
	if (i->explored && i->wanted && !i->failed_shard)
		(void)snprintf(c.result.what, sizeof(c.result.what),
			       "no order fails, but the outcome says that one does");
	if (!c.name.len)
		c.name = str_of(c.path);
	return c;
}

static void report_item(struct runner__report *r, const struct merge__item *i, struct strbuf *out)
{
	AUTO_STRBUF command = STRBUF_INIT;
	struct runner__case c = merge__case(i, &command);

	runner__report_case(r, &c, out);
	out->failed |= command.failed;
}

static void count_items(const struct runner__merge *m, struct runner__report *r)
{
	const char *path = "";

	for (const struct merge__item *i = m->all; i; i = i->next) {
		const char *dot = strrchr(i->c.path, '.');
		bool trace = dot && strcmp(dot, ".jsonl") == 0;

		r->total++;
		r->traces += trace;
		r->scenarios += !trace && strcmp(path, i->c.path) != 0;
		path = i->c.path;
	}
}

static void add_explored(const struct runner__merge *m, struct strbuf *out)
{
	unsigned long long cells = 0, runs = 0, pruned = 0, open = 0;

	for (const struct merge__item *i = m->all; i; i = i->next) {
		cells += i->explored;
		runs += i->explored ? i->c.runs : 0;
		pruned += i->pruned;
		open += i->explored && !i->complete;
	}
	if (!cells)
		return;
	strbuf_addf(out,
		    "explored: %llu cell%s in %llu part%s, %llu runs, %llu left where one had "
		    "been",
		    cells, cells == 1 ? "" : "s", (unsigned long long)m->explore.shards,
		    m->explore.shards == 1 ? "" : "s", runs, pruned);
	if (open)
		strbuf_addf(out, "; %llu not to the end", open);
	strbuf_addc(out, '\n');
}

int runner__merge_report(const struct runner__merge *m, enum runner__format format,
			 struct strbuf *out)
{
	struct runner__report r;
	int status;

	runner__report_init(&r, format);
	r.world = "sim";
	r.no_times = true;
	count_items(m, &r);
	runner__report_begin(&r, out);
	for (const struct merge__item *i = m->all; i; i = i->next)
		report_item(&r, i, out);
	runner__report_end(&r, 0, out);
	if (format == RUNNER_FORMAT_TEXT || format == RUNNER_FORMAT_GITHUB)
		add_explored(m, out);
	out->failed |= r.kept.failed || r.bad_names.failed;
	status = r.status;
	runner__report_fini(&r);
	return out->failed ? runner__verdict_status(RUNNER_ERROR) : status;
}
