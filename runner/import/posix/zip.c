/* SPDX-License-Identifier: Apache-2.0 */
/* zip.c - zip archives: k8shark's, whose entries are zstd-compressed one by one, or any other. zstd
 * is loaded on demand: libzstd.so.1, a part of every Debian. */
#define _XOPEN_SOURCE 700 /* fseeko */
#ifndef RELIST_STATIC
#include <dlfcn.h>
#endif
#include <errno.h>
#include <zlib.h>

#include "base/alloc.h"
#include "runner/import/posix/gzip.h"
#include "runner/import/posix/member.h"
#include "runner/import/posix/read_files.h"

enum {
	VALUE_MAX = 64 << 20,
	DIRECTORY_MAX = 256 << 20,
	TAIL = 65536 + 22,
	FORMAT_MAX = 2, /* largest format_version of metadata.json */
};

/* --- zstd --- */

struct in_buffer {
	const void *src;
	size_t size, pos;
};

struct out_buffer {
	void *dst;
	size_t size, pos;
};

struct zstd {
	void *library, *stream;
	void *(*create)(void);
	size_t (*free)(void *stream);
	size_t (*init)(void *stream);
	size_t (*decompress)(void *stream, struct out_buffer *out, struct in_buffer *in);
	unsigned (*is_error)(size_t code);
};

#ifdef RELIST_STATIC /* the static program and WebAssembly link zstd: neither loads libraries */

void *ZSTD_createDStream(void);
size_t ZSTD_freeDStream(void *stream);
size_t ZSTD_initDStream(void *stream);
size_t ZSTD_decompressStream(void *stream, struct out_buffer *out, struct in_buffer *in);
unsigned ZSTD_isError(size_t code);

static bool zstd_load(struct zstd *z)
{
	*z = (struct zstd) {
		.create = ZSTD_createDStream,
		.free = ZSTD_freeDStream,
		.init = ZSTD_initDStream,
		.decompress = ZSTD_decompressStream,
		.is_error = ZSTD_isError,
	};
	return true;
}

#else

static bool find(void *library, const char *name, void *to)
{
	void *symbol = dlsym(library, name);

	memcpy(to, &symbol, sizeof(symbol));
	return symbol != NULL;
}

static bool zstd_load(struct zstd *z)
{
	*z = (struct zstd) { .library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL) };
	return z->library && find(z->library, "ZSTD_createDStream", (void *)&z->create) &&
	       find(z->library, "ZSTD_freeDStream", (void *)&z->free) &&
	       find(z->library, "ZSTD_initDStream", (void *)&z->init) &&
	       find(z->library, "ZSTD_decompressStream", (void *)&z->decompress) &&
	       find(z->library, "ZSTD_isError", (void *)&z->is_error);
}

#endif

static void zstd_unload(struct zstd *z)
{
#ifndef RELIST_STATIC
	if (z->library)
		(void)dlclose(z->library);
#else
	(void)z;
#endif
}

static int zstd_open(struct zstd *z, struct relist_err *err)
{
	if (!zstd_load(z))
		return relist_err_set(err, RELIST_ENOTFOUND,
				      "k8shark's archives need zstd: libzstd.so.1 was not found");
	z->stream = z->create();
	return z->stream ? 0 : relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

static void zstd_close(struct zstd *z)
{
	if (z->stream)
		z->free(z->stream);
	zstd_unload(z);
}

/* Returns 0, RELIST_EPARSE, RELIST_ELIMIT or RELIST_ENOMEM. */
static int unzstd(struct zstd *z, struct str bytes, size_t max, struct strbuf *out)
{
	struct in_buffer in = { bytes.ptr, bytes.len, 0 };
	char buf[32 << 10];
	size_t rest = 1;

	if (z->is_error(z->init(z->stream)))
		return RELIST_ENOMEM;
	/* the data may have several frames and skippable frames */
	while (rest || in.pos < in.size) {
		struct out_buffer chunk = { buf, sizeof(buf), 0 };
		size_t before = in.pos;

		rest = z->decompress(z->stream, &chunk, &in);
		if (z->is_error(rest) || (in.pos == before && !chunk.pos))
			return RELIST_EPARSE;
		strbuf_add(out, buf, chunk.pos);
		if (out->len > max)
			return RELIST_ELIMIT;
	}
	return out->failed ? RELIST_ENOMEM : 0;
}

static int undeflate(struct str bytes, size_t max, struct strbuf *out)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)bytes.ptr, .avail_in = (uInt)bytes.len };
	char buf[32 << 10];
	int status = Z_OK;

	if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
		return RELIST_ENOMEM;
	while (status == Z_OK) {
		z.next_out = (Bytef *)buf;
		z.avail_out = sizeof(buf);
		status = inflate(&z, Z_NO_FLUSH);
		strbuf_add(out, buf, sizeof(buf) - z.avail_out);
		if (out->len > max)
			break;
	}
	(void)inflateEnd(&z);
	return out->len > max		? RELIST_ELIMIT
	       : status != Z_STREAM_END ? RELIST_EPARSE
	       : out->failed		? RELIST_ENOMEM
					: 0;
}

/* --- the container --- */

struct archive {
	struct imp__import *im;
	struct str name;
	FILE *file;
	size_t value_max;
	struct zstd zstd;
	struct strbuf directory;
	uint32_t directory_at;
	uint32_t *starts; /* offsets of all members, sorted */
	size_t start_count;
	uint64_t packed, unpacked; /* sizes of all members so far */
	uint32_t count;
	bool starved;
};

static uint32_t little(const char *p, size_t bytes)
{
	uint32_t n = 0;

	for (size_t i = 0; i < bytes; i++)
		n |= (uint32_t)(unsigned char)p[i] << (8 * i);
	return n;
}

static int broken(struct archive *a, const char *what, struct relist_err *err)
{
	struct relist_err why = { .code = RELIST_EPARSE };

	if (a->starved)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	(void)snprintf(why.msg, sizeof(why.msg), "zip: %s", what);
	return imp__file_error(a->im, &why, err);
}

static bool read_at(struct archive *a, int64_t at, size_t len, struct strbuf *out)
{
	strbuf_clear(out);
	if (fseeko(a->file, (off_t)at, SEEK_SET) != 0 || !strbuf_reserve(out, len + 1)) {
		a->starved |= out->failed;
		return false;
	}
	out->len = fread(out->ptr, 1, len, a->file);
	out->ptr[out->len] = 0;
	return out->len == len;
}

/* Returns false if there is no central directory. */
static bool find_directory(struct archive *a)
{
	AUTO_STRBUF tail = STRBUF_INIT;
	int64_t size;
	size_t len;

	if (fseeko(a->file, 0, SEEK_END) != 0)
		return false;
	size = ftello(a->file);
	len = size < TAIL ? (size_t)size : TAIL;
	if (size < 22 || !read_at(a, size - (int64_t)len, len, &tail))
		return false;
	for (size_t i = len - 22 + 1; i-- > 0;) {
		const char *p = tail.ptr + i;
		uint32_t bytes, at;

		if (memcmp(p, "PK\5\6", 4) != 0)
			continue;
		a->count = little(p + 10, 2);
		bytes = little(p + 12, 4);
		at = a->directory_at = little(p + 16, 4);
		return bytes <= DIRECTORY_MAX && (int64_t)at + bytes <= size &&
		       read_at(a, at, bytes, &a->directory);
	}
	return false;
}

struct member {
	struct str name;
	uint32_t method, packed, at;
};

/* Reads the next entry of the directory; false: its end, or it is invalid. */
static bool next_member(const struct archive *a, size_t *at, struct member *m)
{
	const char *p = a->directory.ptr + *at;
	size_t rest = a->directory.len - *at, len;

	if (rest < 46 || memcmp(p, "PK\1\2", 4) != 0)
		return false;
	m->method = little(p + 10, 2);
	m->packed = little(p + 20, 4);
	m->at = little(p + 42, 4);
	len = little(p + 28, 2);
	m->name = (struct str) { p + 46, len };
	len += 46 + little(p + 30, 2) + little(p + 32, 2);
	*at += len;
	return len <= rest && m->packed != UINT32_MAX && m->at != UINT32_MAX;
}

static bool ends_in(struct str s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.len >= n && memcmp(s.ptr + s.len - n, suffix, n) == 0;
}

/* The offset of the next member or of the directory. */
static uint32_t limit_of(const struct archive *a, const struct member *m)
{
	size_t low = 0, high = a->start_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (a->starts[middle] <= m->at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < a->start_count ? a->starts[low] : a->directory_at;
}

static int by_start(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Members that share bytes can expand a small archive to petabytes. */
static int find_starts(struct archive *a, struct relist_err *err)
{
	struct member m;
	size_t count = 0, at;

	for (at = 0; next_member(a, &at, &m);)
		count++;
	a->starts = base__reallocarray(NULL, count + 1, sizeof(*a->starts));
	if (!a->starts)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	for (at = 0; next_member(a, &at, &m);)
		a->starts[a->start_count++] = m.at;
	qsort(a->starts, count, sizeof(*a->starts), by_start);
	for (size_t i = 1; i < count; i++)
		if (a->starts[i] == a->starts[i - 1])
			return relist_err_set(err, RELIST_EINVAL,
					      "%.180s: zip: members overlap, which no packer does",
					      a->name.ptr);
	return 0;
}

static int unpack_bytes(struct archive *a, const struct member *m, struct strbuf *out);

/* Appends the member's content. Returns 0, the error codes of unzstd(), or RELIST_EINVAL: it
 * overlaps the next member. */
static int unpack(struct archive *a, const struct member *m, struct strbuf *out)
{
	int code = unpack_bytes(a, m, out);

	a->packed += m->packed;
	a->unpacked += out->len;
	return !code && imp__is_bomb(a->packed, a->unpacked) ? RELIST_ELIMIT : code;
}

static int unpack_bytes(struct archive *a, const struct member *m, struct strbuf *out)
{
	AUTO_STRBUF head = STRBUF_INIT, packed = STRBUF_INIT, inflated = STRBUF_INIT;
	struct str bytes;
	int64_t begin;
	int code = 0;

	if (m->packed > a->value_max || !read_at(a, m->at, 30, &head) ||
	    memcmp(head.ptr, "PK\3\4", 4) != 0)
		return head.failed ? RELIST_ENOMEM : RELIST_EPARSE;
	begin = (int64_t)m->at + 30 + little(head.ptr + 26, 2) + little(head.ptr + 28, 2);
	if (begin + m->packed > limit_of(a, m))
		return RELIST_EINVAL;
	if (!read_at(a, begin, m->packed, &packed))
		return packed.failed ? RELIST_ENOMEM : RELIST_EPARSE;
	bytes = strbuf_str(&packed);
	if (m->method == 8) {
		code = undeflate(bytes, a->value_max, &inflated);
		bytes = strbuf_str(&inflated);
	} else if (m->method) {
		return RELIST_EPARSE;
	}
	if (code)
		return code;
	if (a->zstd.stream && ends_in(m->name, ".zst"))
		return unzstd(&a->zstd, bytes, a->value_max, out);
	strbuf_adds(out, bytes);
	return out->failed ? RELIST_ENOMEM : 0;
}

static int check_version(struct archive *a, struct str metadata, struct relist_err *err)
{
	struct relist_err why = { .code = RELIST_EPARSE };
	int64_t version = 1;
	json_t json;

	if (!json_valid(metadata, &json, NULL))
		return broken(a, "metadata.json is not JSON", err);
	(void)json_int64(json_get(json, "format_version"), &version);
	if (version <= FORMAT_MAX)
		return 0;
	(void)snprintf(why.msg, sizeof(why.msg),
		       "metadata.json: format_version is %lld, read is up to %d",
		       (long long)version, FORMAT_MAX);
	return imp__file_error(a->im, &why, err);
}

static int not_unpacked(struct archive *a, const struct member *m, int code, struct relist_err *err)
{
	AUTO_STRBUF what = STRBUF_INIT;

	if (code == RELIST_ENOMEM)
		return relist_err_set(err, code, "out of memory");
	strbuf_addf(&what, "%.*s: %s", (int)(m->name.len < 120 ? m->name.len : 120), m->name.ptr,
		    code == RELIST_ELIMIT   ? "too large"
		    : code == RELIST_EINVAL ? "it overlaps the next member, which no packer does"
					    : "cannot be unpacked");
	return what.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			   : broken(a, what.ptr, err);
}

/* Reads a file of an archive that is not a k8shark capture. */
static int read_any(struct archive *a, const struct member *m, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct imp__member member;
	int code;

	if (!imp__member_is_wanted(m->name))
		return 0;
	code = unpack(a, m, &text);
	if (code)
		return not_unpacked(a, m, code, err);
	code = imp__member_begin(&member, a->im, a->name, m->name, err);
	if (!code && text.len)
		code = imp__member_feed(&member, strbuf_str(&text), err);
	return imp__member_end(&member, code, err);
}

static int read_record(struct archive *a, const struct member *m, struct relist_err *err)
{
	bool record = (ends_in(m->name, ".json.zst") || ends_in(m->name, ".json")) &&
		      strstr(m->name.ptr, "/records/") != NULL &&
		      strstr(m->name.ptr, "/records/") < m->name.ptr + m->name.len;
	bool metadata = ends_in(m->name, "/metadata.json");
	AUTO_STRBUF text = STRBUF_INIT;
	int code;

	if (!record && !metadata)
		return 0;
	code = unpack(a, m, &text);
	if (code)
		return not_unpacked(a, m, code, err);
	if (metadata)
		return check_version(a, strbuf_str(&text), err);
	strbuf_addc(&text, '\n');
	if (text.failed)
		return not_unpacked(a, m, RELIST_ENOMEM, err);
	return imp__feed(a->im, strbuf_str(&text), err);
}

/* Whether a member's name ends with `suffix`. */
static bool has_member(const struct archive *a, const char *suffix)
{
	struct member m;

	for (size_t at = 0; next_member(a, &at, &m);)
		if (ends_in(m.name, suffix))
			return true;
	return false;
}

static int read_members(struct archive *a, struct relist_err *err)
{
	struct member m;
	size_t at = 0;
	bool capture;
	int code = 0;

	if (!find_directory(a))
		return broken(a, "there is no directory at the end: cut short, or not a zip", err);
	code = find_starts(a, err);
	capture = has_member(a, "/metadata.json");
	if (!code && has_member(a, ".json.zst"))
		code = zstd_open(&a->zstd, err);
	while (!code && next_member(a, &at, &m))
		code = capture ? read_record(a, &m, err) : read_any(a, &m, err);
	if (!code && at != a->directory.len)
		code = broken(a, "the directory is broken", err);
	return code;
}

int imp__read_zip(struct imp__import *im, const char *path, size_t value_max,
		  struct relist_err *err)
{
	struct archive a = { .im = im,
			     .name = str_of(path),
			     .value_max = value_max ? value_max : VALUE_MAX };
	int code;

	a.file = fopen(path, "rb");
	if (!a.file)
		return relist_err_set(err, RELIST_EIO, "%.180s: %s", path, strerror(errno));
	strbuf_init(&a.directory);
	code = imp__begin(im, a.name, err);
	if (!code)
		code = read_members(&a, err);
	if (!code)
		code = imp__end(im, err);
	zstd_close(&a.zstd);
	strbuf_fini(&a.directory);
	base__free(a.starts);
	(void)fclose(a.file);
	return code;
}
