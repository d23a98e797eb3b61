/* SPDX-License-Identifier: Apache-2.0 */
/* read.c - reads the lines of a recording: collects the requests, the events, and every state of an
 * object that lists, events and responses to writes show. */
#define _GNU_SOURCE /* memrchr */
#include "base/alloc.h"
#include "base/text/rfc3339.h"
#include "runner/recording/form.h"
#include "runner/recording/path.h"
#include "runner/lift/arms.h"
#include "runner/lift/versions.h"

enum { BYTES_MAX = 1 << 30 };

/* NULL: no more. */
static struct map *maps_of(struct lift *l, size_t i)
{
	struct map *const maps[] = { &l->types,	      &l->objects, &l->requests,    &l->conns,
				     &l->pages,	      &l->last_of, &l->readers,	    &l->uids,
				     &l->uid_names,   &l->texts,   &l->last_writes, &l->live.conns,
				     &l->live.watches };

	return i < ARRAY_LEN(maps) ? maps[i] : NULL;
}

struct lift *lift__new(const struct lift__options *opt, struct relist_err *err)
{
	struct lift *l = base__calloc(1, sizeof(*l));

	if (!l) {
		lift__no_memory(err);
		return NULL;
	}
	l->opt = *opt;
	l->opt.bytes_max = opt->bytes_max ? opt->bytes_max : BYTES_MAX;
	runner__arena_init(&l->arena);
	for (size_t i = 0; maps_of(l, i); i++)
		map_init(maps_of(l, i), MAP_COPY_KEYS);
	strbuf_init(&l->world);
	strbuf_init(&l->steps);
	l->registry = fakeapi__registry_new();
	if (l->registry)
		return l;
	lift__free(l);
	lift__no_memory(err);
	return NULL;
}

void lift__free(struct lift *l)
{
	const struct map_entry *e;

	if (!l)
		return;
	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		struct lift__reader *r = e->value;

		selector_free(r->selector);
		map_fini(&r->cache);
	}
	for (size_t i = 0; maps_of(l, i); i++)
		map_fini(maps_of(l, i));
	strbuf_fini(&l->world);
	strbuf_fini(&l->steps);
	fakeapi__registry_free(l->registry);
	runner__arena_fini(&l->arena);
	base__free(l);
}

int lift__header(struct lift *l, const struct rec__header *header, struct relist_err *err)
{
	(void)err;
	l->lacks = header->lacks;
	if (!rfc3339_parse(header->started, &l->started_ns))
		l->started_ns = 0;
	l->source = header->has_source ? header->source_kind : REC_SOURCE_OTHER;
	return 0;
}

void lift__origin(struct lift *l, struct str origin)
{
	l->opt.origin = origin;
}

/* --- types --- */

/* The built-in type in its stored version; NULL: none. */
static const struct fakeapi__resource *kept_as(const struct lift *l,
					       const struct fakeapi__resource *requested)
{
	return requested && (requested->storage_group || requested->storage_version)
		   ? fakeapi__registry_storage(l->registry, requested)
		   : requested;
}

static struct lift__type *type_of(struct lift *l, const struct rec__target *t,
				  const struct fakeapi__resource *kept)
{
	struct str group = kept ? str_of(kept->group) : t->group;
	AUTO_STRBUF key = STRBUF_INIT;
	struct lift__type *type;

	strbuf_adds(&key, group);
	strbuf_addc(&key, '/');
	strbuf_adds(&key, t->resource);
	type = key.failed ? NULL : map_get(&l->types, strbuf_str(&key));
	if (type)
		return type;
	type = lift__alloc(l, sizeof(*type));
	if (!type || key.failed)
		return NULL;
	type->group = lift__copy(l, group);
	type->version = lift__copy(l, kept ? str_of(kept->version) : t->version);
	type->resource = lift__copy(l, t->resource);
	type->namespaced = t->ns.len > 0;
	if (kept) {
		type->builtin = true;
		type->kind = lift__copy(l, str_of(kept->kind));
		type->namespaced = (kept->flags & FAKEAPI_RES_NAMESPACED) != 0;
	}
	return map_put(&l->types, strbuf_str(&key), type, NULL) ? NULL : type;
}

/* Converts an object to the stored form; if out of memory, the result has no name. */
static json_t as_kept(struct lift *l, const struct lift__request *r, json_t object,
		      struct strbuf *scratch)
{
	const struct fakeapi__resource *kept = kept_as(l, r->form);

	if (json_kind(object) != JSON_OBJECT || rec__in_form(r->form, kept, &object, scratch))
		return object;
	l->failed = true;
	return (json_t) { NULL, 0 };
}

/* Derives facts about a type from its objects. */
static void learn_type(struct lift *l, struct lift__type *type, json_t object, struct str ns)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str kind = json_str(json_get(object, "kind"), &scratch);

	type->namespaced |= !type->builtin && ns.len > 0;
	if (!type->kind.len && kind.len && !str_eqz(kind, "PartialObjectMetadata"))
		type->kind = lift__copy(l, kind);
}

/* --- objects and their states --- */

static bool is_named(const struct lift__object *o, struct str want)
{
	struct str type = o->type->resource;

	if (str_eq(want, o->key) || str_eq(want, o->name) || str_eq(want, type))
		return true;
	return want.len == type.len + 1 + o->key.len && memcmp(want.ptr, type.ptr, type.len) == 0 &&
	       want.ptr[type.len] == '/' &&
	       memcmp(want.ptr + type.len + 1, o->key.ptr, o->key.len) == 0;
}

static bool is_wanted(const struct lift *l, const struct lift__object *o)
{
	for (size_t i = 0; i < l->opt.keys.len; i++)
		if (is_named(o, str_of(l->opt.keys.items[i])))
			return true;
	return !l->opt.keys.len;
}

static struct lift__object *object_of(struct lift *l, struct lift__type *type, struct str ns,
				      struct str name)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct lift__object *o;
	size_t prefix;

	strbuf_adds(&key, type->group);
	strbuf_addc(&key, '/');
	strbuf_adds(&key, type->resource);
	strbuf_addc(&key, ' ');
	prefix = key.len;
	if (ns.len) {
		strbuf_adds(&key, ns);
		strbuf_addc(&key, '/');
	}
	strbuf_adds(&key, name);
	o = key.failed ? NULL : map_get(&l->objects, strbuf_str(&key));
	if (o || key.failed)
		return o;
	o = lift__alloc(l, sizeof(*o));
	if (!o)
		return NULL;
	o->type = type;
	o->ns = lift__copy(l, ns);
	o->name = lift__copy(l, name);
	o->key = lift__copy(l, (struct str) { key.ptr + prefix, key.len - prefix });
	o->wanted = is_wanted(l, o);
	o->index = map_len(&l->objects);
	return map_put(&l->objects, strbuf_str(&key), o, NULL) ? NULL : o;
}

static uint64_t rv_of(json_t object)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	return rec__number(
	    json_str(json_path(object, "metadata", "resourceVersion", NULL), &scratch));
}

/* Whether the object comes from an informer that requests only metadata. */
static bool is_partial(json_t object)
{
	return json_str_eq(json_get(object, "kind"), STR("PartialObjectMetadata"));
}

static struct lift__state *find_state(const struct lift__object *o, uint64_t rv, bool deleted)
{
	for (size_t i = o->states.len; i-- > 0;) {
		struct lift__state *s = o->states.items[i];

		if (s->rv == rv && s->deleted == deleted)
			return s;
		if (i + 64 < o->states.len)
			break;
	}
	return NULL;
}

struct lift__state *lift__add_state(struct lift *l, struct lift__object *o, json_t json,
				    uint64_t rv, bool deleted, uint64_t seq)
{
	struct lift__state *s = rv ? find_state(o, rv, deleted) : NULL;
	AUTO_STRBUF scratch = STRBUF_INIT;

	if (s) {
		s->seq = seq < s->seq ? seq : s->seq;
		if (!is_partial(json) && (s->partial || (s->assumed && !l->assumes))) {
			s->json = lift__copy(l, json);
			s->partial = false;
		} else if (!is_partial(json)) {
			lift__add_form(l, s, json);
		}
		s->assumed &= l->assumes;
		return s;
	}
	s = lift__alloc(l, sizeof(*s));
	if (!s || !lift__push(l, &o->states, s))
		return NULL;
	s->object = o;
	s->json = lift__copy(l, json);
	s->uid = lift__copy(l, json_str(json_path(json, "metadata", "uid", NULL), &scratch));
	s->rv = rv ? rv : l->top_rv;
	s->unplaced = deleted && !rv;
	s->after = !rv || (deleted && o->last && o->last->rv == rv);
	s->deleted = deleted;
	s->partial = is_partial(json);
	s->assumed = l->assumes;
	l->has_assumed_states |= l->assumes;
	s->seq = seq;
	s->at_ns = l->at_ns;
	if (!o->last || s->rv > o->last->rv || (s->rv == o->last->rv && s->after))
		o->last = s;
	if (rv > l->top_rv)
		l->top_rv = rv;
	return lift__note_kept(l, s) ? s : NULL;
}

static void leave_out(struct lift *l, struct lift__type *type, struct str name, const char *why)
{
	if (!type->odd)
		lift__note(l, STR_FMT " " STR_FMT " is left out: %s", STR_ARG(type->resource),
			   STR_ARG(name), why);
	type->odd = true;
}

/* Why a scenario cannot name the object; NULL: it can. */
static const char *bad_place(const struct lift__type *type, struct str ns, struct str name)
{
	if (memchr(name.ptr, '/', name.len) || (ns.len && memchr(ns.ptr, '/', ns.len)))
		return "its name has a slash";
	if (type->namespaced && !ns.len)
		return "metadata.namespace is missing";
	if (type->builtin && !type->namespaced && ns.len)
		return "objects of that type are in no namespace";
	return NULL;
}

/* The object with the name in the JSON; NULL: none, or out of memory (l->failed). */
static struct lift__object *object_in(struct lift *l, struct lift__type *type, json_t json)
{
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;
	struct str in, called;

	in = json_str(json_path(json, "metadata", "namespace", NULL), &ns);
	called = json_str(json_path(json, "metadata", "name", NULL), &name);
	if (!called.len)
		return NULL;
	learn_type(l, type, json, in);
	if (bad_place(type, in, called)) {
		leave_out(l, type, called, bad_place(type, in, called));
		return NULL;
	}
	return object_of(l, type, in, called);
}

/* --- events --- */

static struct lift__received *add_received(struct lift *l, enum lift__what what,
					   struct lift__request *r)
{
	struct lift__received *t = lift__alloc(l, sizeof(*t));

	if (!t || !lift__push(l, &l->received, t))
		return NULL;
	t->what = what;
	t->request = r;
	t->assumed = l->assumes;
	t->seq = l->seq;
	t->at_ns = l->at_ns;
	return t;
}

/* --- requests --- */

struct lift__reader *lift__new_reader(struct lift *l, struct lift__type *type, struct str ns,
				      struct str labels, struct str fields)
{
	struct lift__reader *r = lift__alloc(l, sizeof(*r));
	AUTO_STRBUF why = STRBUF_INIT;

	if (!r)
		return NULL;
	map_init(&r->cache, MAP_BORROW_KEYS);
	r->type = type;
	r->ns = lift__copy(l, ns);
	r->labels = lift__copy(l, labels);
	r->fields = lift__copy(l, fields);
	if (selector_parse_labels(r->labels, &r->selector, &why) != RELIST_ENOMEM)
		return r;
	selector_free(r->selector);
	return NULL;
}

/* The stored form renames events.k8s.io's `regarding` to involvedObject. */
static struct str fields_as_kept(struct str fields, struct strbuf *out)
{
	struct str old = STR("regarding."), new = STR("involvedObject.");

	for (size_t i = 0; i < fields.len;) {
		bool is = fields.len - i >= old.len && (!i || fields.ptr[i - 1] == ',') &&
			  memcmp(fields.ptr + i, old.ptr, old.len) == 0;

		strbuf_adds(out, is ? new : (struct str) { fields.ptr + i, 1 });
		i += is ? old.len : 1;
	}
	return strbuf_str(out);
}

static struct lift__reader *reader_of(struct lift *l, const struct rec__line *line,
				      struct lift__type *type, struct str ns)
{
	AUTO_STRBUF key = STRBUF_INIT, kept = STRBUF_INIT;
	struct str labels = rec__query(line, "labelSelector");
	struct str fields = fields_as_kept(rec__query(line, "fieldSelector"), &kept);
	struct str agent = rec__find_header(line, "User-Agent");
	struct lift__reader *r;

	strbuf_addf(&key, STR_FMT "/" STR_FMT " " STR_FMT " ", STR_ARG(type->group),
		    STR_ARG(type->resource), STR_ARG(ns));
	strbuf_addf(&key, STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(labels), STR_ARG(fields),
		    STR_ARG(agent));
	if (key.failed || kept.failed)
		return NULL;
	r = map_get(&l->readers, strbuf_str(&key));
	if (r)
		return r;
	r = lift__new_reader(l, type, ns, labels, fields);
	if (!r)
		return NULL;
	r->agent = lift__copy(l, agent);
	r->number = map_len(&l->readers);
	if (map_put(&l->readers, strbuf_str(&key), r, NULL)) {
		selector_free(r->selector);
		return NULL;
	}
	return r;
}

static void id_key(uint32_t id, struct strbuf *out)
{
	strbuf_addf(out, "%u", id);
}

static struct lift__request *request_of(struct lift *l, uint32_t id)
{
	AUTO_STRBUF key = STRBUF_INIT;

	id_key(id, &key);
	return key.failed ? NULL : map_get(&l->requests, strbuf_str(&key));
}

static void remove_request(struct lift *l, uint32_t id)
{
	AUTO_STRBUF key = STRBUF_INIT;

	id_key(id, &key);
	(void)map_del(&l->requests, strbuf_str(&key));
}

/* An address without its port. */
static struct str host_of(struct str client)
{
	const char *colon = client.len ? memrchr(client.ptr, ':', client.len) : NULL;
	bool port = colon && (memchr(client.ptr, ':', client.len) == colon || colon[-1] == ']');

	return port ? (struct str) { client.ptr, (size_t)(colon - client.ptr) } : client;
}

static int take_connection(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const char *host;

	id_key(line->conn, &key);
	if (line->kind == REC_DISCONNECT)
		(void)map_del(&l->conns, strbuf_str(&key));
	if (line->kind == REC_DISCONNECT || !line->client.len)
		return 0;
	host = lift__copy(l, host_of(line->client)).ptr;
	return !host || key.failed ||
		       map_put(&l->conns, strbuf_str(&key), (void *)(uintptr_t)host, NULL)
		   ? RELIST_ENOMEM
		   : 0;
}

/* Sets the request's client, user and connection, as far as the recording has them. */
static void take_client(struct lift *l, const struct rec__line *line, struct lift__request *r)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const char *host;

	id_key(line->conn, &key);
	host = line->conn ? map_get(&l->conns, strbuf_str(&key)) : NULL;
	r->who = line->client.len ? lift__copy(l, host_of(line->client)) : str_of(host ? host : "");
	r->user = lift__copy(l, line->user);
	r->conn = line->conn;
	l->failed |= key.failed;
}

enum { OTHER_WRITERS_MAX = 4, AGENT_MAX = 60 };

/* Records another client that writes through the same proxy. */
static void note_writer(struct lift *l, struct str agent)
{
	struct str *kept;

	agent.len = agent.len > AGENT_MAX ? AGENT_MAX : agent.len;
	for (size_t i = 0; i < l->other_writers.len; i++)
		if (str_eq(*(const struct str *)l->other_writers.items[i], agent))
			return;
	if (!agent.len || l->other_writers.len == OTHER_WRITERS_MAX)
		return;
	kept = lift__alloc(l, sizeof(*kept));
	if (kept && lift__push(l, &l->other_writers, kept))
		*kept = lift__copy(l, agent);
}

static int take_request(struct lift *l, const struct rec__line *line)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct lift__request *r;
	struct rec__target t;
	bool get = str_eqz(line->method, "GET");

	if (line->again || !rec__target_parse(line->path, &t))
		return 0;
	if (!lift__has_type(l, &t)) {
		if (!l->odd_path)
			lift__note(l, STR_FMT " is of no type that a scenario can have: left out",
				   STR_ARG(line->path));
		l->odd_path = true;
		return 0;
	}
	r = lift__alloc(l, sizeof(*r));
	if (!r)
		return RELIST_ENOMEM;
	r->id = line->id;
	r->form = fakeapi__registry_find(l->registry, t.group, t.version, t.resource);
	r->type = type_of(l, &t, kept_as(l, r->form));
	r->ns = lift__copy(l, t.ns);
	r->name = lift__copy(l, t.name);
	r->subresource = lift__copy(l, t.subresource);
	r->seq = l->seq;
	r->end_seq = UINT64_MAX;
	r->at_ns = l->at_ns;
	r->top_rv = l->top_rv;
	r->assumed = line->assumed;
	r->get = get;
	r->write = !get && !rec__is_dry_run(line);
	r->creates = str_eqz(line->method, "POST") && !r->subresource.len;
	r->deletes = str_eqz(line->method, "DELETE");
	r->mine = lift__contains(rec__find_header(line, "User-Agent"), &l->opt.controllers);
	r->own = r->write && r->mine;
	lift__choose_version(l, r->type, t.version, r->mine);
	if (r->write && !r->mine && l->opt.controllers.len && l->source == REC_SOURCE_PROXY)
		note_writer(l, rec__find_header(line, "User-Agent"));
	r->rv = lift__copy(l, rec__query(line, "resourceVersion"));
	r->continue_ = lift__copy(l, rec__query(line, "continue"));
	r->initial_events = rec__is_true(rec__query(line, "sendInitialEvents"));
	r->bookmarks = rec__is_true(rec__query(line, "allowWatchBookmarks"));
	r->verb = !get || r->subresource.len ? LIFT_OTHER
		  : rec__is_watch(line)	     ? LIFT_WATCH
		  : r->name.len		     ? LIFT_OTHER
					     : LIFT_LIST;
	id_key(line->id, &key);
	if (!r->type || key.failed || map_put(&l->requests, strbuf_str(&key), r, NULL))
		return RELIST_ENOMEM;
	if (r->own && !lift__note_own_write(l, r, line))
		return RELIST_ENOMEM;
	if (r->verb == LIFT_OTHER)
		return 0;
	r->reader = reader_of(l, line, r->type, t.ns);
	if (!r->reader)
		return RELIST_ENOMEM;
	lift__note_start(l, r);
	take_client(l, line, r);
	r->limit = rec__number(rec__query(line, "limit"));
	r->page_before = r->continue_.len ? map_get(&l->pages, r->continue_) : NULL;
	r->list_seq = r->seq;
	/* a list that is received as events */
	if (r->initial_events)
		r->list = ++l->lists;
	return add_received(l, LIFT_ASKED, r) ? 0 : RELIST_ENOMEM;
}

/* --- responses --- */

static void take_error(struct lift *l, struct lift__received *t, json_t status)
{
	AUTO_STRBUF message = STRBUF_INIT, reason = STRBUF_INIT;
	int64_t code = 0;

	if (json_int64(json_get(status, "code"), &code) && code >= 400 && code < 600)
		t->status = (int)code;
	t->text = lift__copy(l, json_str(json_get(status, "message"), &message));
	t->reason = lift__copy(l, json_str(json_get(status, "reason"), &reason));
}

/* Pages and events of two clients' lists may be interleaved. */
static void is_listed(struct lift__object *o, uint64_t list, uint64_t rv)
{
	o->listed = list > o->listed ? list : o->listed;
	o->listed_rv = rv > o->listed_rv ? rv : o->listed_rv;
}

/* The list of a page has the number of its first page. */
static void number_list(struct lift *l, struct lift__request *r)
{
	const struct lift__request *before = r->page_before;

	if (before && before->list) {
		r->list = before->list;
		r->list_seq = before->list_seq;
	} else {
		l->lists += !r->continue_.len || !l->lists;
		r->list = l->lists;
	}
}

/* Records the token with which a request for the next page continues this list. */
static bool remember_page(struct lift *l, struct lift__request *r, struct str token)
{
	return !token.len || !map_put(&l->pages, token, r, NULL);
}

static int take_list(struct lift *l, struct lift__request *r, json_t body)
{
	json_t items = json_get(body, "items"), item;
	json_t more = json_path(body, "metadata", "continue", NULL);
	AUTO_STRBUF scratch = STRBUF_INIT, kind = STRBUF_INIT;
	struct str list_kind = json_str(json_get(body, "kind"), &kind);
	struct lift__received *end;
	struct json_iter it;
	uint64_t rv = rv_of(body);

	if (json_kind(items) != JSON_ARRAY || str_eqz(list_kind, "Table"))
		return 0;
	if (!r->type->kind.len && list_kind.len > 4 &&
	    !str_eqz(list_kind, "PartialObjectMetadataList"))
		r->type->kind = lift__copy(l, (struct str) { list_kind.ptr, list_kind.len - 4 });
	l->assumes &= !r->assumed; /* kubectl printed the items, its request is assumed */
	number_list(l, r);
	json_iter_init(&it, items);
	while (json_iter_element(&it, &item)) {
		AUTO_STRBUF scratch_item = STRBUF_INIT;
		struct lift__object *o;
		struct lift__received *t;

		item = as_kept(l, r, item, &scratch_item);
		o = object_in(l, r->type, item);
		if (!o)
			continue;
		is_listed(o, r->list, rv);
		t = add_received(l, LIFT_LISTED, r);
		if (!t ||
		    !(t->state = lift__add_state(l, o, item, rv_of(item), false, r->list_seq)))
			return RELIST_ENOMEM;
	}
	if (rv > l->top_rv)
		l->top_rv = rv;
	if (json_str(more, &scratch).len)
		return remember_page(l, r, json_str(more, &scratch)) ? 0 : RELIST_ENOMEM;
	r->list_rv = rv;
	end = add_received(l, LIFT_LIST_END, r);
	if (!end)
		return RELIST_ENOMEM;
	end->rv = rv;
	end->list_seq = r->list_seq;
	return lift__delete_vanished(l, r, rv);
}

static bool is_object(json_t body)
{
	return json_kind(body) == JSON_OBJECT &&
	       json_path(body, "metadata", "resourceVersion", NULL).len &&
	       json_path(body, "metadata", "name", NULL).len;
}

/* If the response belongs to a write of the program, its state is the program's. */
static int keep(struct lift *l, const struct lift__request *r, struct lift__state *s)
{
	if (!s)
		return RELIST_ENOMEM;
	/* a write that changed nothing returns an older state */
	if (s->seq > r->seq) {
		s->own |= r->own;
		s->others |= !r->own;
	}
	s->born |= r->creates;
	s->object->wanted |= r->own && lift__is_child_of_kept(l, s);
	return 0;
}

/* The response to a deletion names the UID of what it deleted. */
static int keep_deletion(struct lift *l, const struct lift__request *r, struct lift__object *o,
			 json_t uid)
{
	struct lift__state *s = lift__add_state(l, o, o->last->json, 0, true, l->seq);
	AUTO_STRBUF scratch = STRBUF_INIT;

	if (s && uid.len)
		s->uid = lift__copy(l, json_str(uid, &scratch));
	return scratch.failed ? RELIST_ENOMEM : keep(l, r, s);
}

static bool has_uid(const struct lift__state *s, json_t object)
{
	return json_str_eq(json_path(object, "metadata", "uid", NULL), s->uid);
}

/* Records the state in the response to a write. */
static int take_write(struct lift *l, struct lift__request *r, json_t body)
{
	bool marked = json_path(body, "metadata", "deletionTimestamp", NULL).len > 0;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct lift__object *o;
	bool gone;

	if (!is_object(body)) {
		o = r->deletes && r->name.len && !r->subresource.len
			? object_of(l, r->type, r->ns, r->name)
			: NULL;
		if (!o || !o->last || !json_str_eq(json_get(body, "status"), STR("Success")))
			return l->failed ? RELIST_ENOMEM : 0;
		/* an event arrived earlier */
		if (o->last->deleted)
			return keep(l, r, o->last);
		return keep_deletion(l, r, o, json_path(body, "details", "uid", NULL));
	}
	if (r->subresource.len && !json_str_eq(json_get(body, "kind"), r->type->kind))
		return 0;
	body = as_kept(l, r, body, &scratch);
	o = object_in(l, r->type, body);
	if (!o)
		return l->failed ? RELIST_ENOMEM : 0;
	gone = (r->deletes && !marked) || rec__is_ended(body);
	if (gone && o->last && o->last->deleted && has_uid(o->last, body)) {
		o->last->parted = false; /* an event that arrived earlier shows the deletion */
		return keep(l, r, o->last);
	}
	/* the response to a deletion may have the version before it */
	return keep(l, r,
		    lift__add_state(l, o, body,
				    gone && o->last && o->last->rv >= rv_of(body) ? 0 : rv_of(body),
				    gone, l->seq));
}

static int take_response(struct lift *l, const struct rec__line *line)
{
	struct lift__request *r = line->again ? NULL : request_of(l, line->id);
	struct lift__received *t;
	json_t body = line->body_kind == REC_BODY_JSON ? line->json : (json_t) { NULL, 0 };
	int code = 0;

	if (!r)
		return 0;
	r->status = line->status;
	if (r->write_made)
		lift__note_answer(l, r->write_made, line);
	/* record the object that it wanted to create although it does not exist */
	if (r->write_made && r->write_made->name.len && line->status >= 400 &&
	    !object_of(l, r->type, r->ns, r->write_made->name))
		return RELIST_ENOMEM;
	if (r->verb != LIFT_OTHER) {
		t = add_received(l, LIFT_ANSWERED, r);
		if (!t)
			return RELIST_ENOMEM;
		t->status = line->status;
		t->rv = rv_of(body);
		t->retry_after = lift__copy(l, rec__find_header(line, "Retry-After"));
		if (line->status >= 400)
			take_error(l, t, body);
		t->status = line->status;
	}
	if (line->status >= 200 && line->status < 300 && body.len) {
		if (r->verb == LIFT_LIST)
			code = take_list(l, r, body);
		else if (r->verb == LIFT_OTHER && r->write)
			code = take_write(l, r, body);
		else if (r->get && is_object(body) && !r->subresource.len) {
			AUTO_STRBUF scratch = STRBUF_INIT;
			struct lift__object *o;

			body = as_kept(l, r, body, &scratch);
			o = object_in(l, r->type, body);
			if (l->failed)
				return RELIST_ENOMEM;
			if (o && (!lift__add_state(l, o, body, rv_of(body), false, r->seq) ||
				  (r->mine && !lift__push(l, &o->reads, r))))
				code = RELIST_ENOMEM;
		}
	}
	if (!line->stream) {
		remove_request(l, line->id);
		r->end_seq = l->seq;
		r->end_ns = l->at_ns;
	}
	return code;
}

/* --- events --- */

static int take_change(struct lift *l, struct lift__request *r, enum lift__what what, json_t object)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct lift__object *o;
	struct lift__received *t;
	/* An event shows the time of its write, unless it is an initial event of its watch. */
	uint64_t seq = l->seq, rv = rv_of(object);
	size_t count;

	object = as_kept(l, r, object, &scratch);
	o = object_in(l, r->type, object);
	if (!o)
		return l->failed ? RELIST_ENOMEM : 0;
	r->event_seq = l->seq;
	r->observed |= !l->assumes;
	t = add_received(l, what, r);
	if (!t)
		return RELIST_ENOMEM;
	if (r->initial_events && !r->initial_end)
		is_listed(o, r->list, 0);
	if (what == LIFT_ADDED && rv && !r->initial_end &&
	    (r->initial_events || (!rec__number(r->rv) && (rv <= r->top_rv || rv < r->last_rv))))
		seq = r->seq;
	else if (what == LIFT_ADDED && lift__existed_seq(l, r, object))
		seq = lift__existed_seq(l, r, object);
	r->last_rv = rv > r->last_rv ? rv : r->last_rv;
	count = o->states.len;
	t->state = lift__add_state(l, o, object, rv, what == LIFT_DELETED, seq);
	if (t->state && what == LIFT_DELETED)
		t->state->parted = (o->states.len > count || t->state->parted) &&
				   (r->reader->labels.len || r->reader->fields.len);
	return t->state ? 0 : RELIST_ENOMEM;
}

static int take_event(struct lift *l, const struct rec__line *line)
{
	static const struct {
		const char *word;
		enum lift__what what;
	} changes[] = { { "ADDED", LIFT_ADDED },
			{ "MODIFIED", LIFT_MODIFIED },
			{ "DELETED", LIFT_DELETED } };
	struct lift__request *r = request_of(l, line->id);
	struct lift__received *t;

	if (!r || r->verb != LIFT_WATCH)
		return 0;
	l->assumes &= !r->assumed; /* of an object that kubectl printed, only the kind of event */
	for (size_t i = 0; i < ARRAY_LEN(changes); i++)
		if (str_eqz(line->type, changes[i].word))
			return take_change(l, r, changes[i].what, line->object);
	if (str_eqz(line->type, "BOOKMARK")) {
		bool end = json_path(line->object, "metadata", "annotations",
				     "k8s.io/initial-events-end", NULL)
			       .len > 0;

		t = add_received(l, end ? LIFT_INITIAL_END : LIFT_BOOKMARK, r);
		if (!t)
			return RELIST_ENOMEM;
		t->rv = rv_of(line->object);
		r->event_seq = l->seq;
		if (!end || r->initial_end)
			return 0;
		r->initial_end = true;
		t->list_seq = r->seq;
		return lift__delete_vanished(l, r, t->rv);
	}
	t = add_received(l, str_eqz(line->type, "ERROR") ? LIFT_ERROR : LIFT_RAW, r);
	if (!t)
		return RELIST_ENOMEM;
	if (t->what == LIFT_ERROR)
		take_error(l, t, line->object);
	else
		t->text = lift__copy(l, line->body);
	return 0;
}

static int take_end(struct lift *l, const struct rec__line *line)
{
	struct lift__request *r = request_of(l, line->id);
	struct lift__received *t;

	if (!r)
		return 0;
	remove_request(l, line->id);
	r->end_seq = l->seq;
	r->end_ns = l->at_ns;
	if (r->verb == LIFT_OTHER)
		return lift__note_end(l, r->write_made, line);
	t = add_received(l, line->kind == REC_HANGUP ? LIFT_HANGUP : LIFT_CLOSED, r);
	if (!t)
		return RELIST_ENOMEM;
	t->how = line->how;
	return 0;
}

static int take_raw(struct lift *l, const struct rec__line *line)
{
	struct lift__request *r = request_of(l, line->id);
	struct lift__received *t;

	if (!r || r->verb != LIFT_WATCH || line->body_kind == REC_BODY_OMITTED)
		return 0;
	t = add_received(l, LIFT_RAW, r);
	if (t)
		t->text = lift__copy(l, line->body);
	return t ? 0 : RELIST_ENOMEM;
}

int lift__line(struct lift *l, const struct rec__line *line, struct relist_err *err)
{
	int code = 0;

	l->seq++;
	l->assumes = line->assumed;
	if (line->at_ns != REC_TIME_UNKNOWN && line->at_ns > l->at_ns)
		l->at_ns = line->at_ns;
	if (l->opt.controllers.len && !lift__follow_lives(l, line))
		return lift__no_memory(err);
	switch (line->kind) {
	case REC_REQUEST:
		code = take_request(l, line);
		break;
	case REC_RESPONSE:
		code = take_response(l, line);
		break;
	case REC_EVENT:
		code = take_event(l, line);
		break;
	case REC_RAW:
		code = take_raw(l, line);
		break;
	case REC_CLOSE:
	case REC_HANGUP:
		code = take_end(l, line);
		break;
	case REC_CONNECT:
	case REC_DISCONNECT:
		code = take_connection(l, line);
		break;
	case REC_NOTE:
		break;
	}
	if (code || l->failed || l->arena.failed)
		return lift__no_memory(err);
	return l->bytes > l->opt.bytes_max
		   ? relist_err_set(
			 err, RELIST_ELIMIT,
			 "the recording shows more than %zu bytes of objects: cut it with "
			 "--from, --to or --key",
			 l->opt.bytes_max)
		   : 0;
}
