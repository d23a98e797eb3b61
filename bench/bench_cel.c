/* SPDX-License-Identifier: Apache-2.0 */
/* bench_cel - microseconds to compile a rule, and to evaluate it on an object; medians. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "base/posix/clock.h"
#include "cel/cel.h"

enum { ROUNDS = 21, EVALUATIONS = 2000, COMPILATIONS = 100 };

static const struct cel_field spec_fields[] = {
	{ { "min", 3 }, { "min", 3 }, &cel_int },
	{ { "max", 3 }, { "max", 3 }, &cel_int },
	{ { "name", 4 }, { "name", 4 }, &cel_string },
};
static const struct cel_type spec = { .kind = CEL_T_STRUCT,
				      .name = { "spec", 4 },
				      .fields = spec_fields,
				      .field_count = ARRAY_LEN(spec_fields) };
static const struct cel_type list = { .kind = CEL_T_LIST,
				      .name = { "list", 4 },
				      .params = { &spec } };
static const struct cel_field self_fields[] = {
	{ { "spec", 4 }, { "spec", 4 }, &spec },
	{ { "items", 5 }, { "items", 5 }, &list },
};
static const struct cel_type self_type = { .kind = CEL_T_STRUCT,
					   .name = { "self", 4 },
					   .fields = self_fields,
					   .field_count = ARRAY_LEN(self_fields) };
static const struct cel_variable self = { "self", &self_type };
static const struct cel_env env = { .libraries = CEL_ENV_KUBERNETES,
				    .variables = &self,
				    .variable_count = 1 };

static const struct {
	const char *name, *rule;
} rules[] = {
	{ "two fields", "self.spec.min <= self.spec.max" },
	{ "a pattern", "self.spec.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')" },
	{ "20 elements", "self.items.all(i, has(i.name) && i.min <= i.max)" },
	{ "20 x 20 elements",
	  "self.items.all(i, self.items.exists_one(k, k.name == i.name) || i.min > 5)" },
	{ "a message", "'%s: %d to %d'.format([self.spec.name, self.spec.min, self.spec.max])" },
};

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof(*values), by_value);
	return values[ROUNDS / 2];
}

static double microseconds(int64_t since_ns, int count)
{
	return (double)(clock_monotonic_ns() - since_ns) / 1000.0 / count;
}

static bool measure(const char *name, const char *rule, const cJSON *object)
{
	double compile[ROUNDS], evaluate[ROUNDS];
	AUTO_STRBUF why = STRBUF_INIT;
	struct cel_run run;

	cel_run_init(&run);
	for (int round = 0; round < ROUNDS; round++) {
		int64_t begin = clock_monotonic_ns();
		struct cel_program *p = NULL;

		for (int i = 0; i < COMPILATIONS; i++) {
			cel_program_free(p);
			p = cel_compile(&env, str_of(rule), &why);
			if (!p) {
				fprintf(stderr, "bench_cel: " STR_FMT "\n",
					STR_ARG(strbuf_str(&why)));
				return false;
			}
		}
		compile[round] = microseconds(begin, COMPILATIONS);
		begin = clock_monotonic_ns();
		for (int i = 0; i < EVALUATIONS; i++) {
			struct cel_value v = cel_of_json(&run, object, &self_type);

			v = cel_eval(&run, p, &v);
			if (v.kind == CEL_ERROR) {
				fprintf(stderr, "bench_cel: " STR_FMT "\n", STR_ARG(cel_str(v)));
				return false;
			}
			cel_run_reset(&run);
			run.cost = 0;
		}
		evaluate[round] = microseconds(begin, EVALUATIONS);
		cel_program_free(p);
	}
	cel_run_fini(&run);
	printf("cel: %-18s compile %7.2f us, evaluate %7.2f us\n", name, median(compile),
	       median(evaluate));
	return true;
}

int main(void)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *object;
	bool fine = true;

	base__alloc_init_cjson();
	strbuf_addz(&text, "{\"spec\":{\"min\":1,\"max\":9,\"name\":\"a-name\"},\"items\":[");
	for (int i = 0; i < 20; i++)
		strbuf_addf(&text, "%s{\"min\":1,\"max\":9,\"name\":\"n%d\"}", i ? "," : "", i);
	strbuf_addz(&text, "]}");
	object = json_tree_parse(strbuf_str(&text), JSON_DIGITS_INT64);
	for (size_t i = 0; i < ARRAY_LEN(rules) && fine; i++)
		fine = measure(rules[i].name, rules[i].rule, object);
	cJSON_Delete(object);
	return fine ? 0 : 1;
}
