/* SPDX-License-Identifier: Apache-2.0 */
/* dynamic.h - the dynamic client without its transport (dynamic/simple.go): verbs make requests,
 * `ops` carry them out, answers become objects or errors. */
#ifndef INFORMER_DYNAMIC_H
#define INFORMER_DYNAMIC_H

#include "informer/rest_call.h"
#include "relist/client.h"

/* Who moves the bytes and by which clock. Any thread may call. */
struct inf__rest_ops {
	int64_t (*now_ns)(void *self);
	int64_t (*wall_ns)(void *self); /* since 1970-01-01T00:00:00Z */
	double (*unit)(void *self);	/* at random from [0, 1) */
	/* Starts the call and runs it until it is done; `cancel` (may be NULL) ends it. An error:
	 * it could not be run at all. */
	int (*perform)(void *self, struct inf__rest_call *call, struct inf_cancel *cancel,
		       struct relist_err *err);
	/* Until until_ns or until `cancel` (may be NULL) is raised, whatever comes first. An error:
	 * the caller cannot wait. */
	int (*sleep)(void *self, int64_t until_ns, struct inf_cancel *cancel,
		     struct relist_err *err);
	/* Calls run(arg) as something that goes on by itself, and may do all of the above. */
	int (*spawn)(void *self, void (*run)(void *arg), void *arg, struct relist_err *err);
	/* Once what was spawned has returned. */
	void (*free)(void *self);
};

struct inf_dynamic {
	struct inf_client *client; /* a reference */
	const struct inf__rest_ops *ops;
	void *self;
	struct inf__token_bucket bucket;
	struct inf_dynamic_options options; /* defaults filled in */
};

/* Checks and copies the options. */
int inf__dynamic_init(struct inf_dynamic *d, const struct inf_dynamic_options *options,
		      struct relist_err *err);

/* Runs `c`, whose request and list are set. 0: a good answer is there. */
int inf__dynamic_run(struct inf_dynamic *d, struct inf__rest_call *c, const struct inf_call *call,
		     struct relist_err *err);
/* When a call that begins now has to be over. */
int64_t inf__dynamic_deadline(struct inf_dynamic *d, const struct inf_call *call);

/* "/apis/apps/v1/namespaces/default/deployments", and "/web/scale" if there is a name. Names are
 * checked as client-go checks them; RELIST_EINVAL. */
int inf__rest_path(struct strbuf *out, const struct inf_resource *res, const char *name,
		   const char *subresource, struct relist_err *err);
/* Appends name=value unless value is NULL or "". */
void inf__rest_param(struct strbuf *query, const char *name, const char *value);
void inf__rest_param_int(struct strbuf *query, const char *name, int64_t value); /* unless 0 */
void inf__rest_param_timeout(struct strbuf *query, const struct inf_dynamic *d);

/* One warn-value off *rest (ParseWarningHeader): false when there is no further one that can be
 * read. `agent` and `text` are cleared first. */
bool inf__warning_next(struct str *rest, int *code, struct strbuf *agent, struct strbuf *text);

/* The waits of wait.Backoff: how long before the next try. False: there is none. */
bool inf__backoff_step(struct inf_backoff *b, double unit, int64_t *wait_ns);

#endif
