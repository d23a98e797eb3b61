/* SPDX-License-Identifier: Apache-2.0 */
/* strategies.h - the strategy of each type: rows of tbl/strategies.h, with functions in one file
 * per type. core.c passes fakeapi__strategy_of() to the verbs, which call nothing here by name.
 *
 * Who may call: server/, which passes a type's strategy to the verbs. Threads: any, under the
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
/* A status write without qosClass keeps the old one. */
int fakeapi__pod_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				    const char *sub);
/* Marks a pod for its grace period; deletes it at once if none is left. */
int fakeapi__pod_delete(struct fakeapi__deletion *d, cJSON *obj);

/* Synchronises the two fields for a claim's data source. */
void fakeapi__claim_prepare(struct fakeapi__place claim, const cJSON *old);
/* Set the time since which a volume has its phase. */
int fakeapi__volume_prepare_for_create(const struct fakeapi__call *c, cJSON *obj);
int fakeapi__volume_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				       const char *sub);
void fakeapi__service_account_prepare(struct fakeapi__place account, const cJSON *old);
/* Drops the fields of coordinated leader election, a disabled feature. */
void fakeapi__lease_prepare(struct fakeapi__place lease, const cJSON *old);
void fakeapi__service_prepare(struct fakeapi__place service, const cJSON *old);
int fakeapi__service_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
					const char *sub);
/* Allocates ClusterIP and node ports. */
int fakeapi__service_allocate(struct fakeapi__call *c, cJSON *obj, const cJSON *old);

/* Sets a job's selector to its own uid. */
int fakeapi__job_prepare_for_create(const struct fakeapi__call *c, cJSON *job);
void fakeapi__job_prepare(struct fakeapi__place job, const cJSON *old);

void fakeapi__namespace_prepare(struct fakeapi__place ns, const cJSON *old);
int fakeapi__namespace_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					  cJSON *obj, const char *sub);
bool fakeapi__namespace_stays(const cJSON *obj);
int fakeapi__namespace_delete(struct fakeapi__deletion *d, cJSON *obj);

/* In autoscaling/v1, annotations have a part of the spec and of the status. */
int fakeapi__autoscaler_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					   cJSON *obj, const char *sub);

/* Set a certificate request's user, and the times of its conditions. */
int fakeapi__certificate_prepare_for_create(const struct fakeapi__call *c, cJSON *obj);
int fakeapi__certificate_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					    cJSON *obj, const char *sub);

int fakeapi__api_service_prepare_for_create(const struct fakeapi__call *c, cJSON *obj);

/* Adds the storage version to storedVersions. */
void fakeapi__definition_prepare(struct fakeapi__place definition, const cJSON *old);
/* A definition stays until its custom resources are deleted. */
int fakeapi__definition_delete(struct fakeapi__deletion *d, cJSON *obj);

#endif
