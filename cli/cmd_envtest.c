/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_envtest.c - relist envtest: makes a folder for KUBEBUILDER_ASSETS with links to this program
 * under the names that controller-runtime's envtest starts. control_plane.c implements them. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "cli/cli.h"
#include "cli/control_plane.h"
#include "fakeapi/meta/release.h"
#include "runner/posix/files.h"

struct values {
	const char *kubernetes;
};

static const struct cli__option options[] = {
	{ "kubernetes", 0, CLI_TEXT, offsetof(struct values, kubernetes), "1.N", NULL,
	  "release to be, 1.31 to 1.37: its types, fields and APIs [1.34]" },
};

const struct cli__command cli__envtest_command = {
	.name = "envtest",
	.operands = "[DIR]",
	.summary = "Print a folder for KUBEBUILDER_ASSETS, so that a suite which starts "
		   "envtest.Environment runs against relist without a change.",
	.details =
	    "KUBEBUILDER_ASSETS=$(relist envtest) go test ./...\n"
	    "DIR is made when it is not there [relist/envtest-VERSION-RELEASE-BUILD of the user's "
	    "cache]. "
	    "In it are links: kube-apiserver and etcd, which are relist, and kubectl if there "
	    "is one.\n"
	    "Folders of several releases and builds stand side by side.\n"
	    "Exit status: 0, 2 bad usage, 5 the machine failed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

static int machine_failed(FILE *err, const char *what)
{
	fprintf(err, "relist envtest: %s: %s\n", what, strerror(errno));
	return 5;
}

/* Like mkdir -p. */
static bool make_folder(char *path)
{
	return !runner__make_parents(path, NULL) && (mkdir(path, 0777) == 0 || errno == EEXIST);
}

/* Any user can create the name under /tmp, so the folder must belong to this user, be private, and
 * not be a link. */
static bool make_private(const char *path, FILE *err)
{
	struct stat st;

	(void)mkdir(path, 0700);
	if (lstat(path, &st) != 0) {
		fprintf(err, "relist envtest: %s: %s\n", path, strerror(errno));
		return false;
	}
	if (S_ISDIR(st.st_mode) && st.st_uid == getuid() && !(st.st_mode & 0077))
		return true;
	fprintf(err,
		"relist envtest: %s is not a private folder of this user (mode 0700, no link): "
		"remove it, set HOME, or name a DIR\n",
		path);
	return false;
}

static bool put_link(const char *folder, const char *name, const char *target)
{
	char path[PATH_MAX + 32], fresh[PATH_MAX + 64];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	(void)snprintf(fresh, sizeof(fresh), "%s/.%s.%ld", folder, name, (long)getpid());
	(void)unlink(fresh);
	/* two packages of a suite may start at the same time: replace the link atomically */
	if (symlink(target, fresh) != 0)
		return false;
	if (rename(fresh, path) == 0)
		return true;
	(void)unlink(fresh);
	return false;
}

/* Stores the release for the folder's kube-apiserver. */
static bool put_release(const char *folder, const char *release)
{
	char path[PATH_MAX + 32];

	if (release)
		return put_link(folder, CLI_RELEASE_LINK, release);
	(void)snprintf(path, sizeof(path), "%s/" CLI_RELEASE_LINK, folder);
	return unlink(path) == 0 || errno == ENOENT;
}

static bool find_kubectl(char *buf, size_t cap)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t len = strcspn(path, ":");

		(void)snprintf(buf, cap, "%.*s/kubectl", (int)len, path);
		if (len && access(buf, X_OK) == 0)
			return true;
		path += len + (path[len] ? 1 : 0);
	}
	return false;
}

/* relist/envtest-VERSION-HASH in the user's cache; the hash is of the path of the program that the
 * links lead to, so that two builds of one version have different folders. *shared: every user may
 * write to the parent folder. */
static bool default_folder(const char *self, const char *release, char *buf, size_t cap,
			   bool *shared)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	uint32_t hash = map_hash_by((struct str) { self, strlen(self) }, 0);
	char name[64];
	int n;

	(void)snprintf(name, sizeof(name), "envtest-%s%s%s-%08x", RELIST_VERSION,
		       release ? "-" : "", release ? release : "", hash);
	*shared = false;
	if (cache && cache[0] == '/') {
		n = snprintf(buf, cap, "%s/relist/%s", cache, name);
	} else if (home && home[0] == '/') {
		n = snprintf(buf, cap, "%s/.cache/relist/%s", home, name);
	} else {
		*shared = true;
		n = snprintf(buf, cap, "/tmp/relist-%s-%ld", name, (long)getuid());
	}
	return n > 0 && (size_t)n < cap;
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	char folder[PATH_MAX], real[PATH_MAX], self[PATH_MAX], kubectl[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const struct values *v = values;
	struct relist_err why = { 0 };
	unsigned release;
	bool shared = false;

	if (fakeapi__release_read(v->kubernetes, "--kubernetes", &release, &why) != 0) {
		fprintf(err, "relist envtest: %s\n", why.msg);
		return 2;
	}
	if (operands->len > 1) {
		fputs("relist envtest: one DIR at most\n", err);
		return 2;
	}
	if (n <= 0)
		return machine_failed(err, "/proc/self/exe");
	self[n] = 0;
	if (operands->len)
		(void)snprintf(folder, sizeof(folder), "%s", operands->items[0]);
	else if (!default_folder(self, v->kubernetes, folder, sizeof(folder), &shared))
		return machine_failed(err, "the user's cache");
	if (shared && !make_private(folder, err))
		return 5;
	if (!make_folder(folder) || !realpath(folder, real))
		return machine_failed(err, folder);
	if (!put_link(real, "kube-apiserver", self) || !put_link(real, "etcd", self))
		return machine_failed(err, real);
	if (find_kubectl(kubectl, sizeof(kubectl)) && !put_link(real, "kubectl", kubectl))
		return machine_failed(err, real);
	if (!put_release(real, v->kubernetes))
		return machine_failed(err, real);
	fprintf(out, "%s\n", real);
	return 0;
}

int cmd_envtest(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__envtest_command, argc, argv, &v, run, out, err);
}
