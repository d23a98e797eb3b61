/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_expect.c - writes findings, and other objects that must exist, as expectations. */
#include "base/alloc.h"
#include "runner/perturb/scenario.h"

/* The ServiceAccount of a new namespace: a scenario's server has no controller that makes it. */
static bool is_default_account(const struct perturb__change *c)
{
	return str_eqz(c->type, "serviceaccounts") && str_eqz(c->name, "default");
}

bool perturb__is_compared(const struct scenario_writer *w, const struct perturb__change *c)
{
	return !is_default_account(c) && c->rv > w->t->reference->rv_first &&
	       !perturb__is_ignored(c->type) && !map_get(&w->t->reference->locks, c->key) &&
	       map_get(&w->t->noise->keys, c->key) && !map_get(&w->t->noise->loose, c->key);
}

/* --- states --- */

void perturb__want(struct scenario_writer *w, struct scn__list *wants, struct str key,
		   struct str value)
{
	struct perturb__life *l = w->t->reference;
	struct perturb__wanted *wanted;

	for (size_t i = 0; i < wants->len; i++)
		if (str_eq(((const struct perturb__wanted *)wants->items[i])->key, key))
			return;
	wanted = runner__arena_alloc(&l->arena, sizeof(*wanted));
	if (!wanted) {
		w->failed = true;
		return;
	}
	wanted->key = perturb__copy(l, key);
	wanted->value = perturb__copy(l, value);
	w->failed |= !perturb__push(l, wants, wanted);
}

static void print_expected_type(struct scenario_writer *w, const struct scn__list *wants,
				struct str type, struct strbuf *out)
{
	const char *comma = "";

	perturb__write_type(w, type, out);
	strbuf_addz(out, ": {");
	for (size_t i = 0; i < wants->len; i++) {
		const struct perturb__wanted *wanted = wants->items[i];

		if (!str_eq(perturb__key_type(wanted->key), type))
			continue;
		strbuf_addf(out, "%s\"" STR_FMT "\": " STR_FMT, comma,
			    STR_ARG(perturb__key_object(wanted->key)), STR_ARG(wanted->value));
		comma = ", ";
	}
	strbuf_addc(out, '}');
}

void perturb__write_state(struct scenario_writer *w, struct scn__list *wants, struct strbuf *out)
{
	const char *comma = "{";

	for (size_t i = 0; i < wants->len; i++) {
		struct str type =
		    perturb__key_type(((const struct perturb__wanted *)wants->items[i])->key);
		bool had = false;

		for (size_t k = 0; k < i; k++)
			had |= str_eq(perturb__key_type(
					  ((const struct perturb__wanted *)wants->items[k])->key),
				      type);
		if (had)
			continue;
		strbuf_addz(out, comma);
		print_expected_type(w, wants, type, out);
		comma = ", ";
	}
	strbuf_addz(out, wants->len ? "}" : "{}");
	base__free(wants->items);
	*wants = (struct scn__list) { 0 };
}

/* --- findings --- */

static bool is_many(struct str key)
{
	return key.len && key.ptr[key.len - 1] == '*';
}

/* Expects the number of objects in an undisturbed run. */
static void expect_number(struct scenario_writer *w, struct scn__list *wants, struct str key,
			  uint32_t step)
{
	const struct perturb__noise *n = w->t->noise;
	const struct perturb__norm *norm = map_get(step ? &n->rested[step] : &n->normal, key);
	AUTO_STRBUF text = STRBUF_INIT;

	if (is_many(key))
		strbuf_addf(&text, "%zu", norm ? norm->present : 0);
	else
		strbuf_addz(&text, norm ? "any" : "absent");
	perturb__want(w, wants, key, is_many(key) && !norm ? STR("absent") : strbuf_str(&text));
}

static void expect_value(struct scenario_writer *w, struct scn__list *wants,
			 const struct perturb__finding *f)
{
	const struct perturb__change *good = map_get(&w->t->reference->last, f->key);
	const struct perturb__change *bad = map_get(&w->t->life->last, f->key);
	size_t skip = strlen(perturb__kind_word(f->kind)) + f->type.len + 2;
	const char *path = f->group.len > skip ? f->group.ptr + skip : "";
	AUTO_STRBUF part = STRBUF_INIT;

	if (good && !good->deleted &&
	    perturb__part(w->t->noise, w->t->reference, good->json, path, NULL, &part)) {
		perturb__want(w, wants, f->key, strbuf_str(&part));
		return;
	}
	strbuf_clear(&part);
	/* the object has a field that it should not have */
	if (good && bad && !bad->deleted && !strchr(path, '[') &&
	    !perturb__part(w->t->noise, w->t->reference, good->json, path, "any", &part)) {
		strbuf_clear(&part);
		if (perturb__part(w->t->noise, w->t->life, bad->json, path, "absent", &part))
			perturb__want(w, wants, f->key, strbuf_str(&part));
	}
}

static uint32_t count_ops(struct scenario_writer *w, struct perturb__life *l, const char *verb,
			  struct str key)
{
	uint32_t n = 0;

	for (size_t i = 0; i < l->ops.len; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);

		n += str_eqz(op->verb, verb) && !op->sub.len && op->status >= 200 &&
		     op->status < 300 &&
		     str_eq(perturb__canonical(w->t->noise, l, op->key, STR("")), key);
	}
	return n;
}

/* Appends "'DELETE pods/default/a': <=1" if the requests of the failed life exceed it. */
static void add_count(struct scenario_writer *w, const struct perturb__finding *f,
		      struct strbuf *out)
{
	bool deleted = f->kind == PERTURB_F_DELETED;
	const char *verb = deleted ? "delete" : "create";
	const struct perturb__count *most = map_get(&w->t->noise->counts, f->key);
	uint32_t good = count_ops(w, w->t->reference, verb, f->key);
	uint32_t bad = count_ops(w, w->t->life, verb, f->key);

	if (!deleted && most && most->created + most->orphans > good)
		good = most->created + most->orphans;
	if (bad <= good)
		return;
	strbuf_addf(out, "%s\"%s ", out->len ? ", " : "", deleted ? "DELETE" : "CREATE");
	perturb__write_key(w, f->key, out);
	strbuf_addf(out, "\": <=%u", good);
}

static void add_finding(struct scenario_writer *w, const struct perturb__finding *f,
			struct scn__list *wants, struct strbuf *counts)
{
	switch (f->kind) {
	case PERTURB_F_SURPLUS:
	case PERTURB_F_MISSING:
		expect_number(w, wants, f->key, f->step);
		break;
	case PERTURB_F_DIFFERS:
		expect_value(w, wants, f);
		break;
	case PERTURB_F_DELETED:
	case PERTURB_F_CREATED:
		add_count(w, f, counts);
		break;
	/* a program that ends by itself fails the run; the last expectation waits until settled */
	case PERTURB_F_PANIC:
	case PERTURB_F_LOOP:
	case PERTURB_F_LEASELESS:
	case PERTURB_F_UNSETTLED:
	case PERTURB_F_STORM:
	case PERTURB_F_COUNT:
		break;
	}
}

/* Adds the findings about the state after a step, in the state at its rest. */
static void add_findings(struct scenario_writer *w, uint32_t step, struct scn__list *wants,
			 struct strbuf *counts)
{
	for (size_t i = 0; w->t->findings && i < w->t->findings->len; i++) {
		const struct perturb__finding *f = w->t->findings->items[i];

		if (f->step == step)
			add_finding(w, f, wants, counts);
	}
}

void perturb__write_findings_after(struct scenario_writer *w, uint32_t step)
{
	struct perturb__life *const lives[] = { w->t->reference, w->t->life };
	struct map ends[ARRAY_LEN(lives)];
	struct scn__list wants = { 0 };
	AUTO_STRBUF counts = STRBUF_INIT;
	bool any = false;

	for (size_t i = 0; w->t->findings && i < w->t->findings->len; i++)
		any |= ((const struct perturb__finding *)w->t->findings->items[i])->step == step;
	if (!any || !step)
		return;
	for (size_t i = 0; i < ARRAY_LEN(lives); i++)
		w->failed |= perturb__life_rewind(lives[i], lives[i]->rv_rest[step], &ends[i]) != 0;
	if (!w->failed)
		add_findings(w, step, &wants, &counts);
	for (size_t i = 0; i < ARRAY_LEN(lives); i++)
		perturb__life_forward(lives[i], &ends[i]);
	if (!wants.len)
		return;
	strbuf_addz(&w->steps, "  - expect: {state: ");
	perturb__write_state(w, &wants, &w->steps);
	strbuf_addz(&w->steps, "}\n");
}

void perturb__write_findings(struct scenario_writer *w)
{
	struct perturb__life *l = w->t->reference;
	const struct map_entry *e;
	struct scn__list wants = { 0 };
	AUTO_STRBUF counts = STRBUF_INIT;

	add_findings(w, 0, &wants, &counts);
	for (size_t i = 0; (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;

		if (!c->deleted && perturb__is_compared(w, c))
			perturb__want(w, &wants, c->key, STR("any"));
	}
	strbuf_addz(&w->steps, "  - expect: {state: ");
	perturb__write_state(w, &wants, &w->steps);
	if (counts.len)
		strbuf_addf(&w->steps, ", counts: {%s}", counts.ptr);
	strbuf_addz(&w->steps, "}\n");
}
