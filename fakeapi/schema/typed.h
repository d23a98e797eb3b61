/* SPDX-License-Identifier: Apache-2.0 */
/* typed.h - converts a JSON tree into the result of a round trip through its Go struct. */
#ifndef FAKEAPI_TYPED_H
#define FAKEAPI_TYPED_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/schema/typeinfo.h"

/* What to do with an embedded object's type or metadata of a wrong type. */
enum fakeapi__misfit {
	FAKEAPI_MISFIT_REFUSE, /* the first one is the error `why` */
	FAKEAPI_MISFIT_KEEP,   /* for validation */
	FAKEAPI_MISFIT_DROP,   /* as a read from the storage: the wrong members are removed */
};

struct fakeapi__typed {
	enum fakeapi__misfit misfit;
	bool restores;	   /* errors as from runtime.FromUnstructured, not encoding/json */
	bool strict;	   /* collect unknown and duplicate fields */
	bool embedded;	   /* paths have the names of embedded structs */
	struct strbuf why; /* the first type error, in Go's words; "": none */
	cJSON *findings;   /* strings: `unknown field "spec.x"`; at most 100, no duplicates */
	bool nomem;
	bool repeats; /* a member of a struct is repeated */
	/* private */
	bool stop;	       /* an error that ends decoding at once */
	struct strbuf stack;   /* the path of member names: "spec.containers.image" */
	struct strbuf where;   /* the same with indices and keys */
	const char *in_struct; /* Go struct of the current member; NULL: none yet */
};

void fakeapi__typed_init(struct fakeapi__typed *t, bool strict);
void fakeapi__typed_fini(struct fakeapi__typed *t);

/* NULL: t->nomem, or the error is in t->why. The result has the members that Go writes even if
 * empty ("status":{}), without those that Go omits, in Go's order. */
cJSON *fakeapi__typed_decode(struct fakeapi__typed *t, const struct fakeapi__type *type,
			     const cJSON *in);
/* Go decodes a repeated member into the value of the first one: structs and maps get the members of
 * both, lists those of both elements. Changes `in`, which must have been decoded successfully, so
 * that the next decode has that result. */
void fakeapi__typed_merge_repeats(const struct fakeapi__type *type, cJSON *in);
/* Pushes a member of `type` on t->stack, after the embedded struct that has it (embedded.c). */
void fakeapi__typed_push(struct fakeapi__typed *t, const struct fakeapi__type *type,
			 const struct fakeapi__field *f);
/* The JSON of Go's zero value. NULL: out of memory. */
cJSON *fakeapi__typed_zero(const struct fakeapi__type *type);

/* Adds a finding ("unknown field", path) unless it exists. */
void fakeapi__typed_finding(struct fakeapi__typed *t, const char *what, struct str path);
/* Appends another list of findings. */
void fakeapi__typed_findings_add(struct fakeapi__typed *t, cJSON *list);
/* Sorts by path, as for a patch that was applied to a map. */
void fakeapi__typed_findings_sort(struct fakeapi__typed *t);
/* Finds duplicate members at all depths; `t->where` is the starting path. */
void fakeapi__typed_duplicates(struct fakeapi__typed *t, const cJSON *in);

#endif
