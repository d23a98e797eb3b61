/* SPDX-License-Identifier: Apache-2.0 */
/* number.h - numbers as in apimachinery: int64 if the text is a whole number that fits, else
 * float64. A tree's number is a double. Beyond 2^53, where a double loses digits, an int64 also
 * keeps its text in `valuestring`, which is copied (cJSON_Duplicate) and freed with the item. If a
 * client wrote a number in another way than int64 (1.0, 1e3, beyond 64 bits), its text is there
 * too, and `type` has the bit FAKEAPI_NUMBER_FLOAT: to Go it is a float64, whatever its value.
 * Threads: any; pure. */
#ifndef FAKEAPI_NUMBER_H
#define FAKEAPI_NUMBER_H

#include "base/json_tree.h"

/* Parses JSON that this server wrote: int64 keep their digits. NULL: no JSON, or out of memory. */
cJSON *fakeapi__parse(struct str json);

/* Set in `type` of numbers that fakeapi__go_json_parse() reads as float64. */
enum { FAKEAPI_NUMBER_FLOAT = JSON_TREE_FLOAT };

/* Turns whole floats of the tree into integers, as Go's json.Marshal does. */
void fakeapi__settle_floats(cJSON *tree);
/* The number as the client wrote it; NULL: as fakeapi__number_add() writes it. */
const char *fakeapi__number_literal(const cJSON *number);

/* NULL: out of memory. */
cJSON *fakeapi__new_int64(int64_t value);
/* The value truncated to an integer; 0 if it is no number or does not fit. */
int64_t fakeapi__int64(const cJSON *number);
/* True for a whole number in range, judged by its double. */
bool fakeapi__is_int64(const cJSON *v);

/* Writes a number as encoding/json does: 9007199254740993, 1.5, 1e+21. */
void fakeapi__number_add(struct strbuf *out, const cJSON *number);
/* Writes a float64 as fmt's %v does: 1, 1.5, 1e+06. */
void fakeapi__float_add(struct strbuf *out, double v);

#endif
