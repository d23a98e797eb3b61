/* SPDX-License-Identifier: Apache-2.0 */
/* strategy.h - how types differ when they are read and written: the rules in kube-apiserver's
 * pkg/registry/<group>/<type>/strategy.go. The verbs in rest/ call the strategy of their call and
 * name no type; strategy/ has one row per type. */
#ifndef FAKEAPI_STRATEGY_H
#define FAKEAPI_STRATEGY_H

#include "fakeapi/meta/resource.h"
#include "fakeapi/schema/ordered.h"

struct fakeapi__call;
struct fakeapi__deletion;

enum {
	FAKEAPI_CREATE_ON_UPDATE = 1 << 0, /* AllowCreateOnUpdate: PUT creates a missing object */
	FAKEAPI_NEEDS_RV = 1 << 1,	   /* not AllowUnconditionalUpdate */
	FAKEAPI_RETURNS_DELETED = 1 << 2,  /* DELETE returns the object, not a Status */
	FAKEAPI_NEW_WITH_STATUS = 1 << 3,  /* a status sent with a new object is kept */
	FAKEAPI_STATUS_KEEPS_METADATA = 1 << 4, /* a status write changes no metadata */
	FAKEAPI_ORPHANS_DEPENDENTS = 1 << 5,	/* DefaultGarbageCollectionPolicy: orphan */
	FAKEAPI_NO_DEPENDENTS = 1 << 6,		/* propagation policies have no effect */
	FAKEAPI_ANNOTATIONS_MOVE = 1 << 8,	/* changed annotations increment the generation */
	FAKEAPI_OWNED_FIRST = 1 << 12,	    /* managedFields are set before prepare_for_update */
	FAKEAPI_NAMES_ITSELF = 1 << 11,	    /* a new object without a name is named by a uid */
	FAKEAPI_NEVER_MOVES = 1 << 10,	    /* the generation never changes */
	FAKEAPI_MOVES_FROM_NONE = 1 << 13,  /* new objects have none, the first change sets 1 */
	FAKEAPI_LABELS_MOVE = 1 << 9,	    /* changed labels increment the generation */
	FAKEAPI_WAITS_FOR_KUBELET = 1 << 7, /* a deleted object stays until its kubelet ends it */
};

/* Functions may be NULL. */
struct fakeapi__strategy {
	const char *resource;
	unsigned flags;
	/* Fields of metadata that a status write does not change; ends with NULL. */
	const char *const *status_keeps;
	const char *storage_name;   /* below /registry/; NULL: the resource's name */
	const char *orphan_warning; /* the Warning if ORPHANS_DEPENDENTS applies by default */
	const char *deprecation;    /* the Warning of every response; ends with a newline */
	/* Types whose objects are never written: their list as JSON, computed at each read; ends
	 * with NULL. They have a name and no other metadata. */
	const char *const *computed;
	/* Sets the fields that the server decides, on create (`old` NULL) and update. */
	void (*prepare)(struct fakeapi__place obj, const cJSON *old);
	/* Allocates limited values (ports, addresses), before `prepare`, under the lock: may
	 * refuse; -1 with st, or out of memory. A dry run allocates nothing: only stored objects
	 * occupy values. */
	int (*allocate)(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
	/* Copies fields from the request into a new object: the user. -1: out of memory. */
	int (*prepare_for_create)(const struct fakeapi__call *c, cJSON *obj);
	/* Restores fields that an update through subresource `sub` ("": none) must not change, and
	 * sets those from the request: its time. -1: out of memory. */
	int (*prepare_for_update)(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				  const char *sub);
	/* True if a deleted object without finalizers is not yet removed. */
	bool (*stays)(const cJSON *obj);
	/* Called after a create or update of `name`, except in a dry run. -1: out of memory. */
	int (*written)(struct fakeapi__call *c, struct str name);
	/* Marks or removes `obj`; NULL: fakeapi__delete_plain(). */
	int (*delete_object)(struct fakeapi__deletion *d, cJSON *obj);
};

#endif
