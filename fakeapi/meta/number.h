/* SPDX-License-Identifier: Apache-2.0 */
/* number.h - numbers as apimachinery has them: int64 where the text is a whole number that fits,
 * else float64. A tree's number is a double; beyond 2^53, where a double drops digits, an int64 has
 * its text in `valuestring` as well, which copies (cJSON_Duplicate) and is freed with the item.
 * What a client wrote otherwise than as an int64 (1.0, 1e3, beyond 64 bits) keeps its text there
 * too, and the bit FAKEAPI_NUMBER_FLOAT in `type`: to Go it is a float64, whatever its value.
 * Threads: any; pure. */
#ifndef FAKEAPI_NUMBER_H
#define FAKEAPI_NUMBER_H

#include "base/json_tree.h"

/* Parses JSON that this server has written itself: int64 keep their digits. NULL: no JSON, or out
 * of memory. */
cJSON *fakeapi__parse(struct str json);

/* Of a number in what fakeapi__go_json_parse() has read. */
enum { FAKEAPI_NUMBER_FLOAT = JSON_TREE_FLOAT };

/* Whole floats of the tree become integers, as they do on their way through Go's json.Marshal. */
void fakeapi__settle_floats(cJSON *tree);
/* How a client wrote it; NULL: as fakeapi__number_add() does. */
const char *fakeapi__number_literal(const cJSON *number);

/* NULL: out of memory. */
cJSON *fakeapi__new_int64(int64_t value);
/* The value cut to an integer; 0 when it is no number, or none that fits. */
int64_t fakeapi__int64(const cJSON *number);
/* A whole number that fits, as far as its double shows. */
bool fakeapi__is_int64(const cJSON *v);

/* As encoding/json writes it: 9007199254740993, 1.5, 1e+21. */
void fakeapi__number_add(struct strbuf *out, const cJSON *number);
/* As fmt prints a float64 with %v: 1, 1.5, 1e+06. */
void fakeapi__float_add(struct strbuf *out, double v);

#endif
