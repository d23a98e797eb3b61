/* SPDX-License-Identifier: Apache-2.0 */
/* steps.h - access by index to the items of a cJSON array, which is a linked list: an index of runs
 * of a few hundred items. */
#ifndef FAKEAPI_STEPS_H
#define FAKEAPI_STEPS_H

#include <cjson/cJSON.h>
#include <stddef.h>

struct fakeapi__run {
	cJSON *first;
	size_t count;
};

struct fakeapi__steps {
	struct fakeapi__run *runs;
	size_t run_count, run_cap;
	size_t total; /* items */
};

/* -1: out of memory. Afterwards only these functions may change the array. */
int fakeapi__steps_init(struct fakeapi__steps *s, const cJSON *array);
void fakeapi__steps_fini(struct fakeapi__steps *s);
/* 0 <= i < total */
cJSON *fakeapi__steps_at(const struct fakeapi__steps *s, int i);
/* Inserts before the i-th; i == total: appends. -1: out of memory, nothing changed. */
int fakeapi__steps_insert(struct fakeapi__steps *s, cJSON *array, int i, cJSON *take_item);
/* The caller owns the old item afterwards. */
cJSON *fakeapi__steps_detach(struct fakeapi__steps *s, cJSON *array, int i);
void fakeapi__steps_replace(struct fakeapi__steps *s, cJSON *array, int i, cJSON *take_item);

#endif
