/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - reading and writing the metadata of an object held as a tree. The room meta/ is
 * apimachinery for the rest: JSON as Go has it (go_json.h, lookup.h), quantities and times
 * (scalar.h), Status and causes of errors (status.h, causes.h), names of a type (resource.h).
 *
 * Who may call: every room. Threads: any; pure.
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

/* All setters: -1 when out of memory. A member that is new takes the place that the API server's
 * types give it. */
int fakeapi__set_str(cJSON *obj, const char *name, const char *value);
int fakeapi__set_item(cJSON *obj, const char *name, cJSON *take_item); /* frees it on failure */
int fakeapi__meta_set_str(cJSON *obj, const char *name, const char *value);
int fakeapi__meta_set_int(cJSON *obj, const char *name, int64_t value);
int fakeapi__meta_set(cJSON *obj, const char *name, cJSON *take_item);
void fakeapi__meta_del(cJSON *obj, const char *name);
/* Puts `take_item`, by that name, in the place of `old`, a child of `obj`. -1: out of memory, the
 * item is gone and `old` stays. */
int fakeapi__replace_child(cJSON *obj, cJSON *old, const char *name, cJSON *take_item);
/* Links a detached item in before `at`, a child of `parent`. */
void fakeapi__insert_before(cJSON *parent, cJSON *at, cJSON *item);
int fakeapi__set_rv(cJSON *obj, uint64_t rv);
/* metadata.resourceVersion; 0 when absent; false when it is not a number. */
bool fakeapi__get_rv(const cJSON *obj, uint64_t *out);
/* metadata exists, kind and apiVersion are those of `res` and come first. */
int fakeapi__set_type(cJSON *obj, const struct fakeapi__resource *res);
/* Copies metadata.NAME from `from`, or removes it there where `from` has none. */
int fakeapi__meta_copy(cJSON *obj, const cJSON *from, const char *name);
/* The same for a member of the object itself. */
int fakeapi__copy_member(cJSON *obj, const cJSON *from, const char *name);
/* metadata.finalizers has `name` / any. */
bool fakeapi__has_finalizer(const cJSON *obj, const char *name);
size_t fakeapi__finalizer_count(const cJSON *obj);
/* Removes it; 0 also when it was not there. */
void fakeapi__del_finalizer(cJSON *obj, const char *name);
int fakeapi__add_finalizer(cJSON *obj, const char *name);

/* "v1", "apps/v1" of `res`; buf of at least 256 bytes. */
const char *fakeapi__group_version(const struct fakeapi__resource *res, char *buf, size_t cap);
/* Unix seconds as RFC 3339, "2026-01-02T03:04:05Z"; cap >= 32. */
void fakeapi__format_time(int64_t unix_s, char *buf, size_t cap);

/* metadata.deletionTimestamp is set. */
bool fakeapi__json_terminating(struct str json);

#endif
