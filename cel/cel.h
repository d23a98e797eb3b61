/* SPDX-License-Identifier: Apache-2.0 */
/* cel.h - the Common Expression Language: expressions are compiled once, with types, and evaluated
 * often, with limits of cost and memory.
 *
 *   source -> lexer -> parser (macros) -> checker -> program -> evaluator, over JSON or own values
 *
 * Semantics and messages are those of cel-go with the libraries of kube-apiserver.
 *
 * Who may call: fakeapi, tests. Threads: a program and a run belong to one thread at a time (a
 * program's regular expressions have state). Pure: no clock, no output, no randomness.
 */
#ifndef CEL_CEL_H
#define CEL_CEL_H

#include "cel/value.h"

enum cel_libraries {
	CEL_LIB_STANDARD = 1U << 0,
	CEL_LIB_STRINGS = 1U << 1,
	CEL_LIB_MATH = 1U << 2,
	CEL_LIB_LISTS = 1U << 3, /* cel-go's: distinct, sort, flatten, range, ... */
	CEL_LIB_SETS = 1U << 4,
	CEL_LIB_ENCODERS = 1U << 5,
	CEL_LIB_OPTIONALS = 1U << 6, /* with x.?y, x[?y], [?x] */
	CEL_LIB_BINDINGS = 1U << 7,
	CEL_LIB_TWO_VARIABLES = 1U << 8,
	CEL_LIB_KUBERNETES = 1U << 9, /* urls, regex, lists, quantities, formats, semver */
	CEL_LIB_AUTHORIZER = 1U << 10,
	CEL_QUOTED_FIELDS = 1U << 11,  /* x.`a-b` */
	CEL_SAME_LITERALS = 1U << 12,  /* elements of a list or map literal must have one type */
	CEL_CHECK_LITERALS = 1U << 13, /* checks literal durations, timestamps and patterns */
	CEL_NO_MACROS = 1U << 14,
	CEL_UNCHECKED = 1U << 15,     /* parsed only: everything is dyn */
	CEL_LIB_STRINGS_3 = 1U << 16, /* cel-go's later version of strings; not with KUBERNETES */
	CEL_LIB_NETWORK = 1U << 17,   /* IPs and CIDRs */
	CEL_LIB_JSON_PATCH = 1U << 18,
	/* has(x.y) and x.?y of a value without members are errors: cel-go's option, not in
	 * Kubernetes. */
	CEL_STRICT_PRESENCE = 1U << 19,

	/* New expressions in Kubernetes 1.34: the libraries that its predecessor also supports. */
	CEL_ENV_KUBERNETES = CEL_LIB_STANDARD | CEL_LIB_STRINGS | CEL_LIB_SETS | CEL_LIB_OPTIONALS |
			     CEL_LIB_TWO_VARIABLES | CEL_LIB_KUBERNETES | CEL_LIB_NETWORK |
			     CEL_LIB_AUTHORIZER | CEL_SAME_LITERALS | CEL_CHECK_LITERALS,
	CEL_ENV_ALL = CEL_LIB_STANDARD | CEL_LIB_STRINGS | CEL_LIB_MATH | CEL_LIB_LISTS |
		      CEL_LIB_SETS | CEL_LIB_ENCODERS | CEL_LIB_OPTIONALS | CEL_LIB_BINDINGS |
		      CEL_LIB_TWO_VARIABLES | CEL_LIB_STRINGS_3 | CEL_LIB_NETWORK |
		      CEL_QUOTED_FIELDS | CEL_STRICT_PRESENCE,
};

struct cel_variable {
	const char *name; /* may have dots */
	const struct cel_type *type;
};

/* The environment of an expression; borrowed until the program is freed. */
struct cel_env {
	unsigned libraries;    /* of enum cel_libraries */
	const char *container; /* "a.b": x is a.b.x, a.x or x; NULL: none */
	const struct cel_variable *variables;
	size_t variable_count;
	const struct cel_type *const *structs; /* constructible types: name{field: value} */
	size_t struct_count;
	/* "Object": Object{...} and Object.a.b{...} make objects with any fields; NULL:
	 * disabled. */
	const char *open_struct;
};

struct cel_program;

/* NULL: the error is in `why` ("ERROR: <input>:1:5: undeclared reference to 'x' ...", one or more
 * lines per mistake), or `why` is empty if out of memory. The caller frees the program. */
struct cel_program *cel_compile(const struct cel_env *env, struct str source, struct strbuf *why);
void cel_program_free(struct cel_program *p); /* NULL is fine */
/* Kubernetes' additional checks before it accepts an expression: failing conversions of constants,
 * invalid constant patterns. False: the error is in `why`; empty: out of memory. */
bool cel_instantiate(const struct cel_program *p, struct strbuf *why);
/* The type of the expression's values. */
const struct cel_type *cel_program_type(const struct cel_program *p);
/* The maximum cost; `self`: the type of its variables, with their bounds. UINT64_MAX: unbounded, or
 * out of memory. */
uint64_t cel_program_cost_max(const struct cel_program *p, const struct cel_type *self);
/* True if the expression uses the variable. */
bool cel_program_uses(const struct cel_program *p, const char *variable);

/* An authorization check by an expression; its strings live as long as the run. */
struct cel_question {
	struct str account_namespace, account; /* a service account; empty: the request's user */
	bool on_resource;		       /* else a path */
	struct str path, group, resource, subresource, ns, name;
	struct str verb;
};

struct cel_authorizer {
	/* 1: allowed; 0: forbidden; -1: out of memory. Appends the reason to `reason`. */
	int (*allows)(void *context, const struct cel_question *q, struct strbuf *reason);
	void *context;
};

enum cel_stop { CEL_GOES_ON, CEL_COST_EXCEEDED, CEL_MEMORY_EXCEEDED };

enum {
	CEL_COST_LIMIT = 1000000, /* of one expression, as in kube-apiserver */
	CEL_RUN_BYTES_MAX = 64 << 20,
};

/* The memory and the cost of evaluations. */
struct cel_run {
	struct cel__arena arena;
	uint64_t cost, cost_limit; /* of the current evaluation */
	uint64_t work;		   /* time that is not part of the cost */
	enum cel_stop stopped;
	const struct cel_value *variables;
	struct cel_value *locals;
	const struct cel__node *node; /* the current call */
	bool strict_presence;
	/* The last non-literal pattern. */
	struct regex *regex;
	struct str pattern;
	/* Decides authorization checks; NULL: such checks fail. */
	const struct cel_authorizer *authorizer;
};

void cel_run_init(struct cel_run *run);
/* Values of the types kubernetes.authorization.Authorizer and ResourceCheck, or ERROR. */
struct cel_value cel_new_authorizer(struct cel_run *run);
struct cel_value cel_new_resource_check(struct cel_run *run, const struct cel_question *q);
void cel_run_fini(struct cel_run *run);
/* Frees all values made in the run. */
void cel_run_reset(struct cel_run *run);
/* Evaluates with `variables` (in the environment's order). The value lives until the run is reset.
 * Errors are CEL_ERROR values; run->stopped marks those not caused by the expression's inputs.
 * run->cost is the cost. A cel_find may call it recursively. */
struct cel_value cel_eval(struct cel_run *run, const struct cel_program *p,
			  const struct cel_value *variables);

#endif
