/* SPDX-License-Identifier: Apache-2.0 */
/* idle.c - finds checks that can never fail, as far as that is known without a run. */
#include "runner/language/idle.h"

#include "base/alloc.h"
#include "runner/language/yaml.h"

static bool is_only_gaps(const struct scn__stream *s)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->items[i].kind != SCN_GAP)
			return false;
	return s->count > 0;
}

/* State of the walk from the last step to the first: the streams that a later step checks. */
struct later {
	bool requests, writes, *handlers;
	struct scn__errors *errors;
};

static void check_stream(struct later *l, const struct scn__stream *s, bool *checked)
{
	if (!*checked && is_only_gaps(s))
		scn__error(l->errors, s->items[0].pos, true,
			   "`...` alone holds whatever happens, and no later check of this stream "
			   "begins behind it");
	*checked = true;
}

static bool is_any_number(const struct scn__node *want)
{
	return want && want->kind == SCN_SCALAR && want->form == SCN_GE && str_eqz(want->arg, "0");
}

static void check_objects(struct later *l, const struct scn__section *s)
{
	if (!s->objects.count && !s->objects.exact && !s->objects.model)
		scn__error(l->errors, s->pos, true, "%s names no object: it holds whatever happens",
			   scn__section_word(s->kind));
	for (size_t i = 0; i < s->objects.count; i++)
		if (s->objects.objects[i].set && is_any_number(s->objects.objects[i].want))
			scn__error(l->errors, s->objects.objects[i].want->pos, true,
				   "every number is >=0: it holds whatever happens");
}

static void check_counts(struct later *l, const struct scn__section *s)
{
	for (size_t i = 0; i < s->counts.count; i++)
		if (is_any_number(s->counts.items[i].want))
			scn__error(l->errors, s->counts.items[i].want->pos, true,
				   "every number is >=0: it holds whatever happens");
}

static void check_log(struct later *l, const struct scn__section *s)
{
	for (size_t i = 0; i < s->log.count; i++)
		if (s->log.items[i]->form == SCN_LITERAL && !s->log.items[i]->text.len)
			scn__error(l->errors, s->log.items[i]->pos, true,
				   "each line has the empty text in it");
}

static bool is_empty(const struct scn__section *s)
{
	switch (s->kind) {
	case SCN_S_INDEX:
		return !s->index.count;
	case SCN_S_SYNC:
		return s->sync.store == SCN_UNCHECKED && s->sync.handlers == SCN_UNCHECKED &&
		       s->sync.stopped == SCN_UNCHECKED && !s->sync.rv && !s->sync.each_count;
	case SCN_S_COUNTS:
		return !s->counts.count;
	case SCN_S_LOG:
		return !s->log.count;
	case SCN_S_QUEUE:
		return !s->queue.ready.given && !s->queue.processing.given &&
		       !s->queue.delayed.given && !s->queue.retry_count && !s->queue.length;
	case SCN_S_REQUESTS:
	case SCN_S_WRITES:
	case SCN_S_HANDLERS:
	case SCN_S_CACHE:
	case SCN_S_STATE:
	case SCN_S_AT:
	case SCN_S_SNAPSHOT:
		break;
	}
	return false;
}

static void check_section(struct later *l, const struct scn__section *s)
{
	if (is_empty(s))
		scn__error(l->errors, s->pos, true, "%s names nothing: it holds whatever happens",
			   scn__section_word(s->kind));
	switch (s->kind) {
	case SCN_S_REQUESTS:
		check_stream(l, &s->requests, &l->requests);
		break;
	case SCN_S_WRITES:
		check_stream(l, &s->writes, &l->writes);
		break;
	case SCN_S_HANDLERS:
		check_stream(l, &s->handlers.stream, &l->handlers[s->handlers.handler->index]);
		break;
	case SCN_S_CACHE:
	case SCN_S_STATE:
		check_objects(l, s);
		break;
	case SCN_S_COUNTS:
		check_counts(l, s);
		break;
	case SCN_S_LOG:
		check_log(l, s);
		break;
	case SCN_S_INDEX:
	case SCN_S_SYNC:
	case SCN_S_QUEUE:
	case SCN_S_AT:
	case SCN_S_SNAPSHOT:
		break;
	}
}

/* Steps that can fail a run. */
static bool is_check(const struct scn__step *s)
{
	return s->kind == SCN_EXPECT || s->kind == SCN_NEVER || s->kind == SCN_KILL ||
	       (s->kind == SCN_WORKER && s->worker.what == SCN_WORKER_GET) ||
	       (s->kind == SCN_SEND && (s->send.cuts_every || s->send.cut_count));
}

static bool may_fail(const struct scn__scenario *s)
{
	for (size_t i = 0; i < s->cell_count; i++) {
		if (s->cells[i].outcome.kind != SCN_PASSES)
			return true;
		for (size_t k = 0; k < s->cells[i].step_count; k++)
			if (is_check(&s->cells[i].steps[k]))
				return true;
	}
	return false;
}

static void check_cell(const struct scn__cell *cell, struct scn__errors *errors)
{
	struct later l = { .errors = errors };

	l.handlers = base__calloc(cell->world.handler_count + 1, sizeof(*l.handlers));
	if (!l.handlers) {
		errors->failed = true;
		return;
	}
	for (size_t i = cell->step_count; i-- > 0;) {
		const struct scn__step *s = &cell->steps[i];

		for (size_t k = s->kind == SCN_EXPECT ? s->expect.count : 0; k-- > 0;)
			check_section(&l, &s->expect.sections[k]);
	}
	base__free(l.handlers);
}

void scn__warn_idle(const struct scn__scenario *s, struct scn__errors *errors)
{
	for (size_t i = 0; i < s->cell_count; i++)
		check_cell(&s->cells[i], errors);
	if (!may_fail(s))
		scn__error(errors, s->name_pos, true,
			   "no expect and no never: only the oracles judge this run");
}
