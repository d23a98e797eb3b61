/* SPDX-License-Identifier: Apache-2.0 */
/* streams.h - expected requests, notifications and writes, in order. */
#ifndef RUNNER_LANGUAGE_STREAMS_H
#define RUNNER_LANGUAGE_STREAMS_H

#include "runner/language/world.h"

/* X(NAME, word, stream) - an item's verb */
#define SCN_VERBS(X)                                                                               \
	X(LIST, "LIST", REQUESTS)                                                                  \
	X(WATCH, "WATCH", REQUESTS)                                                                \
	X(GET, "GET", REQUESTS)                                                                    \
	X(ANY_REQUEST, "ANY", REQUESTS) /* only in `match` and `never` */                          \
	X(ADD, "add", HANDLERS)                                                                    \
	X(UPDATE, "update", HANDLERS)                                                              \
	X(SYNC, "sync", HANDLERS) /* an update without change */                                   \
	X(DELETE, "delete", HANDLERS)                                                              \
	X(W_CREATE, "CREATE", WRITES)                                                              \
	X(W_UPDATE, "UPDATE", WRITES)                                                              \
	X(W_PATCH, "PATCH", WRITES)                                                                \
	X(W_DELETE, "DELETE", WRITES)                                                              \
	X(W_DELETE_ALL, "DELETECOLLECTION", WRITES)                                                \
	X(ANY_WRITE, "WRITE", WRITES) /* any of these */

enum scn__verb {
#define X(name, word, stream) SCN_V_##name,
	SCN_VERBS(X)
#undef X
};

const char *scn__verb_word(enum scn__verb verb);

enum scn__answer {
	SCN_ANSWER_UNCHECKED,
	SCN_ANSWER_ANY,	    /* stated explicitly: in never also a failed write */
	SCN_ANSWER_STATUS,  /* .status, and .answer_rv */
	SCN_ANSWER_GONE,    /* 410, as HTTP status or as ERROR event */
	SCN_ANSWER_REFUSED, /* no connection */
	SCN_ANSWER_RESET,   /* cut before a response */
	SCN_ANSWER_NONE,    /* open, without a response */
};

enum scn__maybe { SCN_UNCHECKED, SCN_NO, SCN_YES };
enum scn__item_kind { SCN_ONE, SCN_GAP, SCN_ANY_ORDER };

struct scn__path_value {
	struct str path; /* "metadata.finalizers" */
	const struct scn__node *value;
};

/* One entry of a stream. Values are NULL if they are not checked; a literal "" rv means that the
 * parameter is empty or missing. */
struct scn__item {
	enum scn__item_kind kind;
	struct scn__pos pos;
	const struct scn__node *node; /* in the file: a line, or a map */
	struct str text;	      /* the canonical line, for reports */
	/* ANY_ORDER */
	const struct scn__item *items;
	size_t item_count;
	/* ONE */
	enum scn__verb verb;
	const struct scn__type *type;	/* requests: NULL is any */
	struct scn__key key;		/* all except LIST and WATCH; key.type is type */
	bool key_any;			/* key.ns and key.name are patterns; "" is any */
	const struct scn__node *rv;	/* request parameter; or the object's version */
	const struct scn__node *old_rv; /* update A->B: this is A, rv is B */
	const struct scn__node *uid;
	enum scn__maybe initial, unknown;
	const struct scn__node *with, *old; /* subsets; with (or new) is the newest object */
	/* requests */
	const struct scn__node *limit, *continue_, *rv_match, *namespace_, *label_selector,
	    *field_selector, *timeout, *subresource, *times; /* the last two of writes */
	enum scn__maybe bookmarks, initial_events;
	enum scn__answer answer;
	int status;			   /* writes too; 0: not checked */
	const struct scn__node *answer_rv; /* version of the list, or of the first event */
	int backend;			   /* backend that received it; -1: any */
	bool has_after;			   /* time since the stream's previous item */
	int64_t after_min_ns, after_max_ns;
	/* writes */
	const struct scn__controller *by;
	const struct scn__path_value *paths;
	size_t path_count;
	struct str while_name; /* "while $u2 exists": counts only under this condition */
};

struct scn__stream {
	const struct scn__item *items;
	size_t count;
};

#endif
