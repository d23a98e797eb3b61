/* SPDX-License-Identifier: Apache-2.0 */
/* made_recording.h - a recording of a small cluster that is made up from a seed: clients list and
 * watch, miss events, are cut off, refused, too late, get errors, and start again; kubectl and a
 * controller write. */
#ifndef TESTS_MADE_RECORDING_H
#define TESTS_MADE_RECORDING_H

#include "base/str.h"

/* Appends the n-th. One thread at a time. */
void make_recording(uint64_t n, struct strbuf *out);

#endif
