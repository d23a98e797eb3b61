/* SPDX-License-Identifier: Apache-2.0 */
/* writes.c - records writes as the server receives them: the object and the outcome of each. */
#include "runner/world/world.h"

struct search {
	struct str uid;
	bool found;
};

static int find_uid(void *user, const struct fakeapi__write *w)
{
	struct search *s = user;
	json_t json = { w->json.ptr, w->json.len };

	s->found |= json_str_eq(json_path(json, "metadata", "uid", NULL), s->uid);
	return s->found;
}

static unsigned long existing(struct scn__run *r)
{
	unsigned long bits = 0;

	for (size_t i = 0; i < r->name_count; i++) {
		struct search s = { r->names[i].value, false };

		(void)fakeapi__core_each(r->core, find_uid, &s);
		bits |= (unsigned long)s.found << i;
	}
	return bits;
}

/* Takes UID and generated name from an object. */
static void learn(struct scn__run *r, struct scn__rec *w, struct str json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t uid = json_path(json, "metadata", "uid", NULL);
	json_t name = json_path(json, "metadata", "name", NULL);

	if (uid.len)
		w->uid = world__copy(r, json_str(uid, &scratch));
	strbuf_clear(&scratch);
	if (name.len && w->verb == SCN_V_W_CREATE && !w->subresource.len)
		w->name = world__copy(r, json_str(name, &scratch));
}

void world__write_begins(struct scn__run *r, struct scn__rec *w)
{
	AUTO_STRBUF last = STRBUF_INIT;
	struct fakeapi__model_type type = world__model_type(w->type);

	w->exists = existing(r);
	if (w->verb == SCN_V_W_CREATE) {
		w->after = w->body;
		learn(r, w, w->body); /* the body has the name; the response has the UID */
		return;
	}
	if (w->verb == SCN_V_W_DELETE_ALL)
		return; /* it has no name */
	if (!fakeapi__model_get(r->core, &type, w->ns, w->name, &last))
		return;
	learn(r, w, strbuf_str(&last));
	if (w->verb == SCN_V_W_DELETE)
		w->body = world__copy(r, strbuf_str(&last));
	if (r->opt->updates)
		w->before = world__copy(r, strbuf_str(&last));
	if (last.failed)
		world__broken(r, RELIST_ENOMEM);
}

void world__write_answered(struct scn__run *r, struct scn__rec *w, struct str answer)
{
	json_t json;

	if (w->status < 400 && w->verb != SCN_V_W_DELETE_ALL && json_valid(answer, &json, NULL)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		json_t rv = json_path(json, "metadata", "resourceVersion", NULL);

		learn(r, w, json);
		w->answer_rv = rv.len ? world__copy(r, json_str(rv, &scratch)) : STR("");
		if (w->verb == SCN_V_W_CREATE || w->verb == SCN_V_W_UPDATE)
			w->body = world__copy(r, json);
		if (r->opt->updates && w->verb != SCN_V_W_CREATE)
			w->after = world__copy(r, json);
	}
	world__story_rec(r, SCN_STORY_WRITE, w);
	if (w->status >= 400) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str why = json_valid(answer, &json, NULL)
				     ? json_str(json_get(json, "message"), &scratch)
				     : STR("");

		world__note(r, "", world__copy(r, why));
	}
	world__notify_write(r, w);
}
