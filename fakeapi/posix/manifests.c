/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "fakeapi/posix/manifests.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"

enum { FILE_MAX = 1 << 30 };

/* --- files --- */

static int read_fd(int fd, struct strbuf *out)
{
	for (;;) {
		ssize_t n;

		if (out->len > FILE_MAX || !strbuf_reserve(out, 64 << 10))
			return RELIST_ENOMEM;
		n = read(fd, out->ptr + out->len, 64 << 10);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return RELIST_EIO;
		if (n == 0)
			return 0;
		out->len += (size_t)n;
		out->ptr[out->len] = '\0';
	}
}

char *fakeapi__file_read(const char *path, size_t *len, struct relist_err *err)
{
	bool input = strcmp(path, "-") == 0;
	int fd = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	int code = fd < 0 ? RELIST_EIO : 0;
	struct strbuf text = STRBUF_INIT;

	if (!code)
		code = read_fd(fd, &text);
	if (code == RELIST_EIO)
		relist_err_set(err, code, "%s: %s", path, strerror(errno));
	if (!input && fd >= 0)
		(void)close(fd);
	if (code == RELIST_ENOMEM)
		relist_err_set(err, code, "%s: too large, or out of memory", path);
	if (code) {
		strbuf_fini(&text);
		return NULL;
	}
	strbuf_addc(&text, '\0'); /* an empty file is a heap string, too */
	*len = text.len - 1;
	return strbuf_steal(&text);
}

/* --- paths --- */

static int load_file(const char *path, fakeapi__manifest_fn *fn, void *user, struct relist_err *err)
{
	size_t len;
	char *text = fakeapi__file_read(path, &len, err);
	int code;

	if (!text)
		return RELIST_EIO;
	code = fakeapi__manifests_text((struct str) { text, len }, path, fn, user, err);
	base__free(text);
	return code;
}

/* Refuses a pipe, socket or device in a folder: it may have no end, or no writer. */
static int load_entry(const char *path, fakeapi__manifest_fn *fn, void *user,
		      struct relist_err *err)
{
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return relist_err_set(err, RELIST_EIO, "%s: not a regular file", path);
	return load_file(path, fn, user, err);
}

/* A folder of config/ that kubebuilder made has kustomize's files beside the manifests. */
static int is_manifest(const struct dirent *e)
{
	static const char *const ends[] = { ".json", ".yaml", ".yml" };
	static const char *const others[] = { "kustomization", "kustomizeconfig" };
	const char *dot = strrchr(e->d_name, '.');
	bool fits = false;

	for (size_t i = 0; dot && i < ARRAY_LEN(ends); i++)
		fits |= strcmp(dot, ends[i]) == 0;
	for (size_t i = 0; fits && i < ARRAY_LEN(others); i++)
		if (str_eqz((struct str) { e->d_name, (size_t)(dot - e->d_name) }, others[i]))
			return 0;
	return fits;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int fakeapi__manifests_path(const char *path, fakeapi__manifest_fn *fn, void *user,
			    struct relist_err *err)
{
	struct dirent **list;
	struct stat st;
	int n, code = 0;

	if (strcmp(path, "-") == 0 || stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		return load_file(path, fn, user, err);
	n = scandir(path, &list, is_manifest, by_name);
	if (n < 0)
		return relist_err_set(err, RELIST_EIO, "%s: %s", path, strerror(errno));
	for (int i = 0; i < n; i++) {
		struct strbuf file = STRBUF_INIT;

		strbuf_addf(&file, "%s/%s", path, list[i]->d_name);
		if (!code)
			code = file.failed ? RELIST_ENOMEM : load_entry(file.ptr, fn, user, err);
		strbuf_fini(&file);
		free(list[i]);
	}
	free(list);
	return code;
}
