/* SPDX-License-Identifier: Apache-2.0 */
/* rule_frames.h - reads the members of faults on the frames of HTTP/2. Negative: error in c->st. */
#ifndef FAKEAPI_RULE_FRAMES_H
#define FAKEAPI_RULE_FRAMES_H

#include <cjson/cJSON.h>

#include "fakeapi/faults/fault.h"

/* Reads `code`, an error code by its name in RFC 9113, 7. */
int fakeapi__read_code(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f);
/* Reads `bytes` and `streams`. */
int fakeapi__read_sizes(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f);
/* Reads and checks a fault on frames without a match. */
int fakeapi__read_frame_fault(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f);

#endif
