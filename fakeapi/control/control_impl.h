/* SPDX-License-Identifier: Apache-2.0 */
/* control_impl.h - control.h's functions for callers that hold the lock (control_http.c). */
#ifndef FAKEAPI_CONTROL_IMPL_H
#define FAKEAPI_CONTROL_IMPL_H

#include "fakeapi/control/control.h"

struct fakeapi__backend;

uint32_t fakeapi__fault_add_locked(struct fakeapi__core *core, const struct fakeapi__fault *rule);
void fakeapi__fault_del_locked(struct fakeapi__core *core, uint32_t id);
size_t fakeapi__end_watches_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
				   enum fakeapi__watch_end how);
size_t fakeapi__frames_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
			      const struct fakeapi__frame_fault *fault);
size_t fakeapi__slow_watches_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
				    size_t bytes, int64_t delay_ns);
size_t fakeapi__bookmark_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
				bool initial);
size_t fakeapi__send_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
			    struct fakeapi__script *script, bool newest);
size_t fakeapi__error_locked(struct fakeapi__core *core, const struct fakeapi__fault *rule);
void fakeapi__compaction_locked(struct fakeapi__core *core, const struct fakeapi__compaction *how);
/* If `c` is not NULL, releases the lock meanwhile, if it may. */
int fakeapi__rewind_locked(struct fakeapi__core *core, struct fakeapi__call *c, uint64_t rv,
			   bool keep_watches, struct relist_err *err);
void fakeapi__behind_locked(struct fakeapi__core *core, uint32_t backend, uint64_t rv,
			    uint64_t behind);
void fakeapi__freeze_locked(struct fakeapi__core *core, uint32_t backend, bool frozen);
int fakeapi__delete_locked(struct fakeapi__core *core, struct fakeapi__call *c, struct str group,
			   struct str resource, struct str ns, struct str name,
			   struct relist_err *err);
int fakeapi__reset_locked(struct fakeapi__core *core, struct relist_err *err);
/* Calls fn for about `most` requests after *seq, and moves *seq past them. True: more remain. */
bool fakeapi__requests_locked(struct fakeapi__core *core, uint64_t *seq, size_t most,
			      void (*fn)(void *user, const struct fakeapi__logged *request),
			      void *user);
/* fakeapi__core_load() with the lock held; `c` as above. */
int fakeapi__load_locked(struct fakeapi__core *core, struct fakeapi__call *c, struct str doc,
			 struct relist_err *err);

/* control_answer.c: a parameter of the URL, from 0; responses. -1: why in c->st. */
int fakeapi__control_number(struct fakeapi__call *c, const char *name, int64_t *out, bool *given);
int fakeapi__control_object(struct fakeapi__call *c); /* the parameters that name one */
int fakeapi__control_answer(struct fakeapi__call *c, int code, cJSON *take_obj);
int fakeapi__control_ok(struct fakeapi__call *c); /* with the store's version */
int fakeapi__control_err(struct fakeapi__call *c, const struct relist_err *err);
/* 400: "what: found ..."; always -1. */
int fakeapi__control_bad(struct fakeapi__call *c, const char *what, const char *found);
/* 200 with the number of ended watches. */
int fakeapi__control_ended(struct fakeapi__call *c, size_t count);
/* True: work over the whole store continues on another thread; return *rc. */
bool fakeapi__control_aside(struct fakeapi__call *c, int *rc);
void fakeapi__add_element(cJSON *list, cJSON *take_item);
/* Adds the URL to use when no backend accepts connections. */
void fakeapi__add_control_url(const struct fakeapi__call *c, cJSON *obj);

/* control_faults.c and control_read.c: actions. */
int fakeapi__control_faults(struct fakeapi__call *c, const cJSON *body);
int fakeapi__control_fault(struct fakeapi__call *c, uint64_t id);
int fakeapi__control_watches(struct fakeapi__call *c, const cJSON *body);
int fakeapi__control_requests(struct fakeapi__call *c, const cJSON *body);
int fakeapi__control_objects(struct fakeapi__call *c, const cJSON *body);
int fakeapi__control_overview(struct fakeapi__call *c, const cJSON *body);

/* network.c: *count: ended watches. Negative: error in c->st. */
int fakeapi__control_network(struct fakeapi__call *c, const cJSON *body, size_t *count);

/* waits.c: calls that wait for requests of clients. Positive: parked; negative: error in c->st. */
int fakeapi__wait_for_rule(struct fakeapi__call *c, const struct fakeapi__fault *f);
#define FAKEAPI_WAIT_NS (30 * NS_PER_S) /* the default of a call without a duration */
/* A parameter up to ten minutes; *ns stays as it is if it is not given. */
int fakeapi__read_time(struct fakeapi__call *c, const char *name, int64_t *ns);
/* The call has waited so long; its first use begins the wait. */
bool fakeapi__wait_is_over(struct fakeapi__call *c, int64_t wait_ns);
/* Parks the call until `at_ns`, before which another look cannot help (in the past: not known), but
 * not beyond its wait. */
int fakeapi__look_again(struct fakeapi__call *c, int64_t wait_ns, int64_t at_ns);
/* at_rest.c */
int fakeapi__control_rest(struct fakeapi__call *c);
/* addresses.c: adds the address in GET /relist/v1/backends. */
void fakeapi__add_address(const struct fakeapi__backend *b, cJSON *obj);

/* live.c: actions for the page of `relist serve --ui`. */
int fakeapi__control_changes(struct fakeapi__call *c, const cJSON *body);
int fakeapi__control_page(struct fakeapi__call *c);
int fakeapi__control_versions(struct fakeapi__call *c, const cJSON *body);
int fakeapi__control_marks(struct fakeapi__call *c, const cJSON *body);
/* Adds a mark if the call has effects; omits its body if it contains objects. */
void fakeapi__control_mark(struct fakeapi__call *c, bool with_body);

/* members.c: values and matches in JSON. Negative: error in c->st. */
int fakeapi__read_text(struct fakeapi__call *c, const cJSON *obj, const char *name, char *out,
		       size_t cap);
int fakeapi__read_number(struct fakeapi__call *c, const cJSON *obj, const char *name, double min,
			 double max, double *out);
int fakeapi__read_duration(struct fakeapi__call *c, const cJSON *obj, const char *name,
			   int64_t *out);
/* 1 or -1 (false); left alone if it is not given. */
int fakeapi__read_bool(struct fakeapi__call *c, const cJSON *obj, const char *name, int *out);
/* Refuse members, and parameters of the request, that are not in the comma-separated list. */
int fakeapi__check_members(struct fakeapi__call *c, const cJSON *obj, const char *known);
int fakeapi__check_params(struct fakeapi__call *c, const char *known);
/* 400: `unknown member "tims" (did you mean "times"?), known: ...`; always -1. */
int fakeapi__unknown(struct fakeapi__call *c, const char *what, const char *found,
		     const char *known);
/* After an end was set or taken away: when the next one comes. */
void fakeapi__plan_expiry_locked(struct fakeapi__core *core);
int fakeapi__read_match(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__match *m);
/* Reads the member `details`, an object, into the rule. */
int fakeapi__read_details(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f);
/* control_rules.c: rules as JSON. The caller frees `details` and the script. */
int fakeapi__read_fault(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f);
void fakeapi__read_fault_fini(struct fakeapi__fault *f);
/* Reads the member `body` as a script: text, {json}, {hex}, {wait}, {close}. */
int fakeapi__read_script(struct fakeapi__call *c, const cJSON *obj, int status,
			 struct fakeapi__script **out);
cJSON *fakeapi__fault_tree(const struct fakeapi__fault *f);

#endif
