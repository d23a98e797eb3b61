/* SPDX-License-Identifier: Apache-2.0 */
/* definition.h - the checks of the schema of a definition, in the order of the real server
 * (apiextensions-apiserver's pkg/apis/apiextensions/validation, pkg/apiserver/schema and its
 * defaulting).
 *
 * Who may call: the files of validation/ about definitions. Threads: any; pure.
 */
#ifndef FAKEAPI_DEFINITION_H
#define FAKEAPI_DEFINITION_H

#include "fakeapi/validation/validate_impl.h"

/* A member that is there and not null, or NULL. */
const cJSON *fakeapi__schema_member(const cJSON *schema, const char *name);

/* What keeps a schema from being read as a structural one: a text, or NULL. */
const char *fakeapi__schema_unsupported(const cJSON *schema);
/* What a structural schema must not have, sorted by text. */
void fakeapi__check_structural(causes_t *c, const path_t *at, const cJSON *schema);
/* Defaults that the schema itself would refuse. */
void fakeapi__check_defaults(causes_t *c, const path_t *at, const cJSON *schema);
/* Everything about one schema, rules included. `status`: the resource has a status of its own;
 * `unchanged`: the schema was taken before. */
void fakeapi__check_definition_schema(causes_t *c, const path_t *at, const cJSON *schema,
				      bool status, bool unchanged);

/* What ".a['b']" names in the schema, and its own form appended to `canon` (NULL: not wanted);
 * false: `why` says why there is no such thing. *found NULL: something without a schema. */
bool fakeapi__schema_field(const cJSON *schema, const char *path, bool brackets,
			   const cJSON **found, struct strbuf *canon, struct strbuf *why);

/* A schema, and versions, as messages show them: the server's own types, whose members have no JSON
 * names. The caller's; NULL: out of memory. */
cJSON *fakeapi__schema_form(const cJSON *schema);
cJSON *fakeapi__versions_form(const cJSON *versions, bool with_schema,
			      const struct fakeapi__alike *alike);

/* Objects within a custom resource: what is wrong with their type and metadata. `root`: the value
 * is one itself. */
struct fakeapi__lookups;
void fakeapi__check_embedded(causes_t *c, struct fakeapi__lookups *names, const cJSON *schema,
			     const cJSON *v, const path_t *at, bool root);

#endif
