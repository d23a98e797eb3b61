/* SPDX-License-Identifier: Apache-2.0 */
/* picture.c - collects the marks of a run's picture: lane, label and object of each. */
#include "runner/report/picture.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/json_scan.h"
#include "runner/report/words.h"

void runner__picture_init(struct runner__picture *p)
{
	*p = (struct runner__picture) { .count = 0 };
}

void runner__picture_fini(struct runner__picture *p)
{
	base__free(p->first);
	base__free(p->last);
	runner__picture_init(p);
}

/* From U+1100 on a character may be two columns wide. */
static int columns_of(unsigned char lead)
{
	if ((lead & 0xc0) == 0x80)
		return 0;
	return lead >= 0xe1 ? 2 : 1;
}

int runner__picture_columns(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += columns_of((unsigned char)*text);
	return n;
}

void runner__picture_label(char *to, size_t cap, struct str text)
{
	runner__picture_cut(to, cap, text, PICTURE_COLUMNS_MAX);
}

void runner__picture_cut(char *to, size_t cap, struct str text, int max)
{
	static const char more[] = "\xe2\x80\xa6";
	size_t len = 0, fits = 0;
	int columns = 0;

	for (; len < text.len && len + sizeof(more) < cap && text.ptr[len]; len++) {
		columns += columns_of((unsigned char)text.ptr[len]);
		if (columns > max)
			break;
		if (columns <= max - 2)
			fits = len + 1;
		to[len] = text.ptr[len];
	}
	to[len] = 0;
	if (len == text.len)
		return;
	while (fits && fits < text.len && ((unsigned char)text.ptr[fits] & 0xc0) == 0x80)
		fits--; /* keep whole characters */
	memcpy(to + fits, more, sizeof(more));
}

const struct runner__mark *runner__picture_mark(const struct runner__picture *p, bool at_end,
						size_t i, size_t *count)
{
	*count = p->count < PICTURE_MARKS_MAX ? p->count : PICTURE_MARKS_MAX;
	if (i >= *count)
		return NULL;
	if (at_end)
		i += p->count - *count;
	return i < PICTURE_MARKS_MAX ? &p->first[i] : &p->last[i % PICTURE_MARKS_MAX];
}

static struct runner__mark *add(struct runner__picture *p, enum picture_lane lane,
				enum picture_kind kind)
{
	struct runner__mark **list = p->count < PICTURE_MARKS_MAX ? &p->first : &p->last, *m;

	if (!*list)
		*list = base__calloc(PICTURE_MARKS_MAX, sizeof(**list));
	if (!*list) {
		p->failed = true;
		return NULL;
	}
	m = &(*list)[p->count++ % PICTURE_MARKS_MAX];
	*m = (struct runner__mark) { .lane = lane, .kind = kind, .shown = true };
	if (p->wire == m)
		p->wire = NULL;
	if (p->queued == m)
		p->queued = NULL;
	return m;
}

static void keep(char *to, size_t cap, struct str from)
{
	size_t n = from.len < cap ? from.len : 0; /* a truncated name would be another name */

	memcpy(to, from.ptr ? from.ptr : "", n);
	to[n] = 0;
}

static void keep_object(struct runner__mark *m, struct str key, struct str rv)
{
	if (key.len + rv.len + 2 <= sizeof(m->object))
		(void)snprintf(m->object, sizeof(m->object), STR_FMT "@" STR_FMT, STR_ARG(key),
			       STR_ARG(rv));
}

/* --- labels --- */

static struct str rest_after(struct str path, size_t slashes)
{
	for (; slashes && path.len; path.ptr++, path.len--)
		slashes -= path.ptr[0] == '/';
	return path;
}

static bool begins_with(struct str text, const char *start)
{
	size_t len = strlen(start);

	return text.len >= len && memcmp(text.ptr, start, len) == 0;
}

/* "pods" of "/api/v1/namespaces/default/pods", "pods/a" of an object; other paths unchanged. */
static struct str target_of(struct str path)
{
	struct str rest = begins_with(path, "/apis/")  ? rest_after(path, 4)
			  : begins_with(path, "/api/") ? rest_after(path, 3)
						       : path;
	struct str inside = begins_with(rest, "namespaces/") ? rest_after(rest, 2) : rest;

	rest = inside.len ? inside : rest;
	return rest.len ? rest : path;
}

static void label_request(const struct trace_event *ev, struct strbuf *out)
{
	static const char rv[] = "resourceVersion=";
	struct str target = target_of(ev->key);
	size_t i = 0;

	strbuf_addf(out, "#%u %s " STR_FMT, ev->id, runner__request_verb(ev), STR_ARG(target));
	for (; i + sizeof(rv) - 1 <= ev->text.len; i++)
		if ((i == 0 || ev->text.ptr[i - 1] == '&') &&
		    memcmp(ev->text.ptr + i, rv, sizeof(rv) - 1) == 0)
			break;
	if (i + sizeof(rv) - 1 > ev->text.len)
		return;
	strbuf_addz(out, " rv=");
	for (i += sizeof(rv) - 1; i < ev->text.len && ev->text.ptr[i] != '&'; i++)
		strbuf_addc(out, ev->text.ptr[i]);
}

static void label_event(const struct trace_event *ev, struct strbuf *out)
{
	switch (ev->kind) {
	case TRACE_WIRE_REQUEST:
		label_request(ev, out);
		return;
	case TRACE_QUEUE_REPLACE:
		strbuf_addf(out, "%lld objects", (long long)ev->n);
		return;
	case TRACE_STORE_SET:
		strbuf_addf(out, STR_FMT "=" STR_FMT, STR_ARG(ev->key), STR_ARG(ev->text));
		return;
	case TRACE_STORE_DELETE:
		strbuf_addf(out, "removes " STR_FMT, STR_ARG(ev->key));
		return;
	case TRACE_NOTIFY_ADD:
	case TRACE_NOTIFY_UPDATE:
	case TRACE_NOTIFY_DELETE:
	case TRACE_NOTIFY_FAILED:
		strbuf_addf(out, "%s " STR_FMT "%s", trace_kind_word(ev->kind), STR_ARG(ev->key),
			    ev->kind == TRACE_NOTIFY_DELETE && ev->n ? " (unknown)" : "");
		return;
	case TRACE_SYNCED:
	case TRACE_STOPPED:
		strbuf_addf(out, STR_FMT " %s", STR_ARG(ev->who), trace_kind_word(ev->kind));
		return;
	case TRACE_WIRE_RETRY:
		strbuf_addf(out, "#%u retries", ev->id);
		return;
	case TRACE_WIRE_RESPONSE:
	case TRACE_WIRE_EVENT:
	case TRACE_WIRE_FRAME:
	case TRACE_WIRE_END:
	case TRACE_WIRE_HANGUP:
	case TRACE_REFLECT_STATE:
	case TRACE_REFLECT_BACKOFF:
	case TRACE_REFLECT_RV:
	case TRACE_REFLECT_ERROR:
	case TRACE_REFLECT_DROP:
	case TRACE_QUEUE_ADD:
	case TRACE_QUEUE_RESYNC:
	case TRACE_QUEUE_POP:
	case TRACE_SIM_STEP:
	case TRACE_SIM_TIME:
	case TRACE_KIND_COUNT:
		break;
	}
	strbuf_addf(out, STR_FMT "%s" STR_FMT, STR_ARG(ev->text), ev->key.len ? " " : "",
		    STR_ARG(ev->key));
}

/* --- events --- */

struct place {
	enum picture_lane lane;
	enum picture_kind kind;
	bool shown, drawn; /* drawn: has a mark in the picture */
};

static struct place place_of(const struct trace_event *ev)
{
	switch (ev->kind) {
	case TRACE_WIRE_REQUEST:
		return (struct place) { PICTURE_REQUESTS, PICTURE_REQUEST, true, true };
	case TRACE_WIRE_RESPONSE:
		return (struct place) { PICTURE_REQUESTS, PICTURE_RESPONSE, false, true };
	case TRACE_WIRE_END:
		return (struct place) { PICTURE_REQUESTS, PICTURE_END, true, true };
	case TRACE_WIRE_HANGUP:
		return (struct place) { PICTURE_REQUESTS, PICTURE_HANGUP, true, true };
	case TRACE_WIRE_EVENT:
	case TRACE_WIRE_FRAME:
	case TRACE_WIRE_RETRY:
		return (struct place) { PICTURE_EVENTS, PICTURE_POINT, true, true };
	case TRACE_REFLECT_STATE:
		return (struct place) { PICTURE_REFLECTOR, PICTURE_STATE, true, true };
	case TRACE_REFLECT_ERROR:
		return (struct place) { PICTURE_REFLECTOR, PICTURE_ERROR, true, true };
	case TRACE_REFLECT_DROP:
		return (struct place) { PICTURE_EVENTS, PICTURE_POINT, true, true };
	case TRACE_QUEUE_ADD:
		return (struct place) { PICTURE_QUEUE, PICTURE_POINT, true, true };
	case TRACE_STORE_SET:
		return (struct place) { PICTURE_CACHE, PICTURE_SET, true, true };
	case TRACE_STORE_DELETE:
		return (struct place) { PICTURE_CACHE, PICTURE_GONE, true, true };
	case TRACE_SYNCED:
	case TRACE_STOPPED:
		return (struct place) { PICTURE_CACHE, PICTURE_POINT, true, true };
	case TRACE_NOTIFY_ADD:
	case TRACE_NOTIFY_UPDATE:
	case TRACE_NOTIFY_DELETE:
	case TRACE_NOTIFY_FAILED:
		return (struct place) { PICTURE_HANDLERS, PICTURE_POINT, true, true };
	case TRACE_REFLECT_BACKOFF:
	case TRACE_REFLECT_RV:
	case TRACE_QUEUE_REPLACE:
	case TRACE_QUEUE_RESYNC:
	case TRACE_QUEUE_POP:
	case TRACE_SIM_STEP:
	case TRACE_SIM_TIME:
	case TRACE_KIND_COUNT:
		break;
	}
	return (struct place) { .drawn = false };
}

/* An update's text is "OLD->NEW". */
static struct str newest(struct str rv)
{
	for (size_t i = 0; i + 2 < rv.len; i++)
		if (rv.ptr[i] == '-' && rv.ptr[i + 1] == '>')
			return (struct str) { rv.ptr + i + 2, rv.len - i - 2 };
	return rv;
}

/* Events of external programs have their object. */
static void keep_received(struct runner__mark *m, const struct trace_event *ev)
{
	json_t object = { ev->object.ptr, ev->object.len };
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str rv = json_str(json_path(object, "metadata", "resourceVersion", NULL), &scratch);

	if (rv.len && ev->key.len)
		keep_object(m, ev->key, rv);
}

/* Our reflector reports the error itself; of external programs the event has the Status. */
static int64_t status_code(const struct trace_event *ev)
{
	json_t object = { ev->object.ptr, ev->object.len };
	int64_t code = 0;

	return json_int64(json_get(object, "code"), &code) ? code : 0;
}

/* The reflector's new version is that of the last wire event and its delta. */
static void version_moved(struct runner__picture *p, const struct trace_event *ev)
{
	struct runner__mark *wire = p->wire, *queued = p->queued;

	p->wire = p->queued = NULL;
	if (!wire || !queued || !str_eqz(ev->who, wire->who) || !str_eqz(ev->who, queued->who))
		return;
	if (!queued->object[0]) /* until then `resource` holds the key */
		keep_object(queued, str_of(queued->resource), ev->text);
	memcpy(wire->object, queued->object, sizeof(wire->object));
}

void runner__picture_trace(struct runner__picture *p, const struct trace_event *ev, int64_t at_ns,
			   size_t event, int step)
{
	struct place place = place_of(ev);
	AUTO_STRBUF label = STRBUF_INIT;
	struct runner__mark *m;

	p->end_ns = at_ns;
	if (ev->kind == TRACE_REFLECT_RV)
		version_moved(p, ev);
	m = place.drawn ? add(p, place.lane, place.kind) : NULL;
	if (!m)
		return;
	m->at_ns = at_ns;
	m->n = ev->n;
	m->event = event;
	m->id = ev->id;
	m->step = step;
	m->shown = place.shown;
	m->bad = ev->kind == TRACE_REFLECT_ERROR || ev->kind == TRACE_NOTIFY_FAILED ||
		 ev->kind == TRACE_REFLECT_DROP || (ev->kind == TRACE_NOTIFY_DELETE && ev->n) ||
		 (ev->kind == TRACE_WIRE_EVENT && str_eqz(ev->text, "ERROR"));
	keep(m->who, sizeof(m->who), ev->who);
	label_event(ev, &label);
	p->failed |= label.failed;
	runner__picture_label(m->label, sizeof(m->label), strbuf_str(&label));
	if (ev->kind == TRACE_WIRE_EVENT) {
		keep_received(m, ev);
		if (m->bad)
			m->n = status_code(ev);
		p->wire = m;
		p->queued = NULL;
	} else if (ev->kind == TRACE_QUEUE_ADD) {
		p->queued = ev->key.len ? m : NULL;
	}
	if (place.lane == PICTURE_REQUESTS || place.lane == PICTURE_QUEUE)
		keep(m->resource, sizeof(m->resource), ev->key);
	else if (place.lane == PICTURE_CACHE || place.lane == PICTURE_HANDLERS)
		keep_object(m, ev->key, newest(ev->text));
	if (!ev->key.len)
		m->object[0] = 0;
	m->deletes = ev->kind == TRACE_NOTIFY_DELETE && ev->n;
}

/* --- notes --- */

static struct str next_word(struct str *rest)
{
	struct str word = { rest->ptr, 0 };

	while (word.len < rest->len && rest->ptr[word.len] != ' ')
		word.len++;
	rest->ptr += word.len + (word.len < rest->len);
	rest->len -= word.len + (word.len < rest->len);
	return word;
}

/* Parses "delete pods/default/b rv=14" for the resource and the object of a write. */
static void parse_write(struct runner__mark *m, struct str text)
{
	struct str verb = next_word(&text), name = next_word(&text), word,
		   resource = { name.ptr, 0 };

	while (resource.len < name.len && name.ptr[resource.len] != '/')
		resource.len++;
	if (resource.len == name.len)
		return;
	name.ptr += resource.len + 1;
	name.len -= resource.len + 1;
	while (text.len) {
		word = next_word(&text);
		if (word.len < 4 || memcmp(word.ptr, "rv=", 3) != 0)
			continue;
		keep_object(m, name, (struct str) { word.ptr + 3, word.len - 3 });
		keep(m->resource, sizeof(m->resource), resource);
		m->deletes = str_eqz(verb, "delete");
		return;
	}
}

void runner__picture_note(struct runner__picture *p, const char *group, struct str text,
			  int64_t at_ns, size_t event, int step)
{
	static const struct {
		const char *group;
		enum picture_lane lane;
		enum picture_kind kind;
	} places[] = {
		{ "step", PICTURE_STEPS, PICTURE_STEP },
		{ "model", PICTURE_SERVER, PICTURE_POINT },
		{ "write", PICTURE_CONTROLLERS, PICTURE_POINT },
		{ "crash", PICTURE_CONTROLLERS, PICTURE_POINT },
		{ "oracle", PICTURE_CACHE, PICTURE_POINT },
	};

	p->end_ns = at_ns;
	for (size_t i = 0; i < ARRAY_LEN(places); i++) {
		struct runner__mark *m;

		if (strcmp(places[i].group, group) != 0)
			continue;
		m = add(p, places[i].lane, places[i].kind);
		if (!m)
			return;
		m->at_ns = at_ns;
		m->event = event;
		m->step = step;
		m->bad = places[i].lane == PICTURE_CACHE || strcmp(group, "crash") == 0;
		runner__picture_label(m->label, sizeof(m->label), text);
		if (places[i].lane == PICTURE_SERVER)
			parse_write(m, text);
	}
}
