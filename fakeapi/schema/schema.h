/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h - OpenAPI schemas of custom resources at work (apiextensions-apiserver's
 * pkg/apiserver/schema and kube-openapi's validation). */
#ifndef FAKEAPI_SCHEMA_H
#define FAKEAPI_SCHEMA_H

#include <cjson/cJSON.h>

#include "base/base.h"

/* `known`: tables of the schema's names that were made once, or NULL. */
struct fakeapi__lookups;

/* Fills in defaults; also for objects read from the store. A null that may not be one goes, or
 * stays if `keeps_nulls`. -1: out of memory. */
int fakeapi__schema_default(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			    bool keeps_nulls);
/* Removes what the schema (NULL: none) does not know; each is a finding `unknown field "spec.a"` of
 * `t` (may be NULL). apiVersion, kind and metadata at the top are known. -1: out of memory. */
struct fakeapi__typed;
int fakeapi__schema_prune(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			  struct fakeapi__typed *t);
/* The same of any value; `root`: an object of its own, whose type and metadata are known. */
int fakeapi__schema_prune_value(const cJSON *schema, cJSON *value, bool root);
/* Appends causes as validation does. What is as it was in `old` (NULL: a new object) may be wrong.
 * `status`: of the object's status alone. -1: out of memory. */
struct fakeapi__causes;
int fakeapi__schema_validate(const cJSON *schema, const struct fakeapi__lookups *known,
			     const cJSON *obj, const cJSON *old, bool status,
			     struct fakeapi__causes *causes);
/* The same of a value that stands at `at`; messages name what is below it. */
struct fakeapi__path;
int fakeapi__schema_validate_at(const cJSON *schema, const cJSON *value,
				const struct fakeapi__path *at, struct fakeapi__causes *causes);
/* Doubles in lists that are sets and maps, if `old` had none. As above. */
int fakeapi__schema_validate_lists(const cJSON *schema, const struct fakeapi__lookups *known,
				   const cJSON *obj, const cJSON *old,
				   struct fakeapi__causes *causes);

#endif
