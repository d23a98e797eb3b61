/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/replay_subjects.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "cli/exec.h"
#include "fakeapi/posix/kubeconfig.h"
#include "runner/posix/process.h"

struct subject {
	struct process process;
	char kubeconfig[256]; /* "": none was written */
	struct strbuf variable;
	bool running, ran, gone;
};

struct subjects {
	struct subject items[REC_OWNERS_MAX];
	size_t count;
	int status; /* of a program that could not be started */
};

int replay__save_kubeconfig(const struct replay__run *t, size_t program, const char *path)
{
	const char *url = rec__replay_url(t->replay, program);
	/* over TLS kubectl prompts for a user if it has no credential */
	const char *token = t->tls.ca_pem ? "replay" : NULL;
	const struct fakeapi__kubeconfig k = { &url, 1, t->tls.ca_pem, token, NULL };
	struct relist_err why = { 0 };

	if (fakeapi__kubeconfig_create(path, &k, &why) == 0)
		return 0;
	fprintf(t->err, "relist replay: %s\n", why.msg);
	return 5;
}

static void print_line(void *user, struct str line)
{
	struct replay__run *t = user;

	if (!t->v->quiet)
		fprintf(t->out, "| " STR_FMT "\n", STR_ARG(line));
}

/* "the program", or "subject 2 (./b)" of several */
static void add_name(const struct replay__run *t, size_t i, struct strbuf *out)
{
	if (t->v->subjects.len == 1)
		strbuf_addz(out, "the program");
	else
		strbuf_addf(out, "subject %zu (%s)", i + 1, t->v->subjects.items[i]);
}

static void print_about(const struct replay__run *t, size_t i, const char *what)
{
	AUTO_STRBUF name = STRBUF_INIT;

	add_name(t, i, &name);
	if (!name.failed)
		fprintf(t->out, "%s %s\n", name.ptr, what);
	(void)fflush(t->out);
}

static void start(struct replay__run *t, struct subjects *all, size_t i)
{
	static const char *const none[] = { NULL };
	struct subject *s = &all->items[i];
	char *variables[] = { s->variable.ptr, NULL };
	struct relist_err why = { 0 };

	if (!t->v->quiet && (s->ran || all->count > 1))
		print_about(t, i, s->ran ? "started again, as in the recording" : "started");
	s->process = (struct process) { .on_line = print_line, .user = t };
	s->gone = false;
	s->ran = true;
	s->running =
	    runner__process_start(&s->process, t->v->subjects.items[i], none, variables, &why) == 0;
	if (s->running)
		return;
	fprintf(t->err, "relist replay: %s\n", why.msg);
	all->status = 5;
	rec__replay_client_gone(t->replay, i);
}

/* Of a program that ended by itself and was not killed: how it ended. Returns true if it failed. */
static bool print_fate(const struct replay__run *t, const struct subjects *all, size_t i)
{
	const struct process *p = &all->items[i].process;
	AUTO_STRBUF text = STRBUF_INIT;

	if (!p->by_signal && !p->status)
		return false;
	runner__process_fate(p, &text);
	if (!text.failed)
		print_about(t, i, text.ptr);
	fputs(p->errors, t->out);
	return true;
}

static void end(struct replay__run *t, struct subjects *all, size_t i, bool as_recorded,
		int *status)
{
	struct subject *s = &all->items[i];
	bool own_end = s->process.ended && !s->process.terminated;

	if (!s->running)
		return;
	runner__process_finish(&s->process);
	s->running = false;
	if (own_end && print_fate(t, all, i) && !as_recorded)
		*status = REPLAY_DEPARTED;
	else if (!own_end && as_recorded && !t->v->quiet)
		print_about(t, i, "killed, as in the recording");
}

/* Does what the player waits for. */
static void act(struct replay__run *t, struct subjects *all)
{
	size_t i;
	int status;

	switch (rec__replay_act(t->replay, &i)) {
	case REC_REPLAY_WAIT:
		return;
	case REC_REPLAY_START:
		start(t, all, i);
		break;
	case REC_REPLAY_KILL:
		end(t, all, i, true, &status);
		break;
	}
	rec__replay_acted(t->replay);
}

/* Reads their output for at most 20 ms. Returns true if none runs. */
static bool read_subjects(struct replay__run *t, struct subjects *all)
{
	struct pollfd fds[2 * REC_OWNERS_MAX];
	size_t n = 0;
	bool ended = true;

	for (size_t i = 0; i < all->count; i++)
		if (all->items[i].running)
			n += runner__process_poll_fds(&all->items[i].process, fds + n);
	(void)poll(fds, n, 20);
	for (size_t i = 0; i < all->count; i++) {
		struct subject *s = &all->items[i];

		if (s->running)
			runner__process_read(&s->process);
		ended &= !s->running || s->process.ended;
		if (!s->running || s->gone || !s->process.ended)
			continue;
		s->gone = true;
		rec__replay_client_gone(t->replay, i);
	}
	return ended;
}

static void terminate(struct subjects *all)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->items[i].running && !all->items[i].process.ended)
			runner__process_terminate(&all->items[i].process);
}

/* Waits until the recording is replayed and a grace period has passed, or the programs end. */
static int watch_subjects(struct replay__run *t, struct subjects *all)
{
	int64_t finished_ns = TIME_NEVER, patience_ns = TIME_NEVER, now;

	for (;;) {
		bool ended, terminated = patience_ns != TIME_NEVER;
		bool finished = rec__replay_state(t->replay) != REC_REPLAY_RUNNING;

		act(t, all);
		ended = read_subjects(t, all);
		now = clock_monotonic_ns();
		if (ended && finished)
			return 0;
		if (finished_ns == TIME_NEVER && finished)
			finished_ns = now;
		if (finished_ns != TIME_NEVER && !terminated &&
		    now - finished_ns >= (int64_t)t->v->grace_ms * NS_PER_MS) {
			terminate(all);
			patience_ns = time_add(now, 5 * NS_PER_S);
		}
		if (now >= patience_ns)
			return REPLAY_UNSETTLED;
	}
}

static int prepare(const struct replay__run *t, struct subjects *all)
{
	for (size_t i = 0; i < all->count; i++) {
		struct subject *s = &all->items[i];
		const char *path = i ? NULL : t->v->write_kubeconfig;
		int status = 0;

		if (!path) {
			path = s->kubeconfig;
			status = exec__temporary_kubeconfig("replay", s->kubeconfig,
							    sizeof(s->kubeconfig), t->err);
		}
		if (!status)
			status = replay__save_kubeconfig(t, i, path);
		if (status)
			return status;
		strbuf_addf(&s->variable, "KUBECONFIG=%s", path);
		if (s->variable.failed) {
			fprintf(t->err, "relist replay: out of memory\n");
			return 5;
		}
	}
	return 0;
}

int replay__run_subjects(struct replay__run *t)
{
	static struct subjects all;
	int status;

	all = (struct subjects) { .count = t->v->subjects.len };
	status = prepare(t, &all);
	if (!status)
		status = watch_subjects(t, &all);
	for (size_t i = 0; i < all.count; i++) {
		struct subject *s = &all.items[i];

		end(t, &all, i, false, &status);
		if (!status && !rec__replay_has_sent(t->replay, i)) {
			print_about(t, i,
				    s->ran ? "sent no request"
					   : "was not started: no recorded request was missing");
			status = REPLAY_DEPARTED;
		}
		if (s->kubeconfig[0])
			(void)unlink(s->kubeconfig);
		strbuf_fini(&s->variable);
	}
	return all.status ? all.status : status;
}
