/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/http/h2_guard.h"

#include "base/clock.h"

enum {
	BLOCK_FRAMES_MAX = 128,
	FRAME_COST_NS = 1000000,
	FRAMES_AT_ONCE = 10000,
	RESET_COST_NS = 30000000,
	RESETS_AT_ONCE = 1000,
	EARNED = 2,	     /* frames: a WINDOW_UPDATE for the connection and one for the stream */
	DATA_PAYS_FROM = 64, /* bytes */
};

static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

_Static_assert(sizeof(preface) - 1 == H2_PREFACE_LEN, "the client's preface");

enum http__preface http__h2_preface(struct str in)
{
	size_t n = in.len < H2_PREFACE_LEN ? in.len : H2_PREFACE_LEN;

	if (!n || memcmp(in.ptr, preface, n) != 0)
		return PREFACE_OTHER;
	return n < H2_PREFACE_LEN ? PREFACE_PART : PREFACE_WHOLE;
}

void http__h2_guard_init(struct http__h2_guard *g, size_t block_max)
{
	*g = (struct http__h2_guard) { .preface_left = H2_PREFACE_LEN, .block_max = block_max };
}

/* A token bucket that refills at one per cost_ns: true if it still had a token. */
static bool pay(int64_t *paid_ns, int64_t now_ns, int64_t cost_ns, int64_t at_once)
{
	if (*paid_ns < now_ns)
		*paid_ns = now_ns;
	*paid_ns += cost_ns;
	return *paid_ns - now_ns <= cost_ns * at_once;
}

void http__h2_guard_earn(struct http__h2_guard *g)
{
	g->frames_paid_ns -= (int64_t)EARNED * FRAME_COST_NS;
}

bool http__h2_guard_reset(struct http__h2_guard *g, int64_t now_ns)
{
	return pay(&g->resets_paid_ns, now_ns, RESET_COST_NS, RESETS_AT_ONCE);
}

/* False: a flood. */
static bool judge_block(struct http__h2_guard *g, uint8_t type, uint8_t flags)
{
	if (type == H2_HEADERS) {
		g->block_bytes = g->left;
		g->block_frames = 0;
	} else {
		g->block_bytes += g->left;
		g->block_frames++;
	}
	g->in_block = !(flags & H2_FLAG_END_HEADERS);
	return g->block_bytes <= g->block_max && g->block_frames <= BLOCK_FRAMES_MAX;
}

static bool judge_frame(struct http__h2_guard *g, int64_t now_ns)
{
	uint8_t type = g->head[3], flags = g->head[4];
	bool is_free = type == H2_CONTINUATION || (type == H2_DATA && g->left >= DATA_PAYS_FROM);

	if ((type == H2_HEADERS || type == H2_CONTINUATION) && !judge_block(g, type, flags))
		return false;
	return is_free || pay(&g->frames_paid_ns, now_ns, FRAME_COST_NS, FRAMES_AT_ONCE);
}

struct http__h2_piece http__h2_guard_next(struct http__h2_guard *g, struct str in, int64_t now_ns)
{
	struct http__h2_piece piece = { 0 };
	size_t n;

	if (g->preface_left) {
		piece.len = g->preface_left < in.len ? g->preface_left : in.len;
		g->preface_left -= piece.len;
		return piece;
	}
	if (g->head_len < H2_FRAME_HEAD) {
		n = H2_FRAME_HEAD - g->head_len;
		n = n < in.len ? n : in.len;
		memcpy(g->head + g->head_len, in.ptr, n);
		g->head_len += n;
		piece.len = n;
		if (g->head_len < H2_FRAME_HEAD)
			return piece;
		g->left = (size_t)g->head[0] << 16 | (size_t)g->head[1] << 8 | g->head[2];
		piece.flood = !judge_frame(g, now_ns);
		if (piece.flood)
			return piece;
	}
	n = in.len - piece.len < g->left ? in.len - piece.len : g->left;
	g->left -= n;
	piece.len += n;
	piece.ends_frame = g->left == 0;
	if (piece.ends_frame)
		g->head_len = 0;
	return piece;
}
