/* SPDX-License-Identifier: Apache-2.0 */
/* try.c - runs a story under a plan. */
#include "runner/perturb/posix/try.h"

#include "base/json_scan.h"
#include "fakeapi/control/control.h"
#include "runner/perturb/posix/attempt.h"

enum { AGAIN_TRIES = 5, AGAIN_MS = 5000 };

static bool is_at(const struct attempt *a, enum perturb__how how, uint32_t step)
{
	return a->plan && a->plan->how == how && a->plan->step == step;
}

static bool ends_at(const struct attempt *a, enum perturb__how how, uint32_t step)
{
	return a->plan && a->plan->how == how && a->plan->step_last == step;
}

static void copy(char *to, size_t cap, struct str from)
{
	(void)snprintf(to, cap, STR_FMT, STR_ARG(from));
}

/* Converts "statefulsets.apps" to a match. */
static struct fakeapi__match match_of(struct str type)
{
	struct fakeapi__match m = fakeapi__match_all();
	const char *dot = type.len ? memchr(type.ptr, '.', type.len) : NULL;
	size_t n = dot ? (size_t)(dot - type.ptr) : type.len;

	copy(m.resource, sizeof(m.resource), (struct str) { type.ptr, n });
	m.has_group = true;
	if (dot)
		copy(m.group, sizeof(m.group), (struct str) { dot + 1, type.len - n - 1 });
	return m;
}

static void hold(struct attempt *a)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_HOLD_EVENTS,
				       .match = match_of(a->plan->type),
				       .times = UINT32_MAX };

	perturb__attempt_disturb(a);
	a->w->hold_type = a->plan->type;
	a->w->hold_rule = fakeapi__core_fault_add(a->w->core, &rule);
}

static void release(struct attempt *a)
{
	perturb__gate_close(a->w);
	if (a->w->hold_rule)
		fakeapi__core_fault_del(a->w->core, a->w->hold_rule);
	a->w->hold_rule = 0;
	a->w->hold_made = false;
	a->w->active_ns = clock_monotonic_ns();
	perturb__gate_open(a->w);
}

/* Hides the change of the step's object from all watches. */
static void swallow(struct attempt *a)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_DROP_EVENT,
				       .match = match_of(a->plan->type),
				       .times = 1 };
	struct str key = a->plan->key;
	const char *slash = memchr(key.ptr, '/', key.len);
	const char *name =
	    slash ? memchr(slash + 1, '/', key.len - (size_t)(slash + 1 - key.ptr)) : NULL;

	perturb__attempt_disturb(a);
	if (!name)
		return;
	copy(rule.match.ns, sizeof(rule.match.ns),
	     (struct str) { slash + 1, (size_t)(name - slash - 1) });
	copy(rule.match.name, sizeof(rule.match.name),
	     (struct str) { name + 1, key.len - (size_t)(name + 1 - key.ptr) });
	(void)fakeapi__core_fault_add(a->w->core, &rule);
}

static void restart_stale(struct attempt *a)
{
	const struct perturb__plan *p = a->plan;
	uint64_t rv = p->reacted ? a->life->rv_rest[p->step] : a->life->rv_done[p->step];

	perturb__world_kill(a->w);
	perturb__attempt_disturb(a);
	perturb__gate_close(a->w);
	fakeapi__core_behind(a->w->core, 1, rv, 0);
	a->w->stale_rv = rv;
	perturb__gate_open(a->w);
	perturb__attempt_start(a);
	perturb__attempt_rest(a);
	perturb__gate_close(a->w);
	a->w->stale_rv = 0;
	fakeapi__core_behind(a->w->core, 1, 0, 0);
	a->w->active_ns = clock_monotonic_ns();
	perturb__gate_open(a->w);
	perturb__attempt_rest(a);
}

/* Appends the object's path; false: the object does not exist. */
static bool path_of_key(const struct attempt *a, struct str key, struct strbuf *out)
{
	const struct perturb__change *c = map_get(&a->life->last, key);
	AUTO_STRBUF scratch = STRBUF_INIT;
	const char *dot;
	struct str version;

	if (!c || c->deleted)
		return false;
	version = json_str(json_get((json_t) { c->json.ptr, c->json.len }, "apiVersion"), &scratch);
	if (!version.len)
		return false;
	dot = memchr(c->type.ptr, '.', c->type.len);
	strbuf_addf(out, "/%s/" STR_FMT, dot ? "apis" : "api", STR_ARG(version));
	if (c->ns.len)
		strbuf_addf(out, "/namespaces/" STR_FMT, STR_ARG(c->ns));
	strbuf_addf(out, "/%.*s/" STR_FMT, dot ? (int)(dot - c->type.ptr) : (int)c->type.len,
		    c->type.ptr, STR_ARG(c->name));
	return true;
}

static void remove_object(struct attempt *a)
{
	AUTO_STRBUF path = STRBUF_INIT;

	if (!path_of_key(a, a->plan->key, &path))
		return;
	perturb__attempt_disturb(a);
	perturb__gate_close(a->w);
	(void)perturb__request(a->w, PERTURB_STORY, "DELETE", path.ptr, "application/json", STR(""),
			       NULL);
	perturb__gate_open(a->w);
	perturb__attempt_rest(a);
}

static bool patch_once(struct attempt *a, struct str patch)
{
	AUTO_STRBUF path = STRBUF_INIT;
	int status;

	if (a->over || !path_of_key(a, a->plan->key, &path))
		return false;
	perturb__gate_close(a->w);
	status = perturb__request(a->w, PERTURB_STORY, "PATCH", path.ptr,
				  "application/merge-patch+json", patch, NULL);
	perturb__gate_open(a->w);
	return status == 200;
}

/* If the server refuses the value there is no disturbance. */
static void patch_object(struct attempt *a)
{
	const struct perturb__plan *p = a->plan;

	if (!patch_once(a, p->patch))
		return;
	perturb__attempt_disturb(a);
	perturb__attempt_rest(a);
	perturb__late_wait(a, a->life->step_count);
	if (!p->undo.len)
		return;
	(void)patch_once(a, p->undo);
	perturb__attempt_rest(a);
}

static void be_patient(struct attempt *a)
{
	if (a->w->disturbed && a->w->quiet_ns < PERTURB_LATE_MS * NS_PER_MS)
		a->w->quiet_ns = PERTURB_LATE_MS * NS_PER_MS;
}

static void end(struct attempt *a)
{
	bool again = a->w->disturbed;

	if (a->over || !again)
		return;
	be_patient(a);
	perturb__thaw(a);
	perturb__attempt_rest(a);
	perturb__late_wait(a, a->life->step_count);
	perturb__late_recover(a);
	perturb__late_doubt(a, 0);
}

/* At rest; the step's reaction must not happen. */
static void lose_lease(struct attempt *a)
{
	perturb__attempt_disturb(a);
	perturb__gate_close(a->w);
	perturb__take_leases(a->w);
	perturb__gate_open(a->w);
	perturb__lease_wait(a, true);
}

/* Executes the part of the disturbance that begins before the step. */
static void begin_at(struct attempt *a, uint32_t i)
{
	if (is_at(a, PERTURB_HOLD, i))
		hold(a);
	if (is_at(a, PERTURB_SWALLOW, i))
		swallow(a);
	if (is_at(a, PERTURB_AWAY, i))
		perturb__attempt_away(a);
	if (is_at(a, PERTURB_DOWN, i)) {
		perturb__attempt_disturb(a);
		perturb__world_kill(a->w);
	}
	if (a->plan && a->plan->step == i)
		perturb__wire_begin(a);
	if (is_at(a, PERTURB_LEASE_LOST, i) && !a->plan->verb.len)
		lose_lease(a);
	if (is_at(a, PERTURB_FREEZE, i) && !a->plan->verb.len) {
		perturb__attempt_disturb(a);
		perturb__attempt_freeze(a);
		perturb__attempt_rest(a);
	}
}

/* Ends the disturbance of the step, and waits for rest. Returns false if there was none. */
static bool heal(struct attempt *a, uint32_t i)
{
	bool any = false;

	if (a->plan && a->plan->step == i)
		any |= perturb__wire_end(a);
	if (a->w->leases.taken && !a->over) {
		perturb__lease_wait(a, false);
		any = true;
	}
	if (ends_at(a, PERTURB_FREEZE, i) && !a->over) {
		perturb__thaw(a);
		any = true;
	}
	if (ends_at(a, PERTURB_HOLD, i) && !a->over) {
		release(a);
		perturb__attempt_rest(a);
		any = true;
	}
	return any;
}

/* A user who cannot create an object because its deletion is not finished tries again later, as
 * long as the program goes on. Returns false if it was created. */
static bool create_again(struct attempt *a, const struct scn__step *s, size_t *at)
{
	bool goes_on = true;

	if (a->over || !a->w->exists || !a->w->alive || a->w->away)
		return false;
	for (int i = 0; i < AGAIN_TRIES && goes_on && a->w->exists && !a->over; i++) {
		perturb__attempt_send(a, s, at);
		if (a->w->exists)
			goes_on = perturb__late_change(a, AGAIN_MS * NS_PER_MS);
		else
			perturb__attempt_rest(a);
	}
	return true;
}

static void step(struct attempt *a, const struct scn__cell *cell, uint32_t i)
{
	const struct scn__step *s = &cell->steps[i - 1];
	bool waits = true, late;
	size_t at = i == a->early ? a->early_at : 0;

	begin_at(a, i);
	if (i > a->early)
		perturb__attempt_enter(a, i);
	if (s->kind == SCN_START && !a->w->alive)
		perturb__attempt_start(a);
	else if (!a->over && i > a->early)
		perturb__attempt_send(a, s, &at);
	if (i > a->early)
		a->life->rv_done[i] = fakeapi__core_rv(a->w->core);
	waits = a->w->alive && !a->w->away && !is_at(a, PERTURB_SWALLOW, i);
	if (ends_at(a, PERTURB_AWAY, i)) {
		perturb__attempt_back(a);
		waits = a->w->alive;
	}
	if (ends_at(a, PERTURB_DOWN, i) && !a->over) {
		if (!a->w->alive)
			perturb__attempt_start(a);
		waits = a->w->alive;
	}
	if (waits) {
		perturb__attempt_rest(a);
		if (!a->w->exists)
			perturb__late_wait(a, i);
	}
	late = heal(a, i);
	if (i >= a->early)
		late |= create_again(a, s, &at);
	if (a->w->exists && !a->w->disturbed && !a->over)
		perturb__attempt_broken(a, a->err.msg);
	if (is_at(a, PERTURB_RESTART, i) && !a->over) {
		perturb__attempt_disturb(a);
		perturb__world_kill(a->w);
		perturb__attempt_start(a);
		perturb__attempt_rest(a);
		late = true;
	}
	if (ends_at(a, PERTURB_STALE_RESTART, i) && i < cell->step_count && !a->over) {
		restart_stale(a);
		late = true;
	}
	if (late)
		perturb__late_wait(a, i);
	if (!a->plan || i >= a->plan->step_last)
		perturb__late_recover(a);
	perturb__late_doubt(a, i);
	a->life->rv_rest[i] = fakeapi__core_rv(a->w->core);
	perturb__gate_close(a->w);
	perturb__rest_note_closed(a->w);
	perturb__gate_open(a->w);
}

static bool has_start(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_START)
			return true;
	return false;
}

static void live(struct attempt *a, const struct scn__cell *cell)
{
	if (!has_start(cell)) {
		perturb__attempt_start(a);
		perturb__attempt_rest(a);
	}
	a->life->rv_done[0] = a->life->rv_rest[0] = fakeapi__core_rv(a->w->core);
	for (uint32_t i = 1; i <= cell->step_count && !a->over; i++)
		step(a, cell, i);
	if (!a->over && ends_at(a, PERTURB_STALE_RESTART, (uint32_t)cell->step_count))
		restart_stale(a);
	if (!a->over && a->plan && a->plan->how == PERTURB_REMOVE)
		remove_object(a);
	if (!a->over && a->plan && a->plan->how == PERTURB_PATCH)
		patch_object(a);
	end(a);
}

void perturb__try(const struct perturb__setup *setup, const struct perturb__plan *plan,
		  const struct perturb__noise *noise, const struct perturb__pace *pace,
		  struct perturb__life *life)
{
	const struct perturb__plan *at_write = plan && plan->with ? plan->with : plan;
	size_t n = setup->cell->step_count + 1;
	struct attempt a = { .plan = plan, .life = life, .pace = pace };
	int64_t begun = clock_monotonic_ns();

	life->step_count = (uint32_t)setup->cell->step_count;
	life->rv_done = runner__arena_alloc(&life->arena, n * sizeof(uint64_t));
	life->rv_rest = runner__arena_alloc(&life->arena, n * sizeof(uint64_t));
	life->late = runner__arena_alloc(&life->arena, n * sizeof(*life->late));
	life->gaps = runner__arena_alloc(&life->arena, n * sizeof(*life->gaps));
	life->waited = runner__arena_alloc(&life->arena, n * sizeof(*life->waited));
	life->recovery = runner__arena_alloc(&life->arena, n * sizeof(*life->recovery));
	life->lines = runner__arena_alloc(&life->arena, n * sizeof(*life->lines));
	for (size_t i = 1; life->lines && i < n; i++)
		life->lines[i] = setup->cell->steps[i - 1].pos.line;
	a.w = life->lines ? perturb__world_new(setup, at_write, noise, life, &a.err) : NULL;
	if (!a.w) {
		perturb__attempt_broken(&a, a.err.msg);
		return;
	}
	if (setup->roles != PERTURB_ROLES_NONE)
		a.w->play_roles = perturb__roles_act;
	if (pace->quiet_ns)
		a.w->quiet_ns = pace->quiet_ns;
	a.w->step_quiet_ns = pace->step_quiets ? pace->step_quiets[0] : 0;
	a.w->patient_ns = pace->patient_ns;
	a.w->start_quiet_ns = pace->start_quiet_ns;
	if (pace->retry_ns)
		a.w->retry_ns = pace->retry_ns;
	live(&a, setup->cell);
	perturb__world_free(a.w);
	life->wall_ns = clock_monotonic_ns() - begun;
	if (life->arena.failed)
		life->broken = STR("out of memory");
}

int perturb__story_check(const struct scn__cell *cell, struct relist_err *err)
{
	static const unsigned long long fits =
	    1ull << SCN_CREATE | 1ull << SCN_UPDATE | 1ull << SCN_DELETE | 1ull << SCN_SETTLE |
	    1ull << SCN_ADVANCE | 1ull << SCN_EXPECT | 1ull << SCN_NEVER | 1ull << SCN_START |
	    1ull << SCN_GC;
	bool acts = false;

	for (size_t i = 0; i < cell->step_count; i++) {
		const struct scn__step *s = &cell->steps[i];

		acts |= s->kind == SCN_CREATE || s->kind == SCN_UPDATE || s->kind == SCN_DELETE;
		if (fits >> s->kind & 1)
			continue;
		relist_err_set(err, RELIST_EINVAL,
			       "`%s`: a story says what users do (create, update, delete); the "
			       "disturbances are relist perturb's",
			       scn__step_word(s->kind));
		if (err) {
			err->line = s->pos.line;
			err->column = s->pos.column;
		}
		return RELIST_EINVAL;
	}
	if (cell->patterns) {
		relist_err_set(err, RELIST_EINVAL,
			       "`" STR_FMT "`: which object that is, only the order in one run "
			       "shows, and disturbances change it",
			       STR_ARG(cell->patterns->text));
		if (err) {
			err->line = cell->patterns->pos.line;
			err->column = cell->patterns->pos.column;
		}
		return RELIST_EINVAL;
	}
	return acts ? 0
		    : relist_err_set(err, RELIST_EINVAL,
				     "the story does nothing: it has no create, update or delete");
}
