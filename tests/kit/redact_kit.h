/* SPDX-License-Identifier: Apache-2.0 */
/* redact_kit.h - JSON or text without its credentials, as `relist record` writes it by default. */
#ifndef TESTS_REDACT_KIT_H
#define TESTS_REDACT_KIT_H

#include "runner/recording/redact.h"

/* The defaults, with a fixed key. */
extern const struct rec__redact_options redact_options;

/* Adds it to `out`. */
void redact_normally(const char *input, struct strbuf *out);

/* A text, or JSON, in which @ stands for a secret, and what is left of it. */
struct redact_form {
	const char *form, *kept;
};
/* A password of letters and one of all kinds are hidden in each form, once in the text. */
void check_redact_forms(const struct redact_form *forms, size_t count);
/* Each text stays byte for byte. */
void check_kept_texts(const char *const *texts, size_t count);

/* Appends the form with the secret in place of its first @. */
void redact_fill(const char *form, const char *secret, struct strbuf *out);

#endif
