/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler and what it watches over. */
#include "sim/invariant.h"
#include "sim/sim.h"
#include "tests/kit/testing.h"

/* --- a server that never comes to rest --- */

struct restless {
	struct fakeapi__server server;
	struct fakeapi__exchange x;
	struct fakeapi__wake wake;
};

static enum fakeapi__head restless_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)x;
	(void)now_ns;
	return FAKEAPI_HEAD_READY;
}

/* White space for ever: a JSON value that never begins. */
static ptrdiff_t restless_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	(void)x;
	(void)now_ns;
	(void)cap;
	memset(buf, ' ', 1);
	return 1;
}

static int64_t restless_deadline(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void restless_end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)x;
	(void)client_gone;
}

static const struct fakeapi__exchange_ops restless_ops = { restless_head, restless_pull,
							   restless_deadline, restless_end, NULL };

static struct fakeapi__exchange *restless_begin(struct fakeapi__server *s, int64_t now_ns,
						const struct fakeapi__request *req,
						struct fakeapi__wake wake)
{
	struct restless *r = (struct restless *)s;

	(void)now_ns;
	(void)req;
	r->wake = wake;
	r->x = (struct fakeapi__exchange) { .ops = &restless_ops, .status = 200, .body_len = -1 };
	return &r->x;
}

static struct inf__informer *informer(struct sim *sim)
{
	struct inf__informer_config config = { .gates = inf__gates_current() };
	struct inf__informer *inf;

	config.reflector = (struct inf__reflector_config) { .name = "pods",
							    .group = "",
							    .version = "v1",
							    .resource = "pods",
							    .kind = "",
							    .namespace_ = "",
							    .label_selector = "",
							    .field_selector = "",
							    .choice = sim_choice(sim) };
	inf = inf__informer_new(&config, NULL);
	assert_non_null(inf);
	assert_int_equal(sim_add(sim, inf, 0, NULL), 0);
	return inf;
}

static void settle_without_rest_ends_at_the_step_limit(void **state)
{
	struct restless server = { .server = { restless_begin } };
	struct sim_config config = { .seed = 1, .step_max = 1000 };
	struct sim *sim = sim_new(&config, &server.server, NULL);
	struct relist_err err = { 0 };
	struct inf__informer *inf;
	int code;

	(void)state;
	assert_non_null(sim);
	inf = informer(sim);
	assert_int_equal(inf__informer_start(inf, 0, NULL), 0);
	sim_poke(sim, inf);
	code = sim_settle(sim, &err);
	assert_int_equal(code, RELIST_ETIMEDOUT);
	assert_string_equal(err.msg, "did not settle within 1000 steps");
	assert_int_equal(sim_now_ns(sim), 0);
	sim_free(sim);
	inf__informer_free(inf);
}

static void advance_with_too_many_steps_ends_at_the_step_limit(void **state)
{
	struct restless server = { .server = { restless_begin } };
	struct sim_config config = { .seed = 1, .step_max = 100 };
	struct sim *sim = sim_new(&config, &server.server, NULL);
	struct relist_err err = { 0 };
	struct inf__informer *inf;

	(void)state;
	assert_non_null(sim);
	inf = informer(sim);
	sim_refuse(sim, true); /* every try fails, a minute apart at most */
	assert_int_equal(inf__informer_start(inf, 0, NULL), 0);
	sim_poke(sim, inf);
	assert_int_equal(sim_advance(sim, TIME_NEVER - 1, NULL, NULL, &err), RELIST_ETIMEDOUT);
	assert_non_null(strstr(err.msg, "time was not over within "));
	sim_free(sim);
	inf__informer_free(inf);
}

static void simulation_runs_no_step_after_halt(void **state)
{
	struct restless server = { .server = { restless_begin } };
	struct sim_config config = { .seed = 1 };
	struct sim *sim = sim_new(&config, &server.server, NULL);
	struct inf__informer *inf;

	(void)state;
	assert_non_null(sim);
	inf = informer(sim);
	assert_int_equal(inf__informer_start(inf, 0, NULL), 0);
	sim_poke(sim, inf);
	sim_halt(sim);
	assert_int_equal(sim_settle(sim, NULL), 0);
	assert_int_equal(sim_steps(sim), 0);
	sim_free(sim);
	inf__informer_free(inf);
}

static void advance_moves_time_without_events(void **state)
{
	struct restless server = { .server = { restless_begin } };
	struct sim_config config = { .seed = 1 };
	struct sim *sim = sim_new(&config, &server.server, NULL);

	(void)state;
	assert_non_null(sim);
	assert_int_equal(sim_advance(sim, 3600 * NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(sim_now_ns(sim), 3600 * NS_PER_S);
	assert_int_equal(sim_advance(sim, NS_PER_S, NULL, NULL, NULL), 0); /* never back */
	assert_int_equal(sim_now_ns(sim), 3600 * NS_PER_S);
	sim_free(sim);
}

/* --- what runs, and when --- */

struct plan {
	const char *name;
	int64_t due[8]; /* ascending; then never */
	size_t at;
	struct scene *scene;
};

struct scene {
	struct sim *sim;
	struct plan plans[4];
	char log[2048];
};

static int64_t plan_ready(void *user)
{
	const struct plan *p = user;

	return p->at < ARRAY_LEN(p->due) && p->due[p->at] ? p->due[p->at] : TIME_NEVER;
}

static void plan_step(void *user)
{
	struct plan *p = user;
	size_t len = strlen(p->scene->log);

	p->at++;
	(void)snprintf(p->scene->log + len, sizeof(p->scene->log) - len, "%s at %lld; ", p->name,
		       (long long)sim_now_ns(p->scene->sim));
}

static void on_step(void *user, const struct trace_event *ev)
{
	struct scene *c = user;
	size_t len = strlen(c->log);

	if (ev->kind == TRACE_SIM_TIME)
		(void)snprintf(c->log + len, sizeof(c->log) - len, "to %lld, %lld on; ",
			       (long long)ev->at_ns, (long long)ev->n);
	else if (ev->kind == TRACE_SIM_STEP)
		(void)snprintf(c->log + len, sizeof(c->log) - len, "%lld %.*s: ", (long long)ev->n,
			       (int)ev->who.len, ev->who.ptr);
}

static void open_scene(struct scene *c, const struct plan *plans, size_t count, uint64_t step_max,
		       bool notified)
{
	struct sim_config config = { .seed = 1, .step_max = step_max };

	*c = (struct scene) { .log = "" };
	if (notified)
		config.sink = (struct trace_sink) { on_step, c };
	c->sim = sim_new(&config, NULL, NULL);
	assert_non_null(c->sim);
	for (size_t i = 0; i < count; i++) {
		struct sim_worker worker = { plan_ready, plan_step, &c->plans[i] };

		c->plans[i] = plans[i];
		c->plans[i].scene = c;
		assert_int_equal(sim_add_worker(c->sim, &worker, NULL), 0);
	}
}

static void expect_log(struct scene *c, const char *want)
{
	assert_string_equal(c->log, want);
	c->log[0] = '\0';
}

static void simulation_runs_workers_when_they_are_due(void **state)
{
	static const struct plan plans[] = { { .name = "a", .due = { 10, 20 } },
					     { .name = "b", .due = { 15, 30, 40 } } };
	struct scene c;

	(void)state;
	open_scene(&c, plans, 2, 0, true);
	assert_int_equal(sim_settle(c.sim, NULL), 0);
	expect_log(&c, "");
	assert_int_equal(sim_advance(c.sim, 9, NULL, NULL, NULL), 0);
	expect_log(&c, "to 9, 9 on; ");
	assert_int_equal(sim_advance(c.sim, 25, NULL, NULL, NULL), 0);
	expect_log(&c, "to 10, 1 on; 1 worker: a at 10; to 15, 5 on; 2 worker: b at 15; "
		       "to 20, 5 on; 3 worker: a at 20; to 25, 5 on; ");
	assert_int_equal(sim_now_ns(c.sim), 25);
	/* What is due then is done, or not yet. */
	assert_int_equal(sim_advance(c.sim, 30, NULL, NULL, NULL), 0);
	expect_log(&c, "to 30, 5 on; 4 worker: b at 30; ");
	assert_int_equal(sim_advance_to(c.sim, 40, NULL), 0);
	expect_log(&c, "to 40, 10 on; ");
	assert_int_equal(sim_settle(c.sim, NULL), 0);
	expect_log(&c, "5 worker: b at 40; ");
	assert_int_equal(sim_steps(c.sim), 5);
	assert_int_equal(sim_advance_to(c.sim, 50, NULL), 0);
	expect_log(&c, "to 50, 10 on; ");
	sim_free(c.sim);
}

/* advance_to() settles what was due before. */
static void advance_runs_deadlines_before_its_end(void **state)
{
	static const struct plan plans[] = { { .name = "a", .due = { 10, 20, 21 } } };
	struct scene c;

	(void)state;
	open_scene(&c, plans, 1, 0, false);
	assert_int_equal(sim_advance_to(c.sim, 20, NULL), 0);
	expect_log(&c, "a at 10; ");
	assert_int_equal(sim_now_ns(c.sim), 20);
	assert_int_equal(sim_advance_to(c.sim, 20, NULL), 0);
	expect_log(&c, "a at 20; ");
	assert_int_equal(sim_now_ns(c.sim), 20);
	sim_free(c.sim);
}

static void removed_worker_does_not_run(void **state)
{
	static const struct plan plans[] = { { .name = "A", .due = { 1, 2, 3, 4 } },
					     { .name = "B", .due = { 1, 2, 3, 4 } },
					     { .name = "C", .due = { 1, 2, 3, 4 } } };
	static const char *const want[][3] = { { "B", "C", "A" },
					       { "A", "C", "B" },
					       { "A", "B", "C" } };

	(void)state;
	for (size_t gone = 0; gone < 3; gone++) {
		struct scene c;

		open_scene(&c, plans, 3, 0, false);
		sim_remove_worker(c.sim, &c); /* unknown worker */
		sim_remove_worker(c.sim, &c.plans[gone]);
		sim_remove_worker(c.sim, &c.plans[gone]);
		assert_int_equal(sim_advance(c.sim, 2, NULL, NULL, NULL), 0);
		assert_int_equal(sim_steps(c.sim), 4);
		assert_non_null(strstr(c.log, want[gone][0]));
		assert_non_null(strstr(c.log, want[gone][1]));
		assert_null(strstr(c.log, want[gone][2]));
		sim_free(c.sim);
	}
}

static bool two_steps(void *user)
{
	return sim_steps(user) >= 2;
}

static void advance_stops_at_its_target(void **state)
{
	static const struct plan plans[] = { { .name = "a", .due = { 5, 7, 9 } } };
	struct scene c;

	(void)state;
	open_scene(&c, plans, 1, 0, false);
	assert_int_equal(sim_advance(c.sim, 100, two_steps, c.sim, NULL), 0);
	assert_int_equal(sim_now_ns(c.sim), 7);
	expect_log(&c, "a at 5; a at 7; ");
	sim_free(c.sim);
}

static void step_limit_applies_to_each_settle(void **state)
{
	static const struct plan plans[] = { { .name = "a", .due = { 1, 1, 1, 5, 5, 5, 5 } } };
	struct relist_err err = { 0 };
	struct scene c;

	(void)state;
	open_scene(&c, plans, 1, 3, false);
	assert_int_equal(sim_advance(c.sim, 4, NULL, NULL, &err), 0); /* three */
	assert_int_equal(sim_steps(c.sim), 3);
	assert_int_equal(sim_advance(c.sim, 5, NULL, NULL, &err), RELIST_ETIMEDOUT);
	assert_string_equal(err.msg, "did not settle within 3 steps");
	assert_int_equal(sim_steps(c.sim), 6);
	/* The next goes on with what is left. */
	assert_int_equal(sim_settle(c.sim, &err), 0);
	assert_int_equal(sim_steps(c.sim), 7);
	sim_free(c.sim);
}

struct busy {
	struct sim *sim;
	uint64_t left;
	int64_t ahead; /* due that much after now */
};

static int64_t busy_ready(void *user)
{
	const struct busy *b = user;

	return b->left ? b->ahead : TIME_NEVER;
}

static void busy_step(void *user)
{
	struct busy *b = user;

	b->left--;
	if (b->ahead)
		b->ahead++;
}

static void default_step_limit_is_one_million(void **state)
{
	static const struct {
		uint64_t steps;
		int code;
	} rows[] = { { 1000000, 0 }, { 1000001, RELIST_ETIMEDOUT } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct sim_config config = { .seed = 1 };
		struct busy b = { .sim = sim_new(&config, NULL, NULL), .left = rows[i].steps };
		struct sim_worker worker = { busy_ready, busy_step, &b };
		struct relist_err err = { 0 };

		assert_int_equal(sim_add_worker(b.sim, &worker, NULL), 0);
		assert_int_equal(sim_settle(b.sim, &err), rows[i].code);
		assert_int_equal(sim_steps(b.sim), 1000000);
		if (rows[i].code)
			assert_string_equal(err.msg, "did not settle within 1000000 steps");
		sim_free(b.sim);
	}
}

/* Steps and moments count together: ten times what a settle may take. */
static void time_limit_ends_a_run(void **state)
{
	struct sim_config config = { .seed = 1, .step_max = 3 };
	struct relist_err err = { 0 };

	(void)state;
	for (uint64_t steps = 15; steps < 17; steps++) {
		struct busy b = { .sim = sim_new(&config, NULL, NULL), .left = steps, .ahead = 1 };
		struct sim_worker worker = { busy_ready, busy_step, &b };
		int code;

		assert_int_equal(sim_add_worker(b.sim, &worker, NULL), 0);
		code = sim_advance(b.sim, 1000, NULL, NULL, &err);
		if (steps == 15) { /* 15 moments after the first, 15 steps: 30 */
			assert_int_equal(code, 0);
			assert_int_equal(sim_now_ns(b.sim), 1000);
		} else {
			assert_int_equal(code, RELIST_ETIMEDOUT);
			assert_string_equal(err.msg, "time was not over within 16 steps");
			assert_int_equal(sim_now_ns(b.sim), 16);
		}
		sim_free(b.sim);
	}
}

/* The act may come before all steps, behind them, and between any two. */
static void simulation_act_runs_at_any_position_of_the_order(void **state)
{
	static const struct plan plans[] = { { .name = "a", .due = { 1 } },
					     { .name = "b", .due = { 1 } },
					     { .name = "c", .due = { 1 } } };

	(void)state;
	for (int last = 0; last < 2; last++) {
		bool seen[4] = { false };

		for (uint64_t seed = 1; seed < 60; seed++) {
			struct sim_act act = { .last = last != 0 };
			struct sim_config config = { .seed = seed };
			struct scene c = { .log = "" };
			uint64_t steps;

			c.sim = sim_new(&config, NULL, NULL);
			assert_int_equal(sim_advance(c.sim, 1, NULL, NULL, NULL), 0);
			assert_int_equal(sim_until_act(c.sim, &act, NULL), 0); /* alone */
			assert_int_equal(sim_steps(c.sim), 0);
			for (size_t i = 0; i < 3; i++) {
				struct sim_worker worker = { plan_ready, plan_step, &c.plans[i] };

				c.plans[i] = plans[i];
				c.plans[i].scene = &c;
				assert_int_equal(sim_add_worker(c.sim, &worker, NULL), 0);
			}
			assert_int_equal(sim_until_act(c.sim, &act, NULL), 0);
			steps = sim_steps(c.sim);
			assert_true(steps <= 3);
			seen[steps] = true;
			assert_int_equal(sim_settle(c.sim, NULL), 0);
			assert_int_equal(sim_steps(c.sim), 3);
			sim_free(c.sim);
		}
		for (size_t i = 0; i < ARRAY_LEN(seen); i++)
			assert_true(seen[i]);
	}
}

static void add_with_little_memory(bool *complete)
{
	struct sim_config config = { .seed = 1 };
	struct relist_err err = { 0 };
	struct busy b = { .left = 1 };
	struct sim_worker worker = { busy_ready, busy_step, &b };
	int rc;

	b.sim = sim_new(&config, NULL, &err);
	rc = b.sim ? sim_add_worker(b.sim, &worker, &err) : RELIST_ENOMEM;
	*complete = rc == 0;
	if (rc) {
		assert_int_equal(rc, RELIST_ENOMEM);
		assert_string_equal(err.msg, "simulator: out of memory");
	}
	if (b.sim) {
		assert_int_equal(sim_settle(b.sim, NULL), 0);
		assert_int_equal(sim_steps(b.sim), rc == 0);
	}
	sim_free(b.sim);
}

static void add_worker_fails_without_memory(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(add_with_little_memory(&complete));
	assert_true(complete);
}

/* --- calls --- */

static enum fakeapi__head silent_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)x;
	(void)now_ns;
	return FAKEAPI_HEAD_WAIT;
}

/* Once; its status says so. */
static void silent_end(struct fakeapi__exchange *x, bool client_gone)
{
	assert_true(client_gone);
	assert_int_equal(x->status, 0);
	x->status = 1;
}

static const struct fakeapi__exchange_ops silent_ops = { silent_head, restless_pull,
							 restless_deadline, silent_end, NULL };

struct silent {
	struct fakeapi__server server;
	struct fakeapi__exchange x[16];
	size_t count;
};

static struct fakeapi__exchange *silent_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake)
{
	struct silent *r = (struct silent *)s;
	struct fakeapi__exchange *x = &r->x[r->count++];

	(void)now_ns;
	(void)req;
	(void)wake;
	*x = (struct fakeapi__exchange) { .ops = &silent_ops, .body_len = -1 };
	return x;
}

/* Of any number, whichever it is: the others have their time. */
static void removed_call_gets_no_further_events(void **state)
{
	enum { CALLS = 9 };

	(void)state;
	for (size_t count = 1; count <= CALLS; count++) {
		for (size_t gone = 0; gone < count; gone++) {
			struct silent server = { .server = { silent_begin } };
			struct sim_config config = { .seed = 1 };
			struct sim *sim = sim_new(&config, &server.server, NULL);
			struct inf__rest_call calls[CALLS], none;
			struct inf__rest_request req;

			inf__rest_request_init(&req, "GET");
			strbuf_addz(&req.path, "/p");
			req.accept = "a/b";
			for (size_t i = 0; i < count; i++) {
				inf__rest_call_init(&calls[i], &req);
				calls[i].deadline_ns = 10 + (int64_t)i;
				assert_int_equal(sim_add_call(sim, &calls[i], NULL), 0);
			}
			inf__rest_call_init(&none, &req);
			sim_remove_call(sim, &none); /* was never added */
			sim_remove_call(sim, &calls[gone]);
			sim_remove_call(sim, &calls[gone]);
			assert_int_equal(sim_advance(sim, 9, NULL, NULL, NULL), 0);
			for (size_t i = 0; i < count; i++) {
				assert_false(inf__rest_call_done(&calls[i]));
				assert_int_equal(server.x[i].status, i == gone); /* hung up */
			}
			assert_int_equal(sim_advance(sim, 10 + (int64_t)count, NULL, NULL, NULL),
					 0);
			for (size_t i = 0; i < count; i++) {
				assert_int_equal(inf__rest_call_done(&calls[i]), i != gone);
				if (i != gone)
					assert_int_equal(calls[i].code, RELIST_ETIMEDOUT);
			}
			assert_int_equal(server.count, count);
			sim_free(sim);
			for (size_t i = 0; i < count; i++)
				inf__rest_call_fini(&calls[i]);
			inf__rest_call_fini(&none);
			inf__rest_request_fini(&req);
		}
	}
}

/* Its request is closed and it runs no more; the others continue. */
static void removed_informer_is_not_stepped(void **state)
{
	enum { INFORMERS = 3 };

	(void)state;
	for (size_t gone = 0; gone < INFORMERS; gone++) {
		struct silent server = { .server = { silent_begin } };
		struct sim_config config = { .seed = 1 };
		struct sim *sim = sim_new(&config, &server.server, NULL);
		struct inf__informer *inf[INFORMERS];

		for (size_t i = 0; i < INFORMERS; i++) {
			inf[i] = informer(sim);
			assert_int_equal(inf__informer_start(inf[i], 0, NULL), 0);
			sim_poke(sim, inf[i]);
			assert_int_equal(server.count, i + 1);
		}
		assert_int_equal(sim_settle(sim, NULL), 0);
		sim_remove(sim, inf[gone]);
		for (size_t i = 0; i < INFORMERS; i++)
			assert_int_equal(server.x[i].status, i == gone);
		sim_remove(sim, inf[gone]); /* once */
		inf__informer_free(inf[gone]);
		assert_int_equal(sim_advance(sim, NS_PER_S, NULL, NULL, NULL), 0);
		for (size_t i = 0; i < INFORMERS; i++) {
			if (i == gone)
				continue;
			assert_int_equal(server.x[i].status, 0);
			inf__informer_stop(inf[i], NS_PER_S);
			sim_poke(sim, inf[i]);
			assert_int_equal(server.x[i].status, 1);
		}
		assert_int_equal(sim_settle(sim, NULL), 0);
		sim_free(sim);
		for (size_t i = 0; i < INFORMERS; i++)
			if (i != gone)
				inf__informer_free(inf[i]);
	}
}

/* --- invariants --- */

static int tell(struct sim__history *h, enum inf__call_type type, const char *key,
		struct relist_err *err)
{
	struct inf__call call = { .type = type, .key = key };

	return sim__history_on_call(h, "a", &call, err);
}

static void update_without_a_preceding_add_breaks_the_invariant(void **state)
{
	struct relist_err err = { 0 };
	struct sim__history h;

	(void)state;
	sim__history_init(&h);
	assert_int_equal(tell(&h, INF_CALL_ADD, "ns/p1", &err), 0);
	assert_int_equal(tell(&h, INF_CALL_ADD, "ns/p1", &err), 0); /* twice in one list */
	assert_int_equal(tell(&h, INF_CALL_UPDATE, "ns/p1", &err), 0);
	assert_int_equal(tell(&h, INF_CALL_DELETE, "ns/p2", &err), 0); /* never known */
	assert_int_equal(tell(&h, INF_CALL_DELETE, "ns/p1", &err), 0);
	assert_int_equal(tell(&h, INF_CALL_UPDATE, "ns/p1", &err), RELIST_ELIMIT);
	assert_string_equal(err.msg, "handler a: UPDATE of \"ns/p1\", which was never added");
	assert_int_equal(tell(&h, INF_CALL_ADD, "ns/p1", &err), 0);
	assert_int_equal(tell(&h, INF_CALL_UPDATE, "ns/p1", &err), 0);
	assert_int_equal(h.calls, 8);
	sim__history_fini(&h);
}

static void make_and_free(void)
{
	struct restless server = { .server = { restless_begin } };
	struct sim_config config = { .seed = 1 };
	struct relist_err err = { 0 };
	struct sim *sim = sim_new(&config, &server.server, &err);

	if (!sim)
		assert_int_equal(err.code, RELIST_ENOMEM);
	else if (sim_block(sim, STR("a"), true) == 0)
		assert_int_equal(sim_block(sim, STR("a"), false), 0);
	sim_free(sim);
}

static void simulation_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(make_and_free());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settle_without_rest_ends_at_the_step_limit),
		cmocka_unit_test(advance_with_too_many_steps_ends_at_the_step_limit),
		cmocka_unit_test(simulation_runs_no_step_after_halt),
		cmocka_unit_test(advance_moves_time_without_events),
		cmocka_unit_test(simulation_runs_workers_when_they_are_due),
		cmocka_unit_test(advance_runs_deadlines_before_its_end),
		cmocka_unit_test(removed_worker_does_not_run),
		cmocka_unit_test(advance_stops_at_its_target),
		cmocka_unit_test(step_limit_applies_to_each_settle),
		cmocka_unit_test(default_step_limit_is_one_million),
		cmocka_unit_test(time_limit_ends_a_run),
		cmocka_unit_test(simulation_act_runs_at_any_position_of_the_order),
		cmocka_unit_test(add_worker_fails_without_memory),
		cmocka_unit_test(removed_call_gets_no_further_events),
		cmocka_unit_test(removed_informer_is_not_stepped),
		cmocka_unit_test(update_without_a_preceding_add_breaks_the_invariant),
		cmocka_unit_test(simulation_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
