/* SPDX-License-Identifier: Apache-2.0 */
/* schema_impl.h - the parts of the validation by a schema. */
#ifndef FAKEAPI_SCHEMA_SCHEMA_IMPL_H
#define FAKEAPI_SCHEMA_SCHEMA_IMPL_H

#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/schema/schema.h"

/* A validation in progress. */
struct fakeapi__schema_check {
	struct fakeapi__causes *causes;	  /* NULL: only count */
	const struct fakeapi__path *root; /* messages have the path below it; may be NULL */
	size_t errors;
	size_t looks;			/* checks made: the alternative with the most failed last */
	bool all_formats;		/* formats without a check are types, too */
	bool forms;			/* numbers are checked by their type and format */
	struct fakeapi__lookups *names; /* of the schema's properties */
	size_t *steps;			/* checks so far, of all validations of one request */
};

/* True if the validation takes too many steps and has to stop. */
bool fakeapi__schema_tired(const struct fakeapi__schema_check *c);
/* Appends the path below the root, as in messages. */
void fakeapi__schema_path(const struct fakeapi__schema_check *c, struct strbuf *out,
			  const struct fakeapi__path *at);
/* A numeric member of the schema; NULL: none. */
const cJSON *fakeapi__schema_number(const cJSON *schema, const char *name);
/* A limit as a count. Some schemas have negative limits, which nothing satisfies. */
size_t fakeapi__schema_count(const cJSON *limit);
/* Adds an Invalid error "spec.size in body WHAT LIMIT UNIT". */
void fakeapi__schema_out_of_bound(struct fakeapi__schema_check *c, const struct fakeapi__path *at,
				  const cJSON *v, const char *what, const cJSON *limit,
				  const char *unit);

/* Each adds the errors of one rule. */
bool fakeapi__schema_check_type(struct fakeapi__schema_check *c, const cJSON *schema,
				const cJSON *v, const struct fakeapi__path *at);
void fakeapi__schema_check_enum(struct fakeapi__schema_check *c, const cJSON *schema,
				const cJSON *v, const struct fakeapi__path *at);
void fakeapi__schema_check_number(struct fakeapi__schema_check *c, const cJSON *schema,
				  const cJSON *v, const struct fakeapi__path *at);
void fakeapi__schema_check_string(struct fakeapi__schema_check *c, const cJSON *schema,
				  const cJSON *v, const struct fakeapi__path *at);

/* The key of an item in a list of type map. -1: out of memory. */
int fakeapi__schema_item_key(const cJSON *keys, const cJSON *item, struct strbuf *out);

#endif
