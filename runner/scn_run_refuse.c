/* SPDX-License-Identifier: Apache-2.0 */
/* scn_run_refuse.c - what the language has and the engine cannot run yet: said before anything
 * runs, never passed over. */
#include "runner/scn_run_impl.h"

static const char *refuse_world(const struct scn__cell *cell, struct scn__pos *pos)
{
	const struct scn__world *w = &cell->world;

	*pos = w->pos;
	if (w->bookmark_every_ns)
		return "server.bookmark-every";
	if (w->list_items_kind)
		return "server.list-items-kind";
	for (size_t i = 0; i < w->informer_count; i++) {
		*pos = w->informers[i].pos;
		if (w->informers[i].transform != SCN_TRANSFORM_NONE)
			return "transform";
		for (size_t k = 0; k < i; k++)
			if (w->informers[k].type == w->informers[i].type)
				return "two informers of one type";
		for (size_t k = 0; k < w->informers[i].index_count; k++)
			if (w->informers[i].indexes[k].fails_on.len)
				return "indexes: fails-on";
	}
	return NULL;
}

static bool is_narrow(const struct scn__hold *h)
{
	return h->point != SCN_POINT_WRITE &&
	       (h->key.type || h->nth || (h->point == SCN_POINT_HANDLER && h->type));
}

/* What the server would give to a selector is not worked out here. */
static const char *refuse_expect(const struct scn__expect *e)
{
	for (size_t i = 0; i < e->count; i++) {
		const struct scn__section *s = &e->sections[i];

		if (s->kind == SCN_S_CACHE && s->objects.model &&
		    (s->objects.informer->label_selector.len ||
		     s->objects.informer->field_selector.len))
			return "cache: model of an informer with a selector";
	}
	return NULL;
}

static const char *refuse_step(const struct scn__step *s)
{
	switch (s->kind) {
	case SCN_CREATE:
	case SCN_UPDATE:
		return s->write.subresource.len ? "subresource" : NULL;
	case SCN_COMPACT:
		return s->compact.backend >= 0 ? "compact: backend" : NULL;
	case SCN_DISCONNECT:
		return s->disconnect.how == SCN_HOW_SLOW ? "disconnect: slow" : NULL;
	case SCN_FAIL:
		if (s->fail.how == SCN_IN_STREAM)
			return "fail: in-stream";
		if (s->fail.details)
			return "fail: details";
		return NULL;
	case SCN_DROP:
		return s->drop.event != SCN_EVENT_ANY ? "drop: of one kind of event" : NULL;
	case SCN_HOLD:
	case SCN_RELEASE:
		return is_narrow(&s->hold) ? "hold: of a key, of the n-th" : NULL;
	case SCN_EXPECT:
		return refuse_expect(&s->expect);
	case SCN_NEVER:
		return refuse_expect(&s->never.expect);
	case SCN_SNAPSHOT:
	case SCN_REWIND:
	case SCN_DELETE:
	case SCN_ADVANCE:
	case SCN_SETTLE:
	case SCN_REFUSE:
	case SCN_ACCEPT:
	case SCN_FREEZE:
	case SCN_THAW:
	case SCN_START:
	case SCN_STOP:
	case SCN_RESTART:
	case SCN_CRASH:
	case SCN_HANDLER:
	case SCN_WORKER:
		return NULL;
	default:
		return scn__step_word(s->kind);
	}
}

const char *scn__unsupported(const struct scn__cell *cell, struct scn__pos *pos)
{
	const char *what = refuse_world(cell, pos);

	for (size_t i = 0; !what && i < cell->step_count; i++) {
		*pos = cell->steps[i].pos;
		what = refuse_step(&cell->steps[i]);
	}
	return what;
}
