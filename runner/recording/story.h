/* SPDX-License-Identifier: Apache-2.0 */
/* story.h - a recording in memory, for replay: its lines in order, and the response to each
 * request.
 *
 * Immutable once loaded. Threads: any may read. */
#ifndef RUNNER_RECORDING_STORY_H
#define RUNNER_RECORDING_STORY_H

#include "fakeapi/player.h"
#include "runner/recording/recording.h"
#include "runner/recording/redact.h"

enum { REC_STORY_BYTES_MAX = 1 << 30 };

struct rec__talk {
	const struct rec__line *request;
	const struct rec__line *response; /* NULL: none */
	size_t at;			  /* index of the request's line */
	size_t end;			  /* index of its last line; SIZE_MAX: it never ended */
	struct rec__aim aim;
	struct str agent;
	bool is_watch;
};

struct rec__story {
	struct rec__header header;
	const struct rec__line *lines;
	size_t line_count;
	struct rec__talk *talks;
	size_t talk_count;
	struct runner__arena arena;
	bool torn;
	/* With `lenient`: the error that truncated the story, at line err.line. */
	struct relist_err err;
};

struct rec__story_options {
	bool lenient;	   /* after an error the story has the lines before it */
	const char *agent; /* only requests whose User-Agent contains this; NULL: all */
	size_t bytes_max;  /* 0: REC_STORY_BYTES_MAX */
	size_t *part;	   /* gets the index of the input with an error; NULL: not needed */
};

/* Reads the inputs one after the other. Returns NULL with err filled, with line and column. */
struct rec__story *rec__story_load(const struct rec__input *parts, size_t count,
				   const struct rec__story_options *opt, struct relist_err *err);
void rec__story_free(struct rec__story *story);

/* Returns NULL if there is no such request. */
const struct rec__talk *rec__story_talk(const struct rec__story *story, uint32_t id);

/* The time before line `at` in which neither side sent anything: new and closed connections do not
 * count. */
int64_t rec__story_pause_ns(const struct rec__story *story, size_t at);

/* Whether the player sets this header of the recorded response itself. */
bool rec__header_is_regenerated(struct str header);
/* Converts the end of a recorded response for a player. */
enum fakeapi__player_close rec__player_close(enum rec__how how);

/* "GET /api/v1/pods?limit=500" */
void rec__request_text(const struct rec__line *request, struct strbuf *out);
/* Whether the queries are equal: parameters in any order, ignoring timeoutSeconds and timeout. */
bool rec__same_query(const struct rec__pair *a, size_t a_count, const struct rec__pair *b,
		     size_t b_count);

#endif
