/* SPDX-License-Identifier: Apache-2.0 */
/* flow_match.c - the FlowSchema of a request (apiserver's util/flowcontrol: rule.go,
 * conc_alloc.go): a response's headers name it and its priority level.
 *
 * FlowSchemas are parsed once and sorted by precedence; a write to them or to a priority level
 * drops the parsed ones. Without FlowSchemas, or with more than SCHEMAS_MAX, which each request
 * would have to search, responses have no such headers.
 */
#include "base/alloc.h"

#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"

#include <stdlib.h>

#define GROUP "flowcontrol.apiserver.k8s.io"

enum { SCHEMAS_MAX = 500 };

struct flow {
	cJSON *schema;
	double precedence;
	char uid[37], level_uid[37];
};

struct fakeapi__flows {
	size_t count;
	struct flow list[];
};

static const cJSON *member(const cJSON *obj, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* --- the parsed FlowSchemas --------------------------------------------------------------- */

void fakeapi__flows_drop(struct fakeapi__core *core)
{
	struct fakeapi__flows *flows = core->flows;

	for (size_t i = 0; flows && i < flows->count; i++)
		cJSON_Delete(flows->list[i].schema);
	base__free(flows);
	core->flows = NULL;
}

/* FlowSchemaSequence.Less: by precedence, then by name. */
static int compare(const void *a, const void *b)
{
	const struct flow *x = a, *y = b;

	if (x->precedence != y->precedence)
		return x->precedence < y->precedence ? -1 : 1;
	return strcmp(fakeapi__meta_str(x->schema, "name"), fakeapi__meta_str(y->schema, "name"));
}

/* 1: it is in use; 0: its priority level does not exist; -1: out of memory. */
static int read_flow(struct fakeapi__core *core, const struct fakeapi__version *v,
		     struct flow *flow)
{
	const struct fakeapi__bucket *levels =
	    fakeapi__store_bucket(&core->store, STR(GROUP), STR("prioritylevelconfigurations"),
				  false);
	cJSON *schema = fakeapi__parse(fakeapi__version_json(v)), *level;
	const cJSON *spec = member(schema, "spec"), *n = member(spec, "matchingPrecedence");
	const char *name = fakeapi__get_str(member(spec, "priorityLevelConfiguration"), "name");
	const struct fakeapi__version *found =
	    levels ? fakeapi__bucket_get(levels, (struct str) { NULL, 0 }, str_of(name)) : NULL;

	level = schema && found ? fakeapi__parse(fakeapi__version_json(found)) : NULL;
	if (!level) {
		bool missing = schema && !found;

		cJSON_Delete(schema);
		return missing ? 0 : -1;
	}
	flow->schema = schema;
	flow->precedence = cJSON_IsNumber(n) ? n->valuedouble : INT32_MAX;
	(void)snprintf(flow->uid, sizeof(flow->uid), "%s", fakeapi__meta_str(schema, "uid"));
	(void)snprintf(flow->level_uid, sizeof(flow->level_uid), "%s",
		       fakeapi__meta_str(level, "uid"));
	cJSON_Delete(level);
	return 1;
}

/* NULL: none, too many, or out of memory. */
static const struct fakeapi__flows *flows_of(struct fakeapi__core *core)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR(GROUP), STR("flowschemas"), false);
	struct fakeapi__flows *flows;

	if (core->flow_rewinds != core->store.rewinds)
		fakeapi__flows_drop(core);
	core->flow_rewinds = core->store.rewinds;
	if (core->flows || !b || !b->live || b->live > SCHEMAS_MAX)
		return core->flows;
	flows = base__calloc(1, sizeof(*flows) + b->live * sizeof(flows->list[0]));
	if (!flows)
		return NULL;
	core->flows = flows;
	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		int rc = v ? read_flow(core, v, &flows->list[flows->count]) : 0;

		if (rc < 0) {
			fakeapi__flows_drop(core);
			return NULL;
		}
		flows->count += rc > 0;
	}
	if (flows->count)
		qsort(flows->list, flows->count, sizeof(flows->list[0]), compare);
	return flows;
}

/* --- the request's attributes ------------------------------------------------------------- */

struct who {
	struct str name;
	const struct fakeapi__user *user;	   /* NULL: the admin of a server without users */
	const struct fakeapi__request *in_headers; /* NULL, or whom that admin impersonates */
};

/* Without a token file every client is admin and may impersonate anyone. */
static struct who who_of(const struct fakeapi__call *c)
{
	struct str as = fakeapi__request_header(c->req, "Impersonate-User");

	if (c->user)
		return (struct who) { str_of(c->user->name), c->user, NULL };
	return (struct who) { as.len ? as : STR("admin"), NULL, as.len ? c->req : NULL };
}

static bool in_group(const struct who *who, const char *group)
{
	const struct fakeapi__request *req = who->in_headers;
	bool all = strcmp(group, "system:authenticated") == 0;

	if (strcmp(group, "*") == 0)
		return true;
	if (who->user)
		return fakeapi__user_in_group(who->user, group);
	if (!req)
		return all || strcmp(group, "system:masters") == 0;
	for (size_t i = 0; i < req->header_count; i++)
		if (str_eqz(req->headers[i].name, "Impersonate-Group") &&
		    str_eqz(req->headers[i].value, group))
			return true;
	return all;
}

/* --- matching ----------------------------------------------------------------------------- */

static bool listed(const cJSON *list, struct str value)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list)
	{
		if (cJSON_IsString(v) &&
		    (strcmp(v->valuestring, "*") == 0 || str_eqz(value, v->valuestring)))
			return true;
	}
	return false;
}

static bool lists_resource(const cJSON *list, const struct fakeapi__route *r)
{
	const cJSON *v;

	if (!r->subresource.len)
		return listed(list, r->resource);
	cJSON_ArrayForEach(v, list)
	{
		const char *z = fakeapi__text(v);

		if (strcmp(z, "*") == 0 ||
		    (strlen(z) > r->resource.len && z[r->resource.len] == '/' &&
		     memcmp(z, r->resource.ptr, r->resource.len) == 0 &&
		     str_eqz(r->subresource, z + r->resource.len + 1)))
			return true;
	}
	return false;
}

/* system:serviceaccount:NS:NAME, without a look at the names' form. */
static bool is_account(struct str user, const char *ns, const char *name)
{
	static const char prefix[] = "system:serviceaccount:";
	size_t at = sizeof(prefix) - 1, n = strlen(ns);

	if (user.len <= at + n || memcmp(user.ptr, prefix, at) != 0 ||
	    memcmp(user.ptr + at, ns, n) != 0 || user.ptr[at + n] != ':')
		return false;
	at += n + 1;
	return strcmp(name, "*") == 0 ||
	       str_eqz((struct str) { user.ptr + at, user.len - at }, name);
}

static bool is_subject(const cJSON *subject, const struct who *who)
{
	const char *kind = fakeapi__get_str(subject, "kind");
	const char *user = fakeapi__get_str(member(subject, "user"), "name");
	const cJSON *account = member(subject, "serviceAccount");

	if (strcmp(kind, "User") == 0)
		return strcmp(user, "*") == 0 || str_eqz(who->name, user);
	if (strcmp(kind, "Group") == 0)
		return in_group(who, fakeapi__get_str(member(subject, "group"), "name"));
	return is_account(who->name, fakeapi__get_str(account, "namespace"),
			  fakeapi__get_str(account, "name"));
}

static bool resource_matches(const cJSON *rule, const struct fakeapi__route *r)
{
	if (!listed(member(rule, "verbs"), str_of(fakeapi__verb_name(r))) ||
	    !listed(member(rule, "apiGroups"), r->group) ||
	    !lists_resource(member(rule, "resources"), r))
		return false;
	return r->ns.len ? listed(member(rule, "namespaces"), r->ns)
			 : cJSON_IsTrue(member(rule, "clusterScope"));
}

static bool path_matches(const cJSON *rule, const struct fakeapi__route *r)
{
	const cJSON *url;

	if (!listed(member(rule, "verbs"), r->method_name))
		return false;
	cJSON_ArrayForEach(url, member(rule, "nonResourceURLs"))
	{
		const char *z = fakeapi__text(url);
		size_t n = strlen(z);

		if (strcmp(z, "*") == 0 || str_eqz(r->path, z) ||
		    (n > 1 && strcmp(z + n - 2, "/*") == 0 && r->path.len >= n - 1 &&
		     memcmp(z, r->path.ptr, n - 1) == 0))
			return true;
	}
	return false;
}

static bool rule_matches(const cJSON *rule, const struct who *who, const struct fakeapi__route *r)
{
	const char *kind = r->resource_path ? "resourceRules" : "nonResourceRules";
	const cJSON *s, *one;

	cJSON_ArrayForEach(s, member(rule, "subjects"))
	{
		if (is_subject(s, who))
			break;
	}
	if (!s)
		return false;
	cJSON_ArrayForEach(one, member(rule, kind))
	{
		if (r->resource_path ? resource_matches(one, r) : path_matches(one, r))
			return true;
	}
	return false;
}

static bool flow_matches(const struct flow *flow, const struct who *who,
			 const struct fakeapi__route *r)
{
	const cJSON *rule;

	cJSON_ArrayForEach(rule, member(member(flow->schema, "spec"), "rules"))
	{
		if (rule_matches(rule, who, r))
			return true;
	}
	return false;
}

void fakeapi__flow_headers(struct fakeapi__call *c)
{
	const struct fakeapi__flows *flows;
	struct who who = who_of(c);

	/* Of long-running requests only watches are counted. */
	if (c->route.long_running && c->route.verb != FAKEAPI_VERB_WATCH)
		return;
	flows = flows_of(c->core);
	for (size_t i = 0; flows && i < flows->count; i++)
		if (flow_matches(&flows->list[i], &who, &c->route)) {
			fakeapi__answer_flow(c, flows->list[i].uid, flows->list[i].level_uid);
			return;
		}
}
