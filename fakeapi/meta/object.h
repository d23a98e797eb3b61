/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - reads and writes the metadata of an object held as a tree. The folder meta/ is what
 * apimachinery is to Kubernetes: Go's JSON (go_json.h, lookup.h), quantities and times (scalar.h),
 * Status and causes of errors (status.h, causes.h), names of a type (resource.h).
 *
 * Who may call: every folder. Threads: any; pure.
 */
#ifndef FAKEAPI_OBJECT_H
#define FAKEAPI_OBJECT_H

#include <cjson/cJSON.h>

#include "base/base.h"
#include "fakeapi/meta/resource.h"

/* "" when absent or not a string. */
const char *fakeapi__get_str(const cJSON *obj, const char *name);
/* metadata, or NULL. */
cJSON *fakeapi__meta(const cJSON *obj);
/* metadata.NAME as a string, "" when absent. */
const char *fakeapi__meta_str(const cJSON *obj, const char *name);
int64_t fakeapi__meta_int(const cJSON *obj, const char *name); /* 0 when absent */
bool fakeapi__meta_has(const cJSON *obj, const char *name);

/* All setters: -1 if out of memory. A new member gets the position that the API server's types give
 * it. */
int fakeapi__set_str(cJSON *obj, const char *name, const char *value);
int fakeapi__set_item(cJSON *obj, const char *name, cJSON *take_item); /* frees it on failure */
int fakeapi__meta_set_str(cJSON *obj, const char *name, const char *value);
int fakeapi__meta_set_int(cJSON *obj, const char *name, int64_t value);
int fakeapi__meta_set(cJSON *obj, const char *name, cJSON *take_item);
void fakeapi__meta_del(cJSON *obj, const char *name);
/* Replaces `old`, a child of `obj`, by `take_item` with that name. -1: out of memory; the item is
 * freed and `old` stays. */
int fakeapi__replace_child(cJSON *obj, cJSON *old, const char *name, cJSON *take_item);
/* Inserts a detached item before `at`, a child of `parent`. */
void fakeapi__insert_before(cJSON *parent, cJSON *at, cJSON *item);
int fakeapi__set_rv(cJSON *obj, uint64_t rv);
/* metadata.resourceVersion; 0 when absent; false when it is not a number. */
bool fakeapi__get_rv(const cJSON *obj, uint64_t *out);
/* Creates metadata if missing; sets kind and apiVersion of `res` and moves them to the front. */
int fakeapi__set_type(cJSON *obj, const struct fakeapi__resource *res);
/* Copies metadata.NAME from `from`, or removes it if `from` has none. */
int fakeapi__meta_copy(cJSON *obj, const cJSON *from, const char *name);
/* The same for a member of the object itself. */
int fakeapi__copy_member(cJSON *obj, const cJSON *from, const char *name);
/* True if metadata.finalizers contains `name`. */
bool fakeapi__has_finalizer(const cJSON *obj, const char *name);
size_t fakeapi__finalizer_count(const cJSON *obj);
/* Removes the finalizer, if present. */
void fakeapi__del_finalizer(cJSON *obj, const char *name);
int fakeapi__add_finalizer(cJSON *obj, const char *name);

/* "v1" or "apps/v1" of `res`; buf of at least 256 bytes. */
const char *fakeapi__group_version(const struct fakeapi__resource *res, char *buf, size_t cap);
/* Unix seconds as RFC 3339, "2026-01-02T03:04:05Z"; cap >= 32. */
void fakeapi__format_time(int64_t unix_s, char *buf, size_t cap);

#endif
