/* SPDX-License-Identifier: Apache-2.0 */
/* redact_kit.h - JSON or text without its credentials, as `relist record` writes it by default. */
#ifndef TESTS_REDACT_KIT_H
#define TESTS_REDACT_KIT_H

#include "runner/recording/redact.h"

/* The defaults, with a fixed key. */
extern const struct rec__redact_options redact_options;

/* Adds it to `out`. */
void redact_normally(const char *input, struct strbuf *out);

#endif
