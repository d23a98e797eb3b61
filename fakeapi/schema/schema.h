/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h - applies OpenAPI schemas to custom resources (apiextensions-apiserver's
 * pkg/apiserver/schema and kube-openapi's validation). */
#ifndef FAKEAPI_SCHEMA_H
#define FAKEAPI_SCHEMA_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "base/base.h"

/* `known`: shared tables of the schema's names, or NULL. */
struct fakeapi__lookups;

/* Fills in defaults, also in objects read from the store. Removes invalid nulls unless
 * `keeps_nulls`. -1: out of memory. */
int fakeapi__schema_default(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			    bool keeps_nulls);
/* Removes fields unknown to the schema (NULL: none); each adds a finding `unknown field "spec.a"`
 * to `t` (may be NULL). apiVersion, kind and metadata at the top are known. -1: out of memory. */
struct fakeapi__typed;
int fakeapi__schema_prune(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			  struct fakeapi__typed *t);
/* Replaces the metadata of embedded objects (x-kubernetes-embedded-resource) by its round trip
 * through ObjectMeta. t->misfit decides about values of a wrong type; unknown fields are added to
 * t->findings. -1: out of memory. */
int fakeapi__schema_coerce(const cJSON *schema, const struct fakeapi__lookups *known, cJSON *obj,
			   struct fakeapi__typed *t);
/* Appends the error of decoding `meta` (NULL: absent) as ObjectMeta. -1: out of memory. */
int fakeapi__meta_misfit(const cJSON *meta, struct strbuf *why);
/* The same as fakeapi__schema_prune() for any value; `root`: a whole object, whose type and
 * metadata are known. */
int fakeapi__schema_prune_value(const cJSON *schema, cJSON *value, bool root);
/* Appends the causes of validation. Values unchanged from `old` (NULL: a new object) are not
 * reported. `status`: validates only the object's status. -1: out of memory. */
struct fakeapi__causes;
int fakeapi__schema_validate(const cJSON *schema, const struct fakeapi__lookups *known,
			     const cJSON *obj, const cJSON *old, bool status,
			     struct fakeapi__causes *causes);
/* The same for a value at the path `at`; messages have the path below it. */
struct fakeapi__path;
int fakeapi__schema_validate_at(const cJSON *schema, const cJSON *value,
				const struct fakeapi__path *at, struct fakeapi__causes *causes);
/* Reports duplicates in lists of type set and map, unless `old` had some. As above. */
int fakeapi__schema_validate_lists(const cJSON *schema, const struct fakeapi__lookups *known,
				   const cJSON *obj, const cJSON *old,
				   struct fakeapi__causes *causes);

#endif
