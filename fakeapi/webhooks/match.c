/* SPDX-License-Identifier: Apache-2.0 */
/* match.c - matches a webhook's rules, selectors and conditions with an operation (apiserver's
 * admission/plugin/webhook/generic and predicates). */
#include "fakeapi/admission/admission.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/labels.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/webhooks/webhooks_impl.h"

static const char *const operations[] = { "CREATE", "UPDATE", "DELETE", "CONNECT" };

static bool has(const cJSON *list, const char *word)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list) if (cJSON_IsString(v) &&
					(strcmp(v->valuestring, "*") == 0 ||
					 strcmp(v->valuestring, word) == 0)) return true;
	return false;
}

static bool is_namespace(const struct fakeapi__resource *res)
{
	return !res->group[0] && strcmp(res->resource, "namespaces") == 0;
}

static bool in_scope(const cJSON *rule, const struct fakeapi__resource *res,
		     const struct fakeapi__attributes *a)
{
	const char *scope = fakeapi__string(rule, "scope");

	if (strcmp(scope, "Namespaced") == 0)
		return !is_namespace(res) && a->ns.len;
	if (strcmp(scope, "Cluster") == 0)
		return is_namespace(res) || !a->ns.len;
	return true;
}

/* "pods", "pods/status", or a star for either part. */
static bool names_resource(const cJSON *rule, const struct fakeapi__resource *res, const char *sub)
{
	const cJSON *list = fakeapi__member(rule, "resources"), *v;

	cJSON_ArrayForEach(v, list)
	{
		const char *name = fakeapi__text(v);
		const char *slash = strchr(name, '/'), *want = slash ? slash + 1 : "";
		struct str plural = { name, slash ? (size_t)(slash - name) : strlen(name) };

		if ((str_eqz(plural, "*") || str_eqz(plural, res->resource)) &&
		    (strcmp(want, "*") == 0 || strcmp(want, sub) == 0))
			return true;
	}
	return false;
}

static bool rule_matches(const cJSON *rule, const struct fakeapi__resource *res, const char *sub,
			 const struct fakeapi__attributes *a)
{
	return in_scope(rule, res, a) &&
	       has(fakeapi__member(rule, "operations"), operations[a->op]) &&
	       has(fakeapi__member(rule, "apiGroups"), res->group) &&
	       has(fakeapi__member(rule, "apiVersions"), res->version) &&
	       names_resource(rule, res, sub);
}

/* True if `r` is the call's type in another group or version: the same objects. */
static bool is_equivalent(const struct fakeapi__call *c, const struct fakeapi__resource *r,
			  const char *sub)
{
	return r != c->res && fakeapi__registry_storage(c->core->registry, r) == c->stored &&
	       (!*sub || fakeapi__resource_sub(r, str_of(sub)));
}

/* A policy's rule may have resourceNames. */
static bool names_object(const cJSON *rule, const struct fakeapi__attributes *a)
{
	const cJSON *names = fakeapi__member(rule, "resourceNames"), *v;

	if (!names || !names->child)
		return true;
	cJSON_ArrayForEach(v, names) if (cJSON_IsString(v) &&
					 str_eqz(a->name, v->valuestring)) return true;
	return false;
}

/* The type by which a rule matches the object; NULL: no rule matches. */
static const struct fakeapi__resource *find_rule(struct fakeapi__call *c,
						 const struct fakeapi__attributes *a,
						 const cJSON *spec, const char *list)
{
	const char *sub = c->sub ? c->sub->name : "";
	const cJSON *rules = fakeapi__member(spec, list), *rule;
	const struct fakeapi__resource *r;

	cJSON_ArrayForEach(rule, rules) if (rule_matches(rule, c->res, sub, a) &&
					    names_object(rule, a)) return c->res;
	if (strcmp(fakeapi__string(spec, "matchPolicy"), "Equivalent") != 0)
		return NULL;
	cJSON_ArrayForEach(rule, rules)
	{
		for (size_t i = 0; (r = fakeapi__registry_at(c->core->registry, i)); i++)
			if (is_equivalent(c, r, sub) && rule_matches(rule, r, sub, a) &&
			    names_object(rule, a))
				return r;
	}
	return NULL;
}

/* --- selectors ---------------------------------------------------------------------------- */

static bool is_empty(const cJSON *selector)
{
	return !fakeapi__dig(selector, "matchLabels", NULL) &&
	       !fakeapi__dig(selector, "matchExpressions", NULL);
}

/* GetNamespaceLabels() compares only the name of the resource, without its group. */
static bool is_any_namespace(const struct fakeapi__resource *res)
{
	return strcmp(res->resource, "namespaces") == 0;
}

static const cJSON *labels_of(const cJSON *obj)
{
	return fakeapi__dig(obj, "metadata", "labels", NULL);
}

/* Matches the labels of the written namespace itself, or of the object's namespace. */
static int namespace_selected(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			      const cJSON *selector)
{
	const struct fakeapi__resource *namespaces;
	const struct fakeapi__bucket *b;
	const struct fakeapi__version *v;
	cJSON *tree;
	bool yes;

	if ((!a->ns.len && !is_any_namespace(c->res)) || is_empty(selector))
		return 1;
	if (is_any_namespace(c->res) && !c->sub && a->obj &&
	    (a->op == FAKEAPI_HOOK_CREATE || a->op == FAKEAPI_HOOK_UPDATE))
		return fakeapi__selects(selector, labels_of(a->obj));
	b = fakeapi__store_bucket(&c->core->store, STR(""), STR("namespaces"), false);
	v = b ? fakeapi__bucket_get(b, STR(""), a->ns) : NULL;
	if (!v) {
		AUTO_STRBUF name = STRBUF_INIT;

		if (c->core->opt.any_namespace)
			return fakeapi__selects(selector, NULL);
		namespaces = fakeapi__registry_find(c->core->registry, STR(""), STR("v1"),
						    STR("namespaces"));
		strbuf_adds(&name, a->ns);
		if (name.failed || !namespaces)
			return -1;
		(void)fakeapi__status_set(&c->st, 404, "NotFound", "namespaces \"%s\" not found",
					  name.ptr);
		fakeapi__status_details(&c->st, name.ptr, "", "namespaces", NULL);
		return -1;
	}
	tree = fakeapi__parse(fakeapi__version_json(v));
	if (!tree)
		return -1;
	yes = fakeapi__selects(selector, labels_of(tree));
	cJSON_Delete(tree);
	return yes;
}

/* The options of a CONNECT have no metadata, so no selector matches them. */
static bool object_selected(const struct fakeapi__attributes *a, const cJSON *selector)
{
	bool has_meta = a->obj && a->op != FAKEAPI_HOOK_CONNECT;

	return is_empty(selector) || (has_meta && fakeapi__selects(selector, labels_of(a->obj))) ||
	       (a->old && fakeapi__selects(selector, labels_of(a->old)));
}

/* --- conditions --------------------------------------------------------------------------- */

/* matchConditions: 1: all are true (or none exist); 0: one is false; -1: error in st (an evaluation
 * failed: 403 if failurePolicy is Fail), or out of memory. */
static int conditions_met(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			  const struct invocation *in)
{
	AUTO_STRBUF why = STRBUF_INIT, name = STRBUF_INIT;
	int rc = fakeapi__conditions_hold(c, a, in,
					  fakeapi__member(in->hook.spec, "matchConditions"), &why);

	if (rc >= 0 || !why.len)
		return rc;
	if (fakeapi__hook_ignores_failure(&in->hook))
		return 0;
	strbuf_adds(&name, a->name);
	return name.failed ? -1 : fakeapi__admission_forbid(c, name.ptr, why.ptr);
}

#define ADMISSION "admissionregistration.k8s.io"
#define REVIEWS	  "authorization.k8s.io"

/* Neither webhooks nor policies receive policies. Webhooks do not receive webhook configurations
 * (rules.IsExemptAdmissionConfigurationResource); policies do not receive reviews
 * (kubeapiserver/admission/exclusion). */
static bool is_exempt(const struct fakeapi__resource *res, bool of_policies)
{
	enum sees { NONE, POLICIES, WEBHOOKS };
	static const struct {
		const char *group, *resource;
		enum sees sees;
	} types[] = {
		{ ADMISSION, "validatingwebhookconfigurations", POLICIES },
		{ ADMISSION, "mutatingwebhookconfigurations", POLICIES },
		{ ADMISSION, "validatingadmissionpolicies", NONE },
		{ ADMISSION, "validatingadmissionpolicybindings", NONE },
		{ ADMISSION, "mutatingadmissionpolicies", NONE },
		{ ADMISSION, "mutatingadmissionpolicybindings", NONE },
		{ "authentication.k8s.io", "selfsubjectreviews", WEBHOOKS },
		{ "authentication.k8s.io", "tokenreviews", WEBHOOKS },
		{ REVIEWS, "localsubjectaccessreviews", WEBHOOKS },
		{ REVIEWS, "selfsubjectaccessreviews", WEBHOOKS },
		{ REVIEWS, "selfsubjectrulesreviews", WEBHOOKS },
		{ REVIEWS, "subjectaccessreviews", WEBHOOKS },
	};

	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (strcmp(res->group, types[i].group) == 0 &&
		    strcmp(res->resource, types[i].resource) == 0)
			return types[i].sees != (of_policies ? POLICIES : WEBHOOKS);
	return false;
}

static void set_kind(struct fakeapi__call *c, struct invocation *out)
{
	const struct fakeapi__subresource *sub =
	    c->sub ? fakeapi__resource_sub(out->res, str_of(c->sub->name)) : NULL;

	out->group = sub && sub->version[0] ? sub->group : out->res->group;
	out->version = sub && sub->version[0] ? sub->version : out->res->version;
	out->kind = sub && sub->kind[0] ? sub->kind : out->res->kind;
}

int fakeapi__constraints_match(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			       const cJSON *constraints, struct invocation *out)
{
	const cJSON *rules = fakeapi__member(constraints, "resourceRules");
	int rc;

	memset(out, 0, sizeof(*out));
	out->res = c->res;
	if (is_exempt(c->res, true) || find_rule(c, a, constraints, "excludeResourceRules"))
		return 0;
	if (rules && rules->child) {
		out->res = find_rule(c, a, constraints, "resourceRules");
		if (!out->res)
			return 0;
	}
	set_kind(c, out);
	rc = namespace_selected(c, a, fakeapi__member(constraints, "namespaceSelector"));
	if (rc <= 0)
		return rc;
	return object_selected(a, fakeapi__member(constraints, "objectSelector"));
}

int fakeapi__hook_matches(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			  const struct hook *h, struct invocation *out)
{
	int rc;

	if (is_exempt(c->res, false))
		return 0;
	out->hook = *h;
	out->res = find_rule(c, a, h->spec, "rules");
	if (!out->res)
		return 0;
	set_kind(c, out);
	rc = namespace_selected(c, a, fakeapi__member(h->spec, "namespaceSelector"));
	if (rc <= 0)
		return rc;
	if (!object_selected(a, fakeapi__member(h->spec, "objectSelector")))
		return 0;
	return conditions_met(c, a, out);
}
