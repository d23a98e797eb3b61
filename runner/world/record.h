/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - a recorded request, notification or write, and its text. */
#ifndef RUNNER_WORLD_RECORD_H
#define RUNNER_WORLD_RECORD_H

#include "base/json_scan.h"
#include "runner/language/scenario.h"
#include "runner/list.h"

struct inf_object;
struct scn__run;

/* One record of a stream. */
struct scn__rec {
	int64_t at_ns;
	int64_t before_ns; /* time of the previous record in its stream; 0: none */
	enum scn__verb verb;
	const struct scn__type *type; /* NULL: not a type of the scenario; `name` is the path */
	struct str ns, name;
	/* requests */
	const struct scn__informer *from; /* NULL: a controller, or unknown */
	struct str query;
	struct str agent; /* its User-Agent */
	uint32_t backend;
	int status; /* writes too */
	struct str answer_rv;
	bool gone, refused, reset, ended;
	bool cut;		/* the response was incomplete */
	bool left;		/* the client closed the connection before the end */
	bool retry_after;	/* the response had Retry-After */
	int64_t retry_after_ns; /* its seconds; 0: none, or a date */
	uint32_t wire_id;	/* the network's number; 0: none */
	int64_t answered_ns;	/* time of the status */
	int64_t ended_ns;
	bool no_json; /* the response's media type is not JSON */
	/* notifications */
	struct str key; /* NAMESPACE/NAME */
	struct str rv, old_rv;
	bool initial, unknown;
	struct inf_object *obj, *old;
	/* writes */
	const struct scn__controller *by;
	struct str body; /* as sent; for PATCH the patch, for DELETE the last state */
	/* --update: the object before the write, and what the write made of it; of CREATE what was
	 * sent */
	struct str before, after;
	struct str uid; /* of the written object */
	struct str subresource;
	struct str shown;     /* external programs: the data that they had received before */
	unsigned long exists; /* bits: names whose object existed at that time */
	/* Part of a failure: it was not expected, or it does not match bad_line. */
	bool bad;
	uint32_t bad_line;
};

/* A stream of records, and the position up to which `expect` has checked it. */
struct scn__track {
	struct scn__list list;
	size_t cursor;
	uint32_t since_line; /* line of the previous check */
};

static inline bool world__is_write(const struct scn__rec *q)
{
	return q->verb >= SCN_V_W_CREATE;
}

struct fakeapi__request;

/* --- verbs.c --- */

/* For a type of the scenario; `named`: the path has an object's name. */
enum scn__verb world__verb_of(const struct fakeapi__request *req, struct str query, bool named);
/* For an external program's request of a type that the scenario does not have. */
void world__other_request(struct scn__rec *q, const struct fakeapi__request *req, struct str path);

/* --- lines.c --- */

/* A decoded parameter; { NULL, 0 }: absent. */
struct str world__query(struct scn__run *r, struct str query, const char *name);
/* The text of a record in a scenario's form: any record, a request, a write. */
struct str world__line_of(struct scn__run *r, const struct scn__rec *rec);
struct str world__request_line(struct scn__run *r, const struct scn__rec *q);
struct str world__write_line(struct scn__run *r, const struct scn__rec *w);
/* Appends the request without the response. */
void world__request_words(struct scn__run *r, const struct scn__rec *q, struct strbuf *out);

#endif
