/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h - x-kubernetes-validations: expressions in the schema of a custom resource
 * (apiextensions-apiserver's pkg/apiserver/schema/cel).
 *
 * The rules of a version are compiled once, when its definition is accepted, and evaluated at each
 * write.
 *
 * Who may call: crd/ and validation/. Threads: any, also concurrently; pure.
 */
#ifndef FAKEAPI_RULES_H
#define FAKEAPI_RULES_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/causes.h"

struct fakeapi__rules;

/* Compiles the rules of a schema, which must outlive them; *out NULL: no rules. -1: out of
 * memory. */
int fakeapi__rules_new(const cJSON *schema, struct fakeapi__rules **out);
void fakeapi__rules_free(struct fakeapi__rules *rules); /* NULL is fine */

/* Reports the rules that the object violates. `old`: its old state; NULL: a new object. Unchanged
 * values may violate rules. -1: out of memory. */
int fakeapi__rules_validate(struct fakeapi__rules *rules, const cJSON *obj, const cJSON *old,
			    struct fakeapi__causes *causes);
/* The same for a schema's default value at the path `at`, as unchanged and as new; `root`: the
 * schema of a whole object. -1: out of memory. */
int fakeapi__rules_validate_default(const cJSON *schema, bool root, const cJSON *value,
				    const struct fakeapi__path *at, struct fakeapi__causes *causes);
/* Reports invalid rules of a schema at the path `at`; `unchanged`: it was accepted before; skips
 * the schemas in `wrong` (keys: their addresses). -1: out of memory. */
struct map;
int fakeapi__rules_check(const cJSON *schema, bool unchanged, const struct fakeapi__path *at,
			 const struct map *wrong, struct fakeapi__causes *causes);

#endif
