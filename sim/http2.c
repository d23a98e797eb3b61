/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/http2.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "sim/net.h"

enum { NO_ERROR = 0, REFUSED_STREAM = 7 }; /* of RFC 9113 */

enum { BODY_TIMEOUT_S = 60 }; /* of fakeapi/http */

static void emit(struct sim__net *net, int64_t now_ns, const struct sim__conn *c,
		 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Reports a frame. */
static void emit(struct sim__net *net, int64_t now_ns, const struct sim__conn *c,
		 const char *format, ...)
{
	struct trace_event ev = { .at_ns = now_ns, .kind = TRACE_WIRE_FRAME, .n = c->number };
	char text[128];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	ev.text = str_of(text);
	trace_emit(&net->sink, &ev);
}

static const char *code_name(uint32_t code)
{
	static const char *const names[] = { FAKEAPI_FRAME_CODES };

	return code < ARRAY_LEN(names) ? names[code] : "?";
}

static struct sim__conn *accepting(struct sim__net *net)
{
	struct sim__conn *c = net->conns;

	while (c && (c->draining ||
		     (c->streams >= c->streams_max && !net->http2_options.one_connection)))
		c = c->next;
	return c;
}

/* The links that wait for a stream of the connection try again if it has one, or accepts none any
 * more. Returns false if there are none. */
static bool wake_queued(struct sim__net *net, const struct sim__conn *c)
{
	bool any = false, wakes = c->draining || c->streams < c->streams_max;

	for (size_t i = 0; i < net->link_count; i++) {
		struct sim__link *link = net->links[i];

		if (link->conn != c || !link->queued)
			continue;
		link->ready |= wakes;
		any = true;
	}
	return any;
}

bool sim__http2_join(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	struct sim__conn *c = accepting(net), **end = &net->conns;

	link->reused = c != NULL;
	if (!c) {
		c = base__calloc(1, sizeof(*c));
		if (!c)
			return false;
		c->streams_max = UINT32_MAX;
		c->number = ++net->conn_count;
		if (c->number > 1)
			emit(net, now_ns, c, "-> a new connection");
		while (*end)
			end = &(*end)->next;
		*end = c;
	}
	/* Before new requests those that have waited. */
	link->queued = c->streams >= c->streams_max || (!link->queued && wake_queued(net, c));
	link->conn = c;
	if (link->queued)
		return true;
	if (!c->streams)
		inf__http2_health_init(&c->health, now_ns);
	c->streams++;
	return true;
}

void sim__http2_leave(struct sim__net *net, struct sim__link *link, bool unfinished)
{
	struct sim__conn *c = link->conn, **place = &net->conns;

	link->conn = NULL;
	if (!link->queued)
		c->streams--;
	if (wake_queued(net, c) || c->streams || (!c->draining && !unfinished))
		return;
	while (*place != c)
		place = &(*place)->next;
	*place = c->next;
	base__free(c);
}

static int64_t whole_body_ns(const struct sim__conn *c, int64_t now_ns, size_t len)
{
	int64_t passed, grants;

	if (!c->no_window || !len)
		return now_ns;
	if (!c->window_every_ns)
		return TIME_NEVER;
	passed = (now_ns - c->window_from_ns) / c->window_every_ns;
	grants = (int64_t)((len + c->window_bytes - 1) / c->window_bytes);
	if (passed + grants > (TIME_NEVER - c->window_from_ns) / c->window_every_ns)
		return TIME_NEVER;
	return c->window_from_ns + (passed + grants) * c->window_every_ns;
}

bool sim__http2_transports(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	link->body_due_ns = TIME_NEVER;
	if (link->conn->silent || link->queued)
		return false;
	link->body_due_ns = whole_body_ns(link->conn, now_ns, link->body.len);
	if (link->body_due_ns <= now_ns)
		return true;
	link->body_late = link->body_due_ns > time_add(now_ns, BODY_TIMEOUT_S * NS_PER_S);
	if (link->body_late)
		link->body_due_ns = time_add(now_ns, BODY_TIMEOUT_S * NS_PER_S);
	emit(net, now_ns, link->conn, "-> HEADERS; a body of %zu bytes waits for a window",
	     link->body.len);
	return false;
}

static void close_windows(struct sim__conn *c, const struct fakeapi__frame_fault *f, int64_t now_ns)
{
	c->no_window = true;
	c->window_from_ns = now_ns;
	c->window_every_ns = f->delay_ns;
	c->window_bytes = f->bytes ? f->bytes : 1;
}

void sim__http2_apply(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	switch (link->frames.kind) {
	case FAKEAPI_FRAME_GOAWAY:
		link->conn->draining = true;
		emit(net, now_ns, link->conn, "<- GOAWAY %s, no stream excluded",
		     code_name(link->frames.code));
		break;
	case FAKEAPI_FRAME_NO_PINGS:
		link->conn->deaf = true;
		break;
	case FAKEAPI_FRAME_STREAMS:
		link->conn->streams_max = link->frames.streams;
		emit(net, now_ns, link->conn, "<- SETTINGS MAX_CONCURRENT_STREAMS=%u",
		     link->frames.streams);
		break;
	case FAKEAPI_FRAME_WINDOW:
		close_windows(link->conn, &link->frames, now_ns);
		emit(net, now_ns, link->conn, "<- SETTINGS INITIAL_WINDOW_SIZE=0");
		break;
	case FAKEAPI_FRAME_NONE:
	case FAKEAPI_FRAME_TRAILERS:
	case FAKEAPI_FRAME_NO_SETTINGS_ACK:
	case FAKEAPI_FRAME_DISOWN:
	case FAKEAPI_FRAME_RESET:
	case FAKEAPI_FRAME_SILENT:
	case FAKEAPI_FRAME_CUT_DATA:
	case FAKEAPI_FRAME_CLOSE:
		break;
	}
}

void sim__http2_hear(struct sim__link *link, int64_t now_ns)
{
	inf__http2_health_heard(&link->conn->health, now_ns);
}

static void silence(struct sim__net *net, struct sim__conn *c)
{
	c->silent = true;
	for (size_t i = 0; i < net->link_count; i++)
		net->links[i]->frozen |= net->links[i]->conn == c;
}

/* All its streams end at their next step. */
static void end_conn(struct sim__net *net, struct sim__conn *c, bool lost)
{
	c->draining = true;
	(void)wake_queued(net, c);
	for (size_t i = 0; i < net->link_count; i++) {
		struct sim__link *link = net->links[i];

		if (link->conn != c || link->queued)
			continue;
		link->ends = lost	      ? INF_END_LOST
			     : link->has_head ? INF_END_UNEXPECTED_EOF
					      : INF_END_EOF;
		link->end_due = link->ready = true;
		link->frozen = false;
	}
}

enum sim__http2_cut sim__http2_on_cut(struct sim__net *net, int64_t now_ns, struct sim__link *link,
				      enum inf__end *how)
{
	bool again = !link->has_head && !link->repeated;

	*how = INF_END_STREAM_ERROR;
	switch (link->frames.kind) {
	case FAKEAPI_FRAME_DISOWN:
		link->conn->draining = true;
		emit(net, now_ns, link->conn, "<- GOAWAY %s, the newest stream excluded",
		     code_name(link->frames.code));
		*how = INF_END_OTHER;
		link->repeated = true;
		return again ? SIM_HTTP2_AGAIN : SIM_HTTP2_ENDS;
	case FAKEAPI_FRAME_RESET:
		emit(net, now_ns, link->conn, "<- RST_STREAM %s", code_name(link->frames.code));
		if (link->frames.code == REFUSED_STREAM && !link->has_head)
			return SIM_HTTP2_AGAIN;
		if (link->has_head && link->frames.code == NO_ERROR)
			*how = INF_END_CLEAN;
		else if (net->http2_options.error_closes)
			end_conn(net, link->conn, false);
		return SIM_HTTP2_ENDS;
	case FAKEAPI_FRAME_SILENT:
		silence(net, link->conn);
		return SIM_HTTP2_LATER;
	case FAKEAPI_FRAME_CUT_DATA:
	case FAKEAPI_FRAME_CLOSE:
		emit(net, now_ns, link->conn, "<- %sFIN",
		     link->frames.kind == FAKEAPI_FRAME_CLOSE ? "" : "half a DATA frame, ");
		end_conn(net, link->conn, false);
		return SIM_HTTP2_LATER;
	case FAKEAPI_FRAME_NONE:
	case FAKEAPI_FRAME_GOAWAY:
	case FAKEAPI_FRAME_NO_PINGS:
	case FAKEAPI_FRAME_STREAMS:
	case FAKEAPI_FRAME_WINDOW:
	case FAKEAPI_FRAME_TRAILERS:
	case FAKEAPI_FRAME_NO_SETTINGS_ACK:
		break;
	}
	return SIM_HTTP2_ENDS;
}

void sim__http2_drain(struct sim__net *net)
{
	struct sim__conn **place = &net->conns;

	while (*place) {
		struct sim__conn *c = *place;

		c->draining = true;
		if (c->streams) {
			place = &c->next;
			continue;
		}
		*place = c->next;
		base__free(c);
	}
}

/* --- time --- */

int64_t sim__http2_deadline_ns(const struct sim__net *net)
{
	int64_t first = TIME_NEVER;

	for (const struct sim__conn *c = net->conns; c; c = c->next) {
		int64_t t = inf__http2_health_deadline_ns(&c->health, &net->http2_options);

		if (c->streams && t < first)
			first = t;
	}
	return first;
}

void sim__http2_on_time(struct sim__net *net, int64_t now_ns)
{
	for (struct sim__conn *c = net->conns; c; c = c->next) {
		if (!c->streams)
			continue;
		switch (inf__http2_health_look(&c->health, &net->http2_options, now_ns)) {
		case INF_HTTP2_WAIT:
			break;
		case INF_HTTP2_PING:
			if (!c->deaf && !c->silent)
				inf__http2_health_heard(&c->health, now_ns);
			else
				emit(net, now_ns, c, "-> PING, which gets no answer");
			break;
		case INF_HTTP2_LOST:
			emit(net, now_ns, c, "-> FIN, since the PING got no answer");
			inf__http2_health_init(&c->health, now_ns);
			end_conn(net, c, true);
			break;
		}
	}
}

/* --- state --- */

void sim__http2_digest(const struct sim__net *net, struct digest *d)
{
	for (const struct sim__conn *c = net->conns; c; c = c->next) {
		digest_number(d, (uint64_t)c->health.heard_ns);
		digest_number(d, (uint64_t)c->health.asked_ns);
		digest_number(d, c->streams);
		digest_number(d, c->streams_max);
		digest_number(d, (uint64_t)(c->draining | c->deaf << 1 | c->silent << 2 |
					    c->no_window << 3));
		digest_number(d, (uint64_t)c->window_from_ns);
		digest_number(d, (uint64_t)c->window_every_ns);
		digest_number(d, c->window_bytes);
	}
}

void sim__http2_fini(struct sim__net *net)
{
	struct sim__conn *next;

	for (struct sim__conn *c = net->conns; c; c = next) {
		next = c->next;
		base__free(c);
	}
}
