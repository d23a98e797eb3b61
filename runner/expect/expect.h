/* SPDX-License-Identifier: Apache-2.0 */
/* expect.h - expectations beside what is. Each kind of section (tbl/expectations.h) is an object
 * that checks and, for --update, rewrites; a check returns a verdict, and what becomes of it is the
 * caller's choice: a failure, an answer, nothing.
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
 * Who may call: oracles (never), external, engine. Threads: the engine's. No locks.
 */
#ifndef RUNNER_EXPECT_EXPECT_H
#define RUNNER_EXPECT_EXPECT_H

#include "runner/world/world.h"

struct scnu__update;

/* What an expectation stumbled over; becomes text when the run turns out to have failed. */
struct scn__stuck {
	const struct scn__section *section;
	const struct scn__stream *stream; /* with the next four */
	const char *noun;		  /* "notification" */
	const struct scn__list *list;
	size_t from;
	uint32_t since_line;
	const struct scn__object_expect *object;
};

/* What the stream's expectation has not looked at yet, from the record with this index on; NULL
 * where nothing was recorded at all, which no arithmetic may be done on. */
static inline struct scn__rec *const *expect__records_from(const struct scn__stuck *s, size_t from)
{
	return s->list->items ? (struct scn__rec *const *)s->list->items + from : NULL;
}

struct scn__verdict {
	struct scn__run *run;
	bool quiet;  /* the reason is not wanted */
	bool missed; /* with the rest, unless quiet; the first miss counts */
	struct scn__pos pos;
	char what[sizeof(((struct runner__result *)NULL)->what)];
	struct scn__list
	    rows; /* struct runner__row: expected beside actual; the list is the caller's */
	struct scn__stuck stuck;
};

/* --- verdict.c --- */

void expect__missed(struct scn__verdict *v, struct scn__pos pos, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* One row: what stands at `line`, and what is. */
void expect__row(struct scn__verdict *v, uint32_t line, char mark, struct str expected,
		 struct str actual);
/* Missed, with one row. */
void expect__differs(struct scn__verdict *v, struct scn__pos pos, struct str expected,
		     struct str actual, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Binds names, also of what is missed: the caller rolls back by .name_count. */
typedef void (*expect__check)(struct scn__run *r, const struct scn__section *s,
			      struct scn__verdict *v);
/* Whether it finds nothing amiss, without a trace. Of what holds the names stay bound. */
bool expect__check_holds(struct scn__run *r, const struct scn__section *s, expect__check check);
/* Fails the run at this step, unless it has failed. */
void expect__fail_verdict(struct scn__run *r, const struct scn__verdict *v);

/* --- sections.c --- */

struct scn__section_ops {
	expect__check check;
	/* Says in up->u what would have to be written; NULL: it is not rewritten. */
	void (*update)(struct scnu__update *up, const struct scn__section *s);
	/* It has been checked: what comes after it is the next one's. May be NULL. */
	void (*taken)(struct scn__run *r, const struct scn__section *s);
};

void expect__section_check(struct scn__run *r, const struct scn__section *s,
			   struct scn__verdict *v);
void expect__section_taken(struct scn__run *r, const struct scn__section *s);
/* Checked and taken; fails the run if it does not hold. */
void expect__section_expect(struct scn__run *r, const struct scn__section *s);
/* Whether it would hold, without a trace. Of what holds the names stay bound. */
bool expect__section_holds(struct scn__run *r, const struct scn__section *s);
/* Taken; what does not hold is to be rewritten: opt->updates. */
void expect__section_update(struct scn__run *r, const struct scn__section *s);

/* --- of the kinds --- */

#define SCN_SECTION_KINDS(X)                                                                       \
	X(stream) X(objects) X(index) X(sync) X(queue) X(counts) X(at) X(log) X(snapshot)
#define X(object) extern const struct scn__section_ops expect__section_##object;
SCN_SECTION_KINDS(X)
#undef X

/* The items of a stream; NULL: it is none. */
const struct scn__stream *expect__section_items(const struct scn__section *s);
/* The object's JSON, of CACHE and STATE sections; false when there is none. */
bool expect__section_object(struct scn__run *r, const struct scn__section *s,
			    const struct scn__key *key, struct strbuf *out);
size_t expect__state_len(struct scn__run *r, const struct scn__type *t);
/* Keeps caches and indexes under that name. */
void expect__snapshot_take(struct scn__run *r, struct str name);

/* --- subset.c --- */

/* `why`, unless NULL, gets a line for each path that differs. */
bool expect__subset_fits(struct scn__run *r, const struct scn__node *want, json_t have,
			 struct strbuf *why);
/* The same; the names in `why` begin with `path`. */
bool expect__subset_fits_at(struct scn__run *r, const struct scn__node *want, json_t have,
			    struct str path, struct strbuf *why);
/* As the scenario has it, and the value of a name. */
void expect__add_want(struct scn__run *r, const struct scn__node *want, struct strbuf *out);
/* Appends the expected subset, a line a value; "-" expected, "+" actual. */
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
/* Whether these are all of the stream's patterns, and nothing else. */
bool expect__stream_fits(struct scn__run *r, const struct scn__stream *want,
			 struct scn__rec *const *recs, size_t count);

/* --- pair.c --- */

/* So many items and records stand side by side; of more records the last. */
enum { EXPECT_PAIRED_MAX = 2000 };

struct scn__pair {
	char mark; /* '=', '~', '-', '+'; ' ': the group's title, '.': a gap */
	const struct scn__item *item, *group; /* item NULL: '+' */
	struct scn__rec *rec;		      /* NULL: '-', ' ', '.' */
	const struct scn__rec *before;
	size_t skipped; /* by a gap */
};
/* Appends struct scn__pair, in order. Binds the names that fit. */
void expect__pair_up(struct scn__run *r, const struct scn__stream *stream,
		     struct scn__rec *const *recs, size_t count, struct scn__list *out);

/* --- failure.c --- */

/* Fills the result from `stuck`: rows, what is nearest, the diff, and the sentence. */
void expect__report(struct scn__run *r);

#endif
