/* SPDX-License-Identifier: Apache-2.0 */
/* program.c - implements cel.h: compiles and evaluates expressions. */
#include "base/alloc.h"
#include "base/regex.h"
#include "cel/check.h"
#include "cel/estimate.h"
#include "cel/eval.h"
#include "cel/literals.h"
#include "cel/parser.h"

enum { PROGRAM_BYTES_MAX = 64 << 20 };

struct cel_program {
	struct cel__arena arena;
	struct cel__node *root;
	struct cel__check_result check;
	const struct cel_env *env;
};

static void free_regexes(struct cel__node *n)
{
	regex_free(n->regex);
	n->regex = NULL;
	for (uint32_t i = 0; i < n->count; i++)
		free_regexes(n->child[i]);
}

void cel_program_free(struct cel_program *p)
{
	if (!p)
		return;
	if (p->root)
		free_regexes(p->root);
	cel__arena_fini(&p->arena);
	base__free(p);
}

/* False: a mistake, or out of memory. */
static bool compile(struct cel_program *p, const struct cel_env *env, struct str source,
		    struct cel__errors *errors)
{
	struct cel__parser parser = {
		.arena = &p->arena, .errors = errors, .libraries = env->libraries, .source = source
	};
	struct cel__node *root = cel__parse(&parser);

	if (!root || p->arena.failed || errors->count)
		return false;
	cel__check(&p->arena, errors, env, root, &p->check);
	if (p->arena.failed || errors->count)
		return false;
	p->root = root;
	return cel__literals(&p->arena, errors, env->libraries, root) && !errors->count;
}

struct cel_program *cel_compile(const struct cel_env *env, struct str source, struct strbuf *why)
{
	struct cel_program *p = base__calloc(1, sizeof(*p));
	struct cel__errors errors;
	struct str copy;

	strbuf_clear(why);
	if (!p)
		return NULL;
	p->env = env;
	cel__arena_init(&p->arena, PROGRAM_BYTES_MAX);
	copy = cel__copy(&p->arena, source);
	if (copy.ptr) {
		cel__errors_init(&errors, &p->arena, copy);
		if (compile(p, env, copy, &errors) && !p->arena.failed)
			return p;
		if (!p->arena.failed)
			cel__errors_write(why, &errors);
		else if (p->arena.total > PROGRAM_BYTES_MAX / 2)
			strbuf_addz(why, "ERROR: <input>:1:1: expression is too complex");
	}
	cel_program_free(p);
	if (why->failed)
		strbuf_clear(why);
	return NULL;
}

bool cel_instantiate(const struct cel_program *p, struct strbuf *why)
{
	struct cel_run run;
	struct cel_value v;
	bool failed;

	strbuf_clear(why);
	cel_run_init(&run);
	v = cel__instantiate(&run, p->root);
	failed = run.stopped != CEL_GOES_ON;
	if (!failed && v.kind == CEL_ERROR) {
		strbuf_adds(why, cel_str(v));
		failed = true;
	}
	cel_run_fini(&run);
	if (why->failed)
		strbuf_clear(why);
	return !failed;
}

const struct cel_type *cel_program_type(const struct cel_program *p)
{
	return p->root->type;
}

uint64_t cel_program_cost_max(const struct cel_program *p, const struct cel_type *self)
{
	return cel__estimate(p->root, p->check.locals, self);
}

bool cel_program_uses(const struct cel_program *p, const char *variable)
{
	for (size_t i = 0; i < p->env->variable_count; i++)
		if (strcmp(p->env->variables[i].name, variable) == 0)
			return p->check.used[i];
	return false;
}

void cel_run_init(struct cel_run *run)
{
	memset(run, 0, sizeof(*run));
	cel__arena_init(&run->arena, CEL_RUN_BYTES_MAX);
	run->cost_limit = CEL_COST_LIMIT;
}

void cel_run_fini(struct cel_run *run)
{
	cel__drop_pattern(run);
	cel__arena_fini(&run->arena);
}

void cel_run_reset(struct cel_run *run)
{
	cel__drop_pattern(run);
	cel__arena_reset(&run->arena);
	run->work = 0;
	run->stopped = CEL_GOES_ON;
}

struct cel_value cel_eval(struct cel_run *run, const struct cel_program *p,
			  const struct cel_value *variables)
{
	const struct cel_value *outer_variables = run->variables;
	struct cel_value *outer_locals = run->locals, out;

	run->variables = variables;
	run->strict_presence = p->env->libraries & CEL_STRICT_PRESENCE;
	run->locals = cel__alloc_array(&run->arena, p->check.locals + 1, sizeof(*run->locals));
	out = run->locals ? cel__eval(run, p->root) : cel__exhausted(run);
	run->variables = outer_variables;
	run->locals = outer_locals;
	return out;
}
