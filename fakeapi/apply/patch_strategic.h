/* SPDX-License-Identifier: Apache-2.0 */
/* patch_strategic.h - strategic merge patch: a merge patch that uses the Go types' tags to find
 * which lists are merged and by which key, and has directives:
 *   $patch: replace|delete         on a map, or on an element of a merged list of maps
 *   $retainKeys: [...]             members of a union that may stay
 *   $deleteFromPrimitiveList/x     elements to remove from a list of scalars
 *   $setElementOrder/x             the order the client wants for list x
 * Everything works in place and consumes the patch. All return 0; -1: failed, see `why`. */
#ifndef FAKEAPI_APPLY_PATCH_STRATEGIC_H
#define FAKEAPI_APPLY_PATCH_STRATEGIC_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/schema/typeinfo.h"

#define FAKEAPI_ORDER_PREFIX "$setElementOrder/"

struct fakeapi__strategic {
	struct strbuf *why; /* the first error; empty: out of memory */
	int *code;
};

/* A member's type and tags. */
struct fakeapi__strategic_tags {
	const struct fakeapi__type *type;
	bool merge, replace;
	const char *key;
};

/* patch_strategic.c */
struct fakeapi__strategic_tags fakeapi__strategic_tags_of(const struct fakeapi__type *t,
							  const char *name);
int fakeapi__strategic_map(struct fakeapi__strategic *m, cJSON *target, cJSON *patch,
			   const struct fakeapi__type *t);
/* Adds a new value to `target`; consumes it. */
int fakeapi__strategic_put(struct fakeapi__lookup *target, const char *name, cJSON *v);
void fakeapi__strategic_clear(cJSON *container);
void fakeapi__strategic_move(cJSON *to, cJSON *from);
/* -1 with the first error. */
int fakeapi__strategic_fail(struct fakeapi__strategic *m, int code, const char *text);
/* `map` has an unknown $patch. */
int fakeapi__strategic_bad_directive(struct fakeapi__strategic *m, const char *word,
				     const cJSON *map);
int fakeapi__strategic_no_key(struct fakeapi__strategic *m, const cJSON *item, const char *key);

/* patch_strategic_lists.c: a list with patchStrategy merge. */
int fakeapi__strategic_list(struct fakeapi__strategic *m, cJSON *target, cJSON *patch,
			    const struct fakeapi__strategic_tags *tags);
/* $deleteFromPrimitiveList/`name`. A list of maps is merged like any other; nothing is deleted. */
int fakeapi__strategic_delete(struct fakeapi__strategic *m, const struct fakeapi__lookup *target,
			      cJSON *gone, const char *name, const struct fakeapi__type *t);

/* patch_strategic_orders.c: the lists of `patch` that have a $setElementOrder. */
int fakeapi__strategic_orders(struct fakeapi__strategic *m, struct fakeapi__lookup *target,
			      cJSON *patch, const struct fakeapi__type *t);

#endif
