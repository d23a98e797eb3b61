/* SPDX-License-Identifier: Apache-2.0 */
/* delta.h - an item of a queue: one change of one object, or a whole list, resync or bookmark
 * (client-go's Delta, DeletedFinalStateUnknown, ReplacedAllInfo, BookmarkInfo). */
#ifndef INFORMER_DELTA_H
#define INFORMER_DELTA_H

#include "informer/queue.h"

/* The public list: owned references in a growing array (inf_object_list_fini drops them). */
void inf__object_list_init(struct inf_object_list *list);
int inf__object_list_reserve(struct inf_object_list *list, size_t extra);
int inf__object_list_push(struct inf_object_list *list, struct inf_object *take_obj);

/* The payload of REPLACED_ALL: the list after the transform, and its resourceVersion. */
struct inf__replaced {
	struct inf_object_list objs;
	char *resource_version;
};

struct inf__replaced *inf__replaced_new(const char *resource_version);
void inf__replaced_free(struct inf__replaced *all);

/* tombstone: DeletedFinalStateUnknown, whose key may differ from that of its object (which may be
 * NULL). Kept at three words, since queues are long. */
struct inf__delta {
	uint8_t type; /* enum inf__delta_type */
	bool tombstone;
	struct inf_object *obj;
	union {
		char *key; /* of a tombstone */
		struct inf__replaced *all;
		char *resource_version; /* of a BOOKMARK */
	} u;
};

void inf__delta_fini(struct inf__delta *d);
/* The key that orders the delta in the queue and names it in the store; "": none. */
const char *inf__delta_key(const struct inf__delta *d);
/* Whether the type may share a batch. */
bool inf__delta_batchable(const struct inf__delta *d);
const char *inf__delta_type_name(enum inf__delta_type type); /* "Added", as in client-go */
/* Returns 0, or RELIST_ENOMEM with nothing changed. obj may be NULL. */
int inf__delta_init_tombstone(struct inf__delta *d, const char *key, const struct inf_object *obj);

#endif
