/* SPDX-License-Identifier: Apache-2.0 */
/* thens.c - converts `then` of a rule from and to JSON. */
#include "base/alloc.h"
#include "base/suggest.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/control/thens.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

/* The allowed calls: those with effects and a JSON object as their body. */
static const char *const calls[] = { "backends", "compact", "expire-continue", "faults", "gc",
				     "network",	 "reset",   "rewind",	       "watches" };

static int check_call(struct fakeapi__call *c, const char *call)
{
	char hint[64];

	for (size_t i = 0; i < ARRAY_LEN(calls); i++)
		if (strcmp(calls[i], call) == 0)
			return 0;
	suggest_text(str_of(call), calls, ARRAY_LEN(calls), sizeof(*calls), hint, sizeof(hint));
	return fakeapi__status_set(
	    &c->st, 400, "BadRequest",
	    "then: found call \"%s\", wanted a POST below /relist/v1: "
	    "backends, compact, expire-continue, faults, gc, network, reset, "
	    "rewind or watches%s",
	    call, hint);
}

/* Refuses a rule now that could not be added later; other bodies are checked when they are used. */
static int check_body(struct fakeapi__call *c, const char *call, const cJSON *body)
{
	struct fakeapi__fault rule;
	int rc;

	if (body && !cJSON_IsObject(body))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "then: body: found no JSON object");
	if (strcmp(call, "faults") != 0)
		return 0;
	if (!body)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "then: faults needs a body: the rule");
	rc = fakeapi__read_fault(c, body, &rule);
	fakeapi__read_fault_fini(&rule);
	return rc;
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
	    check_call(c, call) < 0 || check_body(c, call, body) < 0)
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
