/* SPDX-License-Identifier: Apache-2.0 */
/* expect.c - the sections of `expect` and `never`. */
#include "runner/language/build.h"

struct sections {
	struct scn__build *b;
	struct scn__section *items;
	size_t count, cap;
	bool never;
	bool any; /* the section checks something */
};

/* Adds one section; `handlers: {a: .., b: ..}` adds two. */
static struct scn__section *add(struct sections *s, enum scn__section_kind kind,
				struct scn__pos pos, const struct scn__node *value)
{
	struct scn__section *out;

	if (s->count == s->cap) {
		size_t cap = s->cap ? s->cap * 2 : 4;
		struct scn__section *items = scn__alloc(s->b, cap, sizeof(*items));

		if (!items)
			return NULL;
		if (s->count)
			memcpy(items, s->items, s->count * sizeof(*items));
		s->items = items;
		s->cap = cap;
	}
	out = &s->items[s->count++];
	*out = (struct scn__section) { .kind = kind, .pos = pos, .node = value };
	return out;
}

/* --- cache and state --- */

static void object_list(struct sections *s, struct scn__section *out, const struct scn__node *list)
{
	struct scn__object_expect *objects = scn__alloc(s->b, list->count, sizeof(*objects));
	struct scn__node *any = scn__alloc(s->b, 1, sizeof(*any));

	if (!objects || !any)
		return;
	*any = (struct scn__node) { .kind = SCN_SCALAR, .form = SCN_ANY, .text = STR("any") };
	out->objects.exact = true;
	out->objects.objects = objects;
	for (size_t i = 0; i < list->count; i++) {
		const struct scn__node *n = &list->items[i];
		struct str text;

		if (!scn__want_text(s->b, n, "a key", &text) ||
		    !scn__parse_cache_key(s->b, n->pos, text, out->objects.type,
					  &objects[out->objects.count].key))
			continue;
		objects[out->objects.count++].want = any;
	}
}

static bool is_number(struct str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
	return text.len > 0;
}

static bool is_count(const struct scn__node *want)
{
	return want->kind == SCN_SCALAR && want->form != SCN_REGEX && want->form != SCN_NAME &&
	       (want->form != SCN_LITERAL || is_number(want->text));
}

static void check_want(struct scn__build *b, const struct scn__node *want, bool set)
{
	if (want->kind == SCN_MAP ||
	    (want->kind == SCN_SCALAR && (want->form == SCN_ANY || want->form == SCN_ABSENT)))
		return;
	if (set && is_count(want))
		return;
	if (set) {
		scn__fail(b, want->pos,
			  "objects are a number, <=N, '>=N', any, absent or a map, "
			  "not %s%s%.40s%s",
			  scn__node_what(want), want->text.len ? " `" : "",
			  want->text.len ? want->text.ptr : "", want->text.len ? "`" : "");
		return;
	}
	scn__fail(b, want->pos, "an object is a map, any or absent, not %s%s%.40s%s",
		  scn__node_what(want), want->text.len ? " `" : "",
		  want->text.len ? want->text.ptr : "", want->text.len ? "`" : "");
}

static void build_objects(struct sections *s, enum scn__section_kind kind,
			  const struct scn__entry *e)
{
	struct scn__build *b = s->b;
	const struct scn__informer *informer =
	    kind == SCN_S_CACHE ? scn__find_informer(b, e->pos, e->key) : NULL;
	const struct scn__type *type = kind == SCN_S_CACHE ? (informer ? informer->type : NULL)
							   : scn__find_type(b, e->pos, e->key);
	struct scn__object_expect *objects;
	struct scn__section *out;

	if (!type)
		return;
	out = add(s, kind, e->pos, e->value);
	if (!out)
		return;
	out->objects.informer = informer;
	out->objects.type = type;
	if (e->value->kind == SCN_LIST) {
		object_list(s, out, e->value);
		return;
	}
	if (kind == SCN_S_CACHE && e->value->kind == SCN_SCALAR &&
	    str_eqz(e->value->text, "model")) {
		out->objects.model = true;
		return;
	}
	if (e->value->kind == SCN_SCALAR && e->value->form == SCN_ABSENT) {
		out->objects.exact = true; /* an empty list: no objects */
		return;
	}
	if (!scn__want_map(b, e->value, scn__section_word(kind)))
		return;
	objects = scn__alloc(b, e->value->count, sizeof(*objects));
	out->objects.objects = objects;
	for (size_t i = 0; objects && i < e->value->count; i++) {
		const struct scn__entry *o = &e->value->entries[i];
		struct scn__object_expect *to = &objects[out->objects.count];

		check_want(b, o->value, kind == SCN_S_STATE && scn__is_object_set(o->key));
		to->want = o->value;
		if (kind == SCN_S_STATE
			? scn__parse_state_key(b, o->pos, o->key, type, &to->set, &to->key)
			: scn__parse_cache_key(b, o->pos, o->key, type, &to->key))
			out->objects.count++;
	}
}

/* --- index --- */

static void build_index(struct sections *s, const struct scn__entry *e)
{
	struct scn__index_expect *values;
	struct scn__section *out;
	struct str index;
	const struct scn__informer *inf = scn__find_index(s->b, e->pos, e->key, &index);

	if (!inf || !scn__want_map(s->b, e->value, "index"))
		return;
	out = add(s, SCN_S_INDEX, e->pos, e->value);
	values = scn__alloc(s->b, e->value->count, sizeof(*values));
	if (!out || !values)
		return;
	out->index.informer = inf;
	out->index.index = scn__copy(s->b, index);
	out->index.values = values;
	out->index.count = e->value->count;
	for (size_t i = 0; i < e->value->count; i++) {
		const struct scn__entry *v = &e->value->entries[i];
		struct scn__node *name = scn__alloc(s->b, 1, sizeof(*name));

		if (!name)
			return;
		*name = (struct scn__node) {
			.kind = SCN_SCALAR, .text = v->key, .arg = v->key, .pos = v->pos
		};
		values[i].value = name;
		values[i].pos = v->pos;
		if (v->value->kind == SCN_SCALAR && v->value->form == SCN_ABSENT)
			continue;
		values[i].keys =
		    scn__want_texts(s->b, v->value, "an index value", &values[i].key_count);
	}
}

/* --- sync --- */

static enum scn__maybe maybe(struct scn__build *b, const struct scn__node *node, const char *what)
{
	bool yes = false;

	if (!scn__want_bool(b, node, what, &yes))
		return SCN_UNCHECKED;
	return yes ? SCN_YES : SCN_NO;
}

static void sync_handler(struct sections *s, struct scn__section *out,
			 struct scn__handler_synced *each, const struct scn__entry *e)
{
	struct str name = { e->key.ptr + 8, e->key.len - 8 };
	const struct scn__informer *inf = out->sync.informer;
	enum scn__maybe synced = maybe(s->b, e->value, e->key.ptr);

	for (size_t i = 0; i < inf->handler_count; i++) {
		if (!str_eq(inf->handlers[i]->name, name))
			continue;
		each[out->sync.each_count++] =
		    (struct scn__handler_synced) { inf->handlers[i], synced == SCN_YES };
		return;
	}
	scn__fail(s->b, e->pos, "informer %s has no handler `%.60s`", inf->name.ptr, name.ptr);
}

static void build_sync(struct sections *s, const struct scn__entry *e)
{
	static const char *const words[] = { "store", "handlers", "rv", "stopped", "handler.NAME" };
	const struct scn__informer *inf = scn__find_informer(s->b, e->pos, e->key);
	struct scn__handler_synced *each;
	struct scn__section *out;

	if (!inf || !scn__want_map(s->b, e->value, "sync"))
		return;
	out = add(s, SCN_S_SYNC, e->pos, e->value);
	each = scn__alloc(s->b, e->value->count, sizeof(*each));
	if (!out || !each)
		return;
	out->sync.informer = inf;
	out->sync.each = each;
	for (size_t i = 0; i < e->value->count; i++) {
		const struct scn__entry *m = &e->value->entries[i];

		if (str_eqz(m->key, "store"))
			out->sync.store = maybe(s->b, m->value, "store");
		else if (str_eqz(m->key, "handlers"))
			out->sync.handlers = maybe(s->b, m->value, "handlers");
		else if (str_eqz(m->key, "stopped"))
			out->sync.stopped = maybe(s->b, m->value, "stopped");
		else if (str_eqz(m->key, "rv"))
			out->sync.rv = m->value;
		else if (m->key.len > 8 && memcmp(m->key.ptr, "handler.", 8) == 0)
			sync_handler(s, out, each, m);
		else
			scn__unknown(s->b, m->pos, "key", " in sync", m->key, words,
				     ARRAY_LEN(words), sizeof(*words));
	}
}

/* --- queue --- */

static void read_keys(struct scn__build *b, const struct scn__node *node, const char *what,
		      struct scn__keys *out)
{
	out->items = scn__want_texts(b, node, what, &out->count);
	out->given = true;
}

static void check_number(struct scn__build *b, const struct scn__node *want, const char *what)
{
	uint64_t n;

	if (want->kind == SCN_SCALAR && want->form != SCN_LITERAL && want->form != SCN_REGEX)
		return;
	(void)scn__want_uint(b, want, what, INT64_C(1) << 53, &n);
}

static void read_retries(struct sections *s, struct scn__section *out, const struct scn__node *map)
{
	struct scn__queue_retries *retries;

	if (!scn__want_map(s->b, map, "retries"))
		return;
	retries = scn__alloc(s->b, map->count, sizeof(*retries));
	out->queue.retries = retries;
	for (size_t i = 0; retries && i < map->count; i++) {
		check_number(s->b, map->entries[i].value, "retries");
		retries[i].key = map->entries[i].key;
		retries[i].want = map->entries[i].value;
		out->queue.retry_count = i + 1;
	}
}

static void build_queue(struct sections *s, const struct scn__entry *e)
{
	static const char *const words[] = { "ready", "processing", "delayed", "retries",
					     "length" };
	const struct scn__controller *c = scn__find_controller(s->b, e->pos, e->key);
	struct scn__section *out;

	if (!c || !scn__want_map(s->b, e->value, "queue"))
		return;
	out = add(s, SCN_S_QUEUE, e->pos, e->value);
	if (!out)
		return;
	out->queue.controller = c;
	for (size_t i = 0; i < e->value->count; i++) {
		const struct scn__entry *m = &e->value->entries[i];

		if (str_eqz(m->key, "ready")) {
			read_keys(s->b, m->value, "ready", &out->queue.ready);
		} else if (str_eqz(m->key, "processing")) {
			read_keys(s->b, m->value, "processing", &out->queue.processing);
		} else if (str_eqz(m->key, "delayed")) {
			read_keys(s->b, m->value, "delayed", &out->queue.delayed);
		} else if (str_eqz(m->key, "retries")) {
			read_retries(s, out, m->value);
		} else if (str_eqz(m->key, "length")) {
			check_number(s->b, m->value, "length");
			out->queue.length = m->value;
		} else {
			scn__unknown(s->b, m->pos, "key", " in queue", m->key, words,
				     ARRAY_LEN(words), sizeof(*words));
		}
	}
}

/* --- counts --- */

static void build_counts(struct sections *s, const struct scn__entry *e)
{
	struct scn__count *items;
	struct scn__section *out;

	if (!scn__want_map(s->b, e->value, "counts"))
		return;
	out = add(s, SCN_S_COUNTS, e->pos, e->value);
	items = scn__alloc(s->b, e->value->count, sizeof(*items));
	if (!out || !items)
		return;
	out->counts.items = items;
	for (size_t i = 0; i < e->value->count; i++) {
		struct scn__count *c = &items[out->counts.count];

		c->text = e->value->entries[i].key;
		c->pos = e->value->entries[i].pos;
		c->want = e->value->entries[i].value;
		check_number(s->b, c->want, "a count");
		if (scn__read_counter(s->b, &e->value->entries[i], c))
			out->counts.count++;
	}
}

/* --- the rest --- */

static void build_log(struct sections *s, const struct scn__entry *e)
{
	struct scn__node one = { .kind = SCN_LIST, .count = 1, .items = e->value };
	const struct scn__node *list = e->value->kind == SCN_SCALAR ? &one : e->value;
	struct scn__section *out;
	const struct scn__node **items;

	if (!scn__want_list(s->b, list, "log"))
		return;
	out = add(s, SCN_S_LOG, e->pos, e->value);
	items = scn__alloc(s->b, list->count, sizeof(const struct scn__node *));
	if (!out || !items)
		return;
	out->log.items = items;
	for (size_t i = 0; i < list->count; i++) {
		struct str text;

		if (list->items[i].kind == SCN_SCALAR && list->items[i].form == SCN_REGEX)
			scn__check_pattern(s->b, &list->items[i]);
		if (scn__want_text(s->b, &list->items[i], "a line of the log", &text))
			items[out->log.count++] = &list->items[i];
	}
}

static void build_scalar(struct sections *s, enum scn__section_kind kind,
			 const struct scn__entry *e)
{
	struct scn__section *out = add(s, kind, e->pos, e->value);
	struct str text;

	if (!out)
		return;
	if (kind == SCN_S_SNAPSHOT)
		(void)scn__want_text(s->b, e->value, "snapshot", &out->snapshot);
	else if (scn__want_text(s->b, e->value, "at", &text))
		(void)scn__parse_range(s->b, e->value->pos, text, &out->at.min_ns, &out->at.max_ns);
}

static void build_handler(struct sections *s, const struct scn__entry *e)
{
	const struct scn__handler *h = scn__find_handler(s->b, e->pos, e->key);
	struct scn__section nobodys, *out;

	/* read it nevertheless to report errors in its items */
	out = h ? add(s, SCN_S_HANDLERS, e->pos, e->value) : &nobodys;
	if (!out)
		return;
	out->handlers.handler = h;
	scn__build_stream(s->b, e->value, SCN_S_HANDLERS, s->never, &out->handlers.stream);
}

/* Sections whose value is a map of names. */
static void build_named(struct sections *s, enum scn__section_kind kind, const struct scn__entry *e)
{
	if (!scn__want_map(s->b, e->value, scn__section_word(kind)))
		return;
	for (size_t i = 0; i < e->value->count; i++) {
		const struct scn__entry *m = &e->value->entries[i];

		if (kind == SCN_S_HANDLERS)
			build_handler(s, m);
		else if (kind == SCN_S_INDEX)
			build_index(s, m);
		else if (kind == SCN_S_SYNC)
			build_sync(s, m);
		else if (kind == SCN_S_QUEUE)
			build_queue(s, m);
		else
			build_objects(s, kind, m);
	}
}

static void build_section(struct sections *s, const struct scn__entry *e)
{
	struct scn__section *out;
	size_t kind = 0;

	while (kind < scn__section_doc_count && !str_eqz(e->key, scn__section_docs[kind].word))
		kind++;
	if (kind == scn__section_doc_count) {
		scn__unknown(s->b, e->pos, "section", s->never ? " of never" : " of expect", e->key,
			     scn__section_docs, scn__section_doc_count, sizeof(*scn__section_docs));
		return;
	}
	switch ((enum scn__section_kind)kind) {
	case SCN_S_REQUESTS:
	case SCN_S_WRITES:
		out = add(s, (enum scn__section_kind)kind, e->pos, e->value);
		if (out)
			scn__build_stream(s->b, e->value, (enum scn__section_kind)kind, s->never,
					  kind == SCN_S_REQUESTS ? &out->requests : &out->writes);
		break;
	case SCN_S_HANDLERS:
	case SCN_S_CACHE:
	case SCN_S_INDEX:
	case SCN_S_SYNC:
	case SCN_S_QUEUE:
	case SCN_S_STATE:
		build_named(s, (enum scn__section_kind)kind, e);
		break;
	case SCN_S_COUNTS:
		build_counts(s, e);
		break;
	case SCN_S_LOG:
		build_log(s, e);
		break;
	case SCN_S_AT:
	case SCN_S_SNAPSHOT:
		if (s->never)
			scn__fail(s->b, e->pos, "`%s` has no place in never",
				  scn__section_docs[kind].word);
		else
			build_scalar(s, (enum scn__section_kind)kind, e);
		break;
	}
}

/* Keys of the step that are not sections: `until`. */
static bool is_option(const struct sections *s, struct str key)
{
	return s->never && str_eqz(key, "until");
}

static void build_map(struct sections *s, const struct scn__node *map)
{
	const char *what = s->never ? "never" : "expect";

	if (!scn__want_map(s->b, map, what))
		return;
	if (map->count == 0)
		scn__fail(s->b, map->pos, "%s checks nothing", what);
	for (size_t i = 0; i < map->count; i++) {
		if (is_option(s, map->entries[i].key))
			continue;
		s->any = true;
		build_section(s, &map->entries[i]);
	}
}

/* `never` is a list of maps, or one map. */
void scn__build_expect(struct scn__build *b, const struct scn__node *node, bool never,
		       struct scn__expect *out)
{
	struct sections s = { .b = b, .never = never };
	size_t errors = b->errors->error_count;

	if (never && node->kind == SCN_LIST) {
		if (node->count == 0)
			scn__fail(b, node->pos, "never checks nothing");
		for (size_t i = 0; i < node->count; i++)
			build_map(&s, &node->items[i]);
	} else {
		build_map(&s, node);
	}
	if (never && !s.any && b->errors->error_count == errors)
		scn__fail(b, node->pos, "never checks nothing");
	out->sections = s.items;
	out->count = s.count;
}
