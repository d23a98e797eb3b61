/* SPDX-License-Identifier: Apache-2.0 */
/* objects.c - tracks the objects that the writes of an audit log create, and derives the events
 * that its watches must have received. */
#include "base/alloc.h"
#include "runner/import/impl.h"
#include "runner/recording/form.h"

static void object_key(const struct imp__type *type, struct str ns, struct str name,
		       struct strbuf *out)
{
	/* all served versions share one key */
	strbuf_addf(out, STR_FMT " " STR_FMT "/" STR_FMT, STR_ARG(type->kept), STR_ARG(ns),
		    STR_ARG(name));
}

static void object_free(struct imp__object *o)
{
	if (!o)
		return;
	base__free(o->json);
	base__free((char *)(uintptr_t)o->ns.ptr);
	base__free((char *)(uintptr_t)o->name.ptr);
	base__free(o);
}

static void commit_free(struct imp__commit *c)
{
	base__free(c->json);
	base__free(c->old);
}

void imp__watch_free(struct imp__watch *w)
{
	if (!w)
		return;
	strbuf_fini(&w->ns);
	strbuf_fini(&w->name);
	strbuf_fini(&w->fields);
	selector_free(w->labels);
	base__free(w);
}

static void free_all(struct map *objects)
{
	const struct map_entry *entry;

	for (size_t i = 0; (entry = map_next(objects, &i));)
		object_free(entry->value);
	map_fini(objects);
}

void imp__objects_fini(struct imp__import *im)
{
	free_all(&im->objects);
	free_all(&im->shots);
	for (size_t i = 0; i < im->commit_count; i++)
		commit_free(&im->commits[(im->commit_first + i) % IMP_COMMITS_MAX]);
	base__free(im->commits);
	while (im->watches) {
		struct imp__watch *next = im->watches->next;

		imp__watch_free(im->watches);
		im->watches = next;
	}
}

/* Two keys with the same hash are treated as one; this saves a comparison of keys. */
bool imp__was_deleted(struct imp__import *im, const struct imp__type *type, struct str ns,
		      struct str name)
{
	AUTO_STRBUF key = STRBUF_INIT;
	uint32_t hash;

	object_key(type, ns, name, &key);
	im->arena.failed |= key.failed;
	hash = map_hash(strbuf_str(&key));
	for (size_t i = im->commit_count; i-- > 0;) {
		const struct imp__commit *c =
		    &im->commits[(im->commit_first + i) % IMP_COMMITS_MAX];

		if (c->key_hash == hash)
			return c->verb == 'D';
	}
	return false;
}

const struct imp__object *imp__object_get(struct imp__import *im, const struct imp__type *type,
					  struct str ns, struct str name)
{
	AUTO_STRBUF key = STRBUF_INIT;

	object_key(type, ns, name, &key);
	im->arena.failed |= key.failed; /* reported at the end: no silent loss */
	return key.failed ? NULL : map_get(&im->objects, strbuf_str(&key));
}

/* --- events of a watch --- */

static bool in_place(const struct imp__watch *w, const struct imp__type *type, struct str ns,
		     struct str name)
{
	return str_eq(w->type->kept, type->kept) &&
	       (!w->ns.len || str_eq(strbuf_str(&w->ns), ns)) &&
	       (!w->name.len || str_eq(strbuf_str(&w->name), name));
}

static bool selected(const struct imp__watch *w, json_t object)
{
	return object.len && imp__fields_match(strbuf_str(&w->fields), object) &&
	       selector_matches_labels(w->labels, json_path(object, "metadata", "labels", NULL));
}

/* Converts the object to the version of `to`. For a custom type only the apiVersion changes: the
 * log does not have other changes of a conversion webhook. Returns false if out of memory. */
static bool in_form(const struct imp__type *to, const struct imp__type *from, json_t *object,
		    struct strbuf *scratch)
{
	json_t is = json_get(*object, "apiVersion");
	AUTO_STRBUF want = STRBUF_INIT;

	if (to == from || (to->known && from->known))
		return rec__in_form(from->known, to->known, object, scratch);
	if (!is.len)
		return true;
	imp__api_version(to, &want);
	strbuf_add(scratch, object->ptr, (size_t)(is.ptr - object->ptr));
	strbuf_add_json(scratch, strbuf_str(&want));
	strbuf_add(scratch, is.ptr + is.len, object->len - (size_t)(is.ptr - object->ptr) - is.len);
	*object = strbuf_str(scratch);
	return !scratch->failed && !want.failed;
}

static int emit_to_watch(struct imp__import *im, struct imp__watch *w, const struct imp__entry *e,
			 const struct imp__commit *c, bool live, struct relist_err *err)
{
	json_t now = { c->json, c->json_len }, old = { c->old, c->old_len };
	AUTO_STRBUF other = STRBUF_INIT;
	bool is = c->verb != 'D' && selected(w, now), was = c->verb != 'A' && selected(w, old);
	const char *type = is ? (was ? "MODIFIED" : "ADDED") : was ? "DELETED" : NULL;

	if (w->unclear || w->follows || c->rv < w->rv || (!live && c->rv == w->rv))
		return 0;
	w->rv = c->rv;
	if (type && !in_form(w->type, c->type, &now, &other))
		return imp__no_memory(err);
	return type ? imp__emit_event(im, e, w->id, str_of(type), now, true, err) : 0;
}

/* --- writes --- */

static int remember(struct imp__import *im, const struct imp__commit *take_c,
		    struct relist_err *err)
{
	if (!im->commits)
		im->commits = base__calloc(IMP_COMMITS_MAX, sizeof(*im->commits));
	if (!im->commits) {
		struct imp__commit c = *take_c;

		commit_free(&c);
		return imp__no_memory(err);
	}
	while (im->commit_count == IMP_COMMITS_MAX ||
	       (im->commit_count && im->commit_bytes > IMP_COMMIT_BYTES_MAX)) {
		struct imp__commit *first = &im->commits[im->commit_first];

		im->commit_bytes -= first->json_len + first->old_len;
		commit_free(first);
		im->commit_first = (im->commit_first + 1) % IMP_COMMITS_MAX;
		im->commit_count--;
	}
	im->commits[(im->commit_first + im->commit_count++) % IMP_COMMITS_MAX] = *take_c;
	im->commit_bytes += take_c->json_len + take_c->old_len;
	return 0;
}

static struct str own(struct str s)
{
	return (struct str) { base__strndup(s.ptr ? s.ptr : "", s.len), s.len };
}

/* Stores the object's new state. */
static int set_object(struct imp__import *im, struct strbuf *key, const struct imp__change *c,
		      struct str json, struct relist_err *err)
{
	struct imp__object *o = map_get(&im->objects, strbuf_str(key));
	char *copy = base__strndup(json.ptr, json.len);

	if (!copy)
		return imp__no_memory(err);
	if (!o) {
		o = base__calloc(1, sizeof(*o));
		if (o) {
			o->ns = own(c->ns);
			o->name = own(c->name);
		}
		if (!o || !o->ns.ptr || !o->name.ptr ||
		    map_put(&im->objects, strbuf_str(key), o, NULL)) {
			object_free(o);
			base__free(copy);
			return imp__no_memory(err);
		}
	}
	im->object_bytes += json.len - o->json_len;
	base__free(o->json);
	o->type = c->type;
	o->json = copy;
	o->json_len = json.len;
	o->rv = c->rv;
	if (im->object_bytes > im->opt.objects_max)
		return relist_err_set(err, RELIST_ELIMIT,
				      "the objects that exist at a time have more than %zu bytes",
				      im->opt.objects_max);
	return 0;
}

static void drop_object(struct imp__import *im, struct strbuf *key)
{
	struct imp__object *o = map_del(&im->objects, strbuf_str(key));

	if (o)
		im->object_bytes -= o->json_len;
	object_free(o);
}

/* Writes an invented request that shows a write whose effect no response and no watch shows. */
static int show(struct imp__import *im, const struct imp__change *c, struct str json,
		struct relist_err *err)
{
	AUTO_STRBUF path = STRBUF_INIT;
	struct imp__request req = { .method = c->deleted ? "DELETE" : "GET", .assumed = true };
	uint32_t id;
	int code;

	imp__type_path(c->type, c->ns, c->name, &path);
	req.path = strbuf_str(&path);
	code = path.failed ? imp__no_memory(err)
			   : imp__emit_request(im, c->entry, c->entry->at_ns, &req, &id, err);
	if (c->deleted)
		json = STR("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
			   "\"status\":\"Success\"}");
	return code ? code : imp__emit_response(im, c->entry, id, 200, false, json, true, err);
}

bool imp__other_uid(json_t a, json_t b)
{
	json_t x = json_path(a, "metadata", "uid", NULL), y = json_path(b, "metadata", "uid", NULL);

	return x.len && y.len && (x.len != y.len || memcmp(x.ptr, y.ptr, x.len) != 0);
}

/* Another object has the name: writes the deletion of the old one, which the log has only later. */
static int end_other(struct imp__import *im, const struct imp__change *c,
		     const struct imp__object *had, struct relist_err *err)
{
	struct imp__change end = *c;

	end.object = (json_t) { had->json, had->json_len };
	end.deleted = end.hidden = true;
	end.rv = c->rv > had->rv + 1 ? c->rv - 1 : had->rv;
	return imp__commit_change(im, &end, err);
}

int imp__commit_change(struct imp__import *im, const struct imp__change *change,
		       struct relist_err *err)
{
	struct imp__change c = *change;
	struct imp__commit commit = { .type = c.type,
				      .file = c.entry->file,
				      .line = c.entry->line };
	AUTO_STRBUF key = STRBUF_INIT, json = STRBUF_INIT;
	const struct imp__object *had;
	bool shown = false;
	int code = 0;

	object_key(c.type, c.ns, c.name, &key);
	if (key.failed)
		return imp__no_memory(err);
	commit.key_hash = map_hash(strbuf_str(&key));
	had = map_get(&im->objects, strbuf_str(&key));
	if (had && !c.deleted && imp__other_uid(c.object, (json_t) { had->json, had->json_len })) {
		code = end_other(im, &c, had, err);
		if (code)
			return code;
		had = NULL;
	}
	if (!c.rv)
		c.rv = im->last_rv + 1;
	if (!imp__with_rv(c.object, c.rv, &json) || json.failed)
		return json.failed ? imp__no_memory(err) : 0;
	commit.rv = c.rv;
	commit.verb = c.deleted ? 'D' : had ? 'M' : 'A';
	commit.json = base__strndup(json.ptr, json.len);
	commit.json_len = json.len;
	if (had || c.deleted) {
		struct str old =
		    had ? (struct str) { had->json, had->json_len } : strbuf_str(&json);

		commit.old = base__strndup(old.ptr, old.len);
		commit.old_len = old.len;
	}
	if (!commit.json || (commit.old_len && !commit.old)) {
		commit_free(&commit);
		return imp__no_memory(err);
	}
	for (struct imp__watch *w = im->watches; w && !code; w = w->next)
		if (in_place(w, c.type, c.ns, c.name)) {
			code = emit_to_watch(im, w, c.entry, &commit, true, err);
			shown |= !w->unclear && selected(w, strbuf_str(&json));
		}
	if (!code && c.hidden && !shown)
		code = show(im, &c, strbuf_str(&json), err);
	if (c.rv > im->last_rv)
		im->last_rv = c.rv;
	if (!code && c.deleted)
		drop_object(im, &key);
	else if (!code)
		code = set_object(im, &key, &c, strbuf_str(&json), err);
	if (code) {
		commit_free(&commit);
		return code;
	}
	return remember(im, &commit, err);
}

int imp__learn(struct imp__import *im, const struct imp__entry *e, const struct imp__type *type,
	       json_t object, struct relist_err *err)
{
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;
	struct imp__change c = { .entry = e, .type = type, .object = object };
	const struct imp__object *had;

	c.ns = json_str(json_path(object, "metadata", "namespace", NULL), &ns);
	c.name = json_str(json_path(object, "metadata", "name", NULL), &name);
	c.rv = imp__rv_of(object);
	had = c.name.len ? imp__object_get(im, type, c.ns, c.name) : NULL;
	if (!c.name.len || !c.rv || (had && had->rv >= c.rv))
		return 0;
	if (had)
		imp__note(im, e->file, e->line,
			  STR_FMT " " STR_FMT " has resourceVersion %llu, and no line of the log "
				  "wrote it: a write is assumed",
			  STR_ARG(type->resource), STR_ARG(c.name), (unsigned long long)c.rv);
	return imp__commit_change(im, &c, err);
}

/* --- watches --- */

static int initial_events(struct imp__import *im, const struct imp__entry *e, struct imp__watch *w,
			  struct relist_err *err)
{
	const struct map_entry *entry;
	int code = 0;

	for (size_t i = 0; (entry = map_next(&im->objects, &i)) && !code;) {
		const struct imp__object *o = entry->value;
		json_t json = { o->json, o->json_len };

		AUTO_STRBUF other = STRBUF_INIT;

		if (!in_place(w, o->type, o->ns, o->name) || w->unclear || !selected(w, json))
			continue;
		code = in_form(w->type, o->type, &json, &other)
			   ? imp__emit_event(im, e, w->id, STR("ADDED"), json, true, err)
			   : imp__no_memory(err);
	}
	w->rv = im->last_rv;
	return code;
}

static int replay_commits(struct imp__import *im, const struct imp__entry *e, struct imp__watch *w,
			  struct relist_err *err)
{
	int code = 0;

	for (size_t i = 0; i < im->commit_count && !code; i++) {
		const struct imp__commit *c =
		    &im->commits[(im->commit_first + i) % IMP_COMMITS_MAX];
		AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;
		json_t json = { c->json, c->json_len };

		if (in_place(w, c->type,
			     json_str(json_path(json, "metadata", "namespace", NULL), &ns),
			     json_str(json_path(json, "metadata", "name", NULL), &name)))
			code = emit_to_watch(im, w, e, c, false, err);
	}
	return code;
}

static int end_of_initial(struct imp__import *im, const struct imp__entry *e,
			  const struct imp__watch *w, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "{\"kind\":");
	strbuf_add_json(&text, w->type->kind);
	strbuf_addz(&text, ",\"apiVersion\":\"");
	imp__api_version(w->type, &text);
	strbuf_addf(&text,
		    "\",\"metadata\":{\"resourceVersion\":\"%llu\",\"annotations\":{"
		    "\"k8s.io/initial-events-end\":\"true\"}}}",
		    (unsigned long long)im->last_rv);
	if (text.failed)
		return imp__no_memory(err);
	return imp__emit_event(im, e, w->id, STR("BOOKMARK"), strbuf_str(&text), true, err);
}

int imp__watch_open(struct imp__import *im, const struct imp__entry *e, struct imp__watch *take_w,
		    struct str rv, bool initial, struct relist_err *err)
{
	struct imp__watch *w = take_w;
	int code = 0;

	w->next = im->watches;
	im->watches = w;
	w->rv = rec__number(rv);
	w->follows = w->kubectl && imp__stream_follow(im, w->type, w->id);
	if (w->follows)
		return 0;
	if (w->rv && !initial)
		code = replay_commits(im, e, w, err);
	else
		code = initial_events(im, e, w, err);
	return initial && !code ? end_of_initial(im, e, w, err) : code;
}

void imp__watch_close(struct imp__import *im, uint32_t id)
{
	for (struct imp__watch **at = &im->watches; *at; at = &(*at)->next) {
		struct imp__watch *w = *at;

		if (w->id != id)
			continue;
		*at = w->next;
		if (w->follows)
			imp__stream_ended(im, id);
		imp__watch_free(w);
		return;
	}
}

int imp__list_known(struct imp__import *im, const struct imp__watch *which, struct strbuf *out)
{
	const struct map_entry **sorted = imp__sorted(&im->objects);
	size_t n = map_len(&im->objects);
	bool any = false;

	if (!sorted)
		return RELIST_ENOMEM;
	strbuf_addf(out, "{\"kind\":\"" STR_FMT "List\",\"apiVersion\":\"",
		    STR_ARG(which->type->kind));
	imp__api_version(which->type, out);
	strbuf_addf(out, "\",\"metadata\":{\"resourceVersion\":\"%llu\"},\"items\":[",
		    (unsigned long long)(im->last_rv ? im->last_rv : 1));
	for (size_t i = 0; i < n; i++) {
		const struct imp__object *o = sorted[i]->value;
		json_t json = { o->json, o->json_len };
		AUTO_STRBUF other = STRBUF_INIT;

		if (!in_place(which, o->type, o->ns, o->name) || !selected(which, json))
			continue;
		if (any)
			strbuf_addc(out, ',');
		any = true;
		out->failed |= !in_form(which->type, o->type, &json, &other);
		strbuf_adds(out, json);
	}
	strbuf_addz(out, "]}");
	base__free(sorted);
	return out->failed ? RELIST_ENOMEM : 0;
}
