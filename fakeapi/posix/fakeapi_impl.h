/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi_impl.h - shared by fakeapi.c (start and stop), start_core.c, fakeapi_calls.c (objects,
 * faults) and request.c (requests without a socket). */
#ifndef FAKEAPI_POSIX_FAKEAPI_IMPL_H
#define FAKEAPI_POSIX_FAKEAPI_IMPL_H

#include "base/str.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/posix/audit_file.h"
#include "fakeapi/posix/fakeapi.h"
#include "fakeapi/posix/prose_file.h"
#include "fakeapi/posix/state.h"
#include "fakeapi/posix/tap.h"
#include "fakeapi/posix/webhook_client.h"
#include "fakeapi/posix/worker.h"

struct fakeapi {
	struct fakeapi__core *core;
	struct fakeapi__state *state;		  /* NULL: memory only */
	struct fakeapi__webhook_client *webhooks; /* NULL with a host */
	struct fakeapi__worker worker;		  /* in front of the core; not with a host */
	struct fakeapi__server *server; /* the worker or the core, or the gate in front of it */
	struct fakeapi__tap tap;
	struct fakeapi__http *http;
	struct fakeapi__tls tls;
	char *token_csv, *token, *client_ca_pem;
	char *authorization; /* header value, or NULL */
	struct strbuf allow_hosts;
	char *allow_origins;		      /* or NULL */
	char *prose_file;		      /* or NULL */
	char *service_webhooks;		      /* or NULL */
	struct fakeapi__audit_file *audit;    /* or NULL */
	struct fakeapi__key_ring *token_keys; /* NULL with a host */
	char *token_issuer;		      /* or NULL */
	struct strbuf kubeconfig;
	uint32_t backend_count;
	size_t torn_bytes;
	const struct fakeapi__host *host;   /* NULL: sockets, and real time */
	struct fakeapi__observer *observer; /* NULL: none */
};

/* start_core.c: sets api->core, ->server and their dependencies. Returns an enum relist_code;
 * fakeapi_stop() stops whatever was started before an error. */
int fakeapi__start_core(struct fakeapi *api, const struct fakeapi_options *opt,
			struct relist_err *err);

/* request.c */
int64_t fakeapi__now_of(const struct fakeapi *api);
/* Returns when everything written so far is in the state file, on disk, as responses to REST writes
 * do. RELIST_EIO if that is impossible. */
int fakeapi__wait_durable(struct fakeapi *api, struct relist_err *err);

#endif
