/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/decoder.h"

#include "base/json_bytes.h"

static const char *const type_names[] = {
	[INF_EVENT_ADDED] = "ADDED",	 [INF_EVENT_MODIFIED] = "MODIFIED",
	[INF_EVENT_DELETED] = "DELETED", [INF_EVENT_BOOKMARK] = "BOOKMARK",
	[INF_EVENT_ERROR] = "ERROR",
};

bool inf__parse_group_version(struct str s, struct str *group, struct str *version)
{
	const char *slash = s.len ? memchr(s.ptr, '/', s.len) : NULL;

	*group = (struct str) { s.ptr, 0 };
	*version = s;
	if (!slash)
		return true;
	*group = (struct str) { s.ptr, (size_t)(slash - s.ptr) };
	*version = (struct str) { slash + 1, s.len - group->len - 1 };
	return version->len == 0 || !memchr(version->ptr, '/', version->len);
}

static struct str text_of(json_t v, struct strbuf *scratch)
{
	if (json_kind(v) != JSON_STRING)
		return (struct str) { "", 0 };
	return json_str(v, scratch);
}

/* ---- the frame --------------------------------------------------------------------------- */

struct frame {
	json_t type;
	json_t gvk_api_version, gvk_kind;
	bool bad, has_object;
};

static bool names(json_t key, const char *name)
{
	return json_str_eq(key, str_of(name));
}

/* null keeps the value of an earlier duplicate, as in Go's decoder. */
static void take_string(struct frame *f, json_t *slot, json_t val)
{
	if (json_kind(val) == JSON_STRING)
		*slot = val;
	else if (json_kind(val) != JSON_NULL)
		f->bad = true;
}

/* Scans the object at the same time, since its end must be found anyway. */
static const char *take_member(struct frame *f, struct inf__meta *object, struct json_skip *skip,
			       json_t key, const char *val, const char *end)
{
	const char *p;
	json_t v;

	if (*val == '{' && names(key, "object")) {
		f->has_object = true;
		return inf__meta_scan_at(val, end, skip, object);
	}
	p = json__skip_noted(skip, val, end);
	v = (json_t) { val, (size_t)(p - val) };
	if (names(key, "type"))
		take_string(f, &f->type, v);
	else if (inf__name_folds_to(key, "kind"))
		take_string(f, &f->gvk_kind, v);
	else if (inf__name_folds_to(key, "apiVersion"))
		take_string(f, &f->gvk_api_version, v);
	else if (names(key, "object") && json_kind(v) != JSON_NULL)
		f->has_object = false;
	return p;
}

static void scan_frame(json_t json, const struct json_spans *spans, struct frame *f,
		       struct inf__meta *object)
{
	struct json_skip skip = { .spans = spans, .base = json.ptr };
	const char *at = json.ptr, *end = json.ptr + json.len, *val;
	json_t key;

	memset(f, 0, sizeof(*f));
	while ((val = inf__next_member(at, end, &key))) {
		at = json__skip_ws(take_member(f, object, &skip, key, val, end), end);
		if (at >= end || *at != ',')
			break;
	}
}

/* A frame may call itself a v1 WatchEvent; any other kind is not a watch event. */
static bool is_watch_event(const struct frame *f, struct strbuf scratch[2])
{
	struct str kind = text_of(f->gvk_kind, &scratch[0]);
	struct str group, version;

	if (kind.len && !str_eqz(kind, "WatchEvent"))
		return false;
	return inf__parse_group_version(text_of(f->gvk_api_version, &scratch[1]), &group,
					&version) &&
	       group.len == 0 && (version.len == 0 || str_eqz(version, "v1"));
}

static int event_type(json_t type, enum inf__event_type *out)
{
	for (size_t i = 0; i < ARRAY_LEN(type_names); i++) {
		if (json_str_eq(type, str_of(type_names[i]))) {
			*out = (enum inf__event_type)i;
			return 0;
		}
	}
	return RELIST_EPARSE;
}

/* ---- the object -------------------------------------------------------------------------- */

/* Kinds registered in the dynamic client's basic scheme. */
static bool is_meta_kind(struct str group, struct str version, struct str kind)
{
	static const char *const unversioned[] = { "Status", "APIVersions", "APIGroupList",
						   "APIGroup", "APIResourceList" };
	static const char *const v1[] = { "WatchEvent",	   "ListOptions",   "GetOptions",
					  "DeleteOptions", "CreateOptions", "UpdateOptions",
					  "PatchOptions" };

	for (size_t i = 0; i < ARRAY_LEN(unversioned); i++) {
		if (str_eqz(kind, unversioned[i]))
			return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(v1); i++) {
		if (str_eqz(kind, v1[i]))
			return group.len == 0 && str_eqz(version, "v1");
	}
	return false;
}

static int decode_object(struct inf__event *ev, struct strbuf scratch[2], struct relist_err *err)
{
	const struct inf__meta *m = &ev->meta;
	struct str api_version, kind, group, version;

	if (m->gvk_invalid)
		return relist_err_set(err, RELIST_EPARSE, "apiVersion or kind is no string");
	api_version = text_of(m->gvk_api_version, &scratch[0]);
	kind = text_of(m->gvk_kind, &scratch[1]);
	if (!inf__parse_group_version(api_version, &group, &version))
		return relist_err_set(err, RELIST_EPARSE, "apiVersion '" STR_FMT "' is malformed",
				      STR_ARG(api_version));
	if (!kind.len)
		return relist_err_set(err, RELIST_EPARSE, "the object has no kind");
	if (!version.len)
		return relist_err_set(err, RELIST_EPARSE, "the object has no apiVersion");
	ev->typed = is_meta_kind(group, version, kind);
	ev->status = ev->typed && str_eqz(kind, "Status");
	/* Names match in any case above, but the object itself must have `kind`. */
	if (!ev->typed && (json_kind(m->kind) != JSON_STRING || m->kind.len == 2))
		return relist_err_set(err, RELIST_EPARSE, "the object has no kind");
	return 0;
}

static int decode_frame(json_t frame, const struct json_spans *spans, struct inf__event *ev,
			struct strbuf scratch[2], struct relist_err *err)
{
	struct inf__api_error status;
	struct frame f;
	int rc;

	scan_frame(frame, spans, &f, &ev->meta);
	if (f.bad)
		return relist_err_set(err, RELIST_EPARSE, "a member of the event is no string");
	if (!is_watch_event(&f, scratch))
		return relist_err_set(err, RELIST_EPARSE,
				      "the stream holds something else than watch events");
	if (event_type(f.type, &ev->type))
		return relist_err_set(err, RELIST_EPARSE, "unknown type of event");
	if (!f.has_object)
		return relist_err_set(err, RELIST_EPARSE, "the event has no object");
	rc = decode_object(ev, scratch, err);
	if (!rc && ev->status && !inf__api_error_from_status(&status, ev->meta.json))
		rc = relist_err_set(err, RELIST_EPARSE, "malformed Status");
	return rc;
}

int inf__decode_event(json_t frame, const struct json_spans *spans, struct inf__event *ev,
		      struct relist_err *err)
{
	struct strbuf scratch[2] = { STRBUF_INIT, STRBUF_INIT };
	int rc;

	memset(ev, 0, sizeof(*ev));
	if (json_kind(frame) != JSON_OBJECT)
		return relist_err_set(err, RELIST_EPARSE, "the event is no JSON object");
	rc = decode_frame(frame, spans, ev, scratch, err);
	if (scratch[0].failed || scratch[1].failed)
		rc = relist_err_set(err, RELIST_ENOMEM, "out of memory");
	strbuf_fini(&scratch[0]);
	strbuf_fini(&scratch[1]);
	return rc;
}

/* ---- predicates -------------------------------------------------------------------------- */

void inf__event_error(const struct inf__event *ev, struct inf__api_error *e)
{
	if (ev->status && inf__api_error_from_status(e, ev->meta.json))
		return;
	inf__api_error_set(e, INF_WATCH_ERROR_OTHER,
			   "an ERROR event with something else than a "
			   "Status");
}

void inf__decoding_error(struct inf__api_error *e, const char *what)
{
	inf__api_error_set(e, INF_WATCH_ERROR_STATUS,
			   "unable to decode an event from the watch stream: %s", what);
	(void)snprintf(e->reason, sizeof(e->reason), "InternalError");
	e->code = 500;
}

void inf__event_resource_version(const struct inf__event *ev, struct strbuf *out)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	strbuf_adds(out, text_of(ev->meta.resource_version, &scratch));
	out->failed |= scratch.failed;
}

bool inf__event_is_kind(const struct inf__event *ev, const char *api_version, const char *kind)
{
	return json_str_eq(ev->meta.api_version, str_of(api_version)) &&
	       json_str_eq(ev->meta.kind, str_of(kind));
}

bool inf__event_is_table(const struct inf__event *ev)
{
	return inf__event_is_kind(ev, "meta.k8s.io/v1", "Table") ||
	       inf__event_is_kind(ev, "meta.k8s.io/v1beta1", "Table");
}

json_t inf__event_annotation(const struct inf__event *ev, const char *name, bool null_is_empty)
{
	return json_get(json_string_map(ev->meta.annotations, null_is_empty), name);
}
