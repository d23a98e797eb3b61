/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/wire_play.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/meta/object.h"

enum { HEADERS_MAX = 16 };

static const char tokens[] = "admintoken,admin,1,\"system:masters\"\nusertoken,alice,2,\"\"\n";

void wire_player_open(struct wire_player *r)
{
	wire_player_open_with(r, (struct fakeapi__options) { 0 });
}

void wire_player_open_with(struct wire_player *r, struct fakeapi__options opt)
{
	struct relist_err err;

	memset(r, 0, sizeof(*r));
	opt.seed = 1;
	opt.first_rv = 190;
	opt.start_ns = r->now_ns = NS_PER_S;
	opt.wall_offset_ns = INT64_C(1795000000) * NS_PER_S;
	opt.token_csv = str_of(tokens);
	r->core = fakeapi__core_new(&opt, &err);
	assert_non_null(r->core);
	r->server = fakeapi__core_server(r->core);
	r->grant = -1;
}

void wire_player_forget(struct wire_player *r)
{
	for (size_t i = 0; i < ARRAY_LEN(r->answers); i++) {
		cJSON_Delete(r->answers[i]);
		r->answers[i] = NULL;
	}
}

void wire_player_close(struct wire_player *r)
{
	wire_player_forget(r);
	fakeapi__core_free(r->core);
}

/* --- placeholders ---------------------------------------------------------------------------- */

static void add_value(struct wire_player *r, const char *ref, size_t len, struct strbuf *out)
{
	char text[512];
	char *path;
	const cJSON *v;

	assert_true(len < sizeof(text));
	memcpy(text, ref, len);
	text[len] = '\0';
	path = strchr(text, ':');
	assert_non_null(path);
	*path++ = '\0';
	v = r->answers[strtoul(text, NULL, 10)];
	for (char *name = strtok(path, "."); name && v; name = strtok(NULL, ".")) {
		if (strcmp(name, "#hash") == 0) {
			strbuf_addz(out, strstr(v->valuestring, "hash=") + 5);
			return;
		}
		v = cJSON_IsArray(v) ? cJSON_GetArrayItem(v, atoi(name))
				     : cJSON_GetObjectItemCaseSensitive(v, name);
	}
	if (cJSON_IsString(v))
		strbuf_addz(out, v->valuestring);
	else
		strbuf_addz(out, "missing");
}

static void expand(struct wire_player *r, const char *text, struct strbuf *out)
{
	while (*text) {
		const char *end = text[0] == '$' && text[1] == '{' ? strchr(text, '}') : NULL;

		if (end && isdigit((unsigned char)text[2]) &&
		    memchr(text, ':', (size_t)(end - text)) &&
		    strtoul(text + 2, NULL, 10) < WIRE_STEPS_MAX) {
			add_value(r, text + 2, (size_t)(end - text - 2), out);
			text = end + 1;
		} else {
			strbuf_addc(out, *text++);
		}
	}
}

/* --- one request ----------------------------------------------------------------------------- */

/* Only what the server allocates fails. */
static void starve(struct wire_player *r)
{
	base__alloc_fail_after = r->grant;
	base__alloc_fail_count = r->grant >= 0;
}

static void feed(struct wire_player *r)
{
	r->grant = base__alloc_fail_after;
	base__alloc_fail_after = -1;
	base__alloc_fail_count = 0;
}

struct sent {
	struct fakeapi__exchange *x;
	struct strbuf query, body;
};

static void send_request(struct wire_player *r, const cJSON *step, struct sent *s)
{
	const cJSON *h, *parts = cJSON_GetObjectItemCaseSensitive(step, "body_parts");
	struct fakeapi__header headers[HEADERS_MAX];
	struct fakeapi__server *server = r->server;
	struct fakeapi__wake wake = { NULL, NULL };
	struct fakeapi__request req;

	memset(&req, 0, sizeof(req));
	strbuf_init(&s->query);
	strbuf_init(&s->body);
	expand(r, fakeapi__get_str(step, "query"), &s->query);
	expand(r, fakeapi__get_str(step, "body"), &s->body);
	if (parts) {
		strbuf_addz(&s->body, cJSON_GetArrayItem(parts, 0)->valuestring);
		for (int i = cJSON_GetArrayItem(parts, 2)->valueint; i > 0; i--)
			strbuf_addz(&s->body, cJSON_GetArrayItem(parts, 1)->valuestring);
		strbuf_addz(&s->body, cJSON_GetArrayItem(parts, 3)->valuestring);
	}
	cJSON_ArrayForEach(h, cJSON_GetObjectItemCaseSensitive(step, "headers"))
	{
		assert_true(req.header_count < HEADERS_MAX);
		headers[req.header_count].name = str_of(h->string);
		headers[req.header_count++].value = strcmp(h->string, "If-None-Match") == 0
							? str_of(r->etag)
							: str_of(h->valuestring);
	}
	req.method = str_of(fakeapi__get_str(step, "method"));
	req.path = str_of(fakeapi__get_str(step, "path"));
	req.query = strbuf_str(&s->query);
	req.body = strbuf_str(&s->body);
	req.headers = headers;
	starve(r);
	s->x = server->begin(server, r->now_ns, &req, wake);
	feed(r);
}

static enum fakeapi__head look(struct wire_player *r, const struct sent *s)
{
	enum fakeapi__head head;

	starve(r);
	head = s->x->ops->head(s->x, r->now_ns);
	feed(r);
	return head;
}

static ptrdiff_t pull(struct wire_player *r, const struct sent *s, char *buf, size_t len)
{
	ptrdiff_t n;

	starve(r);
	n = s->x->ops->pull(s->x, r->now_ns, buf, len);
	feed(r);
	return n;
}

/* Waits for the head, in virtual time. */
static void await_head(struct wire_player *r, struct sent *s, struct wire_answer *a)
{
	enum fakeapi__head head;

	while ((head = look(r, s)) == FAKEAPI_HEAD_WAIT) {
		int64_t at = s->x->ops->deadline_ns(s->x);

		assert_true(at != TIME_NEVER);
		r->now_ns = at > r->now_ns ? at : r->now_ns + 1;
	}
	if (head != FAKEAPI_HEAD_READY)
		return;
	a->status = s->x->status;
	for (size_t i = 0; i < s->x->header_count; i++) {
		const struct fakeapi__header *h = &s->x->headers[i];

		strbuf_addf(&a->headers, STR_FMT ": " STR_FMT "\n", STR_ARG(h->name),
			    STR_ARG(h->value));
		if (h->name.len == 4 && strncasecmp(h->name.ptr, "ETag", 4) == 0)
			(void)snprintf(r->etag, sizeof(r->etag), STR_FMT, STR_ARG(h->value));
	}
}

/* False when the answer has ended. */
static bool pull_all(struct wire_player *r, struct sent *s, struct wire_answer *a)
{
	char buf[1000];
	ptrdiff_t n;

	while ((n = pull(r, s, buf, sizeof(buf))) > 0)
		strbuf_add(&a->body, buf, (size_t)n);
	if (n == FAKEAPI_PULL_WAIT)
		return true;
	a->end = n == FAKEAPI_PULL_END ? "zero-chunk" : n == FAKEAPI_PULL_CUT ? "cut" : "reset";
	return false;
}

static void watch_until(struct wire_player *r, const cJSON *step, struct sent *s,
			struct wire_answer *a)
{
	int64_t begin = r->now_ns;
	int64_t close =
	    begin + cJSON_GetObjectItemCaseSensitive(step, "watch_ms")->valueint * NS_PER_MS;
	const cJSON *actions = cJSON_GetObjectItemCaseSensitive(step, "actions");
	const cJSON *action = actions ? actions->child : NULL;

	while (pull_all(r, s, a)) {
		int64_t deadline = s->x->ops->deadline_ns(s->x);
		int64_t act =
		    action ? begin + cJSON_GetObjectItemCaseSensitive(action, "at_ms")->valueint *
					 NS_PER_MS
			   : TIME_NEVER;
		int64_t next = deadline < act ? deadline : act;

		if (next >= close) {
			r->now_ns = close;
			a->end = "client-closed";
			return;
		}
		r->now_ns = next > r->now_ns ? next : r->now_ns;
		if (next == act) {
			wire_play(r, action);
			action = action->next;
		}
	}
}

static void read_answer(struct wire_player *r, const cJSON *step, struct sent *s,
			struct wire_answer *a)
{
	await_head(r, s, a);
	if (a->status && cJSON_GetObjectItemCaseSensitive(step, "watch_ms"))
		watch_until(r, step, s, a);
	else
		while (a->status && pull_all(r, s, a))
			r->now_ns = s->x->ops->deadline_ns(s->x);
	s->x->ops->end(s->x, false);
}

void wire_play(struct wire_player *r, const cJSON *step)
{
	int id = cJSON_GetObjectItemCaseSensitive(step, "id")->valueint;
	struct wire_answer a = { 0, STRBUF_INIT, STRBUF_INIT, "zero-chunk" };
	bool starved = r->grant >= 0;
	struct sent s;

	send_request(r, step, &s);
	assert_true(s.x || starved);
	if (s.x)
		read_answer(r, step, &s, &a);
	else
		a.status = -1;
	if (strcmp(fakeapi__get_str(step, "method"), "HEAD") == 0)
		strbuf_clear(&a.body); /* the transport sends no body then */
	r->now_ns += NS_PER_MS;
	assert_true(id >= 0 && id < WIRE_STEPS_MAX);
	if (!starved) {
		cJSON_Delete(r->answers[id]);
		r->answers[id] = cJSON_Parse(a.body.ptr);
	}
	if (r->judge)
		r->judge(r->ctx, step, &a);
	strbuf_fini(&s.query);
	strbuf_fini(&s.body);
	strbuf_fini(&a.headers);
	strbuf_fini(&a.body);
}
