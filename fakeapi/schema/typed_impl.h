/* SPDX-License-Identifier: Apache-2.0 */
/* typed_impl.h - the parts of the conversion: scalars, findings and zero values. */
#ifndef FAKEAPI_SCHEMA_TYPED_IMPL_H
#define FAKEAPI_SCHEMA_TYPED_IMPL_H

#include "fakeapi/schema/typed.h"

/* Adds a finding about a member of the current path. */
void fakeapi__typed_found(struct fakeapi__typed *t, const char *what, const char *name);
/* A duplicate is reported at its own position, after the findings in earlier members. Large maps
 * use a set, small ones a backward search. */
void fakeapi__typed_duplicate_members(struct fakeapi__typed *t, const cJSON *obj, bool deep);
/* Shortens a path to its former length. */
void fakeapi__typed_cut(struct strbuf *b, size_t len);
/* Appends ".NAME". */
void fakeapi__typed_push_text(struct strbuf *b, const char *name);

/* `v`; NULL also sets t->nomem. */
static inline cJSON *fakeapi__typed_kept(struct fakeapi__typed *t, cJSON *v)
{
	if (!v)
		t->nomem = true;
	return v;
}

/* Records that `in` cannot be a value of the type. Returns NULL. */
cJSON *fakeapi__typed_wrong_value(struct fakeapi__typed *t, const struct fakeapi__type *type,
				  const cJSON *in);
/* The same by a type's own UnmarshalJSON. */
cJSON *fakeapi__typed_stop_json(struct fakeapi__typed *t, const cJSON *in, const char *go_type);
/* Numbers, bytes, quantities, times and durations. NULL: t->why or t->nomem has the reason. */
cJSON *fakeapi__typed_scalar(struct fakeapi__typed *t, const struct fakeapi__type *type,
			     const cJSON *in);

/* Adds the field if Go writes its zero value. 0, or -1: out of memory. */
int fakeapi__typed_add_zero(cJSON *out, const struct fakeapi__field *f);

#endif
