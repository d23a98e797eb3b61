/* SPDX-License-Identifier: Apache-2.0 */
/* server.h - shared by a host's server and its scenario run. One thread. */
#ifndef HOSTS_MODULE_SERVER_H
#define HOSTS_MODULE_SERVER_H

#include "base/str.h"
#include "fakeapi/core.h"
#include "hosts/module/options.h"

struct slot;
struct question;

struct relist_server {
	struct fakeapi__server *api; /* begins exchanges */
	struct fakeapi__core *core;  /* NULL: the server belongs to a run, see play.c */
	/* For a run: whether an informer's connections are refused. */
	bool (*refuses)(void *user, uint32_t backend);
	void *refuses_user;
	struct module__options options;
	struct module__timeline *timeline; /* NULL: not recorded */
	struct slot **slots;
	size_t slot_count;
	struct slot *unused;
	struct slot *woken, **woken_end;
	struct question *questions, **questions_end;
};

void module__server_init(struct relist_server *server);
/* Ends open exchanges. */
void module__server_end_exchanges(struct relist_server *server);

/* The content of relist_out(). */
extern struct strbuf module__out;

#endif
