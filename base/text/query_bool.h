/* SPDX-License-Identifier: Apache-2.0 */
/* query_bool.h - a boolean query parameter, as apimachinery converts it. */
#ifndef BASE_TEXT_QUERY_BOOL_H
#define BASE_TEXT_QUERY_BOOL_H

#include "base/text/ascii.h"

/* Of a parameter that is given: any value is true but "0" and, in any case, "false"; an empty value
 * is true (Convert_Slice_string_To_bool). */
static inline bool text_query_bool(struct str value)
{
	return !str_eqz(value, "0") && !ascii_eq_nocase(value, STR("false"));
}

#endif
