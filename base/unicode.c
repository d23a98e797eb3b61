/* SPDX-License-Identifier: Apache-2.0 */
#include "base/unicode.h"
#include "base/tbl/unicode.h"

uint32_t unicode_decode(const char **at, const char *end)
{
	const unsigned char *b = (const unsigned char *)*at;
	size_t n = utf8_seq_len(*at, (size_t)(end - *at));

	*at += n ? n : 1;
	switch (n) {
	case 1:
		return b[0];
	case 2:
		return (b[0] & 0x1fU) << 6 | (b[1] & 0x3fU);
	case 3:
		return (b[0] & 0x0fU) << 12 | (b[1] & 0x3fU) << 6 | (b[2] & 0x3fU);
	case 4:
		return (b[0] & 0x07U) << 18 | (b[1] & 0x3fU) << 12 | (b[2] & 0x3fU) << 6 |
		       (b[3] & 0x3fU);
	default:
		return UNICODE_LAST + 1 + b[0];
	}
}

uint32_t unicode_categories_of(struct str name)
{
	uint32_t bits = 0;

	for (uint32_t i = 1; i < ARRAY_LEN(unicode_categories) && name.len && name.len <= 2; i++)
		if (strncmp(unicode_categories[i], name.ptr, name.len) == 0)
			bits |= UINT32_C(1) << i;
	return bits;
}

uint32_t unicode_script_of(struct str name)
{
	for (uint32_t i = 1; i < ARRAY_LEN(unicode_scripts); i++)
		if (str_eqz(name, unicode_scripts[i]))
			return i;
	return 0;
}

/* Finds the run that contains the character and returns the run's class. */
static uint32_t class_of(const uint32_t *runs, size_t count, uint32_t c)
{
	size_t low = 0, high = count; /* runs[low] begins at or before c */

	if (c > UNICODE_LAST)
		return 0;
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (runs[mid] >> 8 <= c)
			low = mid;
		else
			high = mid;
	}
	return runs[low] & 0xff;
}

uint32_t unicode_next_of_case(uint32_t c)
{
	size_t low = 0, high = ARRAY_LEN(unicode_folds);

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (unicode_folds[mid].high < c)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == ARRAY_LEN(unicode_folds) || c < unicode_folds[low].low)
		return c;
	if (unicode_folds[low].delta == ALTERNATING)
		return (c - unicode_folds[low].low) % 2 ? c - 1 : c + 1;
	return (uint32_t)((int32_t)c + unicode_folds[low].delta);
}

bool unicode_in_categories(uint32_t c, uint32_t bits)
{
	return bits >> class_of(unicode_categories_runs, ARRAY_LEN(unicode_categories_runs), c) & 1;
}

bool unicode_in_script(uint32_t c, uint32_t number)
{
	return class_of(unicode_scripts_runs, ARRAY_LEN(unicode_scripts_runs), c) == number;
}
