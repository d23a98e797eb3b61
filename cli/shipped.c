/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/shipped.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "informer/posix/gunzip.h"
#include "runner/posix/files.h"
#include "runner/report/web.h"

enum { FILES_MAX = 4096, ARCHIVE_MAX = 64 << 20, FILE_MAX = 16 << 20 };

static bool add(void *user, const void *bytes, size_t len)
{
	struct strbuf *out = user;

	ASSERT(out->len + len <= ARCHIVE_MAX);
	strbuf_adds(out, (struct str) { bytes, len });
	return !out->failed;
}

static int inflate_all(struct strbuf *out, struct relist_err *err)
{
	struct inf__gunzip g;
	int code;

	inf__gunzip_init(&g);
	code = inf__gunzip_feed(&g, web__scenarios_gz, web__scenarios_gz_len, add, out);
	ASSERT(code != RELIST_EPARSE && (code || inf__gunzip_is_whole(&g)));
	inf__gunzip_fini(&g);
	return code ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

/* The format: "LENGTH PATH\n" and the bytes, repeated. */
static void split(struct cli__shipped *s)
{
	const char *p = s->bytes.ptr, *end = p + s->bytes.len;

	while (p < end) {
		char *space;
		size_t len = strtoul(p, &space, 10);
		const char *line = memchr(p, '\n', (size_t)(end - p));

		ASSERT(line && *space == ' ' && s->len < FILES_MAX);
		ASSERT(len <= (size_t)(end - line - 1));
		s->files[s->len++] = (struct cli__shipped_file) {
			.path = { space + 1, (size_t)(line - space - 1) },
			.text = { line + 1, len },
		};
		p = line + 1 + len;
	}
}

int cli__shipped_open(struct cli__shipped *s, struct relist_err *err)
{
	int code;

	*s = (struct cli__shipped) { .bytes = STRBUF_INIT };
	s->files = base__calloc(FILES_MAX, sizeof(*s->files));
	if (!s->files)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	code = inflate_all(&s->bytes, err);
	if (!code)
		split(s);
	return code;
}

void cli__shipped_close(struct cli__shipped *s)
{
	base__free(s->files);
	strbuf_fini(&s->bytes);
}

bool cli__shipped_is_below(const struct cli__shipped_file *file, const char *path)
{
	size_t len = strlen(path);

	while (len && path[len - 1] == '/')
		len--;
	return file->path.len >= len && memcmp(file->path.ptr, path, len) == 0 &&
	       (len == 0 || file->path.len == len || file->path.ptr[len] == '/');
}

static bool path_of(const struct cli__shipped_file *file, const char *dir, char *buf, size_t cap)
{
	int n = snprintf(buf, cap, "%s/" STR_FMT, dir, STR_ARG(file->path));

	return n > 0 && (size_t)n < cap;
}

/* Returns 1 if the file exists with these bytes, 0 if it does not exist. */
static int is_there(const char *path, struct str text, struct relist_err *err)
{
	AUTO_STRBUF was = STRBUF_INIT;
	struct stat st;
	int code;

	if (lstat(path, &st) != 0 && errno == ENOENT)
		return 0;
	code = S_ISREG(st.st_mode) ? runner__read_file(path, FILE_MAX, &was, err) : 0;
	if (code == RELIST_ENOMEM)
		return code;
	if (!code && S_ISREG(st.st_mode) && str_eq(strbuf_str(&was), text))
		return 1;
	return relist_err_set(err, RELIST_EEXIST,
			      "%s exists and differs: remove it, or name another folder", path);
}

int cli__shipped_copy(const struct cli__shipped *s, const char *path, const char *dir,
		      size_t *count, struct relist_err *err)
{
	char to[PATH_MAX];

	*count = 0;
	/* first check all files, then write them */
	for (int writing = 0; writing < 2; writing++) {
		for (size_t i = 0; i < s->len; i++) {
			const struct cli__shipped_file *f = &s->files[i];
			int there, code = 0;

			if (!cli__shipped_is_below(f, path))
				continue;
			if (!path_of(f, dir, to, sizeof(to)))
				return relist_err_set(err, RELIST_ELIMIT,
						      "the path %.100s is too long", dir);
			there = is_there(to, f->text, err);
			if (there < 0)
				return there;
			if (writing && !there)
				code = runner__make_parents(to, err);
			if (writing && !there && !code)
				code = runner__replace_file(to, f->text, err);
			if (code)
				return code;
			*count += (size_t)writing;
		}
	}
	return 0;
}

void cli__shipped_remove(const struct cli__shipped *s, const char *path, const char *dir)
{
	char to[PATH_MAX];

	for (size_t i = 0; i < s->len; i++)
		if (cli__shipped_is_below(&s->files[i], path) &&
		    path_of(&s->files[i], dir, to, sizeof(to)))
			(void)unlink(to);
	(void)snprintf(to, sizeof(to), "%.2000s/%s", dir, path);
	(void)rmdir(to);
	(void)rmdir(dir);
}
