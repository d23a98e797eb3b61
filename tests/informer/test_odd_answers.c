/* SPDX-License-Identifier: Apache-2.0 */
/* Answers over HTTP/1.1 that few servers give, byte for byte: what client-go 0.37.2 makes of each
 * was recorded (tests/oracle/informer/answers_test.go), and the client over libcurl gets the same.
 */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

static const char right[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
			    "Content-Length: 62\r\n\r\n"
			    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":"
			    "{\"name\":\"a\"}}";

/* Where libcurl decides otherwise, and nothing that a server of Kubernetes sends depends on it. */
static const struct {
	const char *name, *ours;
} differences[] = {
	{ "version 1.2", "fails, 1 asked" },
	{ "status 099", "fails, 1 asked" },
	/* It does not say that there was something before the end: repeated, as after nothing. */
	{ "cut in the status line", "ok, 2 asked, same connection" },
};

/* A character of the file is a byte. */
static void bytes_of(struct strbuf *out, const char *utf8)
{
	for (const unsigned char *p = (const unsigned char *)utf8; *p; p++) {
		if (*p >= 0xc0 && p[1]) {
			strbuf_addc(out, (char)((*p & 3) << 6 | (p[1] & 0x3f)));
			p++;
		} else {
			strbuf_addc(out, (char)*p);
		}
	}
	assert_false(out->failed);
}

static void get(struct inf_dynamic *d, struct strbuf *out)
{
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	struct inf_object *obj = NULL;
	struct relist_err err = { 0 };
	int rc = inf_dynamic_get(d, &maps, "a", NULL, NULL, &obj, &err);

	inf_object_unref(obj);
	if (rc == 0)
		strbuf_addz(out, "ok");
	else if (err.http_status)
		strbuf_addf(out, "status %d", err.http_status);
	else
		strbuf_addz(out, "fails");
}

/* As answers_test.go says it. */
static void outcome(const char *text, bool closes, struct strbuf *out)
{
	AUTO_STRBUF answer = STRBUF_INIT;
	AUTO_STRBUF next = STRBUF_INIT;
	struct script_step steps[2] = { { .end = closes ? SCRIPT_CLOSE : SCRIPT_KEEP },
					{ right, 0, SCRIPT_KEEP } };
	const struct inf_dynamic_options options = { .qps = -1 };
	struct script_server *server;
	struct inf_client *client;
	struct inf_dynamic *d;
	size_t connections, asked;

	bytes_of(&answer, text);
	steps[0].answer = answer.ptr;
	steps[0].len = answer.len;
	server = script_server_new(steps, 2);
	client = inf_client_for_url(script_server_url(server), NULL);
	d = inf_dynamic_new(client, &options, NULL);
	assert_non_null(d);
	get(d, out);
	asked = script_server_count(server);
	connections = script_server_connections(server);
	get(d, &next);
	if (strcmp(next.ptr, "ok") != 0)
		strbuf_addz(out, ", and so does the next");
	strbuf_addf(out, ", %zu asked", asked);
	if (script_server_connections(server) == connections)
		strbuf_addz(out, ", same connection");
	inf_dynamic_free(d);
	inf_client_unref(client);
	script_server_free(server);
}

static const char *text_of(const cJSON *row, const char *name)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(row, name));

	assert_non_null(text);
	return text;
}

static void odd_responses_have_the_outcome_of_client_go(void **state)
{
	FILE *f = fopen("tests/golden/client-go-answers.jsonl", "re");
	size_t cap = 0, rows = 0, wrong = 0;
	char *line = NULL;

	(void)state;
	assert_non_null(f);
	while (getline(&line, &cap, f) > 0) {
		cJSON *row = cJSON_Parse(line);
		AUTO_STRBUF got = STRBUF_INIT;
		const char *want = text_of(row, "want");

		outcome(text_of(row, "answer"), strcmp(text_of(row, "end"), "close") == 0, &got);
		for (size_t i = 0; i < ARRAY_LEN(differences); i++)
			if (strcmp(differences[i].name, text_of(row, "name")) == 0)
				want = differences[i].ours;
		if (strcmp(got.ptr, want) != 0) {
			print_error("%s: %s, not %s\n", text_of(row, "name"), got.ptr, want);
			wrong++;
		}
		rows++;
		cJSON_Delete(row);
	}
	free(line);
	(void)fclose(f);
	assert_true(rows > 60);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(odd_responses_have_the_outcome_of_client_go),
	};

	return cmocka_run_group_tests_name("informer/odd_answers", tests, NULL, NULL);
}
