/* SPDX-License-Identifier: Apache-2.0 */
/* An explorer leaves out a state whose digest it has seen. Two digests that are the same where the
 * states are not would hide a bug; two that differ where the states are the same only cost time. */
#include "informer/digest.h"

#include "tests/kit/informer_kit.h"

struct deed {
	const char *name;
	void (*run)(struct kit *k, const char *a, const char *b);
};

static void start(struct kit *k, const char *a, const char *b)
{
	(void)a;
	(void)b;
	assert_int_equal(inf__informer_start(k->inf, k->now_ns, NULL), 0);
}

static void stop(struct kit *k, const char *a, const char *b)
{
	(void)a;
	(void)b;
	inf__informer_stop(k->inf, k->now_ns);
}

static void handler(struct kit *k, const char *a, const char *b)
{
	assert_int_equal(kit_add(k, *a, *b ? atol(b) * NS_PER_S : -1), 0);
}

static void without_handler(struct kit *k, const char *a, const char *b)
{
	(void)b;
	kit_remove(k, *a);
}

static void fail_next(struct kit *k, const char *a, const char *b)
{
	(void)b;
	kit_handler(k, *a)->fail_next = 1;
}

static void list(struct kit *k, const char *a, const char *b)
{
	AUTO_STRBUF items = STRBUF_INIT;

	strbuf_addz(&items, *a == '-' ? "" : a);
	for (char *p = items.ptr; *p; p++)
		*p = (char)(*p == '+' ? ' ' : *p);
	assert_int_equal(kit_replace(k, items.ptr, b), 0);
}

static void added(struct kit *k, const char *a, const char *b)
{
	assert_int_equal(kit_put(k, INF_DELTA_ADDED, a, b), 0);
}

static void updated(struct kit *k, const char *a, const char *b)
{
	assert_int_equal(kit_put(k, INF_DELTA_UPDATED, a, b), 0);
}

static void deleted(struct kit *k, const char *a, const char *b)
{
	assert_int_equal(kit_put(k, INF_DELTA_DELETED, a, b), 0);
}

static void bookmark(struct kit *k, const char *a, const char *b)
{
	(void)b;
	assert_int_equal(k->q->ops->bookmark(k->q, a, NULL), 0);
}

static void resync(struct kit *k, const char *a, const char *b)
{
	(void)a;
	(void)b;
	assert_int_equal(k->q->ops->resync(k->q, NULL), 0);
}

static void step(struct kit *k, const char *a, const char *b)
{
	(void)a;
	(void)b;
	(void)inf__informer_process_step(k->inf, k->now_ns);
}

static void process(struct kit *k, const char *a, const char *b)
{
	(void)a;
	(void)b;
	kit_process(k);
}

static void run(struct kit *k, const char *a, const char *b)
{
	(void)a;
	(void)b;
	kit_run(k);
}

static void begin(struct kit *k, const char *a, const char *b)
{
	struct inf__call call;

	(void)b;
	assert_true(
	    inf__processor_listener_begin(inf__informer_listener(k->inf, kit_handler(k, *a)->reg),
					  k->now_ns, &call));
}

static void end(struct kit *k, const char *a, const char *b)
{
	inf__processor_listener_end(inf__informer_listener(k->inf, kit_handler(k, *a)->reg),
				    k->now_ns, atoi(b));
}

static void second(struct kit *k, const char *a, const char *b)
{
	(void)b;
	k->now_ns = atol(a) * NS_PER_S;
}

static void hold_all(struct kit *k, const char *a, const char *b)
{
	(void)b;
	(*a == 's' ? inf__informer_hold_store : inf__informer_hold_queue)(k->inf, true);
}

static void hold_key(struct kit *k, const char *a, const char *b)
{
	assert_int_equal(inf__informer_hold_at(k->inf, *a == 's', b, 0), 0);
}

static void hold_nth(struct kit *k, const char *a, const char *b)
{
	assert_int_equal(inf__informer_hold_at(k->inf, *a == 's', NULL, (size_t)atol(b)), 0);
}

static void pop_one(struct kit *k, const char *a, const char *b)
{
	(void)a;
	(void)b;
	inf__informer_pop_one(k->inf);
}

static void index_by_version(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	const char *rv = inf_object_resource_version(obj);

	(void)user;
	(void)inf_index_values_add(out, rv, strlen(rv));
}

static void indexed(struct kit *k, const char *a, const char *b)
{
	static const struct inf__index_def defs[] = { { "version", index_by_version, NULL },
						      { "none", kit_index_by_app, NULL } };

	(void)a;
	(void)b;
	assert_int_equal(inf__informer_add_indexers(k->inf, defs, ARRAY_LEN(defs), NULL), 0);
}

static const struct deed deeds[] = {
	{ "indexed", indexed },	  { "start", start },
	{ "stop", stop },	  { "handler", handler },
	{ "list", list },	  { "added", added },
	{ "updated", updated },	  { "deleted", deleted },
	{ "bookmark", bookmark }, { "resync", resync },
	{ "step", step },	  { "process", process },
	{ "run", run },		  { "begin", begin },
	{ "end", end },		  { "second", second },
	{ "hold", hold_all },	  { "hold-key", hold_key },
	{ "hold-nth", hold_nth }, { "pop-one", pop_one },
	{ "fails", fail_next },	  { "without", without_handler },
};

static void perform(struct kit *k, const char *text)
{
	char line[200], *rest = NULL;

	assert_true(snprintf(line, sizeof(line), "%s", text) < (int)sizeof(line));
	for (char *p = strtok_r(line, ",", &rest); p; p = strtok_r(NULL, ",", &rest)) {
		char name[16], a[40] = "", b[16] = "";
		size_t i = 0;

		assert_true(sscanf(p, " %15s %39s %15s", name, a, b) >= 1);
		while (i < ARRAY_LEN(deeds) && strcmp(deeds[i].name, name) != 0)
			i++;
		assert_true(i < ARRAY_LEN(deeds));
		deeds[i].run(k, a, b);
	}
}

static uint64_t digest_after(const struct kit_options *options, const char *before,
			     const char *story)
{
	struct digest d = DIGEST_INIT;
	struct kit k;

	assert_true(kit_init(&k, options));
	perform(&k, before);
	perform(&k, story);
	inf__informer_digest(k.inf, &d);
	kit_fini(&k);
	return d.bits;
}

static void must_all_differ(const struct kit_options *options, const char *before,
			    const char *const *stories, size_t count)
{
	uint64_t seen[64];

	assert_true(count <= ARRAY_LEN(seen));
	for (size_t i = 0; i < count; i++) {
		seen[i] = digest_after(options, before, stories[i]);
		assert_true(seen[i] == digest_after(options, before, stories[i]));
		for (size_t k = 0; k < i; k++)
			if (seen[k] == seen[i])
				fail_msg("\"%s\" is as \"%s\"", stories[i], stories[k]);
	}
}

static void digest_covers_the_queue_contents(void **state)
{
	static const char *const stories[] = {
		"",
		"list d/p=1 1",
		"list d/p=2 1",
		"list d/q=1 1",
		"list d/p=1+d/q=1 1",
		"list d/q=1+d/p=1 1",
		"list d/p=1+d/q=2 1",
		"list - 1",
		"list d/p=1 1, list d/p=1 1",
		"added d/p 1",
		"added d/p 2",
		"added d/q 1",
		"updated d/p 1",
		"updated d/p 2",
		"added d/p 1, added d/q 1",
		"added d/q 1, added d/p 1",
		"added d/p 1, updated d/p 2",
		"stop",
		"list d/p=1 1, run",
		"list d/p=1 1, run, list - 2",
		"list d/p=1 1, run, deleted d/p 1",
		"list d/p=1+d/q=1 1, run",
		"list d/q=1+d/p=1 1, run",
		"list d/p=1+d/q=2 1, run",
	};
	static const char *const of_current[] = {
		"",
		"bookmark 5",
		"bookmark 6",
		"bookmark 5, run",
		"bookmark 6, run",
		"resync",
		"resync, bookmark 5",
		"list d/p=1 1",
		"list d/p=1 2",
		"list d/p=1 1, run",
		"list d/p=1 2, run",
		"deleted d/p 1",
		"deleted d/p 2",
	};
	static const char *const of_classic[] = {
		"list d/p=1 1, run",
		"list d/p=1 1, run, resync",
	};
	struct kit_options current = { .gates = inf__gates_current() };
	struct kit_options classic = { .gates = inf__gates_classic() };
	struct kit_options singly = { .gates = { .watch_list = true } };

	(void)state;
	must_all_differ(&current, "start", stories, ARRAY_LEN(stories));
	must_all_differ(&classic, "start", stories, ARRAY_LEN(stories));
	must_all_differ(&singly, "start", stories, ARRAY_LEN(stories));
	must_all_differ(&current, "start", of_current, ARRAY_LEN(of_current));
	must_all_differ(&classic, "start", of_classic, ARRAY_LEN(of_classic));
}

static void digest_covers_undelivered_notifications(void **state)
{
	static const char *const stories[] = {
		"",
		"handler b",
		"handler b 10",
		"handler b 20",
		"second 5, handler b 10",
		"second 10, handler b 10",
		"handler c",
		"handler b, handler c",
		"handler c, handler b",
		"handler b, begin b",
		"handler b, without b",
		"handler b, begin b, without b",
		"without a",
		"updated d/p 2, process",
		"updated d/p 3, process",
		"updated d/p 2, process, begin a",
		"updated d/p 2, run",
		"updated d/p 3, run",
		"updated d/p 2, updated d/p 3, process",
		"updated d/p 2, updated d/p 3, process, begin a",
		"added d/q 1, process",
		"added d/r 1, process",
		"added d/q 1, run",
		"added d/q 1, added d/r 1, process",
		"added d/r 1, added d/q 1, process",
		"deleted d/p 1, process",
		"deleted d/p 2, process",
		"deleted d/p 1, run",
		"list - 2, process",
		"list d/q=1 2, process",
		"fails a, updated d/p 2, run",
		"fails a, updated d/p 2, updated d/p 3, run",
		"second 5, fails a, updated d/p 2, updated d/p 3, run",
	};
	struct kit_options current = { .gates = inf__gates_current(), .resync_ns = NS_PER_S };
	struct kit_options classic = { .gates = inf__gates_classic(), .resync_ns = NS_PER_S };

	(void)state;
	must_all_differ(&current, "handler a, start, list d/p=1 1, run", stories,
			ARRAY_LEN(stories));
	must_all_differ(&classic, "handler a, start, list d/p=1 1, run", stories,
			ARRAY_LEN(stories));
}

/* fixes.h: the state between the steps of a deliberate mistake. */
static void digest_covers_unfinished_steps_of_a_deliberate_mistake(void **state)
{
	static const char *const stories[] = {
		"",
		"handler b",
		"handler b, updated d/p 2",
		"handler b, updated d/p 2, step",

		"handler b, updated d/p 2, run",
		"updated d/p 2, step",
		"updated d/p 3, step",
	};
	static const enum inf__fix fixes[] = {
		INF_FIX_LATE_ORDER,
		INF_FIX_JOIN_BLOCKS,
		INF_FIX_REMOVE_ALONE,
		INF_FIX_INDEX_AT_ONCE,
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(fixes); i++) {
		struct kit_options o = { .gates = inf__gates_current(),
					 .without = UINT64_C(1) << fixes[i] };

		must_all_differ(&o, "handler a, start, list d/p=1 1, run", stories,
				ARRAY_LEN(stories));
	}
}

static void digest_covers_holds_of_store_and_queue(void **state)
{
	static const char *const stories[] = {
		"",
		"hold s",
		"hold q",
		"hold s, hold q",
		"hold-key s d/p",
		"hold-key s d/q",
		"hold-key q d/p",
		"hold-key q d/q",
		"hold-nth s 1",
		"hold-nth s 2",
		"hold-nth q 1",
		"hold-nth q 2",
		"hold-nth q 2, added d/q 1, run",
		"hold-nth q 3, added d/q 1, run",
		"hold q, added d/q 1, added d/r 1, run",
		"hold q, added d/q 1, added d/r 1, pop-one",
		"hold q, added d/q 1, added d/r 1, pop-one, pop-one",
		"hold q, added d/q 1, added d/r 1, pop-one, run",
		"hold s, added d/q 1, added d/r 1",
		"hold s, added d/q 1, added d/r 1, step",
		"hold-key s d/r, added d/q 1, added d/r 1, step",
		"hold-key s d/r, added d/q 1, added d/r 1, run",
	};
	struct kit_options current = { .gates = inf__gates_current() };

	(void)state;
	must_all_differ(&current, "handler a, start, list d/p=1 1, run", stories,
			ARRAY_LEN(stories));
}

static void digest_covers_started_and_stopped_states(void **state)
{
	static const char *const stories[] = {
		"",
		"start",
		"start, stop",
		"stop",
		"start, list - 1, run",
		"start, list - 1, run, stop",
		"start, list - 1, run, stop, run",
	};
	struct kit_options current = { .gates = inf__gates_current() };
	struct kit_options classic = { .gates = inf__gates_classic() };

	(void)state;
	must_all_differ(&current, "", stories, ARRAY_LEN(stories));
	must_all_differ(&classic, "", stories, ARRAY_LEN(stories));
}

/* ---- one field at a time ---- */

struct digested {
	uint64_t (*digest)(void *user);
	void *user;
};

/* Its lowest bit is another one: so is the digest, until it is as before. */
static void must_count(const struct digested *of, const char *name, void *field)
{
	uint64_t before = of->digest(of->user);
	unsigned char *bits = field;

	*bits ^= 1;
	if (of->digest(of->user) == before)
		fail_msg("%s does not count", name);
	*bits ^= 1;
	assert_true(of->digest(of->user) == before);
}

#define MUST_COUNT(of, field) must_count(of, #field, &(field))

static uint64_t digest_of_kit(void *user)
{
	struct kit *k = user;
	struct digest d = DIGEST_INIT;

	inf__informer_digest(k->inf, &d);
	return d.bits;
}

static void must_count_note(const struct digested *of, struct inf__note *n)
{
	char key[] = "d/p";

	MUST_COUNT(of, n->type);
	MUST_COUNT(of, n->initial);
	MUST_COUNT(of, n->final_state_unknown);
	MUST_COUNT(of, n->sync);
	n->key = key;
	MUST_COUNT(of, n->key[0]);
	n->key = NULL;
}

static void digest_covers_every_field_of_a_listener(void **state)
{
	struct kit_options o = { .gates = inf__gates_current(), .resync_ns = NS_PER_S };
	struct kit k;
	struct digested of = { digest_of_kit, &k };
	struct inf__processor_listener *l;

	(void)state;
	assert_true(kit_init(&k, &o));
	perform(&k, "handler a, start, list d/p=1 1, run, updated d/p 2, updated d/p 3, process");
	l = inf__informer_listener(k.inf, kit_handler(&k, 'a')->reg);
	MUST_COUNT(&of, l->name[0]);
	MUST_COUNT(&of, l->sync.waiting);
	MUST_COUNT(&of, l->sync.upstream);
	MUST_COUNT(&of, l->sync.synced);
	MUST_COUNT(&of, l->pause_next);
	MUST_COUNT(&of, l->pause_until_ns);
	MUST_COUNT(&of, l->closed);
	MUST_COUNT(&of, l->removed);
	MUST_COUNT(&of, l->syncing);
	MUST_COUNT(&of, l->resync_ns);
	MUST_COUNT(&of, l->next_resync_ns);
	/* An idle handler has taken the first. */
	assert_int_equal(l->ring.len, 1);
	must_count_note(&of, ring_peek(&l->ring, 0));
	must_count_note(&of, l->in_hand);
	perform(&k, "begin a");
	must_count_note(&of, l->current);
	perform(&k, "end a 1");
	must_count_note(&of, l->in_hand);
	l->late = inf__note_block_new(1);
	assert_non_null(l->late);
	must_count_note(&of, &l->late->notes[0]);
	kit_fini(&k);
}

static void digest_covers_every_field_of_a_queue(void **state)
{
	(void)state;
	for (int classic = 0; classic < 2; classic++) {
		struct kit_options o = { .gates = classic ? inf__gates_classic()
							  : inf__gates_current() };
		struct kit k;
		struct digested of = { digest_of_kit, &k };
		struct inf__fifo *f;

		assert_true(kit_init(&k, &o));
		perform(&k, "start, list d/p=1 1, run, updated d/p 2");
		f = (struct inf__fifo *)k.q;
		MUST_COUNT(&of, f->closed);
		MUST_COUNT(&of, f->populated);
		MUST_COUNT(&of, f->synced);
		MUST_COUNT(&of, f->initial_population_count);
		kit_fini(&k);
	}
}

static uint64_t digest_of_controller(void *user)
{
	struct digest d = DIGEST_INIT;

	inf__digest_controller(&d, user);
	return d.bits;
}

static void digest_covers_every_field_of_a_controller(void **state)
{
	struct inf__fifo_config fifo = { .name = "pods", .atomic = true };
	struct inf__indexer indexer;
	struct inf__shared_processor processor;
	struct inf__controller_config config = { .take_fifo = inf__real_fifo_new(&fifo, NULL),
						 .indexer = &indexer,
						 .processor = &processor,
						 .name = "pods" };
	struct inf__controller c;
	struct digested of = { digest_of_controller, &c };

	(void)state;
	inf__indexer_init(&indexer);
	inf__shared_processor_init(&processor);
	inf__controller_init(&c, &config);
	MUST_COUNT(&of, c.store.on);
	MUST_COUNT(&of, c.store.shut);
	MUST_COUNT(&of, c.store.nth);
	MUST_COUNT(&of, c.queue.on);
	MUST_COUNT(&of, c.queue.shut);
	MUST_COUNT(&of, c.queue.nth);
	MUST_COUNT(&of, c.pop_tokens);
	MUST_COUNT(&of, c.held);
	MUST_COUNT(&of, c.retry_ns);
	MUST_COUNT(&of, c.closed);
	MUST_COUNT(&of, c.unindexed);
	MUST_COUNT(&of, c.rest_from);
	c.rest = inf__note_block_new(3);
	assert_non_null(c.rest);
	must_count_note(&of, &c.rest->notes[0]);
	must_count_note(&of, &c.rest->notes[1]);
	c.rest->count = 2;
	MUST_COUNT(&of, c.rest->count);
	c.rest->count = 3;
	MUST_COUNT(&of, indexer.store.live);
	inf__controller_fini(&c);
	inf__shared_processor_fini(&processor);
	inf__indexer_fini(&indexer);
}

static uint64_t digest_of_delta(void *user)
{
	struct digest d = DIGEST_INIT;

	inf__digest_delta(&d, user);
	return d.bits;
}

static void digest_covers_the_key_of_a_tombstone(void **state)
{
	struct inf__delta delta = { .type = INF_DELTA_DELETED };
	struct digested of = { digest_of_delta, &delta };
	AUTO_OBJECT obj = kit_object("d/p", "1");

	(void)state;
	assert_int_equal(inf__delta_init_tombstone(&delta, "d/q", obj), 0);
	MUST_COUNT(&of, delta.type);
	MUST_COUNT(&of, delta.u.key[2]);
	inf__delta_fini(&delta);
	assert_int_equal(inf__delta_init_tombstone(&delta, "d/q", NULL), 0);
	MUST_COUNT(&of, delta.u.key[0]);
	inf__delta_fini(&delta);
}

/* A lister returns objects in the order of the index. */
static void digest_covers_the_order_of_an_index(void **state)
{
	static const char *const stories[] = {
		"",
		"updated d/p 2, run, updated d/p 1, run",
		"updated d/q 2, run",
		"updated d/q 2, run, updated d/p 2, run",
		"updated d/p 2, run, updated d/q 2, run",
		"updated d/p 2, run, updated d/q 2, run, updated d/r 2, run",
		"updated d/p 2, run, updated d/r 2, run, updated d/q 2, run",
	};
	struct kit_options current = { .gates = inf__gates_current() };

	(void)state;
	must_all_differ(&current, "indexed, start, list d/p=1+d/q=1+d/r=1 1, run", stories,
			ARRAY_LEN(stories));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digest_covers_the_queue_contents),
		cmocka_unit_test(digest_covers_undelivered_notifications),
		cmocka_unit_test(digest_covers_unfinished_steps_of_a_deliberate_mistake),
		cmocka_unit_test(digest_covers_holds_of_store_and_queue),
		cmocka_unit_test(digest_covers_started_and_stopped_states),
		cmocka_unit_test(digest_covers_every_field_of_a_listener),
		cmocka_unit_test(digest_covers_every_field_of_a_queue),
		cmocka_unit_test(digest_covers_every_field_of_a_controller),
		cmocka_unit_test(digest_covers_the_key_of_a_tombstone),
		cmocka_unit_test(digest_covers_the_order_of_an_index),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
