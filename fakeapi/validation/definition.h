/* SPDX-License-Identifier: Apache-2.0 */
/* definition.h - validates the schemas of a definition, in the order of the real server
 * (apiextensions-apiserver's pkg/apis/apiextensions/validation, pkg/apiserver/schema and its
 * defaulting).
 *
 * Who may call: the files of validation/ about definitions. Threads: any; pure.
 */
#ifndef FAKEAPI_DEFINITION_H
#define FAKEAPI_DEFINITION_H

#include "fakeapi/validation/validate_impl.h"

/* The member, or NULL if it is absent or null. */
const cJSON *fakeapi__schema_member(const cJSON *schema, const char *name);

/* The reason why a schema cannot be converted to a structural one, or NULL. */
const char *fakeapi__schema_unsupported(const cJSON *schema);
/* Reports what a structural schema must not have, sorted by text. */
void fakeapi__check_structural(causes_t *c, const path_t *at, const cJSON *schema);
/* Reports defaults that violate the schema itself. */
void fakeapi__check_defaults(causes_t *c, const path_t *at, const cJSON *schema);
/* All checks of one schema, including its rules. `status`: the resource has a status subresource;
 * `unchanged`: the schema was accepted before. */
void fakeapi__check_definition_schema(causes_t *c, const path_t *at, const cJSON *schema,
				      bool status, bool unchanged);

/* Finds ".a['b']" in the schema and appends its canonical form to `canon` (NULL: not wanted);
 * false: the error is in `why`. *found NULL: a field without a schema. */
bool fakeapi__schema_field(const cJSON *schema, const char *path, bool brackets,
			   const cJSON **found, struct strbuf *canon, struct strbuf *why);

/* A schema, or versions, in the format of messages: the server's internal types, whose members have
 * no JSON names. The caller frees the result; NULL: out of memory. */
cJSON *fakeapi__schema_form(const cJSON *schema);
cJSON *fakeapi__versions_form(const cJSON *versions, bool with_schema,
			      const struct fakeapi__alike *alike);

/* Checks type and metadata of objects embedded in a custom resource. `root`: the value itself is
 * such an object. */
struct fakeapi__lookups;
void fakeapi__check_embedded(causes_t *c, struct fakeapi__lookups *names, const cJSON *schema,
			     const cJSON *v, const path_t *at, bool root);

bool fakeapi__has_members(const cJSON *schema, const char *name);

#endif
