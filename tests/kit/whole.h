/* SPDX-License-Identifier: Apache-2.0 */
/* whole.h - for FOR_EACH_FAILING_ALLOC: what comes out although an allocation failed is what comes
 * out without. */
#ifndef TESTS_KIT_WHOLE_H
#define TESTS_KIT_WHOLE_H

#include <cjson/cJSON.h>

#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"

/* The first one is kept in *whole (NULL before; the caller deletes it): nothing failed then. */
static inline void assert_whole(cJSON **whole, const cJSON *made)
{
	long grants = base__alloc_fail_after;

	base__alloc_fail_after = -1;
	if (!*whole)
		*whole = cJSON_Duplicate(made, true);
	assert_true(fakeapi__equal(*whole, made));
	base__alloc_fail_after = grants;
}

#endif
