/* SPDX-License-Identifier: Apache-2.0 */
/* rules_impl.h - shared by the files behind rules.h. */
#ifndef FAKEAPI_RULES_IMPL_H
#define FAKEAPI_RULES_IMPL_H

#include <stdatomic.h>

#include "cel/cel.h"
#include "fakeapi/rules/rules.h"

struct rule {
	const cJSON *json;
	struct cel_env env;
	struct cel_variable variables[2]; /* self, oldSelf */
	struct cel_program *program;	  /* NULL: empty, or `why` */
	struct cel_program *message;	  /* messageExpression; NULL: none, or message_why */
	struct str why, message_why;	  /* what is wrong, NULL ptr: nothing */
	bool uses_old, optional_old;
	uint64_t cost, message_cost; /* at worst, of one evaluation */
	struct str field;	     /* fieldPath as it is shown; empty: none */
};

/* A place in the schema. */
struct node {
	const cJSON *schema;
	const struct cel_type *type; /* NULL: expressions cannot see it */
	struct str name;	     /* that its type has, or would have */
	struct rule *rules;
	size_t rule_count;
	bool below; /* it, or something below it, has rules */
	struct property {
		const char *name;
		struct node *node;
	} * properties;
	size_t property_count;
	struct node *items, *extra; /* of an array, of an object's additionalProperties */
};

struct fakeapi__rules {
	struct cel__arena arena;
	const cJSON *schema;
	struct node *root;
	atomic_flag busy; /* programs are one thread's at a time */
};

/* The tree with types, without rules; `root`: of a whole object. NULL: no memory. */
struct node *fakeapi__rule_types(struct cel__arena *arena, const cJSON *schema, bool root);
/* fakeapi__rules_new() for any schema. */
int fakeapi__rules_of(const cJSON *schema, bool root, struct fakeapi__rules **out);
/* Whether anything in the schema has rules. */
bool fakeapi__has_rules(const cJSON *schema);
/* "a.b['c']" seen from a schema, as a field path; false: it leads nowhere. */
bool fakeapi__rule_field(const struct node *node, struct str path, struct strbuf *out);

#endif
