/* SPDX-License-Identifier: Apache-2.0 */
/* objects.c - the steps that change the server's objects. */
#include "runner/engine/engine.h"
#include "runner/world/made.h"

static void model(struct scn__run *r, const struct scn__step *s, enum fakeapi__model_op op,
		  const struct scn__key *as_written, const struct scn__node *body,
		  struct strbuf *out)
{
	static const char *const words[] = { "create", "update", "delete" };
	AUTO_STRBUF json = STRBUF_INIT;
	struct fakeapi__model_type type = world__model_type(as_written->type);
	struct fakeapi__model_write w = { .op = op,
					  .type = &type,
					  .tracked = r->external,
					  .drop_finalizers =
					      s->kind == SCN_DELETE && s->delete_.drop_finalizers };
	struct scn__key found, *key = &found;
	int status;

	if (world__made_lacks(r, s, as_written)) {
		world__note(r, "model",
			    world__printf(r, "%s " STR_FMT "/" STR_FMT " skipped: it is missing",
					  words[op], STR_ARG(as_written->type->name),
					  STR_ARG(as_written->text)));
		return;
	}
	if (!world__made_key(r, as_written, key))
		return;
	w.ns = key->ns;
	w.name = key->name;
	if (body)
		scn__node_json(body, world__lookup_name, r, &json);
	else
		strbuf_addz(&json, "{}");
	w.body = strbuf_str(&json);
	status =
	    json.failed ? RELIST_ENOMEM : fakeapi__model_write(r->core, world__now(r), &w, out);
	world__note(r, "model",
		    world__printf(r, "%s " STR_FMT "/" STR_FMT " rv=%llu", words[op],
				  STR_ARG(key->type->name), STR_ARG(key->text),
				  (unsigned long long)fakeapi__core_rv(r->core)));
	if (status < 0)
		world__broken(r, RELIST_ENOMEM);
	else if (status >= 400)
		world__fail_at(r, SCN_AT_STEP, key->pos, "%s " STR_FMT ": %s", words[op],
			       STR_ARG(key->text),
			       status == 409 ? "it exists already" : "there is no such object");
}

static void bind_uid(struct scn__run *r, struct str name, const struct strbuf *json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t uid = json_path((json_t) { json->ptr, json->len }, "metadata", "uid", NULL);

	if (!name.len || !uid.len)
		return;
	if (name.ptr[0] == '$') {
		name.ptr++;
		name.len--;
	}
	(void)world__bind_name(r, name, json_str(uid, &scratch));
}

/* Replaces the object by a new one with the same name, made from the old one and `o`. */
static void make_again(struct scn__run *r, const struct scn__step *s, const struct scn__object *o)
{
	struct fakeapi__model_type t = world__model_type(o->key.type);
	struct fakeapi__model_write w = { .type = &t, .tracked = r->external };
	struct scn__key key;
	AUTO_STRBUF old = STRBUF_INIT;
	AUTO_STRBUF patch = STRBUF_INIT;
	int status;

	if (world__made_lacks(r, s, &o->key) || !world__made_key(r, &o->key, &key))
		return;
	w.ns = key.ns;
	w.name = key.name;
	if (o->body)
		scn__node_json(o->body, world__lookup_name, r, &patch);
	w.op = FAKEAPI_MODEL_DELETE;
	w.drop_finalizers = true;
	status =
	    patch.failed ? RELIST_ENOMEM : fakeapi__model_write(r->core, world__now(r), &w, &old);
	if (status == 200) {
		w.op = FAKEAPI_MODEL_CREATE;
		w.body = strbuf_str(&old);
		w.patch = strbuf_str(&patch);
		status = old.failed ? RELIST_ENOMEM
				    : fakeapi__model_write(r->core, world__now(r), &w, NULL);
	}
	if (status < 0)
		world__broken(r, status);
	else if (status == 404)
		world__fail_at(r, SCN_AT_STEP, o->key.pos, "update: there is no such object");
	else if (status >= 400)
		world__fail_at(r, SCN_AT_STEP, o->key.pos,
			       "update: the object was deleted and cannot be made again: status %d",
			       status);
}

void scn__step_create(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->write.count && !r->failure; i++) {
		const struct scn__object *o = &s->write.objects[i];
		AUTO_STRBUF out = STRBUF_INIT;

		model(r, s, FAKEAPI_MODEL_CREATE, &o->key, o->body, &out);
		bind_uid(r, s->write.uid, &out);
	}
}

void scn__step_update(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->write.count && !r->failure; i++) {
		const struct scn__object *o = &s->write.objects[i];

		if (s->write.new_uid)
			make_again(r, s, o);
		else
			model(r, s, FAKEAPI_MODEL_PATCH, &o->key, o->body, NULL);
	}
}

void scn__step_delete(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->delete_.count && !r->failure; i++)
		model(r, s, FAKEAPI_MODEL_DELETE, &s->delete_.keys[i], NULL, NULL);
}
