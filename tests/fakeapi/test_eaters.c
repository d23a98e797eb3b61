/* SPDX-License-Identifier: Apache-2.0 */
/* What the server reads of many bytes is what it read of them before: YAML, protobuf, quantities,
 * times, formats of strings, addresses, media types, what clients accept, JSON paths. What is
 * right, the test of each module says. */
#include "tests/kit/eaters.h"

#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/output/cells.h"
#include "fakeapi/output/jsonpath.h"
#include "fakeapi/output/table.h"
#include "fakeapi/schema/format.h"
#include "fakeapi/serializer/media_type.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/yaml_read.h"
#include "fakeapi/serializer/yaml_write.h"
#include "fakeapi/storage/continue.h"
#include "runner/posix/files.h"
#include "tests/kit/testing.h"

static void add_tree(cJSON *tree, struct strbuf *out)
{
	char *text = tree ? cJSON_PrintUnformatted(tree) : NULL;

	strbuf_addz(out, text ? text : "none");
	cJSON_free(text);
	cJSON_Delete(tree);
}

static void add_status(struct fakeapi__status *st, struct strbuf *out)
{
	strbuf_addf(out, " %d ", st->code);
	if (st->doc)
		add_tree(cJSON_Duplicate(st->doc, true), out);
	fakeapi__status_fini(st);
}

/* --- YAML --- */

static const char *const yaml[] = {
	"a: 1\nb:\n- x\n- 'y'\n- \"z\\n\\x41\\u00e9\"\nc: {d: ~, e: [true, no, 0x1F, 0o7, 1e3]}\n",
	"a: &x {k: v}\nb: *x\nc:\n  <<: *x\n  l: |\n    one\n     two\n\n  f: >-\n    a\n    b\n\n "
	"   c\n",
	"# c\n---\n? k\n: v\n\"q\": 1_000\nt: 2026-01-02\nn: .inf\nm: 190:20:30\no: 017\n...\n--- "
	"2\n",
	"- - a\n  - b\n- k: v\n  w: - x\n-\n  null\n",
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"a\":[1,-2.50,1e21,\"\"]}",
	"a: 1\na: 2\nb: !!str 5\nc: !!int \"7\"\nd: 'it''s'\ne: \"a\\\n  b\"\n",
	NULL,
};

static void eat_yaml(struct str text, struct strbuf *out)
{
	AUTO_STRBUF doubles = STRBUF_INIT, why = STRBUF_INIT;
	cJSON *tree = fakeapi__yaml_parse(text, &doubles, &why);

	strbuf_adds(out, strbuf_str(&doubles));
	strbuf_adds(out, strbuf_str(&why));
	if (tree) {
		fakeapi__go_print(out, tree);
		fakeapi__go_print_syntax(out, tree);
		strbuf_addf(out, "%s %s", fakeapi__go_type(tree), fakeapi__go_kind(tree));
	}
	add_tree(tree, out);
}

/* --- JSON: numbers, and as people read it --- */

static const char *const json[] = {
	"{\"b\":1.0,\"a\":[1e3,9007199254740993,-0,1.5e-7,123456789012345678901234567890],\"c\":{}"
	"}",
	"{\"metadata\":{\"name\":\"x: y\",\"labels\":{\"a\":\"- 'b'\",\"c\":\"line\\nother\\n\"}}}",
	"[\"true\",\"1\",\"null\",\"0x1\",\"2026-01-02\",\"~\",\" a\",\"a \",\"#\",\"a "
	"#b\",\"&a\",\"\\u00e9\\u0007\"]",
	"{\"long\":\"a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m "
	"n\"}",
	"[[],[[]],[{}],[{\"a\":[{\"b\":null}]}],1.25,100000000000000000000000,1e-7]",
	NULL,
};

/* Decoders let no such number in. */
static bool has_too_large(struct str text)
{
	struct json_scanner s;
	size_t used;

	json_scanner_init(&s);
	(void)json_scanner_feed(&s, text.ptr, text.len, &used);
	return json_scanner_too_large(&s);
}

static void eat_json(struct str text, struct strbuf *out)
{
	cJSON *tree, *c;
	json_t v;

	if (!json_valid(text, &v, NULL) || has_too_large(text))
		return;
	tree = json_tree_parse(v, JSON_DIGITS_FLOATS);
	if (tree) {
		cJSON_ArrayForEach(c, tree)
		{
			const char *literal = fakeapi__number_literal(c);

			if (!cJSON_IsNumber(c))
				continue;
			strbuf_addf(out, "%lld %d %s ", (long long)fakeapi__int64(c),
				    fakeapi__is_int64(c), literal ? literal : "");
			fakeapi__number_add(out, c);
			fakeapi__float_add(out, c->valuedouble);
		}
		fakeapi__settle_floats(tree);
	}
	add_tree(tree, out);
	assert_int_equal(fakeapi__to_yaml(v, out), 0);
	assert_int_equal(fakeapi__to_pretty(v, out), 0);
}

/* --- protobuf, written as hexadecimal digits --- */

static void add_hex(struct str bytes, struct strbuf *out)
{
	for (size_t i = 0; i < bytes.len; i++)
		strbuf_addf(out, "%02x", (unsigned char)bytes.ptr[i]);
}

static void eat_protobuf(struct str text, struct strbuf *out)
{
	AUTO_STRBUF bytes = STRBUF_INIT, again = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *tree = NULL;
	char *copy;

	for (size_t i = 0; i + 1 < text.len; i += 2)
		strbuf_addc(&bytes, (char)((hex_digit(text.ptr[i]) & 15) << 4 |
					   (hex_digit(text.ptr[i + 1]) & 15)));
	copy = base__malloc(bytes.len ? bytes.len : 1);
	assert_non_null(copy);
	memcpy(copy, bytes.len ? bytes.ptr : "", bytes.len);
	fakeapi__status_init(&st);
	if (fakeapi__protobuf_decode((struct str) { copy, bytes.len }, 0, &tree, &st) == 0) {
		char *printed = cJSON_PrintUnformatted(tree);

		assert_non_null(printed);
		assert_int_equal(fakeapi__protobuf_encode(str_of(printed), 0, &again), 0);
		add_hex(strbuf_str(&again), out);
		cJSON_free(printed);
	}
	add_status(&st, out);
	add_tree(tree, out);
	base__free(copy);
}

/* --- scalars --- */

static const char *const scalars[] = {
	"100m",
	"1.5Gi",
	"-0.5",
	"1e3",
	"12E",
	"0.0001",
	"9223372036854775807",
	"+.5Ki",
	"1E-2",
	"2026-01-02T03:04:05Z",
	"2024-02-29T23:59:60.123456789+01:30",
	"1999-12-31t23:59:59-00:00",
	"1h30m",
	"1.5h",
	"-2m3.5s",
	"90s",
	"1us",
	"0",
	"YWJj",
	"YWI=",
	NULL,
};

static void eat_scalar(struct str text, struct strbuf *out)
{
	AUTO_STRBUF z = STRBUF_INIT;

	strbuf_adds(&z, text);
	strbuf_addf(out, "%d", fakeapi__quantity(text, out, out));
	strbuf_addf(out, "%d", fakeapi__quantity_milli(text, out));
	strbuf_addf(out, "%g", fakeapi__quantity_value(z.len ? z.ptr : ""));
	strbuf_addf(out, "%d", fakeapi__time(text, false, out, out));
	strbuf_addf(out, "%d", fakeapi__time(text, true, out, out));
	strbuf_addf(out, "%d", fakeapi__duration(text, out, out));
	strbuf_addf(out, "%d", fakeapi__base64_check(text, out));
}

static const char *const times[] = {
	"2026-01-02T03:04:05Z",
	"1970-01-01T00:00:00+00:00",
	"2024-02-29T23:59:60.5-01:30",
	"1969-12-31T00:00:00.123456Z",
	"2000-13-32T24:60:61Z",
	"1900-03-01T12:31:00+14:59",
	NULL,
};

/* As the AGE of a Table. */
static void eat_time(struct str text, struct strbuf *out)
{
	static const int64_t ages[] = { -3,	  -1,	     0,		1,	   9,	   119,
					120,	  599,	     600,	10799,	   10800,  28799,
					28800,	  172799,    172800,	691199,	   691200, 63071999,
					63072000, 252287999, 252288000, 1000000000 };
	AUTO_STRBUF quoted = STRBUF_INIT;
	int64_t at = 0;
	bool is_time;

	strbuf_add_json(&quoted, text);
	is_time = fakeapi__parse_time(strbuf_str(&quoted), &at);
	strbuf_addf(out, "%d %lld ", is_time, (long long)at);
	for (size_t i = 0; i < ARRAY_LEN(ages); i++) {
		fakeapi__add_duration(out, ages[i]);
		strbuf_addc(out, ' ');
	}
}

static const char *const formatted[] = {
	"2024-02-29",
	"2026-01-02T03:04:05.5Z",
	"1h 30 minutes",
	"a.b@c.example",
	"#a1B2c3",
	"#fff",
	"host-1.example",
	"10.0.0.1",
	"2001:db8::1",
	"::ffff:1.2.3.4",
	"10.0.0.0/8",
	"fd00::/64",
	"00:1b:63:84:45:e6",
	"00-1b-63-84-45-e6",
	"123-45-6789",
	"https://a.b/c?d=e#f",
	"/a/b",
	"6ba7b810-9dad-11d1-80b4-00c04fd430c8",
	"6ba7b810-9dad-31d1-80b4-00c04fd430c8",
	"6ba7b810-9dad-41d1-80b4-00c04fd430c8",
	"6ba7b810-9dad-51d1-80b4-00c04fd430c8",
	"507f1f77bcf86cd799439011",
	"YWJj",
	"978-3-16-148410-0",
	"0-306-40615-2",
	"4111 1111 1111 1111",
	"rgb(1, 2,255)",
	"passw0rd",
	NULL,
};

static void eat_formatted(struct str text, struct strbuf *out)
{
	static const char *const formats[] = {
		"bsonobjectid", "byte",	  "cidr",     "creditcard", "date",	"date-time",
		"duration",	"email",  "hexcolor", "hostname",   "ipv4",	"ipv6",
		"isbn",		"isbn10", "isbn13",   "mac",	    "password", "rgbcolor",
		"ssn",		"uri",	  "uuid",     "uuid3",	    "uuid4",	"uuid5",
		"int32",	"d-a-te",
	};
	AUTO_STRBUF z = STRBUF_INIT;

	strbuf_adds(&z, text);
	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		strbuf_addz(out, fakeapi__format_fits(formats[i], z.len ? z.ptr : "") ? "+" : "-");
}

static const char *const addresses[] = {
	"10.0.0.1",
	"010.001.0.255",
	"255.255.255.256",
	"::",
	"::1",
	"2001:db8:0:0:1:0:0:1",
	"::ffff:1.2.3.4",
	"1:2:3:4:5:6:7:8",
	"1::8",
	"fe80::1%eth0",
	"10.0.0.0/8",
	"10.1.2.3/32",
	"fd00::/64",
	"::/0",
	"::ffff:10.0.0.0/104",
	"1.2.3.4/33",
	"0.0.0.0/0",
	"1:2:3:4:5:6:7:1.2.3.4",
	"1:2:3:4:5:6:1.2.3.4",
	"1:2:3:4:5:1.2.3.4",
	"::1:2:3:4:5:6:1.2.3.4",
	"1::2:3:4:5:6:7",
	"1:2:3:4:5:6:7:8:9",
	NULL,
};

static void eat_address(struct str text, struct strbuf *out)
{
	AUTO_STRBUF z = STRBUF_INIT;
	struct fakeapi__cidr block, other;
	struct fakeapi__ip ip;

	strbuf_adds(&z, text);
	if (fakeapi__ip_parse(text, &ip)) {
		strbuf_addf(out, "%u ", ip.len);
		fakeapi__ip_text(&ip, out);
	}
	if (!fakeapi__cidr_parse(z.len ? z.ptr : "", &block))
		return;
	fakeapi__ip_text(&block.ip, out);
	strbuf_addf(out, "/%u ", block.bits);
	for (size_t i = 0; addresses[i]; i++) {
		if (!fakeapi__cidr_parse(addresses[i], &other))
			continue;
		strbuf_addz(out, fakeapi__cidr_within(&block, &other) ? "<" : "-");
		strbuf_addz(out, fakeapi__cidr_within(&other, &block) ? ">" : "-");
	}
}

/* --- what clients say --- */

static const char *const accepts[] = {
	"application/json;as=Table;v=v1;g=meta.k8s.io,application/"
	"json;as=Table;v=v1beta1;g=meta.k8s.io"
	",application/json",
	"application/vnd.kubernetes.protobuf,application/json;q=0.9,*/*;q=0.1",
	"application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
	"application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
	"application/yaml; charset=\"utf-8\"; stream=watch",
	"application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;profile=nopeer",
	"text/*, application/*;q=0.2;level=1, text/html",
	"application/cbor, application/cbor-seq, application/json;stream=watch",
	"pretty=true&includeObject=Object&pretty=0&includeObject=Metadata",
	"Mozilla/5.0 (X11) curl/8 Wget",
	"",
	NULL,
};

static void eat_accept(struct str text, struct strbuf *out)
{
	static const struct str none = { "", 0 };
	enum fakeapi__media media = FAKEAPI_MEDIA_JSON;
	struct fakeapi__form form;
	struct fakeapi__status st;

	for (unsigned i = 0; i < 12; i++) {
		struct fakeapi__form_request request = {
			.accept = text,
			.query = i % 3 ? none : text,
			.user_agent = i % 2 ? none : text,
			.watch = i == 1 || i == 7,
			.list = i == 2,
			.custom = i == 3 || i == 7,
			.json_only = i == 4,
			.no_table = i == 5,
			.discovery = i == 6,
			.plain = i == 8,
			.unrouted = i == 9,
		};

		fakeapi__status_init(&st);
		memset(&form, 0, sizeof(form));
		strbuf_addf(out, "%d", fakeapi__negotiate_form(&request, &form, &st));
		add_status(&st, out);
		strbuf_addf(out, "%d%d%s%d%d%d%d %s", (int)form.kind, (int)form.include,
			    form.version, form.yaml, form.protobuf, form.pretty, form.list,
			    fakeapi__form_content_type(&form));
		fakeapi__status_init(&st);
		strbuf_addf(out, "%d", fakeapi__negotiate_route(&request, &st));
		add_status(&st, out);
	}
	fakeapi__status_init(&st);
	(void)fakeapi__negotiate_error(text, text, text, &form);
	strbuf_addf(out, "%d%d%d ", form.yaml, form.pretty, fakeapi__include_check(text, &st));
	add_status(&st, out);
	fakeapi__status_init(&st);
	strbuf_addf(out, "%d", fakeapi__media_type_parse(text, out));
	strbuf_addf(out, "%d", fakeapi__media_of(text, &media, &st));
	strbuf_addf(out, "%d", (int)media);
	add_status(&st, out);
}

static const char *const paths[] = {
	".a.b", ".a['b'].c[0]",	       ".l[-1].t", ".l[*].t", ".l[?(@.t==\"u\")].v",
	".a.*", ".l[?(@.n.m!=\"x\")]", "..x",	   "{.a}",    NULL,
};

static void eat_path(struct str text, struct strbuf *out)
{
	static const char doc[] =
	    "{\"a\":{\"b\":{\"c\":[7,8]},\"d\":1},\"l\":[{\"t\":\"u\",\"v\":1},"
	    "{\"t\":\"w\",\"v\":2,\"n\":{\"m\":\"x\"}},{\"n\":{\"m\":\"y\"}}]}";
	AUTO_STRBUF z = STRBUF_INIT;

	strbuf_adds(&z, text);
	strbuf_adds(out, fakeapi__jsonpath(STR(doc), z.len ? z.ptr : ""));
}

static const char *const tokens[] = {
	"eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiJhL2JcdTAwMDAifQ",
	"eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiL2FcdTAwMDAifQ", NULL
};

static void eat_token(struct str text, struct strbuf *out)
{
	struct fakeapi__status st;
	int64_t rv = 0;

	fakeapi__status_init(&st);
	strbuf_addf(out, "%d", fakeapi__continue_decode(text, out, &rv, &st));
	strbuf_addf(out, " %lld", (long long)rv);
	add_status(&st, out);
	fakeapi__continue_encode(out, text, text.len % 2, (int64_t)text.len);
}

static void parsers_read_random_bytes_as_in_the_golden_file(void **state)
{
	static const struct eater eaters[] = {
		{ "yaml", eat_yaml, ":-?#&*!|>'\"{}[], \n\t~.01xyn<%@\\", yaml, 800 },
		{ "json", eat_json, "{}[]\",:\\ \n0123456789.eE+-trufalsn", json, 800 },
		{ "scalar", eat_scalar, "0123456789.eE+-mkKMGTPiuhsnTZ:=", scalars, 600 },
		{ "time", eat_time, "0123456789-:+TZz.", times, 600 },
		{ "formatted", eat_formatted, "0123456789abcfxXg.:-/@#%+=()T ", formatted, 400 },
		{ "address", eat_address, "0123456789abcdef.:/%", addresses, 400 },
		{ "accept", eat_accept, ";,=/*\" .q0123v1abgstrue&%;", accepts, 300 },
		{ "path", eat_path, ".[]*?@()='\"!-0123abctl{}$", paths, 500 },
		{ "token", eat_token, "ABCabc019-_=", tokens, 300 },
	};
	struct fingerprints f = { "tests/golden/outputs/server_bytes.txt", STRBUF_INIT };

	(void)state;
	eaters_feed(&f, eaters, ARRAY_LEN(eaters));
}

/* --- protobuf: what recorded objects of many kinds are in it --- */

static void protobuf_messages_are_read_and_written_as_in_the_golden_file(void **state)
{
	static const char *const names[] = {
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
	const char *texts[ARRAY_LEN(names) + 1] = { NULL };
	struct strbuf hex[ARRAY_LEN(names)];
	struct eater e = { "protobuf", eat_protobuf, "0123456789abcdef", texts, 300 };
	struct fingerprints f = { "tests/golden/outputs/messages.txt", STRBUF_INIT };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		AUTO_STRBUF path = STRBUF_INIT, bytes = STRBUF_INIT;
		struct relist_err err = { 0 };

		strbuf_init(&hex[i]);
		strbuf_addf(&path, "tests/fuzz/corpus/protobuf/%s.bin", names[i]);
		if (runner__read_file(path.ptr, 1 << 16, &bytes, &err))
			fail_msg("%s", err.msg);
		add_hex(strbuf_str(&bytes), &hex[i]);
		texts[i] = hex[i].ptr;
	}
	eaters_feed(&f, &e, 1);
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		strbuf_fini(&hex[i]);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(parsers_read_random_bytes_as_in_the_golden_file),
		cmocka_unit_test(protobuf_messages_are_read_and_written_as_in_the_golden_file),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
