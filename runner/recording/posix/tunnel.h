/* SPDX-License-Identifier: Apache-2.0 */
/* tunnel.h - connects through an HTTP proxy (CONNECT): a kubeconfig's proxy-url. Reads the proxy's
 * response head and not a byte more; never blocks. */
#ifndef RUNNER_RECORDING_POSIX_TUNNEL_H
#define RUNNER_RECORDING_POSIX_TUNNEL_H

#include "runner/recording/rewrite.h"

/* A proxy: http://[user:password@]host[:port] */
struct tunnel_way {
	struct rec__site site;
	char *authorization; /* value of Proxy-Authorization; NULL: none */
};

/* RELIST_EINVAL: not a valid URL, or another scheme (https, socks5). */
int tunnel_way_parse(struct tunnel_way *way, const char *url, struct relist_err *err);
void tunnel_way_fini(struct tunnel_way *way);

struct tunnel {
	struct strbuf out;
	size_t out_at;
	struct rec__http answer;
	char why[160];
};

enum tunnel_state {
	TUNNEL_GOING,
	TUNNEL_OPEN,   /* all further bytes are the server's */
	TUNNEL_FAILED, /* see `why` */
};

/* Call it after connect() to the proxy. */
void tunnel_begin(struct tunnel *t, const struct tunnel_way *way, const struct rec__site *target);
enum tunnel_state tunnel_go(struct tunnel *t, int fd);
/* The events for poll(). */
short tunnel_events(const struct tunnel *t);
void tunnel_fini(struct tunnel *t);

#endif
