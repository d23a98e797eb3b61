/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/import/posix/member.h"

#include "base/alloc.h"
#include "runner/import/posix/gzip.h"

enum { OUT = 64 << 10, GZIP_WINDOW = 15 + 16 };

bool imp__member_is_wanted(struct str name)
{
	struct str base = name;

	for (size_t i = 0; i < name.len; i++)
		if (name.ptr[i] == '/')
			base = (struct str) { name.ptr + i + 1, name.len - i - 1 };
	return base.len && *base.ptr != '.';
}

int imp__member_begin(struct imp__member *m, struct imp__import *im, struct str archive,
		      struct str name, struct relist_err *err)
{
	AUTO_STRBUF full = STRBUF_INIT;

	*m = (struct imp__member) { .im = im };
	strbuf_addf(&full, STR_FMT "/" STR_FMT, STR_ARG(archive), STR_ARG(name));
	if (full.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	return imp__begin(im, strbuf_str(&full), err);
}

static int broken(struct imp__member *m, const char *what, struct relist_err *err)
{
	struct relist_err why = { .code = RELIST_EPARSE };

	m->done = true;
	(void)snprintf(why.msg, sizeof(why.msg), "gzip, about byte %llu: %.150s",
		       (unsigned long long)m->came, what);
	return imp__file_error(m->im, &why, err);
}

/* Runs inflate() once and passes its output on. */
static int inflate_once(struct imp__member *m, struct relist_err *err)
{
	int status, code;
	size_t n;

	if (m->ended && inflateReset(&m->z) != Z_OK)
		return broken(m, "broken", err);
	m->ended = false;
	m->z.next_out = (Bytef *)m->out;
	m->z.avail_out = OUT;
	status = inflate(&m->z, Z_NO_FLUSH);
	if (status == Z_MEM_ERROR)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
		return broken(m, m->z.msg ? m->z.msg : "broken", err);
	m->ended = status == Z_STREAM_END;
	n = OUT - m->z.avail_out;
	m->went += n;
	code = n ? imp__feed(m->im, (struct str) { m->out, n }, err) : 0;
	return !code && imp__is_bomb(m->came, m->went)
		   ? broken(m, "it becomes more than any log does", err)
		   : code;
}

static int inflate_piece(struct imp__member *m, struct str bytes, struct relist_err *err)
{
	int code = 0;

	m->z.next_in = (Bytef *)(uintptr_t)bytes.ptr;
	m->z.avail_in = (uInt)bytes.len;
	do
		code = inflate_once(m, err);
	while (!code && !m->done && (m->z.avail_in || (!m->ended && !m->z.avail_out)));
	return code;
}

int imp__member_feed(struct imp__member *m, struct str bytes, struct relist_err *err)
{
	bool first = !m->came;

	if (first && bytes.len >= 2 && memcmp(bytes.ptr, "\x1F\x8B", 2) == 0) {
		m->out = base__malloc(OUT);
		if (!m->out || inflateInit2(&m->z, GZIP_WINDOW) != Z_OK)
			return relist_err_set(err, RELIST_ENOMEM, "out of memory");
		m->packed = true;
	}
	m->came += bytes.len;
	if (m->done)
		return 0;
	return m->packed ? inflate_piece(m, bytes, err) : imp__feed(m->im, bytes, err);
}

int imp__member_end(struct imp__member *m, int code, struct relist_err *err)
{
	if (!code && m->packed && !m->done && !m->ended)
		code = broken(m, "cut short", err);
	if (m->packed)
		(void)inflateEnd(&m->z);
	base__free(m->out);
	m->out = NULL;
	return code ? code : imp__end(m->im, err);
}
