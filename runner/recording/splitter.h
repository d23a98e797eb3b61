/* SPDX-License-Identifier: Apache-2.0 */
/* splitter.h - where the items of a list end, in JSON that comes byte by byte and is not held.
 *
 * Who may call: the tap. One thread at a time. */
#ifndef RUNNER_RECORDING_SPLITTER_H
#define RUNNER_RECORDING_SPLITTER_H

#include "base/base.h"

/* Zeroed: before the first byte. */
struct rec__splitter {
	uint32_t depth;
	bool in_string, escape, items_key, in_items, done;
	bool element; /* inside an item */
	bool is_key;  /* the string being read is a member's name */
	uint32_t key_len;
	bool key_fits; /* it is "items" so far */
};

/* Takes one byte. True: a piece ends behind it: the text before the items, an item with its comma.
 */
bool rec__split_byte(struct rec__splitter *s, char c);

#endif
