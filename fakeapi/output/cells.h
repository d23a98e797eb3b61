/* SPDX-License-Identifier: Apache-2.0 */
/* cells.h - the cells of Table rows, by kind. Private to table.c and cells*.c.
 *
 * Most cells are "the value at this path, or a fallback text": tbl/cells.h lists them. The others
 * are functions here, each of which writes one JSON value.
 */
#ifndef FAKEAPI_CELLS_H
#define FAKEAPI_CELLS_H

#include "base/json_scan.h"
#include "base/str.h"

/* An object and the row to write. */
struct fakeapi__row {
	json_t obj;
	int64_t now_unix_s;
	struct strbuf *out;
};

enum fakeapi__cell_kind {
	CELL_NAME,     /* metadata.name */
	CELL_AGE,      /* of metadata.creationTimestamp */
	CELL_STR,      /* string at path, or the fallback */
	CELL_INT,      /* integer at path, or 0 */
	CELL_VALUE,    /* any value at path, or the fallback as a string */
	CELL_TRUE,     /* boolean at path, true when absent */
	CELL_FALSE,    /* boolean at path, false when absent */
	CELL_LEN,      /* number of members or elements at path */
	CELL_SINCE,    /* age of the time at path, or the fallback */
	CELL_NAMES,    /* names of the containers in the array at path */
	CELL_IMAGES,   /* images of the containers in the array at path */
	CELL_LABELS,   /* k=v,k=v of the map at path, or <none> */
	CELL_SELECTOR, /* label selector at path, or <none> */
	CELL_JOIN,     /* strings of the array at path, comma-separated, or the fallback */
	CELL_FN,
	CELL_ROW, /* fn writes all cells of the row */
};

struct fakeapi__cell {
	enum fakeapi__cell_kind kind;
	const char *path;
	const char *fallback;
	void (*fn)(const struct fakeapi__row *row);
};

/* A prototype for every function in tbl/cells.h. */
/* clang-format off */
#define NAME
#define AGE
#define TEXT(...)
#define INT(...)
#define VALUE(...)
#define YES(...)
#define NO(...)
#define LEN(...)
#define SINCE(...)
#define NAMES(...)
#define IMAGES(...)
#define LABELS(...)
#define SELECTOR(...)
#define JOIN(...)
#define FN(name)  void fakeapi__cell_##name(const struct fakeapi__row *row);
#define ALL(name) FN(name)
#define ROW(kind, cells) cells
#define ROW_IN(id, kind, since, until, cells) cells
#include "fakeapi/tbl/cells.h"
#undef NAME
#undef AGE
#undef TEXT
#undef INT
#undef VALUE
#undef YES
#undef NO
#undef LEN
#undef SINCE
#undef NAMES
#undef IMAGES
#undef LABELS
#undef SELECTOR
#undef JOIN
#undef FN
#undef ALL
#undef ROW
#undef ROW_IN
/* clang-format on */

void fakeapi__cell_write(const struct fakeapi__row *row, const struct fakeapi__cell *cell);

/* --- helpers ------------------------------------------------------------------------------ */

/* The value at "spec.template.spec.containers"; absent if a part of the path is. */
json_t fakeapi__at(json_t v, const char *path);
bool fakeapi__is_str(json_t v, const char *z);
/* The integer at path, or 0. */
int64_t fakeapi__int_at(json_t v, const char *path);
/* Appends the decoded string (nothing for other kinds). */
void fakeapi__add_text(struct strbuf *out, json_t v);
/* Appends the string at path, or the fallback if there is none or it is empty. */
void fakeapi__add_text_or(struct strbuf *out, json_t v, const char *path, const char *fallback);
/* Writes `text` as the cell; passes on its failure. */
void fakeapi__cell_text(const struct fakeapi__row *row, const struct strbuf *text);
void fakeapi__cell_z(const struct fakeapi__row *row, const char *z);
/* Writes `text`, or the fallback if it is empty. */
void fakeapi__cell_or(const struct fakeapi__row *row, struct strbuf *text, const char *fallback);
/* Writes the string at path, or the fallback if it is absent or empty. */
void fakeapi__cell_at(const struct fakeapi__row *row, const char *path, const char *fallback);
/* The first element of an array, or absent. */
json_t fakeapi__first(json_t array);
/* True for a string that is not empty. */
bool fakeapi__has_text(json_t v);
/* Appends a comma unless `text` is empty. */
void fakeapi__comma(struct strbuf *text);
/* fakeapi__add_text in lower case. */
void fakeapi__add_lower(struct strbuf *out, json_t v);
/* Parses an RFC 3339 time to seconds since 1970; false if invalid. */
bool fakeapi__parse_time(json_t v, int64_t *unix_s);
/* Appends a short duration like "5m3s". */
void fakeapi__add_duration(struct strbuf *out, int64_t seconds);
/* Age of the time v, "<unknown>" without one. */
void fakeapi__add_since(struct strbuf *out, const struct fakeapi__row *row, json_t v);
/* Appends the selector as text, "" if it selects everything or is absent; false if invalid. */
bool fakeapi__add_selector(struct strbuf *out, json_t selector);
/* A member of the condition `type` in the array, such as its status; absent if there is none. */
json_t fakeapi__condition(json_t conditions, const char *type, const char *member);

#endif
