/* SPDX-License-Identifier: Apache-2.0 */
/* events.c - applies rules to an event when it is written: holds or drops it. */
#include "fakeapi/context.h"

/* For any backend: the rule is for one, or for all. */
static bool matches_event(const struct fakeapi__fault *rule, const char *verb,
			  const struct fakeapi__bucket *b, const struct fakeapi__event *ev)
{
	const struct fakeapi__request_info info = {
		.verb = verb,
		.group = str_of(b->group),
		.resource = str_of(b->resource),
		.ns = fakeapi__entry_ns(ev->entry),
		.name = fakeapi__entry_name(ev->entry),
		.agent = str_of(rule->match.user_agent), /* any watch */
		.backend = rule->match.backend < 0 ? 0 : (uint32_t)rule->match.backend,
		.client = rule->match.client,
	};

	return fakeapi__fault_matches(&rule->match, &info);
}

/* Counts a match; false: one of those that pass first. Such a rule acts until it is deleted,
 * whatever its `times`. */
static bool holds_event(struct fakeapi__faults *f, struct fakeapi__fault *rule)
{
	rule->hits++;
	if (rule->skip) {
		rule->skip--;
		return false;
	}
	if (rule->acted++ == 0 && rule->then) {
		rule->then_due = true;
		f->thens_due++;
	}
	return true;
}

/* Updates the rules that hold events: those that wait for this one, and the number of held ones. */
static void update_holds(struct fakeapi__faults *f, const struct fakeapi__bucket *b,
			 const struct fakeapi__event *ev)
{
	for (size_t i = 0; i < f->count; i++) {
		struct fakeapi__fault *rule = &f->rules[i];

		if (rule->kind == FAKEAPI_FAULT_HOLD_EVENTS &&
		    matches_event(rule, "watch", b, ev) && holds_event(f, rule) &&
		    rule->hold_rv == UINT64_MAX)
			rule->hold_rv = ev->rv - 1;
	}
}

void fakeapi__fault_event(struct fakeapi__core *core, struct fakeapi__bucket *b,
			  struct fakeapi__event *ev)
{
	static const char *const verbs[] = { "create", "update", "delete" };
	struct fakeapi__faults *f = &core->faults;

	if (f->active[FAKEAPI_FAULT_HOLD_EVENTS])
		update_holds(f, b, ev);
	for (size_t i = 0; f->active[FAKEAPI_FAULT_DROP_EVENT] && i < f->count; i++) {
		struct fakeapi__fault *rule = &f->rules[i];

		if (rule->kind == FAKEAPI_FAULT_DROP_EVENT && rule->times &&
		    matches_event(rule, verbs[ev->type], b, ev) && fakeapi__fault_fires(f, rule)) {
			ev->hidden = true;
			return;
		}
	}
}
