/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/websocket.h"

enum { FIN = 0x80, RESERVED = 0x70, MASKED = 0x80, CONTROL = 0x08 };
enum { CONTINUATION = 0, TEXT = 1, BINARY = 2 };

static size_t head_size(const struct rec__ws *ws)
{
	unsigned length = ws->head_len > 1 ? ws->head[1] & 0x7F : 0;

	return length == 127 ? 10 : length == 126 ? 4 : 2;
}

static uint64_t length_of(const struct rec__ws *ws)
{
	uint64_t n = 0;

	if (head_size(ws) == 2)
		return ws->head[1] & 0x7F;
	for (size_t i = 2; i < head_size(ws); i++)
		n = n << 8 | ws->head[i];
	return n;
}

static bool is_control(const struct rec__ws *ws)
{
	return ws->head[0] & CONTROL;
}

/* Whether a complete head is allowed here. */
static bool fits(const struct rec__ws *ws)
{
	unsigned opcode = ws->head[0] & 0x0F;

	if (ws->head[0] & RESERVED || ws->head[1] & MASKED || length_of(ws) > INT64_MAX)
		return false;
	if (is_control(ws))
		return opcode <= 10 && ws->head[0] & FIN && length_of(ws) < 126;
	return opcode == CONTINUATION ? ws->in_message
				      : !ws->in_message && (opcode == TEXT || opcode == BINARY);
}

/* Handles the end of a frame. Returns true if its message has ended. */
static bool end_frame(struct rec__ws *ws)
{
	bool message = !is_control(ws) && ws->head[0] & FIN;

	ws->in_frame = false;
	ws->head_len = 0;
	if (message)
		ws->in_message = false;
	return message;
}

enum rec__ws_part rec__ws_feed(struct rec__ws *ws, struct str bytes, size_t *used, struct str *data)
{
	for (*used = 0; !ws->bad;) {
		size_t n = bytes.len - *used;

		if (ws->in_frame && !ws->left) {
			if (end_frame(ws))
				return REC_WS_MESSAGE;
			continue;
		}
		if (!n)
			return REC_WS_MORE;
		if (!ws->in_frame) {
			ws->head[ws->head_len++] = (unsigned char)bytes.ptr[(*used)++];
			if (ws->head_len < 2 || ws->head_len < head_size(ws))
				continue;
			ws->bad = !fits(ws);
			ws->in_frame = true;
			ws->left = length_of(ws);
			ws->in_message |= !is_control(ws);
			continue;
		}
		n = n < ws->left ? n : (size_t)ws->left;
		*data = (struct str) { bytes.ptr + *used, n };
		*used += n;
		ws->left -= n;
		if (!is_control(ws))
			return REC_WS_DATA;
	}
	return REC_WS_BAD;
}
