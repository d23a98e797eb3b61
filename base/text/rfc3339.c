/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/rfc3339.h"

#include "base/clock.h"
#include "base/text/ascii.h"

struct reader {
	const char *p, *end;
	struct rfc3339_fault fault;
	bool failed;
};

static bool digit_at(const struct reader *r, int i)
{
	return r->end - r->p > i && ascii_is_digit(r->p[i]);
}

/* The first fault counts. */
static void fail(struct reader *r, const char *range, const char *wanted)
{
	if (r->failed)
		return;
	r->failed = true;
	r->fault = (struct rfc3339_fault) { range, { r->p, (size_t)(r->end - r->p) }, wanted };
}

static void read_literal(struct reader *r, const char *c, bool any_case)
{
	if (r->failed)
		return;
	if (r->p < r->end && (*r->p == *c || (any_case && ascii_lower(*r->p) == ascii_lower(*c))))
		r->p++;
	else
		fail(r, NULL, c);
}

static int read_year(struct reader *r)
{
	int year = 0;

	if (!digit_at(r, 0) || !digit_at(r, 1) || !digit_at(r, 2) || !digit_at(r, 3)) {
		fail(r, NULL, "2006");
		return 0;
	}
	for (int i = 0; i < 4; i++)
		year = year * 10 + (*r->p++ - '0');
	return year;
}

/* Two digits from low to high; Go reads hours ("15") of one digit too. */
static int read_two(struct reader *r, const char *wanted, int low, int high, const char *name)
{
	bool single = strcmp(wanted, "15") == 0 && digit_at(r, 0) && !digit_at(r, 1);
	int v;

	if (r->failed)
		return low;
	if (!single && (!digit_at(r, 0) || !digit_at(r, 1))) {
		fail(r, NULL, wanted);
		return low;
	}
	v = r->p[0] - '0';
	if (!single)
		v = v * 10 + (r->p[1] - '0');
	r->p += single ? 1 : 2;
	if (v < low || v > high)
		fail(r, name, NULL);
	return v;
}

static int32_t read_fraction(struct reader *r, enum rfc3339_layout layout)
{
	const bool point = r->p < r->end && (*r->p == '.' || *r->p == ',');
	int32_t ns = 0, unit = (int32_t)(NS_PER_S / 10);
	int digits = 0;

	if (r->failed)
		return 0;
	if (layout == RFC3339_MICRO)
		for (int i = 1; i <= 6; i++)
			if (!point || !digit_at(r, i)) {
				fail(r, NULL, ".000000");
				return 0;
			}
	if (!point || !digit_at(r, 1))
		return 0; /* the zone follows, or is missing */
	for (r->p++; digit_at(r, 0) && !(layout == RFC3339_MICRO && digits == 6); r->p++) {
		ns += (*r->p - '0') * unit;
		unit /= 10;
		digits++;
	}
	return ns;
}

/* Seconds that the zone is ahead of UTC. Go allows offsets of 24 hours and of 60 minutes. */
static int read_zone(struct reader *r, bool any_case)
{
	const char *z = r->p;
	int hours, minutes;

	if (r->failed)
		return 0;
	if (z < r->end && (*z == 'Z' || (any_case && *z == 'z'))) {
		r->p++;
		return 0;
	}
	if (r->end - z < 6 || z[3] != ':' || !digit_at(r, 1) || !digit_at(r, 2) ||
	    !digit_at(r, 4) || !digit_at(r, 5) || (*z != '+' && *z != '-')) {
		fail(r, NULL, "Z07:00");
		return 0;
	}
	hours = (z[1] - '0') * 10 + (z[2] - '0');
	minutes = (z[4] - '0') * 10 + (z[5] - '0');
	r->p += 6;
	if (minutes > 60)
		fail(r, "time zone offset minute", NULL);
	if (hours > 24)
		fail(r, "time zone offset hour", NULL);
	return (hours * 60 + minutes) * (*z == '-' ? -60 : 60);
}

static int days_in(int month, int year)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

bool rfc3339_read(struct str text, enum rfc3339_layout layout, struct rfc3339 *out,
		  struct rfc3339_fault *fault)
{
	struct reader r = { .p = text.len ? text.ptr : "" };
	const bool log = layout == RFC3339_LOG;
	int month, day, of_day = 0;

	r.end = r.p + text.len;
	*out = (struct rfc3339) { .year = read_year(&r) };
	read_literal(&r, "-", false);
	month = read_two(&r, "01", 1, 12, "month");
	read_literal(&r, "-", false);
	day = read_two(&r, "02", 0, 99, NULL);
	if (layout != RFC3339_DATE) {
		read_literal(&r, "T", log);
		of_day = read_two(&r, "15", 0, 23, "hour") * 3600;
		read_literal(&r, ":", false);
		of_day += read_two(&r, "04", 0, 59, "minute") * 60;
		read_literal(&r, ":", false);
		of_day += read_two(&r, "05", 0, log ? 60 : 59, "second");
		out->ns = read_fraction(&r, layout);
		of_day -= read_zone(&r, log);
	}
	if (r.p != r.end)
		fail(&r, NULL, NULL);
	else if (!r.failed && (day < 1 || day > days_in(month, out->year)))
		fail(&r, "day", NULL); /* Go checks this after the whole layout */
	out->unix_s = days_from_civil(out->year, month, day) * 86400 + of_day;
	if (fault)
		*fault = r.fault;
	return !r.failed;
}

bool rfc3339_parse(struct str text, int64_t *out_ns)
{
	struct rfc3339 t;

	if (!rfc3339_read(text, RFC3339_LOG, &t, NULL) || t.year < 1969 || t.year > 2260)
		return false;
	*out_ns = t.unix_s * NS_PER_S + t.ns;
	return true;
}

void rfc3339_format(int64_t at_ns, struct strbuf *out)
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
