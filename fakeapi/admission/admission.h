/* SPDX-License-Identifier: Apache-2.0 */
/* admission.h - the steps between decoding and the strategy: defaults, then the plug-ins of the
 * admission chain. Order on a write: decode, fakeapi__default, fakeapi__managed_update,
 * fakeapi__admission_check and _admit, fakeapi__admit, the strategy's prepare, fakeapi__validate,
 * fakeapi__admission_judge. A new plug-in is a row in admission.c.
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

/* The plug-ins with a public name, in the order of the chain. */
enum fakeapi__plugin {
#define ADMISSION(name, cluster, alone) FAKEAPI_PLUGIN_##name,
#include "fakeapi/tbl/plugins.h"
#undef ADMISSION
	FAKEAPI_PLUGIN_COUNT
};

/* Parses comma-separated names, as in --enable-admission-plugins, into bits (NULL: none).
 * RELIST_EINVAL: the error has the unknown name and a suggestion; `flag`: the option's name. */
int fakeapi__plugins_parse(const char *names, const char *flag, uint64_t *bits,
			   struct relist_err *err);
/* RELIST_EINVAL: a plug-in is in both sets. */
int fakeapi__plugins_apart(uint64_t on, uint64_t off, struct relist_err *err);
/* True if the plug-in is enabled; `opt` NULL: the defaults. */
bool fakeapi__plugin_on(const struct fakeapi__options *opt, enum fakeapi__plugin plugin);

/* Fills in defaults (dnsPolicy, protocol, ...) in place. `old`: NULL on create. -1: out of memory.
 */
int fakeapi__default(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old);
/* template_generation.c: writes the generation of a DaemonSet's template, which is greater than
 * that of `old` (NULL on create) if the templates differ. -1: out of memory. */
int fakeapi__template_generation(const struct fakeapi__resource *res, const cJSON *old, cJSON *obj);
/* The same for a result of server-side apply: keeps an invalid null in a custom resource, so that
 * validation reports it. */
int fakeapi__default_applied(const struct fakeapi__resource *res, cJSON *obj);

/* The number of objects of the types that plug-ins search during a write. */
size_t fakeapi__admission_count(const struct fakeapi__core *core);

enum fakeapi__operation { FAKEAPI_CREATE_OPERATION, FAKEAPI_DELETE_OPERATION };

/* Calls every plug-in that may refuse the creation or deletion of `name` of c->res. -1: error in
 * st. */
int fakeapi__admission_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);

/* Plug-ins that fill in values from the store or refuse, before a new object is prepared and
 * validated. Needs the lock and does not park. -1: error in st, or out of memory. */
int fakeapi__admission_admit(struct fakeapi__call *c, cJSON *obj);
/* Plug-ins that check a valid object (`old` NULL: new), written through subresource `sub` ("":
 * none). As above. */
int fakeapi__admission_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			     const char *sub);
/* The last check, after the webhooks: quota. Unless `look` or in a dry run, it charges the object's
 * cost; call it with `look` first. As above. */
int fakeapi__admission_charge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			      const char *sub, bool look);
/* The object's name in messages; it may have none yet. */
const char *fakeapi__admission_name(const cJSON *obj);
/* 403 "RESOURCE "name" is forbidden: why"; always -1. */
int fakeapi__admission_forbid(struct fakeapi__call *c, const char *name, const char *why);

/* Adds the node's zone and region labels to a pod (PodTopologyLabels). -1: out of memory. */
int fakeapi__add_topology(struct fakeapi__call *c, cJSON *pod, const char *node);
/* Defaults of pod-level resources that apply after admission (POD_RESOURCES_AFTER_ADMISSION). -1:
 * out of memory. */
int fakeapi__default_pod_resources(const struct fakeapi__resource *res, cJSON *pod);

/* Removes fields of disabled features (tbl/disabled.h). -1: out of memory. */
int fakeapi__drop_disabled(const struct fakeapi__resource *res, cJSON *obj);
/* Runs the plug-ins that write into an object. `own`: an internal write; `opt`: the enabled ones
 * (NULL: the defaults). -1: out of memory. */
int fakeapi__admit(const struct fakeapi__options *opt, const struct fakeapi__resource *res,
		   cJSON *obj, const cJSON *old, bool own);

#endif
