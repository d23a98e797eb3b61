/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/tap.h"

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "fakeapi/route.h"

/* --- counting --- */

static bool matches(struct str key, const char *verb, const char *resource)
{
	const char *space = memchr(key.ptr, ' ', key.len);
	struct str v = { key.ptr, (size_t)(space - key.ptr) };
	struct str r = { space + 1, key.len - v.len - 1 };

	return (!verb || !*verb || str_eqz(v, verb)) &&
	       (!resource || !*resource || str_eqz(r, resource));
}

static uint64_t count_locked(struct fakeapi__tap *t, const char *verb, const char *resource)
    REQUIRES(t->lock);
static uint64_t count_locked(struct fakeapi__tap *t, const char *verb, const char *resource)
{
	const struct map_entry *e;
	uint64_t n = 0;

	for (size_t i = 0; (e = map_next(&t->counts, &i));)
		if (matches((struct str) { e->key, e->key_len }, verb, resource))
			n += *(uint64_t *)e->value;
	return n;
}

/* If out of memory the request is not counted, but still served. */
static void count_locked_add(struct fakeapi__tap *t, struct str key) REQUIRES(t->lock);
static void count_locked_add(struct fakeapi__tap *t, struct str key)
{
	uint64_t *n = map_get(&t->counts, key);

	if (!n) {
		n = base__calloc(1, sizeof(*n));
		if (!n || map_put(&t->counts, key, n, NULL) != 0) {
			base__free(n);
			return;
		}
	}
	++*n;
}

/* The route is on the stack: when it was allocated, its 2 KB made malloc consolidate its bins for
 * each request (7.6 % of the server's time with 64 writers). */
static void count(struct fakeapi__tap *t, const struct fakeapi__request *req)
{
	struct fakeapi__route route;
	struct strbuf key = STRBUF_INIT;

	if (fakeapi__route_parse(&route, req->method, req->path, req->query) == 0) {
		if (route.resource_path)
			strbuf_addz(&key, fakeapi__verb_name(&route));
		else
			strbuf_adds(&key, req->method);
		strbuf_addc(&key, ' ');
		strbuf_adds(&key, route.resource_path ? route.resource : req->path);
	}
	fakeapi__route_fini(&route);
	if (key.len && !key.failed) {
		lock_acquire(&t->lock);
		count_locked_add(t, strbuf_str(&key));
		lock_release(&t->lock);
		(void)pthread_cond_broadcast(&t->changed);
	}
	strbuf_fini(&key);
}

uint64_t fakeapi__tap_count(struct fakeapi__tap *t, const char *verb, const char *resource)
{
	uint64_t n;

	lock_acquire(&t->lock);
	n = count_locked(t, verb, resource);
	lock_release(&t->lock);
	return n;
}

bool fakeapi__tap_wait(struct fakeapi__tap *t, const char *verb, const char *resource,
		       uint64_t want, int64_t deadline_ns)
{
	bool in_time = true, enough;

	lock_acquire(&t->lock);
	while (!(enough = count_locked(t, verb, resource) >= want) && in_time)
		in_time = lock_wait_until(&t->lock, &t->changed, deadline_ns);
	lock_release(&t->lock);
	return enough;
}

/* --- writing --- */

struct tapped {
	struct fakeapi__exchange x; /* must be first */
	struct fakeapi__exchange *inner;
	struct fakeapi__tap *tap;
	int64_t begun_ns;
	uint64_t bytes;
	uint32_t backend;
	bool ready;
	const char *protocol;
	char *uri, *user_agent; /* in text */
	char text[];		/* method NUL uri NUL user agent NUL */
};

static void log_request(const struct tapped *t, bool begun, bool client_gone)
{
	struct fakeapi_log_entry entry = {
		.method = t->text,
		.uri = t->uri,
		.user_agent = t->user_agent,
		.status = t->ready ? t->x.status : 0,
		.duration_ns = clock_monotonic_ns() - t->begun_ns,
		.bytes = t->bytes,
		.backend = t->backend,
		.begun = begun,
		.client_gone = client_gone,
		.protocol = t->protocol,
		.error_code = t->inner->error_code,
	};

	t->tap->log(t->tap->log_user, &entry);
}

static enum fakeapi__head tapped_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct tapped *t = (struct tapped *)x;
	enum fakeapi__head head = t->inner->ops->head(t->inner, now_ns);

	if (head == FAKEAPI_HEAD_READY && !t->ready) {
		const struct fakeapi__exchange_ops *ops = t->x.ops;

		t->ready = true;
		t->x = *t->inner;
		t->x.ops = ops;
		if (t->x.body_len < 0 && t->x.status == 200)
			log_request(t, true, false);
	}
	return head;
}

static ptrdiff_t tapped_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct tapped *t = (struct tapped *)x;
	ptrdiff_t n = t->inner->ops->pull(t->inner, now_ns, buf, cap);

	t->bytes += n > 0 ? (uint64_t)n : 0;
	return n;
}

static int64_t tapped_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct fakeapi__exchange *inner = ((const struct tapped *)x)->inner;

	return inner->ops->deadline_ns(inner);
}

static void tapped_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct tapped *t = (struct tapped *)x;

	log_request(t, false, client_gone);
	t->inner->ops->end(t->inner, client_gone);
	base__free(t);
}

static const struct fakeapi__exchange_ops tapped_ops = {
	.head = tapped_head,
	.pull = tapped_pull,
	.deadline_ns = tapped_deadline_ns,
	.end = tapped_end,
};

/* The memory is zeroed, so each string ends before the next. */
static char *put(char **at, struct str s)
{
	char *start = *at;

	if (s.len)
		memcpy(start, s.ptr, s.len);
	*at += s.len + 1;
	return start;
}

static struct tapped *tapped_new(struct fakeapi__tap *tap, const struct fakeapi__request *req)
{
	struct str agent = fakeapi__request_header(req, "User-Agent");
	struct tapped *t = base__calloc(1, sizeof(*t) + req->method.len + req->path.len +
					       req->query.len + agent.len + 4);
	char *at;

	if (!t)
		return NULL;
	t->x.ops = &tapped_ops;
	t->tap = tap;
	t->begun_ns = clock_monotonic_ns();
	t->backend = req->backend;
	t->protocol = req->protocol;
	at = t->text;
	(void)put(&at, req->method);
	t->uri = put(&at, req->path);
	if (req->query.len) {
		at[-1] = '?';
		(void)put(&at, req->query);
	}
	t->user_agent = put(&at, agent);
	return t;
}

static struct fakeapi__exchange *tap_begin(struct fakeapi__server *s, int64_t now_ns,
					   const struct fakeapi__request *req,
					   struct fakeapi__wake wake)
{
	struct fakeapi__tap *tap = (struct fakeapi__tap *)s;
	struct tapped *t = tap->log ? tapped_new(tap, req) : NULL;
	struct fakeapi__exchange *inner = tap->inner->begin(tap->inner, now_ns, req, wake);

	count(tap, req);
	if (!t || !inner) {
		base__free(t);
		return inner;
	}
	t->inner = inner;
	return &t->x;
}

void fakeapi__tap_init(struct fakeapi__tap *t, struct fakeapi__server *inner)
{
	t->server.begin = tap_begin;
	t->inner = inner;
	lock_init(&t->lock, LOCK_LEAF);
	cond_init(&t->changed);
	map_init(&t->counts, MAP_COPY_KEYS);
}

void fakeapi__tap_fini(struct fakeapi__tap *t)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&t->counts, &i));)
		base__free(e->value);
	map_fini(&t->counts);
	cond_fini(&t->changed);
	lock_fini(&t->lock);
}
