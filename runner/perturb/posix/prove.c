/* SPDX-License-Identifier: Apache-2.0 */
/* prove.c - writes a scenario for each group of failures and runs it twice: the program must fail
 * with the disturbance and pass without. */
#include "runner/perturb/posix/search.h"
#include "runner/perturb/scenario.h"
#include "runner/posix/driver_external.h"
#include "runner/posix/files.h"
#include "runner/posix/run.h"
#include "runner/rewrite/fmt.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOADED "loaded.json"

enum { SUBJECT_S = 600, OUTPUT_MAX = 1 << 16 };

struct prover {
	const struct perturb__options *opt;
	struct perturb__outcome *out;
	bool loaded;
};

static int make_folder(const char *path, struct relist_err *err)
{
	struct stat s;

	if (mkdir(path, 0777) == 0 ||
	    (errno == EEXIST && stat(path, &s) == 0 && S_ISDIR(s.st_mode)))
		return 0;
	return relist_err_set(err, RELIST_EIO, "%s: %s", path, strerror(errno));
}

static int write_loaded(struct prover *p, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF path = STRBUF_INIT;

	if (perturb__loaded(&p->out->references[0], &text))
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	p->loaded = text.len > 0;
	if (!p->loaded)
		return 0;
	strbuf_addf(&path, "%s/" LOADED, p->opt->out);
	return runner__replace_file(path.ptr, strbuf_str(&text), err);
}

/* Stores the report's line with the failure. */
static void keep_reason(struct perturb__proof *proof, FILE *report)
{
	char line[sizeof(proof->why)];

	rewind(report);
	while (fgets(line, sizeof(line), report)) {
		size_t n = strcspn(line, "\n");
		const char *text = line + strspn(line, " \t");

		line[n] = '\0';
		if (!*text || strncmp(text, "FAIL", 4) == 0)
			continue;
		(void)snprintf(proof->why, sizeof(proof->why), "%s", text);
		return;
	}
}

/* Returns the exit status of `relist run`. */
static int run_file(const struct prover *p, const char *path, const char *html,
		    struct perturb__proof *proof)
{
	struct scn__subject subject = { .command = p->opt->setup.command,
					.seconds = SUBJECT_S,
					.interrupted = p->opt->setup.interrupted };
	struct runner__run_options run = { .paths = &path,
					   .path_count = 1,
					   .world = &runner__world_external,
					   .driver = &runner__driver_external,
					   .subject = &subject,
					   .seed = 1,
					   .seeds = 1,
					   .repeat = 1,
					   .jobs = 1,
					   .format = RUNNER_FORMAT_TEXT,
					   .quiet = true,
					   .html = html,
					   .interrupted = p->opt->setup.interrupted };
	FILE *out = tmpfile();
	int status = 5;

	if (!out)
		return status;
	status = runner__run(&run, out, out);
	if (status)
		keep_reason(proof, out);
	(void)fclose(out);
	return status;
}

static int make_scenario(const struct prover *p, const struct perturb__group *g, bool disturbed,
			 struct strbuf *out, const char **why)
{
	struct perturb__scenario_input t = { .cell = p->opt->setup.cell,
					     .plan = disturbed ? g->first->plan : NULL,
					     .reference = &p->out->references[0],
					     .life = &g->first->life,
					     .noise = &p->out->noise,
					     .late = p->out->late,
					     .hold_ns = p->opt->setup.hold_ns,
					     .findings = &g->first->verdict.findings,
					     .load = p->loaded ? LOADED : NULL };

	return perturb__scenario(&t, out, why);
}

/* Without the disturbance the scenario must pass; else its failure proves nothing. */
static int prove_undisturbed(const struct prover *p, struct perturb__group *g,
			     struct relist_err *err)
{
	struct perturb__proof *proof = &g->proof;
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF path = STRBUF_INIT;
	const char *why = NULL;
	char red[sizeof(proof->why)];
	int code = make_scenario(p, g, false, &text, &why);

	if (code)
		return code;
	strbuf_addf(&path, "%s/.undisturbed-%ld.yaml", p->opt->out, (long)getpid());
	code = runner__replace_file(path.ptr, strbuf_str(&text), err);
	if (code)
		return code;
	memcpy(red, proof->why, sizeof(red));
	if (run_file(p, path.ptr, NULL, proof) == 0)
		memcpy(proof->why, red, sizeof(red));
	else
		proof->proved = PERTURB_NOT_GREEN;
	(void)unlink(path.ptr);
	return 0;
}

/* Formats the scenario; on failure keeps the text. */
static void make_canonical(struct strbuf *text)
{
	AUTO_STRBUF canonical = STRBUF_INIT;
	struct scn__errors errors = { 0 };

	if (scn__fmt(strbuf_str(text), &canonical, &errors) == 0) {
		strbuf_clear(text);
		strbuf_adds(text, strbuf_str(&canonical));
	}
	scn__errors_fini(&errors);
}

static int prove(const struct prover *p, struct perturb__group *g, struct relist_err *err)
{
	struct perturb__proof *proof = &g->proof;
	AUTO_STRBUF text = STRBUF_INIT;
	const char *why = NULL;
	int code = make_scenario(p, g, true, &text, &why), status;

	if (code)
		return code;
	if (why) {
		proof->proved = PERTURB_UNTOLD;
		(void)snprintf(proof->why, sizeof(proof->why), "%s", why);
		return 0;
	}
	make_canonical(&text);
	strbuf_addf(&proof->path, "%s/", p->opt->out);
	perturb__write_name(g->first->plan, &proof->path);
	strbuf_addz(&proof->path, ".yaml");
	code = runner__replace_file(proof->path.ptr, strbuf_str(&text), err);
	if (code)
		return code;
	status = run_file(p, proof->path.ptr, p->opt->html, proof);
	proof->proved = status == 0 ? PERTURB_NOT_RED : PERTURB_RED;
	/* 1: an expectation; 4: an oracle, e.g. because the program ended */
	if (status != 0 && status != 1 && status != 4)
		proof->proved = PERTURB_NOT_GREEN;
	return proof->proved == PERTURB_RED ? prove_undisturbed(p, g, err) : 0;
}

int perturb__prove(const struct perturb__options *opt, struct perturb__outcome *o,
		   struct relist_err *err)
{
	struct prover p = { .opt = opt, .out = o };
	int code = o->group_count ? make_folder(opt->out, err) : 0;

	if (!code && o->group_count)
		code = write_loaded(&p, err);
	for (size_t g = 0; !code && g < o->group_count; g++) {
		if (opt->setup.interrupted && opt->setup.interrupted())
			break;
		code = prove(&p, &o->groups[g], err);
		if (!code && !opt->quiet)
			fprintf(opt->err, "scenario %zu of %zu\n", g + 1, o->group_count);
	}
	return code;
}
