/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/posix/state.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

static char folder[64], path[96];

static int make_folder(void **state)
{
	(void)state;
	(void)snprintf(folder, sizeof(folder), "/tmp/relist-test-state-XXXXXX");
	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/state", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	(void)unlink(path);
	return rmdir(folder);
}

static struct fakeapi__write put(uint64_t rv, const char *name, const char *json)
{
	return (struct fakeapi__write) { .rv = rv,
					 .group = STR("apps"),
					 .resource = STR("deployments"),
					 .ns = STR("default"),
					 .name = str_of(name),
					 .json = str_of(json) };
}

static struct fakeapi__write del(uint64_t rv, const char *name)
{
	struct fakeapi__write w = put(rv, name, "last state");

	w.deleted = true;
	return w;
}

static struct fakeapi__state *open_state(const struct fakeapi__state_options *opt)
{
	struct relist_err err = { 0 };
	struct fakeapi__state *s = fakeapi__state_open(path, opt, &err);

	if (!s)
		fail_msg("%s", err.msg);
	return s;
}

/* "3+a=json 4-a ": what restore gives. */
static int tell(void *user, const struct fakeapi__write *w, struct relist_err *err)
{
	(void)err;
	assert_true(str_eqz(w->group, "apps"));
	assert_true(str_eqz(w->resource, "deployments"));
	assert_true(str_eqz(w->ns, "default"));
	strbuf_addf(user, "%llu%c" STR_FMT, (unsigned long long)w->rv, w->deleted ? '-' : '+',
		    STR_ARG(w->name));
	if (w->deleted)
		assert_int_equal(w->json.len, 0);
	else
		strbuf_addf(user, "=" STR_FMT, STR_ARG(w->json));
	strbuf_addc(user, ' ');
	return 0;
}

static void assert_restores(struct fakeapi__state *s, const char *want, bool torn)
{
	struct strbuf got = STRBUF_INIT;
	size_t torn_bytes;
	struct relist_err err = { 0 };

	if (fakeapi__state_restore(s, tell, &got, &torn_bytes, &err) != 0)
		fail_msg("%s", err.msg);
	assert_string_equal(got.ptr, want);
	assert_int_equal(torn_bytes > 0, torn);
	strbuf_fini(&got);
}

static void append(struct fakeapi__state *s, struct fakeapi__write w)
{
	assert_int_equal(fakeapi__state_append(s, &w), 0);
}

static size_t file_size(void)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return (size_t)st.st_size;
}

static void state_file_restores_writes_in_order(void **state)
{
	struct fakeapi__state *s = open_state(NULL);

	(void)state;
	assert_true(fakeapi__state_is_new(s));
	assert_restores(s, "", false);
	append(s, put(1, "before the start", "is not written"));
	assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
	append(s, put(2, "a", "{}"));
	append(s, put(3, "b", "{\"b\":\"\xff\n\"}"));
	append(s, del(4, "a"));
	append(s, put(5, "b", ""));
	fakeapi__state_close(s);
	for (int i = 0; i < 2; i++) {
		s = open_state(NULL);
		assert_false(fakeapi__state_is_new(s));
		assert_restores(s,
				i ? "2+a={} 3+b={\"b\":\"\xff\n\"} 4-a 5+b= 6+c=x "
				  : "2+a={} 3+b={\"b\":\"\xff\n\"} 4-a 5+b= ",
				false);
		assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
		append(s, put(6 + (uint64_t)i, "c", "x"));
		fakeapi__state_close(s);
	}
}

static int each(struct fakeapi__core *core, int (*fn)(void *user, const struct fakeapi__write *w),
		void *user)
{
	const struct fakeapi__write writes[] = { put(7, "g", "7"), put(3, "c", "3"),
						 put(5, "e", "5") };

	(void)core;
	for (size_t i = 0; i < ARRAY_LEN(writes); i++)
		if (fn(user, &writes[i]) != 0)
			return RELIST_ENOMEM;
	return 0;
}

static void new_state_file_starts_with_existing_objects_in_rv_order(void **state)
{
	struct fakeapi__state *s = open_state(NULL);

	(void)state;
	assert_int_equal(fakeapi__state_start(s, each, NULL, NULL), 0);
	append(s, put(8, "c", "8"));
	fakeapi__state_close(s);
	s = open_state(NULL);
	assert_restores(s, "3+c=3 5+e=5 7+g=7 8+c=8 ", false);
	assert_int_equal(fakeapi__state_start(s, each, NULL, NULL), 0); /* not new: not again */
	fakeapi__state_close(s);
	s = open_state(NULL);
	assert_restores(s, "3+c=3 5+e=5 7+g=7 8+c=8 ", false);
	fakeapi__state_close(s);
}

static bool is_synced(void *user)
{
	struct fakeapi__state_stats stats;

	fakeapi__state_stats(user, &stats);
	return stats.rewrites > 0;
}

static void rewound_store_rewrites_its_file(void **state)
{
	for (int reported = 0; reported < 2; reported++) {
		struct fakeapi__state *s = open_state(NULL);

		(void)state;
		assert_int_equal(fakeapi__state_start(s, each, NULL, NULL), 0);
		append(s, put(9, "c", "9"));
		append(s, put(10, "x", "10"));
		if (reported)
			fakeapi__state_rewound(s);
		else
			append(s, put(8, "y", "each() knows of it"));
		net_wait(is_synced, s);
		append(s, put(8, "z", "8"));
		fakeapi__state_close(s);
		s = open_state(NULL);
		assert_restores(s, "3+c=3 5+e=5 7+g=7 8+z=8 ", false);
		fakeapi__state_close(s);
		assert_int_equal(unlink(path), 0);
	}
}

static void torn_last_record_is_truncated_at_any_cut(void **state)
{
	struct fakeapi__state *s = open_state(NULL);
	size_t whole, full;
	char bytes[512];
	int fd;

	(void)state;
	assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
	append(s, put(2, "a", "{}"));
	whole = file_size();
	append(s, put(3, "b", "{\"some\":\"thing\"}"));
	full = file_size();
	fakeapi__state_close(s);
	fd = open(path, O_RDONLY);
	assert_int_equal(read(fd, bytes, sizeof(bytes)), full);
	(void)close(fd);
	for (size_t cut = whole + 1; cut < 2 * full - whole; cut++) {
		/* the front of the record; then the record with its last bytes still zero */
		size_t kept = cut < full ? cut : whole + (cut - full);

		fd = open(path, O_WRONLY | O_TRUNC);
		assert_int_equal(write(fd, bytes, kept), kept);
		if (cut >= full)
			assert_int_equal(ftruncate(fd, (off_t)full), 0);
		(void)close(fd);
		s = open_state(NULL);
		assert_restores(s, "2+a={} ", true);
		assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
		append(s, put(4, "c", "after"));
		fakeapi__state_close(s);
		s = open_state(NULL);
		assert_restores(s, "2+a={} 4+c=after ", false);
		fakeapi__state_close(s);
	}
}

/* Bytes of a file with three records; ends[i] is where record i begins, ends[3] the end. */
static size_t small_file(char *bytes, size_t cap, size_t ends[4])
{
	struct fakeapi__state *s = open_state(NULL);
	const struct fakeapi__write writes[] = { put(2, "a", "{\"some\":\"thing\"}"),
						 put(3, "b", "{}"), del(4, "a") };
	int fd;
	ssize_t len;

	assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(writes); i++) {
		ends[i] = file_size();
		append(s, writes[i]);
	}
	ends[3] = file_size();
	fakeapi__state_close(s);
	fd = open(path, O_RDONLY);
	len = read(fd, bytes, cap);
	(void)close(fd);
	assert_int_equal(len, ends[3]);
	return (size_t)len;
}

static void write_file(const char *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_int_equal(write(fd, bytes, len), len);
	(void)close(fd);
}

static void flipped_bit_is_distinguished_from_an_unfinished_write(void **state)
{
	static const char before[] = "damaged at byte ";
	struct strbuf got = STRBUF_INIT;
	char bytes[512], want[40];
	size_t ends[4], len = small_file(bytes, sizeof(bytes), ends);

	(void)state;
	for (size_t bit = 0; bit < 8 * len; bit++) {
		struct relist_err err = { 0 };
		struct fakeapi__state *s;
		int code = RELIST_EPARSE;
		size_t record = 0;

		while (record < 3 && bit / 8 >= ends[record + 1])
			record++;
		bytes[bit / 8] ^= (char)(1 << bit % 8);
		write_file(bytes, len);
		s = fakeapi__state_open(path, NULL, &err);
		if (s)
			code = fakeapi__state_restore(s, tell, &got, NULL, &err);
		fakeapi__state_close(s);
		assert_int_equal(code, RELIST_EPARSE);
		(void)snprintf(want, sizeof(want), "%s%zu ", before, ends[record]);
		if (!strstr(err.msg, bit / 8 < ends[0] ? "state file" : want))
			fail_msg("bit %zu: %s", bit, err.msg);
		assert_int_equal(file_size(), len); /* nothing was cut off */
		bytes[bit / 8] ^= (char)(1 << bit % 8);
	}
	strbuf_fini(&got);
}

/* A killed server or a lost machine leaves whole records and a part of one. */
static void file_cut_anywhere_restores_the_records_before_the_cut(void **state)
{
	static const char *const texts[] = { "", "2+a={\"some\":\"thing\"} ",
					     "2+a={\"some\":\"thing\"} 3+b={} ",
					     "2+a={\"some\":\"thing\"} 3+b={} 4-a " };
	char bytes[512], zeros[512] = { 0 };
	size_t ends[4], len = small_file(bytes, sizeof(bytes), ends);

	(void)state;
	for (size_t at = 0; at < 2 * (len + 1); at++) {
		size_t cut = at / 2, whole = 0;
		bool filled = at % 2;
		struct fakeapi__state *s;

		if (filled && cut < ends[0])
			continue; /* the first line is written before any record */
		write_file(bytes, cut);
		if (filled) { /* room that was never written */
			int fd = open(path, O_WRONLY | O_APPEND);

			assert_int_equal(write(fd, zeros, len + 1 - cut), len + 1 - cut);
			(void)close(fd);
		}
		while (whole < 3 && cut >= ends[whole + 1])
			whole++;
		s = open_state(NULL);
		assert_restores(s, texts[whole], filled || (cut > ends[0] && cut != ends[whole]));
		assert_true(file_size() == (cut < ends[0] ? ends[0] : ends[whole]));
		assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
		append(s, put(9, "c", "after"));
		fakeapi__state_close(s);
	}
}

/* A sector in the middle of the last record that never reached the disk; in an earlier one
 * something acknowledged may follow. */
static void zeroed_sector_is_tolerated_only_in_the_last_record(void **state)
{
	static char bytes[8192], big[3000];
	struct relist_err err = { 0 };
	struct strbuf got = STRBUF_INIT;

	(void)state;
	memset(big, 'x', sizeof(big) - 1);
	for (int last = 0; last < 2; last++) {
		struct fakeapi__state *s = open_state(NULL);
		ssize_t len;
		int fd;

		assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
		append(s, put(2, "a", "{}"));
		append(s, put(3, "b", big));
		if (!last)
			append(s, put(4, "c", "{}"));
		fakeapi__state_close(s);
		fd = open(path, O_RDONLY);
		len = read(fd, bytes, sizeof(bytes));
		(void)close(fd);
		memset(bytes + 1024, 0, 512);
		write_file(bytes, (size_t)len);
		s = open_state(NULL);
		if (last)
			assert_restores(s, "2+a={} ", true);
		else
			assert_int_equal(fakeapi__state_restore(s, tell, &got, NULL, &err),
					 RELIST_EPARSE);
		fakeapi__state_close(s);
		(void)unlink(path);
	}
	strbuf_fini(&got);
}

/* As relist wrote them before records had an end mark. */
static void file_of_format_1_is_read_and_rewritten(void **state)
{
	char bytes[512], old[512];
	size_t ends[4], n = 15;
	struct fakeapi__state *s;

	(void)state;
	(void)small_file(bytes, sizeof(bytes), ends);
	memcpy(old, "relist-state 1\n", 15);
	for (int i = 0; i < 3; i++) {
		memcpy(old + n, bytes + ends[i], ends[i + 1] - ends[i] - 1);
		n += ends[i + 1] - ends[i] - 1;
	}
	for (int torn = 0; torn < 2; torn++) {
		write_file(old, n - (size_t)torn);
		s = open_state(NULL);
		assert_restores(s,
				torn ? "2+a={\"some\":\"thing\"} 3+b={} "
				     : "2+a={\"some\":\"thing\"} 3+b={} 4-a ",
				torn);
		assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
		append(s, put(5, "c", "new"));
		fakeapi__state_close(s);
		s = open_state(NULL);
		assert_restores(s,
				torn ? "2+a={\"some\":\"thing\"} 3+b={} 5+c=new "
				     : "3+b={} 4-a 5+c=new ",
				false);
		assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
		fakeapi__state_close(s);
		{
			char head[15];
			int fd = open(path, O_RDONLY);

			assert_int_equal(read(fd, head, 15), 15);
			assert_memory_equal(head, "relist-state 2\n", 15);
			(void)close(fd);
		}
	}
}

static void damage_before_the_last_record_is_an_error_with_its_offset(void **state)
{
	struct fakeapi__state *s = open_state(NULL);
	size_t first, second;
	struct strbuf got = STRBUF_INIT;

	(void)state;
	assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
	first = file_size();
	append(s, put(2, "a", "{}"));
	second = file_size();
	append(s, put(3, "b", "{}"));
	fakeapi__state_close(s);
	for (size_t at = first; at < second; at++) {
		int fd = open(path, O_RDWR);
		char byte;
		struct relist_err err = { 0 };

		assert_int_equal(pread(fd, &byte, 1, (off_t)at), 1);
		byte ^= 0x40;
		assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
		s = open_state(NULL);
		strbuf_clear(&got);
		assert_int_equal(fakeapi__state_restore(s, tell, &got, NULL, &err), RELIST_EPARSE);
		assert_non_null(strstr(err.msg, "damaged at byte 15"));
		fakeapi__state_close(s);
		byte ^= 0x40;
		assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
		(void)close(fd);
	}
	strbuf_fini(&got);
}

static void file_of_another_format_is_refused(void **state)
{
	static const struct {
		const char *content, *message;
	} cases[] = {
		{ "apiVersion: v1\nkind: Pod\n", "not a relist state file" },
		{ "x", "not a relist state file" },
		{ "relist-state 3\n", "a state file of format 3, and this relist knows 1 and 2" },
		{ "relist-state x\n", "not a relist state file" },
	};
	struct relist_err err = { 0 };
	struct fakeapi__state *s;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

		assert_true(write(fd, cases[i].content, strlen(cases[i].content)) > 0);
		(void)close(fd);
		assert_null(fakeapi__state_open(path, NULL, &err));
		assert_non_null(strstr(err.msg, cases[i].message));
	}
	assert_null(fakeapi__state_open(folder, NULL, &err));
	assert_null(fakeapi__state_open("/nowhere/at/all", NULL, &err));
	assert_non_null(strstr(err.msg, "No such file or directory"));
	/* The first line itself may be torn. */
	assert_int_equal(truncate(path, 6), 0);
	s = open_state(NULL);
	assert_true(fakeapi__state_is_new(s));
	assert_null(fakeapi__state_open(path, NULL, &err));
	assert_non_null(strstr(err.msg, "in use by another server"));
	fakeapi__state_close(s);
}

static void *close_soon(void *user)
{
	const struct timespec pause = { 0, 50 * 1000 * 1000 };

	(void)nanosleep(&pause, NULL); /* the other side is waiting by then, or need not */
	fakeapi__state_close(user);
	return NULL;
}

static void open_waits_for_the_lock_of_a_closing_server(void **state)
{
	const struct fakeapi__state_options patient = { .lock_wait_ns = 20 * NS_PER_S };
	struct relist_err err = { 0 };
	struct fakeapi__state *next;
	pthread_t thread;

	(void)state;
	(void)unlink(path);
	assert_int_equal(pthread_create(&thread, NULL, close_soon, open_state(NULL)), 0);
	next = fakeapi__state_open(path, &patient, &err);
	assert_int_equal(pthread_join(thread, NULL), 0);
	if (!next)
		print_message("%s\n", err.msg);
	assert_non_null(next);
	fakeapi__state_close(next);
}

static bool has_rewritten(void *user)
{
	struct fakeapi__state_stats stats;

	fakeapi__state_stats(user, &stats);
	return stats.rewrites > 0;
}

static void state_file_is_rewritten_without_history(void **state)
{
	struct fakeapi__state_options opt = { .rewrite_min = 2000 };
	struct fakeapi__state *s = open_state(&opt);
	uint64_t rv = 1;
	char want[64];

	(void)state;
	assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
	append(s, put(++rv, "kept", "for ever"));
	while (!has_rewritten(s) && rv < 100000)
		append(s, put(++rv, "changing", "all the time, so that the file grows"));
	append(s, put(++rv, "changing", "last"));
	append(s, del(++rv, "changing"));
	fakeapi__state_close(s);
	assert_true(file_size() < 100000);
	s = open_state(NULL);
	{
		struct strbuf got = STRBUF_INIT;

		assert_int_equal(fakeapi__state_restore(s, tell, &got, NULL, NULL), 0);
		assert_memory_equal(got.ptr, "2+kept=for ever ", 16);
		(void)snprintf(want, sizeof(want), "%llu-changing ", (unsigned long long)rv);
		assert_string_equal(got.ptr + got.len - strlen(want), want);
		strbuf_fini(&got);
	}
	fakeapi__state_close(s);
}

static void state_append_fails_on_a_full_disk_and_keeps_the_file_intact(void **state)
{
	struct fakeapi__state *s = open_state(NULL);
	struct rlimit was, small = { 200, 200 };
	struct fakeapi__write w = put(3, "b", NULL);
	char big[300];

	(void)state;
	memset(big, 'x', sizeof(big));
	w.json = (struct str) { big, sizeof(big) };
	assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
	append(s, put(2, "a", "{}"));
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	small.rlim_max = was.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(fakeapi__state_append(s, &w), RELIST_EIO);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	append(s, put(4, "c", "fits"));
	fakeapi__state_close(s);
	s = open_state(NULL);
	assert_restores(s, "2+a={} 4+c=fits ", false);
	fakeapi__state_close(s);
}

/* --- the gate --- */

/* A server whose every request writes one record in begin(). */
struct writer {
	struct fakeapi__server server;
	struct fakeapi__exchange x;
	struct fakeapi__state *s;
	uint64_t rv;
	int ended;
};

static struct writer *the_writer;

static enum fakeapi__head writer_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)now_ns;
	x->status = 201;
	return FAKEAPI_HEAD_READY;
}

static ptrdiff_t writer_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	(void)x;
	(void)now_ns;
	(void)buf;
	(void)cap;
	return FAKEAPI_PULL_END;
}

static int64_t writer_deadline_ns(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void writer_end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)x;
	(void)client_gone;
	the_writer->ended++;
}

static const struct fakeapi__exchange_ops writer_ops = { writer_head, writer_pull,
							 writer_deadline_ns, writer_end, NULL };

static struct fakeapi__exchange *writer_begin(struct fakeapi__server *server, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake)
{
	struct writer *w = (struct writer *)server;

	(void)now_ns;
	(void)req;
	(void)wake;
	append(w->s, put(++w->rv, "a", "{}"));
	w->x.ops = &writer_ops;
	return &w->x;
}

static void on_wake(void *user)
{
	atomic_store((atomic_bool *)user, true);
}

static bool is_set(void *user)
{
	return atomic_load((atomic_bool *)user);
}

static void response_to_a_write_waits_for_its_sync(void **state)
{
	struct fakeapi__state *s = open_state(NULL);
	struct writer w = { .server.begin = writer_begin, .s = s, .rv = 1 };
	struct fakeapi__server *gate = fakeapi__state_gate(s, &w.server);
	struct fakeapi__request req = { .method = STR("POST"), .path = STR("/") };
	static atomic_bool woken;

	(void)state;
	the_writer = &w;
	assert_int_equal(fakeapi__state_start(s, NULL, NULL, NULL), 0);
	for (int i = 0; i < 50; i++) {
		struct fakeapi__wake wake = { on_wake, &woken };
		struct fakeapi__exchange *x = gate->begin(gate, 0, &req, wake);
		struct fakeapi__state_stats stats;
		bool held;

		assert_non_null(x);
		held = x->ops->head(x, 0) == FAKEAPI_HEAD_WAIT;
		if (held && i % 5 == 4) { /* a client that leaves while it waits */
			x->ops->end(x, true);
			continue;
		}
		while (x->ops->head(x, 0) == FAKEAPI_HEAD_WAIT) {
			net_wait(is_set, &woken); /* or by the flush before ours */
			atomic_store(&woken, false);
		}
		fakeapi__state_stats(s, &stats);
		assert_true(stats.syncs > 0);
		assert_int_equal(x->status, 201);
		assert_int_equal(x->ops->deadline_ns(x), TIME_NEVER);
		assert_int_equal(x->ops->pull(x, 0, NULL, 0), FAKEAPI_PULL_END);
		x->ops->end(x, false);
	}
	assert_int_equal(w.ended, 50);
	fakeapi__state_close(s);
}

static void sigkill_loses_no_appended_write(void **state)
{
	pid_t child = fork();
	int status;
	struct fakeapi__state *s;
	struct strbuf want = STRBUF_INIT;

	(void)state;
	assert_true(child >= 0);
	if (child == 0) {
		s = fakeapi__state_open(path, NULL, NULL);
		if (!s || fakeapi__state_start(s, NULL, NULL, NULL) != 0)
			_exit(1);
		for (uint64_t rv = 2; rv < 200; rv++) {
			struct fakeapi__write w = put(rv, "x", "{}");

			if (fakeapi__state_append(s, &w) != 0)
				_exit(1);
		}
		(void)kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	for (int rv = 2; rv < 200; rv++)
		strbuf_addf(&want, "%d+x={} ", rv);
	s = open_state(NULL);
	assert_restores(s, want.ptr, false);
	fakeapi__state_close(s);
	strbuf_fini(&want);
}

static int swallow(void *user, const struct fakeapi__write *w, struct relist_err *err)
{
	(void)user;
	(void)w;
	(void)err;
	return 0;
}

static void use_once(void)
{
	struct fakeapi__state *s = fakeapi__state_open(path, NULL, NULL);
	struct fakeapi__write w = put(2, "a", "{}");

	if (s && fakeapi__state_restore(s, swallow, NULL, NULL, NULL) == 0 &&
	    fakeapi__state_start(s, NULL, NULL, NULL) == 0)
		(void)fakeapi__state_append(s, &w);
	fakeapi__state_close(s);
}

static void state_survives_every_failing_allocation(void **state)
{
	struct fakeapi__state *s;

	(void)state;
	FOR_EACH_FAILING_ALLOC(use_once());
	s = open_state(NULL);
	assert_int_equal(fakeapi__state_restore(s, swallow, NULL, NULL, NULL), 0);
	fakeapi__state_close(s);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)
	const struct CMUnitTest tests[] = {
		TEST(state_file_restores_writes_in_order),
		TEST(new_state_file_starts_with_existing_objects_in_rv_order),
		TEST(rewound_store_rewrites_its_file),
		TEST(torn_last_record_is_truncated_at_any_cut),
		TEST(flipped_bit_is_distinguished_from_an_unfinished_write),
		TEST(file_cut_anywhere_restores_the_records_before_the_cut),
		TEST(zeroed_sector_is_tolerated_only_in_the_last_record),
		TEST(file_of_format_1_is_read_and_rewritten),
		TEST(damage_before_the_last_record_is_an_error_with_its_offset),
		TEST(file_of_another_format_is_refused),
		TEST(open_waits_for_the_lock_of_a_closing_server),
		TEST(state_file_is_rewritten_without_history),
		TEST(state_append_fails_on_a_full_disk_and_keeps_the_file_intact),
		TEST(response_to_a_write_waits_for_its_sync),
		TEST(sigkill_loses_no_appended_write),
		TEST(state_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
