/* SPDX-License-Identifier: Apache-2.0 */
/* selector_parse.h - the terms behind selector.h (apimachinery pkg/labels, pkg/fields). */
#ifndef FAKEAPI_SELECTOR_PARSE_H
#define FAKEAPI_SELECTOR_PARSE_H

#include "base/str.h"

enum fakeapi__selector_op {
	FAKEAPI_OP_IN, /* also = and == */
	FAKEAPI_OP_NOT_IN,
	FAKEAPI_OP_EXISTS,
	FAKEAPI_OP_NOT_EXISTS,
	FAKEAPI_OP_GT,
	FAKEAPI_OP_LT,
};

struct fakeapi__selector_term {
	struct fakeapi__selector_term *next;
	enum fakeapi__selector_op op;
	struct str key;
	size_t values_at; /* in text: NUL-terminated values, one after the other */
	size_t value_count;
	const char *fallback; /* fields: where to look when the field is absent; NULL: nowhere */
	const char *zero;     /* fields: what an absent one reads as */
	struct strbuf text;
};

/* for (size_t at = 0; fakeapi__term_value(t, &at, &v); ) */
bool fakeapi__term_value(const struct fakeapi__selector_term *t, size_t *at, struct str *out);

#endif
