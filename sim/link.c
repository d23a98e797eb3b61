/* SPDX-License-Identifier: Apache-2.0 */
/* link.c - the text of a request, the head of its response, and its deadlines. */

#include "base/text/ascii.h"
#include "informer/listwatch.h"
#include "sim/net.h"

bool sim__link_set_request(struct sim__link *link, const struct inf__effect *effect)
{
	const char *query = effect->target ? strchr(effect->target, '?') : NULL;

	link->method = effect->method;
	link->accept = effect->accept;
	link->content_type = effect->content_type;
	link->body = effect->body;
	strbuf_clear(&link->path);
	strbuf_clear(&link->query);
	if (effect->target) {
		size_t len = query ? (size_t)(query - effect->target) : strlen(effect->target);

		strbuf_add(&link->path, effect->target, len);
		strbuf_addz(&link->query, query ? query + 1 : "");
	} else {
		strbuf_addz(&link->path, effect->path);
		strbuf_addz(&link->query, effect->raw_query ? effect->raw_query : "");
		inf__query_text(&link->query, effect->query, effect->query_count);
	}
	return !link->path.failed && !link->query.failed;
}

/* Header values are not NUL-terminated; the reflector needs trimmed C strings. */
static const char *header_z(const struct fakeapi__exchange *x, const char *name, struct strbuf *buf)
{
	struct fakeapi__request as_request = { .headers = x->headers,
					       .header_count = x->header_count };
	struct str value = fakeapi__request_header(&as_request, name);

	if (!value.ptr)
		return NULL;
	for (; value.len && strchr(" \t", *value.ptr); value.len--)
		value.ptr++;
	while (value.len && strchr(" \t", value.ptr[value.len - 1]))
		value.len--;
	strbuf_adds(buf, value);
	return buf->ptr;
}

static void add_warnings(const struct fakeapi__exchange *x, struct strbuf *out)
{
	for (size_t i = 0; i < x->header_count; i++) {
		const struct fakeapi__header *h = &x->headers[i];

		if (!ascii_eq_nocase(h->name, STR("Warning")))
			continue;
		if (out->len)
			strbuf_addc(out, '\n');
		strbuf_adds(out, h->value);
	}
}

void sim__net_deliver_head(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	AUTO_STRBUF type = STRBUF_INIT;
	AUTO_STRBUF retry_after = STRBUF_INIT;
	AUTO_STRBUF location = STRBUF_INIT;
	AUTO_STRBUF url = STRBUF_INIT;
	AUTO_STRBUF warnings = STRBUF_INIT;
	struct inf__head head = {
		.status = link->x->status,
		.content_type = header_z(link->x, "Content-Type", &type),
		.retry_after = header_z(link->x, "Retry-After", &retry_after),
		.location = header_z(link->x, "Location", &location),
	};
	const struct trace_event ev = { .at_ns = now_ns,
					.kind = TRACE_WIRE_RESPONSE,
					.id = link->wire_id,
					.n = link->x->status };

	strbuf_addz(&url, link->path.ptr);
	strbuf_addz(&url, link->query.len ? "?" : "");
	strbuf_addz(&url, link->query.ptr);
	head.url = url.ptr;
	add_warnings(link->x, &warnings);
	head.warnings = warnings.len ? warnings.ptr : NULL;

	link->has_head = true;
	sim__net_mark(net, now_ns, link->client, SIM_MARK_STATUS + (uint64_t)link->x->status);
	if (ev.id)
		trace_emit(&net->sink, &ev);
	link->peer.ops->head(link->peer.who, now_ns, link->request_id, &head);
}

/* --- time --- */

static int64_t link_deadline_ns(const struct sim__link *link)
{
	if (link->frozen || (!link->x && !link->conn))
		return TIME_NEVER;
	return link->x ? link->x->ops->deadline_ns(link->x) : link->body_due_ns;
}

int64_t sim__net_deadline_ns(const struct sim__net *net)
{
	int64_t first = sim__http2_deadline_ns(net);

	for (size_t i = 0; i < net->link_count; i++) {
		int64_t t = link_deadline_ns(net->links[i]);

		if (t < first)
			first = t;
	}
	return first;
}

void sim__net_on_time(struct sim__net *net, int64_t now_ns)
{
	sim__http2_on_time(net, now_ns);
	for (size_t i = 0; i < net->link_count; i++)
		if (link_deadline_ns(net->links[i]) <= now_ns)
			net->links[i]->ready = true;
}
