/* SPDX-License-Identifier: Apache-2.0 */
/* causes.h - validation errors on their way into one 422 (k8s.io/apimachinery field.ErrorList). */
#ifndef FAKEAPI_CAUSES_H
#define FAKEAPI_CAUSES_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"

/* Where in the object: a list on the stack, innermost first. */
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
	cJSON *list; /* {reason, message, field}, in order of finding */
	size_t count;
	size_t bytes;	       /* of the messages */
	unsigned long refused; /* base__alloc_refused when it began */
	bool nomem;
	struct strbuf *passed; /* gets a line for each that is forgiven; NULL: not wanted */
	const struct fakeapi__features *features; /* of the server; NULL: the usual ones */
	bool no_privileged;			  /* no container may be privileged */
	bool tired; /* not all was checked: it would have taken too long */
};

void fakeapi__causes_init(struct fakeapi__causes *c);
void fakeapi__causes_fini(struct fakeapi__causes *c);
/* Nothing more is reported. */
bool fakeapi__causes_full(const struct fakeapi__causes *c);
size_t fakeapi__causes_count(const struct fakeapi__causes *c);

/* Forgets all causes but the first `count`, and so their weight. */
void fakeapi__causes_rewind(struct fakeapi__causes *c, size_t count);
/* The same, and says so in `passed`. */
void fakeapi__causes_forgive(struct fakeapi__causes *c, size_t count);

/* Each is one error, worded as field.Invalid etc. word it. `value`: shown as JSON; NULL: null. */
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
/* The same with a reason. */
void fakeapi__cause_duplicate_as(struct fakeapi__causes *c, const struct fakeapi__path *at,
				 const cJSON *value, const char *detail);
/* `supported`: the quoted values as they are to stand there, "\"A\", \"B\"". */
void fakeapi__cause_unsupported(struct fakeapi__causes *c, const struct fakeapi__path *at,
				const cJSON *value, const char *supported);
void fakeapi__cause_not_found(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value);
void fakeapi__cause_not_among(struct fakeapi__causes *c, const struct fakeapi__path *at,
			      const cJSON *value, const char *detail);
/* `max`: SIZE_MAX for a limit below zero, which nothing meets. */
void fakeapi__cause_too_long(struct fakeapi__causes *c, const struct fakeapi__path *at, size_t max);
void fakeapi__cause_too_many(struct fakeapi__causes *c, const struct fakeapi__path *at, size_t have,
			     size_t max);
/* A field.TypeInvalid: wrong type in a custom resource. */
void fakeapi__cause_type(struct fakeapi__causes *c, const struct fakeapi__path *at,
			 const cJSON *value, const char *detail);

/* 0 when there are none, else the 422 "KIND "name" is invalid: ..." in `st`, and -1. */
int fakeapi__causes_report(const struct fakeapi__causes *c, const struct fakeapi__resource *res,
			   const char *name, struct fakeapi__status *st);
/* The same for what is not an object: ListOptions, a patch (group and kind ""). */
int fakeapi__causes_report_as(const struct fakeapi__causes *c, const char *group, const char *kind,
			      const char *name, struct fakeapi__status *st);

#endif
