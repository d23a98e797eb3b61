/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_detector.h - detects writes into cached objects (client-go's CacheMutationDetector,
 * compare mode).
 *
 * Keeps a copy of every notified object and compares it each second; objects are released between
 * two and four minutes later. It leaks by design, like client-go's: for tests only. It reports the
 * object, not the writer; the trap mode of the thread driver reports the writer.
 *
 * Threads: add under DELIVERY, step on the process thread (or the simulator): lock (rank LEAF). */
#ifndef INFORMER_MUTATION_DETECTOR_H
#define INFORMER_MUTATION_DETECTOR_H

#include "base/clock.h"
#include "base/lock.h"
#include "relist/informer.h"

struct inf__mutation_detector;

struct inf__mutation_detector *inf__mutation_detector_new(void);
void inf__mutation_detector_free(struct inf__mutation_detector *d);

void inf__mutation_detector_start(struct inf__mutation_detector *d, int64_t now_ns);
void inf__mutation_detector_stop(struct inf__mutation_detector *d);
int inf__mutation_detector_add(struct inf__mutation_detector *d, const struct inf_object *obj);
/* When to call step next; TIME_NEVER: not running. */
int64_t inf__mutation_detector_deadline_ns(struct inf__mutation_detector *d);
/* Compares if it is time. Returns true if an object was altered, and stops (client-go's process
 * would crash). */
bool inf__mutation_detector_step(struct inf__mutation_detector *d, int64_t now_ns);

/* client-go's crash message; the type is that of dynamic informers. */
#define INF_MUTATION_CRASH_TEXT "cache *unstructured.Unstructured modified"

#endif
