/* SPDX-License-Identifier: Apache-2.0 */
/* control_rules.c - converts rules of the control API from and to JSON. */
#include "base/alloc.h"
#include "base/suggest.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/control/rule_members.h"
#include "fakeapi/control/thens.h"
#include "fakeapi/meta/go_json.h"

/* --- members ------------------------------------------------------------------------------- */

int fakeapi__read_text(struct fakeapi__call *c, const cJSON *obj, const char *name, char *out,
		       size_t cap)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsString(v))
		return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: wanted a string", name);
	if (strlen(v->valuestring) >= cap)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "%s: longer than %zu characters", name, cap - 1);
	(void)snprintf(out, cap, "%s", v->valuestring);
	return 0;
}

int fakeapi__read_number(struct fakeapi__call *c, const cJSON *obj, const char *name, double min,
			 double max, double *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsNumber(v) || v->valuedouble < min || v->valuedouble > max ||
	    v->valuedouble != (double)(int64_t)v->valuedouble)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "%s: wanted a whole number from %.0f to %.0f", name, min,
					   max);
	*out = v->valuedouble;
	return 0;
}

int fakeapi__read_duration(struct fakeapi__call *c, const cJSON *obj, const char *name,
			   int64_t *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);
	struct relist_err err;
	int64_t ns;

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsString(v) || duration_parse(str_of(v->valuestring), &ns, &err) < 0 || ns < 0)
		return fakeapi__control_bad(c, name, "no duration such as \"1.5s\"");
	*out = ns; /* which may be the server's own: nothing else may get there */
	return 0;
}

enum { WORDS_MAX = 32 };

/* ` (did you mean "times"?)` of a comma-separated list. */
static void suggest_from(const char *typed, const char *known, char *hint, size_t cap)
{
	const char *words[WORDS_MAX];
	char text[512];
	size_t n = 0;

	hint[0] = '\0';
	if (strlen(known) >= sizeof(text))
		return;
	memcpy(text, known, strlen(known) + 1);
	for (char *p = text; *p && n < WORDS_MAX;) {
		words[n++] = p;
		p += strcspn(p, ",");
		if (*p)
			*p++ = '\0';
	}
	suggest_text(str_of(typed), words, n, sizeof(*words), hint, cap);
}

int fakeapi__unknown(struct fakeapi__call *c, const char *what, const char *found,
		     const char *known)
{
	char hint[80];

	suggest_from(found, known, hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest", "unknown %s \"%.200s\"%s, known: %s",
				   what, found, hint, known[0] ? known : "none");
}

int fakeapi__check_members(struct fakeapi__call *c, const cJSON *obj, const char *known)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, obj)
	{
		if (!fakeapi__listed(known, m->string))
			return fakeapi__unknown(c, "member", m->string, known);
	}
	return 0;
}

int fakeapi__check_params(struct fakeapi__call *c, const char *known)
{
	for (size_t i = 0; i < c->route.param_count; i++) {
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_adds(&name, c->route.params[i].name);
		if (name.failed)
			return -1;
		if (!fakeapi__listed(known, name.ptr))
			return fakeapi__unknown(c, "parameter", name.ptr, known);
	}
	return 0;
}

int fakeapi__read_bool(struct fakeapi__call *c, const cJSON *obj, const char *name, int *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (!v || cJSON_IsNull(v))
		return 0;
	if (!cJSON_IsBool(v))
		return fakeapi__status_set(&c->st, 400, "BadRequest", "%s: wanted true or false",
					   name);
	*out = cJSON_IsTrue(v) ? 1 : -1;
	return 0;
}

static int read_flags(struct fakeapi__call *c, const cJSON *match, struct fakeapi__match *m)
{
	int continued = 0, initial = 0;

	if (fakeapi__read_bool(c, match, "continue", &continued) < 0 ||
	    fakeapi__read_bool(c, match, "sendInitialEvents", &initial) < 0)
		return -1;
	m->continued = continued > 0;
	m->initial_events = (int8_t)initial;
	return 0;
}

/* --- matches ------------------------------------------------------------------------------- */

static int check_verb(struct fakeapi__call *c, const char *verb)
{
	char hint[64];

	if (!verb[0] || strcmp(verb, "*") == 0 || strcmp(verb, "write") == 0)
		return 0;
	for (size_t i = 1; i < FAKEAPI_VERB_COUNT; i++)
		if (strcmp(verb, fakeapi__verbs[i].name) == 0)
			return 0;
	suggest_text(str_of(verb), fakeapi__verbs + 1, FAKEAPI_VERB_COUNT - 1,
		     sizeof(*fakeapi__verbs), hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest", "verb: found \"%s\", no verb%s", verb,
				   hint);
}

/* Names with a dot, except Kubernetes' own, belong to definitions that may be added later. */
static bool may_come_later(const struct fakeapi__match *m)
{
	static const char own[] = ".k8s.io";
	size_t n = strlen(m->group), k = sizeof(own) - 1;

	return m->has_group && strchr(m->group, '.') &&
	       (n < k || strcmp(m->group + n - k, own) != 0);
}

enum { NAMES_MAX = 512 };

static int check_resource(struct fakeapi__call *c, const struct fakeapi__match *m)
{
	const char *names[NAMES_MAX];
	const struct fakeapi__resource *res;
	size_t n = 0;
	char hint[320];

	if (!m->resource[0] || strcmp(m->resource, "*") == 0 || may_come_later(m))
		return 0;
	for (size_t i = 0; (res = fakeapi__registry_at(c->core->registry, i)); i++) {
		if (m->has_group && strcmp(res->group, m->group) != 0)
			continue;
		if (strcmp(res->resource, m->resource) == 0)
			return 0;
		if (n < NAMES_MAX)
			names[n++] = res->resource;
	}
	suggest_text(str_of(m->resource), names, n, sizeof(*names), hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "resource: found \"%s\", which is not served%s; one that a "
				   "definition brings later needs its \"group\"",
				   m->resource, hint);
}

int fakeapi__read_match(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__match *m)
{
	const cJSON *match = cJSON_GetObjectItemCaseSensitive(obj, "match");
	double backend = -1;

	*m = fakeapi__match_all();
	if (!match || cJSON_IsNull(match))
		return 0;
	if (!cJSON_IsObject(match))
		return fakeapi__control_bad(c, "match", "no object");
	if (fakeapi__check_members(
		c, match,
		"verb,group,resource,subresource,namespace,name,userAgent,backend,continue,"
		"sendInitialEvents") < 0 ||
	    fakeapi__read_text(c, match, "verb", m->verb, sizeof(m->verb)) < 0 ||
	    fakeapi__read_text(c, match, "group", m->group, sizeof(m->group)) < 0 ||
	    fakeapi__read_text(c, match, "resource", m->resource, sizeof(m->resource)) < 0 ||
	    fakeapi__read_text(c, match, "subresource", m->subresource, sizeof(m->subresource)) <
		0 ||
	    fakeapi__read_text(c, match, "namespace", m->ns, sizeof(m->ns)) < 0 ||
	    fakeapi__read_text(c, match, "name", m->name, sizeof(m->name)) < 0 ||
	    fakeapi__read_text(c, match, "userAgent", m->user_agent, sizeof(m->user_agent)) < 0 ||
	    fakeapi__read_number(c, match, "backend", 0, (double)(c->core->backend_count - 1),
				 &backend) < 0)
		return -1;
	m->has_group = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(match, "group"));
	m->backend = (int32_t)backend;
	if (check_verb(c, m->verb) < 0 || check_resource(c, m) < 0)
		return -1;
	return read_flags(c, match, m);
}

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

static int check_mode(struct fakeapi__call *c, const struct fakeapi__fault *f)
{
	const char *modes = fakeapi__fault_rows[f->kind].modes;

	if (!modes[0] || (f->mode[0] && fakeapi__listed(modes, f->mode)))
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "mode: found \"%s\", wanted one of %s", f->mode, modes);
}

/* Reads an error code by its name in RFC 9113, 7. */
static int read_code(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	static const char *const names[] = {
		"NO_ERROR",
		"PROTOCOL_ERROR",
		"INTERNAL_ERROR",
		"FLOW_CONTROL_ERROR",
		"SETTINGS_TIMEOUT",
		"STREAM_CLOSED",
		"FRAME_SIZE_ERROR",
		"REFUSED_STREAM",
		"CANCEL",
		"COMPRESSION_ERROR",
		"CONNECT_ERROR",
		"ENHANCE_YOUR_CALM",
		"INADEQUATE_SECURITY",
		"HTTP_1_1_REQUIRED",
	};
	char name[32] = "", hint[64];

	if (fakeapi__read_text(c, obj, "code", name, sizeof(name)) < 0)
		return -1;
	/* A reset without a code has Go's, as when a handler aborts. */
	f->code = f->kind == FAKEAPI_FAULT_HTTP2 && strcmp(f->mode, "reset") == 0 ? 2 : 0;
	if (!name[0])
		return 0;
	for (uint32_t i = 0; i < ARRAY_LEN(names); i++) {
		if (strcmp(names[i], name) == 0) {
			f->code = i;
			return 0;
		}
	}
	suggest_text(str_of(name), names, ARRAY_LEN(names), sizeof(*names), hint, sizeof(hint));
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "code: found \"%s\", no error code of HTTP/2%s", name, hint);
}

static int read_numbers(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	bool is_reply = f->kind == FAKEAPI_FAULT_REPLY;
	double times = fakeapi__fault_rows[f->kind].for_ever ? -1 : 1, skip = 0, status = 0,
	       retry = 0, bytes = 0, to = 0, streams = 0;

	if (fakeapi__read_number(c, obj, "times", -1, 1e9, &times) < 0 ||
	    fakeapi__read_number(c, obj, "skip", 0, 1e9, &skip) < 0 ||
	    fakeapi__read_number(c, obj, "status", is_reply ? 100 : 400, 599, &status) < 0 ||
	    fakeapi__read_number(c, obj, "retryAfter", 0, 86400, &retry) < 0 ||
	    fakeapi__read_number(c, obj, "bytes", 0, 1e12, &bytes) < 0 ||
	    fakeapi__read_number(c, obj, "streams", 0, INT32_MAX, &streams) < 0 ||
	    fakeapi__read_number(c, obj, "to", 0, (double)(c->core->backend_count - 1), &to) < 0)
		return -1;
	if (times == 0)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "times: found 0: the rule would never act");
	f->times = times < 0 ? UINT32_MAX : (uint32_t)times;
	f->skip = (uint32_t)skip;
	f->status = (int)status;
	f->retry_after_s = (int)retry;
	f->bytes = (size_t)bytes;
	f->to = (uint32_t)to;
	f->streams = (uint32_t)streams;
	return 0;
}

static int read_answer(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f)
{
	const cJSON *details = cJSON_GetObjectItemCaseSensitive(obj, "details");
	int in_stream = 0;

	if (fakeapi__read_bool(c, obj, "inStream", &in_stream) < 0)
		return -1;
	f->in_stream = in_stream > 0;
	if (cJSON_IsObject(details)) {
		f->details = fakeapi__print(details);
		if (!f->details)
			return fakeapi__status_set(&c->st, 500, NULL, "out of memory");
	} else if (details && !cJSON_IsNull(details)) {
		return fakeapi__control_bad(c, "details", "no object");
	}
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
	    check_mode(c, f) < 0 || read_code(c, obj, f) < 0 || fakeapi__read_then(c, obj, f) < 0)
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
