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

static void a_run_without_rest_ends_at_the_step_limit(void **state)
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

static void time_that_takes_too_many_steps_ends_as_well(void **state)
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

static void nothing_runs_after_a_halt(void **state)
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

static void time_passes_even_if_nothing_happens(void **state)
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

/* --- invariants --- */

static int tell(struct sim__history *h, enum inf__call_type type, const char *key,
		struct relist_err *err)
{
	struct inf__call call = { .type = type, .key = key };

	return sim__history_on_call(h, "a", &call, err);
}

static void an_update_needs_an_add_that_no_delete_ended(void **state)
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

static void survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(make_and_free());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_without_rest_ends_at_the_step_limit),
		cmocka_unit_test(time_that_takes_too_many_steps_ends_as_well),
		cmocka_unit_test(nothing_runs_after_a_halt),
		cmocka_unit_test(time_passes_even_if_nothing_happens),
		cmocka_unit_test(an_update_needs_an_add_that_no_delete_ended),
		cmocka_unit_test(survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
