/* SPDX-License-Identifier: Apache-2.0 */
/* conditions.c - expressions about a request and conditions made of them (apiserver's
 * admission/plugin/cel and webhook/matchconditions). */
#include "base/alloc.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/webhooks/expressions.h"

enum { BUDGET = 10000000, CONDITIONS_BUDGET = 2500000, NESTED_MAX = 100 };

/* --- authorization --- */

/* Checks with only the account's own groups: it has not authenticated. */
static int account_may(struct fakeapi__call *c, const struct cel_question *q,
		       struct fakeapi__action *a, struct strbuf *reason)
{
	AUTO_STRBUF name = STRBUF_INIT;
	struct fakeapi__user user = { .exact = true };
	int rc = -1;

	strbuf_addf(&name, "system:serviceaccount:" STR_FMT ":" STR_FMT,
		    STR_ARG(q->account_namespace), STR_ARG(q->account));
	user.name = name.failed ? NULL : base__strdup(name.ptr);
	user.uid = base__strdup("");
	a->user = &user;
	if (user.name && user.uid &&
	    fakeapi__user_add_account_groups(&user, q->account_namespace) == 0)
		rc = fakeapi__rbac_on(c->core) ? fakeapi__rbac_allows(c->core, a, reason)
					       : c->core->users.count == 0;
	fakeapi__user_fini(&user);
	return rc;
}

static int may(void *context, const struct cel_question *q, struct strbuf *reason)
{
	struct fakeapi__call *c = context;
	struct fakeapi__action a = { .user = c->user,
				     .verb = q->verb,
				     .on_resource = q->on_resource,
				     .group = q->group,
				     .resource = q->resource,
				     .sub = q->subresource,
				     .name = q->name,
				     .ns = q->ns,
				     .path = q->path };

	if (q->account.len)
		return account_may(c, q, &a, reason);
	if (fakeapi__rbac_on(c->core))
		return fakeapi__rbac_allows(c->core, &a, reason);
	return !c->user || c->user->admin;
}

static void set_authorizer(struct expressions *e, const struct fakeapi__attributes *a)
{
	struct cel_question own = { .on_resource = true,
				    .group = str_of(e->c->res->group),
				    .resource = str_of(e->c->res->resource),
				    .subresource = e->c->route.subresource,
				    .ns = a->ns,
				    .name = a->name };

	e->authorizer = (struct cel_authorizer) { may, e->c };
	e->run.authorizer = &e->authorizer;
	e->values[FAKEAPI_AUTHORIZER] = cel_new_authorizer(&e->run);
	e->values[FAKEAPI_REQUEST_RESOURCE] = cel_new_resource_check(&e->run, &own);
}

/* --- names --- */

static struct cel_value value_of(struct expressions *e, const cJSON *json, size_t name)
{
	return json ? cel_of_json(&e->run, json, e->env.names[name].type) : cel_null();
}

/* A namespace object has no namespace, whatever the request's. */
static int namespace_of(struct expressions *e, struct fakeapi__call *c, struct str ns)
{
	bool itself = !c->res->group[0] && strcmp(c->res->resource, "namespaces") == 0;
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, STR(""), STR("namespaces"), false);
	const struct fakeapi__version *v =
	    b && ns.len && !itself ? fakeapi__bucket_get(b, STR(""), ns) : NULL;

	if (!v)
		return 0;
	e->namespace = fakeapi__parse(fakeapi__version_json(v));
	return e->namespace ? 0 : -1;
}

int fakeapi__expressions_begin(struct expressions *e, struct fakeapi__call *c,
			       const struct fakeapi__attributes *a, const struct invocation *in,
			       unsigned lacks)
{
	memset(e, 0, sizeof(*e));
	cel_run_init(&e->run);
	e->budget = BUDGET;
	e->c = c;
	fakeapi__policy_env(&e->env, lacks);
	e->request = fakeapi__hook_request(c, a, in);
	if (!e->request || namespace_of(e, c, a->ns) < 0)
		return -1;
	if (in->res != c->res) {
		e->obj = a->obj ? fakeapi__hook_form(c, in, a->obj) : NULL;
		e->old = a->old ? fakeapi__hook_form(c, in, a->old) : NULL;
		if ((a->obj && !e->obj) || (a->old && !e->old))
			return -1;
	}
	e->values[FAKEAPI_OBJECT] = value_of(e, e->obj ? e->obj : a->obj, FAKEAPI_OBJECT);
	e->values[FAKEAPI_OLD] = value_of(e, e->old ? e->old : a->old, FAKEAPI_OLD);
	e->values[FAKEAPI_REQUEST] = value_of(e, e->request, FAKEAPI_REQUEST);
	e->values[FAKEAPI_NAMESPACE] = value_of(e, e->namespace, FAKEAPI_NAMESPACE);
	set_authorizer(e, a);
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
	cJSON_Delete(e->request);
	cJSON_Delete(e->namespace);
	cJSON_Delete(e->obj);
	cJSON_Delete(e->old);
}

/* Always consumes the program. */
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
	struct cel_program *p = cel_compile(&e->env.env, str_of(source), &text);
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
		e->spent = true;
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

/* Formats aggregated errors: without duplicates, in brackets if several. */
static void format_errors(const cJSON *errors, struct strbuf *why)
{
	bool several = cJSON_GetArraySize(errors) > 1;
	const cJSON *m;

	strbuf_addz(why, several ? "[" : "");
	cJSON_ArrayForEach(m, errors)
	{
		strbuf_addf(why, "%s%s", m == errors->child ? "" : ", ", m->valuestring);
	}
	strbuf_addz(why, several ? "]" : "");
	if (why->failed)
		strbuf_clear(why);
}

static int add_error(cJSON *errors, const char *text)
{
	const cJSON *m;
	cJSON *one;

	cJSON_ArrayForEach(m, errors) if (strcmp(m->valuestring, text) == 0) return 0;
	one = cJSON_CreateString(text);
	if (one && cJSON_AddItemToArray(errors, one))
		return 0;
	cJSON_Delete(one);
	return -1;
}

/* Like fakeapi__expressions_hold(), but collects errors: then 1. */
static int hold(struct expressions *e, const cJSON *conditions, cJSON *errors, struct strbuf *why)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, conditions)
	{
		AUTO_STRBUF text = STRBUF_INIT;
		struct cel_value v = cel_null();
		int rc = fakeapi__expression(e, fakeapi__string(m, "expression"), &v, &text);

		if (e->spent)
			strbuf_adds(why, strbuf_str(&text));
		if (rc < 0 || e->spent || (rc > 0 && add_error(errors, text.ptr) < 0))
			return -1;
		if (rc == 0 && !cel_is_true(v))
			return 0;
		e->run.stopped = CEL_GOES_ON;
	}
	return 1;
}

int fakeapi__expressions_hold(struct expressions *e, const cJSON *conditions, struct strbuf *why)
{
	struct cel_value namespace = e->values[FAKEAPI_NAMESPACE];
	cJSON *errors = cJSON_CreateArray();
	int rc = -1;

	e->values[FAKEAPI_NAMESPACE] = cel_null();
	e->budget = CONDITIONS_BUDGET;
	if (errors)
		rc = hold(e, conditions, errors, why);
	if (rc > 0 && errors->child) {
		format_errors(errors, why);
		rc = -1;
	}
	cJSON_Delete(errors);
	e->values[FAKEAPI_NAMESPACE] = namespace;
	e->budget = BUDGET;
	e->spent = false;
	e->run.stopped = CEL_GOES_ON;
	return rc;
}

int fakeapi__conditions_hold(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     const struct invocation *in, const cJSON *conditions,
			     struct strbuf *why)
{
	struct expressions e;
	int rc;

	if (!conditions || !conditions->child)
		return 1;
	rc = fakeapi__expressions_begin(&e, c, a, in,
					1U << FAKEAPI_VARIABLES | 1U << FAKEAPI_PARAMS);
	if (rc == 0)
		rc = fakeapi__expressions_hold(&e, conditions, why);
	fakeapi__expressions_end(&e);
	return rc;
}
