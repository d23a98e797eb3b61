/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the state that a recording describes, line by line: the objects and their changes. It
 * answers requests that the recording has no response for. Everything points into the story. One
 * thread at a time. */
#ifndef RUNNER_RECORDING_MODEL_H
#define RUNNER_RECORDING_MODEL_H

#include "runner/recording/story.h"

struct rec__change {
	struct str type, prefix, ns; /* "ADDED"; "/api/v1/pods"; of the object */
	json_t object;
	uint64_t rv;
};

struct rec__model {
	struct map objects; /* "PREFIX NS/NAME" -> struct object */
	struct map kinds;   /* prefix -> the list's kind and apiVersion, as JSON text */
	struct rec__change *changes;
	size_t len, cap;
	uint64_t rv; /* the highest seen */
	struct runner__arena arena;
	bool failed;
};

void rec__model_init(struct rec__model *m);
void rec__model_fini(struct rec__model *m);
/* The next line of the story; `talk` is what it belongs to. */
void rec__model_take(struct rec__model *m, const struct rec__talk *talk,
		     const struct rec__line *line);

/* "/api/v1/namespaces/a/pods" -> "/api/v1/pods" */
void rec__prefix(const struct rec__aim *aim, struct str path, struct strbuf *out);
/* Appends the answer to a GET of a collection or of an object. The status, 0: it cannot be known.
 */
int rec__model_get(const struct rec__model *m, const struct rec__line *request, struct strbuf *out);
/* What a watch gets at once. False: it cannot be known. */
bool rec__model_watch(const struct rec__model *m, const struct rec__line *request,
		      struct strbuf *out);
/* A change that belongs to the watch: appends the frame. */
bool rec__model_follow(const struct rec__model *m, const struct rec__line *request,
		       const struct rec__change *change, struct strbuf *out);

#endif
