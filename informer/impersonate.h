/* SPDX-License-Identifier: Apache-2.0 */
/* impersonate.h - the request headers of rest.ImpersonationConfig (client-go's
 * transport/round_trippers.go). Pure. */
#ifndef INFORMER_IMPERSONATE_H
#define INFORMER_IMPERSONATE_H

#include "base/str.h"

/* See the members of struct inf_client_options with these names. */
struct inf__impersonation {
	const char *user, *uid;
	const char *const *groups, *const *extra;
};

/* Appends the headers, each ended by CR LF; none without a user. RELIST_EINVAL for a uid, groups or
 * extra without a user, a line break, or extra without "="; RELIST_ENOMEM. */
int inf__impersonation_headers(const struct inf__impersonation *as, struct strbuf *out,
			       struct relist_err *err);

#endif
