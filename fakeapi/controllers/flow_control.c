/* SPDX-License-Identifier: Apache-2.0 */
/* flow_control.c - API priority and fairness without queues: a response's headers name the
 * FlowSchema of its request, and the status of FlowSchemas says whether their priority level
 * exists. Requests never wait.
 *
 * Without FlowSchemas, or with more than SCHEMAS_MAX, which each request would have to search,
 * responses have no such headers.
 */
#include "base/json_scan.h"
#include "base/text/ascii.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

#define GROUP "flowcontrol.apiserver.k8s.io"

enum { SEATS = 600, SCHEMAS_MAX = 500, FIRST_SCHEMAS = 2, CLUSTER_SCHEMAS = 11 };

static const struct fakeapi__resource *type_of(const struct fakeapi__core *core, const char *name)
{
	return fakeapi__registry_find(core->registry, STR(GROUP), STR("v1"), str_of(name));
}

static const struct fakeapi__bucket *bucket_of(struct fakeapi__core *core, const char *name)
{
	return fakeapi__store_bucket(&core->store, STR(GROUP), str_of(name), false);
}

static const char *level_of(const cJSON *schema)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(schema, "spec");

	return fakeapi__get_str(cJSON_GetObjectItemCaseSensitive(spec,
								 "priorityLevelConfiguration"),
				"name");
}

static bool listed(const cJSON *list, const char *value)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list)
	{
		if (cJSON_IsString(v) &&
		    (strcmp(v->valuestring, "*") == 0 || strcmp(v->valuestring, value) == 0))
			return true;
	}
	return false;
}

static const cJSON *member(const cJSON *obj, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* --- the request's attributes ---------------------------------------------------------------- */

struct attributes {
	struct strbuf user, verb, group, resource, ns, path;
	cJSON *groups;
};

static void add_group(struct attributes *a, struct str name)
{
	AUTO_STRBUF z = STRBUF_INIT;
	cJSON *item;

	strbuf_adds(&z, name);
	item = z.failed ? NULL : cJSON_CreateString(z.ptr ? z.ptr : "");
	if (!cJSON_AddItemToArray(a->groups, item))
		cJSON_Delete(item);
}

/* The user of the request. Without a token file every client is admin and may impersonate
 * anyone. */
static void find_user(const struct fakeapi__call *c, struct attributes *a)
{
	struct str as = fakeapi__request_header(c->req, "Impersonate-User");
	cJSON *info;

	if (!c->user && as.len) {
		strbuf_adds(&a->user, as);
		for (size_t i = 0; i < c->req->header_count; i++)
			if (str_eqz(c->req->headers[i].name, "Impersonate-Group"))
				add_group(a, c->req->headers[i].value);
		add_group(a, STR("system:authenticated"));
		return;
	}
	strbuf_addz(&a->user, c->user ? c->user->name : "system:anonymous");
	info = fakeapi__user_info(c->user);
	cJSON_Delete(a->groups);
	a->groups = cJSON_DetachItemFromObjectCaseSensitive(info, "groups");
	cJSON_Delete(info);
}

static void attributes_init(const struct fakeapi__call *c, struct attributes *a)
{
	memset(a, 0, sizeof(*a));
	a->groups = cJSON_CreateArray();
	find_user(c, a);
	strbuf_adds(&a->group, c->route.group);
	strbuf_adds(&a->resource, c->route.resource);
	if (c->route.subresource.len) {
		strbuf_addc(&a->resource, '/');
		strbuf_adds(&a->resource, c->route.subresource);
	}
	strbuf_adds(&a->ns, c->route.ns);
	strbuf_adds(&a->path, c->route.path);
	if (c->route.resource_path)
		strbuf_addz(&a->verb, fakeapi__verb_name(&c->route));
	else
		for (size_t i = 0; i < c->req->method.len; i++)
			strbuf_addc(&a->verb, ascii_lower(c->req->method.ptr[i]));
}

static void attributes_fini(struct attributes *a)
{
	strbuf_fini(&a->user);
	strbuf_fini(&a->verb);
	strbuf_fini(&a->group);
	strbuf_fini(&a->resource);
	strbuf_fini(&a->ns);
	strbuf_fini(&a->path);
	cJSON_Delete(a->groups);
}

static bool attributes_complete(const struct attributes *a)
{
	return a->groups && !a->user.failed && !a->verb.failed && !a->group.failed &&
	       !a->resource.failed && !a->ns.failed && !a->path.failed;
}

static const char *text(const struct strbuf *b)
{
	return b->len ? b->ptr : "";
}

/* --- matching FlowSchemas ----------------------------------------------------------------- */

static bool subject_matches(const cJSON *subject, const struct attributes *a)
{
	const char *kind = fakeapi__get_str(subject, "kind");
	const char *user = fakeapi__get_str(member(subject, "user"), "name");
	const char *group = fakeapi__get_str(member(subject, "group"), "name");
	const cJSON *account = member(subject, "serviceAccount"), *g;
	AUTO_STRBUF name = STRBUF_INIT;

	if (strcmp(kind, "User") == 0)
		return strcmp(user, "*") == 0 || strcmp(user, text(&a->user)) == 0;
	if (strcmp(kind, "Group") == 0) {
		cJSON_ArrayForEach(g, a->groups)
		{
			if (strcmp(group, "*") == 0 || strcmp(group, g->valuestring) == 0)
				return true;
		}
		return false;
	}
	strbuf_addf(&name, "system:serviceaccount:%s:", fakeapi__get_str(account, "namespace"));
	if (name.failed || strncmp(text(&a->user), name.ptr, name.len) != 0)
		return false;
	return strcmp(fakeapi__get_str(account, "name"), "*") == 0 ||
	       strcmp(fakeapi__get_str(account, "name"), text(&a->user) + name.len) == 0;
}

static bool resource_matches(const cJSON *rule, const struct attributes *a)
{
	if (!listed(member(rule, "verbs"), text(&a->verb)) ||
	    !listed(member(rule, "apiGroups"), text(&a->group)) ||
	    !listed(member(rule, "resources"), text(&a->resource)))
		return false;
	return a->ns.len ? listed(member(rule, "namespaces"), text(&a->ns))
			 : cJSON_IsTrue(member(rule, "clusterScope"));
}

static bool path_matches(const cJSON *rule, const struct attributes *a)
{
	const cJSON *url;

	if (!listed(member(rule, "verbs"), text(&a->verb)))
		return false;
	cJSON_ArrayForEach(url, member(rule, "nonResourceURLs"))
	{
		const char *z = cJSON_IsString(url) ? url->valuestring : "";
		size_t n = strlen(z);

		if (strcmp(z, "*") == 0 || strcmp(z, text(&a->path)) == 0 ||
		    (n > 1 && strcmp(z + n - 2, "/*") == 0 &&
		     strncmp(z, text(&a->path), n - 1) == 0))
			return true;
	}
	return false;
}

static bool rule_matches(const cJSON *rule, const struct attributes *a, bool resource)
{
	const cJSON *s, *r;
	bool who = false;

	cJSON_ArrayForEach(s, member(rule, "subjects")) who |= subject_matches(s, a);
	if (!who)
		return false;
	cJSON_ArrayForEach(r, member(rule, resource ? "resourceRules" : "nonResourceRules"))
	{
		if (resource ? resource_matches(r, a) : path_matches(r, a))
			return true;
	}
	return false;
}

static int64_t precedence(const cJSON *schema)
{
	const cJSON *v = member(member(schema, "spec"), "matchingPrecedence");

	return cJSON_IsNumber(v) ? (int64_t)v->valuedouble : INT64_MAX;
}

/* The FlowSchema of the request; NULL: none, or out of memory. */
static cJSON *classify(const struct fakeapi__bucket *b, const struct attributes *a, bool resource)
{
	cJSON *best = NULL;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		cJSON *schema = v ? fakeapi__parse((struct str) { v->json, v->json_len }) : NULL;
		const cJSON *rule;
		bool takes = false;

		cJSON_ArrayForEach(rule, member(member(schema, "spec"), "rules")) takes |=
		    rule_matches(rule, a, resource);
		if (takes && (!best || precedence(schema) < precedence(best))) {
			cJSON_Delete(best);
			best = schema;
		} else {
			cJSON_Delete(schema);
		}
	}
	return best;
}

int fakeapi__flow_headers(struct fakeapi__call *c)
{
	const struct fakeapi__bucket *schemas = bucket_of(c->core, "flowschemas");
	const struct fakeapi__bucket *levels = bucket_of(c->core, "prioritylevelconfigurations");
	const struct fakeapi__version *level;
	struct attributes a;
	cJSON *schema = NULL, *obj = NULL;
	int rc = 0;

	attributes_init(c, &a);
	if (schemas && levels && attributes_complete(&a))
		schema = classify(schemas, &a, c->route.resource_path);
	attributes_fini(&a);
	if (!schema)
		return 0;
	level = fakeapi__bucket_get(levels, (struct str) { NULL, 0 }, str_of(level_of(schema)));
	obj = level ? fakeapi__parse((struct str) { level->json, level->json_len }) : NULL;
	if (obj)
		rc = fakeapi__header_add(c->x, "X-Kubernetes-Pf-Flowschema-Uid",
					 str_of(fakeapi__meta_str(schema, "uid"))) < 0 ||
		     fakeapi__header_add(c->x, "X-Kubernetes-Pf-Prioritylevel-Uid",
					 str_of(fakeapi__meta_str(obj, "uid"))) < 0;
	cJSON_Delete(schema);
	cJSON_Delete(obj);
	return rc ? -1 : 0;
}

/* --- the controller's status -------------------------------------------------------------- */

static cJSON *dangling(const char *level, bool exists, const char *now)
{
	cJSON *status = cJSON_CreateObject();
	cJSON *list = status ? cJSON_AddArrayToObject(status, "conditions") : NULL;
	cJSON *c = cJSON_CreateObject();
	AUTO_STRBUF message = STRBUF_INIT;

	strbuf_addf(&message,
		    "This FlowSchema references the PriorityLevelConfiguration object named \"%s\" "
		    "%s",
		    level, exists ? "and it exists" : "but there is no such object");
	if (list && c && !message.failed && cJSON_AddStringToObject(c, "type", "Dangling") &&
	    cJSON_AddStringToObject(c, "status", exists ? "False" : "True") &&
	    cJSON_AddStringToObject(c, "lastTransitionTime", now) &&
	    cJSON_AddStringToObject(c, "reason", exists ? "Found" : "NotFound") &&
	    cJSON_AddStringToObject(c, "message", message.ptr) && cJSON_AddItemToArray(list, c))
		return status;
	cJSON_Delete(c);
	cJSON_Delete(status);
	return NULL;
}

static bool has_dangling_status(const cJSON *schema, bool exists)
{
	const cJSON *c;

	cJSON_ArrayForEach(c, member(member(schema, "status"), "conditions"))
	{
		if (strcmp(fakeapi__get_str(c, "type"), "Dangling") == 0)
			return strcmp(fakeapi__get_str(c, "status"), exists ? "False" : "True") ==
			       0;
	}
	return false;
}

/* Like dangling(), but reads JSON without a tree; false: unknown. */
static bool is_settled(const struct fakeapi__bucket *levels, const struct fakeapi__version *v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str json = fakeapi__version_json(v);
	struct str level =
	    json_str(json_path(json, "spec", "priorityLevelConfiguration", "name", NULL), &scratch);
	bool exists = !scratch.failed && levels &&
		      fakeapi__bucket_get(levels, (struct str) { NULL, 0 }, level);

	return strstr(v->json, exists ? "{\"type\":\"Dangling\",\"status\":\"False\","
				      : "{\"type\":\"Dangling\",\"status\":\"True\",") != NULL;
}

static void settle_one(struct fakeapi__core *core, const struct fakeapi__version *v)
{
	const struct fakeapi__bucket *levels = bucket_of(core, "prioritylevelconfigurations");
	cJSON *old = fakeapi__parse((struct str) { v->json, v->json_len });
	bool exists =
	    levels && fakeapi__bucket_get(levels, (struct str) { NULL, 0 }, str_of(level_of(old)));
	struct fakeapi__loopback in;

	fakeapi__loopback_init(&in, core, "api-priority-and-fairness-config-consumer-v1");
	if (old && !has_dangling_status(old, exists) &&
	    fakeapi__loopback_aim(&in, type_of(core, "flowschemas"), "",
				  fakeapi__meta_str(old, "name")) == 0)
		(void)fakeapi__loopback_apply_status(&in,
						     dangling(level_of(old), exists, in.call.now));
	fakeapi__loopback_fini(&in);
	cJSON_Delete(old);
}

void fakeapi__flows_settle(struct fakeapi__core *core)
{
	const struct fakeapi__bucket *b = bucket_of(core, "flowschemas");
	size_t first = core->opt.cluster ? CLUSTER_SCHEMAS : FIRST_SCHEMAS;

	/* More than the initial FlowSchemas. */
	core->flows = b && b->live > first && b->live <= SCHEMAS_MAX;
	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (v && !is_settled(bucket_of(core, "prioritylevelconfigurations"), v))
			settle_one(core, v);
	}
}

/* --- metrics ------------------------------------------------------------------------------ */

static double shares_of(const struct fakeapi__version *v)
{
	cJSON *obj = fakeapi__parse((struct str) { v->json, v->json_len });
	const cJSON *spec = member(obj, "spec"), *limited = member(spec, "limited");
	const cJSON *n =
	    member(limited ? limited : member(spec, "exempt"), "nominalConcurrencyShares");
	double shares = cJSON_IsNumber(n) ? n->valuedouble : 0;

	cJSON_Delete(obj);
	return shares;
}

void fakeapi__flow_metrics(void *user, struct strbuf *out)
{
	const struct fakeapi__bucket *b = bucket_of(user, "prioritylevelconfigurations");
	double total = 0;

	strbuf_addz(out,
		    "# HELP apiserver_flowcontrol_nominal_limit_seats [BETA] Nominal number of "
		    "execution seats configured for each priority level\n"
		    "# TYPE apiserver_flowcontrol_nominal_limit_seats gauge\n");
	for (int pass = 0; pass < 2; pass++)
		for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
			const struct fakeapi__version *v =
			    fakeapi__entry_at(walk.entry, UINT64_MAX);
			double shares = v ? shares_of(v) : 0;

			if (pass == 0)
				total += shares;
			else if (v)
				strbuf_addf(out,
					    "apiserver_flowcontrol_nominal_limit_seats{priority_"
					    "level=\"" STR_FMT "\"} %d\n",
					    STR_ARG(fakeapi__entry_name(walk.entry)),
					    total > 0 ? (int)(SEATS * shares / total + 0.999) : 0);
		}
}
