/* SPDX-License-Identifier: Apache-2.0 */
/* redact_values.c - the values that are surely harmless, and those that are hidden already. */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

#define S(z)                                                                                       \
	{                                                                                          \
		z, sizeof(z) - 1                                                                   \
	}

/* "8080", "-1.5", "30s", "512Mi", "50%" */
static bool is_quantity(struct str s)
{
	static const struct str units[] = { S(""),   S("ms"), S("s"),  S("m"),	S("h"),
					    S("d"),  S("k"),  S("M"),  S("G"),	S("Ki"),
					    S("Mi"), S("Gi"), S("KB"), S("MB"), S("%") };
	size_t i = s.len && *s.ptr == '-', digits = 0;

	for (; i < s.len && (ascii_is_digit(s.ptr[i]) || (s.ptr[i] == '.' && digits)); i++)
		digits += ascii_is_digit(s.ptr[i]);
	if (!digits || digits > 5)
		return false;
	for (size_t u = 0; u < ARRAY_LEN(units); u++)
		if (str_eq((struct str) { s.ptr + i, s.len - i }, units[u]))
			return true;
	return false;
}

/* "10.96.0.10", "10.96.0.10:443" */
static bool is_address(struct str s)
{
	size_t dots = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (!ascii_is_digit(s.ptr[i]) && s.ptr[i] != '.' && s.ptr[i] != ':' &&
		    s.ptr[i] != '/')
			return false;
		dots += s.ptr[i] == '.';
	}
	return dots == 3 && s.len <= 21;
}

/* "$(POD_NAME)", "${POD_NAME}" */
static bool is_reference(struct str s)
{
	char close = s.len > 3 && s.ptr[1] == '(' ? ')' : '}';

	if (s.len < 4 || s.ptr[0] != '$' || (s.ptr[1] != '(' && s.ptr[1] != '{') ||
	    s.ptr[s.len - 1] != close)
		return false;
	for (size_t i = 2; i < s.len - 1; i++)
		if (!ascii_is_upper(s.ptr[i]) && !ascii_is_digit(s.ptr[i]) && s.ptr[i] != '_')
			return false;
	return true;
}

/* "/var/lib/app": words in lower case, at most two digits in each. */
static bool is_plain_path(struct str s)
{
	size_t digits = 0;

	if (s.len < 2 || *s.ptr != '/')
		return false;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		digits = c == '/' ? 0 : digits + ascii_is_digit(c);
		if (digits > 2 || !(ascii_is_lower(c) || ascii_is_digit(c) || strchr("/-._", c)))
			return false;
	}
	return true;
}

bool rec__is_plain_value(struct str s)
{
	static const struct str words[] = {
		S(""),		 S("true"),    S("false"),	 S("True"),	   S("False"),
		S("yes"),	 S("no"),      S("on"),		 S("off"),	   S("null"),
		S("none"),	 S("nil"),     S("auto"),	 S("default"),	   S("debug"),
		S("info"),	 S("warn"),    S("warning"),	 S("error"),	   S("trace"),
		S("INFO"),	 S("DEBUG"),   S("WARN"),	 S("ERROR"),	   S("prod"),
		S("production"), S("staging"), S("dev"),	 S("development"), S("test"),
		S("json"),	 S("text"),    S("UTC"),	 S("localhost"),   S("0.0.0.0"),
		S("127.0.0.1"),	 S("::"),      S("kube-system"), S("Opaque"),	   S("root"),
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eq(s, words[i]))
			return true;
	return is_quantity(s) || is_address(s) || is_reference(s) || is_plain_path(s);
}
#undef S

bool rec__is_redacted(struct str s)
{
	enum { PREFIX = sizeof("redacted-") - 1, HEX = 16 };

	if (str_eqz(s, "redacted"))
		return true;
	if (s.len != PREFIX + HEX || memcmp(s.ptr, "redacted-", PREFIX) != 0)
		return false;
	for (size_t i = PREFIX; i < s.len; i++)
		if (!ascii_is_digit(s.ptr[i]) && !(s.ptr[i] >= 'a' && s.ptr[i] <= 'f'))
			return false;
	return true;
}
