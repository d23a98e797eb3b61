/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/gunzip.h"

#include <string.h>

#include "relist/err.h"

enum { PART = 16384, GZIP_ONLY = 16 };

void inf__gunzip_init(struct inf__gunzip *g)
{
	memset(g, 0, sizeof(*g));
	g->between = true;
}

void inf__gunzip_fini(struct inf__gunzip *g)
{
	if (g->open)
		(void)inflateEnd(&g->z);
	inf__gunzip_init(g);
}

static int begin_member(struct inf__gunzip *g)
{
	int rc = g->open ? inflateReset(&g->z) : inflateInit2(&g->z, GZIP_ONLY + MAX_WBITS);

	if (rc != Z_OK)
		return rc == Z_MEM_ERROR ? RELIST_ENOMEM : RELIST_EPARSE;
	g->open = g->any = true;
	g->between = false;
	return 0;
}

static int step(struct inf__gunzip *g, bool (*take)(void *user, const void *bytes, size_t len),
		void *user)
{
	unsigned char part[PART];
	int rc;

	do {
		g->z.next_out = part;
		g->z.avail_out = sizeof(part);
		rc = inflate(&g->z, Z_NO_FLUSH);
		if (rc == Z_MEM_ERROR)
			return RELIST_ENOMEM;
		if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
			return RELIST_EPARSE;
		if (g->z.avail_out < sizeof(part) &&
		    !take(user, part, sizeof(part) - g->z.avail_out))
			return RELIST_ECLOSED;
	} while (rc == Z_OK && (g->z.avail_in || g->z.avail_out == 0));
	g->between = rc == Z_STREAM_END;
	return 0;
}

int inf__gunzip_feed(struct inf__gunzip *g, const void *bytes, size_t len,
		     bool (*take)(void *user, const void *bytes, size_t len), void *user)
{
	int rc = g->failed ? RELIST_EPARSE : 0;

	while (len && !rc) {
		uInt n = len < UINT32_MAX ? (uInt)len : UINT32_MAX;

		if (g->between)
			rc = begin_member(g);
		if (rc)
			break;
		g->z.next_in = bytes;
		g->z.avail_in = n;
		rc = step(g, take, user);
		n -= g->z.avail_in;
		bytes = (const char *)bytes + n;
		len -= n;
	}
	g->failed |= rc == RELIST_EPARSE;
	return rc;
}

bool inf__gunzip_is_whole(const struct inf__gunzip *g)
{
	return g->any && g->between && !g->failed;
}
