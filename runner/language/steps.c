/* SPDX-License-Identifier: Apache-2.0 */
/* steps.c - reads the list of steps: verbs with their arguments, and objects from templates. */
#include "runner/language/build.h"

static bool is_object(struct str key)
{
	return memchr(key.ptr, '/', key.len) != NULL;
}

/* Sets the defaults other than 0, by the kind of the argument. */
static void set_defaults(struct scn__step *step)
{
	size_t count;
	const struct scn__arg *rows = scn__step_args(step->kind, &count);

	for (size_t i = 0; i < count; i++) {
		void *member = (char *)step + rows[i].offset;

		if (rows[i].kind == SCN_K_BACKEND)
			*(int *)member = -1;
		else if (rows[i].kind == SCN_K_MATCH)
			((struct scn__match *)member)->backend = -1;
		else if (rows[i].kind == SCN_K_COUNT)
			*(uint32_t *)member = 1;
	}
}

/* --- objects --- */

const struct scn__node *scn__find_template(struct scn__build *b, const struct scn__node *name)
{
	const struct scn__world *w = &b->cell->world;
	const char **words;

	for (size_t i = 0; i < w->template_count; i++) {
		if (str_eq(w->templates[i].name, name->text)) {
			b->template_used[i] = true;
			return w->templates[i].body;
		}
	}
	words = scn__alloc(b, w->template_count, sizeof(*words));
	for (size_t i = 0; words && i < w->template_count; i++)
		words[i] = w->templates[i].name.ptr;
	if (words)
		scn__unknown(b, name->pos, "template", "", name->text, words, w->template_count,
			     sizeof(*words));
	return NULL;
}

/* `from` names the template of the object's body and is not a member of the object. */
static const struct scn__node *without_from(struct scn__build *b, const struct scn__node *map)
{
	struct scn__entry *entries = scn__alloc(b, map->count, sizeof(*entries));
	struct scn__node *copy = scn__alloc(b, 1, sizeof(*copy));

	if (!entries || !copy)
		return map;
	*copy = *map;
	copy->entries = entries;
	copy->count = 0;
	for (size_t i = 0; i < map->count; i++)
		if (!str_eqz(map->entries[i].key, "from"))
			entries[copy->count++] = map->entries[i];
	return copy;
}

static const struct scn__node *body_of(struct scn__build *b, const struct scn__node *node,
				       bool create)
{
	const struct scn__node *body = node, *from;

	if (scn__is_null(node))
		return NULL;
	if (create && node->kind == SCN_SCALAR) {
		body = scn__find_template(b, node);
		return body && scn__get(body, "from") ? without_from(b, body) : body;
	}
	if (!scn__want_map(b, node, create ? "a body" : "a patch"))
		return NULL;
	from = create ? scn__get(node, "from") : NULL;
	if (from && from->kind == SCN_SCALAR)
		body = without_from(b, scn__merge(b, scn__find_template(b, from), node));
	return body;
}

static uint64_t times_of(struct scn__build *b, const struct scn__node *map, size_t each)
{
	const struct scn__node *node = scn__member(map, "times");
	uint64_t times = 1;

	if (!node)
		return 1;
	if (scn__want_uint(b, node, "times", SCN_OBJECTS_MAX, &times) && times == 0)
		scn__fail(b, node->pos, "times must be at least 1");
	if (each && times > SCN_OBJECTS_MAX / each) {
		scn__fail(b, node->pos, "%llu times %zu objects, at most %d in one step",
			  (unsigned long long)times, each, SCN_OBJECTS_MAX);
		return 1;
	}
	return times ? times : 1;
}

static void add_object(struct scn__build *b, struct scn__step *step, struct scn__object *objects,
		       struct scn__pos pos, struct str key, const struct scn__node *body)
{
	struct scn__key *to = &objects[step->write.count].key;

	if (step->kind == SCN_CREATE ? !scn__parse_key(b, pos, key, to)
				     : !scn__parse_step_key(b, pos, key, to))
		return;
	objects[step->write.count++].body = body;
}

/* Whether keys contain {n}, which is replaced later. */
static bool counts_up(const struct scn__node *map)
{
	for (size_t i = 0; i < map->count; i++)
		if (is_object(map->entries[i].key) && !strstr(map->entries[i].key.ptr, "{n}"))
			return false;
	return true;
}

static void build_objects(struct scn__build *b, struct scn__step *step, const struct scn__node *map)
{
	bool create = step->kind == SCN_CREATE;
	struct scn__object *objects;
	size_t each = 0;
	uint64_t times;

	for (size_t i = 0; i < map->count; i++)
		each += is_object(map->entries[i].key);
	times = times_of(b, map, each);
	if (times > 1 && create && !counts_up(map))
		scn__fail(b, map->pos, "the same name %llu times: write {n} into it",
			  (unsigned long long)times);
	objects = scn__alloc(b, each * times, sizeof(*objects));
	step->write.objects = objects;
	for (uint64_t n = 1; objects && n <= times; n++) {
		for (size_t i = 0; i < map->count; i++) {
			const struct scn__entry *e = &map->entries[i];
			const struct scn__node *body;
			struct str key = e->key;

			if (!is_object(key))
				continue;
			body = body_of(b, e->value, create);
			if (scn__member(map, "times")) {
				key = scn__number_text(b, key, n);
				body = body ? scn__number(b, body, n) : NULL;
			}
			add_object(b, step, objects, e->pos, key, body);
		}
		if (b->bytes_left == 0)
			return;
	}
}

/* delete: {keys: [pods/default/p-{n}], times: 10} */
static void repeat_keys(struct scn__build *b, struct scn__step *step, const struct scn__node *node)
{
	size_t count = step->delete_.count, len = 0;
	uint64_t times = times_of(b, node, count);
	struct scn__key *keys = scn__alloc(b, count * times, sizeof(*keys));

	for (uint64_t n = 1; keys && n <= times; n++) {
		for (size_t i = 0; i < count; i++) {
			const struct scn__key *from = &step->delete_.keys[i];

			if (from->type) /* without {n}: only once */
				keys[len] = *from;
			if (from->type ? n > 1
				       : !scn__parse_step_key(b, from->pos,
							      scn__number_text(b, from->text, n),
							      &keys[len]))
				continue;
			len++;
		}
	}
	step->delete_.keys = keys;
	step->delete_.count = keys ? len : 0;
}

/* create: pods/default/a, create: [..]: objects without a body. */
static void build_bare(struct scn__build *b, struct scn__step *step, const struct scn__node *node)
{
	struct scn__object *objects;
	size_t count;
	const struct str *keys = scn__want_texts(b, node, scn__step_word(step->kind), &count);

	if (step->kind == SCN_UPDATE) {
		scn__fail(b, node->pos, "update needs a patch: {TYPE/NAMESPACE/NAME: {...}}");
		return;
	}
	objects = scn__alloc(b, count, sizeof(*objects));
	step->write.objects = objects;
	for (size_t i = 0; objects && keys && i < count; i++)
		add_object(b, step, objects,
			   node->kind == SCN_LIST ? node->items[i].pos : node->pos, keys[i], NULL);
}

/* --- expect, never --- */

static const struct scn__step *find_label(struct scn__build *b, struct str label, size_t from)
{
	for (size_t i = from; i < b->cell->step_count; i++)
		if (b->steps[i].label.len && str_eq(b->steps[i].label, label))
			return &b->steps[i];
	return NULL;
}

static void build_never(struct scn__build *b, struct scn__step *step, const struct scn__node *node)
{
	const struct scn__node *until = scn__member(node, "until");
	struct str label;

	for (size_t i = 0; node->kind == SCN_LIST && i < node->count; i++)
		until = scn__member(&node->items[i], "until")
			    ? scn__member(&node->items[i], "until")
			    : until;
	scn__build_expect(b, node, true, &step->never.expect);
	step->never.first = b->never_count;
	b->never_count += (uint32_t)step->never.expect.count;
	if (!until || !scn__want_text(b, until, "until", &label))
		return;
	step->never.until = find_label(b, label, step->index + 1);
	if (!step->never.until)
		scn__fail(b, until->pos, "no step below has `label: %.60s`", label.ptr);
}

/* --- steps --- */

/* Checks arguments that depend on each other. */
static void check_fail(struct scn__build *b, const struct scn__step *step,
		       const struct scn__node *node)
{
	if (step->fail.how == SCN_FAIL_IN_STREAM && step->fail.match.verb != SCN_V_WATCH)
		scn__fail(b, node->pos, "an ERROR event needs a watch: match: WATCH ...");
	if (step->fail.status && step->fail.status < 400)
		scn__fail(b, node->pos, "status %d is no failure: use reply", step->fail.status);
	if (step->fail.retry_after_ns % NS_PER_S)
		scn__fail(b, node->pos, "retry-after is in whole seconds");
}

static void check_compact(struct scn__build *b, const struct scn__step *step,
			  const struct scn__node *node)
{
	const struct scn__node *to = node->kind == SCN_MAP ? scn__member(node, "to") : node;

	if (to && step->compact.to && step->compact.to < b->cell->world.rv)
		scn__fail(b, to->pos, "nothing to forget: the server starts at %llu",
			  (unsigned long long)b->cell->world.rv);
}

static void check_rewind(struct scn__build *b, const struct scn__step *step,
			 const struct scn__node *node)
{
	const struct scn__node *to = node->kind == SCN_MAP ? scn__member(node, "to") : node;

	if (to && step->rewind.to < b->cell->world.rv)
		scn__fail(b, to->pos, "the server starts at %llu: it never was at %llu",
			  (unsigned long long)b->cell->world.rv,
			  (unsigned long long)step->rewind.to);
}

static void check_crash(struct scn__build *b, const struct scn__step *step,
			const struct scn__node *node)
{
	if (step->run.after_writes && !step->run.controller_count)
		scn__fail(b, node->pos, "after-writes counts a controller's writes: name one");
}

static void check_kill(struct scn__build *b, struct scn__step *step, const struct scn__node *node)
{
	step->run.kills_before = scn__member(node, "before") != NULL;
	if (!scn__member(node, "before") == !scn__member(node, "after"))
		scn__fail(b, node->pos, "kill needs either `before` or `after`, a request");
	if (step->run.informer_count + step->run.controller_count > 1)
		scn__fail(b, node->pos, "kill has one subject");
}

static void check_worker(struct scn__build *b, const struct scn__step *step,
			 const struct scn__node *node)
{
	if (step->worker.count > SCN_WORKERS_MAX)
		scn__fail(b, scn__member(node, "count")->pos, "more than %d workers",
			  SCN_WORKERS_MAX);
	if (step->worker.what == SCN_WORKER_COUNT && !scn__member(node, "count"))
		scn__fail(b, node->pos, "worker needs `do` or `count`");
	if (step->worker.what == SCN_WORKER_ADD_AFTER && !scn__member(node, "after"))
		scn__fail(b, node->pos, "add-after needs `after`");
	if (step->worker.what != SCN_WORKER_COUNT && step->worker.what < SCN_WORKER_SHUT_DOWN &&
	    step->worker.what != SCN_WORKER_GET && !scn__member(node, "key"))
		scn__fail(b, node->pos, "worker needs `key`");
}

static void check_args(struct scn__build *b, const struct scn__step *step,
		       const struct scn__node *node)
{
	static const struct {
		enum scn__step_kind kind;
		void (*check)(struct scn__build *, const struct scn__step *,
			      const struct scn__node *);
	} checks[] = {
		{ SCN_LAG, scn__check_lag },
		{ SCN_HANDLER, scn__check_handler },
		{ SCN_DISCONNECT, scn__check_disconnect },
		{ SCN_WORKER, scn__check_worker_keys },
		{ SCN_FAIL, check_fail },
		{ SCN_COMPACT, check_compact },
		{ SCN_REPLY, scn__check_reply },
		{ SCN_HOLD, scn__check_hold },
		{ SCN_REWIND, check_rewind },
		{ SCN_CRASH, check_crash },
		{ SCN_WORKER, check_worker },
		{ SCN_RELEASE, scn__check_hold },
	};

	for (size_t i = 0; i < ARRAY_LEN(checks); i++)
		if (checks[i].kind == step->kind)
			checks[i].check(b, step, node);
}

/* Refuses members that a client cannot change there; the storage would accept them in a patch. */
static void check_subresource(struct scn__build *b, const struct scn__step *step)
{
	bool scale = str_eqz(step->write.subresource, "scale");
	const char *member = scale ? "spec" : "status";

	for (size_t i = 0; step->write.subresource.len && i < step->write.count; i++) {
		const struct scn__node *body = step->write.objects[i].body;
		const struct scn__node *spec = body ? scn__get(body, member) : NULL;

		if (!spec || body->count != 1 ||
		    (scale && (!scn__get(spec, "replicas") || spec->count != 1)))
			scn__fail(b, step->write.objects[i].key.pos,
				  "subresource %s: the patch is {%s}", scale ? "scale" : "status",
				  scale ? "spec: {replicas: N}" : "status: {...}");
	}
}

static void only_one(struct scn__build *b, struct scn__step *step, const struct scn__node *node)
{
	const struct scn__world *w = &b->cell->world;

	if (step->kind != SCN_WORKER || scn__member(node, "controller") || node->kind != SCN_MAP)
		return;
	if (w->controller_count == 1)
		step->worker.controller = &w->controllers[0];
	else
		scn__fail(b, node->pos, "worker needs `controller`: there are %zu",
			  w->controller_count);
}

void scn__build_verb(struct scn__build *b, struct scn__step *step, const struct scn__node *node)
{
	size_t count;
	const struct scn__arg *rows = scn__step_args(step->kind, &count);
	const char *word = scn__step_word(step->kind);

	set_defaults(step);
	if (step->kind == SCN_EXPECT) {
		scn__build_expect(b, node, false, &step->expect);
	} else if (step->kind == SCN_NEVER) {
		build_never(b, step, node);
	} else if (step->kind == SCN_CREATE || step->kind == SCN_UPDATE) {
		if (node->kind != SCN_MAP) {
			build_bare(b, step, node);
			return;
		}
		scn__args(b, rows, count, node, word, step, is_object);
		build_objects(b, step, node);
		check_subresource(b, step);
	} else {
		scn__args(b, rows, count, node, word, step, NULL);
		if (step->kind == SCN_DELETE)
			repeat_keys(b, step, node);
		only_one(b, step, node);
		if (step->kind == SCN_KILL)
			check_kill(b, step, node);
		if (step->kind == SCN_HTTP2)
			scn__check_http2(b, step, node);
		check_args(b, step, node);
		if (step->then_as_written)
			step->then = scn__build_then(b, step->then_as_written);
	}
}

static const struct scn__entry *find_verb(struct scn__build *b, struct scn__step *step,
					  const struct scn__node *map)
{
	const struct scn__entry *verb = NULL;

	for (size_t i = 0; i < map->count; i++) {
		const struct scn__entry *e = &map->entries[i];
		size_t kind = 0;

		if (str_eqz(e->key, "note")) {
			(void)scn__want_text(b, e->value, "note", &step->note);
			continue;
		}
		if (str_eqz(e->key, "label")) {
			(void)scn__want_text(b, e->value, "label", &step->label);
			continue;
		}
		while (kind < scn__verb_doc_count && !str_eqz(e->key, scn__verb_docs[kind].word))
			kind++;
		if (kind == scn__verb_doc_count) {
			scn__unknown(b, e->pos, "step", "", e->key, scn__verb_docs,
				     scn__verb_doc_count, sizeof(*scn__verb_docs));
		} else if (verb) {
			scn__fail(
			    b, e->pos,
			    "`%s` beside `%s`: a step has one verb, so begin another with `- `",
			    e->key.ptr, verb->key.ptr);
		} else {
			verb = e;
			step->kind = (enum scn__step_kind)kind;
		}
	}
	return verb;
}

/* `- settle`, `- gc`: a verb without arguments. */
static const struct scn__entry *bare_verb(struct scn__build *b, const struct scn__node *node)
{
	struct scn__entry *e = scn__alloc(b, 1, sizeof(*e));
	struct scn__node *none = scn__alloc(b, 1, sizeof(*none));

	if (!e || !none)
		return NULL;
	*none = (struct scn__node) { .kind = SCN_SCALAR, .pos = node->pos };
	*e = (struct scn__entry) { node->text, node->pos, none };
	return e;
}

const struct scn__entry *scn__read_verb(struct scn__build *b, struct scn__step *step,
					const struct scn__node *node)
{
	struct scn__node map = { .kind = SCN_MAP, .pos = node->pos, .count = 1 };
	size_t errors = b->errors->error_count;
	const struct scn__entry *verb;

	if (node->kind == SCN_SCALAR && !scn__is_null(node)) {
		map.entries = bare_verb(b, node);
		return map.entries ? find_verb(b, step, &map) : NULL;
	}
	if (!scn__want_map(b, node, "a step"))
		return NULL;
	verb = find_verb(b, step, node);
	if (!verb && b->errors->error_count == errors)
		scn__fail(b, node->pos, "a step without a verb");
	return verb;
}

static void check_label(struct scn__build *b, const struct scn__step *step)
{
	for (size_t i = 0; step->label.len && i < step->index; i++)
		if (str_eq(b->steps[i].label, step->label))
			scn__fail(b, step->pos, "label `%.60s` again, first in line %u",
				  step->label.ptr, b->steps[i].pos.line);
}

void scn__build_steps(struct scn__build *b, const struct scn__node *steps)
{
	const struct scn__entry **verbs;

	if (!scn__want_list(b, steps, "steps"))
		return;
	if (steps->count == 0)
		scn__fail(b, steps->pos, "steps are empty: nothing would happen");
	if (steps->count > SCN_STEPS_MAX) {
		scn__fail(b, steps->pos, "%zu steps, at most %d", steps->count, SCN_STEPS_MAX);
		return;
	}
	b->steps = scn__alloc(b, steps->count, sizeof(*b->steps));
	verbs = scn__alloc(b, steps->count, sizeof(const struct scn__entry *));
	if (!b->steps || !verbs)
		return;
	b->cell->steps = b->steps;
	/* Read all verbs and labels first: `until` refers to later steps. */
	for (size_t i = 0; i < steps->count; i++) {
		struct scn__step *step = &b->steps[b->cell->step_count];

		step->index = (uint32_t)b->cell->step_count;
		verbs[step->index] = scn__read_verb(b, step, &steps->items[i]);
		if (!verbs[step->index]) {
			*step = (struct scn__step) { 0 };
			continue;
		}
		step->pos = verbs[step->index]->pos;
		check_label(b, step);
		b->cell->step_count++;
	}
	for (size_t i = 0; i < b->cell->step_count; i++)
		scn__build_verb(b, &b->steps[i], verbs[i]->value);
}
