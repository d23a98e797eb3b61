/* SPDX-License-Identifier: Apache-2.0 */
/* http2_health.h - decides when to ping an HTTP/2 connection and when to give it up: the health
 * check of golang.org/x/net/http2 with client-go's settings (apimachinery/pkg/util/net/http.go,
 * configureHTTP2Transport).
 *
 * After read_idle_ns without a byte a ping is due; after ping_timeout_ns more the connection is
 * lost. Any byte counts as a response, so a server that sends events is alive. */
#ifndef INFORMER_HTTP2_HEALTH_H
#define INFORMER_HTTP2_HEALTH_H

#include "base/base.h"
#include "informer/fixes.h"

struct inf__http2_options {
	bool disabled;		 /* DISABLE_HTTP2 */
	int64_t read_idle_ns;	 /* HTTP2_READ_IDLE_TIMEOUT_SECONDS, 30 s; 0: no pings */
	int64_t ping_timeout_ns; /* HTTP2_PING_TIMEOUT_SECONDS, 15 s */
	/* Deliberate mistakes. */
	bool error_closes;   /* a stream's error closes the connection */
	bool one_connection; /* requests beyond the limit of streams wait */
};

/* Parses the values of the three variables; NULL and invalid numbers give the default. */
void inf__http2_options_init(struct inf__http2_options *o, const char *disabled,
			     const char *read_idle_s, const char *ping_timeout_s);
/* Undoes fixes of the connection; others have no effect. */
void inf__http2_options_without(struct inf__http2_options *o, inf__without without);

struct inf__http2_health {
	int64_t heard_ns; /* time of the last byte, or of the init */
	int64_t asked_ns; /* time of the pending ping; TIME_NEVER: none */
};

enum inf__http2_next { INF_HTTP2_WAIT, INF_HTTP2_PING, INF_HTTP2_LOST };

void inf__http2_health_init(struct inf__http2_health *h, int64_t now_ns);
void inf__http2_health_heard(struct inf__http2_health *h, int64_t now_ns);
/* Returns the action that is due now; PING counts as sent. */
enum inf__http2_next inf__http2_health_look(struct inf__http2_health *h,
					    const struct inf__http2_options *o, int64_t now_ns);
/* When to call look next; TIME_NEVER. */
int64_t inf__http2_health_deadline_ns(const struct inf__http2_health *h,
				      const struct inf__http2_options *o);

#endif
