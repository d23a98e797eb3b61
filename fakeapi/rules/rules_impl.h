/* SPDX-License-Identifier: Apache-2.0 */
/* rules_impl.h - shared by the files that implement rules.h. */
#ifndef FAKEAPI_RULES_IMPL_H
#define FAKEAPI_RULES_IMPL_H

#include <stdatomic.h>

#include "cel/cel.h"
#include "fakeapi/rules/rules.h"

struct rule {
	const cJSON *json;
	struct cel_env env;
	struct cel_variable variables[2]; /* self, oldSelf */
	struct cel_program *program;	  /* NULL: empty, or an error in `why` */
	struct cel_program *message; /* messageExpression; NULL: none, or an error in message_why */
	struct str why, message_why; /* error messages, NULL ptr: none */
	bool uses_old, optional_old;
	uint64_t cost, message_cost; /* maximum of one evaluation */
	struct str field;	     /* the displayed fieldPath; empty: none */
};

/* A position in the schema. */
struct node {
	const cJSON *schema;
	const struct cel_type *type; /* NULL: not visible to expressions */
	struct str name;	     /* the name of its type, even if invisible */
	struct rule *rules;
	size_t rule_count;
	bool below; /* it or a descendant has rules */
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
	atomic_flag busy; /* programs are used by one thread at a time */
};

/* Makes the tree with types, without rules; `root`: of a whole object. NULL: out of memory. */
struct node *fakeapi__rule_types(struct cel__arena *arena, const cJSON *schema, bool root);
/* fakeapi__rules_new() for any schema. */
int fakeapi__rules_of(const cJSON *schema, bool root, struct fakeapi__rules **out);
/* True if the schema has rules at any depth. */
bool fakeapi__has_rules(const cJSON *schema);
/* Converts "a.b['c']", relative to a schema, to a field path; false: no such field. */
bool fakeapi__rule_field(const struct node *node, struct str path, struct strbuf *out);

#endif
