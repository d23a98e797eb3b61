/* SPDX-License-Identifier: Apache-2.0 */
/* event_correlator.h - aggregates events before they are sent (tools/record/events_cache.go).
 * Repeated events are counted, many events that differ only in their message are combined, and a
 * source with too many events for one object is throttled. Pure; one thread at a time.
 *
 *   ten messages with one reason in ten minutes: "(combined from similar events): ..."
 *   25 events about an object at once, then one every five minutes; the rest is dropped
 *   4096 remembered entries of each kind; the least recently used one is evicted */
#ifndef INFORMER_EVENT_CORRELATOR_H
#define INFORMER_EVENT_CORRELATOR_H

#include "base/map.h"
#include "base/str.h"

enum inf__event_text {
	EVENT_NAME,	 /* of the Event itself */
	EVENT_NAMESPACE, /* of the Event itself */
	EVENT_COMPONENT,
	EVENT_HOST,
	/* involvedObject */
	EVENT_REF_KIND,
	EVENT_REF_NAMESPACE,
	EVENT_REF_NAME,
	EVENT_REF_UID,
	EVENT_REF_API_VERSION,
	EVENT_REF_RESOURCE_VERSION,
	EVENT_TYPE,
	EVENT_REASON,
	EVENT_MESSAGE,
	EVENT_ANNOTATIONS, /* a JSON object, or "" */
	EVENT_TEXTS
};

struct inf__event_record {
	struct inf__event_record *next; /* in the recorder's queue */
	char *text[EVENT_TEXTS];	/* never NULL */
	int64_t first_ns, last_ns;	/* since 1970 */
	int32_t count;
	bool combined; /* the aggregate does not name its reporter */
};

/* Copies the texts; NULL means "". Returns NULL if out of memory. */
struct inf__event_record *inf__event_record_new(const char *const text[EVENT_TEXTS],
						int64_t wall_ns);
void inf__event_record_free(struct inf__event_record *e);
/* Appends {"kind":"Event",...}. */
void inf__event_record_json(struct strbuf *out, const struct inf__event_record *e);
/* Appends the strategic merge patch for an event that already exists. */
void inf__event_record_patch(struct strbuf *out, const struct inf__event_record *e);
/* Appends "NAME.HEX", or a random UUID if that is not a valid event name. unit: four random numbers
 * in [0, 1). */
void inf__event_record_name(struct strbuf *out, const char *ref_name, int64_t wall_ns,
			    const double unit[4]);

struct inf__event_entry;

/* The entries of one kind; the newest is last. */
struct inf__event_lru {
	struct map map;
	struct inf__event_entry *oldest, *newest;
};

struct inf__event_correlator {
	struct inf__event_lru spam, similar, seen;
	double qps;
	uint32_t burst;
	uint32_t max_events;
	int64_t max_interval_ns;
};

void inf__event_correlator_init(struct inf__event_correlator *c);
void inf__event_correlator_fini(struct inf__event_correlator *c);

enum inf__event_verdict { EVENT_CREATE, EVENT_PATCH, EVENT_SKIP };
/* Changes *e to the event to send. RELIST_ENOMEM: the state is unchanged or lacks this event. */
int inf__event_correlate(struct inf__event_correlator *c, struct inf__event_record *e,
			 int64_t wall_ns, enum inf__event_verdict *out);
/* Records the name under which the server stores the event. If out of memory, the next event of its
 * kind is created again. */
void inf__event_correlator_sent(struct inf__event_correlator *c, const struct inf__event_record *e,
				const char *name);

#endif
