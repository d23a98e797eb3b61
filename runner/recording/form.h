/* SPDX-License-Identifier: Apache-2.0 */
/* form.h - types that are served in several versions and stored in one: events of two groups,
 * autoscalers of two versions.
 *
 * Who may call: import/ and lift/. Threads: any; pure. */
#ifndef RUNNER_RECORDING_FORM_H
#define RUNNER_RECORDING_FORM_H

#include "base/json_scan.h"
#include "fakeapi/meta/resource.h"

/* Converts the object, served as `from`, to the form `to`; the result is in `out`. Invalid objects,
 * and objects equal in both forms, stay unchanged. Returns false if out of memory. */
bool rec__in_form(const struct fakeapi__resource *from, const struct fakeapi__resource *to,
		  json_t *object, struct strbuf *out);

#endif
