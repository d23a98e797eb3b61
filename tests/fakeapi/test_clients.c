/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of client-go's clients (dynamic, typed in JSON and protobuf, metadata), and what their
 * types keep of an object. Both were recorded from client-go 0.37.2 by
 * tests/oracle/informer/clients_test.go. */
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/base64.h"
#include "base/json_scan.h"
#include "base/json_tree.h"
#include "fakeapi/serializer/protobuf.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"
#include "tests/kit/wire_case.h"

#define PB   "application/vnd.kubernetes.protobuf"
#define MAPS "/api/v1/namespaces/default/configmaps"
#define MAP                                                                                        \
	"{\"metadata\":{\"name\":\"a\",\"labels\":{\"a\":\"b\"},\"annotations\":{\"n\":\"note\"}}" \
	","                                                                                        \
	"\"data\":{\"k\":\"v\",\"l\":\"datum\"}}"

/* Calls `each` with every line of a golden file, parsed; returns their number. */
static size_t for_each_row(const char *path, void (*each)(cJSON *row))
{
	FILE *f = fopen(path, "re");
	size_t cap = 0, rows = 0;
	char *line = NULL;

	assert_non_null(f);
	while (getline(&line, &cap, f) > 0) {
		cJSON *row = json_tree_parse(str_of(line), JSON_DIGITS_INT64);

		assert_non_null(row);
		each(row);
		cJSON_Delete(row);
		rows++;
	}
	free(line);
	assert_int_equal(fclose(f), 0);
	return rows;
}

/* A string member; NULL: absent. */
static const char *text_of(const cJSON *row, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(row, name));
}

static void bytes_of(const cJSON *row, struct strbuf *out)
{
	const char *text = text_of(row, "protobuf");

	assert_non_null(text);
	assert_true(base64_decode(out, str_of(text), BASE64_STD, NULL));
}

static cJSON *decode(const char *name, struct str bytes)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *tree;

	if (!fakeapi__protobuf_json(bytes, &text))
		fail_msg("%s: the decoder refuses the bytes", name);
	tree = json_tree_parse(strbuf_str(&text), JSON_DIGITS_INT64);
	assert_non_null(tree);
	return tree;
}

/* --- requests --- */

/* The types that each client decodes; the others are those of the first line that has its name. */
static const char *type_for(const char *client, bool watch)
{
	if (strcmp(client, "dynamic") == 0 || strcmp(client, "json") == 0)
		return "application/json";
	return watch ? PB ";stream=watch" : PB;
}

static const char *kind_for(const char *client, const char *call)
{
	bool list = strncmp(call, "list", 4) == 0, metadata = strcmp(client, "metadata") == 0;

	if (strcmp(call, "delete") == 0)
		return "Status";
	list = list || strcmp(call, "delete all") == 0;
	if (metadata && strcmp(call, "delete all") != 0)
		return list ? "PartialObjectMetadataList" : "PartialObjectMetadata";
	return list ? "ConfigMapList" : "ConfigMap";
}

/* The kind in a body's envelope: a TypeMeta after the magic bytes, of less than 128 bytes. */
static struct str kind_of_protobuf(struct str body)
{
	const char *p = body.ptr + 4, *type = p + 2, *kind;

	assert_true(fakeapi__protobuf_begins(body) && body.len > 8 && p[0] == 0x0a && p[1] > 4);
	kind = type + 2 + type[1];
	assert_true(type[0] == 0x0a && kind[0] == 0x12);
	return (struct str) { kind + 2, (size_t)kind[1] };
}

static void check_response(const struct kit *k, const char *client, const char *call)
{
	const char *kind = kind_for(client, call);
	struct str body = strbuf_str(&k->body);
	bool protobuf = strcmp(k->type, PB) == 0;
	cJSON *object;

	if (protobuf)
		assert_true(str_eqz(kind_of_protobuf(body), kind));
	else
		assert_string_equal(kit_at(k, "kind"), kind);
	/* The data of the object is in it; that of a partial object is not. */
	if (strcmp(kind, "ConfigMap") == 0) {
		object = protobuf ? decode(call, body) : cJSON_Duplicate(k->json, true);
		assert_string_equal(text_of(cJSON_GetObjectItem(object, "data"), "k"),
				    strcmp(call, "patch") == 0 ? "w" : "v");
		cJSON_Delete(object);
	} else if (strncmp(kind, "Partial", 7) == 0) {
		assert_non_null(memmem(body.ptr, body.len, "note", 4));
		assert_null(memmem(body.ptr, body.len, "datum", 5));
	}
}

/* `target` with a timeout of one second, and with a token and a version of this server. */
static void target_here(struct kit *k, const char *target, struct strbuf *out)
{
	const char *const forms[][2] = { { "=*", "=1" },
					 { "continue=c%3D%3D", "continue=" },
					 { "resourceVersion=7", "resourceVersion=0" } };

	(void)k;
	while (*target) {
		size_t i;

		for (i = 0; i < ARRAY_LEN(forms); i++)
			if (strncmp(target, forms[i][0], strlen(forms[i][0])) == 0)
				break;
		if (i < ARRAY_LEN(forms)) {
			strbuf_addz(out, forms[i][1]);
			target += strlen(forms[i][0]);
		} else {
			strbuf_addc(out, *target++);
		}
	}
	assert_false(out->failed);
}

static void play_request(cJSON *row)
{
	const char *client = text_of(row, "client"), *call = text_of(row, "call");
	const char *body = text_of(row, "body");
	bool create = strcmp(call, "create") == 0, watch = strncmp(call, "watch", 5) == 0;
	AUTO_STRBUF target = STRBUF_INIT;
	AUTO_STRBUF bytes = STRBUF_INIT;
	struct kit k;

	kit_open(&k, NULL);
	if (!create)
		assert_int_equal(kit_do(&k, "POST", MAPS, MAP), 201);
	target_here(&k, text_of(row, "target"), &target);
	k.accept = text_of(row, "accept");
	k.content_type = text_of(row, "contentType");
	if (text_of(row, "protobuf")) {
		bytes_of(row, &bytes);
		k.bytes = strbuf_str(&bytes);
	}
	if (kit_do(&k, text_of(row, "method"), target.ptr, body) != (create ? 201 : 200) ||
	    strcmp(k.type, type_for(client, watch)) != 0)
		fail_msg("%s: %s: %d %s: %s", client, call, k.status, k.type, k.body.ptr);
	if (!watch)
		check_response(&k, client, call);
	k.bytes = STR("");
	k.accept = k.content_type = NULL;
	(void)kit_do(&k, "GET", MAPS "/a", NULL);
	assert_int_equal(k.status, strncmp(call, "delete", 6) == 0 ? 404 : 200);
	if (strcmp(call, "patch") == 0)
		assert_string_equal(kit_at(&k, "data.k"), "w");
	kit_close(&k);
}

static void server_responds_to_each_client_in_a_type_that_it_decodes(void **state)
{
	(void)state;
	assert_int_equal(for_each_row("tests/golden/client-go-requests.jsonl", play_request), 53);
}

/* --- what types keep --- */

static size_t different;

/* Go's JSON has null or a zero struct where a slice, map, pointer or struct has no omitempty; ours
 * has nothing there. Its encoder writes the strings that are empty, ours does not. */
static bool is_nothing(const cJSON *v, bool texts)
{
	if (cJSON_IsNull(v) || (texts && cJSON_IsString(v) && !v->valuestring[0]))
		return true;
	if (!cJSON_IsObject(v))
		return false;
	for (const cJSON *c = v->child; c; c = c->next)
		if (!is_nothing(c, texts))
			return false;
	return true;
}

static void drop_nothing(cJSON *v, bool texts)
{
	for (cJSON *c = v->child, *next; c; c = next) {
		next = c->next;
		drop_nothing(c, texts);
		if (cJSON_IsObject(v) && is_nothing(c, texts))
			cJSON_Delete(cJSON_DetachItemViaPointer(v, c));
	}
}

static char *comparable(cJSON *tree, bool texts)
{
	drop_nothing(tree, texts);
	return json_tree_print(tree, JSON_STYLE_WRITTEN);
}

static void compare_kept(cJSON *row)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	cJSON *ours, *kept = cJSON_DetachItemFromObjectCaseSensitive(row, "kept");
	char *want, *got;

	bytes_of(row, &bytes);
	ours = decode(text_of(row, "name"), strbuf_str(&bytes));
	want = comparable(kept, false);
	got = comparable(ours, false);
	if (!json_equal(str_of(want), str_of(got))) {
		print_error("%s: decoded to\n  %s\nwhere client-go has\n  %s\n",
			    text_of(row, "name"), got, want);
		different++;
	}
	cJSON_free(want);
	cJSON_free(got);
	cJSON_Delete(kept);
	cJSON_Delete(ours);
}

static void protobuf_decoder_keeps_what_client_go_keeps(void **state)
{
	(void)state;
	different = 0;
	assert_int_equal(for_each_row("tests/golden/client-go-decoded.jsonl", compare_kept), 29);
	assert_int_equal(different, 0);
}

static void compare_encoded(cJSON *row)
{
	cJSON *kept = cJSON_GetObjectItem(row, "kept"), *theirs, *ours;
	char *text = json_tree_print(kept, JSON_STYLE_WRITTEN), *want, *got;
	AUTO_STRBUF bytes = STRBUF_INIT;
	AUTO_STRBUF encoded = STRBUF_INIT;

	bytes_of(row, &bytes);
	assert_int_equal(fakeapi__protobuf_encode(str_of(text), 0, &encoded), 0);
	theirs = decode("Go", strbuf_str(&bytes));
	ours = decode("C", strbuf_str(&encoded));
	want = comparable(theirs, true);
	got = comparable(ours, true);
	if (!json_equal(str_of(want), str_of(got))) {
		print_error("%s: encoded to\n  %s\nwhere client-go has\n  %s\n",
			    text_of(row, "name"), got, want);
		different++;
	}
	cJSON_free(text);
	cJSON_free(want);
	cJSON_free(got);
	cJSON_Delete(theirs);
	cJSON_Delete(ours);
}

static void protobuf_encoder_loses_nothing_that_client_go_keeps(void **state)
{
	(void)state;
	different = 0;
	assert_int_equal(for_each_row("tests/golden/client-go-decoded.jsonl", compare_encoded), 29);
	assert_int_equal(different, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(server_responds_to_each_client_in_a_type_that_it_decodes),
		cmocka_unit_test(protobuf_decoder_keeps_what_client_go_keeps),
		cmocka_unit_test(protobuf_encoder_loses_nothing_that_client_go_keeps),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
