/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions made of those of tests/golden/cel, by parts of two of them and by changing one: what
 * comes of each - its type, its value, its costs, why it is none - is what came of it before. What
 * is right, test_cel_cases and test_conformance say. */
#include "base/choice.h"
#include "tests/kit/cel_kit.h"
#include "tests/kit/damage.h"
#include "tests/kit/eaters.h"
#include "tests/kit/trace_kit.h"

enum { CASES_MAX = 2000, MADE = 60 };

static const char *const frames[] = {
	"(%1) == (%2)",
	"(%1) < (%2)",
	"(%1) >= (%2)",
	"(%1) != (%2) && %1 == %1",
	"(%1) + (%2)",
	"(%1) - (%2)",
	"(%1) * (%2)",
	"(%1) %% (%2)",
	"(%1) in (%2)",
	"[%1, %2]",
	"[%1, %2].exists(x, x == (%1))",
	"[%1].map(x, [x, %2])",
	"[%1, %2].filter(x, type(x) == type(%1)).size()",
	"{'a': %1, 'b': %2}",
	"{'a': %1}.all(k, k == 'a' && (%2) == 1)",
	"{%1: %2}",
	"dyn(%1) == dyn(%2)",
	"dyn(%1) < (%2)",
	"type(%1) == type(%2)",
	"true ? %1 : %2",
	"(%1) || (%2)",
	"!(%1) && (%2)",
	"(%1)[%2]",
	"(%1).size() == (%2).size()",
	"string(%1)",
	"int(%1)",
	"double(%1)",
	"bytes(%1)",
	"(%1).contains(%2)",
	"(%1).indexOf(%2)",
	"(%1).matches(string(%2))",
	"[?optional.of(%1), ?optional.none(), %2]",
	"optional.of(%1).orValue(%2)",
	"sets.contains([%1], [%2])",
	"-(%1) < -(%2)",
	"l.map(x, (%1))",
	"m.exists(k, m[k] == (%1))",
	"d.x + (%1)",
	"i + (%1)",
	"s + (%1)",
	"s.startsWith(%1) && s.endsWith(%2)",
	"duration(%1) + duration(%2)",
	"timestamp(%1) - (%2)",
	"quantity(string(%1)).compareTo(quantity(string(%2)))",
	"[%1].map(x, string(x)).exists(y, y.contains(s))",
	"s.split('b').all(x, x.matches('a+') || x.contains(%1))",
	"s.findAll('.').exists(x, x + 'a' == %1)",
	"{%1: %2}.map(k, string(k)).filter(v, v.startsWith(s)).join(',')",
	"['abc', 'de'].all(x, x.contains('b') && x.matches('c')) == (%1)",
	"{'abc': 'x'}.all(k, k.contains('b') && k < %1)",
	"l.map(x, [x, i]).exists(x, x.exists(y, y == %1))",
	"'a,b'.split(',').map(x, x + x).exists(y, y.contains(%1))",
	"l.filter(x, x > 1).map(x, string(x) + %1).join('-')",
	"m.map(k, k + s).all(k, k.size() < 9) ? %1 : %2",
	"cel.bind(x, %1, x == x && (%2))",
	"d.map(k, k).exists(k, k.matches(%1))",
	"[[%1], [%2]].map(x, x[0]).size() + l.sum()",
	"l.sort().indexOf(%1) + l.max()",
	"isIP(string(%1)) || isURL(string(%2)) || isSemver(string(%1))",
};

static const char *const words[] = {
	"0",	"1",	   "-1",   "1u",	  "2.5",
	"''",	"'a'",	   "b'a'", "true",	  "null",
	"[]",	"[1, 2]",  "{}",   "{1: 2}",	  "l",
	"m",	"d",	   "i",	   "s",		  "type(1)",
	"int",	"size",	   "x",	   "in",	  "&&",
	"||",	"==",	   "!=",   "<",		  ">=",
	"+",	"-",	   "*",	   "/",		  "%",
	"?",	":",	   "(",	   ")",		  "[",
	"]",	"{",	   "}",	   ".",		  ",",
	"!",	"'\\n'",   "1e3",  "\"\\u00e9\"", "'\xe4\xb8\xad'",
	"0x10", "r'\\d+'", "'1h'", "'1.5Gi'",	  "optional.none()",
	".?a",
};

struct cases {
	char *lines[CASES_MAX];
	size_t count;
};

static struct cel_type list_type, map_type;

static void prepare_types(void)
{
	list_type = cel_list_dyn;
	list_type.params[0] = &cel_int;
	map_type = cel_map_dyn;
	map_type.params[0] = &cel_string;
	map_type.params[1] = &cel_int;
}

static void set_variables(struct cel_run *run, struct cel_value *v)
{
	v[0] = cel_of_int(3);
	v[1] = cel_of_str(STR("abc"));
	v[2] = cel_new_list(run, 3);
	for (int i = 0; i < 3; i++)
		v[2].as.list->items[i] = cel_of_int(3 - i);
	v[3] = cel_new_map(run, 2);
	assert_true(cel_map_add(run, v[3], cel_of_str(STR("a")), cel_of_int(1)) &&
		    cel_map_add(run, v[3], cel_of_str(STR("b")), cel_of_int(2)));
	v[4] = cel_new_map(run, 2);
	assert_true(cel_map_add(run, v[4], cel_of_str(STR("x")), cel_of_double(1.5)) &&
		    cel_map_add(run, v[4], cel_of_str(STR("y")), v[2]));
}

static void tell(struct str expr, unsigned libraries, struct strbuf *out)
{
	static const struct cel_variable variables[] = {
		{ "i", &cel_int },  { "s", &cel_string }, { "l", &list_type },
		{ "m", &map_type }, { "d", &cel_dyn },
	};
	const struct cel_env env = { .libraries = libraries,
				     .variables = variables,
				     .variable_count = ARRAY_LEN(variables) };
	struct cel_program *p = cel_compile(&env, expr, out);
	struct cel_value values[ARRAY_LEN(variables)];
	struct cel_run run;

	if (!p)
		return;
	cel_type_write(out, cel_program_type(p));
	strbuf_addf(out, " %llx ", (unsigned long long)cel_program_cost_max(p, &cel_dyn));
	cel_run_init(&run);
	set_variables(&run, values);
	cel_write(&run, out, cel_eval(&run, p, values));
	strbuf_addf(out, " %llu %d\n", (unsigned long long)run.cost, (int)run.stopped);
	cel_run_fini(&run);
	cel_program_free(p);
}

/* The frame with the cases in place of %1 and %2. */
static void fill(const char *frame, const char *one, const char *two, struct strbuf *out)
{
	for (; *frame; frame++) {
		if (*frame == '%' && frame[1] == '1')
			strbuf_addz(out, one);
		else if (*frame == '%' && frame[1] == '2')
			strbuf_addz(out, two);
		else if (*frame == '%')
			strbuf_addc(out, '%');
		else {
			strbuf_addc(out, *frame);
			continue;
		}
		frame++;
	}
}

static bool in_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_' || (c & 0x80);
}

/* One word or sign of the expression becomes another, or is gone. */
static void exchange(const char *expr, struct choice *c, struct strbuf *out)
{
	size_t len = strlen(expr), at = choice_pick(c, (uint32_t)len), end;

	while (at > 0 && in_word(expr[at]) && in_word(expr[at - 1]))
		at--;
	for (end = at + 1; end < len && in_word(expr[at]) && in_word(expr[end]);)
		end++;
	strbuf_add(out, expr, at);
	if (choice_pick(c, 6))
		strbuf_addz(out, words[choice_pick(c, ARRAY_LEN(words))]);
	strbuf_addz(out, expr + end);
}

static void make(const struct cases *cs, size_t which, uint64_t n, struct strbuf *out)
{
	const char *one = cs->lines[which], *two, *frame = NULL;
	struct choice c;
	uint32_t how;

	choice_init_seed(&c, which * 1000 + n, false);
	two = cs->lines[choice_pick(&c, (uint32_t)cs->count)];
	how = choice_pick(&c, 10);
	if (how < 5)
		frame = frames[choice_pick(&c, ARRAY_LEN(frames))];
	if (how < 4)
		fill(frame, one, two, out);
	else if (how < 5)
		fill(frame, two, words[choice_pick(&c, ARRAY_LEN(words))], out);
	else if (how < 9)
		exchange(one, &c, out);
	else
		damage(str_of(one), one, n, out);
	choice_fini(&c);
}

static void of_case(struct fingerprints *f, const struct cases *cs, size_t which)
{
	static const unsigned libraries[] = {
		CEL_ENV_KUBERNETES | CEL_LIB_LISTS,
		CEL_ENV_ALL,
		CEL_ENV_ALL | CEL_UNCHECKED,
		CEL_ENV_KUBERNETES | CEL_LIB_JSON_PATCH | CEL_QUOTED_FIELDS,
	};
	AUTO_STRBUF all = STRBUF_INIT;
	char name[24];

	for (uint64_t n = 0; n < MADE; n++) {
		AUTO_STRBUF expr = STRBUF_INIT, result = STRBUF_INIT;

		make(cs, which, n, &expr);
		strbuf_addf(&all, "%s\n", expr.len ? expr.ptr : "");
		tell(strbuf_str(&expr),
		     n % 2 ? libraries[n / 2 % ARRAY_LEN(libraries)] : libraries[0], &result);
		strbuf_adds(&all, strbuf_str(&result));
	}
	(void)snprintf(name, sizeof(name), "%zu", which);
	if (which % 16 == 0)
		fingerprints_line(f, "cases");
	fingerprints_add(f, name, strbuf_str(&all));
}

static void results_of_changed_expressions_match_fingerprints(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/expressions.txt", STRBUF_INIT };
	AUTO_STRBUF text = STRBUF_INIT;
	struct cases cs = { .count = 0 };

	(void)state;
	prepare_types();
	read_text("tests/golden/cel/cases.txt", &text);
	for (char *at = text.ptr, *end; *at; at = end + 1) {
		end = strchr(at, '\n');
		assert_non_null(end);
		*end = '\0';
		if (*at == '#' || !*at)
			continue;
		assert_true(cs.count < CASES_MAX);
		cs.lines[cs.count++] = at;
	}
	for (size_t i = 0; i < cs.count; i++)
		of_case(&f, &cs, i);
	fingerprints_end(&f);
}

/* --- functions of texts, which their readers take apart -------------------------------------- */

static const char *const texts[] = {
	"1.5Gi",
	"100m",
	"-0.5",
	"1e-3",
	"12E",
	"+.5Ki",
	"0.0000000001",
	"9999999999999999999n",
	"1Ki",
	"1h30m",
	"-1.5s",
	"1ms2us3ns",
	"2026-01-02T03:04:05.5Z",
	"1969-12-31T23:59:59+01:30",
	"1.2.3-rc.1+b",
	"v1.2",
	"01.0.0",
	"10.0.0.1",
	"2001:db8::1",
	"::ffff:1.2.3.4",
	"10.1.2.3/8",
	"fd00::/64",
	"https://u@a.b:8080/c%20d?e=f&e=g#h",
	"/a/../b?c",
	"a-b.example",
	"A_b",
	"a,b,,c",
	"0x1F",
	"18446744073709551615",
	"-9223372036854775808",
	"1e400",
	"true",
	"t",
	"YWJj",
	"\\d+[a-c]",
	"1:2:3:4:5:6:7:1.2.3.4",
	"1:2:3:4:5:6:1.2.3.4",
	"1:2:3:4:5:1.2.3.4",
	"::1:2:3:4:5:6:1.2.3.4",
	"1::2:3:4:5:6:7",
	"1:2:3:4:5:6:7:8:9",
	NULL,
};

static void eat_text(struct str text, struct strbuf *out)
{
	static const char *const functions[] = {
		"quantity(%)",
		"quantity(%).asApproximateFloat()",
		"quantity(%).asInteger()",
		"quantity(%).add(quantity('1.5Ki')).compareTo(quantity('2k'))",
		"quantity(%).sub(1).isGreaterThan(quantity('100m'))",
		"sign(quantity(%)) + (quantity(%).isInteger() ? 1 : 0)",
		"isQuantity(%) || isIP(%) || isCIDR(%) || isURL(%) || isSemver(%)",
		"duration(%).getMilliseconds() + duration(%).getHours()",
		"timestamp(%).getDayOfYear() + timestamp(%).getDayOfWeek('America/New_York')",
		"timestamp(%) + duration('25h')",
		"semver(%).major() + semver(%).minor() * semver(%).patch()",
		"semver(%, true).compareTo(semver('1.2.3-rc.2'))",
		"ip(%).family() + (ip(%).isGlobalUnicast() ? 10 : 0)",
		"ip(%).isLoopback() || ip(%).isUnspecified() || ip(%).isLinkLocalMulticast()",
		"string(ip(%)) + string(ip(%).isLinkLocalUnicast())",
		"cidr(%).containsIP('10.0.0.7')",
		"cidr(%).containsCIDR('10.1.0.0/16') || cidr(%).prefixLength() > 9",
		"string(cidr(%).masked())",
		"url(%).getHost() + url(%).getHostname() + url(%).getPort() + url(%).getScheme()",
		"url(%).getEscapedPath() + url(%).getQuery()['e'].join('+')",
		"url(%).getQuery().map(k, k).join('&')",
		"format.named('dns1123Label').value().validate(%)",
		"format.dns1123Subdomain().validate(%)",
		"format.qualifiedName().validate(%)",
		"format.uri().validate(%)",
		"format.byte().validate(%)",
		"format.date().validate(%)",
		"format.datetime().validate(%)",
		"int(%)",
		"uint(%)",
		"double(%)",
		"bool(%)",
		"%.split(',').map(x, x.upperAscii()).join('-') + %.trim() + %.reverse()",
		"%.find('[a-c]+') + %.findAll('.', 2).join('|')",
		"%.replace('a', 'bc', 2).substring(1) + %.charAt(0) + %.lowerAscii()",
		"%.lastIndexOf('.') * 100 + %.indexOf('1', 1)",
		"'abc1'.matches(%)",
		"strings.quote(%)",
		"base64.decode(%)",
		"'%%s|%%d|%%.2f|%%x|%%q'.format([%, 1, 1.5, 255, 'a'])",
	};

	for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
		AUTO_STRBUF quoted = STRBUF_INIT, expr = STRBUF_INIT, result = STRBUF_INIT;

		strbuf_add_json(&quoted, text);
		for (const char *f = functions[i]; *f; f++)
			if (*f == '%' && f[1] == '%')
				strbuf_addc(&expr, *f++);
			else if (*f == '%')
				strbuf_adds(&expr, strbuf_str(&quoted));
			else
				strbuf_addc(&expr, *f);
		tell(strbuf_str(&expr),
		     i % 2 ? CEL_ENV_KUBERNETES | CEL_LIB_LISTS : CEL_ENV_KUBERNETES | CEL_ENV_ALL,
		     &result);
		strbuf_adds(out, strbuf_str(&result));
	}
}

static void results_of_changed_texts_match_fingerprints(void **state)
{
	static const struct eater eaters[] = {
		{ "texts", eat_text, "0123456789.eE+-mkKMGTPiuhsnTZ:/%abv,=?#[]", texts, 60 },
	};
	struct fingerprints f = { "tests/golden/outputs/expressions_of_texts.txt", STRBUF_INIT };

	(void)state;
	prepare_types();
	eaters_feed(&f, eaters, ARRAY_LEN(eaters));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_of_changed_expressions_match_fingerprints),
		cmocka_unit_test(results_of_changed_texts_match_fingerprints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
