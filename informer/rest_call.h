/* SPDX-License-Identifier: Apache-2.0 */
/* rest_call.h - one call of a client, from waiting for its turn to the end of the response, like
 * rest.Request.Do and with_retry.go. Pure, and driven like a reflector: inputs are heads, bytes,
 * ends and time, outputs are OPEN and CLOSE.
 *
 *   TURN --> ASKED --> BODY --> DONE
 *     ^        | 429 or 5xx with Retry-After, a GET whose connection died
 *     '- PAUSE <-- DRAIN
 *
 * As in client-go the first wait for a turn does not count against the configured timeout. A write
 * is sent once, unless the server requests a retry. Its redirects are followed only within the
 * server, and only if net/http would keep the method.
 *
 * One owner thread at a time. */
#ifndef INFORMER_REST_CALL_H
#define INFORMER_REST_CALL_H

#include "informer/list_decoder.h"
#include "informer/redirect.h"
#include "informer/retry.h"
#include "informer/token_bucket.h"

/* The encoded request. */
struct inf__rest_request {
	const char *method;  /* "GET" */
	struct strbuf path;  /* "/api/v1/namespaces/default/pods" */
	struct strbuf query; /* "limit=1", without '?' */
	struct strbuf body;
	const char *content_type; /* of the body; NULL: no body */
	const char *accept;
};

void inf__rest_request_init(struct inf__rest_request *req, const char *method);
void inf__rest_request_fini(struct inf__rest_request *req);

enum inf__rest_state { REST_TURN, REST_ASKED, REST_BODY, REST_DRAIN, REST_PAUSE, REST_DONE };

struct inf__rest_call {
	/* Set before the start; borrowed. */
	const struct inf__rest_request *req;
	struct inf__token_bucket *bucket; /* NULL: no limit */
	int64_t deadline_ns;		  /* deadline of the call; TIME_NEVER */
	int64_t timeout_ns;		  /* starts with its turn; 0: none */
	size_t bytes_max;		  /* limit of a response */
	struct inf__list_decoder *list;	  /* gets the body of a good JSON response; NULL */

	/* The result, once done. */
	int code; /* 0: the response below is complete, whatever its status */
	char why[400];
	int status;
	enum inf__media media;
	char content_type[128];
	int32_t retry_after_s;
	struct strbuf body, warnings;
	bool streamed; /* the body went to `list` */

	/* Private. */
	enum inf__rest_state state;
	struct inf__retry retry;
	struct inf__redirect redirect;
	bool redirected; /* the next request goes to its target */
	uint32_t id, close_id;
	bool open_pending;
	int64_t limit_ns; /* the earlier of deadline and timeout */
	int64_t wake_ns;  /* end of TURN or PAUSE */
	int64_t pause_ns; /* DRAIN: length of the following pause */
	size_t body_len;
	char before[100]; /* the failure of an earlier attempt */
};

void inf__rest_call_init(struct inf__rest_call *c, const struct inf__rest_request *req);
void inf__rest_call_fini(struct inf__rest_call *c);

void inf__rest_call_start(struct inf__rest_call *c, int64_t now_ns);
/* Ends the call with RELIST_ECANCELED, or with other values of `code` and `why`. */
void inf__rest_call_give_up(struct inf__rest_call *c, int64_t now_ns, int code, const char *why);
void inf__rest_call_on_head(struct inf__rest_call *c, int64_t now_ns, uint32_t id,
			    const struct inf__head *head);
void inf__rest_call_on_bytes(struct inf__rest_call *c, int64_t now_ns, uint32_t id,
			     const void *bytes, size_t len);
void inf__rest_call_on_end(struct inf__rest_call *c, int64_t now_ns, uint32_t id,
			   enum inf__end how);
void inf__rest_call_on_time(struct inf__rest_call *c, int64_t now_ns);

/* The effect is borrowed until the next call of a function. */
bool inf__rest_call_poll(struct inf__rest_call *c, struct inf__effect *out);
int64_t inf__rest_call_deadline_ns(const struct inf__rest_call *c); /* TIME_NEVER: none */
static inline bool inf__rest_call_done(const struct inf__rest_call *c)
{
	return c->state == REST_DONE;
}
static inline bool inf__rest_call_good(const struct inf__rest_call *c)
{
	return c->status >= 200 && c->status <= 206;
}

#endif
