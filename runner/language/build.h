/* SPDX-License-Identifier: Apache-2.0 */
/* build.h - shared by the builders of a scenario. A builder reports an error and continues with a
 * harmless value, so that one run finds every error. Out of memory sets arena->failed, which is
 * checked at the end. */
#ifndef RUNNER_LANGUAGE_BUILD_H
#define RUNNER_LANGUAGE_BUILD_H

#include "runner/language/table.h"
#include "runner/language/yaml.h"

enum { SCN_BUILD_BYTES_MAX = 256 << 20 };

struct scn__variable {
	struct str name;
	const struct scn__node *value;
	bool used;
	struct scn__pos pos;
};

/* A cell that is being built. */
struct scn__build {
	struct runner__arena *arena;
	struct scn__errors *errors;
	struct scn__scenario *scenario;
	const struct scn__files *files; /* NULL: the scenario may name no files */
	struct scn__cell *cell;
	struct scn__variable *variables; /* variables of matrix and let */
	size_t variable_count;
	/* The parts of the world, writable until the cell is complete. */
	struct scn__type *types;
	struct scn__informer *informers;
	struct scn__handler *handlers;
	struct scn__controller *controllers;
	bool *template_used;
	struct scn__step *steps;
	uint32_t never_count;
	size_t bytes_left; /* remaining part of SCN_BUILD_BYTES_MAX */
};

/* A list of names for suggestions. */
struct scn__words {
	const char **items;
	size_t count;
};

void scn__fail(struct scn__build *b, struct scn__pos pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void scn__warn(struct scn__build *b, struct scn__pos pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports "unknown WHAT `typed` WHERE, did you mean `x`?" or the list of known words. `where` is
 * "", or begins with a space. */
void scn__unknown(struct scn__build *b, struct scn__pos pos, const char *what, const char *where,
		  struct str typed, const void *words, size_t count, size_t stride);

/* Zeroed memory for `count` items; at least one, so that NULL always means out of memory. */
void *scn__alloc(struct scn__build *b, size_t count, size_t size);
struct str scn__copy(struct scn__build *b, struct str s);
struct scn__pos scn__shift(const struct scn__node *node, struct str part);
bool scn__key_is(struct str typed, const char *key); /* also true for retryAfter and retry-after */
bool scn__is_null(const struct scn__node *node);
const char *scn__node_what(const struct scn__node *node); /* "a map", ... */

/* Each returns false and reports an error if the value's kind is wrong. `what` names it there. */
bool scn__want_map(struct scn__build *b, const struct scn__node *node, const char *what);
bool scn__want_list(struct scn__build *b, const struct scn__node *node, const char *what);
bool scn__want_text(struct scn__build *b, const struct scn__node *node, const char *what,
		    struct str *out);
/* Reports a value /.../ with an invalid pattern. */
void scn__check_pattern(struct scn__build *b, const struct scn__node *node);
bool scn__want_uint(struct scn__build *b, const struct scn__node *node, const char *what,
		    uint64_t max, uint64_t *out);
bool scn__want_bool(struct scn__build *b, const struct scn__node *node, const char *what,
		    bool *out);
bool scn__want_duration(struct scn__build *b, const struct scn__node *node, const char *what,
			int64_t *out);
bool scn__parse_duration(struct scn__build *b, struct scn__pos pos, struct str text, int64_t *out);
/* "MIN..MAX", "MIN..", or one value for both. */
bool scn__parse_range(struct scn__build *b, struct scn__pos pos, struct str text, int64_t *min,
		      int64_t *max);
bool scn__parse_uint(struct scn__build *b, struct scn__pos pos, struct str text, const char *what,
		     uint64_t max, uint64_t *out);
/* A text, or a list of texts. */
const struct str *scn__want_texts(struct scn__build *b, const struct scn__node *node,
				  const char *what, size_t *count);
int scn__word_index(struct str typed, const char *words); /* index of a word in "a|b|c"; -1 */

/* Look up names of the world; unknown ones are reported and give -1 or NULL. */
const struct scn__type *scn__find_type(struct scn__build *b, struct scn__pos pos, struct str name);
const struct scn__informer *scn__find_informer(struct scn__build *b, struct scn__pos pos,
					       struct str name);
const struct scn__controller *scn__find_controller(struct scn__build *b, struct scn__pos pos,
						   struct str name);
/* "h" or "informer/h". */
const struct scn__handler *scn__find_handler(struct scn__build *b, struct scn__pos pos,
					     struct str name);
/* The informer of "informer.index", or of "index" if there is one informer; sets *index. */
const struct scn__informer *scn__find_index(struct scn__build *b, struct scn__pos pos,
					    struct str key, struct str *index);
/* Returns the template's body and marks the template as used. */
const struct scn__node *scn__find_template(struct scn__build *b, const struct scn__node *name);
int scn__find_backend(struct scn__build *b, struct scn__pos pos, struct str name);
/* "type/ns/name" or "type/name". */
bool scn__parse_key(struct scn__build *b, struct scn__pos pos, struct str text,
		    struct scn__key *out);
/* "ns/name", or "name", for a known type. */
bool scn__parse_cache_key(struct scn__build *b, struct scn__pos pos, struct str text,
			  const struct scn__type *type, struct scn__key *out);

/* patterns.c: scn__parse_key(), or a pattern: "pods/default/web-*#2", the second object that was
 * created under such a name; without a number the only one that exists. */
bool scn__parse_step_key(struct scn__build *b, struct scn__pos pos, struct str text,
			 struct scn__key *out);
/* Likewise for a known type, without its name; the text has an asterisk, a number or words. */
bool scn__parse_numbered(struct scn__build *b, struct scn__pos pos, struct str text,
			 const struct scn__type *type, struct scn__key *out);
bool scn__is_numbered(struct str key);
/* Of a hold or a drop: without a number an asterisk means all objects with such names. */
bool scn__parse_rule_key(struct scn__build *b, struct scn__pos pos, struct str text,
			 struct scn__key *out);

/* object_sets.c: whether the key selects several objects. */
bool scn__is_object_set(struct str key);
/* Returns NULL after an error. `key` gets the name for messages. */
const struct scn__object_set *scn__parse_object_set(struct scn__build *b, struct scn__pos pos,
						    struct str text, const struct scn__type *type,
						    struct scn__key *key);
/* A key of `state`: an object, a numbered one, or a set of them (else *set is NULL). */
bool scn__parse_state_key(struct scn__build *b, struct scn__pos pos, struct str text,
			  const struct scn__type *type, const struct scn__object_set **set,
			  struct scn__key *key);
/* "NAMESPACE/NAME" or "NAME" with asterisks. Returns false after an error. */
bool scn__parse_pattern(struct scn__build *b, struct scn__pos pos, struct str text,
			const struct scn__type *type, struct str *ns, struct str *name);

/* Reads `node` by the rows into `out`; a value that is not a map is the SCN_MAIN argument. Keys
 * that `skip` accepts are ignored; SUB rows are accepted but not read. */
void scn__args(struct scn__build *b, const struct scn__arg *args, size_t count,
	       const struct scn__node *node, const char *what, void *out,
	       bool (*skip)(struct str key));
/* The value of a key, compared with scn__key_is(). */
const struct scn__node *scn__member(const struct scn__node *map, const char *key);

/* step_args.c: the argument kinds of steps. */
void scn__step_arg(struct scn__build *b, const struct scn__arg *arg, const struct scn__node *node,
		   struct scn__step *step);
/* points.c: the points of hold and release. */
void scn__read_point(struct scn__build *b, const struct scn__node *node, struct scn__step *step);
void scn__check_reply(struct scn__build *b, const struct scn__step *step,
		      const struct scn__node *node);
void scn__check_hold(struct scn__build *b, const struct scn__step *step,
		     const struct scn__node *node);
/* unused.c: arguments that exclude each other, or have no effect beside others. */
/* Refuses what informers of one connection cannot do. */
void scn__check_shared_connection(struct scn__build *b);
void scn__check_http2(struct scn__build *b, struct scn__step *step, const struct scn__node *node);
void scn__check_lag(struct scn__build *b, const struct scn__step *step,
		    const struct scn__node *node);
void scn__check_handler(struct scn__build *b, const struct scn__step *step,
			const struct scn__node *node);
void scn__check_disconnect(struct scn__build *b, const struct scn__step *step,
			   const struct scn__node *node);
void scn__check_worker_keys(struct scn__build *b, const struct scn__step *step,
			    const struct scn__node *node);
/* Streams: parses the part of an entry after its verb. */
/* --- item_verbs.c --- */

/* `verbs` has a bit for each allowed verb; `lower_too`: also in lower case (maps). -1: unknown. */
int scn__item_verb(unsigned verbs, struct str word, bool lower_too);
void scn__unknown_item_verb(struct scn__build *b, struct scn__pos pos,
			    enum scn__section_kind stream, struct str word);

struct scn__item_list {
	struct scn__item *items;
	size_t len, cap;
};

/* Adds the item as often as its `times` says. Returns false if out of memory. */
bool scn__add_item(struct scn__build *b, const struct scn__item *item, bool never,
		   struct scn__item_list *list);

void scn__item_target(struct scn__build *b, struct scn__item *item, enum scn__section_kind stream,
		      bool never, struct scn__pos pos, struct str text);
/* The step `{crash: zk}` after `then`; reports an error and returns NULL if it is not allowed
 * there. */
const struct scn__step *scn__build_then(struct scn__build *b, const struct scn__node *node);
/* Finds the step's verb and sets step->kind. Returns NULL if it has none. */
const struct scn__entry *scn__read_verb(struct scn__build *b, struct scn__step *step,
					const struct scn__node *node);
void scn__build_verb(struct scn__build *b, struct scn__step *step, const struct scn__node *node);
bool scn__parse_match(struct scn__build *b, const struct scn__node *node, struct scn__match *out);

void scn__build_args(struct scn__build *b, enum scn__group group, const struct scn__node *node,
		     const char *what, void *out);
/* Checks that a name can be used in one-line forms. */
void scn__check_name(struct scn__build *b, const struct scn__entry *e, const char *what);
/* The map under the key; NULL: none, or an error. */
const struct scn__node *scn__sub_map(struct scn__build *b, const struct scn__node *map,
				     const char *key);
void scn__build_types(struct scn__build *b, const struct scn__node *world);
void scn__build_world(struct scn__build *b, const struct scn__node *world,
		      const struct scn__node *steps);
void scn__build_handler(struct scn__build *b, struct scn__handler *h, const struct scn__node *map,
			const char *what);
/* Fixes that an informer, or a work queue (`of_queue`), lacks; `node` may be NULL. */
inf__without scn__read_without(struct scn__build *b, const struct scn__node *node, bool of_queue);
/* controllers.c */
void scn__build_controllers(struct scn__build *b, const struct scn__node *map);
/* Finds the parents of all controllers, from the handlers. */
void scn__link_controllers(struct scn__build *b);
void scn__build_steps(struct scn__build *b, const struct scn__node *steps);
void scn__build_expect(struct scn__build *b, const struct scn__node *node, bool never,
		       struct scn__expect *out);
void scn__build_outcome(struct scn__build *b, const struct scn__node *node);
void scn__build_always(struct scn__build *b, const struct scn__node *node);
void scn__build_external(struct scn__build *b, const struct scn__node *node);

/* counters.c: sets everything but the expected number. False: an error. */
bool scn__read_counter(struct scn__build *b, const struct scn__entry *e, struct scn__count *out);

/* lines.c: splits a one-line form into words. */
enum { SCN_WORDS_MAX = 32 };
struct scn__line {
	struct str words[SCN_WORDS_MAX];
	size_t count;
	const struct scn__node *node;
};
bool scn__split(struct scn__build *b, const struct scn__node *node, struct scn__line *out);
/* A value inside a one-line form. */
const struct scn__node *scn__value(struct scn__build *b, const struct scn__node *in,
				   struct str text);
/* items.c */
void scn__build_stream(struct scn__build *b, const struct scn__node *node,
		       enum scn__section_kind stream, bool never, struct scn__stream *out);

/* Appends the one-line form of an item that is a map. Returns false if it has none. */
bool scn__item_line(const struct scn__node *map, enum scn__section_kind stream, struct strbuf *out);

/* Returns a copy with the variables replaced, or `node` itself if it contains none. */
const struct scn__node *scn__substitute(struct scn__build *b, const struct scn__node *node);
/* Returns a copy of `node` with {n} replaced. */
const struct scn__node *scn__number(struct scn__build *b, const struct scn__node *node, uint64_t n);
struct str scn__number_text(struct scn__build *b, struct str s, uint64_t n);
/* RFC 7396 without deletions: merges maps, replaces everything else. */
const struct scn__node *scn__merge(struct scn__build *b, const struct scn__node *base,
				   const struct scn__node *over);

/* check.c: reports expectations and waits of a cell that can never be met. */
void scn__check(struct scn__build *b);
/* worlds.c: whether a controller or an external program writes, besides the steps. */
bool scn__has_writer(const struct scn__cell *cell);
/* Reports features that the external world does not support, if the cell is written for it. */
void scn__check_worlds(struct scn__build *b);

#endif
