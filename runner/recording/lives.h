/* SPDX-License-Identifier: Apache-2.0 */
/* lives.h - finds the places where a recorded program ended and was restarted. A process has ended
 * if all of its connections are closed, it has disconnected from a watch, and the next request
 * starts from scratch. A client that ends a watch after an ERROR event lists again as every client
 * does: it lives. Connections of a replica that only reads its Lease do not count. Pure. */
#ifndef RUNNER_RECORDING_LIVES_H
#define RUNNER_RECORDING_LIVES_H

#include "runner/recording/owners.h"

/* The connections of one process. */
struct rec__life {
	struct map conns; /* open ones: 4 bytes -> this, if they have requests */
	bool hung_up;	  /* the client closed a watch since its last new connection */
	uint32_t failed;  /* the newest request whose watch received an ERROR event */
	bool any;
};

void rec__life_init(struct rec__life *l);
void rec__life_fini(struct rec__life *l);
/* `mine`: the line, if it is a request or of one, belongs to the process. Returns true if all of
 * its connections are closed and it has disconnected from a watch. */
bool rec__life_follow(struct rec__life *l, const struct rec__story *s, const struct rec__line *line,
		      bool mine);
/* The same and its next request starts from scratch; of several programs also if it sends no
 * request any more. */
bool rec__life_is_over(const struct rec__owners *o, size_t program, size_t line);

/* The first line of the program's next process: the next line at or after `from` before which it
 * was ended. line_count: the process of line `from` lives to the end. */
size_t rec__life_end(const struct rec__owners *o, size_t program, size_t from);

#endif
