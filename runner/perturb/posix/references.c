/* SPDX-License-Identifier: Apache-2.0 */
/* references.c - records undisturbed runs: can the story be judged, how long do pauses last, and
 * what is noise. */
#include "runner/perturb/posix/search.h"

#include "base/alloc.h"
#include "runner/posix/jobs.h"

enum {
	QUIET_MIN_MS = 300,
	QUIET_MAX_MS = 1500,
	QUIET_OBSERVED_MS = 1250, /* observers see longer pauses; many timers have 1 s */
	QUIET_MARGIN_MS = 100,
	QUIET_FACTOR = 2,
	/* a program may wait before it starts its controllers: kruise's polls its webhook every 2 s
	 */
	START_QUIET_MS = 4000,
	OBSERVERS_MAX = 8,	 /* and one more for the end */
	PATIENT_QUIET_MS = 2500, /* as in repetitions of a plan */
	EARLY = 2,
};

struct references {
	const struct perturb__options *opt;
	struct perturb__outcome *out;
	uint32_t observers; /* 0: late writes are known */
	bool observes_end;  /* all lives do */
	size_t patient;	    /* index + 1 of the run that waits longest for rest; 0: none */
};

static int64_t quiet_after(int64_t gap_ns)
{
	int64_t quiet = gap_ns * QUIET_FACTOR + QUIET_MARGIN_MS * NS_PER_MS;

	if (quiet < QUIET_MIN_MS * NS_PER_MS)
		return QUIET_MIN_MS * NS_PER_MS;
	return quiet < QUIET_MAX_MS * NS_PER_MS ? quiet : QUIET_MAX_MS * NS_PER_MS;
}

static void learn_pace(const struct references *s)
{
	struct perturb__outcome *o = s->out;
	int64_t longest = 0, start = 0;

	for (uint32_t k = 0; k <= s->opt->setup.cell->step_count; k++) {
		int64_t gap = 0;

		for (size_t i = 0; i < o->reference_count; i++)
			if (o->references[i].gaps[k] > gap && i + 1 != s->patient)
				gap = o->references[i].gaps[k];
		if (quiet_after(gap) > o->step_quiets[k])
			o->step_quiets[k] = quiet_after(gap);
		longest = gap > longest ? gap : longest;
	}
	o->pace.quiet_ns = quiet_after(longest);
	for (size_t i = 0; i < o->reference_count; i++)
		if (o->references[i].start_gap_ns > start)
			start = o->references[i].start_gap_ns;
	o->pace.start_quiet_ns = start + start / 2 + QUIET_MARGIN_MS * NS_PER_MS;
}

static int refuse(struct perturb__outcome *o, size_t i)
{
	const struct perturb__life *l = &o->references[i];
	char *to = o->refused;
	size_t cap = sizeof(o->refused);
	AUTO_STRBUF words = STRBUF_INIT;

	if (l->broken.len) {
		(void)snprintf(to, cap, STR_FMT, STR_ARG(l->broken));
	} else if (l->exits) {
		perturb__last_words(l, &words);
		(void)snprintf(to, cap, "the program ends by itself, undisturbed (status %d): %s",
			       l->exit_status, words.ptr ? words.ptr : "");
	} else if (l->unsettled && !map_len(&l->watched)) {
		(void)snprintf(to, cap,
			       "the program has opened no watch, undisturbed (%u requests)",
			       l->requests);
	} else if (l->unsettled) {
		(void)snprintf(to, cap,
			       "it does not come to rest, undisturbed: %u requests, %u writes, and "
			       "they go on",
			       l->requests, l->writes);
	} else {
		return 0;
	}
	return RELIST_EINVAL;
}

static void live_reference(void *user, size_t i)
{
	struct references *s = user;
	struct perturb__pace pace = s->out->pace;

	if (s->observers && s->opt->jobs > 1)
		pace.quiet_ns = QUIET_OBSERVED_MS * NS_PER_MS;
	if (s->patient)
		pace.step_quiets = NULL;
	pace.start_quiet_ns = START_QUIET_MS * NS_PER_MS;
	pace.observer = (uint32_t)i;
	pace.observers = s->observers;
	pace.observe_ns = s->opt->late_ns;
	/* two lives observe the end: the one of the last step, and one of no other step */
	pace.observes_end =
	    s->observes_end || (s->observers && (i == 0 || i + 1 == s->out->reference_count));
	/* one program at a time: observe only the end */
	if (s->observers && s->opt->jobs == 1) {
		pace.observers = 0;
		pace.observes_end = true;
	}
	if (i + 1 == s->patient)
		pace.quiet_ns = PATIENT_QUIET_MS * NS_PER_MS;
	perturb__try(&s->opt->setup, NULL, NULL, &pace, &s->out->references[i]);
}

static bool go_on(void *user, size_t i)
{
	(void)user;
	(void)i;
	return true;
}

/* Prints one line per request: the request, its step, and the newest version sent before it. */
void perturb__print_requests(const struct perturb__life *l, FILE *out)
{
	int64_t first = l->ops.len ? perturb__op_at(l, 0)->at_ns : 0;

	for (size_t i = 0; i < l->ops.len; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);

		fprintf(out,
			"%8.3f step %u shown %llu " STR_FMT " " STR_FMT "%s" STR_FMT " -> %d%s%s\n",
			(double)(op->at_ns - first) / 1e9, op->step,
			(unsigned long long)op->shown_rv, STR_ARG(op->verb), STR_ARG(op->key),
			op->sub.len ? "/" : "", STR_ARG(op->sub), op->status,
			op->changes ? " changed" : "", op->background ? " background" : "");
	}
}

void perturb__references_fini(struct perturb__outcome *o)
{
	for (size_t i = 0; i < o->reference_count; i++)
		perturb__life_fini(&o->references[i]);
	base__free(o->references);
	o->references = NULL;
	o->reference_count = 0;
}

static int live_references(struct references *s, size_t count, struct relist_err *err)
{
	struct perturb__outcome *o = s->out;
	/* observers mostly wait, so all run at the same time */
	struct runner__jobs jobs = { .count = count,
				     .threads = s->opt->jobs == 1 ? 1 : (unsigned)count,
				     .work = live_reference,
				     .done = go_on,
				     .user = s };
	int code;

	perturb__references_fini(o);
	o->references = base__calloc(count, sizeof(*o->references));
	if (!o->references)
		return RELIST_ENOMEM;
	o->reference_count = count;
	/* A write that comes after the usual pauses belongs to some lives' states and not to
	 * others': unless observers await it after each step, one run waits longer. */
	s->patient = s->opt->late_ns && s->opt->jobs > 1 ? 0 : count;
	for (size_t i = 0; i < count; i++)
		perturb__life_init(&o->references[i]);
	code = runner__jobs_run(&jobs, err);
	for (size_t i = 0; i < count; i++)
		o->lives_ns += o->references[i].wall_ns;
	for (size_t i = 0; !code && i < count; i++)
		code = refuse(o, i);
	if (!code)
		learn_pace(s);
	return code;
}

static bool add_late(struct perturb__late *to, const struct perturb__late *from)
{
	to->pause_ns = to->pause_ns > from->pause_ns ? to->pause_ns : from->pause_ns;
	to->bursts = to->bursts > from->bursts ? to->bursts : from->bursts;
	to->endless |= from->endless;
	return from->bursts || from->endless;
}

/* Collects the results of the observers by step. True: some step has late writes. */
static bool collect_late_writes(struct references *s)
{
	struct perturb__outcome *o = s->out;
	bool any = false;

	for (size_t i = 0; i < o->reference_count; i++)
		for (uint32_t k = 0; k <= o->references[i].step_count; k++)
			any |= add_late(&o->late[k], &o->references[i].late[k]);
	o->pace.late = o->late;
	return any;
}

static int64_t longest_pause(const struct perturb__outcome *o, size_t steps)
{
	int64_t most = 0;

	for (size_t k = 0; k <= steps; k++)
		if (o->late[k].bursts && !o->late[k].endless && o->late[k].pause_ns > most)
			most = o->late[k].pause_ns;
	return most;
}

/* The pause before the first change that came after the life had settled after the step. */
static int64_t next_change_ns(const struct perturb__life *l, uint32_t step)
{
	int64_t last = 0;

	for (size_t i = 0; i < l->ops.len; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);

		if (op->background || str_eqz(op->verb, "watch"))
			continue;
		if (op->step <= step)
			last = op->at_ns;
		else if (op->write && op->changes)
			return last ? op->at_ns - last : 0;
	}
	return 0;
}

/* Lives that differ after a step only may have paused there, by chance not in the life that
 * observed the step. True: there is such a step. */
static bool add_unsure_steps(struct references *s)
{
	struct perturb__outcome *o = s->out;
	bool any = false;

	for (uint32_t k = 1; o->noise.unsure && k < s->opt->setup.cell->step_count; k++) {
		struct perturb__late late = { .bursts = 1 };

		for (size_t i = 0; i < o->reference_count; i++) {
			int64_t pause = next_change_ns(&o->references[i], k);

			if (s->observers && k % s->observers == i)
				continue;
			if (pause > late.pause_ns && pause < s->opt->late_ns)
				late.pause_ns = pause;
		}
		if (!o->noise.unsure[k] || o->late[k].endless || !late.pause_ns)
			continue;
		any |= add_late(&o->late[k], &late);
	}
	return any;
}

static int learn_noise(struct perturb__outcome *o)
{
	struct perturb__life *lives[PERTURB_REFERENCES_MAX];

	for (size_t i = 0; i < o->reference_count; i++)
		lives[i] = &o->references[i];
	return perturb__noise_learn(&o->noise, lives, o->reference_count);
}

/* Late writes were counted from the observers' quiet. */
static void slow_down(struct references *s, bool everywhere)
{
	for (uint32_t k = 0; k <= s->opt->setup.cell->step_count; k++)
		if (everywhere || s->out->late[k].bursts)
			s->out->step_quiets[k] = QUIET_MAX_MS * NS_PER_MS;
}

/* Whether the ends of the lives are like those of lives that have observed the end for longest. */
static int compare_ends(const struct perturb__outcome *o, struct perturb__life *const *early,
			bool *equal)
{
	struct perturb__life *lives[PERTURB_REFERENCES_MAX + EARLY];
	struct perturb__noise both = { 0 };
	size_t n = 0;
	int code;

	for (; n < o->reference_count; n++)
		lives[n] = &o->references[n];
	for (size_t i = 0; i < EARLY; i++)
		lives[n++] = early[i];
	code = perturb__noise_learn(&both, lives, n);
	*equal = !code && map_len(&both.loose) <= map_len(&o->noise.loose) &&
		 map_len(&both.paths) <= map_len(&o->noise.paths);
	perturb__noise_fini(&both);
	return code;
}

static int live_once_more(struct references *s, struct relist_err *err)
{
	int code;

	perturb__noise_fini(&s->out->noise);
	code = live_references(s, s->opt->references, err);
	if (!code && s->observes_end)
		(void)collect_late_writes(s);
	return code ? code : learn_noise(s->out);
}

/* Lives that wait for the late writes which observers have seen. If they end otherwise than lives
 * that have observed the end, they were too fast. */
static int live_again(struct references *s, struct relist_err *err)
{
	struct perturb__outcome *o = s->out;
	struct perturb__life *first = o->references, *early[EARLY];
	size_t count = o->reference_count;
	bool equal = true;
	int code;

	early[0] = &first[0];
	early[1] = &first[count - 1];
	perturb__noise_fini(&o->noise);
	o->references = NULL;
	o->reference_count = 0;
	slow_down(s, false);
	code = live_once_more(s, err);
	if (!code)
		code = compare_ends(o, early, &equal);
	if (!code && !equal) {
		slow_down(s, true);
		code = live_once_more(s, err);
	}
	for (size_t i = 0; i < count; i++)
		perturb__life_fini(&first[i]);
	base__free(first);
	return code;
}

/* Undisturbed runs observe late writes, at one step each. If none has any, and they agree, these
 * lives are the references; else new lives that wait for late writes are recorded. */
int perturb__references(const struct perturb__options *opt, struct perturb__outcome *o,
			struct relist_err *err)
{
	struct references own = { .opt = opt, .out = o }, *s = &own;
	size_t steps = s->opt->setup.cell->step_count, count = s->opt->references;
	bool again;
	int code;

	o->late = base__calloc(steps + 1, sizeof(*o->late));
	o->step_quiets = base__calloc(steps + 1, sizeof(*o->step_quiets));
	if (!o->late || !o->step_quiets)
		return RELIST_ENOMEM;
	if (s->opt->late_ns && s->opt->jobs > 1 && count < steps)
		count = steps < OBSERVERS_MAX ? steps : OBSERVERS_MAX;
	s->observers = s->opt->late_ns ? (uint32_t)count : 0;
	if (s->observers && s->opt->jobs > 1 && count < PERTURB_REFERENCES_MAX)
		count++;
	code = live_references(s, count, err);
	if (!code)
		code = learn_noise(o);
	if (!code && s->opt->late_ns) {
		again = collect_late_writes(s);
		again |= add_unsure_steps(s);
		s->observes_end = map_len(&o->noise.loose) > 0;
		s->observers = 0;
		o->pace.step_quiets = o->step_quiets;
		if (again || s->observes_end)
			code = live_again(s, err);
	}
	o->pace.step_quiets = o->step_quiets;
	o->pace.recovery_ns = longest_pause(o, s->opt->setup.cell->step_count);
	if (s->opt->requests && !s->opt->only)
		perturb__print_requests(&o->references[0], s->opt->requests);
	return code;
}

void perturb__say_late(const struct perturb__options *opt, const struct perturb__outcome *o)
{
	for (size_t i = 0; i <= opt->setup.cell->step_count; i++) {
		const struct perturb__late *l = &o->late[i];

		if (!l->bursts && !l->endless)
			continue;
		fprintf(opt->err, "after line %u ", i ? opt->setup.cell->steps[i - 1].pos.line : 0);
		if (l->endless)
			fputs("it writes again and again; that is not awaited\n", opt->err);
		else
			fprintf(opt->err, "it writes again after %.1f s; that is awaited\n",
				(double)l->pause_ns / 1e9);
	}
}
