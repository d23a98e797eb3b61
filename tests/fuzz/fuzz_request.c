/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_request.c - any requests, one a line ("METHOD uri" TAB body), to one server: each is
 * answered with a status or waits, and afterwards the server still creates, lists and deletes. */
#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WAITS_MAX = 64 };

/* The status; 0 when the answer does not come. */
static int ask(struct fakeapi__core *core, int64_t *now_ns, struct str method, struct str uri,
	       struct str body, const char *type)
{
	struct fakeapi__server *server = fakeapi__core_server(core);
	struct fakeapi__header headers[] = { { STR("Accept"), STR("application/json") },
					     { STR("Content-Type"), str_of(type) } };
	const char *query = uri.len ? memchr(uri.ptr, '?', uri.len) : NULL;
	struct fakeapi__wake none = { NULL, NULL };
	struct fakeapi__request req;
	struct fakeapi__exchange *x;
	enum fakeapi__head head;
	unsigned waits = 0;
	char buf[512];
	int status = 0;

	memset(&req, 0, sizeof(req));
	req.method = method;
	req.path = (struct str) { uri.ptr, query ? (size_t)(query - uri.ptr) : uri.len };
	if (query)
		req.query = (struct str) { query + 1, uri.len - req.path.len - 1 };
	req.headers = headers;
	req.header_count = ARRAY_LEN(headers);
	req.body = body;
	x = server->begin(server, *now_ns, &req, none);
	ASSERT(x);
	while ((head = x->ops->head(x, *now_ns)) == FAKEAPI_HEAD_WAIT && waits++ < WAITS_MAX &&
	       x->ops->deadline_ns(x) != TIME_NEVER)
		*now_ns = x->ops->deadline_ns(x);
	if (head == FAKEAPI_HEAD_READY) {
		status = x->status;
		ASSERT(status >= 200 && status < 600);
		for (waits = 0; waits < WAITS_MAX;) {
			ptrdiff_t n = x->ops->pull(x, *now_ns, buf, sizeof(buf));

			if (n < 0 ||
			    (n == FAKEAPI_PULL_WAIT && x->ops->deadline_ns(x) == TIME_NEVER))
				break;
			if (n == FAKEAPI_PULL_WAIT) {
				*now_ns = time_add(x->ops->deadline_ns(x), 1);
				waits++;
			}
		}
	}
	x->ops->end(x, false);
	return status;
}

static struct str cut(struct str *rest, char at)
{
	const char *p = rest->len ? memchr(rest->ptr, at, rest->len) : NULL;
	struct str head = { rest->ptr, p ? (size_t)(p - rest->ptr) : rest->len };

	rest->ptr += head.len + (p != NULL);
	rest->len -= head.len + (p != NULL);
	return head;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const types[] = { "application/json", "application/merge-patch+json",
					     "application/json-patch+json",
					     "application/apply-patch+yaml", "application/yaml" };
	struct str rest = { (const char *)data, size };
	struct fakeapi__options opt;
	struct fakeapi__core *core;
	int64_t now_ns = NS_PER_S;

	memset(&opt, 0, sizeof(opt));
	core = fakeapi__core_new(&opt, NULL);
	ASSERT(core);
	for (unsigned count = 0; rest.len && count < 64; count++) {
		struct str line = cut(&rest, '\n');
		struct str target = cut(&line, '\t');
		struct str method = cut(&target, ' ');

		(void)ask(core, &now_ns, method, target, line, types[method.len % 5]);
	}
	(void)ask(core, &now_ns, STR("POST"), STR("/relist/v1/reset"), STR(""), types[0]);
	ASSERT(ask(core, &now_ns, STR("POST"), STR("/api/v1/namespaces"),
		   STR("{\"metadata\":{\"name\":\"still-here\"}}"), types[0]) == 201);
	ASSERT(ask(core, &now_ns, STR("GET"), STR("/api/v1/namespaces"), STR(""), types[0]) == 200);
	fakeapi__core_free(core);
	return 0;
}
