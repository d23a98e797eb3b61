/* SPDX-License-Identifier: Apache-2.0 */
/* Any frames on both sides of the recording proxy: a client and a server of HTTP/2. The proxy sends
 * whole frames to both, comes to rest, and its recording can be read.
 *
 * The first byte is the size of the pieces. Then parts follow, each after one byte: the highest bit
 * names the side (0: the client), the others the length. Preface and SETTINGS are there already. */
#include "tests/kit/proxy_pair.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

enum { RECORDING_LINE_MAX = 64 << 20 };

struct text {
	struct str left;
};

static ptrdiff_t read_text(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct text *t = user;
	size_t n = t->left.len < cap ? t->left.len : cap;

	(void)err;
	memcpy(buf, t->left.ptr, n);
	t->left = (struct str) { t->left.ptr + n, t->left.len - n };
	return (ptrdiff_t)n;
}

static void check_recording(struct str text)
{
	struct text t = { text };
	struct relist_err err = { 0 };
	struct rec__reader r;
	struct rec__line line;
	int code;

	ASSERT(rec__reader_init(&r, (struct rec__input) { read_text, &t }, RECORDING_LINE_MAX,
				&err) == 0);
	do
		code = rec__read(&r, &line, &err);
	while (code == 1);
	ASSERT(code == 0 && !r.torn);
	rec__reader_fini(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct proxy_pair p;
	size_t piece;

	if (!len)
		return 0;
	proxy_pair_open(&p);
	piece = bytes[0] + 1u;
	for (size_t at = 1; at < len;) {
		size_t side = bytes[at] >> 7, left = bytes[at] & 0x7f;

		at++;
		left = left < len - at ? left : len - at;
		while (left) {
			size_t n = left < piece ? left : piece;

			proxy_pair_say(&p, side, bytes + at, n);
			at += n;
			left -= n;
		}
	}
	proxy_pair_close(&p);
	check_recording(strbuf_str(&p.text));
	strbuf_fini(&p.text);
	return 0;
}
