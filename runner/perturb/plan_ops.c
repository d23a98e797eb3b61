/* SPDX-License-Identifier: Apache-2.0 */
/* plan_ops.c - disturbances at the program's writes: a kill afterwards, a refusal, the story's next
 * step. */
#include "runner/perturb/planner.h"

static const char *ordinal(uint32_t n, char *buf, size_t cap)
{
	if (n <= 1)
		return "";
	(void)snprintf(buf, cap, " (the %u%s of them)", n, n == 2 ? "nd" : n == 3 ? "rd" : "th");
	return buf;
}

void perturb__plan_say_op(const struct perturb__plan *plan, struct strbuf *out)
{
	AUTO_STRBUF shown = STRBUF_INIT;
	char nth[32];

	for (size_t i = 0; i < plan->verb.len; i++)
		strbuf_addc(out, (char)(plan->verb.ptr[i] - 'a' + 'A'));
	strbuf_addf(out, " %s", perturb__shown(plan->key, &shown));
	if (plan->sub.len)
		strbuf_addf(out, " %s" STR_FMT, "/", STR_ARG(plan->sub));
	strbuf_addz(out, ordinal(plan->nth, nth, sizeof(nth)));
}

static bool is_update(struct str verb)
{
	return str_eqz(verb, "update") || str_eqz(verb, "patch");
}

static void add_kill(struct planner *g, struct perturb__plan plan, unsigned rank)
{
	AUTO_STRBUF s = STRBUF_INIT;

	plan.family = PERTURB_CRASH;
	plan.how = PERTURB_KILL;
	plan.after = true;
	plan.rank = rank;
	strbuf_addz(&s, "killed after its ");
	perturb__plan_say_op(&plan, &s);
	strbuf_addz(&s, ", started again");
	(void)perturb__plan_add(g, &plan, &s);
}

static void add_refusal(struct planner *g, struct perturb__plan plan, int status, bool after,
			uint32_t times, unsigned rank)
{
	AUTO_STRBUF s = STRBUF_INIT;

	plan.times = times;
	plan.family = PERTURB_REFUSED;
	plan.how = PERTURB_REFUSE;
	plan.status = status;
	plan.after = after;
	plan.retry_after_s = status == 429 ? 1 : 0;
	plan.rank = rank;
	strbuf_addz(&s, "its ");
	perturb__plan_say_op(&plan, &s);
	strbuf_addf(&s, " is answered %d%s%s", status, times > 1 ? " twice" : "",
		    after ? " although it was done" : " and not done");
	(void)perturb__plan_add(g, &plan, &s);
}

static void add_refusals(struct planner *g, const struct perturb__plan *plan, unsigned rank)
{
	unsigned later = rank + 1 < RANKS ? rank + 1 : rank;

	/* twice: after the second refusal no other event may trigger a retry */
	if (is_update(plan->verb)) {
		add_refusal(g, *plan, 409, false, 2, rank);
		add_refusal(g, *plan, 409, false, 1, UNLIKELY);
	}
	add_refusal(g, *plan, 500, false, 1, is_update(plan->verb) ? POSSIBLE : rank);
	add_refusal(g, *plan, 500, false, 2, UNLIKELY);
	add_refusal(g, *plan, 504, true, 1, is_update(plan->verb) ? UNLIKELY : later);
	add_refusal(g, *plan, 429, false, 1, UNLIKELY);
	add_refusal(g, *plan, 503, false, 1, UNLIKELY);
	if (!str_eqz(plan->verb, "delete"))
		add_refusal(g, *plan, 422, false, 1, UNLIKELY);
}

/* The story's next step comes while the program reacts to this one. */
static void add_overlap(struct planner *g, const struct perturb__plan *op, unsigned rank, bool last)
{
	uint32_t after = op->step ? perturb__plan_next(g, op->step) : 0;
	struct perturb__plan plan = *op;
	AUTO_STRBUF s = STRBUF_INIT;

	if (!after)
		return;
	plan.family = PERTURB_OVERLAP;
	plan.how = PERTURB_EARLY;
	plan.after = true;
	plan.step_last = after;
	plan.rank = rank;
	if (!str_eq(g->p->beats[after - 1].key, g->p->beats[op->step - 1].key))
		plan.rank = POSSIBLE;
	/* after its last write the program is almost at rest */
	if (last)
		plan.rank = UNLIKELY;
	perturb__plan_say_step(g, after, &s);
	strbuf_addz(&s, " comes right after its ");
	perturb__plan_say_op(&plan, &s);
	strbuf_addz(&s, ", before the response");
	(void)perturb__plan_add(g, &plan, &s);
}

static bool once(struct planner *g, struct map *set, struct str key)
{
	if (map_get(set, key))
		return false;
	if (map_put(set, perturb__plan_keep(g, key), g, NULL))
		g->failed = true;
	return true;
}

/* The number of writes of this line so far, including this one. */
static uint32_t count_line(struct planner *g, struct str line)
{
	uintptr_t n = (uintptr_t)map_get(&g->lines, line) + 1;

	if (map_put(&g->lines, perturb__plan_keep(g, line), (void *)n, NULL))
		g->failed = true;
	return (uint32_t)n;
}

/* Reactions to changes and deletions are usually less tested than the first creation. */
static bool is_grave(const struct perturb__op *op, const struct perturb__beat *b)
{
	if (str_eqz(op->sub, "status"))
		return false;
	return str_eqz(op->verb, "delete") ||
	       (b && b->kind != PERTURB_BEAT_CREATE && b->kind != PERTURB_BEAT_OTHER);
}

/* The name of the story's object that an object's name begins with: "web" of "web-ssl". */
static size_t parent_len(const struct planner *g, struct str name)
{
	size_t longest = 0;

	for (uint32_t i = 0; i < g->p->beat_count; i++) {
		struct str key = g->p->beats[i].key;
		size_t n = 0;

		while (n < key.len && key.ptr[key.len - n - 1] != '/')
			n++;
		if (n > longest && n <= name.len && memcmp(key.ptr + key.len - n, name.ptr, n) == 0)
			longest = n;
	}
	return longest;
}

/* Appends what distinguishes the object from others of its parent: "-ssl" of "web-ssl", "-" of
 * "web-0" and of "web-1". */
static void add_part(const struct planner *g, struct str name, struct strbuf *out)
{
	for (size_t i = parent_len(g, name); i < name.len; i++)
		if (name.ptr[i] < '0' || name.ptr[i] > '9')
			strbuf_addc(out, name.ptr[i]);
}

static bool is_effective(const struct perturb__op *op)
{
	return op->write && !op->background && op->status < 400 && op->changes;
}

/* Whether the op, number i, is the program's last write in its step. */
static bool is_last_of_step(const struct perturb__life *l, size_t i)
{
	uint32_t step = perturb__op_at(l, i)->step;

	while (++i < l->ops.len) {
		const struct perturb__op *later = perturb__op_at(l, i);

		if (later->step != step)
			break;
		if (is_effective(later))
			return false;
	}
	return true;
}

static void plan_op(struct planner *g, size_t i, uint32_t nth)
{
	const struct perturb__op *op = perturb__op_at(g->p->life, i);
	const struct perturb__beat *b =
	    op->step && op->step <= g->p->beat_count ? &g->p->beats[op->step - 1] : NULL;
	struct perturb__plan plan = perturb__plan_of(PERTURB_CRASH, PERTURB_KILL, op->step, 0);
	AUTO_STRBUF class = STRBUF_INIT;
	unsigned rank;

	plan.verb = op->verb;
	plan.key = perturb__canonical(g->p->noise, g->p->life, op->key, STR(""));
	plan.sub = op->sub;
	plan.nth = nth;
	strbuf_addf(&class, STR_FMT " " STR_FMT " " STR_FMT " %d ", STR_ARG(op->verb),
		    STR_ARG(op->type), STR_ARG(op->sub), b ? (int)b->kind : 0);
	if (map_get(&g->p->noise->keys, op->key))
		add_part(g, op->name, &class);
	rank = once(g, &g->classes, strbuf_str(&class)) ? LIKELY : UNLIKELY;
	g->out->pruned_equal += rank == UNLIKELY;
	if (rank == LIKELY && is_grave(op, b))
		rank = FIRST;
	if (g->p->families[PERTURB_CRASH])
		add_kill(g, plan, rank);
	if (g->p->families[PERTURB_REFUSED])
		add_refusals(g, &plan, rank <= LIKELY && op->sub.len ? POSSIBLE : rank);
	if (g->p->families[PERTURB_OVERLAP])
		add_overlap(g, &plan, rank <= LIKELY && op->sub.len ? POSSIBLE : rank,
			    is_last_of_step(g->p->life, i));
	if (g->p->families[PERTURB_LEASE] && rank <= LIKELY)
		perturb__plan_lease_op(g, &plan, op->sub.len ? POSSIBLE : rank);
	/* a kill before it equals a kill after the previous write, or a refusal without response */
	g->out->pruned_same_state++;
	g->out->points += WAYS;
}

void perturb__plan_ops(struct planner *g)
{
	struct perturb__life *l = g->p->life;

	for (size_t i = 0; i < l->ops.len && !g->failed; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);
		AUTO_STRBUF line = STRBUF_INIT;
		struct str key;
		uint32_t nth;

		if (!op->write)
			continue;
		key = perturb__canonical(g->p->noise, l, op->key, STR(""));
		strbuf_addf(&line, STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(op->verb), STR_ARG(key),
			    STR_ARG(op->sub));
		nth = count_line(g, strbuf_str(&line));
		if (op->background) {
			g->out->points += WAYS;
			g->out->pruned_background += WAYS;
		} else if (!is_effective(op)) {
			g->out->points += WAYS;
			g->out->pruned_idle += WAYS;
		} else {
			plan_op(g, i, nth);
		}
	}
}

bool perturb__plan_meets(const struct perturb__plan *plan, const struct perturb__noise *noise,
			 const struct perturb__op *op, uint32_t *seen)
{
	struct str have = op->key;

	if (!op->write || !plan->verb.len || !str_eq(plan->verb, op->verb) ||
	    !str_eq(plan->sub, op->sub))
		return false;
	/* a generated name */
	if (!str_eq(have, plan->key) &&
	    (map_get(&noise->keys, have) || !str_contains(plan->key, STR("*")) ||
	     !perturb__is_form_of(plan->key, have)))
		return false;
	++*seen;
	return *seen >= plan->nth && *seen < plan->nth + (plan->times ? plan->times : 1);
}
