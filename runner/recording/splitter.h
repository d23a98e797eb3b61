/* SPDX-License-Identifier: Apache-2.0 */
/* splitter.h - finds the ends of a list's items in JSON that arrives byte by byte and is not
 * stored.
 *
 * Who may call: the tap. One thread at a time. */
#ifndef RUNNER_RECORDING_SPLITTER_H
#define RUNNER_RECORDING_SPLITTER_H

#include "base/base.h"

/* All zero before the first byte. */
struct rec__splitter {
	uint32_t depth;
	bool in_string, escape, items_key, in_items, done;
	bool element; /* inside an item */
	bool is_key;  /* the current string is a member's name */
	uint32_t key_len;
	bool key_fits; /* the name matches "items" so far */
};

/* Processes one byte. Returns true if a piece ends after it: the text before the items, or an item
 * with its comma. */
bool rec__split_byte(struct rec__splitter *s, char c);

#endif
