/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_steps.c - writes a failure as a scenario: the story's steps with waits, the writes of
 * stand-ins, and the disturbance. */
#include "runner/perturb/scenario.h"

#include "base/json_scan.h"
#include "base/json_tree.h"

enum { STALE_S = 3, HELD_S = 1, LATE_PERCENT = 120, LATE_MARGIN_MS = 500 };

static void print_step(struct scenario_writer *w, uint32_t step)
{
	strbuf_addz(&w->steps, "  - ");
	perturb__write_step(w, step);
	strbuf_addz(&w->steps, "\n");
}

/* --- waits --- */

static void rest(struct scenario_writer *w)
{
	strbuf_addz(&w->steps, "  - expect: {counts: {requests: '>=0'}}  # at rest\n");
}

/* Whether this is the last change of its object in the step. */
static bool is_last(const struct perturb__life *l, size_t i, uint32_t step)
{
	const struct perturb__change *c = perturb__change_at(l, i);

	if (c->step != step)
		return false;
	for (size_t k = i + 1; k < l->changes.len; k++) {
		const struct perturb__change *later = perturb__change_at(l, k);

		if (later->step == step && str_eq(later->key, c->key))
			return false;
	}
	return true;
}

/* Waits for the objects that the step created and removed, in the settled state. */
static void wait_for(struct scenario_writer *w, uint32_t step)
{
	struct perturb__life *l = w->t->reference;
	struct scn__list wants = { 0 };

	for (size_t i = 0; i < l->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(l, i);

		if (perturb__is_compared(w, c) && is_last(l, i, step))
			perturb__want(w, &wants, c->key, c->deleted ? STR("absent") : STR("any"));
	}
	if (!wants.len) {
		rest(w);
		return;
	}
	strbuf_addz(&w->steps, "  - expect: {state: ");
	perturb__write_state(w, &wants, &w->steps);
	strbuf_addz(&w->steps, "}\n");
}

static void wait_late(struct scenario_writer *w, uint32_t step)
{
	const struct perturb__late *late = w->t->late ? &w->t->late[step] : NULL;
	int64_t ms;

	if (!late || !late->bursts || late->endless)
		return;
	ms = late->pause_ns / NS_PER_MS * LATE_PERCENT / 100 + LATE_MARGIN_MS;
	rest(w);
	strbuf_addf(&w->steps, "  - advance: %lldms  # it writes again\n",
		    (long long)(ms * late->bursts));
}

/* --- writes of stand-ins and the garbage collector --- */

static bool was_made_by_role(const struct perturb__life *l, const struct perturb__change *c)
{
	for (size_t i = 0; i < l->changes.len; i++) {
		const struct perturb__change *made = perturb__change_at(l, i);

		if (made->added && str_eq(made->uid, c->uid))
			return made->by == PERTURB_ROLE;
	}
	return false;
}

static void print_role_write(struct scenario_writer *w, const struct perturb__change *c)
{
	json_t v = { c->json.ptr, c->json.len };
	cJSON *tree;

	if (c->deleted) {
		strbuf_addz(&w->steps, "  - delete: [");
		perturb__write_key(w, c->key, &w->steps);
		strbuf_addz(&w->steps, "]\n");
		return;
	}
	strbuf_addf(&w->steps, "  - %s", c->added ? "create: {" : "update: {subresource: status, ");
	perturb__write_key(w, c->key, &w->steps);
	strbuf_addz(&w->steps, ": ");
	if (!c->added) {
		strbuf_addf(&w->steps, "{\"status\":" STR_FMT "}}\n",
			    STR_ARG(json_get(v, "status")));
		return;
	}
	tree = json_tree_parse(c->json, JSON_DIGITS_ALL);
	if (!perturb__strip_body(tree, false))
		w->failed = true;
	else
		json_tree_add(&w->steps, tree, JSON_STYLE_WRITTEN);
	cJSON_Delete(tree);
	strbuf_addz(&w->steps, "}\n");
}

/* `relist run` has no stand-ins and no garbage collector, so their writes become steps. */
static void print_other_writes(struct scenario_writer *w, uint32_t step)
{
	const struct perturb__life *l = w->t->reference;
	bool acted = true, collected = false;

	for (size_t i = 0; i < l->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(l, i);
		bool role = c->by == PERTURB_ROLE ||
			    (c->by == PERTURB_SERVER && c->deleted && was_made_by_role(l, c));
		bool server = c->by == PERTURB_SERVER && c->deleted && !role;

		if (c->step != step || c->rv <= l->rv_first || perturb__is_ignored(c->type))
			continue;
		acted |= !role && !server;
		if (!role && (!server || collected))
			continue;
		if (acted)
			rest(w);
		acted = false;
		if (role)
			print_role_write(w, c);
		else
			strbuf_addz(&w->steps, "  - gc\n  - gc\n");
		collected |= server;
	}
}

/* --- the disturbance --- */

static bool is_at(const struct scenario_writer *w, enum perturb__how how, uint32_t step)
{
	return w->t->plan && w->t->plan->how == how && w->t->plan->step == step;
}

static bool ends_at(const struct scenario_writer *w, enum perturb__how how, uint32_t step)
{
	return w->t->plan && w->t->plan->how == how && w->t->plan->step_last == step;
}

static const char *verb_word(struct str verb)
{
	static const char *const words[][2] = { { "create", "CREATE" },
						{ "update", "UPDATE" },
						{ "patch", "PATCH" },
						{ "delete", "DELETE" },
						{ "deletecollection", "DELETECOLLECTION" } };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eqz(verb, words[i][0]))
			return words[i][1];
	return "WRITE";
}

/* The number of the op among the step's requests; `by_type`: among all creations of the type. */
static uint32_t nth_in_step(struct scenario_writer *w, bool by_type, bool *has_parts)
{
	const struct perturb__plan *p = w->t->plan;
	struct perturb__life *l = w->t->reference;
	uint32_t lines = 0, n = 0;

	for (size_t i = 0; i < l->ops.len && lines < p->nth; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);
		bool same = str_eq(op->verb, p->verb) &&
			    str_eq(perturb__canonical(w->t->noise, l, op->key, STR("")), p->key);

		*has_parts |= same && !str_eq(op->sub, p->sub);
		same = same && str_eq(op->sub, p->sub);
		lines += same;
		if (op->step == p->step && str_eq(op->verb, p->verb))
			n += by_type ? str_eq(op->type, perturb__key_type(p->key)) : same;
	}
	return n;
}

static void print_match(struct scenario_writer *w)
{
	const struct perturb__plan *p = w->t->plan;
	char last = p->key.len ? p->key.ptr[p->key.len - 1] : '/';
	bool whole = last == '/' || (last == '*' && str_eqz(p->verb, "create")), parts = false;
	uint32_t nth = nth_in_step(w, whole, &parts);

	strbuf_addf(&w->steps, "%s ", verb_word(p->verb));
	if (whole)
		perturb__write_type(w, perturb__key_type(p->key), &w->steps);
	else
		perturb__write_key(w, p->key, &w->steps);
	if (nth > 1)
		strbuf_addf(&w->steps, " nth=%u", nth);
	if (p->sub.len)
		strbuf_addf(&w->steps, " subresource=" STR_FMT, STR_ARG(p->sub));
	else if (parts)
		strbuf_addz(&w->steps, " subresource=-");
}

static void refuse(struct scenario_writer *w)
{
	const struct perturb__plan *p = w->t->plan;

	if (p->after)
		w->why = "an error in answer to a request that was carried out";
	strbuf_addz(&w->steps, "  - fail: {match: ");
	print_match(w);
	strbuf_addf(&w->steps, ", status: %d", p->status);
	if (p->times > 1)
		strbuf_addf(&w->steps, ", times: %u", p->times);
	if (p->retry_after_s)
		strbuf_addf(&w->steps, ", retry-after: %ds", p->retry_after_s);
	strbuf_addz(&w->steps, "}\n");
}

/* The step that comes early follows when the response is held. */
static void hold_reply(struct scenario_writer *w)
{
	strbuf_addz(&w->steps, "  - hold: {at: reply, match: ");
	print_match(w);
	strbuf_addf(&w->steps, ", rest-after: %ds, then: {", HELD_S);
	perturb__write_step(w, w->t->plan->step_last);
	strbuf_addz(&w->steps, "}}\n");
}

static void release_reply(struct scenario_writer *w)
{
	rest(w);
	strbuf_addz(&w->steps, "  - release: all\n");
}

static void print_hold(struct scenario_writer *w, const char *verb)
{
	strbuf_addf(&w->steps, "  - %s: {at: event, type: ", verb);
	perturb__write_type(w, w->t->plan->type, &w->steps);
	strbuf_addz(&w->steps, "}\n");
}

static const char away[] = "  - refuse: all\n  - disconnect: {type: all, how: rst}\n";
static const char back[] = "  - compact: now\n  - accept: all\n";

static void disturb_before(struct scenario_writer *w, uint32_t step)
{
	const struct perturb__plan *p = w->t->plan;

	if (p && p->with)
		w->why = "two disturbances at the same time";
	if (p && p->how == PERTURB_LEASE_LOST)
		w->why = "a lease that another client takes";
	if (p && p->how == PERTURB_FREEZE)
		w->why = "a second program";
	if (p && p->how == PERTURB_PAGE_GONE)
		w->why = "small pages of lists";
	if (p && p->how == PERTURB_UNAUTHORIZED)
		w->why = "a 401 to the first request of each kind";
	if (p && p->how == PERTURB_GOAWAY)
		w->why = "GOAWAY to a program under test";
	if (p && p->how == PERTURB_SLOW)
		w->why = "slow responses to all requests";
	if (is_at(w, PERTURB_KILL, step)) {
		strbuf_addz(&w->steps, "  - kill: {subject: subject, after: ");
		print_match(w);
		strbuf_addz(&w->steps, "}\n");
	} else if (is_at(w, PERTURB_REFUSE, step)) {
		refuse(w);
	} else if (is_at(w, PERTURB_SWALLOW, step)) {
		strbuf_addz(&w->steps, "  - drop: {event: update ");
		perturb__write_key(w, p->key, &w->steps);
		strbuf_addz(&w->steps, "}\n");
	} else if (is_at(w, PERTURB_DOWN, step)) {
		strbuf_addz(&w->steps, "  - crash: subject\n");
	} else if (is_at(w, PERTURB_AWAY, step)) {
		strbuf_addz(&w->steps, away);
	} else if (is_at(w, PERTURB_WATCHES_END, step)) {
		strbuf_addf(&w->steps, "%s%s", away, back);
	} else if (is_at(w, PERTURB_WATCHES_CLOSE, step)) {
		strbuf_addz(&w->steps, "  - disconnect: {type: all, how: fin}\n");
	} else if (is_at(w, PERTURB_HALF_OPEN, step)) {
		strbuf_addz(&w->steps, "  - disconnect: {type: all, how: blackhole}\n");
	} else if (is_at(w, PERTURB_EARLY, step)) {
		hold_reply(w);
	} else if (is_at(w, PERTURB_HOLD, step)) {
		print_hold(w, "hold");
	} else if (is_at(w, PERTURB_STALE_RESTART, step) && !p->reacted) {
		/* hold all writes, so that the state is the one of the step alone */
		strbuf_addz(&w->steps, "  - hold: {at: request, match: WRITE all}\n");
	}
}

/* A killed program still holds its leases: release them, else the new one waits for their expiry.
 */
static void restart(struct scenario_writer *w, const char *how)
{
	const struct perturb__life *l = w->t->reference;
	const struct map_entry *e;

	strbuf_addz(&w->steps, how);
	for (size_t i = 0; (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;

		if (c->deleted || c->by != PERTURB_SUBJECT ||
		    !str_eqz(c->type, "leases.coordination.k8s.io") ||
		    !map_get(&w->t->noise->keys, c->key))
			continue;
		strbuf_addz(&w->steps, "  - update: {");
		perturb__write_key(w, c->key, &w->steps);
		strbuf_addz(&w->steps, ": {spec: {holderIdentity: \"\"}}}\n");
	}
}

/* Returns false if the next step follows at once. */
static bool disturb_after(struct scenario_writer *w, uint32_t step)
{
	const struct perturb__plan *p = w->t->plan;

	if (is_at(w, PERTURB_SWALLOW, step) || is_at(w, PERTURB_EARLY, step))
		return false;
	if (p && (p->how == PERTURB_AWAY || p->how == PERTURB_DOWN) && step >= p->step &&
	    step < p->step_last)
		return false;
	if (ends_at(w, PERTURB_DOWN, step))
		restart(w, "  - restart: subject\n");
	if (ends_at(w, PERTURB_AWAY, step))
		strbuf_addz(&w->steps, back);
	if (is_at(w, PERTURB_KILL, step))
		restart(w, "  - restart: subject\n");
	if (is_at(w, PERTURB_STALE_RESTART, step) && !p->reacted)
		strbuf_addz(&w->steps, "  - freeze: B\n  - release: all\n");
	return true;
}

/* Whether the program creates an object of the held type meanwhile. */
static bool creates_held_type(const struct scenario_writer *w)
{
	const struct perturb__plan *p = w->t->plan;

	for (size_t i = 0; i < w->t->life->changes.len; i++) {
		const struct perturb__change *c = perturb__change_at(w->t->life, i);

		if (c->added && c->by == PERTURB_SUBJECT && str_eq(c->type, p->type) &&
		    c->step >= p->step && c->step <= p->step_last)
			return true;
	}
	return false;
}

static void disturb_rested(struct scenario_writer *w, uint32_t step)
{
	if (ends_at(w, PERTURB_HOLD, step)) {
		if (creates_held_type(w))
			strbuf_addf(&w->steps,
				    "  - advance: %llds  # it does not see what it created\n",
				    (long long)(w->t->hold_ns / NS_PER_S));
		print_hold(w, "release");
		rest(w);
	}
	if (is_at(w, PERTURB_HALF_OPEN, step)) {
		strbuf_addz(&w->steps, "  - disconnect: {type: all, how: rst}\n");
		rest(w);
	}
	if (is_at(w, PERTURB_RESTART, step)) {
		restart(w, "  - crash: subject\n  - restart: subject\n");
		rest(w);
	}
	if (is_at(w, PERTURB_STALE_RESTART, step) && w->t->plan->reacted)
		strbuf_addz(&w->steps, "  - freeze: B\n");
}

static void print_patch(struct scenario_writer *w, struct str patch)
{
	strbuf_addz(&w->steps, "  - update: {");
	perturb__write_key(w, w->t->plan->key, &w->steps);
	strbuf_addf(&w->steps, ": " STR_FMT "}\n", STR_ARG(patch));
	rest(w);
}

static void disturb_end(struct scenario_writer *w)
{
	const struct perturb__plan *p = w->t->plan;

	if (p && p->how == PERTURB_STALE_RESTART) {
		if (p->type.len)
			w->why = "an apiserver that is behind with one type alone";
		restart(w, "  - crash: subject\n  - restart: {informer: subject, backend: B}\n");
		strbuf_addf(&w->steps, "  - advance: %ds\n  - thaw: B\n", STALE_S);
		rest(w);
	}
	if (p && p->how == PERTURB_PATCH) {
		print_patch(w, p->patch);
		if (p->undo.len)
			print_patch(w, p->undo);
	}
	if (p && p->how == PERTURB_REMOVE) {
		strbuf_addz(&w->steps, "  - delete: [");
		perturb__write_key(w, p->key, &w->steps);
		strbuf_addz(&w->steps, "]\n");
		rest(w);
	}
}

/* --- all of it --- */

static bool begins(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_START)
			return true;
	return false;
}

/* Whether the disturbance has happened: the undisturbed states are not expected any more. */
static bool is_disturbed(const struct scenario_writer *w, uint32_t step)
{
	const struct perturb__plan *p = w->t->plan;

	return p && p->how != PERTURB_STALE_RESTART && p->how != PERTURB_REMOVE &&
	       p->how != PERTURB_PATCH && step >= p->step;
}

static void settle(struct scenario_writer *w, uint32_t step)
{
	print_other_writes(w, step);
	wait_late(w, step);
	if (is_disturbed(w, step))
		rest(w);
	else
		wait_for(w, step);
	disturb_rested(w, step);
	perturb__write_findings_after(w, step);
}

void perturb__write_steps(struct scenario_writer *w)
{
	const struct scn__cell *cell = w->t->cell;

	if (!begins(cell)) {
		disturb_before(w, 0);
		strbuf_addz(&w->steps, "  - start: subject\n");
		(void)disturb_after(w, 0);
		settle(w, 0);
	}
	for (uint32_t i = 1; i <= cell->step_count; i++) {
		const struct scn__step *s = &cell->steps[i - 1];

		if (s->kind != SCN_CREATE && s->kind != SCN_UPDATE && s->kind != SCN_DELETE &&
		    s->kind != SCN_START)
			continue;
		if (ends_at(w, PERTURB_EARLY, i)) {
			release_reply(w);
		} else {
			disturb_before(w, i);
			print_step(w, i);
		}
		if (disturb_after(w, i))
			settle(w, i);
	}
	disturb_end(w);
	perturb__write_findings(w);
}
