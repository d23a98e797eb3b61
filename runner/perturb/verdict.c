/* SPDX-License-Identifier: Apache-2.0 */
/* verdict.c - compares a disturbed life with the undisturbed ones. */
#define _GNU_SOURCE
#include "runner/perturb/judge.h"
#include "runner/perturb/scenario.h"

#include "base/alloc.h"
#include "base/json_scan.h"

enum {
	CRASHES = 3, /* ends by itself; a program that cannot start reaches this number */
	STORM_FACTOR = 20,
	STORM_LEAST = 300,
	WORDS_MAX = 400,
	ORPHANS_MAX = 2,
};

const char *perturb__kind_word(enum perturb__kind kind)
{
	static const char *const words[] = {
#define X(name, word, ...) [PERTURB_F_##name] = word,
		PERTURB_FINDINGS(X)
#undef X
	};

	return words[kind];
}

const char *perturb__kind_title(enum perturb__kind kind)
{
	static const char *const titles[] = {
#define X(name, word, hard, title) [PERTURB_F_##name] = title,
		PERTURB_FINDINGS(X)
#undef X
	};

	return titles[kind];
}

bool perturb__kind_is_hard(enum perturb__kind kind)
{
	static const bool hards[] = {
#define X(name, word, hard, title) [PERTURB_F_##name] = hard,
		PERTURB_FINDINGS(X)
#undef X
	};

	return hards[kind];
}

/* --- findings --- */

void perturb__find(struct perturb__judgement *j, enum perturb__kind kind, struct str type,
		   struct str key, const char *detail, const struct strbuf *what)
{
	struct perturb__finding *f = runner__arena_alloc(&j->l->arena, sizeof(*f));
	AUTO_STRBUF group = STRBUF_INIT;

	if (!f) {
		j->failed = true;
		return;
	}
	strbuf_addf(&group, "%s " STR_FMT " %s", perturb__kind_word(kind), STR_ARG(type), detail);
	*f = (struct perturb__finding) { .kind = kind,
					 .type = perturb__copy(j->l, type),
					 .key = perturb__copy(j->l, key),
					 .what = perturb__copy(j->l, strbuf_str(what)),
					 .group = perturb__copy(j->l, strbuf_str(&group)),
					 .step = j->step };
	if (!perturb__push(j->l, &j->out->findings, f))
		j->failed = true;
}

static int worst_first(const void *a, const void *b)
{
	const struct perturb__finding *x = *(struct perturb__finding *const *)a;
	const struct perturb__finding *y = *(struct perturb__finding *const *)b;
	size_t n = x->key.len < y->key.len ? x->key.len : y->key.len;
	int order;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	order = n ? memcmp(x->key.ptr, y->key.ptr, n) : 0;
	return order ? order : (x->key.len > y->key.len) - (x->key.len < y->key.len);
}

/* --- creations and removals --- */

static bool was_disturbance(const struct perturb__judgement *j, struct str key)
{
	return j->plan && j->plan->how == PERTURB_REMOVE && str_eq(j->plan->key, key);
}

static bool is_blind(const struct perturb__judgement *j, const struct perturb__change *c)
{
	return c->op && c->op <= j->l->ops.len && perturb__op_at(j->l, c->op - 1)->blind;
}

/* The number of objects that were created after the disturbance and removed again: mistakes that
 * the program corrected. `blind`: only those that it created before its watches were open again
 * and that the garbage collector removed: it could not know that their owner was gone. */
static size_t corrected_creations(const struct perturb__judgement *j, struct str key, bool blind)
{
	size_t n = 0;

	for (size_t i = 0; i < j->l->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(j->l, i);
		bool born = false;

		if (!c->deleted || !str_eq(perturb__canonical(j->n, j->l, c->key, c->json), key))
			continue;
		if (blind && c->by != PERTURB_SERVER)
			continue;
		for (size_t k = 0; k < i && !born; k++) {
			const struct perturb__change *b = perturb__change_at(j->l, k);

			born = b->added && b->after && b->by == PERTURB_SUBJECT &&
			       str_eq(b->uid, c->uid) && (!blind || is_blind(j, b));
		}
		n += born;
	}
	return n;
}

/* Whether the old view shows the present owner of the object, and undisturbed the object did not
 * exist at that time: a program that acts on the view must remove it. */
static bool is_shown_surplus(const struct perturb__judgement *j, const struct perturb__change *c)
{
	const struct perturb__plan *p = j->plan;
	const struct perturb__change *owner;
	json_t refs = json_path((json_t) { c->json.ptr, c->json.len }, "metadata",
				"ownerReferences", NULL),
	       ref;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;

	if (!j->l->rv_done || !j->n->rested || p->step > j->n->rested_count ||
	    map_get(&j->n->rested[p->step], perturb__canonical(j->n, j->l, c->key, c->json)))
		return false;
	for (json_iter_init(&it, refs); json_iter_element(&it, &ref);) {
		owner = map_get(&j->l->uids, json_str(json_get(ref, "uid"), &scratch));
		if (owner && perturb__birth_of(owner)->rv <= j->l->rv_done[p->step])
			return true;
	}
	return false;
}

/* The number of objects that existed when it was restarted on an old view and were removed since,
 * not by the story or stand-ins; `shown`: those that it must remove on that view. */
static uint32_t lost_since(const struct perturb__judgement *j, struct str key, bool shown)
{
	uint64_t until = UINT64_MAX;
	uint32_t n = 0;

	if (!j->plan || j->plan->how != PERTURB_STALE_RESTART)
		return 0;
	/* later steps have removals of their own */
	if (j->l->rv_rest && j->plan->step_last < j->l->step_count)
		until = j->l->rv_rest[j->plan->step_last];
	for (size_t i = 0; i < j->l->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(j->l, i);

		if (!c->deleted || !c->after || c->rv > until || c->by == PERTURB_STORY ||
		    c->by == PERTURB_ROLE ||
		    !str_eq(perturb__canonical(j->n, j->l, c->key, c->json), key))
			continue;
		n += !perturb__birth_of(c)->after && is_shown_surplus(j, c) == shown;
	}
	return n;
}

bool perturb__is_old_leaders(const struct perturb__judgement *j, const struct perturb__change *c)
{
	if (!j->plan || j->plan->how != PERTURB_FREEZE)
		return false;
	c = perturb__birth_of(c);
	return c->after && c->op && c->op <= j->l->ops.len &&
	       perturb__op_at(j->l, c->op - 1)->instance == 0;
}

/* The number of objects that a stopped leader created when it continued. */
static uint32_t created_by_old_leader(const struct perturb__judgement *j, struct str key)
{
	uint32_t n = 0;

	for (size_t i = 0; i < j->l->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(j->l, i);

		n += c->added && perturb__is_old_leaders(j, c) &&
		     str_eq(perturb__canonical(j->n, j->l, c->key, c->json), key);
	}
	return n;
}

/* After the end undisturbed runs remove nothing, whatever they have removed before. Of objects with
 * generated names it does not matter which ones are removed. */
static bool judge_lost(struct perturb__judgement *j, struct str key)
{
	uint32_t lost = key.ptr[key.len - 1] == '*' ? 0 : lost_since(j, key, false);
	AUTO_STRBUF what = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;

	if (!lost)
		return false;
	strbuf_addf(&what, "%s was deleted %u time%s after the restart, undisturbed not",
		    perturb__shown(key, &shown), lost, lost == 1 ? "" : "s");
	perturb__find(j, PERTURB_F_DELETED, perturb__key_type(key), key, "", &what);
	return true;
}

/* Whether the plan withheld the owner's deletion from the program when it created the object. */
static bool is_withheld(const struct perturb__judgement *j, const struct perturb__change *owner,
			const struct perturb__change *born)
{
	const struct perturb__plan *p = j->plan;

	return p && p->how == PERTURB_HOLD && str_eq(p->type, owner->type) &&
	       owner->step >= p->step && born->step <= p->step_last;
}

/* The number of objects that the program created for an owner that had gone, and that the garbage
 * collector removed. The deletion of a child may reach the program before that of its owner; a
 * program that goes on with it is at fault, unless the plan withholds that deletion, or it does so
 * undisturbed. */
static uint32_t orphans(const struct perturb__judgement *j, struct str key, uint32_t usual)
{
	uint32_t n = 0, withheld = 0, most = usual > ORPHANS_MAX ? usual : ORPHANS_MAX;

	for (size_t i = 0; i < j->l->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(j->l, i);
		const struct perturb__change *owner = perturb__gone_owner(j->l, c);

		if (!owner || !str_eq(perturb__canonical(j->n, j->l, c->key, c->json), key))
			continue;
		if (is_withheld(j, owner, perturb__birth_of(c)))
			withheld++;
		else
			n++;
	}
	return (n <= most ? n : 0) + withheld;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static void judge_counts(struct perturb__judgement *j, struct str key,
			 const struct perturb__count *c)
{
	static const struct perturb__count none;
	const struct perturb__count *most = map_get(&j->n->counts, key);
	AUTO_STRBUF what = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;
	uint32_t removed = c->removed, created = c->created, healed, gone;

	most = most ? most : &none;
	if (was_disturbance(j, key) || map_get(&j->n->loose, key))
		return;
	/* the patch and its undo cause extra creations and removals: only the end counts */
	if (j->plan && j->plan->how == PERTURB_PATCH)
		return;
	if (judge_lost(j, key))
		return;
	gone = orphans(j, key, most->orphans);
	healed = larger((uint32_t)corrected_creations(j, key, false), gone);
	/* a restart on an old view, or a leader that continues on one, may recreate objects that
	 * are removed again: no error */
	if (j->plan && (j->plan->how == PERTURB_STALE_RESTART || j->plan->how == PERTURB_FREEZE)) {
		healed += lost_since(j, key, true) + created_by_old_leader(j, key);
		removed -= healed < removed ? healed : removed;
		created -= healed < created ? healed : created;
	} else {
		created -= larger((uint32_t)corrected_creations(j, key, true), gone);
	}
	(void)perturb__shown(key, &shown);
	/* for surplus objects it does not matter which ones are removed */
	if (created > most->created && key.ptr[key.len - 1] == '*')
		removed = 0;
	if (removed - (healed < removed ? healed : removed) > most->removed) {
		strbuf_addf(&what, "%s was deleted %u time%s, undisturbed %u", shown.ptr,
			    c->removed, c->removed == 1 ? "" : "s", most->removed);
		perturb__find(j, PERTURB_F_DELETED, perturb__key_type(key), key, "", &what);
	} else if (created > most->created) {
		strbuf_addf(&what, "%s was created %u time%s, undisturbed %u", shown.ptr,
			    c->created, c->created == 1 ? "" : "s", most->created);
		perturb__find(j, PERTURB_F_CREATED, perturb__key_type(key), key, "", &what);
	}
}

static void compare_counts(struct perturb__judgement *j)
{
	const struct map_entry *e;
	struct map counts;

	map_init(&counts, MAP_BORROW_KEYS);
	j->failed |= perturb__count_life(j->n, j->l, &counts) != 0;
	for (size_t i = 0; !j->failed && (e = map_next(&counts, &i));)
		judge_counts(j, (struct str) { e->key, e->key_len }, e->value);
	map_fini(&counts);
}

/* --- how it ended --- */

static bool is_panic(const struct perturb__life *l)
{
	static const char *const signs[] = { "panic: ", "goroutine ",
					     "fatal error: ", "thread 'main' panicked", "SIGSEGV" };

	if (l->exit_status == -11 || l->exit_status == -6)
		return true;
	for (size_t i = 0; l->words.len && i < ARRAY_LEN(signs); i++)
		if (memmem(l->words.ptr, l->words.len, signs[i], strlen(signs[i])))
			return true;
	return false;
}

void perturb__last_words(const struct perturb__life *l, struct strbuf *out)
{
	const char *at = l->words.len ? memmem(l->words.ptr, l->words.len, "panic: ", 7) : NULL;
	size_t from = at			 ? (size_t)(at - l->words.ptr)
		      : l->words.len > WORDS_MAX ? l->words.len - WORDS_MAX
						 : 0;
	size_t n = l->words.len - from;

	while (from && from < l->words.len && ((unsigned char)l->words.ptr[from] & 0xc0) == 0x80)
		from++;
	n = l->words.len - from;
	n = n > WORDS_MAX ? WORDS_MAX : n;
	while (n && l->words.ptr[from + n - 1] == ' ')
		n--;
	strbuf_add(out, l->words.ptr + from, n);
}

static void check_exits(struct perturb__judgement *j)
{
	const struct perturb__life *l = j->l;
	AUTO_STRBUF what = STRBUF_INIT;

	if (!l->exits)
		return;
	if (l->exit_status < 0)
		strbuf_addf(&what, "it was killed by signal %d", -l->exit_status);
	else
		strbuf_addf(&what, "it exited with status %d", l->exit_status);
	if (l->exits > 1)
		strbuf_addf(&what, ", the last of %u times", l->exits);
	strbuf_addz(&what, ": ");
	perturb__last_words(l, &what);
	if (is_panic(l))
		perturb__find(j, PERTURB_F_PANIC, STR(""), STR(""), "", &what);
	else if (l->exits >= CRASHES)
		perturb__find(j, PERTURB_F_LOOP, STR(""), STR(""), "", &what);
}

/* Types that the program writes at its start only need no leader. */
static void check_lease(struct perturb__judgement *j)
{
	const struct perturb__op *first = NULL;
	AUTO_STRBUF what = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < j->l->ops.len; i++) {
		const struct perturb__op *op = perturb__op_at(j->l, i);

		if (!op->leaseless || (!op->background && !map_get(&j->n->led, op->type)))
			continue;
		first = first ? first : op;
		n++;
	}
	if (!first)
		return;
	(void)perturb__shown(perturb__canonical(j->n, j->l, first->key, STR("")), &shown);
	if (first->background)
		strbuf_addf(&what, "%s: it takes it back while another client holds it", shown.ptr);
	else
		strbuf_addf(&what, "%s: it sends %zu write%s while another client holds its lease",
			    shown.ptr, n, n == 1 ? "" : "s");
	perturb__find(j, PERTURB_F_LEASELESS, STR(""), first->key, "", &what);
}

/* Writes before its watches were open again: it may make a child of an owner that has gone as often
 * as the garbage collector removes it. */
static uint32_t blind_writes(const struct perturb__life *l)
{
	uint32_t n = 0;

	for (size_t i = 0; i < l->ops.len; i++)
		n += perturb__op_at(l, i)->blind && !perturb__op_at(l, i)->background;
	return n;
}

static void check_rates(struct perturb__judgement *j)
{
	uint32_t blind = blind_writes(j->l);
	uint32_t requests = j->l->requests > blind ? j->l->requests - blind : 0;
	uint32_t writes = j->l->writes > blind ? j->l->writes - blind : 0;
	AUTO_STRBUF what = STRBUF_INIT;

	if (requests > STORM_LEAST && requests > STORM_FACTOR * j->n->requests) {
		strbuf_addf(&what, "%u requests, undisturbed %u", requests, j->n->requests);
		perturb__find(j, PERTURB_F_STORM, STR(""), STR(""), "requests", &what);
	} else if (writes > STORM_LEAST / 3 && writes > STORM_FACTOR * (j->n->writes + 1)) {
		strbuf_addf(&what, "%u writes, undisturbed %u", writes, j->n->writes);
		perturb__find(j, PERTURB_F_STORM, STR(""), STR(""), "writes", &what);
	}
}

static bool is_reached(const struct perturb__plan *plan, const struct perturb__life *l)
{
	if (plan->with)
		return l->hit && l->hit_write;
	return plan->verb.len ? l->hit_write : l->hit;
}

int perturb__judge(const struct perturb__noise *n, const struct perturb__plan *plan,
		   struct perturb__life *l, struct perturb__verdict *out)
{
	struct perturb__judgement j = { .n = n, .plan = plan, .l = l, .out = out };
	AUTO_STRBUF what = STRBUF_INIT;

	*out = (struct perturb__verdict) { .nothing = plan && !is_reached(plan, l) };
	if (l->broken.len)
		return 0;
	check_exits(&j);
	if (l->unsettled && l->exits < CRASHES) {
		strbuf_addf(&what, "no rest: %u requests, %u writes, undisturbed %u and %u",
			    l->requests, l->writes, n->requests, n->writes);
		perturb__find(&j, PERTURB_F_UNSETTLED, STR(""), STR(""), "", &what);
	}
	compare_counts(&j);
	perturb__compare_states(&j);
	check_lease(&j);
	check_rates(&j);
	if (out->findings.len)
		qsort(out->findings.items, out->findings.len, sizeof(*out->findings.items),
		      worst_first);
	return j.failed || l->arena.failed ? RELIST_ENOMEM : 0;
}

void perturb__verdict_fini(struct perturb__verdict *v)
{
	base__free(v->findings.items);
	*v = (struct perturb__verdict) { 0 };
}
