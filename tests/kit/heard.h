/* SPDX-License-Identifier: Apache-2.0 */
/* heard.h - what a thread of the product reports, as one text that a test waits for. */
#ifndef RELIST_TESTS_KIT_HEARD_H
#define RELIST_TESTS_KIT_HEARD_H

#include <pthread.h>

#include "base/str.h"

struct heard {
	pthread_mutex_t lock;
	struct strbuf text;
};

void heard_init(struct heard *h);
/* After the thread has ended. */
void heard_fini(struct heard *h);
/* A callback; `user` is the struct heard. */
void hear(void *user, const char *text);
/* Fails the test if `text` does not come. */
void heard_wait(struct heard *h, const char *text);

#endif
