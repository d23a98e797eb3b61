/* SPDX-License-Identifier: Apache-2.0 */
/* report.c - the report of a search as text, JSON and JUnit. */
#include "runner/perturb/posix/merge.h"
#include "runner/report/impl.h"

enum { SHOWN_PLANS = 4 };

static double seconds(int64_t ns)
{
	return (double)ns / 1e9;
}

static double tries_per_minute(const struct perturb__outcome *o)
{
	return o->wall_ns ? (double)o->tries * 60e9 / (double)o->wall_ns : 0;
}

/* --- scenarios --- */

const char *perturb__proved_word(enum perturb__proved p)
{
	static const char *const words[] = { [PERTURB_NOT_PROVED] = "no",
					     [PERTURB_RED] = "fails",
					     [PERTURB_NOT_RED] = "passes",
					     [PERTURB_NOT_GREEN] = "broken",
					     [PERTURB_UNTOLD] = "untold" };

	return words[p];
}

/* Returns NULL if the group's report shows another life. */
static const struct perturb__proof *proof_of(const struct perturb__outcome *o,
					     const struct perturb__tried *t)
{
	const struct perturb__group *g = t->group ? &o->groups[t->group - 1] : NULL;

	return g && g->first == t && g->proof.proved != PERTURB_NOT_PROVED ? &g->proof : NULL;
}

static void add_proof(const struct perturb__options *opt, const struct perturb__proof *p,
		      const char *indent, struct strbuf *out)
{
	if (p->proved == PERTURB_UNTOLD) {
		strbuf_addf(out, "%sno scenario: the language has no step for %s\n", indent,
			    p->why);
		return;
	}
	strbuf_addf(out, "%sscenario: " STR_FMT, indent, STR_ARG(strbuf_str(&p->path)));
	if (p->proved == PERTURB_RED)
		strbuf_addf(out, ": fails (%s); passes without the disturbance\n", p->why);
	else if (p->proved == PERTURB_NOT_RED)
		strbuf_addz(out, ": does not reproduce it, passes\n");
	else
		strbuf_addf(out, ": does not reproduce it: %s\n", p->why);
	strbuf_addf(out, "%srun: relist run --world external --subject ", indent);
	strbuf_add_shell(out, str_of(opt->setup.command));
	strbuf_addc(out, ' ');
	strbuf_add_shell(out, strbuf_str(&p->path));
	strbuf_addc(out, '\n');
}

/* --- text --- */

static void print_rerun_command(const struct perturb__options *opt, const struct perturb__tried *t,
				struct strbuf *out)
{
	strbuf_addf(out, "      again: %s --only ", opt->again);
	perturb__plan_ref(t->plan, out);
	strbuf_addc(out, '\n');
}

static void text_plans(const struct perturb__outcome *o, uint32_t group, struct strbuf *out)
{
	size_t shown = 0;

	for (size_t i = 0; i < o->tried_count; i++) {
		const struct perturb__tried *t = &o->tried[i];

		if (t->group != group)
			continue;
		if (shown++ >= SHOWN_PLANS)
			continue;
		strbuf_addf(out, "      when " STR_FMT " (" STR_FMT ", %u of %u tries)\n",
			    STR_ARG(t->plan->sentence), STR_ARG(t->plan->name), t->seen, t->tries);
	}
	if (shown > SHOWN_PLANS)
		strbuf_addf(out, "      and %zu more\n", shown - SHOWN_PLANS);
}

static void text_group(const struct perturb__options *opt, const struct perturb__outcome *o,
		       size_t g, struct strbuf *out)
{
	const struct perturb__tried *t = o->groups[g].first;
	size_t more = t->verdict.findings.len;

	strbuf_addf(out, "\nFAIL %zu: %s\n", g + 1, perturb__kind_title(perturb__worst(t)->kind));
	for (size_t i = 0; i < more && i < SHOWN_PLANS; i++) {
		const struct perturb__finding *f = t->verdict.findings.items[i];

		strbuf_addf(out, "      " STR_FMT "\n", STR_ARG(f->what));
	}
	if (more > SHOWN_PLANS)
		strbuf_addf(out, "      and %zu more findings\n", more - SHOWN_PLANS);
	text_plans(o, (uint32_t)g + 1, out);
	print_rerun_command(opt, t, out);
	if (proof_of(o, t))
		add_proof(opt, proof_of(o, t), "      ", out);
}

static void text_doubts(const struct perturb__outcome *o, struct strbuf *out)
{
	for (size_t i = 0; i < o->tried_count; i++) {
		const struct perturb__tried *t = &o->tried[i];

		if (t->doubtful)
			strbuf_addf(out,
				    "\ndoubtful, does not count: seen in %u of %u tries (" STR_FMT
				    ")\n      when " STR_FMT "\n      " STR_FMT "\n",
				    t->seen, t->tries, STR_ARG(t->plan->name),
				    STR_ARG(t->plan->sentence), STR_ARG(perturb__worst(t)->what));
		else if (t->begun && t->broken)
			strbuf_addf(out, "\nnot tried to the end (" STR_FMT "): %s\n",
				    STR_ARG(t->plan->name), t->why);
	}
}

static void text_list(const struct perturb__outcome *o, struct strbuf *out)
{
	for (size_t i = 0; i < o->tried_count; i++) {
		const struct perturb__plan *p = o->tried[i].plan;

		strbuf_addf(out, STR_FMT "\t" STR_FMT "\n", STR_ARG(p->name), STR_ARG(p->sentence));
	}
}

/* Lists objects that exist at the end of some undisturbed runs only: they are not compared, but
 * the reader may know that they must exist. */
static void text_loose(const struct perturb__outcome *o, struct strbuf *out)
{
	const struct map_entry *e;
	size_t shown = 0;

	for (size_t i = 0; (e = map_next(&o->noise.loose, &i));) {
		AUTO_STRBUF key = STRBUF_INIT;

		if (shown++ < SHOWN_PLANS)
			strbuf_addf(out, "%s%s",
				    shown == 1
					? "\nnot compared, as undisturbed runs differ in it: "
					: ", ",
				    perturb__shown((struct str) { e->key, e->key_len }, &key));
	}
	if (shown > SHOWN_PLANS)
		strbuf_addf(out, " and %zu more", shown - SHOWN_PLANS);
	if (shown)
		strbuf_addc(out, '\n');
}

/* Why a family that was requested has no plan. */
static void text_without_plans(const struct perturb__options *opt, const struct perturb__outcome *o,
			       struct strbuf *out)
{
	if (opt->families[PERTURB_LEASE] && !o->plans.lease.len)
		strbuf_addz(out,
			    "\nno plan of lease: undisturbed, the program has acquired no Lease "
			    "(is leader election on?)\n");
}

static void text_sum(const struct perturb__options *opt, const struct perturb__outcome *o,
		     struct strbuf *out)
{
	const struct perturb__plans *p = &o->plans;

	strbuf_addf(
	    out,
	    "\n%zu failures in %zu plans tried of %zu (%zu points; left out: %zu of leases "
	    "and events, %zu that change nothing, %zu that come to the same state; %zu equal "
	    "to another come last)\n",
	    o->group_count, o->begun, p->list.len, p->points, p->pruned_background, p->pruned_idle,
	    p->pruned_same_state, p->pruned_equal);
	if (o->missed_plans)
		strbuf_addf(out,
			    "%zu more plans are in no part: the undisturbed runs of the parts "
			    "differ\n",
			    o->missed_plans);
	if (o->resumed)
		strbuf_addf(out, "%zu of them were tried before (--resume)\n", o->resumed);
	strbuf_addf(out, "%zu passed", o->passed);
	if (o->slow)
		strbuf_addf(out, " (%zu after longer waits)", o->slow);
	strbuf_addf(out, ", %zu missed their point, %zu broken, %zu doubtful", o->missed, o->broken,
		    o->doubtful);
	if (o->out_of_time)
		strbuf_addf(out, "; %s, %zu not tried",
			    o->interrupted ? "interrupted" : "the time is over",
			    o->tried_count - o->begun);
	strbuf_addf(out,
		    "\n%.1f s, %zu tries, %.0f a minute; %zu undisturbed runs, noise in %zu "
		    "fields%s\n",
		    seconds(o->wall_ns), o->tries, tries_per_minute(o), o->reference_count,
		    o->noise_fields,
		    opt->setup.roles ? "; stand-ins for pods, claims, StatefulSets, Deployments, "
				       "load balancers"
				     : "");
}

static void report_text(const struct perturb__options *opt, const struct perturb__outcome *o,
			struct strbuf *out)
{
	if (o->refused[0]) {
		strbuf_addf(out, "the story cannot be judged: %s\n", o->refused);
		return;
	}
	if (opt->list) {
		text_list(o, out);
		text_without_plans(opt, o, out);
		return;
	}
	for (size_t g = 0; g < o->group_count; g++)
		text_group(opt, o, g, out);
	text_doubts(o, out);
	text_loose(o, out);
	text_without_plans(opt, o, out);
	text_sum(opt, o, out);
}

/* --- JSON --- */

static const char *word_of(const struct perturb__tried *t)
{
	return t->failed	    ? "fail"
	       : t->doubtful	    ? "doubtful"
	       : !t->begun	    ? "skip"
	       : t->broken	    ? "broken"
	       : t->verdict.nothing ? "missed"
				    : "pass";
}

static void json_findings(const struct perturb__tried *t, struct strbuf *out)
{
	strbuf_addz(out, ",\"findings\":[");
	for (size_t i = 0; i < t->verdict.findings.len; i++) {
		const struct perturb__finding *f = t->verdict.findings.items[i];

		strbuf_addf(out, "%s{\"kind\":\"%s\",\"key\":", i ? "," : "",
			    perturb__kind_word(f->kind));
		strbuf_add_json(out, f->key);
		strbuf_addz(out, ",\"what\":");
		strbuf_add_json(out, f->what);
		strbuf_addc(out, '}');
	}
	strbuf_addc(out, ']');
}

static void json_plan(const struct perturb__outcome *o, const struct perturb__tried *t,
		      struct strbuf *out)
{
	const struct perturb__proof *proof = proof_of(o, t);

	strbuf_addz(out, "{\"plan\":");
	strbuf_add_json(out, t->plan->name);
	strbuf_addz(out, ",\"sentence\":");
	strbuf_add_json(out, t->plan->sentence);
	strbuf_addf(out, ",\"verdict\":\"%s\",\"tries\":%u,\"seen\":%u,\"seconds\":%.3f",
		    word_of(t), t->tries, t->seen, seconds(t->wall_ns));
	if (t->group)
		strbuf_addf(out, ",\"group\":%u", t->group);
	if (proof) {
		strbuf_addz(out, ",\"scenario\":");
		strbuf_add_json(out, strbuf_str(&proof->path));
		strbuf_addf(out, ",\"run\":\"%s\"", perturb__proved_word(proof->proved));
	}
	json_findings(t, out);
	strbuf_addc(out, '}');
}

static void report_json(const struct perturb__options *opt, const struct perturb__outcome *o,
			struct strbuf *out)
{
	strbuf_addz(out, "{\"story\":");
	strbuf_add_json(out, opt->setup.cell->scenario->name);
	if (o->refused[0]) {
		strbuf_addz(out, ",\"refused\":");
		strbuf_add_json(out, str_of(o->refused));
	}
	strbuf_addf(out,
		    ",\"seconds\":%.3f,\"tries\":%zu,\"triesPerMinute\":%.1f,\"points\":%zu,"
		    "\"planned\":%zu,\"tried\":%zu,\"passed\":%zu,\"missed\":%zu,\"broken\":%zu,"
		    "\"doubtful\":%zu,\"groups\":%zu,\"plans\":[",
		    seconds(o->wall_ns), o->tries, tries_per_minute(o), o->plans.points,
		    o->plans.list.len, o->begun, o->passed, o->missed, o->broken, o->doubtful,
		    o->group_count);
	for (size_t i = 0; i < o->tried_count; i++) {
		if (i)
			strbuf_addc(out, ',');
		json_plan(o, &o->tried[i], out);
	}
	strbuf_addz(out, "]}\n");
}

/* --- JUnit --- */

static void junit_case(const struct perturb__options *opt, const struct perturb__outcome *o,
		       const struct perturb__tried *t, struct strbuf *out)
{
	AUTO_STRBUF proof = STRBUF_INIT;

	strbuf_addz(out, "  <testcase classname=\"");
	runner__add_xml(out, opt->setup.cell->scenario->name);
	strbuf_addz(out, "\" name=\"");
	runner__add_xml(out, t->plan->name);
	strbuf_addz(out, ": ");
	runner__add_xml(out, t->plan->sentence);
	strbuf_addf(out, "\" time=\"%.3f\">", seconds(t->wall_ns));
	if (t->failed) {
		strbuf_addz(out, "<failure message=\"");
		runner__add_xml(out, perturb__worst(t)->what);
		strbuf_addz(out, "\">");
		for (size_t i = 0; i < t->verdict.findings.len; i++) {
			runner__add_xml(
			    out, ((struct perturb__finding *)t->verdict.findings.items[i])->what);
			strbuf_addc(out, '\n');
		}
		strbuf_addz(out, "again: ");
		runner__add_xml(out, str_of(opt->again));
		strbuf_addz(out, " --only ");
		perturb__plan_ref(t->plan, out);
		strbuf_addc(out, '\n');
		if (proof_of(o, t))
			add_proof(opt, proof_of(o, t), "", &proof);
		runner__add_xml(out, strbuf_str(&proof));
		strbuf_addz(out, "</failure>");
	} else if (!t->begun || t->broken || t->verdict.nothing) {
		strbuf_addf(out, "<skipped message=\"%s\"/>", word_of(t));
	}
	strbuf_addz(out, "</testcase>\n");
}

static void report_junit(const struct perturb__options *opt, const struct perturb__outcome *o,
			 struct strbuf *out)
{
	size_t failures = 0, skipped = 0;

	for (size_t i = 0; i < o->tried_count; i++) {
		failures += o->tried[i].failed;
		skipped += !o->tried[i].failed && (!o->tried[i].begun || o->tried[i].broken ||
						   o->tried[i].verdict.nothing);
	}
	strbuf_addz(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite "
			 "name=\"perturb ");
	runner__add_xml(out, opt->setup.cell->scenario->name);
	strbuf_addf(out,
		    "\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%zu\" "
		    "time=\"%.3f\">\n",
		    o->tried_count, failures, o->refused[0] != 0, skipped, seconds(o->wall_ns));
	if (o->refused[0]) {
		strbuf_addz(out, "  <testcase name=\"undisturbed\"><error message=\"");
		runner__add_xml(out, str_of(o->refused));
		strbuf_addz(out, "\"/></testcase>\n");
	}
	for (size_t i = 0; i < o->tried_count; i++)
		junit_case(opt, o, &o->tried[i], out);
	strbuf_addz(out, " </testsuite>\n</testsuites>\n");
}

void perturb__report(const struct perturb__options *opt, const struct perturb__outcome *o,
		     enum perturb__format format, struct strbuf *out)
{
	switch (format) {
	case PERTURB_TEXT:
		report_text(opt, o, out);
		break;
	case PERTURB_JSON:
		report_json(opt, o, out);
		break;
	case PERTURB_JUNIT:
		report_junit(opt, o, out);
		break;
	case PERTURB_JSONL:
		perturb__lines_write(opt, o, out);
		break;
	}
}
