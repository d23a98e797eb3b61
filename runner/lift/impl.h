/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shared by the files of runner/lift. Everything is allocated in the lift's arena. */
#ifndef RUNNER_LIFT_IMPL_H
#define RUNNER_LIFT_IMPL_H

#include "base/map.h"
#include "base/selector.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/schema/registry.h"
#include "runner/arena.h"
#include "runner/lift/lift.h"

/* A growing array of pointers. */
struct lift__list {
	void **items;
	size_t len, cap;
};

struct lift__type {
	struct str group, version, resource, kind;
	struct str name; /* name in the scenario */
	bool namespaced, builtin;
	bool odd, mine;		    /* noted: one skipped; requested by the program */
	struct lift__list versions; /* of a custom type: struct str, those requested */
	bool generates;		    /* the server generates names of its objects */
	struct lift__list news;	    /* controller.c: its objects with news, and some that had */
	size_t writes;
	const char *template_; /* the JSON that all created objects share; NULL: none */
	struct str template_name;
};

struct lift__object;

/* An observed state. Its order among others: rv, then `after`. */
struct lift__state {
	struct lift__object *object;
	json_t json;   /* empty: unknown, for deletions */
	json_t narrow; /* versions.c: the same in another version; empty: none is known */
	struct str uid;
	uint64_t rv;
	uint32_t after; /* 1: after the write with that version */
	bool deleted;
	bool partial;  /* only its metadata are known */
	bool own;      /* written by the program under test */
	bool others;   /* the response to a write of another client shows it */
	bool by_other; /* number.c: written by another client, and the program created the object */
	bool garbage;  /* number.c: deleted because its owners are gone */
	bool parted, missing; /* deleted: by watches with a selector, by a list */
	bool assumed;	      /* derived by an import, not observed */
	bool born;	      /* the response to its creation */
	bool unplaced;	      /* deleted, according to a response without a version */
	/* doubles.c: a watch event shows it; an observed state has taken its place */
	bool event, replaced;
	uint64_t seq;	    /* the line at which it was first observed */
	uint64_t shown_seq; /* late.c: the first line that showed it to the program */
	int64_t at_ns;
	/* history.c */
	struct lift__state *before; /* the state before the write; NULL: created */
	uint64_t new_rv;	    /* in the scenario; 0: not written there */
	bool base;		    /* existed before the story begins */
	bool done;		    /* own, executed in the story */
	bool dropped;		    /* dropped.c: open watches did not receive it */
	bool undone;		    /* heals.c: the program brought the state before it back */
	/* its index among all writes, and later writes of its object */
	size_t place;		  /* index.c */
	struct lift__state *next; /* the next one */
	struct lift__state
	    *opposite;		/* the first deletion after a write, or write after a deletion */
	struct lift__list arms; /* arms.c: struct lift__arm, steps before it */
};

struct lift__object {
	struct lift__type *type;
	struct str ns, name, key; /* key: "ns/name" or "name" */
	struct lift__list states;
	struct lift__list spans;  /* doubles.c */
	struct lift__state *last; /* the highest version so far */
	uint64_t listed;	  /* of the lists that contained it, the one that began last */
	uint64_t listed_rv;	  /* and the highest version of such a list */
	const struct lift__request *burst; /* vanished.c: the last watch that began with it */
	bool wanted;
	bool own;	       /* the program created it */
	uint64_t relist;       /* expect.c: number of the last relist that contained it */
	bool did, news, there; /* controller.c: the program created or ended it; changed; exists */
	bool in_news;	       /* it is in its type's list */
	bool held;	       /* controller.c: its last write is not yet executed */
	size_t index;	       /* in the lift's objects */
	struct lift__list reads;    /* responses.c: the program's GETs that returned it */
	bool came_back;		    /* heals.c: the program deleted it and created it again */
	struct lift__state *coming; /* controller.c: a later write of it */
	bool shown;		    /* it occurs in the scenario */
	struct str uid_name;	 /* name of its UID for references: "$p-1"; empty: no references */
	struct str uid;		 /* the UID of its first creation, to which the name is bound */
	bool generated;		 /* the server generated its name */
	bool later;		 /* texts.c: its steps name objects that the program creates */
	struct lift__state *now; /* pending.c: its present state; NULL: it does not exist */
	struct lift__list written_paths;   /* content.c: struct str, paths that the program wrote */
	struct str children;		   /* controller.c: selects it, if its name is generated */
	const struct lift__object *parent; /* the owner that `children` names; NULL: none */
	size_t number;			   /* order.c: of its creation; 0: not yet known */
	int group_news;	  /* controller.c: for the first one that `children` selects: number of
			     changes */
	bool others_news; /* controller.c: its last change was made by another client */
	const struct lift__object *misowned; /* the owner now, if the program named one that went */
	bool bound;			     /* used while steps are written */
	struct lift__state *model; /* the state in the scenario's server while steps are written */
};

enum lift__verb { LIFT_LIST, LIFT_WATCH, LIFT_OTHER };

/* A reader: a client's lists and watches of one type with one selection. While lines are read,
 * clients with the same User-Agent and selection share a reader; clients.c separates them. */
struct lift__reader {
	struct lift__type *type;
	struct str ns, labels, fields, agent;
	struct selector_term *selector;
	size_t events, watches, heard; /* heard: watches without an error */
	uint64_t began_seq;	       /* of its first request */
	bool watch_list, assumed, chosen;
	size_t lists; /* complete ones, not pages */
	bool polls;   /* readers.c: its program has no watch and lists */
	uint64_t limit;
	struct str name; /* of the informer */
	size_t number;	 /* index among the readers */
	/* clients.c: its progress */
	struct lift__list
	    clients; /* lift__reader: those with its User-Agent and selection, itself first */
	struct lift__list orphans; /* lift__request: lists after which it listed again */
	struct lift__request *at_watch, *at_list;
	bool awaits; /* it has listed and not watched since */
	uint64_t at_rv, at_seq;
	struct str who, user;
	uint32_t conn;
	/* story.c, expect.c */
	bool started, synced, crashed;
	bool gone;		       /* it does not return */
	struct lift__request *watched; /* its last successful watch */
	bool watching;		       /* its watch is open */
	bool broken;		       /* its last response was an error */
	unsigned failures, level;      /* since its last success; level of the back-off */
	int64_t failed_ns, patience_ns;
	uint64_t first_seq;
	uint64_t due_rv, received_rv; /* last write that it has to receive; that it received */
	struct map cache;	      /* key -> lift__state */
	struct lift__list listing;    /* states in the list that it is receiving */
};

struct lift__request {
	uint32_t id;
	enum lift__verb verb;
	struct lift__type *type;
	const struct fakeapi__resource
	    *form; /* requested version of the type; NULL: the stored one */
	struct str ns, name, rv, continue_;
	bool initial_events, assumed, bookmarks, get, write, creates, deletes, own, expired;
	struct str subresource;
	bool mine;		      /* from the program under test */
	struct lift__own_write *sent; /* a write or GET of the program */
	struct lift__reader *reader;  /* LIST, WATCH */
	int status;
	bool initial_end;
	bool observed;	    /* WATCH: it has events that were observed */
	bool listed;	    /* play.c: it received its whole list */
	uint64_t seq, list; /* list: number of the list to which the page belongs */
	uint64_t list_seq;  /* of that list's first page */
	struct lift__request *page_before;
	struct str who, user; /* the client's address, the user */
	uint32_t conn;
	uint64_t limit, list_rv;
	uint64_t end_seq;   /* UINT64_MAX: open at the end of the recording */
	uint64_t event_seq; /* WATCH: line of the last event */
	int64_t at_ns, end_ns;
	uint64_t top_rv;    /* the highest known version when it was sent */
	uint64_t last_rv;   /* WATCH: the highest received version */
	uint64_t passed_rv; /* dropped.c: the version it has reached; 0: unknown */
};

/* X(NAME) - events of a reader */
enum lift__what {
	LIFT_ASKED,    /* request */
	LIFT_ANSWERED, /* status, list_rv */
	LIFT_LISTED,   /* state: an item */
	LIFT_LIST_END, /* the list's last page */
	LIFT_ADDED,
	LIFT_MODIFIED,
	LIFT_DELETED,
	LIFT_BOOKMARK,
	LIFT_INITIAL_END, /* the bookmark that ends the initial events */
	LIFT_ERROR,	  /* status, reason, message */
	LIFT_RAW,
	LIFT_CLOSED, /* how */
	LIFT_HANGUP,
};

struct lift__received {
	enum lift__what what;
	struct lift__request *request;
	struct lift__state *state;
	bool assumed; /* derived by an import, not observed */
	uint64_t seq, rv;
	uint64_t list_seq; /* LIST_END: of the request for its first page */
	int64_t at_ns;
	int status;
	enum rec__how how;
	struct str text, reason, retry_after; /* ERROR: message; RAW: bytes */
};

/* A write of the program under test, or a GET of one object. */
struct lift__own_write {
	struct lift__type *type;
	const char *verb; /* as in `match`: "UPDATE" */
	struct str place; /* "ns/name"; for a generated name "ns" */
	struct str ns, name;
	uint64_t seq, end_seq;	      /* end_seq: of the response; UINT64_MAX: none */
	uint64_t left_seq;	      /* the program ended the request without a response; 0: no */
	uint64_t cut_seq;	      /* the network ended the request without a response; 0: no */
	bool seen;		      /* no response; a later state shows the effect */
	struct lift__state *reverted; /* the write of another client that it reverts; NULL: none */
	int64_t at_ns, end_ns;
	uint64_t rv;	 /* resourceVersion in the request; 0: none */
	uint64_t new_rv; /* resourceVersion in the response; 0: none */
	int status;
	struct str reason;
	bool generated;
	struct str subresource;
	struct str labels;				  /* DELETECOLLECTION: its selection */
	struct str body;				  /* JSON; "": none, or another format */
	struct lift__own_write *same_before, *same_after; /* index.c: of the same object */
	struct lift__own_write *first;			  /* and the first of those */
	/* heals.c, of the first: how many succeeded; whether the program undid one of them */
	size_t done;
	bool undone;
};

/* An open connection of the program. */
struct lift__conn {
	int64_t at_ns;	       /* of its first request */
	bool older, stands_by; /* of a process about to be replaced, that only read Leases */
};

/* An end and restart of the program. */
struct lift__life {
	uint64_t end_seq, back_seq;
	int64_t end_ns, back_ns;
	struct lift__own_write *unanswered; /* its last write; NULL: all had responses */
	bool carried_out;		    /* that write was executed */
	char backend;			    /* stale.c: apiserver of the restart; 0: as before */
	bool ended, begun;		    /* story.c: already in the story */
	struct lift__list arms;
};

/* A step that has to precede its cause. */
struct lift__arm {
	struct str text;
	bool rested; /* the program has to be at rest before it */
	bool later;  /* only a program that writes can execute it: not part of the proof */
};

/* Between these two lines the watches of a type received no event; or a write was not executed, or
 * had no response. */
struct lift__hold {
	struct lift__type *type;     /* NULL: a write */
	struct lift__object *object; /* of a write that is not executed; NULL: none, or unknown */
	struct str point;	     /* "at: event, type: pods" */
	struct str end;		     /* the step that ends it; empty: a release of the point */
	const char *rest_after;	     /* of a reply, as in the language; NULL: its default */
	uint64_t from_seq, to_seq;
};

/* A step at the time of a request of the program that no write causes. */
struct lift__timed {
	uint64_t seq;
	int64_t at_ns;
	struct str text;
};

struct lift {
	struct lift__options opt;
	struct runner__arena arena;
	struct fakeapi__registry *registry; /* built-in types */
	size_t bytes;
	bool failed;

	uint32_t lacks;
	enum rec__source source;
	struct map types;    /* "group/resource" -> lift__type */
	struct map objects;  /* "group/resource ns/name" -> lift__object */
	struct map requests; /* id as text -> lift__request: open requests */
	struct map readers;
	struct map conns;	/* id as text -> the client's address, for open connections */
	struct map last_of;	/* clients.c: reader and address -> the last request */
	struct map pages;	/* continue token -> the lift__request with that response */
	struct map uids;	/* of objects -> lift__object */
	struct map uid_names;	/* "$web" -> lift__object */
	struct map texts;	/* owned by texts.c */
	struct map last_writes; /* index.c: as text -> the program's last such write */
	struct lift__list received;
	uint64_t seq, lists;
	int64_t started_ns;	    /* of the recording, Unix time; 0: unknown */
	uint64_t first_request_seq; /* of the first reader; 0: none yet */
	int64_t first_request_ns;
	bool assumes; /* the present line was derived by an import */
	bool has_assumed_states;
	bool generates; /* the server generates names of the program's objects */
	int64_t at_ns;
	uint64_t top_rv; /* the highest version so far */

	/* history.c */
	bool odd_path;			 /* a path was skipped, with a note */
	bool reads_recorded;		 /* the readers' requests were recorded, not assumed */
	struct lift__list writes;	 /* states, in order */
	struct lift__list by_line;	 /* index.c: those writes by their lines */
	struct lift__list steps_by_line; /* index.c: those of them after the start */
	struct lift__list base;		 /* the initial objects, owners first */
	uint64_t base_rv;		 /* of the recording: versions up to here are in `base` */
	uint64_t base_count;
	uint64_t start_rv; /* the server's version before the first write of the scenario */
	int64_t begin_ns;  /* start of the story */
	/* story.c */
	const struct lift__reader *main; /* represents the program under test */
	struct lift__list doings;	 /* struct str: the program's expectations */
	struct lift__list other_writers; /* struct str: the first other User-Agents */
	/* arms.c, lives.c */
	struct lift__list own_writes, own_reads, lives, holds;
	struct lift__list start_arms; /* steps before the start of the program */
	struct lift__list timed;      /* by their lines */
	char backend;		      /* stale.c: apiserver of the program's last process; 0: A */
	bool two_backends;
	bool counts; /* the story ends with expected counts of writes */
	struct {
		struct map conns;	   /* connection -> lift__conn: open ones of the program */
		struct map watches;	   /* request -> its target: open ones of the program */
		size_t older, standing_by; /* open connections of such processes */
		bool left, hung_up;
		bool replaced; /* a newer replica took over from an older one */
		uint64_t seq;
		int64_t at_ns;
	} live;
	struct strbuf world, steps;
	size_t step_count;
	uint64_t rv; /* present version of the scenario's server */
};

int lift__no_memory(struct relist_err *err);
struct str lift__copy(struct lift *l, struct str s);
/* Makes a reader with that selection, not in the list of readers. NULL: out of memory. */
struct lift__reader *lift__new_reader(struct lift *l, struct lift__type *type, struct str ns,
				      struct str labels, struct str fields);
void *lift__alloc(struct lift *l, size_t size); /* NULL: l->failed */
/* objects.c: adds an observed state. Returns NULL if out of memory. rv 0: after everything up to
 * here.
 */
struct lift__state *lift__add_state(struct lift *l, struct lift__object *o, json_t json,
				    uint64_t rv, bool deleted, uint64_t seq);
bool lift__push(struct lift *l, struct lift__list *list, void *item);
/* Whether `s` contains one of the texts. */
bool lift__contains(struct str s, const struct lift__texts *texts);
void lift__note(struct lift *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* vanished.c: a list without fields in its selection shows which of the known objects are gone. */
int lift__delete_vanished(struct lift *l, const struct lift__request *r, uint64_t rv);

/* Whether the watch, without a version, begins with all existing objects. */
bool lift__begins_with_all(const struct lift__request *q);
/* Likewise a watch that began with all objects. Returns false if out of memory. */
bool lift__find_vanished(struct lift *l);

/* doubles.c: a write that was both assumed and observed counts once. lift__find_doubles() returns
 * false if out of memory; then each object's sorted states. */
bool lift__find_doubles(struct lift *l);
void lift__drop_doubles(struct lift__object *o);
/* A write of which only the name is known leaves the content as it was. */
void lift__fill_assumed(struct lift *l, struct lift__state *s, const struct lift__state *before);

/* history.c: orders the states of every object, and all writes. */
int lift__history(struct lift *l, struct relist_err *err);
/* Converts a version of the recording to the scenario: that of the last write up to it. */
uint64_t lift__new_rv(const struct lift *l, uint64_t rv);

/* unchecked.c: adds lines about the parts of the story that no line of the recording shows. */
void lift__add_unchecked(const struct lift *l, struct strbuf *out);

/* story.c: fills `world` and `steps`. */
int lift__story(struct lift *l, struct relist_err *err);

/* clients.c: separates readers with the same User-Agent and selection. */
int lift__separate_clients(struct lift *l, struct relist_err *err);

/* readers.c: whether the type is built in or could be defined. */
struct rec__target;
bool lift__has_type(const struct lift *l, const struct rec__target *t);
int lift__choose_readers(struct lift *l, struct relist_err *err);
bool lift__has_assumed_watcher(const struct lift *l);
void lift__name_type(struct lift *l, struct lift__type *t);

/* kept.c */
/* Whether the program created the object for a selected one: its owner or its name shows that. */
bool lift__is_child_of_kept(const struct lift *l, const struct lift__state *s);
bool lift__note_kept(struct lift *l, struct lift__state *s); /* false: out of memory */

/* lives.c: returns false if out of memory. */
bool lift__follow_lives(struct lift *l, const struct rec__line *line);

/* earlier.c: the first request of a reader begins the story. */
void lift__note_start(struct lift *l, const struct lift__request *r);
/* The line before which the object of a watch's first events existed; 0: it may be new. */
uint64_t lift__existed_seq(const struct lift *l, const struct lift__request *r, json_t object);
/* Adds the objects that other clients had created, as a refused creation shows. Returns false if
 * out of memory. */
bool lift__find_existing(struct lift *l);

/* generated.c: the beginning of a name that differs in each run; empty: it does not differ. */
struct str lift__generated_prefix(const struct lift *l, const struct lift__object *o, json_t state,
				  struct strbuf *scratch);
/* Likewise according to the options only. */
struct str lift__pattern_prefix(const struct lift *l, const struct lift__type *t, struct str ns,
				struct str name);
/* Notes a name that looks like that. */
void lift__note_random(struct lift *l);

/* owned.c: marks states that the program wrote although no response shows that. */
bool lift__find_own_effects(struct lift *l);
/* Whether another client made the write of an object that the program created. */
bool lift__is_by_other(const struct lift *l, const struct lift__state *w);
/* Notes the other clients that write. */
void lift__note_other_writers(struct lift *l);
/* Notes what the story lacks of the program's. */
void lift__note_gaps(struct lift *l);
/* Whether all owners of the object are gone. */
bool lift__is_garbage(const struct lift *l, const struct lift__state *w);

/* dropped.c: marks the writes that the chosen readers' open watches did not receive. */
void lift__find_dropped(struct lift *l);

/* number.c */
/* The line at which the story starts: the first request of a reader in the window. */
uint64_t lift__first_seq(const struct lift *l);
uint64_t lift__seq_at(const struct lift *l, int64_t at_ns, uint64_t otherwise);
/* Selects the writes of the story and assigns their versions. */
void lift__number_writes(struct lift *l, uint64_t begin, uint64_t end);
void lift__note_uids(struct lift *l);
/* Binds each name to the UID of the object's first creation in the story. */
void lift__name_uids(struct lift *l);
/* Call it when the scenario has the write: references to its UID can then use the name. */
void lift__is_made(struct lift__state *w);
void lift__forget_models(struct lift *l);
bool lift__has_finalizers(json_t object);

/* writes.c */
int lift__learn_templates(struct lift *l, struct relist_err *err);
int lift__add_write(struct lift *l, struct lift__state *w);
/* Adds the initial objects, in one step if possible. */
int lift__add_base(struct lift *l, struct relist_err *err);

/* world.c */
void lift__add_head(const struct lift *l, struct strbuf *out);
void lift__add_end_state(struct lift *l);
/* Types, templates and informers. */
void lift__add_world(struct lift *l);

/* controller.c */
/* Replaces the marks by the program's expectations. */
bool lift__put_doings(const struct lift *l, struct strbuf *text);

/* yaml.c */
/* The object's state for the scenario, without server-generated members. */
int lift__body(struct lift *l, const struct lift__state *s, struct strbuf *json);
/* A merge patch from one state to the other. */
int lift__patch(struct lift *l, json_t from, json_t to, struct strbuf *json);
/* The members that both have; empty: none. */
int lift__common(json_t a, json_t b, struct strbuf *out);
/* `over` without the members of `base`. */
int lift__without(json_t over, json_t base, struct strbuf *out);
/* Appends "key: value" in one line if it fits, else in several; indented by `indent` spaces.
 * `first` precedes it in its first line: "- ". */
void lift__add_member(struct strbuf *out, size_t indent, const char *first, struct str key,
		      json_t value, const char *comment);
void lift__add_flow(struct strbuf *out, json_t value);
void lift__add_scalar(struct strbuf *out, struct str text);

/* limits.c: RELIST_ELIMIT with advice: how to lift less of the recording. */
int lift__too_large(const struct lift *l, size_t bytes, struct relist_err *err);

/* Likewise if the story up to that time has too many steps. */
int lift__too_long(const struct lift *l, int64_t at_ns, struct relist_err *err);
/* Refuses a story with more writes than steps. Call it when they have versions. */
int lift__check_writes(const struct lift *l, struct relist_err *err);

/* prove.c: runs the scenario and writes the actual values; lists the differences. */
int lift__prove(struct lift *l, struct str text, struct lift__result *out, struct relist_err *err);

#endif
