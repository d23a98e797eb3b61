/* SPDX-License-Identifier: Apache-2.0 */
/* objects.c - the types and objects of a recording, and every state of an object that lists, events
 * and responses to writes show. */
#include "runner/recording/form.h"
#include "runner/recording/path.h"
#include "runner/lift/read.h"
#include "runner/lift/versions.h"

const struct fakeapi__resource *lift__kept_as(const struct lift *l,
					      const struct fakeapi__resource *requested)
{
	return requested && (requested->storage_group || requested->storage_version)
		   ? fakeapi__registry_storage(l->registry, requested)
		   : requested;
}

struct lift__type *lift__type_of(struct lift *l, const struct rec__target *t,
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

json_t lift__as_kept(struct lift *l, const struct lift__request *r, json_t object,
		     struct strbuf *scratch)
{
	const struct fakeapi__resource *kept = lift__kept_as(l, r->form);

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

struct lift__object *lift__make_object(struct lift *l, struct lift__type *type, struct str ns,
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

uint64_t lift__rv_of(json_t object)
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

struct lift__object *lift__object_in(struct lift *l, struct lift__type *type, json_t json)
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
	return lift__make_object(l, type, in, called);
}

void lift__note_listed(struct lift__object *o, uint64_t list, uint64_t rv)
{
	o->listed = list > o->listed ? list : o->listed;
	o->listed_rv = rv > o->listed_rv ? rv : o->listed_rv;
}
