/* SPDX-License-Identifier: Apache-2.0 */
/* selector.h - label selectors (apimachinery pkg/labels), parsed once, matched against raw JSON;
 * and the terms that the server's field selectors are made of as well. */
#ifndef BASE_SELECTOR_H
#define BASE_SELECTOR_H

#include "base/json_scan.h"
#include "base/str.h"

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
	size_t values_at; /* in text: NUL-terminated values, one after the other */
	size_t value_count;
	const char *fallback; /* fields: where to look when the field is absent; NULL: nowhere */
	const char *zero;     /* fields: what an absent one reads as */
	struct strbuf text;
};

/* for (size_t at = 0; selector_value(t, &at, &v); ) */
bool selector_value(const struct selector_term *t, size_t *at, struct str *out);

/* Parses `text`; "" selects everything and gives NULL. RELIST_EINVAL or RELIST_ELIMIT with what is
 * wrong, as Kubernetes words it, appended to `why`; RELIST_ENOMEM. */
int selector_parse_labels(struct str text, struct selector_term **out, struct strbuf *why);
void selector_free(struct selector_term *terms); /* NULL is fine */
/* Whether the raw labels object (may be absent) meets every term. A null is "", as for Go's
 * unstructured objects; where other values than strings may come, json_string_map() comes first. */
bool selector_matches_labels(const struct selector_term *terms, json_t labels);

#endif
