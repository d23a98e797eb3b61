/* SPDX-License-Identifier: Apache-2.0 */
/* job_files.c - finds and reads the files that a job's arguments name. */
#include "cli/job.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runner/posix/beside.h"
#include "runner/posix/run_paths.h"

void cli__job_files_fini(struct cli__job_files *f)
{
	for (size_t i = 0; i < f->len; i++) {
		strbuf_fini(&f->items[i].path);
		strbuf_fini(&f->items[i].text);
	}
	base__free(f->items);
	*f = (struct cli__job_files) { 0 };
}

/* The path below the pod's working folder: without `.`, empty parts and the first slash. */
static int clean_path(const char *path, struct strbuf *out, struct relist_err *err)
{
	for (const char *at = path; *at;) {
		size_t n = strcspn(at, "/");

		if (n == 2 && at[0] == '.' && at[1] == '.')
			return relist_err_set(err, RELIST_EINVAL,
					      "%.180s: a path of a job may not have `..`: run "
					      "relist job in a folder above",
					      path);
		if (n && !(n == 1 && at[0] == '.')) {
			if (out->len)
				strbuf_addc(out, '/');
			strbuf_add(out, at, n);
		}
		at += n + (at[n] == '/');
	}
	if (out->failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (!out->len)
		return relist_err_set(err, RELIST_EINVAL,
				      "%.180s: name files or folders in it: in the pod it has "
				      "other entries as well",
				      path);
	return 0;
}

/* --- the files that a scenario loads --- */

struct loading {
	struct cli__job_files *files;
	const char *scenario;
};

static int read_loaded(const void *user, struct str path, size_t max, struct strbuf *out,
		       struct relist_err *err)
{
	const struct loading *l = user;
	const char *slash = strrchr(l->scenario, '/');
	AUTO_STRBUF whole = STRBUF_INIT;
	int code = runner__read_beside(l->scenario, path, max, out, err);

	if (code)
		return code;
	if (slash)
		strbuf_add(&whole, l->scenario, (size_t)(slash + 1 - l->scenario));
	strbuf_adds(&whole, path);
	return whole.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			    : cli__job_files_add(l->files, whole.ptr, err);
}

static int add_loads(struct cli__job_files *f, const char *path, struct str text,
		     struct relist_err *err)
{
	const struct loading loading = { f, path };
	const struct scn__files files = { read_loaded, &loading };
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load_beside(str_of(path), text, &files, &errors);
	AUTO_STRBUF report = STRBUF_INIT;
	int code = 0;

	if (!s) {
		scn__errors_print(&errors, str_of(path), &report);
		code = errors.failed || report.failed
			   ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			   : relist_err_set(err, RELIST_EINVAL, "%.*s",
					    (int)strcspn(report.ptr, "\n"), report.ptr);
	}
	scn__errors_fini(&errors);
	scn__scenario_free(s);
	return code;
}

/* --- files --- */

static struct cli__job_file *new_file(struct cli__job_files *f)
{
	struct cli__job_file *file;

	if (f->len == f->cap) {
		size_t cap = f->cap ? 2 * f->cap : 16;
		struct cli__job_file *items = base__reallocarray(f->items, cap, sizeof(*items));

		if (!items)
			return NULL;
		f->items = items;
		f->cap = cap;
	}
	file = &f->items[f->len++];
	strbuf_init(&file->path);
	strbuf_init(&file->text);
	return file;
}

static int add_text(struct cli__job_files *f, const char *path, struct str clean, struct str text,
		    struct relist_err *err)
{
	struct cli__job_file *file;

	if (!utf8_is_text(text))
		return relist_err_set(err, RELIST_EINVAL, "%.180s is no UTF-8 text", path);
	f->bytes += text.len;
	if (f->bytes > JOB_FILES_BYTES_MAX)
		return relist_err_set(
		    err, RELIST_ELIMIT,
		    "the files of ARGS have more than 1 MiB, the limit of a "
		    "ConfigMap: put them into the image and name them by absolute "
		    "paths");
	file = new_file(f);
	if (file) {
		strbuf_adds(&file->path, clean);
		strbuf_adds(&file->text, text);
	}
	return file && !file->path.failed && !file->text.failed
		   ? 0
		   : relist_err_set(err, RELIST_ENOMEM, "out of memory");
}

int cli__job_files_add(struct cli__job_files *f, const char *path, struct relist_err *err)
{
	AUTO_STRBUF clean = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	int code = clean_path(path, &clean, err);

	for (size_t i = 0; !code && i < f->len; i++)
		if (str_eq(strbuf_str(&f->items[i].path), strbuf_str(&clean)))
			return 0;
	if (!code)
		code = runner__read_file(path, JOB_FILES_BYTES_MAX, &text, err);
	if (code == RELIST_ELIMIT)
		f->bytes = JOB_FILES_BYTES_MAX + 1;
	if (code && code != RELIST_ELIMIT)
		return code;
	return add_text(f, path, strbuf_str(&clean), strbuf_str(&text), err);
}

static int add_scenarios(struct cli__job_files *f, const struct runner__paths *found,
			 struct relist_err *err)
{
	int code = 0;

	for (size_t i = 0; !code && i < found->len; i++) {
		const char *path = found->items[i];
		AUTO_STRBUF text = STRBUF_INIT;

		code = cli__job_files_add(f, path, err);
		if (!code && runner__is_kind(path, ".yaml")) {
			code = runner__read_file(path, SCN_FILE_BYTES_MAX, &text, err);
			code = code ? code : add_loads(f, path, strbuf_str(&text), err);
		}
	}
	return code;
}

static int find_manifests(struct runner__paths *found, const char *path, struct relist_err *err)
{
	static const char *const suffixes[] = { ".yaml", ".json" };
	struct stat s;
	int code = RELIST_ENOTFOUND;

	if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode))
		return runner__paths_add(found, path);
	for (size_t i = 0; i < 2; i++) {
		int one = runner__paths_find(found, path, suffixes[i], err);

		if (one && one != RELIST_ENOTFOUND)
			return one;
		code = one ? code : 0;
	}
	return code;
}

int cli__job_files_find(struct cli__job_files *f, const char *command, bool loads, const char *path,
			struct relist_err *err)
{
	AUTO_STRBUF clean = STRBUF_INIT;
	struct runner__paths found = { 0 };
	size_t others = 0;
	int code;

	if (strcmp(path, "-") == 0)
		return relist_err_set(err, RELIST_EINVAL, "a job has no standard input");
	if (path[0] == '/' && access(path, F_OK) != 0)
		return 0;
	code = clean_path(path, &clean, err);
	if (!code && loads)
		code = find_manifests(&found, path, err);
	else if (!code && strcmp(command, "run") == 0)
		code = runner__run_paths_find(&found, path, &others, err);
	else if (!code)
		code = runner__paths_find(&found, path, ".yaml", err);
	if (!code && !loads && strcmp(command, "run") != 0 && !runner__is_kind(path, ".yaml"))
		(void)runner__paths_drop_others(&found, 0);
	for (size_t i = 0; !code && loads && i < found.len; i++)
		code = cli__job_files_add(f, found.items[i], err);
	if (!code && !loads)
		code = add_scenarios(f, &found, err);
	runner__paths_fini(&found);
	return code;
}
