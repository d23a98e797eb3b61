/* SPDX-License-Identifier: Apache-2.0 */
/* control_rules.c - converts rules of the control API from and to JSON. */
#include "base/alloc.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/control/rule_frames.h"
#include "fakeapi/control/rule_members.h"
#include "fakeapi/control/thens.h"
#include "fakeapi/meta/go_json.h"

/* --- rules --------------------------------------------------------------------------------- */

static int read_kind(struct fakeapi__call *c, const cJSON *obj, enum fakeapi__fault_kind *out)
{
	AUTO_STRBUF known = STRBUF_INIT;
	char name[32] = "";

	if (fakeapi__read_text(c, obj, "kind", name, sizeof(name)) < 0)
		return -1;
	for (unsigned i = 0; i < FAKEAPI_FAULT_KIND_COUNT; i++) {
		if (strcmp(name, fakeapi__fault_rows[i].name) == 0) {
			*out = (enum fakeapi__fault_kind)i;
			return 0;
		}
		strbuf_addf(&known, "%s%s", i ? ", " : "", fakeapi__fault_rows[i].name);
	}
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "kind: found \"%s\", wanted one of " STR_FMT, name,
				   STR_ARG(strbuf_str(&known)));
}

static int read_numbers(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	bool is_reply = f->kind == FAKEAPI_FAULT_REPLY;
	double times = fakeapi__fault_rows[f->kind].for_ever ? -1 : 1, skip = 0, status = 0,
	       retry = 0, to = 0;

	if (fakeapi__read_number(c, obj, "times", -1, 1e9, &times) < 0 ||
	    fakeapi__read_number(c, obj, "skip", 0, 1e9, &skip) < 0 ||
	    fakeapi__read_number(c, obj, "status", is_reply ? 100 : 400, 599, &status) < 0 ||
	    fakeapi__read_number(c, obj, "retryAfter", 0, 86400, &retry) < 0 ||
	    fakeapi__read_sizes(c, obj, f) < 0 ||
	    fakeapi__read_number(c, obj, "to", 0, (double)(c->core->backend_count - 1), &to) < 0)
		return -1;
	if (times == 0)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "times: found 0: the rule would never act");
	f->times = times < 0 ? UINT32_MAX : (uint32_t)times;
	f->skip = (uint32_t)skip;
	f->status = (int)status;
	f->retry_after_s = (int)retry;
	f->to = (uint32_t)to;
	return 0;
}

static int read_answer(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	int in_stream = 0;

	if (fakeapi__read_bool(c, obj, "inStream", &in_stream) < 0)
		return -1;
	f->in_stream = in_stream > 0;
	if (fakeapi__read_details(c, obj, f) < 0)
		return -1;
	return f->kind == FAKEAPI_FAULT_REPLY ? fakeapi__read_script(c, obj, f->status, &f->script)
					      : 0;
}

int fakeapi__read_fault(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	int64_t for_ns = 0;

	memset(f, 0, sizeof(*f));
	if (fakeapi__check_members(c, obj,
				   "kind,match,times,skip,status,reason,message,retryAfter,bytes,"
				   "delay,mode,details,inStream,headers,body,to,for,code,streams,"
				   "then") < 0 ||
	    fakeapi__read_duration(c, obj, "for", &for_ns) < 0 || read_kind(c, obj, &f->kind) < 0 ||
	    fakeapi__read_match(c, obj, &f->match) < 0 || read_numbers(c, obj, f) < 0 ||
	    fakeapi__read_text(c, obj, "reason", f->reason, sizeof(f->reason)) < 0 ||
	    fakeapi__read_text(c, obj, "message", f->message, sizeof(f->message)) < 0 ||
	    fakeapi__read_duration(c, obj, "delay", &f->delay_ns) < 0 ||
	    fakeapi__read_text(c, obj, "mode", f->mode, sizeof(f->mode)) < 0 ||
	    fakeapi__check_mode(c, f) < 0 || fakeapi__read_code(c, obj, f) < 0 ||
	    fakeapi__read_then(c, obj, f) < 0)
		return -1;
	if (for_ns) {
		f->end_ns = time_add(c->now_ns, for_ns);
		f->times = cJSON_HasObjectItem(obj, "times") ? f->times : UINT32_MAX;
	}
	return read_answer(c, obj, f) < 0 ? -1 : fakeapi__check_rule_members(c, obj, f);
}

void fakeapi__read_fault_fini(struct fakeapi__fault *f)
{
	cJSON_free(f->details);
	base__free(f->then);
	fakeapi__script_unref(f->script);
}

/* --- and back ------------------------------------------------------------------------------ */

static cJSON *match_tree(const struct fakeapi__match *m)
{
	const struct {
		const char *name, *value;
	} texts[] = {
		{ "verb", m->verb },
		{ "resource", m->resource },
		{ "subresource", m->subresource },
		{ "namespace", m->ns },
		{ "name", m->name },
		{ "userAgent", m->user_agent },
	};
	cJSON *obj = cJSON_CreateObject();

	if (m->has_group)
		(void)cJSON_AddStringToObject(obj, "group", m->group);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (texts[i].value[0])
			(void)cJSON_AddStringToObject(obj, texts[i].name, texts[i].value);
	if (m->backend >= 0)
		(void)cJSON_AddNumberToObject(obj, "backend", m->backend);
	if (m->continued)
		(void)cJSON_AddTrueToObject(obj, "continue");
	if (m->initial_events)
		(void)cJSON_AddBoolToObject(obj, "sendInitialEvents", m->initial_events > 0);
	return obj;
}

/* Consumes item; if out of memory it is omitted. */
static void add_item(cJSON *obj, const char *name, cJSON *item)
{
	if (!cJSON_AddItemToObject(obj, name, item))
		cJSON_Delete(item);
}

cJSON *fakeapi__fault_tree(const struct fakeapi__fault *f)
{
	cJSON *obj = cJSON_CreateObject();

	(void)cJSON_AddNumberToObject(obj, "id", f->id);
	(void)cJSON_AddStringToObject(obj, "kind", fakeapi__fault_rows[f->kind].name);
	add_item(obj, "match", match_tree(&f->match));
	(void)cJSON_AddNumberToObject(obj, "times",
				      f->times == UINT32_MAX ? -1.0 : (double)f->times);
	if (f->skip)
		(void)cJSON_AddNumberToObject(obj, "skip", f->skip);
	(void)cJSON_AddNumberToObject(obj, "hits", f->hits);
	(void)cJSON_AddNumberToObject(obj, "acted", f->acted);
	if (f->mode[0])
		(void)cJSON_AddStringToObject(obj, "mode", f->mode);
	if (f->status)
		(void)cJSON_AddNumberToObject(obj, "status", f->status);
	fakeapi__then_tree(f, obj);
	return obj;
}
