/* SPDX-License-Identifier: Apache-2.0 */
/* fault.h - injected faults: rules that match requests and watches, and the request log. control/
 * creates rules; server/dispatch.c, watch/ and the list of subscribers apply them.
 *
 * Who may call: control/ creates rules, server/ and watch/ apply them. Threads: any, under the
 * core's lock.
 */
#ifndef FAKEAPI_FAULT_H
#define FAKEAPI_FAULT_H

#include <stdatomic.h>

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/faults/script.h"

enum {
	FAKEAPI_RULES_MAX = 1024,
	FAKEAPI_LOG_MAX = 16384,
	FAKEAPI_MARKS_MAX = 256,
	FAKEAPI_MARK_MAX = 192,
	FAKEAPI_LOG_BYTES = 16 * 1024 * 1024, /* of text */
	FAKEAPI_MATCH_LEN = 254,
};

/* Selects requests or watches; empty members match all. */
struct fakeapi__match {
	char verb[24]; /* "write": all verbs that write */
	char group[FAKEAPI_MATCH_LEN];
	char resource[FAKEAPI_MATCH_LEN];
	char subresource[64];
	char ns[FAKEAPI_MATCH_LEN];
	char name[FAKEAPI_MATCH_LEN]; /* "web-*": a prefix */
	char user_agent[128];	      /* a prefix, or several (a|b); "!kubectl": other clients */
	int32_t backend;	      /* < 0: all */
	uint32_t client;	      /* of a request; 0: any */
	bool has_group;		      /* the core group is "" */
	bool continued;		      /* only pages after the first */
	/* sendInitialEvents: > 0 only requests with it, < 0 only those without, 0 both */
	int8_t initial_events;
};

/* The rows of tbl/faults.h. */
enum fakeapi__fault_kind {
#define FAULT(id, name, times, modes) FAKEAPI_FAULT_##id,
#include "fakeapi/tbl/faults.h"
#undef FAULT
	FAKEAPI_FAULT_KIND_COUNT,
};

struct fakeapi__fault_row {
	const char *name;
	bool for_ever;	   /* acts until it is deleted, if `times` is not given */
	const char *modes; /* comma separated; "": none */
};

extern const struct fakeapi__fault_row fakeapi__fault_rows[FAKEAPI_FAULT_KIND_COUNT];

struct fakeapi__fault {
	uint32_t id; /* never 0 */
	enum fakeapi__fault_kind kind;
	struct fakeapi__match match;
	uint32_t times;	  /* remaining; 0: used up, UINT32_MAX: unlimited */
	uint32_t skip;	  /* matching requests to skip first */
	int64_t until_ns; /* acts before that time; 0: always */
	int64_t end_ns;	  /* deleted at that time, which releases held events; 0: never */
	uint32_t hits;	  /* matches */
	uint32_t acted;	  /* matches after `skip` */
	int status;	  /* FAIL; WATCH_LIST refuse: 422 or 400 */
	char reason[64];
	char message[256];
	int retry_after_s;
	size_t bytes;
	int64_t delay_ns;
	char mode[16];
	/* HOLD_RESPONSE: the connection breaks in place of the response; `cut`: in order */
	bool lost, cut;
	/* HOLD_EVENTS: the last rv to show. With match.name or skip it is unknown until the awaited
	 * event happens; streams keep their order, so all later events wait, too. */
	uint64_t hold_rv;
	/* FAIL of a watch: 200, then an ERROR event with the Status, then the end. */
	bool in_stream;
	char *details;			/* FAIL: Status.details as JSON; NULL: the default */
	struct fakeapi__script *script; /* REPLY */
	uint32_t to;			/* BACKEND */
	uint32_t code, streams;		/* HTTP2 */
	/* A call of the control API once the rule has acted `times` times, or (unlimited) once: its
	 * name, a line feed, its body. NULL: none. */
	char *then;
	bool then_due;
	int then_status; /* of its response; 0: not yet */
};

/* A request in the log. */
struct fakeapi__logged {
	uint64_t seq;
	int64_t at_ns, end_ns; /* end_ns 0: not ended */
	uint32_t backend;
	uint32_t rule;	   /* the last rule that acted on it; 0: none */
	bool client_gone;  /* the client closed before the response's end */
	bool stalled;	   /* a fault had stopped its response */
	uint8_t ended;	   /* by a fault: as that of the exchange */
	int retry_after_s; /* of its response; 0: none */
	int status;	   /* 0: not yet */
	int error_code;	   /* of the ERROR event that ended a watch; 0: none */
	char verb[24];
	const char *protocol; /* NULL: in process */
	char *text;	      /* method SP path?query NUL user-agent NUL; NULL: dropped */
	size_t text_len;
};

/* A call of the control API with effects, or a compaction by age. */
struct fakeapi__mark {
	int64_t at_ns;
	uint64_t rv; /* of the store */
	int status;  /* of the response; 0: not yet, or no call */
	char what[FAKEAPI_MARK_MAX];
};

#define FAKEAPI_NO_SETTINGS_ACK "no-settings-ack"

struct fakeapi__faults {
	struct fakeapi__fault *rules;
	size_t count, cap;
	uint32_t next_id;
	uint32_t active[FAKEAPI_FAULT_KIND_COUNT]; /* rules per kind that are not used up */
	uint32_t thens_due;
	/* Some rule may leave the SETTINGS of a new connection unacknowledged. */
	atomic_bool withhold_settings_ack;
	struct fakeapi__logged *log; /* ring that grows to FAKEAPI_LOG_MAX */
	size_t log_cap, log_bytes;
	uint64_t log_end, log_first; /* older entries have no text */
	struct fakeapi__mark *marks; /* ring of FAKEAPI_MARKS_MAX; NULL: none yet */
	uint64_t marks_end;
};

struct fakeapi__core;
struct fakeapi__call;
struct fakeapi__xchg;
struct fakeapi__bucket;
struct fakeapi__event;
struct fakeapi__status;

/* The object of a match: a request, an open watch, or an event. */
struct fakeapi__request_info {
	const char *verb;
	struct str group, resource, subresource, ns, name;
	struct str agent; /* User-Agent */
	uint32_t backend, client;
};

void fakeapi__faults_fini(struct fakeapi__faults *f);
/* Copies the rule with its texts and a reference to its script. Returns its id, or 0: out of memory
 * or too many. */
uint32_t fakeapi__faults_add(struct fakeapi__faults *f, const struct fakeapi__fault *rule);
struct fakeapi__fault *fakeapi__faults_find(struct fakeapi__faults *f, uint32_t id);
void fakeapi__faults_del(struct fakeapi__faults *f, uint32_t id);
/* A match that matches everything. */
struct fakeapi__match fakeapi__match_all(void);
/* True for a verb that writes. */
bool fakeapi__is_write(const char *verb);
/* True if the User-Agent starts with `want`, or with one of several separated by |; "!kubectl": if
 * it does not. Empty: any. */
bool fakeapi__agent_matches(struct str want, struct str have);
bool fakeapi__fault_matches(const struct fakeapi__match *m, const struct fakeapi__request_info *a);
/* True for a rule of the mode FAKEAPI_NO_SETTINGS_ACK. */
bool fakeapi__withholds_settings_ack(const struct fakeapi__fault *rule);
/* Counts a match; true when the rule acts this time. */
bool fakeapi__fault_fires(struct fakeapi__faults *f, struct fakeapi__fault *rule);

/* Chooses the backend: may change x->backend. */
void fakeapi__fault_backend(struct fakeapi__call *c);
/* Applies rules to a routed and authorized request. 1: it is parked, ended, or answered by a
 * script; -1: answered by c->st. 0: it continues; if c->error_event, as a watch that starts with
 * the ERROR event of c->st. */
int fakeapi__fault_request(struct fakeapi__call *c);
/* FAKEAPI_FRAME_NONE: no mode of HTTP2. */
enum fakeapi__frame_kind fakeapi__frame_kind(const char *mode);
/* The fault of an HTTP2 rule. */
struct fakeapi__frame_fault fakeapi__frame_fault_of(const struct fakeapi__fault *rule);
/* The Status of a FAIL rule. */
void fakeapi__fault_status(const struct fakeapi__fault *rule, struct fakeapi__status *st);
/* Applies rules to a complete response: held responses, slow bytes, cuts in the body. */
void fakeapi__fault_response(struct fakeapi__call *c);
/* The rule for a request with sendInitialEvents, or NULL. */
struct fakeapi__fault *fakeapi__fault_watch_list(struct fakeapi__call *c);
/* Hides the newest event of `b` if a rule requires it. */
void fakeapi__fault_event(struct fakeapi__core *core, struct fakeapi__bucket *b,
			  struct fakeapi__event *ev);

/* The log. */
void fakeapi__log_clear(struct fakeapi__faults *f);
void fakeapi__log_request(struct fakeapi__call *c);
void fakeapi__log_status(struct fakeapi__core *core, const struct fakeapi__xchg *x);
/* Records that the rule acted on the call's request. */
void fakeapi__log_rule(struct fakeapi__call *c, uint32_t rule);
void fakeapi__log_end(struct fakeapi__core *core, const struct fakeapi__xchg *x, bool client_gone);
/* The mark's number, from 1. `what` is cut to FAKEAPI_MARK_MAX - 1 bytes. 0: out of memory. */
uint64_t fakeapi__mark_add(struct fakeapi__core *core, struct str what);
void fakeapi__mark_status(struct fakeapi__core *core, uint64_t mark, int status);

#endif
