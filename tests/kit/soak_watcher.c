/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/soak_watcher.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- objects --- */

bool soak_injected(int status)
{
	return status == 500 || status == 503 || status == 429;
}

uint64_t soak_number(json_t v, size_t skip)
{
	struct strbuf scratch = STRBUF_INIT;
	struct str text = json_str(v, &scratch);
	uint64_t n = text.len > skip ? strtoull(text.ptr + skip, NULL, 10) : 0;

	strbuf_fini(&scratch);
	return n;
}

bool soak_parse_object(json_t obj, struct soak_change *out)
{
	json_t meta = json_get(obj, "metadata"), name = json_get(meta, "name");

	if (name.len < 4 || memcmp(name.ptr, "\"k-", 3) != 0)
		return false;
	*out = (struct soak_change) {
		.rv = soak_number(json_get(meta, "resourceVersion"), 0),
		.key = (uint32_t)soak_number(name, 2),
		.value = (uint32_t)soak_number(json_path(meta, "annotations", "v", NULL), 0),
		.labelled = json_str_eq(json_path(meta, "labels", "soak", NULL), STR("in")),
	};
	SOAK_CHECK(out->rv && out->key < SOAK_KEYS, "a strange object: " STR_FMT, STR_ARG(obj));
	return true;
}

json_t soak_parse(struct str text)
{
	json_t whole;

	SOAK_CHECK(json_valid(text, &whole, NULL), "no JSON: " STR_FMT, STR_ARG(text));
	return whole;
}

void soak_take_items(json_t list, struct soak_changes *out)
{
	struct soak_change c;
	struct json_iter it;
	json_t item;

	json_iter_init(&it, json_get(list, "items"));
	while (json_iter_element(&it, &item))
		if (soak_parse_object(item, &c))
			soak_changes_add(out, &c);
}

void soak_add_list_uri(struct strbuf *out, const struct soak_filter *f)
{
	if (f->ns == SOAK_NS_ALL)
		strbuf_addz(out, "/api/v1/serviceaccounts?");
	else
		strbuf_addf(out, "/api/v1/namespaces/soak-%d/serviceaccounts?", f->ns);
	if (f->labelled_only)
		strbuf_addz(out, "labelSelector=soak%3Din&");
}

/* --- watching --- */

static void forget(struct watcher *w)
{
	if (w->rv) {
		atomic_fetch_add(&w->soak->gaps, 1);
		soak_history_view(&w->soak->history, &w->view);
	}
	w->view.listed.count = w->view.events.count = 0;
	w->rv = 0;
}

/* The write after which no other comes for this filter. */
static uint32_t last_key(const struct watcher *w)
{
	return SOAK_LAST_FIRST + (w->view.filter.ns == SOAK_NS_ALL ? SOAK_NAMESPACES - 1
								   : (uint32_t)w->view.filter.ns);
}

static void list_all(struct watcher *w)
{
	AUTO_STRBUF uri = STRBUF_INIT;
	json_t list;
	int status;

	soak_add_list_uri(&uri, &w->view.filter);
	status = soak_request(&w->conn, "GET", uri.ptr, NULL, NULL);
	SOAK_CHECK(status < 0 || status == 200 || soak_injected(status), "list: %d %s", status,
		   w->conn.out.ptr);
	if (status != 200)
		return;
	list = soak_parse(strbuf_str(&w->conn.out));
	w->rv = w->view.rv = soak_number(json_path(list, "metadata", "resourceVersion", NULL), 0);
	soak_take_items(list, &w->view.listed);
	for (size_t i = 0; i < w->view.listed.count; i++)
		w->done = w->done || w->view.listed.items[i].key == last_key(w);
}

static void on_bookmark(struct watcher *w, json_t obj)
{
	uint64_t rv = soak_number(json_path(obj, "metadata", "resourceVersion", NULL), 0);

	SOAK_CHECK(rv >= w->rv, "watcher %u: a bookmark at rv %" PRIu64 " after %" PRIu64, w->id,
		   rv, w->rv);
	w->rv = rv;
	if (!w->initial)
		return;
	SOAK_CHECK(json_str_eq(json_path(obj, "metadata", "annotations",
					 "k8s.io/initial-events-end", NULL),
			       STR("true")),
		   "a bookmark among initial events: " STR_FMT, STR_ARG(obj));
	w->initial = false;
	w->view.rv = rv;
}

static void on_object(struct watcher *w, json_t type, json_t obj)
{
	struct soak_change c;

	if (!soak_parse_object(obj, &c))
		return;
	c.type = json_str_eq(type, STR("ADDED"))      ? SOAK_ADDED
		 : json_str_eq(type, STR("MODIFIED")) ? SOAK_MODIFIED
						      : SOAK_DELETED;
	w->done = w->done || c.key == last_key(w);
	atomic_fetch_add(&w->soak->events, 1);
	if (w->initial) {
		soak_changes_add(&w->view.listed, &c);
		return;
	}
	SOAK_CHECK(c.rv > w->rv, "watcher %u: rv %" PRIu64 " after %" PRIu64, w->id, c.rv, w->rv);
	w->rv = c.rv;
	soak_changes_add(&w->view.events, &c);
}

/* False: the watch has reported an error. */
static bool on_event(struct watcher *w, struct str line)
{
	json_t ev = soak_parse(line), type = json_get(ev, "type"), obj = json_get(ev, "object");
	int64_t code = 0;

	if (json_str_eq(type, STR("BOOKMARK"))) {
		on_bookmark(w, obj);
		return true;
	}
	if (!json_str_eq(type, STR("ERROR"))) {
		on_object(w, type, obj);
		return true;
	}
	SOAK_CHECK(json_int64(json_get(obj, "code"), &code) && code == 410, "error: " STR_FMT,
		   STR_ARG(obj));
	forget(w);
	return false;
}

static void watch_on(struct watcher *w)
{
	AUTO_STRBUF uri = STRBUF_INIT;
	struct str event;
	int status;

	soak_add_list_uri(&uri, &w->view.filter);
	strbuf_addz(&uri, "watch=true&allowWatchBookmarks=true");
	w->initial = !w->rv;
	if (w->initial)
		strbuf_addz(&uri, "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
	else
		strbuf_addf(&uri, "&resourceVersion=%" PRIu64, w->rv);
	status = soak_watch_open(&w->conn, uri.ptr, w->websocket);
	SOAK_CHECK(status < 0 || status == 200 || status == 101 || soak_injected(status),
		   "watch: %d", status);
	if (status != 200 && status != 101)
		return;
	while (!(w->done && !w->initial) && soak_watch_next(&w->conn, &event))
		if (!on_event(w, event))
			break;
	soak_conn_close(&w->conn);
	if (w->initial) { /* not all of it came */
		w->view.listed.count = 0;
		w->rv = 0;
		w->done = false;
	}
}

void *soak_watch(void *user)
{
	struct watcher *w = user;

	(void)snprintf(w->view.who, sizeof(w->view.who), "watcher %u%s", w->id,
		       w->websocket ? " (ws)" : "");
	soak_conn_init(&w->conn, w->soak->port);
	while (!w->done) {
		if (!w->rv && !w->watch_list)
			list_all(w);
		else
			watch_on(w);
	}
	w->view.to_the_end = true;
	soak_history_view(&w->soak->history, &w->view);
	soak_conn_fini(&w->conn);
	return NULL;
}
