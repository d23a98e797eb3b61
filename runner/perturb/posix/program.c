/* SPDX-License-Identifier: Apache-2.0 */
/* program.c - the program under test as a process: start, kill, and its last output. */
#include "runner/perturb/posix/world.h"
#include "runner/report/impl.h"

static void pass_over(void *user, struct str line)
{
	(void)user;
	(void)line;
}

int perturb__world_start(struct perturb__world *w, struct relist_err *err)
{
	char kubeconfig[128];
	char *variables[] = { kubeconfig, NULL };
	const char *arguments[] = { NULL };
	int code;

	(void)snprintf(kubeconfig, sizeof(kubeconfig), "KUBECONFIG=%s/kubeconfig", w->folder);
	w->process = (struct process) { .on_line = pass_over, .user = w };
	perturb__gate_close(w);
	w->dying = false;
	w->alive = true;
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
	perturb__release_leases(w);
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

void perturb__world_reap(struct perturb__world *w)
{
	struct perturb__life *l = w->life;
	AUTO_STRBUF words = STRBUF_INIT;

	if (!w->alive)
		return;
	runner__process_finish(&w->process);
	l->exits++;
	l->exit_status = w->process.by_signal ? -w->process.status : w->process.status;
	add_words(&words, (struct str) { w->process.errors, w->process.errors_len });
	l->words = perturb__copy(l, strbuf_str(&words));
	forget_process(w);
	perturb__gate_close(w);
	perturb__release_leases(w);
	perturb__gate_open(w);
}
