/* SPDX-License-Identifier: Apache-2.0 */
/* json_tree.h - JSON as cJSON trees that keep the digits of numbers. cJSON's own parser and printer
 * use doubles and turn 9007199254740993 into 9.00719925474099e+15, so all other files parse and
 * print through these functions (scripts/check-code enforces it).
 *
 * `valuestring` holds the text of a number whose double is not exact. cJSON_Duplicate copies it and
 * cJSON_Delete frees it. Threads: any; pure. */
#ifndef BASE_JSON_TREE_H
#define BASE_JSON_TREE_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* Selects the numbers that keep their text. */
enum json_digits {
	JSON_DIGITS_INT64,  /* int64 whose absolute value is at least 2^53 */
	JSON_DIGITS_FLOATS, /* and Go's float64 numbers (1.0, 1e3, 2^64): JSON_TREE_FLOAT */
	JSON_DIGITS_ALL,    /* also -0; strings keep their NULs */
};

enum {
	JSON_TREE_FLOAT = 1 << 12, /* flag in a number's `type` */
	JSON_TREE_DEPTH_MAX = 1000,
};

/* Parses one value with at most white space around it; free it with cJSON_Delete(). Keeps duplicate
 * members. Returns NULL for invalid JSON, for nesting deeper than JSON_TREE_DEPTH_MAX, for a string
 * with \u0000 (except with JSON_DIGITS_ALL), or if out of memory. */
cJSON *json_tree_parse(struct str json, enum json_digits digits);

enum json_style {
	JSON_STYLE_WRITTEN, /* a number that kept its text is printed as that text */
	JSON_STYLE_GO,	    /* likewise, but a float is printed as by encoding/json: 1e3 as 1000 */
};

/* Appends compact JSON; raw values are included. */
void json_tree_add(struct strbuf *out, const cJSON *v, enum json_style style);
/* Prints compact JSON; free it with base__free() or cJSON_free(). NULL: out of memory. */
char *json_tree_print(const cJSON *v, enum json_style style);
/* Appends one number. */
void json_tree_add_number(struct strbuf *out, const cJSON *number, enum json_style style);
/* Appends the shortest digits that read back as v. Uses an exponent if v's is below `least`, or
 * `most` or more. */
void json_tree_add_float(struct strbuf *out, double v, int least, int most, int exponent_digits);

#endif
