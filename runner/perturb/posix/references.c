/* SPDX-License-Identifier: Apache-2.0 */
/* references.c - records undisturbed runs: can the story be judged, how long do pauses last, and
 * what is noise. */
#include "runner/perturb/posix/search.h"

#include "base/alloc.h"
#include "runner/posix/jobs.h"

enum {
	QUIET_MIN_MS = 300,
	QUIET_MAX_MS = 1500,
	QUIET_MARGIN_MS = 100,
	QUIET_FACTOR = 2,
	OBSERVERS_MAX = 8,
	PATIENT_QUIET_MS = 2500, /* as in repetitions of a plan */
};

struct references {
	const struct perturb__options *opt;
	struct perturb__outcome *out;
	uint32_t observers; /* 0: late writes are known */
	size_t patient;	    /* index + 1 of the run that waits longest for rest; 0: none */
};

static void learn_pace(const struct references *s)
{
	struct perturb__outcome *o = s->out;
	int64_t quiet = 0;

	for (size_t i = 0; i < o->reference_count; i++)
		if (o->references[i].gap_ns > quiet && i + 1 != s->patient)
			quiet = o->references[i].gap_ns;
	quiet = quiet * QUIET_FACTOR + QUIET_MARGIN_MS * NS_PER_MS;
	if (quiet < QUIET_MIN_MS * NS_PER_MS)
		quiet = QUIET_MIN_MS * NS_PER_MS;
	if (quiet > QUIET_MAX_MS * NS_PER_MS)
		quiet = QUIET_MAX_MS * NS_PER_MS;
	o->pace.quiet_ns = quiet;
}

static int refuse(struct perturb__outcome *o, size_t i)
{
	const struct perturb__life *l = &o->references[i];
	char *to = o->refused;
	size_t cap = sizeof(o->refused);

	if (l->broken.len)
		(void)snprintf(to, cap, STR_FMT, STR_ARG(l->broken));
	else if (l->exits)
		(void)snprintf(to, cap, "the program ends by itself, undisturbed (status %d): %.*s",
			       l->exit_status, 250,
			       l->words.len > 250 ? l->words.ptr + l->words.len - 250
						  : l->words.ptr);
	else if (l->unsettled && !map_len(&l->watched))
		(void)snprintf(to, cap,
			       "the program has opened no watch, undisturbed (%u requests)",
			       l->requests);
	else if (l->unsettled)
		(void)snprintf(to, cap,
			       "it does not come to rest, undisturbed: %u requests, %u writes, and "
			       "they go on",
			       l->requests, l->writes);
	else
		return 0;
	return RELIST_EINVAL;
}

static void live_reference(void *user, size_t i)
{
	struct references *s = user;
	struct perturb__pace pace = s->out->pace;

	pace.observer = (uint32_t)i;
	pace.observers = s->observers;
	pace.observe_ns = s->opt->late_ns;
	/* one program at a time: observe only the end */
	if (s->observers && s->opt->jobs == 1)
		pace.observer = pace.observers = UINT32_MAX;
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
	s->patient = s->observers && s->opt->jobs > 1 ? 0 : count;
	for (size_t i = 0; i < count; i++)
		perturb__life_init(&o->references[i]);
	code = runner__jobs_run(&jobs, err);
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

/* Undisturbed runs observe late writes, at one step each. If none has any, these lives are the
 * references; else new lives that wait for late writes are recorded. */
int perturb__references(const struct perturb__options *opt, struct perturb__outcome *o,
			struct relist_err *err)
{
	struct references own = { .opt = opt, .out = o }, *s = &own;
	struct perturb__life *lives[PERTURB_REFERENCES_MAX];
	size_t steps = s->opt->setup.cell->step_count, count = s->opt->references;
	int code;

	o->late = base__calloc(steps + 1, sizeof(*o->late));
	if (!o->late)
		return RELIST_ENOMEM;
	if (s->opt->late_ns && s->opt->jobs > 1 && count < steps)
		count = steps < OBSERVERS_MAX ? steps : OBSERVERS_MAX;
	s->observers = s->opt->late_ns ? (uint32_t)count : 0;
	code = live_references(s, count, err);
	s->observers = 0;
	if (!code && collect_late_writes(s))
		code = live_references(s, s->opt->references, err);
	if (s->opt->requests && !s->opt->only)
		perturb__print_requests(&o->references[0], s->opt->requests);
	if (code)
		return code;
	for (size_t i = 0; i < o->reference_count; i++)
		lives[i] = &o->references[i];
	return perturb__noise_learn(&o->noise, lives, o->reference_count);
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
