/* SPDX-License-Identifier: Apache-2.0 */
/* shapes.h - requests that can be made as long as one likes: one row for each way in which a body,
 * a query or an object in the store can have many parts.
 *
 * A row's texts are templates: `<S...>` stands n times, with the character S between ('~' for a
 * line's end, '_' for nothing); '#' inside is the number of the part,
 * '@' the number counted down, '^' a '#'.
 */
#ifndef TESTS_SHAPES_H
#define TESTS_SHAPES_H

#include "base/str.h"
#include "fakeapi/core.h"

struct shape_ask {
	const char *method; /* NULL: no such request */
	const char *uri;
	const char
	    *type; /* Content-Type; NULL: JSON; "protobuf": the body is JSON and is encoded */
	const char *body;
	const char *accept; /* NULL: JSON */
};

struct shape {
	const char *name;
	int status; /* of `ask`, 0: any */
	struct shape_ask ask;
	struct shape_ask before[2]; /* what must be there first */
};

extern const struct shape shapes[];
extern const size_t shape_count;

/* Writes a template out, `n` of each. */
void shape_text(struct strbuf *out, const char *text, size_t n);
/* The number of its parts that makes the longest body of `ask` about `bytes`. */
size_t shape_size(const struct shape *s, size_t bytes);

/* Not NULL: requests are run as the server's worker runs them, and it is called when they release
 * the lock and take it again (core.h). */
extern void (*shape_on_suspend)(void *user, bool suspended);

/* A server of its own in which everything needed is there. NULL: the test failed and says why. */
struct fakeapi__core *shape_open(const struct shape *s, size_t n);
/* Sends `ask` and reads the whole response, its head, or begins only: where the work is. */
int shape_run(struct fakeapi__core *core, const struct shape_ask *ask, size_t n,
	      void (*around)(void *user, bool begin), void *user);

#endif
