/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/perturb/posix/merge.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "runner/perturb/posix/resume.h"

enum { PARTS_MAX = 65536, PLANS_MAX = 1 << 20 };

struct part {
	const char *path; /* NULL: missing */
	struct str refused;
};

struct perturb__merge {
	struct runner__arena arena;
	struct scn__scenario scenario; /* its name only */
	struct scn__cell cell;
	struct perturb__options opt;
	struct perturb__outcome o;
	size_t cap;	   /* of o.tried */
	struct map listed; /* digests of the plans that the parts share */
	struct map tried;  /* digest of a tried plan -> its line: struct str, in the arena */
	struct part *parts;
	uint64_t shards;
	struct str again, command, job;
	const char *path;
	size_t line, results;
	bool ended;
};

struct perturb__merge *perturb__merge_new(void)
{
	struct perturb__merge *m = base__calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	runner__arena_init(&m->arena);
	map_init(&m->listed, MAP_COPY_KEYS);
	map_init(&m->tried, MAP_COPY_KEYS);
	map_init(&m->o.noise.loose, MAP_COPY_KEYS);
	m->cell.scenario = &m->scenario;
	m->opt.setup.cell = &m->cell;
	m->opt.job = "";
	return m;
}

void perturb__merge_free(struct perturb__merge *m)
{
	if (!m)
		return;
	m->o.plans.list.len = m->o.reference_count = 0; /* numbers without items */
	perturb__outcome_fini(&m->o);
	map_fini(&m->listed);
	map_fini(&m->tried);
	base__free(m->parts);
	runner__arena_fini(&m->arena);
	base__free(m);
}

static int no_memory(struct relist_err *err)
{
	return relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

static int wrong(const struct perturb__merge *m, struct relist_err *err, const char *what)
{
	return relist_err_set(err, RELIST_EPARSE, "%.120s:%zu: %.110s", m->path, m->line, what);
}

/* --- members --- */

static struct str text(struct perturb__merge *m, json_t v, const char *name)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = json_str(json_get(v, name), &scratch);

	m->arena.failed |= scratch.failed;
	return s.ptr ? runner__arena_str(&m->arena, s) : STR("");
}

static uint64_t number(json_t v, const char *name)
{
	int64_t n = 0;

	return json_int64(json_get(v, name), &n) && n > 0 ? (uint64_t)n : 0;
}

static bool is(json_t v, const char *name)
{
	return json_is_true(json_get(v, name));
}

static void add_max(size_t *to, json_t v, const char *name)
{
	size_t n = (size_t)number(v, name);

	*to = n > *to ? n : *to;
}

/* --- a plan's result --- */

static int make_room(struct perturb__merge *m)
{
	size_t cap = m->cap ? 2 * m->cap : 64;
	struct perturb__tried *tried;

	if (m->o.tried_count < m->cap)
		return 0;
	tried = base__reallocarray(m->o.tried, cap, sizeof(*tried));
	if (!tried)
		return RELIST_ENOMEM;
	m->o.tried = tried;
	m->cap = cap;
	return 0;
}

static void add_digest(struct strbuf *out, struct str sentence)
{
	strbuf_addf(out, "%016llx", (unsigned long long)perturb__plan_digest(sentence));
}

static int read_plan(struct perturb__merge *m, json_t v, struct str line, struct relist_err *err)
{
	AUTO_STRBUF digest = STRBUF_INIT;
	struct perturb__plan *plan = runner__arena_alloc(&m->arena, sizeof(*plan));
	struct str *own = runner__arena_alloc(&m->arena, sizeof(*own));
	struct perturb__tried *t;

	if (!plan || !own || make_room(m))
		return no_memory(err);
	*plan = (struct perturb__plan) { .id = (uint32_t)number(v, "id"),
					 .name = text(m, v, "name"),
					 .sentence = text(m, v, "sentence") };
	if (!plan->name.len || !plan->sentence.len)
		return wrong(m, err, "a plan without its name and sentence");
	add_digest(&digest, plan->sentence);
	if (map_get(&m->tried, strbuf_str(&digest)))
		return wrong(m, err, "the plan was read before");
	*own = runner__arena_str(&m->arena, line);
	if (digest.failed || map_put(&m->tried, strbuf_str(&digest), own, NULL))
		return no_memory(err);
	t = &m->o.tried[m->o.tried_count++];
	*t = (struct perturb__tried) { .plan = plan,
				       .begun = is(v, "begun"),
				       .failed = is(v, "failed"),
				       .doubtful = is(v, "doubtful"),
				       .slow = is(v, "slow"),
				       .broken = is(v, "broken"),
				       .tries = (uint32_t)number(v, "tries"),
				       .seen = (uint32_t)number(v, "seen"),
				       .wall_ns = (int64_t)number(v, "wall_ns") };
	perturb__life_init(&t->life);
	t->verdict.nothing = is(v, "missed");
	(void)snprintf(t->why, sizeof(t->why), STR_FMT, STR_ARG(text(m, v, "why")));
	perturb__findings_read(t, json_get(v, "findings"));
	if ((t->failed || t->doubtful) && !t->verdict.findings.len)
		return wrong(m, err, "a failure without findings");
	return t->life.arena.failed ? no_memory(err) : 0;
}

/* --- the end of a part --- */

static int note_part(struct perturb__merge *m, json_t v, struct relist_err *err)
{
	uint64_t shard = number(v, "shard"), shards = number(v, "shards");
	struct part *p;

	if (!shards || shards > PARTS_MAX || !shard || shard > shards)
		return wrong(m, err, "shard must be from 1 to shards, of at most 65536");
	if (!m->parts) {
		m->parts = base__calloc((size_t)shards, sizeof(*m->parts));
		m->shards = shards;
	}
	if (!m->parts)
		return no_memory(err);
	if (m->shards != shards)
		return wrong(m, err, "the number of parts differs from that of another file");
	p = &m->parts[shard - 1];
	if (p->path)
		return wrong(m, err, "this part was read before");
	p->path = m->path;
	p->refused = text(m, v, "refused");
	return 0;
}

/* Parts of other stories, programs or options do not belong together. */
static bool fits(struct perturb__merge *m, json_t v)
{
	struct str story = text(m, v, "story"), again = text(m, v, "again");

	if (!m->again.len) {
		m->scenario.name = story;
		m->again = again;
		m->command = text(m, v, "command");
		m->opt.again = m->again.ptr;
		m->opt.setup.command = m->command.ptr;
	}
	if (!m->job.len)
		m->job = text(m, v, "job");
	return str_eq(m->scenario.name, story) && str_eq(m->again, again);
}

static int add_words(struct map *to, json_t list)
{
	struct json_iter it;
	json_t v;
	int code = 0;

	for (json_iter_init(&it, list); !code && json_iter_element(&it, &v);) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str word = json_str(v, &scratch);

		code = scratch.failed ? RELIST_ENOMEM : word.len ? map_put(to, word, to, NULL) : 0;
	}
	return code;
}

static void add_counts(struct perturb__merge *m, json_t v)
{
	struct perturb__outcome *o = &m->o;
	int64_t wall_ns = (int64_t)number(v, "wall_ns");

	add_max(&o->plans.list.len, v, "planned");
	add_max(&o->plans.points, v, "points");
	add_max(&o->plans.pruned_background, v, "background");
	add_max(&o->plans.pruned_idle, v, "idle");
	add_max(&o->plans.pruned_same_state, v, "same_state");
	add_max(&o->plans.pruned_equal, v, "equal");
	add_max(&o->noise_fields, v, "noise");
	o->missed_plans += (size_t)number(v, "missed_plans");
	o->tries += (size_t)number(v, "tries");
	o->reference_count += (size_t)number(v, "references");
	o->resumed += (size_t)number(v, "resumed");
	o->wall_ns = wall_ns > o->wall_ns ? wall_ns : o->wall_ns;
	o->interrupted |= is(v, "interrupted");
	o->out_of_time |= is(v, "out_of_time");
	m->opt.setup.roles = is(v, "roles") ? PERTURB_ROLES_ALL : m->opt.setup.roles;
	m->opt.families[PERTURB_LEASE] |= is(v, "wants_lease");
	if (is(v, "lease"))
		o->plans.lease = STR("acquired");
}

static int read_end(struct perturb__merge *m, json_t v, struct relist_err *err)
{
	int code;

	if (number(v, "version") != 1)
		return wrong(m, err, "the format's version must be 1");
	if (number(v, "plans") != m->results)
		return wrong(m, err, "the last line is about another number of plans");
	if (!fits(m, v))
		return wrong(m, err, "a part of another story, program or set of options");
	code = note_part(m, v, err);
	if (code)
		return code;
	add_counts(m, v);
	if (add_words(&m->listed, json_get(v, "listed")) ||
	    add_words(&m->o.noise.loose, json_get(v, "loose")))
		return no_memory(err);
	m->ended = true;
	m->results = 0;
	return 0;
}

static int read_line(struct perturb__merge *m, struct str line, struct relist_err *err)
{
	json_t v;
	int code;

	m->line++;
	if (!json_valid(line, &v, NULL) || json_kind(v) != JSON_OBJECT)
		return wrong(m, err, "no JSON object");
	if (json_get(v, "plan").len) {
		m->ended = false;
		m->results++;
		code = m->o.tried_count < PLANS_MAX ? read_plan(m, json_get(v, "plan"), line, err)
						    : wrong(m, err, "too many plans");
	} else if (json_get(v, "perturbed").len) {
		code = read_end(m, json_get(v, "perturbed"), err);
	} else {
		code = wrong(m, err, "no line of relist perturb --format jsonl");
	}
	return m->arena.failed ? no_memory(err) : code;
}

int perturb__merge_file(struct perturb__merge *m, const char *path, struct str whole,
			struct relist_err *err)
{
	int code = 0;

	m->path = path;
	m->line = m->results = 0;
	m->ended = false;
	for (size_t at = 0; !code && at < whole.len;) {
		const char *nl = memchr(whole.ptr + at, '\n', whole.len - at);
		size_t n = nl ? (size_t)(nl - whole.ptr) - at : whole.len - at;

		code = read_line(m, (struct str) { whole.ptr + at, n }, err);
		at += n + 1;
	}
	if (!code && !m->ended) {
		m->line++;
		code = wrong(m, err, "the file was cut short: its last line is missing");
	}
	return code;
}

/* --- the whole --- */

/* In the order of the search. */
static int by_id(const void *a, const void *b)
{
	const struct perturb__tried *x = a, *y = b;

	if (x->plan->id != y->plan->id)
		return x->plan->id < y->plan->id ? -1 : 1;
	return str_eq(x->plan->sentence, y->plan->sentence)		  ? 0
	       : strcmp(x->plan->sentence.ptr, y->plan->sentence.ptr) < 0 ? -1
									  : 1;
}

/* The scenario of a group, from the line of the plan that the report shows. */
static void read_proof(struct perturb__merge *m, struct perturb__group *g)
{
	AUTO_STRBUF digest = STRBUF_INIT;
	const struct str *line;
	struct str word;
	json_t v;

	add_digest(&digest, g->first->plan->sentence);
	m->arena.failed |= digest.failed;
	line = map_get(&m->tried, strbuf_str(&digest));
	if (!line || !json_valid(*line, &v, NULL))
		return;
	v = json_get(v, "plan");
	word = text(m, v, "run");
	if (!word.len)
		return;
	for (int p = PERTURB_RED; p <= PERTURB_UNTOLD; p++)
		if (str_eqz(word, perturb__proved_word((enum perturb__proved)p)))
			g->proof.proved = (enum perturb__proved)p;
	strbuf_adds(&g->proof.path, text(m, v, "scenario"));
	(void)snprintf(g->proof.why, sizeof(g->proof.why), STR_FMT, STR_ARG(text(m, v, "reason")));
}

static void name_lost(const struct perturb__merge *m, struct strbuf *out)
{
	const struct part *refused = NULL;
	size_t lost = 0, named = 0;

	for (uint64_t i = 0; i < m->shards; i++)
		lost += !m->parts[i].path || m->parts[i].refused.len;
	if (!lost)
		return;
	strbuf_addf(out, "part%s", lost == 1 ? "" : "s");
	for (uint64_t i = 0; i < m->shards; i++) {
		if (m->parts[i].path && !m->parts[i].refused.len)
			continue;
		refused = m->parts[i].path && !refused ? &m->parts[i] : refused;
		if (named++ < 10)
			strbuf_addf(out, "%s %llu", named > 1 ? "," : "",
				    (unsigned long long)i + 1);
	}
	if (lost > 10)
		strbuf_addf(out, " and %zu more", lost - 10);
	strbuf_addf(out, " of %llu of the work missing", (unsigned long long)m->shards);
	if (refused)
		strbuf_addf(out, "; %s: the story cannot be judged: " STR_FMT, refused->path,
			    STR_ARG(refused->refused));
}

static bool all_refused(const struct perturb__merge *m)
{
	for (uint64_t i = 0; i < m->shards; i++)
		if (!m->parts[i].refused.len)
			return false;
	return m->shards > 0;
}

int perturb__merge_end(struct perturb__merge *m, struct relist_err *err)
{
	struct perturb__outcome *o = &m->o;
	AUTO_STRBUF lost = STRBUF_INIT;
	const struct map_entry *e;

	if (o->tried_count)
		qsort(o->tried, o->tried_count, sizeof(*o->tried), by_id);
	for (size_t i = 0; i < o->tried_count; i++)
		perturb__note_result(o, &o->tried[i]);
	o->resumed = 0;
	o->groups = base__calloc(o->tried_count + 1, sizeof(*o->groups));
	if (!o->groups)
		return no_memory(err);
	perturb__make_groups(o);
	for (size_t g = 0; g < o->group_count; g++) {
		read_proof(m, &o->groups[g]);
		m->arena.failed |= o->groups[g].proof.path.failed;
	}
	if (all_refused(m)) {
		(void)snprintf(o->refused, sizeof(o->refused), STR_FMT,
			       STR_ARG(m->parts[0].refused));
		return m->arena.failed ? no_memory(err) : 0;
	}
	name_lost(m, &lost);
	for (size_t i = 0; !lost.len && (e = map_next(&m->listed, &i));)
		o->missed_plans += !map_get(&m->tried, (struct str) { e->key, e->key_len });
	if (lost.failed || m->arena.failed)
		return no_memory(err);
	return lost.len ? relist_err_set(err, RELIST_EINVAL, "%.230s", lost.ptr) : 0;
}

void perturb__merge_job(const struct perturb__merge *m, struct strbuf *out)
{
	static const char begin[] = "relist job";
	const char *comma = "";

	if (m->job.len < sizeof(begin) || memcmp(m->job.ptr, begin, sizeof(begin) - 1) != 0)
		return;
	strbuf_addf(out, "%s --only ", begin);
	for (uint64_t i = 0; i < m->shards; i++) {
		if (m->parts[i].path && !m->parts[i].refused.len)
			continue;
		strbuf_addf(out, "%s%llu", comma, (unsigned long long)i + 1);
		comma = ",";
	}
	strbuf_addz(out, m->job.ptr + sizeof(begin) - 1);
}

int perturb__merge_report(struct perturb__merge *m, enum perturb__format format, struct strbuf *out)
{
	if (m->again.len)
		perturb__report(&m->opt, &m->o, format, out);
	if (out->failed)
		return 5;
	return m->o.refused[0] ? 2 : m->o.group_count ? 1 : m->o.interrupted ? 130 : 0;
}
