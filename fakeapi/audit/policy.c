/* SPDX-License-Identifier: Apache-2.0 */
/* policy.c - the audit policy: reading it, and the rule of a request (apiserver's audit/policy). */
#include "base/alloc.h"

#include "base/text/dns.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/authz/rules.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

struct fakeapi__audit_policy {
	cJSON *tree;
	unsigned omit;
	bool omit_managed;
};

static const char *const levels[] = { "None", "Metadata", "Request", "RequestResponse" };
static const char *const stages[FAKEAPI_AUDIT_STAGES] = { "RequestReceived", "ResponseStarted",
							  "ResponseComplete", "Panic" };

/* --- reading ------------------------------------------------------------------------------ */

/* The index of a word, or -1. */
static int find(const char *const *words, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return (int)i;
	return -1;
}

static int read_stages(const cJSON *list, const char *at, unsigned *omit, struct relist_err *err)
{
	const cJSON *s;
	int i = 0;

	cJSON_ArrayForEach(s, list)
	{
		const char *name = fakeapi__text(s);
		int stage = find(stages, ARRAY_LEN(stages), name);

		if (stage < 0)
			return relist_err_set(
			    err, RELIST_EINVAL,
			    "audit policy: %s[%d]: Invalid value: \"%.60s\": allowed stages are "
			    "RequestReceived,ResponseStarted,ResponseComplete,Panic",
			    at, i, name);
		*omit |= 1U << stage;
		i++;
	}
	return 0;
}

static int check_urls(const cJSON *rule, const char *at, struct relist_err *err)
{
	const cJSON *urls = fakeapi__member(rule, "nonResourceURLs"), *u;
	const cJSON *resources = fakeapi__member(rule, "resources");
	const cJSON *namespaces = fakeapi__member(rule, "namespaces");

	cJSON_ArrayForEach(u, urls)
	{
		const char *url = fakeapi__text(u);
		const char *star = strchr(url, '*');

		if (strcmp(url, "*") == 0)
			continue;
		if (*url != '/')
			return relist_err_set(err, RELIST_EINVAL,
					      "audit policy: %s.nonResourceURLs: Invalid value: "
					      "\"%.60s\": non-resource URL rules must begin with a "
					      "'/' character",
					      at, url);
		if (star && star[1])
			return relist_err_set(err, RELIST_EINVAL,
					      "audit policy: %s.nonResourceURLs: Invalid value: "
					      "\"%.60s\": non-resource URL wildcards '*' must be "
					      "the final character of the rule",
					      at, url);
	}
	if (cJSON_GetArraySize(urls) &&
	    (cJSON_GetArraySize(resources) || cJSON_GetArraySize(namespaces)))
		return relist_err_set(err, RELIST_EINVAL,
				      "audit policy: %s.nonResourceURLs: rules cannot apply to "
				      "both regular resources and non-resource URLs",
				      at);
	return 0;
}

static int check_resources(const cJSON *rule, const char *at, struct relist_err *err)
{
	const cJSON *r;

	cJSON_ArrayForEach(r, fakeapi__member(rule, "resources"))
	{
		const char *group = fakeapi__string(r, "group");

		if (*group &&
		    (strlen(group) > DNS_SUBDOMAIN_LEN_MAX || !dns_is_subdomain(str_of(group))))
			return relist_err_set(err, RELIST_EINVAL,
					      "audit policy: %s.resources.group: Invalid value: "
					      "\"%.60s\": must be the name of a group, without a "
					      "version",
					      at, group);
		if (cJSON_GetArraySize(fakeapi__member(r, "resourceNames")) &&
		    !cJSON_GetArraySize(fakeapi__member(r, "resources")))
			return relist_err_set(err, RELIST_EINVAL,
					      "audit policy: %s.resources.resourceNames: using "
					      "resourceNames requires at least one resource",
					      at);
	}
	return 0;
}

static int check_rule(const cJSON *rule, const char *at, struct relist_err *err)
{
	const char *level = fakeapi__string(rule, "level");
	char omit_at[60];
	unsigned omit = 0;
	int code;

	if (!*level)
		return relist_err_set(err, RELIST_EINVAL, "audit policy: %s.level: Required value",
				      at);
	if (find(levels, ARRAY_LEN(levels), level) < 0)
		return relist_err_set(err, RELIST_EINVAL,
				      "audit policy: %s.level: Unsupported value: \"%.60s\": "
				      "supported values: \"None\", \"Metadata\", \"Request\", "
				      "\"RequestResponse\"",
				      at, level);
	code = check_urls(rule, at, err);
	if (!code)
		code = check_resources(rule, at, err);
	(void)snprintf(omit_at, sizeof(omit_at), "%s.omitStages", at);
	return code ? code : read_stages(fakeapi__member(rule, "omitStages"), omit_at, &omit, err);
}

static int check_policy(struct fakeapi__audit_policy *p, struct relist_err *err)
{
	const cJSON *rules = fakeapi__member(p->tree, "rules"), *rule;
	const char *kind = fakeapi__string(p->tree, "kind");
	const char *version = fakeapi__string(p->tree, "apiVersion");
	int i = 0, code;

	if (strcmp(kind, "Policy") != 0 || strcmp(version, "audit.k8s.io/v1") != 0)
		return relist_err_set(
		    err, RELIST_EINVAL,
		    "audit policy: the object is \"%.60s\" of \"%.60s\", must be Policy "
		    "of audit.k8s.io/v1",
		    kind, version);
	code = read_stages(fakeapi__member(p->tree, "omitStages"), "omitStages", &p->omit, err);
	p->omit_managed = cJSON_IsTrue(fakeapi__member(p->tree, "omitManagedFields"));
	cJSON_ArrayForEach(rule, rules)
	{
		char at[40];

		(void)snprintf(at, sizeof(at), "rules[%d]", i++);
		if (!code)
			code = check_rule(rule, at, err);
	}
	if (!code && !i)
		code = relist_err_set(err, RELIST_EINVAL,
				      "audit policy: loaded illegal policy with 0 rules");
	return code;
}

int fakeapi__audit_policy_new(const char *json, struct fakeapi__audit_policy **out,
			      struct relist_err *err)
{
	struct fakeapi__audit_policy *p = base__calloc(1, sizeof(*p));
	int code;

	*out = NULL;
	if (p)
		p->tree = fakeapi__parse(str_of(json));
	if (!p || !p->tree) {
		fakeapi__audit_policy_free(p);
		return relist_err_set(err, RELIST_ENOMEM, "audit policy: out of memory");
	}
	code = check_policy(p, err);
	if (code) {
		fakeapi__audit_policy_free(p);
		return code;
	}
	*out = p;
	return 0;
}

void fakeapi__audit_policy_free(struct fakeapi__audit_policy *policy)
{
	if (!policy)
		return;
	cJSON_Delete(policy->tree);
	base__free(policy);
}

/* --- the rule of a request ---------------------------------------------------------------- */

static bool has(const cJSON *list, struct str value)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list)
	{
		if (cJSON_IsString(v) && str_eqz(value, v->valuestring))
			return true;
	}
	return false;
}

/* A server without users authenticates every client as the admin. */
static bool groups_match(const cJSON *groups, const struct fakeapi__user *user)
{
	const cJSON *g;

	cJSON_ArrayForEach(g, groups)
	{
		const char *name = fakeapi__text(g);

		if (user ? fakeapi__user_in_group(user, name)
			 : strcmp(name, "system:masters") == 0 ||
			       strcmp(name, "system:authenticated") == 0)
			return true;
	}
	return false;
}

/* "*", "pods", "pods/log", "pods/\*", "*\/log". */
static bool resource_matches(const char *want, const struct fakeapi__action *a)
{
	const char *slash = strchr(want, '/');
	struct str type = { want, slash ? (size_t)(slash - want) : strlen(want) };
	struct str sub = str_of(slash ? slash + 1 : "");

	if (strcmp(want, "*") == 0)
		return true;
	if (!slash)
		return !a->sub.len && str_eq(type, a->resource);
	if (str_eq(type, a->resource))
		return str_eqz(sub, "*") || (a->sub.len && str_eq(sub, a->sub));
	return a->sub.len && str_eqz(type, "*") && str_eq(sub, a->sub);
}

static bool resources_match(const cJSON *list, const struct fakeapi__action *a)
{
	const cJSON *g, *r;

	cJSON_ArrayForEach(g, list)
	{
		const cJSON *resources = fakeapi__member(g, "resources");
		const cJSON *names = fakeapi__member(g, "resourceNames");

		if (!str_eqz(a->group, fakeapi__string(g, "group")))
			continue;
		if (!cJSON_GetArraySize(resources))
			return true;
		if (cJSON_GetArraySize(names) && !has(names, a->name))
			continue;
		cJSON_ArrayForEach(r, resources)
		{
			if (cJSON_IsString(r) && resource_matches(r->valuestring, a))
				return true;
		}
	}
	return false;
}

static bool rule_matches(const cJSON *rule, const struct fakeapi__call *c,
			 const struct fakeapi__action *a)
{
	const cJSON *users = fakeapi__member(rule, "users");
	const cJSON *groups = fakeapi__member(rule, "userGroups");
	const cJSON *verbs = fakeapi__member(rule, "verbs");
	const cJSON *namespaces = fakeapi__member(rule, "namespaces");
	const cJSON *resources = fakeapi__member(rule, "resources");
	const cJSON *urls = fakeapi__member(rule, "nonResourceURLs");

	if (cJSON_GetArraySize(users) && !has(users, str_of(c->user ? c->user->name : "admin")))
		return false;
	if (cJSON_GetArraySize(groups) && !groups_match(groups, c->user))
		return false;
	if (cJSON_GetArraySize(verbs) && !has(verbs, a->verb))
		return false;
	if (cJSON_GetArraySize(namespaces) || cJSON_GetArraySize(resources))
		return a->on_resource &&
		       (!cJSON_GetArraySize(namespaces) || has(namespaces, a->ns)) &&
		       (!cJSON_GetArraySize(resources) || resources_match(resources, a));
	if (cJSON_GetArraySize(urls))
		return !a->on_resource && fakeapi__lists_path(urls, a->path);
	return true;
}

struct fakeapi__audit_config fakeapi__audit_evaluate(const struct fakeapi__audit_policy *policy,
						     const struct fakeapi__call *c)
{
	struct fakeapi__action a = fakeapi__action_of(c, NULL);
	struct fakeapi__audit_config config = { .omit = policy->omit,
						.omit_managed = policy->omit_managed };
	const cJSON *rule;

	cJSON_ArrayForEach(rule, fakeapi__member(policy->tree, "rules"))
	{
		const cJSON *omit_managed = fakeapi__member(rule, "omitManagedFields");

		if (!rule_matches(rule, c, &a))
			continue;
		config.level = (enum fakeapi__audit_level)find(levels, ARRAY_LEN(levels),
							       fakeapi__string(rule, "level"));
		(void)read_stages(fakeapi__member(rule, "omitStages"), "", &config.omit, NULL);
		if (cJSON_IsBool(omit_managed))
			config.omit_managed = cJSON_IsTrue(omit_managed);
		break;
	}
	return config;
}
