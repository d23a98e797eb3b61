/* SPDX-License-Identifier: Apache-2.0 */
/* dynamic.h - the dynamic client without its transport (dynamic/simple.go): verbs make requests,
 * `ops` send them, responses become objects or errors. */
#ifndef INFORMER_DYNAMIC_H
#define INFORMER_DYNAMIC_H

#include "informer/rest_call.h"
#include "relist/client.h"

/* The transport and the clock. Any thread may call. */
struct inf__rest_ops {
	int64_t (*now_ns)(void *self);
	int64_t (*wall_ns)(void *self); /* since 1970-01-01T00:00:00Z */
	double (*unit)(void *self);	/* random, in [0, 1) */
	/* Runs the call until it is done; `cancel` (may be NULL) ends it. An error means that it
	 * could not run at all. */
	int (*perform)(void *self, struct inf__rest_call *call, struct inf_cancel *cancel,
		       struct relist_err *err);
	/* Sleeps until until_ns or until `cancel` (may be NULL) is raised. An error means that the
	 * caller cannot wait. */
	int (*sleep)(void *self, int64_t until_ns, struct inf_cancel *cancel,
		     struct relist_err *err);
	/* Calls run(arg) concurrently; `run` may use all of these functions. */
	int (*spawn)(void *self, void (*run)(void *arg), void *arg, struct relist_err *err);
	/* Frees `self` once all spawned functions have returned. */
	void (*free)(void *self);
};

struct inf_dynamic {
	struct inf_client *client; /* a reference */
	const struct inf__rest_ops *ops;
	void *self;
	struct inf__token_bucket bucket;
	struct inf_dynamic_options options; /* with the defaults filled in */
};

/* Checks and copies the options. */
int inf__dynamic_init(struct inf_dynamic *d, const struct inf_dynamic_options *options,
		      struct relist_err *err);

/* Runs `c`, whose request and list are set. Returns 0 if the response is a success. */
int inf__dynamic_run(struct inf_dynamic *d, struct inf__rest_call *c, const struct inf_call *call,
		     struct relist_err *err);
/* The deadline of a call that begins now. */
int64_t inf__dynamic_deadline(struct inf_dynamic *d, const struct inf_call *call);

/* "/apis/apps/v1/namespaces/default/deployments", with "/web/scale" if there is a name. Validates
 * names like client-go; RELIST_EINVAL. */
int inf__rest_path(struct strbuf *out, const struct inf_resource *res, const char *name,
		   const char *subresource, struct relist_err *err);
/* Appends name=value unless value is NULL or "". */
void inf__rest_param(struct strbuf *query, const char *name, const char *value);
void inf__rest_param_int(struct strbuf *query, const char *name, int64_t value); /* unless 0 */
void inf__rest_param_timeout(struct strbuf *query, const struct inf_dynamic *d);
/* Options of a list or a deletecollection; NULL: defaults. */
void inf__rest_param_list(struct strbuf *query, const struct inf_dynamic *d,
			  const struct inf_list_options *options);

/* Parses one warn-value of *rest (ParseWarningHeader). Returns false if no further one can be
 * parsed. Clears `agent` and `text` first. */
bool inf__warning_next(struct str *rest, int *code, struct strbuf *agent, struct strbuf *text);

/* A step of wait.Backoff: sets the wait before the next try. Returns false if there is none. */
bool inf__backoff_step(struct inf_backoff *b, double unit, int64_t *wait_ns);

const char *inf__or_empty(const char *z);

#endif
