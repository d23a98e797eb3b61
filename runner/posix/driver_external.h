/* SPDX-License-Identifier: Apache-2.0 */
/* driver_external.h - the driver of `--world external`: see docs/conformance.md. */
#ifndef RUNNER_POSIX_DRIVER_EXTERNAL_H
#define RUNNER_POSIX_DRIVER_EXTERNAL_H

#include "runner/world/driver.h"

extern const struct scn__driver_ops runner__driver_external;
/* Skips every trace: traces need relist's own informer. */
extern const struct runner__world_ops runner__world_external;

#endif
