/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/rest_call.h"

#include "base/clock.h"
#include "base/text/number.h"

void inf__rest_request_init(struct inf__rest_request *req, const char *method)
{
	memset(req, 0, sizeof(*req));
	req->method = method;
	req->accept = "application/json";
	strbuf_init(&req->path);
	strbuf_init(&req->query);
	strbuf_init(&req->body);
}

void inf__rest_request_fini(struct inf__rest_request *req)
{
	strbuf_fini(&req->path);
	strbuf_fini(&req->query);
	strbuf_fini(&req->body);
}

void inf__rest_call_init(struct inf__rest_call *c, const struct inf__rest_request *req)
{
	memset(c, 0, sizeof(*c));
	c->req = req;
	c->deadline_ns = c->limit_ns = TIME_NEVER;
	c->bytes_max = SIZE_MAX;
	strbuf_init(&c->body);
	strbuf_init(&c->warnings);
	inf__redirect_init(&c->redirect);
}

void inf__rest_call_fini(struct inf__rest_call *c)
{
	strbuf_fini(&c->body);
	strbuf_fini(&c->warnings);
	inf__redirect_fini(&c->redirect);
}

static bool reads(const struct inf__rest_call *c)
{
	return strcmp(c->req->method, "GET") == 0;
}

static bool is_open(const struct inf__rest_call *c)
{
	return c->state == REST_ASKED || c->state == REST_BODY || c->state == REST_DRAIN;
}

static void hang_up(struct inf__rest_call *c)
{
	if (!is_open(c))
		return;
	if (c->open_pending)
		c->open_pending = false;
	else
		c->close_id = c->id;
}

void inf__rest_call_give_up(struct inf__rest_call *c, int64_t now_ns, int code, const char *why)
{
	const char *query = c->req->query.len ? "?" : "";

	if (c->state == REST_DONE)
		return;
	if (c->state == REST_TURN && c->bucket && c->wake_ns > now_ns)
		inf__token_bucket_cancel(c->bucket, now_ns, c->wake_ns);
	hang_up(c);
	c->state = REST_DONE;
	c->code = code;
	(void)snprintf(c->why, sizeof(c->why), "%s %.100s%s%.80s: %s%s%s", c->req->method,
		       c->req->path.ptr, query, c->req->query.ptr, why,
		       c->before[0] && strcmp(c->before, why) != 0
			   ? " - error from a previous attempt: "
			   : "",
		       strcmp(c->before, why) != 0 ? c->before : "");
}

/* ---- sending ---- */

static void send_request(struct inf__rest_call *c, int64_t now_ns)
{
	/* Starts with the first request: later ones would only give later limits. */
	if (c->timeout_ns > 0 && time_add(now_ns, c->timeout_ns) < c->limit_ns)
		c->limit_ns = time_add(now_ns, c->timeout_ns);
	if (!c->redirected)
		inf__redirect_reset(&c->redirect);
	c->redirected = false;
	c->state = REST_ASKED;
	c->id++;
	c->open_pending = true;
	c->body_len = 0;
}

static void take_turn(struct inf__rest_call *c, int64_t now_ns)
{
	c->state = REST_TURN;
	c->wake_ns = now_ns;
	if (c->bucket && !inf__token_bucket_reserve(c->bucket, now_ns, c->limit_ns, &c->wake_ns)) {
		c->wake_ns = now_ns; /* no token was taken */
		inf__rest_call_give_up(c, now_ns, RELIST_ETIMEDOUT,
				       "the rate limit leaves no turn before the deadline");
		return;
	}
	if (c->wake_ns <= now_ns)
		send_request(c, now_ns);
}

static void pause_call(struct inf__rest_call *c, int64_t now_ns)
{
	c->state = REST_PAUSE;
	c->wake_ns = c->pause_ns > 0 ? time_add(now_ns, c->pause_ns) : now_ns;
	if (c->wake_ns <= now_ns)
		take_turn(c, now_ns);
}

void inf__rest_call_start(struct inf__rest_call *c, int64_t now_ns)
{
	c->limit_ns = c->deadline_ns;
	if (c->deadline_ns <= now_ns)
		inf__rest_call_give_up(c, now_ns, RELIST_ETIMEDOUT, "deadline exceeded");
	else
		take_turn(c, now_ns);
}

void inf__rest_call_on_time(struct inf__rest_call *c, int64_t now_ns)
{
	if (c->state == REST_DONE)
		return;
	if (now_ns >= c->limit_ns)
		inf__rest_call_give_up(c, now_ns, RELIST_ETIMEDOUT, "deadline exceeded");
	else if (c->state == REST_TURN && now_ns >= c->wake_ns)
		send_request(c, now_ns);
	else if (c->state == REST_PAUSE && now_ns >= c->wake_ns)
		take_turn(c, now_ns);
}

int64_t inf__rest_call_deadline_ns(const struct inf__rest_call *c)
{
	if (c->state == REST_DONE)
		return TIME_NEVER;
	if ((c->state == REST_TURN || c->state == REST_PAUSE) && c->wake_ns < c->limit_ns)
		return c->wake_ns;
	return c->limit_ns;
}

bool inf__rest_call_poll(struct inf__rest_call *c, struct inf__effect *out)
{
	memset(out, 0, sizeof(*out));
	if (c->close_id) {
		out->kind = INF_EFFECT_CLOSE;
		out->request_id = c->close_id;
		c->close_id = 0;
		return true;
	}
	if (!c->open_pending)
		return false;
	c->open_pending = false;
	*out = (struct inf__effect) {
		.kind = INF_EFFECT_OPEN,
		.request_id = c->id,
		.method = c->req->method,
		.path = c->req->path.ptr,
		.raw_query = c->req->query.len ? c->req->query.ptr : NULL,
		.content_type = c->req->content_type,
		.body = strbuf_str(&c->req->body),
		.target = c->redirect.target.len ? c->redirect.target.ptr : NULL,
		.foreign = c->redirect.foreign,
		.accept = c->req->accept,
	};
	return true;
}

/* ---- the response ---- */

static void redirect(struct inf__rest_call *c, int64_t now_ns, const struct inf__head *head)
{
	struct inf__api_error e;

	if (!reads(c) && head->status != 307 && head->status != 308) {
		inf__rest_call_give_up(c, now_ns, RELIST_EIO,
				       "the server redirects a write as if it were a read");
		return;
	}
	if (!inf__redirect_follow(&c->redirect, head, &e)) {
		inf__rest_call_give_up(c, now_ns, e.no_memory ? RELIST_ENOMEM : RELIST_EIO, e.text);
		return;
	}
	if (!reads(c) && c->redirect.foreign) {
		inf__rest_call_give_up(c, now_ns, RELIST_EIO,
				       "the server redirects a write to another host");
		return;
	}
	c->redirected = true;
	c->state = REST_DRAIN;
}

static void take_head(struct inf__rest_call *c, const struct inf__head *head)
{
	uint64_t seconds;

	c->state = REST_BODY;
	c->status = head->status;
	c->media = inf__media_type(head->content_type);
	(void)snprintf(c->content_type, sizeof(c->content_type), "%s",
		       head->content_type ? head->content_type : "");
	c->retry_after_s =
	    number_parse(str_of(head->retry_after), INT32_MAX, &seconds) ? (int32_t)seconds : 0;
	c->streamed = c->list && c->media == INF_MEDIA_JSON && inf__rest_call_good(c);
	if (head->warnings)
		strbuf_addz(&c->warnings, head->warnings);
}

static void drained(struct inf__rest_call *c, int64_t now_ns)
{
	c->state = REST_PAUSE;
	if (c->redirected)
		send_request(c, now_ns);
	else
		pause_call(c, now_ns);
}

void inf__rest_call_on_head(struct inf__rest_call *c, int64_t now_ns, uint32_t id,
			    const struct inf__head *head)
{
	if (id != c->id || c->state != REST_ASKED)
		return;
	if (inf__redirect_is(head)) {
		redirect(c, now_ns, head);
		return;
	}
	if (inf__retry_answer(&c->retry, head->status, head->retry_after, &c->pause_ns))
		c->state = REST_DRAIN;
	else
		take_head(c, head);
}

void inf__rest_call_on_bytes(struct inf__rest_call *c, int64_t now_ns, uint32_t id,
			     const void *bytes, size_t len)
{
	if (id != c->id || (c->state != REST_BODY && c->state != REST_DRAIN))
		return;
	if (c->state == REST_DRAIN) {
		c->body_len += len;
		if (c->body_len >= INF_RETRY_DRAIN_MAX) {
			hang_up(c);
			drained(c, now_ns);
		}
		return;
	}
	if (len > c->bytes_max - c->body_len) {
		char why[80];

		(void)snprintf(why, sizeof(why), "the response is longer than %zu bytes",
			       c->bytes_max);
		inf__rest_call_give_up(c, now_ns, RELIST_ELIMIT, why);
		return;
	}
	c->body_len += len;
	if (c->streamed)
		inf__list_decoder_feed(c->list, bytes, len);
	else
		strbuf_add(&c->body, bytes, len);
	if (c->body.failed)
		inf__rest_call_give_up(c, now_ns, RELIST_ENOMEM, "out of memory");
}

static void died(struct inf__rest_call *c, int64_t now_ns, enum inf__end how)
{
	struct inf__api_error e;

	inf__retry_connection_error(&e, how, false);
	if (reads(c) && inf__retry_connection(&c->retry, how, false, &c->pause_ns)) {
		(void)snprintf(c->before, sizeof(c->before), "%.99s", e.text);
		c->state = REST_PAUSE;
		pause_call(c, now_ns);
		return;
	}
	c->state = REST_PAUSE; /* nothing is open */
	inf__rest_call_give_up(c, now_ns, RELIST_EIO, e.text);
}

void inf__rest_call_on_end(struct inf__rest_call *c, int64_t now_ns, uint32_t id, enum inf__end how)
{
	struct inf__api_error e;

	if (id != c->id || !is_open(c))
		return;
	switch (c->state) {
	case REST_ASKED:
		died(c, now_ns, how);
		return;
	case REST_DRAIN:
		drained(c, now_ns);
		return;
	case REST_BODY:
		c->state = REST_PAUSE; /* nothing is open */
		if (how == INF_END_CLEAN) {
			c->state = REST_DONE;
			c->code = c->warnings.failed ? RELIST_ENOMEM : 0;
			return;
		}
		inf__retry_connection_error(&e, how, true);
		inf__rest_call_give_up(c, now_ns, RELIST_EIO, e.text);
		return;
	case REST_TURN:
	case REST_PAUSE:
	case REST_DONE:
		return;
	}
}
