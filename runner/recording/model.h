/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - tracks the state that a recording describes, line by line: the objects and their
 * changes. Answers requests for which the recording has no response. Strings point into the story.
 * One thread at a time. */
#ifndef RUNNER_RECORDING_MODEL_H
#define RUNNER_RECORDING_MODEL_H

#include "runner/recording/story.h"

struct rec__change {
	struct str type, prefix, ns; /* "ADDED"; "/api/v1/pods"; the object's namespace */
	json_t object;
	uint64_t rv;
};

struct rec__model {
	struct map objects; /* "PREFIX NS/NAME" -> struct object */
	struct map kinds;   /* prefix -> the list's kind and apiVersion, as JSON text */
	struct rec__change *changes;
	size_t len, cap;
	uint64_t rv; /* the highest version so far */
	struct runner__arena arena;
	bool failed;
};

void rec__model_init(struct rec__model *m);
void rec__model_fini(struct rec__model *m);
/* Processes the next line of the story; `talk` is its exchange. */
void rec__model_take(struct rec__model *m, const struct rec__talk *talk,
		     const struct rec__line *line);

/* "/api/v1/namespaces/a/pods" -> "/api/v1/pods" */
void rec__prefix(const struct rec__aim *aim, struct str path, struct strbuf *out);
/* Appends the response to a GET of a collection or of an object. Returns the status; 0: unknown. */
int rec__model_get(const struct rec__model *m, const struct rec__line *request, struct strbuf *out);
/* Appends the initial events of a watch. Returns false if they are unknown. */
bool rec__model_watch(const struct rec__model *m, const struct rec__line *request,
		      struct strbuf *out);
/* If the change belongs to the watch, appends the frame. */
bool rec__model_follow(const struct rec__model *m, const struct rec__line *request,
		       const struct rec__change *change, struct strbuf *out);

#endif
