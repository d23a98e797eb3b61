/* SPDX-License-Identifier: Apache-2.0 */
/* rbac.h - what users may do by Roles, ClusterRoles and their bindings
 * (plugin/pkg/auth/authorizer/rbac), and what they may give to others (pkg/registry/rbac).
 *
 * Who may call: auth/ once a request, rest/ for reviews and for writes of roles, controllers/ for
 * aggregated roles. Threads: any, under the core's lock, not suspended.
 */
#ifndef FAKEAPI_RBAC_H
#define FAKEAPI_RBAC_H

#include "fakeapi/context.h"

/* The attributes of an action (authorizer.Attributes). */
struct fakeapi__action {
	const struct fakeapi__user *user;
	struct str verb;
	bool on_resource; /* else: on a path */
	struct str group, resource, sub, name, ns;
	struct str path;
};

/* Whether RBAC decides here. */
bool fakeapi__rbac_on(const struct fakeapi__core *core);
/* 1: allowed; 0: not; -1: out of memory. `reason` may be NULL; else what a review says of it is
 * appended. */
int fakeapi__rbac_allows(struct fakeapi__core *core, const struct fakeapi__action *a,
			 struct strbuf *reason);
/* Copies of all rules that the user has in a namespace ("": none). NULL: out of memory. */
cJSON *fakeapi__rbac_rules(struct fakeapi__core *core, const struct fakeapi__user *user,
			   struct str ns);
/* A new (`old` NULL) or changed role or binding gives no more than its writer has. -1: 403 in st,
 * or out of memory. Other types pass. */
int fakeapi__rbac_confirm(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* What the call wants to do, and its 403; `verb` NULL: the call's own. */
struct fakeapi__action fakeapi__action_of(const struct fakeapi__call *c, const char *verb);
int fakeapi__forbid(struct fakeapi__call *c, const struct fakeapi__action *a, struct str reason);
/* A verb that comes with another: create by apply or update. -1: st. */
int fakeapi__may_also(struct fakeapi__call *c, const char *verb);
/* The rules that an aggregated ClusterRole is to have; NULL: out of memory. */
cJSON *fakeapi__rbac_aggregate(struct fakeapi__core *core, const cJSON *role);
void fakeapi__rbac_fini(struct fakeapi__core *core);

#endif
