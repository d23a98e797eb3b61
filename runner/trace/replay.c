/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/replay.h"

#include "runner/trace/check.h"

/* The additional wait for a late request, to report when it arrived. */
static const int64_t PATIENCE_NS = 5 * 60 * NS_PER_S;

struct replay {
	const struct runner__trace *trace;
	const struct runner__world_ops *ops;
	struct runner__world *world;
	struct runner__log *log;
	struct runner__checker checker;
	struct runner__result *result;
	int64_t last_ns; /* time of the last server-side or act line */
};

/* Converts a world's error to a verdict. Returns false. */
static bool failed(struct replay *r, int code, const struct relist_err *err, size_t at)
{
	static const enum runner__verdict verdicts[] = {
		[-RELIST_ENOMEM] = RUNNER_ERROR,	[-RELIST_EIO] = RUNNER_ERROR,
		[-RELIST_ETIMEDOUT] = RUNNER_UNSETTLED, [-RELIST_ELIMIT] = RUNNER_INVARIANT,
		[-RELIST_ECLOSED] = RUNNER_FAIL,
	};
	struct runner__result *res = r->result;

	res->verdict = RUNNER_FAIL;
	if ((size_t)-code < ARRAY_LEN(verdicts) && verdicts[-code] != RUNNER_PASS)
		res->verdict = verdicts[-code];
	if (at < r->trace->line_count) {
		res->line = r->trace->lines[at].number;
		res->column = 1;
	}
	(void)snprintf(res->what, sizeof(res->what), "%s",
		       err->msg[0] ? err->msg : "it failed without saying why");
	return false;
}

static bool settle(struct replay *r, size_t at)
{
	struct relist_err err = { 0 };
	int code = r->ops->settle(r->world, &err);

	return code ? failed(r, code, &err, at) : runner__check_seen(&r->checker);
}

static bool advance(struct replay *r, size_t at, int64_t until_ns, uint32_t request_id)
{
	struct relist_err err = { 0 };
	int code = r->ops->advance(r->world, until_ns, request_id, &err);

	return code ? failed(r, code, &err, at) : runner__check_seen(&r->checker);
}

/* The request is late: waits on, to report when it arrived. */
static bool late(struct replay *r, const struct runner__line *line)
{
	const struct fakeapi__player_request *got;
	struct relist_err err = { 0 };

	(void)r->ops->advance(r->world, time_add(r->ops->now_ns(r->world), PATIENCE_NS), line->id,
			      &err);
	got = r->ops->request(r->world, line->id);
	if (got)
		return runner__check_request(&r->checker, line, got, r->last_ns);
	strbuf_adds(&r->result->expected, line->json);
	strbuf_addz(&r->result->expected, "\n");
	strbuf_addz(&r->result->actual, "no request\n");
	return runner__check_fail(&r->checker, line, "request %u did not come", line->id);
}

static bool do_request(struct replay *r, size_t at, const struct runner__line *line)
{
	const struct fakeapi__player_request *got = r->ops->request(r->world, line->id);

	if (!got && line->request.after != RUNNER_AFTER_AT_ONCE) {
		if (!advance(r, at, time_add(r->last_ns, line->request.below_ns), line->id))
			return false;
		got = r->ops->request(r->world, line->id);
	}
	if (!got)
		return late(r, line);
	if (!runner__check_request(&r->checker, line, got, r->last_ns))
		return false;
	r->last_ns = r->ops->now_ns(r->world);
	return true;
}

static bool do_object(struct replay *r, size_t at, const struct runner__line *line)
{
	AUTO_STRBUF json = STRBUF_INIT;
	struct relist_err err = { 0 };
	int code = r->ops->dump(r->world, line->object.key, &json, &err);

	if (code)
		return failed(r, code, &err, at);
	return runner__check_object(&r->checker, line, strbuf_str(&json));
}

static bool do_state(struct replay *r, size_t at, const struct runner__line *line)
{
	struct runner__state got = { .has_indexes = line->state.has_indexes };
	struct runner__arena arena;
	struct relist_err err = { 0 };
	bool good;
	int code;

	runner__arena_init(&arena);
	code = r->ops->snapshot(r->world, &arena, &got, &err);
	good = code ? failed(r, code, &err, at) : runner__check_state(&r->checker, line, &got);
	runner__arena_fini(&arena);
	return good;
}

static bool do_input(struct replay *r, size_t at, const struct runner__line *line)
{
	bool is_act = line->kind == RUNNER_LINE_ACT;
	struct relist_err err = { 0 };
	int code;

	if (is_act && line->act.kind == RUNNER_ACT_DUMP)
		return true; /* do_object() dumps it */
	if (is_act && line->act.kind == RUNNER_ACT_ADVANCE) {
		int64_t until = time_add(r->ops->now_ns(r->world), line->act.by_ns);

		if (!advance(r, at, until, 0))
			return false;
	} else {
		code = r->ops->apply(r->world, line, &err);
		if (code == RELIST_ECLOSED && !is_act)
			code = 0; /* the server wrote to a client that has disconnected */
		if (code)
			return failed(r, code, &err, at);
	}
	r->last_ns = r->ops->now_ns(r->world);
	return settle(r, at);
}

static bool do_line(struct replay *r, size_t at)
{
	const struct runner__line *line = &r->trace->lines[at];

	runner__check_move(&r->checker, at);
	if ((runner__line_is_input(line->kind) || line->kind == RUNNER_LINE_STATE) &&
	    !runner__check_above(&r->checker, r->ops->now_ns(r->world)))
		return false;
	if (runner__line_is_input(line->kind))
		return do_input(r, at, line);
	switch (line->kind) {
	case RUNNER_LINE_REQUEST:
		return do_request(r, at, line);
	case RUNNER_LINE_STATE:
		return do_state(r, at, line);
	case RUNNER_LINE_OBJECT:
		return do_object(r, at, line);
	case RUNNER_LINE_RESPONSE:
	case RUNNER_LINE_EVENT:
	case RUNNER_LINE_RAW:
	case RUNNER_LINE_CLOSE:
	case RUNNER_LINE_ACT:
	case RUNNER_LINE_HANGUP:
	case RUNNER_LINE_NOTIFY:
	case RUNNER_LINE_WATCH_ERROR:
	case RUNNER_LINE_CRASH:
		break; /* matched when the log reports it */
	}
	return true;
}

static bool run_lines(struct replay *r)
{
	const struct runner__trace *t = r->trace;
	struct relist_err err = { 0 };

	if (t->starts_itself) {
		int code = r->ops->start(r->world, &err);

		if (code)
			return failed(r, code, &err, 0);
	}
	if (!settle(r, 0))
		return false;
	for (size_t i = 0; i < t->line_count; i++)
		if (!do_line(r, i))
			return false;
	runner__check_move(&r->checker, t->line_count);
	return settle(r, t->line_count) &&
	       runner__check_above(&r->checker, r->ops->now_ns(r->world));
}

static void finish(struct replay *r, bool good)
{
	struct runner__result *res = r->result;
	struct relist_err err = { 0 };
	int code;

	res->virtual_ns = r->ops->now_ns(r->world);
	if (r->ops->steps)
		res->steps = r->ops->steps(r->world);
	if (!good)
		runner__log_tail(r->log, &res->tail);
	code = r->ops->finish(r->world, &err);
	if (code && (good || res->verdict == RUNNER_FAIL))
		(void)failed(r, code, &err, r->trace->line_count);
	if (runner__log_failed(r->log)) {
		relist_err_set(&err, RELIST_ENOMEM, "out of memory");
		(void)failed(r, RELIST_ENOMEM, &err, r->trace->line_count);
	}
}

static void run(struct replay *r, const struct runner__replay_options *opt)
{
	struct runner__world_config config = {
		.trace = r->trace,
		.log = r->log,
		.seed = opt->seed,
		.cuts = opt->cuts,
		.cut_at = opt->cut_at,
		.step_max = opt->step_max,
		.alone = opt->alone,
	};
	struct relist_err err = { 0 };

	r->world = r->ops->new (&config, &err);
	if (!r->world) {
		(void)failed(r, err.code ? err.code : RELIST_ENOMEM, &err, r->trace->line_count);
		return;
	}
	finish(r, run_lines(r));
	r->ops->free(r->world);
}

void runner__replay(const struct runner__trace *trace, const struct runner__replay_options *opt,
		    struct runner__result *out)
{
	struct replay r = { .trace = trace, .ops = opt->world, .result = out };
	const char *reason = opt->world->skip(trace);
	struct relist_err err = { 0 };

	out->verdict = RUNNER_PASS;
	out->seed = opt->seed;
	if (reason) {
		out->verdict = RUNNER_SKIP;
		(void)snprintf(out->what, sizeof(out->what), "%s", reason);
		return;
	}
	r.log = runner__log_new(opt->events, &err);
	if (!r.log) {
		(void)failed(&r, RELIST_ENOMEM, &err, trace->line_count);
		return;
	}
	if (runner__checker_init(&r.checker, trace, r.log, out)) {
		relist_err_set(&err, RELIST_ENOMEM, "checker: out of memory");
		(void)failed(&r, RELIST_ENOMEM, &err, trace->line_count);
	} else {
		run(&r, opt);
	}
	runner__checker_fini(&r.checker);
	runner__log_free(r.log);
}
