/* SPDX-License-Identifier: Apache-2.0 */
/* The recording proxy with HTTP/1.1 and HTTP/2 on either side: the recording is the same. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "relist/fakeapi.h"
#include "runner/recording/posix/replay_server.h"
#include "runner/recording/story.h"
#include "tests/kit/net.h"
#include "tests/kit/proxy_kit.h"
#include "tests/kit/testing.h"
#include "tests/kit/text_input.h"

struct request {
	const char *method, *uri, *type, *body;
	int status;
};

#define MAPS "/api/v1/namespaces/default/configmaps"

static const struct request requests[] = {
	{ "GET", "/version", NULL, NULL, 200 },
	{ "GET", "/api/v1/namespaces?limit=1", NULL, NULL, 200 },
	{ "POST", MAPS, "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
	  "\"data\":{\"k\":\"v\"}}",
	  201 },
	{ "PATCH", MAPS "/a", "application/merge-patch+json", "{\"data\":{\"k\":\"w\"}}", 200 },
	{ "GET", MAPS "/none", NULL, NULL, 404 },
	{ "HEAD", "/healthz", NULL, NULL, 200 },
	{ "GET", MAPS "?watch=1&resourceVersion=0&timeoutSeconds=1", NULL, NULL, 200 },
	{ "DELETE", MAPS "/a", NULL, NULL, 200 },
};

static void play_h1(const struct proxy_kit *s)
{
	struct net_in in = net_in(net_connect(s->port));

	for (size_t i = 0; i < ARRAY_LEN(requests); i++) {
		const struct request *r = &requests[i];
		AUTO_STRBUF text = STRBUF_INIT;
		char status[32];

		strbuf_addf(&text, "%s %s HTTP/1.1\r\nHost: localhost\r\nUser-Agent: test\r\n",
			    r->method, r->uri);
		if (r->body)
			strbuf_addf(&text, "Content-Type: %s\r\nContent-Length: %zu\r\n", r->type,
				    strlen(r->body));
		strbuf_addf(&text, "\r\n%s", r->body ? r->body : "");
		net_send(in.fd, text.ptr);
		(void)snprintf(status, sizeof(status), "HTTP/1.1 %d ", r->status);
		net_read_until(&in, "\r\n\r\n");
		assert_memory_equal(in.buf, status, strlen(status));
		if (strstr(r->uri, "watch=1"))
			net_read_until(&in, "\r\n0\r\n\r\n");
		else if (strcmp(r->method, "HEAD") == 0)
			net_consume(&in, in.len);
		else
			net_consume(&in, net_read_response(&in));
		net_consume(&in, strstr(r->uri, "watch=1") ? in.len : 0);
	}
	net_close(&in);
}

static void send_all(struct h2_client *c)
{
	for (size_t i = 0; i < ARRAY_LEN(requests); i++) {
		const struct request *r = &requests[i];
		char length[24];
		const struct fakeapi__header headers[] = {
			{ STR("User-Agent"), STR("test") },
			{ STR("Content-Type"), str_of(r->type ? r->type : "") },
			{ STR("Content-Length"), { length, 0 } },
		};
		struct fakeapi__header sent[3];
		int32_t id;

		memcpy(sent, headers, sizeof(sent));
		(void)snprintf(length, sizeof(length), "%zu", r->body ? strlen(r->body) : 0);
		sent[2].value.len = strlen(length);
		id = h2_client_send(c, r->method, r->uri, sent, r->body ? 3 : 1,
				    str_of(r->body ? r->body : ""));
		h2_client_wait_closed(c, id);
		if (h2_client_response(c, id)->status != r->status)
			fail_msg("%s %s: %d, code %u", r->method, r->uri,
				 h2_client_response(c, id)->status,
				 h2_client_response(c, id)->code);
	}
}

static void play_h2(const struct proxy_kit *s)
{
	struct h2_client *c = proxy_kit_h2(s);

	send_all(c);
	h2_client_free(c);
}

/* Removes what differs between two runs: times, numbers and names made at random. */
static void make_equal(char *text)
{
	static const char *const keys[] = {
		"\"at\":\"",	   "\"uid\":\"",  "\"creationTimestamp\":\"",
		"\"Audit-Id\":\"", "\"Date\":\"", "\"Host\":\"",
		"\"client\":\"",   "-Uid\":\"",
	};
	static const char tls[] = ",\"tls\":true";
	char *at = strstr(text, tls);

	if (at)
		memmove(at, at + sizeof(tls) - 1, strlen(at + sizeof(tls) - 1) + 1);
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		for (at = text; (at = strstr(at, keys[i])) != NULL;) {
			at += strlen(keys[i]);
			memmove(at, at + strcspn(at, "\""), strlen(at + strcspn(at, "\"")) + 1);
		}
	}
}

static char *recorded_by(bool client_h2, bool client_tls, bool server_h1)
{
	const struct fakeapi_options opt = {
		.tls = true, .allow_anyone = true, .seed = 7, .http1 = server_h1
	};
	struct relist_err err = { 0 };
	struct fakeapi *api = fakeapi_start(&opt, &err);
	struct proxy_kit s;
	char *text;

	if (!api)
		fail_msg("%s", err.msg);
	proxy_kit_begin(&s, fakeapi_url(api), client_tls);
	if (client_h2)
		play_h2(&s);
	else
		play_h1(&s);
	proxy_kit_wait(&s, "{\"disconnect\":{");
	text = strdup(s.text.ptr);
	assert_non_null(text);
	proxy_kit_finish(&s);
	fakeapi_stop(api);
	return text;
}

static void recording_by_h2_equals_that_by_http1(void **state)
{
	char *want = recorded_by(false, false, false);

	(void)state;
	make_equal(want);
	assert_non_null(strstr(want, "\"type\":\"ADDED\""));
	for (int i = 0; i < 4; i++) {
		char *got = recorded_by(true, i & 1, i & 2);

		make_equal(got);
		assert_string_equal(got, want);
		free(got);
	}
	free(want);
}

static struct rec__story *load(const char *text)
{
	struct str in = str_of(text);
	struct rec__input input = { text_input, &in };
	struct rec__story_options opt = { .lenient = false };
	struct relist_err err = { 0 };
	struct rec__story *story = rec__story_load(&input, 1, &opt, &err);

	if (!story)
		fail_msg("%u: %s", err.line, err.msg);
	return story;
}

static void recording_by_h2_is_replayed_by_h2(void **state)
{
	char *lines = recorded_by(true, true, false);
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct fakeapi__tls pem;
	struct rec__replay_options opt = { .patience_ns = 60 * NS_PER_S };
	struct h2_client_options client = { 0 };
	struct rec__story *story;
	struct rec__replay *r;
	struct h2_client *c;
	size_t matched, all;

	(void)state;
	strbuf_addf(&text, "{\"recording\":1}\n%s", lines);
	free(lines);
	story = load(text.ptr);
	assert_int_equal(fakeapi__tls_make(&pem, "127.0.0.1", (int64_t)time(NULL), &err), 0);
	opt.story = story;
	opt.cert_pem = pem.cert_pem;
	opt.key_pem = pem.key_pem;
	client.ca_pem = pem.ca_pem;
	r = rec__replay_start(&opt, &err);
	if (!r)
		fail_msg("%s", err.msg);
	c = h2_client_new(net_connect((uint16_t)atoi(strrchr(rec__replay_url(r, 0), ':') + 1)),
			  &client);
	send_all(c);
	assert_int_equal(rec__replay_wait(r, 60 * NS_PER_S), REC_REPLAY_TOLD);
	rec__replay_count(r, &matched, &all);
	assert_int_equal(matched, all);
	assert_int_equal(all, ARRAY_LEN(requests));
	assert_int_equal(rec__replay_departures(r), 0);
	h2_client_free(c);
	rec__replay_stop(r);
	rec__story_free(story);
	fakeapi__tls_fini(&pem);
}

/* --- amounts --- */

static void h2_bodies_beyond_the_windows_pass_in_both_directions(void **state)
{
	enum { BYTES = 900000 };
	const struct fakeapi_options opt = { .tls = true, .allow_anyone = true };
	const struct fakeapi__header type = { STR("Content-Type"), STR("application/json") };

	(void)state;
	for (int h1 = 0; h1 <= 1; h1++) {
		struct fakeapi_options with = opt;
		AUTO_STRBUF body = STRBUF_INIT;
		struct relist_err err = { 0 };
		struct fakeapi *api;
		struct proxy_kit s;
		struct h2_client *c;
		int32_t ids[8];

		with.http1 = h1;
		api = fakeapi_start(&with, &err);
		if (!api)
			fail_msg("%s", err.msg);
		proxy_kit_begin(&s, fakeapi_url(api), true);
		c = proxy_kit_h2(&s);
		strbuf_addz(&body, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
				   "{\"name\":\"big\"},\"data\":{\"k\":\"");
		for (size_t i = 0; i < BYTES; i++)
			strbuf_addc(&body, (char)('a' + i % 26));
		strbuf_addz(&body, "\"}}");
		ids[0] = h2_client_send(c, "POST", MAPS, &type, 1, strbuf_str(&body));
		h2_client_wait_closed(c, ids[0]);
		assert_int_equal(h2_client_response(c, ids[0])->status, 201);
		for (size_t i = 0; i < ARRAY_LEN(ids); i++)
			ids[i] = h2_client_get(c, MAPS "/big");
		for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
			h2_client_wait_closed(c, ids[i]);
			assert_int_equal(h2_client_response(c, ids[i])->status, 200);
			assert_true(h2_client_response(c, ids[i])->body.len > BYTES);
		}
		h2_client_free(c);
		proxy_kit_finish(&s);
		fakeapi_stop(api);
	}
}

static void proxy_over_tls_serves_clients_of_http1_too(void **state)
{
	const struct fakeapi_options opt = { .tls = true, .allow_anyone = true };
	struct relist_err err = { 0 };
	struct fakeapi *api = fakeapi_start(&opt, &err);
	struct proxy_kit s;
	char line[256];
	FILE *curl;

	(void)state;
	assert_non_null(api);
	proxy_kit_begin(&s, fakeapi_url(api), true);
	for (int h2 = 0; h2 <= 1; h2++) {
		(void)snprintf(line, sizeof(line),
			       "curl -sk --http%s -o /dev/null -w '%%{http_version} %%{http_code}' "
			       "%s/version",
			       h2 ? "2" : "1.1", rec__proxy_url(s.proxy));
		curl = popen(line, "r");
		assert_non_null(curl);
		assert_non_null(fgets(line, sizeof(line), curl));
		assert_string_equal(line, h2 ? "2 200" : "1.1 200");
		assert_int_equal(pclose(curl), 0);
	}
	proxy_kit_finish(&s);
	fakeapi_stop(api);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recording_by_h2_equals_that_by_http1),
		cmocka_unit_test(recording_by_h2_is_replayed_by_h2),
		cmocka_unit_test(h2_bodies_beyond_the_windows_pass_in_both_directions),
		cmocka_unit_test(proxy_over_tls_serves_clients_of_http1_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
