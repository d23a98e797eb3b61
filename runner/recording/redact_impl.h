/* SPDX-License-Identifier: Apache-2.0 */
/* redact_impl.h - what redact.c (places and values) and redact_text.c (forms) share. */
#ifndef RUNNER_RECORDING_REDACT_IMPL_H
#define RUNNER_RECORDING_REDACT_IMPL_H

#include "runner/recording/redact.h"

/* "token", "client-key-data", "DB_PASSWORD": members, parameters, headers that carry secrets. */
bool rec__is_sensitive(struct str name);
/* Letters, digits, and what base64, JSON web tokens and names are made of besides. */
bool rec__is_word_char(char c);
/* Appends what stands for `value`; `bytes`: base64 stays base64. */
void rec__hide(struct rec__redactor *r, struct str value, bool bytes, struct rec__near *collect,
	       struct strbuf *out);
/* True: a hash was appended. */
bool rec__hash_name(struct rec__redactor *r, struct str name, struct strbuf *out);

#endif
