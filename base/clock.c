/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"
#include "base/text/ascii.h"
#include "base/text/duration.h"

/* The absolute value of the most negative duration; one more than the most positive. */
#define MAGNITUDE_MAX (UINT64_C(1) << 63)

int64_t time_add(int64_t a, int64_t b)
{
	ASSERT(b >= 0);
	return a > TIME_NEVER - b ? TIME_NEVER : a + b;
}

int64_t time_after_ms(int64_t now_ns, int64_t timeout_ms)
{
	if (timeout_ms < 0 || timeout_ms > TIME_NEVER / NS_PER_MS)
		return TIME_NEVER;
	return time_add(now_ns, timeout_ms * NS_PER_MS);
}

static const struct unit {
	const char *name;
	uint64_t ns;
} units[] = {
	{ "ns", 1 },
	{ "us", (uint64_t)NS_PER_US },
	{ "\xC2\xB5s", (uint64_t)NS_PER_US }, /* U+00B5, micro sign */
	{ "\xCE\xBCs", (uint64_t)NS_PER_US }, /* U+03BC, Greek mu */
	{ "ms", (uint64_t)NS_PER_MS },
	{ "s", (uint64_t)NS_PER_S },
	{ "m", 60 * (uint64_t)NS_PER_S },
	{ "h", 3600 * (uint64_t)NS_PER_S },
};

static uint64_t unit_ns(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(units); i++)
		if (str_eqz(name, units[i].name))
			return units[i].ns;
	return 0;
}

/* Reads digits up to the first other character. Returns false on overflow. */
static bool read_whole(const char **p, const char *end, uint64_t *out)
{
	uint64_t n = 0;

	for (; *p < end && ascii_is_digit(**p); ++*p) {
		if (n > MAGNITUDE_MAX / 10)
			return false;
		n = n * 10 + (uint64_t)(**p - '0');
		if (n > MAGNITUDE_MAX)
			return false;
	}
	*out = n;
	return true;
}

/* Reads the digits after the point as out/scale; ignores digits beyond 63 bits. */
static void read_fraction(const char **p, const char *end, uint64_t *out, double *scale)
{
	bool full = false;

	*out = 0;
	*scale = 1;
	for (; *p < end && ascii_is_digit(**p); ++*p) {
		uint64_t next = *out * 10 + (uint64_t)(**p - '0');

		full = full || *out > (MAGNITUDE_MAX - 1) / 10 || next > MAGNITUDE_MAX;
		if (full)
			continue;
		*out = next;
		*scale *= 10;
	}
}

/* Reads one part such as "1.5h"; `unit` is its "h". */
static enum duration_fault read_part(const char **p, const char *end, uint64_t *out,
				     struct str *unit)
{
	const char *from = *p;
	uint64_t whole, fraction = 0, ns;
	double scale = 1;
	bool digits;

	if (!read_whole(p, end, &whole))
		return DURATION_TOO_LONG;
	digits = *p > from;
	if (*p < end && **p == '.') {
		from = ++*p;
		read_fraction(p, end, &fraction, &scale);
		digits = digits || *p > from;
	}
	if (!digits)
		return DURATION_NO_NUMBER;
	unit->ptr = *p;
	while (*p < end && **p != '.' && !ascii_is_digit(**p))
		++*p;
	unit->len = (size_t)(*p - unit->ptr);
	if (!unit->len)
		return DURATION_NO_UNIT;
	ns = unit_ns(*unit);
	if (!ns)
		return DURATION_UNKNOWN_UNIT;
	if (whole > MAGNITUDE_MAX / ns)
		return DURATION_TOO_LONG;
	whole *= ns;
	if (fraction)
		whole += (uint64_t)((double)fraction * ((double)ns / scale));
	if (whole > MAGNITUDE_MAX)
		return DURATION_TOO_LONG;
	*out = whole;
	return DURATION_FINE;
}

enum duration_fault duration_read(struct str text, int64_t *out_ns, struct str *unit)
{
	const char *p = text.len ? text.ptr : "", *end = p + text.len;
	enum duration_fault fault = DURATION_FINE;
	struct str ignored;
	uint64_t total = 0, part;
	bool negative = false;

	if (p < end && (*p == '-' || *p == '+'))
		negative = *p++ == '-';
	if (p == end)
		return DURATION_NO_NUMBER;
	if (end - p == 1 && *p == '0')
		p = end; /* the only duration that needs no unit */
	while (p < end) {
		fault = read_part(&p, end, &part, unit ? unit : &ignored);
		if (fault)
			return fault;
		total += part;
		if (total > MAGNITUDE_MAX)
			return DURATION_TOO_LONG;
	}
	if (total == MAGNITUDE_MAX && !negative)
		return DURATION_TOO_LONG;
	*out_ns = (int64_t)(negative ? -total : total);
	return DURATION_FINE;
}

int duration_parse(struct str s, int64_t *out_ns, struct relist_err *err)
{
	static const char *const words[] = {
		[DURATION_NO_NUMBER] = "expected a number",
		[DURATION_NO_UNIT] = "missing unit (ns, us, ms, s, m or h)",
		[DURATION_UNKNOWN_UNIT] = "unknown unit (want ns, us, ms, s, m or h)",
		[DURATION_TOO_LONG] = "too long",
	};
	enum duration_fault fault = duration_read(s, out_ns, NULL);

	if (!fault)
		return 0;
	return relist_err_set(err, RELIST_EPARSE, "duration \"%.*s\": %s",
			      (int)(s.len < 64 ? s.len : 64), s.len ? s.ptr : "", words[fault]);
}

/* Writes value/10^digits so that it ends at w, without trailing zeros; returns its start. */
static char *put_fraction(char *w, uint64_t *value, int digits)
{
	bool seen = false;

	for (int i = 0; i < digits; i++) {
		char c = (char)('0' + *value % 10);

		seen = seen || c != '0';
		if (seen)
			*--w = c;
		*value /= 10;
	}
	if (seen)
		*--w = '.';
	return w;
}

static char *put_whole(char *w, uint64_t value)
{
	do {
		*--w = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	return w;
}

static char *put_text(char *w, const char *z)
{
	size_t n = strlen(z);

	return memcpy(w - n, z, n);
}

void duration_format(int64_t ns, char *buf, size_t cap)
{
	char text[32], *end = text + sizeof(text), *w = end;
	uint64_t u = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;

	ASSERT(cap >= 32);
	if (u == 0) {
		w = put_text(w, "0s");
	} else if (u < (uint64_t)NS_PER_S) {
		int digits = u < (uint64_t)NS_PER_US ? 0 : u < (uint64_t)NS_PER_MS ? 3 : 6;

		w = put_text(w, digits == 0 ? "ns" : digits == 3 ? "\xC2\xB5s" : "ms");
		w = put_fraction(w, &u, digits);
		w = put_whole(w, u);
	} else {
		*--w = 's';
		w = put_fraction(w, &u, 9);
		w = put_whole(w, u % 60);
		u /= 60;
		if (u) {
			*--w = 'm';
			w = put_whole(w, u % 60);
			u /= 60;
		}
		if (u) {
			*--w = 'h';
			w = put_whole(w, u);
		}
	}
	if (ns < 0)
		*--w = '-';
	memcpy(buf, w, (size_t)(end - w));
	buf[end - w] = '\0';
}

/* Both functions follow Howard Hinnant's algorithms: years begin in March, eras have 400 years. */
int64_t days_from_civil(int64_t y, int m, int d)
{
	int64_t era, yoe, doy;

	y -= m <= 2;
	era = (y >= 0 ? y : y - 399) / 400;
	yoe = y - era * 400;
	doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

void civil_from_days(int64_t z, int64_t *y, int *m, int *d)
{
	int64_t era, doe, yoe, doy, mp;

	z += 719468;
	era = (z >= 0 ? z : z - 146096) / 146097;
	doe = z - era * 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	mp = (5 * doy + 2) / 153;
	*d = (int)(doy - (153 * mp + 2) / 5 + 1);
	*m = (int)(mp < 10 ? mp + 3 : mp - 9);
	*y = yoe + era * 400 + (*m <= 2);
}
