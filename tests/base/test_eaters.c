/* SPDX-License-Identifier: Apache-2.0 */
/* What reads bytes makes of many texts what it made of them before: regular expressions, JSON,
 * selectors, URLs, base64, misspelt words. What is right, the test of each module says. */
#include "tests/kit/eaters.h"

#include "base/base64.h"
#include "base/json_scan.h"
#include "base/regex.h"
#include "base/selector.h"
#include "base/suggest.h"
#include "base/url.h"
#include "tests/kit/testing.h"

/* --- regular expressions --- */

static const char *const patterns[] = {
	"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
	"^(a|bc|d)+$",
	"a{2,3}b*c+?d??",
	"(?i)^a\xce\xa3[b-d]k$",
	"(?m)^b$|(?s)a.b",
	"^(?P<n>a)(?<m>b)|(?:c)$",
	"^\\p{Lu}\\pL\\P{L}[\\p{Greek}\\d]",
	"\\Qa.b\\E+\\101\\x{1F600}\\x4b",
	"[[:alpha:]_]+[[:^digit:]]",
	"[^\\W\\s]\\bfoo\\B\\A\\z",
	"(a(?i)b(?-i)c)(?U:a+)",
	"[]a-]+[^x-z]|\\n\\t\\.",
	"((a*)*|b{0,2}){1,3}",
	"\\d{3}-\\D{2}|[\\w.-]{2,}",
	NULL,
};

static void find_all(struct regex *re, struct str text, struct strbuf *out)
{
	size_t begin = 0, end = 0;
	enum regex_found found = regex_search(re, text);

	strbuf_addf(out, " %d", (int)found);
	for (size_t at = 0; at <= text.len && found == REGEX_FOUND;) {
		found = regex_find(re, text, at, &begin, &end);
		if (found != REGEX_FOUND)
			break;
		strbuf_addf(out, ":%zu-%zu", begin, end);
		at = end > at ? end : at + 1;
	}
}

static void eat_pattern(struct str text, struct strbuf *out)
{
	static const char *const texts[] = {
		"",
		"a",
		"abc",
		"aabbccdd",
		"web-1 a.b x_9",
		"b\na\nb",
		"Aa\xce\xa3\xcf\x82Kk\xc3\x89\xc3\xa9",
		"foo foobar 7\xce\xbb \xe4\xb8\x80",
		"a.ba.bbA\xf0\x9f\x98\x80K",
		"a\xff-]z\t",
		"123-ab",
	};
	const char *why = NULL;
	struct regex *re = regex_new(text, &why);

	if (!re) {
		strbuf_addf(out, "%s: ", why);
		assert_true(regex_go_error(text, out));
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		find_all(re, str_of(texts[i]), out);
	regex_free(re);
}

/* --- JSON --- */

static const char *const documents[] = {
	"{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":\"e\"},\"a\":2}",
	"[0,-1,1.5,1e3,-0.0e-7,12345678901234567890,1E+400,9223372036854775807]",
	"\"\\u00e9\\ud83d\\ude00\\ud800x\\n\\\"\\\\\\/\\b\\f\\t\xc3\xa9\xff\"",
	" { \"metadata\" : { \"labels\" : { \"a\" : \"b\" , \"c\" : null } } } ",
	"[[[[[{}]]]],[],{},\"\"]",
	"{\"\\u0061\":\"x\",\"long name with spaces beyond sixteen bytes\":\"a long value as "
	"well\"}",
	"-9223372036854775808",
	"1e2",
	NULL,
};

static void tell_value(json_t v, int depth, struct strbuf *out)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;
	json_t key, value;
	int64_t n = 0;

	strbuf_addf(out, "%d", (int)json_kind(v));
	if (json_kind(v) == JSON_STRING)
		strbuf_adds(out, json_str(v, &scratch));
	if (json_int64(v, &n))
		strbuf_addf(out, "=%lld", (long long)n);
	strbuf_addz(out, json_is_true(v) ? "t" : "");
	strbuf_addz(out, json_str_eq(v, STR("e")) ? "e" : "");
	strbuf_addz(out, json_string_map(v, false).len ? "m" : "");
	strbuf_addz(out, json_string_map(v, true).len ? "n" : "");
	if (depth > 8)
		return;
	json_iter_init(&it, v);
	if (json_kind(v) == JSON_OBJECT)
		for (strbuf_addc(out, '{'); json_iter_member(&it, &key, &value);) {
			strbuf_adds(out, key);
			strbuf_adds(out, json_str(key, &scratch));
			tell_value(value, depth + 1, out);
		}
	else
		for (strbuf_addc(out, '['); json_iter_element(&it, &value);)
			tell_value(value, depth + 1, out);
	strbuf_addc(out, ';');
}

static void scan_in_pieces(struct str text, struct strbuf *out)
{
	struct json_scanner s;
	enum json_status status = JSON_MORE;
	size_t at = 0, used;

	json_scanner_init(&s);
	while (status == JSON_MORE && at < text.len) {
		size_t n = text.len - at < 3 ? text.len - at : 3;

		status = json_scanner_feed(&s, text.ptr + at, n, &used);
		at += used;
		if (used < n)
			break;
	}
	strbuf_addf(out, " scanned %d %zu %d %d %d ", (int)status, at, (int)json_scanner_end(&s),
		    json_scanner_too_large(&s), json_scanner_idle(&s));
}

static void eat_json(struct str text, struct strbuf *out)
{
	size_t at = 0;
	json_t v;

	scan_in_pieces(text, out);
	if (!json_valid(text, &v, &at)) {
		strbuf_addf(out, "wrong at %zu", at);
		return;
	}
	tell_value(v, 0, out);
	tell_value(json_get(v, "a"), 8, out);
	tell_value(json_path(v, "metadata", "labels", "a", NULL), 8, out);
	for (size_t i = 0; documents[i]; i++)
		strbuf_addz(out, json_equal(v, str_of(documents[i])) ? "=" : "!");
}

/* --- selectors --- */

static const char *const selectors[] = {
	"a=b,c!=d,e==f",
	"a in (b, c),d notin (e,f)",
	"a,!b",
	"n>1,m<5",
	"e.com/name-x_y.z=V-1_2.3",
	"n gt 10, a in (), b=",
	"  a  =  b  ,  !c  ",
	NULL,
};

static void eat_selector(struct str text, struct strbuf *out)
{
	static const char *const labels[] = {
		"{}",
		"{\"a\":\"b\"}",
		"{\"a\":\"c\",\"c\":\"d\",\"e\":\"f\"}",
		"{\"a\":\"\",\"d\":\"g\",\"n\":\"2\",\"m\":\"-7\"}",
		"{\"n\":\"11\",\"m\":\"x\",\"e.com/name-x_y.z\":\"V-1_2.3\",\"b\":null}",
		"",
	};
	struct selector_term *terms = NULL;
	int rc = selector_parse_labels(text, &terms, out);

	strbuf_addf(out, " %d", rc);
	if (rc != 0)
		return;
	for (const struct selector_term *t = terms; t; t = t->next) {
		struct str v;

		strbuf_addf(out, " " STR_FMT " %d(", STR_ARG(t->key), (int)t->op);
		for (size_t at = 0; selector_value(t, &at, &v);)
			strbuf_addf(out, STR_FMT "|", STR_ARG(v));
		strbuf_addc(out, ')');
	}
	for (size_t i = 0; i < ARRAY_LEN(labels); i++)
		strbuf_addz(out, selector_matches_labels(terms, str_of(labels[i])) ? "+" : "-");
	selector_free(terms);
}

/* --- URLs --- */

static const char *const urls[] = {
	"https://user@host.example:6443/a/b/../c?x=1&y=a%20b#f",
	"../../g/./h;p?q",
	"//other:443/x y",
	"?a=1&&b=%zz&=c&d",
	"http://[::1]:80/%41%2f+",
	"/a//b/%",
	"mailto:x",
	NULL,
};

static void eat_url(struct str text, struct strbuf *out)
{
	struct str rest = text, name, value;
	struct relist_err err = { 0 };
	struct url u, base;

	while (url_next_param(&rest, &name, &value))
		strbuf_addf(out, "(" STR_FMT "|" STR_FMT ")", STR_ARG(name), STR_ARG(value));
	strbuf_add_urldec(out, text, false);
	strbuf_add_urldec(out, text, true);
	strbuf_add_urlenc(out, text);
	if (url_parse(text, &u, &err)) {
		strbuf_addf(out, " %d %s", err.code, err.msg);
		return;
	}
	strbuf_addf(out, " [" STR_FMT "][" STR_FMT "][" STR_FMT "][" STR_FMT "]", STR_ARG(u.scheme),
		    STR_ARG(u.authority), STR_ARG(u.path), STR_ARG(u.query));
	for (size_t i = 0; urls[i]; i++) {
		if (url_parse(str_of(urls[i]), &base, &err))
			continue;
		strbuf_addz(out, url_same_origin(&base, &u) ? " = " : " / ");
		url_resolve(out, &base, &u);
	}
}

/* --- small ones --- */

static const char *const encoded[] = {
	"YQ==",
	"YWI=",
	"YWJj",
	"YWJj\r\nZGVm",
	"-_-_",
	"+/+/",
	"a\xc3\xa9\xe4\xb8\x80\xf0\x9f\x98\x80",
	NULL,
};

static void eat_encoded(struct str text, struct strbuf *out)
{
	static const enum base64_kind kinds[] = { BASE64_STD, BASE64_RAW_URL };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		AUTO_STRBUF bytes = STRBUF_INIT;
		size_t bad = 0;
		bool ok = base64_decode(&bytes, text, kinds[i], &bad);

		strbuf_addf(out, "%d ", ok);
		if (ok)
			strbuf_adds(out, strbuf_str(&bytes));
		else
			strbuf_addf(out, "%zu", bad);
		base64_encode(out, text, kinds[i]);
	}
	strbuf_add_utf8(out, text);
	strbuf_add_json(out, text);
	strbuf_add_shell(out, text);
	for (size_t i = 0; i < text.len; i++)
		strbuf_addf(out, "%zu", utf8_seq_len(text.ptr + i, text.len - i));
}

static const char *const typed[] = { "deployment", "create", "configmap", "x", "replicaset", NULL };

static void eat_word(struct str text, struct strbuf *out)
{
	static const char *const words[] = { "create",	   "delete",	"deployment", "deployments",
					     "replicaset", "configmap", "secret",     "a" };
	char buf[32];

	strbuf_addf(out, "%d", suggest_word(text, words, ARRAY_LEN(words), sizeof(words[0])));
	suggest_text(text, words, ARRAY_LEN(words), sizeof(words[0]), buf, sizeof(buf));
	strbuf_addz(out, buf);
}

static void readers_of_changed_bytes_match_fingerprints(void **state)
{
	static const struct eater eaters[] = {
		{ "regex", eat_pattern, "()[]{}*+?|^$.\\-,:!<>=01239abzPQEUimsx", patterns, 2000 },
		{ "json", eat_json, "{}[]\",:\\ \n0123456789.eE+-tfnuax", documents, 2000 },
		{ "selector", eat_selector, ",=!()<> innota01-_./X", selectors, 2000 },
		{ "url", eat_url, "/.:?#&=%@[]+ 0aF;", urls, 1500 },
		{ "encoded", eat_encoded, "=+/-_ \r\nAz09\x80\xc3", encoded, 1000 },
		{ "suggest", eat_word, "aeitdscx-", typed, 1000 },
	};
	struct fingerprints f = { "tests/golden/outputs/bytes.txt", STRBUF_INIT };

	(void)state;
	eaters_feed(&f, eaters, ARRAY_LEN(eaters));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(readers_of_changed_bytes_match_fingerprints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
