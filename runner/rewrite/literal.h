/* SPDX-License-Identifier: Apache-2.0 */
/* literal.h - values of objects as texts of a scenario.
 *
 * Who may call: lift, expect. Threads: any. No locks. */
#ifndef RUNNER_REWRITE_LITERAL_H
#define RUNNER_REWRITE_LITERAL_H

#include "base/str.h"

/* Whether the value differs in each run: it contains a time or a UID. Also if it is too long. */
bool scn__is_volatile(struct str text);
/* If the language reads the text as something else ("/etc/", "$home", "<3"), appends a pattern that
 * matches exactly the text, in quotes. Returns false if nothing was appended. */
bool scn__add_as_pattern(struct strbuf *out, struct str text);

#endif
