/* SPDX-License-Identifier: Apache-2.0 */
/* heads.c - limits the memory of all incomplete heads together.
 *
 * Each may have head_max bytes until its timeout. If all of them together have more than heads_max,
 * connections with more than their share are closed until the rest fits. */
#include "fakeapi/http/internal.h"

static bool holds_a_head(const struct conn *c)
{
	return c->head_bytes > 0;
}

static void drop_some(struct fakeapi__http *h)
{
	size_t heads = 0, share;
	struct conn *next;

	for (const struct conn *c = h->conns; c; c = c->next)
		heads += holds_a_head(c);
	share = heads ? h->opt.heads_max / heads : 0;
	for (struct conn *c = h->conns; c && h->head_bytes > h->opt.heads_max; c = next) {
		next = c->next;
		if (c->head_bytes <= share)
			continue;
		c->dropped = true;
		http__conn_close(c);
	}
}

void http__heads_count(struct conn *c, size_t bytes)
{
	struct fakeapi__http *h = c->h;

	h->head_bytes = h->head_bytes - c->head_bytes + bytes;
	c->head_bytes = bytes;
	if (h->head_bytes > h->opt.heads_max)
		drop_some(h);
}
