/* SPDX-License-Identifier: Apache-2.0 */
/* members.h - reads the members of a JSON object into a struct by a table. Strict: every member
 * must be in the table, once, and have the table's type. */
#ifndef RUNNER_TRACE_MEMBERS_H
#define RUNNER_TRACE_MEMBERS_H

#include "base/str.h"
#include "runner/trace/trace.h"

struct runner__loader {
	struct runner__trace *trace;
	struct runner__arena *arena;
	struct strbuf scratch;
	struct strbuf answers; /* one byte per request: its enum fakeapi__player_state */
	uint32_t name_cap;
	const char *line_start;
	uint32_t line_number;
	struct relist_err *err;
};

enum runner__member_type {
	MEMBER_STR,	 /* struct str, decoded */
	MEMBER_BOOL,	 /* bool */
	MEMBER_UINT,	 /* uint32_t */
	MEMBER_DURATION, /* int64_t, from Go's "1.5s" */
	MEMBER_OBJECT,	 /* json_t */
	MEMBER_ARRAY,	 /* json_t */
	MEMBER_ANY,	 /* json_t */
};

struct runner__member {
	const char *name; /* first member: tables are searched for suggestions */
	enum runner__member_type type;
	bool required;
	size_t offset;
};

/* `what` names the object in messages: "notify line". Absent members leave `out` unchanged. */
int runner__members(struct runner__loader *l, json_t object, const char *what,
		    const struct runner__member *members, size_t count, void *out);

/* The index of `word` in a table of names, or -1 with the error set. */
int runner__word(struct runner__loader *l, json_t at, struct str word, const char *what,
		 const void *words, size_t count, size_t stride);

/* A NUL-terminated copy of a string value. */
struct str runner__text(struct runner__loader *l, json_t string);

/* Sets the error's position to the first byte of `at`. Returns `code`. */
int runner__fail(struct runner__loader *l, int code, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Handlers are numbered by name, in the order in which the file adds them. */
int runner__add_name(struct runner__loader *l, struct str name, uint32_t *index);
int runner__known_handler(struct runner__loader *l, json_t line, struct str name, uint32_t *index);

/* Reads {"name": "value", ...} as sorted pairs. */
int runner__read_pairs(struct runner__loader *l, json_t object, const char *what,
		       const struct runner__pair **out, size_t *count);
/* For qsort: every struct that is sorted by name begins with the name. */
int runner__by_name(const void *a, const void *b);
int runner__check_indexer(struct runner__loader *l, json_t at, struct str name);
int runner__check_id(struct runner__loader *l, json_t json, uint32_t id);

/* lines.c: all lines after the header. */
int runner__parse_line(struct runner__loader *l, json_t json, struct runner__line *out);

/* seen.c: the lines that state expected events. */
int runner__parse_hangup(struct runner__loader *l, json_t json, struct runner__line *out);
int runner__parse_notify(struct runner__loader *l, json_t json, struct runner__line *out);
int runner__parse_watch_error(struct runner__loader *l, json_t json, struct runner__line *out);
int runner__parse_object(struct runner__loader *l, json_t json, struct runner__line *out);
int runner__parse_state(struct runner__loader *l, json_t json, struct runner__line *out);
int runner__parse_crash(struct runner__loader *l, json_t json, struct runner__line *out);

#endif
