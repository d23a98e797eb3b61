/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h - values that a custom type's schema allows. */
#ifndef RUNNER_PERTURB_SCHEMA_H
#define RUNNER_PERTURB_SCHEMA_H

#include "base/json_tree.h"

/* The version of a definition that stories write: the one that is stored. NULL: there is none. */
const cJSON *perturb__schema_version(const cJSON *definition);
/* Of spec, in the schema of that version; NULL: it has none. */
const cJSON *perturb__schema_spec(const cJSON *definition);
/* The schema of one of its fields; NULL: it has none of that name. */
const cJSON *perturb__schema_field(const cJSON *schema, const char *name);
/* Another value than `now` (NULL: the field is absent): of enums, booleans and whole numbers.
 * False: there is none, or the type is another. */
bool perturb__schema_other(const cJSON *schema, const cJSON *now, struct strbuf *out);
/* An object with what is required, and its whole numbers, booleans and enums; to be freed with
 * cJSON_Delete(). NULL: out of memory. */
cJSON *perturb__schema_sample(const cJSON *schema);

#endif
