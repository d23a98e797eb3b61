/* SPDX-License-Identifier: Apache-2.0 */
/* The events of a bucket and the window of them that is kept. */
#include "fakeapi/storage/store_impl.h"

#include "base/alloc.h"

struct fakeapi__event *fakeapi__bucket_event(const struct fakeapi__bucket *b, uint64_t seq)
{
	ASSERT(seq >= b->first_seq && seq < b->next_seq);
	return &b->events[seq & (b->event_cap - 1)];
}

uint64_t fakeapi__bucket_seq_after(const struct fakeapi__bucket *b, uint64_t rv)
{
	uint64_t lo = b->first_seq, hi = b->next_seq;

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (fakeapi__bucket_event(b, mid)->rv <= rv)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

bool fakeapi__event_reserve(struct fakeapi__bucket *b)
{
	size_t len = (size_t)(b->next_seq - b->first_seq);
	size_t cap = b->event_cap ? b->event_cap * 2 : 16;
	struct fakeapi__event *grown;

	if (len < b->event_cap)
		return true;
	grown = base__reallocarray(NULL, cap, sizeof(*grown));
	if (!grown)
		return false;
	for (uint64_t seq = b->first_seq; seq < b->next_seq; seq++)
		grown[seq & (cap - 1)] = *fakeapi__bucket_event(b, seq);
	base__free(b->events);
	b->events = grown;
	b->event_cap = cap;
	return true;
}

/* Lists at or after this event's rv see its version, so the version before is no longer needed. */
static void drop_first_event(struct fakeapi__store *s, struct fakeapi__bucket *b)
{
	struct fakeapi__event *ev = fakeapi__bucket_event(b, b->first_seq);
	struct fakeapi__version *v = ev->version;
	struct fakeapi__version *before = v->prev;

	fakeapi__event_drop_lines(ev);
	v->prev = NULL;
	b->old_bytes -= before ? before->json_len : 0;
	fakeapi__version_unref(s, before);
	b->forgotten_rv = ev->rv;
	if (ev->entry->head == v && v->gone) {
		b->old_bytes -= v->json_len;
		fakeapi__entry_remove(s, b, ev->entry);
	}
	b->first_seq++;
}

void fakeapi__store_pin(struct fakeapi__store *s, struct fakeapi__pin *pin, uint64_t rv)
{
	*pin = (struct fakeapi__pin) { .rv = rv, .next = s->pins };
	if (s->pins)
		s->pins->prev = pin;
	s->pins = pin;
}

void fakeapi__store_unpin(struct fakeapi__store *s, struct fakeapi__pin *pin)
{
	*(pin->prev ? &pin->prev->next : &s->pins) = pin->next;
	if (pin->next)
		pin->next->prev = pin->prev;
}

/* The newest rv whose event may be dropped. */
static uint64_t newest_to_forget(const struct fakeapi__store *s)
{
	uint64_t rv = s->min_floor;

	for (const struct fakeapi__pin *p = s->pins; p; p = p->next)
		rv = p->rv < rv ? p->rv : rv;
	return rv;
}

bool fakeapi__store_forget_some(struct fakeapi__store *s, size_t *steps)
{
	uint64_t newest = newest_to_forget(s);

	for (; s->forgets && s->forgets_at < s->bucket_count; s->forgets_at++) {
		struct fakeapi__bucket *b = s->buckets[s->forgets_at];
		uint64_t floor = b->cache_floor < s->etcd_floor ? b->cache_floor : s->etcd_floor;

		if (floor > newest)
			floor = newest;
		for (; b->first_seq < b->next_seq &&
		       fakeapi__bucket_event(b, b->first_seq)->rv <= floor;
		     --*steps) {
			if (*steps == 0)
				return true;
			drop_first_event(s, b);
		}
	}
	s->forgets = false;
	return false;
}

void fakeapi__store_compact_all(struct fakeapi__store *s)
{
	size_t all = SIZE_MAX;

	s->forgets = true;
	s->forgets_at = 0;
	(void)fakeapi__store_forget_some(s, &all);
}

void fakeapi__store_forget(struct fakeapi__store *s)
{
	if (!s->on_untidy) {
		fakeapi__store_compact_all(s);
		return;
	}
	s->forgets = true;
	s->forgets_at = 0;
	s->on_untidy(s->untidy_user);
}

static bool over_window(const struct fakeapi__store *s, const struct fakeapi__bucket *b)
{
	return (s->window && b->next_seq - b->first_seq > s->window) ||
	       (s->window_bytes && b->old_bytes > s->window_bytes &&
		b->next_seq - b->first_seq > 1);
}

void fakeapi__window_trim(struct fakeapi__store *s, struct fakeapi__bucket *b)
{
	uint64_t newest = newest_to_forget(s);

	while (over_window(s, b)) {
		uint64_t rv = fakeapi__bucket_event(b, b->first_seq)->rv;

		if (rv > newest)
			return;
		if (b->cache_floor < rv)
			b->cache_floor = rv;
		drop_first_event(s, b);
	}
}
