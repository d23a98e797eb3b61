/* SPDX-License-Identifier: Apache-2.0 */
/* redirect.h - follows 3xx responses (net/http's Client.do): resolves references and stops after
 * ten hops. Once a redirect leaves the server, all further targets count as foreign. */
#ifndef INFORMER_REDIRECT_H
#define INFORMER_REDIRECT_H

#include "base/str.h"
#include "informer/api_status.h"
#include "informer/reflector.h"

struct inf__redirect {
	struct strbuf origin; /* the URL that was redirected first */
	struct strbuf target; /* target of the last redirect; "": none yet */
	unsigned hops;
	bool foreign; /* a redirect has left the server */
};

void inf__redirect_init(struct inf__redirect *r);
void inf__redirect_fini(struct inf__redirect *r);
/* Resets to the original server. */
void inf__redirect_reset(struct inf__redirect *r);

/* Whether the response is a redirect. */
bool inf__redirect_is(const struct inf__head *head);
/* Follows one redirect and sets target and foreign. Returns false with *e set on an error. */
bool inf__redirect_follow(struct inf__redirect *r, const struct inf__head *head,
			  struct inf__api_error *e);

#endif
