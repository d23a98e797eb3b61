/* SPDX-License-Identifier: Apache-2.0 */
/* golden_text.h - output that is compared with a committed file. RELIST_UPDATE_GOLDEN=1 in the
 * environment rewrites the files, for a diff that a person reviews. */
#ifndef TESTS_GOLDEN_TEXT_H
#define TESTS_GOLDEN_TEXT_H

#include "base/str.h"

/* Fails the test where `got` is not what the file at `path` holds. */
void assert_golden(const char *path, struct str got);

#endif
