/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/core_kit.h"

#include "base/alloc.h"
#include "tests/kit/testing.h"

void kit_open(struct kit *k, const struct fakeapi__options *opt)
{
	struct fakeapi__options own;
	struct relist_err err;

	memset(k, 0, sizeof(*k));
	memset(&own, 0, sizeof(own));
	own.empty = true;
	own.wall_offset_ns = INT64_C(1795000000) * NS_PER_S;
	strbuf_init(&k->body);
	k->now_ns = NS_PER_S;
	k->core = fakeapi__core_new(opt ? opt : &own, &err);
	assert_non_null(k->core);
	if (!opt)
		assert_int_equal(kit_do(k, "POST", "/api/v1/namespaces",
					"{\"metadata\":{\"name\":\"default\"}}"),
				 201);
}

void kit_close(struct kit *k)
{
	cJSON_Delete(k->json);
	strbuf_fini(&k->body);
	fakeapi__core_free(k->core);
	memset(k, 0, sizeof(*k));
}

static struct fakeapi__exchange *begin(struct kit *k, const char *method, const char *uri,
				       const char *body, struct fakeapi__wake wake)
{
	struct fakeapi__server *server = fakeapi__core_server(k->core);
	struct fakeapi__header headers[12] = {
		{ STR("User-Agent"), str_of(k->agent ? k->agent : "kit/1") },
		{ STR("Accept"), str_of(k->accept ? k->accept : "application/json") },
		{ STR("Content-Type"),
		  str_of(k->content_type ? k->content_type : "application/json") },
	};
	const char *query = strchr(uri, '?');
	struct fakeapi__request req;
	size_t count = body || k->bytes.len ? 3 : 2;

	if (k->user)
		headers[count++] =
		    (struct fakeapi__header) { STR("Impersonate-User"), str_of(k->user) };
	for (size_t i = 0; k->more && k->more[i]; i += 2)
		headers[count++] =
		    (struct fakeapi__header) { str_of(k->more[i]), str_of(k->more[i + 1]) };
	memset(&req, 0, sizeof(req));
	req.method = str_of(method);
	req.path = (struct str) { uri, query ? (size_t)(query - uri) : strlen(uri) };
	req.query = str_of(query ? query + 1 : "");
	req.headers = headers;
	req.header_count = count;
	req.peer_ip = str_of(k->peer_ip ? k->peer_ip : "");
	req.body = k->bytes.len ? k->bytes : str_of(body);
	req.backend = k->backend;
	req.may_hand_over = k->aside;
	return server->begin(server, k->now_ns, &req, wake);
}

static void keep_header(const struct fakeapi__exchange *x, const char *name, char *buf, size_t cap)
{
	buf[0] = '\0';
	for (size_t i = 0; i < x->header_count; i++)
		if (str_eqz(x->headers[i].name, name))
			(void)snprintf(buf, cap, STR_FMT, STR_ARG(x->headers[i].value));
}

int kit_do(struct kit *k, const char *method, const char *uri, const char *body)
{
	struct fakeapi__wake none = { NULL, NULL };
	struct fakeapi__exchange *x = begin(k, method, uri, body, none);
	enum fakeapi__head head;
	char buf[700];

	cJSON_Delete(k->json);
	k->json = NULL;
	strbuf_clear(&k->body);
	k->status = -1;
	if (!x)
		return -1;
	while ((head = x->ops->head(x, k->now_ns)) == FAKEAPI_HEAD_WAIT) {
		int64_t at;

		if (k->outside && k->outside(k))
			continue;
		at = x->ops->deadline_ns(x);
		if (at == TIME_NEVER)
			break; /* held: status 0 */
		k->now_ns = at > k->now_ns ? at : k->now_ns + 1;
	}
	k->status = head == FAKEAPI_HEAD_READY ? x->status : 0;
	keep_header(x, "Content-Type", k->type, sizeof(k->type));
	keep_header(x, "Audit-Id", k->audit, sizeof(k->audit));
	keep_header(x, "X-Kubernetes-Pf-Flowschema-Uid", k->flow, sizeof(k->flow));
	keep_header(x, "X-Kubernetes-Pf-Prioritylevel-Uid", k->level, sizeof(k->level));
	keep_header(x, "Warning", k->warning, sizeof(k->warning));
	keep_header(x, "Retry-After", k->retry, sizeof(k->retry));
	k->end = head == FAKEAPI_HEAD_CUT     ? FAKEAPI_PULL_CUT
		 : head == FAKEAPI_HEAD_RESET ? FAKEAPI_PULL_RESET
					      : FAKEAPI_PULL_WAIT;
	while (head == FAKEAPI_HEAD_READY) {
		k->end = x->ops->pull(x, k->now_ns, buf, sizeof(buf));
		if (k->end > 0)
			strbuf_add(&k->body, buf, (size_t)k->end);
		else if (k->end == FAKEAPI_PULL_WAIT && x->ops->deadline_ns(x) != TIME_NEVER)
			k->now_ns = x->ops->deadline_ns(x);
		else
			break;
	}
	x->ops->end(x, false);
	k->now_ns += NS_PER_MS;
	k->json = cJSON_Parse(k->body.ptr);
	return k->status;
}

const char *kit_at(const struct kit *k, const char *path)
{
	char text[256];
	const cJSON *v = k->json;

	(void)snprintf(text, sizeof(text), "%s", path);
	for (char *name = strtok(text, "."); name && v; name = strtok(NULL, "."))
		v = cJSON_IsArray(v) ? cJSON_GetArrayItem(v, atoi(name))
				     : cJSON_GetObjectItemCaseSensitive(v, name);
	return cJSON_IsString(v) ? v->valuestring : "";
}

int kit_count(struct kit *k, const char *uri)
{
	assert_int_equal(kit_do(k, "GET", uri, NULL), 200);
	assert_non_null(k->json);
	return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(k->json, "items"));
}

unsigned long kit_put_map(struct kit *k, const char *name, const char *value)
{
	char body[512], uri[256];

	(void)snprintf(body, sizeof(body),
		       "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"v\":\"%s\"}},\"data\":{\"v\":"
		       "\"%s\"}}",
		       name, value, value);
	(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/default/configmaps/%s", name);
	if (kit_do(k, "PUT", uri, body) == 404)
		(void)kit_do(k, "POST", "/api/v1/namespaces/default/configmaps", body);
	assert_true(k->status == 200 || k->status == 201);
	return strtoul(kit_at(k, "metadata.resourceVersion"), NULL, 10);
}

static void woken(void *user)
{
	((struct kit_watch *)user)->woken++;
}

void kit_begin(struct kit *k, struct kit_watch *w, const char *uri)
{
	struct fakeapi__wake wake = { woken, w };

	memset(w, 0, sizeof(*w));
	strbuf_init(&w->text);
	w->kit = k;
	w->x = begin(k, "GET", uri, NULL, wake);
	assert_non_null(w->x);
}

void kit_watch(struct kit *k, struct kit_watch *w, const char *uri)
{
	kit_begin(k, w, uri);
	assert_int_equal(w->x->ops->head(w->x, k->now_ns), FAKEAPI_HEAD_READY);
}

void kit_unwatch(struct kit_watch *w)
{
	w->x->ops->end(w->x, true);
	strbuf_fini(&w->text);
}

const char *kit_events(struct kit_watch *w, struct strbuf *out)
{
	char buf[333];
	const char *line;
	ptrdiff_t n;

	while ((n = w->x->ops->pull(w->x, w->kit->now_ns, buf, sizeof(buf))) > 0)
		strbuf_add(&w->text, buf, (size_t)n);
	w->end = n;
	w->woken = 0;
	strbuf_clear(out);
	for (line = w->text.ptr; *line; line += strcspn(line, "\n") + 1) {
		cJSON *ev = cJSON_ParseWithLength(line, strcspn(line, "\n"));
		const cJSON *obj = cJSON_GetObjectItem(ev, "object");
		const cJSON *name =
		    cJSON_GetObjectItem(cJSON_GetObjectItem(obj, "metadata"), "name");

		assert_non_null(ev);
		strbuf_addf(out, "%s %s, ", cJSON_GetObjectItem(ev, "type")->valuestring,
			    name ? name->valuestring : "");
		cJSON_Delete(ev);
	}
	strbuf_clear(&w->text);
	return out->ptr;
}
