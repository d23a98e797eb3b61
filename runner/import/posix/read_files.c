/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/import/posix/read_files.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/text/rfc3339.h"
#include "runner/import/posix/gzip.h"
#include "runner/import/spool.h"
#include "runner/looks.h"
#include "runner/posix/files.h"

enum {
	BUFFER = 256 << 10,
	DEPTH_MAX = 8,
};

static int is_bomb(struct imp__import *im, gzFile f, int64_t total, bool *stop,
		   struct relist_err *err)
{
	int64_t packed = gzoffset(f) > 0 ? gzoffset(f) : 1;
	struct relist_err why = { .code = RELIST_ELIMIT };

	if (gzdirect(f) || !imp__is_bomb((uint64_t)packed, (uint64_t)total))
		return 0;
	*stop = true;
	(void)snprintf(why.msg, sizeof(why.msg),
		       "gzip: %lld bytes become more than %lld, which no log does",
		       (long long)packed, (long long)total);
	return imp__file_error(im, &why, err);
}

static int feed_all(struct imp__import *im, gzFile f, struct relist_err *err)
{
	char *buf = base__malloc(BUFFER);
	int64_t total = 0;
	bool stop = false;
	int code = 0, n;

	if (!buf)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	while (!code && !stop && (n = gzread(f, buf, BUFFER)) != 0) {
		if (n < 0) {
			code = imp__gzip_error(im, f, err);
			break;
		}
		total += n;
		code = imp__feed(im, (struct str) { buf, (size_t)n }, err);
		if (!code)
			code = is_bomb(im, f, total, &stop, err);
	}
	/* gzread() returns the data of a truncated member and reports the error only here. */
	if (!code && !stop && !gzdirect(f) && total) {
		int number = Z_OK;

		(void)gzerror(f, &number);
		if (number != Z_OK)
			code = imp__gzip_error(im, f, err);
	}
	base__free(buf);
	return code;
}

static int read_stream(struct imp__import *im, const char *path, struct relist_err *err)
{
	gzFile f = imp__open_gzip(path, err);
	int code;

	if (!f)
		return err ? err->code : RELIST_EIO;
	code = imp__begin(im, str_of(strcmp(path, "-") == 0 ? "standard input" : path), err);
	if (!code)
		code = feed_all(im, f, err);
	if (!code)
		code = imp__end(im, err);
	(void)gzclose(f);
	return code;
}

int imp__read_start(const char *path, size_t len, struct strbuf *out, struct relist_err *err)
{
	gzFile f = imp__open_gzip(path, err);
	int n;

	if (!f)
		return err ? err->code : RELIST_EIO;
	if (!strbuf_reserve(out, len + 1)) {
		(void)gzclose(f);
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	}
	n = gzread(f, out->ptr + out->len, (unsigned)len);
	if (n > 0)
		out->len += (size_t)n;
	out->ptr[out->len] = 0;
	(void)gzclose(f);
	return 0;
}

/* --- folders --- */

static bool ends_in(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix);

	return n > m && strcmp(name + n - m, suffix) == 0;
}

static bool is_yaml(const char *name)
{
	return ends_in(name, ".yaml") || ends_in(name, ".yml") || ends_in(name, ".yaml.gz") ||
	       ends_in(name, ".yml.gz");
}

static bool is_json(const char *name)
{
	return ends_in(name, ".json") || ends_in(name, ".json.gz");
}

/* Compares names by their numbers: 2 before 10. */
static int by_name(const void *a, const void *b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;

	while (*x && *y) {
		size_t n = strspn(x, "0123456789"), m = strspn(y, "0123456789");

		if (!n || !m) {
			if (*x != *y)
				break;
			x++, y++;
			continue;
		}
		for (; *x == '0' && n > 1; x++)
			n--;
		for (; *y == '0' && m > 1; y++)
			m--;
		if (n != m || strncmp(x, y, n) != 0)
			return n != m ? (n < m ? -1 : 1) : strncmp(x, y, n);
		x += n, y += m;
	}
	return (unsigned char)*x == (unsigned char)*y ? strcmp(*(char *const *)a, *(char *const *)b)
						      : (unsigned char)*x - (unsigned char)*y;
}

/* The names in the folder, sorted; full paths. */
static int list_folder(const char *path, struct runner__paths *out, struct relist_err *err)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	int code = 0;

	if (!dir)
		return imp__system_error(path, err);
	while (!code && (entry = readdir(dir))) {
		AUTO_STRBUF full = STRBUF_INIT;

		if (entry->d_name[0] == '.')
			continue;
		strbuf_addf(&full, "%s/%s", path, entry->d_name);
		code = full.failed ? RELIST_ENOMEM : runner__paths_add(out, full.ptr);
	}
	(void)closedir(dir);
	if (out->len)
		qsort(out->items, out->len, sizeof(*out->items), by_name);
	return code ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

/* The folders already read; links may lead to one of them again. */
struct seen {
	struct map folders; /* device and inode */
	bool failed;
};

static bool is_already_seen(struct seen *seen, const struct stat *st)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, "%llx %llx", (unsigned long long)st->st_dev,
		    (unsigned long long)st->st_ino);
	if (!key.failed && map_get(&seen->folders, strbuf_str(&key)))
		return true;
	seen->failed |= key.failed || map_put(&seen->folders, strbuf_str(&key), seen, NULL) != 0;
	return false;
}

/* Opening a pipe blocks, and devices have no end: only files and folders are read. */
static const char *why_not(struct seen *seen, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return errno == ELOOP ? "a link in a circle" : strerror(errno);
	if (S_ISDIR(st.st_mode))
		return is_already_seen(seen, &st) ? "a folder that is read already" : NULL;
	return S_ISREG(st.st_mode)    ? NULL
	       : S_ISFIFO(st.st_mode) ? "a named pipe"
	       : S_ISSOCK(st.st_mode) ? "a socket"
				      : "a device";
}

static int list_readable(struct imp__import *im, struct seen *seen, const char *path,
			 struct runner__paths *out, struct relist_err *err)
{
	int code = list_folder(path, out, err);
	size_t kept = 0;

	for (size_t i = 0; i < out->len; i++) {
		const char *why = code ? NULL : why_not(seen, out->items[i]);

		if (why) {
			code = imp__left_out(im, str_of(out->items[i]), why, err);
			base__free(out->items[i]);
		} else {
			out->items[kept++] = out->items[i];
		}
	}
	out->len = kept;
	return !code && seen->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : code;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_regular(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int64_t of_digits(const char *digits, size_t at, size_t len)
{
	int64_t n = 0;

	for (size_t i = at; i < at + len; i++)
		n = n * 10 + (digits[i] - '0');
	return n;
}

/* The time at the start of a name: "2026-11-22T08-13-59", "20261122T0813", "1795335239". */
static int64_t time_of_name(const char *name)
{
	char digits[32], text[40];
	size_t n = 0;
	int64_t at;

	for (const char *p = name; *p && n < sizeof(digits) - 1; p++)
		if (*p >= '0' && *p <= '9')
			digits[n++] = *p;
		else if (n >= 8 && !strchr("-_:.TtZz", *p))
			break;
	digits[n] = 0;
	if (n == 10 && digits[0] == '1')
		return of_digits(digits, 0, 10) * NS_PER_S;
	if (n < 8 || (digits[0] != '2' && digits[0] != '1'))
		return IMP_NO_TIME;
	while (n < 14)
		digits[n++] = '0';
	(void)snprintf(text, sizeof(text), "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", digits, digits + 4,
		       digits + 6, digits + 8, digits + 10, digits + 12);
	return rfc3339_parse(str_of(text), &at) ? at : IMP_NO_TIME;
}

static bool is_numbered(const char *path)
{
	const char *name = base_name(path);

	return (*name >= '0' && *name <= '9') || time_of_name(name) != IMP_NO_TIME;
}

static int read_manifests(struct imp__import *im, struct seen *seen, const char *path, int depth,
			  struct relist_err *err)
{
	struct runner__paths names = { 0 };
	int code = 0;

	if (!is_folder(path))
		return is_yaml(path) || is_json(path) ? read_stream(im, path, err) : 0;
	if (depth > DEPTH_MAX)
		return relist_err_set(err, RELIST_ELIMIT, "%.180s: more than %d folders deep", path,
				      DEPTH_MAX);
	code = list_readable(im, seen, path, &names, err);
	for (size_t i = 0; i < names.len && !code; i++)
		code = read_manifests(im, seen, names.items[i], depth + 1, err);
	runner__paths_fini(&names);
	return code;
}

static bool is_manifest(const char *path)
{
	AUTO_STRBUF start = STRBUF_INIT;
	enum runner__looks looks;

	if (is_folder(path) || is_yaml(path))
		return true;
	if (!is_json(path) || imp__read_start(path, 64 << 10, &start, NULL))
		return false;
	looks = runner__look(strbuf_str(&start));
	return looks == RUNNER_LOOKS_OTHER || looks == RUNNER_LOOKS_OBJECT;
}

/* Files beside manifests that are not manifests: README.md, Makefile, a script. */
static bool is_alien(const char *path)
{
	AUTO_STRBUF start = STRBUF_INIT;
	struct str text;

	if (!is_regular(path) || is_yaml(path) || is_json(path) ||
	    imp__read_start(path, 4096, &start, NULL) ||
	    runner__look(strbuf_str(&start)) != RUNNER_LOOKS_OTHER)
		return false;
	text = strbuf_str(&start);
	while (text.len && strchr(" \t\r\n\xEF\xBB\xBF", *text.ptr))
		text.ptr++, text.len--;
	return !text.len || (*text.ptr != '{' && *text.ptr != '[' && !imp__is_log(text) &&
			     strstr(text.ptr, "apiVersion:") == NULL);
}

/* Whether the folder has only manifests and no logs. */
static bool has_manifests(const struct runner__paths *names)
{
	bool any = false;

	for (size_t i = 0; i < names->len; i++) {
		if (is_alien(names->items[i]))
			continue;
		if (!is_manifest(names->items[i]))
			return false;
		any = true;
	}
	return any;
}

static int leave_out(struct imp__import *im, const char *path, struct relist_err *err)
{
	return imp__left_out(im, str_of(path), "not JSON, YAML, or anything else that is known",
			     err);
}

static int read_file(struct imp__import *im, const char *path, struct relist_err *err);

static int read_names(struct imp__import *im, struct seen *seen, const char *path,
		      struct relist_err *err)
{
	struct runner__paths names = { 0 };
	bool states = true, manifests;
	int code = list_readable(im, seen, path, &names, err);

	manifests = has_manifests(&names);
	for (size_t i = 0; i < names.len; i++)
		states &= is_folder(names.items[i]) || is_numbered(names.items[i]) ||
			  is_alien(names.items[i]);
	if (!code && manifests && !states)
		code = imp__snapshot(im, IMP_NO_TIME, err);
	for (size_t i = 0; i < names.len && !code; i++) {
		if (is_alien(names.items[i])) {
			code = leave_out(im, names.items[i], err);
			continue;
		}
		if (manifests && states)
			code = imp__snapshot(im, time_of_name(base_name(names.items[i])), err);
		if (!code && manifests)
			code = read_manifests(im, seen, names.items[i], 0, err);
		else if (!code && is_regular(names.items[i]))
			code = read_file(im, names.items[i], err);
	}
	if (!code && manifests)
		code = imp__snapshot_close(im, err);
	if (!code && !names.len)
		code = relist_err_set(err, RELIST_ENOTFOUND, "%.180s: an empty folder", path);
	runner__paths_fini(&names);
	return code;
}

static int read_folder(struct imp__import *im, const char *path, const struct stat *st,
		       struct relist_err *err)
{
	struct seen seen = { .failed = false };
	int code;

	map_init(&seen.folders, MAP_COPY_KEYS);
	(void)is_already_seen(&seen, st);
	code = read_names(im, &seen, path, err);
	map_fini(&seen.folders);
	return code;
}

static int read_file(struct imp__import *im, const char *path, struct relist_err *err)
{
	AUTO_STRBUF start = STRBUF_INIT;
	int code;

	if (strcmp(path, "-") == 0)
		return read_stream(im, path, err);
	code = imp__read_start(path, 512, &start, err);
	if (code)
		return code;
	switch (runner__look(strbuf_str(&start))) {
	case RUNNER_LOOKS_ZIP:
		return imp__read_zip(im, path, 0, err);
	case RUNNER_LOOKS_TAR:
		return imp__read_tar(im, path, err);
	case RUNNER_LOOKS_OTHER:
	case RUNNER_LOOKS_GZIP:
	case RUNNER_LOOKS_AUDIT:
	case RUNNER_LOOKS_WATCH:
	case RUNNER_LOOKS_OBJECT:
	case RUNNER_LOOKS_HAR:
	case RUNNER_LOOKS_K8SHARK:
	case RUNNER_LOOKS_RECORDING:
		break;
	}
	return read_stream(im, path, err);
}

int imp__read_path(struct imp__import *im, const char *path, struct relist_err *err)
{
	struct stat st;

	if (strcmp(path, "-") == 0)
		return read_stream(im, path, err);
	if (stat(path, &st) != 0)
		return imp__system_error(path, err);
	if (S_ISDIR(st.st_mode))
		return read_folder(im, path, &st, err);
	/* a pipe can be read only once: <(zstd -dc audit.log.zst) */
	return S_ISREG(st.st_mode) ? read_file(im, path, err) : read_stream(im, path, err);
}
