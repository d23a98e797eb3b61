/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - writes the JSON Lines of a search, or of a part of it. */
#include "runner/perturb/posix/merge.h"
#include "runner/perturb/posix/resume.h"

static const char *word(bool is)
{
	return is ? "true" : "false";
}

static void add_plan(const struct perturb__outcome *o, const struct perturb__tried *t,
		     struct strbuf *out)
{
	const struct perturb__group *g = t->group ? &o->groups[t->group - 1] : NULL;

	strbuf_addf(out, "{\"plan\":{\"id\":%u,\"name\":", t->plan->id);
	strbuf_add_json(out, t->plan->name);
	strbuf_addz(out, ",\"sentence\":");
	strbuf_add_json(out, t->plan->sentence);
	strbuf_addf(
	    out,
	    ",\"begun\":%s,\"failed\":%s,\"doubtful\":%s,\"slow\":%s,\"missed\":%s,\"broken\":%s,"
	    "\"tries\":%u,\"seen\":%u,\"wall_ns\":%lld",
	    word(t->begun), word(t->failed), word(t->doubtful), word(t->slow),
	    word(t->verdict.nothing), word(t->broken), t->tries, t->seen, (long long)t->wall_ns);
	if (t->broken) {
		strbuf_addz(out, ",\"why\":");
		strbuf_add_json(out, str_of(t->why));
	}
	if (g && g->first == t && g->proof.proved != PERTURB_NOT_PROVED) {
		strbuf_addf(out,
			    ",\"run\":\"%s\",\"scenario\":", perturb__proved_word(g->proof.proved));
		strbuf_add_json(out, strbuf_str(&g->proof.path));
		strbuf_addz(out, ",\"reason\":");
		strbuf_add_json(out, str_of(g->proof.why));
	}
	perturb__findings_write(t, out);
	strbuf_addz(out, "}}\n");
}

/* The plans that the parts share, by digests of their sentences. */
static void add_digests(const struct perturb__outcome *o, struct strbuf *out)
{
	strbuf_addz(out, ",\"listed\":[");
	for (size_t i = 0; i < o->listed && i < o->plans.list.len && o->plans.list.items; i++) {
		const struct perturb__plan *p = o->plans.list.items[i];

		strbuf_addf(out, "%s\"%016llx\"", i ? "," : "",
			    (unsigned long long)perturb__plan_digest(p->sentence));
	}
	strbuf_addc(out, ']');
}

static void add_loose(const struct perturb__outcome *o, struct strbuf *out)
{
	const struct map_entry *e;
	const char *comma = "";

	strbuf_addz(out, ",\"loose\":[");
	for (size_t i = 0; (e = map_next(&o->noise.loose, &i));) {
		strbuf_addz(out, comma);
		strbuf_add_json(out, (struct str) { e->key, e->key_len });
		comma = ",";
	}
	strbuf_addc(out, ']');
}

static void add_end(const struct perturb__options *opt, const struct perturb__outcome *o,
		    struct strbuf *out)
{
	const struct perturb__plans *p = &o->plans;

	strbuf_addf(out,
		    "{\"perturbed\":{\"version\":1,\"plans\":%zu,\"shard\":%llu,\"shards\":%llu",
		    o->tried_count, (unsigned long long)(opt->shards ? opt->shard + 1 : 1),
		    (unsigned long long)(opt->shards ? opt->shards : 1));
	strbuf_addz(out, opt->job ? opt->job : "");
	strbuf_addz(out, ",\"story\":");
	strbuf_add_json(out, opt->setup.cell->scenario->name);
	strbuf_addz(out, ",\"again\":");
	strbuf_add_json(out, str_of(opt->again));
	strbuf_addz(out, ",\"command\":");
	strbuf_add_json(out, str_of(opt->setup.command));
	if (o->refused[0]) {
		strbuf_addz(out, ",\"refused\":");
		strbuf_add_json(out, str_of(o->refused));
	}
	strbuf_addf(out,
		    ",\"planned\":%zu,\"points\":%zu,\"background\":%zu,\"idle\":%zu,"
		    "\"same_state\":%zu,\"equal\":%zu,\"missed_plans\":%zu,\"tries\":%zu,"
		    "\"references\":%zu,\"noise\":%zu,\"wall_ns\":%lld,\"roles\":%s,"
		    "\"wants_lease\":%s,\"lease\":%s,\"interrupted\":%s,\"out_of_time\":%s,"
		    "\"resumed\":%zu",
		    p->list.len, p->points, p->pruned_background, p->pruned_idle,
		    p->pruned_same_state, p->pruned_equal, o->missed_plans, o->tries,
		    o->reference_count, o->noise_fields, (long long)o->wall_ns,
		    word(opt->setup.roles), word(opt->families[PERTURB_LEASE]), word(p->lease.len),
		    word(o->interrupted), word(o->out_of_time), o->resumed);
	add_loose(o, out);
	add_digests(o, out);
	strbuf_addz(out, "}}\n");
}

void perturb__lines_write(const struct perturb__options *opt, const struct perturb__outcome *o,
			  struct strbuf *out)
{
	for (size_t i = 0; i < o->tried_count; i++)
		add_plan(o, &o->tried[i], out);
	add_end(opt, o, out);
}
