/* SPDX-License-Identifier: Apache-2.0 */
/* text_input.h - a text as what readers of recordings read from. */
#ifndef TESTS_TEXT_INPUT_H
#define TESTS_TEXT_INPUT_H

#include "base/base.h"
#include "base/str.h"

/* Takes the next bytes of the struct str `user` points to, which is what is left: read of struct
 * rec__input. */
ptrdiff_t text_input(void *user, void *buf, size_t cap, struct relist_err *err);

#endif
