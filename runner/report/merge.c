/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/report/merge.h"

#include "base/alloc.h"
#include "base/json_scan.h"
#include "runner/report/merge_impl.h"

enum { ITEMS_MAX = 1 << 20 };

struct runner__merge *runner__merge_new(void)
{
	struct runner__merge *m = base__calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	runner__arena_init(&m->arena);
	map_init(&m->items, MAP_COPY_KEYS);
	runner__picture_init(&m->picture);
	m->last = m->unplaced = &m->all;
	return m;
}

void runner__merge_free(struct runner__merge *m)
{
	if (!m)
		return;
	for (struct merge__item *i = m->all; i; i = i->next) {
		runner__result_fini(&i->c.result);
		strbuf_fini(&i->picture);
		base__free(i->parts);
	}
	base__free(m->run.seen);
	base__free(m->explore.seen);
	map_fini(&m->items);
	runner__picture_fini(&m->picture);
	runner__arena_fini(&m->arena);
	base__free(m);
}

static int no_memory(struct relist_err *err)
{
	return relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

static int wrong(const struct runner__merge *m, struct relist_err *err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static int wrong(const struct runner__merge *m, struct relist_err *err, const char *fmt, ...)
{
	char what[200];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return relist_err_set(err, RELIST_EPARSE, "%.120s:%zu: %s", m->path, m->line, what);
}

/* --- members --- */

/* A copy of a string member; "" if absent. */
static struct str text(struct runner__merge *m, json_t v, const char *name)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = json_str(json_get(v, name), &scratch);

	m->arena.failed |= scratch.failed;
	return s.ptr ? runner__arena_str(&m->arena, s) : STR("");
}

static bool number(json_t v, const char *name, uint64_t max, uint64_t *out)
{
	int64_t n;

	if (!json_int64(json_get(v, name), &n) || n < 0 || (uint64_t)n > max)
		return false;
	*out = (uint64_t)n;
	return true;
}

/* --- parts --- */

static int note_part(struct runner__merge *m, struct merge__parts *p, uint64_t shard,
		     uint64_t shards, struct relist_err *err)
{
	struct merge__source here = { m->path, m->line };

	if (!p->first.line) {
		p->first = here;
		p->shards = shards;
		p->seen = base__calloc((size_t)shards, sizeof(*p->seen));
		if (!p->seen)
			return no_memory(err);
	}
	if (p->shards != shards)
		return wrong(m, err, "a part of %llu, but %.80s:%zu is one of %llu",
			     (unsigned long long)shards, p->first.path, p->first.line,
			     (unsigned long long)p->shards);
	if (shards == 1)
		return 0; /* the whole work, in any number of files */
	if (p->seen[shard - 1].line)
		return wrong(m, err, "part %llu of %llu, which is %.80s:%zu already",
			     (unsigned long long)shard, (unsigned long long)shards,
			     p->seen[shard - 1].path, p->seen[shard - 1].line);
	p->seen[shard - 1] = here;
	return 0;
}

static int read_shard(struct runner__merge *m, json_t v, uint64_t *shard, uint64_t *shards,
		      struct relist_err *err)
{
	*shard = *shards = 1;
	if (!json_get(v, "shards").len)
		return 0;
	if (!number(v, "shards", RUNNER_MERGE_SHARDS_MAX, shards) || !*shards ||
	    !number(v, "shard", *shards, shard) || !*shard)
		return wrong(m, err,
			     "shard and shards must be numbers, shard from 1 to shards, "
			     "of at most %d",
			     RUNNER_MERGE_SHARDS_MAX);
	return 0;
}

/* --- items --- */

/* Returns NULL with `err` if out of memory or if there are too many. *found: it existed already. */
static struct merge__item *item_of(struct runner__merge *m, json_t v, bool explored, bool *found,
				   struct relist_err *err)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct str file = text(m, v, "file"), cell = text(m, v, "cell");
	struct merge__item *item;
	uint64_t repeat;

	if (!file.len) {
		(void)wrong(m, err, "a result without its file");
		return NULL;
	}
	if (!number(v, "repeat", INT64_MAX, &repeat))
		repeat = 0;
	strbuf_addf(&key, "%d%c" STR_FMT "%c" STR_FMT "%c%llu", explored, 0, STR_ARG(file), 0,
		    STR_ARG(cell), 0, (unsigned long long)repeat);
	item = key.failed ? NULL : map_get(&m->items, strbuf_str(&key));
	*found = item != NULL;
	if (item)
		return item;
	if (m->item_count++ >= ITEMS_MAX) {
		(void)wrong(m, err, "more than %d results", ITEMS_MAX);
		return NULL;
	}
	item = runner__arena_alloc(&m->arena, sizeof(*item));
	if (!item || key.failed || m->arena.failed ||
	    map_put(&m->items, strbuf_str(&key), item, NULL) != 0) {
		(void)no_memory(err);
		return NULL;
	}
	item->explored = explored;
	item->first = (struct merge__source) { m->path, m->line };
	item->c.path = file.ptr;
	item->c.cell = cell;
	item->c.repeat = repeat;
	item->c.name = text(m, v, "name");
	runner__result_init(&item->c.result);
	strbuf_init(&item->picture);
	*m->last = item;
	m->last = &item->next;
	return item;
}

static bool read_verdict(struct str word, enum runner__verdict *out)
{
	for (int v = RUNNER_PASS; v <= RUNNER_BAD_INPUT; v++)
		if (str_eqz(word, runner__verdict_word((enum runner__verdict)v))) {
			*out = (enum runner__verdict)v;
			return true;
		}
	return false;
}

static void read_what(struct runner__merge *m, json_t v, struct runner__result *res)
{
	uint64_t n;

	(void)snprintf(res->what, sizeof(res->what), STR_FMT, STR_ARG(text(m, v, "what")));
	res->line = number(v, "line", UINT32_MAX, &n) ? (uint32_t)n : 0;
	res->column = number(v, "column", UINT32_MAX, &n) ? (uint32_t)n : 0;
}

static int read_result(struct runner__merge *m, json_t v, struct relist_err *err)
{
	enum runner__verdict verdict;
	struct merge__item *item;
	bool found;
	uint64_t n;

	if (!read_verdict(text(m, v, "verdict"), &verdict))
		return wrong(m, err, "a result without a verdict that is known");
	item = item_of(m, v, false, &found, err);
	if (!item)
		return err->code ? err->code : RELIST_ENOMEM;
	if (found)
		return wrong(m, err, "the result of %.60s%s%.40s is already at %.60s:%zu",
			     item->c.path, item->c.cell.len ? " " : "", item->c.cell.ptr,
			     item->first.path, item->first.line);
	item->c.result.verdict = verdict;
	read_what(m, v, &item->c.result);
	if (json_get(v, "page").len)
		item->c.page = text(m, v, "page").ptr;
	(void)snprintf(item->c.result.program, sizeof(item->c.result.program), STR_FMT,
		       STR_ARG(text(m, v, "program")));
	strbuf_adds(&item->c.result.expected, text(m, v, "expected"));
	strbuf_adds(&item->c.result.actual, text(m, v, "actual"));
	strbuf_adds(&item->c.result.nearest, text(m, v, "nearest"));
	m->arena.failed |= item->c.result.expected.failed || item->c.result.actual.failed ||
			   item->c.result.nearest.failed;
	if (number(v, "runs", INT64_MAX, &n))
		item->c.runs = n;
	if (number(v, "seed", INT64_MAX, &n))
		item->c.result.seed = n;
	if (number(v, "virtual_ns", INT64_MAX, &n))
		item->c.result.virtual_ns = (int64_t)n;
	merge__picture_end(m, item);
	return 0;
}

/* --- explored --- */

/* Keeps the failure of the lowest part number, independent of the order of the files. */
static void take_failure(struct runner__merge *m, json_t v, struct merge__item *item,
			 uint64_t shard)
{
	if (item->failed_shard && item->failed_shard < shard)
		return;
	item->failed_shard = shard;
	read_what(m, v, &item->c.result);
}

static int read_explore(struct runner__merge *m, json_t v, struct relist_err *err)
{
	uint64_t version, shard, shards, seed, depth, runs, pruned, failures, status;
	struct str mode = text(m, v, "mode");
	struct merge__item *item;
	bool found;
	int code;

	if (!number(v, "version", INT64_MAX, &version) || version != 1)
		return wrong(m, err, "explore: the format's version must be 1");
	code = read_shard(m, v, &shard, &shards, err);
	if (code)
		return code;
	if (!mode.len || !number(v, "seed", INT64_MAX, &seed) ||
	    !number(v, "depth", INT64_MAX, &depth) || !number(v, "runs", INT64_MAX, &runs) ||
	    !number(v, "pruned", INT64_MAX, &pruned) ||
	    !number(v, "failures", INT64_MAX, &failures) || !number(v, "status", 5, &status))
		return wrong(m, err,
			     "explore: mode, seed, depth, runs, pruned, failures and status "
			     "must be there");
	item = item_of(m, v, true, &found, err);
	if (!item)
		return err->code ? err->code : RELIST_ENOMEM;
	if (!found) {
		item->mode = mode;
		item->seed = seed;
		item->depth = depth;
		item->shards = shards;
		item->complete = true;
		item->wanted = json_is_true(json_get(v, "wanted"));
		item->parts = base__calloc((size_t)shards, sizeof(*item->parts));
		if (!item->parts)
			return no_memory(err);
	}
	if (!str_eq(item->mode, mode) || item->seed != seed || item->depth != depth ||
	    item->shards != shards || item->wanted != json_is_true(json_get(v, "wanted")))
		return wrong(m, err, "%.80s was not explored in the same way as at %.60s:%zu",
			     item->c.path, item->first.path, item->first.line);
	if (item->parts[shard - 1].line)
		return wrong(m, err, "part %llu of %llu of %.60s is already at %.60s:%zu",
			     (unsigned long long)shard, (unsigned long long)shards, item->c.path,
			     item->parts[shard - 1].path, item->parts[shard - 1].line);
	if (failures)
		take_failure(m, v, item, shard);
	item->status = (int)status > item->status ? (int)status : item->status;
	item->parts[shard - 1] = (struct merge__source) { m->path, m->line };
	item->c.runs += runs;
	item->pruned += pruned;
	item->failures += failures;
	item->complete &= json_is_true(json_get(v, "complete"));
	return 0;
}

/* --- files --- */

int runner__merge_file(struct runner__merge *m, const char *path, struct relist_err *err)
{
	(void)err;
	m->path = path;
	m->line = m->results = 0;
	m->ended = false;
	return 0;
}

/* A part of relist run has every n-th file: the k-th file of part i is the (k * n + i)-th. */
static void place_results(struct runner__merge *m, uint64_t shard)
{
	const char *path = NULL;
	uint64_t rank = 0;

	for (struct merge__item *i = *m->unplaced; i; i = i->next) {
		if (i->explored)
			continue;
		rank += path && strcmp(path, i->c.path) != 0;
		path = i->c.path;
		i->rank = rank;
		i->shard = shard;
	}
	m->unplaced = m->last;
}

/* Reads the last line: the number of results and the part of the work. */
static int read_end(struct runner__merge *m, json_t v, const char *member,
		    struct merge__parts *parts, struct relist_err *err)
{
	uint64_t shard, shards, count;
	int code = read_shard(m, v, &shard, &shards, err);

	if (code)
		return code;
	if (!number(v, member, INT64_MAX, &count))
		return wrong(m, err, "the summary does not say how many %s there are", member);
	if (count != m->results)
		return wrong(m, err, "the summary is about %llu results, but there are %zu",
			     (unsigned long long)count, m->results);
	m->ended = true;
	m->results = 0;
	if (json_get(v, "job").len && !m->job.len)
		m->job = text(m, v, "job");
	place_results(m, shard);
	return note_part(m, parts, shard, shards, err);
}

int runner__merge_line(struct runner__merge *m, struct str line, struct relist_err *err)
{
	json_t v;
	size_t at = 0;
	int code = 0;

	m->line++;
	if (!json_valid(line, &v, &at) || json_kind(v) != JSON_OBJECT)
		return wrong(m, err, "no JSON object, from byte %zu on", at + 1);
	if (json_get(v, "result").len) {
		m->results++;
		m->ended = false;
		code = read_result(m, json_get(v, "result"), err);
	} else if (json_get(v, "explore").len) {
		m->results++;
		m->ended = false;
		code = read_explore(m, json_get(v, "explore"), err);
	} else if (json_get(v, "summary").len) {
		code = read_end(m, json_get(v, "summary"), "files", &m->run, err);
	} else if (json_get(v, "explored").len) {
		code = read_end(m, json_get(v, "explored"), "cells", &m->explore, err);
	} else if (json_get(v, "run").len) {
		m->ended = false;
		merge__picture_begin(m);
	} else if (json_get(v, "event").len) {
		m->ended = false;
		merge__picture_event(m, json_get(v, "event"));
	} else {
		code = wrong(m, err, "no line of relist run or relist explore --format jsonl");
	}
	return m->arena.failed ? no_memory(err) : code;
}

int runner__merge_file_end(struct runner__merge *m, struct relist_err *err)
{
	if (m->ended)
		return 0;
	m->line++;
	return wrong(m, err,
		     m->line == 1 ? "the file is empty"
				  : "the file was cut short: its summary is missing");
}
