/* SPDX-License-Identifier: Apache-2.0 */
/* decode_impl.h - shared by decoding and patching. */
#ifndef FAKEAPI_DECODE_IMPL_H
#define FAKEAPI_DECODE_IMPL_H

#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/schema/typed.h"

/* Converts `in` to the form that `res` stores. NULL: error in t->why, or out of memory. */
cJSON *fakeapi__decode_tree(const struct fakeapi__resource *res, struct fakeapi__typed *t,
			    const cJSON *in);
/* Appends the findings to `warnings` (may be NULL), one per line. */
void fakeapi__findings_warn(const struct fakeapi__typed *t, struct strbuf *warnings);
/* decode_kind.c: a body's own type, with defaults. The strings are borrowed from the tree. */
struct fakeapi__gvk {
	struct str group, version;
	const char *kind;
	bool any; /* the body has kind or apiVersion */
};
/* Reads kind and apiVersion. false: the error is in `why`. */
bool fakeapi__gvk_read(const struct fakeapi__resource *res, const cJSON *tree,
		       struct fakeapi__gvk *gvk, struct strbuf *why);
bool fakeapi__gvk_same_version(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk);
/* The type as which the body is decoded; NULL: the 400 is in `st`. */
const struct fakeapi__type *fakeapi__type_of_body(const struct fakeapi__resource *res,
						  const struct fakeapi__gvk *gvk,
						  struct fakeapi__status *st);
/* "apps/v1", "v1" */
void fakeapi__add_gv(struct strbuf *out, struct str group, struct str version);
/* 400 with a text in `st`; always -1. */
int fakeapi__bad_request(struct fakeapi__status *st, const struct strbuf *message);
int fakeapi__not_handled(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk,
			 const char *why, struct fakeapi__status *st);
int fakeapi__wrong_version(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk,
			   struct fakeapi__status *st);
/* The body is well-formed but of another kind or version. */
int fakeapi__other_kind(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk,
			const struct fakeapi__type *type, struct fakeapi__status *st);
/* Makes `name` the first member. */
int fakeapi__prepend(cJSON *obj, const char *name, const char *text);

#endif
