/* SPDX-License-Identifier: Apache-2.0 */
/* config.h - kube-apiserver's AdmissionConfiguration, which configures the plug-ins.
 *
 * Who may call: the plug-ins of this folder; server/ makes it. Threads: under the core's lock.
 */
#ifndef FAKEAPI_ADMISSION_CONFIG_H
#define FAKEAPI_ADMISSION_CONFIG_H

#include <cjson/cJSON.h>

#include "base/map.h"
#include "fakeapi/admission/pod_standards.h"
#include "relist/err.h"

enum { FAKEAPI_EVENT_LIMITS_MAX = 8 };

/* A limit of EventRateLimit: events per second and burst for each key. */
struct fakeapi__event_limit {
	char type[20]; /* Server, Namespace, User, SourceAndObject */
	double qps, burst;
	size_t keys_max;
	struct map keys; /* key -> struct token bucket */
};

struct fakeapi__call;

struct fakeapi__admission_config {
	cJSON *tree; /* owns the JSON below */
	/* PodSecurity for namespaces without labels; enforce, audit, warn. */
	struct fakeapi__demand pod_security[3];
	const cJSON *exempt; /* usernames, runtimeClasses, namespaces; NULL: none */
	/* PodNodeSelector: namespace -> selector, and clusterDefaultNodeSelector; NULL: none */
	const cJSON *node_selectors;
	struct fakeapi__event_limit limits[FAKEAPI_EVENT_LIMITS_MAX];
	size_t limit_count;
};

/* `text`: the AdmissionConfiguration as JSON, with each plug-in's `configuration`. RELIST_EINVAL:
 * the error is in `err`; RELIST_ENOMEM. */
int fakeapi__admission_config_new(const char *text, struct fakeapi__admission_config **out,
				  struct relist_err *err);
/* Whether the plug-in's configuration has an effect here. */
bool fakeapi__admission_config_reads(const char *plugin);
/* Appends the name of the call's user; nothing without authentication. -1: out of memory. */
int fakeapi__call_user_name(const struct fakeapi__call *c, struct strbuf *out);
void fakeapi__admission_config_free(struct fakeapi__admission_config *config); /* NULL is fine */

#endif
