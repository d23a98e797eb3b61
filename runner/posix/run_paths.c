/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/run_paths.h"

#include <unistd.h>

#include "base/alloc.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts, and removes duplicates: unreadable entries were found for both kinds. */
static void sort_paths(struct runner__paths *all, size_t first)
{
	size_t to = first;

	if (all->len == first)
		return;
	qsort(all->items + first, all->len - first, sizeof(*all->items), by_name);
	for (size_t i = first; i < all->len; i++) {
		if (to > first && strcmp(all->items[to - 1], all->items[i]) == 0)
			base__free(all->items[i]);
		else
			all->items[to++] = all->items[i];
	}
	all->len = to;
}

int runner__run_paths_find(struct runner__paths *all, const char *path, size_t *others,
			   struct relist_err *err)
{
	size_t first = all->len, dropped;
	struct relist_err other = { 0 };
	int code, yaml;

	if (strcmp(path, "-") == 0 || runner__is_kind(path, ".yaml"))
		return runner__paths_find(all, path, ".yaml", err);
	code = runner__paths_find(all, path, ".jsonl", err);
	if (code == RELIST_EINVAL && !runner__is_kind(path, ".jsonl") &&
	    (!err || !strstr(err->msg, ": relist import ")))
		return relist_err_set(
		    err, code, "%.180s: unknown kind of file, its name must end in .yaml or .jsonl",
		    path);
	if (code && code != RELIST_ENOTFOUND)
		return code;
	yaml = runner__paths_find(all, path, ".yaml", &other);
	if (yaml && code && access(path, F_OK) == 0)
		return relist_err_set(err, code, "%.180s: no .yaml or .jsonl file in this folder",
				      path);
	if (yaml && code)
		return code;
	dropped = runner__paths_drop_others(all, first);
	*others += dropped;
	if (dropped && all->len == first)
		return relist_err_set(err, RELIST_ENOTFOUND,
				      "%.180s: no scenario and no .jsonl file in this folder, "
				      "%zu other YAML file%s",
				      path, dropped, dropped == 1 ? "" : "s");
	if (all->len > first)
		sort_paths(all, first);
	return yaml == RELIST_ENOMEM ? yaml : 0;
}

void runner__print_others(size_t count, const char *command, FILE *err)
{
	if (count)
		fprintf(err, "%s: skipped %zu YAML file%s that %s no scenario%s\n", command, count,
			count == 1 ? "" : "s", count == 1 ? "is" : "are", count == 1 ? "" : "s");
}
