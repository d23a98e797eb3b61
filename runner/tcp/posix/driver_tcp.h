/* SPDX-License-Identifier: Apache-2.0 */
/* driver_tcp.h - runs scenarios over real sockets, with libcurl and threads, in the same virtual
 * time as the simulator. */
#ifndef RUNNER_TCP_POSIX_DRIVER_TCP_H
#define RUNNER_TCP_POSIX_DRIVER_TCP_H

#include "runner/world/driver.h"

extern const struct scn__driver_ops runner__driver_tcp;

#endif
