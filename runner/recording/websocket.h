/* SPDX-License-Identifier: Apache-2.0 */
/* websocket.h - parses a server's data on a WebSocket (RFC 6455, section 5.2): the bytes of its
 * messages, and their ends. Skips control frames; extensions, which would change the meaning of the
 * bytes, are an error. Bounded memory. One thread at a time.
 *
 * Who may call: the tap. */
#ifndef RUNNER_RECORDING_WEBSOCKET_H
#define RUNNER_RECORDING_WEBSOCKET_H

#include "base/str.h"

enum rec__ws_part {
	REC_WS_MORE,	/* needs more bytes */
	REC_WS_DATA,	/* bytes of a message: `data` */
	REC_WS_MESSAGE, /* it has ended */
	REC_WS_BAD,	/* a frame that a server may not send: no further parsing is possible */
};

struct rec__ws {
	unsigned char head[10];
	size_t head_len;
	uint64_t left; /* missing bytes of the frame */
	bool in_frame, in_message, bad;
};

/* Consumes *used of the bytes. */
enum rec__ws_part rec__ws_feed(struct rec__ws *ws, struct str bytes, size_t *used,
			       struct str *data);

#endif
