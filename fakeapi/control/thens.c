/* SPDX-License-Identifier: Apache-2.0 */
/* thens.c - converts `then` of a rule from and to JSON. */
#include "base/alloc.h"
#include "fakeapi/context.h"
#include "fakeapi/control/posts.h"
#include "fakeapi/control/thens.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

/* Puts the place before the error's message; always -1. */
static int in_then(struct fakeapi__call *c, const char *call)
{
	cJSON *message = cJSON_GetObjectItemCaseSensitive(c->st.doc, "message");
	AUTO_STRBUF why = STRBUF_INIT;

	if (!cJSON_IsString(message))
		return -1;
	strbuf_addf(&why, "then: %s%s%s", call, call[0] ? ": " : "", message->valuestring);
	if (why.failed || !cJSON_SetValuestring(message, why.ptr))
		fakeapi__status_fini(&c->st);
	return -1;
}

/* Reads the body as the call itself does, so that no rule is stored whose call must fail. */
static int check_call(struct fakeapi__call *c, const char *call, const cJSON *body)
{
	const struct fakeapi__post *post = fakeapi__post_find(str_of(call));

	if (!post) {
		(void)fakeapi__post_unknown(c, call);
		return in_then(c, "");
	}
	if (body && !cJSON_IsObject(body))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "then: body: found no JSON object");
	if (fakeapi__post_members(c, post, body) < 0 || (post->check && post->check(c, body) < 0))
		return in_then(c, call);
	return 0;
}

int fakeapi__read_then(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	const cJSON *then = cJSON_GetObjectItemCaseSensitive(obj, "then"), *body;
	AUTO_STRBUF text = STRBUF_INIT;
	char call[32] = "";
	char *json;

	if (!then || cJSON_IsNull(then))
		return 0;
	if (!cJSON_IsObject(then))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "then: wanted {\"call\":\"watches\",\"body\":{...}}");
	body = cJSON_GetObjectItemCaseSensitive(then, "body");
	if (fakeapi__check_members(c, then, "call,body") < 0 ||
	    fakeapi__read_text(c, then, "call", call, sizeof(call)) < 0 ||
	    check_call(c, call, body) < 0)
		return -1;
	json = body ? fakeapi__print(body) : NULL;
	strbuf_addf(&text, "%s%c%s", call, '\n', json ? json : "{}");
	cJSON_free(json);
	f->then = strbuf_steal(&text);
	return f->then ? 0 : fakeapi__status_set(&c->st, 500, NULL, "out of memory");
}

void fakeapi__then_tree(const struct fakeapi__fault *f, cJSON *obj)
{
	cJSON *then = f->then ? cJSON_AddObjectToObject(obj, "then") : NULL;
	cJSON *body;
	struct str call;

	if (!then)
		return;
	call = (struct str) { f->then, strcspn(f->then, "\n") };
	{
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_adds(&name, call);
		(void)cJSON_AddStringToObject(then, "call", name.ptr ? name.ptr : "");
	}
	body = fakeapi__parse(str_of(f->then + call.len + 1));
	if (!cJSON_AddItemToObject(then, "body", body))
		cJSON_Delete(body);
	if (f->then_status)
		(void)cJSON_AddNumberToObject(then, "status", f->then_status);
}
