/* SPDX-License-Identifier: Apache-2.0 */
/* list.h - a growing list of pointers; world__push() appends and reports out of memory to the
 * run. */
#ifndef RUNNER_LIST_H
#define RUNNER_LIST_H

#include <stddef.h>

struct scn__list {
	void **items;
	size_t len, cap;
};

#endif
