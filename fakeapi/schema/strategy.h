/* SPDX-License-Identifier: Apache-2.0 */
/* strategy.h - the differences between types when they are read and written: the rules that
 * kube-apiserver keeps in pkg/registry/<group>/<type>/strategy.go. The verbs in rest/ call the
 * strategy of their call and know no type by name; strategy/ has one row a type. */
#ifndef FAKEAPI_STRATEGY_H
#define FAKEAPI_STRATEGY_H

#include "fakeapi/meta/resource.h"
#include "fakeapi/schema/ordered.h"

struct fakeapi__call;
struct fakeapi__deletion;

enum {
	FAKEAPI_CREATE_ON_UPDATE = 1 << 0, /* AllowCreateOnUpdate: PUT makes what is not there */
	FAKEAPI_NEEDS_RV = 1 << 1,	   /* not AllowUnconditionalUpdate */
	FAKEAPI_RETURNS_DELETED = 1 << 2,  /* DELETE answers with the object, not with a Status */
	FAKEAPI_NEW_WITH_STATUS = 1 << 3,  /* a status sent with a new object is kept */
	FAKEAPI_STATUS_KEEPS_METADATA = 1 << 4, /* a write of status leaves all of metadata */
	FAKEAPI_ORPHANS_DEPENDENTS = 1 << 5,	/* DefaultGarbageCollectionPolicy: orphan */
	FAKEAPI_NO_DEPENDENTS = 1 << 6,		/* propagation policies mean nothing */
	FAKEAPI_ANNOTATIONS_MOVE = 1 << 8,	/* changed annotations are a new generation */
	FAKEAPI_OWNED_FIRST = 1 << 12,	    /* whose fields are is seen before prepare_for_update */
	FAKEAPI_NAMES_ITSELF = 1 << 11,	    /* a new one without a name is called by a uid */
	FAKEAPI_NEVER_MOVES = 1 << 10,	    /* its generation stays */
	FAKEAPI_LABELS_MOVE = 1 << 9,	    /* so are changed labels */
	FAKEAPI_WAITS_FOR_KUBELET = 1 << 7, /* a deleted one stays until its kubelet has ended it */
};

/* Functions may be NULL: nothing special. */
struct fakeapi__strategy {
	const char *resource;
	unsigned flags;
	/* Members of metadata that a write of status leaves as they are; ends with NULL. */
	const char *const *status_keeps;
	const char *storage_name;   /* below /registry/; NULL: the resource's name */
	const char *orphan_warning; /* ORPHANS_DEPENDENTS by default warns so */
	const char *deprecation;    /* every answer warns so; ends with a newline */
	/* Objects that are never written: those of the list, worked out when it is read, as JSON;
	 * ends with NULL. They have a name and no other metadata. */
	const char *const *computed;
	/* Fills in what the server decides, on create (`old` NULL) and update. */
	void (*prepare)(struct fakeapi__place obj, const cJSON *old);
	/* Gives it what there is a limited number of, before `prepare`, under the lock: may refuse,
	 * -1 with st, or no memory. A dry run takes nothing: what is held is what is stored. */
	int (*allocate)(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
	/* What a new object takes from its request: the user. -1: no memory. */
	int (*prepare_for_create)(const struct fakeapi__call *c, cJSON *obj);
	/* Puts back what an update through subresource `sub` ("": none) must not change, and fills
	 * in what the request says of it: its time. -1: no memory. */
	int (*prepare_for_update)(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				  const char *sub);
	/* A deleted object without finalizers stays all the same. */
	bool (*stays)(const cJSON *obj);
	/* After a create or update that was no dry run: the object `name`. -1: out of memory. */
	int (*written)(struct fakeapi__call *c, struct str name);
	/* Marks or removes `obj`; NULL: fakeapi__delete_plain(). */
	int (*delete_object)(struct fakeapi__deletion *d, cJSON *obj);
};

#endif
