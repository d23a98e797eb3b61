/* SPDX-License-Identifier: Apache-2.0 */
/* resource.h - a served type: a row of tbl/resources.h, or made from a CRD at run time. */
#ifndef FAKEAPI_RESOURCE_H
#define FAKEAPI_RESOURCE_H

#include "base/base.h"
#include "fakeapi/meta/features.h"

enum {
	FAKEAPI_RES_NAMESPACED = 1 << 0,
	FAKEAPI_RES_STATUS = 1 << 1, /* has /status; main verbs ignore status */
	FAKEAPI_RES_SCALE = 1 << 2,
	FAKEAPI_RES_GENERATION = 1 << 3, /* a change of spec increments metadata.generation */
	FAKEAPI_RES_UNCACHED = 1 << 4,	 /* no watch cache in the real server (events, ...) */
	FAKEAPI_RES_VIRTUAL = 1 << 5,	 /* create only, nothing stored (reviews, tokens) */
	FAKEAPI_RES_CUSTOM = 1 << 6,	 /* made from a CRD */
	FAKEAPI_RES_OPTIONAL = 1 << 7,	 /* alpha or beta: served when enabled */
};

/* A subresource as listed in discovery. */
struct fakeapi__subresource {
	const char *name;  /* "status", "log", ... */
	const char *group; /* "" with version "": the parent's */
	const char *version;
	const char *kind;
	const char *verbs; /* comma separated, in discovery order */
};

struct fakeapi__resource {
	const char *group; /* "" for core */
	const char *version;
	const char *resource; /* plural, lower case */
	const char *singular;
	const char *kind;
	const char *list_kind;
	const char *short_names; /* comma separated, may be "" */
	const char *categories;	 /* comma separated, may be "" */
	const char *verbs;	 /* comma separated, in discovery order */
	unsigned flags;
	/* The version in which objects are stored; NULL: this one. All versions of one
	 * group/resource share one storage. */
	const char *storage_version;
	/* The group in which objects are stored; NULL: this one. If storage_group or
	 * storage_version is set (events.k8s.io events, autoscaling/v1), the store's resource is
	 * fakeapi__registry_storage() and convert.h converts between the two. */
	const char *storage_group;
	const char *storage_hash; /* as in discovery; "" or NULL: none */
	/* Ends with a NULL name; NULL: none. Custom resources: NULL, see flags. */
	const struct fakeapi__subresource *subresources;
	/* The server's features (features.h); NULL: those of the default release. */
	const struct fakeapi__features *features;
	const void *type; /* of a built-in type (typeinfo.h); NULL: look it up */
	const struct fakeapi__custom *custom; /* CUSTOM: custom.h, owned by crd.c; else NULL */
	const char *deprecation; /* Warning of every response; ends with a newline; NULL: none */
};

#endif
