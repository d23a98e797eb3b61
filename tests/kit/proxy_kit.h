/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_kit.h - a recording proxy whose recording is kept in memory, and clients of it. */
#ifndef TESTS_KIT_PROXY_KIT_H
#define TESTS_KIT_PROXY_KIT_H

#include <pthread.h>

#include "fakeapi/http/tls.h"
#include "runner/recording/posix/proxy.h"
#include "tests/kit/h2_client.h"

struct proxy_kit {
	uint16_t port;
	struct rec__writer writer;
	struct rec__tap tap;
	struct rec__proxy *proxy;
	struct fakeapi__tls pem; /* with TLS to clients */
	pthread_mutex_t lock;	 /* guards text and bytes */
	struct strbuf text;
	bool drops; /* lines are counted, not kept */
	uint64_t bytes;
};

/* A proxy with these options but for their tap. `s` is zero, but for `drops`. */
void proxy_kit_begin_with(struct proxy_kit *s, struct rec__proxy_options opt,
			  struct rec__tap_options tap);

/* A proxy of the server at `url`; `tls`: towards its clients. */
void proxy_kit_begin(struct proxy_kit *s, const char *url, bool tls);
void proxy_kit_finish(struct proxy_kit *s);
/* A client with prior knowledge, or by ALPN. */
struct h2_client *proxy_kit_h2(const struct proxy_kit *s);
/* Waits until the recording contains the text. */
void proxy_kit_wait(struct proxy_kit *s, const char *text);
bool proxy_kit_has(struct proxy_kit *s, const char *text);

#endif
