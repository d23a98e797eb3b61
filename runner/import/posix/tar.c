/* SPDX-License-Identifier: Apache-2.0 */
/* tar.c - the files of a tar archive, POSIX or GNU, in their order; zlib decompresses gzip around
 * it. Names may be long (pax, GNU). Members that are not regular files are skipped. */
#include <zlib.h>

#include "base/alloc.h"
#include "runner/import/posix/gzip.h"
#include "runner/import/posix/member.h"
#include "runner/import/posix/read_files.h"

enum { BLOCK = 512, PIECE = 64 << 10, NAME_MAX_BYTES = 64 << 10, MEMBERS_MAX = 100000 };

struct tar {
	struct imp__import *im;
	gzFile f;
	struct str archive;
	struct strbuf name; /* name of the next member, from a preceding header */
	char *piece;
	uint64_t members;
	bool end;
};

static int broken(struct tar *t, const char *what, struct relist_err *err)
{
	struct relist_err why = { .code = RELIST_EPARSE };

	t->end = true;
	(void)snprintf(why.msg, sizeof(why.msg), "tar, about byte %lld: %s",
		       (long long)gztell(t->f), what);
	return imp__file_error(t->im, &why, err);
}

/* Reads `len` bytes, or reports the file's error. */
static int read_bytes(struct tar *t, char *to, size_t len, struct relist_err *err)
{
	int n = gzread(t->f, to, (unsigned)len);

	if (n < 0) {
		t->end = true;
		return imp__gzip_error(t->im, t->f, err);
	}
	return (size_t)n == len ? 0 : broken(t, "cut short", err);
}

/* Parses octal digits, or GNU's binary form of larger numbers; UINT64_MAX: neither. */
static uint64_t number(const char *p, size_t len)
{
	uint64_t n = 0;
	size_t i = 0;

	if ((unsigned char)p[0] & 0x80) {
		for (i = len - 8; i < len; i++)
			n = n << 8 | (unsigned char)p[i];
		return n > INT64_MAX ? UINT64_MAX : n;
	}
	while (i < len && p[i] == ' ')
		i++;
	for (; i < len && p[i] && p[i] != ' '; i++) {
		if (p[i] < '0' || p[i] > '7')
			return UINT64_MAX;
		n = n * 8 + (uint64_t)(p[i] - '0');
	}
	return n;
}

static bool is_header(const char *block)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < BLOCK; i++)
		sum += i >= 148 && i < 156 ? ' ' : (unsigned char)block[i];
	return number(block + 148, 8) == sum;
}

static struct str field(const char *p, size_t max)
{
	const char *end = memchr(p, 0, max);

	return (struct str) { p, end ? (size_t)(end - p) : max };
}

static void take_name(struct tar *t, const char *block)
{
	struct str prefix = field(block + 345, 155);

	if (t->name.len)
		return;
	/* GNU's format has times in the prefix field */
	if (prefix.len && memcmp(block + 257, "ustar\0", 6) == 0)
		strbuf_addf(&t->name, STR_FMT "/", STR_ARG(prefix));
	strbuf_adds(&t->name, field(block, 100));
}

/* Parses pax records: "28 path=a/very/long/name\n". */
static void take_pax_name(struct tar *t, struct str text)
{
	while (text.len) {
		const char *space = memchr(text.ptr, ' ', text.len), *nl;
		struct str record;

		nl = memchr(text.ptr, '\n', text.len);
		if (!space || !nl || space > nl)
			return;
		record = (struct str) { space + 1, (size_t)(nl - space - 1) };
		if (record.len > 5 && memcmp(record.ptr, "path=", 5) == 0) {
			strbuf_clear(&t->name);
			strbuf_add(&t->name, record.ptr + 5, record.len - 5);
		}
		text.len -= (size_t)(nl + 1 - text.ptr);
		text.ptr = nl + 1;
	}
}

/* This member contains the name of the next one. */
static int read_name(struct tar *t, char type, uint64_t size, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	size_t whole = (size + BLOCK - 1) / BLOCK * BLOCK;
	int code;

	if (size > NAME_MAX_BYTES)
		return broken(t, "a name of more than 64 KiB", err);
	if (!strbuf_reserve(&text, whole + 1))
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	code = read_bytes(t, text.ptr, whole, err);
	if (code || t->end)
		return code;
	if (type == 'x') {
		take_pax_name(t, (struct str) { text.ptr, size });
	} else {
		strbuf_clear(&t->name);
		strbuf_adds(&t->name, field(text.ptr, size));
	}
	return t->name.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

/* Reads the bytes of a member; skips them if `m` is NULL. */
static int read_content(struct tar *t, struct imp__member *m, uint64_t size, struct relist_err *err)
{
	uint64_t rest = (size + BLOCK - 1) / BLOCK * BLOCK, left = size;
	int code = 0;

	while (rest && !code && !t->end) {
		size_t n = rest < PIECE ? (size_t)rest : PIECE;
		size_t used = left < n ? (size_t)left : n;

		code = read_bytes(t, t->piece, n, err);
		if (!code && !t->end && m && used)
			code = imp__member_feed(m, (struct str) { t->piece, used }, err);
		rest -= n;
		left -= used;
	}
	return code;
}

static int read_member(struct tar *t, uint64_t size, struct relist_err *err)
{
	struct imp__member m;
	int code;

	if (!imp__member_is_wanted(strbuf_str(&t->name)))
		return read_content(t, NULL, size, err);
	if (t->members++ == MEMBERS_MAX)
		return relist_err_set(err, RELIST_ELIMIT, STR_FMT ": more than %d files",
				      STR_ARG(t->archive), MEMBERS_MAX);
	code = imp__member_begin(&m, t->im, t->archive, strbuf_str(&t->name), err);
	if (!code)
		code = read_content(t, &m, size, err);
	return imp__member_end(&m, code, err);
}

static int read_entry(struct tar *t, struct relist_err *err)
{
	static const char nothing[BLOCK];
	char block[BLOCK];
	uint64_t size;
	int code = read_bytes(t, block, BLOCK, err);

	if (code || t->end)
		return code;
	if (memcmp(block, nothing, BLOCK) == 0) {
		t->end = true;
		return 0;
	}
	size = number(block + 124, 12);
	if (!is_header(block) || size == UINT64_MAX)
		return broken(t, "no header of a file", err);
	if (block[156] == 'x' || block[156] == 'L')
		return read_name(t, block[156], size, err);
	take_name(t, block);
	if (t->name.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	code = block[156] == '0' || !block[156] ? read_member(t, size, err)
						: read_content(t, NULL, size, err);
	strbuf_clear(&t->name);
	return code;
}

int imp__read_tar(struct imp__import *im, const char *path, struct relist_err *err)
{
	struct tar t = { .im = im, .archive = str_of(path) };
	int code = 0;

	t.f = imp__open_gzip(path, err);
	if (!t.f)
		return err ? err->code : RELIST_EIO;
	strbuf_init(&t.name);
	t.piece = base__malloc(PIECE);
	if (!t.piece)
		code = relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (!code)
		code = imp__begin(im, t.archive, err); /* errors name the archive */
	while (!code && !t.end)
		code = read_entry(&t, err);
	base__free(t.piece);
	strbuf_fini(&t.name);
	(void)gzclose(t.f);
	return code;
}
