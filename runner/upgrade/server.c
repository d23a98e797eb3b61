/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/upgrade/server.h"

#include "base/json_tree.h"
#include "base/clock.h"

int upgrade__server_init(struct upgrade__server *s, const struct fakeapi__features *features)
{
	struct fakeapi__options opt = { .seed = 1,
					.first_rv = 1,
					.wall_offset_ns = 1767225600 * NS_PER_S,
					.any_namespace = true,
					.bookmark_every_ns = TIME_NEVER,
					.release = features->release,
					.features = features,
					.runtime_config = "api/all=true" };
	struct relist_err err = { 0 };

	s->now_ns = 0;
	s->core = fakeapi__core_new(&opt, &err);
	return s->core ? 0 : RELIST_ENOMEM;
}

void upgrade__server_fini(struct upgrade__server *s)
{
	fakeapi__core_free(s->core);
	s->core = NULL;
}

static void keep_warning(struct strbuf *out, struct str value)
{
	static const char head[] = "299 - \"";
	size_t from = sizeof(head) - 1;

	if (value.len < from + 1 || memcmp(value.ptr, head, from) != 0)
		from = 0;
	for (size_t i = from; i < value.len - (from ? 1 : 0); i++) {
		if (value.ptr[i] == '\\' && i + 1 < value.len)
			i++;
		strbuf_addc(out, value.ptr[i]);
	}
	strbuf_addc(out, '\n');
}

static struct fakeapi__exchange *begin(struct upgrade__server *s, const char *method,
				       const char *uri, const char *body)
{
	struct fakeapi__server *server = fakeapi__core_server(s->core);
	struct fakeapi__wake none = { NULL, NULL };
	struct fakeapi__header headers[] = {
		{ STR("User-Agent"), STR("relist-upgrade") },
		{ STR("Accept"), STR("application/json") },
		{ STR("Content-Type"), STR("application/json") },
	};
	const char *query = strchr(uri, '?');
	struct fakeapi__request req;

	memset(&req, 0, sizeof(req));
	req.method = str_of(method);
	req.path = (struct str) { uri, query ? (size_t)(query - uri) : strlen(uri) };
	req.query = str_of(query ? query + 1 : "");
	req.headers = headers;
	req.header_count = body ? 3 : 2;
	req.body = str_of(body);
	return server->begin(server, s->now_ns, &req, none);
}

/* The server waits for nothing except its own time, which is advanced here. */
int upgrade__ask(struct upgrade__server *s, const char *method, const char *uri, const char *body,
		 struct upgrade__answer *out)
{
	struct fakeapi__exchange *x = begin(s, method, uri, body);
	enum fakeapi__head head;
	char buf[4096];
	ptrdiff_t n;

	*out = (struct upgrade__answer) { .body = STRBUF_INIT, .warnings = STRBUF_INIT };
	if (!x)
		return RELIST_ENOMEM;
	while ((head = x->ops->head(x, s->now_ns)) == FAKEAPI_HEAD_WAIT) {
		int64_t at = x->ops->deadline_ns(x);

		if (at == TIME_NEVER)
			break;
		s->now_ns = at > s->now_ns ? at : s->now_ns + 1;
	}
	out->status = head == FAKEAPI_HEAD_READY ? x->status : 0;
	for (size_t i = 0; head == FAKEAPI_HEAD_READY && i < x->header_count; i++)
		if (str_eqz(x->headers[i].name, "Warning"))
			keep_warning(&out->warnings, x->headers[i].value);
	while (head == FAKEAPI_HEAD_READY && (n = x->ops->pull(x, s->now_ns, buf, sizeof(buf))) > 0)
		strbuf_add(&out->body, buf, (size_t)n);
	x->ops->end(x, false);
	s->now_ns += NS_PER_MS;
	if (out->body.failed || out->warnings.failed)
		return RELIST_ENOMEM;
	out->json =
	    out->body.len ? json_tree_parse(strbuf_str(&out->body), JSON_DIGITS_FLOATS) : NULL;
	return 0;
}

void upgrade__answer_fini(struct upgrade__answer *a)
{
	cJSON_Delete(a->json);
	strbuf_fini(&a->body);
	strbuf_fini(&a->warnings);
}
