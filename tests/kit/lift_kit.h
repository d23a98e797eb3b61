/* SPDX-License-Identifier: Apache-2.0 */
/* lift_kit.h - lifts recordings in memory and builds a small one: the program `ctl`, which watches
 * and writes ConfigMaps in the namespace d. */
#ifndef TESTS_LIFT_KIT_H
#define TESTS_LIFT_KIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* A pattern of names that differ in each run of the program; NULL: none. */
extern const char *lift_kit_generated;

/* Lifts the recording for the programs with these user agents. `key`: the only object, or NULL.
 * Fails if the scenario's run differs from the recording. */
void lift_kit_lift(struct str recording, const char *const *agents, size_t count, const char *key,
		   struct strbuf *out);
/* Fails unless the scenario lifted for `ctl` contains `want` (`there`) or lacks it. */
void lift_kit_expect(const struct strbuf *recording, const char *want, bool there);

/* The header, the list of ctl (version 9, empty) and its open watch (request 2), all at 1 s. */
#define LIFT_KIT_BEGIN                                                                             \
	"{\"recording\":1,\"source\":{\"kind\":\"proxy\"}}\n"                                      \
	"{\"request\":{\"id\":1,\"at\":\"1s\",\"conn\":1,\"method\":\"GET\",\"path\":\"/api/v1/"   \
	"configmaps\","                                                                            \
	"\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                                                 \
	"{\"response\":{\"id\":1,\"at\":\"1s\",\"status\":200,\"body\":{\"kind\":"                 \
	"\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},"        \
	"\"items\":[]}}}\n"                                                                        \
	"{\"request\":{\"id\":2,\"at\":\"1s\",\"conn\":1,\"method\":\"GET\",\"path\":\"/api/v1/"   \
	"configmaps\","                                                                            \
	"\"query\":{\"watch\":\"true\",\"resourceVersion\":\"9\"},"                                \
	"\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                                                 \
	"{\"response\":{\"id\":2,\"at\":\"1s\",\"status\":200,\"stream\":true}}\n"

/* A ConfigMap; `meta`: further members of its metadata, each after a comma. */
void lift_kit_add_object(struct strbuf *out, const char *name, const char *meta, unsigned rv);
/* An event of the watch of LIFT_KIT_BEGIN. */
void lift_kit_add_event(struct strbuf *out, const char *type, const char *name, unsigned rv,
			unsigned ms);
/* A PUT by ctl with the version `from` and its response; `rv`: the version written, if it
 * succeeds. */
void lift_kit_add_put(struct strbuf *out, unsigned id, const char *name, unsigned from, int status,
		      unsigned rv, unsigned ms);

#endif
