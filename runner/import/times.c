/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/import/times.h"

static bool number(struct str s, size_t at, size_t digits, int64_t *out)
{
	if (at + digits > s.len)
		return false;
	*out = 0;
	for (size_t i = at; i < at + digits; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
		*out = *out * 10 + (s.ptr[i] - '0');
	}
	return true;
}

/* Behind the seconds; *at moves past the fraction. */
static int64_t fraction(struct str s, size_t *at)
{
	int64_t ns = 0, unit = NS_PER_S / 10;

	if (*at == s.len || s.ptr[*at] != '.')
		return 0;
	for (++*at; *at < s.len && s.ptr[*at] >= '0' && s.ptr[*at] <= '9'; ++*at) {
		ns += (s.ptr[*at] - '0') * unit;
		unit /= 10;
	}
	return ns;
}

static bool offset(struct str s, size_t at, int64_t *seconds)
{
	int64_t hours, minutes;

	*seconds = 0;
	if (at + 1 == s.len && (s.ptr[at] | 32) == 'z')
		return true;
	if (at + 6 != s.len || (s.ptr[at] != '+' && s.ptr[at] != '-') || s.ptr[at + 3] != ':' ||
	    !number(s, at + 1, 2, &hours) || !number(s, at + 4, 2, &minutes))
		return false;
	*seconds = (hours * 60 + minutes) * (s.ptr[at] == '-' ? -60 : 60);
	return true;
}

bool imp__time_parse(struct str s, int64_t *out_ns)
{
	int64_t year, month, day, hour, minute, second, ns, east;
	size_t at = 19;

	if (s.len < 20 || s.ptr[4] != '-' || s.ptr[7] != '-' || (s.ptr[10] | 32) != 't' ||
	    s.ptr[13] != ':' || s.ptr[16] != ':' || !number(s, 0, 4, &year) ||
	    !number(s, 5, 2, &month) || !number(s, 8, 2, &day) || !number(s, 11, 2, &hour) ||
	    !number(s, 14, 2, &minute) || !number(s, 17, 2, &second))
		return false;
	if (year < 1969 || year > 2260 || month < 1 || month > 12 || day < 1 || day > 31 ||
	    hour > 23 || minute > 59 || second > 60)
		return false;
	ns = fraction(s, &at);
	if (!offset(s, at, &east))
		return false;
	second += days_from_civil(year, (int)month, (int)day) * 86400 + hour * 3600 + minute * 60;
	*out_ns = (second - east) * NS_PER_S + ns;
	return true;
}

void imp__time_format(int64_t at_ns, struct strbuf *out)
{
	int64_t seconds = at_ns / NS_PER_S, ns = at_ns % NS_PER_S, days, year;
	int month, day;
	char digits[12];
	size_t len = 9;

	if (ns < 0)
		ns += NS_PER_S, seconds--;
	days = seconds / 86400 - (seconds % 86400 < 0);
	seconds -= days * 86400;
	civil_from_days(days, &year, &month, &day);
	strbuf_addf(out, "%04lld-%02d-%02dT%02d:%02d:%02d", (long long)year, month, day,
		    (int)(seconds / 3600), (int)(seconds / 60 % 60), (int)(seconds % 60));
	(void)snprintf(digits, sizeof(digits), "%09lld", (long long)ns);
	while (len && digits[len - 1] == '0')
		len--;
	if (len)
		strbuf_addf(out, ".%.*s", (int)len, digits);
	strbuf_addc(out, 'Z');
}

static void newer(json_t value, bool *any, int64_t *newest)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	int64_t at;

	if (!imp__time_parse(json_str(value, &scratch), &at))
		return;
	if (!*any || at > *newest)
		*newest = at;
	*any = true;
}

bool imp__object_time(json_t object, int64_t *out_ns)
{
	json_t metadata = json_get(object, "metadata"), field;
	struct json_iter it;
	bool any = false;

	newer(json_get(metadata, "creationTimestamp"), &any, out_ns);
	/* With grace it lies in the future; it was written that much earlier. */
	if (json_get(metadata, "deletionTimestamp").len) {
		int64_t mark = 0, grace = 0;
		bool marked = false;

		newer(json_get(metadata, "deletionTimestamp"), &marked, &mark);
		(void)json_int64(json_get(metadata, "deletionGracePeriodSeconds"), &grace);
		if (marked && grace >= 0 && grace < 86400 && mark - grace * NS_PER_S > *out_ns)
			*out_ns = mark - grace * NS_PER_S;
		any |= marked;
	}
	json_iter_init(&it, json_get(metadata, "managedFields"));
	while (json_iter_element(&it, &field))
		newer(json_get(field, "time"), &any, out_ns);
	return any;
}
