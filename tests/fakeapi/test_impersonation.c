/* SPDX-License-Identifier: Apache-2.0 */
/* Users, groups and extras of Impersonate-* headers, token files and reviews, as kube-apiserver
 * 1.34.4 reads them. */
#include "tests/kit/testing.h"

#include "fakeapi/context.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define RBAC	"/apis/rbac.authorization.k8s.io/v1/"
#define REVIEWS "/apis/authorization.k8s.io/v1/"
#define SELF	"/apis/authentication.k8s.io/v1/selfsubjectreviews"

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.rbac = true,
	};

	kit_open(k, &opt);
}

static void allow(struct kit *k, const char *name, const char *rule, const char *subject)
{
	AUTO_STRBUF role = STRBUF_INIT, binding = STRBUF_INIT;

	strbuf_addf(&role, "{\"metadata\":{\"name\":\"%s\"},\"rules\":[%s]}", name, rule);
	strbuf_addf(&binding,
		    "{\"metadata\":{\"name\":\"%s\"},\"roleRef\":{\"apiGroup\":"
		    "\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"%s\"},"
		    "\"subjects\":[{\"kind\":\"Group\",\"name\":\"%s\"}]}",
		    name, name, subject);
	assert_int_equal(kit_do(k, "POST", RBAC "clusterroles", role.ptr), 201);
	assert_int_equal(kit_do(k, "POST", RBAC "clusterrolebindings", binding.ptr), 201);
}

/* userInfo as one line of JSON, or the message of a refusal. */
static char *self(struct kit *k)
{
	return kit_do(k, "POST", SELF, "{}") == 201
		   ? fakeapi__print(fakeapi__dig(k->json, "status", "userInfo", NULL))
		   : base__strdup(kit_at(k, "message"));
}

/* 63 bytes, as long as a namespace's name may be. */
#define LONG "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0"

static void impersonation_headers_give_the_user_of_the_real_server(void **state)
{
	static const struct {
		const char *const headers[9];
		const char *info;
	} cases[] = {
		/* A namespace with a comma is no namespace, and the account a plain user. */
		{ { "Impersonate-User", "system:serviceaccount:x,cluster-admins:y" },
		  "{\"username\":\"system:serviceaccount:x,cluster-admins:y\",\"groups\":["
		  "\"system:authenticated\"]}" },
		{ { "Impersonate-User", "system:serviceaccount:X:y" },
		  "{\"username\":\"system:serviceaccount:X:y\",\"groups\":["
		  "\"system:authenticated\"]}" },
		{ { "Impersonate-User", "system:serviceaccount:x-:y" },
		  "{\"username\":\"system:serviceaccount:x-:y\",\"groups\":["
		  "\"system:authenticated\"]}" },
		{ { "Impersonate-User", "system:serviceaccount:x.y:z" },
		  "{\"username\":\"system:serviceaccount:x.y:z\",\"groups\":["
		  "\"system:authenticated\"]}" },
		{ { "Impersonate-User", "system:serviceaccount:" LONG "a:z" },
		  "{\"username\":\"system:serviceaccount:" LONG
		  "a:z\",\"groups\":[\"system:authenticated\"]}" },
		{ { "Impersonate-User", "system:serviceaccount:" LONG ":z" },
		  "{\"username\":\"system:serviceaccount:" LONG
		  ":z\",\"groups\":[\"system:serviceaccounts\",\"system:serviceaccounts:" LONG
		  "\",\"system:authenticated\"]}" },
		{ { "Impersonate-User", "system:serviceaccount:x:y.z" },
		  "{\"username\":\"system:serviceaccount:x:y.z\",\"groups\":["
		  "\"system:serviceaccounts\",\"system:serviceaccounts:x\","
		  "\"system:authenticated\"]}" },
		{ { "Impersonate-User", "system:serviceaccount:x:y", "Impersonate-Group", "g" },
		  "{\"username\":\"system:serviceaccount:x:y\",\"groups\":[\"g\","
		  "\"system:authenticated\"]}" },
		{ { "Impersonate-User", "bob", "Impersonate-Group", "a,b" },
		  "{\"username\":\"bob\",\"groups\":[\"a,b\",\"system:authenticated\"]}" },
		{ { "Impersonate-User", "bob", "Impersonate-Group", "" },
		  "{\"username\":\"bob\",\"groups\":[\"\",\"system:authenticated\"]}" },
		{ { "Impersonate-User", "bob", "Impersonate-Group", "system:authenticated" },
		  "{\"username\":\"bob\",\"groups\":[\"system:authenticated\"]}" },
		{ { "Impersonate-User", "bob", "Impersonate-Uid", "1", "Impersonate-Extra-A%41",
		    "v", "Impersonate-Extra-B%4", "w" },
		  "{\"username\":\"bob\",\"uid\":\"1\",\"groups\":[\"system:authenticated\"],"
		  "\"extra\":{\"aA\":[\"v\"],\"b%4\":[\"w\"]}}" },
		/* Who is in system:unauthenticated is not in system:authenticated. */
		{ { "Impersonate-User", "bob", "Impersonate-Group", "system:unauthenticated" },
		  "selfsubjectreviews.authentication.k8s.io is forbidden: User \"bob\" cannot "
		  "create resource \"selfsubjectreviews\" in API group \"authentication.k8s.io\" "
		  "at the cluster scope" },
		{ { "Impersonate-User", "system:anonymous", "Impersonate-Group", "g" },
		  "selfsubjectreviews.authentication.k8s.io is forbidden: User "
		  "\"system:anonymous\" cannot create resource \"selfsubjectreviews\" in API "
		  "group \"authentication.k8s.io\" at the cluster scope" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *info;

		k.more = cases[i].headers;
		info = self(&k);
		assert_string_equal(info, cases[i].info);
		base__free(info);
	}
	kit_close(&k);
}

static void group_with_a_comma_is_one_group_in_reviews(void **state)
{
	static const struct {
		const char *groups, *attributes;
		bool allowed;
	} cases[] = {
		{ "[\"a,b\"]", "{\"verb\":\"patch\",\"resource\":\"pods\"}", true },
		{ "[\"a\",\"b\"]", "{\"verb\":\"patch\",\"resource\":\"pods\"}", false },
		{ "[\"x,a,b\"]", "{\"verb\":\"patch\",\"resource\":\"pods\"}", false },
		{ "[\"x,system:masters\"]", "{\"verb\":\"get\",\"resource\":\"pods\"}", false },
		{ "[\"system:masters\"]", "{\"verb\":\"get\",\"resource\":\"pods\"}", true },
		/* A resource may carry its subresource. */
		{ "[\"a,b\"]", "{\"verb\":\"patch\",\"resource\":\"pods/resize\"}", true },
		{ "[\"a,b\"]",
		  "{\"verb\":\"patch\",\"resource\":\"pods\",\"subresource\":\"resize\"}", true },
		{ "[\"a,b\"]", "{\"verb\":\"patch\",\"resource\":\"pods/x\"}", false },
		{ "[\"a,b\"]", "{\"verb\":\"patch\",\"resource\":\"nodes\",\"subresource\":\"x\"}",
		  true },
		{ "[\"a,b\"]", "{\"verb\":\"patch\",\"resource\":\"podsx\"}", false },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	allow(&k, "r",
	      "{\"verbs\":[\"patch\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\",\"pods/resize\","
	      "\"*/x\"]}",
	      "a,b");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body,
			    "{\"spec\":{\"user\":\"u\",\"groups\":%s,\"resourceAttributes\":%s}}",
			    cases[i].groups, cases[i].attributes);
		assert_int_equal(kit_do(&k, "POST", REVIEWS "subjectaccessreviews", body.ptr), 201);
		if (cJSON_IsTrue(fakeapi__dig(k.json, "status", "allowed", NULL)) !=
		    cases[i].allowed)
			fail_msg("%s %s: not %d", cases[i].groups, cases[i].attributes,
				 cases[i].allowed);
	}
	kit_close(&k);
}

/* A rule for one path with several stars at its end is one for its prefix. */
static void path_rule_ends_before_its_stars(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	allow(&k, "p", "{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/q/**\"]}", "g");
	assert_int_equal(
	    kit_do(&k, "POST", REVIEWS "subjectaccessreviews",
		   "{\"spec\":{\"user\":\"u\",\"groups\":[\"g\"],\"nonResourceAttributes\":{"
		   "\"verb\":\"get\",\"path\":\"/q/x\"}}}"),
	    201);
	assert_true(cJSON_IsTrue(fakeapi__dig(k.json, "status", "allowed", NULL)));
	kit_close(&k);
}

/* Of several things that may not be impersonated the user is refused first, then groups, extras,
 * the uid, in whatever order the headers are. */
static void impersonation_is_refused_in_the_order_of_the_real_server(void **state)
{
	static const char *const as_imp[] = { "Authorization",
					      "Bearer t",
					      "Impersonate-Uid",
					      "1",
					      "Impersonate-Extra-A",
					      "v",
					      "Impersonate-Group",
					      "g",
					      "Impersonate-User",
					      "bob",
					      NULL };
	static const char *const as_admin[] = { "Authorization", "Bearer a", NULL };
	static const struct {
		const char *resource, *group;
	} resources[] = { { "users", "" },
			  { "groups", "" },
			  { "userextras/a", "authentication.k8s.io" },
			  { "uids", "authentication.k8s.io" } };
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.rbac = true,
		.token_csv = STR("t,imp,1,impers\na,root,2,system:masters\n"),
	};
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	for (size_t i = 0; i < ARRAY_LEN(resources); i++) {
		AUTO_STRBUF want = STRBUF_INIT, rule = STRBUF_INIT;
		char name[2] = { (char)('a' + i), '\0' };
		char *printed;

		k.more = as_imp;
		printed = self(&k);
		strbuf_addf(&want, "cannot impersonate resource \"%s\" in API group \"%s\"",
			    resources[i].resource, resources[i].group);
		assert_non_null(strstr(printed, want.ptr));
		base__free(printed);
		k.more = as_admin;
		strbuf_addf(&rule,
			    "{\"verbs\":[\"impersonate\"],\"apiGroups\":[\"%s\"],\"resources\":["
			    "\"%s\"]}",
			    resources[i].group, resources[i].resource);
		allow(&k, name, rule.ptr, "impers");
	}
	k.more = as_imp;
	assert_int_equal(kit_do(&k, "POST", SELF, "{}"), 201);
	kit_close(&k);
}

static void error_of_a_token_file_names_its_line(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ ",u,1\n", "token file line 1: found no token, wanted token,user," },
		{ "t,u,1\n\n# c\nt,,1\n", "token file line 4: found no user, wanted token,user," },
		{ "t,u,1\r\n\"\",u,1", "token file line 2: found no token, wanted token,user," },
		{ "# c\n", "token file: found no token, wanted lines of token,user," },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__users users = { 0 };
		struct relist_err err = { 0 };

		assert_int_equal(fakeapi__users_parse(&users, str_of(cases[i].text), &err),
				 RELIST_EPARSE);
		if (strncmp(err.msg, cases[i].error, strlen(cases[i].error)) != 0)
			fail_msg("%s gave %s", cases[i].text, err.msg);
		fakeapi__users_fini(&users);
	}
}

static void groups_of_a_token_file_are_split_at_commas(void **state)
{
	static const struct {
		const char *line, *groups;
	} cases[] = {
		{ "t,u,1", "[\"system:authenticated\"]" },
		{ "t,u,1,", "[\"\",\"system:authenticated\"]" },
		{ "t,u,1,\"\"", "[\"\",\"system:authenticated\"]" },
		{ "t,u,1,\"a,b\"", "[\"a\",\"b\",\"system:authenticated\"]" },
		{ "t,u,1,\"a,,b\"", "[\"a\",\"\",\"b\",\"system:authenticated\"]" },
		{ "t,u,1,system:unauthenticated", "[\"system:unauthenticated\"]" },
		{ "t,u,1,system:authenticated", "[\"system:authenticated\"]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__users users = { 0 };
		cJSON *info;
		char *text;

		assert_int_equal(fakeapi__users_parse(&users, str_of(cases[i].line), NULL), 0);
		info = fakeapi__user_info(&users.list[0]);
		text = fakeapi__print(fakeapi__member(info, "groups"));
		assert_string_equal(text, cases[i].groups);
		base__free(text);
		cJSON_Delete(info);
		fakeapi__users_fini(&users);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(impersonation_headers_give_the_user_of_the_real_server),
		cmocka_unit_test(group_with_a_comma_is_one_group_in_reviews),
		cmocka_unit_test(path_rule_ends_before_its_stars),
		cmocka_unit_test(impersonation_is_refused_in_the_order_of_the_real_server),
		cmocka_unit_test(error_of_a_token_file_names_its_line),
		cmocka_unit_test(groups_of_a_token_file_are_split_at_commas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
