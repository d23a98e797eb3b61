/* SPDX-License-Identifier: Apache-2.0 */
/* causes.h - collects validation errors for one 422 (k8s.io/apimachinery field.ErrorList). */
#ifndef FAKEAPI_CAUSES_H
#define FAKEAPI_CAUSES_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"

/* A field path in the object: a list on the stack, innermost element first. */
struct fakeapi__path {
	const struct fakeapi__path *up;
	const char *name; /* NULL: an index, or a key in brackets */
	size_t index;
	struct str key; /* used when key.ptr is not NULL */
};

#define PATH(up, name)	(&(const struct fakeapi__path) { (up), (name), 0, { NULL, 0 } })
#define PATH_AT(up, i)	(&(const struct fakeapi__path) { (up), NULL, (i), { NULL, 0 } })
#define PATH_KEY(up, k) (&(const struct fakeapi__path) { (up), NULL, 0, (k) })

/* "spec.ports[0].name", "metadata.annotations[x]" */
void fakeapi__path_add(struct strbuf *out, const struct fakeapi__path *path);

struct fakeapi__causes {
	cJSON *list; /* {reason, message, field}, in the order found */
	size_t count;
	size_t bytes;	       /* of the messages */
	unsigned long refused; /* base__alloc_refused at init */
	bool nomem;
	struct strbuf *passed; /* gets a line for each forgiven cause; NULL: not wanted */
	const struct fakeapi__features *features; /* of the server; NULL: the defaults */
	bool no_privileged;			  /* no container may be privileged */
	bool tired; /* validation is incomplete: it would have taken too long */
};

void fakeapi__causes_init(struct fakeapi__causes *c);
void fakeapi__causes_fini(struct fakeapi__causes *c);
/* True if no further causes are added. */
bool fakeapi__causes_full(const struct fakeapi__causes *c);
size_t fakeapi__causes_count(const struct fakeapi__causes *c);

/* Removes all causes but the first `count`, and subtracts their bytes. */
void fakeapi__causes_rewind(struct fakeapi__causes *c, size_t count);
/* The same, and adds a line for each to `passed`. */
void fakeapi__causes_forgive(struct fakeapi__causes *c, size_t count);

/* Each adds one error, worded as by field.Invalid etc. `value`: shown as JSON; NULL: null. */
void fakeapi__cause_required(struct fakeapi__causes *c, const struct fakeapi__path *at,
			     const char *detail);
void fakeapi__cause_invalid(struct fakeapi__causes *c, const struct fakeapi__path *at,
			    const cJSON *value, const char *detail);
void fakeapi__cause_invalid_str(struct fakeapi__causes *c, const struct fakeapi__path *at,
				struct str value, const char *detail);
void fakeapi__cause_invalid_number(struct fakeapi__causes *c, const struct fakeapi__path *at,
				   double value, const char *detail);
/* The same without a value (field.OmitValueType). */
void fakeapi__cause_wrong(struct fakeapi__causes *c, const struct fakeapi__path *at,
			  const char *detail);
void fakeapi__cause_internal(struct fakeapi__causes *c, const struct fakeapi__path *at,
			     const char *detail);
void fakeapi__cause_forbidden(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const char *detail);
void fakeapi__cause_duplicate(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value);
/* The same with a detail. */
void fakeapi__cause_duplicate_as(struct fakeapi__causes *c, const struct fakeapi__path *at,
				 const cJSON *value, const char *detail);
/* `supported`: the quoted values as in the message, "\"A\", \"B\"". */
void fakeapi__cause_unsupported(struct fakeapi__causes *c, const struct fakeapi__path *at,
				const cJSON *value, const char *supported);
void fakeapi__cause_not_found(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value);
void fakeapi__cause_not_among(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value, const char *detail);
/* `max`: SIZE_MAX for a negative limit, which no value meets. */
void fakeapi__cause_too_long(struct fakeapi__causes *c, const struct fakeapi__path *at, size_t max);
/* In characters, not bytes. */
void fakeapi__cause_too_long_text(struct fakeapi__causes *c, const struct fakeapi__path *at,
				  size_t max);
void fakeapi__cause_too_many(struct fakeapi__causes *c, const struct fakeapi__path *at, size_t have,
			     size_t max);
/* A field.TypeInvalid: wrong type in a custom resource. */
void fakeapi__cause_type(struct fakeapi__causes *c, const struct fakeapi__path *at,
			 const cJSON *value, const char *detail);

/* 0 if there are none; else -1, and `st` has the 422 "KIND "name" is invalid: ...". */
int fakeapi__causes_report(const struct fakeapi__causes *c, const struct fakeapi__resource *res,
			   const char *name, struct fakeapi__status *st);
/* The same for values that are not objects: ListOptions, a patch (group and kind ""). */
int fakeapi__causes_report_as(const struct fakeapi__causes *c, const char *group, const char *kind,
			      const char *name, struct fakeapi__status *st);

#endif
