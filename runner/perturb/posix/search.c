/* SPDX-License-Identifier: Apache-2.0 */
/* search.c - tries the plans of a story, judges each life and repeats doubtful ones. */
#include "runner/perturb/posix/resume.h"

#include "base/alloc.h"
#include "runner/posix/jobs.h"

#include <stdatomic.h>

enum {
	PATIENT_QUIET_MS = 2500,
	PATIENT_RETRY_S = 75, /* kopf retries after 60 s */
	PATIENT_LIMIT_S = 40,
	PATIENT_REFUSED_S = 200,
	TRIES_MAX = 3,
};

struct search {
	const struct perturb__options *opt;
	struct perturb__outcome *out;
	struct perturb__beat *beats;
	struct perturb__setup patient;
	int64_t start_ns;
	atomic_size_t tries;
	_Atomic int64_t recovery_ns; /* the longest pause that repetitions showed; 0: none */
	size_t shown;
	size_t first;	   /* index of the first plan of the present jobs */
	struct lock shows; /* guards `shown` and the progress lines */
	struct perturb__resume resume;
};

/* --- the story's steps for the planner --- */

static int add_key(struct perturb__life *l, const struct scn__key *key, struct perturb__beat *b)
{
	AUTO_STRBUF text = STRBUF_INIT;

	b->type = perturb__type(l, key->type->group, key->type->resource);
	strbuf_addf(&text, STR_FMT "/" STR_FMT "/" STR_FMT, STR_ARG(b->type), STR_ARG(key->ns),
		    STR_ARG(key->name));
	b->key = perturb__copy(l, strbuf_str(&text));
	return l->arena.failed ? RELIST_ENOMEM : 0;
}

static int read_beats(struct search *s)
{
	const struct scn__cell *cell = s->opt->setup.cell;
	struct perturb__life *l = &s->out->references[0];
	int code = 0;

	s->beats = base__calloc(cell->step_count + 1, sizeof(*s->beats));
	if (!s->beats)
		return RELIST_ENOMEM;
	for (size_t i = 0; !code && i < cell->step_count; i++) {
		const struct scn__step *step = &cell->steps[i];
		struct perturb__beat *b = &s->beats[i];

		*b = (struct perturb__beat) { .line = step->pos.line,
					      .type = STR(""),
					      .key = STR("") };
		if ((step->kind == SCN_CREATE || step->kind == SCN_UPDATE) && step->write.count) {
			b->kind =
			    step->kind == SCN_CREATE ? PERTURB_BEAT_CREATE : PERTURB_BEAT_UPDATE;
			code = add_key(l, &step->write.objects[0].key, b);
		} else if (step->kind == SCN_DELETE && step->delete_.count) {
			b->kind = PERTURB_BEAT_DELETE;
			code = add_key(l, &step->delete_.keys[0], b);
		}
	}
	return code;
}

static int plan(struct search *s)
{
	struct perturb__planning p = { .life = &s->out->references[0],
				       .noise = &s->out->noise,
				       .beats = s->beats,
				       .beat_count = (uint32_t)s->opt->setup.cell->step_count };

	memcpy(p.families, s->opt->families, sizeof(p.families));
	return perturb__make_plans(&p, &s->out->plans);
}

static bool is_chosen(const struct perturb__options *opt, const struct perturb__plan *p)
{
	if (opt->only)
		return perturb__plan_is(p, opt->only);
	/* Not by the number: parts may number their plans differently. */
	return !opt->shards || perturb__plan_digest(p->sentence) % opt->shards == opt->shard;
}

static void add_tried(struct perturb__outcome *o, const struct perturb__plan *p)
{
	perturb__life_init(&o->tried[o->tried_count].life);
	o->tried[o->tried_count++].plan = p;
}

static int choose(struct search *s, struct relist_err *err)
{
	struct perturb__outcome *o = s->out;
	size_t max = s->opt->plans_max;
	size_t all = o->plans.list.len + o->plans.pairs.len + 1;

	o->tried = base__calloc(all, sizeof(*o->tried));
	o->groups = base__calloc(all, sizeof(*o->groups));
	if (!o->tried || !o->groups)
		return RELIST_ENOMEM;
	o->listed = s->opt->only || !max || max > o->plans.list.len ? o->plans.list.len : max;
	for (size_t i = 0; i < o->listed; i++) {
		const struct perturb__plan *p = o->plans.list.items[i];

		if (is_chosen(s->opt, p))
			add_tried(o, p);
	}
	for (size_t i = 0; s->opt->only && i < o->plans.pairs.len; i++)
		if (is_chosen(s->opt, o->plans.pairs.items[i]))
			add_tried(o, o->plans.pairs.items[i]);
	if (s->opt->only && !o->tried_count)
		return relist_err_set(err, RELIST_EINVAL,
				      "--only %s: there is no such plan (of %zu)", s->opt->only,
				      o->plans.list.len);
	return 0;
}

/* --- trying --- */

static bool is_interrupted(const struct search *s)
{
	return s->opt->setup.interrupted && s->opt->setup.interrupted();
}

static bool is_over(const struct search *s)
{
	return is_interrupted(s) ||
	       (s->opt->budget_ns && clock_monotonic_ns() - s->start_ns >= s->opt->budget_ns);
}

/* Records one life; true: there are findings. */
static bool try_once(struct search *s, struct perturb__tried *t, bool patient)
{
	struct perturb__setup setup = patient ? s->patient : s->opt->setup;
	struct perturb__pace pace = s->out->pace;
	int64_t recovery = atomic_load(&s->recovery_ns);

	pace.recovery_ns = recovery > pace.recovery_ns ? recovery : pace.recovery_ns;
	if (patient) {
		pace.patient_ns = PATIENT_QUIET_MS * NS_PER_MS;
		pace.doubts = t->doubted;
		pace.doubt_step = t->doubt_step;
		if (t->plan->family == PERTURB_REFUSED ||
		    (t->plan->with && t->plan->with->family == PERTURB_REFUSED)) {
			setup.limit_ns = PATIENT_REFUSED_S * NS_PER_S;
			pace.retry_ns = PATIENT_RETRY_S * NS_PER_S;
		}
	}
	perturb__verdict_fini(&t->verdict);
	perturb__life_fini(&t->life);
	perturb__life_init(&t->life);
	perturb__try(&setup, t->plan, &s->out->noise, &pace, &t->life);
	t->tries++;
	atomic_fetch_add(&s->tries, 1);
	t->wall_ns += t->life.wall_ns;
	t->broken = t->life.broken.len > 0;
	if (t->broken)
		(void)snprintf(t->why, sizeof(t->why), STR_FMT, STR_ARG(t->life.broken));
	if (perturb__judge(&s->out->noise, t->plan, &t->life, &t->verdict))
		t->broken = true;
	return !t->broken && !t->verdict.nothing && t->verdict.findings.len > 0;
}

/* A life with findings is not replaced by one without. */
static void keep_findings(struct perturb__tried *t, struct perturb__life *life,
			  struct perturb__verdict *verdict)
{
	perturb__verdict_fini(&t->verdict);
	perturb__life_fini(&t->life);
	t->life = *life;
	t->verdict = *verdict;
	t->broken = false;
}

/* Whether a life without findings had a change after a longer pause than the first life, with
 * findings, waited there: that one was not at rest yet. Later lives wait as long. */
static bool came_late(struct search *s, const struct perturb__tried *t,
		      const struct perturb__life *first)
{
	uint32_t step = t->doubt_step ? t->doubt_step : first->step_count;
	int64_t pause = t->life.recovery[step], known = atomic_load(&s->recovery_ns);

	if (pause <= first->waited[step])
		return false;
	while (pause > known && !atomic_compare_exchange_weak(&s->recovery_ns, &known, pause))
		continue;
	return true;
}

/* Repeats a plan with findings, with longer timeouts. A plan that has begun is repeated after the
 * budget, too: one try proves too little. */
static void repeat(struct search *s, struct perturb__tried *t)
{
	struct perturb__life life = t->life;
	struct perturb__verdict verdict = t->verdict;
	bool moved = true; /* t->life is `life` */
	uint32_t late = 0;
	bool hard = perturb__kind_is_hard(perturb__worst(t)->kind);

	t->doubted = true;
	for (size_t i = 0; i < t->verdict.findings.len; i++) {
		const struct perturb__finding *f = t->verdict.findings.items[i];

		t->doubt_step = f->step ? f->step : t->doubt_step;
	}
	while (t->tries < TRIES_MAX && t->seen < 2 && !is_interrupted(s)) {
		bool again;

		if (!moved) {
			perturb__verdict_fini(&t->verdict);
			perturb__life_fini(&t->life);
		}
		perturb__life_init(&t->life);
		t->verdict = (struct perturb__verdict) { 0 };
		again = try_once(s, t, !hard || t->tries > 1);
		t->seen += again;
		t->healed += !again && !t->broken && !t->verdict.nothing;
		late += !again && !t->broken && came_late(s, t, &life);
		moved = again;
		if (!again)
			continue;
		perturb__verdict_fini(&verdict);
		perturb__life_fini(&life);
		life = t->life;
		verdict = t->verdict;
	}
	t->failed = hard || t->seen > t->healed;
	t->slow = !t->failed && t->seen == 1 && late && late == t->healed && !t->broken &&
		  !t->verdict.nothing;
	t->doubtful = !t->failed && !t->slow;
	if (t->slow) {
		perturb__verdict_fini(&verdict);
		perturb__life_fini(&life);
	} else if (!moved) {
		keep_findings(t, &life, &verdict);
	}
}

/* Empties the result that the file of finished plans has. */
static void forget(struct perturb__tried *t)
{
	const struct perturb__plan *plan = t->plan;

	perturb__verdict_fini(&t->verdict);
	perturb__life_fini(&t->life);
	*t = (struct perturb__tried) { .plan = plan };
	perturb__life_init(&t->life);
}

static const struct perturb__tried *tried_of(const struct search *s, const struct perturb__plan *p)
{
	for (size_t i = 0; i < s->first; i++)
		if (s->out->tried[i].plan == p)
			return &s->out->tried[i];
	return NULL;
}

/* If one plan of a failed pair has the same finding, it takes the pair's place. */
static void reduce(struct search *s, struct perturb__tried *t)
{
	const struct perturb__plan *const parts[] = { t->plan->with, t->plan->single };

	for (size_t i = 0; i < ARRAY_LEN(parts) && t->plan->with && !is_over(s); i++) {
		struct perturb__tried one = { .plan = parts[i] };
		bool same;

		if (tried_of(s, parts[i]))
			continue;
		perturb__life_init(&one.life);
		same = try_once(s, &one, true) &&
		       str_eq(perturb__worst(&one)->group, perturb__worst(t)->group);
		t->wall_ns += one.wall_ns;
		if (same) {
			t->plan = one.plan;
			t->tries = t->seen = 1;
			keep_findings(t, &one.life, &one.verdict);
			return;
		}
		perturb__verdict_fini(&one.verdict);
		perturb__life_fini(&one.life);
	}
}

/* Prints a line of progress. `shows` is held. */
static void print(struct search *s, const struct perturb__tried *t, const char *result)
{
	const struct perturb__finding *f = perturb__worst(t);
	FILE *err = s->opt->err;

	fprintf(err, "[%3.0fs %zu/%zu] %-9s " STR_FMT,
		(double)(clock_monotonic_ns() - s->start_ns) / 1e9, s->shown, s->out->tried_count,
		result, STR_ARG(t->plan->sentence));
	if (t->broken)
		fprintf(err, ": %s", t->why);
	else if (f)
		fprintf(err, ": " STR_FMT, STR_ARG(f->what));
	fputc('\n', err);
}

/* As soon as the plan's result is known, in any order. */
static void show(struct search *s, const struct perturb__tried *t)
{
	lock_acquire(&s->shows);
	s->shown++;
	if (!s->opt->quiet && t->begun && !t->resumed)
		print(s, t,
		      t->failed		   ? "FAIL"
		      : t->doubtful	   ? "doubtful"
		      : t->broken	   ? "broken"
		      : t->verdict.nothing ? "missed"
					   : "ok");
	lock_release(&s->shows);
}

/* Repetitions of a plan with findings wait up to 75 s for the program's own ones. */
static void show_suspect(struct search *s, const struct perturb__tried *t)
{
	lock_acquire(&s->shows);
	if (!s->opt->quiet)
		print(s, t, "suspect");
	lock_release(&s->shows);
}

static void work(void *user, size_t i)
{
	struct search *s = user;
	struct perturb__tried *t = &s->out->tried[s->first + i];

	/* a scenario needs the requests of a failed life */
	if (perturb__resume_take(&s->resume, t) && !(t->failed && s->opt->out)) {
		show(s, t);
		return;
	}
	forget(t);
	if (is_over(s))
		return;
	t->begun = true;
	if (try_once(s, t, false)) {
		t->seen = 1;
		show_suspect(s, t);
		repeat(s, t);
	}
	if (t->failed && t->plan->with)
		reduce(s, t);
	/* findings whose repetitions were cut short are not final */
	if (!t->verdict.findings.len || !is_interrupted(s))
		perturb__resume_note(&s->resume, t);
	show(s, t);
}

static bool done(void *user, size_t i)
{
	struct search *s = user;
	struct perturb__outcome *o = s->out;
	const struct perturb__tried *t = &o->tried[s->first + i];

	perturb__note_result(o, t);
	return true;
}

void perturb__note_result(struct perturb__outcome *o, const struct perturb__tried *t)
{
	o->begun += t->begun;
	o->resumed += t->resumed;
	o->doubtful += t->doubtful;
	o->slow += t->slow;
	o->broken += t->broken;
	o->missed += t->begun && !t->broken && t->verdict.nothing;
	o->passed += t->begun && !t->broken && !t->failed && !t->doubtful && !t->verdict.nothing;
}

/* --- groups --- */

void perturb__make_groups(struct perturb__outcome *o)
{
	for (size_t i = 0; i < o->tried_count; i++) {
		struct perturb__tried *t = &o->tried[i];
		size_t g = 0;

		if (!t->failed)
			continue;
		while (g < o->group_count &&
		       !str_eq(perturb__worst(o->groups[g].first)->group, perturb__worst(t)->group))
			g++;
		if (g == o->group_count) {
			strbuf_init(&o->groups[g].proof.path);
			o->groups[o->group_count++].first = t;
		}
		o->groups[g].count++;
		t->group = (uint32_t)g + 1;
	}
}

/* Pairs of plans that pass alone, as far as these were tried. */
static int try_pairs(struct search *s, struct runner__jobs *jobs, struct relist_err *err)
{
	struct perturb__outcome *o = s->out;

	s->first = o->tried_count;
	for (size_t i = 0; i < o->plans.pairs.len && o->tried_count - s->first < s->opt->pairs;
	     i++) {
		const struct perturb__plan *p = o->plans.pairs.items[i];
		const struct perturb__tried *one = tried_of(s, p->with);
		const struct perturb__tried *other = tried_of(s, p->single);
		bool failed = (one && (one->failed || one->doubtful)) ||
			      (other && (other->failed || other->doubtful));

		if (!failed && is_chosen(s->opt, p))
			add_tried(o, p);
	}
	jobs->count = o->tried_count - s->first;
	return jobs->count ? runner__jobs_run(jobs, err) : 0;
}

int perturb__search(const struct perturb__options *opt, struct perturb__outcome *out,
		    struct relist_err *err)
{
	struct search s = { .opt = opt, .out = out, .start_ns = clock_monotonic_ns() };
	struct runner__jobs jobs = { .threads = opt->jobs, .work = work, .done = done, .user = &s };
	int64_t cpu_ns = perturb__cpu_ns();
	int code;

	*out = (struct perturb__outcome) { 0 };
	lock_init(&s.shows, LOCK_RUNNER);
	s.patient = opt->setup;
	s.patient.limit_ns = PATIENT_LIMIT_S * NS_PER_S;
	code = perturb__resume_open(&s.resume, opt, err);
	if (!code)
		code = perturb__references(opt, out, err);
	jobs.threads = perturb__jobs(opt, perturb__cpu_ns() - cpu_ns, out->lives_ns);
	if (!code)
		code = read_beats(&s);
	if (!code)
		code = plan(&s);
	if (!code)
		code = choose(&s, err);
	if (!code && !opt->quiet)
		fprintf(opt->err,
			"%zu undisturbed runs, %.1f s each (start %.1f s, rest after %.2f s of "
			"quiet); %zu plans of %zu points, %zu to try, %u at a time\n",
			out->reference_count, (double)out->references[0].wall_ns / 1e9,
			(double)out->references[0].start_ns / 1e9, (double)out->pace.quiet_ns / 1e9,
			out->plans.list.len, out->plans.points, out->tried_count, jobs.threads);
	if (!code && !opt->quiet)
		perturb__say_late(opt, out);
	jobs.count = out->tried_count;
	if (!code && !opt->list && jobs.count)
		code = runner__jobs_run(&jobs, err);
	if (!code && !opt->list && !opt->only && opt->pairs)
		code = try_pairs(&s, &jobs, err);
	if (!code && opt->requests && opt->only)
		perturb__print_requests(&out->tried[0].life, opt->requests);
	if (!code)
		perturb__make_groups(out);
	if (!code && opt->out)
		code = perturb__prove(opt, out, err);
	out->tries = atomic_load(&s.tries);
	out->noise_fields = map_len(&out->noise.paths);
	out->wall_ns = clock_monotonic_ns() - s.start_ns;
	out->interrupted = opt->setup.interrupted && opt->setup.interrupted();
	out->out_of_time = out->begun < out->tried_count && !opt->list;
	perturb__resume_close(&s.resume);
	lock_fini(&s.shows);
	base__free(s.beats);
	return code;
}

void perturb__outcome_fini(struct perturb__outcome *out)
{
	for (size_t i = 0; i < out->tried_count; i++) {
		perturb__verdict_fini(&out->tried[i].verdict);
		perturb__life_fini(&out->tried[i].life);
	}
	perturb__plans_fini(&out->plans);
	perturb__noise_fini(&out->noise);
	perturb__references_fini(out);
	for (size_t g = 0; g < out->group_count; g++)
		strbuf_fini(&out->groups[g].proof.path);
	base__free(out->late);
	base__free(out->step_quiets);
	base__free(out->tried);
	base__free(out->groups);
	*out = (struct perturb__outcome) { 0 };
}
