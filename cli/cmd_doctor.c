/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_doctor.c - relist doctor: reports what this machine lacks for each use of relist. */
#ifndef RELIST_STATIC
#include <dlfcn.h>
#endif
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

struct values {
	bool unused; /* the command has no options */
};

const struct cli__command cli__doctor_command = {
	.name = "doctor",
	.operands = "",
	.summary = "Print what this machine has and lacks for each use of relist.",
	.details = "ok: it is there; none: only the named use needs it; BAD: relist does not work "
		   "here.\n"
		   "Exit status: 0, 1 a line is BAD.",
};

enum verdict { THERE, NONE, BROKEN };

struct doctor {
	FILE *out;
	size_t broken;
};

static void row(struct doctor *d, enum verdict verdict, const char *what, const char *why)
{
	static const char *const words[] = { "ok  ", "none", "BAD " };

	d->broken += verdict == BROKEN;
	fprintf(d->out, "%s  %-22s %s\n", words[verdict], what, why);
}

static bool library_is_there(const char *name)
{
#ifdef RELIST_STATIC
	(void)name; /* linked statically */
	return true;
#else
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);

	return library && dlclose(library) == 0;
#endif
}

static bool program_is_there(const char *name)
{
	const char *path = getenv("PATH");
	char buf[4096];

	while (path && *path) {
		size_t len = strcspn(path, ":");
		int n = snprintf(buf, sizeof(buf), "%.*s/%s", (int)len, path, name);

		if (len && n > 0 && (size_t)n < sizeof(buf) && access(buf, X_OK) == 0)
			return true;
		path += len + (path[len] ? 1 : 0);
	}
	return false;
}

static bool loopback_listens(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	bool good = fd >= 0 && bind(fd, (struct sockaddr *)(void *)&to, sizeof(to)) == 0 &&
		    listen(fd, 1) == 0;

	if (fd >= 0)
		(void)close(fd);
	return good;
}

static bool folder_is_writable(const char *path)
{
	struct stat st;

	return path && path[0] == '/' && stat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
	       access(path, W_OK | X_OK) == 0;
}

static void check_files(struct doctor *d)
{
	struct rlimit limit;
	char why[128];
	bool known = getrlimit(RLIMIT_NOFILE, &limit) == 0;
	const char *tmp = getenv("TMPDIR");

	(void)snprintf(why, sizeof(why),
		       "%llu open files: each connection of relist serve needs one (ulimit -n)",
		       known ? (unsigned long long)limit.rlim_cur : 0ULL);
	row(d, known && limit.rlim_cur >= 64 ? THERE : BROKEN, "open files", why);
	row(d, folder_is_writable(tmp && *tmp ? tmp : "/tmp") ? THERE : NONE, "folder TMPDIR",
	    "relist serve --exec writes a kubeconfig there [/tmp]");
	row(d,
	    folder_is_writable(getenv("XDG_CACHE_HOME")) || folder_is_writable(getenv("HOME"))
		? THERE
		: NONE,
	    "folder HOME", "relist envtest puts links below its .cache; else it uses /tmp");
	row(d, access("/proc/self/exe", R_OK) == 0 ? THERE : NONE, "/proc",
	    "relist envtest links this program, which it finds there");
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	static const struct {
		const char *program, *why;
	} programs[] = {
		{ "kubectl", "for your own look at relist serve; relist envtest links it" },
		{ "openssl", "to make certificates of your own for relist serve --tls-cert" },
	};
	struct doctor d = { .out = out };

	(void)values;
	(void)operands;
	(void)err;
	fprintf(out, "relist " RELIST_VERSION "\n%s\n", cli__build);
	row(&d, loopback_listens() ? THERE : BROKEN, "loopback",
	    "relist serve listens on 127.0.0.1");
	check_files(&d);
	row(&d, library_is_there("libcurl.so.4") ? THERE : NONE, "libcurl",
	    "relist run --world tcp needs it (Debian: libcurl4)");
	row(&d, library_is_there("libzstd.so.1") ? THERE : NONE, "libzstd",
	    "relist import needs it for k8shark's archives (Debian: libzstd1)");
#ifdef RELIST_STATIC
	row(&d, NONE, "plug-ins", "a static program loads none (relist run --plugin)");
#else
	row(&d, THERE, "plug-ins", "relist run --plugin");
#endif
	for (size_t i = 0; i < ARRAY_LEN(programs); i++)
		row(&d, program_is_there(programs[i].program) ? THERE : NONE, programs[i].program,
		    programs[i].why);
	return d.broken ? 1 : 0;
}

int cmd_doctor(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__doctor_command, argc, argv, &v, run, out, err);
}
