/* SPDX-License-Identifier: Apache-2.0 */
/* scn_dump.h - a loaded scenario as text: every member of every part that is not 0, with its
 * place in the file, so that one comparison sees whatever a loader makes of a file. */
#ifndef TESTS_SCN_DUMP_H
#define TESTS_SCN_DUMP_H

#include "runner/language/scenario.h"

void scn_dump(const struct scn__scenario *s, struct strbuf *out);

#endif
