/* SPDX-License-Identifier: Apache-2.0 */
/* admission.h - what happens to an object between decoding and its strategy: defaults, then the
 * plug-ins of the admission chain. Order on a write: decode, fakeapi__default,
 * fakeapi__managed_update, fakeapi__admission_check and _admit, fakeapi__admit, the strategy's
 * prepare, fakeapi__validate, fakeapi__admission_judge. A new plug-in is a row in admission.c.
 *
 * Who may call: rest/, apply/ and controllers/. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_ADMISSION_H
#define FAKEAPI_ADMISSION_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"
#include "relist/err.h"

struct fakeapi__call;
struct fakeapi__core;
struct fakeapi__options;

/* The plug-ins that have a name, in the order of the chain. */
enum fakeapi__plugin {
#define ADMISSION(name, cluster, alone) FAKEAPI_PLUGIN_##name,
#include "fakeapi/tbl/plugins.h"
#undef ADMISSION
	FAKEAPI_PLUGIN_COUNT
};

/* Names with commas between them, as --enable-admission-plugins takes them, as bits (NULL: none).
 * RELIST_EINVAL names the one that there is not, and what was perhaps meant; `flag` is what gave
 * them. */
int fakeapi__plugins_parse(const char *names, const char *flag, uint64_t *bits,
			   struct relist_err *err);
/* RELIST_EINVAL: one is in both. */
int fakeapi__plugins_apart(uint64_t on, uint64_t off, struct relist_err *err);
/* Whether a plug-in is on; `opt` NULL: as without any option. */
bool fakeapi__plugin_on(const struct fakeapi__options *opt, enum fakeapi__plugin plugin);

/* Fills in defaults (dnsPolicy, protocol, ...) in place. `old`: NULL on create. -1: out of memory.
 */
int fakeapi__default(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old);
/* The same of what server-side apply made: a null in a custom resource that may not be one stays,
 * for validation to see. */
int fakeapi__default_applied(const struct fakeapi__resource *res, cJSON *obj);

/* How many objects there are of types that plug-ins look through at a write. */
size_t fakeapi__admission_count(const struct fakeapi__core *core);

enum fakeapi__operation { FAKEAPI_CREATE_OPERATION, FAKEAPI_DELETE_OPERATION };

/* Calls every plug-in that may refuse the creation or deletion of `name` of c->res. -1: st
 * filled. */
int fakeapi__admission_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);

/* What plug-ins fill in from the store, and refuse, before a new object is prepared and validated.
 * Under the lock, not suspended. -1: st filled, or out of memory. */
int fakeapi__admission_admit(struct fakeapi__call *c, cJSON *obj);
/* What they refuse of an object that is valid (`old` NULL: new), written through subresource `sub`
 * ("": none). As above. */
int fakeapi__admission_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			     const char *sub);
/* The last word, after the webhooks: what the object costs is there (and, unless `look` or a dry
 * run, is charged: call it with `look` first). As above. */
int fakeapi__admission_charge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			      const char *sub, bool look);
/* What messages call an object that may have no name yet. */
const char *fakeapi__admission_name(const cJSON *obj);
/* 403 "RESOURCE "name" is forbidden: why"; always -1. */
int fakeapi__admission_forbid(struct fakeapi__call *c, const char *name, const char *why);

/* Gives a pod the zone and region of its node as labels (PodTopologyLabels). -1: out of memory. */
int fakeapi__add_topology(struct fakeapi__call *c, cJSON *pod, const char *node);
/* What a pod that names resources of its own gets once it is admitted
 * (POD_RESOURCES_AFTER_ADMISSION). -1: out of memory. */
int fakeapi__default_pod_resources(const struct fakeapi__resource *res, cJSON *pod);

/* Takes out what belongs to features that are off (tbl/disabled.h). -1: out of memory. */
int fakeapi__drop_disabled(const struct fakeapi__resource *res, cJSON *obj);
/* What the plug-ins write into an object. `own`: it is no client's write; `opt` says which are on
 * (NULL: as without any option). -1: out of memory. */
int fakeapi__admit(const struct fakeapi__options *opt, const struct fakeapi__resource *res,
		   cJSON *obj, const cJSON *old, bool own);

#endif
