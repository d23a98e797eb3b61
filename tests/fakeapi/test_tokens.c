/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens of service accounts: their claims, lifetime and audience. Texts are those of
 * pkg/serviceaccount and pkg/registry/core/serviceaccount of Kubernetes 1.34.4. */
#include "tests/kit/testing.h"

#include <limits.h>

#include "base/base64.h"
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define NS	"/api/v1/namespaces/default/"
#define REVIEWS "/apis/authentication.k8s.io/v1/tokenreviews"
#define TO_POD	"\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\"}"
#define INVALID "[invalid bearer token, "
#define POD                                                                                        \
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":{"         \
	"\"serviceAccountName\":\"sa\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"

/* --- in virtual time, with a forgeable signature --- */

static bool name(void *user, struct strbuf *alg, struct strbuf *kid)
{
	(void)user;
	strbuf_addz(alg, "ES256");
	strbuf_addz(kid, "k");
	return true;
}

static bool sign(void *user, struct str data, struct strbuf *signature)
{
	(void)user;
	strbuf_addf(signature, "%08x", map_hash(data));
	return true;
}

static bool verify(void *user, const char *alg, const char *kid, struct str data,
		   struct str signature)
{
	AUTO_STRBUF want = STRBUF_INIT;

	(void)user;
	return sign(NULL, data, &want) && strcmp(alg, "ES256") == 0 && strcmp(kid, "k") == 0 &&
	       str_eqz(signature, want.ptr);
}

static bool jwks(void *user, struct strbuf *out)
{
	(void)user;
	strbuf_addz(out, "{\"keys\":[]}");
	return true;
}

static void open_kit(struct kit *k)
{
	static const struct fakeapi__token_keys keys = { NULL, name, sign, verify, jwks };
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.token_keys = &keys };

	kit_open(k, &opt);
	assert_int_equal(kit_do(k, "POST", NS "serviceaccounts",
				"{\"metadata\":{\"name\":\"sa\"}}"),
			 201);
	assert_int_equal(kit_do(k, "POST", NS "pods", POD), 201);
}

static void take_token(struct kit *k, const char *spec, struct strbuf *token)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body, "{\"spec\":{%s}}", spec);
	if (kit_do(k, "POST", NS "serviceaccounts/sa/token", body.ptr) != 201)
		print_message("%s\n", k->body.ptr);
	assert_int_equal(k->status, 201);
	strbuf_addz(token, kit_at(k, "status.token"));
}

/* status.error of a review, or "" where it is believed. */
static const char *review(struct kit *k, const char *token, const char *audiences)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body, "{\"spec\":{\"token\":\"%s\",\"audiences\":[%s]}}", token, audiences);
	assert_int_equal(kit_do(k, "POST", REVIEWS, body.ptr), 201);
	return kit_at(k, "status.error");
}

/* The claims of a token, which the caller frees. */
static cJSON *claims_of(const char *token)
{
	const char *dot = strchr(token, '.') + 1;
	AUTO_STRBUF json = STRBUF_INIT;

	assert_true(
	    base64_decode(&json, (struct str) { dot, strcspn(dot, ".") }, BASE64_RAW_URL, NULL));
	return cJSON_Parse(json.ptr);
}

static void token_claims_name_account_pod_and_expiry(void **state)
{
	AUTO_STRBUF token = STRBUF_INIT, uid = STRBUF_INIT;
	cJSON *claims;
	struct kit k;

	(void)state;
	open_kit(&k);
	take_token(&k, "\"expirationSeconds\":700," TO_POD, &token);
	claims = claims_of(token.ptr);
	assert_string_equal(fakeapi__string(claims, "sub"), "system:serviceaccount:default:sa");
	assert_string_equal(fakeapi__string(claims, "iss"), "https://kubernetes.default.svc");
	assert_true(fakeapi__member(claims, "exp")->valuedouble -
			fakeapi__member(claims, "iat")->valuedouble >
		    699);
	assert_string_equal(fakeapi__string(fakeapi__dig(claims, "kubernetes.io", "pod", NULL),
					    "name"),
			    "p");
	assert_int_equal(kit_do(&k, "GET", NS "pods/p", NULL), 200);
	assert_string_equal(fakeapi__string(fakeapi__dig(claims, "kubernetes.io", "pod", NULL),
					    "uid"),
			    kit_at(&k, "metadata.uid"));
	strbuf_addf(&uid, "kubernetes.io/pod-uid\":[\"%s\"]", kit_at(&k, "metadata.uid"));
	cJSON_Delete(claims);
	assert_string_equal(review(&k, token.ptr, ""), "");
	assert_string_equal(kit_at(&k, "status.user.username"), "system:serviceaccount:default:sa");
	assert_non_null(strstr(k.body.ptr, "authentication.kubernetes.io/pod-name\":[\"p\"]"));
	assert_non_null(strstr(k.body.ptr, uid.ptr));
	kit_close(&k);
}

static void token_is_valid_until_its_pod_is_deleted_or_it_expires(void **state)
{
	AUTO_STRBUF plain = STRBUF_INIT;
	AUTO_STRBUF bound = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k);
	take_token(&k, "\"expirationSeconds\":600", &plain);
	take_token(&k, TO_POD, &bound);
	assert_string_equal(review(&k, bound.ptr, ""), "");
	assert_int_equal(kit_do(&k, "DELETE", NS "pods/p?gracePeriodSeconds=0", NULL), 200);
	assert_string_equal(review(&k, bound.ptr, ""),
			    INVALID "service account token has been invalidated]");
	assert_string_equal(review(&k, plain.ptr, ""), "");
	/* Clocks may differ by a minute. */
	k.now_ns += 660 * NS_PER_S;
	assert_string_equal(review(&k, plain.ptr, ""), "");
	k.now_ns += 1 * NS_PER_S;
	assert_string_equal(review(&k, plain.ptr, ""),
			    INVALID "service account token has expired]");
	kit_close(&k);
}

/* `token` with other claims, signed again. */
static void sign_claims(const char *token, const cJSON *claims, struct strbuf *out)
{
	AUTO_STRBUF signature = STRBUF_INIT;
	char *json = fakeapi__print(claims);

	strbuf_add(out, token, strcspn(token, ".") + 1);
	base64_encode(out, str_of(json), BASE64_RAW_URL);
	assert_true(sign(NULL, strbuf_str(out), &signature));
	strbuf_addc(out, '.');
	base64_encode(out, strbuf_str(&signature), BASE64_RAW_URL);
	base__free(json);
}

/* A token with one claim set: to so many seconds from now (INT_MIN: to 0; INT_MAX: removed), or to
 * `text`. */
static void take_token_of(struct kit *k, const char *claim, int seconds, const char *text,
			  struct strbuf *out)
{
	AUTO_STRBUF token = STRBUF_INIT;
	cJSON *claims, *value;
	double at = 0;

	take_token(k, "\"expirationSeconds\":3000", &token);
	claims = claims_of(token.ptr);
	if (seconds > INT_MIN)
		at = fakeapi__member(claims, "iat")->valuedouble + seconds;
	value = text ? cJSON_CreateString(text) : cJSON_CreateNumber(at);
	assert_int_equal(fakeapi__set(claims, claim, value), 0);
	if (seconds == INT_MAX)
		cJSON_DeleteItemFromObjectCaseSensitive(claims, claim);
	sign_claims(token.ptr, claims, out);
	cJSON_Delete(claims);
}

/* An empty uid matches no object, although it names none. */
static void token_without_the_uid_of_its_object_is_refused(void **state)
{
	static const char *const whose[] = { "pod", "serviceaccount" };
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(whose); i++) {
		AUTO_STRBUF token = STRBUF_INIT, other = STRBUF_INIT;
		cJSON *claims, *own;

		take_token(&k, TO_POD, &token);
		assert_string_equal(review(&k, token.ptr, ""), "");
		claims = claims_of(token.ptr);
		own = cJSON_GetObjectItem(cJSON_GetObjectItem(claims, "kubernetes.io"), whose[i]);
		assert_int_equal(fakeapi__set(own, "uid", cJSON_CreateString("")), 0);
		sign_claims(token.ptr, claims, &other);
		assert_non_null(strstr(review(&k, other.ptr, ""), "does not match"));
		cJSON_Delete(claims);
	}
	kit_close(&k);
}

static void token_time_claims_have_one_minute_of_leeway(void **state)
{
	static const struct {
		const char *claim;
		int seconds;
		const char *error, *text;
	} cases[] = {
		{ "nbf", 60, "", NULL },
		{ "nbf", 61, INVALID "service account token is not valid yet]", NULL },
		{ "iat", 60, "", NULL },
		{ "iat", 61, INVALID "service account token is issued in the future]", NULL },
		{ "exp", -60, "", NULL },
		{ "exp", -61, INVALID "service account token has expired]", NULL },
		{ "exp", INT_MIN, INVALID "service account token has expired]", NULL },
		/* jwt.Claims.ValidateWithLeeway checks only the times that a token has */
		{ "exp", INT_MAX, "", NULL },
		{ "nbf", INT_MAX, "", NULL },
		{ "iat", INT_MAX, "", NULL },
		{ "iss", 0, "", "https://elsewhere" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF token = STRBUF_INIT;

		take_token_of(&k, cases[i].claim, cases[i].seconds, cases[i].text, &token);
		assert_string_equal(review(&k, token.ptr, ""), cases[i].error);
		/* A token of another issuer does not authenticate an account of this server. */
		assert_int_equal(strcmp(kit_at(&k, "status.user.username"),
					"system:serviceaccount:default:sa") == 0,
				 !*cases[i].error && !cases[i].text);
	}
	kit_close(&k);
}

#define OTHER_UID "0f3c9a52-7f4e-4f0e-9a51-2b7d5d0e7c11" /* as long as any */
#define GONE	  "service account token has been invalidated"

/* Deleted, and made again with another uid. */
static void token_is_refused_after_its_object_is_replaced(void **state)
{
	static const struct {
		const char *kind, *name, *uri, *path, *body, *gone, *again;
	} cases[] = {
		{ "Pod", "p", NS "pods", NS "pods/p?gracePeriodSeconds=0", POD, GONE,
		  "service account pod ref claim" },
		{ "Secret", "s", NS "secrets", NS "secrets/s", "{\"metadata\":{\"name\":\"s\"}}",
		  GONE, "service account secret ref claim" },
		{ "Node", "n", "/api/v1/nodes", "/api/v1/nodes/n",
		  "{\"metadata\":{\"name\":\"n\"}}", GONE, "service account node ref claim" },
		{ "", "", NS "serviceaccounts", NS "serviceaccounts/sa",
		  "{\"metadata\":{\"name\":\"sa\"}}", "serviceaccounts \"sa\" not found",
		  "does not match claim" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF token = STRBUF_INIT, spec = STRBUF_INIT;

		if (i == 1 || i == 2)
			assert_int_equal(kit_do(&k, "POST", cases[i].uri, cases[i].body), 201);
		if (*cases[i].kind)
			strbuf_addf(&spec,
				    "\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"%s\","
				    "\"name\":\"%s\"}",
				    cases[i].kind, cases[i].name);
		take_token(&k, spec.len ? spec.ptr : "", &token);
		assert_string_equal(review(&k, token.ptr, ""), "");
		assert_int_equal(kit_do(&k, "DELETE", cases[i].path, NULL), 200);
		assert_non_null(strstr(review(&k, token.ptr, ""), cases[i].gone));
		assert_int_equal(kit_do(&k, "POST", cases[i].uri, cases[i].body), 201);
		assert_non_null(strstr(review(&k, token.ptr, ""), cases[i].again));
	}
	kit_close(&k);
}

/* Deleted for more than a minute, and kept by a finalizer. */
static void token_of_a_terminating_object_ends_after_a_minute(void **state)
{
	static const struct {
		const char *spec, *uri, *error;
	} cases[] = {
		{ TO_POD, NS "pods/p", GONE },
		{ "", NS "serviceaccounts/sa", "service account default/sa has been deleted" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF token = STRBUF_INIT, uri = STRBUF_INIT;
		struct kit k;

		open_kit(&k);
		take_token(&k, cases[i].spec, &token);
		k.content_type = "application/merge-patch+json";
		assert_int_equal(kit_do(&k, "PATCH", cases[i].uri,
					"{\"metadata\":{\"finalizers\":[\"a.b/c\"]}}"),
				 200);
		k.content_type = NULL;
		strbuf_addf(&uri, "%s?gracePeriodSeconds=0", cases[i].uri);
		assert_int_equal(kit_do(&k, "DELETE", uri.ptr, NULL), 200);
		k.now_ns += 60 * NS_PER_S;
		assert_string_equal(review(&k, token.ptr, ""), "");
		k.now_ns += 1 * NS_PER_S;
		assert_non_null(strstr(review(&k, token.ptr, ""), cases[i].error));
		kit_close(&k);
	}
}

/* Only the bound object ends a token; the node that a pod's token names says where the pod was. A
 * node that does not exist has no uid. */
static void token_of_a_pod_outlives_its_node(void **state)
{
	static const struct {
		const char *kind, *name;
		bool exists;
	} bound[] = { { "Pod", "p", true }, { "Node", "n", true }, { "Pod", "p", false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bound); i++) {
		AUTO_STRBUF token = STRBUF_INIT, spec = STRBUF_INIT, uid = STRBUF_INIT;
		struct kit k;

		open_kit(&k);
		if (bound[i].exists)
			(void)kit_do(&k, "POST", "/api/v1/nodes",
				     "{\"metadata\":{\"name\":\"n\"}}");
		strbuf_addf(&uid, "kubernetes.io/node-uid\":[\"%s\"]", kit_at(&k, "metadata.uid"));
		assert_int_equal(
		    kit_do(&k, "POST", NS "pods/p/binding",
			   "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Node\","
			   "\"name\":\"n\"}}"),
		    201);
		strbuf_addf(&spec,
			    "\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"name\":"
			    "\"%s\"}",
			    bound[i].kind, bound[i].name);
		take_token(&k, spec.ptr, &token);
		assert_string_equal(review(&k, token.ptr, ""), "");
		assert_non_null(
		    strstr(k.body.ptr, "authentication.kubernetes.io/node-name\":[\"n\"]"));
		assert_int_equal(strstr(k.body.ptr, uid.ptr) != NULL, bound[i].exists);
		assert_int_equal(strstr(k.body.ptr, "node-uid") != NULL, bound[i].exists);
		assert_int_equal(kit_do(&k, "DELETE", "/api/v1/nodes/n", NULL),
				 bound[i].exists ? 200 : 404);
		assert_string_equal(review(&k, token.ptr, ""),
				    *bound[i].kind == 'N' ? INVALID GONE "]" : "");
		kit_close(&k);
	}
}

/* How long it lasts, and how long until its use is warned of; 0: it is not. */
static void read_times(const char *token, double *lasts, double *warns)
{
	cJSON *claims = claims_of(token);
	double from = cJSON_GetNumberValue(fakeapi__member(claims, "iat"));
	const cJSON *warn = fakeapi__dig(claims, "kubernetes.io", "warnafter", NULL);

	*lasts = cJSON_GetNumberValue(fakeapi__member(claims, "exp")) - from;
	*warns = warn ? cJSON_GetNumberValue(warn) - from : 0;
	cJSON_Delete(claims);
}

/* 3607 seconds become a year for a pod that speaks to this server alone (isKubeAudiences). */
static void token_of_a_pod_for_the_server_lasts_a_year(void **state)
{
#define OWN "\"https://kubernetes.default.svc\""
	static const struct {
		const char *kind, *name, *audiences;
		int requested, seconds;
	} cases[] = {
		{ "Pod", "p", OWN, 3607, 365 * 24 * 3600 },
		{ "Pod", "p", "", 3607, 365 * 24 * 3600 },
		{ "Pod", "p", OWN, 3606, 3606 },
		{ "Pod", "p", OWN, 3608, 3608 },
		{ "Pod", "p", "\"vault\"", 3607, 3607 },
		{ "Pod", "p", OWN ",\"vault\"", 3607, 3607 },
		{ "Secret", "s", OWN, 3607, 3607 },
	};
#undef OWN
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_do(&k, "POST", NS "secrets", "{\"metadata\":{\"name\":\"s\"}}"), 201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF token = STRBUF_INIT, spec = STRBUF_INIT;
		double lasts, warns;

		strbuf_addf(&spec,
			    "\"expirationSeconds\":%d,\"audiences\":[%s],\"boundObjectRef\":{"
			    "\"apiVersion\":\"v1\",\"kind\":\"%s\",\"name\":\"%s\"}",
			    cases[i].requested, cases[i].audiences, cases[i].kind, cases[i].name);
		take_token(&k, spec.ptr, &token);
		read_times(token.ptr, &lasts, &warns);
		assert_true(lasts == cases[i].seconds);
		assert_true(warns == (cases[i].seconds > 3608 ? 3607 : 0));
	}
	kit_close(&k);
}

static void token_is_valid_only_for_its_audiences_and_unmodified(void **state)
{
	static const char *const others[] = { "", "\"vault2\"", "\"vaul\",\"Vault\"" };
	AUTO_STRBUF token = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k);
	take_token(&k, "\"audiences\":[\"vault\"]", &token);
	assert_string_equal(review(&k, token.ptr, "\"vault\",\"other\""), "");
	assert_non_null(strstr(k.body.ptr, "\"audiences\":[\"vault\"]"));
	assert_string_equal(review(&k, token.ptr, "\"vault\""), "");
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		assert_string_equal(review(&k, token.ptr, others[i]),
				    INVALID "token audiences is invalid for the target audiences]");
	token.ptr[token.len - 3] ^= 1;
	assert_string_equal(review(&k, token.ptr, "\"vault\""),
			    INVALID "go-jose/go-jose: error in cryptographic primitive]");
	kit_close(&k);
}

static void token_bound_to_an_unsupported_kind_is_refused(void **state)
{
	static const struct {
		const char *ref, *message;
		int status;
	} cases[] = {
		{ "\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"none\"",
		  "pods \"none\" not found", 404 },
		{ "\"kind\":\"Secret\",\"name\":\"s\"", "secrets \"s\" not found", 404 },
		{ "\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"",
		  "cannot bind token to object of type apps/v1, Kind=Deployment", 400 },
		{ "\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"" OTHER_UID "\"",
		  "Operation cannot be fulfilled on Pod \"p\": the UID in the bound object "
		  "reference (" OTHER_UID ") does not match the UID in record. The object might "
		  "have been deleted and then recreated",
		  409 },
		{ "\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"of-another\"",
		  "cannot bind token for serviceaccount \"sa\" to pod running with different "
		  "serviceaccount name.",
		  400 },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_do(&k, "POST", NS "serviceaccounts",
				"{\"metadata\":{\"name\":\"another\"}}"),
			 201);
	assert_int_equal(
	    kit_do(&k, "POST", NS "pods",
		   "{\"metadata\":{\"name\":\"of-another\"},\"spec\":{"
		   "\"serviceAccountName\":\"another\",\"containers\":[{\"name\":\"c\","
		   "\"image\":\"i\"}]}}"),
	    201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body, "{\"spec\":{\"boundObjectRef\":{%s}}}", cases[i].ref);
		assert_int_equal(kit_do(&k, "POST", NS "serviceaccounts/sa/token", body.ptr),
				 cases[i].status);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(token_claims_name_account_pod_and_expiry),
		cmocka_unit_test(token_is_valid_until_its_pod_is_deleted_or_it_expires),
		cmocka_unit_test(token_time_claims_have_one_minute_of_leeway),
		cmocka_unit_test(token_without_the_uid_of_its_object_is_refused),
		cmocka_unit_test(token_is_refused_after_its_object_is_replaced),
		cmocka_unit_test(token_of_a_terminating_object_ends_after_a_minute),
		cmocka_unit_test(token_of_a_pod_outlives_its_node),
		cmocka_unit_test(token_of_a_pod_for_the_server_lasts_a_year),
		cmocka_unit_test(token_is_valid_only_for_its_audiences_and_unmodified),
		cmocka_unit_test(token_bound_to_an_unsupported_kind_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
