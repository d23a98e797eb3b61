/* SPDX-License-Identifier: Apache-2.0 */
/* selector.h - label selectors (apimachinery pkg/labels): parsed once, matched against raw JSON.
 * The server's field selectors use the same terms. */
#ifndef BASE_SELECTOR_H
#define BASE_SELECTOR_H

#include "base/json_scan.h"
#include "base/str.h"
#include "base/text/label.h"

enum { SELECTOR_LEN_MAX = 65536, SELECTOR_TERMS_MAX = 512 };

enum selector_op {
	SELECTOR_IN, /* also = and == */
	SELECTOR_NOT_IN,
	SELECTOR_EXISTS,
	SELECTOR_NOT_EXISTS,
	SELECTOR_GT,
	SELECTOR_LT,
};

struct selector_term {
	struct selector_term *next;
	enum selector_op op;
	struct str key;
	size_t values_at; /* offset in `text` of NUL-terminated values, one after the other */
	size_t value_count;
	const char *fallback; /* for fields: path to read if the field is absent; NULL: none */
	const char *zero;     /* for fields: value of an absent field */
	struct strbuf text;
};

/* for (size_t at = 0; selector_value(t, &at, &v); ) */
bool selector_value(const struct selector_term *t, size_t *at, struct str *out);

/* Parses `text`; "" selects everything and gives NULL. Returns RELIST_EINVAL or RELIST_ELIMIT and
 * appends Kubernetes' error text to `why`, with lengths in `unit`, or returns RELIST_ENOMEM. */
int selector_parse_labels_in(struct str text, enum label_unit unit, struct selector_term **out,
			     struct strbuf *why);
/* The same in bytes, as client-go does since 0.35. */
int selector_parse_labels(struct str text, struct selector_term **out, struct strbuf *why);
void selector_free(struct selector_term *terms); /* accepts NULL */
/* Returns true if the raw labels object (may be absent) meets every term. A null counts as "", as
 * in Go's unstructured objects. If other values than strings are possible, call json_string_map()
 * first. */
bool selector_matches_labels(const struct selector_term *terms, json_t labels);

#endif
