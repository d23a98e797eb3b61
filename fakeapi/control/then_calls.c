/* SPDX-License-Identifier: Apache-2.0 */
/* then_calls.c - makes the triggered calls of the control API: as separate requests, after the
 * request that the rule matched, without the core's lock. */
#include "base/alloc.h"
#include "fakeapi/context.h"
#include "fakeapi/control/thens.h"

/* Returns a copy of the next call that is due; NULL: none. */
static char *take_due(struct fakeapi__core *core, uint32_t *rule)
{
	struct fakeapi__faults *f = &core->faults;

	for (size_t i = 0; i < f->count; i++) {
		if (!f->rules[i].then_due)
			continue;
		f->rules[i].then_due = false;
		f->thens_due--;
		*rule = f->rules[i].id;
		return base__strdup(f->rules[i].then);
	}
	f->thens_due = 0; /* its rule was deleted */
	return NULL;
}

static int make_call(struct fakeapi__server *server, int64_t now_ns, const char *then)
{
	const struct fakeapi__wake none = { NULL, NULL };
	size_t name = strcspn(then, "\n");
	AUTO_STRBUF path = STRBUF_INIT;
	struct fakeapi__request req = { .method = STR("POST"), .query = STR("") };
	struct fakeapi__exchange *x;
	int status;

	strbuf_addf(&path, "/relist/v1/%.*s", (int)name, then);
	req.path = strbuf_str(&path);
	req.body = str_of(then + name + 1);
	x = path.failed ? NULL : server->begin(server, now_ns, &req, none);
	if (!x)
		return 503;
	status = x->ops->head(x, now_ns) == FAKEAPI_HEAD_READY ? x->status : 500;
	x->ops->end(x, false);
	return status;
}

void fakeapi__thens_run(struct fakeapi__core *core, int64_t now_ns)
{
	uint32_t id = 0;
	char *then;
	int status;

	for (;;) {
		struct fakeapi__fault *rule;

		fakeapi__core_enter(core);
		then = core->faults.thens_due ? take_due(core, &id) : NULL;
		fakeapi__core_leave(core);
		if (!then)
			return;
		status = make_call(&core->server, now_ns, then);
		base__free(then);
		fakeapi__core_enter(core);
		rule = fakeapi__faults_find(&core->faults, id);
		if (rule)
			rule->then_status = status;
		fakeapi__core_leave(core);
	}
}
