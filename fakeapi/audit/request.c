/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - what the audit log records of a request, from its start to the end of its response.
 */
#include "base/alloc.h"
#include "base/json_scan.h"
#include "fakeapi/audit/audit_impl.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/metrics/metrics.h"

enum { USER_AGENT_MAX = 1024 };

/* --- the request -------------------------------------------------------------------------- */

/* Go's UserInfo: no members without a value. */
static void add_user(const struct fakeapi__user *user, struct strbuf *out)
{
	cJSON *info = fakeapi__user_info(user);
	char *text = info ? fakeapi__print(info) : NULL;

	strbuf_addz(out, text ? text : "");
	out->failed |= !text;
	cJSON_free(text);
	cJSON_Delete(info);
}

/* Appends the address as Go formats it. Skips other texts, and addresses in `seen`, a part of the
 * list. */
static void add_ip(struct strbuf *out, struct str text, struct str seen)
{
	AUTO_STRBUF quoted = STRBUF_INIT;
	struct fakeapi__ip ip;

	if (!fakeapi__ip_parse(text, &ip))
		return;
	strbuf_addc(&quoted, '"');
	fakeapi__ip_text(&ip, &quoted);
	strbuf_addc(&quoted, '"');
	out->failed |= quoted.failed;
	if (quoted.failed || str_contains(seen, strbuf_str(&quoted)))
		return;
	strbuf_addc(out, out->len ? ',' : '[');
	strbuf_adds(out, strbuf_str(&quoted));
}

static struct str last_ip(const struct strbuf *list)
{
	size_t from = list->len;

	while (from > 0 && list->ptr[from - 1] != ',')
		from--;
	return list->len ? (struct str) { list->ptr + from, list->len - from } : STR("");
}

/* utilnet.SourceIPs: those of X-Forwarded-For, of X-Real-Ip unless it is among them, and of the
 * connection unless it is the last of them. */
static void add_source_ips(const struct fakeapi__request *req, struct strbuf *out)
{
	struct str list = fakeapi__request_header(req, "X-Forwarded-For");

	while (list.len) {
		const char *comma = memchr(list.ptr, ',', list.len);
		struct str one = { list.ptr, comma ? (size_t)(comma - list.ptr) : list.len };

		add_ip(out, str_trim_space(one), STR(""));
		list.ptr += one.len + (comma != NULL);
		list.len -= one.len + (comma != NULL);
	}
	add_ip(out, fakeapi__request_header(req, "X-Real-Ip"), strbuf_str(out));
	add_ip(out, req->peer_ip, last_ip(out));
	if (out->len)
		strbuf_addc(out, ']');
}

static void add_agent(struct str agent, struct strbuf *out)
{
	if (agent.len <= USER_AGENT_MAX) {
		strbuf_adds(out, agent);
		return;
	}
	strbuf_add(out, agent.ptr, USER_AGENT_MAX);
	strbuf_addz(out, "...TRUNCATED");
}

static void read_request(const struct fakeapi__call *c, struct fakeapi__audit *a)
{
	struct fakeapi__action act = fakeapi__action_of(c, NULL);

	strbuf_adds(&a->text[ID], c->x->base.headers[0].value);
	strbuf_adds(&a->text[VERB], act.verb);
	strbuf_adds(&a->text[URI], c->req->path);
	if (c->req->query.len)
		strbuf_addf(&a->text[URI], "?" STR_FMT, STR_ARG(c->req->query));
	add_source_ips(c->req, &a->text[IPS]);
	add_agent(fakeapi__request_header(c->req, "User-Agent"), &a->text[AGENT]);
	a->long_running = c->route.long_running;
	a->on_object = act.on_resource;
	strbuf_adds(&a->text[RESOURCE], act.resource);
	strbuf_adds(&a->text[NS], act.ns);
	strbuf_adds(&a->text[NAME], act.name);
	strbuf_adds(&a->text[GROUP], act.group);
	strbuf_adds(&a->text[VERSION], c->route.version);
	strbuf_adds(&a->text[SUB], act.sub);
}

static struct fakeapi__audit *audit_new(struct fakeapi__call *c)
{
	struct fakeapi__core *core = c->core;
	struct fakeapi__audit_config config;
	struct fakeapi__audit *a;

	if (!core->audit || !core->opt.on_audit || c->resumed || c->x->audit || c->own ||
	    !c->x->base.header_count)
		return NULL;
	config = fakeapi__audit_evaluate(core->audit, c);
	fakeapi__metrics_audit_level(core, config.level);
	if (config.level == FAKEAPI_AUDIT_NONE)
		return NULL;
	a = base__calloc(1, sizeof(*a));
	if (!a)
		return NULL;
	a->config = config;
	a->annotations = cJSON_CreateObject();
	a->failed = !a->annotations;
	for (size_t i = 0; i < TEXTS; i++)
		strbuf_init(&a->text[i]);
	read_request(c, a);
	c->x->audit = a;
	return a;
}

void fakeapi__audit_begin(struct fakeapi__call *c)
{
	struct fakeapi__audit *a = audit_new(c);

	if (!a)
		return;
	add_user(c->user, &a->text[USER]);
	fakeapi__audit_emit(c->core, a, FAKEAPI_AUDIT_RECEIVED, c->x->began_ns, c->x->began_ns);
}

/* There only ResponseStarted is written. */
void fakeapi__audit_unauthenticated(struct fakeapi__call *c)
{
	struct fakeapi__audit *a = audit_new(c);

	if (!a)
		return;
	strbuf_addz(&a->text[USER], "{}");
	a->long_running = true;
	a->config.omit |= 1U << FAKEAPI_AUDIT_COMPLETE;
}

void fakeapi__audit_impersonated(struct fakeapi__call *c)
{
	struct fakeapi__audit *a = c->x->audit;

	if (a && !a->text[AS].len)
		add_user(c->user, &a->text[AS]);
}

void fakeapi__audit_annotate(struct fakeapi__call *c, const char *key, const char *value)
{
	struct fakeapi__audit *a = c->x->audit;

	if (a && a->annotations && !cJSON_GetObjectItemCaseSensitive(a->annotations, key))
		a->failed |= !cJSON_AddStringToObject(a->annotations, key, value);
}

void fakeapi__audit_decision(struct fakeapi__call *c, bool allowed, struct str reason)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!c->x->audit)
		return;
	strbuf_adds(&text, reason);
	fakeapi__audit_annotate(c, "authorization.k8s.io/decision", allowed ? "allow" : "forbid");
	fakeapi__audit_annotate(c, "authorization.k8s.io/reason", text.ptr);
}

/* --- objects ------------------------------------------------------------------------------ */

static void set_once(struct strbuf *to, const char *value)
{
	if (!to->len)
		strbuf_addz(to, value);
}

bool fakeapi__audit_object(struct fakeapi__call *c, const cJSON *obj)
{
	struct fakeapi__audit *a = c->x->audit;

	if (!a || a->text[REQUEST].len)
		return false;
	set_once(&a->text[NS], fakeapi__meta_str(obj, "namespace"));
	set_once(&a->text[NAME], fakeapi__meta_str(obj, "name"));
	set_once(&a->text[UID], fakeapi__meta_str(obj, "uid"));
	set_once(&a->text[RV], fakeapi__meta_str(obj, "resourceVersion"));
	return a->config.level >= FAKEAPI_AUDIT_REQUEST;
}

static void drop_managed(cJSON *obj)
{
	cJSON *item;

	fakeapi__meta_del(obj, "managedFields");
	cJSON_ArrayForEach(item, fakeapi__member(obj, "items"))
	{
		if (fakeapi__member(item, "metadata"))
			fakeapi__meta_del(item, "managedFields");
	}
	cJSON_ArrayForEach(item, fakeapi__member(obj, "rows"))
	{
		cJSON *of = fakeapi__member(item, "object");

		if (fakeapi__member(of, "metadata"))
			fakeapi__meta_del(of, "managedFields");
	}
}

static void set_tree(struct fakeapi__audit *a, struct strbuf *to, cJSON *take_obj)
{
	char *text;

	if (take_obj && a->config.omit_managed && fakeapi__member(take_obj, "metadata"))
		drop_managed(take_obj);
	text = take_obj ? fakeapi__print(take_obj) : NULL;
	strbuf_clear(to);
	strbuf_addz(to, text ? text : "");
	a->failed |= !text;
	cJSON_free(text);
	cJSON_Delete(take_obj);
}

void fakeapi__audit_request(struct fakeapi__call *c, cJSON *take_obj)
{
	set_tree(c->x->audit, &c->x->audit->text[REQUEST], take_obj);
}

/* Valid JSON without the white space between its tokens. */
static void add_compact(json_t json, struct strbuf *out)
{
	bool quoted = false;

	for (size_t i = 0; i < json.len; i++) {
		char ch = json.ptr[i];

		if (!quoted && strchr(" \t\r\n", ch))
			continue;
		strbuf_addc(out, ch);
		if (ch == '\\' && quoted)
			strbuf_addc(out, json.ptr[++i]);
		else if (ch == '"')
			quoted = !quoted;
	}
}

void fakeapi__audit_patch(struct fakeapi__call *c, struct str body)
{
	struct fakeapi__audit *a = c->x->audit;
	json_t json;

	if (!a || a->text[REQUEST].len || a->config.level < FAKEAPI_AUDIT_REQUEST)
		return;
	a->unreadable = !json_valid(body, &json, NULL);
	if (!a->unreadable)
		add_compact(json, &a->text[REQUEST]);
}

bool fakeapi__audit_wants_response(const struct fakeapi__call *c)
{
	return c->x->audit && c->x->audit->config.level >= FAKEAPI_AUDIT_RESPONSE;
}

void fakeapi__audit_response(struct fakeapi__call *c, struct str json)
{
	struct fakeapi__audit *a = c->x->audit;

	if (!fakeapi__audit_wants_response(c))
		return;
	while (json.len && json.ptr[json.len - 1] == '\n')
		json.len--;
	if (a->config.omit_managed) {
		set_tree(a, &a->text[RESPONSE], fakeapi__parse(json));
		return;
	}
	strbuf_clear(&a->text[RESPONSE]);
	strbuf_adds(&a->text[RESPONSE], json);
}

static void add_tree_member(struct strbuf *out, const cJSON *obj, const char *name)
{
	const cJSON *v = fakeapi__member(obj, name);
	char *text = v ? fakeapi__print(v) : NULL;

	if (!v)
		return;
	strbuf_addf(out, ",\"%s\":%s", name, text ? text : "");
	out->failed |= !text;
	cJSON_free(text);
}

void fakeapi__audit_status(struct fakeapi__call *c, const cJSON *status)
{
	static const char *const names[] = { "status", "message", "reason", "details" };
	struct fakeapi__audit *a = c->x->audit;

	if (!a || strcmp(fakeapi__string(status, "kind"), "Status") != 0)
		return;
	strbuf_clear(&a->text[STATUS]);
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		add_tree_member(&a->text[STATUS], status, names[i]);
}

/* --- stages ------------------------------------------------------------------------------- */

/* A request whose connection was cut has no status; there a handler that writes none has this one.
 */
static void set_code(struct fakeapi__audit *a, const struct fakeapi__xchg *x)
{
	if (x->state != FAKEAPI_STATE_HEAD_END && x->state != FAKEAPI_STATE_PARKED) {
		a->code = x->base.status;
		return;
	}
	a->code = 200;
	strbuf_clear(&a->text[STATUS]);
	strbuf_addz(&a->text[STATUS],
		    ",\"status\":\"Success\",\"message\":\"Connection closed early\"");
}

static void complete(struct fakeapi__core *core, struct fakeapi__xchg *x, int64_t now_ns)
{
	struct fakeapi__audit *a = x->audit;

	if (a->done)
		return;
	a->done = true;
	if (!a->code)
		set_code(a, x);
	fakeapi__audit_emit(core, a, FAKEAPI_AUDIT_COMPLETE, x->began_ns, now_ns);
}

void fakeapi__audit_answered(struct fakeapi__call *c)
{
	struct fakeapi__audit *a = c->x->audit;
	bool open = c->x->state == FAKEAPI_STATE_WATCH || c->x->state == FAKEAPI_STATE_SCRIPT;

	if (!a || a->code)
		return;
	set_code(a, c->x);
	if (a->long_running)
		fakeapi__audit_emit(c->core, a, FAKEAPI_AUDIT_STARTED, c->x->began_ns, c->now_ns);
	if (!open)
		complete(c->core, c->x, c->now_ns);
}

void fakeapi__audit_end(struct fakeapi__core *core, struct fakeapi__xchg *x)
{
	struct fakeapi__audit *a = x->audit;
	int64_t now_ns = core->now_ns > x->began_ns ? core->now_ns : x->began_ns;

	if (!a)
		return;
	complete(core, x, now_ns);
	x->audit = NULL;
	for (size_t i = 0; i < TEXTS; i++)
		strbuf_fini(&a->text[i]);
	cJSON_Delete(a->annotations);
	base__free(a);
}
