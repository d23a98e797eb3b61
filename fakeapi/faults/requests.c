/* SPDX-License-Identifier: Apache-2.0 */
/* requests.c - applies rules to a request: before its response, in place of it, and after it. */
#include "base/json_scan.h"
#include "fakeapi/context.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/serializer/protobuf.h"

static struct str name_in_json(json_t json, struct strbuf *scratch)
{
	struct str name = json_str(json_path(json, "metadata", "name", NULL), scratch);

	return name.len ? name
			: json_str(json_path(json, "metadata", "generateName", NULL), scratch);
}

static struct str name_in_yaml(struct str body, struct strbuf *scratch)
{
	struct fakeapi__status ignored;
	cJSON *tree = NULL, *meta;
	const char *name;

	fakeapi__status_init(&ignored);
	if (fakeapi__decode_yaml(NULL, body, NULL, &tree, &ignored) == 0) {
		meta = cJSON_GetObjectItemCaseSensitive(tree, "metadata");
		name = fakeapi__get_str(meta, "name");
		strbuf_addz(scratch,
			    name && name[0] ? name : fakeapi__get_str(meta, "generateName"));
	}
	cJSON_Delete(tree);
	fakeapi__status_fini(&ignored);
	return strbuf_str(scratch);
}

/* The name in the path; of a create the name in the body, or its generateName. */
static struct str name_of(const struct fakeapi__fault *rule, const struct fakeapi__call *c,
			  struct strbuf *scratch)
{
	AUTO_STRBUF json = STRBUF_INIT;
	struct str body = c->req->body;
	json_t value;

	if (c->route.name.len || !rule->match.name[0] || c->route.method != FAKEAPI_POST)
		return c->route.name;
	if (fakeapi__protobuf_begins(body)) {
		AUTO_STRBUF name = STRBUF_INIT;

		if (fakeapi__protobuf_json(body, &json))
			strbuf_adds(scratch, name_in_json(strbuf_str(&json), &name));
		return strbuf_str(scratch);
	}
	return json_valid(body, &value, NULL) ? name_in_json(value, scratch)
					      : name_in_yaml(body, scratch);
}

static bool matches_call(const struct fakeapi__fault *rule, const struct fakeapi__call *c)
{
	const struct fakeapi__match *m = &rule->match;
	const struct fakeapi__route *r = &c->route;
	AUTO_STRBUF scratch = STRBUF_INIT;
	const struct fakeapi__request_info info = {
		.verb = fakeapi__verb_name(r),
		.group = r->group,
		.resource = r->resource,
		.subresource = r->subresource,
		.ns = r->ns,
		.name = name_of(rule, c, &scratch),
		.agent = fakeapi__request_header(c->req, "User-Agent"),
		.backend = c->x->backend,
		.client = c->req->client,
	};

	if ((m->continued && !fakeapi__route_param(r, "continue", NULL).len) ||
	    (m->initial_events &&
	     fakeapi__route_bool(r, "sendInitialEvents", NULL) != (m->initial_events > 0)) ||
	    (rule->in_stream && strcmp(info.verb, "watch") != 0) ||
	    (fakeapi__withholds_settings_ack(rule) && !c->req->first_on_connection))
		return false;
	return fakeapi__fault_matches(m, &info);
}

static struct fakeapi__fault *find(struct fakeapi__call *c, enum fakeapi__fault_kind kind)
{
	struct fakeapi__faults *f = &c->core->faults;

	for (size_t i = 0; f->active[kind] && i < f->count; i++)
		if (f->rules[i].kind == kind && f->rules[i].times &&
		    (!f->rules[i].until_ns || c->now_ns < f->rules[i].until_ns) &&
		    matches_call(&f->rules[i], c) && fakeapi__fault_fires(f, &f->rules[i])) {
			fakeapi__log_rule(c, f->rules[i].id);
			return &f->rules[i];
		}
	return NULL;
}

static void set_details(struct fakeapi__status *st, const char *text)
{
	cJSON *details = fakeapi__parse(str_of(text));

	cJSON_DeleteItemFromObjectCaseSensitive(st->doc, "details");
	if (details && !cJSON_AddItemToObject(st->doc, "details", details))
		cJSON_Delete(details);
}

void fakeapi__fault_status(const struct fakeapi__fault *rule, struct fakeapi__status *st)
{
	(void)fakeapi__status_set(st, rule->status ? rule->status : 500,
				  rule->reason[0] ? rule->reason : NULL, "%s",
				  rule->message[0] ? rule->message : "a fault on cue");
	if (rule->details && st->doc)
		set_details(st, rule->details);
	if (rule->retry_after_s <= 0)
		return;
	if (!rule->details) {
		fakeapi__status_details(st, "", "", "", "");
		(void)cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(st->doc, "details"),
					      "retryAfterSeconds", rule->retry_after_s);
	}
	st->retry_after_s = rule->retry_after_s;
}

void fakeapi__fault_backend(struct fakeapi__call *c)
{
	struct fakeapi__fault *rule = c->resumed ? NULL : find(c, FAKEAPI_FAULT_BACKEND);

	if (!rule || rule->to >= c->core->backend_count)
		return;
	c->x->backend = c->x->base.backend = rule->to;
	c->visible_rv = fakeapi__core_visible(c->core, rule->to);
}

/* Responds with the script, whatever the request. A script without a status that starts with its
 * end has not even a head. */
static bool reply(struct fakeapi__call *c, struct fakeapi__script *script)
{
	struct fakeapi__xchg *x = c->x;
	enum fakeapi__chunk_kind first =
	    script->chunk_count && !script->status ? script->chunks[0].kind : FAKEAPI_CHUNK_END;

	if (first == FAKEAPI_CHUNK_CUT || first == FAKEAPI_CHUNK_RESET) {
		x->head_end = first == FAKEAPI_CHUNK_CUT ? FAKEAPI_HEAD_CUT : FAKEAPI_HEAD_RESET;
		x->state = FAKEAPI_STATE_HEAD_END;
		return true;
	}
	if (fakeapi__play_add(&x->plays, script) < 0)
		return false;
	x->state = FAKEAPI_STATE_SCRIPT;
	x->base.status = script->status ? script->status : 200;
	x->base.headers = script->headers;
	x->base.header_count = script->header_count;
	x->base.body_len = -1;
	x->base.close_connection = script->close_connection;
	x->headers_of = fakeapi__script_ref(script);
	return true;
}

enum fakeapi__frame_kind fakeapi__frame_kind(const char *mode)
{
	static const char *const modes[] = {
		[FAKEAPI_FRAME_GOAWAY] = "goaway",
		[FAKEAPI_FRAME_DISOWN] = "disown",
		[FAKEAPI_FRAME_RESET] = "reset",
		[FAKEAPI_FRAME_NO_PINGS] = "no-pings",
		[FAKEAPI_FRAME_SILENT] = "silent",
		[FAKEAPI_FRAME_STREAMS] = "streams",
		[FAKEAPI_FRAME_WINDOW] = "window",
		[FAKEAPI_FRAME_CUT_DATA] = "cut-data",
		[FAKEAPI_FRAME_CLOSE] = "close",
		[FAKEAPI_FRAME_TRAILERS] = "trailers",
		[FAKEAPI_FRAME_NO_SETTINGS_ACK] = FAKEAPI_NO_SETTINGS_ACK,
	};

	for (size_t i = FAKEAPI_FRAME_GOAWAY; i < ARRAY_LEN(modes); i++)
		if (strcmp(mode, modes[i]) == 0)
			return (enum fakeapi__frame_kind)i;
	return FAKEAPI_FRAME_NONE;
}

struct fakeapi__frame_fault fakeapi__frame_fault_of(const struct fakeapi__fault *rule)
{
	return (struct fakeapi__frame_fault) { fakeapi__frame_kind(rule->mode),
					       rule->code,
					       rule->streams,
					       rule->bytes,
					       rule->delay_ns,
					       false };
}

bool fakeapi__frame_breaks(enum fakeapi__frame_kind kind)
{
	switch (kind) {
	case FAKEAPI_FRAME_DISOWN:
	case FAKEAPI_FRAME_RESET:
	case FAKEAPI_FRAME_SILENT:
	case FAKEAPI_FRAME_CUT_DATA:
	case FAKEAPI_FRAME_CLOSE:
		return true;
	case FAKEAPI_FRAME_NONE:
	case FAKEAPI_FRAME_GOAWAY:
	case FAKEAPI_FRAME_NO_PINGS:
	case FAKEAPI_FRAME_STREAMS:
	case FAKEAPI_FRAME_WINDOW:
	case FAKEAPI_FRAME_TRAILERS:
	case FAKEAPI_FRAME_NO_SETTINGS_ACK:
		break;
	}
	return false;
}

/* 1: the request is not executed. */
static int fault_frames(struct fakeapi__call *c)
{
	struct fakeapi__frame_fault *out = c->req->frames;
	struct fakeapi__fault *rule = out ? find(c, FAKEAPI_FAULT_HTTP2) : NULL;
	bool breaks = true;

	if (!rule)
		return 0;
	*out = fakeapi__frame_fault_of(rule);
	if (!fakeapi__frame_breaks(out->kind))
		return 0;
	if (out->kind == FAKEAPI_FRAME_CUT_DATA || out->kind == FAKEAPI_FRAME_CLOSE) {
		breaks = false; /* the response's head is sent */
		c->x->cut_after = rule->bytes;
	} else if (out->kind != FAKEAPI_FRAME_DISOWN) {
		breaks = rule->bytes == 0;
		c->x->cut_after = rule->bytes ? rule->bytes : SIZE_MAX;
	}
	c->x->head_end = FAKEAPI_HEAD_CUT;
	if (breaks)
		c->x->state = FAKEAPI_STATE_HEAD_END;
	return breaks;
}

int fakeapi__fault_request(struct fakeapi__call *c)
{
	struct fakeapi__xchg *x = c->x;
	struct fakeapi__fault *rule;

	if (c->core->faults.count == 0 || x->faulted)
		return 0;
	if (c->resumed && x->delayed && c->now_ns < x->resume_ns)
		return fakeapi__park(c, x->resume_ns) > 0 ? 1 : 0;
	x->faulted = true;
	if (!x->delayed && (rule = find(c, FAKEAPI_FAULT_DELAY))) {
		x->delayed = true;
		x->faulted = false;
		if (fakeapi__park(c, time_add(c->now_ns, rule->delay_ns)) > 0)
			return 1;
	}
	if (x->delayed)
		x->resume_ns = 0;
	if ((rule = find(c, FAKEAPI_FAULT_HANG))) {
		x->hold_rule = rule->id;
		x->stalled = true;
		x->faulted = false;
		if (fakeapi__park(c, TIME_NEVER) > 0)
			return 1;
	}
	if (fault_frames(c))
		return 1;
	if ((rule = find(c, FAKEAPI_FAULT_REPLY)) && reply(c, rule->script))
		return 1;
	if ((rule = find(c, FAKEAPI_FAULT_FAIL))) {
		fakeapi__fault_status(rule, &c->st);
		c->error_event = rule->in_stream;
		return c->error_event ? 0 : -1;
	}
	for (unsigned reset = 0; reset < 2; reset++) {
		rule = find(c, reset ? FAKEAPI_FAULT_RESET : FAKEAPI_FAULT_CUT);
		if (!rule)
			continue;
		x->head_end = reset ? FAKEAPI_HEAD_RESET : FAKEAPI_HEAD_CUT;
		if (rule->bytes) {
			x->cut_after = rule->bytes;
			return 0;
		}
		x->state = FAKEAPI_STATE_HEAD_END;
		return 1;
	}
	return 0;
}

void fakeapi__fault_response(struct fakeapi__call *c)
{
	struct fakeapi__fault *rule;

	if (c->core->faults.count == 0)
		return;
	rule = find(c, FAKEAPI_FAULT_HOLD_RESPONSE);
	if (rule && rule->lost) {
		c->x->end_how = (uint8_t) - (rule->cut ? FAKEAPI_PULL_CUT : FAKEAPI_PULL_RESET);
	} else if (rule) {
		c->x->hold_body = true;
		c->x->hold_rule = rule->id;
	}
	if ((rule = find(c, FAKEAPI_FAULT_SLOW))) {
		c->x->slow_bytes = rule->bytes ? rule->bytes : 1;
		c->x->slow_ns = rule->delay_ns;
	}
}

struct fakeapi__fault *fakeapi__fault_watch_list(struct fakeapi__call *c)
{
	return find(c, FAKEAPI_FAULT_WATCH_LIST);
}
