/* SPDX-License-Identifier: Apache-2.0 */
/* lives.h - finds the places where the recorded client ended and was restarted. A process has ended
 * if all of its connections are closed, it has disconnected from a watch, and the next request
 * starts from scratch. Pure. */
#ifndef RUNNER_RECORDING_LIVES_H
#define RUNNER_RECORDING_LIVES_H

#include "runner/recording/story.h"

/* The first line of the next process: the next line at or after `from` before which the client is
 * restarted. line_count: the client of line `from` lives to the end. */
size_t rec__life_end(const struct rec__story *story, size_t from);

#endif
