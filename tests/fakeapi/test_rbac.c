/* SPDX-License-Identifier: Apache-2.0 */
/* RBAC: decisions, texts of refusals, escalation checks and access reviews, as
 * kube-apiserver 1.34.4 responds. */
#include "tests/kit/testing.h"

#include "base/choice.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define RBAC	"/apis/rbac.authorization.k8s.io/v1/"
#define DEFAULT RBAC "namespaces/default/"
#define REVIEWS "/apis/authorization.k8s.io/v1/"
#define POD                                                                                        \
	"{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"      \
	"\"i\"}]}}"
#define READER                                                                                     \
	"{\"apiGroups\":[\"\"],\"resources\":[\"pods\",\"pods/"                                    \
	"log\"],\"verbs\":[\"get\",\"list\"]}"

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.rbac = true,
	};

	kit_open(k, &opt);
}

static void make(struct kit *k, const char *uri, const char *body)
{
	const char *user = k->user;

	k->user = NULL;
	if (kit_do(k, "POST", uri, body) != 201)
		print_message("%s\n", k->body.ptr);
	assert_int_equal(k->status, 201);
	k->user = user;
}

static void make_role(struct kit *k, const char *uri, const char *name, const char *rules)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body, "{\"metadata\":{\"name\":\"%s\"},\"rules\":[%s]}", name, rules);
	make(k, uri, body.ptr);
}

static void give(struct kit *k, const char *uri, const char *name, const char *kind,
		 const char *role, const char *subject)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"%s\"},\"roleRef\":{\"apiGroup\":"
		    "\"rbac.authorization.k8s.io\",\"kind\":\"%s\",\"name\":\"%s\"},\"subjects\":["
		    "%s]}",
		    name, kind, role, subject);
	make(k, uri, body.ptr);
}

#define USER(name)  "{\"kind\":\"User\",\"name\":\"" name "\"}"
#define GROUP(name) "{\"kind\":\"Group\",\"name\":\"" name "\"}"

static void forbidden_error_names_user_verb_resource_and_namespace(void **state)
{
	static const struct {
		const char *method, *uri, *message;
	} cases[] = {
		{ "GET", "/api/v1/namespaces/default/pods",
		  "pods is forbidden: User \"alice\" cannot list resource \"pods\" in API group "
		  "\"\" in the namespace \"default\"" },
		{ "GET", "/api/v1/namespaces/default/pods/x/log",
		  "pods \"x\" is forbidden: User \"alice\" cannot get resource \"pods/log\" in API "
		  "group \"\" in the namespace \"default\"" },
		{ "GET", "/apis/apps/v1/deployments?watch=true",
		  "deployments.apps is forbidden: User \"alice\" cannot watch resource "
		  "\"deployments\" in API group \"apps\" at the cluster scope" },
		{ "DELETE", "/api/v1/namespaces/default/secrets",
		  "secrets is forbidden: User \"alice\" cannot deletecollection resource "
		  "\"secrets\" in API group \"\" in the namespace \"default\"" },
		{ "GET", "/api/v1/namespaces/default/pods?fieldSelector=metadata.name%3Dx",
		  "pods \"x\" is forbidden: User \"alice\" cannot list resource \"pods\" in API "
		  "group \"\" in the namespace \"default\"" },
		{ "GET", "/metrics", "forbidden: User \"alice\" cannot get path \"/metrics\"" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	k.user = "alice";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(kit_do(&k, cases[i].method, cases[i].uri, NULL), 403);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	assert_int_equal(kit_do(&k, "GET", "/version", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/apis", NULL), 200);
	kit_close(&k);
}

static void role_grants_rights_only_in_its_namespace(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	make(&k, "/api/v1/namespaces/default/pods", POD);
	make_role(&k, DEFAULT "roles", "r", READER);
	give(&k, DEFAULT "rolebindings", "b", "Role", "r", USER("alice"));
	k.user = "alice";
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods/p", NULL), 200);
	assert_int_equal(kit_do(&k, "DELETE", "/api/v1/namespaces/default/pods/p", NULL), 403);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/kube-system/pods", NULL), 403);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/pods", NULL), 403);
	k.user = NULL;
	assert_int_equal(kit_do(&k, "DELETE", DEFAULT "rolebindings/b", NULL), 200);
	k.user = "alice";
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods", NULL), 403);
	kit_close(&k);
}

static void role_rules_match_verb_group_resource_and_name(void **state)
{
	static const struct {
		const char *rule, *method, *uri;
		bool may;
	} cases[] = {
		{ "\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]", "GET",
		  "/api/v1/secrets", true },
		{ "\"verbs\":[\"list\"],\"apiGroups\":[\"apps\"],\"resources\":[\"*\"]", "GET",
		  "/api/v1/secrets", false },
		{ "\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"nodes/status\"]",
		  "GET", "/api/v1/nodes/n/status", true },
		{ "\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"nodes\"]", "GET",
		  "/api/v1/nodes/n/status", false },
		{ "\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"*/status\"]", "GET",
		  "/api/v1/nodes/n/status", true },
		{ "\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"nodes\"],"
		  "\"resourceNames\":[\"n\"]",
		  "GET", "/api/v1/nodes/n", true },
		{ "\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"nodes\"],"
		  "\"resourceNames\":[\"m\",\"*\"]",
		  "GET", "/api/v1/nodes/n", false },
		{ "\"verbs\":[\"list\"],\"apiGroups\":[\"\"],\"resources\":[\"nodes\"],"
		  "\"resourceNames\":[\"n\"]",
		  "GET", "/api/v1/nodes", false },
		{ "\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/me**\"]", "GET", "/metrics", true },
		{ "\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/metr\"]", "GET", "/metrics", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF rule = STRBUF_INIT;
		struct kit k;

		open_kit(&k);
		strbuf_addf(&rule, "{%s}", cases[i].rule);
		make_role(&k, RBAC "clusterroles", "r", rule.ptr);
		give(&k, RBAC "clusterrolebindings", "b", "ClusterRole", "r", GROUP("devs"));
		give(&k, RBAC "clusterrolebindings", "c", "ClusterRole", "r", USER("alice"));
		k.user = "alice";
		(void)kit_do(&k, cases[i].method, cases[i].uri, NULL);
		if ((k.status != 403) != cases[i].may)
			print_message("%s %s: %d\n", cases[i].rule, cases[i].uri, k.status);
		assert_int_equal(k.status != 403, cases[i].may);
		kit_close(&k);
	}
}

static void service_account_can_be_a_subject(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	give(&k, DEFAULT "rolebindings", "b", "ClusterRole", "view",
	     "{\"kind\":\"ServiceAccount\",\"name\":\"w\",\"namespace\":\"default\"}");
	k.user = "system:serviceaccount:default:w";
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/secrets", NULL), 403);
	k.user = "system:serviceaccount:other:w";
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods", NULL), 403);
	kit_close(&k);
}

static void aggregated_roles_include_the_roles_they_select(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	give(&k, RBAC "clusterrolebindings", "b", "ClusterRole", "view", USER("alice"));
	k.user = "alice";
	assert_int_equal(kit_do(&k, "GET", "/api/v1/nodes", NULL), 403);
	make(&k, RBAC "clusterroles",
	     "{\"metadata\":{\"name\":\"nodes\",\"labels\":{"
	     "\"rbac.authorization.k8s.io/aggregate-to-view\":\"true\"}},\"rules\":[{\"verbs\":["
	     "\"list\"],\"apiGroups\":[\"\"],\"resources\":[\"nodes\"]}]}");
	assert_int_equal(kit_do(&k, "GET", "/api/v1/nodes", NULL), 200);
	k.user = NULL;
	assert_int_equal(kit_do(&k, "GET", RBAC "clusterroles/admin", NULL), 200);
	assert_non_null(
	    strstr(k.body.ptr, "\"nodes\"")); /* admin aggregates edit, which aggregates view */
	kit_close(&k);
}

static void user_cannot_grant_more_than_it_has(void **state)
{
	static const char all[] = "{\"verbs\":[\"get\",\"create\",\"update\"],\"apiGroups\":["
				  "\"rbac.authorization.k8s.io\"],"
				  "\"resources\":[\"roles\",\"rolebindings\"]}," READER;
	struct kit k;

	(void)state;
	open_kit(&k);
	make_role(&k, RBAC "clusterroles", "r", all);
	give(&k, DEFAULT "rolebindings", "b", "ClusterRole", "r", USER("alice"));
	k.user = "alice";
	assert_int_equal(kit_do(&k, "POST", DEFAULT "roles",
				"{\"metadata\":{\"name\":\"own\"},\"rules\":[" READER "]}"),
			 201);
	assert_int_equal(
	    kit_do(&k, "POST", DEFAULT "roles",
		   "{\"metadata\":{\"name\":\"more\"},\"rules\":[{\"verbs\":[\"get\","
		   "\"delete\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\",\"secrets\"]"
		   "}]}"),
	    403);
	assert_string_equal(
	    kit_at(&k, "message"),
	    "roles.rbac.authorization.k8s.io \"more\" is forbidden: user \"alice\" "
	    "(groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not "
	    "currently held:\n{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"delete\"]}\n"
	    "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" \"delete\"]}");
	assert_int_equal(
	    kit_do(
		&k, "POST", DEFAULT "rolebindings",
		"{\"metadata\":{\"name\":\"x\"},\"roleRef\":{\"apiGroup\":"
		"\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"cluster-admin\"}"
		",\"subjects\":[" USER("alice") "]}"),
	    403);
	k.user = NULL;
	make_role(&k, RBAC "clusterroles", "binder",
		  "{\"verbs\":[\"bind\"],\"apiGroups\":[\"rbac.authorization.k8s.io\"],"
		  "\"resources\":[\"clusterroles\"],\"resourceNames\":[\"cluster-admin\"]}");
	give(&k, RBAC "clusterrolebindings", "b", "ClusterRole", "binder", USER("alice"));
	k.user = "alice";
	assert_int_equal(
	    kit_do(
		&k, "POST", DEFAULT "rolebindings",
		"{\"metadata\":{\"name\":\"x\"},\"roleRef\":{\"apiGroup\":"
		"\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"cluster-admin\"}"
		",\"subjects\":[" USER("alice") "]}"),
	    201);
	kit_close(&k);
}

/* A user who may read one object by its name can grant only that. */
static void rule_with_resource_names_can_grant_only_these_names(void **state)
{
#define NAMED(names, more)                                                                         \
	"{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\"" more                   \
	"],\"resourceNames\":[" names "]}"
	static const char own[] =
	    "{\"verbs\":[\"create\"],\"apiGroups\":["
	    "\"rbac.authorization.k8s.io\"],\"resources\":[\"roles\"]},"
	    "{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/m/*\"]}," NAMED("\"a\",\"b\",\"*\"", "");
	static const struct {
		const char *rule;
		int status;
	} cases[] = {
		{ NAMED("\"a\"", ""), 201 },	      { NAMED("\"b\",\"a\"", ""), 201 },
		{ NAMED("\"c\"", ""), 403 },	      { NAMED("\"a\",\"c\"", ""), 403 },
		{ NAMED("\"*\"", ""), 201 },	      { NAMED("", ""), 403 }, /* all names */
		{ NAMED("\"a\"", ",\"list\""), 403 }, { NAMED("\"d1\"", ""), 403 },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	make_role(&k, RBAC "clusterroles", "r", own);
	give(&k, RBAC "clusterrolebindings", "b", "ClusterRole", "r", USER("alice"));
	k.user = "alice";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body, "{\"metadata\":{\"name\":\"r%zu\"},\"rules\":[%s]}", i,
			    cases[i].rule);
		if (kit_do(&k, "POST", DEFAULT "roles", body.ptr) != cases[i].status)
			fail_msg("%s: %s", cases[i].rule, k.body.ptr);
	}
	kit_close(&k);
}

/* The lines of ConfirmNoEscalation for rules that the writer of a role has and that the role
 * grants: a star covers every word, no list of words covers a star, the verbs of one object share a
 * line, and no line is repeated. */
static void missing_rights_are_listed_by_object(void **state)
{
#define RULE(verbs, groups, resources, more)                                                       \
	"{\"verbs\":[" verbs "],\"apiGroups\":[" groups "],\"resources\":[" resources "]" more "}"
#define NAMES(names)	  ",\"resourceNames\":[" names "]"
#define URLS(verbs, urls) "{\"verbs\":[" verbs "],\"nonResourceURLs\":[" urls "]}"
	static const struct {
		const char *has, *wants, *missing; /* missing NULL: the writer has all rules */
	} cases[] = {
		{ RULE("\"*\"", "\"\"", "\"pods\"", ""), RULE("\"get\"", "\"\"", "\"pods\"", ""),
		  NULL },
		{ RULE("\"*\"", "\"\"", "\"pods\"", ""), RULE("\"*\"", "\"\"", "\"pods\"", ""),
		  NULL },
		{ RULE("\"get\"", "\"*\"", "\"*\"", ""),
		  RULE("\"get\"", "\"apps\"", "\"pods/log\"", ""), NULL },
		{ RULE("\"get\"", "\"\"", "\"pods\"", ""), RULE("\"*\"", "\"\"", "\"pods\"", ""),
		  "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"*\"]}" },
		{ RULE("\"get\"", "\"apps\"", "\"*/scale\"", ""),
		  RULE("\"get\"", "\"apps\"", "\"deployments/scale\", \"*/scale\"", ""), NULL },
		{ RULE("\"get\"", "\"apps\"", "\"*/scale\"", ""),
		  RULE("\"get\"", "\"apps\"", "\"deployments/status\", \"deployments\"", ""),
		  "{APIGroups:[\"apps\"], Resources:[\"deployments\"], Verbs:[\"get\"]}\n"
		  "{APIGroups:[\"apps\"], Resources:[\"deployments/status\"], Verbs:[\"get\"]}" },
		{ RULE("\"get\"", "\"apps\"", "\"deployments/scale\"", ""),
		  RULE("\"get\"", "\"apps\"", "\"*/scale\"", ""),
		  "{APIGroups:[\"apps\"], Resources:[\"*/scale\"], Verbs:[\"get\"]}" },
		{ RULE("\"get\"", "\"\"", "\"pods\"", NAMES("\"a\"")),
		  RULE("\"get\",\"list\",\"watch\"", "\"\"", "\"pods\"", NAMES("\"a\",\"b\"")),
		  "{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"a\"], "
		  "Verbs:[\"list\" \"watch\"]}\n"
		  "{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"b\"], "
		  "Verbs:[\"get\" \"list\" \"watch\"]}" },
		{ URLS("\"get\"", "\"/m/*\""), URLS("\"get\"", "\"/m/a\",\"/m/*\""), NULL },
		{ URLS("\"get\"", "\"/m/*\""),
		  URLS("\"get\",\"put\"", "\"/m/a\",\"/n\"") "," URLS("\"get\"", "\"/n\""),
		  "{NonResourceURLs:[\"/m/a\"], Verbs:[\"put\"]}\n"
		  "{NonResourceURLs:[\"/n\"], Verbs:[\"get\"]}\n"
		  "{NonResourceURLs:[\"/n\"], Verbs:[\"put\"]}" },
	};
#undef RULE
#undef NAMES
#undef URLS

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		const char *lines;
		struct kit k;

		open_kit(&k);
		make_role(&k, RBAC "clusterroles", "r",
			  "{\"verbs\":[\"create\"],\"apiGroups\":[\"rbac.authorization.k8s.io\"],"
			  "\"resources\":[\"clusterroles\"]}");
		make_role(&k, RBAC "clusterroles", "has", cases[i].has);
		give(&k, RBAC "clusterrolebindings", "r", "ClusterRole", "r", USER("alice"));
		give(&k, RBAC "clusterrolebindings", "has", "ClusterRole", "has", USER("alice"));
		k.user = "alice";
		strbuf_addf(&body, "{\"metadata\":{\"name\":\"new\"},\"rules\":[%s]}",
			    cases[i].wants);
		if (kit_do(&k, "POST", RBAC "clusterroles", body.ptr) !=
		    (cases[i].missing ? 403 : 201))
			fail_msg("%s: %s", cases[i].wants, k.body.ptr);
		lines = strstr(kit_at(&k, "message"), "not currently held:\n");
		assert_int_equal(lines != NULL, cases[i].missing != NULL);
		if (lines)
			assert_string_equal(strchr(lines, '\n') + 1, cases[i].missing);
		kit_close(&k);
	}
}

static void access_reviews_agree_with_the_roles(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	make_role(&k, DEFAULT "roles", "r", READER);
	give(&k, DEFAULT "rolebindings", "b", "Role", "r", USER("alice"));
	assert_int_equal(
	    kit_do(&k, "POST", REVIEWS "subjectaccessreviews",
		   "{\"spec\":{\"user\":\"alice\",\"resourceAttributes\":{\"namespace\":"
		   "\"default\",\"verb\":\"get\",\"resource\":\"pods\"}}}"),
	    201);
	assert_true(cJSON_IsTrue(fakeapi__dig(k.json, "status", "allowed", NULL)));
	assert_string_equal(kit_at(&k, "status.reason"),
			    "RBAC: allowed by RoleBinding \"b/default\" of Role \"r\" to User "
			    "\"alice\"");
	assert_int_equal(
	    kit_do(&k, "POST", REVIEWS "subjectaccessreviews",
		   "{\"spec\":{\"user\":\"bob\",\"groups\":[\"x,system:masters\"],"
		   "\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}"),
	    201);
	assert_false(cJSON_IsTrue(fakeapi__dig(k.json, "status", "allowed", NULL)));
	assert_int_equal(kit_do(&k, "POST", REVIEWS "subjectaccessreviews", "{\"spec\":{}}"), 422);
	k.user = "alice";
	assert_int_equal(kit_do(&k, "POST", REVIEWS "selfsubjectaccessreviews",
				"{\"spec\":{\"resourceAttributes\":{\"namespace\":\"default\","
				"\"verb\":\"delete\",\"resource\":\"pods\"}}}"),
			 201);
	assert_true(cJSON_IsFalse(fakeapi__dig(k.json, "status", "allowed", NULL)));
	assert_int_equal(kit_do(&k, "POST", REVIEWS "selfsubjectrulesreviews",
				"{\"spec\":{\"namespace\":\"default\"}}"),
			 201);
	assert_true(strstr(k.body.ptr, "\"pods/log\"") && !strstr(k.body.ptr, "evaluationErr"));
	assert_int_equal(kit_do(&k, "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews",
				"{}"),
			 201);
	assert_string_equal(kit_at(&k, "status.userInfo.username"), "alice");
	assert_string_equal(kit_at(&k, "status.userInfo.groups.0"), "system:authenticated");
	kit_close(&k);
}

static void forbidden_error_names_the_missing_role_of_a_binding(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	give(&k, DEFAULT "rolebindings", "b", "ClusterRole", "gone", USER("alice"));
	k.user = "alice";
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods", NULL), 403);
	assert_non_null(strstr(kit_at(&k, "message"),
			       "\"default\": RBAC: clusterrole.rbac.authorization.k8s.io \"gone\" "
			       "not found"));
	kit_close(&k);
}

static void apply_of_a_new_object_needs_the_create_verb(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	make_role(&k, DEFAULT "roles", "r",
		  "{\"verbs\":[\"patch\"],\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"]}");
	give(&k, DEFAULT "rolebindings", "b", "Role", "r", USER("alice"));
	k.user = "alice";
	k.content_type = "application/apply-patch+yaml";
	assert_int_equal(
	    kit_do(&k, "PATCH", "/api/v1/namespaces/default/configmaps/c?fieldManager=f",
		   "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		   "\"c\"}}"),
	    403);
	assert_string_equal(kit_at(&k, "message"),
			    "configmaps \"c\" is forbidden: User \"alice\" cannot create resource "
			    "\"configmaps\" in API group \"\" in the namespace \"default\"");
	kit_close(&k);
}

/* --- a naive model of RBAC ------------------------------------------------------------------ */

enum { ROLES = 4, BINDINGS = 5, RULES = 2 };

static const char *const verbs[] = { "*", "get", "list" };
static const char *const groups[] = { "*", "", "apps" };
static const char *const resources[] = { "*", "pods", "pods/log", "*/log", "deployments" };
static const char *const names[] = { "", "x", "y" };
static const char *const urls[] = { "*", "/metrics", "/metrics/*", "/m*", "/logs" };
static const char *const namespaces[] = { "", "a", "b" };
static const char *const subjects[] = {
	USER("alice"),
	USER("bob"),
	GROUP("alice"), /* no user of that name */
	"{\"kind\":\"ServiceAccount\",\"name\":\"w\",\"namespace\":\"a\"}",
};

struct rule {
	bool url;
	size_t verb, group, resource, name, path;
};

/* `ns` 0: of the cluster. A binding refers to a Role of its namespace or to a ClusterRole. */
struct policy {
	struct role {
		size_t ns;
		struct rule rules[RULES];
	} roles[ROLES];
	struct binding {
		size_t ns, role, subject;
	} bindings[BINDINGS];
};

static size_t any(struct choice *c, size_t count)
{
	return choice_pick(c, (uint32_t)count);
}

static void draw(struct policy *p, struct choice *c)
{
	for (size_t i = 0; i < ROLES; i++) {
		p->roles[i].ns = i < 2 ? 0 : i - 1;
		for (size_t k = 0; k < RULES; k++) {
			struct rule *r = &p->roles[i].rules[k];

			r->url = i < 2 && any(c, 3) == 0;
			r->verb = any(c, ARRAY_LEN(verbs));
			r->group = any(c, ARRAY_LEN(groups));
			r->resource = any(c, ARRAY_LEN(resources));
			r->name = any(c, ARRAY_LEN(names));
			r->path = any(c, ARRAY_LEN(urls));
		}
	}
	for (size_t i = 0; i < BINDINGS; i++) {
		struct binding *b = &p->bindings[i];

		b->ns = any(c, ARRAY_LEN(namespaces));
		b->role = any(c, 2);
		if (b->ns && any(c, 2))
			b->role = b->ns + 1; /* the Role of that namespace */
		b->subject = any(c, ARRAY_LEN(subjects));
	}
}

static void add_rule(const struct rule *r, struct strbuf *out)
{
	strbuf_addf(out, "%s{\"verbs\":[\"%s\"],", out->len ? "," : "", verbs[r->verb]);
	if (r->url) {
		strbuf_addf(out, "\"nonResourceURLs\":[\"%s\"]}", urls[r->path]);
		return;
	}
	strbuf_addf(out, "\"apiGroups\":[\"%s\"],\"resources\":[\"%s\"]", groups[r->group],
		    resources[r->resource]);
	if (r->name)
		strbuf_addf(out, ",\"resourceNames\":[\"%s\"]", names[r->name]);
	strbuf_addc(out, '}');
}

static void set_up(struct kit *k, const struct policy *p)
{
	for (size_t i = 0; i < ROLES; i++) {
		AUTO_STRBUF rules = STRBUF_INIT;
		char uri[96], name[16];

		for (size_t r = 0; r < RULES; r++)
			add_rule(&p->roles[i].rules[r], &rules);
		(void)snprintf(name, sizeof(name), "r%zu", i);
		if (i < 2)
			(void)snprintf(uri, sizeof(uri), RBAC "clusterroles");
		else
			(void)snprintf(uri, sizeof(uri), RBAC "namespaces/%s/roles",
				       namespaces[p->roles[i].ns]);
		make_role(k, uri, name, rules.ptr);
	}
	for (size_t i = 0; i < BINDINGS; i++) {
		const struct binding *b = &p->bindings[i];
		char uri[96], name[16], role[16];

		(void)snprintf(name, sizeof(name), "b%zu", i);
		(void)snprintf(role, sizeof(role), "r%zu", b->role);
		if (b->ns)
			(void)snprintf(uri, sizeof(uri), RBAC "namespaces/%s/rolebindings",
				       namespaces[b->ns]);
		else
			(void)snprintf(uri, sizeof(uri), RBAC "clusterrolebindings");
		give(k, uri, name, b->role < 2 ? "ClusterRole" : "Role", role,
		     subjects[b->subject]);
	}
}

/* `who`: alice, bob, a member of the group, a service account. */
struct ask {
	size_t who, verb, group, resource, name, ns;
	const char *url; /* NULL: the request is for a resource */
};

static bool is_or_all(const char *rule, const char *requested)
{
	return strcmp(rule, "*") == 0 || strcmp(rule, requested) == 0;
}

static bool rule_says_yes(const struct rule *r, const struct ask *a)
{
	const char *path = urls[r->path], *resource = resources[r->resource];
	size_t n = strlen(path);

	if (r->url != (a->url != NULL) || !is_or_all(verbs[r->verb], verbs[a->verb]))
		return false;
	if (a->url)
		return path[n - 1] == '*' ? strncmp(path, a->url, n - 1) == 0
					  : strcmp(path, a->url) == 0;
	if (!is_or_all(groups[r->group], groups[a->group]) || (r->name && r->name != a->name))
		return false;
	return is_or_all(resource, resources[a->resource]) ||
	       (strcmp(resource, "*/log") == 0 && strcmp(resources[a->resource], "pods/log") == 0);
}

static bool model_says_yes(const struct policy *p, const struct ask *a)
{
	bool yes = false;

	for (size_t i = 0; i < BINDINGS; i++) {
		const struct binding *b = &p->bindings[i];

		if (b->subject != a->who || (b->ns && (a->url || b->ns != a->ns)))
			continue;
		for (size_t r = 0; r < RULES; r++)
			yes |= rule_says_yes(&p->roles[b->role].rules[r], a);
	}
	return yes;
}

/* True: the server allows the request. */
static bool ask(struct kit *k, const struct policy *p, const struct ask *a)
{
	static const char *const who[] = { "\"user\":\"alice\"",
					   "\"user\":\"bob\",\"groups\":[\"others\"]",
					   "\"user\":\"eve\",\"groups\":[\"others\",\"alice\"]",
					   "\"user\":\"system:serviceaccount:a:w\"" };
	const char *resource = resources[a->resource], *slash = strchr(resource, '/');
	int length = (int)(slash ? slash - resource : (ptrdiff_t)strlen(resource));
	AUTO_STRBUF body = STRBUF_INIT;
	bool yes;

	strbuf_addf(&body, "{\"spec\":{%s,", who[a->who]);
	if (a->url)
		strbuf_addf(&body, "\"nonResourceAttributes\":{\"path\":\"%s\",\"verb\":\"%s\"}}}",
			    a->url, verbs[a->verb]);
	else
		strbuf_addf(&body,
			    "\"resourceAttributes\":{\"namespace\":\"%s\",\"verb\":\"%s\","
			    "\"group\":\"%s\",\"resource\":\"%.*s\",\"subresource\":\"%s\","
			    "\"name\":\"%s\"}}}",
			    namespaces[a->ns], verbs[a->verb], groups[a->group], length, resource,
			    slash ? slash + 1 : "", names[a->name]);
	assert_int_equal(kit_do(k, "POST", REVIEWS "subjectaccessreviews", body.ptr), 201);
	yes = cJSON_IsTrue(fakeapi__dig(k->json, "status", "allowed", NULL));
	if (yes != model_says_yes(p, a))
		fail_msg("%s: %d", body.ptr, yes);
	return yes;
}

static void rbac_decisions_equal_those_of_a_naive_model(void **state)
{
	static const char *const paths[] = { "/metrics", "/metrics/", "/metrics/x",
					     "/m",	 "/logs",     "/logs/x" };

	size_t allowed = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 25; seed++) {
		struct policy p;
		struct choice c;
		struct kit k;

		choice_init_seed(&c, seed, false);
		draw(&p, &c);
		open_kit(&k);
		make(&k, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"a\"}}");
		make(&k, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"b\"}}");
		set_up(&k, &p);
		for (int i = 0; i < 300; i++) {
			struct ask a;

			a.who = any(&c, ARRAY_LEN(subjects));
			a.verb = 1 + any(&c, ARRAY_LEN(verbs) - 1);
			a.group = 1 + any(&c, ARRAY_LEN(groups) - 1);
			a.resource = any(&c, 2) ? 1 + any(&c, 2) : ARRAY_LEN(resources) - 1;
			a.name = any(&c, ARRAY_LEN(names));
			a.ns = any(&c, ARRAY_LEN(namespaces));
			a.url = any(&c, 4) ? NULL : paths[any(&c, ARRAY_LEN(paths))];
			allowed += ask(&k, &p, &a);
		}
		kit_close(&k);
		choice_fini(&c);
	}
	assert_in_range(allowed, 500, 7000); /* of 7,500: both outcomes occur */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forbidden_error_names_user_verb_resource_and_namespace),
		cmocka_unit_test(role_grants_rights_only_in_its_namespace),
		cmocka_unit_test(role_rules_match_verb_group_resource_and_name),
		cmocka_unit_test(service_account_can_be_a_subject),
		cmocka_unit_test(aggregated_roles_include_the_roles_they_select),
		cmocka_unit_test(user_cannot_grant_more_than_it_has),
		cmocka_unit_test(rule_with_resource_names_can_grant_only_these_names),
		cmocka_unit_test(missing_rights_are_listed_by_object),
		cmocka_unit_test(access_reviews_agree_with_the_roles),
		cmocka_unit_test(forbidden_error_names_the_missing_role_of_a_binding),
		cmocka_unit_test(apply_of_a_new_object_needs_the_create_verb),
		cmocka_unit_test(rbac_decisions_equal_those_of_a_naive_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
