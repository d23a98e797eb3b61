/* SPDX-License-Identifier: Apache-2.0 */
/* label.h - keys and values of labels, with the messages of k8s.io/apimachinery: IsQualifiedName
 * and IsValidLabelValue of pkg/util/validation, since 1.35 IsLabelKey and IsLabelValue of
 * pkg/api/validate/content. */
#ifndef BASE_TEXT_LABEL_H
#define BASE_TEXT_LABEL_H

#include "base/str.h"

/* What messages count: characters until 1.34, bytes since 1.35. */
enum label_unit { LABEL_CHARACTERS, LABEL_BYTES };

/* "" or [A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])? of at most 63 bytes */
bool label_is_value(struct str s);
/* Appends what is wrong with a key or a value, if anything: `between` stands before each message,
 * unless `out` is empty. */
void label_key_errors(struct str key, enum label_unit unit, const char *between,
		      struct strbuf *out);
void label_value_errors(struct str value, enum label_unit unit, const char *between,
			struct strbuf *out);

#endif
