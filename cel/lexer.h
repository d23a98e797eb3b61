/* SPDX-License-Identifier: Apache-2.0 */
/* lexer.h - splits a source into tokens. */
#ifndef CEL_LEXER_H
#define CEL_LEXER_H

#include "base/str.h"
#include "cel/arena.h"

enum cel__token_kind {
	CEL__END,
	CEL__BAD, /* why: the parser's error message */
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

/* The token at or after byte `at`. */
struct cel__token cel__next_token(struct str source, uint32_t at);
/* Decodes a STRING or BYTES token. A NULL ptr: out of memory, or `*why` has the error. */
struct str cel__unquote(struct cel__arena *arena, struct cel__token token, const char **why);

/* True for words that cannot be variables. */
bool cel__reserved(struct str name);

#endif
