/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_new.c - relist new: writes a first scenario. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "relist/err.h"

struct values {
	const char *template;
};

static const struct cli__option options[] = {
	{ "template", 0, CLI_WORD, offsetof(struct values, template), NULL,
	  "informer|expired|workqueue",
	  "a list and a watch; history that expires under a watch; a work queue that retries "
	  "[informer]" },
};

const struct cli__command cli__new_command = {
	.name = "new",
	.operands = "FILE.yaml",
	.summary = "Write a scenario that passes, to begin with.",
	.details = "The scenario's name is the file's: lower case words with dashes. A file that "
		   "exists stays as it is; - prints the scenario.\n"
		   "relist new first.yaml && relist run first.yaml\n"
		   "The first line names relist.schema.json for editors: relist schema "
		   ">relist.schema.json\n"
		   "Exit status: 0, 2 the file exists or bad usage, 5 the machine failed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

static const char head[] = "# yaml-language-server: $schema=relist.schema.json\n"
			   "relist: 1\n"
			   "scenario: %s\n";

static const char informer[] =
    "about: An informer lists, watches, and sees an object change and go.\n"
    "world:\n"
    "  server: {rv: 10}\n"
    "  types: {pods: v1/pods}\n"
    "  objects:\n"
    "    pod: {spec: {nodeName: n1}}\n"
    "  informers:\n"
    "    pods: {handlers: {h1: {}}}\n"
    "steps:\n"
    "  - create: {pods/default/a: pod}        # rv 11\n"
    "  - start: pods\n"
    "  - expect:\n"
    "      requests: [LIST pods rv=0 -> 200@11, WATCH pods rv=11]\n"
    "      handlers: {h1: [add pods/default/a rv=11 initial]}\n"
    "  - update: {pods/default/a: {spec: {nodeName: n2}}}    # rv 12\n"
    "  - delete: [pods/default/a]             # rv 13\n"
    "  - expect:\n"
    "      handlers: {h1: [update pods/default/a 11->12, delete pods/default/a rv=13 known]}\n"
    "      cache: {pods: []}\n";

static const char expired[] =
    "about: The watch ends, history expires, an object goes meanwhile. The next list shows it.\n"
    "world:\n"
    "  server: {rv: 10}\n"
    "  types: {pods: v1/pods}\n"
    "  objects:\n"
    "    pod: {spec: {nodeName: n1}}\n"
    "  informers:\n"
    "    pods: {handlers: {h1: {}}}\n"
    "steps:\n"
    "  - create: {pods/default/a: pod}        # rv 11\n"
    "  - start: pods\n"
    "  - expect:\n"
    "      requests: [LIST pods rv=0 -> 200@11, WATCH pods rv=11]\n"
    "      handlers: {h1: [add pods/default/a rv=11 initial]}\n"
    "  - advance: 5s                          # a watch that lived\n"
    "  - hold: {at: request, nth: 3}          # the next watch does not reach the server yet\n"
    "  - disconnect: pods\n"
    "  - delete: [pods/default/a]             # rv 12\n"
    "  - compact: now\n"
    "  - advance: 1m\n"
    "  - release: {at: request, nth: 3}\n"
    "  - advance: 1m\n"
    "  - expect:\n"
    "      requests: [WATCH pods rv=11 -> gone, LIST pods rv=11 -> 200@12, WATCH pods rv=12]\n"
    "      handlers: {h1: [delete pods/default/a unknown]}\n"
    "      cache: {pods: []}\n";

static const char workqueue[] =
    "about: A controller reaps what it made. The first delete fails; the key comes back later.\n"
    "world:\n"
    "  types: {clusters: example.org/v1/clusters, pvcs: v1/persistentvolumeclaims}\n"
    "  objects:\n"
    "    cluster: {metadata: {finalizers: [cleanup]}}\n"
    "  informers:\n"
    "    clusters: {handlers: {c: {enqueue: key}}}\n"
    "    pvcs: {handlers: {c: {enqueue: owner-label c}}}\n"
    "  controllers:\n"
    "    c:\n"
    "      reconcile: stock/reap-or-ensure\n"
    "      children: {type: pvcs, name: 'data-{name}', label: c}\n"
    "      match-children-by: uid\n"
    "      queue: {backoff: 1s..60s}\n"
    "steps:\n"
    "  - start: all\n"
    "  - create: {clusters/default/z: cluster}\n"
    "  - expect: {writes: [CREATE pvcs/default/data-z -> 201]}\n"
    "  - fail: {match: DELETE pvcs, status: 500, times: 1}\n"
    "  - delete: [clusters/default/z]\n"
    "  - expect:\n"
    "      writes: [DELETE pvcs/default/data-z -> 500]\n"
    "      queue: {c: {ready: [], delayed: [default/z], retries: {default/z: 1}}}\n"
    "  - advance: 1s\n"
    "  - expect:\n"
    "      writes: [DELETE pvcs/default/data-z -> 200, 'PATCH clusters/default/z -> 200']\n"
    "      state: {clusters: [], pvcs: []}\n";

/* "dir/first.yaml" gives "first". Returns false if that is not a valid name. */
static bool name_of(const char *path, char *buf, size_t cap)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	const char *dot = strrchr(base, '.');
	size_t len = dot ? (size_t)(dot - base) : 0;

	if (!len || len >= cap || (strcmp(dot, ".yaml") != 0 && strcmp(dot, ".yml") != 0))
		return false;
	memcpy(buf, base, len);
	buf[len] = 0;
	return strspn(buf, "abcdefghijklmnopqrstuvwxyz0123456789-") == len && buf[0] != '-';
}

static int machine_failed(const char *path, FILE *err)
{
	fprintf(err, "relist new: %s: %s\n", path, strerror(errno));
	return 5;
}

static int write_new(const char *path, struct str text, FILE *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	ssize_t n;

	if (fd < 0 && errno == EEXIST) {
		fprintf(err, "relist new: %s exists and stays as it is\n", path);
		return 2;
	}
	if (fd < 0)
		return machine_failed(path, err);
	n = write(fd, text.ptr, text.len);
	if (close(fd) == 0 && n == (ssize_t)text.len)
		return 0;
	(void)unlink(path);
	return machine_failed(path, err);
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	const char *path = operands->items[0];
	AUTO_STRBUF text = STRBUF_INIT;
	char name[64] = "first";
	int status;

	if (operands->len > 1) {
		fputs("relist new: one FILE\n", err);
		return 2;
	}
	if (strcmp(path, "-") != 0 && !name_of(path, name, sizeof(name))) {
		fprintf(err, "relist new: \"%s\" must be lower case words with dashes, and .yaml\n",
			path);
		return 2;
	}
	strbuf_addf(&text, head, name);
	strbuf_addz(&text, strcmp(v->template, "expired") == 0	   ? expired
			   : strcmp(v->template, "workqueue") == 0 ? workqueue
								   : informer);
	if (text.failed) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	if (strcmp(path, "-") == 0) {
		fwrite(text.ptr, 1, text.len, out);
		return 0;
	}
	status = write_new(path, strbuf_str(&text), err);
	if (!status)
		fprintf(out, "%s: relist run %s\n", path, path);
	return status;
}

int cmd_new(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .template = "informer" };

	return cli__run(&cli__new_command, argc, argv, &v, run, out, err);
}
