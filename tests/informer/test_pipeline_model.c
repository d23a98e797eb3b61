/* SPDX-License-Identifier: Apache-2.0 */
/* Queue, cache and handlers against a naive model of them, for every combination of gates: random
 * changes, lists and resyncs, handlers that come, go, lag and fail, and failing allocations. */
#include "tests/kit/informer_kit.h"

enum { KEYS = 6, QUEUE_MAX = 400, LOG_MAX = 6000, DELTAS_MAX = 64 };

struct item {
	enum inf__delta_type type;
	int key, rv;
	bool tombstone;
	int count; /* REPLACED_ALL: list of count keys */
	int keys[KEYS], rvs[KEYS];
};

struct keyed {
	int key, count;
	struct item deltas[DELTAS_MAX];
};

struct expectation {
	char line[40];
	bool initial;
};

struct listener_model {
	bool there;
	bool closing; /* removed, with one notification in its hand */
	size_t head, len;
	struct expectation log[LOG_MAX];
	size_t waiting; /* initial ADDs not delivered yet */
	bool upstream, synced;
};

struct model {
	struct inf__gates gates;
	int store[KEYS], store_len; /* keys in order of arrival */
	int rv[KEYS];
	struct item queue[QUEUE_MAX];
	size_t queue_len;
	struct keyed keyed[KEYS];
	size_t keyed_len;
	bool populated, synced;
	size_t initial_left;
	struct listener_model listeners[KIT_HANDLERS];
};

/* ---- the model ---- */

static bool in_store(const struct model *m, int key)
{
	for (int i = 0; i < m->store_len; i++) {
		if (m->store[i] == key)
			return true;
	}
	return false;
}

static void store_remove(struct model *m, int key)
{
	int n = 0;

	for (int i = 0; i < m->store_len; i++) {
		if (m->store[i] != key)
			m->store[n++] = m->store[i];
	}
	m->store_len = n;
}

static void store_put(struct model *m, int key, int rv)
{
	if (!in_store(m, key))
		m->store[m->store_len++] = key;
	m->rv[key] = rv;
}

static void tell(struct model *m, int only, bool initial, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static void tell(struct model *m, int only, bool initial, const char *fmt, ...)
{
	for (int i = 0; i < KIT_HANDLERS; i++) {
		struct listener_model *l = &m->listeners[i];
		va_list ap;

		if (!l->there || l->closing || (only >= 0 && only != i))
			continue;
		assert_true(l->len < LOG_MAX);
		va_start(ap, fmt);
		(void)vsnprintf(l->log[l->len].line, sizeof(l->log[0].line), fmt, ap);
		va_end(ap);
		l->log[l->len++].initial = initial;
		l->waiting += initial;
	}
}

static void tell_put(struct model *m, int key, bool had, int old_rv, int rv, bool initial)
{
	if (had)
		tell(m, -1, false, "UPDATE n/k%d %d>%d", key, old_rv, rv);
	else
		tell(m, -1, initial, "ADD n/k%d %d%s", key, rv, initial ? " initial" : "");
}

static void process_replaced_all(struct model *m, const struct item *it, bool initial)
{
	bool had[KEYS], listed[KEYS] = { false };
	int old_rv[KEYS], before[KEYS], before_len = m->store_len;

	memcpy(before, m->store, sizeof(before));
	for (int i = 0; i < it->count; i++) {
		had[i] = in_store(m, it->keys[i]);
		old_rv[i] = m->rv[it->keys[i]];
		listed[it->keys[i]] = true;
	}
	for (int i = 0; i < before_len; i++) {
		if (!listed[before[i]])
			tell(m, -1, false, "DELETE n/k%d %d tombstone", before[i],
			     m->rv[before[i]]);
	}
	m->store_len = 0;
	for (int i = 0; i < it->count; i++) {
		store_put(m, it->keys[i], it->rvs[i]);
		tell_put(m, it->keys[i], had[i], old_rv[i], it->rvs[i], initial);
	}
}

static void process_item(struct model *m, const struct item *it, bool initial)
{
	switch (it->type) {
	case INF_DELTA_REPLACED_ALL:
		process_replaced_all(m, it, initial);
		return;
	case INF_DELTA_SYNC_ALL:
		for (int i = 0; i < m->store_len; i++)
			tell_put(m, m->store[i], true, m->rv[m->store[i]], m->rv[m->store[i]],
				 false);
		return;
	case INF_DELTA_DELETED:
		store_remove(m, it->key);
		tell(m, -1, false, "DELETE n/k%d %d%s", it->key, it->rv,
		     it->tombstone ? " tombstone" : "");
		return;
	case INF_DELTA_BOOKMARK:
		return;
	case INF_DELTA_ADDED:
	case INF_DELTA_UPDATED:
	case INF_DELTA_REPLACED:
	case INF_DELTA_SYNC: {
		bool had = in_store(m, it->key);
		int old = m->rv[it->key];

		store_put(m, it->key, it->rv);
		tell_put(m, it->key, had, old, it->rv, initial);
		return;
	}
	}
}

static void check_synced(struct model *m)
{
	bool now = m->populated && m->initial_left == 0;

	m->synced = m->gates.classic ? now : m->synced || now;
	for (int i = 0; i < KIT_HANDLERS; i++) {
		struct listener_model *l = &m->listeners[i];

		if (l->there && m->synced)
			l->upstream = true;
		if (l->there && l->upstream && l->waiting == 0)
			l->synced = true;
	}
}

static void model_process_all(struct model *m)
{
	for (size_t i = 0; i < m->queue_len; i++) {
		process_item(m, &m->queue[i], !m->synced);
		if (m->initial_left > 0)
			m->initial_left--;
		check_synced(m);
	}
	m->queue_len = 0;
	for (size_t i = 0; i < m->keyed_len; i++) {
		bool initial = !m->synced;

		for (int d = 0; d < m->keyed[i].count; d++)
			process_item(m, &m->keyed[i].deltas[d], initial);
		if (m->initial_left > 0)
			m->initial_left--;
		check_synced(m);
	}
	m->keyed_len = 0;
}

static void push(struct model *m, const struct item *it)
{
	assert_true(m->queue_len < QUEUE_MAX);
	m->queue[m->queue_len++] = *it;
}

static struct keyed *keyed_find(struct model *m, int key)
{
	for (size_t i = 0; i < m->keyed_len; i++) {
		if (m->keyed[i].key == key)
			return &m->keyed[i];
	}
	return NULL;
}

static void keyed_push(struct model *m, const struct item *it)
{
	struct keyed *k = keyed_find(m, it->key);
	struct item *last;

	if (!k) {
		k = &m->keyed[m->keyed_len++];
		k->key = it->key;
		k->count = 0;
	}
	last = k->count ? &k->deltas[k->count - 1] : NULL;
	if (last && last->type == INF_DELTA_DELETED && it->type == INF_DELTA_DELETED) {
		if (last->tombstone)
			*last = *it;
		return;
	}
	assert_true(k->count < DELTAS_MAX);
	k->deltas[k->count++] = *it;
}

static void model_put(struct model *m, enum inf__delta_type type, int key, int rv)
{
	struct item it = { .type = type, .key = key, .rv = rv };

	m->populated = true;
	check_synced(m);
	if (!m->gates.classic)
		push(m, &it);
	else if (type != INF_DELTA_DELETED || in_store(m, key) || keyed_find(m, key))
		keyed_push(m, &it);
}

static struct item tombstone(int key, int rv)
{
	return (struct item) { .type = INF_DELTA_DELETED, .key = key, .rv = rv, .tombstone = true };
}

/* reconcileReplacement at queueing time. */
static void replace_each(struct model *m, const struct item *list, const bool *listed)
{
	int last[KEYS], order[KEYS], queued = 0;
	struct item it;

	for (int i = 0; i < KEYS; i++)
		last[i] = -1;
	for (size_t i = 0; i < m->queue_len; i++) {
		if (last[m->queue[i].key] < 0)
			order[queued++] = m->queue[i].key;
		last[m->queue[i].key] = (int)i;
	}
	for (int i = 0; i < queued; i++) {
		const struct item *q = &m->queue[last[order[i]]];

		if (listed[order[i]] || q->type == INF_DELTA_DELETED)
			continue;
		it = tombstone(order[i], q->rv);
		push(m, &it);
	}
	for (int i = 0; i < m->store_len; i++) {
		if (listed[m->store[i]] || last[m->store[i]] >= 0)
			continue;
		it = tombstone(m->store[i], m->rv[m->store[i]]);
		push(m, &it);
	}
	for (int i = 0; i < list->count; i++) {
		it = (struct item) { .type = INF_DELTA_REPLACED,
				     .key = list->keys[i],
				     .rv = list->rvs[i] };
		push(m, &it);
	}
}

static size_t replace_keyed(struct model *m, const struct item *list, const bool *listed)
{
	size_t made = 0, before;
	struct item it;

	for (int i = 0; i < list->count; i++) {
		it = (struct item) { .type = INF_DELTA_REPLACED,
				     .key = list->keys[i],
				     .rv = list->rvs[i] };
		keyed_push(m, &it);
	}
	for (int i = 0; i < KEYS; i++)
		made += listed[i];
	before = m->keyed_len;
	for (size_t i = 0; i < before; i++) {
		struct keyed *k = &m->keyed[i];

		if (listed[k->key])
			continue;
		it = tombstone(k->key, k->deltas[k->count - 1].rv);
		keyed_push(m, &it);
		made++;
	}
	for (int i = 0; i < m->store_len; i++) {
		if (listed[m->store[i]] || keyed_find(m, m->store[i]))
			continue;
		it = tombstone(m->store[i], m->rv[m->store[i]]);
		keyed_push(m, &it);
		made++;
	}
	return made;
}

static void model_replace(struct model *m, const struct item *list)
{
	bool listed[KEYS] = { false };
	size_t made = 0;

	for (int i = 0; i < list->count; i++)
		listed[list->keys[i]] = true;
	if (m->gates.classic)
		made = replace_keyed(m, list, listed);
	else if (m->gates.atomic)
		push(m, list);
	else
		replace_each(m, list, listed);
	if (!m->populated) {
		m->populated = true;
		m->initial_left = m->gates.classic ? made : m->queue_len;
	}
	check_synced(m);
}

static void model_resync(struct model *m)
{
	struct item it = { .type = INF_DELTA_SYNC_ALL };

	if (!m->gates.classic && m->gates.atomic) {
		push(m, &it);
		return;
	}
	it.type = INF_DELTA_SYNC;
	for (int i = 0; i < m->store_len; i++) {
		bool pending = keyed_find(m, m->store[i]) != NULL;

		for (size_t q = 0; q < m->queue_len; q++)
			pending = pending || m->queue[q].key == m->store[i];
		if (pending)
			continue;
		it.key = m->store[i];
		it.rv = m->rv[it.key];
		if (m->gates.classic)
			keyed_push(m, &it);
		else
			push(m, &it);
	}
}

/* ---- side by side ---- */

struct run {
	struct kit k;
	struct model m;
	uint64_t rng;
	int rv;
};

static int pick(struct run *r, int n)
{
	return (int)(splitmix64(&r->rng) % (uint64_t)n);
}

static void do_put(struct run *r)
{
	static const enum inf__delta_type types[] = { INF_DELTA_ADDED, INF_DELTA_UPDATED,
						      INF_DELTA_DELETED };
	enum inf__delta_type type = types[pick(r, 3)];
	int key = pick(r, KEYS), rv = pick(r, 4) ? ++r->rv : r->rv;
	char name[16], text[16];

	(void)snprintf(name, sizeof(name), "n/k%d", key);
	(void)snprintf(text, sizeof(text), "%d", rv);
	assert_int_equal(kit_put(&r->k, type, name, text), 0);
	model_put(&r->m, type, key, rv);
}

static void do_replace(struct run *r)
{
	struct item list = { .type = INF_DELTA_REPLACED_ALL };
	AUTO_STRBUF text = STRBUF_INIT;
	int count = pick(r, KEYS + 1);

	for (int i = 0; i < count; i++) {
		list.keys[i] = pick(r, KEYS); /* now and then the same twice */
		list.rvs[i] = pick(r, 2) ? ++r->rv : r->m.rv[list.keys[i]];
		strbuf_addf(&text, "n/k%d=%d ", list.keys[i], list.rvs[i]);
	}
	list.count = count;
	assert_int_equal(kit_replace(&r->k, text.ptr, "1"), 0);
	model_replace(&r->m, &list);
}

/* A process run, interrupted by failing allocations that it must survive unchanged. */
static void do_process(struct run *r)
{
	if (pick(r, 3) == 0) {
		base__alloc_fail_after = pick(r, 12);
		kit_process(&r->k);
		base__alloc_fail_after = -1;
		if (inf__informer_process_deadline_ns(r->k.inf) != TIME_NEVER)
			r->k.now_ns = inf__informer_process_deadline_ns(r->k.inf);
	}
	kit_process(&r->k);
	model_process_all(&r->m);
}

static void do_deliver(struct run *r, int i, bool fail)
{
	struct kit_handler *h = &r->k.handlers[i];
	struct listener_model *l = &r->m.listeners[i];
	struct inf__call call;
	struct inf__processor_listener *listener = inf__informer_listener(r->k.inf, h->reg);
	char expected[64];
	bool got;

	if (!listener)
		return;
	if (inf__processor_listener_deadline_ns(listener) != TIME_NEVER &&
	    inf__processor_listener_deadline_ns(listener) > r->k.now_ns)
		r->k.now_ns = inf__processor_listener_deadline_ns(listener);
	got = inf__processor_listener_begin(listener, r->k.now_ns, &call);
	if (!got && inf__processor_listener_deadline_ns(listener) != TIME_NEVER)
		return; /* the pause has just begun */
	assert_int_equal(got, l->head < l->len);
	if (!got)
		return;
	h->fail_next = fail;
	inf__processor_listener_end(listener, r->k.now_ns,
				    inf__processor_listener_invoke(listener, &call));
	(void)snprintf(expected, sizeof(expected), "%s %s\n", h->name, l->log[l->head].line);
	if (l->log[l->head].initial && !fail)
		l->waiting--;
	l->head++;
	kit_expect(&r->k, expected);
	if (l->closing)
		l->there = l->closing = false;
	if (l->upstream && l->waiting == 0 && !fail)
		l->synced = true;
}

/* A removed handler still gets the notification in its hand; in 0.32 it has none while it pauses.
 */
static void do_remove(struct run *r, int i)
{
	struct listener_model *l = &r->m.listeners[i];
	size_t left;

	kit_remove(&r->k, (char)('a' + i));
	left =
	    inf__processor_listener_backlog(inf__informer_listener(r->k.inf, r->k.handlers[i].reg));
	assert_in_range(left, 0, 1);
	l->len = l->head + left;
	l->closing = left > 0;
	l->there = l->closing;
}

static void do_add(struct run *r, int i)
{
	struct listener_model *l = &r->m.listeners[i];

	if (l->there) {
		do_remove(r, i);
		return;
	}
	assert_int_equal(kit_add(&r->k, (char)('a' + i), -1), 0);
	l->head = l->len = l->waiting = 0;
	l->there = true;
	l->upstream = l->synced = false;
	for (int s = 0; s < r->m.store_len; s++)
		tell(&r->m, i, true, "ADD n/k%d %d initial", r->m.store[s], r->m.rv[r->m.store[s]]);
	check_synced(&r->m);
}

static void compare(struct run *r)
{
	AUTO_STRBUF text = STRBUF_INIT;

	for (int i = 0; i < r->m.store_len; i++)
		strbuf_addf(&text, "n/k%d=%d ", r->m.store[i], r->m.rv[r->m.store[i]]);
	kit_expect_cache(&r->k, text.ptr);
	assert_true(inf__indexer_valid(inf__informer_indexer(r->k.inf)));
	assert_int_equal(inf__informer_synced(r->k.inf), r->m.synced);
	for (int i = 0; i < KIT_HANDLERS; i++) {
		const struct listener_model *l = &r->m.listeners[i];

		if (!l->there || l->closing)
			continue;
		assert_int_equal(kit_synced(&r->k, (char)('a' + i)),
				 r->m.gates.classic ? r->m.synced && l->waiting == 0 : l->synced);
		assert_int_equal(inf__processor_listener_backlog(
				     inf__informer_listener(r->k.inf, r->k.handlers[i].reg)),
				 l->len - l->head);
	}
}

static void one_run(struct inf__gates gates, uint64_t seed)
{
	static struct run r;
	struct kit_options o = { .gates = gates };

	memset(&r, 0, sizeof(r));
	r.rng = seed;
	r.m.gates = gates;
	assert_true(kit_init(&r.k, &o));
	for (int i = 0; i < 2; i++)
		do_add(&r, i);
	inf__informer_start(r.k.inf, 0, NULL);
	for (int step = 0; step < 300; step++) {
		int what = pick(&r, 20);

		if (what < 8)
			do_put(&r);
		else if (what < 9)
			do_replace(&r);
		else if (what < 10) {
			assert_int_equal(r.k.q->ops->resync(r.k.q, NULL), 0);
			model_resync(&r.m);
		} else if (what < 13)
			do_process(&r);
		else if (what < 19)
			do_deliver(&r, pick(&r, 4), pick(&r, 20) == 0);
		else if (r.m.queue_len == 0 && r.m.keyed_len == 0)
			do_add(&r, pick(&r, 4));
		compare(&r);
	}
	do_process(&r);
	for (int i = 0; i < KIT_HANDLERS; i++) {
		while (r.m.listeners[i].there && r.m.listeners[i].head < r.m.listeners[i].len)
			do_deliver(&r, i, false);
	}
	compare(&r);
	kit_fini(&r.k); /* references counted == objects alive */
}

static void pipeline_equals_its_model_under_every_combination_of_gates(void **state)
{
	(void)state;
	for (int bits = 0; bits < 8; bits++) {
		struct inf__gates gates = { .batch = bits & 1,
					    .atomic = (bits & 2) != 0,
					    .unlock_while_processing = (bits & 6) == 6 };

		for (uint64_t seed = 1; seed <= 25; seed++)
			one_run(gates, seed);
	}
}

static void classic_pipeline_equals_its_model(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 100; seed++)
		one_run(inf__gates_classic(), seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pipeline_equals_its_model_under_every_combination_of_gates),
		cmocka_unit_test(classic_pipeline_equals_its_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
