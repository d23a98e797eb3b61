/* SPDX-License-Identifier: Apache-2.0 */
/* redirect.h - where a 3xx answer leads (net/http's Client.do): references are resolved, ten hops
 * are too many, and what has left the server once is foreign for good. */
#ifndef INFORMER_REDIRECT_H
#define INFORMER_REDIRECT_H

#include "base/str.h"
#include "informer/api_status.h"
#include "informer/reflector.h"

struct inf__redirect {
	struct strbuf origin; /* the URL that was redirected first */
	struct strbuf target; /* where redirects have led to; "": nowhere yet */
	unsigned hops;
	bool foreign; /* they have left the server */
};

void inf__redirect_init(struct inf__redirect *r);
void inf__redirect_fini(struct inf__redirect *r);
/* Back to the server. */
void inf__redirect_reset(struct inf__redirect *r);

/* The response is a redirect. */
bool inf__redirect_is(const struct inf__head *head);
/* Takes one hop: target and foreign are set. False with *e set: it leads nowhere. */
bool inf__redirect_follow(struct inf__redirect *r, const struct inf__head *head,
			  struct inf__api_error *e);

#endif
