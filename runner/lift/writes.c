/* SPDX-License-Identifier: Apache-2.0 */
/* writes.c - converts writes to steps: templates contain the members that all created objects of a
 * type share. */
#include "runner/lift/story.h"

/* --- templates --- */

static bool is_creation(const struct lift__state *w, const struct lift__object *o)
{
	return w->new_rv && !w->deleted && !o->model && !w->by_other;
}

static int learn_template(struct lift *l, struct lift__type *t, const struct strbuf *body)
{
	AUTO_STRBUF common = STRBUF_INIT;

	if (!t->template_) {
		t->template_ = lift__copy(l, strbuf_str(body)).ptr;
		return 0;
	}
	if (lift__common(str_of(t->template_), strbuf_str(body), &common))
		return RELIST_ENOMEM;
	t->template_ = lift__copy(l, strbuf_str(&common)).ptr;
	return 0;
}

static bool is_taken(const struct lift *l, const struct lift__type *type, struct str name)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;

		if (t != type && str_eq(t->template_name, name))
			return true;
	}
	return false;
}

/* Named after the kind, which two groups may share: Event, Ingress. */
static void name_template(struct lift *l, struct lift__type *t)
{
	AUTO_STRBUF name = STRBUF_INIT;
	size_t whole;

	for (size_t i = 0; i < t->kind.len; i++) {
		char c = t->kind.ptr[i];

		if (c >= 'A' && c <= 'Z' && i && t->kind.ptr[i - 1] >= 'a' &&
		    t->kind.ptr[i - 1] <= 'z')
			strbuf_addc(&name, '-');
		if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			strbuf_addc(&name, c >= 'A' && c <= 'Z' ? (char)(c | 32) : c);
	}
	/* "2026-..." is neither a name nor a kind */
	if (!name.len || (*name.ptr >= '0' && *name.ptr <= '9'))
		strbuf_clear(&name);
	if (!name.len)
		strbuf_adds(&name, t->resource);
	whole = name.len;
	for (unsigned i = 2; is_taken(l, t, strbuf_str(&name)) && i < 100; i++) {
		name.len = whole;
		strbuf_addf(&name, "-%u", i);
	}
	t->template_name = lift__copy(l, strbuf_str(&name));
	l->failed |= name.failed;
}

static int learn_from(struct lift *l, struct lift__state *w)
{
	AUTO_STRBUF body = STRBUF_INIT;

	if (is_creation(w, w->object) &&
	    (lift__body(l, w, &body) || learn_template(l, w->object->type, &body)))
		return RELIST_ENOMEM;
	lift__is_made(w);
	return 0;
}

int lift__learn_templates(struct lift *l, struct relist_err *err)
{
	const struct map_entry *e;
	int code = 0;

	for (size_t i = 0; i < l->base.len && !code; i++)
		code = learn_from(l, l->base.items[i]);
	for (size_t i = 0; i < l->writes.len && !code; i++) {
		struct lift__state *w = l->writes.items[i];

		if (!w->base && w->new_rv)
			code = learn_from(l, w);
	}
	if (code)
		return lift__no_memory(err);
	lift__forget_models(l);
	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		struct lift__type *t = e->value;

		if (t->template_ && strcmp(t->template_, "{}") == 0)
			t->template_ = NULL;
		name_template(l, t);
	}
	return l->failed ? lift__no_memory(err) : 0;
}

/* --- text of steps --- */

static void comment(const struct lift__state *w, char *buf, size_t cap)
{
	buf[0] = 0;
	if (w->rv != w->new_rv && !w->after)
		(void)snprintf(buf, cap, "rv %llu, was %llu", (unsigned long long)w->new_rv,
			       (unsigned long long)w->rv);
	else
		(void)snprintf(buf, cap, "rv %llu", (unsigned long long)w->new_rv);
}

static void key_in_scenario(const struct lift *l, struct lift__object *o, struct strbuf *out)
{
	strbuf_addf(out, STR_FMT "/", STR_ARG(o->type->name));
	if (lift__is_numbered(l, o))
		lift__add_numbered(l, o, out);
	else
		strbuf_adds(out, o->key);
}

/* The body without the members of its template. */
static int creation_value(struct lift *l, const struct lift__state *w, struct strbuf *out)
{
	const struct lift__type *t = w->object->type;
	AUTO_STRBUF body = STRBUF_INIT, rest = STRBUF_INIT;

	if (lift__body(l, w, &body))
		return RELIST_ENOMEM;
	if (!t->template_) {
		strbuf_adds(out, strbuf_str(&body));
		return 0;
	}
	if (lift__without(strbuf_str(&body), str_of(t->template_), &rest))
		return RELIST_ENOMEM;
	if (str_eqz(strbuf_str(&rest), "{}")) {
		strbuf_add_json(out, t->template_name);
		return 0;
	}
	strbuf_addz(out, "{\"from\":");
	strbuf_add_json(out, t->template_name);
	strbuf_addc(out, ',');
	strbuf_add(out, rest.ptr + 1, rest.len - 1);
	return rest.failed || out->failed ? RELIST_ENOMEM : 0;
}

/* Adds the step in one line if it fits, else with one member per line. */
static void add_write_step(struct lift *l, const char *verb, const struct lift__state *w,
			   const struct strbuf *value, bool with_uid)
{
	AUTO_STRBUF key = STRBUF_INIT, flow = STRBUF_INIT;
	struct strbuf *out = &l->steps;
	bool skips = lift__is_numbered(l, w->object);
	char note[80];

	key_in_scenario(l, w->object, &key);
	comment(w, note, sizeof(note));
	strbuf_addf(&flow, "  - %s: {", verb);
	lift__add_scalar(&flow, strbuf_str(&key));
	strbuf_addz(&flow, ": ");
	lift__add_flow(&flow, strbuf_str(value));
	if (with_uid)
		strbuf_addf(&flow, ", uid: " STR_FMT, STR_ARG(w->object->uid_name));
	if (skips)
		strbuf_addz(&flow, ", missing: skip");
	strbuf_addc(&flow, '}');
	if (flow.len <= 98) {
		strbuf_adds(out, strbuf_str(&flow));
		strbuf_addf(out, "  # %s\n", note);
	} else {
		strbuf_addf(out, "  - %s:\n", verb);
		lift__add_member(out, 6, "", strbuf_str(&key), strbuf_str(value), note);
		if (with_uid)
			strbuf_addf(out, "      uid: " STR_FMT "\n", STR_ARG(w->object->uid_name));
		if (skips)
			strbuf_addz(out, "      missing: skip\n");
	}
	l->failed |= key.failed || flow.failed;
}

/* Whether the write only sets the deletionTimestamp, which the model does by itself. */
static bool is_mark(const struct lift__state *from, const struct lift__state *to)
{
	return lift__has_finalizers(from->json) && lift__has_finalizers(to->json) &&
	       !json_path(from->json, "metadata", "deletionTimestamp", NULL).len &&
	       json_path(to->json, "metadata", "deletionTimestamp", NULL).len;
}

/* A correct program may not have made an object that the wrong one made once more than needed. */
static void add_delete(struct lift *l, const struct lift__state *w, bool drop)
{
	bool skips = lift__is_numbered(l, w->object);
	AUTO_STRBUF key = STRBUF_INIT;
	char note[80];

	key_in_scenario(l, w->object, &key);
	comment(w, note, sizeof(note));
	strbuf_addz(&l->steps, drop || skips ? "  - delete: {keys: [" : "  - delete: [");
	lift__add_scalar(&l->steps, strbuf_str(&key));
	strbuf_addf(&l->steps, "]%s%s%s  # %s\n", drop ? ", finalizers: drop" : "",
		    skips ? ", missing: skip" : "", drop || skips ? "}" : "", note);
	l->failed |= key.failed;
}

static int add_update(struct lift *l, const struct lift__state *w)
{
	const struct lift__state *had = w->object->model;
	AUTO_STRBUF from = STRBUF_INIT, to = STRBUF_INIT, patch = STRBUF_INIT;

	if (is_mark(had, w)) {
		add_delete(l, w, false);
		return 0;
	}
	if (lift__body(l, had, &from) || lift__body(l, w, &to) ||
	    lift__patch(l, strbuf_str(&from), strbuf_str(&to), &patch))
		return RELIST_ENOMEM;
	add_write_step(l, "update", w, &patch, false);
	return 0;
}

static bool names_uid(const struct lift__state *w)
{
	return w->object->uid_name.len && !w->object->bound && str_eq(w->object->uid, w->uid);
}

int lift__add_write(struct lift *l, struct lift__state *w)
{
	struct lift__object *o = w->object;
	AUTO_STRBUF value = STRBUF_INIT;
	int code = 0;

	l->step_count++;
	o->shown = true;
	if (w->deleted) {
		add_delete(l, w, lift__has_finalizers(o->model->json));
	} else if (!o->model) {
		code = creation_value(l, w, &value);
		if (!code)
			add_write_step(l, "create", w, &value, names_uid(w));
	} else {
		code = add_update(l, w);
	}
	lift__is_made(w);
	return code;
}

/* Adds the initial objects, in one step if possible. */
int lift__add_base(struct lift *l, struct relist_err *err)
{
	bool open = false;

	for (size_t i = 0; i < l->base.len; i++) {
		struct lift__state *w = l->base.items[i];
		AUTO_STRBUF value = STRBUF_INIT, key = STRBUF_INIT;
		char note[80];

		if (names_uid(w)) {
			open = false;
			if (lift__add_write(l, w))
				return lift__no_memory(err);
			continue;
		}
		if (!open) {
			strbuf_addz(&l->steps, "  - create:\n");
			l->step_count++;
		}
		open = true;
		if (creation_value(l, w, &value))
			return lift__no_memory(err);
		key_in_scenario(l, w->object, &key);
		comment(w, note, sizeof(note));
		lift__add_member(&l->steps, 6, "", strbuf_str(&key), strbuf_str(&value), note);
		lift__is_made(w);
		w->object->shown = true;
		l->failed |= key.failed;
	}
	return l->failed ? lift__no_memory(err) : 0;
}
