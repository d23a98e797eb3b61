/* SPDX-License-Identifier: Apache-2.0 */
#include "base/url.h"

#include "tests/kit/testing.h"

static void url_decode_keeps_invalid_escapes(void **state)
{
	static const struct {
		const char *in, *path, *query;
	} cases[] = {
		{ "", "", "" },
		{ "a%2Fb", "a/b", "a/b" },
		{ "%41%4a%4A", "AJJ", "AJJ" },
		{ "a+b%20c%2Bd", "a+b c+d", "a b c+d" },
		{ "100%", "100%", "100%" },
		{ "%4", "%4", "%4" },
		{ "%zz%4g%g4", "%zz%4g%g4", "%zz%4g%g4" },
		{ "%%41", "%A", "%A" },
		{ "%2541", "%41", "%41" }, /* once */
		{ "%c3%a9", "\xc3\xa9", "\xc3\xa9" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF path = STRBUF_INIT, query = STRBUF_INIT;

		strbuf_add_urldec(&path, str_of(cases[i].in), false);
		strbuf_add_urldec(&query, str_of(cases[i].in), true);
		assert_string_equal(path.ptr, cases[i].path);
		assert_string_equal(query.ptr, cases[i].query);
	}
}

static void url_decode_inverts_url_encode(void **state)
{
	AUTO_STRBUF all = STRBUF_INIT, text = STRBUF_INIT;
	size_t n;

	(void)state;
	for (int c = 0; c < 256; c++)
		strbuf_addc(&all, (char)c);
	strbuf_add_urlenc(&text, strbuf_str(&all));
	n = url_decode(text.ptr, strbuf_str(&text), true); /* in place */
	assert_int_equal(n, all.len);
	assert_memory_equal(text.ptr, all.ptr, all.len);
}

static void query_parameters_are_split_in_order(void **state)
{
	static const struct {
		const char *query, *text;
	} cases[] = {
		{ "", "" },
		{ "&&", "" },
		{ "a=1", "(a|1)" },
		{ "a=1&b=2", "(a|1)(b|2)" },
		{ "&a=1&&b&", "(a|1)(b|)" },
		{ "a==&=b", "(a|=)(|b)" },
		{ "a%3D=%26", "(a%3D|%26)" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str rest = str_of(cases[i].query), name, value;
		AUTO_STRBUF got = STRBUF_INIT;

		while (url_next_param(&rest, &name, &value))
			strbuf_addf(&got, "(" STR_FMT "|" STR_FMT ")", STR_ARG(name),
				    STR_ARG(value));
		assert_string_equal(got.ptr, cases[i].text);
	}
}

static struct url parsed(const char *text)
{
	struct relist_err err = { 0 };
	struct url u;

	assert_return_code(url_parse(str_of(text), &u, &err), 0);
	return u;
}

/* The examples of RFC 3986, 5.4, but for what has a fragment, which requests do not have. */
static void url_resolve_equals_the_examples_of_rfc_3986(void **state)
{
	static const struct {
		const char *ref, *target;
	} rows[] = {
		{ "g:h", "g:/h" },
		{ "G:h", "g:/h" },
		{ "HTTPS://B/C", "https://B/C" },
		{ "g", "http://a/b/c/g" },
		{ "./g", "http://a/b/c/g" },
		{ "g/", "http://a/b/c/g/" },
		{ "/g", "http://a/g" },
		{ "//g", "http://g/" },
		{ "?y", "http://a/b/c/d;p?y" },
		{ "g?y", "http://a/b/c/g?y" },
		{ "#s", "http://a/b/c/d;p?q" },
		{ "g#s", "http://a/b/c/g" },
		{ "g?y#s", "http://a/b/c/g?y" },
		{ ";x", "http://a/b/c/;x" },
		{ "g;x", "http://a/b/c/g;x" },
		{ "", "http://a/b/c/d;p?q" },
		{ ".", "http://a/b/c/" },
		{ "./", "http://a/b/c/" },
		{ "..", "http://a/b/" },
		{ "../", "http://a/b/" },
		{ "../g", "http://a/b/g" },
		{ "../..", "http://a/" },
		{ "../../", "http://a/" },
		{ "../../g", "http://a/g" },
		{ "../../../g", "http://a/g" },
		{ "../../../../g", "http://a/g" },
		{ "/./g", "http://a/g" },
		{ "/../g", "http://a/g" },
		{ "g.", "http://a/b/c/g." },
		{ ".g", "http://a/b/c/.g" },
		{ "g..", "http://a/b/c/g.." },
		{ "..g", "http://a/b/c/..g" },
		{ "./../g", "http://a/b/g" },
		{ "./g/.", "http://a/b/c/g/" },
		{ "g/./h", "http://a/b/c/g/h" },
		{ "g/../h", "http://a/b/c/h" },
		{ "g;x=1/./y", "http://a/b/c/g;x=1/y" },
		{ "g;x=1/../y", "http://a/b/c/y" },
		{ "g?y/./x", "http://a/b/c/g?y/./x" },
		{ "g?y/../x", "http://a/b/c/g?y/../x" },
		{ "https://other:1/x?", "https://other:1/x?" },
		{ "/a b\xc3\xa9?c d", "http://a/a%20b%C3%A9?c%20d" },
	};
	struct url base = parsed("http://a/b/c/d;p?q");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct url ref = parsed(rows[i].ref);

		url_resolve(&out, &base, &ref);
		assert_string_equal(out.ptr, rows[i].target);
	}
}

static void url_resolve_returns_a_path_if_the_base_has_no_origin(void **state)
{
	static const struct {
		const char *ref, *target;
	} rows[] = {
		{ "nodes?limit=7", "/api/v1/nodes?limit=7" },
		{ "/x", "/x" },
		{ "?limit=2", "/api/v1/pods?limit=2" },
		{ "http://h:1", "http://h:1/" },
	};
	struct url base = parsed("/api/v1/pods?limit=500");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct url ref = parsed(rows[i].ref);

		url_resolve(&out, &base, &ref);
		assert_string_equal(out.ptr, rows[i].target);
	}
}

static void url_parse_refuses_the_urls_that_go_refuses(void **state)
{
	static const char *const rows[] = {
		":x", "a:b:c/\x01", "/%zz", "/%4", "/a%", "1a:b", "\x7f"
	};
	static const char *const good[] = { "/%41", "/?%zz", "a/b:c", "//h/%20", "?:" };
	struct url u;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct relist_err err = { 0 };

		assert_int_equal(url_parse(str_of(rows[i]), &u, &err), RELIST_EINVAL);
		assert_true(err.msg[0]);
	}
	for (size_t i = 0; i < ARRAY_LEN(good); i++)
		(void)parsed(good[i]);
}

static void url_host_is_the_authority_without_its_port(void **state)
{
	static const char *const cases[][2] = {
		{ "", "" },
		{ "a", "a" },
		{ "a.example:8443", "a.example" },
		{ "127.0.0.1:80", "127.0.0.1" },
		{ "[::1]:443", "::1" },
		{ "[fd00::2]", "fd00::2" },
		{ "[::1", "[::1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str host = url_host(str_of(cases[i][0]));

		if (!str_eqz(host, cases[i][1]))
			fail_msg("%s: " STR_FMT, cases[i][0], STR_ARG(host));
	}
}

static void url_origin_is_scheme_host_and_port(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} rows[] = {
		{ "http://h", "http://h:80/x", true },
		{ "https://h", "https://H:443", true },
		{ "http://h", "https://h", false },
		{ "http://h:1", "http://h:2", false },
		{ "http://h", "http://h.evil", false },
		{ "http://[::1]:8", "http://[::1]:8", true },
		{ "http://[::1]", "http://[::1]:80", true },
		{ "http://h@evil", "http://h", false },
		{ "http://u:p@h", "http://h", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct url a = parsed(rows[i].a), b = parsed(rows[i].b);

		assert_int_equal(url_same_origin(&a, &b), rows[i].same);
		assert_int_equal(url_same_origin(&b, &a), rows[i].same);
	}
}

static void resolves_whole_or_says_that_memory_is_missing(struct url base, struct url ref)
{
	AUTO_STRBUF out = STRBUF_INIT;

	url_resolve(&out, &base, &ref);
	if (!out.failed)
		assert_string_equal(out.ptr, "http://a/c?d=e");
}

static void url_writer_sets_failed_of_the_buffer_without_memory(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(resolves_whole_or_says_that_memory_is_missing(parsed("http://a/b"),
									     parsed("../c?d=e")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(url_decode_keeps_invalid_escapes),
		cmocka_unit_test(url_decode_inverts_url_encode),
		cmocka_unit_test(query_parameters_are_split_in_order),
		cmocka_unit_test(url_resolve_equals_the_examples_of_rfc_3986),
		cmocka_unit_test(url_resolve_returns_a_path_if_the_base_has_no_origin),
		cmocka_unit_test(url_parse_refuses_the_urls_that_go_refuses),
		cmocka_unit_test(url_host_is_the_authority_without_its_port),
		cmocka_unit_test(url_origin_is_scheme_host_and_port),
		cmocka_unit_test(url_writer_sets_failed_of_the_buffer_without_memory),
	};

	return cmocka_run_group_tests_name("url", tests, NULL, NULL);
}
