/* SPDX-License-Identifier: Apache-2.0 */
/* A server with a client CA: certificates of that CA name users and groups, others are refused, and
 * who comes with none is anonymous. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <curl/curl.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "relist/fakeapi.h"
#include "tests/kit/testing.h"

static char folder[] = "/tmp/relist-certificates-XXXXXX";

struct pair {
	gnutls_x509_crt_t cert;
	gnutls_x509_privkey_t key;
};

static const char *path_of(const char *name, const char *suffix)
{
	static char paths[4][128];
	static unsigned next;
	char *path = paths[next++ % 4];

	(void)snprintf(path, sizeof(paths[0]), "%s/%s.%s", folder, name, suffix);
	return path;
}

static void write_pem(const char *path, gnutls_datum_t pem)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(pem.data, 1, pem.size, f), pem.size);
	assert_int_equal(fclose(f), 0);
	gnutls_free(pem.data);
}

/* '\1' stands for a NUL. */
static void set_name(gnutls_x509_crt_t cert, const char *oid, const char *text)
{
	char bytes[4096];
	size_t len = strlen(text);

	assert_true(len < sizeof(bytes));
	for (size_t i = 0; i < len; i++)
		bytes[i] = (char)(text[i] == '\1' ? '\0' : text[i]);
	assert_int_equal(gnutls_x509_crt_set_dn_by_oid(cert, oid, 0, bytes, (unsigned)len), 0);
}

/* A certificate of the CA `by` (NULL: of its own), in NAME.crt and NAME.key. */
static struct pair make(const char *name, const char *cn, const char *const *groups,
			const struct pair *by, int64_t until_s, const char *purpose)
{
	struct pair p;
	unsigned char serial = (unsigned char)(name[0] ^ name[1]) | 1;
	gnutls_datum_t pem;
	int64_t now = time(NULL);

	assert_int_equal(gnutls_x509_crt_init(&p.cert), 0);
	assert_int_equal(gnutls_x509_privkey_init(&p.key), 0);
	assert_int_equal(
	    gnutls_x509_privkey_generate(p.key, GNUTLS_PK_ECDSA,
					 GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0),
	    0);
	(void)gnutls_x509_crt_set_version(p.cert, 3);
	(void)gnutls_x509_crt_set_serial(p.cert, &serial, 1);
	(void)gnutls_x509_crt_set_activation_time(p.cert, (time_t)(now - 86400));
	(void)gnutls_x509_crt_set_expiration_time(p.cert, (time_t)(now + until_s));
	if (*cn)
		set_name(p.cert, GNUTLS_OID_X520_COMMON_NAME, cn);
	for (size_t i = 0; groups && groups[i]; i++)
		set_name(p.cert, GNUTLS_OID_X520_ORGANIZATION_NAME, groups[i]);
	(void)gnutls_x509_crt_set_key(p.cert, p.key);
	(void)gnutls_x509_crt_set_basic_constraints(p.cert, by == NULL, -1);
	if (purpose)
		(void)gnutls_x509_crt_set_key_purpose_oid(p.cert, purpose, 0);
	if (!by)
		(void)gnutls_x509_crt_set_key_usage(p.cert, GNUTLS_KEY_KEY_CERT_SIGN);
	assert_int_equal(gnutls_x509_crt_sign2(p.cert, by ? by->cert : p.cert, by ? by->key : p.key,
					       GNUTLS_DIG_SHA256, 0),
			 0);
	assert_int_equal(gnutls_x509_crt_export2(p.cert, GNUTLS_X509_FMT_PEM, &pem), 0);
	write_pem(path_of(name, "crt"), pem);
	assert_int_equal(gnutls_x509_privkey_export2(p.key, GNUTLS_X509_FMT_PEM, &pem), 0);
	write_pem(path_of(name, "key"), pem);
	return p;
}

static void pair_free(struct pair p)
{
	gnutls_x509_crt_deinit(p.cert);
	gnutls_x509_privkey_deinit(p.key);
}

static size_t take(char *bytes, size_t size, size_t n, void *user)
{
	strbuf_add(user, bytes, size * n);
	return size * n;
}

/* The status; 0: the connection failed. `name` of a certificate, or NULL. */
static long ask(const struct fakeapi *api, const char *path, const char *name, const char *token,
		const char *post, struct strbuf *body)
{
	CURL *curl = curl_easy_init();
	struct curl_slist *headers = NULL;
	AUTO_STRBUF url = STRBUF_INIT, bearer = STRBUF_INIT;
	long status = 0;

	assert_non_null(curl);
	strbuf_addf(&url, "%s%s", fakeapi_url(api), path);
	strbuf_clear(body);
	curl_easy_setopt(curl, CURLOPT_URL, url.ptr);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
	if (name) {
		curl_easy_setopt(curl, CURLOPT_SSLCERT, path_of(name, "crt"));
		curl_easy_setopt(curl, CURLOPT_SSLKEY, path_of(name, "key"));
	}
	if (post) {
		headers = curl_slist_append(NULL, "Content-Type: application/json");
		curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(post));
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, post);
	}
	if (token) {
		strbuf_addf(&bearer, "Authorization: Bearer %s", token);
		headers = curl_slist_append(NULL, bearer.ptr);
		curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	}
	if (curl_easy_perform(curl) == CURLE_OK)
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	return status;
}

/* Requests that are kept for a while: long ones, which a worker takes, and those that a fault holds
 * back. */
static void later_requests_are_of_the_same_user(struct fakeapi *api)
{
	static const char path[] = "/api/v1/namespaces/default/configmaps";
	static const char rule[] =
	    "{\"kind\":\"delay\",\"match\":{\"resource\":\"pods\"},\"delay\":\"1ms\"}";
	AUTO_STRBUF post = STRBUF_INIT, body = STRBUF_INIT;

	strbuf_addz(&post, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
			   "\"long\"},\"data\":{\"k\":\"");
	for (size_t i = 0; i < 600000; i++)
		strbuf_addc(&post, 'x');
	strbuf_addz(&post, "\"}}");
	assert_int_equal(ask(api, path, "jane", NULL, post.ptr, &body), 403);
	assert_non_null(strstr(body.ptr, "User \\\"jane\\\" cannot create"));
	assert_int_equal(ask(api, path, NULL, NULL, post.ptr, &body), 403);
	assert_int_equal(ask(api, path, "admin", NULL, post.ptr, &body), 201);
	assert_int_equal(ask(api, "/relist/v1/faults", "admin", NULL, rule, &body), 201);
	assert_int_equal(ask(api, "/api/v1/pods", "admin", NULL, NULL, &body), 200);
	assert_int_equal(ask(api, "/api/v1/pods", "jane", NULL, NULL, &body), 403);
	assert_non_null(strstr(body.ptr, "User \\\"jane\\\" cannot list"));
}

static void client_certificate_gives_user_and_groups(void **state)
{
	static const char pods[] = "/api/v1/namespaces/default/pods";
	static const struct {
		const char *certificate, *token, *path;
		long status;
		const char *says;
	} cases[] = {
		{ "admin", NULL, pods, 200, "PodList" },
		{ "jane", NULL, pods, 403, "User \\\"jane\\\" cannot list resource" },
		{ "comma", NULL, pods, 403, "User \\\"comma\\\" cannot list" },
		{ "nul-group", NULL, pods, 403, "User \\\"nul-group\\\" cannot list" },
		{ "nul-name", NULL, pods, 401, "Unauthorized" },
		{ "no-name", NULL, pods, 401, "Unauthorized" },
		{ "long-name", NULL, pods, 200, "PodList" },
		{ "odd-name", NULL, pods, 403, "User \\\"a,b+c\\\\d=#e\\\" cannot list" },
		{ "many", NULL, pods, 403, "User \\\"many\\\" cannot list" },
		{ "jane", NULL, "/api", 200, "APIVersions" },
		{ NULL, NULL, pods, 403, "User \\\"system:anonymous\\\" cannot list" },
		{ NULL, NULL, "/readyz", 200, "ok" },
		{ NULL, NULL, "/version", 200, "major" },
		{ NULL, "nonsense", pods, 401, "Unauthorized" },
		{ "stranger", NULL, pods, 401, "Unauthorized" },
		{ "expired", NULL, pods, 401, "Unauthorized" },
		{ "server", NULL, pods, 401, "Unauthorized" }, /* not made for clients */
		{ "admin", "nonsense", pods, 200, "PodList" },
		{ NULL, NULL, "/relist/v1/faults", 403, "Forbidden" },
		{ "jane", NULL, "/relist/v1/faults", 403, "Forbidden" },
		{ "admin", NULL, "/relist/v1/faults", 200, "" },
	};
	static const char *const masters[] = { "system:masters", NULL };
	static const char *const readers[] = { "readers", "writers", NULL };
	static const char *const trick[] = { "readers,system:masters", NULL };
	static const char *const nul[] = { "system:masters\1x", "\1", NULL };
	static char long_name[2000];
	const char *many[101] = { NULL };
	struct pair ca = make("ca", "ca", NULL, NULL, 86400, NULL);
	struct pair other = make("other", "other", NULL, NULL, 86400, NULL);

	(void)state;
	memset(long_name, 'n', sizeof(long_name) - 1);
	for (size_t i = 0; i + 1 < ARRAY_LEN(many); i++)
		many[i] = "group";
	const struct pair all[] = {
		ca,
		other,
		make("server", "127.0.0.1", NULL, &ca, 86400, GNUTLS_KP_TLS_WWW_SERVER),
		make("admin", "root", masters, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("jane", "jane", readers, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("comma", "comma", trick, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("nul-group", "nul-group", nul, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("nul-name", "root\1x", masters, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("no-name", "", masters, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("long-name", long_name, masters, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("odd-name", "a,b+c\\d=#e", readers, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("many", "many", many, &ca, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("stranger", "root", masters, &other, 86400, GNUTLS_KP_TLS_WWW_CLIENT),
		make("expired", "root", masters, &ca, -60, GNUTLS_KP_TLS_WWW_CLIENT),
	};
	AUTO_STRBUF cert = STRBUF_INIT, key = STRBUF_INIT, ca_file = STRBUF_INIT,
		    body = STRBUF_INIT;
	struct relist_err err;
	struct fakeapi *api;

	(void)state;
	strbuf_addz(&cert, path_of("server", "crt"));
	strbuf_addz(&key, path_of("server", "key"));
	strbuf_addz(&ca_file, path_of("ca", "crt"));
	api = fakeapi_start(&(struct fakeapi_options) { .tls_cert_file = cert.ptr,
							.tls_key_file = key.ptr,
							.client_ca_file = ca_file.ptr },
			    &err);
	if (!api)
		fail_msg("%s", err.msg);
	/* its creator may call it from within */
	assert_int_equal(fakeapi_apply(api,
				       "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
				       "\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"}}",
				       &err),
			 0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		long status =
		    ask(api, cases[i].path, cases[i].certificate, cases[i].token, NULL, &body);

		if (status != cases[i].status || !strstr(body.ptr ? body.ptr : "", cases[i].says))
			fail_msg("%s as %s: %ld %s", cases[i].path,
				 cases[i].certificate ? cases[i].certificate : "nobody", status,
				 body.ptr);
	}
	later_requests_are_of_the_same_user(api);
	fakeapi_stop(api);
	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		pair_free(all[i]);
}

static void missing_or_invalid_tls_files_are_named_in_the_error(void **state)
{
	struct relist_err err;
	const struct {
		struct fakeapi_options opt;
		const char *says;
	} cases[] = {
		{ { .tls_cert_file = "/nowhere/a" }, "found no key" },
		{ { .tls_key_file = "/nowhere/a" }, "found no certificate" },
		{ { .tls_cert_file = "/nowhere/a", .tls_key_file = "/nowhere/b" }, "/nowhere/a" },
		{ { .client_ca_file = "/nowhere/a" }, "need TLS" },
		{ { .tls = true, .client_ca_file = "/nowhere/a" }, "/nowhere/a" },
		{ { .tls_cert_file = "README.md", .tls_key_file = "README.md" }, "certificate" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_null(fakeapi_start(&cases[i].opt, &err));
		if (!strstr(err.msg, cases[i].says))
			fail_msg("%zu: %s", i, err.msg);
	}
}

static int setup(void **state)
{
	(void)state;
	assert_int_equal(gnutls_global_init(), 0);
	return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	(void)state;
	gnutls_global_deinit();
	strbuf_addf(&command, "rm -rf %s", folder);
	return system(command.ptr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(client_certificate_gives_user_and_groups),
		cmocka_unit_test(missing_or_invalid_tls_files_are_named_in_the_error),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
