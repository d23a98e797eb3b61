/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a file to import: refused with a place, or a recording that its reader takes. The
 * first byte says whether to keep going, whether they come in pieces, and whether they are a
 * snapshot. */
#include "runner/import/import.h"
#include "runner/import/spool.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

struct text {
	struct strbuf text;
	size_t at;
};

static int append(void *user, struct str line, struct relist_err *err)
{
	struct strbuf *to = user;

	(void)err;
	ASSERT(line.len && line.ptr[line.len - 1] == '\n');
	ASSERT(!memchr(line.ptr, '\n', line.len - 1));
	strbuf_adds(to, line);
	return 0;
}

static ptrdiff_t take(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct text *t = user;
	size_t n = t->text.len - t->at < cap ? t->text.len - t->at : cap;

	(void)err;
	memcpy(buf, t->text.ptr + t->at, n);
	t->at += n;
	return (ptrdiff_t)n;
}

/* What was written is what its reader takes. */
static void read_back(struct text *t)
{
	struct rec__reader reader;
	struct rec__line line;
	struct relist_err err = { 0 };
	int code = rec__reader_init(&reader, (struct rec__input) { take, t }, 0, &err);

	ASSERT(code == 0);
	while ((code = rec__read(&reader, &line, &err)) == 1) {
	}
	ASSERT(code == 0);
	ASSERT(!reader.torn);
	rec__reader_fini(&reader);
}

static int import(struct imp__import *im, uint8_t how, struct str bytes, struct relist_err *err)
{
	size_t step = how & 2 ? 7 : bytes.len + 1;
	int code = how & 4 ? imp__snapshot(im, how & 8 ? 0 : IMP_NO_TIME, err) : 0;

	if (!code)
		code = imp__begin(im, STR("fuzz"), err);
	for (size_t at = 0; at < bytes.len && !code; at += step) {
		size_t n = bytes.len - at < step ? bytes.len - at : step;

		code = imp__feed(im, (struct str) { bytes.ptr + at, n }, err);
	}
	return code ? code : imp__end(im, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct imp__options opt = { .value_max = 1 << 20, .memory_max = 256 };
	struct text t = { .at = 0 };
	struct relist_err err = { 0 };
	struct imp__import *im;
	int code;

	if (len == 0)
		return 0;
	strbuf_init(&t.text);
	opt.keep_going = bytes[0] & 1;
	im = imp__new(&opt, &err);
	ASSERT(im);
	code = import(im, bytes[0], (struct str) { (const char *)bytes + 1, len - 1 }, &err);
	if (!code)
		code = imp__finish(im, (struct rec__output) { append, &t.text }, &err);
	if (code)
		ASSERT(err.msg[0]);
	else
		read_back(&t);
	imp__free(im);
	strbuf_fini(&t.text);
	return 0;
}
