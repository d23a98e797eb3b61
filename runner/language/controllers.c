/* SPDX-License-Identifier: Apache-2.0 */
/* controllers.c - `world.controllers`: queues, reconcilers, children and expectations. */
#include "runner/language/build.h"

static void read_reconciler(struct scn__build *b, struct scn__controller *c,
			    const struct scn__node *node)
{
	static const char *const stock[] = { "stock/reap-or-ensure", "stock/replica-keeper",
					     "stock/mirror" };
	struct str text;

	if (!node || !scn__want_text(b, node, "reconcile", &text))
		return;
	for (size_t i = 0; i < ARRAY_LEN(stock); i++) {
		if (str_eqz(text, stock[i])) {
			c->reconciler = (enum scn__reconciler)i;
			return;
		}
	}
	c->reconciler = SCN_PLUGIN;
	if (text.len > 7 && memcmp(text.ptr, "plugin/", 7) == 0)
		c->plugin = scn__copy(b, (struct str) { text.ptr + 7, text.len - 7 });
	else
		scn__unknown(b, node->pos, "reconciler", "", text, stock, ARRAY_LEN(stock),
			     sizeof(*stock));
}

/* Reads the type and body of children. */
static void build_children(struct scn__build *b, struct scn__controller *c,
			   const struct scn__entry *e)
{
	const struct scn__node *children = scn__sub_map(b, e->value, "children");
	const struct scn__node *template = scn__member(children, "template");
	struct str name;

	if (children)
		scn__build_args(b, SCN_G_CHILDREN, children, "children", c);
	else if (c->reconciler != SCN_PLUGIN)
		scn__fail(b, e->pos, "controller %s needs `children`", c->name.ptr);
	if (template && scn__want_text(b, template, "template of children", &name))
		c->child_body = scn__find_template(b, template);
}

static void read_expectations(struct scn__build *b, struct scn__controller *c,
			      const struct scn__node *node)
{
	if (node->kind == SCN_SCALAR &&
	    (str_eqz(node->text, "true") || str_eqz(node->text, "false")))
		c->expectations = str_eqz(node->text, "true");
	else
		(void)scn__want_duration(b, node, "expectations", &c->expectations_ttl_ns);
}

static void build_controller(struct scn__build *b, struct scn__controller *c,
			     const struct scn__entry *e)
{
	const struct scn__node *queue, *backoff, *expectations;

	scn__check_name(b, e, "controller");
	for (size_t i = 0; i < b->cell->world.informer_count; i++)
		if (str_eq(b->informers[i].name, e->key))
			scn__fail(b, e->pos, "controller `%.60s`: an informer has the same name",
				  e->key.ptr);
	c->name = e->key;
	c->pos = e->pos;
	c->replicas_path = STR("spec.replicas");
	c->copy_path = STR("data");
	c->finalizer = STR("cleanup");
	c->expectations = true;
	c->expectations_ttl_ns = 300 * NS_PER_S;
	c->workers = 1;
	c->backoff_min_ns = 5 * NS_PER_MS;
	c->backoff_max_ns = 1000 * NS_PER_S;
	if (!scn__want_map(b, e->value, "a controller"))
		return;
	scn__build_args(b, SCN_G_CONTROLLER, e->value, "a controller", c);
	read_reconciler(b, c, scn__member(e->value, "reconcile"));
	c->without = scn__read_without(b, scn__member(e->value, "without"), true);
	build_children(b, c, e);
	queue = scn__sub_map(b, e->value, "queue");
	if (queue)
		scn__build_args(b, SCN_G_QUEUE, queue, "queue", c);
	if (c->workers > SCN_WORKERS_MAX)
		scn__fail(b, scn__member(queue, "workers")->pos, "more than %d workers",
			  SCN_WORKERS_MAX);
	backoff = scn__member(queue, "backoff");
	if (backoff && scn__want_text(b, backoff, "backoff", &(struct str) { 0 }))
		(void)scn__parse_range(b, backoff->pos, backoff->text, &c->backoff_min_ns,
				       &c->backoff_max_ns);
	expectations = scn__member(e->value, "expectations");
	if (expectations)
		read_expectations(b, c, expectations);
}

void scn__build_controllers(struct scn__build *b, const struct scn__node *map)
{
	struct scn__world *w = &b->cell->world;

	b->controllers = scn__alloc(b, map ? map->count : 0, sizeof(*b->controllers));
	w->controllers = b->controllers;
	for (size_t i = 0; b->controllers && map && i < map->count; i++) {
		b->controllers[i].index = (uint32_t)i;
		build_controller(b, &b->controllers[i], &map->entries[i]);
		w->controller_count = i + 1;
	}
}

/* The parent is the type whose keys are enqueued. */
void scn__link_controllers(struct scn__build *b)
{
	struct scn__world *w = &b->cell->world;

	for (size_t i = 0; i < w->controller_count; i++) {
		struct scn__controller *c = &b->controllers[i];
		bool fed = false;

		for (size_t j = 0; j < w->handler_count; j++) {
			const struct scn__handler *h = &b->handlers[j];

			if (h->controller != c)
				continue;
			fed = true;
			if (!c->parent && h->enqueue == SCN_ENQUEUE_KEY && h->informer)
				c->parent = h->informer->type;
		}
		/* Without workers only `worker` steps use the queue. */
		if (!fed && c->workers)
			scn__warn(b, c->pos, "no handler enqueues for controller %s", c->name.ptr);
		else if (fed && !c->parent)
			scn__fail(b, c->pos,
				  "controller %s: no handler enqueues a key, so name its `parent`",
				  c->name.ptr);
	}
}
