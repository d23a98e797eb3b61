/* SPDX-License-Identifier: Apache-2.0 */
/* Who hears of a resync, and when. Lines are client-go v0.37 tools/cache/shared_informer.go. */
#include "informer/shared_processor.h"

#include "tests/kit/informer_kit.h"

static void setup(struct kit *k, int64_t resync_ns)
{
	struct kit_options o = { .gates = inf__gates_current(), .resync_ns = resync_ns };

	assert_true(kit_init(k, &o));
}

static struct inf__processor_listener *listener(struct kit *k, char name)
{
	return inf__informer_listener(k->inf, kit_handler(k, name)->reg);
}

/* 985-1025 */
static void resync_period_is_adjusted_as_in_client_go(void **state)
{
	enum { NONE = -1 };
	static const struct {
		const char *name;
		int64_t informer_ms, handler_ms;
		bool late;
		int64_t wanted_ms, period_ms;
	} cases[] = {
		{ "the default", 5000, NONE, false, 5000, 5000 },
		{ "none requested", 5000, 0, false, 0, 0 },
		{ "longer", 5000, 7000, false, 7000, 7000 },
		{ "shorter lowers the check", 5000, 3000, false, 3000, 3000 },
		{ "shorter after the start is raised", 5000, 3000, true, 5000, 5000 },
		{ "below the minimum", 5000, 10, false, 1000, 1000 },
		{ "below the minimum after the start", 5000, 10, true, 5000, 5000 },
		{ "the informer's own is not raised", 500, NONE, false, 1000, 1000 },
		{ "an informer that does not resync", 0, 3000, false, 3000, 0 },
		{ "the same after the start", 0, 3000, true, 3000, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;
		int64_t wanted = cases[i].handler_ms == NONE ? -1 : cases[i].handler_ms * NS_PER_MS;

		setup(&k, cases[i].informer_ms * NS_PER_MS);
		if (cases[i].late)
			inf__informer_start(k.inf, 0, NULL);
		kit_add(&k, 'a', wanted);
		assert_int_equal(listener(&k, 'a')->requested_resync_ns,
				 cases[i].wanted_ms * NS_PER_MS);
		assert_int_equal(listener(&k, 'a')->resync_ns, cases[i].period_ms * NS_PER_MS);
		kit_fini(&k);
	}
}

static void new_informer_has_no_minimum_resync_period(void **state)
{
	struct kit_options o = { .gates = inf__gates_current(),
				 .resync_ns = 100 * NS_PER_MS,
				 .one_at_a_time = true };
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	assert_int_equal(listener(&k, 'a')->requested_resync_ns, 100 * NS_PER_MS);
	assert_int_equal(listener(&k, 'a')->resync_ns, 100 * NS_PER_MS);
	kit_fini(&k);
}

/* determineResyncPeriod: at least the check period, and 0 if either side does not resync. */
static void resync_period_is_at_least_the_check_period(void **state)
{
	static const int64_t rows[][3] = { /* wanted, check, period */
					   { 0, 5, 0 }, { 5, 0, 0 }, { 4, 5, 5 },
					   { 5, 5, 5 }, { 6, 5, 6 }, { 0, 0, 0 }
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(inf__shared_processor_resync_period(rows[i][0], rows[i][1]),
				 rows[i][2]);
}

/* 1015-1025: every period is recomputed against the lower check period. */
static void lower_check_period_leaves_periods_of_other_handlers(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, 10 * NS_PER_S);
	kit_add(&k, 'a', 20 * NS_PER_S);
	kit_add(&k, 'b', 2 * NS_PER_S);
	kit_add(&k, 'c', -1);
	assert_int_equal(listener(&k, 'a')->resync_ns, 20 * NS_PER_S);
	assert_int_equal(listener(&k, 'b')->resync_ns, 2 * NS_PER_S);
	assert_int_equal(listener(&k, 'c')->resync_ns, 10 * NS_PER_S);
	kit_fini(&k);
}

/* The check of the reflector, as the hook would be called. */
static bool check(struct inf__shared_processor *p, struct inf__processor_listener *const *ls,
		  size_t n, int64_t now, const char *expected)
{
	char picked[8] = "";
	size_t len = 0;
	bool any = inf__shared_processor_should_resync(p, now * NS_PER_S);

	for (size_t i = 0; i < n; i++) {
		if (ls[i]->syncing)
			picked[len++] = ls[i]->name[0];
	}
	picked[len] = '\0';
	assert_string_equal(picked, expected);
	assert_int_equal(any, len > 0);
	return any;
}

static struct inf__processor_listener *add(struct inf__shared_processor *p, const char *name,
					   int64_t period_s, int64_t now_s)
{
	struct inf__processor_listener_config config = { .name = name,
							 .requested_resync_ns = period_s * NS_PER_S,
							 .resync_ns = period_s * NS_PER_S,
							 .now_ns = now_s * NS_PER_S };
	struct inf__processor_listener *l;

	assert_int_equal(inf__shared_processor_reserve_listener(p), 0);
	l = inf__processor_listener_new(&config, inf__shared_processor_next_reg());
	inf__shared_processor_add(p, l);
	return l;
}

/* A period raised by the check period falls with it again, down to the requested one. */
static void resync_period_returns_to_the_requested_one_with_the_check(void **state)
{
	struct inf__shared_processor p;
	struct inf__processor_listener *l;

	(void)state;
	inf__shared_processor_init(&p);
	l = add(&p, "a", 2, 0);
	inf__shared_processor_check_period_changed(&p, 10 * NS_PER_S);
	assert_int_equal(l->resync_ns, 10 * NS_PER_S);
	inf__shared_processor_check_period_changed(&p, NS_PER_S);
	assert_int_equal(l->resync_ns, 2 * NS_PER_S);
	inf__shared_processor_fini(&p);
}

/* A removal is final: a later shutdown closes the others and leaves it removed. */
static void removed_listener_is_freed_at_the_next_registration(void **state)
{
	(void)state;
	for (int shutdown = 0; shutdown < 2; shutdown++) {
		struct inf__shared_processor p;
		inf_registration gone;

		inf__shared_processor_init(&p);
		gone = add(&p, "a", 0, 0)->reg;
		(void)add(&p, "b", 0, 0);
		assert_true(inf__shared_processor_remove(&p, gone));
		if (shutdown)
			inf__shared_processor_close_all(&p);
		assert_false(inf__shared_processor_remove(&p, gone));
		assert_int_equal(inf__shared_processor_len(&p), 2);
		assert_int_equal(inf__shared_processor_reserve_listener(&p), 0);
		assert_int_equal(inf__shared_processor_len(&p), 1);
		assert_null(inf__shared_processor_find(&p, gone));
		assert_string_equal(inf__shared_processor_at(&p, 0)->name, "b");
		inf__shared_processor_fini(&p);
	}
}

/* 1306-1325, 1537-1558: 5 s on a 2 s check comes at 6 and 12, 3 s at 4 and 8. */
static void resync_check_marks_due_handlers_and_restarts_their_period(void **state)
{
	struct inf__shared_processor p;
	struct inf__processor_listener *ls[3];

	(void)state;
	inf__shared_processor_init(&p);
	ls[0] = add(&p, "five", 5, 0);
	ls[1] = add(&p, "three", 3, 0);
	ls[2] = add(&p, "never", 0, 0);
	assert_true(ls[2]->syncing); /* flagged until the first check */
	check(&p, ls, 3, 2, "");
	check(&p, ls, 3, 4, "t");
	check(&p, ls, 3, 6, "f");
	check(&p, ls, 3, 8, "t");
	check(&p, ls, 3, 10, "");
	check(&p, ls, 3, 12, "ft");
	check(&p, ls, 3, 15, "t"); /* a period later to the nanosecond */
	check(&p, ls, 3, 17, "f");
	assert_true(inf__shared_processor_remove(&p, ls[1]->reg));
	assert_false(inf__shared_processor_remove(&p, ls[1]->reg));
	check(&p, ls, 3, 100, "f");
	inf__shared_processor_fini(&p);
}

/* 1091-1108: a sync is an update whose versions are equal, wherever it comes from. */
static void sync_notifies_due_handlers_and_change_notifies_all(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, 2 * NS_PER_S);
	kit_add(&k, 'a', 0);
	kit_add(&k, 'b', 2 * NS_PER_S);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1", "1");
	kit_run(&k);
	strbuf_clear(&k.log);
	/* Before the first check every listener is flagged: relist, repeated event, resync. */
	kit_replace(&k, "d/p=1", "2");
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "1");
	k.q->ops->resync(k.q, NULL);
	kit_process(&k);
	kit_deliver(&k);
	kit_expect(&k, "a UPDATE d/p 1>1\na UPDATE d/p 1>1\na UPDATE d/p 1>1\n"
		       "b UPDATE d/p 1>1\nb UPDATE d/p 1>1\nb UPDATE d/p 1>1\n");
	/* What a check decides holds until the next. */
	listener(&k, 'a')->syncing = false;
	kit_replace(&k, "d/p=1 d/q=2", "2");
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "1");
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "3");
	kit_process(&k);
	kit_deliver(&k);
	kit_expect(&k, "a ADD d/q 2\na UPDATE d/p 1>3\n"
		       "b UPDATE d/p 1>1\nb ADD d/q 2\nb UPDATE d/p 1>1\nb UPDATE d/p 1>3\n");
	kit_fini(&k);
}

static void update_without_versions_counts_as_a_sync(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, 0);
	kit_add(&k, 'a', -1);
	inf__informer_start(k.inf, 0, NULL);
	kit_put(&k, INF_DELTA_ADDED, "d/p", NULL);
	kit_run(&k);
	listener(&k, 'a')->syncing = false;
	kit_put(&k, INF_DELTA_UPDATED, "d/p", NULL);
	kit_run(&k);
	kit_expect(&k, "a ADD d/p \n");
	kit_fini(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(resync_period_is_adjusted_as_in_client_go),
		cmocka_unit_test(new_informer_has_no_minimum_resync_period),
		cmocka_unit_test(resync_period_is_at_least_the_check_period),
		cmocka_unit_test(lower_check_period_leaves_periods_of_other_handlers),
		cmocka_unit_test(resync_period_returns_to_the_requested_one_with_the_check),
		cmocka_unit_test(removed_listener_is_freed_at_the_next_registration),
		cmocka_unit_test(resync_check_marks_due_handlers_and_restarts_their_period),
		cmocka_unit_test(sync_notifies_due_handlers_and_change_notifies_all),
		cmocka_unit_test(update_without_versions_counts_as_a_sync),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
