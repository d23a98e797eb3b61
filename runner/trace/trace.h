/* SPDX-License-Identifier: Apache-2.0 */
/* trace.h - a recorded story between one informer, one scripted server and the code that uses the
 * informer: JSON Lines, "relist trace v1".
 *
 * Loading is strict: an unknown member, a wrong type or a dangling reference is one error with line
 * and column. A loaded trace is immutable, so several threads may run it. */
#ifndef RUNNER_TRACE_TRACE_H
#define RUNNER_TRACE_TRACE_H

#include "base/clock.h"
#include "base/json_scan.h"
#include "fakeapi/player.h"
#include "relist/informer.h"
#include "runner/arena.h"

enum {
	RUNNER_LINE_BYTES_MAX = 16 << 20,
	RUNNER_FILE_BYTES_MAX = 256 << 20,
};

/* X(NAME, member, true: an input that the runner executes; false: an expected event) */
#define RUNNER_LINES(X)                                                                            \
	X(REQUEST, "request", false)                                                               \
	X(RESPONSE, "response", true)                                                              \
	X(EVENT, "event", true)                                                                    \
	X(RAW, "raw", true)                                                                        \
	X(CLOSE, "close", true)                                                                    \
	X(ACT, "act", true)                                                                        \
	X(HANGUP, "hangup", false)                                                                 \
	X(NOTIFY, "notify", false)                                                                 \
	X(WATCH_ERROR, "watchError", false)                                                        \
	X(OBJECT, "object", false)                                                                 \
	X(STATE, "state", false)                                                                   \
	X(CRASH, "crash", false)

enum runner__line_kind {
#define X(name, member, input) RUNNER_LINE_##name,
	RUNNER_LINES(X)
#undef X
};

/* X(NAME, word, required members, optional members) - bits of enum runner__act_member */
#define RUNNER_ACTS(X)                                                                             \
	X(START, "start", 0, 0)                                                                    \
	X(ADD_HANDLER, "addHandler", HANDLER, RESYNC | BLOCKED | ERROR)                            \
	X(REMOVE_HANDLER, "removeHandler", HANDLER, 0)                                             \
	X(BLOCK, "block", HANDLER, 0)                                                              \
	X(UNBLOCK, "unblock", HANDLER, 0)                                                          \
	X(PANIC_NEXT, "panicNext", HANDLER, 0)                                                     \
	X(HOLD_STORE, "holdStore", 0, 0)                                                           \
	X(RELEASE_STORE, "releaseStore", 0, 0)                                                     \
	X(POP_ONE, "popOne", 0, 0)                                                                 \
	X(ADVANCE, "advance", BY, 0)                                                               \
	X(REFUSE, "refuse", 0, 0)                                                                  \
	X(ACCEPT, "accept", 0, 0)                                                                  \
	X(ADD_INDEXER, "addIndexer", INDEX, ERROR)                                                 \
	X(MUTATE, "mutate", KEY, 0)                                                                \
	X(DUMP, "dump", KEY, 0)                                                                    \
	X(STOP, "stop", 0, 0)

enum runner__act_kind {
#define X(name, word, required, allowed) RUNNER_ACT_##name,
	RUNNER_ACTS(X)
#undef X
};

struct runner__pair {
	struct str name, value;
};

enum runner__after { RUNNER_AFTER_AT_ONCE, RUNNER_AFTER_EXACT, RUNNER_AFTER_WINDOW };

struct runner__request {
	uint32_t id;
	struct str method, path;	  /* empty in a script: matches anything */
	const struct runner__pair *query; /* sorted by name */
	size_t query_count;
	enum runner__after after;
	int64_t min_ns, below_ns; /* EXACT: both equal */
};

struct runner__response {
	int status;
	bool stream;
	const struct fakeapi__header *headers;
	size_t header_count;
	struct str body;
};

struct runner__act {
	enum runner__act_kind kind;
	struct str handler, index, key;
	uint32_t handler_index; /* index into the trace's names */
	int64_t resync_ns;	/* < 0: the informer's default */
	int64_t by_ns;
	bool blocked;
	bool fails; /* the call is expected to fail */
};

enum runner__notify_type { RUNNER_ADD, RUNNER_UPDATE, RUNNER_DELETE };

/* Also used for observed notifications. */
struct runner__notify {
	uint32_t handler; /* index into the trace's names */
	enum runner__notify_type type;
	struct str key, rv;
	struct str old_rv;	 /* UPDATE */
	struct str old_uid, uid; /* UPDATE: both empty unless they differ */
	bool initial;		 /* ADD */
	bool tombstone;		 /* DELETE */
	uint32_t any_order;	 /* 0: none; never set in observed notifications */
};

struct runner__watch_error {
	enum inf_watch_error_kind kind;
	int code;
	struct str reason;
	struct str text; /* not compared */
};

struct runner__synced {
	struct str handler;
	bool synced;
};

struct runner__index_value {
	struct str value;
	const struct str *keys; /* sorted */
	size_t key_count;
};

struct runner__index {
	struct str name;
	const struct runner__index_value *values; /* sorted */
	size_t value_count;
};

/* Also filled by a world's snapshot. Everything is sorted by name. */
struct runner__state {
	const struct runner__pair *cache; /* key, resourceVersion */
	size_t cache_count;
	const struct runner__index *indexes;
	size_t index_count;
	const struct runner__synced *handlers;
	size_t handler_count;
	struct str last_sync_rv, store_rv;
	bool synced, stopped;
	bool has_indexes, has_store_rv; /* optional in a trace */
};

struct runner__line {
	enum runner__line_kind kind;
	uint32_t number; /* line in the file, from 1 */
	uint32_t id;	 /* id of the line's request, or 0 */
	union {
		struct runner__request request;
		struct runner__response response;
		struct str bytes; /* EVENT and RAW: the bytes on the wire */
		enum fakeapi__player_close how;
		struct runner__act act;
		struct runner__notify notify;
		struct runner__watch_error watch_error;
		struct {
			struct str key;
			json_t object;
		} object;
		struct runner__state state;
		struct str crash;
	};
	json_t json; /* the whole line, for messages */
};

struct runner__handler_def {
	struct str name;
	int64_t resync_ns; /* < 0: the informer's default */
};

enum runner__transform_kind {
	RUNNER_TRANSFORM_NONE,
	RUNNER_TRANSFORM_STRIP_MANAGED_FIELDS,
	RUNNER_TRANSFORM_FAIL_ON,
	RUNNER_TRANSFORM_RENAME,
};

struct runner__trace {
	struct str path; /* as the user named it; for messages */
	struct str name, about, recorded_from;
	struct str client; /* typed, protobuf, metadata; empty: dynamic */
	bool classic;
	struct str group, version, resource, kind;
	bool namespaced;
	int64_t resync_ns;
	bool watch_list, expect_kind, mutation_detector;
	int64_t page_size;
	struct str namespace_, label_selector, field_selector;
	const struct str *indexers;
	size_t indexer_count;
	enum runner__transform_kind transform;
	struct str transform_arg;
	/* Gates that differ from the default: -1 not named, else 0 or 1. */
	int gate_batch, gate_atomic, gate_unlock, gate_watch_list;
	const struct runner__handler_def *handlers;
	size_t handler_count;
	struct str *names; /* names of all handlers, including those that acts add */
	uint32_t name_count;
	const struct runner__line *lines;
	size_t line_count;
	uint32_t request_count; /* number of request lines */
	bool starts_itself;	/* there is no `start` line: start before the first line */
	struct runner__arena arena;
};

/* `text` is borrowed for the call. Returns NULL with err filled: code (RELIST_EPARSE, RELIST_ELIMIT
 * or RELIST_ENOMEM), line, column and a message without a position. */
struct runner__trace *runner__trace_parse(struct str path, struct str text, struct relist_err *err);
void runner__trace_free(struct runner__trace *trace);

const char *runner__line_word(enum runner__line_kind kind);
bool runner__line_is_input(enum runner__line_kind kind);
const char *runner__act_word(enum runner__act_kind kind);
const char *runner__watch_error_word(enum inf_watch_error_kind kind);

#endif
