/* SPDX-License-Identifier: Apache-2.0 */
/* query_bool.h - converts a boolean query parameter like apimachinery. */
#ifndef BASE_TEXT_QUERY_BOOL_H
#define BASE_TEXT_QUERY_BOOL_H

#include "base/text/ascii.h"

/* For a present parameter: "0", and "false" in any case, are false; all others, also "", are true
 * (Convert_Slice_string_To_bool). */
static inline bool text_query_bool(struct str value)
{
	return !str_eqz(value, "0") && !ascii_eq_nocase(value, STR("false"));
}

#endif
