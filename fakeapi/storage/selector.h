/* SPDX-License-Identifier: Apache-2.0 */
/* selector.h - parses labelSelector and fieldSelector once and matches them with raw JSON. */
#ifndef FAKEAPI_SELECTOR_H
#define FAKEAPI_SELECTOR_H

#include "base/selector.h"
#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/storage/store.h"

/* Selects objects of a bucket by namespace, name, labels and fields. Empty members select all. */
struct fakeapi__selection {
	struct str ns;	 /* owned by `text` */
	struct str name; /* from the request's path */
	struct str only; /* from a term metadata.name=..., which owns it; ptr NULL: no such term */
	struct selector_term *labels;
	struct selector_term *fields;
	const struct fakeapi__resource *res; /* the type that defines the field names */
	bool nothing;	    /* the selection contradicts itself: it selects nothing */
	struct strbuf text; /* owns every string above and in the terms */
};

void fakeapi__selection_init(struct fakeapi__selection *s);
void fakeapi__selection_fini(struct fakeapi__selection *s);
/* True if the selection has labels or fields (then there is no remainingItemCount). */
bool fakeapi__selection_filters(const struct fakeapi__selection *s);

int fakeapi__selection_set_place(struct fakeapi__selection *s, struct str ns, struct str name);
/* -1: *st has the 400 in the real server's words, with lengths in `unit`. */
int fakeapi__selection_add_labels(struct fakeapi__selection *s, struct str text,
				  enum label_unit unit, struct fakeapi__status *st);
/* Parses fields in two steps, as the real server does: first the syntax, then the field names. */
int fakeapi__selection_check_fields(struct str text, struct fakeapi__status *st);
int fakeapi__selection_add_fields(struct fakeapi__selection *s, const struct fakeapi__resource *res,
				  struct str text, struct fakeapi__status *st);
/* True if the entry's namespace and name match the selection. */
bool fakeapi__selection_has_key(const struct fakeapi__selection *s, const struct fakeapi__entry *e);
/* True if this state of the object matches the selection's labels and fields. */
bool fakeapi__selection_has_state(const struct fakeapi__selection *s,
				  const struct fakeapi__entry *e, const struct fakeapi__version *v);
/* Matches an object without an entry that has only a name: no labels, fields or namespace. */
bool fakeapi__selection_has_name(const struct fakeapi__selection *s, struct str name);

#endif
