/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h - x-kubernetes-validations: expressions in the schema of a custom resource
 * (apiextensions-apiserver's pkg/apiserver/schema/cel).
 *
 * The rules of a version are compiled once, when its definition is accepted, and evaluated at each
 * write.
 *
 * Who may call: crd/ and validation/. Threads: any, also two at once; pure.
 */
#ifndef FAKEAPI_RULES_H
#define FAKEAPI_RULES_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/causes.h"

struct fakeapi__rules;

/* The rules of a schema, which must live as long; *out NULL: it has none. -1: out of memory. */
int fakeapi__rules_new(const cJSON *schema, struct fakeapi__rules **out);
void fakeapi__rules_free(struct fakeapi__rules *rules); /* NULL is fine */

/* Notes what the object breaks. `old`: before an update; NULL: it is new. What is as it was may
 * break rules. -1: out of memory. */
int fakeapi__rules_validate(struct fakeapi__rules *rules, const cJSON *obj, const cJSON *old,
			    struct fakeapi__causes *causes);
/* The same of a value that a schema gives by default, at `at`, as it was and as it is new; `root`:
 * the schema is that of a whole object. -1: out of memory. */
int fakeapi__rules_validate_default(const cJSON *schema, bool root, const cJSON *value,
				    const struct fakeapi__path *at, struct fakeapi__causes *causes);
/* Notes what is wrong with the rules of a schema that stands at `at`; `unchanged`: it was taken
 * before; those in `wrong` (keys: the addresses of schemas) are of no use. -1: out of memory. */
struct map;
int fakeapi__rules_check(const cJSON *schema, bool unchanged, const struct fakeapi__path *at,
			 const struct map *wrong, struct fakeapi__causes *causes);

#endif
