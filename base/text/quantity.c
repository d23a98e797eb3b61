/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/quantity.h"

#include "base/text/ascii.h"

static const char *const decimal[] = { "n", "u", "m", "", "k", "M", "G", "T", "P", "E" };
static const char *const binary[] = { "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };

const char *quantity_decimal_suffix(int thousands)
{
	ASSERT(thousands >= -3);
	ASSERT(thousands <= 6);
	return decimal[thousands + 3];
}

const char *quantity_binary_suffix(int thousands)
{
	ASSERT(thousands >= 1);
	ASSERT(thousands <= 6);
	return binary[thousands - 1];
}

/* "e3", "E-3" */
static bool read_exponent(struct str s, int *out)
{
	size_t i = s.len > 1 && (s.ptr[1] == '-' || s.ptr[1] == '+') ? 2 : 1;
	int e = 0;

	if (s.len < 2 || ascii_lower(s.ptr[0]) != 'e' || i == s.len)
		return false;
	for (; i < s.len; i++) {
		if (!ascii_is_digit(s.ptr[i]) || e > 1000)
			return false;
		e = e * 10 + (s.ptr[i] - '0');
	}
	*out = s.ptr[1] == '-' ? -e : e;
	return true;
}

static bool read_suffix(struct str s, struct quantity_text *out)
{
	for (size_t i = 0; i < ARRAY_LEN(decimal); i++)
		if (str_eqz(s, decimal[i])) {
			out->ten = 3 * ((int)i - 3);
			return true;
		}
	for (size_t i = 0; i < ARRAY_LEN(binary); i++)
		if (str_eqz(s, binary[i])) {
			out->two = 10 * ((int)i + 1);
			out->format = QUANTITY_BINARY_SI;
			return true;
		}
	out->format = QUANTITY_DECIMAL_EXPONENT;
	return read_exponent(s, &out->ten);
}

/* True if the regular expression allows all its characters after the digits. */
static bool has_suffix_characters(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] == '\0' || !strchr("eEinumkKMGTP+-0123456789", s.ptr[i]))
			return false;
	return true;
}

enum quantity_fault quantity_read(struct str text, struct quantity_text *out)
{
	size_t i = text.len && (text.ptr[0] == '+' || text.ptr[0] == '-'), begin = i;
	bool point = false;
	struct str suffix;

	*out = (struct quantity_text) { .negative = i && text.ptr[0] == '-' };
	if (!text.len)
		return QUANTITY_NO_MATCH;
	for (; i < text.len; i++) {
		if (ascii_is_digit(text.ptr[i]))
			out->any_digit = true;
		else if (text.ptr[i] == '.' && !point)
			point = true;
		else
			break;
	}
	out->digits = (struct str) { text.ptr + begin, i - begin };
	suffix = (struct str) { text.ptr + i, text.len - i };
	if (read_suffix(suffix, out))
		return QUANTITY_FINE;
	return has_suffix_characters(suffix) ? QUANTITY_NO_SUFFIX : QUANTITY_NO_MATCH;
}
