/* SPDX-License-Identifier: Apache-2.0 */
/* h2_guard.h - cuts a client's bytes into HTTP/2 frames before nghttp2 reads them, and notices
 * floods.
 *
 * nghttp2 receives one frame at a time, so a connection serves one request a turn, as over
 * HTTP/1.1. Versions of nghttp2 differ in what they bound; these bounds hold with all of them:
 *   - a header block: bytes (compressed) and CONTINUATION frames;
 *   - frames that carry no data (PING, SETTINGS, PRIORITY, WINDOW_UPDATE, RST_STREAM, unknown ones,
 *     requests, tiny DATA): 10,000 at once and 1,000 a second beyond what responses earn;
 *   - requests that the client resets before their response: 1,000 at once and 33 a second.
 *
 * Pure: time comes in.
 */
#ifndef FAKEAPI_HTTP_H2_GUARD_H
#define FAKEAPI_HTTP_H2_GUARD_H

#include "base/base.h"

enum {
	H2_PREFACE_LEN = 24,
	H2_FRAME_HEAD = 9,
	H2_DATA = 0,
	H2_HEADERS = 1,
	H2_SETTINGS = 4,
	H2_PING = 6,
	H2_CONTINUATION = 9,
	H2_FLAG_ACK = 1,
	H2_FLAG_END_STREAM = 1,
	H2_FLAG_END_HEADERS = 4,
};

struct http__h2_guard {
	size_t preface_left;
	uint8_t head[H2_FRAME_HEAD];
	size_t head_len;
	size_t left; /* of the current frame's payload */
	size_t block_max, block_bytes;
	unsigned block_frames;
	bool in_block; /* a header block has begun and not ended */
	/* When the frames of each kind so far would be paid for. */
	int64_t frames_paid_ns, resets_paid_ns;
};

struct http__h2_piece {
	size_t len; /* to hand on; never beyond the end of a frame */
	bool ends_frame;
	bool flood; /* hand on nothing, close the connection */
};

void http__h2_guard_init(struct http__h2_guard *g, size_t block_max);
/* The next piece of `in`, which is not empty. */
struct http__h2_piece http__h2_guard_next(struct http__h2_guard *g, struct str in, int64_t now_ns);
/* The server sent a frame that the client requested. */
void http__h2_guard_earn(struct http__h2_guard *g);
/* The client reset a request before its response. False: too many. */
bool http__h2_guard_reset(struct http__h2_guard *g, int64_t now_ns);

#endif
