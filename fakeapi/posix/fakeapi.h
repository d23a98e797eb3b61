/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.h - functions of a server, beyond the public API, for the command line and the simulator.
 *
 * Who may call: the command line, sim/ and the runner's posix/. Threads: any; each file says which
 * lock it takes.
 */
#ifndef FAKEAPI_POSIX_FAKEAPI_H
#define FAKEAPI_POSIX_FAKEAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fakeapi/exchange.h"

struct fakeapi;
struct fakeapi_options;
struct relist_err;

/* A server between the transport and the rest, which gets every request. */
struct fakeapi__observer {
	struct fakeapi__server server;
	struct fakeapi__server *inner; /* set before the first request */
};

/* Like fakeapi_start(), with an observer (NULL: none) that must outlive the server. */
struct fakeapi *fakeapi__start_observed(const struct fakeapi_options *opt,
					struct fakeapi__observer *observer, struct relist_err *err);

/* The host of a server without sockets: it supplies the time. */
struct fakeapi__host {
	int64_t (*now_ns)(void *user);
	/* Lets time pass until stop() returns true (0) or until until_ns (RELIST_ETIMEDOUT). */
	int (*wait)(void *user, int64_t until_ns, bool (*stop)(void *user), void *stop_user,
		    struct relist_err *err);
	void (*refuse)(void *user, bool refuse);
	void *user;
	int64_t wall_s; /* wall-clock time when now_ns is 0 */
};

/* Like fakeapi_start(), but without sockets and files; RELIST_EINVAL for an option that needs one.
 * `host` must outlive the server. */
struct fakeapi *fakeapi__start_hosted(const struct fakeapi_options *opt,
				      const struct fakeapi__host *host, struct relist_err *err);
/* The entry point for its requests; counts them for fakeapi_request_count(). */
struct fakeapi__server *fakeapi__server_of(struct fakeapi *api);
/* True if its port accepts connections now. */
bool fakeapi__takes_connections(struct fakeapi *api, int64_t now_ns);

/* Bytes of an incomplete last record that were removed from the state file at the start. */
size_t fakeapi__torn_bytes(const struct fakeapi *api);
/* Serves a copy of this HTML at /relist/ui. */
int fakeapi__serve_ui(struct fakeapi *api, const char *page, struct relist_err *err);
/* Adds every rule of a file: JSON objects or YAML documents, one per rule. */
int fakeapi__add_faults_path(struct fakeapi *api, const char *path, struct relist_err *err);

#endif
