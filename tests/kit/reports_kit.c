/* SPDX-License-Identifier: Apache-2.0 */
/* reports_kit.c - see reports_kit.h. */
#include <string.h>

#include "runner/engine/run.h"
#include "runner/world/driver.h"
#include "tests/kit/reports_kit.h"

static struct {
	const struct report *out; /* up to one without a line */
	bool mute;		  /* sends no request either */
	int64_t ends_ms;	  /* 0: it does not */
	const char *fate, *words;
	int status;
	bool killed;
	struct view view;
	size_t printed;
	bool started, stopped, ended;
} subject;

static const struct scn__driver_ops *const sim = &world__driver_sim;

static void listen(int64_t now_ns)
{
	while (subject.started && !subject.ended && subject.out[subject.printed].line &&
	       subject.out[subject.printed].at_ms * NS_PER_MS <= now_ns)
		(void)view__take(&subject.view, str_of(subject.out[subject.printed++].line));
	if (subject.started && subject.ends_ms && subject.ends_ms * NS_PER_MS <= now_ns)
		subject.ended = true;
}

/* A moment is 10 ms. */
static int wait_for_it(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
{
	int64_t next = sim->now_ns(d) + 10 * NS_PER_MS;
	int code = sim->advance(d, next < until_ns ? next : until_ns, err);

	listen(sim->now_ns(d));
	return code;
}

static int advance(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
{
	int code = sim->advance(d, until_ns, err);

	listen(sim->now_ns(d));
	return code;
}

static struct scn__driver *running;

static struct scn__driver *driver_new(const struct scn__driver_config *config,
				      struct relist_err *err)
{
	running = sim->new (config, err);
	return running;
}

static struct inf__informer *client_informer(struct scn__client *c)
{
	(void)c;
	return NULL;
}

static int client_start(struct scn__client *c, struct relist_err *err)
{
	subject.started = true;
	listen(sim->now_ns(running));
	return subject.mute ? 0 : sim->client_start(c, err);
}

static int client_stop(struct scn__client *c, struct relist_err *err)
{
	subject.stopped = true;
	return subject.mute ? 0 : sim->client_stop(c, err);
}

static struct scn__client_view client_view(struct scn__client *c)
{
	(void)c;
	return (struct scn__client_view) {
		.view = &subject.view,
		.ended = subject.ended,
		.fate = subject.ended || subject.stopped ? subject.fate : "",
		.words = subject.words,
		.status = subject.ended ? subject.status : -1,
		.killed = subject.stopped && subject.killed,
	};
}

static struct runner__result result;
static struct scn__facts facts;

static void run(const struct row *t)
{
	struct scn__driver_ops ops = world__driver_sim;
	const struct scn__subject s = { .command = "",
					.patience_ns = t->patience_ms * NS_PER_MS,
					.pace_ns = t->pace_ms * NS_PER_MS,
					.rests_ns = t->rests_ms * NS_PER_MS };
	struct scn__run_options opt = { .driver = &ops, .seed = 1, .subject = &s, .facts = &facts };
	struct scn__errors errors = { 0 };
	struct strbuf text = STRBUF_INIT;
	struct scn__scenario *scenario;

	ops.new = driver_new;
	ops.wait = wait_for_it;
	ops.advance = advance;
	ops.client_informer = client_informer;
	ops.client_start = client_start;
	ops.client_stop = client_stop;
	ops.client_view = client_view;
	strbuf_addf(&text,
		    "scenario: t\n%sworld:\n  server: {rv: 10}\n  types: {pods: v1/pods}\n"
		    "  informers: {pods: %s}\n"
		    "steps:\n  - create: {pods/d/a: , pods/d/b: }\n  - start: pods\n%s",
		    t->head ? t->head : "external: [cache]\n",
		    t->informers ? t->informers : "{handlers: {h: {}}}", t->steps ? t->steps : "");
	scenario = scn__scenario_load(STR("t.yaml"), strbuf_str(&text), &errors);
	if (!scenario)
		fail_msg("%s\n%s", text.ptr, errors.items[0].msg);
	memset(&subject, 0, sizeof(subject));
	view__init(&subject.view);
	subject.out = t->out;
	subject.mute = t->mute;
	subject.ends_ms = t->ends_ms;
	subject.fate = t->fate ? t->fate : "";
	subject.words = t->words ? t->words : "";
	subject.status = t->status;
	subject.killed = t->killed;
	runner__result_fini(&result);
	runner__result_init(&result);
	scn__run(&scenario->cells[0], &opt, &result);
	view__fini(&subject.view);
	scn__scenario_free(scenario);
	scn__errors_fini(&errors);
	strbuf_fini(&text);
}

/* "pass at 400 ms: ... | what is found" in one line. */
static void describe(struct strbuf *out)
{
	const struct {
		bool is;
		const char *word;
	} words[] = {
		{ facts.no_command, "no command" },
		{ facts.synced, "synced" },
		{ facts.has_notified, "seen" },
		{ facts.has_cache, "cache" },
		{ facts.delete_not_notified, "unseen" },
		{ facts.ghost_cached, "ghost" },
		{ facts.state_missed, "state missed" },
		{ facts.unlike_notified, "unlike" },
		{ facts.storm, "storm" },
		{ facts.requests_bookmarks, "bookmarks" },
		{ facts.old_rv_gone, "gone" },
		{ facts.ended, "ended" },
	};
	const struct {
		uint64_t n;
		const char *word;
	} counts[] = {
		{ facts.adds_again, "adds again" }, { facts.repeats, "repeats" },
		{ facts.backwards, "backwards" },   { facts.errors, "errors" },
		{ facts.odd_lines, "odd" },	    { facts.notifications, "notified" },
		{ facts.request_count, "calls" },
	};
	const char *texts[][2] = { { "missing ", facts.missing },  { "stale ", facts.stale },
				   { "error ", facts.last_error }, { "odd ", facts.first_odd },
				   { "", facts.requests },	   { "fate ", facts.fate },
				   { "| ", result.what },	   { "| ", result.program } };

	strbuf_addf(out, "%s at %lld ms: ", runner__verdict_word(result.verdict),
		    (long long)(result.virtual_ns / NS_PER_MS));
	if (result.line)
		strbuf_addf(out, "line %u, ", result.line);
	if (result.waited_ns)
		strbuf_addf(out, "waited %lld, ", (long long)(result.waited_ns / NS_PER_MS));
	strbuf_addf(out, "%s %.3f of %g, %g/s", facts.recovered ? "recovered" : "not recovered",
		    facts.recovery_s, facts.limit_s, facts.rate);
	if (facts.retry_after_s > 0 || facts.waited_s > 0)
		strbuf_addf(out, ", retry %g kept %.3f", facts.retry_after_s, facts.waited_s);
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (words[i].is)
			strbuf_addf(out, ", %s", words[i].word);
	for (size_t i = 0; i < ARRAY_LEN(counts); i++)
		if (counts[i].n)
			strbuf_addf(out, ", %s %llu", counts[i].word,
				    (unsigned long long)counts[i].n);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (texts[i][1][0])
			strbuf_addf(out, " %s%s", texts[i][0], texts[i][1]);
}

void assert_results(const struct row *rows, size_t count)
{
	size_t others = 0;

	for (size_t i = 0; i < count; i++) {
		struct strbuf out = STRBUF_INIT;

		run(&rows[i]);
		describe(&out);
		if (strcmp(out.ptr, rows[i].result) != 0) {
			others++;
			print_error("%zu: %s\ncomes to\n%s\nand not to\n%s\n", i,
				    rows[i].steps ? rows[i].steps : "", out.ptr, rows[i].result);
		}
		strbuf_fini(&out);
	}
	assert_int_equal(others, 0);
}
