/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_cel.c - any bytes as an expression, checked and unchecked: refused with a text, or evaluated
 * within the limits of cost and memory, and the second time as the first. */
#include "base/alloc.h"
#include "cel/cel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char json[] =
    "{\"s\":\"text\",\"n\":7,\"l\":[1,2.5,\"x\",null],\"m\":{\"a\":{\"b\":[]}}}";

static void evaluate(const struct cel_program *p, const cJSON *self)
{
	struct cel_value first, second, variables[2];
	struct cel_run run;
	uint64_t cost;

	cel_run_init(&run);
	run.cost_limit = 20000;
	variables[0] = cel_of_json(&run, self, NULL);
	variables[1] = cel_of_int(7);
	first = cel_eval(&run, p, variables);
	cost = run.cost;
	ASSERT(first.kind != CEL_ERROR || first.len);
	ASSERT(run.stopped == CEL_GOES_ON || first.kind == CEL_ERROR);
	if (run.stopped == CEL_GOES_ON) {
		run.cost = 0;
		second = cel_eval(&run, p, variables);
		ASSERT(run.stopped != CEL_GOES_ON || second.kind == first.kind);
		ASSERT(run.stopped != CEL_GOES_ON || run.cost == cost);
	}
	cel_run_fini(&run);
}

static void compile(struct str source, unsigned libraries, const cJSON *self)
{
	static const struct cel_variable variables[] = { { "self", &cel_dyn }, { "n", &cel_int } };
	const struct cel_env env = { .libraries = libraries,
				     .variables = variables,
				     .variable_count = ARRAY_LEN(variables) };
	AUTO_STRBUF why = STRBUF_INIT;
	struct cel_program *p = cel_compile(&env, source, &why);

	ASSERT(p || why.len);
	if (p) {
		(void)cel_program_cost_max(p, &cel_dyn);
		evaluate(p, self);
	}
	cel_program_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str source = { (const char *)data, size };
	cJSON *self;

	base__alloc_init_cjson();
	self = cJSON_Parse(json);
	if (self && size < 2000) {
		compile(source, CEL_ENV_KUBERNETES, self);
		compile(source, CEL_ENV_ALL, self);
		compile(source, CEL_ENV_ALL | CEL_UNCHECKED, self);
	}
	cJSON_Delete(self);
	return 0;
}
