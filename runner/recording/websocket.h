/* SPDX-License-Identifier: Apache-2.0 */
/* websocket.h - what a server sends over a WebSocket (RFC 6455, section 5.2): the bytes of its
 * messages, and where they end. Answers to pings and the like are passed over; extensions, which
 * would change what the bytes mean, are an error. Bounded memory. One thread at a time.
 *
 * Who may call: the tap. */
#ifndef RUNNER_RECORDING_WEBSOCKET_H
#define RUNNER_RECORDING_WEBSOCKET_H

#include "base/str.h"

enum rec__ws_part {
	REC_WS_MORE,	/* nothing more without more bytes */
	REC_WS_DATA,	/* bytes of a message: `data` */
	REC_WS_MESSAGE, /* it has ended */
	REC_WS_BAD,	/* no frame that a server may send: nothing can be read any more */
};

struct rec__ws {
	unsigned char head[10];
	size_t head_len;
	uint64_t left; /* bytes of the frame that have not come */
	bool in_frame, in_message, bad;
};

/* Takes *used of the bytes. */
enum rec__ws_part rec__ws_feed(struct rec__ws *ws, struct str bytes, size_t *used,
			       struct str *data);

#endif
