/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers keep their digits from another tool's file through the recording and the lifted scenario
 * to its run. */
#include "base/alloc.h"
#include "base/choice.h"
#include "runner/posix/files.h"
#include "tests/kit/import_kit.h"
#include "tests/kit/made.h"

enum { NUMBERS = 12, SEEDS = 25 };

struct numbers {
	char text[NUMBERS][64];
};

static void draw_digits(struct choice *c, struct strbuf *out, uint32_t most)
{
	uint32_t n = 1 + choice_pick(c, most);

	for (uint32_t i = 0; i < n; i++)
		strbuf_addc(out, (char)('0' + choice_pick(c, 10)));
}

/* Every form that JSON has. The last ones are those that have been bent before. */
static void draw_number(struct choice *c, struct strbuf *out)
{
	static const char *const known[] = {
		"9007199254740993",
		"1000000000000000",
		"-9007199254740993",
		"9223372036854775807",
		"-9223372036854775808",
		"18446744073709551616",
		"-0",
		"1e3",
		"1.50",
		"0.1",
		"1E+3",
		"123456789012345678901234567890",
	};
	uint32_t kind = choice_pick(c, 6);

	if (kind == 5) {
		strbuf_addz(out, known[choice_pick(c, ARRAY_LEN(known))]);
		return;
	}
	strbuf_addz(out, rarely(c, 3) ? "-" : "");
	if (kind) {
		strbuf_addc(out, (char)('1' + choice_pick(c, 9)));
		draw_digits(c, out, kind == 1 ? 4 : 24);
	} else {
		strbuf_addc(out, '0');
	}
	if (kind == 0 || kind > 2) {
		strbuf_addc(out, '.');
		draw_digits(c, out, 12);
	}
	if (kind == 4) {
		strbuf_addz(out, ANY(c, "e", "E", "e+", "e-", "E-"));
		strbuf_addf(out, "%u", choice_pick(c, 40));
	}
}

static void draw(struct numbers *ns, uint64_t seed)
{
	struct choice c;

	choice_init_seed(&c, seed, false);
	for (size_t i = 0; i < NUMBERS; i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		draw_number(&c, &text);
		(void)snprintf(ns->text[i], sizeof(ns->text[i]), "%s", text.ptr);
	}
	choice_fini(&c);
}

/* --- what tools keep of them --- */

#define WIDGETS "/apis/example.org/v1/namespaces/default/widgets"

static void add_members(struct strbuf *out, const struct numbers *ns, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		strbuf_addf(out, "%s\"n%zu\":%s", i > from ? "," : "", i, ns->text[i]);
}

static void add_widget(struct strbuf *out, const struct numbers *ns, unsigned rv)
{
	strbuf_addf(out,
		    "{\"apiVersion\":\"example.org/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":"
		    "\"w\",\"namespace\":\"default\",\"uid\":\"u1\",\"resourceVersion\":\"%u\","
		    "\"creationTimestamp\":\"2026-11-22T10:00:01Z\"},\"spec\":{",
		    rv);
	add_members(out, ns, 0, NUMBERS);
	strbuf_addz(out, "}}");
}

static void add_event(struct strbuf *out, unsigned at, const char *verb, const char *uri, int code)
{
	strbuf_addf(out,
		    "{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"Request\","
		    "\"auditID\":\"%u\",\"stage\":\"ResponseComplete\",\"requestURI\":\"%s\","
		    "\"verb\":\"%s\",\"userAgent\":\"op/1\",\"responseStatus\":{\"metadata\":{},"
		    "\"code\":%d},\"requestReceivedTimestamp\":\"2026-11-22T10:00:%02u.000000Z\","
		    "\"stageTimestamp\":\"2026-11-22T10:00:%02u.500000Z\"",
		    at, uri, verb, code, at, at);
}

/* Objects are made of requests and patches. A patched -0 is the integer 0, as in a server. */
static void as_audit_log(struct strbuf *out, struct numbers *ns)
{
	add_event(out, 1, "create", WIDGETS, 201);
	strbuf_addz(out,
		    ",\"requestObject\":{\"apiVersion\":\"example.org/v1\",\"kind\":\"Widget\","
		    "\"metadata\":{\"name\":\"w\",\"namespace\":\"default\"},\"spec\":{");
	add_members(out, ns, 0, NUMBERS / 2);
	strbuf_addz(out, "}}}\n");
	add_event(out, 2, "patch", WIDGETS "/w", 200);
	strbuf_addz(out, ",\"requestObject\":{\"spec\":{");
	add_members(out, ns, NUMBERS / 2, NUMBERS);
	strbuf_addz(out, "}}}\n");
	for (size_t i = NUMBERS / 2; i < NUMBERS; i++)
		if (strcmp(ns->text[i], "-0") == 0)
			memcpy(ns->text[i], "0", 2);
}

static void as_watch(struct strbuf *out, struct numbers *ns)
{
	strbuf_addz(out, "{\"type\":\"ADDED\",\"object\":");
	add_widget(out, ns, 101);
	strbuf_addz(out, "}\n{\"type\":\"DELETED\",\"object\":");
	add_widget(out, ns, 102);
	strbuf_addz(out, "}\n");
}

static void as_yaml(struct strbuf *out, struct numbers *ns)
{
	strbuf_addz(out, "apiVersion: v1\nkind: List\nitems:\n- apiVersion: example.org/v1\n"
			 "  kind: Widget\n  metadata:\n    name: w\n    namespace: default\n"
			 "    resourceVersion: \"101\"\n    uid: u1\n  spec:\n");
	for (size_t i = 0; i < NUMBERS; i++)
		strbuf_addf(out, "    n%zu: %s\n", i, ns->text[i]);
}

/* --- */

static void write_input(struct str text)
{
	FILE *f = fopen(import_input, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text.ptr, 1, text.len, f), text.len);
	assert_int_equal(fclose(f), 0);
}

static void assert_in(const char *file, const char *what, const struct numbers *ns, bool yaml,
		      struct str source)
{
	AUTO_STRBUF text = STRBUF_INIT;

	assert_int_equal(runner__read_file(file, 1 << 20, &text, NULL), 0);
	for (size_t i = 0; i < NUMBERS; i++) {
		char member[120];
		const char *at = text.ptr;
		size_t len;

		len = (size_t)snprintf(member, sizeof(member), yaml ? "n%zu: %s" : "\"n%zu\":%s", i,
				       ns->text[i]);
		while ((at = strstr(at, member)) && !strchr(",} \n", at[len]))
			at++;
		if (!at)
			fail_msg("%s is not in the %s\n%s\nof\n" STR_FMT, member, what, text.ptr,
				 STR_ARG(source));
	}
}

static void imported_numbers_keep_their_digits(void **state)
{
	static void (*const forms[])(struct strbuf * out,
				     struct numbers * ns) = { as_audit_log, as_watch, as_yaml };
	struct output *o = *state;

	for (uint64_t n = 0; n < SEEDS * ARRAY_LEN(forms); n++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct numbers ns;

		draw(&ns, n);
		forms[n % ARRAY_LEN(forms)](&text, &ns);
		write_input(strbuf_str(&text));
		relistf(o, "import %s -o %s", import_input, import_recording);
		if (o->status)
			fail_msg("%s\n%s", o->err.ptr, text.ptr);
		assert_in(import_recording, "recording", &ns, false, strbuf_str(&text));
		relistf(o, "lift --name lifted %s -o %s", import_recording, import_story);
		if (o->status)
			fail_msg("%s\n%s", o->err.ptr, text.ptr);
		assert_in(import_story, "scenario", &ns, true, strbuf_str(&text));
		relistf(o, "run %s", import_story);
		if (o->status)
			fail_msg("%s\n%s", o->out.ptr, text.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(imported_numbers_keep_their_digits),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
