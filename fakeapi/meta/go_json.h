/* SPDX-License-Identifier: Apache-2.0 */
/* go_json.h - checks JSON text as Go's encoding/json does, with its error messages. */
#ifndef FAKEAPI_GO_JSON_H
#define FAKEAPI_GO_JSON_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* Trees use C strings, which a NUL would silently truncate, so it is refused. */
#define FAKEAPI_NUL_REFUSED "strings with \\u0000 are not supported"

/* True if `text` is one JSON value; else false, and `why` has Go's message. */
bool fakeapi__go_json_check(struct str text, struct strbuf *why);

/* Checks and parses. NULL: `why` has the error, or is empty if out of memory. More than 1000 levels
 * (cJSON's limit; Go's is 10000) are an error too. Duplicate members are kept. */
cJSON *fakeapi__go_json_parse(struct str text, struct strbuf *why);

/* The tree as compact JSON; the caller frees it with base__free (or cJSON_free). NULL: out of
 * memory. Whole numbers are printed as Go prints int64, never as 1e+15. */
char *fakeapi__print(const cJSON *v);

/* The same with <, > and & escaped, as json.Marshal does. */
char *fakeapi__print_escaped(const cJSON *v);

/* "object", "array", "string", "number", "bool", "null": Go's word for the value's kind. */
const char *fakeapi__go_json_word(const cJSON *v);

/* strconv.Quote */
void fakeapi__go_quote(struct strbuf *out, struct str s);

/* The last member with exactly this name: in Go the last duplicate wins. NULL: none. */
cJSON *fakeapi__member(const cJSON *obj, const char *name);
/* fakeapi__member along several names; NULL ends the list. */
cJSON *fakeapi__dig(const cJSON *obj, ...) __attribute__((sentinel));
/* The value's string; "" for other values and NULL. */
const char *fakeapi__text(const cJSON *v);
/* The member's string, or "". */
const char *fakeapi__string(const cJSON *obj, const char *name);
/* Sets a member, replacing it in place. Always consumes `value`. -1: out of memory (also value
 * NULL). */
int fakeapi__set(cJSON *obj, const char *name, cJSON *value);
/* Inserts `item` before the index-th child (or last); an object's item must have its name. Replaces
 * cJSON_InsertItemInArray, which refuses new items in the middle in Debian 12's 1.7.15. */
void fakeapi__insert_child(cJSON *container, int index, cJSON *item);
/* The same after the last child. */
void fakeapi__append_child(cJSON *container, cJSON *item);
/* Whether one of the list's values is this string. */
bool fakeapi__list_has(const cJSON *list, const char *text);
/* Structural equality: members in any order, numbers by value. */
bool fakeapi__equal(const cJSON *a, const cJSON *b);

#endif
