/* SPDX-License-Identifier: Apache-2.0 */
/* gitlab.c - a GitLab Code Quality report, which a merge request shows at the line of the failure:
 * an array with an object for each case that did not pass. Its format: docs.gitlab.com, Code
 * Quality, "Code Quality report format". */
#include "base/digest.h"
#include "runner/report/impl.h"

static const char *severity_of(enum runner__verdict v)
{
	if (v == RUNNER_BAD_INPUT)
		return "blocker";
	return v == RUNNER_FAIL ? "major" : "critical";
}

/* GitLab identifies an issue by its fingerprint, so it excludes the position and the text, which
 * may change. */
static uint64_t fingerprint(const struct runner__case *c)
{
	struct digest d = DIGEST_INIT;

	digest_text(&d, str_of(c->path));
	digest_text(&d, c->name);
	digest_number(&d, c->repeat);
	return d.bits;
}

/* GitLab expects paths from the root of the repository, without "./". */
static struct str path_of(const struct runner__case *c)
{
	struct str path = str_of(c->path);

	while (str_begins(path, "./"))
		path = (struct str) { path.ptr + 2, path.len - 2 };
	return path;
}

void runner__gitlab_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	const struct runner__result *res = &c->result;
	AUTO_STRBUF text = STRBUF_INIT, clean = STRBUF_INIT;

	if (!runner__is_bad(res->verdict))
		return;
	strbuf_addf(&text, STR_FMT ": %s", STR_ARG(c->name), res->what);
	if (res->program[0])
		strbuf_addf(&text, "; the program: %s", res->program);
	strbuf_addz(&text, "; rerun: ");
	runner__add_rerun(r, c, &text);
	runner__add_clean(&clean, strbuf_str(&text));
	strbuf_addz(out, r->listed++ ? ",\n" : "\n");
	strbuf_addf(out,
		    "{\"check_name\":\"relist/%s\",\"severity\":\"%s\",\"fingerprint\":\"%016llx\"",
		    runner__verdict_word(res->verdict), severity_of(res->verdict),
		    (unsigned long long)fingerprint(c));
	strbuf_addz(out, ",\"description\":");
	strbuf_add_json(out, strbuf_str(&clean));
	strbuf_addz(out, ",\"location\":{\"path\":");
	strbuf_add_json(out, path_of(c));
	strbuf_addf(out, ",\"lines\":{\"begin\":%u}}}", res->line ? res->line : 1);
	out->failed |= text.failed || clean.failed;
}
