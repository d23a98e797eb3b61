/* SPDX-License-Identifier: Apache-2.0 */
/* steps.c - what each verb does to the world. */
#include "runner/world/world.h"

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

static void make_again(struct scn__run *r, const struct scn__object *o)
{
	struct fakeapi__model_type t = scn__model_type(o->key.type);
	struct fakeapi__model_write w = { .type = &t, .ns = o->key.ns, .name = o->key.name };
	AUTO_STRBUF old = STRBUF_INIT;
	AUTO_STRBUF patch = STRBUF_INIT;
	int status;

	w.op = FAKEAPI_MODEL_DELETE;
	w.drop_finalizers = true;
	status = fakeapi__model_write(r->core, scn__now(r), &w, &old);
	if (status == 404)
		scn__fail_at(r, SCN_AT_STEP, o->key.pos, "update: there is no such object");
	if (status != 200)
		return;
	if (o->body)
		scn__node_json(o->body, scn__lookup_name, r, &patch);
	w.op = FAKEAPI_MODEL_CREATE;
	w.body = strbuf_str(&old);
	w.patch = strbuf_str(&patch);
	if (patch.failed || fakeapi__model_write(r->core, scn__now(r), &w, NULL) < 0)
		scn__broken(r, RELIST_ENOMEM);
}

static void do_write(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->write.count && !r->failure; i++) {
		const struct scn__object *o = &s->write.objects[i];
		AUTO_STRBUF out = STRBUF_INIT;

		if (s->write.new_uid)
			make_again(r, o);
		else
			model(r, s,
			      s->kind == SCN_CREATE ? FAKEAPI_MODEL_CREATE : FAKEAPI_MODEL_PATCH,
			      &o->key, o->body, &out);
		if (s->kind == SCN_CREATE)
			bind_uid(r, s->write.uid, &out);
	}
}

/* --- refusals --- */

void scn__refusal_changed(struct scn__run *r)
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
	scn__refusal_changed(r);
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
	if (r->external)
		scn__external_before(r, s);
	if (scn__cue(r, s))
		return;
	switch (s->kind) {
	case SCN_CREATE:
	case SCN_UPDATE:
		do_write(r, s);
		return;
	case SCN_DELETE:
		for (size_t i = 0; i < s->delete_.count && !r->failure; i++)
			model(r, s, FAKEAPI_MODEL_DELETE, &s->delete_.keys[i], NULL, NULL);
		return;
	case SCN_ADVANCE:
		scn__advance(r, r->external ? scn__external_until(r, s->advance_ns)
					    : scn__now(r) + s->advance_ns);
		return;
	case SCN_SETTLE:
		scn__settle(r);
		return;
	case SCN_REFUSE:
		if (scn__push(r, &r->refused, (void *)(uintptr_t)s))
			scn__refusal_changed(r);
		return;
	case SCN_ACCEPT:
		accept(r, s);
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
		if (r->external) {
			scn__external_expect(r, s);
			return;
		}
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
