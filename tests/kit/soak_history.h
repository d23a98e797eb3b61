/* SPDX-License-Identifier: Apache-2.0 */
/* soak_history.h - the naive model of a soak: every acknowledged write by its resourceVersion, and
 * what was seen of them, compared when all is over.
 *
 * A view is a list at some rv, and the events of a watch from there on. It holds if the list is the
 * state that the writes up to its rv make, and the events are the writes after it, each once, in
 * order, none left out. */
#ifndef TESTS_SOAK_HISTORY_H
#define TESTS_SOAK_HISTORY_H

#include <pthread.h>

#include "base/base.h"

enum { SOAK_NAMESPACES = 4, SOAK_KEYS = 640, SOAK_NS_ALL = -1 };

enum soak_type { SOAK_ADDED, SOAK_MODIFIED, SOAK_DELETED };

/* Key k is the object "k-<k>" in the namespace "soak-<k % SOAK_NAMESPACES>". */
struct soak_change {
	uint64_t rv;
	uint32_t key;
	uint32_t value;
	uint8_t type;
	bool labelled;
};

struct soak_changes {
	struct soak_change *items;
	size_t count, cap;
};

void soak_changes_add(struct soak_changes *list, const struct soak_change *change);

struct soak_filter {
	int ns; /* or SOAK_NS_ALL */
	bool labelled_only;
};

struct soak_view {
	char who[24];
	uint64_t rv;
	struct soak_filter filter;
	struct soak_changes listed, events;
	bool to_the_end; /* the watch got the very last write */
};

struct soak_history {
	uint32_t counters; /* keys from here on count: every change adds one to the value */
	pthread_mutex_t lock;
	struct soak_changes writes;
	struct soak_changes maybes; /* rv: of the state that was to be changed */
	struct soak_changes seen;   /* states of counters that a client read */
	bool rough[SOAK_KEYS];	    /* an rv of this key is a guess */
	struct soak_view *views;
	size_t view_count, view_cap;
};

void soak_history_init(struct soak_history *h);
void soak_history_fini(struct soak_history *h);
/* Any thread. */
void soak_history_write(struct soak_history *h, const struct soak_change *change);
/* A write whose response never came, with the rv of the state it was to change: it counts if a
 * client saw it, or if an rv is missing without it. */
void soak_history_maybe(struct soak_history *h, const struct soak_change *change);
/* A counter as it was read; any thread. */
void soak_history_seen(struct soak_history *h, const struct soak_change *state);
/* Takes what the view holds. Any thread. */
void soak_history_view(struct soak_history *h, struct soak_view *view);
/* Compares all; ends the program at the first difference. The last state of all keys into `final`
 * (rv 0: not there). */
void soak_history_check(struct soak_history *h, struct soak_change final[SOAK_KEYS]);

#endif
