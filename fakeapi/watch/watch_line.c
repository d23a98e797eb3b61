/* SPDX-License-Identifier: Apache-2.0 */
/* watch_line.c - renders events as bytes. The plain form copies the stored object between two
 * constant strings. Other forms are rendered once and shared by all watches of that form. */
#include <inttypes.h>

#include "base/alloc.h"
#include "base/json_scan.h"
#include "fakeapi/callout.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/metrics/metrics.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/stages.h"
#include "fakeapi/watch/watch.h"
#include "fakeapi/webhooks/conversion.h"

enum { BOOKMARK = FAKEAPI_DELETED + 1, ERROR };

#define EVENT(type)                                                                                \
	{                                                                                          \
		type, "{\"type\":\"" type "\",\"object\":"                                         \
	}

static const struct {
	const char *type, *prefix;
} events[] = {
	[FAKEAPI_ADDED] = EVENT("ADDED"),
	[FAKEAPI_MODIFIED] = EVENT("MODIFIED"),
	[FAKEAPI_DELETED] = EVENT("DELETED"),
	[BOOKMARK] = EVENT("BOOKMARK"),
	[ERROR] = EVENT("ERROR"),
};

void fakeapi__piece_drop(struct fakeapi__watch *w)
{
	fakeapi__version_unref(&w->core->store, w->now.version);
	fakeapi__line_unref(w->now.line);
	memset(&w->now, 0, sizeof(w->now));
}

static size_t copy_part(struct str part, size_t *skip, char *buf, size_t cap)
{
	size_t n;

	if (*skip >= part.len) {
		*skip -= part.len;
		return 0;
	}
	n = part.len - *skip < cap ? part.len - *skip : cap;
	memcpy(buf, part.ptr + *skip, n);
	*skip = 0;
	return n;
}

size_t fakeapi__piece_copy(struct fakeapi__watch *w, char *buf, size_t cap)
{
	struct str object = w->now.version ? fakeapi__version_json(w->now.version)
					   : (struct str) { w->now.line->bytes, w->now.line->len };
	bool framed = w->now.frame_len > 0;
	const struct str parts[] = { framed ? (struct str) { w->now.frame, w->now.frame_len }
					    : str_of(w->now.prefix),
				     object, framed ? STR("") : STR("}\n") };
	size_t total = parts[0].len + parts[1].len + parts[2].len;
	size_t skip = w->now.at, n = 0;

	for (size_t i = 0; i < ARRAY_LEN(parts) && n < cap; i++)
		n += copy_part(parts[i], &skip, buf + n, cap - n);
	w->now.at += n;
	if (w->now.at == total) {
		fakeapi__metrics_event(w->x, total);
		fakeapi__piece_drop(w);
	}
	return n;
}

/* --- forms -------------------------------------------------------------------------------- */

static bool plain(const struct fakeapi__watch *w)
{
	return w->form.kind == FAKEAPI_FORM_PLAIN && w->res == w->stored && !w->form.protobuf &&
	       fakeapi__custom_complete(w->res);
}

/* A small number for (type, form); 0: too many, not cached. */
static uint32_t form_number(struct fakeapi__watch *w)
{
	struct fakeapi__core *core = w->core;

	for (size_t i = 0; i < core->form_count; i++) {
		const struct fakeapi__form_row *r = &core->forms[i];

		if (r->res == w->res && r->form.kind == w->form.kind &&
		    r->form.include == w->form.include && r->form.protobuf == w->form.protobuf &&
		    strcmp(r->form.version, w->form.version) == 0)
			return (uint32_t)i + 1;
	}
	if (core->form_count == core->form_cap) {
		size_t cap = core->form_cap ? core->form_cap * 2 : 16;
		void *grown = cap > FAKEAPI_FORMS_MAX
				  ? NULL
				  : base__reallocarray(core->forms, cap, sizeof(*core->forms));

		if (!grown)
			return 0;
		core->forms = grown;
		core->form_cap = cap;
	}
	core->forms[core->form_count] = (struct fakeapi__form_row) { w->res, w->form };
	return (uint32_t)++core->form_count;
}

static struct fakeapi__line *line_new(struct str bytes)
{
	struct fakeapi__line *l =
	    bytes.len > UINT32_MAX / 2 ? NULL : base__malloc(sizeof(*l) + bytes.len);

	if (!l)
		return NULL;
	l->refs = 1;
	l->len = (uint32_t)bytes.len;
	l->form = 0;
	l->next = NULL;
	if (bytes.len)
		memcpy(l->bytes, bytes.ptr, bytes.len);
	return l;
}

/* Copies `json` with another resourceVersion: for the DELETED event of an object that leaves the
 * selection. */
static int with_rv(struct str json, uint64_t rv, struct strbuf *out)
{
	json_t old = json_path(json, "metadata", "resourceVersion", NULL);

	if (!old.len) {
		strbuf_adds(out, json);
	} else {
		size_t at = (size_t)(old.ptr - json.ptr);

		strbuf_add(out, json.ptr, at);
		strbuf_addf(out, "\"%" PRIu64 "\"", rv);
		strbuf_add(out, json.ptr + at + old.len, json.len - at - old.len);
	}
	return out->failed ? -1 : 0;
}

/* `json` is of the watched type and version. */
static int into_form(const struct fakeapi__rendered *how, struct str json, struct strbuf *out)
{
	AUTO_STRBUF partial = STRBUF_INIT;

	if (how->form.kind != FAKEAPI_FORM_PLAIN) {
		struct strbuf *to = how->form.protobuf ? &partial : out;

		if (fakeapi__render_one(how->res, &how->form, json, how->headers, how->unix_s, to) <
		    0)
			return -1;
		json = strbuf_str(&partial);
	} else if (!how->form.protobuf) {
		strbuf_adds(out, json);
	}
	if (how->form.protobuf)
		return fakeapi__protobuf_encode(json, fakeapi__release_of(how->res->features), out);
	return out->failed ? -1 : 0;
}

static struct fakeapi__rendered form_of(const struct fakeapi__watch *w, bool headers)
{
	return (struct fakeapi__rendered) { .res = w->res,
					    .stored = w->stored,
					    .form = w->form,
					    .unix_s = fakeapi__core_unix(w->core),
					    .headers = headers };
}

/* `c`: the call that makes webhook calls; NULL: none is needed. */
static int make(struct fakeapi__call *c, const struct fakeapi__rendered *how,
		const struct fakeapi__version *v, uint64_t rv, struct fakeapi__line **line)
{
	AUTO_STRBUF moved = STRBUF_INIT;
	AUTO_STRBUF converted = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;
	struct str json = fakeapi__version_json(v);

	if (rv && with_rv(json, rv, &moved) < 0)
		return -1;
	json = rv ? strbuf_str(&moved) : json;
	if (!fakeapi__reads_as_kept(how->stored, how->res, json)) {
		int rc = c ? fakeapi__webhook_read(c, json, &converted)
			   : fakeapi__convert_json(how->stored, how->res, json, &converted);

		if (rc < 0)
			return -1;
		json = strbuf_str(&converted);
	}
	*line = into_form(how, json, &out) < 0 ? NULL : line_new(strbuf_str(&out));
	return *line ? 0 : -1;
}

struct fakeapi__line *fakeapi__watch_make_line(const struct fakeapi__rendered *how,
					       const struct fakeapi__version *v, uint64_t rv)
{
	struct fakeapi__line *line = NULL;

	return make(NULL, how, v, rv, &line) == 0 ? line : NULL;
}

struct line_conversion {
	const struct fakeapi__rendered *how;
	const struct fakeapi__version *v;
	uint64_t rv;
	struct fakeapi__line **line;
};

static int make_converted(struct fakeapi__call *c, void *work)
{
	const struct line_conversion *l = work;
	int rc = make(c, l->how, l->v, l->rv, l->line);

	if (rc == 0)
		fakeapi__memo_drop_converted(c->x->memo);
	return rc;
}

int fakeapi__watch_convert_line(const struct fakeapi__rendered *how, struct fakeapi__xchg *x,
				bool aside, const struct fakeapi__version *v, uint64_t rv,
				struct fakeapi__status *st, struct fakeapi__line **line)
{
	struct fakeapi__call c = { .core = x->core,
				   .x = x,
				   .res = how->res,
				   .stored = how->stored,
				   .now_ns = x->core->now_ns,
				   .reads = true,
				   .may_suspend = aside,
				   .gathers = true };
	struct line_conversion l = { .how = how, .v = v, .rv = rv, .line = line };
	int rc;

	strbuf_init(&c.warnings);
	fakeapi__status_init(&c.st);
	rc = fakeapi__unlocked_run(&c, make_converted, &l);
	strbuf_fini(&c.warnings);
	*st = c.st;
	if (rc < 0 && c.gathered)
		return FAKEAPI_WATCH_PENDING;
	fakeapi__memo_free(x);
	return rc;
}

/* Makes the line of an event, with another resourceVersion if `rv` is not 0. */
static int make_line(struct fakeapi__watch *w, const struct fakeapi__version *v, uint64_t rv,
		     bool headers, struct fakeapi__line **line)
{
	struct fakeapi__rendered how = form_of(w, headers);
	struct fakeapi__status st;
	int rc;

	if (fakeapi__watch_renders_aside(w, v))
		return fakeapi__watch_rendered(w, &how, v, rv, line);
	if (!fakeapi__custom_conversion(w->stored, w->res)) {
		*line = fakeapi__watch_make_line(&how, v, rv);
		return *line ? 0 : -1;
	}
	rc = fakeapi__watch_convert_line(&how, w->x, false, v, rv, &st, line);
	if (rc < 0 && st.code && fakeapi__watch_show_error(w, &st) == 0)
		rc = FAKEAPI_WATCH_SHOWN;
	fakeapi__status_fini(&st);
	return rc;
}

/* Sets w->now to the line with this event type; takes the reference. */
static int show_line(struct fakeapi__watch *w, unsigned event, struct fakeapi__line *l)
{
	w->now = (struct fakeapi__piece) { .prefix = events[event].prefix, .line = l };
	if (!w->form.protobuf)
		return 0;
	w->now.frame_len =
	    (uint8_t)fakeapi__protobuf_frame(events[event].type, l->len, w->now.frame);
	if (w->now.frame_len)
		return 0;
	fakeapi__piece_drop(w);
	return -1;
}

static int show_text(struct fakeapi__watch *w, unsigned event, struct str text)
{
	struct fakeapi__line *l = line_new(text);

	return l ? show_line(w, event, l) : -1;
}

/* Does the same for JSON that is not in the watched form. */
static int show_json(struct fakeapi__watch *w, unsigned event, struct str json)
{
	AUTO_STRBUF out = STRBUF_INIT;

	if (!w->form.protobuf)
		return show_text(w, event, json);
	return fakeapi__protobuf_encode(json, fakeapi__release_of(w->res->features), &out) < 0
		   ? -1
		   : show_text(w, event, strbuf_str(&out));
}

int fakeapi__watch_show(struct fakeapi__watch *w, enum fakeapi__event_type type,
			const struct fakeapi__version *v)
{
	struct fakeapi__line *line = NULL;
	int rc;

	if (plain(w)) {
		w->now = (struct fakeapi__piece) { .prefix = events[type].prefix,
						   .version = fakeapi__version_ref(v) };
		return 0;
	}
	if (w->broken) {
		w->ending = true;
		return 0;
	}
	rc = make_line(w, v, 0, !w->sent_headers, &line);
	if (rc != 0)
		return rc == FAKEAPI_WATCH_SHOWN ? 0 : rc;
	w->sent_headers = true;
	return show_line(w, type, line);
}

/* Caches the line; drops the oldest lines if the cache has too many bytes. */
static void keep_line(struct fakeapi__watch *w, struct fakeapi__event *ev, uint32_t form,
		      struct fakeapi__line *l)
{
	if (form <= 1)
		return;
	if (w->core->line_bytes + l->len <= FAKEAPI_LINE_CACHE_BYTES) {
		l->form = form;
		l->refs++;
		l->next = ev->lines;
		ev->lines = l;
		w->core->line_bytes += l->len;
	} else {
		fakeapi__store_drop_lines(&w->core->store);
		w->core->line_bytes = 0;
	}
}

/* Renders once per form. `v`: the state to show, with the event's resourceVersion. */
static int show_shared(struct fakeapi__watch *w, struct fakeapi__event *ev,
		       enum fakeapi__event_type type, const struct fakeapi__version *v)
{
	bool left = type == FAKEAPI_DELETED && ev->type != FAKEAPI_DELETED;
	bool headers = w->form.kind == FAKEAPI_FORM_TABLE && !w->sent_headers;
	uint32_t form = headers ? 0 : form_number(w) << 1 | left;
	struct fakeapi__line *l;
	int rc;

	for (l = form > 1 ? ev->lines : NULL; l && l->form != form;)
		l = l->next;
	if (l) {
		l->refs++;
		return show_line(w, type, l);
	}
	if (w->broken) {
		w->ending = true;
		return 0;
	}
	rc = make_line(w, v, left ? ev->rv : 0, headers, &l);
	if (rc != 0)
		return rc == FAKEAPI_WATCH_SHOWN ? 0 : rc;
	w->sent_headers = true;
	rc = show_line(w, type, l);
	if (rc == 0 && !l->next && !l->form)
		keep_line(w, ev, form, l);
	return rc;
}

/* 0: shown; 1: selected neither before nor after the event; -1: out of memory. */
int fakeapi__watch_show_event(struct fakeapi__watch *w, struct fakeapi__event *ev)
{
	const struct fakeapi__version *now = ev->version, *before = now->prev;
	bool had =
	    before && !before->gone && fakeapi__selection_has_state(&w->sel, ev->entry, before);
	bool has = !now->gone && fakeapi__selection_has_state(&w->sel, ev->entry, now);
	enum fakeapi__event_type type =
	    has ? (had ? FAKEAPI_MODIFIED : FAKEAPI_ADDED) : FAKEAPI_DELETED;
	bool left = !has && ev->type != FAKEAPI_DELETED;

	if (!had && !has)
		return 1;
	if (plain(w) && !left) {
		w->now = (struct fakeapi__piece) { .prefix = events[type].prefix,
						   .version = fakeapi__version_ref(now) };
		return 0;
	}
	return show_shared(w, ev, type, left ? before : now);
}

int fakeapi__watch_show_bookmark(struct fakeapi__watch *w, uint64_t rv, bool initial_end)
{
	AUTO_STRBUF obj = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;
	bool custom = w->res->flags & FAKEAPI_RES_CUSTOM;
	bool daemons =
	    strcmp(w->res->group, "apps") == 0 && strcmp(w->res->resource, "daemonsets") == 0;
	char version[320];

	strbuf_addf(&obj, "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":{", w->res->kind,
		    fakeapi__group_version(w->res, version, sizeof(version)));
	strbuf_addf(&obj, "\"resourceVersion\":\"%" PRIu64 "\"", rv);
	if (initial_end || daemons) /* apps/v1 has an annotation for a field of DaemonSet */
		strbuf_addf(&obj, ",\"annotations\":{%s%s%s}",
			    daemons ? "\"deprecated.daemonset.template.generation\":\"0\"" : "",
			    daemons && initial_end ? "," : "",
			    initial_end ? "\"k8s.io/initial-events-end\":\"true\"" : "");
	strbuf_addf(&obj, "}%s}", custom ? "" : fakeapi__bookmark_zero(w->res));
	if (obj.failed)
		return -1;
	if (w->broken) {
		w->ending = true;
		return 0;
	}
	if (w->form.kind == FAKEAPI_FORM_PLAIN)
		return show_json(w, BOOKMARK, strbuf_str(&obj));
	if (fakeapi__render_one(w->res, &w->form, strbuf_str(&obj), !w->sent_headers,
				fakeapi__core_unix(w->core), &out) < 0)
		return -1;
	w->sent_headers = true;
	return show_json(w, BOOKMARK, strbuf_str(&out));
}

int fakeapi__watch_show_error(struct fakeapi__watch *w, const struct fakeapi__status *st)
{
	char *text = st->doc ? fakeapi__print(st->doc) : NULL;
	int rc;

	if (!text)
		return -1;
	rc = show_json(w, ERROR, str_of(text));
	cJSON_free(text);
	w->ending = true;
	w->x->base.error_code = st->code;
	fakeapi__log_status(w->core, w->x);
	return rc;
}
