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

/* Which reader made an entry, and writes it. */
enum imp__class {
	IMP_CLASS_AUDIT,     /* an event of a log; index 1: only its begin */
	IMP_CLASS_WATCH,     /* {type, object}; index: see kubectl.c */
	IMP_CLASS_OBJECT,    /* an object, as kubectl get -w prints it */
	IMP_CLASS_ITEM,	     /* an object of a snapshot; index: its number */
	IMP_CLASS_SNAPSHOT,  /* the end of a snapshot; index: its number */
	IMP_CLASS_HAR,	     /* an entry; index: 0 exchange, 1 begin of a watch, 2 its end */
	IMP_CLASS_HAR_EVENT, /* a line of a watch; index: of the entry */
	IMP_CLASS_K8SHARK,   /* a record */
};

/* A served type. Texts live as long as the import. */
struct imp__type {
	struct str key; /* "apps/v1/deployments", "v1/pods" */
	struct str group, version, resource, kind;
	struct str kept; /* "apps/deployments": one for all forms in which it is served */
	const struct fakeapi__resource *known; /* of the built-in types; NULL: none */
	bool namespaced, guessed, virtual_;
};

/* --- what is said --- */

/* The remarks of one kind. */
struct imp__told {
	const char *what; /* the format: its address is the kind */
	uint64_t count;
	struct str shown; /* the last that was said whole */
	uint32_t file;	  /* the last of them */
	uint64_t line;
};

struct imp__notes {
	struct imp__told *told;
	size_t count, cap;
	struct strbuf text; /* those for the recording, each with a line feed */
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
	uint32_t key_hash; /* of the object's key */
	const struct imp__type *type;
	char verb;	  /* 'A', 'M', 'D' */
	char *json, *old; /* old: NULL for A */
	size_t json_len, old_len;
	uint32_t file;
	uint64_t line;
};

/* A webhook's batch that is sent again comes soon after the first. */
enum { IMP_RECENT_MAX = 8192 };

enum { IMP_COMMITS_MAX = 4096, IMP_COMMIT_BYTES_MAX = 64 << 20 };

/* A watch that is open, and whose events are worked out from the writes. */
struct imp__watch {
	struct imp__watch *next;
	uint32_t id; /* of the request */
	const struct imp__type *type;
	struct strbuf ns, name;
	struct selector_term *labels;
	struct strbuf fields; /* a field selector */
	bool unclear;	      /* what it selects: no events are worked out */
	bool kubectl;	      /* the client */
	bool follows;	      /* events come from a file of kubectl's instead */
	uint64_t rv;	      /* the version that it has been sent */
};

/* What kubectl get -w has printed last of an object. */
struct imp__printed {
	size_t len;
	char json[];
};

/* A file's objects of one type: kubectl's list and watch. */
struct imp__stream {
	const struct imp__type *type;
	uint32_t file;
	uint32_t id; /* of the watch; 0: not open yet */
	/* the list that kubectl prints first */
	uint64_t list_count, list_rv, list_left, page_count;
	int64_t list_at;
	struct strbuf page;
	/* while it is read */
	uint64_t seen, last_rv, max_rv;
	struct strbuf last_key;
	bool list_ends, old;
	/* the first event behind that list, and how long the list was then */
	uint64_t after_rv, after_count;
	bool ended; /* the watch of the audit log that it was */
	int64_t newest;
	/* OBJECT: what was printed last of those that are there, and when a UID comes last */
	struct map known;   /* key -> imp__printed */
	struct map last_of; /* "key uid" -> its number among the file's objects */
	uint64_t printed;
};

/* What is held back until its order is certain. */
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
	struct str *files; /* names */
	size_t file_count, file_cap;
	struct imp__notes notes;
	uint32_t classes; /* 1u << class: what has come */
	struct relist_err why;

	/* first pass */
	struct imp__values values;
	enum imp__mode mode;
	struct strbuf pending; /* SNIFF: the first bytes; YAML: a document */
	struct strbuf line;    /* YAML: without its line feed yet */
	uint64_t yaml_line, yaml_doc_line;
	struct {
		uint64_t number, column; /* the line, and how long what is in front of it is */
	} behind;
	struct {
		struct strbuf text, stream; /* a line that a container's log cut, so far */
		uint64_t line;		    /* where it began */
	} pieces;
	bool resync; /* behind an error, up to the line feed */
	bool in_snapshot, in_list;
	size_t snapshots, snapshot_cap;
	int64_t *snapshot_at;	    /* of each */
	uint64_t *snapshot_rv;	    /* the highest in it */
	struct imp__spool shots_in; /* their objects, and their ends */
	struct imp__spool timed;    /* by time */
	struct imp__spool *untimed; /* one a file, in the file's order */
	struct imp__written *written;
	size_t written_count, written_cap;
	int64_t *file_shift; /* clocks.c; NULL: none is moved */
	struct map streams;  /* "file type" -> imp__stream */
	int64_t last_at;     /* of the file's last entry without a time of its own */
	uint64_t har_count;

	/* second pass */
	struct imp__held *window;
	size_t window_len, window_bytes;
	struct imp__order *order; /* order.c */
	struct rec__writer writer;
	struct rec__redactor redactor;
	struct map paths; /* of requests that are not answered to the end: id -> text */
	int64_t started;
	bool has_started;
	int64_t at_ns; /* of the last line */
	uint32_t next_id;
	uint64_t lines;	    /* written, besides notes */
	struct map objects; /* "type ns/name" -> imp__object */
	size_t object_bytes;
	uint64_t last_rv;
	struct imp__commit *commits; /* the last ones, a ring */
	size_t commit_first, commit_count, commit_bytes;
	struct imp__watch *watches;
	struct map audits; /* auditID -> request id of an open watch */
	struct map stages; /* "auditID stage" of the last entries, which are in `recent` */
	char **recent;	   /* a ring */
	size_t recent_count;
	struct map shots; /* snapshots: "type ns/name" -> imp__object, index in rv's place */
	struct map har;	  /* entry number -> request id */
	uint64_t unused_rv;
};

/* --- order.c: the entries of all files in their order, second pass --- */
int imp__order_init(struct imp__import *im, struct relist_err *err);
void imp__order_fini(struct imp__import *im);
/* The recording's start: the earliest time of a first entry or of a snapshot. */
void imp__order_start(struct imp__import *im);
/* The first of those that are left, borrowed until the next pop; false: there is none. */
bool imp__order_first(struct imp__import *im, struct imp__entry *e, struct str *text);
int imp__order_pop(struct imp__import *im, struct relist_err *err);

/* --- common.c --- */
int imp__no_memory(struct relist_err *err);
const char *imp__file_name(const struct imp__import *im, uint32_t file);
/* Says it once more, or only counts. `at`: file:line or NULL. */
void imp__note(struct imp__import *im, uint32_t file, uint64_t line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void imp__notes_end(struct imp__import *im);
/* Adds an entry with a time of its own / to the file's own order. */
int imp__add_timed(struct imp__import *im, struct imp__entry *e, struct str text,
		   struct relist_err *err);
int imp__add_untimed(struct imp__import *im, struct imp__entry *e, struct str text,
		     struct relist_err *err);
/* An entry of the file that is being read. */
struct imp__entry imp__entry_of(struct imp__import *im, enum imp__class class_, uint64_t line);
/* A write with that resource version was answered then, and received at begin_ns. */
int imp__add_written(struct imp__import *im, uint64_t rv, int64_t at_ns, int64_t begin_ns,
		     struct relist_err *err);
/* clocks.c: behind the first pass. Times of apiservers whose clocks are apart become one's. */
int imp__align_clocks(struct imp__import *im, struct relist_err *err);
/* What the others' clocks said when the file's said that. */
int64_t imp__true_time(const struct imp__import *im, uint32_t file, int64_t at_ns);
uint64_t imp__rv_of(json_t object); /* metadata.resourceVersion; 0: none, or no number */
/* Why an object without a name is of no use: "object.metadata.name: missing". */
const char *imp__nameless(json_t object);
struct str imp__copy(struct imp__import *im, struct str s);
/* When a write with that resource version, or the last one before it, was answered. */
bool imp__written_at(const struct imp__import *im, uint64_t rv, int64_t *at_ns);
/* The smallest resource version of a write that is to come and above `rv`; UINT64_MAX: none. */
uint64_t imp__next_rv(const struct imp__import *im, uint64_t rv);

/* --- types.c: NULL when out of memory --- */
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
	const struct rec__pair *headers; /* instead of `agent` */
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

/* --- objects.c: the state that an audit log's writes make, and what watches see of it --- */
struct imp__change {
	const struct imp__entry *entry;
	const struct imp__type *type;
	struct str ns, name;
	json_t object; /* the new state, or the last one of a deletion */
	bool deleted;
	bool hidden; /* the write's own answer does not show it */
	uint64_t rv; /* 0: not known, the next one */
};
/* Both have one, and they differ. */
bool imp__other_uid(json_t a, json_t b);
int imp__commit_change(struct imp__import *im, const struct imp__change *c, struct relist_err *err);
/* The text of the object with that resource version; false: it has no metadata. */
bool imp__with_rv(json_t object, uint64_t rv, struct strbuf *out);
/* The object with a member of object.WHERE set to a JSON text. 0 or RELIST_ENOMEM. */
int imp__with_member(json_t object, const char *where, const char *name, const char *value,
		     struct strbuf *out);
const struct imp__object *imp__object_get(struct imp__import *im, const struct imp__type *type,
					  struct str ns, struct str name);
/* The last write that is remembered of it ended it. */
bool imp__was_deleted(struct imp__import *im, const struct imp__type *type, struct str ns,
		      struct str name);
/* Objects that a read showed. */
int imp__learn(struct imp__import *im, const struct imp__entry *e, const struct imp__type *type,
	       json_t object, struct relist_err *err);
int imp__watch_open(struct imp__import *im, const struct imp__entry *e, struct imp__watch *take_w,
		    struct str rv, bool initial_events, struct relist_err *err);
void imp__watch_close(struct imp__import *im, uint32_t id);
void imp__watch_free(struct imp__watch *w);
void imp__objects_fini(struct imp__import *im);
/* The entries by their keys, valid until the next put; base__free() it. NULL: out of memory. */
const struct map_entry **imp__sorted(const struct map *m);
/* A list of the objects that are known, as an answer. */
int imp__list_known(struct imp__import *im, const struct imp__watch *which, struct strbuf *out);

/* sniff.c: of the first bytes of a file. Why they cannot be read; NULL: they can. */
const char *imp__unreadable(struct str start);
/* Whether a line begins as JSON does, also behind what a tool said in between. */
bool imp__begins_json(struct str start);
/* Which text for people they are, in which nothing of objects is; NULL: none. */
const char *imp__for_people(struct str start);

/* fields.c: whether a field selector can be looked at here, and what it selects. */
bool imp__fields_are_plain(struct str selector);
bool imp__fields_match(struct str selector, json_t object);

/* --- the readers: first pass (`value` is of their kind), second pass --- */
int imp__audit_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err);
int imp__audit_write(struct imp__import *im, const struct imp__entry *e, json_t event,
		     struct relist_err *err);
void imp__audit_fini(struct imp__import *im);
int imp__audit_end(struct imp__import *im, struct relist_err *err);
/* Audit events somewhere in the value. `*taken`: there were some, or it is a log's record that is
 * left out, with a remark. */
int imp__wrapped_read(struct imp__import *im, const struct imp__value *v, bool *taken,
		      struct relist_err *err);
/* What a value of another system is that looks like an audit log's; NULL: none. */
const char *imp__foreign(json_t value);
/* Lines with something in front of the JSON. `first`: the first bytes of the file. */
bool imp__is_prefixed(struct str first);
int imp__lines_feed(struct imp__import *im, struct str bytes, struct relist_err *err);
int imp__lines_end(struct imp__import *im, struct relist_err *err);
/* An error with the file in front; with keep_going a note that the line is left out. */
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
/* Objects of the file that are in no list are one. */
int imp__file_list_end(struct imp__import *im, struct relist_err *err);
/* The end of a list of objects; what was listed is a snapshot. */
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
/* Sets by file when the lists were made that its first objects are; others stay. */
void imp__listed_at(const struct imp__import *im, int64_t *of_file);
/* kubectl's watch of an audit log: the events of a file are its own. False: there is no such file.
 */
bool imp__stream_follow(struct imp__import *im, const struct imp__type *type, uint32_t id);
void imp__stream_ended(struct imp__import *im, uint32_t id);
void imp__streams_fini(struct imp__import *im);

#endif
