/* SPDX-License-Identifier: Apache-2.0 */
/* ranges.h - the ranges that services get their numbers from, as kube-apiserver's flags name them.
 */
#ifndef FAKEAPI_POSIX_RANGES_H
#define FAKEAPI_POSIX_RANGES_H

#include "fakeapi/core.h"

struct fakeapi_options;

/* Fills in core->service_ips and core->node_ports where `opt` says something. RELIST_EINVAL. */
int fakeapi__ranges_parse(const struct fakeapi_options *opt, struct fakeapi__options *core,
			  struct relist_err *err);

#endif
