/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens of service accounts with real keys, over sockets. */
#include "tests/kit/testing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "fakeapi/meta/go_json.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"

#define NS "/api/v1/namespaces/default/"

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

static void token_stays_valid_after_a_restart_with_the_state_file(void **state)
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
static void signing_key_and_its_certificate_are_published_as_one_key(void **state)
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

static void invalid_key_file_is_named_in_the_error(void **state)
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
		cmocka_unit_test(token_stays_valid_after_a_restart_with_the_state_file),
		cmocka_unit_test(signing_key_and_its_certificate_are_published_as_one_key),
		cmocka_unit_test(invalid_key_file_is_named_in_the_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
