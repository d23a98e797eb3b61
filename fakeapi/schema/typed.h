/* SPDX-License-Identifier: Apache-2.0 */
/* typed.h - a JSON tree into the form that a round trip through its Go struct gives it. */
#ifndef FAKEAPI_TYPED_H
#define FAKEAPI_TYPED_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/schema/typeinfo.h"

struct fakeapi__typed {
	bool restores;	   /* errors as runtime.FromUnstructured has them, not encoding/json */
	bool strict;	   /* collect unknown and duplicate fields */
	struct strbuf why; /* the first type error, in Go's words; "" : none */
	cJSON *findings;   /* strings: `unknown field "spec.x"`; at most 100, no doubles */
	bool nomem;
	bool repeats; /* a member of a struct came again */
	/* inside */
	bool stop;	       /* an error that ends decoding at once */
	struct strbuf stack;   /* the member names down to here: "spec.containers.image" */
	struct strbuf where;   /* the same with indices and keys */
	const char *in_struct; /* Go struct that holds the member being read; NULL: none yet */
};

void fakeapi__typed_init(struct fakeapi__typed *t, bool strict);
void fakeapi__typed_fini(struct fakeapi__typed *t);

/* NULL with t->nomem, or t->why saying what is wrong. The result has every member that Go writes
 * even when empty ("status":{}), none of those it omits, in its order. */
cJSON *fakeapi__typed_decode(struct fakeapi__typed *t, const struct fakeapi__type *type,
			     const cJSON *in);
/* Go decodes a member that comes again into the value of the first one: structs and maps have the
 * members of both, lists the members of both elements. Changes `in`, of which a decode succeeded,
 * so that the next one has that result. */
void fakeapi__typed_merge_repeats(const struct fakeapi__type *type, cJSON *in);
/* What Go writes for a zero value. NULL: out of memory. */
cJSON *fakeapi__typed_zero(const struct fakeapi__type *type);

/* Reports a finding ("unknown field", path) unless it is there already. */
void fakeapi__typed_finding(struct fakeapi__typed *t, const char *what, struct str path);
/* Moves the findings of such a list behind those that are there. */
void fakeapi__typed_findings_add(struct fakeapi__typed *t, cJSON *list);
/* By path, as a patch that went through a map has them. */
void fakeapi__typed_findings_sort(struct fakeapi__typed *t);
/* Duplicate members anywhere below; `t->where` is the place to start from. */
void fakeapi__typed_duplicates(struct fakeapi__typed *t, const cJSON *in);

#endif
