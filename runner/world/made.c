/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/world/made.h"

#include "base/alloc.h"
#include "base/selector.h"
#include "base/text/glob.h"

enum { NAMES_MAX = 8 };

/* A created object. */
struct made {
	struct str ns, name, uid;
};

/* The creations under one pattern. */
struct scn__made {
	struct scn__list list;
	struct selector_term *labels;
};

/* --- sets --- */

/* Compares the owner's UID, or its name if the UID is unknown. */
static bool has_owner(const struct scn__key *owner, struct str uid, json_t object)
{
	json_t refs = json_path(object, "metadata", "ownerReferences", NULL), ref;
	struct json_iter it;

	json_iter_init(&it, refs);
	while (json_kind(refs) == JSON_ARRAY && json_iter_element(&it, &ref)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str version = json_str(json_get(ref, "apiVersion"), &scratch);
		const char *slash = version.len ? memchr(version.ptr, '/', version.len) : NULL;
		struct str group = { version.ptr, slash ? (size_t)(slash - version.ptr) : 0 };

		if (json_str_eq(json_get(ref, "name"), owner->name) &&
		    str_eq(group, owner->type->group) &&
		    (!uid.len || json_str_eq(json_get(ref, "uid"), uid)))
			return true;
	}
	return false;
}

bool world__set_has(const struct scn__object_set *set, const struct selector_term *labels,
		    struct str owner_uid, const struct fakeapi__write *w)
{
	json_t object = { w->json.ptr, w->json.len };

	return text_glob_fits(set->name, w->name) &&
	       (!w->ns.len || text_glob_fits(set->ns, w->ns)) &&
	       (!labels ||
		selector_matches_labels(labels, json_path(object, "metadata", "labels", NULL))) &&
	       (!set->owner.type || has_owner(&set->owner, owner_uid, object));
}

/* --- creations --- */

static int parse_labels(const struct scn__object_set *set, struct selector_term **out)
{
	AUTO_STRBUF why = STRBUF_INIT;

	/* the loader has already parsed the selector */
	return set->labels.len && selector_parse_labels(set->labels, out, &why) ? RELIST_ENOMEM : 0;
}

static int note_existing(void *user, const struct fakeapi__write *w)
{
	world__made_note(user, w);
	return 0;
}

int world__made_init(struct scn__run *r)
{
	map_init(&r->made_uids, MAP_BORROW_KEYS);
	r->made = world__alloc(r, (r->cell->pattern_count + 1) * sizeof(*r->made));
	if (!r->made)
		return RELIST_ENOMEM;
	for (const struct scn__pattern *p = r->cell->patterns; p; p = p->next)
		if (parse_labels(p->set, &r->made[p->index].labels))
			return RELIST_ENOMEM;
	(void)fakeapi__core_each(r->core, note_existing, r);
	return r->failure ? RELIST_ENOMEM : 0;
}

void world__made_fini(struct scn__run *r)
{
	for (size_t i = 0; r->made && i < r->cell->pattern_count; i++) {
		base__free(r->made[i].list.items);
		selector_free(r->made[i].labels);
	}
	r->made = NULL;
	map_fini(&r->made_uids);
}

static bool is_of_type(const struct scn__pattern *p, const struct fakeapi__write *w)
{
	return str_eq(w->group, p->type->group) && str_eq(w->resource, p->type->resource);
}

/* Whether a pattern of the type exists: the UIDs of other types are not needed. */
static bool is_wanted(const struct scn__run *r, const struct fakeapi__write *w)
{
	for (const struct scn__pattern *p = r->cell->patterns; p; p = p->next)
		if (is_of_type(p, w))
			return true;
	return false;
}

void world__made_note(void *run, const struct fakeapi__write *w)
{
	struct scn__run *r = run;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct made *made = NULL;
	struct str uid;

	if (w->deleted || !is_wanted(r, w))
		return;
	uid = json_str(json_path((json_t) { w->json.ptr, w->json.len }, "metadata", "uid", NULL),
		       &scratch);
	if (!uid.len || map_get(&r->made_uids, uid))
		return;
	made = world__alloc(r, sizeof(*made));
	if (!made)
		return;
	*made =
	    (struct made) { world__copy(r, w->ns), world__copy(r, w->name), world__copy(r, uid) };
	if (map_put(&r->made_uids, made->uid, made, NULL))
		world__broken(r, RELIST_ENOMEM);
	for (const struct scn__pattern *p = r->cell->patterns; p; p = p->next)
		if (is_of_type(p, w) &&
		    world__set_has(p->set, r->made[p->index].labels, STR(""), w))
			(void)world__push(r, &r->made[p->index].list, made);
}

/* --- finding --- */

static const struct scn__list *list_of(const struct scn__run *r, const struct scn__key *key)
{
	return &r->made[key->pattern->index].list;
}

static bool exists(struct scn__run *r, const struct scn__key *key, const struct made *m)
{
	struct fakeapi__model_type t = world__model_type(key->type);
	AUTO_STRBUF json = STRBUF_INIT;
	bool there = fakeapi__model_get(r->core, &t, m->ns, m->name, &json);

	if (json.failed)
		world__broken(r, RELIST_ENOMEM);
	return there &&
	       json_str_eq(json_path((json_t) { json.ptr, json.len }, "metadata", "uid", NULL),
			   m->uid);
}

static struct str text_of(struct scn__run *r, const struct made *m)
{
	return m->ns.len ? world__printf(r, STR_FMT "/" STR_FMT, STR_ARG(m->ns), STR_ARG(m->name))
			 : m->name;
}

/* The only object that exists; NULL: there are none, or several. *count: their number. */
static const struct made *only_one(struct scn__run *r, const struct scn__key *key, size_t *count)
{
	const struct scn__list *list = list_of(r, key);
	const struct made *found = NULL;

	*count = 0;
	for (size_t i = 0; i < list->len; i++)
		if (exists(r, key, list->items[i])) {
			found = list->items[i];
			++*count;
		}
	return *count == 1 ? found : NULL;
}

bool world__made_find(struct scn__run *r, const struct scn__key *key, struct scn__key *out)
{
	const struct scn__list *list;
	const struct made *m;
	size_t count;

	*out = *key;
	if (!key->pattern)
		return true;
	list = list_of(r, key);
	m = !key->nth		    ? only_one(r, key, &count)
	    : key->nth <= list->len ? list->items[key->nth - 1]
				    : NULL;
	if (!m || (key->nth && !exists(r, key, m)))
		return false;
	out->pattern = NULL;
	out->ns = m->ns;
	out->name = m->name;
	out->text = text_of(r, m);
	return true;
}

bool world__made_is(const struct scn__run *r, const struct scn__key *key, struct str ns,
		    struct str name)
{
	const struct scn__list *list = key->pattern ? list_of(r, key) : NULL;

	if (!list)
		return str_eq(key->ns, ns) && str_eq(key->name, name);
	for (size_t i = 0; i < list->len; i++) {
		const struct made *m = list->items[i];

		if ((!key->nth || key->nth == i + 1) && str_eq(m->ns, ns) && str_eq(m->name, name))
			return true;
	}
	return false;
}

/* The numbers and names of the created objects; `there`: only of those that exist. */
static void add_names(struct scn__run *r, const struct scn__key *key, bool there,
		      struct strbuf *out)
{
	const struct scn__list *list = list_of(r, key);
	size_t n = 0;

	for (size_t i = 0; i < list->len; i++) {
		if (there && !exists(r, key, list->items[i]))
			continue;
		if (n == NAMES_MAX) {
			strbuf_addz(out, ", ...");
			return;
		}
		strbuf_addf(out, "%s#%zu " STR_FMT, n++ ? ", " : "", i + 1,
			    STR_ARG(text_of(r, list->items[i])));
	}
}

struct others {
	const struct scn__type *type;
	struct strbuf *out;
	size_t count;
};

static int add_other(void *user, const struct fakeapi__write *w)
{
	struct others *o = user;

	if (!str_eq(w->group, o->type->group) || !str_eq(w->resource, o->type->resource))
		return 0;
	if (o->count++ < NAMES_MAX)
		strbuf_addf(o->out, "%s" STR_FMT "%s" STR_FMT, o->count > 1 ? ", " : "",
			    STR_ARG(w->ns), w->ns.len ? "/" : "", STR_ARG(w->name));
	return 0;
}

/* What exists of the type although nothing fits the pattern. */
static void add_others(struct scn__run *r, const struct scn__key *key, struct strbuf *out)
{
	AUTO_STRBUF names = STRBUF_INIT;
	struct others o = { key->type, &names, 0 };

	(void)fakeapi__core_each(r->core, add_other, &o);
	strbuf_addf(out, "no such object was created; there %s%s%s", o.count == 1 ? "is " : "are ",
		    o.count ? names.ptr : "no ", o.count > NAMES_MAX ? ", ..." : "");
	if (!o.count)
		strbuf_adds(out, key->type->name);
	out->failed |= names.failed;
}

struct str world__made_instead(struct scn__run *r, const struct scn__key *key)
{
	AUTO_STRBUF out = STRBUF_INIT;
	const struct scn__list *list;
	size_t count;

	if (!key->pattern)
		return STR("");
	list = list_of(r, key);
	strbuf_addz(&out, "");
	if (!list->len) {
		add_others(r, key, &out);
	} else if (!key->nth && !only_one(r, key, &count) && count) {
		strbuf_addf(&out, "%zu such objects exist, which needs a number: ", count);
		add_names(r, key, true, &out);
	} else if (key->nth && key->nth <= list->len) {
		strbuf_addf(&out, "it was " STR_FMT ", which is deleted",
			    STR_ARG(text_of(r, list->items[key->nth - 1])));
	} else {
		strbuf_addf(&out, "%s%zu such object%s created%s: ", key->nth ? "only " : "",
			    list->len, list->len == 1 ? " was" : "s were",
			    key->nth ? "" : ", and deleted again");
		add_names(r, key, false, &out);
	}
	if (out.failed)
		world__broken(r, RELIST_ENOMEM);
	return world__copy(r, strbuf_str(&out));
}

bool world__made_key(struct scn__run *r, const struct scn__key *key, struct scn__key *out)
{
	if (world__made_find(r, key, out))
		return true;
	world__fail_at(r, SCN_AT_STEP, key->pos,
		       "%s: there is no " STR_FMT "/" STR_FMT ": " STR_FMT,
		       scn__step_word(r->step->kind), STR_ARG(key->type->name), STR_ARG(key->text),
		       STR_ARG(world__made_instead(r, key)));
	return false;
}

bool world__made_lacks(struct scn__run *r, const struct scn__step *s, const struct scn__key *key)
{
	struct fakeapi__model_type t = world__model_type(key->type);
	bool skips = s->kind == SCN_UPDATE   ? s->write.skip_missing
		     : s->kind == SCN_DELETE ? s->delete_.skip_missing
					     : false;
	AUTO_STRBUF json = STRBUF_INIT;
	struct scn__key found;

	/* several objects without a number are ambiguous, which is no reason to skip */
	if (!skips || (key->pattern && !key->nth))
		return false;
	return !world__made_find(r, key, &found) ||
	       !fakeapi__model_get(r->core, &t, found.ns, found.name, &json);
}

bool world__made_match(struct scn__run *r, const struct scn__match *m, struct scn__match *out)
{
	struct scn__key key;

	*out = *m;
	if (!m->object.pattern)
		return true;
	if (!world__made_key(r, &m->object, &key))
		return false;
	out->ns = key.ns;
	out->name = key.name;
	return true;
}
