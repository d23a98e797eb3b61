/* SPDX-License-Identifier: Apache-2.0 */
/* world.c - the parts around the steps: head, types, templates, informers, and the state at the
 * end. */
#include "fakeapi/meta/release.h"
#include "runner/language/known_types.h"
#include "runner/lift/arms.h"
#include "runner/lift/versions.h"

void lift__add_head(const struct lift *l, struct strbuf *out)
{
	strbuf_addf(out, "scenario: " STR_FMT "\n", STR_ARG(l->opt.name));
	strbuf_addf(out, "about: Lifted from a recording (%s); say here what went wrong.\n",
		    rec__source_word(l->source));
	if (l->opt.origin.len)
		strbuf_addf(out, "refs: [" STR_FMT "]\n", STR_ARG(l->opt.origin));
}

/* --- the end --- */

enum { STATE_KEYS_MAX = 60 };

void lift__add_end_state(struct lift *l)
{
	const struct map_entry *e;
	size_t keys = 0;

	for (size_t i = 0; (e = map_next(&l->objects, &i));)
		keys += ((const struct lift__object *)e->value)->model != NULL;
	if (!keys || keys > STATE_KEYS_MAX)
		return;
	strbuf_addz(&l->steps, "  - expect:\n      state:\n");
	l->step_count++;
	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;
		const struct map_entry *f;
		bool any = false;

		for (size_t k = 0; (f = map_next(&l->objects, &k));) {
			const struct lift__object *o = f->value;

			if (o->type != t || !o->wanted || !o->shown)
				continue;
			if (!any)
				strbuf_addf(&l->steps, "        " STR_FMT ":\n", STR_ARG(t->name));
			any = true;
			strbuf_addz(&l->steps, "          ");
			lift__add_scalar(&l->steps, o->key);
			strbuf_addf(&l->steps, ": %s\n", o->model ? "any" : "absent");
		}
	}
}

/* --- the world --- */

static void add_custom(struct lift *l, const struct lift__type *t, const char *resource)
{
	strbuf_addf(&l->world, "{resource: %s, kind: " STR_FMT "%s", resource,
		    STR_ARG(t->kind.len ? t->kind : STR("Unknown")),
		    t->namespaced ? "" : ", namespaced: false");
	if (scn__is_removed(FAKEAPI_RELEASE_DEFAULT, t->group, t->version, t->resource))
		strbuf_addz(&l->world, ", removed: true");
	lift__add_other_versions(l, t);
	strbuf_addz(&l->world, "}\n");
}

static void add_types(struct lift *l)
{
	const struct map_entry *e;

	strbuf_addz(&l->world, "world:\n");
	if (l->two_backends || l->start_rv > 1) {
		strbuf_addz(&l->world, "  server: {");
		if (l->start_rv > 1)
			strbuf_addf(&l->world, "rv: %llu%s", (unsigned long long)l->start_rv,
				    l->two_backends ? ", " : "");
		strbuf_addf(&l->world, "%s}\n", l->two_backends ? "backends: [A, B]" : "");
	}
	strbuf_addz(&l->world, "  types:\n");
	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;
		AUTO_STRBUF resource = STRBUF_INIT;

		if (!t->writes)
			continue;
		if (t->group.len)
			strbuf_addf(&resource, STR_FMT "/", STR_ARG(t->group));
		strbuf_addf(&resource, STR_FMT "/" STR_FMT, STR_ARG(t->version),
			    STR_ARG(t->resource));
		strbuf_addf(&l->world, "    " STR_FMT ": ", STR_ARG(t->name));
		if (t->builtin)
			strbuf_addf(&l->world, "%s\n", resource.ptr);
		else
			add_custom(l, t, resource.ptr);
		l->failed |= resource.failed;
	}
}

static void add_templates(struct lift *l)
{
	const struct map_entry *e;
	bool any = false;

	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;

		if (!t->template_ || !t->writes)
			continue;
		if (!any)
			strbuf_addz(&l->world, "  objects:\n");
		any = true;
		lift__add_member(&l->world, 4, "", t->template_name, str_of(t->template_), NULL);
	}
}

static void add_selector(struct lift *l, const char *name, struct str value)
{
	if (!value.len)
		return;
	strbuf_addf(&l->world, "      %s: ", name);
	lift__add_scalar(&l->world, value);
	strbuf_addc(&l->world, '\n');
}

static void add_program(struct lift *l)
{
	int64_t linger = lift__linger_ns(l) / NS_PER_S;
	int64_t quiet = (lift__quiet_ns(l) + 99 * NS_PER_MS) / (100 * NS_PER_MS) * 100;

	strbuf_addf(&l->world, "    " STR_FMT ": {type: " STR_FMT "}\n", STR_ARG(l->main->name),
		    STR_ARG(l->main->type->name));
	if (!linger && !quiet) {
		strbuf_addf(&l->world, "external: [state%s]\n", l->counts ? ", counts" : "");
		return;
	}
	strbuf_addf(&l->world, "external: {checks: [state%s]", l->counts ? ", counts" : "");
	if (quiet)
		strbuf_addf(&l->world, ", quiet: %lldms", (long long)quiet);
	if (linger)
		strbuf_addf(&l->world, ", linger: %llds", (long long)linger);
	strbuf_addz(&l->world, "}\n");
	if (!linger)
		return;
	lift__note(l,
		   "the program writes after a pause of its own: each run watches it for %lld s "
		   "after the last step (linger)",
		   (long long)linger);
}

static void add_informers(struct lift *l)
{
	const struct map_entry *e;

	strbuf_addz(&l->world, "  informers:\n");
	if (l->opt.controllers.len) {
		/* one program, whose handlers' notifications are unknown */
		if (l->main)
			add_program(l);
		return;
	}
	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (!r->chosen)
			continue;
		strbuf_addf(&l->world, "    " STR_FMT ":\n", STR_ARG(r->name));
		if (!str_eq(r->name, r->type->name))
			strbuf_addf(&l->world, "      type: " STR_FMT "\n", STR_ARG(r->type->name));
		if (r->watch_list)
			strbuf_addz(&l->world, "      initial: watchlist\n");
		if (r->limit && r->limit != 500)
			strbuf_addf(&l->world, "      page-size: %llu\n",
				    (unsigned long long)r->limit);
		add_selector(l, "namespace", r->ns);
		add_selector(l, "label-selector", r->labels);
		add_selector(l, "field-selector", r->fields);
		strbuf_addf(&l->world, "      handlers: {" STR_FMT ": {}}\n", STR_ARG(r->name));
	}
}

void lift__add_world(struct lift *l)
{
	add_types(l);
	add_templates(l);
	add_informers(l);
}
