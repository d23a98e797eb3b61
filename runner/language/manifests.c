/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/language/manifests.h"
#include "runner/language/known_types.h"

#include "base/json_scan.h"
#include "fakeapi/control/manifests.h"
#include "fakeapi/core.h"

enum { FILES_MAX = 64, OBJECTS_MAX = 20000, BYTES_MAX = 16 << 20 };

struct reading {
	struct scn__build *b;
	const struct scn__manifest **end;
	struct scn__pos pos;
};

/* The value of a string member; empty: absent. */
static struct str text_of(struct scn__build *b, json_t object, const char *key)
{
	AUTO_STRBUF text = STRBUF_INIT;
	json_t value = json_get(object, key);

	if (json_kind(value) != JSON_STRING)
		return STR("");
	return scn__copy(b, json_str(value, &text));
}

static bool fits(struct reading *r, struct str doc, const char *where)
{
	struct scn__scenario *s = r->b->scenario;

	s->read.objects++;
	s->read.bytes += doc.len;
	if (s->read.objects <= OBJECTS_MAX && s->read.bytes <= BYTES_MAX)
		return true;
	scn__fail(r->b, r->pos, "load: %.160s: more than %d objects or %d MiB are loaded", where,
		  OBJECTS_MAX, BYTES_MAX >> 20);
	return false;
}

/* A fakeapi__manifest_fn. */
static int add_manifest(void *user, struct str doc, const char *where, struct relist_err *err)
{
	struct reading *r = user;
	struct scn__manifest *m;
	struct str name = text_of(r->b, json_get(doc, "metadata"), "name");

	(void)err;
	if (!fits(r, doc, where))
		return RELIST_ELIMIT;
	if (!text_of(r->b, doc, "apiVersion").len || !text_of(r->b, doc, "kind").len || !name.len) {
		scn__fail(r->b, r->pos,
			  "load: %.140s: an object needs apiVersion, kind and metadata.name",
			  where);
		return RELIST_EINVAL;
	}
	m = scn__alloc(r->b, 1, sizeof(*m));
	if (!m)
		return RELIST_ENOMEM;
	m->json = scn__copy(r->b, doc);
	m->where = scn__copy(r->b, str_of(where));
	*r->end = m;
	r->end = &m->next;
	return 0;
}

/* "a/b.yaml": relative and without "..". The reader checks links. */
static bool stays_inside(struct str path)
{
	bool inside = path.len && path.ptr[0] != '/' && !memchr(path.ptr, '\\', path.len);

	for (size_t i = 0; inside && i < path.len;) {
		const char *slash = memchr(path.ptr + i, '/', path.len - i);
		size_t len = slash ? (size_t)(slash - path.ptr) - i : path.len - i;

		inside = !(len == 2 && memcmp(path.ptr + i, "..", 2) == 0);
		i += len + 1;
	}
	return inside;
}

static void read_manifests(struct scn__build *b, struct scn__manifests *file, struct scn__pos pos)
{
	const struct scn__files *files = b->files;
	struct reading r = { .b = b, .end = &file->first, .pos = pos };
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err why = { 0 };
	size_t errors = b->errors->error_count;
	int code;

	if (!files) {
		scn__fail(b, pos, "load: no files can be read here");
		return;
	}
	code = files->read(files->user, file->path, SCN_FILE_BYTES_MAX, &text, &why);
	code = code ? code
		    : fakeapi__manifests_text(strbuf_str(&text), file->path.ptr, add_manifest, &r,
					      &why);
	if (code && b->errors->error_count == errors)
		scn__fail(b, pos, "load: %.200s", why.msg);
	else if (!code && !file->first)
		scn__fail(b, pos, "load: %.160s has no objects", file->path.ptr);
}

/* Each file is read once, even if several cells name it. */
static struct scn__manifests *manifests_of(struct scn__build *b, struct str path,
					   struct scn__pos pos)
{
	struct scn__manifests **at = &b->scenario->read.files;
	size_t count = 0;

	for (; *at; at = &(*at)->next, count++)
		if (str_eq((*at)->path, path))
			return *at;
	if (count == FILES_MAX) {
		scn__fail(b, pos, "load: more than %d files", FILES_MAX);
		return NULL;
	}
	*at = scn__alloc(b, 1, sizeof(**at));
	if (*at) {
		(*at)->path = scn__copy(b, path);
		read_manifests(b, *at, pos);
	}
	return *at;
}

static void read_loads(struct scn__build *b, const struct scn__node *node)
{
	struct scn__world *w = &b->cell->world;
	size_t count = 0;
	const struct str *paths = scn__want_texts(b, node, "load", &count);
	struct scn__load *loads = scn__alloc(b, count, sizeof(*loads));

	w->loads.items = loads;
	for (size_t i = 0; paths && loads && i < count; i++) {
		struct scn__pos pos =
		    node->kind == SCN_LIST && node->count == count ? node->items[i].pos : node->pos;

		for (size_t j = 0; j < i; j++)
			if (str_eq(paths[i], paths[j]))
				scn__fail(b, pos, "load: %.160s twice", paths[i].ptr);
		if (!stays_inside(paths[i]))
			scn__fail(
			    b, pos,
			    "load: \"%.120s\" must be a file in the scenario's folder or below "
			    "it, relative to that",
			    paths[i].ptr);
		else
			loads[w->loads.count].manifests = manifests_of(b, paths[i], pos);
		if (loads[w->loads.count].manifests)
			loads[w->loads.count++].pos = pos;
	}
}

/* --- definitions --- */

static bool describes(struct scn__build *b, json_t definition, const struct scn__type *t)
{
	json_t spec = json_get(definition, "spec");

	return str_eq(text_of(b, spec, "group"), t->group) &&
	       str_eq(text_of(b, json_get(spec, "names"), "plural"), t->resource);
}

static bool defines(struct scn__build *b, json_t doc, const struct scn__type *t)
{
	return str_eqz(text_of(b, doc, "kind"), "CustomResourceDefinition") && describes(b, doc, t);
}

static json_t version_of(struct scn__build *b, json_t doc, struct str name)
{
	struct json_iter it;
	json_t version;

	json_iter_init(&it, json_path(doc, "spec", "versions", NULL));
	while (json_iter_element(&it, &version))
		if (str_eq(text_of(b, version, "name"), name) &&
		    str_eqz(json_get(version, "served"), "true"))
			return version;
	return (json_t) { NULL, 0 };
}

#define TYPE_HAS_DEFINITION "type `%.60s`: `versions` is for custom types without a definition"

/* A definition, and what messages call it. */
struct definition {
	json_t json;
	const char *where;
	bool changes; /* later steps may serve other versions */
};

static void adopt(struct scn__build *b, struct scn__type *t, struct definition d,
		  const struct scn__node *node)
{
	struct str kind = text_of(b, json_path(d.json, "spec", "names", NULL), "kind");
	json_t version = version_of(b, d.json, t->version);
	bool namespaced = str_eqz(text_of(b, json_get(d.json, "spec"), "scope"), "Namespaced");
	bool served = json_kind(version) == JSON_OBJECT;
	bool status =
	    served ? json_kind(json_path(version, "subresources", "status", NULL)) == JSON_OBJECT
		   : t->status;

	if (!served && !d.changes)
		scn__fail(b, t->pos, "type `%.60s`: %.100s does not serve version %.40s",
			  t->name.ptr, d.where, t->version.ptr);
	if ((scn__member(node, "kind") && !str_eq(t->kind, kind)) ||
	    (scn__member(node, "namespaced") && t->namespaced != namespaced) ||
	    (scn__member(node, "status") && t->status != status))
		scn__fail(b, t->pos,
			  "type `%.60s` differs from its definition in %.100s: leave kind, "
			  "namespaced and status out",
			  t->name.ptr, d.where);
	if (d.changes && t->version_count)
		scn__fail(b, scn__member(node, "versions")->pos, TYPE_HAS_DEFINITION, t->name.ptr);
	t->kind = kind;
	t->namespaced = namespaced;
	t->status = status;
	t->defined = true;
}

static void adopt_definitions(struct scn__build *b, struct scn__type *t,
			      const struct scn__node *node)
{
	const struct scn__world *w = &b->cell->world;

	for (size_t i = 0; i < w->loads.count && !t->builtin; i++)
		for (const struct scn__manifest *m = w->loads.items[i].manifests->first; m;
		     m = m->next)
			if (defines(b, m->json, t))
				adopt(b, t, (struct definition) { m->json, m->where.ptr, false },
				      node);
}

/* The type is not served before the step that creates its definition. */
static void adopt_created(struct scn__build *b, struct scn__type *t, const struct scn__step *step,
			  const struct scn__object *o, const struct scn__node *node)
{
	struct definition d = { .changes = true };
	AUTO_STRBUF json = STRBUF_INIT;
	char where[48];

	if (!o->body || !str_eqz(o->key.type->group, "apiextensions.k8s.io") ||
	    !str_eqz(o->key.type->resource, "customresourcedefinitions"))
		return;
	scn__node_json(o->body, NULL, NULL, &json);
	b->errors->failed |= json.failed;
	d.json = (json_t) { json.ptr, json.len };
	(void)snprintf(where, sizeof(where), "the step in line %u", step->pos.line);
	d.where = where;
	if (describes(b, d.json, t) &&
	    json_kind(json_path(d.json, "spec", "versions", NULL)) == JSON_ARRAY)
		adopt(b, t, d, node);
}

void scn__build_created(struct scn__build *b, const struct scn__node *world)
{
	const struct scn__node *types = scn__member(world, "types");
	const struct scn__cell *cell = b->cell;

	for (size_t i = 0; i < cell->world.type_count; i++) {
		struct scn__type *t = &b->types[i];

		for (size_t k = 0; k < cell->step_count && !t->builtin && !t->defined; k++) {
			const struct scn__step *s = &cell->steps[k];

			for (size_t o = 0; s->kind == SCN_CREATE && o < s->write.count; o++)
				if (!t->defined)
					adopt_created(b, t, s, &s->write.objects[o],
						      types->entries[i].value);
		}
	}
}

static void read_versions(struct scn__build *b, struct scn__type *t, const struct scn__node *node)
{
	const struct scn__node *versions = scn__member(node, "versions");

	if (!versions)
		return;
	t->versions = scn__want_texts(b, versions, "versions of a type", &t->version_count);
	if (t->builtin || t->defined)
		scn__fail(b, versions->pos, TYPE_HAS_DEFINITION, t->name.ptr);
}

void scn__build_loads(struct scn__build *b, const struct scn__node *world)
{
	const struct scn__node *load = scn__member(world, "load");
	const struct scn__node *types = scn__member(world, "types");

	if (load)
		read_loads(b, load);
	for (size_t i = 0; i < b->cell->world.type_count; i++) {
		if (load)
			adopt_definitions(b, &b->types[i], types->entries[i].value);
		read_versions(b, &b->types[i], types->entries[i].value);
	}
}

/* --- validation by a server --- */

void scn__check_loads(struct scn__build *b)
{
	const struct scn__world *w = &b->cell->world;
	struct fakeapi__options options = { .first_rv = w->rv,
					    .release = scn__release(w),
					    .empty = !w->bootstrap,
					    .any_namespace = true,
					    .bookmark_every_ns = TIME_NEVER };
	struct relist_err why = { 0 };
	struct scn__pos pos = w->pos;
	struct fakeapi__core *core;

	if (!w->loads.count || b->cell->index || b->errors->error_count)
		return;
	core = fakeapi__core_new(&options, &why);
	if (!core)
		b->errors->failed = true;
	else if (scn__serve_world(core, w, &pos, &why))
		scn__fail(b, pos, "load: %.200s", why.msg);
	fakeapi__core_free(core);
}
