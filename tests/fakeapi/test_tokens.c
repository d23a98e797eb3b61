/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens of service accounts: their claims, lifetime and audience. Texts are those of
 * pkg/serviceaccount and pkg/registry/core/serviceaccount of Kubernetes 1.34.4. */
#include "tests/kit/testing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "relist/fakeapi.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/net.h"

#define NS	"/api/v1/namespaces/default/"
#define REVIEWS "/apis/authentication.k8s.io/v1/tokenreviews"
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

static void a_token_says_who_has_it_and_until_when(void **state)
{
	AUTO_STRBUF token = STRBUF_INIT;
	AUTO_STRBUF json = STRBUF_INIT;
	const char *dot;
	cJSON *claims;
	struct kit k;

	(void)state;
	open_kit(&k);
	take_token(&k,
		   "\"expirationSeconds\":700,\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":"
		   "\"Pod\",\"name\":\"p\"}",
		   &token);
	dot = strchr(token.ptr, '.') + 1;
	assert_true(
	    base64_decode(&json, (struct str) { dot, strcspn(dot, ".") }, BASE64_RAW_URL, NULL));
	claims = cJSON_Parse(json.ptr);
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
	cJSON_Delete(claims);
	assert_string_equal(review(&k, token.ptr, ""), "");
	assert_string_equal(kit_at(&k, "status.user.username"), "system:serviceaccount:default:sa");
	assert_non_null(strstr(k.body.ptr, "authentication.kubernetes.io/pod-name\":[\"p\"]"));
	kit_close(&k);
}

static void a_token_is_believed_while_all_it_names_is_there(void **state)
{
	AUTO_STRBUF plain = STRBUF_INIT;
	AUTO_STRBUF bound = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k);
	take_token(&k, "\"expirationSeconds\":600", &plain);
	take_token(&k, "\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\"}",
		   &bound);
	assert_string_equal(review(&k, bound.ptr, ""), "");
	assert_int_equal(kit_do(&k, "DELETE", NS "pods/p?gracePeriodSeconds=0", NULL), 200);
	assert_string_equal(review(&k, bound.ptr, ""),
			    "[invalid bearer token, service account token has been invalidated]");
	assert_string_equal(review(&k, plain.ptr, ""), "");
	/* Clocks may differ by a minute. */
	k.now_ns += 660 * NS_PER_S;
	assert_string_equal(review(&k, plain.ptr, ""), "");
	k.now_ns += 1 * NS_PER_S;
	assert_string_equal(review(&k, plain.ptr, ""),
			    "[invalid bearer token, service account token has expired]");
	kit_close(&k);
}

/* A token with one claim of time set to so many seconds from now. */
static void take_token_of(struct kit *k, const char *claim, int seconds, struct strbuf *out)
{
	AUTO_STRBUF token = STRBUF_INIT, json = STRBUF_INIT, signature = STRBUF_INIT;
	const char *dot;
	char *text;
	cJSON *claims;

	take_token(k, "\"expirationSeconds\":3000", &token);
	dot = strchr(token.ptr, '.') + 1;
	assert_true(
	    base64_decode(&json, (struct str) { dot, strcspn(dot, ".") }, BASE64_RAW_URL, NULL));
	claims = cJSON_Parse(json.ptr);
	cJSON_SetNumberValue(fakeapi__member(claims, claim),
			     fakeapi__member(claims, "iat")->valuedouble + seconds);
	text = fakeapi__print(claims);
	strbuf_add(out, token.ptr, (size_t)(dot - token.ptr));
	base64_encode(out, str_of(text), BASE64_RAW_URL);
	assert_true(sign(NULL, strbuf_str(out), &signature));
	strbuf_addc(out, '.');
	base64_encode(out, strbuf_str(&signature), BASE64_RAW_URL);
	base__free(text);
	cJSON_Delete(claims);
}

static void claims_of_time_have_a_minute_of_leeway(void **state)
{
	static const struct {
		const char *claim;
		int seconds;
		const char *error;
	} cases[] = {
		{ "nbf", 60, "" },
		{ "nbf", 61, "[invalid bearer token, service account token is not valid yet]" },
		{ "iat", 60, "" },
		{ "iat", 61,
		  "[invalid bearer token, service account token is issued in the future]" },
		{ "exp", -60, "" },
		{ "exp", -61, "[invalid bearer token, service account token has expired]" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF token = STRBUF_INIT;

		take_token_of(&k, cases[i].claim, cases[i].seconds, &token);
		assert_string_equal(review(&k, token.ptr, ""), cases[i].error);
	}
	kit_close(&k);
}

#define GONE "service account token has been invalidated"

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

/* A pod that is being deleted for more than a minute. */
static void token_of_a_terminating_pod_ends_after_a_minute(void **state)
{
	AUTO_STRBUF token = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k);
	take_token(&k, "\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\"}",
		   &token);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", NS "pods/p",
				"{\"metadata\":{\"finalizers\":[\"a.b/c\"]}}"),
			 200);
	k.content_type = NULL;
	assert_int_equal(kit_do(&k, "DELETE", NS "pods/p?gracePeriodSeconds=0", NULL), 200);
	k.now_ns += 60 * NS_PER_S;
	assert_string_equal(review(&k, token.ptr, ""), "");
	k.now_ns += 1 * NS_PER_S;
	assert_non_null(strstr(review(&k, token.ptr, ""), GONE));
	kit_close(&k);
}

/* Only the bound object ends a token; the node that a pod's token names says where the pod was. */
static void token_of_a_pod_outlives_its_node(void **state)
{
	static const char *const bound[] = { "Pod", "Node" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bound); i++) {
		AUTO_STRBUF token = STRBUF_INIT, spec = STRBUF_INIT;
		struct kit k;

		open_kit(&k);
		assert_int_equal(kit_do(&k, "POST", "/api/v1/nodes",
					"{\"metadata\":{\"name\":\"n\"}}"),
				 201);
		assert_int_equal(
		    kit_do(&k, "POST", NS "pods/p/binding",
			   "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Node\","
			   "\"name\":\"n\"}}"),
		    201);
		strbuf_addf(&spec,
			    "\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"name\":"
			    "\"%s\"}",
			    bound[i], i ? "n" : "p");
		take_token(&k, spec.ptr, &token);
		assert_string_equal(review(&k, token.ptr, ""), "");
		assert_non_null(
		    strstr(k.body.ptr, "\"authentication.kubernetes.io/node-name\":[\"n\"]"));
		assert_int_equal(kit_do(&k, "DELETE", "/api/v1/nodes/n", NULL), 200);
		assert_string_equal(review(&k, token.ptr, ""),
				    i ? "[invalid bearer token, " GONE "]" : "");
		kit_close(&k);
	}
}

static double claim_of(const char *token, const char *name)
{
	const char *dot = strchr(token, '.') + 1;
	AUTO_STRBUF json = STRBUF_INIT;
	cJSON *claims;
	double value;

	assert_true(
	    base64_decode(&json, (struct str) { dot, strcspn(dot, ".") }, BASE64_RAW_URL, NULL));
	claims = cJSON_Parse(json.ptr);
	value = cJSON_GetNumberValue(fakeapi__member(claims, name));
	cJSON_Delete(claims);
	return value;
}

/* 3607 seconds become a year for a pod that speaks to this server alone (isKubeAudiences). */
static void token_of_a_pod_for_the_server_lasts_a_year(void **state)
{
#define OWN "\"https://kubernetes.default.svc\""
	static const struct {
		const char *kind, *name, *audiences;
		int asked, seconds;
	} cases[] = {
		{ "Pod", "p", OWN, 3607, 365 * 24 * 3600 },
		{ "Pod", "p", "", 3607, 365 * 24 * 3600 },
		{ "Pod", "p", OWN, 3606, 3606 },
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

		strbuf_addf(&spec,
			    "\"expirationSeconds\":%d,\"audiences\":[%s],\"boundObjectRef\":{"
			    "\"apiVersion\":\"v1\",\"kind\":\"%s\",\"name\":\"%s\"}",
			    cases[i].asked, cases[i].audiences, cases[i].kind, cases[i].name);
		take_token(&k, spec.ptr, &token);
		assert_true(claim_of(token.ptr, "exp") - claim_of(token.ptr, "iat") ==
			    cases[i].seconds);
	}
	kit_close(&k);
}

static void a_token_is_for_its_audiences_and_unchanged(void **state)
{
	AUTO_STRBUF token = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k);
	take_token(&k, "\"audiences\":[\"vault\"]", &token);
	assert_string_equal(review(&k, token.ptr, "\"vault\",\"other\""), "");
	assert_non_null(strstr(k.body.ptr, "\"audiences\":[\"vault\"]"));
	assert_string_equal(review(&k, token.ptr, ""),
			    "[invalid bearer token, token audiences is invalid for the target "
			    "audiences]");
	token.ptr[token.len - 3] ^= 1;
	assert_string_equal(review(&k, token.ptr, "\"vault\""),
			    "[invalid bearer token, go-jose/go-jose: error in cryptographic "
			    "primitive]");
	assert_int_equal(kit_do(&k, "DELETE", NS "serviceaccounts/sa", NULL), 200);
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
		{ "\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"",
		  "cannot bind token to object of type apps/v1, Kind=Deployment", 400 },
		{ "\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"x\"",
		  "Operation cannot be fulfilled on pods \"p\": the UID in the bound object "
		  "reference (x) does not match the UID in record. The object might have been "
		  "deleted and then recreated",
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

/* --- with real keys, over sockets --- */

static struct fakeapi *started(const struct fakeapi_options *opt)
{
	struct relist_err err = { 0 };
	struct fakeapi *api = fakeapi_start(opt, &err);

	if (!api)
		fail_msg("%s", err.msg);
	return api;
}

/* status.token of a fresh one. */
static void issue(struct fakeapi *api, struct strbuf *token)
{
	struct fakeapi_reply reply;
	cJSON *obj;

	assert_int_equal(fakeapi_request(api, "POST", NS "serviceaccounts/sa/token",
					 "{\"spec\":{}}", NULL, &reply, NULL),
			 0);
	obj = cJSON_Parse(reply.body);
	strbuf_addz(token, fakeapi__string(fakeapi__member(obj, "status"), "token"));
	cJSON_Delete(obj);
	fakeapi_reply_fini(&reply);
}

static void ask_as(struct fakeapi *api, const char *token, const char *wanted)
{
	uint16_t port = (uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10);
	struct net_in c = net_in(net_connect(port));

	net_send(c.fd, "GET /api/v1/pods HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
		       "Authorization: Bearer ");
	net_send(c.fd, token);
	net_send(c.fd, "\r\n\r\n");
	net_read_until(&c, wanted);
	net_close(&c);
}

static void a_token_outlives_the_server_that_keeps_its_state(void **state)
{
	static const char csv[] = "secret,admin,1,\"system:masters\"\n";
	char folder[] = "/tmp/relist-tokens-XXXXXX", tokens[64], file[64], key[80];
	struct fakeapi_options opt = { .token_auth_file = tokens, .state_file = file };
	AUTO_STRBUF token = STRBUF_INIT;
	struct fakeapi *api;
	int fd;

	(void)state;
	assert_non_null(mkdtemp(folder));
	(void)snprintf(tokens, sizeof(tokens), "%s/tokens", folder);
	(void)snprintf(file, sizeof(file), "%s/state", folder);
	(void)snprintf(key, sizeof(key), "%s.key", file);
	fd = open(tokens, O_WRONLY | O_CREAT, 0600);
	assert_int_equal(write(fd, csv, sizeof(csv) - 1), sizeof(csv) - 1);
	(void)close(fd);
	api = started(&opt);
	assert_int_equal(fakeapi_apply(api,
				       "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\","
				       "\"metadata\":{\"name\":\"sa\"}}",
				       NULL),
			 0);
	issue(api, &token);
	ask_as(api, token.ptr,
	       "User \\\"system:serviceaccount:default:sa\\\" cannot list resource");
	fakeapi_stop(api);
	api = started(&opt);
	ask_as(api, token.ptr,
	       "User \\\"system:serviceaccount:default:sa\\\" cannot list resource");
	token.ptr[token.len - 3] ^= 1;
	ask_as(api, token.ptr, "401 Unauthorized");
	fakeapi_stop(api);
	(void)unlink(key);
	(void)unlink(file);
	(void)unlink(tokens);
	(void)rmdir(folder);
}

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	(void)close(fd);
}

/* As envtest names them: a private key, and the certificate that belongs to it. */
static void a_key_and_its_certificate_are_one_key(void **state)
{
	static const char private_pem[] =
	    "-----BEGIN PRIVATE KEY-----\n"
	    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4vnKFbzABYkc1gbD\n"
	    "ZsP6wcBjq4/msswirPPKosNiha2hRANCAAT9PUy43atuYu0etgPxM38BJu2uK/Gk\n"
	    "LaJLKRRCYkLusuyWlTYxkLe9kT17Ys0h4WFmiTDw7zQjDmZRhZfd8ieq\n"
	    "-----END PRIVATE KEY-----\n";
	static const char certificate_pem[] =
	    "-----BEGIN CERTIFICATE-----\n"
	    "MIIBcjCCARegAwIBAgIUGB74o7yLV3653qvy+JUIAZ/UeskwCgYIKoZIzj0EAwIw\n"
	    "DTELMAkGA1UEAwwCc2EwIBcNMjYxMTIyMjIwNjE1WhgPMjEyNjEwMjkyMjA2MTVa\n"
	    "MA0xCzAJBgNVBAMMAnNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/T1MuN2r\n"
	    "bmLtHrYD8TN/ASbtrivxpC2iSykUQmJC7rLslpU2MZC3vZE9e2LNIeFhZokw8O80\n"
	    "Iw5mUYWX3fInqqNTMFEwHQYDVR0OBBYEFCwevVqQocDRBL0uIadXGj/V4Fk+MB8G\n"
	    "A1UdIwQYMBaAFCwevVqQocDRBL0uIadXGj/V4Fk+MA8GA1UdEwEB/wQFMAMBAf8w\n"
	    "CgYIKoZIzj0EAwIDSQAwRgIhANEjGZXpejE7BZmWg49RRPt8rFndc6RLeJJigB29\n"
	    "vcwLAiEAsFfGbH0XSJrhfjB+NVTYNnqvGA4g75irIxPrV8Fr4lE=\n"
	    "-----END CERTIFICATE-----\n";
	char folder[] = "/tmp/relist-tokens-XXXXXX", key[64], cert[64];
	const struct fakeapi_options opt = { .service_account_signing_key_file = key,
					     .service_account_key_files = cert };
	struct fakeapi_reply reply;
	struct fakeapi *api;
	cJSON *set;

	(void)state;
	assert_non_null(mkdtemp(folder));
	(void)snprintf(key, sizeof(key), "%s/key", folder);
	(void)snprintf(cert, sizeof(cert), "%s/cert", folder);
	write_file(key, private_pem);
	write_file(cert, certificate_pem);
	api = started(&opt);
	assert_int_equal(fakeapi_request(api, "GET", "/openid/v1/jwks", NULL, NULL, &reply, NULL),
			 0);
	set = cJSON_Parse(reply.body);
	assert_int_equal(cJSON_GetArraySize(fakeapi__member(set, "keys")), 1);
	assert_string_equal(fakeapi__string(fakeapi__member(set, "keys")->child, "alg"), "ES256");
	cJSON_Delete(set);
	fakeapi_reply_fini(&reply);
	fakeapi_stop(api);
	(void)unlink(key);
	(void)unlink(cert);
	(void)rmdir(folder);
}

static void a_key_file_that_is_none_is_named(void **state)
{
	const struct fakeapi_options opt = { .service_account_signing_key_file = "/dev/null" };
	struct relist_err err = { 0 };

	(void)state;
	assert_null(fakeapi_start(&opt, &err));
	assert_string_equal(err.msg, "/dev/null: found no RSA or P-256 private key");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_says_who_has_it_and_until_when),
		cmocka_unit_test(a_token_is_believed_while_all_it_names_is_there),
		cmocka_unit_test(claims_of_time_have_a_minute_of_leeway),
		cmocka_unit_test(token_is_refused_after_its_object_is_replaced),
		cmocka_unit_test(token_of_a_terminating_pod_ends_after_a_minute),
		cmocka_unit_test(token_of_a_pod_outlives_its_node),
		cmocka_unit_test(token_of_a_pod_for_the_server_lasts_a_year),
		cmocka_unit_test(a_token_is_for_its_audiences_and_unchanged),
		cmocka_unit_test(token_bound_to_an_unsupported_kind_is_refused),
		cmocka_unit_test(a_token_outlives_the_server_that_keeps_its_state),
		cmocka_unit_test(a_key_and_its_certificate_are_one_key),
		cmocka_unit_test(a_key_file_that_is_none_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
