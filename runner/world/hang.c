/* SPDX-License-Identifier: Apache-2.0 */
/* hang.c - the response after a failure: none, so that clients do nothing more. */
#include "base/alloc.h"
#include "runner/world/world.h"

static enum fakeapi__head hang_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)x;
	(void)now_ns;
	return FAKEAPI_HEAD_WAIT;
}

static ptrdiff_t hang_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	(void)x;
	(void)now_ns;
	(void)buf;
	(void)cap;
	return FAKEAPI_PULL_WAIT;
}

static int64_t hang_deadline(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void hang_end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)client_gone;
	base__free(x);
}

struct fakeapi__exchange *world__hang(void)
{
	static const struct fakeapi__exchange_ops ops = { hang_head, hang_pull, hang_deadline,
							  hang_end, NULL };
	struct fakeapi__exchange *x = base__calloc(1, sizeof(*x));

	if (x)
		x->ops = &ops;
	return x;
}
