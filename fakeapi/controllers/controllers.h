/* SPDX-License-Identifier: Apache-2.0 */
/* controllers.h - the work of kube-controller-manager and of the controllers inside kube-apiserver,
 * done at once and if an option enables it. dispatch.c runs them after each request, control/ after
 * each of its own; they write through the verbs (loopback.h).
 *
 * Who may call: server/ after each request, control/ after each of its own, strategy/ for the needs
 * of a type. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_CONTROLLERS_H
#define FAKEAPI_CONTROLLERS_H

#include "fakeapi/context.h"

/* controllers.c: notes events for the controllers, and runs them after each request. */
void fakeapi__controllers_note(struct fakeapi__core *core, struct fakeapi__bucket *b,
			       struct fakeapi__event *ev);
void fakeapi__controllers_run(struct fakeapi__core *core);
/* Runs only the garbage collector until it finds nothing to do. */
void fakeapi__gc_run(struct fakeapi__core *core);
/* True if the object has owners of served types and none of them exists. */
bool fakeapi__gc_has_lost_owner(struct fakeapi__core *core, const struct fakeapi__version *v);
bool fakeapi__gc_step(struct fakeapi__core *core);
int fakeapi__bootstrap(struct fakeapi__core *core);
/* Deletes an object as the controllers do, if its finalizers permit. */
int fakeapi__kill(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
		  struct str name);
int fakeapi__cut_owner(struct fakeapi__core *core, struct fakeapi__bucket *b,
		       const struct fakeapi__version *v, struct str ns, struct str name,
		       struct str uid);
void fakeapi__namespaces_finish(struct fakeapi__core *core);
void fakeapi__service_accounts_make(struct fakeapi__core *core);

/* flow_match.c: adds the headers that name the request's FlowSchema and its priority level. */
void fakeapi__flow_headers(struct fakeapi__call *c);
/* Forgets the FlowSchemas read so far: one of them, or a priority level, has changed. */
void fakeapi__flows_drop(struct fakeapi__core *core);

/* flow_control.c: the controller's status of FlowSchemas, and the lines of /metrics (`user`: the
 * core). */
void fakeapi__flows_settle(struct fakeapi__core *core);
void fakeapi__flow_metrics(void *user, struct strbuf *out);

/* crd_establish.c */
int fakeapi__crd_stored(struct fakeapi__call *c, struct str name);
/* For a definition written by the control API: ends the watches of its resources; if `gone`,
 * deletes these resources. The served types stay unchanged. */
void fakeapi__crd_written(struct fakeapi__core *core, const cJSON *definition, bool gone);
/* crd_direct.c: replaces a complete definition by one with the defaults and the status of an
 * established one; it is not stored. -1: out of memory. */
int fakeapi__crd_complete(struct fakeapi__core *core, cJSON **definition);
/* Serves the versions of a stored definition in place of earlier ones; if these differ, the watches
 * of the type end. An incomplete definition only ends the watches. -1: out of memory. */
int fakeapi__crd_serve(struct fakeapi__core *core, const cJSON *definition);
/* Deletes the definition's custom resources, ends its watches and deletes the definition. If some
 * of them have finalizers, fakeapi__crds_finish() deletes it after the last of them. */
int fakeapi__crd_finalize(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str name);
void fakeapi__crds_finish(struct fakeapi__core *core);
/* Stops serving a deleted definition. */
void fakeapi__crd_note(struct fakeapi__core *core, struct fakeapi__bucket *b,
		       struct fakeapi__event *ev);

/* True if this version's names may have become free for other definitions. */
bool fakeapi__crd_frees_names(const struct fakeapi__bucket *b, const struct fakeapi__version *v);
/* Accepts definitions that waited for names that are now free. */
void fakeapi__crd_names_settle(struct fakeapi__core *core);

enum fakeapi__own {
	FAKEAPI_OWN_API_SERVICES = 1 << 0,
	FAKEAPI_OWN_IP_ADDRESSES = 1 << 1,
};

/* on_request.c: creates the server's own objects of the requested type, if not yet done. True: the
 * request waits, or was answered. */
bool fakeapi__own_objects_wait(struct fakeapi__call *c);
void fakeapi__own_objects_note(struct fakeapi__core *core, const struct fakeapi__bucket *b);
void fakeapi__own_objects_settle(struct fakeapi__core *core);

/* api_services.c: responds to paths whose APIService names a Service; false: no such APIService. */
bool fakeapi__api_services_refuse(struct fakeapi__call *c, struct str group, struct str version);
/* The same of such a group's own path, which lists its versions. */
bool fakeapi__api_services_group(struct fakeapi__call *c, struct str group);
int fakeapi__api_services_make(struct fakeapi__core *core);
bool fakeapi__api_services_look_at(const struct fakeapi__bucket *b);
/* Registers the types of definitions, and sets conditions. */
void fakeapi__api_services_settle(struct fakeapi__core *core);

/* ip_addresses.c: creates the addresses of all Services; updates them after writes. */
int fakeapi__ip_addresses_make(struct fakeapi__core *core);
void fakeapi__ip_addresses_settle(struct fakeapi__core *core);

/* roles.c: writes the rules of aggregated ClusterRoles. */
void fakeapi__roles_aggregate(struct fakeapi__core *core);

#endif
