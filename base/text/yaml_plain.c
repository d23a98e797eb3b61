/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/yaml_plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool among(struct str s, const char *const *words)
{
	for (; *words; words++)
		if (str_eqz(s, *words))
			return true;
	return false;
}

/* strconv.ParseInt and ParseUint with base 0, without underscores: writes decimal digits. */
static bool integer(struct str s, char out[YAML_DECIMAL_MAX])
{
	unsigned base = 10;
	size_t i = 0;
	bool negative = false, any = false;
	uint64_t v = 0;

	if (i < s.len && (s.ptr[i] == '-' || s.ptr[i] == '+'))
		negative = s.ptr[i++] == '-';
	if (s.len - i > 1 && s.ptr[i] == '0') {
		switch (s.ptr[i + 1]) {
		case 'x':
		case 'X':
			base = 16;
			i += 2;
			break;
		case 'b':
		case 'B':
			base = 2;
			i += 2;
			break;
		case 'o':
		case 'O':
			base = 8;
			i += 2;
			break;
		default:
			base = 8;
			i++;
		}
	}
	for (; i < s.len; i++) {
		char c = s.ptr[i];
		unsigned d;

		if (c == '_')
			continue;
		d = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
		    : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
		    : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
					   : 99;
		if (d >= base || v > (UINT64_MAX - d) / base)
			return false;
		v = v * base + d;
		any = true;
	}
	(void)snprintf(out, YAML_DECIMAL_MAX, "%s%llu", negative && v ? "-" : "",
		       (unsigned long long)v);
	return any && (!negative || v <= (uint64_t)INT64_MAX + 1);
}

static bool floating(struct str s, double *out)
{
	char buf[64];
	size_t i = 0, digits = 0;

	if (s.len == 0 || s.len >= sizeof(buf))
		return false;
	if (s.ptr[i] == '-' || s.ptr[i] == '+')
		i++;
	for (; i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9'; i++)
		digits++;
	if (i < s.len && s.ptr[i] == '.')
		for (i++; i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9'; i++)
			digits++;
	if (digits == 0)
		return false;
	if (i < s.len && (s.ptr[i] == 'e' || s.ptr[i] == 'E')) {
		i++;
		if (i < s.len && (s.ptr[i] == '-' || s.ptr[i] == '+'))
			i++;
		if (i == s.len)
			return false;
		for (; i < s.len; i++)
			if (s.ptr[i] < '0' || s.ptr[i] > '9')
				return false;
	}
	if (i != s.len)
		return false;
	memcpy(buf, s.ptr, s.len);
	buf[s.len] = '\0';
	*out = strtod(buf, NULL);
	return *out < 1e308 && *out > -1e308;
}

static const char *const words_true[] = { "y",	  "Y",	  "yes", "Yes", "YES", "true",
					  "True", "TRUE", "on",	 "On",	"ON",  NULL };
static const char *const words_false[] = { "n",	    "N",     "no",  "No",  "NO",  "false",
					   "False", "FALSE", "off", "Off", "OFF", NULL };
static const char *const words_null[] = { "", "~", "null", "Null", "NULL", NULL };

enum yaml_plain yaml_plain_kind(struct str s, char decimal[YAML_DECIMAL_MAX], double *v)
{
	if (among(s, words_null))
		return YAML_PLAIN_NULL;
	if (among(s, words_true))
		return YAML_PLAIN_TRUE;
	if (among(s, words_false))
		return YAML_PLAIN_FALSE;
	if (integer(s, decimal))
		return YAML_PLAIN_INTEGER;
	return floating(s, v) ? YAML_PLAIN_FLOAT : YAML_PLAIN_STRING;
}
