/* SPDX-License-Identifier: Apache-2.0 */
/* scn_run_steps.c - what each verb does to the world. */
#include "runner/scn_run_impl.h"

/* --- model steps --- */

static void model(struct scn__run *r, const struct scn__step *s, enum fakeapi__model_op op,
		  const struct scn__key *key, const struct scn__node *body, struct strbuf *out)
{
	static const char *const words[] = { "create", "update", "delete" };
	AUTO_STRBUF json = STRBUF_INIT;
	struct fakeapi__model_type type = scn__model_type(key->type);
	struct fakeapi__model_write w = { .op = op,
					  .type = &type,
					  .ns = key->ns,
					  .name = key->name,
					  .drop_finalizers =
					      s->kind == SCN_DELETE && s->delete_.drop_finalizers };
	int status;

	if (body)
		scn__node_json(body, scn__lookup_name, r, &json);
	else
		strbuf_addz(&json, "{}");
	w.body = strbuf_str(&json);
	status = json.failed ? RELIST_ENOMEM : fakeapi__model_write(r->core, scn__now(r), &w, out);
	scn__note(r, "model",
		  scn__printf(r, "%s " STR_FMT "/" STR_FMT " rv=%llu", words[op],
			      STR_ARG(key->type->name), STR_ARG(key->text),
			      (unsigned long long)fakeapi__core_rv(r->core)));
	if (status < 0)
		scn__broken(r, RELIST_ENOMEM);
	else if (status >= 400)
		scn__fail_at(r, SCN_AT_STEP, key->pos, "%s " STR_FMT ": %s", words[op],
			     STR_ARG(key->text),
			     status == 409 ? "it exists already" : "there is no such object");
}

static void bind_uid(struct scn__run *r, struct str name, const struct strbuf *json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t uid = json_path((json_t) { json->ptr, json->len }, "metadata", "uid", NULL);

	if (!name.len || !uid.len || r->name_count == SCN_NAMES_MAX)
		return;
	if (name.ptr[0] == '$') {
		name.ptr++;
		name.len--;
	}
	r->names[r->name_count++] =
	    (struct scn__binding) { name, scnr__copy(r, json_str(uid, &scratch)) };
}

static void make_again(struct scn__run *r, const struct scn__step *s, const struct scn__object *o)
{
	struct fakeapi__model_type t = scn__model_type(o->key.type);
	struct fakeapi__model_write w = { .type = &t, .ns = o->key.ns, .name = o->key.name };
	AUTO_STRBUF old = STRBUF_INIT;
	int status;

	w.op = FAKEAPI_MODEL_DELETE;
	w.drop_finalizers = true;
	status = fakeapi__model_write(r->core, scn__now(r), &w, &old);
	if (status == 404)
		scn__fail_at(r, SCN_AT_STEP, o->key.pos, "update: there is no such object");
	if (status != 200)
		return;
	w.op = FAKEAPI_MODEL_CREATE;
	w.body = strbuf_str(&old);
	if (fakeapi__model_write(r->core, scn__now(r), &w, NULL) < 0)
		scn__broken(r, RELIST_ENOMEM);
	if (o->body)
		model(r, s, FAKEAPI_MODEL_PATCH, &o->key, o->body, NULL);
}

static void do_write(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->write.count && !r->failure; i++) {
		const struct scn__object *o = &s->write.objects[i];
		AUTO_STRBUF out = STRBUF_INIT;

		if (s->write.new_uid)
			make_again(r, s, o);
		else
			model(r, s,
			      s->kind == SCN_CREATE ? FAKEAPI_MODEL_CREATE : FAKEAPI_MODEL_PATCH,
			      &o->key, o->body, &out);
		if (s->kind == SCN_CREATE)
			bind_uid(r, s->write.uid, &out);
	}
}

/* --- faults and holds --- */

static struct fakeapi__match match_of(const struct scn__type *type, int backend)
{
	struct fakeapi__match m = fakeapi__match_all();

	if (type) {
		(void)snprintf(m.resource, sizeof(m.resource), "%s", type->resource.ptr);
		(void)snprintf(m.group, sizeof(m.group), "%s", type->group.ptr);
		m.has_group = true;
	}
	m.backend = backend;
	return m;
}

static void disconnect(struct scn__run *r, const struct scn__step *s)
{
	static const enum fakeapi__watch_end ends[] = { [SCN_HOW_RST] = FAKEAPI_WATCH_RESET,
							[SCN_HOW_FIN] = FAKEAPI_WATCH_END,
							[SCN_HOW_BLACKHOLE] = FAKEAPI_WATCH_STALL };
	struct fakeapi__match m = match_of(s->disconnect.type, s->disconnect.backend);

	(void)fakeapi__core_end_watches(r->core, &m, ends[s->disconnect.how]);
}

static void hold_informers(struct scn__run *r, const struct scn__hold *h, bool on)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (!ir->inf || (h->informer && h->informer != ir->def) ||
		    (h->type && h->type != ir->def->type))
			continue;
		if (h->point == SCN_POINT_QUEUE || r->cell->world.classic)
			inf__informer_hold_queue(ir->inf, on);
		else
			inf__informer_hold_store(ir->inf, on);
	}
}

void scn__hold_started(struct scn__run *r)
{
	for (size_t i = 0; i < r->held.len; i++) {
		const struct scn__held *held = r->held.items[i];

		if (held->hold.point == SCN_POINT_QUEUE || held->hold.point == SCN_POINT_CACHE)
			hold_informers(r, &held->hold, true);
	}
}

static void apply_hold(struct scn__run *r, struct scn__held *held, bool on)
{
	static const enum fakeapi__fault_kind kinds[] = {
		[SCN_POINT_REQUEST] = FAKEAPI_FAULT_HANG,
		[SCN_POINT_REPLY] = FAKEAPI_FAULT_HOLD_RESPONSE,
		[SCN_POINT_EVENT] = FAKEAPI_FAULT_HOLD_EVENTS,
	};
	const struct scn__hold *h = &held->hold;
	struct fakeapi__fault f = { .times = UINT32_MAX };

	switch (h->point) {
	case SCN_POINT_HANDLER:
		if (r->ops->handler_hold(r->driver, h->handler->name, on))
			scn__broken(r, RELIST_ENOMEM);
		return;
	case SCN_POINT_WRITE: /* a write asks before it leaves: scn__write_held() */
		return;
	case SCN_POINT_QUEUE:
	case SCN_POINT_CACHE:
		hold_informers(r, h, on);
		return;
	default:
		break;
	}
	if (!on) {
		fakeapi__core_fault_del(r->core, held->fault);
		return;
	}
	f.kind = kinds[h->point];
	f.match = match_of(h->type, -1);
	held->fault = fakeapi__core_fault_add(r->core, &f);
	if (!held->fault)
		scn__broken(r, RELIST_ENOMEM);
}

static void release(struct scn__run *r, const struct scn__hold *h)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->held.len; i++) {
		struct scn__held *held = r->held.items[i];

		if (h->point == SCN_POINT_ALL ||
		    (held->hold.point == h->point && held->hold.handler == h->handler &&
		     held->hold.informer == h->informer && held->hold.type == h->type &&
		     held->hold.nth == h->nth && str_eq(held->hold.key.text, h->key.text)))
			apply_hold(r, held, false);
		else
			r->held.items[kept++] = held;
	}
	r->held.len = kept;
}

static void hold(struct scn__run *r, const struct scn__step *s)
{
	struct scn__held *held = scnr__alloc(r, sizeof(*held));

	if (!held || !scn__push(r, &r->held, held))
		return;
	held->hold = s->hold;
	apply_hold(r, held, true);
}

static void refusal_changed(struct scn__run *r)
{
	int code = r->ops->refuse(r->driver, &r->err);

	if (code)
		scn__broken(r, code);
}

static void accept(struct scn__run *r, const struct scn__step *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->refused.len; i++) {
		const struct scn__step *o = r->refused.items[i];

		if ((s->refuse.type && s->refuse.type != o->refuse.type) ||
		    (s->refuse.backend >= 0 && s->refuse.backend != o->refuse.backend))
			r->refused.items[kept++] = r->refused.items[i];
	}
	r->refused.len = kept;
	refusal_changed(r);
}

static void add_fault(struct scn__run *r, const struct scn__step *s)
{
	struct scn__fault *f = scnr__alloc(r, sizeof(*f));

	if (f && scn__push(r, &r->faults, f))
		*f = (struct scn__fault) { s, 0, s->fail.times };
}

static void drop(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__fault f = { .kind = FAKEAPI_FAULT_DROP_EVENT,
				    .match = match_of(s->drop.key.type, -1),
				    .times =
					s->drop.times == SCN_FOREVER ? UINT32_MAX : s->drop.times };

	(void)snprintf(f.match.ns, sizeof(f.match.ns), STR_FMT, STR_ARG(s->drop.key.ns));
	(void)snprintf(f.match.name, sizeof(f.match.name), STR_FMT, STR_ARG(s->drop.key.name));
	if (!fakeapi__core_fault_add(r->core, &f))
		scn__broken(r, RELIST_ENOMEM);
}

static void compact(struct scn__run *r, const struct scn__step *s)
{
	r->compacted_rv = s->compact.to ? s->compact.to : fakeapi__core_rv(r->core);
	r->gone_by_status = s->compact.gone == SCN_HTTP_STATUS;
	fakeapi__core_compact(r->core, &(struct fakeapi__compaction) {
					   .rv = s->compact.to,
					   .backend = s->compact.backend,
				       });
}

/* --- clients --- */

static bool uses(struct scn__run *r, const struct scn__irun *ir, const struct scn__controller *c)
{
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def && r->handlers[i].def->controller == c)
			return true;
	return false;
}

static void run_informer(struct scn__run *r, const struct scn__step *s, struct scn__irun *ir)
{
	int code = 0;

	if (s->kind == SCN_RESTART && s->run.backend >= 0)
		ir->backend = (uint32_t)s->run.backend;
	if (s->kind == SCN_START || s->kind == SCN_RESTART)
		code = scn__informer_start(r, ir);
	else
		scn__informer_stop(r, ir, s->kind == SCN_CRASH);
	if (code)
		scn__broken(r, code);
}

static void run_controller(struct scn__run *r, const struct scn__step *s, struct scn__crun *c)
{
	bool start = s->kind == SCN_START || s->kind == SCN_RESTART;

	if (s->kind == SCN_CRASH && s->run.after_writes) {
		c->crash_after = s->run.after_writes;
		return;
	}
	if (s->kind == SCN_RESTART && s->run.backend >= 0)
		c->backend = (uint32_t)s->run.backend;
	if (!start)
		scn__controller_stop(r, c);
	else if (scn__controller_start(r, c))
		scn__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (uses(r, &r->informers[i], c->def))
			run_informer(r, s, &r->informers[i]);
}

static void run_clients(struct scn__run *r, const struct scn__step *s)
{
	bool all = !s->run.informer_count && !s->run.controller_count;
	const struct scn__world *w = &r->cell->world;

	for (size_t i = 0; i < (all ? w->controller_count : s->run.controller_count); i++)
		run_controller(r, s, &r->controllers[all ? i : s->run.controllers[i]->index]);
	for (size_t i = 0; i < (all ? w->informer_count : s->run.informer_count); i++)
		run_informer(r, s, &r->informers[all ? i : s->run.informers[i]->index]);
}

static void handler_step(struct scn__run *r, const struct scn__step *s)
{
	struct scn__hrun *h = &r->handlers[s->handler.handler->index];
	struct scn__irun *ir = scn__informer_of(r, h->def->informer);
	int code = 0;

	if (s->handler.remove) {
		if (ir->inf && h->registration)
			code = r->ops->handler_remove(ir->client, h->registration);
		h->registration = 0;
		h->added = false;
	} else if (ir->inf) {
		code = scn__handler_add(r, h);
	} else {
		h->added = true;
	}
	if (code)
		scn__broken(r, code);
	if (ir->inf)
		r->ops->client_poke(ir->client);
}

/* --- steps --- */

static void drop_nevers(struct scn__run *r, const struct scn__step *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->nevers.len; i++) {
		const struct scn__step *n = r->nevers.items[i];

		if (n->never.until != s)
			r->nevers.items[kept++] = r->nevers.items[i];
	}
	r->nevers.len = kept;
}

void scnr__step(struct scn__run *r, const struct scn__step *s)
{
	drop_nevers(r, s);
	switch (s->kind) {
	case SCN_CREATE:
	case SCN_UPDATE:
		do_write(r, s);
		return;
	case SCN_DELETE:
		for (size_t i = 0; i < s->delete_.count && !r->failure; i++)
			model(r, s, FAKEAPI_MODEL_DELETE, &s->delete_.keys[i], NULL, NULL);
		return;
	case SCN_COMPACT:
		compact(r, s);
		return;
	case SCN_REWIND:
		if (fakeapi__core_rewind(r->core, s->rewind.to, true, &r->err))
			scn__fail_at(r, SCN_AT_STEP, s->pos, "rewind: %s", r->err.msg);
		return;
	case SCN_ADVANCE:
		scn__advance(r, scn__now(r) + s->advance_ns);
		return;
	case SCN_SETTLE:
		scn__settle(r);
		return;
	case SCN_DISCONNECT:
		disconnect(r, s);
		return;
	case SCN_REFUSE:
		if (scn__push(r, &r->refused, (void *)(uintptr_t)s))
			refusal_changed(r);
		return;
	case SCN_ACCEPT:
		accept(r, s);
		return;
	case SCN_FAIL:
		add_fault(r, s);
		return;
	case SCN_DROP:
		drop(r, s);
		return;
	case SCN_FREEZE:
	case SCN_THAW:
		scn__settle(r);
		fakeapi__core_freeze(r->core, (uint32_t)s->backend, s->kind == SCN_FREEZE);
		return;
	case SCN_HOLD:
		hold(r, s);
		return;
	case SCN_RELEASE:
		release(r, &s->hold);
		return;
	case SCN_START:
	case SCN_STOP:
	case SCN_CRASH:
	case SCN_RESTART:
		run_clients(r, s);
		return;
	case SCN_HANDLER:
		handler_step(r, s);
		return;
	case SCN_WORKER:
		scn__worker_step(r, s);
		return;
	case SCN_EXPECT:
		scn__settle(r);
		if (!r->failure)
			scn__expect(r, s);
		return;
	case SCN_NEVER:
		scn__push(r, &r->nevers, (void *)(uintptr_t)s);
		return;
	case SCN_SNAPSHOT:
		scn__settle(r);
		scn__snapshot_take(r, s->snapshot);
		return;
	default: /* refused before the run */
		return;
	}
}
