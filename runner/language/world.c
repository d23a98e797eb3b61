/* SPDX-License-Identifier: Apache-2.0 */
/* world.c - `world`: the server, templates, informers with their handlers. */
#include "base/suggest.h"
#include "runner/language/known_types.h"
#include "runner/language/manifests.h"

static struct scn__world *world_of(struct scn__build *b)
{
	return &b->cell->world;
}

void scn__build_args(struct scn__build *b, enum scn__group group, const struct scn__node *node,
		     const char *what, void *out)
{
	size_t count;
	const struct scn__arg *rows = scn__group_args(group, &count);

	scn__args(b, rows, count, node, what, out, NULL);
}

/* Checks that a name can be used in one-line forms. */
void scn__check_name(struct scn__build *b, const struct scn__entry *e, const char *what)
{
	bool bad = e->key.len == 0 || e->key.len > 63;

	for (size_t i = 0; i < e->key.len && !bad; i++) {
		char c = e->key.ptr[i];

		bad = !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			(c >= '0' && c <= '9') || c == '-' || c == '_');
	}
	if (bad || str_eqz(e->key, "all"))
		scn__fail(b, e->pos, "%s `%.60s`: a name is letters, digits and dashes%s", what,
			  e->key.ptr, bad ? "" : ", and not `all`");
}

const struct scn__node *scn__sub_map(struct scn__build *b, const struct scn__node *map,
				     const char *key)
{
	const struct scn__node *node = scn__member(map, key);

	if (!node || scn__is_null(node) || !scn__want_map(b, node, key))
		return NULL;
	return node;
}

/* --- server --- */

static void build_server(struct scn__build *b, const struct scn__node *world)
{
	struct scn__world *w = world_of(b);
	const struct scn__node *server = scn__sub_map(b, world, "server"), *names;
	static const struct str one = { "A", 1 };

	w->backends = &one;
	w->backend_count = 1;
	w->rv = 1;
	if (!server)
		return;
	scn__build_args(b, SCN_G_SERVER, server, "server", w);
	if (w->rv == 0)
		scn__fail(b, scn__member(server, "rv")->pos, "rv of server must be at least 1");
	names = scn__member(server, "backends");
	if (!names)
		return;
	w->backends = scn__want_texts(b, names, "backends of server", &w->backend_count);
	if (w->backend_count == 0 || w->backend_count > 16)
		scn__fail(b, names->pos, "a server has 1 to 16 backends");
	for (size_t i = 0; w->backends && i < w->backend_count; i++)
		for (size_t j = 0; j < i; j++)
			if (str_eq(w->backends[i], w->backends[j]))
				scn__fail(b, names->pos, "backend `%.60s` twice",
					  w->backends[i].ptr);
}

/* --- templates --- */

/* `from` in a template may name only earlier templates, so that there is no cycle. */
static const struct scn__node *template_body(struct scn__build *b, const struct scn__node *map,
					     size_t i, const struct scn__entry *e)
{
	const struct scn__node *from = scn__get(e->value, "from");
	struct scn__world *w = world_of(b);

	if (!from || from->kind != SCN_SCALAR)
		return e->value;
	for (size_t j = 0; j < map->count; j++) {
		if (!str_eq(map->entries[j].key, from->text))
			continue;
		if (j < i) {
			b->template_used[j] = true;
			return scn__merge(b, w->templates[j].body, e->value);
		}
		scn__fail(b, from->pos,
			  j == i
			      ? "template `%.60s` refers to itself"
			      : "template `%.60s` stands below: a template is made from one above",
			  from->text.ptr);
		return e->value;
	}
	scn__fail(b, from->pos, "unknown template `%.60s`", from->text.ptr);
	return e->value;
}

static void build_templates(struct scn__build *b, const struct scn__node *world)
{
	const struct scn__node *map = scn__sub_map(b, world, "objects");
	struct scn__world *w = world_of(b);
	struct scn__template *out = scn__alloc(b, map ? map->count : 0, sizeof(*out));

	b->template_used = scn__alloc(b, map ? map->count : 0, sizeof(*b->template_used));
	w->templates = out;
	if (!map || !out || !b->template_used)
		return;
	for (size_t i = 0; i < map->count; i++) {
		const struct scn__entry *e = &map->entries[i];

		scn__check_name(b, e, "template");
		out[i] = (struct scn__template) { e->key, e->value, e->pos };
		w->template_count = i + 1;
		if (scn__want_map(b, e->value, "a template"))
			out[i].body = template_body(b, map, i, e);
	}
}

/* --- handlers --- */

static void read_enqueue(struct scn__build *b, struct scn__handler *h, const struct scn__node *node)
{
	struct str text;

	if (!node || !scn__want_text(b, node, "enqueue", &text))
		return;
	if (str_eqz(text, "key")) {
		h->enqueue = SCN_ENQUEUE_KEY;
	} else if (str_eqz(text, "owner")) {
		h->enqueue = SCN_ENQUEUE_OWNER;
	} else if (text.len > 12 && memcmp(text.ptr, "owner-label ", 12) == 0) {
		h->enqueue = SCN_ENQUEUE_OWNER_LABEL;
		h->label = scn__copy(b, (struct str) { text.ptr + 12, text.len - 12 });
	} else {
		scn__fail(b, node->pos,
			  "enqueue is \"%.60s\", must be key, owner, or owner-label LABEL",
			  text.ptr);
	}
}

void scn__build_handler(struct scn__build *b, struct scn__handler *h, const struct scn__node *map,
			const char *what)
{
	struct scn__world *w = world_of(b);

	h->resync_ns = -1;
	if (map && !scn__is_null(map)) {
		if (!scn__want_map(b, map, what))
			return;
		if (!h->added_later)
			scn__build_args(b, SCN_G_HANDLER, map, what, h);
		read_enqueue(b, h, scn__member(map, "enqueue"));
	}
	if (h->enqueue == SCN_ENQUEUE_NONE || h->controller)
		return;
	for (size_t i = 0; i < w->controller_count; i++)
		if (w->controller_count == 1 || str_eq(b->controllers[i].name, h->name))
			h->controller = &b->controllers[i];
	if (!h->controller)
		scn__fail(b, h->pos,
			  "handler `%.60s` enqueues, but no controller is called so: "
			  "name one with `controller`",
			  h->name.ptr);
}

static void check_double_handler(struct scn__build *b, const struct scn__handler *h)
{
	for (const struct scn__handler *o = b->handlers; o < h; o++)
		if (str_eq(o->name, h->name) && o->informer == h->informer && h->informer &&
		    !(h->added_later && o->added_later))
			scn__fail(b, h->pos, "handler `%.60s` of %s again, first in line %u",
				  h->name.ptr, h->informer->name.ptr, o->pos.line);
}

static size_t count_later(const struct scn__node *steps)
{
	size_t count = 0;

	for (size_t i = 0; steps->kind == SCN_LIST && i < steps->count; i++)
		count += scn__member(scn__get(&steps->items[i], "handler"), "add") != NULL;
	return count;
}

/* Handlers that steps add are known from the start: holds and expectations may name them. */
static void build_later(struct scn__build *b, const struct scn__node *map)
{
	const struct scn__node *add = scn__member(map, "add"), *of = scn__member(map, "informer");
	const struct scn__node *controller = scn__member(map, "controller");
	const struct scn__node *resync = scn__member(map, "resync");
	struct scn__world *w = world_of(b);
	struct scn__handler *h = &b->handlers[w->handler_count];
	struct str text;

	if (!scn__want_text(b, add, "add of handler", &text))
		return;
	*h = (struct scn__handler) { .name = text,
				     .pos = add->pos,
				     .added_later = true,
				     .index = (uint32_t)w->handler_count };
	w->handler_count++;
	if (of && scn__want_text(b, of, "informer of handler", &text))
		h->informer = scn__find_informer(b, of->pos, text);
	else if (!of && w->informer_count == 1)
		h->informer = &b->informers[0];
	else if (!of)
		scn__fail(b, map->pos, "handler needs `informer`: there are %zu",
			  w->informer_count);
	if (controller && scn__want_text(b, controller, "controller of handler", &text))
		h->controller = scn__find_controller(b, controller->pos, text);
	scn__build_handler(b, h, map, "handler");
	if (resync)
		(void)scn__want_duration(b, resync, "resync of handler", &h->resync_ns);
	check_double_handler(b, h);
}

/* Links each informer to its handlers, in their order. */
static void link_handlers(struct scn__build *b)
{
	struct scn__world *w = world_of(b);

	for (size_t i = 0; i < w->informer_count; i++) {
		const struct scn__handler **list =
		    scn__alloc(b, w->handler_count, sizeof(const struct scn__handler *));

		b->informers[i].handlers = list;
		for (size_t j = 0; list && j < w->handler_count; j++)
			if (b->handlers[j].informer == &b->informers[i])
				list[b->informers[i].handler_count++] = &b->handlers[j];
	}
}

static void build_handlers(struct scn__build *b, const struct scn__node *informers,
			   const struct scn__node *steps)
{
	struct scn__world *w = world_of(b);
	size_t count = count_later(steps);

	for (size_t i = 0; i < w->informer_count; i++) {
		const struct scn__node *map = scn__member(informers->entries[i].value, "handlers");

		count += map && map->kind == SCN_MAP ? map->count : 0;
	}
	b->handlers = scn__alloc(b, count, sizeof(*b->handlers));
	w->handlers = b->handlers;
	if (!b->handlers)
		return;
	for (size_t i = 0; i < w->informer_count; i++) {
		const struct scn__node *map =
		    scn__sub_map(b, informers->entries[i].value, "handlers");

		for (size_t j = 0; map && j < map->count; j++) {
			struct scn__handler *h = &b->handlers[w->handler_count];

			scn__check_name(b, &map->entries[j], "handler");
			*h = (struct scn__handler) { .name = map->entries[j].key,
						     .pos = map->entries[j].pos,
						     .informer = &b->informers[i],
						     .index = (uint32_t)w->handler_count };
			w->handler_count++;
			scn__build_handler(b, h, map->entries[j].value, "a handler");
		}
	}
	for (size_t i = 0; steps->kind == SCN_LIST && i < steps->count; i++) {
		const struct scn__node *map = scn__get(&steps->items[i], "handler");

		if (scn__member(map, "add"))
			build_later(b, map);
	}
	link_handlers(b);
}

/* --- informers --- */

static void build_indexes(struct scn__build *b, struct scn__informer *inf,
			  const struct scn__node *map)
{
	struct scn__index *out = scn__alloc(b, map ? map->count : 0, sizeof(*out));

	inf->indexes = out;
	for (size_t i = 0; out && map && i < map->count; i++) {
		scn__check_name(b, &map->entries[i], "index");
		out[i].name = map->entries[i].key;
		out[i].pos = map->entries[i].pos;
		scn__build_args(b, SCN_G_INDEX, map->entries[i].value, "an index", &out[i]);
		inf->index_count = i + 1;
	}
}

static void read_transform(struct scn__build *b, struct scn__informer *inf,
			   const struct scn__node *node)
{
	static const struct {
		const char *word; /* first member: searched for suggestions */
		enum scn__transform transform;
		bool arg;
	} words[] = {
		{ "strip-managed-fields", SCN_TRANSFORM_STRIP_MANAGED_FIELDS, false },
		{ "fail-on", SCN_TRANSFORM_FAIL_ON, true },
		{ "rename", SCN_TRANSFORM_RENAME, true },
		{ "keep", SCN_TRANSFORM_KEEP, true },
	};
	struct scn__line line;

	if (!scn__split(b, node, &line))
		return;
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (!str_eqz(line.words[0], words[i].word))
			continue;
		if (line.count != (words[i].arg ? 2u : 1u))
			scn__fail(b, node->pos, "transform %s takes %s", words[i].word,
				  words[i].arg ? "one word" : "nothing");
		else if (words[i].arg)
			inf->transform_arg = scn__copy(b, line.words[1]);
		inf->transform = words[i].transform;
		return;
	}
	scn__unknown(b, node->pos, "transform", "", line.words[0], words, ARRAY_LEN(words),
		     sizeof(*words));
}

inf__without scn__read_without(struct scn__build *b, const struct scn__node *node, bool of_queue)
{
	size_t count = 0, fix;
	const struct str *words = node ? scn__want_texts(b, node, "without", &count) : NULL;
	inf__without out = 0;

	for (size_t i = 0; words && i < count; i++) {
		if (str_eqz(words[i], "none"))
			continue;
		for (fix = 0; fix < scn__fix_doc_count; fix++)
			if (str_eqz(words[i], scn__fix_docs[fix].word))
				break;
		if (fix == scn__fix_doc_count)
			scn__unknown(b, node->pos, "fix", "", words[i], scn__fix_docs,
				     scn__fix_doc_count, sizeof(*scn__fix_docs));
		else if (of_queue != (strcmp(scn__fix_docs[fix].part, "queue") == 0))
			scn__fail(b, node->pos, "fix `%s` is %s", scn__fix_docs[fix].word,
				  of_queue ? "an informer's"
					   : "a work queue's: set it at a controller");
		else
			out |= (inf__without)1 << fix;
	}
	return out;
}

static void build_informer(struct scn__build *b, struct scn__informer *inf,
			   const struct scn__entry *e)
{
	const struct scn__node *transform = scn__member(e->value, "transform");

	scn__check_name(b, e, "informer");
	inf->name = e->key;
	inf->pos = e->pos;
	if (!scn__is_null(e->value)) {
		if (!scn__want_map(b, e->value, "an informer"))
			return;
		scn__build_args(b, SCN_G_INFORMER, e->value, "an informer", inf);
		build_indexes(b, inf, scn__sub_map(b, e->value, "indexes"));
	}
	if (transform)
		read_transform(b, inf, transform);
	inf->without = scn__read_without(b, scn__member(e->value, "without"), false);
	if (!inf->type && !scn__member(e->value, "type"))
		inf->type = scn__find_type(b, e->pos, inf->name);
	if (inf->namespace_.len && inf->type && !inf->type->namespaced)
		scn__fail(b, e->pos, "informer %s has a namespace, its type has none",
			  inf->name.ptr);
}

static void build_informers(struct scn__build *b, const struct scn__node *map)
{
	struct scn__world *w = world_of(b);

	b->informers = scn__alloc(b, map ? map->count : 0, sizeof(*b->informers));
	w->informers = b->informers;
	for (size_t i = 0; b->informers && map && i < map->count; i++) {
		b->informers[i].index = (uint32_t)i;
		build_informer(b, &b->informers[i], &map->entries[i]);
		w->informer_count = i + 1;
	}
}

void scn__build_world(struct scn__build *b, const struct scn__node *world,
		      const struct scn__node *steps)
{
	struct scn__world *w = world_of(b);
	const struct scn__node *informers, *gates;

	w->pos = world->pos;
	w->gate_batch = w->gate_atomic = w->gate_unlock = w->gate_watch_list = -1;
	scn__build_args(b, SCN_G_WORLD, world, "world", w);
	gates = scn__sub_map(b, world, "gates");
	if (gates)
		scn__build_args(b, SCN_G_GATES, gates, "gates", w);
	build_server(b, world);
	scn__build_types(b, world);
	scn__build_loads(b, world);
	build_templates(b, world);
	informers = scn__sub_map(b, world, "informers");
	build_informers(b, informers);
	scn__build_controllers(b, scn__sub_map(b, world, "controllers"));
	build_handlers(b, informers, steps);
	scn__link_controllers(b);
}
