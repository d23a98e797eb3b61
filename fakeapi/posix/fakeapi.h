/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.h - what the command line and the simulator need of a server beyond the public API.
 *
 * Who may call: the command line, sim/ and the runner's posix/. Threads: any; each file says which
 * lock it takes.
 */
#ifndef FAKEAPI_POSIX_FAKEAPI_H
#define FAKEAPI_POSIX_FAKEAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fakeapi;
struct fakeapi_options;
struct fakeapi__server;
struct relist_err;

/* Who has a server without sockets: its time is theirs. */
struct fakeapi__host {
	int64_t (*now_ns)(void *user);
	/* Lets time pass until stop() says so (0) or it is until_ns (RELIST_ETIMEDOUT). */
	int (*wait)(void *user, int64_t until_ns, bool (*stop)(void *user), void *stop_user,
		    struct relist_err *err);
	void (*refuse)(void *user, bool refuse);
	void *user;
	int64_t wall_s; /* what the clock on the wall says when now_ns is 0 */
};

/* fakeapi_start() without sockets and files; an option that needs one is RELIST_EINVAL. `host` must
 * outlive the server. */
struct fakeapi *fakeapi__start_hosted(const struct fakeapi_options *opt,
				      const struct fakeapi__host *host, struct relist_err *err);
/* Where its requests go, counted for fakeapi_request_count(). */
struct fakeapi__server *fakeapi__server_of(struct fakeapi *api);
/* Does its port take connections now? */
bool fakeapi__takes_connections(struct fakeapi *api, int64_t now_ns);

/* Bytes of a torn last record that were cut off the state file at the start. */
size_t fakeapi__torn_bytes(const struct fakeapi *api);
/* Serves this HTML at /relist/ui from now on; copied. */
int fakeapi__serve_ui(struct fakeapi *api, const char *page, struct relist_err *err);
/* Adds every rule of a file: JSON objects or YAML documents, one a rule. */
int fakeapi__add_faults_path(struct fakeapi *api, const char *path, struct relist_err *err);

#endif
