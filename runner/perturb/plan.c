/* SPDX-License-Identifier: Apache-2.0 */
/* plan.c - disturbances: which there are, in which order, as sentences. */
#include "runner/perturb/plan.h"

#include "base/alloc.h"
#include "base/json_scan.h"

enum {
	FIRST = 0,
	LIKELY = 1,
	POSSIBLE = 2,
	UNLIKELY = 3,
	RANKS = 4,
	WAYS = 10, /* in which a write can be disturbed */
};

struct planner {
	const struct perturb__planning *p;
	struct perturb__plans *out;
	struct map lines;   /* "verb key sub" -> how often so far */
	struct map classes; /* "verb type sub kind of step" that have a likely plan */
	bool failed;
};

const char *perturb__family_word(enum perturb__family f)
{
	static const char *const words[] = {
#define X(name, word, ...) [PERTURB_##name] = word,
		PERTURB_FAMILIES(X)
#undef X
	};

	return words[f];
}

bool perturb__family_parse(struct str word, enum perturb__family *out)
{
	for (int f = 0; f < PERTURB_FAMILY_COUNT; f++)
		if (str_eqz(word, perturb__family_word((enum perturb__family)f))) {
			*out = (enum perturb__family)f;
			return true;
		}
	return false;
}

/* --- making one --- */

static struct str keep(struct planner *g, struct str s)
{
	struct str own = runner__arena_str(&g->out->arena, s);

	g->failed |= g->out->arena.failed;
	return own;
}

static struct perturb__plan *add(struct planner *g, const struct perturb__plan *plan,
				 const struct strbuf *sentence)
{
	struct perturb__plan *own = runner__arena_alloc(&g->out->arena, sizeof(*own));
	struct scn__list *l = &g->out->list;

	if (own && l->len == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 64;
		void **items = base__reallocarray(l->items, cap, sizeof(*items));

		if (!items)
			own = NULL;
		l->items = items ? items : l->items;
		l->cap = items ? cap : l->cap;
	}
	if (!own) {
		g->failed = true;
		return NULL;
	}
	*own = *plan;
	own->sentence = keep(g, strbuf_str(sentence));
	own->verb = keep(g, plan->verb);
	own->key = keep(g, plan->key);
	own->sub = keep(g, plan->sub);
	own->type = keep(g, plan->type);
	l->items[l->len++] = own;
	return own;
}

static struct perturb__plan plan_of(enum perturb__family family, enum perturb__how how,
				    uint32_t step, unsigned rank)
{
	return (struct perturb__plan) { .family = family,
					.how = how,
					.step = step,
					.step_last = step,
					.rank = rank,
					.verb = STR(""),
					.key = STR(""),
					.sub = STR(""),
					.type = STR(""),
					.name = STR(""),
					.sentence = STR("") };
}

static const char *ordinal(uint32_t n, char *buf, size_t cap)
{
	if (n <= 1)
		return "";
	(void)snprintf(buf, cap, " (the %u%s of them)", n, n == 2 ? "nd" : n == 3 ? "rd" : "th");
	return buf;
}

static void say_op(const struct perturb__plan *plan, struct strbuf *out)
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

static void say_step(const struct planner *g, uint32_t step, struct strbuf *out)
{
	static const char *const words[] = { "", "create ", "update ", "delete " };
	const struct perturb__beat *b =
	    step && step <= g->p->beat_count ? &g->p->beats[step - 1] : NULL;
	AUTO_STRBUF shown = STRBUF_INIT;

	if (!b || b->kind == PERTURB_BEAT_OTHER) {
		strbuf_addz(out, "the start");
		return;
	}
	strbuf_addf(out, "`%s%s` (line %u)", words[b->kind], perturb__shown(b->key, &shown),
		    b->line);
}

/* --- the subject's writes --- */

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
	say_op(&plan, &s);
	strbuf_addz(&s, ", started again");
	(void)add(g, &plan, &s);
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
	say_op(&plan, &s);
	strbuf_addf(&s, " is answered %d%s%s", status, times > 1 ? " twice" : "",
		    after ? " although it was done" : " and not done");
	(void)add(g, &plan, &s);
}

static void add_refusals(struct planner *g, const struct perturb__plan *plan, unsigned rank)
{
	unsigned later = rank + 1 < RANKS ? rank + 1 : rank;

	/* the second time nothing else may make the program look again */
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

static bool once(struct planner *g, struct map *set, struct str key)
{
	if (map_get(set, key))
		return false;
	if (map_put(set, keep(g, key), g, NULL))
		g->failed = true;
	return true;
}

/* How often this line has been written, this time included. */
static uint32_t count_line(struct planner *g, struct str line)
{
	uintptr_t n = (uintptr_t)map_get(&g->lines, line) + 1;

	if (map_put(&g->lines, keep(g, line), (void *)n, NULL))
		g->failed = true;
	return (uint32_t)n;
}

/* What a program does because something changes or goes is tried less than what it makes first. */
static bool is_grave(const struct perturb__op *op, const struct perturb__beat *b)
{
	if (str_eqz(op->sub, "status"))
		return false;
	return str_eqz(op->verb, "delete") ||
	       (b && b->kind != PERTURB_BEAT_CREATE && b->kind != PERTURB_BEAT_OTHER);
}

static void plan_op(struct planner *g, const struct perturb__op *op, uint32_t nth)
{
	const struct perturb__beat *b =
	    op->step && op->step <= g->p->beat_count ? &g->p->beats[op->step - 1] : NULL;
	struct perturb__plan plan = plan_of(PERTURB_CRASH, PERTURB_KILL, op->step, 0);
	AUTO_STRBUF class = STRBUF_INIT;
	unsigned rank;

	plan.verb = op->verb;
	plan.key = perturb__canonical(g->p->noise, g->p->life, op->key, STR(""));
	plan.sub = op->sub;
	plan.nth = nth;
	strbuf_addf(&class, STR_FMT " " STR_FMT " " STR_FMT " %d", STR_ARG(op->verb),
		    STR_ARG(op->type), STR_ARG(op->sub), b ? (int)b->kind : 0);
	rank = once(g, &g->classes, strbuf_str(&class)) ? LIKELY : UNLIKELY;
	g->out->pruned_equal += rank == UNLIKELY;
	if (rank == LIKELY && is_grave(op, b))
		rank = FIRST;
	if (g->p->families[PERTURB_CRASH])
		add_kill(g, plan, rank);
	if (g->p->families[PERTURB_REFUSED])
		add_refusals(g, &plan, rank <= LIKELY && op->sub.len ? POSSIBLE : rank);
	/* killed before it: as after the one before, or as if it had been refused with no answer */
	g->out->pruned_same_state++;
	g->out->points += WAYS;
}

static void plan_ops(struct planner *g)
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
		} else if (op->status >= 400 || !op->changes) {
			g->out->points += WAYS;
			g->out->pruned_idle += WAYS;
		} else {
			plan_op(g, op, nth);
		}
	}
}

bool perturb__plan_meets(const struct perturb__plan *plan, const struct perturb__noise *noise,
			 const struct perturb__op *op, uint32_t *seen)
{
	struct str have = op->key;

	if (!op->write || (plan->how != PERTURB_KILL && plan->how != PERTURB_REFUSE) ||
	    !str_eq(plan->verb, op->verb) || !str_eq(plan->sub, op->sub))
		return false;
	if (!str_eq(have, plan->key) && !map_get(&noise->keys, have) && plan->key.len &&
	    plan->key.ptr[plan->key.len - 1] == '*') {
		/* a name that differs from life to life */
		size_t n = plan->key.len - 1;

		if (have.len < n || memcmp(have.ptr, plan->key.ptr, n) != 0)
			return false;
	} else if (!str_eq(have, plan->key)) {
		return false;
	}
	++*seen;
	return *seen >= plan->nth && *seen < plan->nth + (plan->times ? plan->times : 1);
}

/* --- the story's steps --- */

static bool is_watched(const struct planner *g, struct str type)
{
	return type.len && map_get(&g->p->life->watched, type) != NULL;
}

static const struct perturb__beat *beat(const struct planner *g, uint32_t step)
{
	return &g->p->beats[step - 1];
}

static bool acts(const struct planner *g, uint32_t step)
{
	return step >= 1 && step <= g->p->beat_count && beat(g, step)->kind != PERTURB_BEAT_OTHER;
}

/* The next step that does something; 0: none. */
static uint32_t next(const struct planner *g, uint32_t step)
{
	for (uint32_t i = step + 1; i <= g->p->beat_count; i++)
		if (acts(g, i))
			return i;
	return 0;
}

static void add_away(struct planner *g, uint32_t step, uint32_t last, unsigned rank)
{
	struct perturb__plan plan = plan_of(PERTURB_UNOBSERVED, PERTURB_AWAY, step, rank);
	AUTO_STRBUF s = STRBUF_INIT;

	plan.step_last = last;
	strbuf_addz(&s, "its connections break before ");
	say_step(g, step, &s);
	if (last != step) {
		strbuf_addz(&s, ", come back after ");
		say_step(g, last, &s);
	}
	strbuf_addz(&s, "; history is compacted meanwhile");
	(void)add(g, &plan, &s);
}

static void plan_unobserved(struct planner *g, uint32_t step)
{
	const struct perturb__beat *b = beat(g, step);
	uint32_t after = next(g, step);
	bool pair = after && str_eq(beat(g, after)->key, b->key);
	struct perturb__plan plan = plan_of(PERTURB_UNOBSERVED, PERTURB_SWALLOW, step, FIRST);
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points += 2 + pair;
	if (pair && b->kind == PERTURB_BEAT_UPDATE && beat(g, after)->kind == PERTURB_BEAT_UPDATE &&
	    is_watched(g, b->type)) {
		plan.type = b->type;
		plan.key = b->key;
		plan.step_last = after;
		strbuf_addz(&s, "it never sees the state after ");
		say_step(g, step, &s);
		strbuf_addz(&s, ", which the next step overwrites");
		(void)add(g, &plan, &s);
	} else if (pair) {
		add_away(g, step, after, b->kind == PERTURB_BEAT_CREATE ? POSSIBLE : LIKELY);
	}
	if (b->kind == PERTURB_BEAT_DELETE)
		add_away(g, step, step, FIRST);
	else
		add_away(g, step, step, UNLIKELY);
}

static void add_stale(struct planner *g, uint32_t step, struct str type, bool reacted,
		      unsigned rank)
{
	struct perturb__plan plan = plan_of(PERTURB_STALE, PERTURB_STALE_RESTART, step, rank);
	AUTO_STRBUF s = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;

	plan.type = type;
	plan.reacted = reacted;
	strbuf_addz(&s, "restarted at the end on ");
	if (type.len)
		strbuf_addf(&s, "a view in which %s are as they were ",
			    perturb__shown(type, &shown));
	else
		strbuf_addz(&s, "an apiserver that shows the state ");
	strbuf_addz(&s, reacted ? "when all was at rest after " : "just after ");
	say_step(g, step, &s);
	(void)add(g, &plan, &s);
}

static void plan_stale(struct planner *g, uint32_t step)
{
	const struct perturb__beat *b = beat(g, step);
	bool last = next(g, step) == 0;

	g->out->points += 4;
	if (last) {
		/* nothing happens after it: the view at rest is the end itself */
		g->out->pruned_same_state += 4;
		return;
	}
	add_stale(g, step, STR(""), false, b->kind == PERTURB_BEAT_DELETE ? FIRST : POSSIBLE);
	add_stale(g, step, STR(""), true, POSSIBLE);
	if (is_watched(g, b->type)) {
		add_stale(g, step, b->type, false,
			  b->kind == PERTURB_BEAT_DELETE ? POSSIBLE : LIKELY);
		/* of this type alone it is the state just after the step, or status */
		g->out->pruned_same_state++;
	}
}

static bool writes_type(const struct planner *g, struct str type, uint32_t step)
{
	const struct perturb__life *l = g->p->life;

	for (size_t i = 0; i < l->ops.len; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);

		if (op->write && op->changes && op->step == step && str_eq(op->type, type))
			return true;
	}
	return false;
}

static void plan_held(struct planner *g, uint32_t step)
{
	const struct perturb__life *l = g->p->life;
	uint32_t after = next(g, step);
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->watched, &i));) {
		struct perturb__plan plan = plan_of(PERTURB_HELD, PERTURB_HOLD, step, LIKELY);
		struct str type = { e->key, e->key_len };
		AUTO_STRBUF shown = STRBUF_INIT;
		AUTO_STRBUF s = STRBUF_INIT;

		g->out->points += 2;
		if (perturb__is_ignored(type) || !writes_type(g, type, step)) {
			g->out->pruned_idle += 2;
			continue;
		}
		plan.type = type;
		strbuf_addf(&s, "from before ");
		say_step(g, step, &s);
		strbuf_addf(&s, " until all is quiet it is sent no event of %s",
			    perturb__shown(type, &shown));
		plan.rank = str_eq(type, beat(g, step)->type) ? POSSIBLE : LIKELY;
		(void)add(g, &plan, &s);
		if (!after)
			continue;
		plan.step_last = after;
		plan.rank = UNLIKELY;
		strbuf_addz(&s, ", nor during the next step");
		(void)add(g, &plan, &s);
	}
}

static void plan_wire(struct planner *g, uint32_t step)
{
	struct perturb__plan plan = plan_of(PERTURB_WIRE, PERTURB_WATCHES_END, step, UNLIKELY);
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points++;
	strbuf_addz(&s, "just before ");
	say_step(g, step, &s);
	strbuf_addz(&s, " its watches are reset, and history is compacted");
	(void)add(g, &plan, &s);
}

static void plan_restart(struct planner *g, uint32_t step)
{
	struct perturb__plan plan = plan_of(PERTURB_CRASH, PERTURB_RESTART, step, POSSIBLE);
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points++;
	strbuf_addz(&s, "killed at rest after ");
	say_step(g, step, &s);
	strbuf_addz(&s, ", started again");
	(void)add(g, &plan, &s);
}

static void plan_steps(struct planner *g)
{
	for (uint32_t i = 1; i <= g->p->beat_count && !g->failed; i++) {
		if (!acts(g, i))
			continue;
		if (g->p->families[PERTURB_CRASH])
			plan_restart(g, i);
		if (g->p->families[PERTURB_UNOBSERVED])
			plan_unobserved(g, i);
		if (g->p->families[PERTURB_STALE])
			plan_stale(g, i);
		if (g->p->families[PERTURB_HELD])
			plan_held(g, i);
		if (g->p->families[PERTURB_WIRE])
			plan_wire(g, i);
	}
}

static void plan_drift(struct planner *g)
{
	const struct perturb__life *l = g->p->life;
	const struct map_entry *e;

	for (size_t i = 0; g->p->families[PERTURB_DRIFT] && (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;
		struct perturb__plan plan =
		    plan_of(PERTURB_DRIFT, PERTURB_REMOVE, l->step_count, POSSIBLE);
		AUTO_STRBUF shown = STRBUF_INIT;
		AUTO_STRBUF s = STRBUF_INIT;

		if (c->deleted || perturb__is_ignored(c->type) || c->by != PERTURB_SUBJECT ||
		    !map_get(&g->p->noise->keys, c->key))
			continue;
		g->out->points++;
		plan.key = c->key;
		strbuf_addf(&s, "somebody deletes %s at the end", perturb__shown(c->key, &shown));
		(void)add(g, &plan, &s);
	}
}

/* --- the order --- */

/* Rank by rank, and in each the families in turn: whatever the budget, all are tried. */
static int put_in_order(struct planner *g)
{
	struct scn__list *l = &g->out->list;
	void **sorted = base__calloc(l->len + 1, sizeof(*sorted));
	size_t n = 0;

	if (!sorted)
		return RELIST_ENOMEM;
	for (unsigned rank = 0; rank < RANKS; rank++) {
		size_t at[PERTURB_FAMILY_COUNT] = { 0 };
		bool any = true;

		while (any) {
			any = false;
			for (int f = 0; f < PERTURB_FAMILY_COUNT; f++) {
				for (; at[f] < l->len; at[f]++) {
					const struct perturb__plan *p = l->items[at[f]];

					if (p->family == (enum perturb__family)f && p->rank == rank)
						break;
				}
				if (at[f] == l->len)
					continue;
				sorted[n++] = l->items[at[f]++];
				any = true;
			}
		}
	}
	base__free(l->items);
	l->items = sorted;
	l->len = n;
	l->cap = n + 1;
	return 0;
}

static void number(struct planner *g)
{
	uint32_t of[PERTURB_FAMILY_COUNT] = { 0 };

	for (size_t i = 0; i < g->out->list.len; i++) {
		struct perturb__plan *p = g->out->list.items[i];
		AUTO_STRBUF name = STRBUF_INIT;

		p->id = (uint32_t)i + 1;
		strbuf_addf(&name, "%s:%u", perturb__family_word(p->family), ++of[p->family]);
		p->name = keep(g, strbuf_str(&name));
	}
}

int perturb__make_plans(const struct perturb__planning *p, struct perturb__plans *out)
{
	struct planner g = { .p = p, .out = out };

	*out = (struct perturb__plans) { 0 };
	runner__arena_init(&out->arena);
	map_init(&g.lines, MAP_BORROW_KEYS);
	map_init(&g.classes, MAP_BORROW_KEYS);
	plan_ops(&g);
	plan_steps(&g);
	plan_drift(&g);
	if (!g.failed && put_in_order(&g))
		g.failed = true;
	if (!g.failed)
		number(&g);
	map_fini(&g.lines);
	map_fini(&g.classes);
	return g.failed ? RELIST_ENOMEM : 0;
}

void perturb__plans_fini(struct perturb__plans *p)
{
	base__free(p->list.items);
	runner__arena_fini(&p->arena);
	*p = (struct perturb__plans) { 0 };
}
