/* SPDX-License-Identifier: Apache-2.0 */
/* ranges.h - the ranges that services get their numbers from, as kube-apiserver's flags name them.
 */
#ifndef FAKEAPI_RANGES_H
#define FAKEAPI_RANGES_H

#include "fakeapi/core.h"

/* Fills in core->service_ips and core->node_ports from the flags' values; NULL: not given.
 * RELIST_EINVAL. */
int fakeapi__ranges_parse(const char *service_ips, const char *node_ports,
			  struct fakeapi__options *core, struct relist_err *err);

#endif
