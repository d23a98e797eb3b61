/* SPDX-License-Identifier: Apache-2.0 */
/* informer_client.h - measures one informer from its start; bench/client-go does the same in Go. */
#ifndef BENCH_INFORMER_CLIENT_H
#define BENCH_INFORMER_CLIENT_H

#include "base/base.h"

struct bench_load {
	const char *url;
	unsigned int pods;
	unsigned int events;  /* sent at full speed */
	unsigned int latency; /* events at 1000 a second */
};

/* In the order of a client's output; 0: not measured. */
enum bench_number {
	BENCH_SYNC_S,
	BENCH_SYNC_CPU_S,
	BENCH_PEAK_MIB,
	BENCH_RSS_MIB, /* at rest: after the allocator has returned free memory */
	BENCH_HEAP_PER_OBJECT,
	BENCH_RAW_PER_OBJECT,
	BENCH_EVENTS_PER_S,
	BENCH_EVENT_CPU_US,
	BENCH_P50_US,
	BENCH_P99_US,
	BENCH_NUMBERS,
};

struct bench_numbers {
	double v[BENCH_NUMBERS];
};

/* Prints the numbers on one line. Once per process. */
bool bench_client_run(const struct bench_load *load, unsigned int handlers);

#endif
