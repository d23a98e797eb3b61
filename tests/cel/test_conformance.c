/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance tests of the language's own repository, as tests/cel/convert wrote them: see
 * tests/cel/README.md. */
#include <math.h>

#include "cel/cel.h"
#include "tests/kit/testing.h"

enum { TESTS = 1712, VARIABLES_MAX = 16 };

/* Tests that are not passed, each with its reason. */
static const struct {
	const char *name, *reason; /* the reason is for readers */
} known[] = {
	{ "network_ext/ipv4/ipv4_equals_ipv6", "cel-go and kube-apiserver refuse IPv4 in IPv6" },
	{ "network_ext/ipv4/ipv4_not_equals_ipv6", "the same" },
};

static bool is_known(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (strcmp(known[i].name, name) == 0)
			return true;
	return false;
}

static const char *text(const cJSON *obj, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(obj, name));
}

static bool flag(const cJSON *obj, const char *name)
{
	return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(obj, name));
}

static struct cel_value value_of(struct cel_run *run, const cJSON *tagged);

static struct cel_value bytes_of(struct cel_run *run, const char *hex)
{
	size_t len = strlen(hex) / 2;
	char *p = cel__alloc(&run->arena, len + 1);

	assert_non_null(p);
	for (size_t i = 0; i < len; i++)
		p[i] = (char)(hex_digit(hex[2 * i]) * 16 + hex_digit(hex[2 * i + 1]));
	return cel_of_bytes((struct str) { p, len });
}

static struct cel_value list_of(struct cel_run *run, const cJSON *items)
{
	struct cel_value list = cel_new_list(run, (size_t)cJSON_GetArraySize(items));
	const cJSON *c;
	size_t i = 0;

	cJSON_ArrayForEach(c, items) list.as.list->items[i++] = value_of(run, c);
	return list;
}

static struct cel_value map_of(struct cel_run *run, const cJSON *pairs)
{
	struct cel_value map = cel_new_map(run, (size_t)cJSON_GetArraySize(pairs));
	const cJSON *c;

	cJSON_ArrayForEach(c, pairs)
	    assert_true(cel_map_add(run, map, value_of(run, cJSON_GetArrayItem(c, 0)),
				    value_of(run, cJSON_GetArrayItem(c, 1))));
	return map;
}

static long long number(const cJSON *items, int i)
{
	return strtoll(cJSON_GetStringValue(cJSON_GetArrayItem(items, i)), NULL, 0);
}

static struct cel_value value_of(struct cel_run *run, const cJSON *tagged)
{
	const cJSON *v = tagged->child;
	const struct cel_type *t;

	if (strcmp(v->string, "null") == 0)
		return cel_null();
	if (strcmp(v->string, "bool") == 0)
		return cel_of_bool(cJSON_IsTrue(v));
	if (strcmp(v->string, "int") == 0)
		return cel_of_int(strtoll(v->valuestring, NULL, 10));
	if (strcmp(v->string, "uint") == 0)
		return cel_of_uint(strtoull(v->valuestring, NULL, 10));
	if (strcmp(v->string, "double") == 0)
		return cel_of_double(strtod(v->valuestring, NULL));
	if (strcmp(v->string, "string") == 0)
		return cel_of_str(str_of(v->valuestring));
	if (strcmp(v->string, "string_hex") == 0)
		return cel_of_str(cel_str(bytes_of(run, v->valuestring)));
	if (strcmp(v->string, "bytes") == 0)
		return bytes_of(run, v->valuestring);
	if (strcmp(v->string, "list") == 0)
		return list_of(run, v);
	if (strcmp(v->string, "map") == 0)
		return map_of(run, v);
	if (strcmp(v->string, "duration") == 0)
		return cel_of_duration(number(v, 0) * 1000000000 + number(v, 1));
	if (strcmp(v->string, "timestamp") == 0)
		return cel_of_time(run, number(v, 0), number(v, 1));
	assert_string_equal(v->string, "type");
	t = cel_type_named(str_of(v->valuestring));
	return t ? cel_of_type(t) : cel_error(run, "no such type");
}

static bool same(struct cel_run *run, struct cel_value a, struct cel_value b)
{
	struct cel_value other;

	if (a.kind != b.kind)
		return false;
	if (a.kind == CEL_DOUBLE && isnan(a.as.d))
		return isnan(b.as.d);
	if (a.kind == CEL_LIST) {
		if (cel_list_count(a) != cel_list_count(b))
			return false;
		for (uint32_t i = 0; i < cel_list_count(a); i++)
			if (!same(run, cel_list_at(run, a, i), cel_list_at(run, b, i)))
				return false;
		return true;
	}
	if (a.kind == CEL_MAP) {
		if (cel_map_count(run, a) != cel_map_count(run, b))
			return false;
		for (uint32_t i = 0; i < cel_map_count(run, a); i++) {
			const struct cel_entry *e = cel_map_entry(run, a, i);

			if (!cel_map_find(run, b, e->key, &other) || !same(run, e->value, other))
				return false;
		}
		return true;
	}
	if (a.kind == CEL_OPTIONAL && a.as.boxed && b.as.boxed)
		return same(run, *a.as.boxed, *b.as.boxed);
	return cel_equal(run, a, b);
}

/* "map(string, list(int))" as tests/cel/convert writes it. */
static const struct cel_type *read_type(struct cel__arena *a, const char **p)
{
	size_t n = strcspn(*p, "(), ");
	struct str name = { *p, n };
	const struct cel_type *first = NULL, *second = NULL;

	*p += n;
	if (**p == '(') {
		++*p;
		first = read_type(a, p);
		if (**p == ',') {
			*p += 2;
			second = read_type(a, p);
		}
		++*p;
	}
	if (str_eqz(name, "dyn") || str_eqz(name, "any"))
		return &cel_dyn;
	if (str_eqz(name, "null"))
		return &cel_null_type;
	if (str_eqz(name, "timestamp"))
		return &cel_timestamp;
	if (str_eqz(name, "duration"))
		return &cel_duration;
	if (str_eqz(name, "list"))
		return cel_type_list(a, first);
	if (str_eqz(name, "map"))
		return cel_type_map(a, first, second);
	if (str_eqz(name, "type") && first)
		return cel_type_of(a, first);
	if (str_eqz(name, "wrapper")) {
		struct cel_type *t = cel__alloc(a, sizeof(*t));

		*t = (struct cel_type) { .kind = CEL_T_WRAPPER, .params = { first } };
		return t;
	}
	if (first)
		return cel_type_opaque(a, name, first);
	return cel_type_named(name);
}

struct fixture {
	struct cel_run run;
	struct cel_variable variables[VARIABLES_MAX];
	struct cel_value values[VARIABLES_MAX];
	struct cel_env env;
};

static void declare(struct fixture *f, const cJSON *test)
{
	const cJSON *types = cJSON_GetObjectItemCaseSensitive(test, "types"), *c;
	const cJSON *bindings = cJSON_GetObjectItemCaseSensitive(test, "bindings");
	bool unchecked = flag(test, "disable_check");

	f->env = (struct cel_env) {
		.libraries = CEL_ENV_ALL | (unchecked ? (unsigned)CEL_UNCHECKED : 0) |
			     (flag(test, "disable_macros") ? (unsigned)CEL_NO_MACROS : 0),
		.container = text(test, "container"),
		.variables = f->variables,
	};
	cJSON_ArrayForEach(c, types)
	{
		const char *p = c->valuestring;

		f->variables[f->env.variable_count].name = c->string;
		f->variables[f->env.variable_count].type = read_type(&f->run.arena, &p);
		f->values[f->env.variable_count++] = cel_error(&f->run, "not bound");
	}
	cJSON_ArrayForEach(c, bindings)
	{
		size_t i = 0;

		while (i < f->env.variable_count && strcmp(f->variables[i].name, c->string) != 0)
			i++;
		assert_true(i < VARIABLES_MAX);
		if (i == f->env.variable_count) {
			f->variables[f->env.variable_count++] =
			    (struct cel_variable) { c->string, &cel_dyn };
		}
		f->values[i] = value_of(&f->run, c);
	}
}

/* Empty: passed; else what is wrong. */
static void judge(struct fixture *f, const cJSON *test, struct strbuf *wrong)
{
	const cJSON *value = cJSON_GetObjectItemCaseSensitive(test, "value");
	AUTO_STRBUF why = STRBUF_INIT, type = STRBUF_INIT;
	struct str expr = str_of(text(test, "expr"));
	struct cel_program *p;
	struct cel_value v;

	if (!expr.ptr) /* there are NUL characters in it */
		expr = cel_str(bytes_of(&f->run, text(test, "expr_hex")));
	p = cel_compile(&f->env, expr, &why);
	if (!p) {
		if (!text(test, "error"))
			strbuf_adds(wrong, strbuf_str(&why));
		return;
	}
	cel_type_write(&type, cel_program_type(p));
	if (text(test, "type") && !str_eqz(strbuf_str(&type), text(test, "type")))
		strbuf_addf(wrong, "type " STR_FMT " instead of %s", STR_ARG(strbuf_str(&type)),
			    text(test, "type"));
	if (!flag(test, "check_only")) {
		v = cel_eval(&f->run, p, f->values);
		if (text(test, "error") && v.kind != CEL_ERROR)
			strbuf_addf(wrong, "a value instead of the error %s", text(test, "error"));
		else if (v.kind == CEL_ERROR && !text(test, "error"))
			strbuf_addf(wrong, "error: " STR_FMT, STR_ARG(cel_str(v)));
		else if (value && !same(&f->run, v, value_of(&f->run, value)))
			strbuf_addz(wrong, "another value");
		if (v.kind == CEL_STRING && wrong->len)
			strbuf_addf(wrong, " (" STR_FMT ")", STR_ARG(cel_str(v)));
	}
	cel_program_free(p);
}

static void each_cel_conformance_case_passes(void **state)
{
	FILE *file = fopen("tests/cel/conformance.jsonl", "r");
	unsigned passed = 0, missed = 0, unexpected = 0;
	static char line[1 << 16];

	(void)state;
	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		cJSON *test = cJSON_Parse(line);
		AUTO_STRBUF wrong = STRBUF_INIT;
		struct fixture f;

		assert_non_null(test);
		memset(&f, 0, sizeof(f));
		cel_run_init(&f.run);
		declare(&f, test);
		judge(&f, test, &wrong);
		passed += !wrong.len;
		missed += wrong.len && is_known(text(test, "name"));
		if (!wrong.len == is_known(text(test, "name"))) {
			unexpected++;
			print_message("%s: %s\n  " STR_FMT "\n", text(test, "name"),
				      text(test, "expr"), STR_ARG(strbuf_str(&wrong)));
		}
		cel_run_fini(&f.run);
		cJSON_Delete(test);
	}
	(void)fclose(file);
	assert_int_equal(unexpected, 0);
	assert_int_equal(passed + missed, TESTS);
	assert_int_equal(missed, ARRAY_LEN(known));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_cel_conformance_case_passes),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
