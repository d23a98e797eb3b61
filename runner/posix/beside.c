/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "runner/posix/beside.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* "a/b/story.yaml" -> "a/b/", "story.yaml" -> "". */
static struct str folder_of(const char *scenario)
{
	const char *slash = strrchr(scenario, '/');

	return (struct str) { scenario, slash ? (size_t)(slash - scenario) + 1 : 0 };
}

static bool is_inside(const char *folder, const char *file)
{
	size_t len = strlen(folder);

	return strncmp(folder, file, len) == 0 &&
	       (file[len] == '/' || (len && folder[len - 1] == '/'));
}

int runner__read_beside(const void *user, struct str path, size_t max, struct strbuf *out,
			struct relist_err *err)
{
	AUTO_STRBUF folder = STRBUF_INIT, file = STRBUF_INIT;
	char *real_folder, *real_file;
	struct stat st;
	int code = 0;

	strbuf_adds(&folder, folder_of(user));
	strbuf_addf(&file, STR_FMT STR_FMT, STR_ARG(folder_of(user)), STR_ARG(path));
	if (folder.failed || file.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	real_folder = realpath(folder.len ? folder.ptr : ".", NULL);
	real_file = real_folder ? realpath(file.ptr, NULL) : NULL;
	if (!real_file || stat(real_file, &st) != 0)
		code = relist_err_set(err, errno == ENOMEM ? RELIST_ENOMEM : RELIST_ENOTFOUND,
				      STR_FMT ": %s", STR_ARG(path), strerror(errno));
	else if (!is_inside(real_folder, real_file))
		code = relist_err_set(err, RELIST_EINVAL,
				      STR_FMT ": a link leads out of the scenario's folder",
				      STR_ARG(path));
	else if (!S_ISREG(st.st_mode))
		code = relist_err_set(err, RELIST_EINVAL, STR_FMT ": %s", STR_ARG(path),
				      S_ISDIR(st.st_mode) ? "a folder: name its files"
							  : "not a regular file");
	else
		code = runner__read_file(file.ptr, max, out, err);
	free(real_folder); /* allocated by libc */
	free(real_file);
	return code;
}

struct scn__scenario *runner__scenario_load(const char *path, struct str text,
					    struct scn__errors *errors)
{
	const struct scn__files files = { runner__read_beside, path };

	return scn__scenario_load_beside(str_of(path), text, &files, errors);
}
