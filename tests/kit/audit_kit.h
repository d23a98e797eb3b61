/* SPDX-License-Identifier: Apache-2.0 */
/* audit_kit.h - a core with an audit policy, and the events that it has written. */
#ifndef TESTS_AUDIT_KIT_H
#define TESTS_AUDIT_KIT_H

#include "tests/kit/core_kit.h"

#define POLICY(rules) "{\"apiVersion\":\"audit.k8s.io/v1\",\"kind\":\"Policy\"," rules "}"

/* Headers (struct kit's `more`) of an admin in system:masters, and of jane in dev. */
extern const char *const audit_root[], *const audit_jane[];

/* Opens a core of that policy as JSON; its events are appended to `log`, which the caller frees. */
void audit_open(struct kit *k, const char *policy, struct strbuf *log);
/* Appends a line to a strbuf: fakeapi__options.on_audit. */
void audit_keep_line(void *user, struct str line);
/* The number of events. */
size_t audit_count(const struct strbuf *log);
/* The value at a path of the n-th event from 0, as JSON, its names apart by "!"; "": it is absent.
 * Valid until the next call. */
const char *audit_at(const struct strbuf *log, size_t n, const char *path);

#endif
