/* SPDX-License-Identifier: Apache-2.0 */
/* metrics.h - counts requests and watch events, and writes them as Prometheus' text format, with
 * the names, labels and buckets of kube-apiserver (apiserver's endpoints/metrics,
 * storage/etcd3/metrics).
 *
 *   series    requests with equal labels, "dry_run" among them: how many of each code, how long
 *   timing    the same without dry_run: open watches, durations, sizes of responses
 *   events    what watches of one type have sent
 *
 * Labels come from served types and a fixed list of verbs; at most FAKEAPI_SERIES_MAX series are
 * kept, so clients cannot fill the memory.
 *
 * Who may call: server/ around each request, watch/ for each event. Threads: any, under the core's
 * lock.
 */
#ifndef FAKEAPI_METRICS_H
#define FAKEAPI_METRICS_H

#include "fakeapi/context.h"

enum { FAKEAPI_SERIES_MAX = 8192 };

/* The request has reached the handler of its type (c->res), or of a health check. */
void fakeapi__metrics_begin(struct fakeapi__call *c);
/* Its response has ended, or its client has gone. */
void fakeapi__metrics_end(struct fakeapi__core *core, struct fakeapi__xchg *x);
/* A watch has sent an event of so many bytes. */
void fakeapi__metrics_event(struct fakeapi__xchg *x, size_t bytes);
/* What the audit policy has decided for a request (a level's name), and the events written. */
void fakeapi__metrics_audit_level(struct fakeapi__core *core, unsigned level);
void fakeapi__metrics_audit_event(struct fakeapi__core *core);
/* Sets the counters of requests and events to 0. */
void fakeapi__metrics_reset(struct fakeapi__core *core);
/* Appends all families; `add_levels` appends those of priority levels. */
void fakeapi__metrics_write(struct fakeapi__core *core,
			    void (*add_levels)(void *core, struct strbuf *out), struct strbuf *out);
void fakeapi__metrics_free(struct fakeapi__core *core);

#endif
