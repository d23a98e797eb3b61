/* SPDX-License-Identifier: Apache-2.0 */
/* story.h - the story while it is made: a list of acts in their order (story.c), what can be
 * expected between them (expect.c), and their text (deeds.c). */
#ifndef RUNNER_LIFT_STORY_H
#define RUNNER_LIFT_STORY_H

#include "runner/lift/impl.h"

enum deed_kind {
	DEED_WRITE,
	DEED_START,
	DEED_DISCONNECT,
	DEED_CRASH,
	DEED_RESTART,
	DEED_FAIL,   /* text: a whole step */
	DEED_STEP,   /* text: a whole step */
	DEED_PAUSE,  /* at_ns: how long */
	DEED_EXPECT, /* text */
	DEED_OWN,    /* state: no step */
};

struct deed {
	enum deed_kind kind;
	struct lift__state *state;
	struct lift__reader *reader;
	int64_t at_ns;
	const char *how;
	struct str text;
	unsigned times; /* FAIL: so often besides */
};

struct story {
	struct lift *l;
	struct lift__list deeds;
	size_t next_write; /* in l->writes */
	/* what was seen since the last expect */
	struct strbuf requests;
	const struct lift__reader *asking; /* who they are of */
	bool many_ask;
	struct map told;   /* reader's name -> struct strbuf */
	size_t told_lines; /* in them */
	uint64_t relists;  /* expect.c: so far */
	int64_t at_ns;
	/* controller.c */
	const struct deed *cut;	     /* the last that cut the program off, until its next request */
	const struct deed *last_cut; /* the same, until it is answered */
	/* the step that lets the program back, until it has come through */
	const struct deed *released;
	const struct lift__reader *released_reader;
	uint64_t forgotten_rv;	 /* of the recording */
	uint64_t end_seq;	 /* the story ends here */
	bool refused;		 /* connections are, until the program comes through */
	size_t next_hold;	 /* in l->holds */
	size_t next_said;	 /* content.c: in l->own_writes */
	struct lift__life *life; /* that ended, and has not begun again */
};

/* deeds.c */
struct deed *lift__add_deed(struct story *s, enum deed_kind kind, struct lift__reader *r,
			    int64_t at_ns);
/* A step's text, "- fail: ..."; `before` the last act that made the reader send a request. */
void lift__add_step(struct story *s, enum deed_kind kind, struct lift__reader *r, int64_t at_ns,
		    const struct strbuf *text, bool before);
/* All of them, into the lift's steps. */
int lift__add_deeds(struct story *s, struct relist_err *err);

/* expect.c */
/* Every reader listens, and has got every event: the state so far can be expected. */
bool lift__is_quiet(const struct story *s);
/* A change on a watch, as an informer notifies it. */
void lift__change(struct story *s, struct lift__reader *r, struct lift__state *state, bool deleted);
/* The list is complete: adds at first, later what is different. */
void lift__listed(struct story *s, struct lift__reader *r);
void lift__remember(struct story *s, struct lift__reader *r, struct lift__state *state);
/* What was seen since the last one. */
void lift__expect(struct story *s);
/* At the end also of readers without further events. */
void lift__add_silence(struct story *s);
/* The next requests are its own. */
void lift__asks(struct story *s, const struct lift__reader *r);
void lift__add_request(struct story *s, const struct lift__told *t,
		       const struct lift__told *answer);

/* controller.c */
/* Before the story: what is_overtaken() needs of all writes. */
void lift__chain_writes(struct lift *l);
void lift__did(struct story *s, struct lift__state *w);
/* What it has made and ended since the last time; at the end, of all. */
void lift__expect_doings(struct story *s, bool at_end);
/* Nothing was written for a second before that write: the program had come to rest. */
bool lift__was_idle(const struct story *s, const struct lift__state *w);
/* The steps that have to stand here, and before them what the program has done so far. */
void lift__add_arms(struct story *s, const struct lift__list *arms, int64_t at_ns);
/* Before the i-th event: late events come now; the program ends, or begins again. True: that is its
 * whole meaning. */
bool lift__turns(struct story *s, size_t i);
/* Its connection was refused, or it came through. */
void lift__refused(struct story *s, int64_t at_ns);
void lift__came_through(struct story *s, int64_t at_ns);
/* Its request: `first` and `then` are the events that it gets. True: its version has expired, and
 * that is arranged. */
bool lift__comes_back(struct story *s, const struct lift__request *q,
		      const struct lift__told *first, const struct lift__told *then);

/* content.c: what the program has sent up to then. */
void lift__learn_contents(struct story *s, int64_t until_ns);
/* What is expected of the object behind its key, and a newline. */
void lift__add_contents(struct story *s, const struct lift__object *o, size_t indent,
			struct strbuf *out);

bool lift__is_about_programs(const struct lift__type *t);
void lift__note_other_writers(struct lift *l);

#endif
