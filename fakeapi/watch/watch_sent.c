/* SPDX-License-Identifier: Apache-2.0 */
/* watch_sent.c - computes how far an open watch has been sent. */
#include "fakeapi/watch/watch.h"

/* The next event was compacted before the client read it: the next pull ends the watch. */
static bool lost_events(const struct fakeapi__watch *w)
{
	return !w->idle && w->seq < w->bucket->first_seq;
}

size_t fakeapi__watch_held(const struct fakeapi__watch *w)
{
	const struct fakeapi__bucket *b = w->bucket;
	uint64_t visible = fakeapi__core_visible(w->core, w->x->backend);
	uint64_t allowed = fakeapi__fault_watch_rv(w->core, w, visible);
	uint64_t seq = w->seq > b->first_seq ? w->seq : b->first_seq;
	size_t count = allowed < visible && lost_events(w); /* one, for an unknown number */

	for (; allowed < visible && !w->idle && seq < b->next_seq; seq++) {
		const struct fakeapi__event *ev = fakeapi__bucket_event(b, seq);

		count += ev->rv > allowed && ev->rv <= visible && ev->rv > w->from_rv &&
			 !ev->hidden && fakeapi__selection_has_key(&w->sel, ev->entry);
	}
	return count;
}

uint64_t fakeapi__watch_sent(const struct fakeapi__watch *w, bool *all)
{
	const struct fakeapi__bucket *b = w->bucket;
	uint64_t visible = fakeapi__core_visible(w->core, w->x->backend);
	uint64_t allowed = fakeapi__fault_watch_rv(w->core, w, visible);

	*all = false;
	if (w->wait_rv || w->scans || w->initial || w->initial_end)
		return 0;
	if (lost_events(w)) {
		*all = allowed < visible; /* `held` counts them */
		return w->seen_rv > w->from_rv ? w->seen_rv : w->from_rv;
	}
	for (uint64_t seq = w->seq; !w->idle && seq < b->next_seq; seq++) {
		const struct fakeapi__event *ev = fakeapi__bucket_event(b, seq);

		if (ev->rv > allowed)
			break;
		if (!ev->hidden && ev->rv > w->from_rv &&
		    fakeapi__selection_has_key(&w->sel, ev->entry))
			return ev->rv - 1;
	}
	*all = !w->now.prefix && !w->rendering;
	return allowed > w->from_rv ? allowed : w->from_rv;
}
