/* SPDX-License-Identifier: Apache-2.0 */
/* wire_gate.c - disturbances of the program's connections that a request meets in the gate. */
#include "fakeapi/control/control.h"
#include "runner/perturb/posix/world.h"

/* The value of a parameter in the raw query; ptr NULL: it has none. */
static struct str parameter(struct str query, struct str name)
{
	size_t at = 0;

	while (at < query.len) {
		const char *amp = memchr(query.ptr + at, '&', query.len - at);
		size_t end = amp ? (size_t)(amp - query.ptr) : query.len;
		struct str part = { query.ptr + at, end - at };

		if (part.len > name.len && memcmp(part.ptr, name.ptr, name.len) == 0 &&
		    part.ptr[name.len] == '=')
			return (struct str) { part.ptr + name.len + 1, part.len - name.len - 1 };
		at = end + 1;
	}
	return (struct str) { NULL, 0 };
}

void perturb__wire_note(struct perturb__life *l, const struct fakeapi__request *req)
{
	l->limits |= parameter(req->query, STR("limit")).len > 0;
	l->has_token |= fakeapi__request_header(req, "Authorization").len > 0;
	l->has_http2 |= req->protocol && strcmp(req->protocol, "HTTP/2.0") == 0;
}

bool perturb__wire_refuses(struct perturb__world *w, const struct perturb__op *op, struct str path)
{
	struct perturb__line *line;

	if (!w->unauthorized || op->background)
		return false;
	line = perturb__rest_line(w, path, str_eqz(op->verb, "watch"));
	if (!line || line->met)
		return false;
	line->met = true;
	return true;
}

void perturb__wire_page(struct perturb__world *w, const struct perturb__op *op, struct str path,
			struct fakeapi__request *req, struct strbuf *query)
{
	struct str limit = parameter(req->query, STR("limit"));
	struct perturb__line *line;

	if (!w->pages_gone || op->background || !str_eqz(op->verb, "list"))
		return;
	if (parameter(req->query, STR("continue")).len) {
		line = perturb__rest_line(w, path, false);
		if (line && !line->met) {
			line->met = w->life->hit = true;
			fakeapi__core_expire_tokens(w->core);
		}
	}
	if (!limit.len)
		return;
	strbuf_add(query, req->query.ptr, (size_t)(limit.ptr - req->query.ptr));
	strbuf_addc(query, '1');
	strbuf_add(query, limit.ptr + limit.len,
		   req->query.len - (size_t)(limit.ptr + limit.len - req->query.ptr));
	if (!query->failed)
		req->query = strbuf_str(query);
}
