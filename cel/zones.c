/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/zones.h"

#include "cel/tbl/zones.h"

static const struct {
	const char *name;
	const char *rule;
} zones[] = {
#define X(name, rule) { name, rule },
	CEL__ZONES(X)
#undef X
};

static const char *rule_of(struct str zone)
{
	size_t low = 0, high = ARRAY_LEN(zones);

	while (low < high) {
		size_t mid = (low + high) / 2, len = strlen(zones[mid].name);
		int c = memcmp(zones[mid].name, zone.ptr, len < zone.len ? len : zone.len);

		if (c == 0 && len == zone.len)
			return zones[mid].rule;
		if (c < 0 || (c == 0 && len < zone.len))
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

/* The rules are from our own table, so they are well-formed. */
static void skip_name(const char **p)
{
	if (**p == '<') {
		while (**p && *(*p)++ != '>')
			;
		return;
	}
	while ((**p >= 'A' && **p <= 'Z') || (**p >= 'a' && **p <= 'z'))
		++*p;
}

static int64_t number(const char **p)
{
	int64_t n = 0;

	while (**p >= '0' && **p <= '9')
		n = n * 10 + (*(*p)++ - '0');
	return n;
}

/* [+-]hh[:mm[:ss]] in seconds */
static int64_t clock(const char **p)
{
	int64_t sign = **p == '-' ? -1 : 1, sum;

	*p += **p == '-' || **p == '+';
	sum = number(p) * 3600;
	if (**p == ':') {
		++*p;
		sum += number(p) * 60;
	}
	if (**p == ':') {
		++*p;
		sum += number(p);
	}
	return sign * sum;
}

static bool is_leap(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* Days from 1970 to January 1 of the year. */
static int64_t days_to(int64_t year)
{
	int64_t y = year - 1;

	return y * 365 + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400) - 719162;
}

static int64_t year_of(int64_t day)
{
	int64_t year = 1970 + floor_div(day, 366);

	while (days_to(year + 1) <= day)
		year++;
	return year;
}

/* ",M10.1.0/2": the time of the change in that year, in local seconds since 1970. The table uses
 * only this form. */
static int64_t change(const char **p, int64_t year)
{
	static const int before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };
	int64_t first = days_to(year), begin, end, day, month, week, weekday, at = 7200;

	*p += 2;
	month = number(p);
	++*p;
	week = number(p);
	++*p;
	weekday = number(p);
	begin = first + before[month - 1] + (month > 2 && is_leap(year));
	end = first + before[month] + (month > 1 && is_leap(year));
	day = begin + (weekday - (begin + 4) % 7 + 14) % 7 + (week - 1) * 7;
	while (day >= end)
		day -= 7;
	if (**p == '/') {
		++*p;
		at = clock(p);
	}
	return day * 86400 + at;
}

bool cel__zone_offset(struct str zone, int64_t at, int64_t *offset)
{
	const char *p;
	int64_t standard, summer, begin, end, year;
	bool in_summer;

	*offset = 0;
	if (str_eqz(zone, "UTC") || !zone.len)
		return true;
	p = rule_of(zone);
	if (!p)
		return false;
	skip_name(&p);
	*offset = standard = -clock(&p);
	if (!*p)
		return true;
	skip_name(&p);
	summer = standard + 3600;
	if (*p && *p != ',')
		summer = -clock(&p);
	if (*p != ',')
		return true;
	year = year_of(floor_div(at + standard, 86400));
	begin = change(&p, year) - standard;
	end = change(&p, year) - summer;
	in_summer = begin < end ? at >= begin && at < end : at >= begin || at < end;
	*offset = in_summer ? summer : standard;
	return true;
}
