/* SPDX-License-Identifier: Apache-2.0 */
/* strategies.h - the strategy of each type: rows of tbl/strategies.h, their functions in one file a
 * type. core.c hands fakeapi__strategy_of() to the verbs, which call nothing here by name.
 *
 * Who may call: server/, which hands the strategy of a type to the verbs. Threads: any, under the
 * core's lock.
 */
#ifndef FAKEAPI_STRATEGIES_H
#define FAKEAPI_STRATEGIES_H

#include <cjson/cJSON.h>

#include "fakeapi/schema/strategy.h"

/* Never NULL: types without a row share a generic one, custom resources another. */
const struct fakeapi__strategy *fakeapi__strategy_of(const struct fakeapi__resource *res);
/* i-th row, for tests; NULL past the end. */
const struct fakeapi__strategy *fakeapi__strategy_at(size_t i);

void fakeapi__pod_prepare(struct fakeapi__place pod, const cJSON *old);
/* A status written without a quality of service keeps it. */
int fakeapi__pod_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				    const char *sub);
/* Pods have time to end: marked first, and with no grace left taken away at once. */
int fakeapi__pod_delete(struct fakeapi__deletion *d, cJSON *obj);

/* The two names for where a claim's data comes from are one. */
void fakeapi__claim_prepare(struct fakeapi__place claim, const cJSON *old);
/* What only servers with coordinated elections know is dropped. */
/* A volume says since when it has its phase. */
int fakeapi__volume_prepare_for_create(const struct fakeapi__call *c, cJSON *obj);
int fakeapi__volume_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				       const char *sub);
void fakeapi__service_account_prepare(struct fakeapi__place account, const cJSON *old);
void fakeapi__lease_prepare(struct fakeapi__place lease, const cJSON *old);
void fakeapi__service_prepare(struct fakeapi__place service, const cJSON *old);
int fakeapi__service_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
					const char *sub);
/* Its ClusterIP and node ports. */
int fakeapi__service_allocate(struct fakeapi__call *c, cJSON *obj, const cJSON *old);

/* A job selects its pods by its own uid. */
int fakeapi__job_prepare_for_create(const struct fakeapi__call *c, cJSON *job);
void fakeapi__job_prepare(struct fakeapi__place job, const cJSON *old);

void fakeapi__namespace_prepare(struct fakeapi__place ns, const cJSON *old);
int fakeapi__namespace_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					  cJSON *obj, const char *sub);
bool fakeapi__namespace_stays(const cJSON *obj);
int fakeapi__namespace_delete(struct fakeapi__deletion *d, cJSON *obj);

/* In autoscaling/v1 annotations hold a part of the spec and of the status. */
int fakeapi__autoscaler_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					   cJSON *obj, const char *sub);

/* A certificate request says who made it; its conditions get their times. */
int fakeapi__certificate_prepare_for_create(const struct fakeapi__call *c, cJSON *obj);
int fakeapi__certificate_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					    cJSON *obj, const char *sub);

int fakeapi__api_service_prepare_for_create(const struct fakeapi__call *c, cJSON *obj);

/* storedVersions gains the storage version. */
void fakeapi__definition_prepare(struct fakeapi__place definition, const cJSON *old);
/* A definition stays until its custom resources are gone. */
int fakeapi__definition_delete(struct fakeapi__deletion *d, cJSON *obj);

#endif
