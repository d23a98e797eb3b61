/* SPDX-License-Identifier: Apache-2.0 */
/* TLS over HTTP/1.1: which servers client-go 0.37.2 accepts, what it sends to them and what follows
 * a connection that ends was recorded (tests/oracle/informer/tls_test.go); the client over libcurl
 * has the same outcomes. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/side_by_side.h"
#include "tests/kit/testing.h"
#include "tests/kit/tls_server.h"
#include "tests/kit/trace_kit.h"

#define PLAIN "plain text behind https"
#define HTTP  "TLS behind http"

/* Where OpenSSL or libcurl decides otherwise: docs/client-go.md has the reasons. */
static const struct {
	const char *name, *ours;
} differences[] = {
	/* OpenSSL: a certificate without names is matched by its common name, a usage must be
	 * named, and the name in the handshake is in lower case. */
	{ "the common name alone", "ok, 1 requests, 1 connections, SNI localhost, Host localhost" },
	{ "an address as the common name alone", "ok, 1 requests, 1 connections, Host 127.0.0.1" },
	{ "any usage", "fails, 0 requests, 1 connections" },
	{ "serverName in upper case",
	  "ok, 1 requests, 1 connections, SNI localhost, Host 127.0.0.1" },
	{ "URL in upper case", "ok, 1 requests, 1 connections, SNI localhost, Host LOCALHOST" },
	/* The key is read with the first connection. */
	{ "client key of another certificate", "fails, 0 requests" },
	/* Refused, as kubeconfig files are by clientcmd. */
	{ "client certificate without a key", "refused" },
};

static const char *text_of(const cJSON *row, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(row, name));
}

/* The certificate (or key) that a member of the scene names; NULL: none. */
static const char *pem_of(const cJSON *certificates, const cJSON *scene, const char *member,
			  const char *part)
{
	const char *name = text_of(scene, member);

	return name ? text_of(cJSON_GetObjectItem(certificates, name), part) : NULL;
}

static const char *priority_of(const char *version)
{
	static const struct {
		const char *version, *priority;
	} table[] = {
		{ "1.1", "NORMAL:-VERS-ALL:+VERS-TLS1.1:+VERS-TLS1.0" },
		{ "1.2", "NORMAL:-VERS-ALL:+VERS-TLS1.2" },
		{ "1.3", "NORMAL:-VERS-ALL:+VERS-TLS1.3" },
	};

	for (size_t i = 0; version && i < ARRAY_LEN(table); i++)
		if (strcmp(table[i].version, version) == 0)
			return table[i].priority;
	return NULL;
}

/* Of enum tls_end and enum tls_watch_end. */
static const char *const ends[] = { "", "accept", "handshake", "cut", "notify", NULL };
static const char *const watch_ends[] = { "fin",   "middle",  "notify", "last",
					  "reset", "garbage", NULL };

static int number_of(const char *const *names, const char *name)
{
	int i = 0;

	while (name && strcmp(names[i], name) != 0)
		assert_non_null(names[++i]);
	return i;
}

static struct tls_server_options server_of(const cJSON *certificates, const cJSON *scene)
{
	const char *wants = text_of(scene, "wants");
	bool required = wants && strcmp(wants, "require") == 0;

	return (struct tls_server_options) {
		.cert = pem_of(certificates, scene, "cert", "cert"),
		.key = pem_of(certificates, scene, "cert", "key"),
		.priority = priority_of(text_of(scene, "version")),
		.client_ca = required
				 ? text_of(cJSON_GetObjectItem(certificates, "clients-ca"), "cert")
				 : NULL,
		.request_certificate = required ? 2
				       : wants	? 1
						: 0,
		.end = (enum tls_end)number_of(ends, text_of(scene, "end")),
		.watch_end = (enum tls_watch_end)number_of(watch_ends, text_of(scene, "watch")),
	};
}

static const char *get(struct inf_client *client)
{
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	const struct inf_dynamic_options options = { .qps = -1 };
	struct inf_dynamic *d = inf_dynamic_new(client, &options, NULL);
	struct inf_object *obj = NULL;
	int rc;

	assert_non_null(d);
	rc = inf_dynamic_get(d, &maps, "a", NULL, NULL, &obj, NULL);
	inf_object_unref(obj);
	inf_dynamic_free(d);
	return rc == 0 ? "ok" : "fails";
}

/* Two gets. */
static void add_gets(struct tls_server *server, struct inf_client *client, struct strbuf *out)
{
	const char *first = get(client), *second = first;
	size_t requests = tls_server_requests(server);
	size_t connections = tls_server_connections(server);
	char *saw;

	if (connections <= 2) /* else the second is repeated each second, as the first was */
		second = get(client);
	saw = tls_server_saw(server);
	strbuf_addz(out, first);
	if (strcmp(first, second) != 0)
		strbuf_addf(out, ", then %s", second);
	strbuf_addf(out, ", %zu requests, %zu connections%s", requests, connections, saw);
	free(saw);
}

static void on_watch_error(void *server, const struct inf_watch_error *error)
{
	(void)error;
	tls_server_note(server, "error");
}

/* The first requests and errors of an informer. */
static void add_informer(struct tls_server *server, struct inf_client *client, struct strbuf *out)
{
	const struct inf_informer_options options = {
		.version = "v1",
		.resource = "configmaps",
		.kind = "ConfigMap",
		.watch_error = on_watch_error,
		.watch_error_user = server,
		.profile = INF_PROFILE_CLIENT_GO_1_32, /* no streamed lists */
	};
	struct inf_informer *informer = inf_informer_new(client, &options, NULL);
	char *log;

	assert_non_null(informer);
	assert_int_equal(inf_informer_start(informer, NULL), 0);
	log = tls_server_log(server, 3);
	strbuf_addz(out, log);
	free(log);
	inf_informer_stop(informer);
	assert_int_equal(inf_informer_wait_stopped(informer, -1, NULL), 0);
	inf_informer_free(informer);
}

/* As tls_test.go says it. */
static void add_outcome(const cJSON *certificates, const cJSON *scene, struct strbuf *out)
{
	const struct tls_server_options options = server_of(certificates, scene);
	struct tls_server *server = tls_server_new(&options);
	const char *scheme = text_of(scene, "scheme");
	AUTO_STRBUF url = STRBUF_INIT;
	struct inf_client *client;
	struct inf_client_options access = {
		.bearer_token = text_of(scene, "token"),
		.ca_pem = pem_of(certificates, scene, "ca", "cert"),
		.cert_pem = pem_of(certificates, scene, "clientCert", "cert"),
		.key_pem = pem_of(certificates, scene, "clientKey", "key"),
		.tls_server_name = text_of(scene, "serverName"),
		.insecure_skip_tls_verify = cJSON_IsTrue(cJSON_GetObjectItem(scene, "insecure")),
	};

	strbuf_addf(&url, "%s://%s:%u", scheme ? scheme : "https", text_of(scene, "host"),
		    tls_server_port(server));
	access.server = url.ptr;
	client = inf_client_new(&access, NULL);
	if (!client)
		strbuf_addz(out, "refused");
	else if (text_of(scene, "watch"))
		add_informer(server, client, out);
	else
		add_gets(server, client, out);
	inf_client_unref(client);
	tls_server_free(server);
}

static bool is_as_recorded(const cJSON *scene, const char *got)
{
	const char *name = text_of(scene, "name");

	for (size_t i = 0; i < ARRAY_LEN(differences); i++)
		if (strcmp(differences[i].name, name) == 0)
			return strncmp(got, differences[i].ours, strlen(differences[i].ours)) == 0;
	return strcmp(got, text_of(scene, "want")) == 0;
}

/* The scene `only`, or all but the two that wait for ten repetitions. */
static void play(const char *only)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const cJSON *certificates, *scenes, *scene;
	size_t wrong = 0, played = 0;
	cJSON *record;

	read_text("tests/golden/client-go-tls.json", &text);
	record = cJSON_Parse(text.ptr);
	certificates = cJSON_GetObjectItem(record, "certificates");
	scenes = cJSON_GetObjectItem(record, "scenes");
	cJSON_ArrayForEach(scene, scenes)
	{
		AUTO_STRBUF got = STRBUF_INIT;
		const char *name = text_of(scene, "name");

		if (only ? strcmp(name, only) != 0
			 : strcmp(name, PLAIN) == 0 || strcmp(name, HTTP) == 0)
			continue;
		add_outcome(certificates, scene, &got);
		played++;
		if (is_as_recorded(scene, got.ptr))
			continue;
		print_error("%s: %s, not %s\n", name, got.ptr, text_of(scene, "want"));
		wrong++;
	}
	cJSON_Delete(record);
	assert_true(only ? played == 1 : played > 80);
	assert_int_equal(wrong, 0);
}

static void tls_scenes_have_the_outcome_of_client_go(void **state)
{
	(void)state;
	play(NULL);
}

static void client_repeats_ten_times_if_an_https_server_speaks_plain_text(void **state)
{
	(void)state;
	play(PLAIN);
}

static void client_repeats_ten_times_if_an_http_server_speaks_tls(void **state)
{
	(void)state;
	play(HTTP);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(tls_scenes_have_the_outcome_of_client_go),
		cmocka_unit_test(client_repeats_ten_times_if_an_https_server_speaks_plain_text),
		cmocka_unit_test(client_repeats_ten_times_if_an_http_server_speaks_tls),
	};

	return kit_run_side_by_side(tests, ARRAY_LEN(tests), NULL, NULL);
}
