/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "runner/posix/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/ascii.h"
#include "runner/language/looks_scenario.h"
#include "runner/language/scenario.h"
#include "runner/looks.h"

enum { DEPTH_MAX = 32 };
/* Manifests may be larger than a scenario can be. */
enum { LOOK_BYTES_MAX = 64 << 20 };

void runner__paths_fini(struct runner__paths *p)
{
	for (size_t i = 0; i < p->len; i++)
		base__free(p->items[i]);
	base__free(p->items);
	*p = (struct runner__paths) { 0 };
}

int runner__paths_add(struct runner__paths *p, const char *path)
{
	char *copy = base__strdup(path);

	if (copy && p->len == p->cap) {
		size_t cap = p->cap ? 2 * p->cap : 16;
		char **items = base__reallocarray(p->items, cap, sizeof(*items));

		if (items) {
			p->items = items;
			p->cap = cap;
		}
	}
	if (!copy || p->len == p->cap) {
		base__free(copy);
		return RELIST_ENOMEM;
	}
	p->items[p->len++] = copy;
	return 0;
}

static bool ends_in(const char *path, const char *suffix)
{
	return strlen(path) > strlen(suffix) && ascii_ends_nocase(str_of(path), str_of(suffix));
}

bool runner__is_kind(const char *path, const char *suffix)
{
	return ends_in(path, suffix) || (strcmp(suffix, ".yaml") == 0 && ends_in(path, ".yml"));
}

static int system_error(const char *path, struct relist_err *err)
{
	int code = errno == ENOENT || errno == ENOTDIR ? RELIST_ENOTFOUND : RELIST_EIO;

	return relist_err_set(err, code, "%.180s: %s", path, strerror(errno));
}

static int by_text(const void *a, const void *b)
{
	const char *const *x = a;
	const char *const *y = b;

	return strcmp(*x, *y);
}

static int list_folder(const char *path, struct runner__paths *names, struct relist_err *err)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	int code = 0;

	if (!dir)
		return system_error(path, err);
	while (!code && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			code = runner__paths_add(names, entry->d_name);
	(void)closedir(dir);
	if (names->len)
		qsort(names->items, names->len, sizeof(*names->items), by_text);
	return code;
}

static int walk(struct runner__paths *p, const char *folder, const char *suffix, int depth,
		struct relist_err *err);

/* Appends also an unreadable entry: its reader reports the error, and the rest is still visited. */
static int visit(struct runner__paths *p, const char *path, const char *suffix, int depth,
		 struct relist_err *err)
{
	struct stat st;
	int code;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? 0 : runner__paths_add(p, path);
	if (S_ISDIR(st.st_mode)) {
		code = walk(p, path, suffix, depth + 1, err);
		return code == RELIST_EIO ? runner__paths_add(p, path) : code;
	}
	if (!runner__is_kind(path, suffix))
		return 0;
	/* A link to a file counts as a file; opening a pipe could block forever. */
	if (S_ISLNK(st.st_mode) && stat(path, &st) != 0)
		return runner__paths_add(p, path);
	return S_ISREG(st.st_mode) ? runner__paths_add(p, path) : 0;
}

static int walk(struct runner__paths *p, const char *folder, const char *suffix, int depth,
		struct relist_err *err)
{
	struct runner__paths names = { 0 };
	size_t len = strlen(folder);
	int code;

	if (depth > DEPTH_MAX)
		return relist_err_set(err, RELIST_ELIMIT, "%.180s: more than %d folders deep",
				      folder, DEPTH_MAX);
	while (len > 1 && folder[len - 1] == '/')
		len--;
	code = list_folder(folder, &names, err);
	for (size_t i = 0; !code && i < names.len; i++) {
		AUTO_STRBUF path = STRBUF_INIT;

		strbuf_add(&path, folder, len);
		strbuf_addf(&path, "/%s", names.items[i]);
		code = path.failed ? RELIST_ENOMEM : visit(p, path.ptr, suffix, depth, err);
	}
	runner__paths_fini(&names);
	return code;
}

/* Advice for a file of another kind; NULL: none. */
static const char *hint_of(const char *path)
{
	char first[4096];
	struct stat st;
	int fd =
	    stat(path, &st) == 0 && S_ISREG(st.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	ssize_t n = fd < 0 ? 0 : read(fd, first, sizeof(first));

	if (fd >= 0)
		(void)close(fd);
	return n > 0 ? runner__looks_hint((struct str) { first, (size_t)n }) : NULL;
}

int runner__paths_find(struct runner__paths *p, const char *path, const char *suffix,
		       struct relist_err *err)
{
	size_t before = p->len;
	struct stat st;
	int code;

	if (strcmp(path, "-") == 0)
		return runner__paths_add(p, path)
			   ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			   : 0;
	if (stat(path, &st) != 0)
		return system_error(path, err);
	if (S_ISDIR(st.st_mode)) {
		code = walk(p, path, suffix, 0, err);
		if (!code && p->len == before)
			code = relist_err_set(err, RELIST_ENOTFOUND,
					      "%.180s: no %s file in this folder", path, suffix);
	} else if (!runner__is_kind(path, suffix)) {
		const char *hint = hint_of(path);

		code = hint
			   ? relist_err_set(err, RELIST_EINVAL, "%.100s: %s", path, hint)
			   : relist_err_set(err, RELIST_EINVAL,
					    "%.180s: unknown kind of file, its name must end in %s",
					    path, suffix);
	} else if (!S_ISREG(st.st_mode)) {
		code = relist_err_set(err, RELIST_EINVAL, "%.180s: not a regular file", path);
	} else {
		code = runner__paths_add(p, path);
	}
	if (code == RELIST_ENOMEM)
		relist_err_set(err, code, "%.180s: out of memory", path);
	return code;
}

static int read_all(int fd, const char *path, size_t max, struct strbuf *out,
		    struct relist_err *err)
{
	char buf[16 << 10];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0) {
		if ((size_t)n > max - out->len)
			return relist_err_set(err, RELIST_ELIMIT,
					      "%.180s: larger than the limit of %zu bytes", path,
					      max);
		strbuf_add(out, buf, (size_t)n);
	}
	if (n < 0)
		return system_error(path, err);
	return out->failed ? relist_err_set(err, RELIST_ENOMEM, "%.180s: out of memory", path) : 0;
}

/* Removes the byte order mark of some editors. */
static int drop_mark(const char *path, struct strbuf *text, struct relist_err *err)
{
	static const char utf8[] = "\xef\xbb\xbf";

	if (text->len >= 2 &&
	    (memcmp(text->ptr, "\xff\xfe", 2) == 0 || memcmp(text->ptr, "\xfe\xff", 2) == 0))
		return relist_err_set(err, RELIST_EPARSE,
				      "%.180s: this is UTF-16, it must be UTF-8", path);
	if (text->len < 3 || memcmp(text->ptr, utf8, 3) != 0)
		return 0;
	memmove(text->ptr, text->ptr + 3, text->len - 3 + 1);
	text->len -= 3;
	return 0;
}

int runner__read_file(const char *path, size_t max, struct strbuf *out, struct relist_err *err)
{
	bool is_input = strcmp(path, "-") == 0;
	int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	int code;

	if (fd < 0)
		return system_error(path, err);
	code = read_all(fd, is_input ? "standard input" : path, max, out, err);
	if (!is_input)
		(void)close(fd);
	return code ? code : drop_mark(path, out, err);
}

size_t runner__paths_drop_others(struct runner__paths *p, size_t from)
{
	size_t to = from, before = p->len;

	for (size_t i = from; i < p->len; i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		if (runner__is_kind(p->items[i], ".yaml") &&
		    runner__read_file(p->items[i], LOOK_BYTES_MAX, &text, NULL) == 0 &&
		    !scn__looks_like_scenario(strbuf_str(&text)))
			base__free(p->items[i]);
		else
			p->items[to++] = p->items[i];
	}
	p->len = to;
	return before - to;
}

/* A device or pipe cannot be replaced. */
static bool write_in_place(const char *path, struct str text)
{
	FILE *f = fopen(path, "wb");
	bool good = f && fwrite(text.ptr, 1, text.len, f) == text.len;

	return f && fclose(f) == 0 && good;
}

/* Does not write through an existing file or link of that name. */
static FILE *create_new(const char *path)
{
	int fd;
	FILE *f;

	(void)unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	f = fd < 0 ? NULL : fdopen(fd, "wb");
	if (fd >= 0 && !f)
		(void)close(fd);
	return f;
}

static bool replace(const char *path, struct str text, const struct stat *was)
{
	AUTO_STRBUF temporary = STRBUF_INIT;
	bool good;
	FILE *f;

	strbuf_addf(&temporary, "%s.new", path);
	f = temporary.failed ? NULL : create_new(temporary.ptr);
	good = f && fwrite(text.ptr, 1, text.len, f) == text.len;
	good = good && (!was || fchmod(fileno(f), was->st_mode & 07777) == 0);
	good = f && fclose(f) == 0 && good;
	if (good && rename(temporary.ptr, path) == 0)
		return true;
	if (f)
		(void)remove(temporary.ptr);
	return false;
}

int runner__replace_file(const char *path, struct str text, struct relist_err *err)
{
	struct stat was;
	bool known = stat(path, &was) == 0, good;
	char *real = known ? realpath(path, NULL) : NULL;

	if (known && !S_ISREG(was.st_mode))
		good = write_in_place(path, text);
	else if (known)
		good = real && access(real, W_OK) == 0 && replace(real, text, &was);
	else
		good = replace(path, text, NULL);
	free(real); /* allocated by libc */
	return good ? 0 : relist_err_set(err, RELIST_EIO, "cannot write %s", path);
}

int runner__make_parents(char *path, struct relist_err *err)
{
	for (char *p = path + 1; *p; p++) {
		bool made;

		if (*p != '/')
			continue;
		*p = 0;
		made = mkdir(path, 0777) == 0 || errno == EEXIST;
		if (!made)
			(void)relist_err_set(err, RELIST_EIO, "%s: %s", path, strerror(errno));
		*p = '/';
		if (!made)
			return RELIST_EIO;
	}
	return 0;
}
