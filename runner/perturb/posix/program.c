/* SPDX-License-Identifier: Apache-2.0 */
/* program.c - the program under test as a process: start, kill, and its last output. */
#include "runner/perturb/posix/world.h"
#include "runner/report/impl.h"

enum {
	LEASE_EXITS_MAX = 4,
	ANSWER_MS = 1000, /* until a withheld response is sent */
};

static void pass_over(void *user, struct str line)
{
	(void)user;
	(void)line;
}

int perturb__world_start(struct perturb__world *w, struct relist_err *err)
{
	struct runner__webhook_port *port = &w->webhooks.ports[w->instance];
	char kubeconfig[128];
	char *variables[] = { kubeconfig, port->variables[0], port->variables[1], NULL };
	const char *arguments[] = { NULL };
	int code;

	(void)snprintf(kubeconfig, sizeof(kubeconfig), "KUBECONFIG=%s/kubeconfig-%u", w->folder,
		       w->instance);
	w->process = (struct process) { .on_line = pass_over, .user = w };
	perturb__gate_close(w);
	w->dying = false;
	w->alive = w->starting = true;
	w->has_requested = false;
	w->started_ns = w->first_request_ns = w->active_ns = clock_monotonic_ns();
	perturb__gate_open(w);
	code = runner__process_start(&w->process, w->setup->command, arguments, variables, err);
	if (code)
		w->alive = false;
	return code;
}

static void forget_process(struct perturb__world *w)
{
	perturb__gate_close(w);
	w->alive = false;
	w->kill_requested = false;
	perturb__rest_killed(w);
	perturb__gate_open(w);
}

void perturb__world_kill(struct perturb__world *w)
{
	if (!w->alive)
		return;
	perturb__gate_close(w);
	w->dying = true;
	perturb__gate_open(w);
	w->process.crashed = true;
	runner__process_finish(&w->process);
	forget_process(w);
	perturb__gate_close(w);
	if (!w->leases.taken)
		(void)perturb__release_leases(w);
	perturb__gate_open(w);
}

/* Puts the output on one line, without control characters. */
static void add_words(struct strbuf *out, struct str errors)
{
	AUTO_STRBUF line = STRBUF_INIT;

	for (size_t i = 0; i < errors.len; i++)
		strbuf_addc(&line, strchr("\n\r\t", errors.ptr[i]) ? ' ' : errors.ptr[i]);
	runner__add_clean(out, strbuf_str(&line));
}

/* Records the exit status and the last output. */
static void record_exit(struct perturb__world *w, const struct process *p)
{
	struct perturb__life *l = w->life;
	AUTO_STRBUF words = STRBUF_INIT;

	l->exits++;
	l->exit_status = p->by_signal ? -p->status : p->status;
	add_words(&words, (struct str) { p->errors, p->errors_len });
	perturb__gate_close(w);
	l->words = perturb__copy(l, strbuf_str(&words));
	perturb__gate_open(w);
}

void perturb__world_reap(struct perturb__world *w)
{
	bool lost;

	if (!w->alive)
		return;
	runner__process_finish(&w->process);
	/* a program that has lost its lease is expected to end, but not to crash */
	lost = w->leases.taken && !w->process.by_signal && !w->process.panic_len &&
	       w->life->lease_exits < LEASE_EXITS_MAX;
	if (lost)
		w->life->lease_exits++;
	else
		record_exit(w, &w->process);
	forget_process(w);
	perturb__gate_close(w);
	if (w->leases.taken)
		perturb__lease_exit(w);
	else
		(void)perturb__release_leases(w);
	perturb__gate_open(w);
}

/* --- two programs --- */

int perturb__world_freeze(struct perturb__world *w, struct relist_err *err)
{
	int64_t s;

	guard_signal(&w->process.guard, SIGSTOP);
	perturb__gate_close(w);
	w->leases.freeze_due = false;
	w->leases.old = w->process;
	w->leases.old_alive = w->leases.frozen = true;
	w->instance = 1;
	perturb__rest_killed(w);
	s = perturb__release_leases(w);
	perturb__expect_acquisition(w);
	w->leases.thaw_ns =
	    clock_monotonic_ns() + s * NS_PER_S + PERTURB_LEASE_MARGIN_MS * NS_PER_MS;
	perturb__gate_open(w);
	return perturb__world_start(w, err);
}

static bool is_answering(struct perturb__world *w)
{
	bool answering;

	perturb__gate_close(w);
	answering = w->held.fn != NULL;
	perturb__gate_open(w);
	return answering;
}

void perturb__world_thaw(struct perturb__world *w)
{
	int64_t until = clock_monotonic_ns() + ANSWER_MS * NS_PER_MS;

	perturb__gate_close(w);
	w->leases.frozen = false;
	w->active_ns = w->disturbed_ns = clock_monotonic_ns();
	if (w->held.fn)
		w->held.fn(w->held.user);
	perturb__gate_open(w);
	/* the response to its last request is in its socket when it continues */
	while (is_answering(w) && clock_monotonic_ns() < until)
		(void)poll(NULL, 0, 1);
	guard_signal(&w->leases.old.guard, SIGCONT);
}

void perturb__old_read(struct perturb__world *w)
{
	struct process *old = &w->leases.old;

	if (!w->leases.old_alive)
		return;
	runner__process_read(old);
	if (!old->ended && !old->flooded)
		return;
	/* a program that has lost its lease is expected to end, but not to crash */
	if (old->by_signal || old->panic_len)
		record_exit(w, old);
	old->crashed = true;
	runner__process_finish(old);
	w->leases.old_alive = false;
}
