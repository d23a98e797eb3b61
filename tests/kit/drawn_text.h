/* SPDX-License-Identifier: Apache-2.0 */
/* drawn_text.h - secrets drawn from a seed, and texts that have one in them. */
#ifndef TESTS_DRAWN_TEXT_H
#define TESTS_DRAWN_TEXT_H

#include "base/choice.h"
#include "base/str.h"

/* A password with separators in it, or a token that its look gives away. */
void drawn_secret_add(struct choice *c, struct strbuf *out);
/* A sentence, a command or a configuration with `secret` as a credential in it. */
void drawn_text_add(struct choice *c, struct str secret, struct strbuf *out);

#endif
