/* SPDX-License-Identifier: Apache-2.0 */
/* world_tcp.h - runs a trace over real sockets and threads: the player behind fakeapi/http, the
 * informer on libcurl, and a manual clock for both.
 *
 * There are no sleeps and no tolerances: after each input line the world waits until nothing is in
 * flight (world_tcp.c says how it knows), and only advance() moves time. */
#ifndef RUNNER_TCP_POSIX_WORLD_TCP_H
#define RUNNER_TCP_POSIX_WORLD_TCP_H

#include "runner/trace/world.h"

extern const struct runner__world_ops runner__world_tcp;
/* The same over TLS and HTTP/2. */
extern const struct runner__world_ops runner__world_http2;

#endif
