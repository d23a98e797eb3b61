/* SPDX-License-Identifier: Apache-2.0 */
/* core.h - the fake apiserver: storage, REST and watches behind one fakeapi__server.
 *
 * Pure: time comes in as now_ns (monotonic, for deadlines) and the wall clock as wall_offset_ns
 * (wall = now_ns + offset), randomness (uids, generateName) through the options' choice. One
 * coarse lock (rank FAKEAPI) makes begin/pull/end and the control calls safe from any thread; only
 * a wake hook runs under it.
 */
#ifndef FAKEAPI_CORE_H
#define FAKEAPI_CORE_H

#include "base/choice.h"
#include "base/trace.h"
#include "fakeapi/exchange.h"
#include "relist/err.h"

struct fakeapi__core;

struct fakeapi__options {
	uint64_t seed;              /* uids, generateName suffixes */
	uint64_t first_rv;          /* the next write gets this + 1; 0: 1 */
	int64_t  wall_offset_ns;
	uint32_t watch_window;      /* events kept for watches before 410; 0: all until compact */
	uint32_t backend_count;     /* 0: 1 */
	bool     garbage_collection, namespace_deletion, default_service_accounts;
	const char *token_file;     /* contents are read by the driver: see token_csv */
	struct str  token_csv;      /* kube-apiserver's static token file; empty: anonymous is admin */
	struct trace_sink sink;
};

struct fakeapi__core   *fakeapi__core_new(const struct fakeapi__options *opt, struct relist_err *err);
void                    fakeapi__core_free(struct fakeapi__core *core);
struct fakeapi__server *fakeapi__core_server(struct fakeapi__core *core);

#endif
