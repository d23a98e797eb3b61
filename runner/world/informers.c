/* SPDX-License-Identifier: Apache-2.0 */
/* informers.c - the informers of a run, as the scenario describes them: starts and stops them, adds
 * and removes their handlers. */
#include "runner/trace/transform.h"
#include "runner/world/world.h"

/* The user pointer of a handler: handlers of a crashed process are ignored. */
struct hook {
	struct scn__hrun *handler;
	uint32_t generation;
};

/* The user pointer of an index function. */
struct indexing {
	const struct scn__index *def;
	struct scn__irun *informer;
};

/* --- handlers --- */

static void record_notification(struct hook *hook, struct scn__rec *n, const char *key)
{
	struct scn__hrun *h = hook->handler;
	struct scn__run *r = h->run;
	const char *slash = strchr(key, '/');

	if (hook->generation != h->generation ||
	    atomic_load(&world__informer_of(r, h->def->informer)->panicked) ||
	    !world__append(r, h->notes, n)) {
		inf_object_unref(n->obj);
		inf_object_unref(n->old);
		return;
	}
	n->at_ns = world__now(r);
	n->type = h->def->informer->type;
	n->key = world__copy(r, str_of(key));
	n->ns = world__copy(r, slash ? (struct str) { key, (size_t)(slash - key) } : STR(""));
	n->name = world__copy(r, str_of(slash ? slash + 1 : key));
	if (n->obj) {
		struct inf_str uid = inf_object_uid(n->obj);

		n->rv = str_of(inf_object_resource_version(n->obj));
		n->uid = world__copy(r, (struct str) { uid.ptr, uid.len });
	}
	if (n->old)
		n->old_rv = str_of(inf_object_resource_version(n->old));
	digest_number(&h->heard, (uint64_t)n->verb << 2 | (uint64_t)n->initial << 1 | n->unknown);
	digest_number(&h->heard, (uint64_t)n->at_ns);
	digest_text(&h->heard, n->key);
	digest_text(&h->heard, n->rv);
	digest_text(&h->heard, n->old_rv);
	digest_text(&h->heard, n->uid);
	world__story_notification(r, h->def->name, n);
	world__notify_notification(r, h, n);
}

/* Keeps references, which are freed with the run. */
static struct scn__rec *note_of(struct hook *hook, enum scn__verb verb,
				const struct inf_object *obj, const struct inf_object *old)
{
	struct scn__rec *n = world__alloc(hook->handler->run, sizeof(*n));

	if (!n)
		return NULL;
	n->verb = verb;
	n->obj = obj ? inf_object_ref(obj) : NULL;
	n->old = old ? inf_object_ref(old) : NULL;
	return n;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct scn__rec *n = note_of(user, SCN_V_ADD, obj, NULL);

	if (n) {
		n->initial = initial;
		record_notification(user, n, inf_object_key(obj));
	}
	return 0;
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	bool same = strcmp(inf_object_resource_version(old), inf_object_resource_version(obj)) == 0;
	struct scn__rec *n = note_of(user, same ? SCN_V_SYNC : SCN_V_UPDATE, obj, old);

	if (n)
		record_notification(user, n, inf_object_key(obj));
	return 0;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	struct scn__rec *n = note_of(user, SCN_V_DELETE, obj, NULL);

	if (n) {
		n->unknown = unknown;
		record_notification(user, n, key);
	}
	return 0;
}

/* Without a period of its own an informer of client-go never resyncs, whatever its handlers
 * request. If a scenario sets a period in a handler, the shortest one becomes the informer's. */
static int64_t resync_of(const struct scn__run *r, const struct scn__informer *def)
{
	int64_t shortest = 0;

	for (size_t i = 0; i < r->cell->world.handler_count; i++) {
		const struct scn__handler *h = r->handlers[i].def;

		if (h->informer == def && !h->added_later && h->resync_ns > 0 &&
		    (!shortest || h->resync_ns < shortest))
			shortest = h->resync_ns;
	}
	return def->resync_ns ? def->resync_ns : shortest;
}

int world__handler_add(struct scn__run *r, struct scn__hrun *h)
{
	struct scn__irun *ir = world__informer_of(r, h->def->informer);
	struct hook *hook = world__alloc(r, sizeof(*hook));
	struct inf_handler handler = { on_add, on_update, on_delete, hook };
	int64_t period = h->def->resync_ns, check = resync_of(r, ir->def);
	int code;

	if (period < 0)
		period = ir->def->resync_ns;

	if (!hook)
		return RELIST_ENOMEM;
	hook->handler = h;
	hook->generation = ++h->generation;
	world__notify_handler_added(r, h);
	h->added = true;
	code = r->ops->handler_add(ir->client, h->def->name.ptr, &handler, period, &h->registration,
				   &r->err);
	for (size_t i = 0; i < r->cell->world.handler_count; i++) {
		const struct scn__hrun *o = &r->handlers[i];

		if (o != h && o->registration && o->def->informer == h->def->informer &&
		    o->def->resync_ns > 0 && (!check || o->def->resync_ns < check))
			check = o->def->resync_ns;
	}
	/* client-go logs this if a running informer cannot check as often as requested */
	if (!code && ir->started && period > 0 && check > period)
		world__log(r, world__printf(r, "resync of " STR_FMT " raised from %llds to %llds",
					    STR_ARG(h->def->name), (long long)(period / 1000000000),
					    (long long)(check / 1000000000)));
	return code;
}

size_t world__backlog(struct scn__run *r, const struct scn__hrun *h)
{
	struct scn__irun *ir = world__informer_of(r, h->def->informer);

	return ir->inf && h->registration ? r->ops->handler_backlog(ir->client, h->registration)
					  : 0;
}

/* --- informers --- */

struct scn__irun *world__informer_of(struct scn__run *r, const struct scn__informer *def)
{
	return &r->informers[def->index];
}

static void index_path(json_t v, const char *path, struct inf_index_values *out)
{
	const char *dot = strchr(path, '.');
	size_t len = dot ? (size_t)(dot - path) : strlen(path);
	char name[128];
	bool each = len > 2 && memcmp(path + len - 2, "[]", 2) == 0;
	struct json_iter it;
	json_t key, item;

	if (len == 1 && path[0] == '*') {
		AUTO_STRBUF scratch = STRBUF_INIT;

		json_iter_init(&it, v);
		while (json_iter_member(&it, &key, &item)) {
			struct str s = json_str(key, &scratch);

			(void)inf_index_values_add(out, s.ptr, s.len);
		}
		return;
	}
	(void)snprintf(name, sizeof(name), "%.*s", (int)(len - (each ? 2 : 0)), path);
	v = json_get(v, name);
	if (each && json_kind(v) == JSON_ARRAY) {
		json_iter_init(&it, v);
		while (json_iter_element(&it, &item))
			index_path(item, dot ? dot + 1 : "", out);
	} else if (dot && json_kind(v) == JSON_OBJECT) {
		index_path(v, dot + 1, out);
	} else if (!dot && json_kind(v) == JSON_STRING) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str s = json_str(v, &scratch);

		(void)inf_index_values_add(out, s.ptr, s.len);
	} else if (!dot && v.len && json_kind(v) != JSON_OBJECT && json_kind(v) != JSON_ARRAY) {
		(void)inf_index_values_add(out, v.ptr, v.len);
	}
}

static void index_fn(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	const struct indexing *use = user;
	const struct scn__index *ix = use->def;

	if (ix->fails_on.len && str_eqz(ix->fails_on, inf_object_key(obj))) {
		atomic_store(&use->informer->panicked, true);
		return;
	}
	if (str_eqz(ix->path, "namespace")) {
		struct inf_str ns = inf_object_namespace(obj);

		(void)inf_index_values_add(out, ns.ptr, ns.len);
		return;
	}
	index_path(inf__object_value(obj), ix->path.ptr, out);
}

static struct inf_object *transform(void *user, const struct inf_object *obj,
				    struct relist_err *err)
{
	const struct scn__informer *def = user;

	switch (def->transform) {
	case SCN_TRANSFORM_STRIP_MANAGED_FIELDS:
		return runner__strip_managed_fields(obj, err);
	case SCN_TRANSFORM_RENAME:
		return runner__rename_object(obj, def->transform_arg, err);
	case SCN_TRANSFORM_KEEP:
		return runner__keep_members(obj, def->transform_arg, err);
	case SCN_TRANSFORM_FAIL_ON:
		if (str_eqz(def->transform_arg, inf_object_key(obj))) {
			relist_err_set(err, RELIST_EINVAL, "the transform fails for this key");
			return NULL;
		}
		return inf_object_ref(obj);
	case SCN_TRANSFORM_NONE:
		return inf_object_ref(obj);
	}
	return NULL;
}

static void set_gate(bool *gate, int from)
{
	if (from >= 0)
		*gate = from != 0;
}

static void configure(struct scn__run *r, struct scn__irun *ir, struct inf__informer_config *c)
{
	const struct scn__world *w = &r->cell->world;
	const struct scn__informer *def = ir->def;

	memset(c, 0, sizeof(*c));
	c->gates = w->classic ? inf__gates_classic() : inf__gates_current();
	c->gates.watch_list = def->watch_list;
	set_gate(&c->gates.batch, w->gate_batch);
	set_gate(&c->gates.atomic, w->gate_atomic);
	set_gate(&c->gates.unlock_while_processing, w->gate_unlock);
	if (w->gate_watch_list == 0)
		c->gates.watch_list = false;
	c->reflector = (struct inf__reflector_config) {
		.name = def->name.ptr,
		.group = def->type->group.ptr ? def->type->group.ptr : "",
		.version = def->type->version.ptr,
		.resource = def->type->resource.ptr,
		.kind = "",
		.namespace_ = def->namespace_.ptr ? def->namespace_.ptr : "",
		.label_selector = def->label_selector.ptr ? def->label_selector.ptr : "",
		.field_selector = def->field_selector.ptr ? def->field_selector.ptr : "",
		.classic = w->classic,
		.watch_list = c->gates.watch_list,
		.page_size = def->page_size,
	};
	c->resync_ns = resync_of(r, def);
	c->mutation_detector = def->mutation_detector;
	c->without = r->opt->fixed ? 0 : def->without;
	if (def->transform != SCN_TRANSFORM_NONE) {
		c->transform = transform;
		c->transform_user = (void *)(uintptr_t)def;
	}
}

static int build(struct scn__run *r, struct scn__irun *ir)
{
	struct inf__informer_config config;
	int code = 0;

	configure(r, ir, &config);
	ir->client = r->ops->client_new(r->driver, ir->def->index, &config, &r->err);
	if (!ir->client)
		return RELIST_ENOMEM;
	ir->inf = r->ops->client_informer(ir->client);
	for (size_t i = 0; !code && ir->inf && i < ir->def->index_count; i++) {
		struct indexing *use = world__alloc(r, sizeof(*use));
		struct inf__index_def def = { ir->def->indexes[i].name.ptr, index_fn, use };

		if (!use)
			return RELIST_ENOMEM;
		*use = (struct indexing) { &ir->def->indexes[i], ir };
		code = inf__informer_add_indexers(ir->inf, &def, 1, &r->err);
	}
	for (size_t i = 0; !code && i < r->cell->world.handler_count; i++) {
		struct scn__hrun *h = &r->handlers[i];

		if (h->def->informer == ir->def && (!h->def->added_later || h->added))
			code = world__handler_add(r, h);
	}
	return code;
}

/* Joins the running program of this informer, if there is one. */
static bool join_program(struct scn__run *r, struct scn__irun *ir)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *o = &r->informers[i];

		if (o == ir || !o->started || o->stopped ||
		    world__program_of(r, o->def) != world__program_of(r, ir->def))
			continue;
		ir->client = o->client;
		ir->started_ns = o->started_ns;
		ir->joined = ir->started = true;
		return true;
	}
	ir->joined = false;
	return false;
}

/* Restores the state of informers that ended with the program. */
static void rejoin(struct scn__run *r, struct scn__irun *ir, const struct scn__irun *first)
{
	if (ir == first || world__program_of(r, ir->def) != world__program_of(r, first->def))
		return;
	ir->client = first->client;
	ir->started_ns = first->started_ns;
	ir->joined = true;
	ir->stopped = false;
}

int world__informer_start(struct scn__run *r, struct scn__irun *ir)
{
	int code;

	if (ir->started && !ir->stopped)
		return 0;
	ir->stopped = false;
	ir->started = false;
	atomic_store(&ir->panicked, false);
	if (join_program(r, ir))
		return 0;
	code = build(r, ir);
	if (code)
		return code;
	world__hold_started(r, ir);
	world__notify_informer_started(r, ir);
	ir->started_ns = world__now(r);
	code = r->ops->client_start(ir->client, &r->err);
	r->program_starts++;
	ir->started = true;
	for (size_t i = 0; r->external && i < r->cell->world.informer_count; i++)
		if (r->informers[i].stopped)
			rejoin(r, &r->informers[i], ir);
	return code;
}

static bool is_same_watch(const struct scn__informer *a, const struct scn__informer *b)
{
	return a->type == b->type && str_eq(a->namespace_, b->namespace_) &&
	       str_eq(a->label_selector, b->label_selector) &&
	       str_eq(a->field_selector, b->field_selector);
}

uint32_t world__program_of(const struct scn__run *r, const struct scn__informer *def)
{
	const struct scn__world *w = &r->cell->world;
	uint32_t program = def->index;

	if (!r->external || def->handler_count ||
	    (r->opt->subject && strchr(r->opt->subject->command, '{') &&
	     strstr(r->opt->subject->command, "{resource}")))
		return def->index;
	for (uint32_t i = 0; i <= def->index; i++) {
		const struct scn__informer *o = &w->informers[i];
		bool again = program > i;

		if (o->handler_count)
			continue;
		for (uint32_t k = program; k < i && !again; k++)
			again = !w->informers[k].handler_count &&
				(is_same_watch(&w->informers[k], o) ||
				 w->informers[k].backend != o->backend);
		program = again ? i : program;
	}
	return program;
}

static void end_client(struct scn__run *r, struct scn__irun *ir, enum scn__end how)
{
	int (*end)(struct scn__client *, struct relist_err *) =
	    how == SCN_END_CRASH && r->ops->client_kill ? r->ops->client_kill : r->ops->client_stop;
	int code = end(ir->client, &r->err);

	if (code)
		world__broken(r, code);
}

void world__informer_stop(struct scn__run *r, struct scn__irun *ir, enum scn__end how)
{
	bool crash = how != SCN_END_STOP;

	if (!ir->started || ir->stopped)
		return;
	for (size_t i = 0; r->external && i < r->cell->world.informer_count; i++)
		if (r->informers[i].client == ir->client)
			r->informers[i].stopped = true;
	ir->stopped = true;
	for (size_t i = 0; crash && i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def)
			r->handlers[i].generation++;
	end_client(r, ir, how);
}

bool world__bury_panicked(struct scn__run *r)
{
	bool any = false;

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (!atomic_load(&ir->panicked) || !ir->started || ir->stopped)
			continue;
		world__log(r, world__printf(r,
					    "informer " STR_FMT " panics: unable to calculate an "
					    "index entry",
					    STR_ARG(ir->def->name)));
		world__informer_stop(r, ir, SCN_END_CRASH);
		any = true;
	}
	return any;
}
