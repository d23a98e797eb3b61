/* SPDX-License-Identifier: Apache-2.0 */
/* plugins.h - the plug-ins of the admission chain, for its table in admission.c. */
#ifndef FAKEAPI_PLUGINS_H
#define FAKEAPI_PLUGINS_H

#include "fakeapi/admission/admission.h"
#include "fakeapi/context.h"
#include "fakeapi/schema/ordered.h"

/* 404 or 403 for new objects in a namespace that is not there or ends; 403 for the end of one of
 * the server's own. */
int fakeapi__namespace_lifecycle(struct fakeapi__call *c, enum fakeapi__operation op,
				 const char *name);
/* A new node is no place for pods until someone says that it is ready. */
void fakeapi__taint_nodes(struct fakeapi__place node, const cJSON *old);
void fakeapi__default_tolerations(struct fakeapi__place pod, const cJSON *old);
/* LimitRanges: what containers get, what pods and claims may ask for. */
int fakeapi__limit_ranger_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__limit_ranger_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* A pod's class; a class for all pods without one. */
int fakeapi__priority_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__priority_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
void fakeapi__priority(struct fakeapi__place pod, const cJSON *old);

#endif
