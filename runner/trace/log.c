/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/log.h"

#include "base/alloc.h"
#include "base/lock.h"
#include "base/str.h"

enum { TAIL_MAX = 64, WHO_MAX = 32, KEY_MAX = 128, TEXT_MAX = 160 };

/* A trace event that outlives its strings: truncated to the part that a failure report needs. */
struct kept {
	int64_t at_ns;
	enum trace_kind kind;
	uint32_t id;
	int64_t n;
	uint8_t who_len, key_len, text_len;
	char who[WHO_MAX], key[KEY_MAX], text[TEXT_MAX];
};

struct runner__log {
	struct lock lock;
	struct runner__arena arena GUARDED_BY(lock);
	struct runner__seen *first GUARDED_BY(lock);
	struct runner__seen *last GUARDED_BY(lock);
	struct runner__seen *read GUARDED_BY(lock); /* the last entry returned to the reader */
	bool failed GUARDED_BY(lock);
	int64_t now_ns GUARDED_BY(lock);      /* the latest time of an event */
	uint64_t kept_count GUARDED_BY(lock); /* of all events; the newest TAIL_MAX are kept */
	struct trace_sink forward;	      /* set once */
	struct kept kept[TAIL_MAX];
};

struct runner__log *runner__log_new(struct trace_sink forward, struct relist_err *err)
{
	struct runner__log *log = base__malloc(sizeof(*log));

	if (!log) {
		relist_err_set(err, RELIST_ENOMEM, "run log: out of memory");
		return NULL;
	}
	memset(log, 0, offsetof(struct runner__log, kept)); /* the rest is set before use */
	lock_init(&log->lock, LOCK_LEAF);
	runner__arena_init(&log->arena);
	log->forward = forward;
	return log;
}

void runner__log_free(struct runner__log *log)
{
	if (!log)
		return;
	runner__arena_fini(&log->arena);
	lock_fini(&log->lock);
	base__free(log);
}

static void copy_notify(struct runner__arena *a, struct runner__notify *n)
{
	n->key = runner__arena_str(a, n->key);
	n->rv = runner__arena_str(a, n->rv);
	n->old_rv = runner__arena_str(a, n->old_rv);
	n->old_uid = runner__arena_str(a, n->old_uid);
	n->uid = runner__arena_str(a, n->uid);
}

static void copy_strings(struct runner__arena *a, struct runner__seen *seen)
{
	switch (seen->kind) {
	case RUNNER_SEEN_REQUEST:
	case RUNNER_SEEN_HANGUP:
		return;
	case RUNNER_SEEN_NOTIFY:
		copy_notify(a, &seen->notify);
		return;
	case RUNNER_SEEN_WATCH_ERROR:
		seen->watch_error.reason = runner__arena_str(a, seen->watch_error.reason);
		seen->watch_error.text = runner__arena_str(a, seen->watch_error.text);
		return;
	case RUNNER_SEEN_CRASH:
		seen->crash = runner__arena_str(a, seen->crash);
		return;
	}
}

void runner__log_add(struct runner__log *log, const struct runner__seen *seen)
{
	struct runner__seen *copy;

	lock_acquire(&log->lock);
	copy = runner__arena_alloc(&log->arena, sizeof(*copy));
	if (copy) {
		*copy = *seen;
		copy_strings(&log->arena, copy);
		copy->next = NULL;
		if (log->last)
			log->last->next = copy;
		else
			log->first = copy;
		log->last = copy;
	}
	log->failed = log->failed || log->arena.failed;
	lock_release(&log->lock);
}

bool runner__log_failed(struct runner__log *log)
{
	bool failed;

	lock_acquire(&log->lock);
	failed = log->failed;
	lock_release(&log->lock);
	return failed;
}

const struct runner__seen *runner__log_next(struct runner__log *log)
{
	struct runner__seen *next;

	lock_acquire(&log->lock);
	next = log->read ? log->read->next : log->first;
	if (next)
		log->read = next;
	lock_release(&log->lock);
	return next;
}

/* --- trace events --- */

static uint8_t keep(char *buf, size_t cap, struct str s)
{
	size_t n = s.len < cap ? s.len : cap;

	if (n)
		memcpy(buf, s.ptr, n);
	return (uint8_t)n;
}

static void emit(void *user, const struct trace_event *ev)
{
	struct runner__log *log = user;
	struct trace_event timed = *ev;
	struct kept *k;

	lock_acquire(&log->lock);
	if (ev->at_ns > log->now_ns)
		log->now_ns = ev->at_ns;
	timed.at_ns = log->now_ns; /* queues and stores do not know the time */
	trace_emit(&log->forward, &timed);
	if (ev->kind == TRACE_SIM_STEP) { /* too frequent to be useful */
		lock_release(&log->lock);
		return;
	}
	k = &log->kept[log->kept_count++ % TAIL_MAX];
	k->at_ns = timed.at_ns;
	k->kind = ev->kind;
	k->id = ev->id;
	k->n = ev->n;
	k->who_len = keep(k->who, WHO_MAX, ev->who);
	k->key_len = keep(k->key, KEY_MAX, ev->key);
	k->text_len = keep(k->text, TEXT_MAX, ev->text);
	lock_release(&log->lock);
}

struct trace_sink runner__log_sink(struct runner__log *log)
{
	return (struct trace_sink) { emit, log };
}

static bool counts_time(enum trace_kind kind)
{
	return kind == TRACE_SIM_TIME || kind == TRACE_REFLECT_BACKOFF || kind == TRACE_WIRE_RETRY;
}

void runner__event_text(const struct trace_event *ev, struct strbuf *out)
{
	char text[32];

	duration_format(ev->at_ns, text, sizeof(text));
	strbuf_addf(out, "%-8s%14s  %s", trace_kind_group(ev->kind), text,
		    trace_kind_word(ev->kind));
	if (ev->who.len)
		strbuf_addf(out, " " STR_FMT, STR_ARG(ev->who));
	if (ev->id)
		strbuf_addf(out, " #%u", ev->id);
	if (ev->key.len)
		strbuf_addf(out, " " STR_FMT, STR_ARG(ev->key));
	if (ev->n && counts_time(ev->kind)) {
		duration_format(ev->n, text, sizeof(text));
		strbuf_addf(out, " +%s", text);
	} else if (ev->n) {
		strbuf_addf(out, " %lld", (long long)ev->n);
	}
	if (ev->text.len)
		strbuf_addf(out, " " STR_FMT, STR_ARG(ev->text));
	strbuf_addc(out, '\n');
}

static void print_kept(const struct kept *k, struct strbuf *out)
{
	const struct trace_event ev = { k->at_ns,
					k->kind,
					k->id,
					k->n,
					{ k->who, k->who_len },
					{ k->key, k->key_len },
					{ k->text, k->text_len },
					STR("") };

	runner__event_text(&ev, out);
}

void runner__log_tail(struct runner__log *log, struct strbuf *out)
{
	uint64_t i;

	lock_acquire(&log->lock);
	i = log->kept_count > TAIL_MAX ? log->kept_count - TAIL_MAX : 0;
	for (; i < log->kept_count; i++)
		print_kept(&log->kept[i % TAIL_MAX], out);
	lock_release(&log->lock);
}
