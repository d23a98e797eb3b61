/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/scalar.h"

#include "base/base64.h"
#include "base/clock.h"
#include "base/text/duration.h"
#include "fakeapi/meta/go_json.h"

#define QUANTITY_WRONG                                                                             \
	"quantities must match the regular expression "                                            \
	"'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

__extension__ typedef unsigned __int128 u128;

/* A number as parsed: digits * 10^exp10 * 2^exp2. */
struct quantity {
	bool negative;
	u128 digits;
	int exp10;
	int exp2;
	enum { DECIMAL_SI, BINARY_SI, DECIMAL_EXPONENT } format;
};

enum { NANO = 1000000000 };

static const char *const si_suffix[] = { "n", "u", "m", "", "k", "M", "G", "T", "P", "E" };
static const char *const binary_suffix[] = { "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };

static bool suffix_of(struct str s, struct quantity *q)
{
	for (size_t i = 0; i < ARRAY_LEN(si_suffix); i++) {
		if (str_eqz(s, si_suffix[i])) {
			q->exp10 += 3 * ((int)i - 3);
			return true;
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(binary_suffix); i++) {
		if (str_eqz(s, binary_suffix[i])) {
			q->exp2 = 10 * ((int)i + 1);
			q->format = BINARY_SI;
			return true;
		}
	}
	if (s.len >= 2 && (s.ptr[0] == 'e' || s.ptr[0] == 'E')) {
		size_t i = s.ptr[1] == '-' || s.ptr[1] == '+' ? 2 : 1;
		int e = 0;

		if (i == s.len)
			return false;
		for (; i < s.len; i++) {
			if (s.ptr[i] < '0' || s.ptr[i] > '9' || e > 1000)
				return false;
			e = e * 10 + (s.ptr[i] - '0');
		}
		q->exp10 += s.ptr[1] == '-' ? -e : e;
		q->format = DECIMAL_EXPONENT;
		return true;
	}
	return false;
}

static bool quantity_parse(struct str in, struct quantity *q, struct strbuf *why)
{
	size_t i = 0;
	bool point = false, any = false;

	memset(q, 0, sizeof(*q));
	if (i < in.len && (in.ptr[i] == '+' || in.ptr[i] == '-'))
		q->negative = in.ptr[i++] == '-';
	for (; i < in.len; i++) {
		char c = in.ptr[i];

		if (c == '.' && !point) {
			point = true;
			continue;
		}
		if (c < '0' || c > '9')
			break;
		any = true;
		/* Beyond what 128 bits hold only the magnitude counts: it is capped below. */
		if (q->digits > ((u128)1 << 120)) {
			q->exp10 += point ? 0 : 1;
			continue;
		}
		q->digits = q->digits * 10 + (unsigned)(c - '0');
		q->exp10 -= point ? 1 : 0;
	}
	if (!any) {
		strbuf_addz(why, QUANTITY_WRONG);
		return false;
	}
	if (!suffix_of((struct str) { in.ptr + i, in.len - i }, q)) {
		for (size_t j = i; j < in.len; j++) {
			if (!strchr("eEinumkKMGTP+-0123456789", in.ptr[j]) || in.ptr[j] == '\0') {
				strbuf_addz(why, QUANTITY_WRONG);
				return false;
			}
		}
		strbuf_addz(why, "unable to parse quantity's suffix");
		return false;
	}
	return true;
}

static void add_u128(struct strbuf *out, u128 v)
{
	char digits[40];
	size_t n = sizeof(digits);

	do {
		digits[--n] = (char)('0' + (int)(v % 10));
		v /= 10;
	} while (v);
	strbuf_add(out, digits + n, sizeof(digits) - n);
}

static void write_decimal(const struct quantity *q, struct strbuf *out)
{
	u128 v = q->digits;
	int e = q->exp10;

	while (v % 10 == 0) {
		v /= 10;
		e++;
	}
	while (e < -9) { /* finer than nano: rounded up */
		v = (v + 9) / 10;
		e++;
	}
	while (v % 10 == 0) {
		v /= 10;
		e++;
	}
	for (; e % 3 != 0 || (q->format == DECIMAL_SI && e > 18); e--)
		v *= 10;
	add_u128(out, v);
	if (q->format == DECIMAL_EXPONENT && e != 0)
		strbuf_addf(out, "e%d", e);
	else
		strbuf_addz(out, si_suffix[e / 3 + 3]);
}

/* ParseQuantity() keeps the text of a decimal number that fits into 64 bits, has an exponent of a
 * thousand's, no zero in front and no thousands behind; also if it is not what String() would
 * write, as 5. and +1 and 1E3. */
static bool keeps_text(struct str in, const struct quantity *q)
{
	size_t i = in.len && (in.ptr[0] == '+' || in.ptr[0] == '-'), digits = 0, zeros = 0;

	if (q->format == BINARY_SI || q->exp10 % 3 != 0 || q->exp10 < -9)
		return false;
	while (i < in.len && in.ptr[i] == '0')
		i++;
	if (i == in.len || in.ptr[i] < '1' || in.ptr[i] > '9')
		return false; /* the first digit of what is left is no zero */
	for (; i < in.len && (in.ptr[i] == '.' || (in.ptr[i] >= '0' && in.ptr[i] <= '9')); i++) {
		if (in.ptr[i] == '.')
			continue;
		digits++;
		zeros = in.ptr[i] == '0' ? zeros + 1 : 0;
	}
	return digits <= 18 && zeros < 3;
}

bool fakeapi__quantity(struct str in, struct strbuf *out, struct strbuf *why)
{
	struct quantity q;

	if (in.len == 0) {
		strbuf_addz(why, QUANTITY_WRONG);
		return false;
	}
	if (!quantity_parse(in, &q, why))
		return false;
	if (q.digits == 0) {
		strbuf_addc(out, '0');
		return true;
	}
	if (keeps_text(in, &q)) {
		strbuf_adds(out, in);
		return true;
	}
	if (q.negative)
		strbuf_addc(out, '-');
	/* An exponent is kept as it is, if the number before it is one of 64 bits. */
	if (q.exp10 > 30 && q.format == DECIMAL_EXPONENT && q.digits < (u128)1 << 59) {
		write_decimal(&q, out);
		return true;
	}
	if (q.exp10 > 30 || q.exp10 < -60) { /* out of range: the largest, or the smallest */
		strbuf_addz(out, q.exp10 > 0 ? "9223372036854775807" : "1n");
		return true;
	}
	if (q.format == BINARY_SI) {
		u128 v = q.digits;
		int shift = q.exp2;

		if (q.exp10 < 0) {
			/* A fraction of a power of two: whole units below, if it has them. */
			u128 div = 1;

			for (int i = q.exp10; i < 0 && div < ((u128)1 << 60); i++)
				div *= 10;
			if (v < ((u128)1 << 60)) {
				v <<= shift;
				shift = 0;
			}
			if (v % div != 0) { /* then in decimal, rounded up to nano */
				u128 whole = v / div, rest = v % div;
				u128 nano = (rest * NANO + div - 1) / div;
				struct quantity d = { false, whole * NANO + nano, -9, 0,
						      DECIMAL_SI };

				write_decimal(&d, out);
				return true;
			}
			v /= div;
		}
		if (shift == 0 && v < 1024) {
			struct quantity d = { false, v, 0, 0, DECIMAL_SI };

			write_decimal(&d, out);
			return true;
		}
		while (v % 1024 == 0 && shift < 60) {
			v /= 1024;
			shift += 10;
		}
		add_u128(out, v);
		if (shift)
			strbuf_addz(out, binary_suffix[shift / 10 - 1]);
		return true;
	}
	write_decimal(&q, out);
	return true;
}

bool fakeapi__quantity_milli(struct str in, struct strbuf *out)
{
	AUTO_STRBUF why = STRBUF_INIT;
	struct quantity q;

	if (!quantity_parse(in, &q, &why) || q.digits == 0 || q.exp2 != 0 || q.exp10 < -60)
		return false;
	for (; q.digits % 10 == 0; q.exp10++)
		q.digits /= 10;
	if (q.exp10 >= -3)
		return false;
	for (; q.exp10 < -3; q.exp10++)
		q.digits = (q.digits + 9) / 10;
	if (q.negative)
		strbuf_addc(out, '-');
	write_decimal(&q, out);
	return true;
}

double fakeapi__quantity_value(const char *z)
{
	struct strbuf why = STRBUF_INIT;
	struct quantity q;
	double v;

	if (!quantity_parse(str_of(z), &q, &why)) {
		strbuf_fini(&why);
		return 0;
	}
	v = (double)q.digits;
	for (int i = 0; i < q.exp10 && i < 400; i++)
		v *= 10;
	for (int i = 0; i > q.exp10 && i > -400; i--)
		v /= 10;
	for (int i = 0; i < q.exp2; i++)
		v *= 2;
	return q.negative ? -v : v;
}

/* --- times --- */

/* Go's time.Parse() by the layouts of RFC 3339: element after element, each behind what stands
 * before it in the layout. */
struct time_text {
	struct str in;
	const char *p, *end;
	const char *range;	   /* which element is out of its range; NULL: none */
	const char *rest, *wanted; /* where it does not fit, and what would; NULL: it does */
};

static bool digit_at(const struct time_text *t, int i)
{
	return t->end - t->p > i && t->p[i] >= '0' && t->p[i] <= '9';
}

static void missing(struct time_text *t, const char *at, const char *wanted)
{
	if (t->rest || t->range)
		return;
	t->rest = at;
	t->wanted = wanted;
}

static void literal(struct time_text *t, const char *c)
{
	if (t->p < t->end && *t->p == *c)
		t->p++;
	else
		missing(t, t->p, c);
}

/* Two digits, or one where `wanted` may be one, at most `high`. */
static int two(struct time_text *t, const char *wanted, int low, int high, const char *name)
{
	bool single = strcmp(wanted, "15") == 0 && digit_at(t, 0) && !digit_at(t, 1);
	int v;

	if (t->rest || t->range)
		return low;
	if (!single && (!digit_at(t, 0) || !digit_at(t, 1))) {
		missing(t, t->p, wanted);
		return low;
	}
	v = t->p[0] - '0';
	if (!single)
		v = v * 10 + t->p[1] - '0';
	t->p += single ? 1 : 2;
	if (name && (v < low || v > high))
		t->range = name;
	return v;
}

static int year_of(struct time_text *t)
{
	int year = 0;

	if (!digit_at(t, 0) || !digit_at(t, 1) || !digit_at(t, 2) || !digit_at(t, 3)) {
		missing(t, t->p, "2006");
		return 0;
	}
	for (int i = 0; i < 4; i++)
		year = year * 10 + *t->p++ - '0';
	return year;
}

/* ".000000" wants six digits; where the layout has no fraction any may be there. */
static int64_t micros(struct time_text *t, bool micro)
{
	int64_t us = 0, unit = 100000;
	int n = 0;

	if (t->rest || t->range)
		return 0;
	if (micro) {
		for (int i = 1; i <= 6; i++)
			if (t->p >= t->end || (*t->p != '.' && *t->p != ',') || !digit_at(t, i)) {
				missing(t, t->p, ".000000");
				return 0;
			}
	} else if (t->p >= t->end || (*t->p != '.' && *t->p != ',') || !digit_at(t, 1)) {
		return 0;
	}
	for (t->p++; digit_at(t, 0) && !(micro && n == 6); t->p++, n++, unit /= 10)
		us += (*t->p - '0') * unit;
	return us;
}

/* Minutes that the zone is ahead. */
static int zone_of(struct time_text *t)
{
	const char *z = t->p;
	int hour, minute;

	if (t->rest || t->range)
		return 0;
	if (z < t->end && *z == 'Z') {
		t->p++;
		return 0;
	}
	if (t->end - z < 6 || z[3] != ':' || !digit_at(t, 1) || !digit_at(t, 2) ||
	    !digit_at(t, 4) || !digit_at(t, 5) || (*z != '+' && *z != '-')) {
		missing(t, z, "Z07:00");
		return 0;
	}
	hour = (z[1] - '0') * 10 + z[2] - '0';
	minute = (z[4] - '0') * 10 + z[5] - '0';
	t->p += 6;
	if (hour > 24)
		t->range = "time zone offset hour";
	if (minute > 60)
		t->range = "time zone offset minute";
	return *z == '-' ? -(hour * 60 + minute) : hour * 60 + minute;
}

static int days_in(int month, int year)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

static bool time_wrong(const struct time_text *t, bool micro, struct strbuf *why)
{
	const char *layout =
	    micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00";

	strbuf_addz(why, "parsing time ");
	fakeapi__go_quote(why, t->in);
	if (t->range) {
		strbuf_addf(why, ": %s out of range", t->range);
	} else if (t->rest) {
		strbuf_addf(why, " as \"%s\": cannot parse ", layout);
		fakeapi__go_quote(why, (struct str) { t->rest, (size_t)(t->end - t->rest) });
		strbuf_addf(why, " as \"%s\"", t->wanted);
	} else {
		strbuf_addz(why, ": extra text: ");
		fakeapi__go_quote(why, (struct str) { t->p, (size_t)(t->end - t->p) });
	}
	return false;
}

bool fakeapi__time(struct str in, bool micro, struct strbuf *out, struct strbuf *why)
{
	struct time_text t = { .in = in, .p = in.ptr, .end = in.ptr + in.len };
	int year, month, day, hour, minute, second, ahead;
	int64_t us, at, days, y;

	year = year_of(&t);
	literal(&t, "-");
	month = two(&t, "01", 1, 12, "month");
	literal(&t, "-");
	day = two(&t, "02", 0, 99, NULL);
	literal(&t, "T");
	hour = two(&t, "15", 0, 23, "hour");
	literal(&t, ":");
	minute = two(&t, "04", 0, 59, "minute");
	literal(&t, ":");
	second = two(&t, "05", 0, 59, "second");
	us = micros(&t, micro);
	ahead = zone_of(&t);
	if (t.rest || t.range || t.p != t.end)
		return time_wrong(&t, micro, why);
	if (day < 1 || day > days_in(month, year)) {
		t.range = "day";
		return time_wrong(&t, micro, why);
	}
	at = (days_from_civil(year, month, day) * 24 + hour) * 60 + minute - ahead;
	days = (at >= 0 ? at : at - 1439) / 1440;
	civil_from_days(days, &y, &month, &day);
	minute = (int)(at - days * 1440);
	strbuf_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d", (int)y, month, day, minute / 60,
		    minute % 60, second);
	if (micro)
		strbuf_addf(out, ".%06d", (int)us);
	strbuf_addc(out, 'Z');
	return true;
}

/* --- durations --- */

bool fakeapi__duration(struct str in, struct strbuf *out, struct strbuf *why)
{
	struct str unit;
	char text[32];
	int64_t ns;

	switch (duration_read(in, &ns, &unit)) {
	case DURATION_FINE:
		duration_format(ns, text, sizeof(text));
		strbuf_addz(out, text);
		return true;
	case DURATION_UNKNOWN_UNIT:
		strbuf_addz(why, "time: unknown unit ");
		fakeapi__go_quote(why, unit);
		strbuf_addz(why, " in duration ");
		break;
	case DURATION_NO_UNIT:
		strbuf_addz(why, "time: missing unit in duration ");
		break;
	case DURATION_NO_NUMBER:
	case DURATION_TOO_LONG:
		strbuf_addz(why, "time: invalid duration ");
		break;
	}
	fakeapi__go_quote(why, in);
	return false;
}

bool fakeapi__base64_check(struct str in, struct strbuf *why)
{
	AUTO_STRBUF raw = STRBUF_INIT;
	size_t bad;

	if (base64_decode(&raw, in, BASE64_STD, &bad))
		return true;
	why->failed |= raw.failed;
	strbuf_addf(why, "illegal base64 data at input byte %zu", bad);
	return false;
}
