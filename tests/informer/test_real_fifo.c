/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/informer_kit.h"

struct fixture {
	struct inf__indexer indexer;
	struct inf__fifo *fifo;
	int wakes;
};

static void on_wake(void *user)
{
	((struct fixture *)user)->wakes++;
}

/* kind: "atomic", "items" (neither atomic nor unlocking), "plain" (nothing at all). */
static void setup(struct fixture *x, const char *kind, inf_transform_fn transform, const char *arg)
{
	struct inf__fifo_config config = { .name = "pods",
					   .known = &x->indexer,
					   .transform = transform,
					   .transform_user = (void *)(uintptr_t)arg,
					   .wake = on_wake,
					   .wake_user = x };

	config.atomic = strcmp(kind, "atomic") == 0;
	config.unlock_while_processing = config.atomic;
	config.batch = strcmp(kind, "plain") != 0;
	x->wakes = 0;
	inf__indexer_init(&x->indexer);
	x->fifo = inf__real_fifo_new(&config, NULL);
	assert_non_null(x->fifo);
}

static void teardown(struct fixture *x)
{
	inf__fifo_free(x->fifo);
	inf__indexer_fini(&x->indexer);
	assert_int_equal(inf__object_count(), 0);
}

static bool synced(const struct fixture *x)
{
	return x->fifo->queue.ops->has_synced(&x->fifo->queue);
}

static void store(struct fixture *x, const char *key, const char *rv)
{
	AUTO_OBJECT obj = kit_object(key, rv);
	struct inf__op op = { .type = INF_OP_PUT, .obj = obj };

	assert_int_equal(inf__indexer_apply(&x->indexer, &op, 1, NULL), 0);
	inf_object_unref(op.old);
}

/* the_real_fifo.go:88: no dedup, no compression. */
static void fifo_keeps_every_change_in_arrival_order(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "plain", NULL, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "1");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "2");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/q", "3");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p", "4");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p", "4");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "5");
	kit_expect_pop(x.fifo, "Added d/p=1");
	kit_expect_pop(x.fifo, "Updated d/p=2");
	kit_expect_pop(x.fifo, "Updated d/q=3");
	kit_expect_pop(x.fifo, "Deleted d/p=4");
	kit_expect_pop(x.fifo, "Deleted d/p=4");
	kit_expect_pop(x.fifo, "Added d/p=5");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

/* the_real_fifo.go:510-538 */
static void fifo_batch_ends_at_a_repeated_key_and_at_whole_items(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "atomic", NULL, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "1");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/q", "2");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "3");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/q", "4");
	x.fifo->queue.ops->bookmark(&x.fifo->queue, "5", NULL);
	x.fifo->queue.ops->resync(&x.fifo->queue, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/r", "6");
	kit_fifo_replace(x.fifo, "d/r=6 d/s=7", "8");
	kit_expect_pop(x.fifo, "Added d/p=1, Added d/q=2");
	kit_expect_pop(x.fifo, "Updated d/p=3, Deleted d/q=4");
	kit_expect_pop(x.fifo, "Bookmark 5");
	kit_expect_pop(x.fifo, "SyncAll");
	kit_expect_pop(x.fifo, "Added d/r=6");
	kit_expect_pop(x.fifo, "ReplacedAll 8 [d/r=6 d/s=7]");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

static void fifo_batch_has_at_most_1000_deltas(void **state)
{
	struct fixture x;
	struct inf__popped popped;
	char key[16];

	(void)state;
	setup(&x, "atomic", NULL, NULL);
	for (int i = 0; i < 1500; i++) {
		(void)snprintf(key, sizeof(key), "d/p%d", i);
		kit_fifo_put(x.fifo, INF_DELTA_ADDED, key, "1");
	}
	assert_int_equal(x.fifo->ops->begin(x.fifo, SIZE_MAX, &popped), 0);
	assert_int_equal(popped.count, 1000);
	x.fifo->ops->end(x.fifo, popped.count);
	assert_int_equal(x.fifo->ops->begin(x.fifo, 7, &popped), 0);
	assert_int_equal(popped.count, 7);
	x.fifo->ops->end(x.fifo, 0);
	assert_int_equal(x.fifo->ops->begin(x.fifo, SIZE_MAX, &popped), 0);
	assert_int_equal(popped.count, 500);
	x.fifo->ops->end(x.fifo, popped.count);
	assert_int_equal(x.fifo->ops->len(x.fifo), 0);
	teardown(&x);
}

/* the_real_fifo.go:458: two full batches waiting make the feeder wait. */
static void fifo_stays_locked_during_a_batch_if_3000_deltas_wait(void **state)
{
	static const struct {
		const char *kind;
		int waiting;
		bool locked;
	} cases[] = {
		{ "atomic", 1, false }, { "atomic", 2999, false }, { "atomic", 3000, true },
		{ "plain", 1, true },	{ "items", 1, true },
	};

	(void)state;
	for (size_t c = 0; c < ARRAY_LEN(cases); c++) {
		struct fixture x;
		struct inf__popped popped;
		char key[16];

		setup(&x, cases[c].kind, NULL, NULL);
		for (int i = 0; i < cases[c].waiting; i++) {
			(void)snprintf(key, sizeof(key), "d/p%d", i);
			kit_fifo_put(x.fifo, INF_DELTA_ADDED, key, "1");
		}
		assert_int_equal(x.fifo->ops->begin(x.fifo, SIZE_MAX, &popped), 0);
		assert_int_equal(lock_none_held(), !cases[c].locked);
		x.fifo->ops->end(x.fifo, popped.count);
		assert_true(lock_none_held());
		teardown(&x);
	}
}

/* the_real_fifo.go:405, 501, 624 */
static void fifo_is_synced_when_the_first_list_was_processed(void **state)
{
	static const char *const kinds[] = { "atomic", "items", "plain" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		struct fixture x;
		struct inf__popped popped;

		setup(&x, kinds[i], NULL, NULL);
		assert_false(synced(&x));
		kit_fifo_replace(x.fifo, "d/p=1 d/q=2", "3");
		kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/r", "4");
		assert_false(synced(&x));
		if (i == 0) {
			kit_expect_pop(x.fifo, "initial: ReplacedAll 3 [d/p=1 d/q=2]");
		} else if (i == 1) {
			kit_expect_pop(x.fifo, "initial: Replaced d/p=1, Replaced d/q=2");
		} else {
			kit_expect_pop(x.fifo, "initial: Replaced d/p=1");
			assert_false(synced(&x));
			/* Popped is not processed. */
			assert_int_equal(x.fifo->ops->begin(x.fifo, SIZE_MAX, &popped), 0);
			x.fifo->ops->end(x.fifo, 0);
			assert_false(synced(&x));
			kit_expect_pop(x.fifo, "initial: Replaced d/q=2");
		}
		assert_true(synced(&x));
		kit_expect_pop(x.fifo, "Added d/r=4");
		kit_fifo_replace(x.fifo, "d/z=9", "10");
		assert_true(synced(&x)); /* once synced, for ever synced */
		teardown(&x);
	}
}

static void empty_first_list_is_one_fifo_item_only_with_atomic_events(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "atomic", NULL, NULL);
	kit_fifo_replace(x.fifo, "", "3");
	assert_false(synced(&x));
	kit_expect_pop(x.fifo, "initial: ReplacedAll 3 []");
	assert_true(synced(&x));
	teardown(&x);

	setup(&x, "items", NULL, NULL);
	kit_fifo_replace(x.fifo, "", "3");
	assert_true(synced(&x));
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

static void change_before_any_list_makes_the_fifo_populated(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "atomic", NULL, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "1");
	assert_true(synced(&x));
	kit_expect_pop(x.fifo, "Added d/p=1");
	teardown(&x);
}

/* reconcileReplacement with what is queued and what is known. */
static void fifo_list_becomes_deletes_and_replaces_without_atomic_events(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "plain", NULL, NULL);
	store(&x, "d/known", "1");
	store(&x, "d/both", "2");
	store(&x, "d/kept", "3");
	store(&x, "d/going", "4");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/both", "5");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/queued", "6");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/queued", "7");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/going", "8");
	kit_fifo_replace(x.fifo, "d/new=9 d/kept=3", "10");
	kit_expect_pop(x.fifo, "Updated d/both=5");
	kit_expect_pop(x.fifo, "Added d/queued=6");
	kit_expect_pop(x.fifo, "Updated d/queued=7");
	kit_expect_pop(x.fifo, "Deleted d/going=8");
	kit_expect_pop(x.fifo, "Deleted d/both=5 tombstone");
	kit_expect_pop(x.fifo, "Deleted d/queued=7 tombstone");
	kit_expect_pop(x.fifo, "Deleted d/known=1 tombstone");
	kit_expect_pop(x.fifo, "Replaced d/new=9");
	kit_expect_pop(x.fifo, "Replaced d/kept=3");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

static void fifo_resync_skips_keys_with_queued_changes(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "plain", kit_transform_rename, "-never");
	store(&x, "d/p", "1");
	store(&x, "d/q-never", "2");
	store(&x, "d/r", "3");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/q", "4");
	assert_int_equal(x.fifo->queue.ops->resync(&x.fifo->queue, NULL), 0);
	kit_expect_pop(x.fifo, "Updated d/q-never=4");
	kit_expect_pop(x.fifo, "Sync d/p=1"); /* not transformed again */
	kit_expect_pop(x.fifo, "Sync d/r=3");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

static void fifo_drops_bookmarks_without_atomic_events(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "items", NULL, NULL);
	assert_int_equal(x.fifo->queue.ops->bookmark(&x.fifo->queue, "5", NULL), 0);
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

/* the_real_fifo.go:273, 298: all deltas except tombstones and syncs pass the transform. */
static void transform_error_drops_the_event_or_the_whole_list(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "atomic", kit_transform_fail_on, "bad");
	assert_int_equal(kit_fifo_replace(x.fifo, "d/p=1 d/bad=2 d/q=3", "4"), RELIST_EINVAL);
	kit_expect_pop(x.fifo, "empty");
	assert_false(synced(&x));
	assert_int_equal(kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/bad", "5"), RELIST_EINVAL);
	assert_int_equal(kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/bad", "5"), RELIST_EINVAL);
	kit_expect_pop(x.fifo, "empty");
	assert_true(synced(&x)); /* yet it counts as populated */
	teardown(&x);

	/* Without atomic events the objects before the bad one are queued already. */
	setup(&x, "items", kit_transform_fail_on, "bad");
	assert_int_equal(kit_fifo_replace(x.fifo, "d/p=1 d/bad=2 d/q=3", "4"), RELIST_EINVAL);
	kit_expect_pop(x.fifo, "initial: Replaced d/p=1");
	kit_expect_pop(x.fifo, "empty");
	assert_false(synced(&x));
	teardown(&x);
}

static void fifo_keys_are_computed_after_the_transform(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "plain", kit_transform_rename, "-x");
	store(&x, "d/p-x", "1");
	kit_fifo_replace(x.fifo, "d/p=2", "3");
	/* The list's keys are compared before the transform (the_real_fifo.go:653). */
	kit_expect_pop(x.fifo, "initial: Deleted d/p-x=1 tombstone");
	kit_expect_pop(x.fifo, "initial: Replaced d/p-x=2");
	teardown(&x);
}

static void closed_fifo_pops_its_deltas_before_it_reports_closed(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, "atomic", NULL, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "1");
	x.fifo->queue.ops->close(&x.fifo->queue);
	kit_expect_pop(x.fifo, "Added d/p=1");
	kit_expect_pop(x.fifo, "closed");
	assert_int_equal(x.wakes, 2);
	teardown(&x);
}

static void fill(const char *kind, bool *complete)
{
	struct fixture x;
	struct inf__fifo_config config = { .known = &x.indexer, .batch = true };

	*complete = false;
	config.atomic = strcmp(kind, "atomic") == 0;
	inf__indexer_init(&x.indexer);
	x.fifo = inf__real_fifo_new(&config, NULL);
	if (x.fifo) {
		int rc = kit_fifo_replace(x.fifo, "d/p=1 d/q=2", "3");

		for (int i = 0; i < 20 && rc == 0; i++)
			rc = kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "4");
		if (rc == 0)
			rc = kit_fifo_replace(x.fifo, "d/r=5", "6");
		if (rc == 0)
			rc = x.fifo->queue.ops->resync(&x.fifo->queue, NULL);
		if (rc == 0)
			rc = x.fifo->queue.ops->bookmark(&x.fifo->queue, "7", NULL);
		assert_true(rc == 0 || rc == RELIST_ENOMEM);
		*complete = rc == 0;
		inf__fifo_free(x.fifo);
	}
	inf__indexer_fini(&x.indexer);
	assert_int_equal(inf__object_count(), 0);
}

static void real_fifo_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(fill("atomic", &complete));
	assert_true(complete);
	FOR_EACH_FAILING_ALLOC(fill("items", &complete));
	assert_true(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fifo_keeps_every_change_in_arrival_order),
		cmocka_unit_test(fifo_batch_ends_at_a_repeated_key_and_at_whole_items),
		cmocka_unit_test(fifo_batch_has_at_most_1000_deltas),
		cmocka_unit_test(fifo_stays_locked_during_a_batch_if_3000_deltas_wait),
		cmocka_unit_test(fifo_is_synced_when_the_first_list_was_processed),
		cmocka_unit_test(empty_first_list_is_one_fifo_item_only_with_atomic_events),
		cmocka_unit_test(change_before_any_list_makes_the_fifo_populated),
		cmocka_unit_test(fifo_list_becomes_deletes_and_replaces_without_atomic_events),
		cmocka_unit_test(fifo_resync_skips_keys_with_queued_changes),
		cmocka_unit_test(fifo_drops_bookmarks_without_atomic_events),
		cmocka_unit_test(transform_error_drops_the_event_or_the_whole_list),
		cmocka_unit_test(fifo_keys_are_computed_after_the_transform),
		cmocka_unit_test(closed_fifo_pops_its_deltas_before_it_reports_closed),
		cmocka_unit_test(real_fifo_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
