/* SPDX-License-Identifier: Apache-2.0 */
/* posts.h - the POST calls of the control API: their members, and readers of their bodies.
 *
 * A reader has no effect and needs no lock, so that `then` of a rule is checked by the same code
 * as the call itself.
 */
#ifndef FAKEAPI_CONTROL_POSTS_H
#define FAKEAPI_CONTROL_POSTS_H

#include "fakeapi/control/control_impl.h"

struct fakeapi__post {
	const char *name;    /* below /relist/v1/ */
	const char *members; /* of the body, comma-separated; NULL: `check` refuses others */
	/* Refuses a body that the call would refuse in every state of the store. `body` may be
	 * NULL. NULL: the members are all there is to check. */
	int (*check)(struct fakeapi__call *c, const cJSON *body);
};

/* NULL: there is no such call. */
const struct fakeapi__post *fakeapi__post_find(struct str name);
/* 400 with the list of the calls: `found call "wathces", wanted ...`; always -1. */
int fakeapi__post_unknown(struct fakeapi__call *c, const char *name);
/* Refuses members that the call does not have. */
int fakeapi__post_members(struct fakeapi__call *c, const struct fakeapi__post *post,
			  const cJSON *body);

/* Readers: 0, or -1 with the error in c->st. */

int fakeapi__read_compaction(struct fakeapi__call *c, const cJSON *body,
			     struct fakeapi__compaction *how);

struct fakeapi__rewind_body {
	uint64_t rv;
	bool keep_watches;
};
int fakeapi__read_rewind(struct fakeapi__call *c, const cJSON *body,
			 struct fakeapi__rewind_body *out);

struct fakeapi__backends_body {
	uint32_t number;
	int freeze, refuse; /* 1: true, -1: false, 0: not given */
	bool has_lag;
	int64_t lag_ns, for_ns; /* for_ns 0: without an end */
	double behind;		/* -1: not given */
	uint64_t rv;		/* 0: not given */
};
int fakeapi__read_backends(struct fakeapi__call *c, const cJSON *body,
			   struct fakeapi__backends_body *out);

/* 400: no backend would accept the request that reopens this one; always -1. */
int fakeapi__no_way_back(struct fakeapi__call *c);

enum { FAKEAPI_EXCEPT_MAX = 120 };

struct fakeapi__network_body {
	char except[FAKEAPI_EXCEPT_MAX]; /* as in a match: "driver|kubectl" */
	int64_t for_ns;
};
int fakeapi__read_network(struct fakeapi__call *c, const cJSON *body,
			  struct fakeapi__network_body *out);

/* Of POST watches: the actions on open watches. */
enum fakeapi__how {
	FAKEAPI_HOW_END,
	FAKEAPI_HOW_CUT,
	FAKEAPI_HOW_RESET,
	FAKEAPI_HOW_STALL,
	FAKEAPI_HOW_RESUME,
	FAKEAPI_HOW_SLOW,
	FAKEAPI_HOW_BOOKMARK,
	FAKEAPI_HOW_ERROR,
	FAKEAPI_HOW_SEND,
	FAKEAPI_HOW_HTTP2
};

struct fakeapi__watches_body {
	enum fakeapi__how how;
	struct fakeapi__match match;
	size_t bytes;			/* SLOW */
	int64_t delay_ns;		/* SLOW */
	bool initial;			/* BOOKMARK */
	struct fakeapi__fault error;	/* ERROR, HTTP2 */
	struct fakeapi__script *script; /* SEND */
};
/* The caller calls fakeapi__watches_body_fini(), also after an error. */
int fakeapi__read_watches(struct fakeapi__call *c, const cJSON *body,
			  struct fakeapi__watches_body *out);
void fakeapi__watches_body_fini(struct fakeapi__watches_body *b);

#endif
