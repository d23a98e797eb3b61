/* SPDX-License-Identifier: Apache-2.0 */
/* policies.c - ValidatingAdmissionPolicies and their bindings (apiserver's
 * admission/plugin/policy/generic and validating): expressions that must be true for a write. */
#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/labels.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/stages.h"
#include "fakeapi/webhooks/policies.h"

const cJSON *fakeapi__policy_spec(const cJSON *config)
{
	return fakeapi__member(config, "spec");
}

/* --- expressions --- */

static struct cel_value value_of(struct expressions *e, const cJSON *variable)
{
	const char *name = fakeapi__string(variable, "name");
	struct cel_value v = cel_null();
	AUTO_STRBUF why = STRBUF_INIT;
	int rc = fakeapi__expression(e, fakeapi__string(variable, "expression"), &v, &why);

	/* An exceeded cost limit is an ordinary error here. */
	if (e->run.stopped == CEL_COST_EXCEEDED)
		e->run.stopped = CEL_GOES_ON;
	if (rc < 0)
		return cel_error(&e->run, "out of memory");
	if (rc == 0)
		return v;
	return cel_error(&e->run, "composited variable \"%s\" fails to evaluate: " STR_FMT, name,
			 STR_ARG(v.kind == CEL_ERROR ? cel_str(v) : strbuf_str(&why)));
}

/* A member of `variables`: its expression is evaluated once, at the first access. */
static bool find_variable(struct cel_run *run, void *context, struct str key, struct cel_value *out)
{
	struct expressions *e = context;
	size_t i = 0, reach = e->reach;
	const cJSON *m;

	(void)run;
	cJSON_ArrayForEach(m, e->variables)
	{
		if (i == reach)
			break;
		if (!str_eqz(key, fakeapi__string(m, "name"))) {
			i++;
			continue;
		}
		if (!e->known[i].found) {
			e->reach = i;
			e->known[i].value = value_of(e, m);
			e->known[i].found = true;
			e->reach = reach;
		}
		*out = e->known[i].value;
		return true;
	}
	return false;
}

int fakeapi__policy_variables(struct judgement *j, struct expressions *e)
{
	struct cel_map *map = cel__alloc(&e->run.arena, sizeof(*map));

	e->variables = fakeapi__member(fakeapi__policy_spec(j->policy), "variables");
	e->reach = (size_t)cJSON_GetArraySize(e->variables);
	e->known = cel__alloc_array(&e->run.arena, e->reach + 1, sizeof(*e->known));
	if (!map || !e->known)
		return -1;
	map->find = find_variable;
	map->context = e;
	e->values[FAKEAPI_VARIABLES] = (struct cel_value) { .kind = CEL_MAP, .as.map = map };
	return 0;
}

static struct str trimmed(struct str s)
{
	while (s.len && strchr(" \t\n\r", *s.ptr))
		s = (struct str) { s.ptr + 1, s.len - 1 };
	while (s.len && strchr(" \t\n\r", s.ptr[s.len - 1]))
		s.len--;
	return s;
}

/* The result of a validation. */
struct verdict {
	const cJSON *validation;
	bool holds, failed; /* failed: the evaluation failed, `text` has the error */
	struct strbuf text; /* else the result of messageExpression; empty: none */
};

struct verdicts {
	struct verdict *list;
	size_t count;
	struct strbuf spent; /* not empty: the budget was exceeded; only this is reported */
};

static void verdicts_fini(struct verdicts *v)
{
	for (size_t i = 0; i < v->count; i++)
		strbuf_fini(&v->list[i].text);
	base__free(v->list);
	strbuf_fini(&v->spent);
}

static int verdicts_init(struct verdicts *v, const cJSON *list)
{
	const cJSON *m;

	*v = (struct verdicts) { .count = (size_t)cJSON_GetArraySize(list) };
	strbuf_init(&v->spent);
	v->list = base__calloc(v->count + 1, sizeof(*v->list));
	if (!v->list) {
		v->count = 0;
		return -1;
	}
	v->count = 0;
	cJSON_ArrayForEach(m, list)
	{
		v->list[v->count].validation = m;
		strbuf_init(&v->list[v->count++].text);
	}
	return 0;
}

static int evaluate_all(struct expressions *e, struct verdicts *v)
{
	for (size_t i = 0; i < v->count; i++) {
		struct verdict *x = &v->list[i];
		struct cel_value value = cel_null();
		int rc = fakeapi__expression(e, fakeapi__string(x->validation, "expression"),
					     &value, &x->text);

		if (rc < 0)
			return -1;
		e->run.stopped = CEL_GOES_ON;
		if (e->spent) {
			strbuf_adds(&v->spent, strbuf_str(&x->text));
			return v->spent.failed ? -1 : 0;
		}
		x->failed = rc > 0;
		x->holds = rc == 0 && cel_is_true(value);
	}
	return 0;
}

/* Evaluates messages while the budget lasts; if it is exceeded, all validations have failed. */
static int evaluate_messages(struct expressions *e, struct verdicts *v)
{
	for (size_t i = 0; i < v->count; i++) {
		struct verdict *x = &v->list[i];
		const char *source = fakeapi__string(x->validation, "messageExpression");
		AUTO_STRBUF why = STRBUF_INIT;
		struct cel_value value = cel_null();
		struct str s = STR("");
		int rc = *source ? fakeapi__expression(e, source, &value, &why) : 1;

		if (rc < 0)
			return -1;
		e->run.stopped = CEL_GOES_ON;
		if (e->spent) {
			for (i = 0; i < v->count; i++) {
				if (v->list[i].failed)
					continue;
				v->list[i].failed = true;
				strbuf_clear(&v->list[i].text);
				strbuf_addf(&v->list[i].text, "failed messageExpression: %s",
					    why.ptr);
			}
			return 0;
		}
		if (rc == 0 && value.kind == CEL_STRING)
			s = trimmed(cel_str(value));
		if (!x->failed && s.len <= 5 * 1024 && !memchr(s.ptr, '\n', s.len))
			strbuf_adds(&x->text, s);
	}
	return 0;
}

/* Reports the messageExpression's result, the message, or the expression itself. */
static int report_verdict(struct judgement *j, const struct verdict *x)
{
	const char *message = fakeapi__string(x->validation, "message");
	AUTO_STRBUF text = STRBUF_INIT;

	if (x->text.failed)
		return -1;
	if (x->failed)
		return fakeapi__policy_failed(j, x->text.ptr);
	if (x->holds)
		return 0;
	if (x->text.len) {
		strbuf_adds(&text, strbuf_str(&x->text));
	} else {
		if (!*message)
			strbuf_addz(&text, "failed expression: ");
		strbuf_adds(&text, trimmed(str_of(
				       *message ? message
						: fakeapi__string(x->validation, "expression"))));
	}
	if (text.failed)
		return -1;
	return fakeapi__policy_deny(j, fakeapi__string(x->validation, "reason"), text.ptr, false);
}

/* There is no audit log for annotations; only their evaluation errors matter. */
static int annotate(struct judgement *j, struct expressions *e, struct verdicts *wrong)
{
	const cJSON *list = fakeapi__member(fakeapi__policy_spec(j->policy), "auditAnnotations");

	if (verdicts_init(wrong, list) < 0)
		return -1;
	for (size_t i = 0; i < wrong->count; i++) {
		struct verdict *x = &wrong->list[i];
		const char *source = fakeapi__string(x->validation, "valueExpression");
		struct cel_value value = cel_null();
		int rc = fakeapi__expression(e, source, &value, &x->text);

		if (rc < 0)
			return -1;
		e->run.stopped = CEL_GOES_ON;
		if (e->spent) {
			strbuf_adds(&wrong->spent, strbuf_str(&x->text));
			return wrong->spent.failed ? -1 : 0;
		}
		if (rc == 0 && value.kind != CEL_STRING && value.kind != CEL_NULL) {
			strbuf_addf(&x->text,
				    "valueExpression '%s' resulted in unsupported return type: ",
				    source);
			cel_type_write(&x->text, cel_type_of_value(value));
			strbuf_addz(&x->text, ". Return type must be either string or null.");
			x->failed = true;
		}
		x->failed |= rc > 0;
	}
	return 0;
}

/* Evaluates everything first: if a budget is exceeded, only that is reported. */
static int validate(struct judgement *j, struct expressions *e)
{
	bool ignores = strcmp(fakeapi__string(fakeapi__policy_spec(j->policy), "failurePolicy"),
			      "Ignore") == 0;
	struct verdicts all, notes = { 0 };
	uint64_t budget = e->budget;
	int rc =
	    verdicts_init(&all, fakeapi__member(fakeapi__policy_spec(j->policy), "validations"));

	strbuf_init(&notes.spent);
	if (rc == 0)
		rc = evaluate_all(e, &all);
	if (rc == 0 && all.spent.len) {
		rc = fakeapi__policy_failed(j, all.spent.ptr);
		goto out;
	}
	/* The next two evaluate variables again and have no authorizer. */
	e->values[FAKEAPI_AUTHORIZER] = cel_error(&e->run, "no such attribute(s): authorizer");
	e->values[FAKEAPI_REQUEST_RESOURCE] =
	    cel_error(&e->run, "no such attribute(s): authorizer.requestResource");
	if (rc == 0)
		rc = fakeapi__policy_variables(j, e);
	if (rc == 0)
		rc = evaluate_messages(e, &all);
	if (rc == 0)
		rc = fakeapi__policy_variables(j, e);
	e->budget = budget;
	e->spent = false;
	if (rc == 0)
		rc = annotate(j, e, &notes);
	if (rc == 0 && notes.spent.len) {
		rc = fakeapi__policy_failed(j, notes.spent.ptr);
		goto out;
	}
	for (size_t i = 0; rc == 0 && i < all.count; i++)
		rc = report_verdict(j, &all.list[i]);
	for (size_t i = 0; rc == 0 && i < notes.count; i++)
		if (notes.list[i].failed && !ignores)
			rc = notes.list[i].text.failed
				 ? -1
				 : fakeapi__policy_deny(j, "", notes.list[i].text.ptr, true);
out:
	verdicts_fini(&all);
	verdicts_fini(&notes);
	return rc;
}

/* Applies the policy with one parameter object, or none. */
static int judge_with(struct judgement *j)
{
	const cJSON *conditions =
	    fakeapi__member(fakeapi__policy_spec(j->policy), "matchConditions");
	AUTO_STRBUF why = STRBUF_INIT;
	struct expressions e;
	int rc = fakeapi__expressions_begin(&e, j->c, j->a, j->in, 0);

	if (rc == 0 && j->params)
		e.values[FAKEAPI_PARAMS] = cel_of_json(&e.run, j->params, NULL);
	if (rc == 0)
		rc = fakeapi__policy_variables(j, &e);
	if (rc == 0)
		rc = fakeapi__expressions_hold(&e, conditions, &why);
	if (rc > 0)
		rc = fakeapi__policy_variables(j, &e) < 0 ? -1 : validate(j, &e);
	else if (rc < 0 && why.len)
		rc = fakeapi__policy_failed(j, why.ptr);
	fakeapi__expressions_end(&e);
	return rc;
}

/* --- parameters --- */

static const struct fakeapi__resource *param_type(struct fakeapi__call *c, const cJSON *kind)
{
	const char *version = fakeapi__string(kind, "apiVersion");
	const char *name = fakeapi__string(kind, "kind"), *slash = strchr(version, '/');
	struct str group = { version, slash ? (size_t)(slash - version) : 0 };
	const struct fakeapi__resource *r;

	for (size_t i = 0; (r = fakeapi__registry_at(c->core->registry, i)); i++)
		if (str_eqz(group, r->group) &&
		    strcmp(r->version, slash ? slash + 1 : version) == 0 &&
		    strcmp(r->kind, name) == 0)
			return r;
	return NULL;
}

static int judge_param(struct judgement *j, const struct fakeapi__version *v, const cJSON *selector,
		       bool *found)
{
	int rc = 0;

	j->params = fakeapi__parse(fakeapi__version_json(v));
	if (!j->params)
		return -1;
	if (!selector ||
	    fakeapi__selects(selector, fakeapi__dig(j->params, "metadata", "labels", NULL))) {
		*found = true;
		rc = j->judge(j);
	}
	cJSON_Delete(j->params);
	j->params = NULL;
	return rc;
}

static int judge_params(struct judgement *j, const cJSON *kind)
{
	const cJSON *ref = fakeapi__member(fakeapi__policy_spec(j->binding), "paramRef");
	const struct fakeapi__resource *res = param_type(j->c, kind);
	const char *name = fakeapi__string(ref, "name"), *own = fakeapi__string(ref, "namespace");
	const cJSON *selector = fakeapi__member(ref, "selector");
	struct str ns = str_of(*own ? own : "");
	const struct fakeapi__bucket *b = NULL;
	bool found = false;

	if (!ref || !res)
		return j->judge(j);
	if ((res->flags & FAKEAPI_RES_NAMESPACED) && !ns.len)
		ns = j->a->ns;
	if ((res->flags & FAKEAPI_RES_NAMESPACED) && !ns.len)
		return fakeapi__policy_failed(
		    j, "failed to configure binding: cannot use namespaced paramRef in policy "
		       "binding that matches cluster-scoped resources");
	if (!(res->flags & FAKEAPI_RES_NAMESPACED) && ns.len)
		return fakeapi__policy_failed(
		    j, "failed to configure binding: paramRef.namespace must not be provided for a "
		       "cluster-scoped `paramKind`");
	b = fakeapi__store_bucket(&j->c->core->store, str_of(res->group), str_of(res->resource),
				  false);
	if (b && *name) {
		const struct fakeapi__version *v = fakeapi__bucket_get(b, ns, str_of(name));

		if (v && judge_param(j, v, NULL, &found) < 0)
			return -1;
	}
	for (struct fakeapi__walk walk = fakeapi__walk_in_steps(j->c->core, b, FAKEAPI_WALK_COSTLY);
	     !*name && fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (v &&
		    (!ns.len || json_str_eq(json_path((struct str) { v->json, v->json_len },
						      "metadata", "namespace", NULL),
					    ns)) &&
		    judge_param(j, v, selector, &found) < 0)
			return -1;
	}
	if (found || strcmp(fakeapi__string(ref, "parameterNotFoundAction"), "Allow") == 0)
		return 0;
	return fakeapi__policy_failed(
	    j, "failed to configure binding: no params found for policy binding with "
	       "`Deny` parameterNotFoundAction");
}

/* --- policies --- */

static int judge_binding(struct judgement *j)
{
	const cJSON *kind = fakeapi__member(fakeapi__policy_spec(j->policy), "paramKind");
	struct invocation ignored;
	int rc = fakeapi__constraints_match(j->c, j->a,
					    fakeapi__member(fakeapi__policy_spec(j->binding),
							    "matchResources"),
					    &ignored);

	if (rc <= 0)
		return rc;
	return kind ? judge_params(j, kind) : j->judge(j);
}

/* Reports the missing kind of parameters once, whatever the bindings say. */
static int no_such_param(struct judgement *j, const cJSON *kind)
{
	const char *version = fakeapi__string(kind, "apiVersion");
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_addf(&why,
		    "failed to configure policy: failed to find resource referenced by paramKind: "
		    "'%s%s, Kind=%s'",
		    strchr(version, '/') ? "" : "/", version, fakeapi__string(kind, "kind"));
	j->binding = NULL;
	return why.failed ? -1 : fakeapi__policy_failed(j, why.ptr);
}

static int judge_policy(struct judgement *j, enum fakeapi__configs bindings)
{
	const char *name = fakeapi__meta_str(j->policy, "name");
	const cJSON *kind = fakeapi__member(fakeapi__policy_spec(j->policy), "paramKind");

	for (size_t i = 0; (j->binding = fakeapi__binding_at(j->c->core, bindings, name, i)); i++) {
		if (cJSON_IsObject(kind) && !param_type(j->c, kind))
			return no_such_param(j, kind);
		if (judge_binding(j) < 0)
			return -1;
	}
	return 0;
}

struct policy_walk {
	struct judgement *j;
	enum fakeapi__configs policies, bindings;
	size_t at;
};

static int judge_next(struct fakeapi__call *c, void *work)
{
	struct policy_walk *w = work;
	struct judgement *j = w->j;
	struct invocation in;
	int rc;

	j->policy = fakeapi__config_at(c->core, w->policies, w->at++);
	if (!j->policy)
		return 0;
	j->in = &in;
	rc = fakeapi__constraints_match(
	    c, j->a, fakeapi__member(fakeapi__policy_spec(j->policy), "matchConstraints"), &in);
	return rc < 0 || (rc > 0 && judge_policy(j, w->bindings) < 0) ? -1 : FAKEAPI_MORE;
}

int fakeapi__policies_each(struct judgement *j, enum fakeapi__configs policies,
			   enum fakeapi__configs bindings)
{
	struct policy_walk w = { .j = j, .policies = policies, .bindings = bindings };

	if (fakeapi__webhooks_load(j->c->core, policies) < 0 ||
	    fakeapi__webhooks_load(j->c->core, bindings) < 0)
		return -1;
	return fakeapi__steps_run(j->c, judge_next, &w);
}

int fakeapi__policies_judge(struct fakeapi__call *c, const struct fakeapi__attributes *a)
{
	struct judgement j = { .c = c, .a = a, .judge = judge_with };

	if (fakeapi__policies_each(&j, FAKEAPI_POLICIES, FAKEAPI_BINDINGS) < 0)
		return -1;
	return j.denied ? -1 : 0;
}
