/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a recording, in pieces of the size that the first byte says: refused with a place,
 * or read; and what was read is written so that it reads the same. */
#include "runner/recording/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

struct pieces {
	struct str text;
	size_t piece;
};

static ptrdiff_t read_piece(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct pieces *p = user;
	size_t n = p->piece < cap ? p->piece : cap;

	(void)err;
	if (n > p->text.len)
		n = p->text.len;
	memcpy(buf, p->text.ptr, n);
	p->text = (struct str) { p->text.ptr + n, p->text.len - n };
	return (ptrdiff_t)n;
}

static int append(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	strbuf_adds(user, line);
	return 0;
}

/* Writes what `text` says to `out`; false when it cannot be read to its end. */
static bool copy(struct str text, size_t piece, struct strbuf *out)
{
	struct pieces p = { text, piece };
	struct relist_err err = { 0 };
	struct rec__writer w;
	struct rec__reader r;
	struct rec__line line;
	int code = rec__reader_init(&r, (struct rec__input) { read_piece, &p }, 1 << 16, &err);

	rec__writer_init(&w, (struct rec__output) { append, out });
	if (!code)
		ASSERT(rec__write_header(&w, &r.header, &err) == 0);
	while (!code && (code = rec__read(&r, &line, &err)) == 1) {
		ASSERT(line.number == r.line_number);
		code = rec__write(&w, &line, &err);
		ASSERT(code == 0);
	}
	if (code)
		ASSERT(err.code == code && err.line && err.msg[0]);
	rec__reader_fini(&r);
	rec__writer_fini(&w);
	return code == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	AUTO_STRBUF once = STRBUF_INIT;
	AUTO_STRBUF twice = STRBUF_INIT;

	if (!len || !copy((struct str) { (const char *)bytes + 1, len - 1 }, bytes[0] + 1u, &once))
		return 0;
	/* The writer says some things shorter, so a line may have grown over the limit. */
	if (copy(strbuf_str(&once), 1 << 16, &twice))
		ASSERT(str_eq(strbuf_str(&once), strbuf_str(&twice)));
	return 0;
}
