/* SPDX-License-Identifier: Apache-2.0 */
/* controllers.h - the work of kube-controller-manager, and of the controllers inside
 * kube-apiserver, at once and where an option enables it. dispatch.c runs them after each request,
 * control/ after each of its own; they write through the verbs (loopback.h).
 *
 * Who may call: server/ after each request, control/ after each of its own, strategy/ for the needs
 * of a type. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_CONTROLLERS_H
#define FAKEAPI_CONTROLLERS_H

#include "fakeapi/context.h"

/* controllers.c: what controllers have to look at, and what they do after each request. */
void fakeapi__controllers_note(struct fakeapi__core *core, struct fakeapi__bucket *b,
			       struct fakeapi__event *ev);
void fakeapi__controllers_run(struct fakeapi__core *core);
/* The garbage collector alone, now, until it finds nothing more to do. */
void fakeapi__gc_run(struct fakeapi__core *core);
/* One round; false: nothing was to be done. */
/* It has owners, their types are served, and none of them exists. */
bool fakeapi__gc_has_lost_owner(struct fakeapi__core *core, const struct fakeapi__version *v);
bool fakeapi__gc_step(struct fakeapi__core *core);
int fakeapi__bootstrap(struct fakeapi__core *core);
/* Deletes an object for good where it may go, as the controllers do. */
int fakeapi__kill(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
		  struct str name);
int fakeapi__cut_owner(struct fakeapi__core *core, struct fakeapi__bucket *b,
		       const struct fakeapi__version *v, struct str ns, struct str name,
		       struct str uid);
void fakeapi__namespaces_finish(struct fakeapi__core *core);
void fakeapi__service_accounts_make(struct fakeapi__core *core);

/* flow_control.c: the headers that say which FlowSchema took the request; -1: out of memory. What
 * the controller writes into FlowSchemas; and the lines of /metrics (`user`: the core). */
int fakeapi__flow_headers(struct fakeapi__call *c);
void fakeapi__flows_settle(struct fakeapi__core *core);
void fakeapi__flow_metrics(void *user, struct strbuf *out);

/* crd_establish.c */
int fakeapi__crd_stored(struct fakeapi__call *c, struct str name);
/* Its custom resources go, its watches end, then the definition goes: at once, or, where some of
 * them have finalizers, by fakeapi__crds_finish() after the last of them. */
/* The same of one that is written past its API: watches of its resources end, and they go with it.
 * What is served stays as it was. */
void fakeapi__crd_written(struct fakeapi__core *core, const cJSON *definition, bool gone);
int fakeapi__crd_finalize(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str name);
void fakeapi__crds_finish(struct fakeapi__core *core);
/* A definition that is gone is not served any more. */
void fakeapi__crd_note(struct fakeapi__core *core, struct fakeapi__bucket *b,
		       struct fakeapi__event *ev);

/* May other definitions have now the names that this one had? */
bool fakeapi__crd_frees_names(const struct fakeapi__bucket *b, const struct fakeapi__version *v);
/* Accepts definitions that waited for names which are free now. */
void fakeapi__crd_names_settle(struct fakeapi__core *core);

enum fakeapi__own {
	FAKEAPI_OWN_API_SERVICES = 1 << 0,
	FAKEAPI_OWN_IP_ADDRESSES = 1 << 1,
};

/* on_request.c: makes what the request is about, if the server has such objects from its start and
 * they were not made yet. True: the request waits, or was answered. */
bool fakeapi__own_objects_wait(struct fakeapi__call *c);
void fakeapi__own_objects_note(struct fakeapi__core *core, const struct fakeapi__bucket *b);
void fakeapi__own_objects_settle(struct fakeapi__core *core);

/* api_services.c: answers paths whose APIService names a Service; false: there is none. */
bool fakeapi__api_services_refuse(struct fakeapi__call *c, struct str group, struct str version);
int fakeapi__api_services_make(struct fakeapi__core *core);
bool fakeapi__api_services_look_at(const struct fakeapi__bucket *b);
/* Registers the types of definitions, and sets the conditions. */
void fakeapi__api_services_settle(struct fakeapi__core *core);

/* ip_addresses.c: makes those of all Services; sees what was written since. */
int fakeapi__ip_addresses_make(struct fakeapi__core *core);
void fakeapi__ip_addresses_settle(struct fakeapi__core *core);

/* roles.c: writes the rules of aggregated ClusterRoles. */
void fakeapi__roles_aggregate(struct fakeapi__core *core);

#endif
