/* SPDX-License-Identifier: Apache-2.0 */
/* metrics_impl.h - what is counted. */
#ifndef FAKEAPI_METRICS_IMPL_H
#define FAKEAPI_METRICS_IMPL_H

#include "fakeapi/metrics/metrics.h"

enum {
	FAKEAPI_DURATION_BUCKETS = 23, /* of apiserver_request_duration_seconds */
	FAKEAPI_SLI_SKIPS = 2,	       /* the first ones, which ..._sli_duration_seconds lacks */
	FAKEAPI_SIZE_BUCKETS = 7,
	FAKEAPI_EVENT_BUCKETS = 8,
	FAKEAPI_CODES_MAX = 24,
	FAKEAPI_AUDIT_LEVELS = 4,
};

/* Upper bounds in nanoseconds, and in bytes. */
extern const uint64_t fakeapi__duration_ns[FAKEAPI_DURATION_BUCKETS];
extern const uint64_t fakeapi__size_bytes[FAKEAPI_SIZE_BUCKETS];
extern const uint64_t fakeapi__event_bytes[FAKEAPI_EVENT_BUCKETS];

struct fakeapi__events {
	char *labels;
	uint64_t count, bytes, le[FAKEAPI_EVENT_BUCKETS];
};

struct fakeapi__timing {
	char *labels;
	struct fakeapi__events *events;
	uint64_t open; /* long-running requests */
	bool was_open; /* there has been one: the gauge is shown */
	uint64_t count, le[FAKEAPI_DURATION_BUCKETS];
	int64_t sum_ns;
	uint64_t sized, bytes, size_le[FAKEAPI_SIZE_BUCKETS];
};

struct fakeapi__series {
	char *labels;
	struct fakeapi__timing *timing;
	bool timed;	  /* its durations are in `timing` too: not of watches */
	bool sized;	  /* a GET route: its sizes are */
	char *deprecated; /* labels of apiserver_requested_deprecated_apis; NULL: it is not */
	uint64_t count, le[FAKEAPI_DURATION_BUCKETS];
	int64_t sum_ns;
	struct {
		int code;
		uint64_t count;
	} codes[FAKEAPI_CODES_MAX];
};

struct fakeapi__metrics {
	struct map series, timings, events; /* by their labels */
	uint64_t audit_levels[FAKEAPI_AUDIT_LEVELS], audit_events;
};

#endif
