/* SPDX-License-Identifier: Apache-2.0 */
/* lexer.h - a source cut into tokens. */
#ifndef CEL_LEXER_H
#define CEL_LEXER_H

#include "base/str.h"
#include "cel/arena.h"

enum cel__token_kind {
	CEL__END,
	CEL__BAD, /* why: what the parser is to say */
	CEL__NAME,
	CEL__QUOTED_NAME, /* `a-b` */
	CEL__INT_TOKEN,
	CEL__UINT_TOKEN,
	CEL__DOUBLE_TOKEN,
	CEL__STRING_TOKEN,
	CEL__BYTES_TOKEN,
	CEL__PUNCTUATION, /* and `in`, true, false, null: by their text */
};

struct cel__token {
	enum cel__token_kind kind;
	uint32_t at;
	struct str text;
};

/* The token at or behind byte `at`. */
struct cel__token cel__next_token(struct str source, uint32_t at);
/* What a STRING or BYTES token stands for. A NULL ptr: no memory, or `*why` says what is wrong. */
struct str cel__unquote(struct cel__arena *arena, struct cel__token token, const char **why);

/* Words that no variable may be called. */
bool cel__reserved(struct str name);

#endif
