/* SPDX-License-Identifier: Apache-2.0 */
/* selector.h - labelSelector and fieldSelector, parsed once, matched against raw JSON. */
#ifndef FAKEAPI_SELECTOR_H
#define FAKEAPI_SELECTOR_H

#include "base/selector.h"
#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/storage/store.h"

/* Which objects of a bucket: a namespace, a name, labels, fields. Empty members select all. */
struct fakeapi__selection {
	struct str ns;	 /* owned by `text` */
	struct str name; /* of the path */
	struct str only; /* of a term metadata.name=..., which owns it; ptr NULL: there is none */
	struct selector_term *labels;
	struct selector_term *fields;
	const struct fakeapi__resource *res; /* whose field names they are */
	bool nothing;			     /* contradicts itself: selects nothing */
	struct strbuf text;		     /* every string above and in the terms */
};

void fakeapi__selection_init(struct fakeapi__selection *s);
void fakeapi__selection_fini(struct fakeapi__selection *s);
/* True when it selects by labels or by fields (then there is no remainingItemCount). */
bool fakeapi__selection_filters(const struct fakeapi__selection *s);

int fakeapi__selection_set_place(struct fakeapi__selection *s, struct str ns, struct str name);
/* -1: 400 as the real server words it. */
int fakeapi__selection_add_labels(struct fakeapi__selection *s, struct str text,
				  struct fakeapi__status *st);
/* Fields in two steps, as the real server does: how they are written, then what they name. */
int fakeapi__selection_check_fields(struct str text, struct fakeapi__status *st);
int fakeapi__selection_add_fields(struct fakeapi__selection *s, const struct fakeapi__resource *res,
				  struct str text, struct fakeapi__status *st);
/* Whether the key is in the namespace and has the name of the selection. */
bool fakeapi__selection_has_key(const struct fakeapi__selection *s, const struct fakeapi__entry *e);
/* Whether this state of the object is selected (labels and fields only). */
bool fakeapi__selection_has_state(const struct fakeapi__selection *s,
				  const struct fakeapi__entry *e, const struct fakeapi__version *v);
/* Both of an object that has this name and no labels, fields or namespace, and no entry. */
bool fakeapi__selection_has_name(const struct fakeapi__selection *s, struct str name);

#endif
