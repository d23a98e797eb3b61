/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_replay.c - relist replay: replays a recording to relist's informers or to any client. */
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "base/text/number.h"
#include "cli/cli.h"
#include "cli/exec.h"
#include "cli/replay_subjects.h"
#include "fakeapi/http/tls.h"
#include "runner/tcp/posix/world_tcp.h"
#include "runner/recording/posix/file.h"
#include "runner/recording/posix/replay_server.h"
#include "runner/retell/stack.h"

enum { PARTS_MAX = 256, MISSING_MAX = 5 };

static const struct cli__option options[] = {
	{ "world", 0, CLI_WORD, offsetof(struct replay__values, world), NULL, "sim|tcp",
	  "world of our own informers, in virtual time [sim]" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct replay__values, seed), "N", NULL,
	  "of their backoffs [1]" },
	{ "subject", 0, CLI_TEXTS, offsetof(struct replay__values, subjects), "CMD", NULL,
	  "replay to this program, with KUBECONFIG set; repeated: several "
	  "programs, in the order of their first requests" },
	{ "listen", 0, CLI_TEXT, offsetof(struct replay__values, listen), "[ADDR:]PORT", NULL,
	  "or to any client of this address" },
	{ "speed", 0, CLI_TEXT, offsetof(struct replay__values, speed), "N", NULL,
	  "N times as fast as recorded; 0: as fast as the client sends [1]" },
	{ "fast", 0, CLI_FLAG, offsetof(struct replay__values, fast), NULL, NULL, "--speed 0" },
	{ "step", 0, CLI_FLAG, offsetof(struct replay__values, step), NULL, NULL,
	  "show each recorded request and wait for Enter before the response" },
	{ "agent", 0, CLI_TEXT, offsetof(struct replay__values, agent), "TEXT", NULL,
	  "only requests with TEXT in their User-Agent" },
	{ "patience", 0, CLI_NUMBER, offsetof(struct replay__values, patience), "SECONDS", NULL,
	  "maximum wait for a missing request, less for a silent program; 0: for "
	  "ever [30, with --listen 0]" },
	{ "grace-ms", 0, CLI_NUMBER, offsetof(struct replay__values, grace_ms), "N", NULL,
	  "time for the program after the last event [500]" },
	{ "lenient", 0, CLI_FLAG, offsetof(struct replay__values, lenient), NULL, NULL,
	  "use a truncated recording up to its end" },
	{ "tls", 0, CLI_FLAG, offsetof(struct replay__values, tls), NULL, NULL,
	  "HTTPS, with a certificate made at the start" },
	{ "write-kubeconfig", 0, CLI_TEXT, offsetof(struct replay__values, write_kubeconfig),
	  "FILE", NULL, "write a kubeconfig for this server" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct replay__values, quiet), NULL, NULL,
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
		   "restarted, so is yours. Several programs differ by their "
		   "User-Agents and\n"
		   "connections, else by their order; each is started and killed at its "
		   "recorded place.\n"
		   "\n"
		   "Exit status: 0 as recorded, 1 the client departed, 2 bad input or "
		   "usage, 3 the client\n"
		   "did not come to an end, 4 an invariant broke.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

/* --- relist's informers --- */

static int replay_to_stack(const struct replay__values *v, const struct rec__story *story,
			   FILE *out, FILE *err)
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
		return code == RELIST_ENOMEM ? 5 : REPLAY_BAD_INPUT;
	return res.broken		       ? REPLAY_INVARIANT
	       : res.unsettled		       ? REPLAY_UNSETTLED
	       : res.departures || res.stopped ? REPLAY_DEPARTED
					       : REPLAY_PASSED;
}

/* --- any client --- */

static void print_text(void *user, const char *text)
{
	struct replay__run *t = user;

	fputs(text, t->out);
	(void)fflush(t->out);
}

static void step(void *user, const char *request)
{
	struct replay__run *t = user;
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
	size_t len = colon ? (size_t)(colon - text) : 0;
	uint64_t n;

	if (!number_parse(str_of(number), UINT16_MAX, &n) || len >= cap)
		return false;
	if (len > 1 && text[0] == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	}
	(void)snprintf(host, cap, "%.*s", (int)len, text);
	*port = (uint16_t)n;
	return true;
}

static int verdict(struct replay__run *t, int status)
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
	return departures || matched < all ? REPLAY_DEPARTED : REPLAY_PASSED;
}

static int replay_to_client(struct replay__run *t, const struct rec__story *story, double speed)
{
	const struct replay__values *v = t->v;
	char host[64] = "";
	struct rec__replay_options opt = { .story = story,
					   .speed = speed,
					   .step = v->step ? step : NULL,
					   .programs = v->subjects.len,
					   .on_text = print_text,
					   .user = t };
	struct relist_err why = { 0 };
	sigset_t signals, mask;
	int status = 0;

	if (v->listen && !parse_listen(v->listen, host, sizeof(host), &opt.port)) {
		fprintf(t->err, "relist replay: --listen is \"%s\", want PORT or ADDR:PORT\n",
			v->listen);
		return REPLAY_BAD_INPUT;
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
		status = replay__save_kubeconfig(t, 0, v->write_kubeconfig);
	if (!status && !v->subjects.len) {
		fprintf(t->out, "relist: listening on %s\n", rec__replay_url(t->replay, 0));
		(void)fflush(t->out);
		exec__wait_for_end(&signals, stderr);
	} else if (!status) {
		/* Restores the signal mask: the program inherits it. */
		(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
		status = replay__run_subjects(t);
	}
	if (t->replay)
		status = verdict(t, status);
	rec__replay_stop(t->replay);
	(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return status;
}

/* --- the recording --- */

/* Returns NULL; *status has the exit status. */
static struct rec__story *load(const struct replay__values *v, const struct cli__operands *paths,
			       FILE *err, int *status)
{
	struct rec__file *files[PARTS_MAX] = { NULL };
	struct rec__input inputs[PARTS_MAX];
	size_t part = 0;
	struct rec__story_options opt = { .lenient = v->lenient, .agent = v->agent, .part = &part };
	struct rec__story *story = NULL;
	struct relist_err why = { 0 };
	size_t n = 0;

	*status = REPLAY_BAD_INPUT;
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
	const struct replay__values *v = values;
	struct replay__run t = { .v = v, .out = out, .err = err };
	struct rec__story *story;
	char *end;
	double speed = strtod(v->speed, &end);
	int status;

	if (*end || !*v->speed || !(speed >= 0 && speed <= 1e9)) {
		fprintf(err, "relist replay: --speed is \"%s\", want a number, 0 or more\n",
			v->speed);
		return REPLAY_BAD_INPUT;
	}
	if (v->subjects.len && v->listen) {
		fprintf(err, "relist replay: --subject and --listen exclude each other\n");
		return REPLAY_BAD_INPUT;
	}
	if (v->subjects.len > REC_OWNERS_MAX) {
		fprintf(err, "relist replay: at most %d subjects\n", REC_OWNERS_MAX);
		return REPLAY_BAD_INPUT;
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
	struct replay__values v = {
		.world = "sim", .speed = "1", .seed = 1, .patience = UINT64_MAX, .grace_ms = 500
	};

	return cli__run(&cli__replay_command, argc, argv, &v, replay, out, err);
}
