/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shared by the files of runner/lift. Everything lives in the lift's arena. */
#ifndef RUNNER_LIFT_IMPL_H
#define RUNNER_LIFT_IMPL_H

#include "base/map.h"
#include "base/selector.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/schema/registry.h"
#include "runner/arena.h"
#include "runner/lift/lift.h"

/* An array of pointers that grows. */
struct lift__list {
	void **items;
	size_t len, cap;
};

struct lift__type {
	struct str group, version, resource, kind;
	struct str name; /* in the scenario */
	bool namespaced, builtin;
	bool odd; /* an object of it was left out, with a remark */
	size_t writes;
	const char *template_; /* the JSON that all that is created has; NULL: nothing */
	struct str template_name;
};

struct lift__object;

/* A state that something showed. Its place among others: rv, then `after`. */
struct lift__state {
	struct lift__object *object;
	json_t json; /* empty: not known, of deletions */
	struct str uid;
	uint64_t rv;
	uint32_t after; /* 1: behind the write with that version */
	bool deleted;
	bool partial; /* only its metadata is known */
	bool own;     /* written by the program that is to be run */
	bool parted;  /* deleted, as far as watches with a selector know */
	uint64_t seq; /* the line at which it was seen first */
	int64_t at_ns;
	/* history.c */
	struct lift__state *before; /* what the write changed; NULL: created */
	uint64_t new_rv;	    /* in the scenario; 0: not written there */
	bool base;		    /* was there before the story begins */
	bool done;		    /* own, in the story */
	bool dropped;		    /* dropped.c: open watches did not get it */
	/* controller.c: its place among all writes, and later writes of its object */
	size_t place;
	struct lift__state *next;     /* the one after it */
	struct lift__state *opposite; /* the first deletion after a write, or write after one */
	struct lift__list arms;	      /* arms.c: struct lift__arm, to stand before it */
};

struct lift__object {
	struct lift__type *type;
	struct str ns, name, key; /* key: "ns/name" or "name" */
	struct lift__list states;
	struct lift__state *last; /* the highest so far */
	uint64_t listed;	  /* of the lists that had it the last that began */
	uint64_t listed_rv;	  /* and the highest version of one */
	bool wanted;
	bool own;	       /* what is written to it is no step: it was made by the program */
	uint64_t relist;       /* expect.c: of the relists that had it, the last */
	bool did, news, there; /* controller.c: it made or ended it; since the last expectation */
	struct lift__state *coming; /* controller.c: a write of it that may still come */
	bool told;		    /* is in the scenario */
	struct str uid_name; /* the name of its UID for references: "$p-1"; empty: there are none */
	struct str uid;	     /* the one that is bound to it: of its first creation */
	bool generated;	     /* the server chose its name */
	struct lift__state *now; /* story.c: its state where the story is; NULL: not there */
	struct lift__list said;	 /* content.c: struct str, paths that the program wrote */
	struct str children;	 /* controller.c: what chooses it, of a generated name */
	int group_news; /* controller.c: of the first that `children` chooses: how many news */
	bool bound;	/* while steps are written */
	struct lift__state *model; /* what the scenario's server has, while steps are written */
};

enum lift__verb { LIFT_LIST, LIFT_WATCH, LIFT_OTHER };

/* A reader: a client's lists and watches of one type with one selection. While lines are read, all
 * that have one User-Agent and one selection are one; clients.c separates them. */
struct lift__reader {
	struct lift__type *type;
	struct str ns, labels, fields, agent;
	struct selector_term *selector;
	size_t events, watches, heard; /* heard: watches that were not refused */
	bool watch_list, assumed, chosen;
	uint64_t limit;
	struct str name; /* of the informer */
	size_t number;	 /* among the readers */
	/* clients.c: as far as it has come */
	struct lift__list
	    clients; /* lift__reader: of that User-Agent and selection, itself first */
	struct lift__list orphans; /* lift__request: lists behind which it listed again */
	struct lift__request *at_watch, *at_list;
	bool awaits; /* it has listed, and not watched since */
	uint64_t at_rv, at_seq;
	struct str who, user;
	uint32_t conn;
	/* story.c, expect.c */
	bool started, synced, crashed;
	bool gone;		       /* it does not come back */
	struct lift__request *watched; /* its last watch that was answered */
	bool watching;		       /* a watch of it is open */
	bool broken;		       /* its last answer was an error */
	unsigned failures, level;      /* since it last came through; of the back-off */
	int64_t failed_ns, patience_ns;
	uint64_t first_seq;
	uint64_t due_rv, told_rv;  /* of the last write that it has to get; that it got */
	struct map cache;	   /* key -> lift__state */
	struct lift__list listing; /* states of the list that it is getting */
};

struct lift__request {
	uint32_t id;
	enum lift__verb verb;
	struct lift__type *type;
	const struct fakeapi__resource *form; /* in which it requests the type; NULL: as it is */
	struct str ns, name, rv, continue_;
	bool initial_events, assumed, bookmarks, get, write, deletes, own, expired;
	struct str subresource;
	bool mine; /* of the program that is to be run */
	struct lift__own_write *write_made;
	struct lift__reader *reader; /* LIST, WATCH */
	int status;
	bool initial_end;
	bool listed;	    /* story.c: it got all of its list */
	uint64_t seq, list; /* the list it is a page of */
	uint64_t list_seq;  /* of that list's first page */
	struct lift__request *page_before;
	struct str who, user; /* the client's address, the user */
	uint32_t conn;
	uint64_t limit, list_rv;
	uint64_t end_seq;   /* UINT64_MAX: it was open when the recording ended */
	uint64_t event_seq; /* WATCH: of the last event */
	int64_t at_ns, end_ns;
	uint64_t top_rv;    /* the highest that was known when it came */
	uint64_t last_rv;   /* WATCH: the highest that it got */
	uint64_t passed_rv; /* dropped.c: where it is; 0: not known */
};

/* X(NAME) - what happened to a reader */
enum lift__what {
	LIFT_ASKED,    /* request */
	LIFT_ANSWERED, /* status, list_rv */
	LIFT_LISTED,   /* state: an item */
	LIFT_LIST_END, /* of its last page */
	LIFT_ADDED,
	LIFT_MODIFIED,
	LIFT_DELETED,
	LIFT_BOOKMARK,
	LIFT_INITIAL_END, /* a bookmark that says so */
	LIFT_ERROR,	  /* status, reason, message */
	LIFT_RAW,
	LIFT_CLOSED, /* how */
	LIFT_HANGUP,
};

struct lift__told {
	enum lift__what what;
	struct lift__request *request;
	struct lift__state *state;
	uint64_t seq, rv;
	uint64_t list_seq; /* LIST_END: of its first page's request */
	int64_t at_ns;
	int status;
	enum rec__how how;
	struct str text, reason, retry_after; /* ERROR: message; RAW: bytes */
};

/* A write that the program sent. */
struct lift__own_write {
	struct lift__type *type;
	const char *verb; /* of a match: "UPDATE" */
	struct str place; /* "ns/name", of a generated name "ns" */
	struct str ns, name;
	uint64_t seq, end_seq; /* end_seq: of its answer; UINT64_MAX: it was never answered */
	uint64_t left_seq;     /* the program ended the request without a response; 0: no */
	int64_t at_ns, end_ns;
	uint64_t rv;	 /* resourceVersion in its body; 0: none */
	uint64_t new_rv; /* in its answer; 0: none */
	int status;
	struct str reason;
	bool generated;
	struct str subresource;
	struct str body; /* JSON; "": none, or another form */
};

/* The program ended, and was started again. */
struct lift__life {
	uint64_t end_seq, back_seq;
	int64_t end_ns, back_ns;
	struct lift__own_write *unanswered; /* its last write; NULL: all were answered */
	bool carried_out;		    /* that one */
	bool ended, begun;		    /* story.c: it is in the story */
	struct lift__list arms;
};

/* A step that has to stand before what makes it happen. */
struct lift__arm {
	struct str text;
	bool rested; /* the program has to be at rest before it */
	bool later;  /* only a program that writes can carry it out: no part of the proof */
};

/* Between these two lines the watches of a type got no event; or a write was not carried out, or
 * got no response. */
struct lift__hold {
	struct lift__type *type; /* NULL: a write */
	struct str point;	 /* "at: event, type: pods" */
	uint64_t from_seq, to_seq;
};

struct lift {
	struct lift__options opt;
	struct runner__arena arena;
	struct fakeapi__registry *registry; /* of the built-in types */
	size_t bytes;
	bool failed;

	uint32_t lacks;
	enum rec__source source;
	struct map types;    /* "group/resource" -> lift__type */
	struct map objects;  /* "group/resource ns/name" -> lift__object */
	struct map requests; /* id as text -> lift__request, those that are open */
	struct map readers;
	struct map conns;   /* id as text -> the client's address, of those that are open */
	struct map last_of; /* clients.c: a reader and an address -> the time of the last request */
	struct map pages;   /* continue token -> lift__request that was answered with it */
	struct map uids;    /* of objects -> lift__object */
	struct map uid_names; /* "$web" -> the same */
	struct lift__list told;
	uint64_t seq, lists;
	int64_t at_ns;
	uint64_t top_rv; /* the highest so far */

	/* history.c */
	bool odd_path;		  /* one was left out, with a remark */
	bool asks;		  /* requests of readers were seen, not assumed */
	struct lift__list writes; /* states, in order */
	struct lift__list base;	  /* what was there before, owners first */
	uint64_t base_rv;	  /* of the recording: up to here all is base */
	uint64_t base_count;
	int64_t begin_ns; /* of the story */
	/* story.c */
	const struct lift__reader *main; /* stands for the program that is to be run */
	struct lift__list doings;	 /* struct str: what is expected of it */
	struct lift__list other_writers; /* struct str: the first User-Agents */
	/* arms.c, lives.c */
	struct lift__list own_writes, lives, holds;
	struct lift__list start_arms; /* before the program is started */
	struct {
		struct map conns, watches; /* of the program, that are open */
		bool left, hung_up;
		uint64_t seq;
		int64_t at_ns;
	} live;
	struct strbuf world, steps;
	size_t step_count;
	uint64_t rv; /* of the scenario's server */
};

int lift__no_memory(struct relist_err *err);
struct str lift__copy(struct lift *l, struct str s);
/* A reader with that selection, not among the others yet. NULL: out of memory. */
struct lift__reader *lift__new_reader(struct lift *l, struct lift__type *type, struct str ns,
				      struct str labels, struct str fields);
void *lift__alloc(struct lift *l, size_t size); /* NULL: l->failed */
bool lift__push(struct lift *l, struct lift__list *list, void *item);
/* One of the texts is in it. */
bool lift__contains(struct str s, const struct lift__texts *texts);
void lift__note(struct lift *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* history.c: sorts out the states of every object, and all of them. */
int lift__history(struct lift *l, struct relist_err *err);
/* A version of the recording in the scenario's numbers: of the last write up to it. */
uint64_t lift__new_rv(const struct lift *l, uint64_t rv);

/* story.c: fills world and steps. */
int lift__story(struct lift *l, struct relist_err *err);

/* clients.c: readers with one User-Agent and one selection become as many as they are. */
int lift__tell_clients_apart(struct lift *l, struct relist_err *err);

/* readers.c */
int lift__choose_readers(struct lift *l, struct relist_err *err);
bool lift__has_assumed_watcher(const struct lift *l);
void lift__name_type(struct lift *l, struct lift__type *t);

/* lives.c: false: out of memory. */
bool lift__follow_lives(struct lift *l, const struct rec__line *line);

/* arms.c: failures of the program's writes, its kills and late events, as steps that stand before
 * the write that makes the program act. False: out of memory. */
bool lift__note_own_write(struct lift *l, struct lift__request *r, const struct rec__line *line);
void lift__note_answer(struct lift *l, struct lift__own_write *w, const struct rec__line *line);
/* The request ended without a response; `w` may be NULL. */
int lift__note_end(const struct lift *l, struct lift__own_write *w, const struct rec__line *line);
bool lift__arm(struct lift *l);
bool lift__same_write(const struct lift__own_write *a, const struct lift__own_write *b);
/* The steps that stand before what makes the program act: the last write of others, or start of the
 * program, before that line. *at: the line. */
struct lift__list *lift__cause_of(struct lift *l, uint64_t seq, uint64_t *at);
/* "UPDATE pools/default/a nth=2": the write, counted from its cause; a number below `least` is not
 * written. */
void lift__add_match(const struct lift *l, const struct lift__own_write *w, uint64_t from,
		     size_t least, struct strbuf *out);
/* `rested`, `later`: as in struct lift__arm. */
bool lift__add_arm(struct lift *l, struct lift__list *arms, const struct strbuf *text, bool rested,
		   bool later);
bool lift__arm_kills(struct lift *l);
/* late.c */
bool lift__arm_late(struct lift *l);
/* content.c: what the refused write wanted is so at the end all the same. */
bool lift__is_in_effect(const struct lift__object *o, const struct lift__own_write *w);
/* NULL: not known. */
struct lift__object *lift__object_of(const struct lift *l, const struct lift__own_write *w);

/* dropped.c: marks the writes that the chosen readers' open watches did not get. */
void lift__find_dropped(struct lift *l);

/* number.c */
/* Where the story begins: the first request of a reader, or the window. */
uint64_t lift__first_seq(const struct lift *l);
uint64_t lift__seq_at(const struct lift *l, int64_t at_ns, uint64_t otherwise);
/* Which writes are in the story, and their versions. */
void lift__number_writes(struct lift *l, uint64_t begin, uint64_t end);
void lift__note_uids(struct lift *l);
/* The UID that a name is bound to is that of the first creation in the story. */
void lift__name_uids(struct lift *l);
/* The write is in the scenario: what refers to its UID can do so by name. */
void lift__is_made(struct lift__state *w);
void lift__forget_models(struct lift *l);
bool lift__has_finalizers(json_t object);
/* Of the program that is to be run: no step. */
bool lift__is_own(const struct lift__state *w);

/* writes.c */
int lift__learn_templates(struct lift *l, struct relist_err *err);
int lift__add_write(struct lift *l, struct lift__state *w);
/* What was there before, in one step as far as it can be. */
int lift__add_base(struct lift *l, struct relist_err *err);

/* world.c */
void lift__add_head(const struct lift *l, struct strbuf *out);
void lift__add_end_state(struct lift *l);
/* Types, templates and informers. */
void lift__add_world(struct lift *l);

/* controller.c */
/* What is expected of it, in the place of its marks. */
bool lift__put_doings(const struct lift *l, struct strbuf *text);

/* yaml.c */
/* What the scenario says of an object's state: without what the server makes itself. */
int lift__body(struct lift *l, const struct lift__state *s, struct strbuf *json);
/* A merge patch from one state to the other. */
int lift__patch(struct lift *l, json_t from, json_t to, struct strbuf *json);
/* What all of them have, member by member; empty: nothing. */
int lift__common(json_t a, json_t b, struct strbuf *out);
/* `over` without what `base` has as well. */
int lift__without(json_t over, json_t base, struct strbuf *out);
/* "key: value", in one line where it has place, else in lines; `indent` spaces before it. `first`
 * is what stands in front of it in its first line: "- ". */
void lift__add_member(struct strbuf *out, size_t indent, const char *first, struct str key,
		      json_t value, const char *comment);
void lift__add_flow(struct strbuf *out, json_t value);
void lift__add_scalar(struct strbuf *out, struct str text);

/* RELIST_ELIMIT with a way out: how to lift less of the recording. */
int lift__too_large(const struct lift *l, size_t bytes, struct relist_err *err);

/* prove.c: runs it and writes what came true; lists what is different. */
int lift__prove(struct lift *l, struct str text, struct lift__result *out, struct relist_err *err);

#endif
