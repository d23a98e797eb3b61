/* SPDX-License-Identifier: Apache-2.0 */
/* format_digits.c - formats of numbers with a check digit: ISBN and credit cards. */
#include "fakeapi/schema/format.h"

#include "base/text/ascii.h"

/* Copies up to `max` digits and returns the number of all digits. If `x`, a final 'X' counts as the
 * tenth. -1: an invalid character. */
static int digits_of(const char *z, const char *between, bool x, char *out, int max)
{
	int n = 0;

	for (; *z; z++) {
		bool tenth = x && *z == 'X' && n == 9;

		if (ascii_is_digit(*z) || tenth) {
			if (n < max)
				out[n] = tenth ? 10 : (char)(*z - '0');
			n++;
		} else if (between && !strchr(between, *z)) {
			return -1;
		}
	}
	return n;
}

bool fakeapi__is_isbn10(const char *z)
{
	char d[10];
	int sum = 0;

	if (digits_of(z, " \t\n\r\f-", true, d, 10) != 10)
		return false;
	for (int i = 0; i < 10; i++)
		sum += (10 - i) * d[i];
	return sum % 11 == 0;
}

bool fakeapi__is_isbn13(const char *z)
{
	char d[13];
	int sum = 0;

	if (digits_of(z, " \t\n\r\f-", false, d, 13) != 13)
		return false;
	for (int i = 0; i < 13; i++)
		sum += (i % 2 ? 3 : 1) * d[i];
	return sum % 10 == 0;
}

bool fakeapi__is_isbn(const char *z)
{
	return fakeapi__is_isbn10(z) || fakeapi__is_isbn13(z);
}

/* Checks the issuers that govalidator knows, by the first digits; any text may separate digits. */
bool fakeapi__is_credit_card(const char *z)
{
	char d[16];
	int n = digits_of(z, NULL, false, d, 16), sum = 0, two, four;
	bool known;

	if (n < 13 || n > 16)
		return false;
	two = d[0] * 10 + d[1];
	four = two * 100 + d[2] * 10 + d[3];
	known = (d[0] == 4 && (n == 13 || n == 16)) || (two >= 51 && two <= 55 && n == 16) ||
		((four == 6011 || two == 65) && n == 16) || ((two == 34 || two == 37) && n == 15) ||
		(((four >= 3000 && four <= 3059) || two == 36 || two == 38) && n == 14) ||
		((four == 2131 || four == 1800) && n == 15) || (two == 35 && n == 16);
	for (int i = n - 1, twice = 0; i >= 0; i--, twice = !twice) {
		int v = twice ? 2 * d[i] : d[i];

		sum += v > 9 ? v - 9 : v;
	}
	return known && sum % 10 == 0;
}
