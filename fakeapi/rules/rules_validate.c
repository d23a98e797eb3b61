/* SPDX-License-Identifier: Apache-2.0 */
/* rules_validate.c - evaluates the rules of an object. */
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rules/rules_impl.h"

enum {
	BUDGET = 10000000, /* of all rules of one write */
	MESSAGE_BYTES_MAX = 5 * 1024,
};

/* A value and the corresponding old value, if any. */
struct place {
	const struct place *up;
	const cJSON *now, *old;
	bool fresh;   /* never treated as unchanged: apiVersion and kind of the root */
	int8_t equal; /* -1: not compared yet */
};

struct validation {
	struct fakeapi__causes *causes;
	struct cel_run run;
	uint64_t budget;
	bool exhausted;
	bool nomem;
};

/* True if the value, or its nearest comparable ancestor, is unchanged. */
static bool unchanged(struct place *p)
{
	struct place *at = p;

	if (p->fresh)
		return false;
	while (at && !at->old)
		at = (struct place *)(uintptr_t)at->up;
	if (!at)
		return false;
	if (at->equal < 0)
		at->equal = fakeapi__equal(at->now, at->old);
	return at->equal > 0;
}

/* The rule's message, or its expression. */
static struct str message_of(const struct rule *r)
{
	const char *message = fakeapi__string(r->json, "message");

	return str_trim_space(str_of(*message ? message : fakeapi__string(r->json, "rule")));
}

/* An Invalid error whose value is the schema's type, as in the real server. */
static void invalid(struct validation *v, const struct node *n, const struct fakeapi__path *at,
		    const char *detail)
{
	fakeapi__cause_invalid_str(v->causes, at, str_of(fakeapi__string(n->schema, "type")),
				   detail);
}

static void stop(struct validation *v)
{
	v->exhausted = true;
}

/* Subtracts the cost of the evaluation from the budget. False: exceeded. */
static bool pay(struct validation *v)
{
	if (v->run.cost > v->budget)
		return false;
	v->budget -= v->run.cost;
	return true;
}

static struct cel_value evaluate(struct validation *v, const struct node *n,
				 const struct cel_program *program, const struct place *p,
				 bool optional)
{
	struct cel_value variables[2] = { cel_of_json(&v->run, p->now, n->type), cel_none() };
	if (p->old)
		variables[1] = cel_of_json(&v->run, p->old, n->type);
	if (p->old && optional)
		variables[1] = cel_some(&v->run, variables[1]);
	v->run.cost = 0;
	return cel_eval(&v->run, program, variables);
}

static void error_of(struct validation *v, const struct node *n, const struct rule *r,
		     struct cel_value error, const struct fakeapi__path *at)
{
	struct str words = message_of(r), text = cel_str(error);
	AUTO_STRBUF b = STRBUF_INIT;

	if (v->run.stopped == CEL_COST_EXCEEDED) {
		strbuf_addf(&b,
			    "'" STR_FMT "': no further validation rules will be run due to call "
			    "cost exceeds limit for rule: " STR_FMT,
			    STR_ARG(text), STR_ARG(words));
		stop(v);
	} else if (text.len >= 16 && memcmp(text.ptr, "no such overload", 16) == 0) {
		strbuf_addf(&b,
			    "'" STR_FMT "': call arguments did not match a supported operator, "
			    "function or macro signature for rule: " STR_FMT,
			    STR_ARG(text), STR_ARG(words));
	} else {
		strbuf_addf(&b, STR_FMT " evaluating rule: " STR_FMT, STR_ARG(text),
			    STR_ARG(words));
	}
	v->nomem |= b.failed || v->run.stopped == CEL_MEMORY_EXCEEDED;
	invalid(v, n, at, b.ptr);
}

/* Appends the result of messageExpression; false: unusable. */
static bool own_message(struct validation *v, const struct node *n, const struct rule *r,
			const struct place *p, struct strbuf *out)
{
	struct cel_value m = evaluate(v, n, r->message, p, r->optional_old);
	struct str text;

	if (!pay(v)) {
		strbuf_addz(out, "messageExpression evaluation failed due to running out of cost "
				 "budget, no further validation rules will be run");
		stop(v);
		return true;
	}
	v->nomem |=
	    v->run.stopped == CEL_MEMORY_EXCEEDED && v->run.arena.total < CEL_RUN_BYTES_MAX / 2;
	if (m.kind != CEL_STRING) {
		v->run.stopped = CEL_GOES_ON;
		return false;
	}
	text = str_trim_space(cel_str(m));
	if (!text.len || text.len > MESSAGE_BYTES_MAX || memchr(text.ptr, '\n', text.len))
		return false;
	strbuf_adds(out, text);
	return true;
}

/* Reports a value that violates a rule. Since 1.35 the message has the value, but nothing for
 * objects and arrays; before that its type. */
static void show(struct validation *v, const struct node *n, const cJSON *now, bool duplicate,
		 const struct fakeapi__path *at, const char *detail)
{
	const char *type = fakeapi__string(n->schema, "type");
	bool value = fakeapi__changed(v->causes->features, FAKEAPI_CHANGE_RULES_SHOW_VALUES);
	bool none = value && (strcmp(type, "object") == 0 || strcmp(type, "array") == 0);
	cJSON *shown = none ? NULL : !value ? cJSON_CreateString(type) : cJSON_Duplicate(now, true);

	v->nomem |= !none && !shown;
	if (duplicate)
		fakeapi__cause_duplicate(v->causes, at, shown);
	else if (none)
		fakeapi__cause_wrong(v->causes, at, detail);
	else
		fakeapi__cause_invalid(v->causes, at, shown, detail);
	cJSON_Delete(shown);
}

static void report(struct validation *v, const struct node *n, const struct rule *r,
		   const cJSON *now, const struct fakeapi__path *at, const char *detail)
{
	const char *reason = fakeapi__string(r->json, "reason");
	const struct fakeapi__path *field = PATH(at, r->field.ptr);
	bool duplicate = strcmp(reason, "FieldValueDuplicate") == 0;

	if (r->field.len)
		at = field;
	if (strcmp(reason, "FieldValueForbidden") == 0) {
		fakeapi__cause_forbidden(v->causes, at, detail);
	} else if (strcmp(reason, "FieldValueRequired") == 0) {
		fakeapi__cause_required(v->causes, at, detail);
	} else {
		show(v, n, now, duplicate, at, detail);
	}
}

static void broken(struct validation *v, const struct node *n, const struct rule *r,
		   struct place *p, const struct fakeapi__path *at)
{
	size_t before = fakeapi__causes_count(v->causes);
	AUTO_STRBUF detail = STRBUF_INIT;

	if (!r->message || !own_message(v, n, r, p, &detail)) {
		strbuf_clear(&detail);
		if (!*fakeapi__string(r->json, "message"))
			strbuf_addz(&detail, "failed rule: ");
		strbuf_adds(&detail, message_of(r));
	}
	v->nomem |= detail.failed;
	report(v, n, r, p->now, at, detail.ptr);
	if (!r->uses_old && unchanged(p))
		fakeapi__causes_forgive(v->causes, before);
}

static void evaluate_rule(struct validation *v, const struct node *n, const struct rule *r,
			  struct place *p, const struct fakeapi__path *at)
{
	struct cel_value out;
	AUTO_STRBUF text = STRBUF_INIT;

	if (r->why.ptr) {
		strbuf_addf(&text, "rule compile error: " STR_FMT, STR_ARG(r->why));
		v->nomem |= text.failed;
		invalid(v, n, at, text.ptr);
		return;
	}
	if (!r->program || (r->uses_old && !p->old && !r->optional_old))
		return;
	out = evaluate(v, n, r->program, p, r->optional_old);
	if (!pay(v)) {
		invalid(v, n, at,
			"validation failed due to running out of cost budget, no further "
			"validation rules will be run");
		stop(v);
	} else if (out.kind == CEL_ERROR) {
		error_of(v, n, r, out, at);
	} else if (!cel_is_true(out)) {
		broken(v, n, r, p, at);
	}
	if (v->run.stopped == CEL_GOES_ON) {
		uint64_t work = v->run.work;

		cel_run_reset(&v->run);
		v->run.work = work;
	}
}

static void validate(struct validation *v, const struct node *n, struct place *p,
		     const struct fakeapi__path *at);

/* --- items by their keys --- */

static int key_of(const struct node *n, const cJSON *item, struct strbuf *out)
{
	const cJSON *keys = fakeapi__member(n->schema, "x-kubernetes-list-map-keys"), *k;

	strbuf_clear(out);
	cJSON_ArrayForEach(k, keys)
	{
		const cJSON *m = cJSON_IsString(k) ? fakeapi__member(item, k->valuestring) : NULL;

		if (m && fakeapi__value_text(m, out) < 0)
			return -1;
		strbuf_addc(out, '\n');
	}
	return out->failed ? -1 : 0;
}

static void index_items(struct validation *v, const struct node *n, const cJSON *list,
			struct map *out)
{
	AUTO_STRBUF key = STRBUF_INIT;
	cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (key_of(n, item, &key) < 0 || map_put(out, strbuf_str(&key), item, NULL) < 0)
			v->nomem = true;
	}
}

static void validate_items(struct validation *v, const struct node *n, struct place *p,
			   const struct fakeapi__path *at)
{
	bool keyed = n->type && n->type->list_kind == CEL_LIST_MAP;
	AUTO_STRBUF key = STRBUF_INIT;
	struct map old;
	size_t i = 0;

	map_init(&old, MAP_COPY_KEYS);
	if (keyed && cJSON_IsArray(p->old))
		index_items(v, n, p->old, &old);
	for (const cJSON *item = p->now->child; item && !v->exhausted; item = item->next, i++) {
		struct place below = { .up = p, .now = item, .equal = -1, .fresh = p->fresh };

		if (map_len(&old)) {
			v->nomem |= key_of(n, item, &key) < 0;
			below.old = map_get(&old, strbuf_str(&key));
		}
		validate(v, n->items, &below, PATH_AT(at, i));
	}
	map_fini(&old);
}

/* Items of a value that is no array have no type for which their rules could be compiled. */
static void refuse_items(struct validation *v, const struct node *items, const cJSON *list,
			 const struct fakeapi__path *at)
{
	size_t i = 0;
	const cJSON *item;

	if (!items->rule_count)
		return;
	cJSON_ArrayForEach(item, list)
	{
		if (!cJSON_IsNull(item))
			fakeapi__cause_invalid_str(
			    v->causes, PATH_AT(at, i),
			    str_of(fakeapi__string(items->schema, "type")),
			    "rule compiler initialization error: failed to convert to declType for "
			    "CEL validation rules");
		i++;
	}
}

static void validate_member(struct validation *v, const struct node *n, struct place *p,
			    const struct fakeapi__lookup *old, const cJSON *member, bool extra,
			    const struct fakeapi__path *at)
{
	struct place below = { .up = p, .now = member, .equal = -1, .fresh = p->fresh };

	if (old)
		below.old = fakeapi__lookup(old, member->string);
	if (!p->up && !extra &&
	    (strcmp(member->string, "kind") == 0 || strcmp(member->string, "apiVersion") == 0))
		below.fresh = true;
	validate(v, n, &below,
		 extra ? PATH_KEY(at, str_of(member->string)) : PATH(at, member->string));
}

static void validate_members(struct validation *v, const struct node *n, struct place *p,
			     const struct fakeapi__path *at)
{
	const cJSON *was = cJSON_IsObject(p->old) ? p->old : NULL;
	struct fakeapi__lookup old, now;

	fakeapi__lookup_members(&old, was, p->now);
	fakeapi__lookup_members(&now, p->now, p->now);
	if (n->extra && n->extra->below)
		for (const cJSON *m = p->now->child; m && !v->exhausted; m = m->next)
			validate_member(v, n->extra, p, was ? &old : NULL, m, true, at);
	for (size_t i = 0; i < n->property_count && !v->exhausted; i++) {
		const cJSON *m = NULL;

		if (n->properties[i].node->below)
			m = fakeapi__lookup(&now, n->properties[i].name);
		if (m)
			validate_member(v, n->properties[i].node, p, was ? &old : NULL, m, false,
					at);
	}
	fakeapi__lookup_fini(&old);
	fakeapi__lookup_fini(&now);
}

static void validate(struct validation *v, const struct node *n, struct place *p,
		     const struct fakeapi__path *at)
{
	if (!n->below || cJSON_IsNull(p->now))
		return;
	if (cJSON_IsNull(p->old))
		p->old = NULL;
	for (size_t i = 0; i < n->rule_count && !v->exhausted; i++)
		evaluate_rule(v, n, &n->rules[i], p, at);
	if (v->exhausted)
		return;
	if (cJSON_IsArray(p->now) && n->items && n->items->below &&
	    strcmp(fakeapi__string(n->schema, "type"), "array") != 0)
		refuse_items(v, n->items, p->now, at);
	else if (cJSON_IsArray(p->now) && n->items && n->items->below)
		validate_items(v, n, p, at);
	else if (cJSON_IsObject(p->now))
		validate_members(v, n, p, at);
}

static int validate_with(struct fakeapi__rules *rules, struct place root,
			 const struct fakeapi__path *at, struct fakeapi__causes *causes)
{
	struct validation v = { .causes = causes, .budget = BUDGET };

	cel_run_init(&v.run);
	validate(&v, rules->root, &root, at);
	cel_run_fini(&v.run);
	causes->nomem |= v.nomem;
	return causes->nomem ? -1 : 0;
}

int fakeapi__rules_validate(struct fakeapi__rules *rules, const cJSON *obj, const cJSON *old,
			    struct fakeapi__causes *causes)
{
	struct place root = { .now = obj, .old = old, .equal = -1 };
	struct fakeapi__rules *own;
	int rc;

	if (!atomic_flag_test_and_set_explicit(&rules->busy, memory_order_acquire)) {
		rc = validate_with(rules, root, NULL, causes);
		atomic_flag_clear_explicit(&rules->busy, memory_order_release);
		return rc;
	}
	/* Another thread uses the programs: compiling a copy may be faster than waiting. */
	rc = fakeapi__rules_new(rules->schema, &own);
	if (rc == 0 && own)
		rc = validate_with(own, root, NULL, causes);
	fakeapi__rules_free(own);
	return rc;
}

int fakeapi__rules_validate_default(const cJSON *schema, bool root, const cJSON *value,
				    const struct fakeapi__path *at, struct fakeapi__causes *causes)
{
	struct place before = { .now = value, .old = value, .equal = -1, .fresh = true };
	struct place new = { .now = value, .equal = -1, .fresh = true };
	size_t count = fakeapi__causes_count(causes);
	struct fakeapi__rules *rules;
	int rc = fakeapi__rules_of(schema, root, &rules);

	if (rc == 0 && rules)
		rc = validate_with(rules, before, at, causes);
	if (rc == 0 && rules && count == fakeapi__causes_count(causes))
		rc = validate_with(rules, new, at, causes);
	fakeapi__rules_free(rules);
	return rc;
}
