/* SPDX-License-Identifier: Apache-2.0 */
/* json_tree.h - JSON as cJSON trees whose numbers keep their digits. cJSON has doubles alone, so
 * its own parser and printer turn 9007199254740993 into 9.00719925474099e+15: all other files
 * parse and print here (scripts/check-code refuses the rest).
 *
 * `valuestring` has a number's text if its double is not exact. cJSON_Duplicate copies it
 * and cJSON_Delete frees it. Threads: any; pure. */
#ifndef BASE_JSON_TREE_H
#define BASE_JSON_TREE_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* Which numbers keep their text. */
enum json_digits {
	JSON_DIGITS_INT64,  /* int64 from 2^53 on */
	JSON_DIGITS_FLOATS, /* and what Go reads as a float64 (1.0, 1e3, 2^64): JSON_TREE_FLOAT */
	JSON_DIGITS_ALL,    /* and -0; strings keep their NULs as well */
};

enum {
	JSON_TREE_FLOAT = 1 << 12, /* in a number's `type` */
	JSON_TREE_DEPTH_MAX = 1000,
};

/* The tree of one value with nothing but white space around, to be freed with cJSON_Delete().
 * Duplicate members stay. NULL: no JSON, deeper than JSON_TREE_DEPTH_MAX, a string with \u0000
 * (other than with JSON_DIGITS_ALL), or out of memory. */
cJSON *json_tree_parse(struct str json, enum json_digits digits);

enum json_style {
	JSON_STYLE_WRITTEN, /* a number with a text as that text */
	JSON_STYLE_GO,	    /* the same, but a float as encoding/json prints it: 1e3 as 1000 */
};

/* Compact JSON, raw values included. */
void json_tree_add(struct strbuf *out, const cJSON *v, enum json_style style);
/* The same, to be freed with base__free() or cJSON_free(). NULL: out of memory. */
char *json_tree_print(const cJSON *v, enum json_style style);
/* The same of one number. */
void json_tree_add_number(struct strbuf *out, const cJSON *number, enum json_style style);
/* The shortest digits that read back as v, with an exponent from 10 to the least or the most on. */
void json_tree_add_float(struct strbuf *out, double v, int least, int most, int exponent_digits);

#endif
