/* SPDX-License-Identifier: Apache-2.0 */
/* h2_guard.h - splits a client's bytes into HTTP/2 frames before nghttp2 reads them, and detects
 * floods.
 *
 * nghttp2 receives one frame at a time, so a connection serves one request per turn, as over
 * HTTP/1.1. Versions of nghttp2 have different limits; these apply with all of them:
 *   - a header block: bytes (compressed) and CONTINUATION frames;
 *   - frames that carry no data (PING, SETTINGS, PRIORITY, WINDOW_UPDATE, RST_STREAM, unknown ones,
 *     requests, tiny DATA): 10,000 at once and 1,000 a second beyond what responses earn;
 *   - requests that the client resets before their response: 1,000 at once and 33 a second.
 *
 * Pure: the caller passes the time.
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

enum http__preface { PREFACE_OTHER, PREFACE_PART, PREFACE_WHOLE };
/* Compares the first bytes of a connection with the preface of an HTTP/2 client. */
enum http__preface http__h2_preface(struct str in);

struct http__h2_guard {
	size_t preface_left;
	uint8_t head[H2_FRAME_HEAD];
	size_t head_len;
	size_t left; /* of the current frame's payload */
	size_t block_max, block_bytes;
	unsigned block_frames;
	bool in_block; /* a header block is incomplete */
	/* The times at which the frames of each kind are paid for. */
	int64_t frames_paid_ns, resets_paid_ns;
};

struct http__h2_piece {
	size_t len; /* to pass on; never beyond the end of a frame */
	bool ends_frame;
	bool flood; /* pass on nothing, close the connection */
};

void http__h2_guard_init(struct http__h2_guard *g, size_t block_max);
/* Returns the next piece of `in`, which must not be empty. */
struct http__h2_piece http__h2_guard_next(struct http__h2_guard *g, struct str in, int64_t now_ns);
/* Credits a frame that the server sent at the client's request. */
void http__h2_guard_earn(struct http__h2_guard *g);
/* Charges a request that the client reset before its response. False: too many. */
bool http__h2_guard_reset(struct http__h2_guard *g, int64_t now_ns);

#endif
