/* SPDX-License-Identifier: Apache-2.0 */
/* soak_watcher.h - what the clients of a soak share, and those of them that only watch. */
#ifndef TESTS_SOAK_WATCHER_H
#define TESTS_SOAK_WATCHER_H

#include <stdatomic.h>

#include "base/json_scan.h"
#include "relist/fakeapi.h"
#include "tests/kit/soak_history.h"
#include "tests/kit/soak_http.h"

enum { SOAK_LAST_FIRST = SOAK_KEYS - SOAK_NAMESPACES }; /* written last, one in each namespace */

struct soak {
	struct fakeapi *api;
	uint16_t port;
	int64_t until_ns;
	struct soak_history history;
	atomic_ulong requests, events, breaks, gaps;
};

/* A status that a fault gives and nothing else. */
bool soak_injected(int status);
/* The JSON of `text`, or the end of the program. */
json_t soak_parse(struct str text);
/* A number in a JSON string, after `skip` characters. */
uint64_t soak_number(json_t v, size_t skip);
/* False: an object that is not ours. */
bool soak_parse_object(json_t obj, struct soak_change *out);
void soak_take_items(json_t list, struct soak_changes *out);
/* "/api/v1/...serviceaccounts?" and the selector with "&". */
void soak_add_list_uri(struct strbuf *out, const struct soak_filter *f);

/* Set soak, id, websocket, watch_list and view.filter. */
struct watcher {
	struct soak *soak;
	unsigned id;
	bool websocket, watch_list;
	struct soak_conn conn;
	struct soak_view view;
	uint64_t rv;  /* seen up to here; 0: nothing is known */
	bool initial; /* of a watch list: until its bookmark */
	bool done;
};

/* A thread: lists and watches until it has got the last write; leaves its views in the history. */
void *soak_watch(void *watcher);

#endif
