/* SPDX-License-Identifier: Apache-2.0 */
/* Lines in comments are client-go v0.32 tools/cache/delta_fifo.go. */
#include "tests/kit/informer_kit.h"

struct fixture {
	struct inf__indexer indexer;
	struct inf__fifo *fifo;
};

static void setup(struct fixture *x, inf_transform_fn transform, const char *arg)
{
	struct inf__fifo_config config = { .known = &x->indexer,
					   .transform = transform,
					   .transform_user = (void *)(uintptr_t)arg };

	inf__indexer_init(&x->indexer);
	x->fifo = inf__delta_fifo_new(&config, NULL);
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

/* 475-483, 591-603 */
static void deltas_of_a_key_pop_together_at_the_place_of_the_first(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, NULL, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "1");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/q", "2");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "3");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "3");
	assert_int_equal(x.fifo->ops->len(x.fifo), 2);
	kit_expect_pop(x.fifo, "Added d/p=1, Updated d/p=3, Updated d/p=3");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "4"); /* lines up again */
	kit_expect_pop(x.fifo, "Added d/q=2");
	kit_expect_pop(x.fifo, "Updated d/p=4");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

/* 400-435 */
static void only_neighbouring_deletions_merge(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, NULL, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "1");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p", "2");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p", "3");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "4");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p", "5");
	kit_expect_pop(x.fifo, "Added d/p=1, Deleted d/p=2, Added d/p=4, Deleted d/p=5");
	teardown(&x);
}

static void deletion_replaces_a_tombstone_but_no_tombstone_a_deletion(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, NULL, NULL);
	store(&x, "d/p", "1");
	store(&x, "d/q", "2");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p", "3");
	kit_fifo_replace(x.fifo, "", "4");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/q", "5");
	kit_expect_pop(x.fifo, "Deleted d/p=3");
	kit_expect_pop(x.fifo, "Deleted d/q=5");
	kit_expect_pop(x.fifo, "empty");
	/* Of two tombstones the newer stays (405-407 with 420). */
	kit_fifo_replace(x.fifo, "", "6");
	kit_fifo_replace(x.fifo, "", "7");
	kit_expect_pop(x.fifo, "Deleted d/p=1 tombstone");
	kit_expect_pop(x.fifo, "Deleted d/q=2 tombstone");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

/* 344-355 */
static void deletion_of_a_key_neither_stored_nor_queued_is_dropped(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, NULL, NULL);
	store(&x, "d/known", "1");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/queued", "2");
	assert_int_equal(kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/nobody", "3"), 0);
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/known", "4");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/queued", "5");
	kit_expect_pop(x.fifo, "Added d/queued=2, Deleted d/queued=5");
	kit_expect_pop(x.fifo, "Deleted d/known=4");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

/* 648-706 */
static void replace_joins_pending_keys_and_appends_tombstones_of_missing_ones(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, NULL, NULL);
	store(&x, "d/p1", "5");
	store(&x, "d/p2", "6");
	store(&x, "d/p4", "7");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p1", "11");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p3", "12");
	kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p2", "13");
	kit_fifo_replace(x.fifo, "d/p5=15 d/p1=14", "20");
	kit_expect_pop(x.fifo, "Updated d/p1=11, Replaced d/p1=14");
	kit_expect_pop(x.fifo, "Added d/p3=12, Deleted d/p3=12 tombstone");
	kit_expect_pop(x.fifo, "Deleted d/p2=13");
	kit_expect_pop(x.fifo, "Replaced d/p5=15");
	kit_expect_pop(x.fifo, "Deleted d/p4=7 tombstone");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

/* 303-305, 590-596, 709-712 */
static void fifo_is_synced_after_the_keys_of_the_first_list_are_popped(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, NULL, NULL);
	assert_false(synced(&x));
	kit_fifo_replace(x.fifo, "d/p=1 d/p=2 d/q=3", "4");
	kit_expect_pop(x.fifo, "initial: Replaced d/p=1, Replaced d/p=2");
	assert_false(synced(&x));
	kit_expect_pop(x.fifo, "initial: Replaced d/q=3");
	assert_true(synced(&x));
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/q", "5");
	kit_expect_pop(x.fifo, "Updated d/q=5");
	teardown(&x);

	/* An empty first list leaves nothing to pop. */
	setup(&x, NULL, NULL);
	kit_fifo_replace(x.fifo, "", "4");
	assert_true(synced(&x));
	teardown(&x);

	/* Deltas that a failed list queued are counted when their tombstone is queued, merged or
	 * not. */
	setup(&x, kit_transform_fail_on, "bad");
	assert_int_equal(kit_fifo_replace(x.fifo, "d/p=1 d/bad=2", "3"), RELIST_EINVAL);
	assert_false(synced(&x));
	kit_fifo_replace(x.fifo, "d/q=4", "5");
	kit_expect_pop(x.fifo, "initial: Replaced d/p=1, Deleted d/p=1 tombstone");
	assert_false(synced(&x));
	kit_expect_pop(x.fifo, "initial: Replaced d/q=4");
	assert_true(synced(&x));
	teardown(&x);
}

/* 728-761 */
static void resync_skips_pending_keys_and_does_not_transform(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, kit_transform_rename, "-x");
	store(&x, "d/p-x", "1");
	store(&x, "d/q", "2");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/q", "3");
	assert_int_equal(x.fifo->queue.ops->resync(&x.fifo->queue, NULL), 0);
	/* Queued by the key before the transform, stored under the key after it (449, 468). */
	kit_expect_pop(x.fifo, "Updated d/q-x=3");
	kit_expect_pop(x.fifo, "Sync d/p-x=1");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

/* 449 before 464-472, 330, 348-355, 685-703 */
static void fifo_key_is_computed_before_the_transform(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, kit_transform_rename, "-x");
	store(&x, "d/p-x", "1");
	assert_int_equal(kit_fifo_put(x.fifo, INF_DELTA_DELETED, "d/p", "2"), 0);
	kit_expect_pop(x.fifo, "empty");
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/q", "3");
	kit_fifo_replace(x.fifo, "d/p=4", "5");
	kit_expect_pop(x.fifo, "Added d/q-x=3, Deleted d/q=3 tombstone");
	kit_expect_pop(x.fifo, "Replaced d/p-x=4");
	kit_expect_pop(x.fifo, "Deleted d/p-x=1 tombstone");
	kit_expect_pop(x.fifo, "empty");
	teardown(&x);
}

static void fifo_stays_locked_during_a_batch_and_keeps_unprocessed_deltas(void **state)
{
	struct fixture x;
	struct inf__popped popped;

	(void)state;
	setup(&x, NULL, NULL);
	kit_fifo_put(x.fifo, INF_DELTA_ADDED, "d/p", "1");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "2");
	kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "3");
	assert_int_equal(x.fifo->ops->begin(x.fifo, 1, &popped), 0);
	assert_int_equal(popped.count, 3);
	assert_false(lock_none_held());
	x.fifo->ops->end(x.fifo, 1);
	assert_true(lock_none_held());
	kit_expect_pop(x.fifo, "Updated d/p=2, Updated d/p=3");
	x.fifo->queue.ops->close(&x.fifo->queue);
	kit_expect_pop(x.fifo, "closed");
	teardown(&x);
}

static void fill(bool *complete)
{
	struct fixture x;
	struct inf__fifo_config config = { .known = &x.indexer };

	*complete = false;
	inf__indexer_init(&x.indexer);
	x.fifo = inf__delta_fifo_new(&config, NULL);
	if (x.fifo) {
		int rc = kit_fifo_replace(x.fifo, "d/p=1 d/q=2", "3");

		for (int i = 0; i < 9 && rc == 0; i++)
			rc = kit_fifo_put(x.fifo, INF_DELTA_UPDATED, "d/p", "4");
		if (rc == 0)
			rc = kit_fifo_replace(x.fifo, "d/r=5", "6");
		if (rc == 0)
			rc = x.fifo->queue.ops->resync(&x.fifo->queue, NULL);
		assert_true(rc == 0 || rc == RELIST_ENOMEM);
		*complete = rc == 0;
		inf__fifo_free(x.fifo);
	}
	inf__indexer_fini(&x.indexer);
	assert_int_equal(inf__object_count(), 0);
}

static void delta_fifo_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(fill(&complete));
	assert_true(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deltas_of_a_key_pop_together_at_the_place_of_the_first),
		cmocka_unit_test(only_neighbouring_deletions_merge),
		cmocka_unit_test(deletion_replaces_a_tombstone_but_no_tombstone_a_deletion),
		cmocka_unit_test(deletion_of_a_key_neither_stored_nor_queued_is_dropped),
		cmocka_unit_test(replace_joins_pending_keys_and_appends_tombstones_of_missing_ones),
		cmocka_unit_test(fifo_is_synced_after_the_keys_of_the_first_list_are_popped),
		cmocka_unit_test(resync_skips_pending_keys_and_does_not_transform),
		cmocka_unit_test(fifo_key_is_computed_before_the_transform),
		cmocka_unit_test(fifo_stays_locked_during_a_batch_and_keeps_unprocessed_deltas),
		cmocka_unit_test(delta_fifo_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
