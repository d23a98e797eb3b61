/* SPDX-License-Identifier: Apache-2.0 */
/* preconditions.c - checks the UID and version preconditions of a delete. */
#include "fakeapi/rest/delete.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/write.h"

/* pkg/registry/core/namespace/storage compares them before the generic store does. */
static int namespace_precondition_failed(struct fakeapi__call *c, const char *name,
					 const char *what, const char *wanted, const char *have)
{
	(void)fakeapi__status_set(&c->st, 409, "Conflict",
				  "Operation cannot be fulfilled on namespaces \"%s\": "
				  "Precondition failed: %s in precondition: %s, %s in object "
				  "meta: %s",
				  name, what, wanted, what, have);
	fakeapi__status_details(&c->st, name, "", "namespaces", NULL);
	return -1;
}

static int precondition_failed(struct fakeapi__call *c, const char *name, const char *what,
			       const char *wanted, const char *have, const char *hint)
{
	const char *group = c->stored->group; /* "" also for events of events.k8s.io */

	if (!c->res->group[0] && strcmp(c->res->resource, "namespaces") == 0)
		return namespace_precondition_failed(c, name, what, wanted, have);
	(void)fakeapi__status_set(&c->st, 409, "Conflict",
				  "Operation cannot be fulfilled on %s%s%s \"%s\": the %s in the "
				  "precondition (%s) does not match the %s in record (%s). The "
				  "object might have been %s",
				  c->res->kind, group[0] ? "." : "", group, name, what, wanted,
				  what, have, hint);
	fakeapi__status_details(&c->st, name, group, c->res->kind, NULL);
	return -1;
}

int fakeapi__delete_preconditions(struct fakeapi__call *c,
				  const struct fakeapi__delete_options *opt, const cJSON *obj)
{
	const char *name = fakeapi__meta_str(obj, "name");
	const char *uid = fakeapi__meta_str(obj, "uid");
	const char *rv = fakeapi__meta_str(obj, "resourceVersion");

	if (opt->uid && strcmp(opt->uid, uid) != 0)
		return precondition_failed(c, name, "UID", opt->uid, uid,
					   "deleted and then recreated");
	if (opt->rv && strcmp(opt->rv, rv) != 0)
		return precondition_failed(c, name, "ResourceVersion", opt->rv, rv, "modified");
	return 0;
}
