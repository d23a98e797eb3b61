/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - the tables of the language as arrays: the source of the parser, the help, the schema
 * and the manual. */
#ifndef RUNNER_LANGUAGE_TABLE_H
#define RUNNER_LANGUAGE_TABLE_H

#include "runner/language/scenario.h"
#include "runner/tbl/world.h"

enum { SCN_REQ = 1, SCN_MAIN = 2 };

/* X(NAME, name of such a value in messages, JSON Schema) */
#define SCN_KINDS(X)                                                                               \
	X(TEXT, "text", "{\"type\":[\"string\",\"number\",\"boolean\"]}")                          \
	X(UINT, "a whole number", "{\"$ref\":\"#/$defs/whole\"}")                                  \
	X(U32, "a whole number", "{\"$ref\":\"#/$defs/whole\"}")                                   \
	X(BOOL, "true or false", "{\"$ref\":\"#/$defs/bool\"}")                                    \
	X(MAYBE, "true or false", "{\"$ref\":\"#/$defs/bool\"}")                                   \
	X(DURATION, "a duration", "{\"$ref\":\"#/$defs/duration\"}")                               \
	X(WORD, "a word", "{\"type\":\"string\"}")                                                 \
	X(FLAG, "a word", "{\"type\":\"string\"}")                                                 \
	X(NAME, "a $name", "{\"type\":\"string\",\"pattern\":\"^[$]\"}")                           \
	X(NEW, "`new`", "{\"enum\":[\"new\"]}")                                                    \
	X(NODE, "any value", "true")                                                               \
	X(TYPE, "a type, or all", "{\"type\":\"string\"}")                                         \
	X(KEY, "an object", "{\"type\":\"string\"}")                                               \
	X(BACKEND, "a backend", "{\"type\":\"string\"}")                                           \
	X(INDEX_OF_BACKEND, "a backend", "{\"type\":\"string\"}")                                  \
	X(INFORMER, "an informer", "{\"type\":\"string\"}")                                        \
	X(CONTROLLER, "a controller", "{\"type\":\"string\"}")                                     \
	X(STATUS, "an HTTP status", "{\"type\":[\"integer\",\"string\"]}")                         \
	X(COUNT, "a whole number, or forever", "{\"type\":[\"integer\",\"string\"]}")              \
	X(RV, "now, or a resource version", "{\"type\":[\"integer\",\"string\"]}")                 \
	X(MATCH, "a request line", "{\"type\":\"string\"}")                                        \
	X(EVENT, "an event line", "{\"type\":\"string\"}")                                         \
	X(POINT, "a point", "{\"type\":\"string\"}")                                               \
	X(TIMES, "a whole number", "{\"$ref\":\"#/$defs/whole\"}")                                 \
	X(OBJECTS, "objects", "true")                                                              \
	X(KEYS, "an object, or a list of them", "{\"$ref\":\"#/$defs/texts\"}")                    \
	X(HEADERS, "name: value", "{\"type\":\"object\"}")                                         \
	X(CHUNKS, "a list of chunks", "{\"type\":[\"string\",\"array\"]}")                         \
	X(CUTS, "every, or a list of offsets", "{\"type\":[\"string\",\"array\"]}")                \
	X(RUN, "a name, or a list of them", "{\"$ref\":\"#/$defs/texts\"}")                        \
	X(HANDLER_ADD, "a handler", "{\"type\":\"string\"}")                                       \
	X(HANDLER_REMOVE, "a handler", "{\"type\":\"string\"}")                                    \
	X(HANDLER_OPTION, "text", "{\"type\":\"string\"}")                                         \
	X(STEP, "a step", "{\"type\":[\"object\",\"string\"]}")                                    \
	X(SUB, "", "true")

enum scn__kind {
#define X(name, ...) SCN_K_##name,
	SCN_KINDS(X)
#undef X
};

enum scn__group {
#define X(name, ...) SCN_G_##name,
	RUNNER_GROUPS(X)
#undef X
	    SCN_G_COUNT_
};

struct scn__arg {
	const char *key; /* first member: searched for suggestions */
	int owner;	 /* enum scn__step_kind or enum scn__group */
	enum scn__kind kind;
	size_t offset;
	unsigned flags;
	const char *words;
	const char *help;
};

struct scn__verb_doc {
	const char *word; /* first member: searched for suggestions */
	const char *group, *summary, *help, *example;
	const char *limits; /* limits in the external world; "": none */
};

struct scn__section_doc {
	const char *word;
	const char *summary, *help, *example;
	const char *outside; /* why the external world cannot compare it; "": it can */
};

struct scn__oracle_doc {
	const char *word;
	bool provable; /* decidable from the request log alone */
	const char *summary, *help;
};

/* A fix that an informer or a queue can omit. */
struct scn__fix_doc {
	const char *word;
	const char *part; /* the reflector, the cache, the handlers or the queue */
	const char *ref, *without;
};

struct scn__group_doc {
	const char *word;
	const char *summary;
};

extern const struct scn__verb_doc scn__verb_docs[];
extern const size_t scn__verb_doc_count;
extern const struct scn__section_doc scn__section_docs[];
extern const size_t scn__section_doc_count;
extern const struct scn__oracle_doc scn__oracle_docs[];
extern const size_t scn__oracle_doc_count;
extern const struct scn__fix_doc scn__fix_docs[]; /* indexed by enum inf__fix */
extern const size_t scn__fix_doc_count;
extern const struct scn__group_doc scn__group_docs[];

/* The rows of one verb, or of one group; *count is their number. */
const struct scn__arg *scn__step_args(enum scn__step_kind kind, size_t *count);
const struct scn__arg *scn__group_args(enum scn__group group, size_t *count);
const char *scn__kind_words(enum scn__kind kind);
const char *scn__kind_schema(enum scn__kind kind);

#endif
