/* SPDX-License-Identifier: Apache-2.0 */
/* server.h - an in-memory server of one release, for one request at a time. */
#ifndef RUNNER_UPGRADE_SERVER_H
#define RUNNER_UPGRADE_SERVER_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/core.h"
#include "fakeapi/meta/features.h"

struct upgrade__answer {
	int status;
	struct strbuf body, warnings; /* one line per Warning */
	cJSON *json;		      /* the parsed body; NULL: not JSON */
};

struct upgrade__server {
	struct fakeapi__core *core;
	int64_t now_ns;
};

/* Returns 0 or RELIST_ENOMEM. */
int upgrade__server_init(struct upgrade__server *s, const struct fakeapi__features *features);
void upgrade__server_fini(struct upgrade__server *s);
/* Sends a request; `body` NULL: none. RELIST_ENOMEM. */
int upgrade__ask(struct upgrade__server *s, const char *method, const char *uri, const char *body,
		 struct upgrade__answer *out);
void upgrade__answer_fini(struct upgrade__answer *a);

#endif
