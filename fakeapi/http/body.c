/* SPDX-License-Identifier: Apache-2.0 */
/* body.c - finds the end of a request body: a length, or chunks and trailers. As strict as Go's
 * net/http/internal (chunked.go): lines end in CRLF and are bounded, and framing may not grow
 * beyond the needs of small chunks. Trailers are read and dropped. */
#include "fakeapi/http/internal.h"

enum {
	LINE_MAX_BYTES = 4096,
	TRAILERS_MAX = 4096,   /* together */
	EXCESS_MAX = 16 << 10, /* of framing */
	EXCESS_PER_CHUNK = 16, /* framing that any chunk may have */
};

void http__body_init(struct http__body *b, const struct http__head *head)
{
	*b = (struct http__body) { 0 };
	b->left = head->chunked ? 0 : head->length;
	b->state = head->chunked ? BODY_CHUNK_SIZE : b->left ? BODY_LENGTH : BODY_DONE;
}

static void begin_line(struct http__body *b, enum http__body_state state)
{
	b->state = state;
	b->line = 0;
	b->cr = b->extension = b->digits = false;
}

static void end_size_line(struct http__body *b)
{
	size_t used = b->line + 2;

	if (!b->digits) {
		b->state = BODY_BAD;
		return;
	}
	/* Data pays for the line of its chunk. */
	b->excess += used;
	if (b->excess <= EXCESS_PER_CHUNK + 2 * b->left)
		b->excess = 0;
	else
		b->excess -= EXCESS_PER_CHUNK + 2 * (size_t)b->left;
	if (b->excess > EXCESS_MAX)
		b->state = BODY_BAD;
	else
		begin_line(b, b->left ? BODY_CHUNK_DATA : BODY_TRAILERS);
}

static void take_size(struct http__body *b, char ch)
{
	int digit = b->extension ? -1 : hex_digit(ch);

	b->line++;
	if (b->line > LINE_MAX_BYTES || b->cr != (ch == '\n') || ch == '\0')
		b->state = BODY_BAD;
	else if (ch == '\n')
		end_size_line(b);
	else if (ch == '\r')
		b->cr = true;
	else if (b->extension)
		return;
	else if (digit >= 0 && !(b->left >> 59))
		b->left = b->left << 4 | (unsigned)digit, b->digits = true;
	else if (b->digits && (ch == ';' || ch == ' ' || ch == '\t'))
		b->extension = true;
	else
		b->state = BODY_BAD;
}

/* CRLF after a chunk's data. */
static void take_chunk_end(struct http__body *b, char ch)
{
	if (ch != (b->cr ? '\n' : '\r'))
		b->state = BODY_BAD;
	else if (b->cr)
		begin_line(b, BODY_CHUNK_SIZE);
	else
		b->cr = true;
}

static void take_trailer(struct http__body *b, char ch)
{
	b->line++;
	b->excess++;
	if (b->excess > TRAILERS_MAX || b->cr != (ch == '\n') || ch == '\0')
		b->state = BODY_BAD;
	else if (ch == '\r')
		b->cr = true;
	else if (ch == '\n' && b->line == 2)
		b->state = BODY_DONE;
	else if (ch == '\n')
		begin_line(b, BODY_TRAILERS);
}

static size_t take_data(struct http__body *b, struct str in, struct str *data)
{
	size_t n = b->left < in.len ? (size_t)b->left : in.len;

	*data = (struct str) { in.ptr, n };
	b->left -= n;
	if (!b->left && b->state == BODY_LENGTH)
		b->state = BODY_DONE;
	else if (!b->left)
		begin_line(b, BODY_CHUNK_END);
	return n;
}

size_t http__body_feed(struct http__body *b, struct str in, struct str *data)
{
	size_t at = 0;

	*data = (struct str) { in.ptr, 0 };
	while (at < in.len) {
		switch (b->state) {
		case BODY_LENGTH:
		case BODY_CHUNK_DATA:
			return at + take_data(b, (struct str) { in.ptr + at, in.len - at }, data);
		case BODY_CHUNK_SIZE:
			take_size(b, in.ptr[at++]);
			if (b->state == BODY_TRAILERS)
				b->excess = 0;
			break;
		case BODY_CHUNK_END:
			take_chunk_end(b, in.ptr[at++]);
			break;
		case BODY_TRAILERS:
			take_trailer(b, in.ptr[at++]);
			break;
		case BODY_DONE:
		case BODY_BAD:
			return at;
		}
	}
	return at;
}
