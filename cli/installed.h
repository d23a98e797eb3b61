/* SPDX-License-Identifier: Apache-2.0 */
/* installed.h - finds files that are installed with the program. */
#ifndef CLI_INSTALLED_H
#define CLI_INSTALLED_H

#include <stddef.h>

/* The path of a file at one of two places relative to the program's folder: in the build tree, or
 * installed. `buf` should have 4,096 bytes. NULL: not found. */
const char *cli__installed(const char *in_tree, const char *installed, char *buf, size_t cap);
/* The path of the descriptions for OpenAPI documents, likewise. */
const char *cli__openapi_prose(char *buf, size_t cap);

#endif
