/* SPDX-License-Identifier: Apache-2.0 */
/* sections.c - the sections of expect and never. */
#include "base/alloc.h"
#include "runner/world/world.h"

/* A failure with one row: what stands there, and what is. */
static void fail_pair(struct scn__run *r, struct scn__pos pos, struct str expected,
		      struct str actual, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

static void fail_pair(struct scn__run *r, struct scn__pos pos, struct str expected,
		      struct str actual, const char *fmt, ...)
{
	AUTO_STRBUF what = STRBUF_INIT;
	va_list ap;

	r->probe_missed |= r->probing;
	if (r->failure || r->probing)
		return;
	va_start(ap, fmt);
	strbuf_addvf(&what, fmt, ap);
	va_end(ap);
	scn__fail_at(r, SCN_AT_STEP, pos, "%s", what.ptr);
	scn__row(r, pos.line, '~', expected, actual);
}

/* --- streams --- */

struct place {
	struct scn__list *list;
	size_t *cursor;
	uint32_t *since_line;
};

static struct place place_of(struct scn__run *r, const struct scn__section *s)
{
	struct scn__hrun *h;

	if (s->kind == SCN_S_REQUESTS)
		return (struct place) { &r->requests, &r->request_cursor, &r->request_since_line };
	if (s->kind == SCN_S_WRITES)
		return (struct place) { &r->writes, &r->write_cursor, &r->write_since_line };
	h = &r->handlers[s->handlers.handler->index];
	return (struct place) { h->notes, &h->cursor, &h->since_line };
}

void scn__section_stream(struct scn__run *r, const struct scn__section *s, struct scn__stuck *out)
{
	struct place p = place_of(r, s);

	*out = (struct scn__stuck) { .section = s,
				     .stream = s->kind == SCN_S_HANDLERS ? &s->handlers.stream
					       : s->kind == SCN_S_WRITES ? &s->writes
									 : &s->requests,
				     .noun = s->kind == SCN_S_HANDLERS ? "notification"
					     : s->kind == SCN_S_WRITES ? "write"
								       : "request",
				     .list = p.list,
				     .from = *p.cursor,
				     .since_line = *p.since_line };
}

void scn__section_taken(struct scn__run *r, const struct scn__section *s)
{
	struct place p = place_of(r, s);

	*p.cursor = p.list->len;
	*p.since_line = s->pos.line;
}

static void check_stream(struct scn__run *r, const struct scn__section *s)
{
	struct scn__stuck stream;
	bool found;

	scn__section_stream(r, s, &stream);
	found = scn__stream(r, stream.stream,
			    (struct scn__rec *const *)(stream.list->items + stream.from),
			    stream.list->len - stream.from);
	if (r->probing) {
		r->probe_missed |= !found;
		return;
	}
	if (!found && !r->failure) {
		scn__fail_at(r, SCN_AT_STEP, s->pos, "%s: not what was expected",
			     scn__section_word(s->kind));
		r->stuck = stream;
	}
	scn__section_taken(r, s);
}

/* --- objects --- */

bool scn__section_object(struct scn__run *r, const struct scn__section *s,
			 const struct scn__key *key, struct strbuf *out)
{
	if (s->kind == SCN_S_STATE) {
		struct fakeapi__model_type t = scn__model_type(key->type);

		return fakeapi__model_get(r->core, &t, key->ns, key->name, out);
	}
	struct scn__irun *ir = scn__informer_of(r, s->objects.informer);

	if (r->external)
		return scn__external_object(r, ir, key, out);
	struct inf_object *obj =
	    ir->inf ? inf__indexer_get(inf__informer_indexer(ir->inf), key->text.ptr) : NULL;

	if (obj) {
		json_t v = inf__object_value(obj);

		strbuf_add(out, v.ptr, v.len);
	}
	inf_object_unref(obj);
	return obj != NULL;
}

struct counter {
	const struct scn__type *type;
	size_t count;
};

static int count_type(void *user, const struct fakeapi__write *w)
{
	struct counter *c = user;

	c->count += str_eq(w->group, c->type->group) && str_eq(w->resource, c->type->resource);
	return 0;
}

static size_t count_state(struct scn__run *r, const struct scn__type *t)
{
	struct counter c = { t, 0 };

	(void)fakeapi__core_each(r->core, count_type, &c);
	return c.count;
}

static size_t count_cache(struct scn__run *r, const struct scn__informer *def)
{
	struct scn__irun *ir = scn__informer_of(r, def);

	if (r->external)
		return scn__external_cache_len(r, ir);
	return ir->inf ? inf__indexer_len(inf__informer_indexer(ir->inf)) : 0;
}

static struct str with_rv(struct scn__run *r, const struct scn__key *key, const struct strbuf *json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t rv =
	    json_path((json_t) { json->ptr, json->len }, "metadata", "resourceVersion", NULL);

	return scn__printf(r, STR_FMT " rv=" STR_FMT, STR_ARG(key->text),
			   STR_ARG(json_str(rv, &scratch)));
}

struct key_list {
	struct scn__run *run;
	const struct scn__type *type;
	struct inf_strings *keys;
};

static int add_key(void *user, const struct fakeapi__write *w)
{
	struct key_list *l = user;
	AUTO_STRBUF key = STRBUF_INIT;

	if (!str_eq(w->group, l->type->group) || !str_eq(w->resource, l->type->resource))
		return 0;
	strbuf_addf(&key, STR_FMT "%s" STR_FMT, STR_ARG(w->ns), w->ns.len ? "/" : "",
		    STR_ARG(w->name));
	return inf__strings_add(l->keys, strbuf_str(&key));
}

void scn__section_keys(struct scn__run *r, const struct scn__section *s, struct inf_strings *out)
{
	struct key_list l = { r, s->objects.type, out };
	struct scn__irun *ir =
	    s->kind == SCN_S_CACHE ? scn__informer_of(r, s->objects.informer) : NULL;

	if (!ir)
		(void)fakeapi__core_each(r->core, add_key, &l);
	else if (ir->inf && inf__indexer_list_keys(inf__informer_indexer(ir->inf), out))
		scn__broken(r, RELIST_ENOMEM);
}

static void check_object(struct scn__run *r, const struct scn__section *s,
			 const struct scn__object_expect *o)
{
	AUTO_STRBUF json = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	const char *word = scn__section_word(s->kind);
	bool there = scn__section_object(r, s, &o->key, &json);

	if (o->want->kind == SCN_SCALAR && o->want->form == SCN_ABSENT) {
		if (there)
			fail_pair(r, o->key.pos,
				  scn__printf(r, STR_FMT ": absent", STR_ARG(o->key.text)),
				  with_rv(r, &o->key, &json), "%s: " STR_FMT " is still there",
				  word, STR_ARG(o->key.text));
		return;
	}
	if (!there) {
		fail_pair(r, o->key.pos, o->key.text, STR("absent"), "%s: " STR_FMT " is not there",
			  word, STR_ARG(o->key.text));
		return;
	}
	if ((o->want->kind == SCN_SCALAR && o->want->form == SCN_ANY) ||
	    scn__subset(r, o->want, (json_t) { json.ptr, json.len }, &why))
		return;
	if (!r->failure && !r->probing)
		r->stuck = (struct scn__stuck) { .section = s, .object = o };
	scn__fail_at(r, SCN_AT_STEP, o->want->pos, "%s: " STR_FMT ": %.*s", word,
		     STR_ARG(o->key.text), (int)strcspn(why.ptr, "\n"), why.ptr);
}

static void check_model(struct scn__run *r, const struct scn__section *s)
{
	struct scn__irun *ir = scn__informer_of(r, s->objects.informer);
	struct str wrong = ir->inf
			       ? scn__cache_differs(r, ir)
			       : scn__printf(r, STR_FMT " is not started", STR_ARG(ir->def->name));

	if (wrong.len)
		fail_pair(r, s->pos, STR("what the server has"), wrong, "cache: " STR_FMT,
			  STR_ARG(wrong));
}

static bool is_wanted(const struct scn__section *s, const char *key)
{
	for (size_t i = 0; i < s->objects.count; i++)
		if (str_eqz(s->objects.objects[i].key.text, key))
			return true;
	return false;
}

/* All that were named are there, and more. */
static void fail_exact(struct scn__run *r, const struct scn__section *s)
{
	struct inf_strings keys = { 0 };
	size_t more = 0;

	scn__section_keys(r, s, &keys);
	for (size_t i = 0; i < s->objects.count; i++)
		scn__row(r, s->objects.objects[i].key.pos.line, '=', s->objects.objects[i].key.text,
			 s->objects.objects[i].key.text);
	for (size_t i = 0; i < keys.len; i++) {
		if (is_wanted(s, keys.items[i]))
			continue;
		scn__row(r, 0, '+', STR(""), str_of(keys.items[i]));
		more++;
	}
	scn__fail_at(r, SCN_AT_STEP, s->pos, "%s: %zu object%s not expected",
		     scn__section_word(s->kind), more, more == 1 ? "" : "s");
	inf_strings_fini(&keys);
}

static void check_objects(struct scn__run *r, const struct scn__section *s)
{
	size_t have = s->kind == SCN_S_STATE ? count_state(r, s->objects.type)
					     : count_cache(r, s->objects.informer);

	for (size_t i = 0; i < s->objects.count; i++)
		check_object(r, s, &s->objects.objects[i]);
	if (s->objects.exact && have != s->objects.count) {
		r->probe_missed |= r->probing;
		if (!r->failure && !r->probing)
			fail_exact(r, s);
	}
}

/* --- indexes --- */

static bool has_key(const struct inf_strings *keys, struct str key)
{
	for (size_t i = 0; i < keys->len; i++)
		if (str_eqz(key, keys->items[i]))
			return true;
	return false;
}

static void fail_index(struct scn__run *r, const struct scn__section *s,
		       const struct scn__index_expect *e, const char *value,
		       const struct inf_strings *keys)
{
	size_t missing = 0, more = keys->len;

	r->probe_missed |= r->probing;
	if (r->probing)
		return;
	for (size_t k = 0; k < e->key_count; k++) {
		bool there = has_key(keys, e->keys[k]);

		missing += !there;
		more -= there;
		scn__row(r, e->pos.line, there ? '=' : '-', e->keys[k],
			 there ? e->keys[k] : STR("(not in the index)"));
	}
	for (size_t i = 0; i < keys->len; i++) {
		bool wanted = false;

		for (size_t k = 0; k < e->key_count; k++)
			wanted |= str_eqz(e->keys[k], keys->items[i]);
		if (!wanted)
			scn__row(r, 0, '+', STR(""), str_of(keys->items[i]));
	}
	scn__fail_at(r, SCN_AT_STEP, e->pos,
		     "index %s: of %s %zu of %zu expected keys are missing, %zu not expected",
		     s->index.index.ptr, value, missing, e->key_count, more);
}

static void check_index(struct scn__run *r, const struct scn__section *s)
{
	struct scn__irun *ir = scn__informer_of(r, s->index.informer);

	for (size_t i = 0; i < s->index.count && ir->inf; i++) {
		const struct scn__index_expect *e = &s->index.values[i];
		struct inf_strings keys = { 0 };
		AUTO_STRBUF text = STRBUF_INIT;
		size_t found = 0;

		scn__node_text(e->value, &text);
		(void)inf__indexer_index_keys(inf__informer_indexer(ir->inf), s->index.index.ptr,
					      text.ptr, &keys, NULL);
		for (size_t k = 0; k < e->key_count; k++)
			for (size_t j = 0; j < keys.len; j++)
				found += str_eqz(e->keys[k], keys.items[j]);
		if ((found != e->key_count || keys.len != e->key_count) && !r->failure)
			fail_index(r, s, e, text.ptr, &keys);
		inf_strings_fini(&keys);
	}
}

/* --- sync --- */

static void is(struct scn__run *r, const struct scn__section *s, const char *what,
	       enum scn__maybe want, bool have)
{
	if (want != SCN_UNCHECKED && (want == SCN_YES) != have)
		fail_pair(r, s->pos,
			  scn__printf(r, "%s: %s", what, want == SCN_YES ? "true" : "false"),
			  scn__printf(r, "%s: %s", what, have ? "true" : "false"),
			  "sync of %s: %s is %s", s->sync.informer->name.ptr, what,
			  have ? "true" : "false");
}

static bool handler_synced(struct scn__run *r, const struct scn__irun *ir,
			   const struct scn__hrun *h)
{
	(void)r;
	return ir->inf && h->registration && inf__informer_handler_synced(ir->inf, h->registration);
}

bool scn__sync_is(struct scn__run *r, const struct scn__section *s, struct str key, bool value)
{
	struct scn__section one = *s;

	one.sync.store = str_eqz(key, "store") ? (value ? SCN_YES : SCN_NO) : SCN_UNCHECKED;
	one.sync.handlers = str_eqz(key, "handlers") ? (value ? SCN_YES : SCN_NO) : SCN_UNCHECKED;
	one.sync.stopped = str_eqz(key, "stopped") ? (value ? SCN_YES : SCN_NO) : SCN_UNCHECKED;
	one.sync.rv = NULL;
	one.sync.each_count = 0;
	for (size_t i = 0; i < s->sync.each_count; i++) {
		struct scn__handler_synced each = { s->sync.each[i].handler, value };

		if (key.len <= 8 ||
		    !str_eq(each.handler->name, (struct str) { key.ptr + 8, key.len - 8 }))
			continue;
		one.sync.each = &each;
		one.sync.each_count = 1;
		return scn__holds(r, &one);
	}
	return scn__holds(r, &one);
}

static void check_sync(struct scn__run *r, const struct scn__section *s)
{
	struct scn__irun *ir = scn__informer_of(r, s->sync.informer);
	bool all = true;
	char rv[64] = "";

	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def && r->handlers[i].added)
			all &= handler_synced(r, ir, &r->handlers[i]);
	is(r, s, "store", s->sync.store, ir->inf && inf__informer_synced(ir->inf));
	is(r, s, "handlers", s->sync.handlers, all);
	is(r, s, "stopped", s->sync.stopped, ir->inf && inf__informer_stopped(ir->inf));
	for (size_t i = 0; i < s->sync.each_count; i++) {
		const struct scn__handler *def = s->sync.each[i].handler;

		is(r, s, def->name.ptr, s->sync.each[i].synced ? SCN_YES : SCN_NO,
		   handler_synced(r, ir, &r->handlers[def->index]));
	}
	if (ir->inf)
		inf__informer_last_sync_rv(ir->inf, rv, sizeof(rv));
	if (s->sync.rv && !scnr__value(r, s->sync.rv, str_of(rv)))
		fail_pair(r, s->sync.rv->pos,
			  scn__printf(r, "rv: " STR_FMT, STR_ARG(s->sync.rv->text)),
			  scn__printf(r, "rv: %s", rv[0] ? rv : "\"\""),
			  "sync of %s: rv is \"%s\", expected " STR_FMT, ir->def->name.ptr, rv,
			  STR_ARG(s->sync.rv->text));
}

/* --- queues --- */

static const char *ready_at(const struct scn__crun *c, size_t i)
{
	return inf__wq_ready_at(&c->queue, i);
}

static const char *delayed_at(const struct scn__crun *c, size_t i)
{
	return inf__wq_waiting_at(&c->queue, i);
}

static const char *processing_at(const struct scn__crun *c, size_t i)
{
	for (size_t k = 0; k < SCN_WORKERS_MAX; k++)
		if (c->workers[k].key && i-- == 0)
			return c->workers[k].turn.key;
	return NULL;
}

/* How often the key is among the first `count` of what is there. */
static size_t times_there(const struct scn__crun *c,
			  const char *(*at)(const struct scn__crun *, size_t), const char *key)
{
	const char *have;
	size_t n = 0;

	for (size_t i = 0; (have = at(c, i)); i++)
		n += strcmp(have, key) == 0;
	return n;
}

static size_t times_wanted(const struct scn__keys *want, const char *key)
{
	size_t n = 0;

	for (size_t i = 0; i < want->count; i++)
		n += str_eqz(want->items[i], key);
	return n;
}

static void check_keys(struct scn__run *r, const struct scn__section *s, const char *what,
		       const struct scn__keys *want,
		       const char *(*at)(const struct scn__crun *, size_t), bool ordered)
{
	const struct scn__crun *c = &r->controllers[s->queue.controller->index];
	const char *have;
	bool same = true;
	size_t n = 0;

	if (!want->given)
		return;
	for (; (have = at(c, n)); n++)
		same &= ordered ? n < want->count && str_eqz(want->items[n], have)
				: times_there(c, at, have) == times_wanted(want, have);
	r->probe_missed |= r->probing && !(same && n == want->count);
	if ((same && n == want->count) || r->failure || r->probing)
		return;
	scn__fail_at(r, SCN_AT_STEP, s->pos, "queue of %s: %zu %s %s, expected %zu%s",
		     c->def->name.ptr, n, n == 1 ? "key is" : "keys are", what, want->count,
		     n == want->count ? " others" : "");
	for (size_t i = 0; i < want->count || i < n; i++)
		scn__row(r, i < want->count ? s->pos.line : 0,
			 i >= want->count				 ? '+'
			 : i >= n					 ? '-'
			 : ordered && !str_eqz(want->items[i], at(c, i)) ? '~'
			 : !times_there(c, at, want->items[i].ptr)	 ? '~'
									 : '=',
			 i < want->count ? want->items[i] : STR(""),
			 i < n ? str_of(at(c, i)) : STR("(nothing)"));
}

void scn__queue_keys(struct scn__run *r, const struct scn__section *s, struct str which,
		     struct inf_strings *out)
{
	const struct scn__crun *c = &r->controllers[s->queue.controller->index];
	const char *have;

	for (size_t i = 0; (have = str_eqz(which, "ready")     ? ready_at(c, i)
				   : str_eqz(which, "delayed") ? delayed_at(c, i)
							       : processing_at(c, i));
	     i++)
		if (inf__strings_add(out, str_of(have)))
			scn__broken(r, RELIST_ENOMEM);
}

size_t scn__ready_count(struct scn__run *r, const struct scn__section *s)
{
	return r->controllers[s->queue.controller->index].queue.ready.len;
}

uint32_t scn__retries(struct scn__run *r, const struct scn__section *s, struct str key)
{
	struct scn__crun *c = &r->controllers[s->queue.controller->index];

	return c->queue.limiter->requeues(c->queue.limiter, key.ptr);
}

static void check_queue(struct scn__run *r, const struct scn__section *s)
{
	struct scn__crun *c = &r->controllers[s->queue.controller->index];

	if (!c->running) {
		scn__fail_at(r, SCN_AT_STEP, s->pos, "queue of %s: it does not run",
			     c->def->name.ptr);
		return;
	}
	check_keys(r, s, "ready", &s->queue.ready, ready_at, true);
	check_keys(r, s, "processing", &s->queue.processing, processing_at, false);
	check_keys(r, s, "delayed", &s->queue.delayed, delayed_at, false);
	for (size_t i = 0; i < s->queue.retry_count; i++) {
		const struct scn__queue_retries *q = &s->queue.retries[i];
		uint32_t n = c->queue.limiter->requeues(c->queue.limiter, q->key.ptr);

		if (!scnr__value(r, q->want, scn__printf(r, "%u", n)))
			scn__fail_at(r, SCN_AT_STEP, q->want->pos,
				     "queue of %s: %s was retried %u times", c->def->name.ptr,
				     q->key.ptr, n);
	}
	if (s->queue.length &&
	    !scnr__value(r, s->queue.length, scn__printf(r, "%zu", c->queue.ready.len)))
		scn__fail_at(r, SCN_AT_STEP, s->queue.length->pos, "queue of %s: length is %zu",
			     c->def->name.ptr, c->queue.ready.len);
}

/* --- the rest --- */

static size_t count_recs(const struct scn__list *l, const struct scn__count *c, bool open)
{
	size_t n = 0;

	for (size_t i = 0; i < l->len; i++) {
		const struct scn__rec *q = l->items[i];

		n += (!c->type || c->type == q->type) && (!c->has_verb || c->verb == q->verb) &&
		     (!open || (q->verb == SCN_V_WATCH && q->status == 200 && !q->ended));
	}
	return n;
}

size_t scn__count(struct scn__run *r, const struct scn__count *c)
{
	switch (c->counter) {
	case SCN_COUNT_REQUESTS:
		return count_recs(&r->requests, c, false);
	case SCN_COUNT_NOTIFICATIONS:
		return count_recs(r->handlers[c->handler->index].notes, c, false);
	case SCN_COUNT_CACHE:
		return count_cache(r, c->informer);
	case SCN_COUNT_WRITES:
		return count_recs(&r->writes, c, false);
	case SCN_COUNT_WATCHES:
		return count_recs(&r->requests, c, true);
	case SCN_COUNT_STATE:
		return count_state(r, c->type);
	case SCN_COUNT_INDEX: {
		struct scn__irun *ir = scn__informer_of(r, c->informer);
		struct inf_strings values = { 0 };
		size_t n;

		if (ir->inf)
			(void)inf__indexer_index_values(inf__informer_indexer(ir->inf),
							c->index.ptr, &values);
		n = values.len;
		inf_strings_fini(&values);
		return n;
	}
	case SCN_COUNT_PENDING:
		return scn__backlog(r, &r->handlers[c->handler->index]);
	}
	return 0;
}

static void check_counts(struct scn__run *r, const struct scn__section *s)
{
	for (size_t i = 0; i < s->counts.count; i++) {
		const struct scn__count *c = &s->counts.items[i];
		size_t n = scn__count(r, c);

		if (!scnr__value(r, c->want, scn__printf(r, "%zu", n)))
			fail_pair(r, c->pos,
				  scn__printf(r, STR_FMT ": " STR_FMT, STR_ARG(c->text),
					      STR_ARG(c->want->text)),
				  scn__printf(r, STR_FMT ": %zu", STR_ARG(c->text), n),
				  "counts: " STR_FMT " is %zu, expected " STR_FMT, STR_ARG(c->text),
				  n, STR_ARG(c->want->text));
	}
}

static void check_log(struct scn__run *r, const struct scn__section *s)
{
	for (size_t i = 0; i < s->log.count; i++) {
		const struct scn__node *want = s->log.items[i];
		bool found = false;

		for (size_t k = r->log_cursor; k < r->log.len && !found; k++) {
			const struct str *line = r->log.items[k];

			found = want->form == SCN_LITERAL
				    ? strstr(line->ptr, want->text.ptr) != NULL
				    : scnr__value(r, want, *line);
		}
		if (found || r->failure)
			continue;
		if (r->probing) {
			r->probe_missed = true;
			continue;
		}
		scn__fail_at(r, SCN_AT_STEP, want->pos, "log: no line says " STR_FMT,
			     STR_ARG(want->text));
		scn__row(r, want->pos.line, '-', want->text, STR("(no such line)"));
		for (size_t k = r->log_cursor; k < r->log.len; k++)
			scn__row(r, 0, '+', STR(""), *(const struct str *)r->log.items[k]);
	}
	if (!r->probing)
		r->log_cursor = r->log.len;
}

static void check_at(struct scn__run *r, const struct scn__section *s)
{
	int64_t now = scn__now(r);
	char text[32], min[32], max[32];

	duration_format(now, text, sizeof(text));
	duration_format(s->at.min_ns, min, sizeof(min));
	duration_format(s->at.max_ns, max, sizeof(max));
	if (now < s->at.min_ns || now > s->at.max_ns)
		fail_pair(r, s->pos,
			  scn__printf(r, "at: %s%s%s", min,
				      s->at.min_ns == s->at.max_ns ? "" : "..",
				      s->at.min_ns == s->at.max_ns ? "" : max),
			  scn__printf(r, "at: %s", text), "at: it is %s", text);
}

void scn__section(struct scn__run *r, const struct scn__section *s)
{
	switch (s->kind) {
	case SCN_S_REQUESTS:
	case SCN_S_WRITES:
	case SCN_S_HANDLERS:
		check_stream(r, s);
		return;
	case SCN_S_CACHE:
	case SCN_S_STATE:
		if (s->objects.model)
			check_model(r, s);
		else
			check_objects(r, s);
		return;
	case SCN_S_INDEX:
		check_index(r, s);
		return;
	case SCN_S_SYNC:
		check_sync(r, s);
		return;
	case SCN_S_QUEUE:
		check_queue(r, s);
		return;
	case SCN_S_COUNTS:
		check_counts(r, s);
		return;
	case SCN_S_AT:
		check_at(r, s);
		return;
	case SCN_S_LOG:
		check_log(r, s);
		return;
	case SCN_S_SNAPSHOT:
		scn__snapshot_compare(r, s);
		return;
	}
}

void scn__expect(struct scn__run *r, const struct scn__step *step)
{
	r->failed_step = r->failure ? r->failed_step : step;
	for (size_t i = 0; i < step->expect.count; i++) {
		if (r->opt->updates && !r->failure)
			scn__update_section(r, &step->expect.sections[i]);
		else
			scn__section(r, &step->expect.sections[i]);
	}
}

bool scn__holds(struct scn__run *r, const struct scn__section *s)
{
	size_t names = r->name_count;

	r->probing = true;
	r->probe_missed = false;
	scn__section(r, s);
	r->probing = false;
	if (r->probe_missed)
		r->name_count = names;
	return !r->probe_missed;
}
