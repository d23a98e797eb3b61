/* SPDX-License-Identifier: Apache-2.0 */
/* kills.c - ends programs at one of their requests. From that moment on the server executes none of
 * their requests; the controllers' room ends them at its next turn. */
#include "base/text/glob.h"
#include "runner/world/made.h"

struct scn__killing *world__kill_arm(struct scn__run *r, const struct scn__step *s)
{
	struct scn__killing *k = world__alloc(r, sizeof(*k));

	if (!k)
		return NULL;
	*k = (struct scn__killing) { .step = s };
	if (!world__made_match(r, s->run.kills_before ? &s->run.before : &s->run.after, &k->match))
		return NULL;
	return world__push(r, &r->kills, k) ? k : NULL;
}

static bool is_of(const struct scn__run *r, const struct scn__step *s, const struct scn__rec *q)
{
	if (q->by)
		return s->run.controller_count && s->run.controllers[0] == q->by;
	return s->run.informer_count && q->from &&
	       world__program_of(r, s->run.informers[0]) == world__program_of(r, q->from);
}

static bool matches_if_set(struct str want, struct str have)
{
	return !want.len || str_eq(want, have);
}

/* Like the server's rules: "web-*" matches names with that prefix. */
static bool is_name(struct str want, struct str have)
{
	return !want.len || text_glob_fits(want, have);
}

/* Like the server's rules: for a create without a name its generateName. */
static struct str name_of(struct scn__run *r, const struct scn__rec *q)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	if (q->name.len || q->verb != SCN_V_W_CREATE)
		return q->name;
	return world__copy(r, json_str(json_path(q->body, "metadata", "generateName", NULL),
				       &scratch));
}

/* "status", "-": no subresource. */
static bool is_part(struct str want, struct str have)
{
	return str_eqz(want, "-") ? !have.len : matches_if_set(want, have);
}

static bool is_verb(enum scn__verb want, const struct scn__rec *q)
{
	return want == SCN_V_ANY_REQUEST || want == q->verb ||
	       (want == SCN_V_ANY_WRITE && world__is_write(q));
}

bool world__match_line(struct scn__run *r, const struct scn__match *m, const struct scn__rec *q)
{
	bool initial = str_eqz(world__query(r, q->query, "sendInitialEvents"), "true");

	return is_verb(m->verb, q) && (!m->type || m->type == q->type) && is_name(m->ns, q->ns) &&
	       (!m->name.len || is_name(m->name, name_of(r, q))) &&
	       is_part(m->subresource, q->subresource) &&
	       fakeapi__agent_matches(m->agent, q->agent) &&
	       (m->backend < 0 || (uint32_t)m->backend == q->backend) &&
	       (!m->continued || world__query(r, q->query, "continue").len) &&
	       (!m->has_initial_events || m->initial_events == initial);
}

struct scn__killing *world__kill_at(struct scn__run *r, const struct scn__rec *q)
{
	for (size_t i = 0; i < r->kills.len; i++) {
		struct scn__killing *k = r->kills.items[i];
		const struct scn__match *m = &k->match;

		if (!k->hit && is_of(r, k->step, q) && world__match_line(r, m, q) &&
		    ++k->seen >= (m->nth ? m->nth : 1))
			return k;
	}
	return NULL;
}

bool world__is_dying(const struct scn__run *r, const struct scn__rec *q)
{
	for (size_t i = 0; i < r->kills.len; i++) {
		const struct scn__killing *k = r->kills.items[i];

		if (k->hit && !k->done && is_of(r, k->step, q))
			return true;
	}
	return false;
}

struct str world__kill_subject(const struct scn__step *s)
{
	return s->run.controller_count ? s->run.controllers[0]->name
	       : s->run.informer_count ? s->run.informers[0]->name
				       : STR("");
}

/* Whether the step, or the step that follows it, ends a program. */
static bool ends_program(const struct scn__step *s)
{
	while (s->then && s->kind != SCN_STOP && s->kind != SCN_CRASH && s->kind != SCN_KILL)
		s = s->then;
	return s->kind == SCN_STOP || s->kind == SCN_CRASH || s->kind == SCN_KILL;
}

bool world__kill_waits(const struct scn__run *r)
{
	for (size_t i = 0; i < r->kills.len; i++)
		if (!((const struct scn__killing *)r->kills.items[i])->done)
			return true;
	for (size_t i = 0; i < r->thens.len; i++) {
		const struct scn__then *t = r->thens.items[i];

		if (!t->done && ends_program(t->step))
			return true;
	}
	return false;
}

void world__kills_end(struct scn__run *r, struct scn__pos pos)
{
	for (size_t i = 0; i < r->kills.len && !r->failure; i++) {
		const struct scn__killing *k = r->kills.items[i];

		if (!k->done)
			world__fail_at(r, SCN_AT_STEP, pos.line ? pos : k->step->pos,
				       "kill in line %u: " STR_FMT " has not sent that request",
				       k->step->pos.line, STR_ARG(world__kill_subject(k->step)));
	}
	for (size_t i = 0; i < r->thens.len && !r->failure; i++) {
		const struct scn__then *t = r->thens.items[i];

		if (!t->done && (!pos.line || ends_program(t->step)))
			world__fail_at(r, SCN_AT_STEP, pos.line ? pos : t->step->pos,
				       "then in line %u: the requests before it have not come",
				       t->step->pos.line);
	}
}
