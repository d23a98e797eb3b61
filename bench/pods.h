/* SPDX-License-Identifier: Apache-2.0 */
/* pods.h - the load of the benchmarks: realistic pods, 4.9 KB of JSON each, made once.
 *
 * resourceVersion and the annotation relist.dev/sent have a fixed width, so that an event is a copy
 * of its pod with two numbers replaced. */
#ifndef BENCH_PODS_H
#define BENCH_PODS_H

#include "base/str.h"

enum { BENCH_RV_WIDTH = 12, BENCH_SENT_WIDTH = 19 };

struct bench_pod {
	size_t start, len;     /* in bytes */
	size_t rv_at, sent_at; /* relative to start */
};

struct bench_pods {
	bool metadata_only;  /* PartialObjectMetadata */
	struct strbuf bytes; /* items separated by commas */
	struct bench_pod *pods;
	size_t count;
};

/* Exits if out of memory. */
void bench_pods_make(struct bench_pods *out, size_t count, bool metadata_only);
void bench_pods_fini(struct bench_pods *pods);
/* Appends a watch event of pod i. sent_ns 0: the annotation stays. */
void bench_pods_event(const struct bench_pods *pods, struct strbuf *out, const char *type, size_t i,
		      uint64_t rv, int64_t sent_ns);
/* Appends {"kind":"PodList",... up to the items' '['. */
void bench_pods_list_head(const struct bench_pods *pods, struct strbuf *out, uint64_t rv);

#endif
