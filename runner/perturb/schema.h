/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h - values that a custom type's schema allows. */
#ifndef RUNNER_PERTURB_SCHEMA_H
#define RUNNER_PERTURB_SCHEMA_H

#include "base/json_tree.h"

/* The version of a definition that stories use: the stored one. NULL: none. */
const cJSON *perturb__schema_version(const cJSON *definition);
/* The schema of spec in that version; NULL: none. */
const cJSON *perturb__schema_spec(const cJSON *definition);
/* The schema of a field; NULL: there is no such field. */
const cJSON *perturb__schema_field(const cJSON *schema, const char *name);
/* Appends a value other than `now` (NULL: the field is absent), for enums, booleans and whole
 * numbers. Returns false for other types and if there is no other value. */
bool perturb__schema_other(const cJSON *schema, const cJSON *now, struct strbuf *out);
/* An object with the required fields, and with all whole numbers, booleans and enums; free it with
 * cJSON_Delete(). NULL: out of memory. */
cJSON *perturb__schema_sample(const cJSON *schema);

#endif
