/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - requests that come from no informer and no client's call. */
#include "sim/sim_impl.h"

static void on_head(void *who, int64_t now_ns, uint32_t id, const struct inf__head *head)
{
	struct sim_request *request = who;

	(void)now_ns;
	(void)id;
	request->status = head->status;
}

static void on_bytes(void *who, int64_t now_ns, uint32_t id, const void *bytes, size_t len)
{
	struct sim_request *request = who;

	(void)now_ns;
	(void)id;
	strbuf_add(&request->answer, bytes, len);
}

static void on_end(void *who, int64_t now_ns, uint32_t id, enum inf__end how)
{
	struct sim_request *request = who;

	(void)now_ns;
	(void)id;
	request->done = true;
	if (how != INF_END_CLEAN || request->answer.failed)
		request->status = -1;
}

static bool poll(void *who, struct inf__effect *out)
{
	(void)who;
	(void)out;
	return false;
}

static const struct sim__peer_ops ops = { on_head, on_bytes, on_end, poll, NULL, .untraced = true };

int sim_add_request(struct sim *s, struct sim_request *request, struct relist_err *err)
{
	const struct inf__effect effect = {
		.kind = INF_EFFECT_OPEN,
		.request_id = 1,
		.method = request->method,
		.target = request->target,
		.content_type = request->content_type,
		.body = request->body,
		.accept = request->accept,
	};

	request->done = false;
	request->status = -1;
	strbuf_init(&request->answer);
	if (sim__net_add_client(&s->net, request->client))
		return relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
	sim__net_open(&s->net, s->now_ns, request->client, (struct sim__peer) { &ops, request },
		      &effect);
	return 0;
}

void sim_remove_request(struct sim *s, struct sim_request *request)
{
	sim__net_forget(&s->net, (struct sim__peer) { &ops, request });
	strbuf_fini(&request->answer);
}
