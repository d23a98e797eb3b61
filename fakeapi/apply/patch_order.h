/* SPDX-License-Identifier: Apache-2.0 */
/* patch_order.h - lists of a strategic merge patch as vectors: positions by merge key, and their
 * order. */
#ifndef FAKEAPI_APPLY_PATCH_ORDER_H
#define FAKEAPI_APPLY_PATCH_ORDER_H

#include "base/map.h"
#include "fakeapi/meta/go_json.h"

/* Positions of items: of the first one with each merge key, or with each value if there is no
 * key. */
struct fakeapi__places {
	const char *key;
	struct map by_text; /* position + 1, or another stored pointer */
	bool nomem;
};

void fakeapi__places_put(struct fakeapi__places *p, const cJSON *item, void *what);
void *fakeapi__places_get(struct fakeapi__places *p, const cJSON *item);
void fakeapi__places_init(struct fakeapi__places *p, const cJSON *list, const char *key);
void fakeapi__places_fini(struct fakeapi__places *p);
/* Arranges the items that `order` names in its order. Other items (the server's own) keep their
 * order and, as far as possible, their positions in `server`. */
int fakeapi__places_arrange(cJSON *list, const cJSON *order, const cJSON *server, const char *key);

#endif
