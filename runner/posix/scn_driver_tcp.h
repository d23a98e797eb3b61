/* SPDX-License-Identifier: Apache-2.0 */
/* scn_driver_tcp.h - scenarios over real sockets, with libmicrohttpd, libcurl and threads, in the
 * same virtual time as in the simulator. */
#ifndef RUNNER_POSIX_SCN_DRIVER_TCP_H
#define RUNNER_POSIX_SCN_DRIVER_TCP_H

#include "runner/engine/scn_driver.h"

extern const struct scn__driver_ops scn__driver_tcp;

#endif
