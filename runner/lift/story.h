/* SPDX-License-Identifier: Apache-2.0 */
/* story.h - the story under construction: a list of acts in order (play.c), the expectations
 * between them (expect.c), and their text (deeds.c). */
#ifndef RUNNER_LIFT_STORY_H
#define RUNNER_LIFT_STORY_H

#include "base/json_tree.h"
#include "runner/lift/impl.h"

enum deed_kind {
	DEED_WRITE,
	DEED_START,
	DEED_DISCONNECT,
	DEED_CRASH,
	DEED_RESTART,
	DEED_FAIL,   /* text: a whole step */
	DEED_STEP,   /* text: a whole step */
	DEED_PAUSE,  /* at_ns: its duration */
	DEED_EXPECT, /* text */
	DEED_OWN,    /* state: not a step */
};

struct deed {
	enum deed_kind kind;
	struct lift__state *state;
	struct lift__reader *reader;
	int64_t at_ns;
	const char *how;
	struct str text;
	unsigned times; /* FAIL: number of repetitions */
};

struct story {
	struct lift *l;
	struct lift__list deeds;
	size_t steps;	   /* acts that become steps */
	size_t next_write; /* in l->writes */
	/* events since the last expect */
	struct strbuf requests;
	const struct lift__reader *requester; /* the reader of the requests */
	bool many_requesters;
	struct map notified;   /* reader's name -> struct strbuf */
	size_t notified_lines; /* number of lines in them */
	uint64_t relists;      /* expect.c: number so far */
	int64_t at_ns;
	/* controller.c */
	const struct deed *cut;	     /* the last cut of the program, until its next request */
	const struct deed *last_cut; /* likewise, until a response */
	/* the step that reconnects the program, until its first success */
	const struct deed *released;
	const struct lift__reader *released_reader;
	uint64_t forgotten_rv;	      /* in the recording */
	uint64_t end_seq;	      /* end of the story */
	const struct deed *collected; /* the last `gc` */
	unsigned rests;		      /* number of waits for its rest */
	size_t rested;		      /* place of the write that followed the last of them */
	bool refused;		      /* connections are refused until the program succeeds */
	bool starts;		      /* the program starts; the story has not waited yet */
	bool idle;		      /* the program is at rest: its next write follows a step */
	size_t next_hold;	      /* in l->holds */
	size_t next_timed;
	size_t next_written;	 /* content.c: in l->own_writes */
	struct lift__life *life; /* has ended and not begun again */
};

/* index.c: the first event of the request from the i-th on; the reader's next request after it.
 * NULL: none. */
const struct lift__received *lift__next_of(const struct story *s, size_t i,
					   const struct lift__request *q);
const struct lift__received *lift__next_request(const struct story *s, size_t i,
						const struct lift__reader *r);

/* play.c */
/* The client begins to list and watch. If requests are expected, those of an assumed informer are
 * as well. */
void lift__start_reader(struct story *s, struct lift__reader *r, int64_t at_ns);
/* Adds the acts that the i-th event shows. */
void lift__play(struct story *s, size_t i);

/* pending.c */
/* Whether the reader's type, namespace and labels select the object. */
bool lift__selects(const struct lift__reader *r, const struct lift__state *w);
/* Adds the writes up to that line; their exact times are unknown, but not after `latest_ns`. */
void lift__write_until(struct story *s, uint64_t seq, int64_t latest_ns);
/* Adds the writes that only the reader's next list after the i-th event showed. */
void lift__write_missed(struct story *s, size_t i, const struct lift__reader *r);

/* failures.c */
/* Adds a step that makes a request fail with this status, or in its stream. */
void lift__add_failure(struct story *s, const struct lift__received *t, bool in_stream);
/* Adds a step that closes the connection in place of a response. */
void lift__add_lost_response(struct story *s, const struct lift__request *q, int64_t at_ns);
/* Adds the back-off after a failure to what the next pause has to last. */
void lift__count_failure(struct lift__reader *r, int64_t at_ns);
/* Adds a pause for the failures so far. */
void lift__pause_for(struct story *s, struct lift__reader *r);

/* bookmarks.c: adds a step for the i-th event, a bookmark, if that matters. */
void lift__bookmark(struct story *s, size_t i, const struct lift__received *t);

/* deeds.c */
struct deed *lift__add_deed(struct story *s, enum deed_kind kind, struct lift__reader *r,
			    int64_t at_ns);
/* Adds a step's text, "- fail: ..."; `before`: before the last act that made the reader send a
 * request. */
void lift__add_step(struct story *s, enum deed_kind kind, struct lift__reader *r, int64_t at_ns,
		    const struct strbuf *text, bool before);
/* Writes all acts into the lift's steps. */
int lift__add_deeds(struct story *s, struct relist_err *err);

/* expect.c */
/* Every reader watches and is up to date: the present state can be expected. */
bool lift__is_quiet(const struct story *s);
/* Adds the notification of an informer for a change on a watch. */
void lift__change(struct story *s, struct lift__reader *r, struct lift__state *state, bool deleted);
/* The list is complete: adds at first, later the differences. */
void lift__listed(struct story *s, struct lift__reader *r);
void lift__remember(struct story *s, struct lift__reader *r, struct lift__state *state);
/* Adds an expect step for everything since the last one. */
void lift__expect(struct story *s);
/* At the end: also expects nothing of readers without further events. */
void lift__add_silence(struct story *s);
/* The next requests belong to this reader. */
void lift__note_requester(struct story *s, const struct lift__reader *r);
void lift__add_request(struct story *s, const struct lift__received *t,
		       const struct lift__received *answer);

/* news.c */
/* The object changed: the next expectation names it. */
void lift__note_news(struct lift *l, struct lift__object *o);
bool lift__has_news(const struct lift__type *t);
/* The type's objects with news, in the order of all objects, until the next note. */
const struct lift__list *lift__sort_news(struct lift__type *t);

/* controller.c */
/* A step that only a program that writes can execute. */
void lift__add_later(struct story *s, enum deed_kind kind, int64_t at_ns,
		     const struct strbuf *text);
/* Adds the ends of the holds up to that line of the recording. */
void lift__release(struct story *s, uint64_t seq, int64_t at_ns);
/* Adds the timed steps up to that line. */
void lift__play_timed(struct story *s, uint64_t seq);
/* Adds expectations of what the program has done, before a step that lets it do more. */
void lift__expect_before_step(struct story *s);
/* Likewise before another client's write, for which the object has to exist. */
void lift__expect_before_write(struct story *s, struct lift__object *o);
void lift__did(struct story *s, struct lift__state *w);
/* Call it before another client's write. An object that the program created has to exist by then;
 * one that the write creates again must be gone. */
void lift__expect_before(struct story *s, const struct lift__state *w);
/* The garbage collector deleted the object. */
void lift__collect(struct story *s, const struct lift__state *w, int64_t at_ns);
/* Replaces a step, which only a program that writes can execute, by a mark. */
void lift__add_mark(struct lift *l, struct str text, struct strbuf *out);
/* Adds expectations of the objects that the program created and ended since the last time; at the
 * end, of all. */
void lift__expect_doings(struct story *s, bool at_end);
/* Nothing was written for a second before that write: the program was at rest. */
bool lift__was_idle(const struct story *s, const struct lift__state *w);
/* Adds a wait for the program's rest if nothing was written for a second before that write. */
void lift__rest(struct story *s, const struct lift__state *w, int64_t at_ns);
/* Call it before the write at line `seq`: if the program was watching already, waits for its start,
 * so that the write does not come earlier. */
void lift__await_start(struct story *s, uint64_t seq, int64_t at_ns);
/* Adds the prepared steps, and before them the expectations of the program's actions so far. */
void lift__add_arms(struct story *s, const struct lift__list *arms, int64_t at_ns);
/* Call it before the i-th event: late events are released now; the program ends, or begins again.
 * Returns true if the event has no other meaning. */
bool lift__turns(struct story *s, size_t i);
/* Call these when its connection was refused, or when a request succeeded. */
void lift__refused(struct story *s, int64_t at_ns);
void lift__came_through(struct story *s, int64_t at_ns);
/* Handles its request; `first` and `then` are the events that it receives. Returns true if its
 * version has expired, for which a step was added. */
bool lift__comes_back(struct story *s, const struct lift__request *q,
		      const struct lift__received *first, const struct lift__received *then);

/* children.c */
void lift__begin_type(const struct lift__type *t, bool *any, struct strbuf *out);
/* The program created the object: notes how to select it if its name is generated. */
void lift__note_children(struct lift *l, struct lift__object *o, const struct lift__state *w);
/* Expects the number of objects with generated names, since the names differ in each run. */
void lift__add_groups(struct story *s, const struct lift__type *t, bool all, bool *any,
		      struct strbuf *out);
/* Expects the members that the program writes into objects of others of all such objects: it may
 * have failed to write some of them. */
void lift__share_contents(struct story *s, const struct lift__type *t);
/* For a type that the program creates: expects the number of objects that no other key selects, or,
 * without `named`, of all objects. */
void lift__add_others(struct story *s, const struct lift__type *t, bool named, bool *any,
		      struct strbuf *out);

/* If the text is the name of an object whose name the server generated, appends a pattern for it.
 */
bool lift__add_generated_name(const struct lift *l, struct str text, struct strbuf *out);

/* heals.c: expects the numbers of writes whose effects the program itself undid, since the final
 * state does not show them. */
void lift__add_undone(struct lift *l, struct strbuf *out);

/* overtaken.c */
/* The present time of the story: an expectation may precede the write that requires it, which is
 * later than the last event. */
int64_t lift__time_of(const struct story *s);
/* Whether the object changes again soon: it is created or deleted, or with `content` modified.
 * Constant time except for the writes that were passed. */
bool lift__is_overtaken(const struct story *s, struct lift__object *o, bool content);
/* Whether an object of the type changes again soon: an expected number would be outdated. A program
 * at rest changes nothing before the next step. */
bool lift__changes_soon(const struct story *s, const struct lift__type *t);
/* Before the story: prepares the data for lift__is_overtaken(). */
void lift__chain_writes(struct lift *l);

/* binds.c: call it before the write: adds expectations that bind the names that it has. */
void lift__bind_texts(struct story *s, struct lift__state *w);

/* order.c: whether steps can name an object whose name the server generated. */
bool lift__is_numbered(const struct lift *l, struct lift__object *o);
/* Appends its key without the type: "default/web-*#2". */
void lift__add_numbered(const struct lift *l, struct lift__object *o, struct strbuf *out);
/* Appends the line of an expectation that it exists, or does not. */
void lift__add_single(const struct lift *l, struct lift__object *o, bool there, struct strbuf *out);
/* If the program deleted objects of the pattern, expects which of those are left that others wrote.
 */
void lift__add_survivors(struct story *s, const struct lift__object *first, struct strbuf *out);

enum { LIFT_SEP = '\x1f' }; /* separates the members of a path in `said`: no key contains it */
/* Whether the value differs in each run (times, UIDs, versions), or is hidden. */
bool lift__is_noise(const struct lift *l, const char *key, const char *text);
/* Whether the object is marked for deletion is part of its expectation. */
void lift__learn_deletion(struct lift *l, struct lift__object *o);
/* content.c: a tree without server-generated members; NULL: no object, or out of memory. */
cJSON *lift__contents(struct str json);
/* Records the members that the program has sent up to then. */
void lift__learn_contents(struct story *s, int64_t until_ns);
/* values.c: appends the expectation of the object after its key, and a newline. */
void lift__add_contents(struct story *s, struct lift__object *o, size_t indent, struct strbuf *out);

#endif
