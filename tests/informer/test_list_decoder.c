/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "informer/list_decoder.h"

enum { BAD = -1 };

/* What is expected: an error kind, or the objects as "key@rv=kind ..." with the list's RV. */
static const struct {
	const char *name, *body;
	int error; /* BAD: none */
	const char *objects, *rv, *continue_token;
	bool table;
} lists[] = {
	{ "as the apiserver writes it",
	  "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"10\","
	  "\"continue\":\"c\",\"remainingItemCount\":3},\"items\":[{\"metadata\":{\"name\":\"a\","
	  "\"namespace\":\"n\",\"resourceVersion\":\"1\"}},{\"metadata\":{\"name\":\"b\"}}]}\n",
	  BAD, "n/a@1=v1.Pod b@=v1.Pod ", "10", "c", false },
	{ "with sorted members",
	  "{\"apiVersion\":\"v1\",\"items\":[{\"metadata\":{\"name\":\"a\"}}],\"kind\":\"PodList\","
	  "\"metadata\":{\"resourceVersion\":\"10\"}}",
	  BAD, "a@=v1.Pod ", "10", "", false },
	{ "items that name themselves",
	  "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{\"kind\":\"X\"},"
	  "{\"apiVersion\":\"v2\"},{\"kind\":\"\"},{\"kind\":3,\"apiVersion\":null}]}",
	  BAD, "@=.X @=v2. @=v1.Pod @=v1.Pod ", "", "", false },
	{ "a null item", "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[null]}", BAD,
	  "@=v1.Pod ", "", "", false },
	{ "a list of lists", "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[{}]}", BAD,
	  "@=v1. ", "", "", false },
	{ "no List at the end", "{\"kind\":\"Pods\",\"items\":[{}]}", BAD, "@=.Pods ", "", "",
	  false },
	{ "no items", "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"10\"}}", BAD, "",
	  "10", "", false },
	{ "null items", "{\"kind\":\"PodList\",\"items\":null}", BAD, "", "", "", false },
	{ "empty items", "{ \"kind\" : \"PodList\" , \"items\" : [ ] }", BAD, "", "", "", false },
	{ "a Status", "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":500}", BAD, "", "", "",
	  false },
	{ "one object",
	  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
	  "\"resourceVersion\":\"5\"}}",
	  BAD, "", "5", "", false },
	{ "a Table", "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"rows\":[]}", BAD, "",
	  "", "", true },
	{ "metadata of other types",
	  "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":10,\"continue\":null}}", BAD, "",
	  "", "", false },
	{ "metadata that is no object", "{\"kind\":\"PodList\",\"metadata\":\"x\"}", BAD, "", "",
	  "", false },
	{ "duplicates: the last counts",
	  "{\"kind\":\"A\",\"items\":[{\"kind\":\"X\"}],\"items\":[{\"kind\":\"Y\"}],"
	  "\"kind\":\"B\",\"metadata\":{\"resourceVersion\":\"1\"},"
	  "\"metadata\":{\"resourceVersion\":\"2\"}}",
	  BAD, "@=.Y ", "2", "", false },
	{ "a wrong item in an array that does not count",
	  "{\"kind\":\"A\",\"items\":[1],\"items\":[{\"kind\":\"X\"}]}", BAD, "@=.X ", "", "",
	  false },
	{ "items taken back", "{\"kind\":\"A\",\"items\":[{\"kind\":\"X\"}],\"items\":null}", BAD,
	  "", "", "", false },
	{ "members in passing",
	  "{\"a\":[{\"items\":[1]}],\"b\":-1.5e3,\"kind\":\"A\",\"c\":true,\"d\":\"]}\\\"\"}", BAD,
	  "", "", "", false },
	{ "names with escapes",
	  "{\"k\\u0069nd\":\"A\",\"it\\u0065ms\":[{\"kind\":\"X\"}],\"met\\u0061data\":"
	  "{\"resourceVersion\":\"\\u0031\"}}",
	  BAD, "@=.X ", "1", "", false },
	/* errors that Interpret finds: wrapped as text */
	{ "nothing", "", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "white space", " \n", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "a page", "<html>", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "cut", "{\"kind\":\"PodList\",\"items\":[{}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "cut before the last byte", "{\"kind\":\"PodList\",\"items\":[{}]", INF_WATCH_ERROR_OTHER,
	  "", "", "", false },
	{ "more behind", "{\"kind\":\"A\"}}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "two values", "{\"kind\":\"A\"} {}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "a trailing comma", "{\"kind\":\"A\",}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "a trailing comma in items", "{\"kind\":\"A\",\"items\":[{},]}", INF_WATCH_ERROR_OTHER,
	  "", "", "", false },
	{ "a leading comma in items", "{\"kind\":\"A\",\"items\":[,{}]}", INF_WATCH_ERROR_OTHER, "",
	  "", "", false },
	{ "no colon", "{\"kind\" \"A\"}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "no quotes", "{kind:\"A\"}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "no comma", "{\"kind\":\"A\" \"b\":1}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "the wrong bracket", "{\"kind\":\"A\",\"items\":[{}}", INF_WATCH_ERROR_OTHER, "", "", "",
	  false },
	{ "broken in an item", "{\"kind\":\"A\",\"items\":[{\"a\":x}]}", INF_WATCH_ERROR_OTHER, "",
	  "", "", false },
	{ "broken in metadata", "{\"kind\":\"A\",\"metadata\":{\"a\":}}", INF_WATCH_ERROR_OTHER, "",
	  "", "", false },
	{ "an array", "[]", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "a number", "12", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "a string", "\"x\"", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "null", "null", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "no kind", "{\"apiVersion\":\"v1\",\"items\":[]}", INF_WATCH_ERROR_OTHER, "", "", "",
	  false },
	{ "an empty kind", "{\"kind\":\"\"}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "Kind", "{\"Kind\":\"A\"}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "a kind that is no string", "{\"kind\":5}", INF_WATCH_ERROR_OTHER, "", "", "", false },
	{ "KIND that is no string", "{\"kind\":\"A\",\"KIND\":5}", INF_WATCH_ERROR_OTHER, "", "",
	  "", false },
	{ "too many slashes", "{\"kind\":\"A\",\"apiVersion\":\"a/b/c\"}", INF_WATCH_ERROR_OTHER,
	  "", "", "", false },
	/* errors of the decoder itself */
	{ "items of another type", "{\"kind\":\"A\",\"items\":{}}", INF_WATCH_ERROR_OTHER, "", "",
	  "", false },
	{ "items that are a number", "{\"kind\":\"A\",\"items\":5}", INF_WATCH_ERROR_OTHER, "", "",
	  "", false },
	{ "an item that is no object", "{\"kind\":\"A\",\"items\":[{},7]}", INF_WATCH_ERROR_OTHER,
	  "", "", "", false },
	{ "an item that is an array", "{\"kind\":\"A\",\"items\":[[]]}", INF_WATCH_ERROR_OTHER, "",
	  "", "", false },
	{ "a wrong type and broken syntax", "{\"kind\":\"A\",\"items\":[7],}",
	  INF_WATCH_ERROR_OTHER, "", "", "", false },
};

/* Allocates no memory itself. */
static void expect_objects(const struct inf__list_decoder *d, const char *want)
{
	char got[256] = "";
	size_t at = 0;

	for (size_t k = 0; k < d->objects.len; k++) {
		const struct inf_object *o = d->objects.items[k];
		struct inf_str kind = inf_object_kind(o);
		struct inf_str av = inf_object_api_version(o);

		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s@%s=%.*s.%.*s ",
				       inf_object_key(o), inf_object_resource_version(o),
				       (int)av.len, av.ptr, (int)kind.len, kind.ptr);
		assert_true(at < sizeof(got));
	}
	assert_string_equal(got, want);
}

static void check(size_t i, struct inf__list_decoder *d)
{
	struct inf__api_error e;
	bool ok = inf__list_decoder_finish(d, &e);

	if (ok != (lists[i].error == BAD))
		fail_msg("%s: %s", lists[i].name, ok ? "accepted" : e.text);
	expect_objects(d, lists[i].objects);
	if (!ok) {
		assert_int_equal(e.kind, lists[i].error);
		return;
	}
	assert_string_equal(d->resource_version.ptr, lists[i].rv);
	assert_string_equal(d->continue_token.ptr, lists[i].continue_token);
	assert_int_equal(d->table, lists[i].table);
}

static void list_does_not_depend_on_the_cut_of_its_body(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		size_t len = strlen(lists[i].body);

		for (size_t cut = 0; cut <= len; cut++) {
			struct inf__list_decoder d;

			inf__list_decoder_init(&d);
			inf__list_decoder_feed(&d, lists[i].body, cut);
			inf__list_decoder_feed(&d, lists[i].body + cut, len - cut);
			check(i, &d);
			inf__list_decoder_fini(&d);
		}
	}
	assert_int_equal(inf__object_count(), 0);
}

static void list_is_equal_if_fed_byte_by_byte(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		struct inf__list_decoder d;

		inf__list_decoder_init(&d);
		for (const char *p = lists[i].body; *p; p++)
			inf__list_decoder_feed(&d, p, 1);
		check(i, &d);
		inf__list_decoder_fini(&d);
	}
	assert_int_equal(inf__object_count(), 0);
}

/* A text is "" and never NULL, even before anything came. */
static void expect_empty(const struct inf__list_decoder *d)
{
	const struct strbuf *const texts[] = {
		&d->resource_version, &d->continue_token, &d->part, &d->key,
		&d->members,	      &d->api_version,	  &d->kind,
	};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		assert_string_equal(texts[i]->ptr, "");
		assert_int_equal(texts[i]->len, 0);
	}
	assert_int_equal(d->objects.len, 0);
	assert_false(d->table);
	assert_false(d->too_large);
	assert_false(d->no_memory);
}

static void list_decoder_reset_empties_it_and_keeps_its_limit(void **state)
{
	struct inf__list_decoder d;

	(void)state;
	inf__list_decoder_init(&d);
	expect_empty(&d);
	assert_int_equal(d.object_bytes_max, 0);
	d.object_bytes_max = 1;
	inf__list_decoder_feed(&d, lists[0].body, strlen(lists[0].body));
	assert_true(d.too_large);
	inf__list_decoder_reset(&d);
	expect_empty(&d);
	assert_int_equal(d.object_bytes_max, 1);
	inf__list_decoder_fini(&d);
}

static void list_decoder_is_reusable_after_reset(void **state)
{
	struct inf__list_decoder d;

	(void)state;
	inf__list_decoder_init(&d);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		inf__list_decoder_feed(&d, lists[i].body, strlen(lists[i].body));
		check(i, &d);
		inf__list_decoder_reset(&d);
	}
	inf__list_decoder_fini(&d);
}

/* A byte too many, too few, or another, in each place of the grammar; cut at each byte. */
static void body_is_an_error_if_it_is_no_list(void **state)
{
#define EMPTY	  "it is empty"
#define NO_JSON	  "it is not JSON"
#define NO_END	  "unexpected end of JSON input"
#define NO_OBJECT "it is no object"
#define NO_KIND	  "it has no kind"
	static const struct {
		const char *body, *printed; /* NULL: it is a list */
	} rows[] = {
		{ "", EMPTY },
		{ " ", NO_END },
		{ "\n\t\r ", NO_END },
		{ "{}", NO_KIND },
		{ " { } ", NO_KIND },
		{ "{", NO_END },
		{ "{}}", NO_JSON },
		{ "{} {}", NO_JSON },
		{ "{}x", NO_JSON },
		{ "{,}", NO_JSON },
		{ "{]", NO_JSON },
		{ "{1:2}", NO_JSON },
		{ "{:}", NO_JSON },
		{ "{\"a\"", NO_END },
		{ "{\"a\"}", NO_JSON },
		{ "{\"a\",", NO_JSON },
		{ "{\"a\" \"b\"}", NO_JSON },
		{ "{\"a\":", NO_END },
		{ "{\"a\":}", NO_JSON },
		{ "{\"a\":,", NO_JSON },
		{ "{\"a\"::1}", NO_JSON },
		{ "{\"a\":1", NO_END },
		{ "{\"a\":1]", NO_JSON },
		{ "{\"a\":1 2}", NO_JSON },
		{ "{\"a\":1,", NO_END },
		{ "{\"a\":1,}", NO_JSON },
		{ "{\"a\":1,,", NO_JSON },
		{ "{\"a\":1}", NO_KIND },
		{ "{\"a\":1,\"b\":[{}]}", NO_KIND },
		{ "{\"items\":[", NO_END },
		{ "{\"items\":[}", NO_JSON },
		{ "{\"items\":[,", NO_JSON },
		{ "{\"items\":[]]", NO_JSON },
		{ "{\"items\":[]", NO_END },
		{ "{\"items\":[{}", NO_END },
		{ "{\"items\":[{}}", NO_JSON },
		{ "{\"items\":[{}{}", NO_JSON },
		{ "{\"items\":[{},", NO_END },
		{ "{\"items\":[{},,", NO_JSON },
		{ "{\"items\":[{}:", NO_JSON },
		{ "{\"items\":[{}]", NO_END },
		{ "{\"items\":[{}] ]", NO_JSON },
		{ "{\"items\":[{}],\"kind\":\"L\"}}", NO_JSON },
		{ "{\"items\":[{}],\"kind\":\"L\"} ,", NO_JSON },
		{ "{\"items\":[{}],\"kind\":\"L\"} \n", NULL },
		{ "{\"kind\":\"L\",\"items\":[{} , {} ] }", NULL },
		{ "[]", NO_OBJECT },
		{ "[1, {}] ", NO_OBJECT },
		{ "[", NO_END },
		{ "]", NO_JSON },
		{ "}", NO_JSON },
		{ ",", NO_JSON },
		{ ":", NO_JSON },
		{ "12", NO_OBJECT },
		{ "12 ", NO_OBJECT },
		{ "12 3", NO_JSON },
		{ "-", NO_END },
		{ "\"a\"", NO_OBJECT },
		{ "\"a", NO_END },
		{ "null", NO_OBJECT },
		{ "nul", NO_END },
		{ "nulx", NO_JSON },
		{ "null,", NO_JSON },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t len = strlen(rows[i].body);

		for (size_t cut = 0; cut <= len; cut++) {
			struct inf__list_decoder d;
			struct inf__api_error e;
			char want[80];
			bool good;

			inf__list_decoder_init(&d);
			inf__list_decoder_feed(&d, rows[i].body, cut);
			inf__list_decoder_feed(&d, rows[i].body + cut, len - cut);
			good = inf__list_decoder_finish(&d, &e);
			if (good != (rows[i].printed == NULL))
				fail_msg("%s: %s", rows[i].body, good ? "a list" : e.text);
			if (!good) {
				(void)snprintf(want, sizeof(want), "cannot decode the list: %s",
					       rows[i].printed);
				if (strcmp(e.text, want) != 0)
					fail_msg("%s, cut at %zu: %s", rows[i].body, cut, e.text);
				assert_int_equal(e.kind, INF_WATCH_ERROR_OTHER);
				assert_int_equal(d.objects.len, 0);
			}
			inf__list_decoder_fini(&d);
		}
	}
	assert_int_equal(inf__object_count(), 0);
#undef EMPTY
#undef NO_JSON
#undef NO_END
#undef NO_OBJECT
#undef NO_KIND
}

static void list_decoder_survives_every_failing_allocation(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		FOR_EACH_FAILING_ALLOC({
			struct inf__list_decoder d;
			struct inf__api_error e = { 0 };
			size_t half = strlen(lists[i].body) / 2;
			bool ok;

			inf__list_decoder_init(&d);
			inf__list_decoder_feed(&d, lists[i].body, half);
			inf__list_decoder_feed(&d, lists[i].body + half,
					       strlen(lists[i].body) - half);
			ok = inf__list_decoder_finish(&d, &e);
			if (ok || !e.no_memory)
				assert_int_equal(ok, lists[i].error == BAD);
			if (ok) {
				assert_false(d.no_memory);
				expect_objects(&d, lists[i].objects);
				assert_string_equal(d.resource_version.ptr, lists[i].rv);
				assert_string_equal(d.continue_token.ptr, lists[i].continue_token);
				assert_int_equal(d.table, lists[i].table);
			} else {
				assert_int_equal(d.objects.len, 0);
			}
			inf__list_decoder_fini(&d);
		});
	}
	assert_int_equal(inf__object_count(), 0);
}

static void skipped_bytes_cost_no_memory(void **state)
{
	static char chunk[1 << 16];
	struct inf__list_decoder d;

	(void)state;
	memset(chunk, 'x', sizeof(chunk));
	inf__list_decoder_init(&d);
	inf__list_decoder_feed(&d, "{\"a\":\"", 6);
	for (int i = 0; i < 100; i++)
		inf__list_decoder_feed(&d, chunk, sizeof(chunk));
	assert_int_equal(d.part.cap, 0);
	inf__list_decoder_fini(&d);
}

/* The apiserver writes the type first: items then inherit it as they arrive, without a second pass.
 */
static void items_after_kind_and_apiversion_inherit_at_once(void **state)
{
	static const struct {
		const char *body;
		size_t uninherited;
	} cases[] = {
		{ "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{},{}]}", 0 },
		{ "{\"kind\":\"PodList\",\"items\":[{},{}],\"apiVersion\":\"v1\"}", 2 },
		{ "{\"apiVersion\":\"v1\",\"items\":[{},{}],\"kind\":\"PodList\"}", 2 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__list_decoder d;

		inf__list_decoder_init(&d);
		inf__list_decoder_feed(&d, cases[i].body, strlen(cases[i].body));
		assert_int_equal(d.uninherited, cases[i].uninherited);
		inf__list_decoder_fini(&d);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_does_not_depend_on_the_cut_of_its_body),
		cmocka_unit_test(list_is_equal_if_fed_byte_by_byte),
		cmocka_unit_test(list_decoder_reset_empties_it_and_keeps_its_limit),
		cmocka_unit_test(list_decoder_is_reusable_after_reset),
		cmocka_unit_test(body_is_an_error_if_it_is_no_list),
		cmocka_unit_test(list_decoder_survives_every_failing_allocation),
		cmocka_unit_test(skipped_bytes_cost_no_memory),
		cmocka_unit_test(items_after_kind_and_apiversion_inherit_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
