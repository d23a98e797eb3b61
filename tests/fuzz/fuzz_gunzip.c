/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_gunzip.c - a compressed body from anywhere, whole and cut into pieces as long as its first
 * byte says: both give the same bytes and the same verdict. */
#include "base/str.h"
#include "informer/posix/gunzip.h"
#include "relist/err.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OUT_MAX = 1 << 20 };

static bool keep(void *user, const void *bytes, size_t len)
{
	struct strbuf *out = user;

	strbuf_adds(out, (struct str) { bytes, len });
	return out->len < OUT_MAX;
}

static int inflate_in(const uint8_t *data, size_t size, size_t step, struct strbuf *out,
		      bool *whole)
{
	struct inf__gunzip g;
	int rc = 0;

	inf__gunzip_init(&g);
	for (size_t at = 0; at < size && !rc; at += step)
		rc =
		    inf__gunzip_feed(&g, data + at, step < size - at ? step : size - at, keep, out);
	*whole = inf__gunzip_is_whole(&g);
	ASSERT(!*whole || rc != RELIST_EPARSE);
	inf__gunzip_fini(&g);
	return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO_STRBUF once = STRBUF_INIT;
	AUTO_STRBUF cut = STRBUF_INIT;
	bool whole = false, whole_cut = false;
	int rc;

	if (size == 0)
		return 0;
	rc = inflate_in(data + 1, size - 1, size, &once, &whole);
	/* Where too much is refused depends on the pieces. */
	if (rc == RELIST_ECLOSED)
		return 0;
	ASSERT(inflate_in(data + 1, size - 1, data[0] + 1U, &cut, &whole_cut) == rc);
	ASSERT(whole == whole_cut);
	/* How much comes out before an error depends on the pieces as well. */
	ASSERT(rc != 0 || str_eq(strbuf_str(&once), strbuf_str(&cut)));
	return 0;
}
