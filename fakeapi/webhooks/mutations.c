/* SPDX-License-Identifier: Apache-2.0 */
/* mutations.c - MutatingAdmissionPolicies: expressions that change an object before it is written
 * (apiserver's admission/plugin/policy/mutating). */
#include "base/alloc.h"
#include "base/digest.h"
#include "cel/json.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/webhooks/policies.h"

/* --- reinvocation --- */

void fakeapi__mutations_fini(struct mutations *m)
{
	base__free(m->keys);
	cJSON_Delete(m->last);
}

static uint64_t key_of(const struct judgement *j)
{
	struct digest d = DIGEST_INIT;

	digest_number(&d, map_seed());
	digest_text(&d, str_of(fakeapi__meta_str(j->policy, "name")));
	digest_text(&d, str_of(fakeapi__meta_str(j->binding, "name")));
	digest_text(&d, str_of(j->params ? fakeapi__meta_str(j->params, "namespace") : ""));
	digest_text(&d, str_of(j->params ? fakeapi__meta_str(j->params, "name") : ""));
	return d.bits;
}

/* NULL: out of memory. */
static struct mutation_key *find_key(struct mutations *m, uint64_t key)
{
	void *more;

	for (size_t i = 0; i < m->count; i++)
		if (m->keys[i].key == key)
			return &m->keys[i];
	more = base__reallocarray(m->keys, m->count + 1, sizeof(*m->keys));
	if (!more)
		return NULL;
	m->keys = more;
	m->keys[m->count] = (struct mutation_key) { .key = key };
	return &m->keys[m->count++];
}

static void require_again(struct mutations *m)
{
	for (size_t i = 0; i < m->count; i++) {
		m->keys[i].again |= m->keys[i].previously;
		m->keys[i].previously = false;
	}
}

/* --- results of expressions --- */

/* Object.spec{...} may only be used at spec. */
static void check_names(struct cel_run *run, struct cel_value v, struct str path,
			struct strbuf *why)
{
	const struct cel_type *t = v.kind == CEL_MAP ? v.as.map->type : NULL;

	if (v.kind == CEL_LIST)
		for (uint32_t i = 0; i < cel_list_count(v); i++)
			check_names(run, cel_list_at(run, v, i), path, why);
	if (v.kind != CEL_MAP || v.as.map->find || v.as.map->json)
		return;
	if (t && t->open && !str_eq(t->name, path))
		strbuf_addf(why,
			    "%sunexpected type name \"" STR_FMT "\", expected \"" STR_FMT
			    "\", which matches field name path from root Object type",
			    why->len ? "\n" : "", STR_ARG(t->name), STR_ARG(path));
	for (uint32_t i = 0; i < cel_map_count(run, v); i++) {
		const struct cel_entry *e = cel_map_entry(run, v, i);
		AUTO_STRBUF below = STRBUF_INIT;

		strbuf_adds(&below, path);
		if (e && t && t->open && e->key.kind == CEL_STRING)
			strbuf_addf(&below, "." STR_FMT, STR_ARG(cel_str(e->key)));
		why->failed |= below.failed || !e;
		if (e && !below.failed)
			check_names(run, e->value, strbuf_str(&below), why);
	}
}

/* 0; 1: the error is in `why`; -1: out of memory. */
static int check_object(struct cel_run *run, struct cel_value v, struct strbuf *why)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const struct cel_type *t = v.kind == CEL_MAP ? v.as.map->type : NULL;

	if (!t || !t->open)
		return 0;
	check_names(run, v, t->name, &text);
	if (text.len)
		strbuf_addf(why, "type mismatch: %s", text.ptr);
	return text.failed || why->failed ? -1 : text.len > 0;
}

static bool is_made_of(struct cel_value v, const char *type)
{
	const struct cel_type *t = v.kind == CEL_MAP ? v.as.map->type : NULL;

	return t && str_eqz(t->name, type);
}

static int add_operation(struct cel_run *run, struct cel_value v, cJSON *ops, struct strbuf *why)
{
	struct cel_value value = cel_null();
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *op;

	if (!is_made_of(v, "JSONPatch")) {
		strbuf_addz(why, "type mismatch: JSONPatchType.expression should evaluate to array "
				 "of JSONPatch");
		return 1;
	}
	if (cel_map_find(run, v, cel_of_str(STR("value")), &value)) {
		int rc = check_object(run, value, why);

		if (rc)
			return rc;
	}
	op = cel_to_json(run, v, &text);
	if (!op && text.len)
		strbuf_addf(why,
			    "JSONPath valueExpression evaluated to a type that could not marshal "
			    "to JSON: %s",
			    text.ptr);
	if (!op)
		return text.len ? 1 : -1;
	if (!*fakeapi__string(op, "from"))
		cJSON_DeleteItemFromObjectCaseSensitive(op, "from");
	for (size_t i = 0; i < 2; i++) {
		const char *name = i ? "path" : "op";

		if (!fakeapi__member(op, name) && !cJSON_AddStringToObject(op, name, "")) {
			cJSON_Delete(op);
			return -1;
		}
	}
	if (cJSON_AddItemToArray(ops, op))
		return 0;
	cJSON_Delete(op);
	return -1;
}

/* A failed test operation leaves the object unchanged. */
static int json_patch(struct cel_run *run, const struct fakeapi__resource *res, struct cel_value v,
		      cJSON **obj, struct strbuf *why)
{
	static const char failed_test[] = "test failed";
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *ops, *patched;
	int rc = 0;

	if (v.kind != CEL_LIST) {
		strbuf_addz(why,
			    "type mismatch: JSONPatchType.expression should evaluate to array");
		return 1;
	}
	ops = cJSON_CreateArray();
	patched = cJSON_Duplicate(*obj, true);
	if (!ops || !patched)
		rc = -1;
	for (uint32_t i = 0; rc == 0 && i < cel_list_count(v); i++)
		rc = add_operation(run, cel_list_at(run, v, i), ops, why);
	if (rc == 0)
		rc = fakeapi__json_patch(res->features, &patched, ops, &text);
	if (rc < 0 && text.len > sizeof(failed_test) - 1 &&
	    strcmp(text.ptr + text.len - (sizeof(failed_test) - 1), failed_test) == 0) {
		rc = 0;
	} else if (rc < 0 && text.len) {
		strbuf_addf(why, "JSON Patch: %s", text.ptr);
		rc = 1;
	} else if (rc == 0) {
		cJSON *before = *obj;

		*obj = patched;
		patched = before;
	}
	cJSON_Delete(ops);
	cJSON_Delete(patched);
	return rc;
}

static int apply_configuration(struct cel_run *run, const struct fakeapi__resource *res,
			       struct cel_value v, cJSON **obj, struct strbuf *why)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *config;
	int rc;

	if (!is_made_of(v, "Object")) {
		strbuf_addz(why, "unsupported return type from ApplyConfiguration expression");
		return 1;
	}
	rc = check_object(run, v, why);
	if (rc)
		return rc;
	config = cel_to_json(run, v, &text);
	if (config && fakeapi__set_type(config, res) == 0)
		rc = fakeapi__overlay(res, obj, config, &text);
	else
		rc = -1;
	cJSON_Delete(config);
	if (rc < 0 && text.len) {
		strbuf_addf(why, "error applying patch: %s", text.ptr);
		rc = why->failed ? -1 : 1;
	}
	return rc;
}

/* --- a policy --- */

static int expressions_of(struct judgement *j, const struct fakeapi__attributes *a,
			  struct expressions *e)
{
	int rc = fakeapi__expressions_begin(e, j->c, a, j->in, 0);

	if (rc == 0 && j->params)
		e->values[FAKEAPI_PARAMS] = cel_of_json(&e->run, j->params, NULL);
	return rc == 0 ? fakeapi__policy_variables(j, e) : rc;
}

/* 1: all hold; 0: one is false; -1: as fakeapi__policy_failed(), or it continues as 0. */
static int conditions_hold(struct judgement *j, const struct fakeapi__attributes *a, bool *hold)
{
	const cJSON *list = fakeapi__member(fakeapi__policy_spec(j->policy), "matchConditions");
	AUTO_STRBUF why = STRBUF_INIT;
	struct expressions e;
	int rc;

	*hold = true;
	if (!list || !list->child)
		return 0;
	rc = expressions_of(j, a, &e);
	if (rc == 0)
		rc = fakeapi__expressions_hold(&e, list, &why);
	fakeapi__expressions_end(&e);
	*hold = rc > 0;
	if (rc < 0)
		return why.len ? fakeapi__policy_failed(j, why.ptr) : -1;
	return 0;
}

/* Applies a mutation to `form`; 1: the error is in `why`. */
static int evaluate(struct judgement *j, const struct fakeapi__attributes *a, const cJSON *mutation,
		    cJSON **form, struct strbuf *why)
{
	bool json = strcmp(fakeapi__string(mutation, "patchType"), "JSONPatch") == 0;
	const cJSON *how = fakeapi__member(mutation, json ? "jsonPatch" : "applyConfiguration");
	struct cel_value v = cel_null();
	struct expressions e;
	int rc = expressions_of(j, a, &e);

	fakeapi__policy_env_patch(&e.env.env);
	if (rc == 0)
		rc = fakeapi__expression(&e, fakeapi__string(how, "expression"), &v, why);
	if (rc == 0)
		rc = json ? json_patch(&e.run, j->in->res, v, form, why)
			  : apply_configuration(&e.run, j->in->res, v, form, why);
	if (rc < 0 && e.run.stopped == CEL_MEMORY_EXCEEDED &&
	    e.run.arena.total > CEL_RUN_BYTES_MAX / 2) {
		strbuf_addz(why, "too much memory was requested");
		rc = 1;
	}
	fakeapi__expressions_end(&e);
	return why->failed ? -1 : rc;
}

/* Applies one of `mutations`; each receives the result of the ones before in *obj. */
static int mutate_one(struct judgement *j, const cJSON *mutation, cJSON **obj)
{
	cJSON *made = fakeapi__hook_form(j->c, j->in, *obj);
	bool typed = !(j->in->res->flags & FAKEAPI_RES_CUSTOM);
	struct fakeapi__attributes a = *j->a;
	AUTO_STRBUF why = STRBUF_INIT;
	int rc = -1;

	a.obj = *obj;
	if (made)
		rc = evaluate(j, &a, mutation, &made, &why);
	if (rc == 0 && !cJSON_IsObject(made)) {
		strbuf_addz(&why, "what is no object was made of the object");
		rc = why.failed ? -1 : 1;
	}
	if (rc == 0)
		rc = fakeapi__hook_settle(j->c, j->in, typed, &made, a.old);
	if (rc != 0) {
		cJSON_Delete(made);
		return rc > 0 ? fakeapi__policy_failed(j, why.ptr) : -1;
	}
	cJSON_Delete(*obj);
	*obj = made;
	return 0;
}

/* 0: the call's object has the changes. */
static int mutate_all(struct judgement *j, bool *changed)
{
	const cJSON *list = fakeapi__member(fakeapi__policy_spec(j->policy), "mutations"), *m;
	cJSON *obj = cJSON_Duplicate(j->a->obj, true);
	int rc = obj ? 0 : -1;

	cJSON_ArrayForEach(m, list)
	{
		if (rc == 0)
			rc = mutate_one(j, m, &obj);
	}
	if (rc < 0) {
		cJSON_Delete(obj);
		return -1;
	}
	*changed = !fakeapi__equal(obj, j->a->obj);
	fakeapi__hook_replace(j->a->obj, obj);
	return 0;
}

static int mutate(struct judgement *j)
{
	const char *again = fakeapi__string(fakeapi__policy_spec(j->policy), "reinvocationPolicy");
	struct mutation_key *key = find_key(j->mutations, key_of(j));
	bool hold, changed = false;

	if (!key)
		return -1;
	if (conditions_hold(j, j->a, &hold) < 0)
		return -1;
	if (!hold || (j->round && !key->again))
		return 0;
	if (mutate_all(j, &changed) < 0)
		return -1;
	if (changed)
		require_again(j->mutations);
	if (strcmp(again, "IfNeeded") == 0)
		find_key(j->mutations, key_of(j))->previously = true;
	/* The real server treats the object as changed once a policy ran. */
	j->mutations->changed = true;
	return 0;
}

static int only_configure(struct judgement *j)
{
	(void)j;
	return 0;
}

int fakeapi__policies_mutate(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     unsigned round, struct mutations *m)
{
	struct judgement j = {
		.c = c, .a = a, .judge = only_configure, .mutations = m, .round = round
	};

	if (a->op == FAKEAPI_HOOK_DELETE || !a->obj)
		return 0;
	if (round && m->last && !fakeapi__equal(m->last, a->obj))
		require_again(m);
	/* Errors of bindings are reported before the decisions of policies. */
	for (unsigned i = 0; i < 2; i++) {
		if (fakeapi__policies_each(&j, FAKEAPI_MUTATING_POLICIES,
					   FAKEAPI_MUTATING_BINDINGS) < 0)
			return -1;
		j.configured = true;
		j.judge = mutate;
	}
	if (j.denied)
		return -1;
	if (!m->count)
		return 0;
	if (m->changed)
		require_again(m);
	cJSON_Delete(m->last);
	m->last = cJSON_Duplicate(a->obj, true);
	return m->last ? 0 : -1;
}
