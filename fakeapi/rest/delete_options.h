/* SPDX-License-Identifier: Apache-2.0 */
/* delete_options.h - parses metav1.DeleteOptions from a body or from the query. */
#ifndef FAKEAPI_DELETE_OPTIONS_H
#define FAKEAPI_DELETE_OPTIONS_H

#include "fakeapi/context.h"

struct fakeapi__delete_options {
	bool has_grace, has_orphan, orphan;
	int64_t grace_s;
	char policy[16]; /* "", Foreground, Background, Orphan */
	char *uid, *rv;	 /* preconditions; NULL: none */
};

void fakeapi__delete_options_init(struct fakeapi__delete_options *o);
void fakeapi__delete_options_fini(struct fakeapi__delete_options *o);
/* Also sets c->dry_run. -1: st filled. */
int fakeapi__delete_options_parse(struct fakeapi__call *c, struct fakeapi__delete_options *o);
/* The same from a parsed tree. */
int fakeapi__delete_options_from(struct fakeapi__call *c, const cJSON *tree,
				 struct fakeapi__delete_options *o);
/* The options as a tree with kind and apiVersion, for webhooks. NULL: out of memory. */
cJSON *fakeapi__delete_options_tree(const struct fakeapi__call *c,
				    const struct fakeapi__delete_options *o);
/* -1 with a 409 if `obj` does not meet the preconditions. */
int fakeapi__delete_preconditions(struct fakeapi__call *c, const struct fakeapi__delete_options *o,
				  const cJSON *obj);
/* Deletes the object of the call, whose newest state is `obj` (changed). -1: out of memory. */
int fakeapi__delete_object(struct fakeapi__call *c, const struct fakeapi__delete_options *o,
			   cJSON *obj);

#endif
