/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/heard.h"

#include <string.h>

#include "tests/kit/net.h"

void heard_init(struct heard *h)
{
	(void)pthread_mutex_init(&h->lock, NULL);
	strbuf_init(&h->text);
}

void heard_fini(struct heard *h)
{
	(void)pthread_mutex_destroy(&h->lock);
	strbuf_fini(&h->text);
}

void hear(void *user, const char *text)
{
	struct heard *h = user;

	(void)pthread_mutex_lock(&h->lock);
	strbuf_addz(&h->text, text);
	(void)pthread_mutex_unlock(&h->lock);
}

struct awaited {
	struct heard *heard;
	const char *text;
};

static bool is_heard(void *user)
{
	const struct awaited *a = user;
	bool found;

	(void)pthread_mutex_lock(&a->heard->lock);
	found = a->heard->text.ptr && strstr(a->heard->text.ptr, a->text);
	(void)pthread_mutex_unlock(&a->heard->lock);
	return found;
}

void heard_wait(struct heard *h, const char *text)
{
	net_wait(is_heard, &(struct awaited) { h, text });
}
