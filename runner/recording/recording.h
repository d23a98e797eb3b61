/* SPDX-License-Identifier: Apache-2.0 */
/* recording.h - reads and writes recordings of the communication between clients and a server, as
 * lines of JSON, one at a time. docs/trace-format.md describes the format.
 *
 * A reader stores one line and a few bytes for every open request, however long the file is. A
 * writer passes every line in one call: a killed process loses at most that line.
 *
 * Threads: one at a time for each reader or writer.
 *
 * Who may call: the command line, import/ and lift/. */
#ifndef RUNNER_RECORDING_RECORDING_H
#define RUNNER_RECORDING_RECORDING_H

#include "base/clock.h"
#include "base/json_scan.h"
#include "base/map.h"
#include "base/str.h"
#include "runner/arena.h"

enum {
	REC_LINE_BYTES_MAX = 64 << 20,
	REC_OPEN_MAX = 1 << 16, /* limit of open requests */
};

#define REC_TIME_UNKNOWN INT64_C(-1)

/* X(NAME, member) */
#define REC_KINDS(X)                                                                               \
	X(CONNECT, "connect")                                                                      \
	X(REQUEST, "request")                                                                      \
	X(RESPONSE, "response")                                                                    \
	X(EVENT, "event")                                                                          \
	X(RAW, "raw")                                                                              \
	X(CLOSE, "close")                                                                          \
	X(HANGUP, "hangup")                                                                        \
	X(DISCONNECT, "disconnect")                                                                \
	X(NOTE, "note")

enum rec__kind {
#define X(name, member) REC_##name,
	REC_KINDS(X)
#undef X
};

/* X(NAME, word, possible only without a response) */
#define REC_HOWS(X)                                                                                \
	X(EOF, "eof", false)                                                                       \
	X(TIMEOUT, "timeout", false)                                                               \
	X(CUT, "cut", false)                                                                       \
	X(RESET, "reset", false)                                                                   \
	X(REFUSED, "refused", true)                                                                \
	X(UNREACHABLE, "unreachable", true)                                                        \
	X(TLS, "tls", true)                                                                        \
	X(SILENT, "silent", true)

enum rec__how {
#define X(name, word, unanswered) REC_HOW_##name,
	REC_HOWS(X)
#undef X
};

/* X(NAME, word): what a source cannot provide; bits of rec__header.lacks */
#define REC_LACKS(X)                                                                               \
	X(CONNECTIONS, "connections")                                                              \
	X(HEADERS, "headers")                                                                      \
	X(CHUNKS, "chunks")                                                                        \
	X(TIMES, "times")                                                                          \
	X(ENDS, "ends")                                                                            \
	X(BODIES, "bodies")                                                                        \
	X(READS, "reads")                                                                          \
	X(EVENTS, "events")

enum rec__lack {
#define X(name, word) REC_LACK_##name,
	REC_LACKS(X)
#undef X
};

/* X(NAME, word): rec__header.source_kind */
#define REC_SOURCES(X)                                                                             \
	X(OTHER, "other")                                                                          \
	X(PROXY, "proxy")                                                                          \
	X(WATCH, "watch")                                                                          \
	X(AUDIT, "audit")                                                                          \
	X(HAR, "har")                                                                              \
	X(K8SHARK, "k8shark")                                                                      \
	X(MANIFESTS, "manifests")                                                                  \
	X(TRACE, "trace")

enum rec__source {
#define X(name, word) REC_SOURCE_##name,
	REC_SOURCES(X)
#undef X
};

/* The first line. Empty strings are absent. */
struct rec__header {
	struct str tool;
	struct str started; /* RFC 3339 */
	bool has_source;
	enum rec__source source_kind;
	struct str server, version;
	const struct str *files;
	size_t file_count;
	struct str secrets, managed_fields, names; /* "hash", "drop", "keep"; all empty: unknown */
	struct str rules;			   /* "normal", "strict" */
	uint32_t lacks;				   /* 1u << enum rec__lack */
	uint32_t part;				   /* 0: the recording is one file */
};

struct rec__pair {
	struct str name, value;
};

enum rec__body {
	REC_BODY_NONE,
	REC_BODY_JSON,	  /* `json` is the value in the file */
	REC_BODY_TEXT,	  /* any other body, also one that is not UTF-8 */
	REC_BODY_OMITTED, /* `omitted` bytes are missing */
};

/* One line. Empty strings are absent. Only the members of its kind are used. */
struct rec__line {
	enum rec__kind kind;
	uint32_t number; /* line in the file, from 1; 0: not from a file */
	uint32_t id;	 /* of its request; 0: none */
	uint32_t conn;	 /* CONNECT, DISCONNECT, REQUEST; 0: unknown */
	int64_t at_ns;	 /* since `started`; REC_TIME_UNKNOWN */
	bool assumed;	 /* derived, not observed */
	struct str origin;

	struct str client; /* CONNECT; REQUEST: if its connection does not have it */
	bool tls;
	struct str method, path, user; /* REQUEST; the path percent-decoded */
	const struct rec__pair *query; /* decoded, in the order of the wire */
	size_t query_count;
	const struct rec__pair *headers; /* REQUEST, RESPONSE */
	size_t header_count;
	int status; /* RESPONSE */
	bool stream;
	int64_t length; /* RESPONSE: Content-Length of a stream; -1: absent */
	/* REQUEST, RESPONSE: the body. A writer accepts NONE, TEXT (also for JSON: the writer
	 * decides on the form) or OMITTED. RAW: TEXT or OMITTED. */
	enum rec__body body_kind;
	struct str body; /* as on the wire */
	json_t json;	 /* JSON only: the value in `body` */
	uint64_t omitted;
	struct str decoded; /* the media type on the wire, if `body` is a conversion */
	bool again;	    /* REQUEST, RESPONSE: repeated from the previous part */

	struct str type; /* EVENT; `body` is then the whole frame, built by the reader */
	json_t object;
	const uint32_t *cuts; /* EVENT, RAW: offsets in `body` at which chunks ended, ascending */
	size_t cut_count;
	bool open; /* the last chunk continues in the response's next line */

	enum rec__how how; /* CLOSE */
	uint64_t sent, received;
	bool by_server, by_reset; /* DISCONNECT */
	struct str text;	  /* CLOSE, NOTE */
};

const char *rec__kind_word(enum rec__kind kind);
const char *rec__how_word(enum rec__how how);
const char *rec__source_word(enum rec__source source);
/* The value of decimal digits, such as a resourceVersion; 0: other text, or beyond INT64_MAX. */
uint64_t rec__number(struct str s);
/* An empty line of that kind. */
struct rec__line rec__line_of(enum rec__kind kind, uint32_t id, int64_t at_ns);
/* The first value of that name; header names ignore case; {NULL, 0} if absent. */
struct str rec__query(const struct rec__line *request, const char *name);
/* Like apimachinery's boolean parameters: absent, "0" and "false" are false. */
bool rec__is_true(struct str value);
/* Whether the client has earlier state: a watch from a version, or a further page. */
bool rec__has_earlier_state(const struct rec__line *request);
/* Whether the request is a watch, by its query or by the old form of its path:
 * /api/v1/watch/pods. */
bool rec__is_watch(const struct rec__line *request);
/* Whether the request reads one Lease: what a replica does while it waits for the leadership. */
bool rec__reads_lease(const struct rec__line *request);
struct str rec__find_header(const struct rec__line *line, const char *name);

/* --- reading --- */

/* Returns the number of bytes read into buf, 0 at the end, or a negative code with err filled. */
struct rec__input {
	ptrdiff_t (*read)(void *user, void *buf, size_t cap, struct relist_err *err);
	void *user;
};

struct rec__reader {
	struct rec__input in;
	struct rec__header header;
	bool torn; /* the last line was incomplete and was dropped */
	uint32_t line_number;

	/* private */
	struct runner__arena header_arena, arena;
	struct strbuf buf, scratch, body;
	size_t at, scanned;
	bool ended;
	size_t line_max;
	struct map open; /* id as 4 bytes -> progress of its response */
	uint32_t last_id, last_conn;
	int64_t last_ns;
};

/* Reads the first line. line_max: 0 is REC_LINE_BYTES_MAX. RELIST_EPARSE with line and column,
 * RELIST_ELIMIT, RELIST_ENOMEM or an error of `in`; call rec__reader_fini() also then. */
int rec__reader_init(struct rec__reader *r, struct rec__input in, size_t line_max,
		     struct relist_err *err);
/* Continues with the next part of the recording; keeps numbers, times and open requests. */
int rec__reader_part(struct rec__reader *r, struct rec__input in, struct relist_err *err);
void rec__reader_fini(struct rec__reader *r);

/* Returns 1: `out` is the next line, borrowed until the next call; 0: the end; else a negative code
 * with line and column. After an error no further line can be read; the earlier ones are valid. */
int rec__read(struct rec__reader *r, struct rec__line *out, struct relist_err *err);

/* --- writing --- */

struct rec__output {
	/* Writes the whole line in one piece. Returns 0 or a negative code with err filled. */
	int (*write)(void *user, struct str line, struct relist_err *err);
	void *user;
};

struct rec__writer {
	struct rec__output out;
	struct strbuf line;
	uint64_t bytes; /* written so far */
};

void rec__writer_init(struct rec__writer *w, struct rec__output out);
void rec__writer_fini(struct rec__writer *w);
int rec__write_header(struct rec__writer *w, const struct rec__header *header,
		      struct relist_err *err);
/* RELIST_EINVAL: an event's object is not JSON. Removes white space between tokens if the object
 * has several lines. */
int rec__write(struct rec__writer *w, const struct rec__line *line, struct relist_err *err);
/* Appends the line with its line feed, in the form of rec__write(). */
int rec__format(const struct rec__line *line, struct strbuf *out, struct relist_err *err);

/* Appends `json` without white space between the tokens. */
void rec__compact(json_t json, struct strbuf *out);

/* Whether finalizers, or the contents of a namespace, keep the object from being deleted. */
bool rec__has_finalizers(json_t object);
/* Whether the request changes nothing: dryRun is in the query, or in the body of a deletion. */
bool rec__is_dry_run(const struct rec__line *line);
/* Whether the object is marked for deletion and nothing keeps it: a write with this state ends
 * it. */
bool rec__is_ended(json_t object);

#endif
