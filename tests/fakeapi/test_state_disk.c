/* SPDX-License-Identifier: Apache-2.0 */
/* A server whose disk refuses the n-th operation. Whatever was acknowledged, read or watched is
 * there after a kill -9 and after the machine lost its power; no version is given twice; and when
 * the disk is well again, so is the server. */
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "fakeapi/core.h"
#include "fakeapi/posix/state.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

enum { NAMES = 4, SEEN_MAX = 400, FILES_MAX = 64 };

static char folder[64], path[96], copy[96];

/* --- the disk --- */

static struct {
	atomic_long calls;
	long fail_at, fail_len; /* calls fail_at .. fail_at + fail_len - 1 */
	int error;
	bool half; /* a write gets half of it done before it fails */
	atomic_bool half_done;
	atomic_int failed;
	/* What a lost machine leaves of a file. */
	struct {
		ino_t ino;
		off_t synced;
	} files[FILES_MAX];
	atomic_size_t file_count;
} disk;

static bool refuses(void)
{
	long n = atomic_fetch_add(&disk.calls, 1);

	if (n < disk.fail_at || n >= disk.fail_at + disk.fail_len)
		return false;
	atomic_fetch_add(&disk.failed, 1);
	errno = disk.error;
	return true;
}

static ssize_t disk_write(int fd, const void *bytes, size_t len)
{
	if (!refuses())
		return write(fd, bytes, len);
	if (disk.half && len > 1 && !atomic_exchange(&disk.half_done, true)) {
		ssize_t n = write(fd, bytes, len / 2);

		disk.fail_len++; /* and the rest of it will not be */
		return n;
	}
	errno = disk.error;
	return -1;
}

static void note_synced(int fd)
{
	struct stat st;
	size_t i = 0, count = atomic_load(&disk.file_count);

	assert_int_equal(fstat(fd, &st), 0);
	if (!S_ISREG(st.st_mode))
		return;
	while (i < count && disk.files[i].ino != st.st_ino)
		i++;
	assert_true(i < FILES_MAX);
	disk.files[i].ino = st.st_ino;
	disk.files[i].synced = st.st_size;
	if (i == count)
		atomic_store(&disk.file_count, count + 1);
}

static int disk_sync(int fd)
{
	if (refuses())
		return -1;
	note_synced(fd);
	return 0;
}

static int disk_truncate(int fd, off_t len)
{
	return refuses() ? -1 : ftruncate(fd, len);
}

static int disk_rename(const char *from, const char *to)
{
	return refuses() ? -1 : rename(from, to);
}

static const struct fakeapi__state_io disk_io = { disk_write, disk_sync, disk_sync, disk_truncate,
						  disk_rename };

static int no_sync(int fd)
{
	(void)fd;
	return 0;
}

static const struct fakeapi__state_io calm_io = { write, no_sync, no_sync, ftruncate, rename };

/* --- a server --- */

struct world {
	struct fakeapi__core *core;
	struct fakeapi__state *state;
	struct fakeapi__server *gate;
	struct fakeapi__exchange *watch;
	struct strbuf events;
	int64_t now_ns;
};

static int restore_write(void *user, const struct fakeapi__write *w, struct relist_err *err)
{
	return fakeapi__core_restore(user, w, err);
}

static void down(struct world *w)
{
	if (w->watch)
		w->watch->ops->end(w->watch, true);
	fakeapi__state_close(w->state);
	fakeapi__core_free(w->core);
	strbuf_fini(&w->events);
	*w = (struct world) { 0 };
}

static bool up(struct world *w, const char *file, const struct fakeapi__state_io *io)
{
	const struct fakeapi__state_options state = { .rewrite_min = 1500,
						      .retry_ns = NS_PER_MS / 10,
						      .io = io };
	struct relist_err err = { 0 };
	struct fakeapi__options opt = { .empty = true, .any_namespace = true };

	*w = (struct world) { .now_ns = NS_PER_S };
	strbuf_init(&w->events);
	w->state = fakeapi__state_open(file, &state, &err);
	opt.on_write = fakeapi__state_append;
	opt.on_write_user = w->state;
	if (w->state)
		w->core = fakeapi__core_new(&opt, &err);
	if (!w->core || fakeapi__state_restore(w->state, restore_write, w->core, NULL, &err) != 0 ||
	    fakeapi__state_start(w->state, fakeapi__core_snapshot, w->core, &err) != 0) {
		if (io != &disk_io)
			fail_msg("%s: %s", file, err.msg);
		assert_true(err.code < 0);
		assert_int_not_equal(err.msg[0], '\0');
		down(w);
		return false;
	}
	w->gate = fakeapi__state_gate(w->state, fakeapi__core_server(w->core));
	return true;
}

static void on_wake(void *user)
{
	(void)user;
}

static struct fakeapi__exchange *begin(struct world *w, const char *method, const char *uri,
				       const char *body)
{
	const struct fakeapi__header headers[] = { { STR("Content-Type"),
						     STR("application/json") } };
	const char *query = strchr(uri, '?');
	const struct fakeapi__request req = {
		.method = str_of(method),
		.path = { uri, query ? (size_t)(query - uri) : strlen(uri) },
		.query = str_of(query ? query + 1 : ""),
		.headers = headers,
		.header_count = 1,
		.body = str_of(body),
	};
	struct fakeapi__exchange *x =
	    w->gate->begin(w->gate, ++w->now_ns, &req, (struct fakeapi__wake) { on_wake, NULL });

	assert_non_null(x);
	return x;
}

static bool has_head(void *user)
{
	struct fakeapi__exchange *x = user;

	return x->ops->head(x, NS_PER_S) != FAKEAPI_HEAD_WAIT;
}

/* The answer; *out is its JSON. */
static int ask(struct world *w, const char *method, const char *uri, const char *body, cJSON **out)
{
	struct fakeapi__exchange *x = begin(w, method, uri, body);
	struct strbuf text = STRBUF_INIT;
	char buf[300];
	ptrdiff_t n;
	int status;

	for (int i = 0; i < 1000 && !has_head(x); i++)
		(void)sched_yield();
	net_wait(has_head, x);
	assert_int_equal(x->ops->head(x, w->now_ns), FAKEAPI_HEAD_READY);
	status = x->status;
	while ((n = x->ops->pull(x, w->now_ns, buf, sizeof(buf))) > 0)
		strbuf_add(&text, buf, (size_t)n);
	assert_int_equal(n, FAKEAPI_PULL_END);
	assert_true(x->body_len < 0 || (size_t)x->body_len == text.len);
	x->ops->end(x, false);
	*out = cJSON_ParseWithLength(text.ptr, text.len);
	assert_non_null(*out);
	strbuf_fini(&text);
	return status;
}

/* --- what clients have seen --- */

/* The newest state of each name that a client has seen; "" when it is gone. */
static struct {
	char value[NAMES][32];
	struct {
		unsigned long rv;
		char text[64];
	} seen[SEEN_MAX];
	size_t count;
	unsigned long newest;
} acked;

static const char *text_at(const cJSON *obj, const char *a, const char *b)
{
	const cJSON *v =
	    cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(obj, a), b);

	return cJSON_IsString(v) ? v->valuestring : "";
}

/* One version is one state of one object, for ever. */
static void note_seen(const cJSON *obj, bool gone)
{
	unsigned long rv = strtoul(text_at(obj, "metadata", "resourceVersion"), NULL, 10);
	char text[64];

	assert_true(rv > 0);
	(void)snprintf(text, sizeof(text), "%s %.40s%s", text_at(obj, "metadata", "name"),
		       text_at(obj, "data", "v"), gone ? " gone" : "");
	if (rv > acked.newest)
		acked.newest = rv;
	for (size_t i = 0; i < acked.count; i++)
		if (acked.seen[i].rv == rv) {
			assert_string_equal(acked.seen[i].text, text);
			return;
		}
	assert_true(acked.count < SEEN_MAX);
	acked.seen[acked.count].rv = rv;
	memcpy(acked.seen[acked.count++].text, text, sizeof(text));
}

static void watch_more(struct world *w)
{
	char buf[200];
	ptrdiff_t n;
	char *line, *end;

	if (!w->watch) {
		strbuf_clear(&w->events);
		w->watch = begin(w, "GET", MAPS "?watch=true&resourceVersion=0", "");
	}
	if (w->watch->ops->head(w->watch, w->now_ns) == FAKEAPI_HEAD_WAIT)
		return;
	if (w->watch->status == 200)
		while ((n = w->watch->ops->pull(w->watch, w->now_ns, buf, sizeof(buf))) > 0)
			strbuf_add(&w->events, buf, (size_t)n);
	else
		n = FAKEAPI_PULL_END;
	for (line = w->events.ptr; (end = line ? strchr(line, '\n') : NULL); line = end + 1) {
		cJSON *ev = cJSON_ParseWithLength(line, (size_t)(end - line));

		assert_non_null(ev);
		note_seen(cJSON_GetObjectItemCaseSensitive(ev, "object"),
			  strcmp(cJSON_GetObjectItemCaseSensitive(ev, "type")->valuestring,
				 "DELETED") == 0);
		cJSON_Delete(ev);
	}
	if (line) {
		char *rest = strdup(line);

		assert_non_null(rest);
		strbuf_clear(&w->events);
		strbuf_addz(&w->events, rest);
		free(rest);
	}
	if (n != FAKEAPI_PULL_WAIT) {
		w->watch->ops->end(w->watch, false);
		w->watch = NULL;
	}
}

/* --- the story --- */

static const struct {
	const char *method;
	int name;
	const char *value;
} story[] = {
	{ "POST", 0, "a" },   { "POST", 1, "b" },  { "PUT", 0, "c" },	 { "DELETE", 1, "" },
	{ "POST", 1, "d" },   { "POST", 2, "e" },  { "PUT", 2, "long" }, { "PUT", 2, "f" },
	{ "PUT", 2, "long" }, { "PUT", 0, "g" },   { "DELETE", 0, "" },	 { "POST", 3, "h" },
	{ "PUT", 3, "i" },    { "DELETE", 3, "" },
};

struct reading {
	struct world *w;
	char uri[96];
	int status;
	cJSON *obj;
};

/* 500: the state is unknown just now. */
static bool reads(void *user)
{
	struct reading *r = user;

	cJSON_Delete(r->obj);
	r->status = ask(r->w, "GET", r->uri, "", &r->obj);
	assert_true(r->status == 200 || r->status == 404 || r->status == 500);
	return r->status != 500;
}

static void read_name(struct world *w, int name, char *value, size_t cap)
{
	struct reading r = { .w = w };

	(void)snprintf(r.uri, sizeof(r.uri), MAPS "/n%d", name);
	net_wait(reads, &r);
	(void)snprintf(value, cap, "%.20s", r.status == 200 ? text_at(r.obj, "data", "v") : "");
	if (r.status == 200)
		note_seen(r.obj, false);
	cJSON_Delete(r.obj);
}

static void act(struct world *w, size_t i)
{
	char uri[96], body[1400], filler[1001];
	const bool is_new = story[i].method[1] == 'O';
	cJSON *out;
	int status;

	memset(filler, 'x', sizeof(filler) - 1);
	filler[sizeof(filler) - 1] = '\0';
	(void)snprintf(uri, sizeof(uri), is_new ? MAPS : MAPS "/n%d", story[i].name);
	(void)snprintf(body, sizeof(body),
		       "{\"metadata\":{\"name\":\"n%d\"},\"data\":{\"v\":\"%s%zu\",\"f\":\"%s\"}}",
		       story[i].name, story[i].value, i,
		       strcmp(story[i].value, "long") == 0 ? filler : "");
	status = ask(w, story[i].method, uri, *story[i].value ? body : "", &out);
	if (status == 200 || status == 201) {
		(void)snprintf(acked.value[story[i].name], sizeof(acked.value[0]), "%.20s",
			       *story[i].value ? text_at(out, "data", "v") : "");
		if (*story[i].value)
			note_seen(out, false);
	} else {
		char before[32];

		/* 404, 409: what a 500 came to before it */
		assert_true(status == 500 || status == 404 || status == 409);
		memcpy(before, acked.value[story[i].name], sizeof(before));
		read_name(w, story[i].name, acked.value[story[i].name], sizeof(acked.value[0]));
		/* All of it or nothing. */
		if (strcmp(before, acked.value[story[i].name]) != 0 && *story[i].value)
			assert_non_null(strstr(body, acked.value[story[i].name]));
	}
	cJSON_Delete(out);
	watch_more(w);
}

static bool writes_again(void *user)
{
	cJSON *out;
	int status = ask(user, "POST", MAPS,
			 "{\"metadata\":{\"name\":\"last\"},\"data\":{\"v\":\"z\"}}", &out);

	cJSON_Delete(out);
	assert_true(status == 500 || status == 201 || status == 409);
	return status != 500;
}

static void copy_file(bool power_lost)
{
	static char buf[1 << 16];
	struct stat st;
	int from = open(path, O_RDONLY), to = open(copy, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	ssize_t n = read(from, buf, sizeof(buf));

	assert_in_range(n, 1, sizeof(buf) - 1);
	assert_int_equal(fstat(from, &st), 0);
	for (size_t i = 0; power_lost && i < atomic_load(&disk.file_count); i++)
		if (disk.files[i].ino == st.st_ino && disk.files[i].synced < n)
			n = disk.files[i].synced;
	assert_int_equal(write(to, buf, (size_t)n), n);
	(void)close(from);
	(void)close(to);
}

/* Another life: all that clients have seen is true, and the next write has its own version. */
static void check_next_life(void)
{
	struct world w;
	char value[32];
	cJSON *out;

	assert_true(up(&w, copy, &calm_io));
	assert_true(fakeapi__core_rv(w.core) >= acked.newest);
	for (int i = 0; i < NAMES; i++) {
		read_name(&w, i, value, sizeof(value));
		assert_string_equal(value, acked.value[i]);
	}
	assert_int_equal(ask(&w, "POST", MAPS, "{\"metadata\":{\"name\":\"next\"}}", &out), 201);
	assert_true(strtoul(text_at(out, "metadata", "resourceVersion"), NULL, 10) > acked.newest);
	cJSON_Delete(out);
	down(&w);
	(void)unlink(copy);
}

/* How many calls failed. */
static int live_through(long fail_at, long fail_len, int error, bool half)
{
	struct world w;

	memset(&acked, 0, sizeof(acked));
	memset(&disk, 0, sizeof(disk));
	disk.fail_at = fail_at;
	disk.fail_len = fail_len;
	disk.error = error;
	disk.half = half;
	while (!up(&w, path, &disk_io))
		assert_true(atomic_load(&disk.failed) > 0);
	for (size_t i = 0; i < ARRAY_LEN(story); i++)
		act(&w, i);
	net_wait(writes_again, &w);
	watch_more(&w);
	for (int lost = 0; lost < 2; lost++) {
		copy_file(lost);
		check_next_life();
	}
	down(&w);
	(void)unlink(path);
	return atomic_load(&disk.failed);
}

static void acknowledged_write_survives_disk_errors(void **state)
{
	static const struct {
		const char *name;
		long len;
		int error;
		bool half;
	} cases[] = {
		{ "a moment of ENOSPC", 1, ENOSPC, false },
		{ "half a write, then ENOSPC", 1, ENOSPC, true },
		{ "half a write, and it cannot be taken back", 2, EIO, true },
		{ "EIO for a while", 7, EIO, false },
		{ "EROFS for a while", 10, EROFS, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		long at = 0;

		while (live_through(at, cases[i].len, cases[i].error, cases[i].half) > 0)
			at++;
		assert_true(at > (long)ARRAY_LEN(story)); /* it did come to every one */
	}
}

/* --- what is not on the disk yet --- */

static atomic_bool sync_held, sync_begun;

static bool may_sync(void *user)
{
	(void)user;
	return !atomic_load(&sync_held);
}

static int slow_sync(int fd)
{
	(void)fd;
	atomic_store(&sync_begun, true);
	net_wait(may_sync, NULL);
	return 0;
}

static const struct fakeapi__state_io slow_io = { write, slow_sync, no_sync, ftruncate, rename };

static bool is_set(void *user)
{
	return atomic_load((atomic_bool *)user);
}

static bool has_seen(void *user)
{
	watch_more(user);
	return acked.count > 0;
}

static void unflushed_write_is_not_visible(void **state)
{
	struct world w;
	struct fakeapi__exchange *post, *get, *ready;

	(void)state;
	memset(&acked, 0, sizeof(acked));
	assert_true(up(&w, path, &slow_io));
	watch_more(&w);
	atomic_store(&sync_held, true);
	atomic_store(&sync_begun, false);
	post = begin(&w, "POST", MAPS, "{\"metadata\":{\"name\":\"m\"}}");
	net_wait(is_set, &sync_begun);
	get = begin(&w, "GET", MAPS "/m", "");
	ready = begin(&w, "GET", "/readyz", ""); /* which does not mention it */
	assert_true(has_head(ready));
	assert_int_equal(ready->status, 200);
	ready->ops->end(ready, false);
	for (int i = 0; i < 3; i++) {
		watch_more(&w);
		assert_int_equal(acked.count, 0);
		assert_false(has_head(post));
		assert_false(has_head(get));
		assert_int_equal(w.watch->ops->deadline_ns(w.watch), TIME_NEVER);
	}
	atomic_store(&sync_held, false);
	net_wait(has_head, post);
	net_wait(has_head, get);
	net_wait(has_seen, &w);
	assert_int_equal(post->status, 201);
	assert_int_equal(get->status, 200);
	post->ops->end(post, false);
	get->ops->end(get, false);
	down(&w);
}

/* --- a disk that stays broken --- */

static void retry_pauses_double_up_to_32_times_the_first(void **state)
{
	static const int64_t want[] = { 3, 6, 12, 24, 48, 96, 96, 96 };
	int64_t pause = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		pause = fakeapi__state_pause(pause, 3);
		assert_int_equal(pause, want[i]);
	}
}

enum { ATTEMPTS = 9 };

static struct {
	atomic_size_t count;
	int64_t at_ns[ATTEMPTS];
} attempts;

static atomic_bool broken;

/* Of what was written, then of each new file. */
static int broken_sync(int fd)
{
	size_t n = atomic_load(&attempts.count);

	(void)fd;
	if (!atomic_load(&broken))
		return 0;
	if (n < ATTEMPTS) {
		attempts.at_ns[n] = clock_monotonic_ns();
		atomic_store(&attempts.count, n + 1);
	}
	errno = EIO;
	return -1;
}

static const struct fakeapi__state_io broken_io = { write, broken_sync, no_sync, ftruncate,
						    rename };

static bool has_tried(void *user)
{
	(void)user;
	return atomic_load(&attempts.count) == ATTEMPTS;
}

/* An attempt may be late on a loaded machine; none may come early. */
static void retries_on_a_broken_disk_back_off_and_recover(void **state)
{
	const int64_t first_ns = NS_PER_MS / 10;
	int64_t pause = 0;
	struct world w;
	cJSON *out;

	(void)state;
	memset(&acked, 0, sizeof(acked));
	atomic_store(&attempts.count, 0);
	atomic_store(&broken, false);
	assert_true(up(&w, path, &broken_io));
	atomic_store(&broken, true);
	assert_int_equal(ask(&w, "POST", MAPS, "{\"metadata\":{\"name\":\"n0\"}}", &out), 500);
	cJSON_Delete(out);
	net_wait(has_tried, NULL);
	for (size_t i = 1; i < ATTEMPTS; i++) {
		pause = fakeapi__state_pause(pause, first_ns);
		assert_true(attempts.at_ns[i] - attempts.at_ns[i - 1] >= pause);
	}
	atomic_store(&broken, false);
	net_wait(writes_again, &w);
	down(&w);
}

static int make_folder(void **state)
{
	(void)state;
	(void)snprintf(folder, sizeof(folder), "/tmp/relist-test-disk-XXXXXX");
	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/state", folder);
	(void)snprintf(copy, sizeof(copy), "%s/copy", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	(void)unlink(path);
	(void)unlink(copy);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(acknowledged_write_survives_disk_errors,
						make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(unflushed_write_is_not_visible, make_folder,
						remove_folder),
		cmocka_unit_test(retry_pauses_double_up_to_32_times_the_first),
		cmocka_unit_test_setup_teardown(retries_on_a_broken_disk_back_off_and_recover,
						make_folder, remove_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
