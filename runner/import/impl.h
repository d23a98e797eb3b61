/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shared by the files of runner/import: reading (first pass), order, writing (second). */
#ifndef RUNNER_IMPORT_IMPL_H
#define RUNNER_IMPORT_IMPL_H

#include "base/map.h"
#include "base/selector.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/schema/registry.h"
#include "fakeapi/serializer/yaml_read.h"
#include "runner/arena.h"
#include "runner/import/import.h"
#include "runner/recording/path.h"
#include "runner/import/spool.h"
#include "runner/import/times.h"
#include "runner/import/values.h"

/* The reader that made an entry and will write it. */
enum imp__class {
	IMP_CLASS_AUDIT,     /* an event of an audit log; index 1: only its begin */
	IMP_CLASS_WATCH,     /* {type, object}; index: see kubectl.c */
	IMP_CLASS_OBJECT,    /* an object, as kubectl get -w prints it */
	IMP_CLASS_ITEM,	     /* an object of a snapshot; index: its number */
	IMP_CLASS_SNAPSHOT,  /* the end of a snapshot; index: its number */
	IMP_CLASS_HAR,	     /* an entry; index: 0 exchange, 1 begin of a watch, 2 its end */
	IMP_CLASS_HAR_EVENT, /* a line of a watch; index: number of its entry */
	IMP_CLASS_K8SHARK,   /* a record of k8shark */
};

/* A served type. Its strings live as long as the import. */
struct imp__type {
	struct str key; /* "apps/v1/deployments", "v1/pods" */
	struct str group, version, resource, kind;
	struct str kept; /* "apps/deployments": the same for all served versions */
	const struct fakeapi__resource *known; /* for built-in types; NULL: not built in */
	bool namespaced, guessed, virtual_;
};

/* --- notes --- */

/* The notes of one kind. */
struct imp__note_entry {
	const char *what; /* the format string; its address identifies the kind */
	uint64_t count;
	struct str shown; /* the last note that was printed */
	uint32_t file;	  /* position of the last note */
	uint64_t line;
};

struct imp__notes {
	struct imp__note_entry *entries;
	size_t count, cap;
	struct strbuf text; /* the notes for the recording, each with a line feed */
};

/* --- objects --- */

struct imp__object {
	const struct imp__type *type;
	uint64_t rv;
	struct str ns, name;
	size_t json_len;
	char *json;
};

/* A write that open watches may still need. */
struct imp__commit {
	uint64_t rv;
	uint32_t key_hash; /* hash of the object's key */
	const struct imp__type *type;
	char verb;	  /* 'A', 'M', 'D' */
	char *json, *old; /* old: NULL for A */
	size_t json_len, old_len;
	uint32_t file;
	uint64_t line;
};

/* A webhook backend repeats a failed batch soon after the first attempt. */
enum { IMP_RECENT_MAX = 8192 };

enum { IMP_COMMITS_MAX = 4096, IMP_COMMIT_BYTES_MAX = 64 << 20 };

/* An open watch whose events are derived from the writes. */
struct imp__watch {
	struct imp__watch *next;
	uint32_t id; /* id of its request */
	const struct imp__type *type;
	struct strbuf ns, name;
	struct selector_term *labels;
	struct strbuf fields; /* a field selector */
	bool unclear;	      /* the selector is not understood: no events are derived */
	bool kubectl;	      /* the client is kubectl */
	bool follows;	      /* the events come from a file with kubectl's output instead */
	uint64_t rv;	      /* the last version that was sent */
};

/* The object as kubectl get -w printed it last. */
struct imp__printed {
	size_t len;
	char json[];
};

/* A file's objects of one type: the list and watch of kubectl. */
struct imp__stream {
	const struct imp__type *type;
	uint32_t file;
	uint32_t id; /* id of the watch; 0: not open yet */
	/* the list that kubectl prints first */
	uint64_t list_count, list_rv, list_left, page_count;
	int64_t list_at;
	struct strbuf page;
	/* state of the first pass */
	uint64_t seen, last_rv, max_rv;
	struct strbuf last_key;
	bool list_ends, old;
	/* the first event after that list, and the list's length then */
	uint64_t after_rv, after_count;
	bool ended; /* the followed watch of the audit log has ended */
	int64_t newest;
	/* OBJECT: the last printed version of live objects, the last occurrence of each UID */
	struct map known;   /* key -> imp__printed */
	struct map last_of; /* "key uid" -> number among the file's objects */
	uint64_t printed;
};

/* An entry that waits until its order is certain. */
struct imp__held {
	struct imp__entry entry;
	char *text;
};

enum { IMP_WINDOW_MAX = 512, IMP_WINDOW_BYTES = 32 << 20 };
#define IMP_WINDOW_NS (10 * NS_PER_S)

struct imp__written {
	uint64_t rv;
	int64_t at_ns, begin_ns; /* when it was answered, and received */
	uint32_t file;
};

enum imp__mode { IMP_MODE_SNIFF, IMP_MODE_JSON, IMP_MODE_YAML, IMP_MODE_LINES, IMP_MODE_SKIP };

struct imp__import {
	struct imp__options opt;
	struct runner__arena arena;
	struct fakeapi__registry *registry;
	struct map types;  /* "apps/v1/deployments" and "apps/v1#Deployment" -> imp__type */
	struct str *files; /* names of the files */
	size_t file_count, file_cap;
	struct imp__notes notes;
	uint32_t classes; /* 1u << class: which classes occurred */
	struct relist_err why;

	/* first pass */
	struct imp__values values;
	enum imp__mode mode;
	struct strbuf pending; /* SNIFF: the first bytes; YAML: the current document */
	struct strbuf line;    /* YAML: the current line, without its line feed */
	uint64_t yaml_line, yaml_doc_line;
	struct {
		uint64_t number, column; /* the line, and the length of its prefix */
	} behind;
	struct {
		struct strbuf text, stream; /* parts of a line that a runtime cut */
		uint64_t line;		    /* number of its first line */
	} pieces;
	bool resync; /* after an error: skip to the next line feed */
	bool in_snapshot, in_list;
	size_t snapshots, snapshot_cap;
	int64_t *snapshot_at;	    /* time of each snapshot */
	uint64_t *snapshot_rv;	    /* the highest version in each */
	struct imp__spool shots_in; /* the objects and ends of the snapshots */
	struct imp__spool timed;    /* entries with a time, sorted by it */
	struct imp__spool *untimed; /* by file: entries without a time, in the file's order */
	struct imp__written *written;
	size_t written_count, written_cap;
	struct map stories; /* match.c: "type ns/name" -> imp__story; empty in the second pass */
	struct imp__match *matches;
	size_t match_count, match_cap;
	int64_t *file_shift; /* by file; see clocks.c; NULL: no file is moved */
	struct map streams;  /* "file type" -> imp__stream */
	int64_t last_at;     /* time of the file's last entry; entries without a time use it */
	uint64_t har_count;

	/* second pass */
	struct imp__held *window;
	size_t window_len, window_bytes;
	struct imp__order *order; /* order.c */
	struct rec__writer writer;
	struct rec__redactor redactor;
	struct map paths; /* requests without a complete response: id -> path */
	int64_t started;
	bool has_started;
	int64_t at_ns; /* time of the last line */
	uint32_t next_id;
	uint64_t lines;	    /* number of lines without notes */
	struct map objects; /* "type ns/name" -> imp__object */
	size_t object_bytes;
	uint64_t last_rv;
	struct imp__commit *commits; /* the last writes, a ring */
	size_t commit_first, commit_count, commit_bytes;
	struct imp__watch *watches;
	struct map audits; /* auditID -> request id of an open watch */
	struct map stages; /* "auditID stage" of the last entries; the keys are in `recent` */
	char **recent;	   /* ring of strings */
	size_t recent_count;
	struct map shots; /* snapshots: "type ns/name" -> imp__object, rv: number of a snapshot */
	struct map har;	  /* entry number -> request id */
	uint64_t unused_rv;
};

/* --- match.c: the versions of writes whose responses are not in the log --- */
/* First pass: a watch event, and a successful write without a version. verb: 'c' create, 'u' update
 * or patch, 'd' delete. */
int imp__match_event(struct imp__import *im, const struct imp__type *type, json_t object,
		     bool deleted, struct relist_err *err);
int imp__match_write(struct imp__import *im, const struct imp__type *type, struct str ns,
		     struct str name, char verb, const struct imp__entry *e,
		     struct relist_err *err);
int imp__match_all(struct imp__import *im, struct relist_err *err);
/* Second pass. 0: unknown. */
uint64_t imp__matched_rv(const struct imp__import *im, const struct imp__entry *e);
void imp__match_fini(struct imp__import *im);

/* --- order.c: merges the entries of all files for the second pass --- */
int imp__order_init(struct imp__import *im, struct relist_err *err);
void imp__order_fini(struct imp__import *im);
/* Sets the recording's start: the earliest time of a file's first entry or of a snapshot. */
void imp__order_start(struct imp__import *im);
/* The first remaining entry, borrowed until the next pop. Returns false if there is none. */
bool imp__order_first(struct imp__import *im, struct imp__entry *e, struct str *text);
int imp__order_pop(struct imp__import *im, struct relist_err *err);

/* --- common.c --- */
int imp__no_memory(struct relist_err *err);
const char *imp__file_name(const struct imp__import *im, uint32_t file);
/* Prints the note, or only counts it if its kind was printed often. Prefixed with file:line unless
 * line is 0. */
void imp__note(struct imp__import *im, uint32_t file, uint64_t line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void imp__notes_end(struct imp__import *im);
/* Adds an entry with its own time / at the end of the file's entries. */
int imp__add_timed(struct imp__import *im, struct imp__entry *e, struct str text,
		   struct relist_err *err);
int imp__add_untimed(struct imp__import *im, struct imp__entry *e, struct str text,
		     struct relist_err *err);
/* Makes an entry of the current file. */
struct imp__entry imp__entry_of(struct imp__import *im, enum imp__class class_, uint64_t line);
/* Records that a write with version `rv` was received at begin_ns and answered at at_ns. */
int imp__add_written(struct imp__import *im, uint64_t rv, int64_t at_ns, int64_t begin_ns,
		     struct relist_err *err);
/* clocks.c: called after the first pass. Converts the times of all apiservers to one clock. */
int imp__align_clocks(struct imp__import *im, struct relist_err *err);
/* Converts a time of the file's clock to the common clock. */
int64_t imp__true_time(const struct imp__import *im, uint32_t file, int64_t at_ns);
uint64_t imp__rv_of(json_t object); /* metadata.resourceVersion; 0: missing or not a number */
/* Why the object has no usable name: "object.metadata.name: missing". NULL if it has one. */
const char *imp__nameless(json_t object);
struct str imp__copy(struct imp__import *im, struct str s);
/* The time of the write with that resource version, or of the last write before it. */
bool imp__written_at(const struct imp__import *im, uint64_t rv, int64_t *at_ns);
/* The smallest resource version above `rv` of a write that is not written yet; UINT64_MAX: none. */
uint64_t imp__next_rv(const struct imp__import *im, uint64_t rv);

/* --- types.c: these return NULL if out of memory --- */
const struct imp__type *imp__type_of_kind(struct imp__import *im, struct str api_version,
					  struct str kind, bool namespaced);
const struct imp__type *imp__type_of_resource(struct imp__import *im, struct str group,
					      struct str version, struct str resource);
/* "/api/v1/namespaces/NS/pods"; `ns` may be empty. */
void imp__type_path(const struct imp__type *t, struct str ns, struct str name, struct strbuf *out);
void imp__api_version(const struct imp__type *t, struct strbuf *out);

/* --- emit.c: lines of the recording --- */
struct imp__request {
	const char *method;
	struct str path, user, client, agent, body;
	const struct rec__pair *query;
	size_t query_count;
	const struct rec__pair *headers; /* if set, replaces `agent` */
	size_t header_count;
	bool assumed;
};
int imp__emit_request(struct imp__import *im, const struct imp__entry *e, int64_t at_ns,
		      const struct imp__request *req, uint32_t *id, struct relist_err *err);
int imp__emit_response(struct imp__import *im, const struct imp__entry *e, uint32_t id, int status,
		       bool stream, struct str body, bool assumed, struct relist_err *err);
int imp__emit_headed(struct imp__import *im, const struct imp__entry *e, struct rec__line *line,
		     struct relist_err *err);
int imp__emit_event(struct imp__import *im, const struct imp__entry *e, uint32_t id,
		    struct str type, json_t object, bool assumed, struct relist_err *err);
int imp__emit_raw(struct imp__import *im, const struct imp__entry *e, uint32_t id, struct str text,
		  struct relist_err *err);
int imp__emit_close(struct imp__import *im, const struct imp__entry *e, uint32_t id,
		    enum rec__how how, struct relist_err *err);
void imp__paths_fini(struct imp__import *im);
/* "a=b&c=d", decoded, as pairs in `arena`. */
int imp__query_parse(struct runner__arena *arena, struct str query, const struct rec__pair **out,
		     size_t *count);
struct str imp__percent_decode(struct runner__arena *arena, struct str s, bool plus);

/* --- objects.c: tracks the state of the objects and derives the events of watches --- */
struct imp__change {
	const struct imp__entry *entry;
	const struct imp__type *type;
	struct str ns, name;
	json_t object; /* the new state; for a deletion the last state */
	bool deleted;
	bool hidden; /* the response to the write does not show the change */
	uint64_t rv; /* 0: unknown; the next number is used */
};
/* Both objects have a UID, and the UIDs differ. */
bool imp__other_uid(json_t a, json_t b);
int imp__commit_change(struct imp__import *im, const struct imp__change *c, struct relist_err *err);
/* Appends the object with that resource version. Returns false if it has no metadata. */
bool imp__with_rv(json_t object, uint64_t rv, struct strbuf *out);
/* Appends the object with member `name` of object.WHERE set to a JSON text. 0 or RELIST_ENOMEM. */
int imp__with_member(json_t object, const char *where, const char *name, const char *value,
		     struct strbuf *out);
const struct imp__object *imp__object_get(struct imp__import *im, const struct imp__type *type,
					  struct str ns, struct str name);
/* Whether the last remembered write of the object deleted it. */
bool imp__was_deleted(struct imp__import *im, const struct imp__type *type, struct str ns,
		      struct str name);
/* Records an object that a response showed. */
int imp__learn(struct imp__import *im, const struct imp__entry *e, const struct imp__type *type,
	       json_t object, struct relist_err *err);
int imp__watch_open(struct imp__import *im, const struct imp__entry *e, struct imp__watch *take_w,
		    struct str rv, bool initial_events, struct relist_err *err);
void imp__watch_close(struct imp__import *im, uint32_t id);
void imp__watch_free(struct imp__watch *w);
void imp__objects_fini(struct imp__import *im);
/* The entries sorted by key, valid until the next put; base__free() it. NULL: out of memory. */
const struct map_entry **imp__sorted(const struct map *m);
/* Appends a list response with the known objects. */
int imp__list_known(struct imp__import *im, const struct imp__watch *which, struct strbuf *out);

/* sniff.c: these look at a file's first bytes. Why the file cannot be read; NULL: it can. */
const char *imp__unreadable(struct str start);
/* Whether a line begins like JSON, possibly after messages of a tool. */
bool imp__begins_json(struct str start);
/* The kind of text for people (without object data) that the file contains; NULL: none. */
const char *imp__for_people(struct str start);

/* fields.c: whether a field selector can be evaluated here, and whether it selects an object. */
bool imp__fields_are_plain(struct str selector);
bool imp__fields_match(struct str selector, json_t object);

/* --- the readers: first pass (`value` has their kind), second pass --- */
int imp__audit_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__audit_write(struct imp__import *im, const struct imp__entry *e, json_t event,
		     struct relist_err *err);
void imp__audit_fini(struct imp__import *im);
int imp__audit_end(struct imp__import *im, struct relist_err *err);
/* Searches the value for audit events. `*taken`: it has some, or it is another log record, which is
 * skipped with a note. */
int imp__wrapped_read(struct imp__import *im, const struct imp__value *v, bool *taken,
		      struct relist_err *err);
/* Names another system whose value resembles an audit event; NULL: none. */
const char *imp__foreign(json_t value);
/* Lines with a prefix before the JSON. `first`: the first bytes of the file. */
bool imp__is_prefixed(struct str first);
int imp__lines_feed(struct imp__import *im, struct str bytes, struct relist_err *err);
int imp__lines_end(struct imp__import *im, struct relist_err *err);
/* Prefixes the error with the file; with keep_going notes that the line is skipped. */
int imp__value_error(struct imp__import *im, const struct relist_err *why, struct relist_err *err);
int imp__too_long(struct imp__import *im, uint64_t line, struct relist_err *err);
int imp__watch_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__watch_write(struct imp__import *im, const struct imp__entry *e, json_t event,
		     struct relist_err *err);
int imp__watch_end(struct imp__import *im, struct relist_err *err);
int imp__object_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__object_write(struct imp__import *im, const struct imp__entry *e, json_t object,
		      struct relist_err *err);
int imp__item_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__item_write(struct imp__import *im, const struct imp__entry *e, json_t object,
		    struct relist_err *err);
/* Combines the file's objects that are in no list into one list. */
int imp__file_list_end(struct imp__import *im, struct relist_err *err);
/* The end of a list of objects, which becomes a snapshot. */
int imp__list_end(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__snapshot_add(struct imp__import *im, int64_t at_ns, struct relist_err *err);
int imp__snapshot_end(struct imp__import *im, uint64_t line, uint64_t rv, struct relist_err *err);
int imp__snapshot_write(struct imp__import *im, const struct imp__entry *e, struct relist_err *err);
int imp__har_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__har_write(struct imp__import *im, const struct imp__entry *e, json_t entry,
		   struct relist_err *err);
int imp__k8shark_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__k8shark_write(struct imp__import *im, const struct imp__entry *e, json_t record,
		       struct relist_err *err);
/* Sets, by file, the time of the list of its first objects; leaves other files unchanged. */
void imp__listed_at(const struct imp__import *im, int64_t *of_file);
/* Uses the events of a kubectl output file for a watch of kubectl in the audit log. Returns false
 * if there is no such file. */
bool imp__stream_follow(struct imp__import *im, const struct imp__type *type, uint32_t id);
void imp__stream_ended(struct imp__import *im, uint32_t id);
void imp__streams_fini(struct imp__import *im);

/* recognise.c: calls the reader of the value's format; `user` is the import. */
int imp__on_value(void *user, const struct imp__value *v);

/* streams.c: the file's objects of that type. NULL: out of memory. */
struct imp__stream *imp__stream_of(struct imp__import *im, uint32_t file,
				   const struct imp__type *type);
/* The type of an object. NULL: out of memory. */
const struct imp__type *imp__type_of_object(struct imp__import *im, json_t object);
/* Append "namespace/name", and "namespace/name UID". */
void imp__object_key(json_t object, struct strbuf *out);
void imp__object_uid_key(json_t object, struct strbuf *out);

#endif
