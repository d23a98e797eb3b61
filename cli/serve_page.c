/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/serve_page.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/posix/clock.h"
#include "base/text/number.h"
#include "fakeapi/exchange.h"
#include "runner/posix/external_events.h"
#include "runner/posix/files.h"

enum { READ_MAX = 64 << 20, TITLE_COLUMNS_MAX = 100 };

struct recorded {
	struct fakeapi__exchange x; /* must be first */
	struct fakeapi__exchange *inner;
	struct cli__recorder *recorder;
	struct external_answer answer;
};

/* --- writes and calls of the control API --- */

static void no_wake(void *user)
{
	(void)user;
}

/* Appends the response of the control API. Returns false if there is none. */
static bool read_control(struct cli__recorder *r, int64_t now_ns, const char *path, uint64_t since,
			 struct strbuf *out)
{
	AUTO_STRBUF query = STRBUF_INIT;
	struct fakeapi__request req = { .method = STR("GET"), .path = str_of(path) };
	struct fakeapi__exchange *x;
	char bytes[16384];
	ptrdiff_t n = 0;
	bool ok;

	strbuf_addf(&query, "since=%" PRIu64, since);
	req.query = strbuf_str(&query);
	x = r->observer.inner->begin(r->observer.inner, now_ns, &req,
				     (struct fakeapi__wake) { no_wake, NULL });
	if (!x)
		return false;
	ok = x->ops->head(x, now_ns) == FAKEAPI_HEAD_READY && x->status == 200;
	while (ok && out->len < READ_MAX && (n = x->ops->pull(x, now_ns, bytes, sizeof(bytes))) > 0)
		strbuf_add(out, bytes, (size_t)n);
	x->ops->end(x, false);
	return ok && !out->failed;
}

static int64_t at_least(int64_t ns, int64_t least)
{
	return ns > least ? ns : least;
}

/* Events of the page are in the order of their times, which begin after 0. */
static int64_t page_time(struct cli__recorder *r, int64_t now_ns) REQUIRES(r->lock);
static int64_t page_time(struct cli__recorder *r, int64_t now_ns)
{
	if (!r->start_ns)
		r->start_ns = now_ns - 1;
	r->last_ns = at_least(now_ns - r->start_ns, r->last_ns);
	return r->last_ns;
}

static void add_field(struct strbuf *out, json_t object, const char *name)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	strbuf_adds(out, json_str(json_get(object, name), &scratch));
	out->failed |= scratch.failed;
}

/* Formats a change: "update deployments.apps/default/a rv=12". */
static void note_change(struct cli__recorder *r, json_t change) REQUIRES(r->lock);
static void note_change(struct cli__recorder *r, json_t change)
{
	static const char *const verbs[][2] = { { "ADDED", "create " },
						{ "MODIFIED", "update " },
						{ "DELETED", "delete " } };
	AUTO_STRBUF text = STRBUF_INIT, rv = STRBUF_INIT;
	json_t type = json_get(change, "type");
	int64_t at_ns = 0;

	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (json_str_eq(type, str_of(verbs[i][0])))
			strbuf_addz(&text, verbs[i][1]);
	add_field(&text, change, "resource");
	if (json_get(change, "group").len > 2) {
		strbuf_addc(&text, '.');
		add_field(&text, change, "group");
	}
	if (json_get(change, "namespace").len > 2) {
		strbuf_addc(&text, '/');
		add_field(&text, change, "namespace");
	}
	strbuf_addc(&text, '/');
	add_field(&text, change, "name");
	add_field(&rv, change, "resourceVersion");
	strbuf_addf(&text, " rv=" STR_FMT, STR_ARG(strbuf_str(&rv)));
	(void)json_int64(json_get(change, "atNs"), &at_ns);
	if (!text.failed && !rv.failed)
		runner__page_note(&r->page, page_time(r, at_ns), "model", strbuf_str(&text), -1);
	else
		r->page.failed = true;
}

static void note_mark(struct cli__recorder *r, json_t mark) REQUIRES(r->lock);
static void note_mark(struct cli__recorder *r, json_t mark)
{
	AUTO_STRBUF text = STRBUF_INIT;
	int64_t at_ns = 0;

	add_field(&text, mark, "what");
	(void)json_int64(json_get(mark, "atNs"), &at_ns);
	runner__page_note(&r->page, page_time(r, at_ns), "step", strbuf_str(&text), -1);
	r->page.failed |= text.failed;
}

/* `add` false: only remembers the newest version. */
static void note_marks(struct cli__recorder *r, int64_t now_ns, bool add) REQUIRES(r->lock);
static void note_marks(struct cli__recorder *r, int64_t now_ns, bool add)
{
	AUTO_STRBUF body = STRBUF_INIT;
	struct json_iter it;
	json_t all, item;
	int64_t seq;

	if (!read_control(r, now_ns, "/relist/v1/marks", r->marked, &body) ||
	    !json_valid(strbuf_str(&body), &all, NULL))
		return;
	for (json_iter_init(&it, json_get(all, "items")); json_iter_element(&it, &item);) {
		if (json_int64(json_get(item, "seq"), &seq))
			r->marked = (uint64_t)seq;
		if (add)
			note_mark(r, item);
	}
}

static void note_changes(struct cli__recorder *r, int64_t now_ns, bool add) REQUIRES(r->lock);
static void note_changes(struct cli__recorder *r, int64_t now_ns, bool add)
{
	AUTO_STRBUF body = STRBUF_INIT, rv = STRBUF_INIT;
	struct json_iter it;
	json_t all, item;

	if (!read_control(r, now_ns, "/relist/v1/changes", r->changed, &body) ||
	    !json_valid(strbuf_str(&body), &all, NULL))
		return;
	add_field(&rv, all, "resourceVersion");
	for (json_iter_init(&it, json_get(all, "items")); add && json_iter_element(&it, &item);)
		note_change(r, item);
	(void)number_parse(strbuf_str(&rv), UINT64_MAX, &r->changed);
}

static void note_server(struct cli__recorder *r, int64_t now_ns) REQUIRES(r->lock);
static void note_server(struct cli__recorder *r, int64_t now_ns)
{
	note_marks(r, now_ns, true);
	note_changes(r, now_ns, true);
}

/* --- exchanges --- */

/* Called with the lock held, by runner__external_...(). */
static void on_event(void *user, const struct trace_event *ev) TSA(no_thread_safety_analysis);
static void on_event(void *user, const struct trace_event *ev)
{
	struct cli__recorder *r = user;
	struct trace_event shown = *ev;

	note_server(r, ev->at_ns); /* a write comes before its response and its events */
	shown.at_ns = page_time(r, ev->at_ns);
	runner__page_trace(&r->page, &shown, -1);
}

static void copy_head(struct recorded *e)
{
	const struct fakeapi__exchange_ops *ops = e->x.ops;

	e->x = *e->inner;
	e->x.ops = ops;
}

static enum fakeapi__head recorded_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct recorded *e = (struct recorded *)x;
	enum fakeapi__head head = e->inner->ops->head(e->inner, now_ns);

	copy_head(e);
	lock_acquire(&e->recorder->lock);
	runner__external_head(&e->answer, now_ns, head, x->status);
	lock_release(&e->recorder->lock);
	return head;
}

static ptrdiff_t recorded_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct recorded *e = (struct recorded *)x;
	ptrdiff_t n = e->inner->ops->pull(e->inner, now_ns, buf, cap);

	copy_head(e);
	lock_acquire(&e->recorder->lock);
	runner__external_bytes(&e->answer, now_ns, buf, n);
	lock_release(&e->recorder->lock);
	return n;
}

static int64_t recorded_deadline(const struct fakeapi__exchange *x)
{
	const struct recorded *e = (const struct recorded *)x;

	return e->inner->ops->deadline_ns(e->inner);
}

static void recorded_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct recorded *e = (struct recorded *)x;

	lock_acquire(&e->recorder->lock);
	runner__external_end(&e->answer, clock_monotonic_ns(), client_gone);
	lock_release(&e->recorder->lock);
	e->inner->ops->end(e->inner, client_gone);
	base__free(e);
}

static const struct fakeapi__exchange_ops recorded_ops = { recorded_head, recorded_pull,
							   recorded_deadline, recorded_end, NULL };

static bool is_control(struct str path)
{
	static const char root[] = "/relist/";

	return path.len >= sizeof(root) - 1 && memcmp(path.ptr, root, sizeof(root) - 1) == 0;
}

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct cli__recorder *r = (struct cli__recorder *)server;
	struct fakeapi__server *inner = r->observer.inner;
	struct recorded *e;

	if (is_control(req->path)) /* it is a mark */
		return inner->begin(inner, now_ns, req, wake);
	e = base__calloc(1, sizeof(*e));
	if (!e)
		return NULL;
	e->recorder = r;
	e->x.ops = &recorded_ops;
	lock_acquire(&r->lock);
	runner__external_request(&e->answer, &r->sink, now_ns, ++r->requests, NULL, req);
	lock_release(&r->lock);
	e->inner = inner->begin(inner, now_ns, req, wake);
	if (e->inner) {
		copy_head(e);
		return &e->x;
	}
	lock_acquire(&r->lock);
	runner__external_end(&e->answer, now_ns, false);
	lock_release(&r->lock);
	base__free(e);
	return NULL;
}

/* --- the page --- */

void cli__recorder_init(struct cli__recorder *r)
{
	*r = (struct cli__recorder) { .observer = { { begin }, NULL }, .sink = { on_event, r } };
	lock_init(&r->lock, LOCK_RUNNER);
	runner__page_init(&r->page);
}

void cli__recorder_fini(struct cli__recorder *r)
{
	runner__page_fini(&r->page);
	lock_fini(&r->lock);
}

void cli__recorder_start(struct cli__recorder *r)
{
	int64_t now_ns = clock_monotonic_ns();

	lock_acquire(&r->lock);
	note_marks(r, now_ns, false);
	note_changes(r, now_ns, false);
	lock_release(&r->lock);
}

static bool write_page(struct cli__recorder *r, const char *path, struct str title, int status,
		       struct relist_err *why)
{
	AUTO_STRBUF html = STRBUF_INIT;
	char verdict[48];
	struct runner__page_head head = {
		.title = title,
		.about = STR("a command against relist serve: its requests, the events of its "
			     "watches, all writes, and the faults"),
		.verdict = verdict,
		.passed = status == 0,
		.what = "",
	};
	bool ok;

	(void)snprintf(verdict, sizeof(verdict), "exit status %d", status);
	lock_acquire(&r->lock);
	note_server(r, clock_monotonic_ns());
	ok = runner__page_write(&r->page, &head, &html);
	lock_release(&r->lock);
	if (!ok || html.failed)
		return relist_err_set(why, RELIST_ENOMEM, "the page: out of memory") == 0;
	return runner__replace_file(path, strbuf_str(&html), why) == 0;
}

int cli__recorder_write(struct cli__recorder *r, const char *dir, char *const *command, int status,
			FILE *err)
{
	AUTO_STRBUF title = STRBUF_INIT, path = STRBUF_INIT;
	struct relist_err why = { 0 };
	char name[4 * TITLE_COLUMNS_MAX];
	bool ok;

	for (size_t i = 0; command[i]; i++)
		strbuf_addf(&title, "%s%s", i ? " " : "", command[i]);
	runner__picture_cut(name, sizeof(name), strbuf_str(&title), TITLE_COLUMNS_MAX);
	strbuf_addf(&path, "%s/index.html", dir);
	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		ok = relist_err_set(&why, RELIST_EIO, "%s: %s", dir, strerror(errno)) == 0;
	else if (title.failed || path.failed)
		ok = relist_err_set(&why, RELIST_ENOMEM, "the page: out of memory") == 0;
	else
		ok = write_page(r, path.ptr, str_of(name), status, &why);
	if (ok)
		fprintf(err, "relist: page %s\n", path.ptr);
	else
		fprintf(err, "relist serve: %s\n", why.msg);
	return ok ? 0 : 5;
}
