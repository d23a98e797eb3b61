/* SPDX-License-Identifier: Apache-2.0 */
/* scn_list.h - a growing list of pointers; scn__push() of a run reports the want of memory. */
#ifndef RUNNER_SCN_LIST_H
#define RUNNER_SCN_LIST_H

#include <stddef.h>

struct scn__list {
	void **items;
	size_t len, cap;
};

#endif
