/* SPDX-License-Identifier: Apache-2.0 */
/* go_json.h - JSON text as Go's encoding/json judges it, with its words for what is wrong. */
#ifndef FAKEAPI_GO_JSON_H
#define FAKEAPI_GO_JSON_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* Trees have C strings: a NUL would cut off what follows without a word, so it is refused. */
#define FAKEAPI_NUL_REFUSED "strings with \\u0000 are not supported"

/* True when `text` is one JSON value; else false and Go's message in `why`. */
bool fakeapi__go_json_check(struct str text, struct strbuf *why);

/* Checks and parses. NULL: with `why` empty for want of memory, else it says what is wrong. Deeper
 * than 1000 levels (cJSON's limit; Go's is 10000) is wrong as well. Duplicate members are kept. */
cJSON *fakeapi__go_json_parse(struct str text, struct strbuf *why);

/* The tree as compact JSON, to be freed with base__free (or cJSON_free); NULL: out of memory.
 * Whole numbers are printed as Go prints int64, never as 1e+15. */
char *fakeapi__print(const cJSON *v);

/* The same with <, > and & escaped, as json.Marshal does. */
char *fakeapi__print_escaped(const cJSON *v);

/* "object", "array", "string", "number", "bool", "null": Go's word for the value's kind. */
const char *fakeapi__go_json_word(const cJSON *v);

/* strconv.Quote */
void fakeapi__go_quote(struct strbuf *out, struct str s);

/* The last member of that exact name: Go lets the last duplicate win. NULL: none. */
cJSON *fakeapi__member(const cJSON *obj, const char *name);
/* fakeapi__member along names; NULL ends. */
cJSON *fakeapi__dig(const cJSON *obj, ...) __attribute__((sentinel));
/* The string there, or "". */
const char *fakeapi__string(const cJSON *obj, const char *name);
/* Sets a member, replacing in place. Takes `value` always. -1: out of memory (also value NULL). */
int fakeapi__set(cJSON *obj, const char *name, cJSON *value);
/* Puts `item` before the index-th child (or last); an object's item must have its name. Stands in
 * for cJSON_InsertItemInArray, which refuses new items in the middle in Debian 12's 1.7.15. */
void fakeapi__insert_child(cJSON *container, int index, cJSON *item);
/* The same behind the last. */
void fakeapi__append_child(cJSON *container, cJSON *item);
/* Structural equality: members in any order, numbers by value. */
bool fakeapi__equal(const cJSON *a, const cJSON *b);

#endif
