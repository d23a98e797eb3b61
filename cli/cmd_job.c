/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_job.c - relist job: prints a Kubernetes Job whose pods share the work of run, explore or
 * perturb. */
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/dns.h"
#include "cli/cli.h"
#include "cli/job.h"

enum { NAME_MAX_LEN = 52 };

struct values {
	const char *name, *ns, *image, *claim, *put, *secret, *only;
	uint64_t parts, parallel;
};

static const struct values defaults = { .parts = 4, .image = "relist:" RELIST_VERSION };

static const struct cli__option options[] = {
	{ "parts", 'n', CLI_COUNT, offsetof(struct values, parts), "N", NULL,
	  "number of parts, a pod each [4]" },
	{ "parallel", 'p', CLI_COUNT, offsetof(struct values, parallel), "N", NULL,
	  "so many pods at a time [all]" },
	{ "claim", 0, CLI_TEXT, offsetof(struct values, claim), "PVC", NULL,
	  "write the parts to this PersistentVolumeClaim, as part-1.jsonl and so on" },
	{ "put", 0, CLI_TEXT, offsetof(struct values, put), "URL", NULL,
	  "or send them by PUT to URL/part-1.jsonl and so on" },
	{ "put-secret", 0, CLI_TEXT, offsetof(struct values, secret), "NAME", NULL,
	  "with --put: a Secret whose key `authorization` is the request's Authorization header" },
	{ "only", 0, CLI_TEXT, offsetof(struct values, only), "I,J", NULL,
	  "these parts only, from 1, as relist report names the lost ones" },
	{ "image", 0, CLI_TEXT, offsetof(struct values, image), "IMAGE", NULL,
	  "image whose entry point is relist; for --exec and --subject it has the program too "
	  "[relist:" RELIST_VERSION "]" },
	{ "name", 0, CLI_TEXT, offsetof(struct values, name), "NAME", NULL,
	  "of the Job and its ConfigMap [relist-run, relist-explore, relist-perturb]" },
	{ "namespace", 0, CLI_TEXT, offsetof(struct values, ns), "NAME", NULL,
	  "of both [kubectl's]" },
};

const struct cli__command cli__job_command = {
	.name = "job",
	.operands = "-- run|explore|perturb ARGS...",
	.summary = "Print a Kubernetes Job whose pods share the work of run, explore or perturb.",
	.details =
	    "relist job --claim results -- run scenarios | kubectl create -f -\n"
	    "\n"
	    "The files that ARGS name are in a ConfigMap (1 MiB together); an absolute path that "
	    "does not\n"
	    "exist here is one in the image. A killed pod runs again, one with failures does not. "
	    "Then\n"
	    "`relist report part-*.jsonl` merges the parts, names lost ones, and prints the "
	    "command "
	    "for these.\n"
	    "\n"
	    "Exit status: 0; 2 bad input or usage; 5 the machine failed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "command",
};

/* --- ARGS --- */

struct work {
	const struct cli__command *command;
	struct strbuf *args;
	size_t arg_count;
	struct cli__job_files files;
	struct relist_err err;
};

/* Options that the job sets itself, or whose files would be lost with the pod. */
static const char *const own_options[] = { "shard", "format",	"output", "report",
					   "list",  "update",	"html",	  "init",
					   "crds",  "requests", "resume", "out" };
static const char *const file_options[] = { "load", "choices" };

static bool is_one_of(const char *const *words, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return true;
	return false;
}

static const struct cli__option *option_of(const struct cli__command *c, const char *arg,
					   const char **value)
{
	size_t len = arg[1] == '-' ? strcspn(arg + 2, "=") : 1;
	const char *end = arg[1] == '-' ? arg + 2 + len : arg + 2;

	*value = *end ? end + (*end == '=' && arg[1] == '-') : NULL;
	for (size_t i = 0; i < c->option_count; i++) {
		const struct cli__option *o = &c->options[i];

		if (arg[1] == '-' ? str_eqz((struct str) { arg + 2, len }, o->name)
				  : o->letter == arg[1])
			return o;
	}
	return NULL;
}

static void add_arg(struct work *w, const char *before, const char *text)
{
	struct strbuf *arg = &w->args[w->arg_count++];

	strbuf_init(arg);
	strbuf_addz(arg, before);
	strbuf_addz(arg, text);
}

/* The argument for a path, which a file of the ConfigMap has below the working folder. */
static const char *pod_path(const char *path)
{
	return path[0] == '/' && access(path, F_OK) == 0 ? path + strspn(path, "/") : path;
}

static int take_option(struct work *w, const char *const *argv, size_t argc, size_t *i)
{
	const char *value, *arg = argv[*i];
	const struct cli__option *o = option_of(w->command, arg, &value);
	AUTO_STRBUF word = STRBUF_INIT;
	int code = 0;

	if (!o)
		return relist_err_set(&w->err, RELIST_EINVAL, "relist %s has no option \"%.100s\"",
				      w->command->name, arg);
	if (is_one_of(own_options, ARRAY_LEN(own_options), o->name))
		return relist_err_set(&w->err, RELIST_EINVAL,
				      "--%s: a job sets it itself, or cannot keep its files",
				      o->name);
	strbuf_addf(&word, "--%s%s", o->name, o->type == CLI_FLAG ? "" : "=");
	if (o->type != CLI_FLAG && !value) {
		if (*i + 1 == argc)
			return relist_err_set(&w->err, RELIST_EINVAL, "--%s needs a value",
					      o->name);
		value = argv[++*i];
	}
	if (strcmp(o->name, "load") == 0)
		code = cli__job_files_find(&w->files, w->command->name, true, value, &w->err);
	else if (strcmp(o->name, "choices") == 0)
		code = cli__job_files_add(&w->files, value, &w->err);
	if (is_one_of(file_options, ARRAY_LEN(file_options), o->name))
		value = pod_path(value);
	add_arg(w, word.ptr, value ? value : "");
	return code;
}

static int take_args(struct work *w, const char *const *argv, size_t argc)
{
	bool options_end = false, has_operand = false;
	int code = 0;

	for (size_t i = 0; !code && i < argc; i++) {
		if (!options_end && strcmp(argv[i], "--") == 0) {
			options_end = true;
			add_arg(w, "", "--");
		} else if (!options_end && argv[i][0] == '-' && argv[i][1]) {
			code = take_option(w, argv, argc, &i);
		} else {
			has_operand = true;
			code = cli__job_files_find(&w->files, w->command->name, false, argv[i],
						   &w->err);
			add_arg(w, "", pod_path(argv[i]));
		}
	}
	if (!code && !has_operand)
		return relist_err_set(&w->err, RELIST_EINVAL, "relist %s needs %s",
				      w->command->name, w->command->needs);
	for (size_t i = 0; !code && i < w->arg_count; i++)
		if (w->args[i].failed)
			code = relist_err_set(&w->err, RELIST_ENOMEM, "out of memory");
	return code;
}

/* --- options --- */

/* Counts the parts of --only; 0: it is no list of different parts in ascending order. */
static uint64_t count_only(const char *only, uint64_t parts)
{
	uint64_t count = 0, last = 0;

	for (const char *p = only;; p++) {
		uint64_t n = 0;
		const char *begin = p;

		for (; *p >= '0' && *p <= '9' && p - begin < 9; p++)
			n = n * 10 + (uint64_t)(*p - '0');
		if (p == begin || n <= last || n > parts)
			return 0;
		last = n;
		count++;
		if (!*p)
			return count;
		if (*p != ',')
			return 0;
	}
}

/* Credentials would be in the manifest, and in the command that the report prints. */
static bool is_plain_url(const char *url)
{
	size_t scheme = str_begins(str_of(url), "http://")    ? 7
			: str_begins(str_of(url), "https://") ? 8
							      : 0;

	return scheme && url[scheme] && url[scheme] != '/' && !strpbrk(url, "@?#{} \"") &&
	       url[strlen(url) - 1] != '/';
}

static bool is_object_name(const char *name)
{
	return dns_is_subdomain(str_of(name)) && strlen(name) <= DNS_SUBDOMAIN_LEN_MAX;
}

static const char *wrong_option(const struct values *v, const char *name)
{
	if (v->parts > JOB_PARTS_MAX)
		return "--parts must be at most 10000";
	if (!v->claim == !v->put)
		return "one of --claim PVC and --put URL must say where the parts go";
	if (v->put && !is_plain_url(v->put))
		return "--put must be an http or https URL without a slash at its end, user, "
		       "password and query; see --put-secret";
	if (v->secret && !v->put)
		return "--put-secret needs --put";
	if (v->only && !count_only(v->only, v->parts))
		return "--only must be parts from 1 to --parts in ascending order, as 3,7";
	if (!dns_is_label(str_of(name)) || strlen(name) > NAME_MAX_LEN)
		return "--name must have at most 52 lower-case letters, digits and dashes";
	if (v->ns && (!dns_is_label(str_of(v->ns)) || strlen(v->ns) > DNS_LABEL_LEN_MAX))
		return "--namespace is no name of a namespace";
	if (v->claim && !is_object_name(v->claim))
		return "--claim is no name of a PersistentVolumeClaim";
	if (v->secret && !is_object_name(v->secret))
		return "--put-secret is no name of a Secret";
	return !v->image[0] || strpbrk(v->image, " \t\r\n") ? "--image is no name of an image"
							    : NULL;
}

/* The name of a Job for some of the parts is another, as the first one may still be there. */
static void add_name(const struct values *v, const char *command, struct strbuf *out)
{
	if (v->name)
		strbuf_addz(out, v->name);
	else
		strbuf_addf(out, "relist-%s", command);
	if (!v->only)
		return;
	if (out->len + 1 + strlen(v->only) > NAME_MAX_LEN) {
		strbuf_addz(out, "-lost");
		return;
	}
	strbuf_addc(out, '-');
	for (const char *p = v->only; *p; p++)
		strbuf_addc(out, *p == ',' ? '-' : *p);
}

static const struct cli__command *command_of(const char *word)
{
	static const struct cli__command *const commands[] = { &cli__run_command,
							       &cli__explore_command,
							       &cli__perturb_command };

	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		if (strcmp(word, commands[i]->name) == 0)
			return commands[i];
	return NULL;
}

static void print(const struct values *v, const struct work *w, const char *name,
		  const struct cli__operands *operands, struct strbuf *out)
{
	AUTO_STRBUF again = STRBUF_INIT;
	struct cli__job job = { .name = name,
				.ns = v->ns,
				.image = v->image,
				.claim = v->claim,
				.put = v->put,
				.secret = v->secret,
				.only = v->only,
				.parts = v->parts,
				.count = v->only ? count_only(v->only, v->parts) : v->parts,
				.command = w->command->name,
				.args = w->args,
				.arg_count = w->arg_count,
				.files = &w->files };

	job.parallel = v->parallel && v->parallel < job.count ? v->parallel : job.count;
	strbuf_addz(&again, "relist job");
	cli__again(&cli__job_command, v, &defaults, "only", &again);
	strbuf_addz(&again, " --");
	for (size_t i = 0; i < operands->len; i++) {
		strbuf_addc(&again, ' ');
		strbuf_add_shell(&again, str_of(operands->items[i]));
	}
	job.again = again.ptr;
	cli__job_print(&job, out);
	out->failed |= again.failed;
}

static int job(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct work w = { .command = command_of(operands->items[0]) };
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	int code, status = 0;

	if (!w.command) {
		fprintf(err, "relist job: \"%s\": the command must be run, explore or perturb\n",
			operands->items[0]);
		return 2;
	}
	add_name(v, w.command->name, &name);
	if (wrong_option(v, name.ptr)) {
		fprintf(err, "relist job: %s\n", wrong_option(v, name.ptr));
		return 2;
	}
	w.args = base__calloc(operands->len, sizeof(*w.args));
	code = w.args ? take_args(&w, operands->items + 1, operands->len - 1)
		      : relist_err_set(&w.err, RELIST_ENOMEM, "out of memory");
	if (!code)
		print(v, &w, name.ptr, operands, &text);
	if (!code && (text.failed || name.failed))
		code = relist_err_set(&w.err, RELIST_ENOMEM, "out of memory");
	if (code) {
		fprintf(err, "relist job: %s\n", w.err.msg);
		status = cli__status_of(&w.err);
	} else if (fwrite(text.ptr, 1, text.len, out) != text.len) {
		status = 5;
	}
	for (size_t i = 0; i < w.arg_count; i++)
		strbuf_fini(&w.args[i]);
	base__free(w.args);
	cli__job_files_fini(&w.files);
	return status;
}

int cmd_job(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = defaults;

	return cli__run(&cli__job_command, argc, argv, &v, job, out, err);
}
