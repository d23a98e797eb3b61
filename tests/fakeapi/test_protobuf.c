/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "base/choice.h"
#include "fakeapi/schema/types.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/protobuf_wire.h"
#include "tests/kit/wire_case.h"

#define GOLDEN "tests/golden/protobuf/"

/* Made by tests/peers/protobuf with the Kubernetes project's own encoders. */
static const char *const golden[] = {
	"binding-v1",
	"configmap-v1",
	"cronjob-v1",
	"customresourcedefinition-v1",
	"deleteoptions-v1",
	"deployment-v1",
	"event-v1",
	"eviction-v1",
	"horizontalpodautoscaler-v1",
	"ingress-v1",
	"lease-v1",
	"namespace-v1",
	"pod-v1",
	"scale-v1",
	"secret-v1",
	"service-v1",
	"status-v1",
	"subjectaccessreview-v1",
	"tokenrequest-v1",
};

static char *load(const char *name, const char *suffix, size_t *len)
{
	char path[256];

	snprintf(path, sizeof(path), GOLDEN "%s%s", name, suffix);
	return read_whole_file(path, len);
}

static bool may_be_nil(const char *name)
{
	static const char *const names[] = { "containers", "conditions", "storedVersions",
					     "boundObjectRef" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* A nil slice, map or pointer that may not be left out is null in Go's JSON; on the wire it is
 * absent. */
static void drop_nulls(cJSON *v)
{
	for (cJSON *c = v->child, *next; c; c = next) {
		next = c->next;
		if (cJSON_IsNull(c) && cJSON_IsObject(v) && may_be_nil(c->string))
			cJSON_Delete(cJSON_DetachItemViaPointer(v, c));
		else
			drop_nulls(c);
	}
}

static void protobuf_decodes_the_output_of_kubernetes_encoders(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(golden); i++) {
		struct fakeapi__status st;
		size_t len, want_len;
		char *body = load(golden[i], ".bin", &len);
		char *want = load(golden[i], ".json", &want_len);
		cJSON *out = NULL, *want_tree;
		char *got, *wanted;

		fakeapi__status_init(&st);
		if (fakeapi__protobuf_decode((struct str) { body, len }, 0, &out, &st) != 0)
			fail_msg("%s: refused with %d", golden[i], st.code);
		want_tree = cJSON_Parse(want);
		drop_nulls(want_tree);
		wanted = cJSON_PrintUnformatted(want_tree);
		got = cJSON_PrintUnformatted(out);
		assert_same_json(wanted, got);
		cJSON_free(got);
		cJSON_free(wanted);
		cJSON_Delete(want_tree);
		cJSON_Delete(out);
		base__free(body);
		base__free(want);
		fakeapi__status_fini(&st);
	}
}

/* Output of the Kubernetes encoders decodes equally after it was decoded and encoded again. */
static void protobuf_encoding_round_trips(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(golden); i++) {
		AUTO_STRBUF again = STRBUF_INIT;
		struct fakeapi__status st;
		size_t len;
		char *body = load(golden[i], ".bin", &len), *first, *second;
		cJSON *one = NULL, *two = NULL;

		fakeapi__status_init(&st);
		assert_int_equal(fakeapi__protobuf_decode((struct str) { body, len }, 0, &one, &st),
				 0);
		first = cJSON_PrintUnformatted(one);
		assert_int_equal(fakeapi__protobuf_encode(str_of(first), 0, &again), 0);
		if (fakeapi__protobuf_decode(strbuf_str(&again), 0, &two, &st) != 0)
			fail_msg("%s: written so that it cannot be read", golden[i]);
		second = cJSON_PrintUnformatted(two);
		assert_same_json(first, second);
		cJSON_free(first);
		cJSON_free(second);
		cJSON_Delete(one);
		cJSON_Delete(two);
		base__free(body);
	}
}

static int try_body(const char *bytes, size_t len, char *message, size_t cap)
{
	struct fakeapi__status st;
	cJSON *out = NULL;
	int code = 0;

	fakeapi__status_init(&st);
	if (fakeapi__protobuf_decode((struct str) { bytes, len }, 0, &out, &st) != 0) {
		const cJSON *m = cJSON_GetObjectItem(st.doc, "message");

		assert_null(out);
		code = st.code;
		snprintf(message, cap, "%s", m ? m->valuestring : "");
	}
	cJSON_Delete(out);
	fakeapi__status_fini(&st);
	return code;
}

#define POD_TYPE "\n\t\n\002v1\022\003Pod"

static void broken_protobuf_bodies_return_400(void **state)
{
	const struct {
		const char *name;
		struct str body;
		const char *message;
	} cases[] = {
		{ "nothing", STR(""), "does not appear to be a protobuf message" },
		{ "json", STR("{}   "), "does not appear to be a protobuf message" },
		{ "no type", STR("k8s\0"), "no kind \"\" is registered for version \"\"" },
		{ "unknown kind", STR("k8s\0\n\t\n\002v1\022\003Foo"),
		  "no kind \"Foo\" is registered for version \"v1\"" },
		{ "cut length", STR("k8s\0\n\x7f"), "unexpected EOF" },
		{ "endless varint", STR("k8s\0\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
		  "integer overflow" },
		{ "group", STR("k8s\0" POD_TYPE "\022\001\013"), "illegal wireType" },
		{ "field 0", STR("k8s\0" POD_TYPE "\022\002\002\0"), "illegal tag" },
		{ "string as number", STR("k8s\0" POD_TYPE "\022\004\n\002\010\001"),
		  "wrong wireType" },
		{ "message as number", STR("k8s\0" POD_TYPE "\022\002\010\001"), "wrong wireType" },
		{ "NUL in a string", STR("k8s\0" POD_TYPE "\022\005\n\003\n\001\0"), "NUL" },
	};
	char message[512];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int code = try_body(cases[i].body.ptr, cases[i].body.len, message, sizeof(message));

		if (code != 400 || !strstr(message, cases[i].message))
			fail_msg("%s: %d %s", cases[i].name, code, message);
	}
}

/* Puts the tag of field `number` and the length of what is there in front of it. */
static char *wrap(char *p, const char *end, unsigned number)
{
	unsigned char head[8];
	size_t n = 0, inner = (size_t)(end - p), tag = number << 3 | 2;

	do
		head[n++] = (unsigned char)((tag & 0x7f) | (tag >> 7 ? 0x80 : 0));
	while (tag >>= 7);
	do
		head[n++] = (unsigned char)((inner & 0x7f) | (inner >> 7 ? 0x80 : 0));
	while (inner >>= 7);
	p -= n;
	memcpy(p, head, n);
	return p;
}

/* A schema that is not not not not ... anything: protobuf has no limit of its own. */
static void protobuf_nested_too_deep_returns_400(void **state)
{
	enum { LEVELS = 4000, CAP = LEVELS * 8 };
	static const unsigned path[] = { 1, 4, 7, 2,
					 2 }; /* ...versions[].schema..., the raw bytes */
	static const char kind[] = "\n\027apiextensions.k8s.io/v1\022\030CustomResourceDefinition";
	char *buf = base__malloc(CAP), message[256];
	char *end, *p;

	(void)state;
	assert_non_null(buf);
	end = p = buf + CAP;
	for (int i = 0; i < LEVELS; i++)
		p = wrap(p, end, 28);
	for (size_t i = 0; i < ARRAY_LEN(path); i++)
		p = wrap(p, end, path[i]);
	p -= sizeof(kind) - 1;
	memcpy(p, kind, sizeof(kind) - 1);
	*--p = (char)(sizeof(kind) - 1);
	*--p = '\n';
	p -= 4;
	memcpy(p, "k8s\0", 4);
	assert_int_equal(try_body(p, (size_t)(end - p), message, sizeof(message)), 400);
	assert_non_null(strstr(message, "nested too deep"));
	base__free(buf);
}

static void protobuf_decoder_survives_truncated_and_damaged_bodies(void **state)
{
	uint64_t seed = 1;
	char message[512];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(golden); i++) {
		size_t len;
		char *body = load(golden[i], ".bin", &len);

		for (size_t cut = 0; cut < len; cut++) {
			char *copy =
			    base__malloc(cut + 1); /* exact, so that ASan sees a step over */

			memcpy(copy, body, cut);
			try_body(copy, cut, message, sizeof(message));
			base__free(copy);
		}
		for (int round = 0; round < 300; round++) {
			size_t at = splitmix64(&seed) % len;
			char old = body[at];

			body[at] = (char)splitmix64(&seed);
			try_body(body, len, message, sizeof(message));
			body[at] = old;
		}
		base__free(body);
	}
}

static void decode_pod(void)
{
	size_t len;
	long grant = base__alloc_fail_after;
	char *body;
	struct fakeapi__status st;
	cJSON *out = NULL;

	base__alloc_fail_after = -1;
	body = load("customresourcedefinition-v1", ".bin", &len);
	base__alloc_fail_after = grant;
	fakeapi__status_init(&st);
	if (fakeapi__protobuf_decode((struct str) { body, len }, 0, &out, &st) != 0)
		assert_null(out);
	cJSON_Delete(out);
	fakeapi__status_fini(&st);
	base__free(body);
}

static void protobuf_decoder_survives_every_failing_allocation(void **state)
{
	(void)state;
	base__alloc_init_cjson();
	FOR_EACH_FAILING_ALLOC(decode_pod());
}

/* The table covers what discovery serves; a kind without a row could not be created by a typed
 * client. */
static void every_protobuf_message_table_is_well_formed(void **state)
{
	(void)state;
	for (size_t i = 0; i < fakeapi__message_count; i++) {
		const struct fakeapi__message *m = fakeapi__message_at(i);

		for (size_t f = 0; f < m->field_count; f++) {
			const struct fakeapi__field *field = &m->fields[f];

			if (field->number == 0)
				continue;
			assert_true(field->name[0] != '\0');
			assert_true(field->message < fakeapi__message_count);
			for (size_t g = 0; g < f; g++)
				assert_int_not_equal(m->fields[g].number, field->number);
		}
	}
	assert_non_null(fakeapi__message_of(STR("apps/v1"), STR("Deployment"), 0));
	assert_non_null(fakeapi__message_of(STR("apps/v1"), STR("DeleteOptions"), 0));
	assert_null(fakeapi__message_of(STR("v1"), STR("Deployment"), 0));
}

static void protobuf_durations_are_decoded_to_the_text_of_go(void **state)
{
	static const struct {
		int64_t ns;
		const char *text;
	} cases[] = {
		{ 0, "0s" },
		{ 1, "1ns" },
		{ 100000000, "100ms" },
		{ 1500000000, "1.5s" },
		{ 90000000000, "1m30s" },
		{ 12345678901234567, "3429h21m18.901234567s" },
		{ 1000000000000001, "277h46m40.000000001s" },
		{ -1500000000, "-1.5s" },
		{ INT64_MIN, "-2562047h47m16.854775808s" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		unsigned char bytes[16] = { 0x08 };
		size_t len = 1;
		struct fakeapi__pb_reader r = { .start = bytes };
		uint64_t rest = (uint64_t)cases[i].ns;
		cJSON *text;

		for (; rest >= 0x80; rest >>= 7)
			bytes[len++] = (unsigned char)(rest | 0x80);
		bytes[len++] = (unsigned char)rest;
		text = fakeapi__pb_duration(&r, (struct fakeapi__pb_span) { bytes, bytes + len });
		assert_string_equal(cJSON_GetStringValue(text), cases[i].text);
		cJSON_Delete(text);
	}
}

/* gogo/protobuf reads both forms of a repeated number: packed, and one field each. */
static void packed_numbers_are_all_read(void **state)
{
	/* spec.securityContext.supplementalGroups: 3, 300, 5 */
	const struct str bodies[] = {
		STR("k8s\0" POD_TYPE "\022\012\022\010\162\006\042\004\003\254\002\005"),
		STR("k8s\0" POD_TYPE "\022\013\022\011\162\007\040\003\040\254\002\040\005"),
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
		AUTO_STRBUF json = STRBUF_INIT;

		assert_true(fakeapi__protobuf_json(bodies[i], &json));
		if (!strstr(json.ptr, "\"supplementalGroups\":[3,300,5]"))
			fail_msg("%s", json.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(protobuf_decodes_the_output_of_kubernetes_encoders),
		cmocka_unit_test(protobuf_encoding_round_trips),
		cmocka_unit_test(broken_protobuf_bodies_return_400),
		cmocka_unit_test(protobuf_nested_too_deep_returns_400),
		cmocka_unit_test(protobuf_decoder_survives_truncated_and_damaged_bodies),
		cmocka_unit_test(protobuf_decoder_survives_every_failing_allocation),
		cmocka_unit_test(every_protobuf_message_table_is_well_formed),
		cmocka_unit_test(protobuf_durations_are_decoded_to_the_text_of_go),
		cmocka_unit_test(packed_numbers_are_all_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
