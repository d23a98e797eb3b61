/* SPDX-License-Identifier: Apache-2.0 */
/* rbac.h - authorization by Roles, ClusterRoles and their bindings
 * (plugin/pkg/auth/authorizer/rbac), and the check against privilege escalation
 * (pkg/registry/rbac).
 *
 * Who may call: auth/ once per request, rest/ for reviews and for writes of roles, controllers/ for
 * aggregated roles. Threads: any, under the core's lock, not suspended.
 */
#ifndef FAKEAPI_RBAC_H
#define FAKEAPI_RBAC_H

#include "fakeapi/context.h"

#define FAKEAPI_RBAC_GROUP "rbac.authorization.k8s.io"

/* The attributes of an action (authorizer.Attributes). */
struct fakeapi__action {
	const struct fakeapi__user *user;
	struct str verb;
	bool on_resource; /* else a path */
	struct str group, resource, sub, name, ns;
	struct str path;
};

/* True if RBAC is enabled. */
bool fakeapi__rbac_on(const struct fakeapi__core *core);
/* 1: allowed; 0: not; -1: out of memory. `reason` may be NULL; else a review's reason is
 * appended. */
int fakeapi__rbac_allows(struct fakeapi__core *core, const struct fakeapi__action *a,
			 struct strbuf *reason);
/* Copies of all rules of the user in a namespace ("": cluster-wide). `errors` gets the missing
 * roles, one per line. NULL: out of memory. */
cJSON *fakeapi__rbac_rules(struct fakeapi__core *core, const struct fakeapi__user *user,
			   struct str ns, struct strbuf *errors);
/* Adds a line to the errors, once. */
void fakeapi__rbac_add_error(struct strbuf *errors, const struct strbuf *line);
/* Appends the prefix and aggregated errors: one as it is, several in brackets. Appends nothing
 * without errors. */
void fakeapi__rbac_add_errors(const struct strbuf *errors, const char *prefix, struct strbuf *out);
/* The rules (borrowed) of the role that a roleRef names; `errors` gets its name if it is missing.
 * -1: out of memory. */
int fakeapi__rbac_role_rules(struct fakeapi__core *core, const cJSON *ref, const char *ns,
			     struct strbuf *errors, const cJSON **rules);
/* Checks that a new (`old` NULL) or changed role or binding grants only the writer's own
 * permissions. -1: 403 in st, or out of memory. Other types pass. */
int fakeapi__rbac_confirm(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* The call's action, and its 403; `verb` NULL: the call's own. */
struct fakeapi__action fakeapi__action_of(const struct fakeapi__call *c, const char *verb);
int fakeapi__forbid(struct fakeapi__call *c, const struct fakeapi__action *a, struct str reason);
/* Checks a verb that another implies: create by apply or update. -1: error in st. */
int fakeapi__may_also(struct fakeapi__call *c, const char *verb);
/* The rules of an aggregated ClusterRole; NULL: out of memory. */
cJSON *fakeapi__rbac_aggregate(struct fakeapi__core *core, const cJSON *role);
void fakeapi__rbac_fini(struct fakeapi__core *core);

#endif
