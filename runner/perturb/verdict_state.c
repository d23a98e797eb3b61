/* SPDX-License-Identifier: Apache-2.0 */
/* verdict_state.c - compares states of a disturbed life with those of undisturbed ones: the end,
 * and the states at rest after each step that follows the disturbance. A later step may hide a
 * difference: it deletes the object, or changes it again. */
#include "runner/perturb/judge.h"

enum { VALUE_MAX = 80 };

/* --- one state --- */

static void add_value(const char *value, struct strbuf *out)
{
	size_t n = strlen(value);

	if (n <= VALUE_MAX) {
		strbuf_addf(out, "\"%s\"", value);
		return;
	}
	n = VALUE_MAX;
	while (n && ((unsigned char)value[n] & 0xc0) == 0x80)
		n--;
	strbuf_addf(out, "\"%.*s…\"", (int)n, value);
}

/* The length of "status.conditions[TYPE]" of a path; 0: it is another one. */
static size_t condition_len(const char *path)
{
	static const char begin[] = "status.conditions[";
	const char *end = strchr(path, ']');

	return strncmp(path, begin, sizeof(begin) - 1) == 0 && end ? (size_t)(end - path) + 1 : 0;
}

static bool has_condition(const struct map *object, const char *path, size_t len)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(object, &i));)
		if (strncmp(e->key, path, len) == 0)
			return true;
	return false;
}

/* A condition of a type that undisturbed objects do not have may record the disturbance, such as a
 * refused request: it is no difference. */
static bool is_new_condition(const struct map *want, const char *path)
{
	size_t len = condition_len(path);

	return len && !has_condition(want, path, len);
}

/* Whether the program need not see a state of the story. */
static bool hides_states(const struct perturb__plan *p)
{
	return p && (p->how == PERTURB_DOWN || p->how == PERTURB_SWALLOW ||
		     p->how == PERTURB_AWAY || p->how == PERTURB_HOLD || p->how == PERTURB_EARLY);
}

/* A condition that is False says of some that they were True before, which a program that never saw
 * that state need not say (jobset's Suspended). */
static bool is_past_condition(const struct perturb__plan *plan, const struct map *want,
			      const struct map *have, const char *path)
{
	size_t len = condition_len(path);
	AUTO_STRBUF status = STRBUF_INIT;
	const char *value;

	if (!len || !hides_states(plan) || has_condition(have, path, len))
		return false;
	strbuf_add(&status, path, len);
	strbuf_addz(&status, ".status");
	value = status.failed ? NULL : map_get(want, strbuf_str(&status));
	return value && strcmp(value, "False") == 0;
}

/* The first path that differs and is not noise; NULL: the objects are equal. */
static const char *difference(const struct perturb__judgement *j, struct str type,
			      const struct map *want, const struct map *have)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(want, &i));) {
		const char *other = map_get(have, (struct str) { e->key, e->key_len });

		if ((!other || strcmp(other, e->value) != 0) &&
		    !perturb__is_noise_of(j->paths, type, e->key) &&
		    !is_past_condition(j->plan, want, have, e->key))
			return e->key;
	}
	for (size_t i = 0; (e = map_next(have, &i));)
		if (!map_get(want, (struct str) { e->key, e->key_len }) &&
		    !perturb__is_noise_of(j->paths, type, e->key) &&
		    !is_new_condition(want, e->key))
			return e->key;
	return NULL;
}

/* "after line 17, hidden by a later step: " */
static void say_when(const struct perturb__judgement *j, struct strbuf *out)
{
	if (j->step && j->l->lines)
		strbuf_addf(out, "after line %u, hidden by a later step: ", j->l->lines[j->step]);
	else if (j->step)
		strbuf_addf(out, "after step %u, hidden by a later step: ", j->step);
}

static void find_difference(struct perturb__judgement *j, const struct perturb__norm *norm,
			    struct str key, const struct map *have, const char *path)
{
	const struct map *want = norm->objects.items[0];
	const char *old = map_get(want, str_of(path)), *new = map_get(have, str_of(path));
	AUTO_STRBUF what = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;

	say_when(j, &what);
	strbuf_addf(&what, "%s: %s is ", perturb__shown(key, &shown), path);
	if (new)
		add_value(new, &what);
	else
		strbuf_addz(&what, "absent");
	strbuf_addz(&what, ", undisturbed ");
	if (old)
		add_value(old, &what);
	else
		strbuf_addz(&what, "absent");
	perturb__find(j, PERTURB_F_DIFFERS, norm->type, key, path, &what);
}

/* The object must equal one of the norm's objects. */
static void compare(struct perturb__judgement *j, const struct perturb__norm *norm, struct str key,
		    const struct map *have)
{
	const char *path = NULL;

	for (size_t i = 0; i < norm->objects.len; i++) {
		const char *at = difference(j, norm->type, norm->objects.items[i], have);

		if (!at)
			return;
		path = path ? path : at;
	}
	if (path)
		find_difference(j, norm, key, have, path);
}

static void find_count(struct perturb__judgement *j, struct str type, struct str key, size_t have,
		       size_t want)
{
	AUTO_STRBUF what = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;
	bool many = key.len && key.ptr[key.len - 1] == '*';
	const char *end = j->step ? "" : " at the end";

	if (map_get(j->loose, key))
		return;
	say_when(j, &what);
	strbuf_addz(&what, perturb__shown(key, &shown));
	if (many || want > 1 || have > 1)
		strbuf_addf(&what, ": there are %zu%s, undisturbed %zu", have, end, want);
	else
		strbuf_addf(&what, have ? " is there%s, undisturbed it is not" : " is missing%s",
			    end);
	perturb__find(j, have > want ? PERTURB_F_SURPLUS : PERTURB_F_MISSING, type, key, "", &what);
}

static void compare_state(struct perturb__judgement *j)
{
	const struct map_entry *e;
	struct map here;

	map_init(&here, MAP_BORROW_KEYS);
	for (size_t i = 0; !j->failed && (e = map_next(&j->l->last, &i));) {
		const struct perturb__change *c = e->value;
		const struct perturb__norm *norm;
		struct map *flat;
		struct str key;
		uintptr_t n;

		if (c->deleted || perturb__is_ignored(c->type) || perturb__is_setting(j->l, c))
			continue;
		key = perturb__canonical(j->n, j->l, c->key, c->json);
		n = (uintptr_t)map_get(&here, key) + 1;
		if (map_put(&here, key, (void *)n, NULL))
			j->failed = true;
		norm = map_get(j->normal, key);
		if (!norm || map_get(j->loose, key)) {
			if (!norm && !perturb__is_old_leaders(j, c))
				find_count(j, c->type, key, n, 0);
			continue;
		}
		flat = perturb__flatten(j->n, j->l, c->json);
		if (flat)
			compare(j, norm, key, flat);
		j->failed |= !flat;
		perturb__flat_free(flat);
	}
	for (size_t i = 0; !j->failed && (e = map_next(j->normal, &i));) {
		const struct perturb__norm *norm = e->value;
		struct str key = { e->key, e->key_len };
		size_t n = (uintptr_t)map_get(&here, key);

		if (n != norm->present)
			find_count(j, norm->type, key, n, norm->present);
	}
	map_fini(&here);
}

/* --- all states --- */

/* The first step after which the program has seen all that it can know of, and has had time to
 * react. UINT32_MAX: only the end counts. */
static uint32_t first_step(const struct perturb__judgement *j)
{
	const struct perturb__plan *p = j->plan, *write;
	uint32_t hit = j->l->hit_step;

	if (!p)
		return 1;
	write = p->with ? p->with : p;
	/* these happen after the last step */
	if ((p->how == PERTURB_STALE_RESTART && p->step_last == j->l->step_count) ||
	    p->how == PERTURB_REMOVE || p->how == PERTURB_PATCH)
		return UINT32_MAX;
	/* a program need not repeat an invalid request before the object changes again */
	if (write->how == PERTURB_REFUSE && write->status == 422)
		return UINT32_MAX;
	if (!write->verb.len || p->how == PERTURB_EARLY)
		return p->step_last;
	/* the first program continues after the plan's step, or at the end */
	if (p->how == PERTURB_FREEZE && hit > p->step_last)
		return UINT32_MAX;
	if (p == write && p->how != PERTURB_FREEZE)
		return hit;
	return hit > p->step_last ? hit : p->step_last;
}

static bool is_found(const struct perturb__judgement *j, const struct perturb__finding *f,
		     size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct perturb__finding *other = j->out->findings.items[i];

		if (str_eq(other->group, f->group) && str_eq(other->key, f->key))
			return true;
	}
	return false;
}

/* Drops findings of a step that are findings of the end as well. */
static void drop_known(struct perturb__judgement *j, size_t known)
{
	struct scn__list *list = &j->out->findings;
	size_t n = known;

	for (size_t i = known; i < list->len; i++)
		if (!is_found(j, list->items[i], known))
			list->items[n++] = list->items[i];
	list->len = n;
}

static void compare_step(struct perturb__judgement *j, uint32_t step)
{
	struct map end;

	j->step = step;
	j->paths = &j->n->step_paths;
	j->loose = &j->n->step_loose;
	j->normal = &j->n->rested[step];
	if (perturb__life_rewind(j->l, j->l->rv_rest[step], &end))
		j->failed = true;
	else
		compare_state(j);
	perturb__life_forward(j->l, &end);
	j->step = 0;
}

void perturb__compare_states(struct perturb__judgement *j)
{
	size_t known;

	if (j->l->unsettled)
		return;
	j->paths = &j->n->paths;
	j->loose = &j->n->loose;
	j->normal = &j->n->normal;
	compare_state(j);
	known = j->out->findings.len;
	if (!j->l->rv_rest || j->l->step_count != j->n->rested_count)
		return;
	/* Differences after later steps are consequences. The state after the last one is the end,
	 * for which lives wait longest. */
	for (uint32_t step = first_step(j); step < j->n->rested_count; step++) {
		size_t before = j->out->findings.len;

		if (!step || !j->l->rv_rest[step])
			continue;
		compare_step(j, step);
		if (j->out->findings.len > before)
			break;
	}
	drop_known(j, known);
}
