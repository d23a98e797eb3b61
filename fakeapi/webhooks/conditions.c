/* SPDX-License-Identifier: Apache-2.0 */
/* conditions.c - expressions about a request, and conditions that are made of them (apiserver's
 * admission/plugin/cel and webhook/matchconditions). */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/webhooks/expressions.h"

enum { BUDGET = 2500000, NESTED_MAX = 100 };

static struct cel_value value_of(struct expressions *e, const cJSON *json, size_t name)
{
	return json ? cel_of_json(&e->run, json, e->env.variables[name].type) : cel_null();
}

static int namespace_of(struct expressions *e, struct fakeapi__call *c, struct str ns)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, STR(""), STR("namespaces"), false);
	const struct fakeapi__version *v = b && ns.len ? fakeapi__bucket_get(b, STR(""), ns) : NULL;

	if (!v)
		return 0;
	e->namespace = cJSON_ParseWithLength(v->json, v->json_len);
	return e->namespace ? 0 : -1;
}

int fakeapi__expressions_begin(struct expressions *e, struct fakeapi__call *c,
			       const struct fakeapi__attributes *a, const struct invocation *in,
			       size_t count)
{
	memset(e, 0, sizeof(*e));
	cel_run_init(&e->run);
	e->budget = BUDGET;
	e->env = fakeapi__policy_env(count);
	e->request = fakeapi__hook_request(c, a, in);
	if (!e->request || namespace_of(e, c, a->ns) < 0)
		return -1;
	e->values[FAKEAPI_OBJECT] = value_of(e, a->obj, FAKEAPI_OBJECT);
	e->values[FAKEAPI_OLD] = value_of(e, a->old, FAKEAPI_OLD);
	e->values[FAKEAPI_REQUEST] = value_of(e, e->request, FAKEAPI_REQUEST);
	e->values[FAKEAPI_NAMESPACE] = value_of(e, e->namespace, FAKEAPI_NAMESPACE);
	e->values[FAKEAPI_PARAMS] = cel_null();
	e->values[FAKEAPI_VARIABLES] = cel_null();
	return 0;
}

void fakeapi__expressions_end(struct expressions *e)
{
	cel_run_fini(&e->run);
	for (size_t i = 0; i < e->program_count; i++)
		cel_program_free(e->programs[i]);
	base__free(e->programs);
	base__free(e->known);
	cJSON_Delete(e->request);
	cJSON_Delete(e->namespace);
}

/* Takes the program always. */
static int keep(struct expressions *e, struct cel_program *p)
{
	void *more = base__reallocarray(e->programs, e->program_count + 1, sizeof(*e->programs));

	if (!more) {
		cel_program_free(p);
		return -1;
	}
	e->programs = more;
	e->programs[e->program_count++] = p;
	return 0;
}

int fakeapi__expression(struct expressions *e, const char *source, struct cel_value *out,
			struct strbuf *why)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct cel_program *p = cel_compile(&e->env, str_of(source), &text);
	uint64_t outer = e->run.cost;
	int rc = 0;

	if (!p && !text.len)
		return -1;
	if (!p) {
		strbuf_addf(why, "compilation error: compilation failed: %s", text.ptr);
		return why->failed ? -1 : 1;
	}
	if (keep(e, p) < 0)
		return -1;
	if (++e->depth > NESTED_MAX) {
		*out = cel_error(&e->run, "too many variables refer to one another in a row");
	} else {
		e->run.cost = 0;
		*out = cel_eval(&e->run, p, e->values);
	}
	e->depth--;
	if (e->run.stopped == CEL_MEMORY_EXCEEDED && e->run.arena.total < CEL_RUN_BYTES_MAX / 2)
		rc = -1;
	if (e->run.cost > e->budget) {
		strbuf_addz(why, "validation failed due to running out of cost budget, no further "
				 "validation rules will be run");
		e->budget = 0;
		rc = 1;
	} else {
		e->budget -= e->run.cost;
	}
	e->run.cost = outer;
	if (rc == 0 && out->kind == CEL_ERROR) {
		strbuf_addf(why, "expression '%s' resulted in error: " STR_FMT, source,
			    STR_ARG(cel_str(*out)));
		rc = 1;
	}
	return why->failed ? -1 : rc;
}

int fakeapi__expressions_hold(struct expressions *e, const cJSON *conditions, struct strbuf *why)
{
	bool wrong = false;
	const cJSON *m;

	cJSON_ArrayForEach(m, conditions)
	{
		AUTO_STRBUF text = STRBUF_INIT;
		struct cel_value v = cel_null();
		int rc = fakeapi__expression(e, fakeapi__string(m, "expression"), &v, &text);

		if (rc < 0) {
			strbuf_clear(why);
			return -1;
		}
		if (rc == 0 && !cel_is_true(v))
			return 0;
		if (rc > 0)
			strbuf_addf(why, "%s%s", why->len ? ", " : "", text.ptr);
		wrong |= rc > 0;
		e->run.stopped = CEL_GOES_ON;
	}
	if (why->failed)
		strbuf_clear(why);
	return wrong ? -1 : 1;
}

int fakeapi__conditions_hold(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     const struct invocation *in, const cJSON *conditions,
			     struct strbuf *why)
{
	struct expressions e;
	int rc;

	if (!conditions || !conditions->child)
		return 1;
	rc = fakeapi__expressions_begin(&e, c, a, in, FAKEAPI_NAMESPACE);
	if (rc == 0)
		rc = fakeapi__expressions_hold(&e, conditions, why);
	fakeapi__expressions_end(&e);
	return rc;
}
