/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_replay.c - relist replay: replays a recording to relist's informers or to any client. */
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "cli/cli.h"
#include "cli/exec.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/posix/kubeconfig.h"
#include "runner/posix/process.h"
#include "runner/tcp/posix/world_tcp.h"
#include "runner/recording/posix/file.h"
#include "runner/recording/posix/replay_server.h"
#include "runner/retell/stack.h"

/* The same statuses as `relist run`. */
enum { STATUS_PASSED, STATUS_DEPARTED, STATUS_BAD_INPUT, STATUS_UNSETTLED, STATUS_INVARIANT };

enum { PARTS_MAX = 256, MISSING_MAX = 5, SUBJECTS_MAX = 16 };

struct values {
	const char *world, *listen, *speed, *agent, *write_kubeconfig;
	uint64_t seed, patience, grace_ms;
	bool step, fast, tls, lenient, quiet;
	struct cli__texts subjects;
};

static const struct cli__option options[] = {
	{ "world", 0, CLI_WORD, offsetof(struct values, world), NULL, "sim|tcp",
	  "world of our own informers, in virtual time [sim]" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct values, seed), "N", NULL,
	  "of their backoffs [1]" },
	{ "subject", 0, CLI_TEXTS, offsetof(struct values, subjects), "CMD", NULL,
	  "replay to this program, with KUBECONFIG set; may be repeated for "
	  "several programs" },
	{ "listen", 0, CLI_TEXT, offsetof(struct values, listen), "[ADDR:]PORT", NULL,
	  "or to any client of this address" },
	{ "speed", 0, CLI_TEXT, offsetof(struct values, speed), "N", NULL,
	  "N times as fast as recorded; 0: as fast as the client sends [1]" },
	{ "fast", 0, CLI_FLAG, offsetof(struct values, fast), NULL, NULL, "--speed 0" },
	{ "step", 0, CLI_FLAG, offsetof(struct values, step), NULL, NULL,
	  "show each recorded request and wait for Enter before the response" },
	{ "agent", 0, CLI_TEXT, offsetof(struct values, agent), "TEXT", NULL,
	  "only requests with TEXT in their User-Agent" },
	{ "patience", 0, CLI_NUMBER, offsetof(struct values, patience), "SECONDS", NULL,
	  "maximum wait for a missing request, less for a silent program; 0: for "
	  "ever [30, with --listen 0]" },
	{ "grace-ms", 0, CLI_NUMBER, offsetof(struct values, grace_ms), "N", NULL,
	  "time for the program after the last event [500]" },
	{ "lenient", 0, CLI_FLAG, offsetof(struct values, lenient), NULL, NULL,
	  "use a truncated recording up to its end" },
	{ "tls", 0, CLI_FLAG, offsetof(struct values, tls), NULL, NULL,
	  "HTTPS, with a certificate made at the start" },
	{ "write-kubeconfig", 0, CLI_TEXT, offsetof(struct values, write_kubeconfig), "FILE", NULL,
	  "write a kubeconfig for this server" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL,
	  "print departures only" },
};

const struct cli__command cli__replay_command = {
	.name = "replay",
	.operands = "FILE...",
	.summary = "Replay a recording to our own informers, or to any client.",
	.details = "Several files are the parts of one recording. A departure of the client "
		   "is printed with\n"
		   "the expected, the actual and the nearest request. The replay continues "
		   "with a response\n"
		   "from the objects so far, or with an error. If the recorded program was "
		   "killed and\n"
		   "restarted, so is yours.\n"
		   "\n"
		   "Exit status: 0 as recorded, 1 the client departed, 2 bad input or "
		   "usage, 3 the client\n"
		   "did not come to an end, 4 an invariant broke.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

/* --- relist's informers --- */

static int replay_to_stack(const struct values *v, const struct rec__story *story, FILE *out,
			   FILE *err)
{
	struct rec__stack_options opt = { .world = strcmp(v->world, "tcp") == 0
						       ? &runner__world_tcp
						       : &runner__world_sim,
					  .seed = v->seed };
	struct rec__stack_result res = { .lanes = 0 };
	struct relist_err why = { 0 };
	int code;

	strbuf_init(&res.text);
	code = rec__stack_replay(story, &opt, &res, &why);
	if (code)
		fprintf(err, "relist replay: %s\n", why.msg);
	if (res.text.len)
		fputs(res.text.ptr, out);
	if (!code && !v->quiet)
		fprintf(
		    out,
		    "%zu informer%s in the %s world: %zu requests, %zu events, %zu departure%s\n",
		    res.lanes, res.lanes == 1 ? "" : "s", v->world, res.requests, res.events,
		    res.departures, res.departures == 1 ? "" : "s");
	strbuf_fini(&res.text);
	if (code)
		return code == RELIST_ENOMEM ? 5 : STATUS_BAD_INPUT;
	return res.broken		       ? STATUS_INVARIANT
	       : res.unsettled		       ? STATUS_UNSETTLED
	       : res.departures || res.stopped ? STATUS_DEPARTED
					       : STATUS_PASSED;
}

/* --- any client --- */

struct replaying {
	const struct values *v;
	struct rec__replay *replay;
	struct fakeapi__tls tls;
	FILE *out, *err;
};

static void print_text(void *user, const char *text)
{
	struct replaying *t = user;

	fputs(text, t->out);
	(void)fflush(t->out);
}

static void step(void *user, const char *request)
{
	struct replaying *t = user;
	int c;

	fprintf(t->err, "%s  [Enter] ", request);
	(void)fflush(t->err);
	do
		c = getchar();
	while (c != EOF && c != '\n');
}

static bool parse_listen(const char *text, char *host, size_t cap, uint16_t *port)
{
	const char *colon = strrchr(text, ':');
	const char *number = colon ? colon + 1 : text;
	char *end;
	unsigned long n = strtoul(number, &end, 10);
	size_t len = colon ? (size_t)(colon - text) : 0;

	if (!*number || *end || n > UINT16_MAX || len >= cap)
		return false;
	if (len > 1 && text[0] == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	}
	(void)snprintf(host, cap, "%.*s", (int)len, text);
	*port = (uint16_t)n;
	return true;
}

static int save_kubeconfig(const struct replaying *t, const char *path)
{
	const char *url = rec__replay_url(t->replay);
	/* over TLS kubectl prompts for a user if it has no credential */
	const char *token = t->tls.ca_pem ? "replay" : NULL;
	const struct fakeapi__kubeconfig k = { &url, 1, t->tls.ca_pem, token, NULL };
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err why = { 0 };

	fakeapi__kubeconfig_write(&text, &k);
	if (!text.failed && fakeapi__kubeconfig_save(path, strbuf_str(&text), &why) == 0)
		return 0;
	fprintf(t->err, "relist replay: %s\n", text.failed ? "out of memory" : why.msg);
	return 5;
}

static void print_line(void *user, struct str line)
{
	struct replaying *t = user;

	if (!t->v->quiet)
		fprintf(t->out, "| " STR_FMT "\n", STR_ARG(line));
}

/* The programs to which the recording is replayed. */
struct subjects {
	struct process items[SUBJECTS_MAX];
	char *variables[2];
};

static int start_subjects(struct replaying *t, struct subjects *all)
{
	static const char *const none[] = { NULL };
	struct relist_err why = { 0 };

	for (size_t i = 0; i < t->v->subjects.len; i++) {
		all->items[i] = (struct process) { .on_line = print_line, .user = t };
		if (runner__process_start(&all->items[i], t->v->subjects.items[i], none,
					  all->variables, &why) == 0)
			continue;
		while (i-- > 0)
			runner__process_finish(&all->items[i]);
		fprintf(t->err, "relist replay: %s\n", why.msg);
		return 5;
	}
	return 0;
}

/* Reads their output for at most 20 ms. Returns true if all have ended. */
static bool read_subjects(const struct replaying *t, struct subjects *all)
{
	struct pollfd fds[2 * SUBJECTS_MAX];
	size_t n = 0;
	bool ended = true;

	for (size_t i = 0; i < t->v->subjects.len; i++)
		n += runner__process_poll_fds(&all->items[i], fds + n);
	(void)poll(fds, n, 20);
	for (size_t i = 0; i < t->v->subjects.len; i++) {
		runner__process_read(&all->items[i]);
		ended &= all->items[i].ended;
	}
	return ended;
}

static void end_subjects(const struct replaying *t, struct subjects *all, bool expected,
			 int *status)
{
	for (size_t i = 0; i < t->v->subjects.len; i++) {
		struct process *p = &all->items[i];
		bool own_end = p->ended && !p->terminated && !expected;
		AUTO_STRBUF fate = STRBUF_INIT;

		runner__process_finish(p);
		runner__process_fate(p, &fate);
		if (!own_end || (!p->by_signal && !p->status))
			continue;
		fprintf(t->out, "the program %s\n%s", fate.failed ? "" : fate.ptr, p->errors);
		*status = STATUS_DEPARTED;
	}
}

/* Kills and restarts them, like the recorded program. */
static int restart_subjects(struct replaying *t, struct subjects *all)
{
	int status = 0;

	end_subjects(t, all, true, &status);
	status = start_subjects(t, all);
	if (!status && !t->v->quiet)
		fprintf(t->out, "killed and started again, as in the recording\n");
	if (!status)
		rec__replay_restarted(t->replay);
	return status;
}

/* Waits until the recording is replayed and a grace period has passed, or the programs end. */
static int watch_subjects(struct replaying *t, struct subjects *all)
{
	int64_t finished_ns = TIME_NEVER, patience_ns = TIME_NEVER, now;
	int status;

	for (;;) {
		bool ended = read_subjects(t, all), terminated = patience_ns != TIME_NEVER;
		bool finished = rec__replay_state(t->replay) != REC_REPLAY_RUNNING;

		now = clock_monotonic_ns();
		if (rec__replay_wants_restart(t->replay)) {
			status = restart_subjects(t, all);
			if (status)
				return status;
			continue;
		}
		/* the recording may continue with another process */
		if (ended && !finished)
			rec__replay_client_gone(t->replay);
		if (ended && finished)
			return 0;
		if (finished_ns == TIME_NEVER && finished)
			finished_ns = now;
		if (finished_ns != TIME_NEVER && !terminated &&
		    now - finished_ns >= (int64_t)t->v->grace_ms * NS_PER_MS) {
			for (size_t i = 0; i < t->v->subjects.len; i++)
				if (!all->items[i].ended)
					runner__process_terminate(&all->items[i]);
			patience_ns = time_add(now, 5 * NS_PER_S);
		}
		if (now >= patience_ns)
			return STATUS_UNSETTLED;
	}
}

static int run_subjects(struct replaying *t, const char *kubeconfig)
{
	static struct subjects all;
	AUTO_STRBUF variable = STRBUF_INIT;
	int status;

	strbuf_addf(&variable, "KUBECONFIG=%s", kubeconfig);
	if (variable.failed) {
		fprintf(t->err, "relist replay: out of memory\n");
		return 5;
	}
	all.variables[0] = variable.ptr;
	all.variables[1] = NULL;
	status = start_subjects(t, &all);
	if (status)
		return status;
	status = watch_subjects(t, &all);
	end_subjects(t, &all, false, &status);
	return status;
}

static int with_subject(struct replaying *t)
{
	const char *path = t->v->write_kubeconfig;
	char temporary[256] = "";
	int status = 0;

	if (!path) {
		status = exec__temporary_kubeconfig("replay", temporary, sizeof(temporary), t->err);
		path = temporary;
		if (!status)
			status = save_kubeconfig(t, path);
	}
	if (!status)
		status = run_subjects(t, path);
	if (temporary[0])
		(void)unlink(temporary);
	return status;
}

static int verdict(struct replaying *t, int status)
{
	AUTO_STRBUF missing = STRBUF_INIT;
	size_t matched, all, departures;

	rec__replay_count(t->replay, &matched, &all);
	rec__replay_missing(t->replay, MISSING_MAX, &missing);
	departures = rec__replay_departures(t->replay);
	if (missing.len)
		fputs(missing.ptr, t->out);
	if (!t->v->quiet)
		fprintf(t->out, "%zu of %zu requests as recorded, %zu departure%s\n", matched, all,
			departures, departures == 1 ? "" : "s");
	if (status)
		return status;
	return departures || matched < all ? STATUS_DEPARTED : STATUS_PASSED;
}

static int replay_to_client(struct replaying *t, const struct rec__story *story, double speed)
{
	const struct values *v = t->v;
	char host[64] = "";
	struct rec__replay_options opt = { .story = story,
					   .speed = speed,
					   .step = v->step ? step : NULL,
					   .restarts = v->subjects.len > 0,
					   .said = print_text,
					   .user = t };
	struct relist_err why = { 0 };
	sigset_t signals, mask;
	int status = 0;

	if (v->listen && !parse_listen(v->listen, host, sizeof(host), &opt.port)) {
		fprintf(t->err, "relist replay: --listen is \"%s\", want PORT or ADDR:PORT\n",
			v->listen);
		return STATUS_BAD_INPUT;
	}
	opt.bind_host = *host ? host : NULL;
	opt.patience_ns =
	    (int64_t)(v->patience == UINT64_MAX ? (v->subjects.len ? 30 : 0) : v->patience) *
	    NS_PER_S;
	if (v->tls && fakeapi__tls_make(&t->tls, opt.bind_host, (int64_t)time(NULL), &why) != 0) {
		fprintf(t->err, "relist replay: %s\n", why.msg);
		return 5;
	}
	opt.cert_pem = t->tls.cert_pem;
	opt.key_pem = t->tls.key_pem;
	exec__block_signals(&signals, &mask);
	t->replay = rec__replay_start(&opt, &why);
	if (!t->replay) {
		fprintf(t->err, "relist replay: %s\n", why.msg);
		status = 5;
	}
	if (!status && v->write_kubeconfig)
		status = save_kubeconfig(t, v->write_kubeconfig);
	if (!status && !v->subjects.len) {
		fprintf(t->out, "relist: listening on %s\n", rec__replay_url(t->replay));
		(void)fflush(t->out);
		exec__wait_for_end(&signals, stderr);
	} else if (!status) {
		/* Restores the signal mask: the program inherits it. */
		(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
		status = with_subject(t);
	}
	if (t->replay)
		status = verdict(t, status);
	rec__replay_stop(t->replay);
	(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return status;
}

/* --- the recording --- */

/* Returns NULL; *status has the exit status. */
static struct rec__story *load(const struct values *v, const struct cli__operands *paths, FILE *err,
			       int *status)
{
	struct rec__file *files[PARTS_MAX] = { NULL };
	struct rec__input inputs[PARTS_MAX];
	size_t part = 0;
	struct rec__story_options opt = { .lenient = v->lenient, .agent = v->agent, .part = &part };
	struct rec__story *story = NULL;
	struct relist_err why = { 0 };
	size_t n = 0;

	*status = STATUS_BAD_INPUT;
	if (paths->len > PARTS_MAX) {
		fprintf(err, "relist replay: more than %d files\n", PARTS_MAX);
		return NULL;
	}
	for (; n < paths->len; n++) {
		files[n] = rec__file_open(paths->items[n], &why);
		if (!files[n])
			break;
		inputs[n] = rec__file_input(files[n]);
	}
	if (n == paths->len)
		story = rec__story_load(inputs, n, &opt, &why);
	if (!story && why.line)
		fprintf(err, "relist replay: %s:%u:%u: %s\n", paths->items[part], why.line,
			why.column, why.msg);
	else if (!story)
		fprintf(err, "relist replay: %s\n", why.msg);
	if (!story && why.code == RELIST_ENOMEM)
		*status = 5;
	if (story && story->err.code)
		fprintf(err, "relist replay: %s:%u:%u: %s; used up to there\n", paths->items[part],
			story->err.line, story->err.column, story->err.msg);
	if (story && story->torn)
		fprintf(err, "relist replay: the last line was cut in two, and left out\n");
	for (size_t i = 0; i < paths->len; i++)
		rec__file_close(files[i]);
	return story;
}

static int replay(void *values, const struct cli__operands *paths, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct replaying t = { .v = v, .out = out, .err = err };
	struct rec__story *story;
	char *end;
	double speed = strtod(v->speed, &end);
	int status;

	if (*end || !*v->speed || !(speed >= 0 && speed <= 1e9)) {
		fprintf(err, "relist replay: --speed is \"%s\", want a number, 0 or more\n",
			v->speed);
		return STATUS_BAD_INPUT;
	}
	if (v->subjects.len && v->listen) {
		fprintf(err, "relist replay: --subject and --listen exclude each other\n");
		return STATUS_BAD_INPUT;
	}
	if (v->subjects.len > SUBJECTS_MAX) {
		fprintf(err, "relist replay: at most %d subjects\n", SUBJECTS_MAX);
		return STATUS_BAD_INPUT;
	}
	story = load(v, paths, err, &status);
	if (!story)
		return status;
	status = v->subjects.len || v->listen ? replay_to_client(&t, story, v->fast ? 0 : speed)
					      : replay_to_stack(v, story, out, err);
	fakeapi__tls_fini(&t.tls);
	rec__story_free(story);
	return status;
}

int cmd_replay(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = {
		.world = "sim", .speed = "1", .seed = 1, .patience = UINT64_MAX, .grace_ms = 500
	};

	return cli__run(&cli__replay_command, argc, argv, &v, replay, out, err);
}
