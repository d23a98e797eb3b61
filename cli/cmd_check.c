/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_check.c - relist check: finds errors in scenarios, and checks that can never fail. */
#include "base/alloc.h"
#include "cli/cli.h"
#include "runner/controllers/plugins.h"
#include "runner/language/idle.h"
#include "runner/language/yaml.h"
#include "runner/posix/beside.h"
#include "runner/posix/idle.h"
#include "runner/posix/plugin_load.h"

struct values {
	bool quiet, strict, run;
	struct cli__texts plugins;
};

static const struct cli__option options[] = {
	{ "strict", 0, CLI_FLAG, offsetof(struct values, strict), NULL, NULL,
	  "warnings are errors" },
	{ "run", 0, CLI_FLAG, offsetof(struct values, run), NULL, NULL,
	  "run each in the simulator too, and warn about steps and checks without effect" },
	{ "plugin", 0, CLI_TEXTS, offsetof(struct values, plugins), "FILE.so", NULL,
	  "with --run: reconcilers that the scenarios name (more than once)" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL,
	  "print errors and warnings, no summary" },
};

const struct cli__command cli__check_command = {
	.name = "check",
	.operands = "PATH...",
	.summary = "Report all errors of scenarios (*.yaml), or of all below a folder, "
		   "without a run.",
	.details =
	    "Warnings are about checks that hold whatever happens, too. With --run also about\n"
	    "faults that met no request, `...` that matched nothing, and scenarios that pass\n"
	    "with nothing started: in every matrix cell, with each of three seeds.\n"
	    "\n"
	    "Exit status: 0 no errors, 2 errors (with --strict: or warnings).",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "PATH",
};

/* A loaded scenario, kept to follow `refs` between files. */
struct seen {
	struct scn__scenario *scenario;
	enum { NEW, OPEN, DONE } mark;
};

struct check {
	const struct values *v;
	struct seen *seen;
	size_t len;
	size_t errors, warnings;
	struct relist_plugins plugins;
	FILE *out, *err;
};

/* Reports checks and steps without an effect. */
static void judge(struct check *c, const struct scn__scenario *s, const char *path,
		  struct scn__errors *errors)
{
	struct relist_err why;

	scn__warn_idle(s, errors);
	if (c->v->run && !runner__idle_judge(s, &c->plugins, errors, &why) && !c->v->quiet)
		fprintf(c->out, "%s: its checks are not judged: %s\n", path, why.msg);
	scn__errors_sort(errors);
}

static int check_file(struct check *c, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT, report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *s;
	struct relist_err why;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &why)) {
		fprintf(c->err, "relist check: %s\n", why.msg);
		c->errors++;
		return cli__status_of(&why);
	}
	s = runner__scenario_load(path, strbuf_str(&text), &errors);
	if (s) {
		c->seen[c->len++] = (struct seen) { s, NEW };
		judge(c, s, path, &errors);
	}
	c->errors += errors.error_count;
	c->warnings +=
	    errors.len - (errors.error_count < errors.len ? errors.error_count : errors.len);
	scn__errors_print(&errors, str_of(path), &report);
	fwrite(report.ptr, 1, report.len, c->out);
	if (errors.failed || report.failed) {
		fputs("relist: out of memory\n", c->err);
		scn__errors_fini(&errors);
		return 5;
	}
	scn__errors_fini(&errors);
	return 0;
}

static struct seen *find(struct check *c, struct str name)
{
	for (size_t i = 0; i < c->len; i++)
		if (str_eq(c->seen[i].scenario->name, name))
			return &c->seen[i];
	return NULL;
}

/* Names must be unique: people and --filter use them. */
static void check_names(struct check *c)
{
	for (size_t i = 0; i < c->len; i++) {
		struct seen *first = find(c, c->seen[i].scenario->name);

		if (first == &c->seen[i])
			continue;
		fprintf(c->out, "%s:%u:%u: scenario `%s` is also in %s\n",
			c->seen[i].scenario->path.ptr, c->seen[i].scenario->name_pos.line,
			c->seen[i].scenario->name_pos.column, c->seen[i].scenario->name.ptr,
			first->scenario->path.ptr);
		c->errors++;
	}
}

/* Depth first; a scenario that is reached while it is open closes a cycle. */
static void follow(struct check *c, struct seen *s, unsigned depth)
{
	s->mark = OPEN;
	for (size_t i = 0; i < s->scenario->ref_count && depth < 1000; i++) {
		struct seen *to = find(c, s->scenario->refs[i]);

		if (to && to->mark == OPEN) {
			fprintf(c->out, "%s:%u:%u: refs go in a circle: %s refers to %s\n",
				s->scenario->path.ptr, s->scenario->refs_pos.line,
				s->scenario->refs_pos.column, s->scenario->name.ptr,
				to->scenario->name.ptr);
			c->errors++;
		} else if (to && to->mark == NEW) {
			follow(c, to, depth + 1);
		}
	}
	s->mark = DONE;
}

static int check_all(struct check *c, const struct runner__paths *paths)
{
	int status = 0;

	c->seen = base__calloc(paths->len + 1, sizeof(*c->seen));
	if (!c->seen) {
		fputs("relist: out of memory\n", c->err);
		return 5;
	}
	for (size_t i = 0; i < paths->len && status != 5; i++) {
		int one = check_file(c, paths->items[i]);

		status = one > status ? one : status;
	}
	check_names(c);
	for (size_t i = 0; i < c->len; i++)
		if (c->seen[i].mark == NEW)
			follow(c, &c->seen[i], 0);
	for (size_t i = 0; i < c->len; i++)
		scn__scenario_free(c->seen[i].scenario);
	base__free(c->seen);
	if (!c->v->quiet)
		fprintf(c->out, "%zu file%s: %zu error%s, %zu warning%s\n", paths->len,
			paths->len == 1 ? "" : "s", c->errors, c->errors == 1 ? "" : "s",
			c->warnings, c->warnings == 1 ? "" : "s");
	if (c->errors || (c->v->strict && c->warnings))
		status = status > 2 ? status : 2;
	return status;
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	struct check c = { .v = values, .out = out, .err = err };
	struct runner__paths paths = { 0 };
	int status = 2;

	if (cli__load_plugins(&cli__check_command, &c.v->plugins, &c.plugins, err))
		status = cli__find_paths(&cli__check_command, operands, ".yaml", &paths, err);
	if (!status)
		status = check_all(&c, &paths);
	runner__paths_fini(&paths);
	runner__plugins_unload(&c.plugins);
	return status;
}

int cmd_check(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__check_command, argc, argv, &v, run, out, err);
}
