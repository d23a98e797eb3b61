/* SPDX-License-Identifier: Apache-2.0 */
/* list.c - get and list: choose the state to read and fill a page. */
#include <inttypes.h>

#include "base/alloc.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/context.h"
#include "fakeapi/output/render.h"
#include "fakeapi/rest/list_stream.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/continue.h"
#include "fakeapi/storage/scan.h"
#include "fakeapi/webhooks/conversion.h"

enum {
	/* Bytes of JSON that take about 5 ms to convert or to copy. */
	LONG_RENDERING = 128 * 1024,
	LONG_COPY = 16 * 1024 * 1024,
};

/* A read without a version is a quorum read: it bypasses the backend's watch cache. */
static uint64_t newest(const struct fakeapi__call *c)
{
	return c->core->store.rv;
}

bool fakeapi__is_long_read(const struct fakeapi__call *c, size_t bytes)
{
	bool stored = c->form.kind == FAKEAPI_FORM_PLAIN && !c->form.protobuf && !c->form.yaml &&
		      !c->form.pretty && c->res == c->stored && fakeapi__custom_complete(c->res);

	return bytes > (stored ? LONG_COPY : LONG_RENDERING);
}

/* --- get ---------------------------------------------------------------------------------- */

int fakeapi__get_version(struct fakeapi__call *c)
{
	struct str text = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	uint64_t rv;

	if (!text.len)
		return 0;
	if (fakeapi__parse_rv(text, &rv) < 0)
		return fakeapi__is_cached(c) ? fakeapi__bad_rv(c, 500, NULL, "", text)
					     : fakeapi__bad_rv(c, 400, "BadRequest",
							       "invalid resource version: ", text);
	return fakeapi__too_large_rv(c, rv, fakeapi__is_cached(c));
}

int fakeapi__verb_get(struct fakeapi__call *c)
{
	struct str rv_text = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	const struct fakeapi__entry *e;
	const struct fakeapi__version *v;
	struct fakeapi__version *held;
	uint64_t seen = rv_text.len ? c->visible_rv : newest(c);
	int rc;

	if (fakeapi__negotiate_call(c, false) < 0)
		return -1;
	if (fakeapi__route_bool(&c->route, "export", NULL))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "the export parameter, deprecated since v1.14, is no "
					   "longer supported");
	rc = fakeapi__get_version(c);
	if (rc != 0)
		return rc;
	e = fakeapi__bucket_entry(c->bucket, c->route_ns, c->route.name);
	v = e ? fakeapi__entry_at(e, seen) : NULL;
	if (!v)
		return fakeapi__not_found(c, c->route.name);
	if (fakeapi__is_long_read(c, v->json_len) && fakeapi__hand_over(c, &rc))
		return rc;
	held = fakeapi__version_ref(v);
	rc = fakeapi__answer_object(c, 200, fakeapi__version_json(held));
	fakeapi__version_unref(&c->core->store, held);
	return rc;
}

struct scanning {
	struct fakeapi__scan *scan;
	bool parked;
};

static int scan_some(struct fakeapi__call *c, void *work)
{
	struct scanning *s = work;
	int rc = fakeapi__scan_step(s->scan, FAKEAPI_SCAN_STEP);

	/* The store was rewound, and the type may have changed. */
	if (rc == FAKEAPI_SCAN_LOST)
		rc = fakeapi__park(c, c->now_ns);
	else if (rc != FAKEAPI_SCAN_MORE)
		return rc;
	else if (!fakeapi__hand_over(c, &rc))
		return fakeapi__may_go_on(c) < 0 ? -1 : FAKEAPI_MORE;
	s->parked = rc > 0;
	return s->parked ? 0 : rc;
}

int fakeapi__scan_whole(struct fakeapi__call *c, struct fakeapi__scan *scan)
{
	struct scanning s = { .scan = scan };
	int rc = fakeapi__steps_run(c, scan_some, &s);

	return s.parked ? 1 : rc;
}

/* deletecollection lists in pages of this size; its limit makes a version exact. */
enum { PAGE_OF_A_DELETE = 10000 };

/* --- list --------------------------------------------------------------------------------- */

struct list {
	struct fakeapi__selection sel;
	uint64_t rv;	     /* the state to read */
	int64_t limit;	     /* 0: all */
	struct strbuf start; /* start key, relative to the namespace */
	struct strbuf token;
	struct fakeapi__scan scan; /* finds its objects */
	const struct fakeapi__held *found;
	int64_t remaining; /* < 0: omitted */
	bool cached;
};

/* Old states are readable until compaction; types with a watch cache keep them longer. */
static bool rv_readable(const struct fakeapi__call *c, uint64_t rv)
{
	const struct fakeapi__bucket *b = c->bucket;

	if (rv < b->forgotten_rv || rv < c->core->store.list_floor)
		return false;
	return rv >= c->core->store.etcd_floor ||
	       (fakeapi__is_cached(c) && rv >= b->cache_floor && rv > 0);
}

static int expired_list(struct fakeapi__call *c)
{
	return fakeapi__status_set(&c->st, 410, "Expired",
				   "The resourceVersion for the provided list is too old.");
}

/* The 410 for a page has a token that continues at the newest state. */
static int expired_continue(struct fakeapi__call *c, const struct list *l)
{
	AUTO_STRBUF token = STRBUF_INIT;
	struct str key = strbuf_str(&l->start);

	if (key.len && key.ptr[key.len - 1] == '\0')
		key.len--;
	fakeapi__continue_encode(&token, key, false, -1);
	(void)fakeapi__status_set(
	    &c->st, 410, "Expired",
	    "The provided continue parameter is too old to display a consistent list result. "
	    "You can start a new list without the continue parameter, or use the continue "
	    "token in this response to retrieve the remainder of the results. Continuing with "
	    "the provided token results in an inconsistent list - objects that were created, "
	    "modified, or deleted between the time the first chunk was returned and now may "
	    "show up in the list.");
	if (!token.failed && c->st.doc)
		(void)cJSON_AddStringToObject(fakeapi__meta(c->st.doc), "continue", token.ptr);
	return -1;
}

static int choose_continue(struct fakeapi__call *c, struct list *l, struct str token)
{
	struct str rv_text = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	int64_t rv;

	if (fakeapi__continue_decode(token, &l->start, &rv, &c->st) < 0)
		return -1;
	if (rv_text.len && !str_eqz(rv_text, "0"))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "specifying resource version is not allowed when using "
					   "continue");
	if (rv_text.len && l->cached)
		l->limit = 0; /* "0": the watch cache ignores the limit */
	if (rv < 0) {
		l->rv = newest(c);
		return 0;
	}
	l->rv = (uint64_t)rv;
	if (c->core->tokens_expired_rv && l->rv <= c->core->tokens_expired_rv)
		return expired_continue(c, l);
	if (l->rv > newest(c))
		return fakeapi__too_large_rv(c, l->rv, l->cached);
	return rv_readable(c, l->rv) ? 0 : expired_continue(c, l);
}

/* A list of one name is a read of one key. If its version is exact the storage reads it; with a
 * limit, at least at that version (etcd3/store.go: GetList, not Recursive). */
static bool selects_one(const struct fakeapi__call *c, const struct list *l)
{
	return l->sel.only.ptr && (!(c->stored->flags & FAKEAPI_RES_NAMESPACED) || l->sel.ns.len);
}

/* Chooses the state by resourceVersion and resourceVersionMatch. */
static int choose_rv(struct fakeapi__call *c, struct list *l)
{
	struct str text = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	struct str match = fakeapi__route_param(&c->route, "resourceVersionMatch", NULL);
	struct str token = fakeapi__route_param(&c->route, "continue", NULL);
	uint64_t rv = 0;
	bool limited, exact, one;
	int rc;

	l->rv = text.len ? c->visible_rv : newest(c);
	if (token.len)
		return choose_continue(c, l, token);
	if (!text.len)
		return 0;
	if (fakeapi__parse_rv(text, &rv) < 0)
		return fakeapi__bad_rv(c, 400, "BadRequest", "invalid resource version: ", text);
	if (rv == 0) {
		if (l->cached)
			l->limit = 0; /* the watch cache ignores the limit */
		return 0;
	}
	limited = !match.len && l->limit > 0;
	exact = limited || str_eqz(match, "Exact");
	one = exact && selects_one(c, l);
	if (one)
		l->rv = newest(c);
	rc = one && rv <= l->rv ? 0 : fakeapi__too_large_rv(c, rv, l->cached && !one);
	if (rc != 0)
		return rc;
	if (!exact || (one && limited))
		return 0;
	l->rv = rv;
	return rv_readable(c, rv) ? 0 : expired_list(c);
}

int fakeapi__list_state(struct fakeapi__call *c, uint64_t *rv)
{
	struct list l = { .cached = fakeapi__is_cached(c), .limit = PAGE_OF_A_DELETE };
	int rc;

	strbuf_init(&l.start);
	rc = choose_rv(c, &l);
	strbuf_fini(&l.start);
	*rv = l.rv;
	return rc;
}

/* Makes a token that continues after the last object found. */
static void make_token(struct list *l)
{
	size_t prefix = l->sel.ns.len ? l->sel.ns.len + 1 : 0;
	struct str rest = { l->scan.last.ptr + prefix, l->scan.last.len - prefix };

	fakeapi__continue_encode(&l->token, rest, l->cached, (int64_t)l->rv);
}

/* Finds the page's objects and counts the remaining ones. 1: the call is parked. */
static int find_page(struct fakeapi__call *c, struct list *l)
{
	int rc = fakeapi__scan_begin(&l->scan, &c->core->store, c->bucket, &l->sel, l->rv,
				     strbuf_str(&l->start), l->limit);

	if (rc == 0)
		rc = fakeapi__scan_whole(c, &l->scan);
	if (rc != 0)
		return rc;
	l->remaining = -1;
	if (l->scan.left && !fakeapi__selection_filters(&l->sel))
		l->remaining = l->scan.left;
	if (l->scan.left)
		make_token(l);
	return 0;
}

/* Reuses the page of the call's previous run, whose objects a webhook converts. */
static bool find_again(struct fakeapi__call *c, struct list *l)
{
	const struct fakeapi__row *row = fakeapi__converted_row(c);

	if (!row)
		return false;
	l->rv = row->rv;
	l->remaining = row->remaining;
	strbuf_adds(&l->token, strbuf_str(&row->token));
	l->found = row->held;
	return true;
}

/* If a webhook converts, sends all objects in one review. */
static int convert_found(struct fakeapi__call *c, struct list *l)
{
	struct fakeapi__held *held = l->scan.found;
	struct fakeapi__row *row;
	int rc;

	if (l->found)
		held = c->x->memo->row.held;
	l->found = held;
	if (!c->converts || !held)
		return 0;
	l->scan.found = NULL;
	rc = fakeapi__convert_ahead(c, &held);
	l->found = held;
	row = fakeapi__converted_row(c);
	if (!row)
		return rc;
	row->rv = l->rv;
	row->remaining = l->remaining;
	strbuf_clear(&row->token);
	strbuf_adds(&row->token, strbuf_str(&l->token));
	return row->token.failed ? -1 : rc;
}

/* Works with or without the lock. */
static int write_item(struct fakeapi__call *c, const struct fakeapi__version *v, size_t index,
		      int64_t unix_s)
{
	struct str json = fakeapi__version_json(v);
	AUTO_STRBUF converted = STRBUF_INIT;

	if (!fakeapi__reads_as_kept(c->stored, c->res, json)) {
		if (fakeapi__read_json(c, json, &converted) < 0)
			return -1;
		json = strbuf_str(&converted);
	}
	if (c->core->opt.list_items_kind && c->form.kind == FAKEAPI_FORM_PLAIN &&
	    !c->form.protobuf) {
		strbuf_addz(&c->x->body, index ? "," : "");
		strbuf_adds(&c->x->body, json);
		return c->x->body.failed ? -1 : 0;
	}
	return fakeapi__render_list_item(c->res, &c->form, json, index, unix_s, &c->x->body);
}

static bool streams(const struct fakeapi__call *c)
{
	return !fakeapi__audit_wants_response(c) && c->form.kind == FAKEAPI_FORM_PLAIN &&
	       !c->form.protobuf && !c->form.yaml && !c->form.pretty && c->res == c->stored &&
	       fakeapi__custom_complete(c->res);
}

struct items {
	const struct fakeapi__held *held; /* NULL: none */
	size_t skip;			  /* bytes at the start of each object to replace */
	int64_t unix_s;
};

/* 1: the objects' prefixes differ from ours. */
static int compare_prefixes(struct fakeapi__call *c, void *work)
{
	struct items *in = work;
	const struct fakeapi__held *held = in->held;

	if ((c->res->flags & FAKEAPI_RES_CUSTOM) || c->core->opt.list_items_kind)
		return 0;
	for (size_t i = 0; i < held->count; i++) {
		size_t n =
		    fakeapi__render_type_prefix(c->res, fakeapi__version_json(held->items[i]));

		if (!n || (n != in->skip && i > 0))
			return 1;
		in->skip = n;
	}
	return 0;
}

/* Streams a long list in the stored form; releases the lock during the prefix comparison. 1: not
 * such a list. */
static int stream_list(struct fakeapi__call *c, struct list *l)
{
	struct items in = { .held = l->found };
	struct fakeapi__list_stream *s;

	if (!streams(c) || !in.held)
		return 1;
	if (fakeapi__unlocked_run(c, compare_prefixes, &in) != 0 ||
	    fakeapi__list_stream_bytes(in.held, in.skip) < FAKEAPI_STREAM_FROM)
		return 1;
	s = fakeapi__list_stream_new(l->scan.found, in.skip);
	if (!s)
		return -1;
	l->scan.found = NULL;
	c->x->stream = s;
	return 0;
}

static int write_items(struct fakeapi__call *c, void *work)
{
	const struct items *in = work;
	int rc = 0;

	for (size_t i = 0; in->held && rc == 0 && i < in->held->count; i++)
		rc = write_item(c, in->held->items[i], i, in->unix_s);
	return rc;
}

static int write_list(struct fakeapi__call *c, struct list *l)
{
	struct items in = { .held = l->found, .unix_s = fakeapi__core_unix(c->core) };
	AUTO_STRBUF meta = STRBUF_INIT;
	struct strbuf *body = &c->x->body;
	bool custom = c->res->flags & FAKEAPI_RES_CUSTOM;
	int rc;

	strbuf_addf(&meta, "{\"resourceVersion\":\"%" PRIu64 "\"", l->rv);
	if (l->token.len || (custom && c->form.kind == FAKEAPI_FORM_PLAIN))
		strbuf_addf(&meta, ",\"continue\":\"" STR_FMT "\"", STR_ARG(strbuf_str(&l->token)));
	if (l->remaining >= 0)
		strbuf_addf(&meta, ",\"remainingItemCount\":%" PRId64, l->remaining);
	strbuf_addc(&meta, '}');
	strbuf_clear(body);
	/* A page without its token would look like the whole list. */
	if (meta.failed || l->token.failed ||
	    fakeapi__render_list_begin(c->res, &c->form, strbuf_str(&meta), body) < 0)
		return -1;
	rc = stream_list(c, l);
	if (rc < 0)
		return -1;
	c->x->stream_at = body->len;
	if (rc > 0 && fakeapi__unlocked_run(c, write_items, &in) < 0)
		return -1;
	return fakeapi__render_list_end(c->res, &c->form, body);
}

int fakeapi__verb_list(struct fakeapi__call *c)
{
	struct list l;
	bool given, again;
	int rc;

	memset(&l, 0, sizeof(l));
	fakeapi__selection_init(&l.sel);
	strbuf_init(&l.start);
	strbuf_init(&l.token);
	l.cached = fakeapi__is_cached(c);
	rc = fakeapi__read_list_request(c, false, &l.sel);
	if (rc == 0)
		rc = fakeapi__select_fields(c, &l.sel);
	if (rc == 0)
		rc = fakeapi__query_int(c, "limit", &l.limit, &given);
	if (l.limit < 0)
		l.limit = 0;
	again = rc == 0 && c->converts && find_again(c, &l);
	if (rc == 0 && !again)
		rc = choose_rv(c, &l);
	if (rc == 0 && c->core->opt.list_page_max && (given || c->core->opt.list_page_always))
		l.limit = c->core->opt.list_page_max;
	if (rc == 0)
		rc = fakeapi__check_form(c, c->res, true);
	if (rc == 0 && !again)
		rc = find_page(c, &l);
	if (rc == 0 && l.scan.found && fakeapi__is_long_read(c, l.scan.found->bytes) && !streams(c))
		(void)fakeapi__hand_over(c, &rc);
	if (rc == 0)
		rc = convert_found(c, &l);
	if (rc == 0)
		rc = write_list(c, &l);
	if (rc == 0)
		rc = fakeapi__answer_compact(c, 200);
	fakeapi__scan_end(&l.scan);
	fakeapi__selection_fini(&l.sel);
	strbuf_fini(&l.start);
	strbuf_fini(&l.token);
	return rc;
}
