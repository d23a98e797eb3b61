/* SPDX-License-Identifier: Apache-2.0 */
/* view.h - the reports of an external informer: the JSON lines of the subject contract
 * (docs/conformance.md), added up.
 *
 *   {"notify":{"type":"ADD|UPDATE|DELETE","key":"ns/name","rv":"5","oldRv":"4","tombstone":true,
 *              "initial":true}}
 *   {"state":{"cache":{"ns/name":"5"},"synced":true}}     at any time; the newest counts
 *   {"error":{"message":"..."}}
 *
 * Who may call: conform/, world/ and through it external/. Threads: any; what is built belongs to
 * one. No locks.
 */
#ifndef RUNNER_SUBJECT_VIEW_H
#define RUNNER_SUBJECT_VIEW_H

#include "base/map.h"
#include "base/str.h"

enum { VIEW_RV_MAX = 40, VIEW_TEXT_MAX = 200 };

/* One key, as notifications or the cache have it. */
struct view__object {
	char rv[VIEW_RV_MAX]; /* "": not said */
	bool present;	      /* false: deleted */
};

enum view__kind {
	VIEW_NOTHING, /* no JSON, or nothing of the contract: counted, not looked at */
	VIEW_ADD,
	VIEW_UPDATE,
	VIEW_DELETE,
	VIEW_ERROR,
	VIEW_STATE,
};

/* A line just read; strings live in the view until its next line. */
struct view__line {
	enum view__kind kind;
	struct str key, rv, old_rv;
	bool tombstone, initial;
};

struct view {
	struct map told;  /* key -> struct view__object: what the notifications add up to */
	struct map cache; /* the same of the newest state line */
	bool has_told, has_cache, has_synced, synced;
	bool spoke;	    /* there was a line */
	uint64_t odd_lines, /* not of the contract */
	    notifications, errors, tombstones;
	uint64_t adds_again; /* ADD of what was there already */
	uint64_t repeats;    /* reported again in the same version */
	uint64_t backwards;  /* reported in an older version than before */
	char first_backwards[VIEW_TEXT_MAX], first_odd[VIEW_TEXT_MAX], last_error[VIEW_TEXT_MAX];
	struct strbuf scratch[3];
	bool failed; /* out of memory: what it says is not complete */
};

void view__init(struct view *v);
void view__fini(struct view *v);
/* Takes one line without its newline. */
struct view__line view__take(struct view *v, struct str line);

#endif
