/* SPDX-License-Identifier: Apache-2.0 */
/* form.h - types that are served in several forms and kept in one: events of two groups,
 * autoscalers of two versions.
 *
 * Who may call: import/ and lift/. Threads: any; pure. */
#ifndef RUNNER_RECORDING_FORM_H
#define RUNNER_RECORDING_FORM_H

#include "base/json_scan.h"
#include "fakeapi/meta/resource.h"

/* The object, which came as one of `from`, as one of `to`; it then lies in `out`. What cannot be
 * read, or is the same in both, stays as it is. False: out of memory. */
bool rec__in_form(const struct fakeapi__resource *from, const struct fakeapi__resource *to,
		  json_t *object, struct strbuf *out);

#endif
