/* SPDX-License-Identifier: Apache-2.0 */
/* lives.h - where the recorded client ended and was started again. A process has ended where all of
 * its connections are closed, it hung up a watch, and its next request begins from nothing. Pure.
 */
#ifndef RUNNER_RECORDING_LIVES_H
#define RUNNER_RECORDING_LIVES_H

#include "runner/recording/story.h"

/* The next line at or after `from` before which the client is started again: the first line of the
 * next process. line_count: the client that sent line `from` lives to the end. */
size_t rec__life_end(const struct rec__story *story, size_t from);

#endif
