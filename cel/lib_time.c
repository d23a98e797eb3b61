/* SPDX-License-Identifier: Apache-2.0 */
/* lib_time.c - timestamps, durations, and their parts in a time zone. */
#include "base/clock.h"
#include "base/text/duration.h"
#include "base/text/rfc3339.h"
#include "cel/lib.h"

#include "cel/zones.h"

#define SECOND 1000000000LL

/* --- the calendar --- */

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

struct date {
	int64_t year;
	int month, day, weekday, day_of_year;
	int hour, minute, second;
};

static struct date date_of(int64_t seconds)
{
	int64_t days = floor_div(seconds, 86400), rest = seconds - days * 86400;
	struct date d = { .weekday = (int)(((days + 4) % 7 + 7) % 7),
			  .hour = (int)(rest / 3600),
			  .minute = (int)(rest / 60 % 60),
			  .second = (int)(rest % 60) };

	civil_from_days(days, &d.year, &d.month, &d.day);
	d.day_of_year = (int)(days - days_from_civil(d.year, 1, 1));
	return d;
}

/* --- reading --- */

struct cel_value cel__parse_time(struct cel_run *run, struct str text, bool date)
{
	AUTO_STRBUF b = STRBUF_INIT;
	struct rfc3339 t;

	if (rfc3339_read(text, date ? RFC3339_DATE : RFC3339_TIME, &t, NULL))
		return cel_of_time(run, t.unix_s, t.ns);
	strbuf_add_json(&b, text);
	return cel_error(run, "parsing time " STR_FMT ": cannot parse it as RFC 3339",
			 STR_ARG(strbuf_str(&b)));
}

struct cel_value cel__parse_duration(struct cel_run *run, struct str text)
{
	AUTO_STRBUF b = STRBUF_INIT;
	int64_t nanoseconds;

	if (duration_read(text, &nanoseconds, NULL) == DURATION_FINE)
		return cel_of_duration(nanoseconds);
	strbuf_add_json(&b, text);
	return cel_error(run, "time: invalid duration " STR_FMT, STR_ARG(strbuf_str(&b)));
}

/* --- writing --- */

static void write_fraction(struct strbuf *out, uint64_t nanoseconds)
{
	char digits[16];
	size_t len =
	    (size_t)snprintf(digits, sizeof(digits), "%09llu", (unsigned long long)nanoseconds);

	while (len && digits[len - 1] == '0')
		len--;
	if (!len)
		return;
	strbuf_addc(out, '.');
	strbuf_add(out, digits, len);
}

void cel__write_time(struct strbuf *out, struct cel_value v)
{
	struct date d = date_of(v.as.i);

	strbuf_addf(out, "%04lld-%02d-%02dT%02d:%02d:%02d", (long long)d.year, d.month, d.day,
		    d.hour, d.minute, d.second);
	write_fraction(out, v.len);
	strbuf_addc(out, 'Z');
}

void cel__write_duration(struct strbuf *out, int64_t nanoseconds)
{
	uint64_t u = nanoseconds < 0 ? 0 - (uint64_t)nanoseconds : (uint64_t)nanoseconds;

	strbuf_addf(out, "%s%llu", nanoseconds < 0 ? "-" : "",
		    (unsigned long long)(u / 1000000000));
	write_fraction(out, u % 1000000000);
	strbuf_addc(out, 's');
}

/* --- functions --- */

FN(time_of_string)
{
	struct rfc3339 t;

	(void)n;
	if (!rfc3339_read(cel_str(a[0]), RFC3339_TIME, &t, NULL))
		return cel_error(
		    run, "type conversion error from 'string' to 'google.protobuf.Timestamp'");
	return cel_of_time(run, t.unix_s, t.ns);
}

FN(time_of_int)
{
	(void)n;
	return cel_of_time(run, a[0].as.i, 0);
}

FN(same)
{
	UNUSED;
	return a[0];
}

FN(duration_of_string)
{
	int64_t nanoseconds;

	(void)n;
	if (duration_read(cel_str(a[0]), &nanoseconds, NULL) != DURATION_FINE)
		return cel_error(
		    run, "type conversion error from 'string' to 'google.protobuf.Duration'");
	return cel_of_duration(nanoseconds);
}

FN(duration_of_int)
{
	int64_t x;

	UNUSED;
	return __builtin_mul_overflow(a[0].as.i, SECOND, &x) ? cel__fixed_error("integer overflow")
							     : cel_of_duration(x);
}

FN(add_duration)
{
	int64_t x;

	UNUSED;
	return __builtin_add_overflow(a[0].as.i, a[1].as.i, &x)
		   ? cel__fixed_error("integer overflow")
		   : cel_of_duration(x);
}

FN(subtract_duration)
{
	int64_t x;

	UNUSED;
	return __builtin_sub_overflow(a[0].as.i, a[1].as.i, &x)
		   ? cel__fixed_error("integer overflow")
		   : cel_of_duration(x);
}

static struct cel_value shifted(struct cel_run *run, struct cel_value time, int64_t nanoseconds)
{
	int64_t seconds = floor_div(nanoseconds, SECOND);

	return cel_of_time(run, time.as.i + seconds,
			   (int64_t)time.len + (nanoseconds - seconds * SECOND));
}

FN(add_to_time)
{
	(void)n;
	return a[0].kind == CEL_TIMESTAMP ? shifted(run, a[0], a[1].as.i)
					  : shifted(run, a[1], a[0].as.i);
}

FN(subtract_from_time)
{
	(void)n;
	if (a[1].as.i == INT64_MIN)
		return cel__fixed_error("integer overflow");
	return shifted(run, a[0], -a[1].as.i);
}

FN(time_difference)
{
	int64_t seconds = a[0].as.i - a[1].as.i, x;

	UNUSED;
	if (__builtin_mul_overflow(seconds, SECOND, &x) ||
	    __builtin_add_overflow(x, (int64_t)a[0].len - (int64_t)a[1].len, &x))
		return cel__fixed_error("integer overflow");
	return cel_of_duration(x);
}

struct reader {
	const char *at, *end;
};

static bool two_digits(struct reader *r, int *out)
{
	if (r->end - r->at < 2 || r->at[0] < '0' || r->at[0] > '9' || r->at[1] < '0' ||
	    r->at[1] > '9')
		return false;
	*out = (r->at[0] - '0') * 10 + (r->at[1] - '0');
	r->at += 2;
	return true;
}

static bool letter(struct reader *r, char c)
{
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

/* "-08:00", "02:00" */
static bool fixed_offset(struct str zone, int64_t *offset)
{
	struct reader r = { zone.ptr, zone.ptr + zone.len };
	int sign = letter(&r, '-') ? -1 : 1, hours, minutes;

	if (sign > 0)
		letter(&r, '+');
	if (r.end - r.at > 1 && r.at[0] >= '0' && r.at[0] <= '9' && r.at[1] == ':')
		hours = *r.at++ - '0';
	else if (!two_digits(&r, &hours))
		return false;
	if (!letter(&r, ':') || !two_digits(&r, &minutes) || r.at != r.end || minutes > 59)
		return false;
	*offset = sign * (hours * 3600 + minutes * 60);
	return true;
}

/* The local date, in UTC unless the second argument is a zone. */
static bool local(struct cel_run *run, const struct cel_value *a, unsigned n, struct date *d,
		  struct cel_value *error)
{
	int64_t offset = 0;

	if (n > 1 && !fixed_offset(cel_str(a[1]), &offset) &&
	    !cel__zone_offset(cel_str(a[1]), a[0].as.i, &offset)) {
		*error = cel_error(run, "unknown time zone " STR_FMT, STR_ARG(cel_str(a[1])));
		return false;
	}
	*d = date_of(a[0].as.i + offset);
	return true;
}

#define PART(name, expression)                                                                     \
	FN(name)                                                                                   \
	{                                                                                          \
		struct cel_value error;                                                            \
		struct date d;                                                                     \
                                                                                                   \
		return local(run, a, n, &d, &error) ? cel_of_int(expression) : error;              \
	}
PART(full_year, d.year)
PART(month, d.month - 1)
PART(date, d.day)
PART(day_of_month, d.day - 1)
PART(day_of_week, d.weekday)
PART(day_of_year, d.day_of_year)
PART(hours, d.hour)
PART(minutes, d.minute)
PART(seconds, d.second)
PART(milliseconds, d.second * 0 + (int64_t)(a[0].len / 1000000))

#define WHOLE(name, unit)                                                                          \
	FN(name)                                                                                   \
	{                                                                                          \
		(void)run;                                                                         \
		(void)n;                                                                           \
		return cel_of_int(a[0].as.i / (unit));                                             \
	}
WHOLE(whole_hours, 3600 * SECOND)
WHOLE(whole_minutes, 60 * SECOND)
WHOLE(whole_seconds, SECOND)

/* The milliseconds within the second, by the language definition; Kubernetes' cel-go (which has no
 * strict presence) returns all milliseconds. */
FN(milliseconds_of)
{
	int64_t all = a[0].as.i / 1000000;

	(void)n;
	return cel_of_int(run->strict_presence ? all % 1000 : all);
}

#define STD CEL_LIB_STANDARD
#define GETTER(name, fn)                                                                           \
	{ name, "timestamp.()int", fn, STD },                                                      \
	{                                                                                          \
		name, "timestamp.(string)int", fn, STD                                             \
	}

const struct cel__function cel__time_functions[] = {
	{ "timestamp", "(timestamp)timestamp", same, STD },
	{ "timestamp", "(int)timestamp", time_of_int, STD },
	{ "timestamp", "(string)timestamp", time_of_string, STD },
	{ "duration", "(duration)duration", same, STD },
	{ "duration", "(int)duration", duration_of_int, STD },
	{ "duration", "(string)duration", duration_of_string, STD },
	{ "_+_", "(duration,duration)duration", add_duration, STD },
	{ "_+_", "(duration,timestamp)timestamp", add_to_time, STD },
	{ "_+_", "(timestamp,duration)timestamp", add_to_time, STD },
	{ "_-_", "(duration,duration)duration", subtract_duration, STD },
	{ "_-_", "(timestamp,duration)timestamp", subtract_from_time, STD },
	{ "_-_", "(timestamp,timestamp)duration", time_difference, STD },
	GETTER("getFullYear", full_year),
	GETTER("getMonth", month),
	GETTER("getDate", date),
	GETTER("getDayOfMonth", day_of_month),
	GETTER("getDayOfWeek", day_of_week),
	GETTER("getDayOfYear", day_of_year),
	GETTER("getHours", hours),
	GETTER("getMinutes", minutes),
	GETTER("getSeconds", seconds),
	GETTER("getMilliseconds", milliseconds),
	{ "getHours", "duration.()int", whole_hours, STD },
	{ "getMinutes", "duration.()int", whole_minutes, STD },
	{ "getSeconds", "duration.()int", whole_seconds, STD },
	{ "getMilliseconds", "duration.()int", milliseconds_of, STD },
	{ 0 },
};
