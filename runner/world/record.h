/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - a request, a notification or a write as it happened, and its text. */
#ifndef RUNNER_WORLD_RECORD_H
#define RUNNER_WORLD_RECORD_H

#include "base/json_scan.h"
#include "runner/language/scenario.h"
#include "runner/list.h"

struct inf_object;
struct scn__run;

/* A line of a stream, as it happened. */
struct scn__rec {
	int64_t at_ns;
	int64_t before_ns; /* when the one before it came in its stream; 0: it is the first */
	enum scn__verb verb;
	const struct scn__type *type; /* NULL: none of the scenario's; `name` is the path */
	struct str ns, name;
	/* requests */
	const struct scn__informer *from; /* NULL: a controller, or not known */
	struct str query;
	struct str agent; /* its User-Agent */
	uint32_t backend;
	int status; /* writes too */
	struct str answer_rv;
	bool gone, refused, reset, ended;
	bool cut;		/* the answer broke off */
	bool left;		/* its client closed the connection before the end */
	bool retry_after;	/* the response had Retry-After */
	int64_t retry_after_ns; /* in seconds there; 0: none, or a date */
	uint32_t wire_id;	/* the network's number; 0: none */
	int64_t answered_ns;	/* when the status came */
	int64_t ended_ns;
	bool no_json; /* the answer says that it is something else */
	/* notifications */
	struct str key; /* NAMESPACE/NAME */
	struct str rv, old_rv;
	bool initial, unknown;
	struct inf_object *obj, *old;
	/* writes */
	const struct scn__controller *by;
	struct str body; /* as written; of a PATCH the patch, of a DELETE the last state */
	struct str uid;	 /* of the object written */
	struct str subresource;
	struct str shown;     /* of external programs: what they had been sent before */
	unsigned long exists; /* bits: names whose object existed just then */
	/* A failure is about it: it was not expected; or the line that it does not fit. */
	bool bad;
	uint32_t bad_line;
};

/* A stream of records, and how far `expect` has checked it. */
struct scn__track {
	struct scn__list list;
	size_t cursor;
	uint32_t since_line; /* of the check before */
};

static inline bool world__is_write(const struct scn__rec *q)
{
	return q->verb >= SCN_V_W_CREATE;
}

struct fakeapi__request;

/* --- verbs.c --- */

/* Of one of the scenario's types; `named`: its path has an object's name. */
enum scn__verb world__verb_of(const struct fakeapi__request *req, struct str query, bool named);
/* Of an external program, for a type that the scenario does not have. */
void world__other_request(struct scn__rec *q, const struct fakeapi__request *req, struct str path);

/* --- lines.c --- */

/* A parameter, decoded; { NULL, 0 }: there is none. */
struct str world__query(struct scn__run *r, struct str query, const char *name);
/* As a scenario would write what happened: any record, a request, a write. */
struct str world__line_of(struct scn__run *r, const struct scn__rec *rec);
struct str world__request_line(struct scn__run *r, const struct scn__rec *q);
struct str world__write_line(struct scn__run *r, const struct scn__rec *w);
/* The request, without the response. */
void world__request_words(struct scn__run *r, const struct scn__rec *q, struct strbuf *out);

#endif
