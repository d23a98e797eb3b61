/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/processor_listener.h"

#include "base/alloc.h"

enum { RING_KEEP_MAX = 4096 }; /* a longer ring is freed when it becomes empty */

static const int64_t FAILURE_PAUSE_NS = NS_PER_S;

/* ---- notes ---- */

struct inf__note_block *inf__note_block_new(size_t count)
{
	struct inf__note_block *block;

	if (count > (SIZE_MAX - sizeof(*block)) / sizeof(block->notes[0]))
		return NULL;
	block = base__calloc(1, sizeof(*block) + count * sizeof(block->notes[0]));
	if (!block)
		return NULL;
	atomic_init(&block->live, count + 1);
	block->count = count;
	for (size_t i = 0; i < count; i++) {
		block->notes[i].block = block;
		atomic_init(&block->notes[i].refs, 1);
	}
	return block;
}

static void block_drop(struct inf__note_block *block)
{
	if (atomic_fetch_sub_explicit(&block->live, 1, memory_order_acq_rel) == 1)
		base__free(block);
}

void inf__note_unref(struct inf__note *note)
{
	if (atomic_fetch_sub_explicit(&note->refs, 1, memory_order_acq_rel) != 1)
		return;
	inf_object_unref(note->old);
	inf_object_unref(note->obj);
	base__free(note->key);
	block_drop(note->block);
}

void inf__note_block_release(struct inf__note_block *block)
{
	if (!block)
		return;
	for (size_t i = 0; i < block->count; i++)
		inf__note_unref(&block->notes[i]);
	block_drop(block);
}

/* ---- life ---- */

struct inf__processor_listener *
inf__processor_listener_new(const struct inf__processor_listener_config *config,
			    inf_registration reg)
{
	struct inf__processor_listener *l = base__calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->name = base__strdup(config->name ? config->name : "");
	if (!l->name) {
		base__free(l);
		return NULL;
	}
	lock_init(&l->lock, LOCK_LISTENER);
	atomic_init(&l->driver, NULL);
	l->reg = reg;
	l->handler = config->handler;
	l->classic = config->classic;
	l->without = config->without;
	l->sink = config->sink;
	l->ended = config->ended;
	l->ended_user = config->ended_user;
	l->requested_resync_ns = config->requested_resync_ns;
	l->resync_ns = config->resync_ns;
	l->next_resync_ns = time_add(config->now_ns, config->resync_ns);
	if (inf__lacks(l->without, INF_FIX_FIRST_RESYNC))
		l->next_resync_ns = time_add(l->next_resync_ns, config->resync_ns);
	l->syncing = true; /* every listener receives syncs until the first check */
	return l;
}

static void drop_backlog(struct ring *ring)
{
	struct inf__note *note;

	while ((note = ring_pop(ring)))
		inf__note_unref(note);
	ring_fini(ring);
}

void inf__processor_listener_free(struct inf__processor_listener *l)
{
	if (!l)
		return;
	drop_backlog(&l->ring);
	inf__note_block_release(l->late);
	if (l->in_hand)
		inf__note_unref(l->in_hand);
	if (l->current)
		inf__note_unref(l->current);
	lock_fini(&l->lock);
	base__free(l->name);
	base__free(l);
}

/* ---- filling ---- */

/* run() takes the next note as soon as it is idle, so that a close does not drop it; 0.37 does so
 * before a pause, 0.32 after it. Called after each push and at the end of each call, the only times
 * when this can happen. */
static void take_next_note_locked(struct inf__processor_listener *l, int64_t now_ns)
{
	if (l->current || l->in_hand || l->ring.len == 0 || now_ns < l->pause_until_ns)
		return;
	l->in_hand = ring_pop(&l->ring);
	if (l->pause_next)
		l->pause_until_ns = time_add(now_ns, FAILURE_PAUSE_NS);
	l->pause_next = false;
}

int inf__processor_listener_reserve(struct inf__processor_listener *l, size_t extra)
{
	int rc = 0;

	lock_acquire(&l->lock);
	if (!l->closed)
		rc = ring_reserve(&l->ring, extra);
	l->reserved = true;
	lock_release(&l->lock);
	return rc;
}

static bool push_locked(struct inf__processor_listener *l, struct inf__note *notes, size_t count)
    REQUIRES(l->lock);
static bool push_locked(struct inf__processor_listener *l, struct inf__note *notes, size_t count)
{
	bool any = false;

	for (size_t i = 0; i < count && !l->closed; i++) {
		struct inf__note *note = &notes[i];

		if (note->sync && !l->syncing && !inf__lacks(l->without, INF_FIX_RESYNC_PERIODS))
			continue;
		atomic_fetch_add_explicit(&note->refs, 1, memory_order_relaxed);
		ring_push_reserved(&l->ring, note);
		if (note->type == INF_CALL_ADD && note->initial)
			inf__synctrack_start(&l->sync);
		any = true;
	}
	return any;
}

void inf__processor_listener_push_late(struct inf__processor_listener *l,
				       struct inf__note_block *take_block)
{
	lock_acquire(&l->lock);
	l->late = take_block;
	lock_release(&l->lock);
}

bool inf__processor_listener_push(struct inf__processor_listener *l, int64_t now_ns,
				  struct inf__note *notes, size_t count)
{
	bool any;

	lock_acquire(&l->lock);
	any = push_locked(l, notes, count);
	if (any && l->late && ring_reserve(&l->ring, l->late->count) == 0) {
		(void)push_locked(l, l->late->notes, l->late->count);
		inf__note_block_release(l->late);
		l->late = NULL;
	}
	l->reserved = false;
	take_next_note_locked(l, now_ns);
	lock_release(&l->lock);
	return any;
}

bool inf__processor_listener_close(struct inf__processor_listener *l, bool removed)
{
	struct ring backlog;
	bool was_closed;

	lock_acquire(&l->lock);
	was_closed = l->closed;
	l->closed = true;
	l->removed = l->removed || removed;
	backlog = l->ring;
	ring_init(&l->ring);
	lock_release(&l->lock);
	drop_backlog(&backlog);
	return !was_closed;
}

void inf__processor_listener_upstream_synced(struct inf__processor_listener *l)
{
	lock_acquire(&l->lock);
	if (!l->closed)
		inf__synctrack_upstream(&l->sync);
	lock_release(&l->lock);
}

bool inf__processor_listener_synced(struct inf__processor_listener *l, bool upstream)
{
	bool synced;

	lock_acquire(&l->lock);
	synced = inf__lacks(l->without, INF_FIX_HANDLER_SYNCED) ? upstream
		 : l->classic					? upstream && l->sync.waiting == 0
								: l->sync.synced;
	lock_release(&l->lock);
	return synced;
}

void inf__processor_listener_metrics(struct inf__processor_listener *l,
				     struct inf__informer_metrics *add_to)
{
	size_t backlog = inf__processor_listener_backlog(l);

	lock_acquire(&l->lock);
	add_to->handlers += !l->closed;
	add_to->handled += l->handled;
	add_to->failed += l->failed;
	lock_release(&l->lock);
	add_to->backlog += backlog;
	if (backlog > add_to->backlog_max)
		add_to->backlog_max = backlog;
}

bool inf__processor_listener_is_closed(struct inf__processor_listener *l)
{
	bool closed;

	lock_acquire(&l->lock);
	closed = l->closed;
	lock_release(&l->lock);
	return closed;
}

bool inf__processor_listener_idle(struct inf__processor_listener *l)
{
	bool idle;

	lock_acquire(&l->lock);
	idle = !l->current && !l->in_hand && l->ring.len == 0;
	lock_release(&l->lock);
	return idle;
}

bool inf__processor_listener_reapable(struct inf__processor_listener *l)
{
	bool removed;

	lock_acquire(&l->lock);
	removed = l->removed;
	lock_release(&l->lock);
	return removed && inf__processor_listener_finished(l) && !inf__processor_listener_driver(l);
}

/* ---- delivering ---- */

static bool ready_locked(const struct inf__processor_listener *l, int64_t now_ns)
{
	if (l->current)
		return false;
	if (l->in_hand || l->classic)
		return (l->in_hand || l->ring.len > 0) && now_ns >= l->pause_until_ns;
	return l->ring.len > 0 && !l->pause_next;
}

bool inf__processor_listener_ready(struct inf__processor_listener *l, int64_t now_ns)
{
	bool ready;

	lock_acquire(&l->lock);
	ready = ready_locked(l, now_ns);
	lock_release(&l->lock);
	return ready;
}

int64_t inf__processor_listener_deadline_ns(struct inf__processor_listener *l)
{
	int64_t deadline = TIME_NEVER;

	lock_acquire(&l->lock);
	if (!l->current && (l->in_hand || (l->classic && l->ring.len > 0)) && l->pause_until_ns > 0)
		deadline = l->pause_until_ns;
	lock_release(&l->lock);
	return deadline;
}

size_t inf__processor_listener_backlog(struct inf__processor_listener *l)
{
	size_t backlog;

	lock_acquire(&l->lock);
	backlog = l->ring.len + (l->in_hand != NULL);
	lock_release(&l->lock);
	return backlog;
}

static void call_fill(struct inf__call *call, const struct inf__note *note)
{
	call->type = (enum inf__call_type)note->type;
	call->initial = note->initial;
	call->final_state_unknown = note->final_state_unknown;
	call->key = note->key ? note->key : inf_object_key(note->obj);
	call->old = note->old;
	call->obj = note->obj;
}

static void trace_call(struct inf__processor_listener *l, int64_t now_ns,
		       const struct inf__call *call)
{
	static const enum trace_kind kinds[] = {
		[INF_CALL_ADD] = TRACE_NOTIFY_ADD,
		[INF_CALL_UPDATE] = TRACE_NOTIFY_UPDATE,
		[INF_CALL_DELETE] = TRACE_NOTIFY_DELETE,
	};
	char text[160] = "";
	struct trace_event ev = { .at_ns = now_ns, .kind = kinds[call->type] };

	if (!l->sink.emit)
		return;
	if (call->type == INF_CALL_UPDATE)
		(void)snprintf(text, sizeof(text), "%s->%s", inf_object_resource_version(call->old),
			       inf_object_resource_version(call->obj));
	else if (call->obj)
		(void)snprintf(text, sizeof(text), "%s", inf_object_resource_version(call->obj));
	ev.n = call->initial || call->final_state_unknown;
	ev.who = str_of(l->name);
	ev.key = str_of(call->key);
	ev.text = str_of(text);
	trace_emit(&l->sink, &ev);
}

bool inf__processor_listener_begin(struct inf__processor_listener *l, int64_t now_ns,
				   struct inf__call *out)
{
	bool ready;

	lock_acquire(&l->lock);
	ready = ready_locked(l, now_ns);
	if (ready) {
		l->current = l->in_hand ? l->in_hand : ring_pop(&l->ring);
		l->in_hand = NULL;
		l->pause_until_ns = 0;
		if (l->ring.len == 0 && l->ring.cap > RING_KEEP_MAX && !l->reserved)
			ring_fini(&l->ring);
		call_fill(out, l->current);
	}
	lock_release(&l->lock);
	if (ready)
		trace_call(l, now_ns, out);
	return ready;
}

static int call_handler(const struct inf_handler *h, const struct inf__call *call)
{
	switch (call->type) {
	case INF_CALL_ADD:
		return h->on_add ? h->on_add(h->user, call->obj, call->initial) : 0;
	case INF_CALL_UPDATE:
		return h->on_update ? h->on_update(h->user, call->old, call->obj) : 0;
	case INF_CALL_DELETE:
		return h->on_delete
			   ? h->on_delete(h->user, call->key, call->obj, call->final_state_unknown)
			   : 0;
	}
	return 0;
}

static _Thread_local const char *current_name;
static _Thread_local inf_registration current_reg;

const char *inf__processor_listener_current_name(void)
{
	return current_name;
}

inf_registration inf__processor_listener_current_reg(void)
{
	return current_reg;
}

int inf__processor_listener_invoke(struct inf__processor_listener *l, const struct inf__call *call)
{
	const char *outer = current_name;
	inf_registration outer_reg = current_reg;
	int rc;

	ASSERT(lock_none_held());
	current_name = l->name;
	current_reg = l->reg;
	rc = call_handler(&l->handler, call);
	current_name = outer;
	current_reg = outer_reg;
	return rc;
}

void inf__processor_listener_end(struct inf__processor_listener *l, int64_t now_ns, int result)
{
	struct inf__note *note;

	lock_acquire(&l->lock);
	note = l->current;
	ASSERT(note != NULL);
	l->current = NULL;
	l->handled += result == 0;
	l->failed += result != 0;
	if (result == 0) {
		if (note->type == INF_CALL_ADD && note->initial)
			inf__synctrack_finished(&l->sync);
	} else if (l->classic) {
		l->pause_until_ns = time_add(now_ns, FAILURE_PAUSE_NS);
	} else {
		l->pause_next = true;
	}
	take_next_note_locked(l, now_ns);
	lock_release(&l->lock);
	if (result != 0 && l->sink.emit) {
		struct trace_event ev = { .at_ns = now_ns, .kind = TRACE_NOTIFY_FAILED };

		ev.n = result;
		ev.who = str_of(l->name);
		trace_emit(&l->sink, &ev);
	}
	inf__note_unref(note);
	if (l->ended)
		l->ended(l->ended_user);
}

bool inf__processor_listener_finished(struct inf__processor_listener *l)
{
	bool finished;

	lock_acquire(&l->lock);
	finished = l->closed && !l->current && !l->in_hand && l->ring.len == 0;
	lock_release(&l->lock);
	return finished;
}

inf_registration inf__processor_listener_reg(const struct inf__processor_listener *l)
{
	return l->reg;
}

const char *inf__processor_listener_name(struct inf__processor_listener *l)
{
	return l->name;
}

void inf__processor_listener_set_driver(struct inf__processor_listener *l, void *driver)
{
	atomic_store_explicit(&l->driver, driver, memory_order_release);
}

void *inf__processor_listener_driver(struct inf__processor_listener *l)
{
	return atomic_load_explicit(&l->driver, memory_order_acquire);
}
