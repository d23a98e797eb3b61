/* SPDX-License-Identifier: Apache-2.0 */
/* expect.c - converts the requests and events of the readers to expectations: an informer's
 * notifications for a list and for events. */
#include "base/alloc.h"
#include "runner/lift/story.h"

/* Every reader watches and is up to date: the present state can be expected. */
bool lift__is_quiet(const struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && (r->watches || r->polls) && r->started && !r->gone &&
		    ((!r->watching && !r->polls) || r->failures || r->broken || r->listing.len ||
		     (r->fields.len ? !s->l->opt.controllers.len : r->received_rv < r->due_rv)))
			return false;
	}
	return true;
}

/* --- received events --- */

static struct strbuf *notifications_of(struct story *s, const struct lift__reader *r)
{
	struct strbuf *b = map_get(&s->notified, r->name);

	if (b)
		return b;
	b = base__calloc(1, sizeof(*b));
	if (!b) {
		s->l->failed = true;
		return NULL;
	}
	strbuf_init(b);
	if (map_put(&s->notified, r->name, b, NULL)) {
		base__free(b);
		s->l->failed = true;
		return NULL;
	}
	return b;
}

static uint64_t rv_in_story(const struct story *s, const struct lift__state *state)
{
	return state->new_rv ? state->new_rv : lift__new_rv(s->l, state->rv);
}

static void notify_line(struct story *s, struct lift__reader *r, const char *verb,
			const struct lift__state *old, const struct lift__state *now,
			const char *word, struct strbuf *out)
{
	const struct lift__object *o = (now ? now : old)->object;

	(void)r;
	strbuf_addf(out, "%s " STR_FMT "/" STR_FMT, verb, STR_ARG(o->type->name), STR_ARG(o->key));
	if (old && now)
		strbuf_addf(out, " %llu->%llu", (unsigned long long)rv_in_story(s, old),
			    (unsigned long long)rv_in_story(s, now));
	else if (now)
		strbuf_addf(out, " rv=%llu", (unsigned long long)rv_in_story(s, now));
	strbuf_addz(out, word);
}

static void expect_notification(struct story *s, struct lift__reader *r, const char *verb,
				const struct lift__state *old, const struct lift__state *now,
				const char *word)
{
	struct strbuf *b = notifications_of(s, r);

	if (!b)
		return;
	s->notified_lines++;
	strbuf_addz(b, "          - ");
	notify_line(s, r, verb, old, now, word, b);
	strbuf_addc(b, '\n');
}

void lift__remember(struct story *s, struct lift__reader *r, struct lift__state *state)
{
	if (map_put(&r->cache, state->object->key, state, NULL))
		s->l->failed = true;
}

/* Adds the notification of an informer for a change on a watch. */
void lift__change(struct story *s, struct lift__reader *r, struct lift__state *state, bool deleted)
{
	struct lift__state *had = map_get(&r->cache, state->object->key);

	if (s->l->opt.controllers.len)
		return;
	if (deleted) {
		if (had)
			expect_notification(s, r, "delete", had, NULL, "");
		(void)map_del(&r->cache, state->object->key);
		return;
	}
	if (!had)
		expect_notification(s, r, "add", NULL, state, "");
	else if (had->rv != state->rv)
		expect_notification(s, r, "update", had, state, "");
	lift__remember(s, r, state);
}

static void add_listed(struct story *s, struct lift__reader *r, struct strbuf *out, bool first,
		       size_t *count)
{
	const struct map_entry *e;

	s->relists++;
	for (size_t i = 0; i < r->listing.len; i++) {
		struct lift__state *now = r->listing.items[i];
		struct lift__state *had = map_get(&r->cache, now->object->key);
		bool same = had && had->rv == now->rv;

		now->object->relist = s->relists;
		strbuf_addz(out, "              - ");
		if (same)
			notify_line(s, r, "sync", NULL, now, "", out);
		else
			notify_line(s, r, had ? "update" : "add", had, now, first ? " initial" : "",
				    out);
		strbuf_addc(out, '\n');
		++*count;
	}
	for (size_t i = 0; (e = map_next(&r->cache, &i));) {
		struct lift__state *had = e->value;

		if (had->object->relist == s->relists)
			continue;
		strbuf_addz(out, "              - ");
		notify_line(s, r, "delete", had, NULL, " unknown", out);
		strbuf_addc(out, '\n');
		++*count;
	}
}

/* The list is complete: adds at first, later the differences. */
void lift__listed(struct story *s, struct lift__reader *r)
{
	AUTO_STRBUF lines = STRBUF_INIT;
	struct strbuf *b = notifications_of(s, r);
	size_t count = 0;

	if (s->l->opt.controllers.len) {
		r->listing.len = 0;
		r->synced = true;
		return;
	}
	add_listed(s, r, &lines, !r->synced, &count);
	s->notified_lines += count;
	if (b && count == 1) {
		strbuf_addz(b, "          ");
		strbuf_adds(b, (struct str) { lines.ptr + 14, lines.len - 14 });
	} else if (b && count) {
		strbuf_addz(b, "          - any-order:\n");
		strbuf_adds(b, strbuf_str(&lines));
	}
	s->l->failed |= lines.failed;
	map_clear(&r->cache);
	for (size_t i = 0; i < r->listing.len; i++)
		lift__remember(s, r, r->listing.items[i]);
	r->listing.len = 0;
	r->synced = true;
}

/* --- expectations --- */

static bool any_notified(struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->notified, &i));)
		if (((struct strbuf *)e->value)->len)
			return true;
	return s->requests.len > 0;
}

/* At the end: also expects nothing of readers without further events. */
void lift__add_silence(struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		const struct lift__reader *r = e->value;
		struct strbuf *b =
		    r->chosen && r->started && r->watches ? notifications_of(s, r) : NULL;

		if (b && !b->len)
			strbuf_addz(b, " []\n");
	}
}

static void add_notified(struct story *s, struct strbuf *out)
{
	const struct map_entry *e;
	bool any = false;

	for (size_t i = 0; (e = map_next(&s->notified, &i));) {
		struct strbuf *b = e->value;

		if (!b->len)
			continue;
		if (!any)
			strbuf_addz(out, "      handlers:\n");
		any = true;
		strbuf_addf(out, "        %.*s:%s", (int)e->key_len, e->key,
			    *b->ptr == ' ' && b->ptr[1] == '[' ? "" : "\n");
		strbuf_adds(out, strbuf_str(b));
		s->l->failed |= b->failed;
		strbuf_clear(b);
	}
}

/* Requests of different informers have no order. */
static void add_requests(struct story *s, struct strbuf *out)
{
	struct str rest = strbuf_str(&s->requests);

	strbuf_addz(out, s->many_requesters ? "      requests:\n        - any-order:\n"
					    : "      requests:\n");
	while (rest.len) {
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		size_t len = (size_t)(nl - rest.ptr) + 1;

		strbuf_addz(out, s->many_requesters ? "            - " : "        - ");
		strbuf_add(out, rest.ptr, len);
		rest = (struct str) { rest.ptr + len, rest.len - len };
	}
	s->l->failed |= s->requests.failed;
	strbuf_clear(&s->requests);
	s->requester = NULL;
	s->many_requesters = false;
}

/* Adds an expect step for everything since the last one. */
void lift__expect(struct story *s)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (s->l->opt.controllers.len) {
		lift__expect_doings(s, false);
		return;
	}
	if (!any_notified(s))
		return;
	s->notified_lines = 0;
	strbuf_addz(&text, "  - expect:\n");
	if (s->requests.len)
		add_requests(s, &text);
	add_notified(s, &text);
	lift__add_step(s, DEED_EXPECT, NULL, s->at_ns, &text, false);
}

static bool requests_are_known(const struct story *s, const struct lift__request *r)
{
	return !r->assumed && !r->reader->assumed && !(s->l->lacks & (1u << REC_LACK_READS));
}

void lift__note_requester(struct story *s, const struct lift__reader *r)
{
	s->many_requesters |= s->requester && s->requester != r;
	s->requester = r;
}

void lift__add_request(struct story *s, const struct lift__received *t,
		       const struct lift__received *answer)
{
	const struct lift__request *q = t->request;
	struct strbuf *b = &s->requests;

	if (s->l->opt.controllers.len || !requests_are_known(s, q))
		return;
	lift__note_requester(s, q->reader);
	strbuf_addf(b, "%s " STR_FMT, q->verb == LIFT_LIST ? "LIST" : "WATCH",
		    STR_ARG(q->type->name));
	if (!q->rv.len)
		strbuf_addz(b, " rv=\"\"");
	else if (str_eqz(q->rv, "0") || !rec__number(q->rv))
		strbuf_addz(b, " rv=0");
	else
		strbuf_addf(b, " rv=%llu",
			    (unsigned long long)lift__new_rv(s->l, rec__number(q->rv)));
	if (q->bookmarks)
		strbuf_addz(b, " bookmarks");
	if (q->initial_events)
		strbuf_addz(b, " initial-events");
	if (answer && answer->status == 410)
		strbuf_addz(b, " -> gone");
	else if (answer && answer->status && q->verb == LIFT_LIST && answer->rv)
		strbuf_addf(b, " -> %d@%llu", answer->status,
			    (unsigned long long)lift__new_rv(s->l, answer->rv));
	else if (answer && answer->status)
		strbuf_addf(b, " -> %d", answer->status);
	strbuf_addc(b, '\n');
}
