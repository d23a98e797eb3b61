/* SPDX-License-Identifier: Apache-2.0 */
/* json_tree_impl.h - shared by the parser (json_tree.c) and the printer (json_print.c). */
#ifndef BASE_JSON_TREE_IMPL_H
#define BASE_JSON_TREE_IMPL_H

#include "base/json_tree.h"

/* The first integer whose double stands for its neighbour, too. */
#define JSON_EXACT_MAX 9007199254740992.0

/* Replaces a string's NUL, so that C strings continue: no UTF-8 has these bytes. */
#define JSON_NUL "\xC0\x80"

#endif
