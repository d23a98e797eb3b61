/* SPDX-License-Identifier: Apache-2.0 */
/* doc_kit.h - pages whose commands are run. In a `console` block a line that begins with "$ " is a
 * command and the lines below are what it prints, errors too; a line that is … stands for any
 * lines, … within a line for any text, and [N] at the end for the exit status. */
#ifndef TESTS_KIT_DOC_KIT_H
#define TESTS_KIT_DOC_KIT_H

#include "base/str.h"

/* The next fenced block of that language; false when there is none. */
bool doc_next_block(struct str *rest, const char *language, struct str *block);
/* Runs its commands in the folder and fails the test where one prints something else. Returns how
 * many there were. */
size_t doc_check_console(const char *folder, struct str block);
/* The same with all `console` blocks of a page. */
size_t doc_check_page(const char *path, const char *folder);
bool doc_lines_fit(struct str want, struct str have);
/* The build's own relist comes first in PATH. Returns the build's folder. */
const char *doc_set_path(const char *self);

#endif
