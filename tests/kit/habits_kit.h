/* SPDX-License-Identifier: Apache-2.0 */
/* habits_kit.h - made-up requests of external programs, and a clock that the test sets. */
#ifndef TESTS_HABITS_KIT_H
#define TESTS_HABITS_KIT_H

#include "runner/external/external.h"
#include "runner/world/driver.h"
#include "tests/kit/core_kit.h"

enum { RECS = 16, INFORMERS = 2 };

#define MS(n) ((int64_t)(n)*NS_PER_MS)

struct habits_kit {
	struct scn__run run;
	struct scn__run_options opt;
	struct scn__cell cell;
	struct scn__informer defs[INFORMERS];
	struct scn__irun informers[INFORMERS];
	struct scn__moments moments;
	struct scn__driver_ops ops;
	struct kit kit;
	struct scn__rec recs[RECS];
	size_t count;
	void *tracks[3][RECS];
};

extern int64_t habits_kit_now_ns;

/* Two informers of pods that were started at the beginning; the first `running` of them run. */
void habits_kit_open(struct habits_kit *m, size_t running);
void habits_kit_close(struct habits_kit *m);
/* A request for pods. Its response comes at once. */
struct scn__rec *habits_kit_request(struct habits_kit *m, size_t informer, int64_t at_ms,
				    enum scn__verb verb, int status);

#endif
