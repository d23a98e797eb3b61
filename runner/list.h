/* SPDX-License-Identifier: Apache-2.0 */
/* list.h - a growing list of pointers; world__push() of a run reports the want of memory. */
#ifndef RUNNER_LIST_H
#define RUNNER_LIST_H

#include <stddef.h>

struct scn__list {
	void **items;
	size_t len, cap;
};

#endif
