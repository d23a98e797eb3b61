/* SPDX-License-Identifier: Apache-2.0 */
/* installed.h - files that come with the program. */
#ifndef CLI_INSTALLED_H
#define CLI_INSTALLED_H

#include <stddef.h>

/* Where a file is that stands at one of these places, seen from the program's folder: of the tree
 * it was built in, or as it is installed. In `buf`, which should have 4,096 bytes; NULL: nowhere.
 */
const char *cli__installed(const char *in_tree, const char *installed, char *buf, size_t cap);
/* The words of OpenAPI documents, as above. */
const char *cli__openapi_prose(char *buf, size_t cap);

#endif
