/* SPDX-License-Identifier: Apache-2.0 */
/* h2_tunnel.h - a fakeapi__server whose every request goes to another server through HTTP/2 frames,
 * in virtual time: what plays requests to a server plays them over HTTP/2. */
#ifndef TESTS_KIT_H2_TUNNEL_H
#define TESTS_KIT_H2_TUNNEL_H

#include "fakeapi/exchange.h"

struct h2_tunnel;

/* `inner` is borrowed. Its requests are in-process ones, as the caller's are: not authenticated. */
struct h2_tunnel *h2_tunnel_new(struct fakeapi__server *inner);
/* After its exchanges have ended. */
void h2_tunnel_free(struct h2_tunnel *t);
struct fakeapi__server *h2_tunnel_server(struct h2_tunnel *t);

#endif
