/* SPDX-License-Identifier: Apache-2.0 */
/* view.h - the reports of an external informer: reads the JSON lines of the subject contract
 * (docs/conformance.md) and computes the state that they describe.
 *
 *   {"notify":{"type":"ADD|UPDATE|DELETE","key":"ns/name","rv":"5","oldRv":"4","tombstone":true,
 *              "initial":true}}
 *   {"state":{"cache":{"ns/name":"5"},"synced":true}}     at any time; the newest counts
 *   {"error":{"message":"..."}}
 *
 * Who may call: conform/, world/ and through it external/. Threads: any; a view belongs to one. No
 * locks. */
#ifndef RUNNER_SUBJECT_VIEW_H
#define RUNNER_SUBJECT_VIEW_H

#include "base/map.h"
#include "base/str.h"

enum { VIEW_RV_MAX = 40, VIEW_TEXT_MAX = 200 };

/* The state of one key according to notifications or the cache. */
struct view__object {
	char rv[VIEW_RV_MAX]; /* "": unknown */
	bool present;	      /* false: deleted */
};

enum view__kind {
	VIEW_NOTHING, /* not JSON or not part of the contract: counted and ignored */
	VIEW_ADD,
	VIEW_UPDATE,
	VIEW_DELETE,
	VIEW_ERROR,
	VIEW_STATE,
};

/* A parsed line; its strings are valid until the view reads the next line. */
struct view__line {
	enum view__kind kind;
	struct str key, rv, old_rv;
	bool tombstone, initial;
};

struct view {
	struct map notified; /* key -> struct view__object: the sum of the notifications */
	struct map cache;    /* likewise from the newest state line */
	bool has_notified, has_cache, has_synced, synced;
	bool spoke;	    /* there was at least one line */
	uint64_t odd_lines, /* lines that are not part of the contract */
	    notifications, errors, tombstones;
	uint64_t adds_again; /* ADD of a key that already exists */
	uint64_t repeats;    /* number of reports with an unchanged version */
	uint64_t backwards;  /* number of reports with an older version than before */
	char first_backwards[VIEW_TEXT_MAX], first_odd[VIEW_TEXT_MAX], last_error[VIEW_TEXT_MAX];
	struct strbuf scratch[3];
	bool failed; /* out of memory: the view is incomplete */
};

void view__init(struct view *v);
void view__fini(struct view *v);
/* Reads one line without its newline. */
struct view__line view__take(struct view *v, struct str line);

#endif
