/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/rest_play.h"

static void drain(struct rest_play *p)
{
	struct inf__effect e;

	while (inf__rest_call_poll(&p->c, &e)) {
		if (e.kind == INF_EFFECT_CLOSE) {
			p->closed = e.request_id;
			strbuf_addz(&p->log, "close;");
			continue;
		}
		p->opened = e.request_id;
		strbuf_addf(&p->log, "%s %s%s%s%s;", e.method, e.target ? e.target : e.path,
			    e.raw_query ? "?" : "", e.raw_query ? e.raw_query : "",
			    e.foreign ? " foreign" : "");
	}
}

void rest_play_init(struct rest_play *p, const char *method)
{
	memset(p, 0, sizeof(*p));
	strbuf_init(&p->log);
	inf__rest_request_init(&p->req, method);
	strbuf_addz(&p->req.path, "/a");
	inf__rest_call_init(&p->c, &p->req);
}

void rest_play_start(struct rest_play *p)
{
	inf__rest_call_start(&p->c, p->now_ns);
	drain(p);
}

void rest_play_fini(struct rest_play *p)
{
	inf__rest_call_fini(&p->c);
	inf__rest_request_fini(&p->req);
	strbuf_fini(&p->log);
}

void rest_play_head(struct rest_play *p, int status, const char *retry_after, const char *location)
{
	const struct inf__head h = { .status = status,
				     .content_type = "application/json",
				     .retry_after = retry_after,
				     .location = location,
				     .url = "http://here/a" };

	inf__rest_call_on_head(&p->c, p->now_ns, p->opened, &h);
	drain(p);
}

void rest_play_bytes(struct rest_play *p, size_t len)
{
	char *some = base__calloc(1, len + 1);

	if (some)
		memset(some, 'x', len);
	inf__rest_call_on_bytes(&p->c, p->now_ns, p->opened, some, some ? len : 0);
	base__free(some);
	drain(p);
}

void rest_play_end(struct rest_play *p, enum inf__end how)
{
	inf__rest_call_on_end(&p->c, p->now_ns, p->opened, how);
	drain(p);
}

void rest_play_pass(struct rest_play *p, int64_t ns)
{
	p->now_ns += ns;
	inf__rest_call_on_time(&p->c, p->now_ns);
	drain(p);
}
