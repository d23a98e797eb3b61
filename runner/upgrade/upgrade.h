/* SPDX-License-Identifier: Apache-2.0 */
/* upgrade.h - finds how another release of Kubernetes treats manifests and requests. Servers of
 * both releases get them. Where the responses differ, a server of the new release without one of
 * its changes or feature gates shows which one is the cause.
 *
 * Who may call: the command line. Threads: one for each comparison; pure. */
#ifndef RUNNER_UPGRADE_UPGRADE_H
#define RUNNER_UPGRADE_UPGRADE_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "relist/err.h"

struct upgrade;

/* One difference. Borrowed for the call. */
struct upgrade__finding {
	const char *where;  /* "pods.yaml, document 2" */
	const char *what;   /* "StatefulSet apps/v1 default/web" */
	const char *text;   /* "spec.x is absent in 1.34, 1 in 1.37" */
	const char *reason; /* "a StatefulSet's ... (#139466)"; "": unknown */
};

typedef void upgrade__report_fn(void *user, const struct upgrade__finding *finding);

/* `from` and `to`: minors (fakeapi/meta/release.h). NULL: out of memory. */
struct upgrade *upgrade__new(unsigned from, unsigned to, upgrade__report_fn *report, void *user);
void upgrade__free(struct upgrade *u);
/* Compares an object of a manifest. Definitions and namespaces must come first. RELIST_ENOMEM. */
int upgrade__object(struct upgrade *u, const cJSON *obj, const char *where);
/* Checks that a request path of `client` is served. RELIST_ENOMEM. */
int upgrade__request(struct upgrade *u, const char *method, const char *uri, const char *client,
		     const char *where);
/* Checks group/version/plural, or version/plural, as scenarios name types. RELIST_ENOMEM. */
int upgrade__type(struct upgrade *u, const char *type, const char *where);
/* Objects of a kind that neither release serves are not compared. */
size_t upgrade__compared(const struct upgrade *u);
size_t upgrade__unknown(const struct upgrade *u);
size_t upgrade__found(const struct upgrade *u);

#endif
