/* SPDX-License-Identifier: Apache-2.0 */
/* pod_checks.h - checks of pods by the Pod Security Standards. */
#ifndef FAKEAPI_ADMISSION_POD_CHECKS_H
#define FAKEAPI_ADMISSION_POD_CHECKS_H

#include "fakeapi/admission/pod_standards.h"

/* Names, quoted and comma-separated: in order, or (set) sorted without duplicates. */
struct fakeapi__names {
	cJSON *list; /* an object with the names as members */
	bool nomem;
};

/* The input and the findings of a check. */
struct fakeapi__pod_check {
	const cJSON *meta, *spec;
	unsigned minor;
	struct fakeapi__names containers; /* that violate it */
	struct fakeapi__names values;	  /* not allowed */
	struct fakeapi__names more;	  /* containers that violate it in another way */
	bool pod;			  /* the pod's own security context violates it */
	const char *reason;		  /* NULL: no violation */
	struct strbuf detail;
};

typedef void fakeapi__container_fn(struct fakeapi__pod_check *c, const cJSON *container);

/* The checks of the level restricted. Each sets c->reason if the pod violates it. */
void fakeapi__standard_escalation(struct fakeapi__pod_check *c);
void fakeapi__standard_drop_all(struct fakeapi__pod_check *c);
void fakeapi__standard_volumes(struct fakeapi__pod_check *c);
void fakeapi__standard_non_root(struct fakeapi__pod_check *c);
void fakeapi__standard_run_as_user(struct fakeapi__pod_check *c);
void fakeapi__standard_seccomp_required(struct fakeapi__pod_check *c);
/* Adds a name as a member of the list. */
void fakeapi__names_add(struct fakeapi__names *n, const char *name);
int fakeapi__names_count(const struct fakeapi__names *n);
void fakeapi__names_print(struct strbuf *out, const struct fakeapi__names *n, const char *quote);
void fakeapi__names_sort(struct fakeapi__names *n);
const char *fakeapi__plural(int n, const char *one, const char *many);
/* container "a" / containers "a", "b" */
void fakeapi__print_containers(struct strbuf *out, const struct fakeapi__names *n);
/* pod and containers "a", "b" */
void fakeapi__print_setters(struct fakeapi__pod_check *c);
/* The pod or a container violates the check. */
bool fakeapi__any_setter(const struct fakeapi__pod_check *c);
const cJSON *fakeapi__security_context(const cJSON *at);
void fakeapi__each_container(struct fakeapi__pod_check *c, fakeapi__container_fn *fn);
void fakeapi__blame_container(struct fakeapi__pod_check *c, const cJSON *container);
bool fakeapi__is_windows(const struct fakeapi__pod_check *c);
bool fakeapi__is_among(const char *text, const char *const *list);
void fakeapi__standard_capabilities(struct fakeapi__pod_check *c);
void fakeapi__seccomp_fields(struct fakeapi__pod_check *c, bool required);

#endif
