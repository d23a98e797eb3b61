/* SPDX-License-Identifier: Apache-2.0 */
/* definitions.h - definitions of custom types of the version v1beta1, which releases before 1.22
 * served, for operators of that time. */
#ifndef RUNNER_PERTURB_POSIX_DEFINITIONS_H
#define RUNNER_PERTURB_POSIX_DEFINITIONS_H

#include "base/str.h"

/* Appends a v1beta1 definition as one of v1, without its schema: those of v1 have stricter rules.
 * Returns 0: appended; RELIST_EINVAL: it is none; RELIST_ENOMEM. */
int perturb__definition_v1(struct str doc, struct strbuf *out);

#endif
