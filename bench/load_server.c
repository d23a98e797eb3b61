/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "bench/load_server.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "bench/pods.h"
#include "fakeapi/http/server.h"

enum { BATCH = 200 << 10 };

/* Everything below the pipe runs on the transport's only thread. */
struct load {
	struct fakeapi__server server; /* first member */
	struct bench_pods full, metadata;
	struct watch *watches;
	uint64_t waiting; /* events that are due while no watch is open */
	uint64_t waiting_rate;
};

struct watch {
	struct fakeapi__exchange x; /* first member */
	struct load *load;
	const struct bench_pods *pods;
	struct fakeapi__wake wake;
	struct watch *next;
	struct strbuf out;
	size_t sent;	/* number of sent bytes of `out` */
	uint64_t total; /* number of all events so far */
	uint64_t made;
	uint64_t rate;
	uint64_t burst_start; /* `made` at its beginning */
	int64_t burst_ns;
	int64_t due_ns;
};

/* A response of three pieces: a list's head, its items and its end; or any other response. */
struct fixed {
	struct fakeapi__exchange x; /* first member */
	struct strbuf head;
	struct str rest, tail;
	size_t at;
};

static const struct fakeapi__header json = { { "Content-Type", 12 }, { "application/json", 16 } };

static size_t at_most(size_t len, size_t cap)
{
	return len < cap ? len : cap;
}

static enum fakeapi__head head_ready(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)x;
	(void)now_ns;
	return FAKEAPI_HEAD_READY;
}

static ptrdiff_t fixed_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct fixed *f = (struct fixed *)x;
	struct str parts[] = { strbuf_str(&f->head), f->rest, f->tail };
	size_t at = f->at;

	(void)now_ns;
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (at < parts[i].len) {
			size_t len = at_most(parts[i].len - at, cap);

			memcpy(buf, parts[i].ptr + at, len);
			f->at += len;
			return (ptrdiff_t)len;
		}
		at -= parts[i].len;
	}
	return FAKEAPI_PULL_END;
}

static int64_t never(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void fixed_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct fixed *f = (struct fixed *)x;

	(void)client_gone;
	strbuf_fini(&f->head);
	base__free(f);
}

static struct fakeapi__exchange *begin_fixed(int status, const struct bench_pods *pods)
{
	static const struct fakeapi__exchange_ops ops = { head_ready, fixed_pull, never, fixed_end,
							  NULL };
	struct fixed *f = base__calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	strbuf_init(&f->head);
	if (pods) {
		bench_pods_list_head(pods, &f->head, pods->count);
		f->rest = strbuf_str(&pods->bytes);
		f->tail = STR("]}");
	} else {
		strbuf_addz(&f->head, "{}");
	}
	f->x = (struct fakeapi__exchange) {
		.ops = &ops,
		.status = status,
		.headers = &json,
		.header_count = 1,
		.body_len = (int64_t)(f->head.len + f->rest.len + f->tail.len),
	};
	return &f->x;
}

static int64_t wall_ns(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static void fill(struct watch *w, int64_t now_ns)
{
	strbuf_clear(&w->out);
	w->sent = 0;
	w->due_ns = TIME_NEVER;
	while (w->made < w->total && w->out.len < BATCH) {
		if (w->rate) {
			uint64_t of_burst = w->made - w->burst_start;

			w->due_ns = w->burst_ns + (int64_t)(of_burst * NS_PER_S / w->rate);
			if (w->due_ns > now_ns)
				return;
		}
		bench_pods_event(w->pods, &w->out, "MODIFIED", (size_t)(w->made % w->pods->count),
				 w->pods->count + 1 + w->made, w->rate ? wall_ns() : 0);
		w->made++;
	}
}

static ptrdiff_t watch_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct watch *w = (struct watch *)x;
	size_t len;

	if (w->made < w->total && w->rate && !w->burst_ns)
		w->burst_ns = now_ns;
	if (w->sent == w->out.len)
		fill(w, now_ns);
	len = at_most(w->out.len - w->sent, cap);
	if (len == 0)
		return FAKEAPI_PULL_WAIT;
	memcpy(buf, w->out.ptr + w->sent, len);
	w->sent += len;
	return (ptrdiff_t)len;
}

static int64_t watch_deadline(const struct fakeapi__exchange *x)
{
	return ((const struct watch *)x)->due_ns;
}

static void watch_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct watch *w = (struct watch *)x;
	struct watch **at = &w->load->watches;

	(void)client_gone;
	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	strbuf_fini(&w->out);
	base__free(w);
}

static void go(struct watch *w, uint64_t events, uint64_t rate)
{
	w->burst_start = w->total;
	w->burst_ns = 0;
	w->total += events;
	w->rate = rate;
}

static struct fakeapi__exchange *begin_watch(struct load *load, const struct bench_pods *pods,
					     struct fakeapi__wake wake)
{
	static const struct fakeapi__exchange_ops ops = { head_ready, watch_pull, watch_deadline,
							  watch_end, NULL };
	struct watch *w = base__calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->x = (struct fakeapi__exchange) {
		.ops = &ops, .status = 200, .headers = &json, .header_count = 1, .body_len = -1
	};
	w->load = load;
	w->pods = pods;
	w->wake = wake;
	w->due_ns = TIME_NEVER;
	strbuf_init(&w->out);
	w->next = load->watches;
	load->watches = w;
	if (load->waiting)
		go(w, load->waiting, load->waiting_rate);
	load->waiting = 0;
	return &w->x;
}

static bool contains(struct str s, const char *what)
{
	return s.len && memmem(s.ptr, s.len, what, strlen(what));
}

static uint64_t number(struct str query, const char *name)
{
	const char *at = memmem(query.ptr, query.len, name, strlen(name));

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct load *load = (struct load *)server;
	const struct bench_pods *pods = &load->full;

	(void)now_ns;
	if (contains(fakeapi__request_header(req, "Accept"), "as=PartialObjectMetadata"))
		pods = &load->metadata;
	if (str_eqz(req->path, "/go")) {
		load->waiting = load->watches ? 0 : number(req->query, "m=");
		load->waiting_rate = number(req->query, "rate=");
		for (struct watch *w = load->watches; w; w = w->next) {
			go(w, number(req->query, "m="), load->waiting_rate);
			w->wake.fn(w->wake.user);
		}
		return begin_fixed(200, NULL);
	}
	if (!str_eqz(req->path, "/api/v1/pods"))
		return begin_fixed(404, NULL);
	if (contains(req->query, "watch=1") || contains(req->query, "watch=true"))
		return begin_watch(load, pods, wake);
	return begin_fixed(200, pods);
}

static void serve(size_t pods, int life, int report)
{
	struct load load = { .server = { begin } };
	struct fakeapi__http_options options = { 0 };
	struct relist_err err = { 0 };
	struct fakeapi__http *http;
	char byte;

	bench_pods_make(&load.full, pods, false);
	bench_pods_make(&load.metadata, pods, true);
	http = fakeapi__http_start(&load.server, &options, &err);
	if (!http) {
		fprintf(stderr, "bench: %s\n", err.msg);
		return;
	}
	if (write(report, fakeapi__http_url(http, 0), strlen(fakeapi__http_url(http, 0))) > 0 &&
	    close(report) == 0)
		while (read(life, &byte, 1) > 0)
			;
	fakeapi__http_stop(http);
	bench_pods_fini(&load.full);
	bench_pods_fini(&load.metadata);
}

void bench_server_start(struct bench_server *s, size_t pods)
{
	int life[2], report[2];
	size_t len = 0;
	ssize_t n;

	*s = (struct bench_server) { 0 };
	if (pipe(life) || pipe(report) || (s->pid = fork()) < 0) {
		perror("bench");
		exit(1);
	}
	if (s->pid == 0) {
		(void)close(life[1]);
		(void)close(report[0]);
		serve(pods, life[0], report[1]);
		_exit(0);
	}
	(void)close(life[0]);
	(void)close(report[1]);
	s->life = life[1];
	while ((n = read(report[0], s->url + len, sizeof(s->url) - 1 - len)) > 0)
		len += (size_t)n;
	(void)close(report[0]);
	if (!len)
		exit(1);
}

void bench_server_stop(struct bench_server *s)
{
	(void)close(s->life);
	(void)waitpid(s->pid, NULL, 0);
}
