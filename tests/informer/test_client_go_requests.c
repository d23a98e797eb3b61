/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of client-go 0.37.2's dynamic client (tests/oracle/informer/clients_test.go recorded
 * them), and those of ours for the same calls: method, path, query, media types, body. The other
 * clients of the recording differ in media types and `timeout` only; tests/fakeapi/test_clients.c
 * sends theirs to the server. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
#define MAP  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}"
#define EMPTY                                                                                      \
	"{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"     \
	"\"7\"}}"
#define OBJECT                                                                                     \
	"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},"             \
	"\"data\":{\"k\":\"v\"}}"
#define PATCH "{\"data\":{\"k\":\"w\"}}"

static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
static const struct inf_delete_options background = { .propagation_policy = "Background" };

static const struct script_step object_step = { HEAD "Content-Length: 62\r\n\r\n" MAP, 0,
						SCRIPT_KEEP };
static const struct script_step list_step = { HEAD "Content-Length: 77\r\n\r\n" EMPTY, 0,
					      SCRIPT_KEEP };
static const struct script_step watch_step = { HEAD "Transfer-Encoding: chunked\r\n\r\n", 0,
					       SCRIPT_HANG };

/* --- calls --- */

static int list(struct inf_dynamic *d, const struct inf_list_options *options)
{
	struct inf_list out = { 0 };
	int rc = inf_dynamic_list(d, &maps, options, NULL, &out, NULL);

	inf_list_fini(&out);
	return rc;
}

static int call(struct inf_dynamic *d, const char *name)
{
	struct inf_object *obj = inf_object_from_json(OBJECT, strlen(OBJECT), NULL), *out = NULL;
	int rc = -1;

	assert_non_null(obj);
	if (strcmp(name, "list") == 0)
		rc = list(d, &(struct inf_list_options) { .limit = 500, .resource_version = "0" });
	else if (strcmp(name, "list, selected") == 0)
		rc = list(d, &(struct inf_list_options) { .label_selector = "a in (b,c)",
							  .field_selector = "metadata.name=a",
							  .resource_version = "7" });
	else if (strcmp(name, "list, next page") == 0)
		rc = list(d, &(struct inf_list_options) { .limit = 500, .continue_ = "c==" });
	else if (strcmp(name, "create") == 0)
		rc = inf_dynamic_create(d, &maps, obj, NULL, NULL, NULL, NULL);
	else if (strcmp(name, "get") == 0)
		rc = inf_dynamic_get(d, &maps, "a", NULL, NULL, &out, NULL);
	else if (strcmp(name, "update") == 0)
		rc = inf_dynamic_update(d, &maps, obj, NULL, NULL, NULL, NULL);
	else if (strcmp(name, "patch") == 0)
		rc = inf_dynamic_patch(d, &maps, "a", INF_PATCH_MERGE, PATCH, strlen(PATCH), NULL,
				       NULL, NULL, NULL);
	else if (strcmp(name, "delete") == 0)
		rc = inf_dynamic_delete(d, &maps, "a", &background, NULL, NULL);
	else if (strcmp(name, "delete all") == 0)
		rc = inf_dynamic_delete_collection(d, &maps, &background, NULL, NULL, NULL);
	inf_object_unref(obj);
	inf_object_unref(out);
	return rc;
}

/* The request of a call of inf_dynamic. free() it. */
static char *request_of_call(const char *name)
{
	const struct inf_dynamic_options options = { .qps = -1 };
	const struct script_step *step = strncmp(name, "list", 4) == 0 ? &list_step : &object_step;
	struct script_server *server = script_server_new(step, 1);
	struct inf_client *client = inf_client_for_url(script_server_url(server), NULL);
	struct inf_dynamic *d = inf_dynamic_new(client, &options, NULL);
	char *request;

	assert_non_null(d);
	if (call(d, name) != 0)
		fail_msg("%s fails", name);
	request = script_server_request(server, 0);
	inf_dynamic_free(d);
	inf_client_unref(client);
	script_server_free(server);
	return request;
}

/* The watch of an informer: after a list, or the streamed list. free() it. */
static char *request_of_watch(bool streamed)
{
	const struct script_step steps[] = { list_step, watch_step };
	struct inf_gates gates = inf_gates_of(INF_PROFILE_CLIENT_GO_1_37);
	struct inf_informer_options options = {
		.version = "v1", .resource = "configmaps", .namespace_ = "default", .gates = &gates
	};
	struct script_server *server =
	    script_server_new(streamed ? steps + 1 : steps, streamed ? 1 : 2);
	struct inf_client *client = inf_client_for_url(script_server_url(server), NULL);
	struct inf_informer *inf;
	char *request;

	gates.watch_list = streamed;
	inf = inf_informer_new(client, &options, NULL);
	assert_non_null(inf);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	request = script_server_request(server, streamed ? 0 : 1);
	inf_informer_stop(inf);
	assert_int_equal(inf_informer_wait_stopped(inf, -1, NULL), 0);
	inf_informer_free(inf);
	inf_client_unref(client);
	script_server_free(server);
	return request;
}

/* --- comparison --- */

static const char *text_of(const cJSON *row, const char *name)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(row, name));

	return text ? text : "";
}

/* A header's value; "": absent. */
static struct str header(const char *request, const char *name)
{
	const char *at = strstr(request, name), *end;

	if (!at)
		return STR("");
	at += strlen(name);
	end = strstr(at, "\r\n");
	return (struct str) { at, (size_t)(end - at) };
}

/* The request line as the recording has it: a star in place of the seconds. */
static void add_line(struct strbuf *out, const char *request)
{
	static const char timeout[] = "timeoutSeconds=";

	for (const char *p = request; *p != '\r'; p++) {
		strbuf_addc(out, *p);
		if (strncmp(p + 1, timeout, strlen(timeout)) == 0) {
			strbuf_addz(out, "timeoutSeconds=*");
			p += strlen(timeout);
			while (p[1] >= '0' && p[1] <= '9')
				p++;
		}
	}
	assert_false(out->failed);
}

static bool same_body(const char *want, const char *got)
{
	cJSON *w = cJSON_Parse(want), *g = cJSON_Parse(got);
	bool same = (!*want && !*got) || (w && g && cJSON_Compare(w, g, true));

	cJSON_Delete(w);
	cJSON_Delete(g);
	return same;
}

static bool matches(const char *request, const cJSON *row)
{
	const char *body = strstr(request, "\r\n\r\n");
	AUTO_STRBUF line = STRBUF_INIT;
	AUTO_STRBUF want = STRBUF_INIT;

	assert_non_null(body);
	add_line(&line, request);
	strbuf_addf(&want, "%s %s HTTP/1.1", text_of(row, "method"), text_of(row, "target"));
	return str_eq(strbuf_str(&want), strbuf_str(&line)) &&
	       str_eqz(header(request, "\r\nAccept: "), text_of(row, "accept")) &&
	       str_eqz(header(request, "\r\nAccept-Encoding: "), text_of(row, "acceptEncoding")) &&
	       str_eqz(header(request, "\r\nContent-Type: "), text_of(row, "contentType")) &&
	       same_body(text_of(row, "body"), body + 4);
}

static void requests_equal_those_of_the_dynamic_client(void **state)
{
	FILE *f = fopen("tests/golden/client-go-requests.jsonl", "re");
	size_t cap = 0, rows = 0, wrong = 0;
	char *line = NULL;

	(void)state;
	assert_non_null(f);
	while (getline(&line, &cap, f) > 0) {
		cJSON *row = cJSON_Parse(line);
		const char *name = text_of(row, "call");
		char *request;

		if (strcmp(text_of(row, "client"), "dynamic") == 0) {
			request = strncmp(name, "watch", 5) == 0
				      ? request_of_watch(strcmp(name, "watch") != 0)
				      : request_of_call(name);
			if (!matches(request, row)) {
				print_error("%s: wanted\n%sbut sent\n%s\n", name, line, request);
				wrong++;
			}
			free(request);
			rows++;
		}
		cJSON_Delete(row);
	}
	free(line);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(rows, 11);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_equal_those_of_the_dynamic_client),
	};

	assert_int_equal(strlen(MAP), 62);
	assert_int_equal(strlen(EMPTY), 77);
	return cmocka_run_group_tests_name("informer/client_go_requests", tests, NULL, NULL);
}
