/* SPDX-License-Identifier: Apache-2.0 */
/* expect.h - compares expectations with the actual state. Each kind of section (tbl/expectations.h)
 * has operations that check it and rewrite it for --update. A check returns a verdict; the caller
 * decides whether it is a failure or an answer.
 *
 *   sections.c   all kinds; streams.c objects.c index.c sync.c queue.c counts.c at.c log.c
 *                snapshot.c one each
 *   values.c     values, patterns
 *   match.c      items, streams
 *   subset.c     named subsets of objects
 *   pair.c       expected and actual side by side
 *   verdict.c    the result of a check
 *   failure.c    the text of a failed expectation: the actual values, the nearest
 *   update.h     --update, shared by the kinds
 *
 * Who may call: oracles (never), external, engine. Threads: the engine's. No locks. */
#ifndef RUNNER_EXPECT_EXPECT_H
#define RUNNER_EXPECT_EXPECT_H

#include "runner/world/world.h"

struct scnu__update;

/* The details of a missed expectation; converted to text only if the run fails. */
struct scn__stuck {
	const struct scn__section *section;
	const struct scn__stream *stream; /* valid together with the next four members */
	const char *noun;		  /* "notification" */
	const struct scn__list *list;
	size_t from;
	uint32_t since_line;
	const struct scn__object_expect *object;
};

/* The records that the stream's expectation has not checked yet, from index `from` on. Returns NULL
 * if there are no records: no arithmetic on a null pointer. */
static inline struct scn__rec *const *expect__records_from(const struct scn__stuck *s, size_t from)
{
	return s->list->items ? (struct scn__rec *const *)s->list->items + from : NULL;
}

struct scn__verdict {
	struct scn__run *run;
	bool quiet;  /* the caller does not need the reason */
	bool missed; /* the members below are set unless quiet; only the first miss is kept */
	struct scn__pos pos;
	char what[sizeof(((struct runner__result *)NULL)->what)];
	struct scn__list
	    rows; /* struct runner__row: expected and actual; the list belongs to the caller */
	struct scn__stuck stuck;
};

/* --- verdict.c --- */

void expect__missed(struct scn__verdict *v, struct scn__pos pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds one row: the expected text of `line`, and the actual text. */
void expect__row(struct scn__verdict *v, uint32_t line, char mark, struct str expected,
		 struct str actual);
/* Records a miss with one row. */
void expect__differs(struct scn__verdict *v, struct scn__pos pos, struct str expected,
		     struct str actual, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Binds names, also if the section is missed: the caller rolls back with .name_count. */
typedef void (*expect__check)(struct scn__run *r, const struct scn__section *s,
			      struct scn__verdict *v);
/* Returns true if the section holds; reports nothing. If it holds, the names stay bound. */
bool expect__check_holds(struct scn__run *r, const struct scn__section *s, expect__check check);
/* Fails the run at this step, unless it has failed. */
void expect__fail_verdict(struct scn__run *r, const struct scn__verdict *v);

/* --- sections.c --- */

struct scn__section_ops {
	expect__check check;
	/* Adds the edits that make the section hold to up->u; NULL: the kind is not rewritten. */
	void (*update)(struct scnu__update *up, const struct scn__section *s);
	/* Marks the checked records as consumed, so that the next section starts after them. May be
	 * NULL. */
	void (*taken)(struct scn__run *r, const struct scn__section *s);
};

void expect__section_check(struct scn__run *r, const struct scn__section *s,
			   struct scn__verdict *v);
void expect__section_taken(struct scn__run *r, const struct scn__section *s);
/* Checks and consumes; fails the run if the section does not hold. */
void expect__section_expect(struct scn__run *r, const struct scn__section *s);
/* Returns true if the section holds; reports nothing. If it holds, the names stay bound. */
bool expect__section_holds(struct scn__run *r, const struct scn__section *s);
/* Consumes; adds edits for the parts that do not hold to opt->updates. */
void expect__section_update(struct scn__run *r, const struct scn__section *s);

/* --- the kinds --- */

#define SCN_SECTION_KINDS(X)                                                                       \
	X(stream) X(objects) X(index) X(sync) X(queue) X(counts) X(at) X(log) X(snapshot)
#define X(object) extern const struct scn__section_ops expect__section_##object;
SCN_SECTION_KINDS(X)
#undef X

/* The items of a stream section; NULL for other kinds. */
const struct scn__stream *expect__section_items(const struct scn__section *s);
/* Appends the object's JSON, for CACHE and STATE sections. Returns false if there is no such
 * object. */
bool expect__section_object(struct scn__run *r, const struct scn__section *s,
			    const struct scn__key *key, struct strbuf *out);
size_t expect__state_len(struct scn__run *r, const struct scn__type *t);
/* Stores caches and indexes under that name. */
void expect__snapshot_take(struct scn__run *r, struct str name);

/* --- subset.c --- */

/* `why`, unless NULL, gets a line for each path that differs. */
bool expect__subset_fits(struct scn__run *r, const struct scn__node *want, json_t have,
			 struct strbuf *why);
/* Like expect__subset_fits(); the paths in `why` begin with `path`. */
bool expect__subset_fits_at(struct scn__run *r, const struct scn__node *want, json_t have,
			    struct str path, struct strbuf *why);
/* Appends the text of the scenario, and the value if it is a name. */
void expect__add_want(struct scn__run *r, const struct scn__node *want, struct strbuf *out);
/* Appends the expected subset, one line per value; "-" expected, "+" actual. */
void expect__subset_diff(struct scn__run *r, const struct scn__node *want, json_t have,
			 struct strbuf *out);

/* --- values.c --- */

/* A missing value is { NULL, 0 }. Binds names; the caller rolls back by .name_count. */
bool expect__value_fits(struct scn__run *r, const struct scn__node *want, struct str have);
/* An asterisk stands for any characters. */
bool expect__pattern_fits(struct str pattern, struct str text);

/* --- match.c --- */

bool expect__item_fits(struct scn__run *r, const struct scn__item *want,
		       const struct scn__rec *have, const struct scn__rec *before,
		       struct strbuf *why);
json_t expect__json_of(const struct inf_object *obj);
bool expect__answer_fits(const struct scn__item *want, const struct scn__rec *q);
/* Returns true if the records match all patterns of the stream and there are no other records. */
bool expect__stream_fits(struct scn__run *r, const struct scn__stream *want,
			 struct scn__rec *const *recs, size_t count);

/* --- pair.c --- */

/* The limit of items and records in a pairing; of more records the last are used. */
enum { EXPECT_PAIRED_MAX = 2000 };

struct scn__pair {
	char mark; /* '=', '~', '-', '+'; ' ': the group's title, '.': a gap */
	const struct scn__item *item, *group; /* item NULL: '+' */
	struct scn__rec *rec;		      /* NULL: '-', ' ', '.' */
	const struct scn__rec *before;
	size_t skipped; /* number of records that a gap skipped */
};
/* Appends struct scn__pair, in order. Binds the names of matching items. */
void expect__pair_up(struct scn__run *r, const struct scn__stream *stream,
		     struct scn__rec *const *recs, size_t count, struct scn__list *out);

/* --- failure.c --- */

/* Fills the result from `stuck`: the rows, the nearest records, the diff and the sentence. */
void expect__report(struct scn__run *r);

#endif
