/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_detector.h - detects writes into cached objects (client-go's CacheMutationDetector,
 * compare mode.)
 *
 * Keeps a copy of every object that was announced and compares it each second; objects are released
 * between two and four minutes later. It leaks by design, as client-go's does: for tests only. It
 * reports the object, not the writer; the trap mode of the thread driver reports the writer.
 *
 * Threads: add under DELIVERY, step on the process thread (or the simulator): lock (rank LEAF).
 */
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
/* When to look next; TIME_NEVER: not running. */
int64_t inf__mutation_detector_deadline_ns(struct inf__mutation_detector *d);
/* Looks if it is time; true when something was altered (it stops then: the process would have
 * died). */
bool inf__mutation_detector_step(struct inf__mutation_detector *d, int64_t now_ns);

/* client-go's words for the crash; the type is that of dynamic informers. */
#define INF_MUTATION_CRASH_TEXT "cache *unstructured.Unstructured modified"

#endif
