/* SPDX-License-Identifier: Apache-2.0 */
/* Connections in memory: reuse, resent requests, chunk borders. A real reflector sends requests;
 * the trace player responds. */
#include "fakeapi/player.h"
#include "sim/sim.h"
#include "tests/kit/testing.h"

struct world {
	struct fakeapi__player *player;
	struct sim *sim;
	struct inf__informer *inf;
	enum inf_watch_error_kind error; /* the last one */
	int errors;
};

static void watch_error(void *user, const struct inf_watch_error *error)
{
	struct world *w = user;

	w->error = error->kind;
	w->errors++;
}

static void start(struct world *w, struct sim_config config, bool refuse)
{
	struct inf__informer_config inf = { .gates = inf__gates_current(),
					    .watch_error = watch_error,
					    .watch_error_user = w };

	*w = (struct world) { 0 };
	w->player = fakeapi__player_new(NULL, NULL);
	assert_non_null(w->player);
	w->sim = sim_new(&config, fakeapi__player_server(w->player), NULL);
	assert_non_null(w->sim);
	inf.gates.watch_list = false;
	inf.reflector = (struct inf__reflector_config) { .name = "pods",
							 .group = "",
							 .version = "v1",
							 .resource = "pods",
							 .kind = "",
							 .namespace_ = "",
							 .label_selector = "",
							 .field_selector = "",
							 .choice = sim_choice(w->sim) };
	w->inf = inf__informer_new(&inf, NULL);
	assert_non_null(w->inf);
	assert_int_equal(sim_add(w->sim, w->inf, 0, NULL), 0);
	sim_refuse(w->sim, refuse);
	assert_int_equal(inf__informer_start(w->inf, 0, NULL), 0);
	sim_poke(w->sim, w->inf);
	assert_int_equal(sim_settle(w->sim, NULL), 0);
}

static void stop(struct world *w)
{
	sim_free(w->sim);
	inf__informer_free(w->inf);
	fakeapi__player_free(w->player);
}

static void settle(struct world *w)
{
	assert_int_equal(sim_settle(w->sim, NULL), 0);
}

#define LIST                                                                                       \
	"{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\"},"    \
	"\"items\":[]}"

static void respond(struct world *w, uint32_t id, const struct fakeapi__header *header)
{
	struct str list = STR(LIST);

	assert_int_equal(fakeapi__player_respond(w->player, id, 200, header, header ? 1 : 0, list,
						 NULL),
			 0);
	settle(w);
}

static void hang_up(struct world *w, uint32_t id, enum fakeapi__player_close how)
{
	assert_int_equal(fakeapi__player_close(w->player, id, how, NULL), 0);
	settle(w);
}

static uint32_t requests(const struct world *w)
{
	return fakeapi__player_request_count(w->player);
}

static void request_on_a_dead_reused_connection_is_resent_at_once(void **state)
{
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, false);
	assert_int_equal(requests(&w), 1);
	respond(&w, 1, NULL); /* leaves an idle connection, which the watch takes */
	assert_int_equal(requests(&w), 2);
	hang_up(&w, 2, FAKEAPI_CLOSE_RESET);
	assert_int_equal(requests(&w), 3);
	assert_true(str_eq(fakeapi__player_request(w.player, 2)->query,
			   fakeapi__player_request(w.player, 3)->query));
	/* That one went out on a fresh connection: now the client's own rule holds. */
	hang_up(&w, 3, FAKEAPI_CLOSE_RESET);
	assert_int_equal(requests(&w), 3);
	assert_int_equal(sim_advance(w.sim, NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(requests(&w), 4);
	stop(&w);
}

static void connection_stays_open_after_a_watch_response_with_a_whole_body(void **state)
{
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, false);
	respond(&w, 1, NULL);
	respond(&w, 2, NULL); /* no watch event: the reflector turns away from what is all there */
	assert_int_equal(sim_advance(w.sim, 2 * NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(requests(&w), 3);
	hang_up(&w, 3, FAKEAPI_CLOSE_RESET);
	assert_int_equal(requests(&w), 4);
	stop(&w);
}

/* rest/request.go newStreamWatcher() neither reads nor closes such a body. */
static void connection_of_an_undecodable_watch_response_is_not_reused(void **state)
{
	static const struct fakeapi__header html = { { "Content-Type", 12 }, { "text/html", 9 } };
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, false);
	respond(&w, 1, NULL);
	respond(&w, 2, &html);
	assert_int_equal(w.error, INF_WATCH_ERROR_OTHER);
	assert_int_equal(sim_advance(w.sim, 2 * NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(requests(&w), 3);
	hang_up(&w, 3, FAKEAPI_CLOSE_RESET);
	assert_int_equal(requests(&w), 3); /* not repeated at once */
	stop(&w);
}

static void connection_close_leaves_nothing_to_reuse(void **state)
{
	static const struct fakeapi__header close_it = { { "Connection", 10 }, { "close", 5 } };
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, false);
	respond(&w, 1, &close_it);
	assert_int_equal(requests(&w), 2);
	hang_up(&w, 2, FAKEAPI_CLOSE_CUT);
	assert_int_equal(requests(&w), 2); /* not repeated at once */
	stop(&w);
}

static void request_on_a_dead_new_connection_is_left_to_the_client(void **state)
{
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, false);
	hang_up(&w, 1, FAKEAPI_CLOSE_RESET);
	assert_int_equal(requests(&w), 1);
	assert_int_equal(sim_advance(w.sim, NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(requests(&w), 2);
	assert_int_equal(sim_now_ns(w.sim), NS_PER_S);
	stop(&w);
}

static void refused_connections_never_reach_the_server(void **state)
{
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, true);
	assert_int_equal(requests(&w), 0);
	assert_int_equal(w.errors, 1);
	assert_int_equal(w.error, INF_WATCH_ERROR_REFUSED);
	sim_refuse(w.sim, false);
	assert_int_equal(sim_advance(w.sim, 2 * NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(requests(&w), 1);
	stop(&w);
}

static void refuse_closes_idle_connections_only(void **state)
{
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, false);
	respond(&w, 1, NULL);
	assert_int_equal(fakeapi__player_stream(w.player, 2, 200, NULL, 0, NULL), 0);
	settle(&w);
	sim_refuse(w.sim, true);
	assert_int_equal(fakeapi__player_state(w.player, 2), FAKEAPI_PLAYER_STREAMING);
	hang_up(&w, 2, FAKEAPI_CLOSE_CUT); /* very short: backoff, then a list that is refused */
	assert_int_equal(sim_advance(w.sim, 2 * NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(requests(&w), 2);
	assert_int_equal(w.error, INF_WATCH_ERROR_REFUSED);
	sim_refuse(w.sim, false);
	assert_int_equal(sim_advance(w.sim, 10 * NS_PER_S, NULL, NULL, NULL), 0);
	assert_int_equal(requests(&w), 3);
	/* Nothing idle was left from before: the request went out fresh and is not repeated. */
	hang_up(&w, 3, FAKEAPI_CLOSE_RESET);
	assert_int_equal(requests(&w), 3);
	stop(&w);
}

static int count_add(void *user, const struct inf_object *obj, bool initial)
{
	(void)obj;
	(void)initial;
	++*(int *)user;
	return 0;
}

/* Two names, each given twice: names do not add up. */
static void network_held_handler_runs_after_its_release(void **state)
{
	struct str list =
	    STR("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":"
		"{\"resourceVersion\":\"5\"},\"items\":[{\"metadata\":{\"name\":\"p\"}}]}");
	int adds = 0;
	const struct inf_handler handler = { .on_add = count_add, .user = &adds };
	inf_registration reg;
	struct world w;

	(void)state;
	start(&w, (struct sim_config) { .seed = 1 }, false);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(sim_hold(w.sim, STR("b"), true), 0);
		assert_int_equal(sim_hold(w.sim, STR("a"), true), 0);
	}
	assert_int_equal(inf__informer_add_handler(w.inf, 0, "a", &handler, -1, &reg, NULL), 0);
	assert_int_equal(fakeapi__player_respond(w.player, 1, 200, NULL, 0, list, NULL), 0);
	settle(&w);
	assert_int_equal(adds, 0);
	assert_int_equal(sim_hold(w.sim, STR("c"), false), 0);
	assert_int_equal(sim_hold(w.sim, STR("b"), false), 0);
	settle(&w);
	assert_int_equal(adds, 0);
	assert_int_equal(sim_hold(w.sim, STR("a"), false), 0);
	settle(&w);
	assert_int_equal(adds, 1);
	stop(&w);
}

static uint64_t steps_with(enum sim_cuts cuts, size_t cut_at)
{
	struct world w;
	uint64_t steps;

	start(&w, (struct sim_config) { .seed = 1, .cuts = cuts, .cut_at = cut_at }, false);
	respond(&w, 1, NULL);
	assert_int_equal(requests(&w), 2); /* the list was understood */
	steps = sim_steps(w.sim);
	stop(&w);
	return steps;
}

static void network_cuts_change_only_chunk_borders(void **state)
{
	uint64_t whole = steps_with(SIM_CUTS_WHOLE, 0);
	uint64_t every = steps_with(SIM_CUTS_EVERY, 0);
	uint64_t random = steps_with(SIM_CUTS_RANDOM, 0);

	(void)state;
	assert_int_equal(every - whole,
			 strlen(LIST) - 1); /* a step per byte of the body instead of one */
	assert_true(random > whole && random < every);
	assert_int_equal(steps_with(SIM_CUTS_AT, 10), whole + 1);
	assert_int_equal(steps_with(SIM_CUTS_AT, 1000), whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(request_on_a_dead_reused_connection_is_resent_at_once),
		cmocka_unit_test(connection_stays_open_after_a_watch_response_with_a_whole_body),
		cmocka_unit_test(connection_of_an_undecodable_watch_response_is_not_reused),
		cmocka_unit_test(connection_close_leaves_nothing_to_reuse),
		cmocka_unit_test(request_on_a_dead_new_connection_is_left_to_the_client),
		cmocka_unit_test(refused_connections_never_reach_the_server),
		cmocka_unit_test(refuse_closes_idle_connections_only),
		cmocka_unit_test(network_held_handler_runs_after_its_release),
		cmocka_unit_test(network_cuts_change_only_chunk_borders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
