/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/scalar.h"

#include "base/base64.h"
#include "base/clock.h"
#include "base/text/duration.h"
#include "base/text/quantity.h"
#include "base/text/rfc3339.h"
#include "fakeapi/meta/go_json.h"

#define QUANTITY_WRONG                                                                             \
	"quantities must match the regular expression "                                            \
	"'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

__extension__ typedef unsigned __int128 u128;

/* A parsed number: digits * 10^exp10 * 2^exp2. */
struct quantity {
	bool negative;
	u128 digits;
	int exp10;
	int exp2;
	enum quantity_format format;
};

enum { NANO = 1000000000 };

static bool quantity_parse(struct str in, struct quantity *q, struct strbuf *why)
{
	struct quantity_text text;
	enum quantity_fault fault = quantity_read(in, &text);
	bool point = false;

	if (fault == QUANTITY_NO_MATCH || !text.any_digit) {
		strbuf_addz(why, QUANTITY_WRONG);
		return false;
	}
	if (fault == QUANTITY_NO_SUFFIX) {
		strbuf_addz(why, "unable to parse quantity's suffix");
		return false;
	}
	*q = (struct quantity) { .negative = text.negative,
				 .exp10 = text.ten,
				 .exp2 = text.two,
				 .format = text.format };
	for (size_t i = 0; i < text.digits.len; i++) {
		if (text.digits.ptr[i] == '.') {
			point = true;
			continue;
		}
		/* Beyond 128 bits only the magnitude matters: it is capped below. */
		if (q->digits > ((u128)1 << 120)) {
			q->exp10 += point ? 0 : 1;
			continue;
		}
		q->digits = q->digits * 10 + (unsigned)(text.digits.ptr[i] - '0');
		q->exp10 -= point ? 1 : 0;
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
	for (; e % 3 != 0 || (q->format == QUANTITY_DECIMAL_SI && e > 18); e--)
		v *= 10;
	add_u128(out, v);
	if (q->format == QUANTITY_DECIMAL_EXPONENT && e != 0)
		strbuf_addf(out, "e%d", e);
	else
		strbuf_addz(out, quantity_decimal_suffix(e / 3));
}

/* ParseQuantity() keeps the text of a decimal number that fits into 64 bits, has an exponent that
 * is a multiple of 3, and no leading or trailing zeros. It does so even if String() would write
 * another text, as for 5. and +1 and 1E3. */
static bool keeps_text(struct str in, const struct quantity *q)
{
	size_t i = in.len && (in.ptr[0] == '+' || in.ptr[0] == '-'), digits = 0, zeros = 0;

	if (q->format == QUANTITY_BINARY_SI || q->exp10 % 3 != 0 || q->exp10 < -9)
		return false;
	while (i < in.len && in.ptr[i] == '0')
		i++;
	if (i == in.len || in.ptr[i] < '1' || in.ptr[i] > '9')
		return false; /* the first digit after the zeros must not be zero */
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
	/* An exponent is kept if the number before it fits into 64 bits. */
	if (q.exp10 > 30 && q.format == QUANTITY_DECIMAL_EXPONENT && q.digits < (u128)1 << 59) {
		write_decimal(&q, out);
		return true;
	}
	if (q.exp10 > 30 || q.exp10 < -60) { /* out of range: the largest, or the smallest */
		strbuf_addz(out, q.exp10 > 0 ? "9223372036854775807" : "1n");
		return true;
	}
	if (q.format == QUANTITY_BINARY_SI) {
		u128 v = q.digits;
		int shift = q.exp2;

		if (q.exp10 < 0) {
			/* A fraction of a power of two: use smaller whole units if possible. */
			u128 div = 1;

			for (int i = q.exp10; i < 0 && div < ((u128)1 << 60); i++)
				div *= 10;
			if (v < ((u128)1 << 60)) {
				v <<= shift;
				shift = 0;
			}
			if (v % div != 0) { /* else in decimal, rounded up to nano */
				u128 whole = v / div, rest = v % div;
				u128 nano = (rest * NANO + div - 1) / div;
				struct quantity d = { false, whole * NANO + nano, -9, 0,
						      QUANTITY_DECIMAL_SI };

				write_decimal(&d, out);
				return true;
			}
			v /= div;
		}
		if (shift == 0 && v < 1024) {
			struct quantity d = { false, v, 0, 0, QUANTITY_DECIMAL_SI };

			write_decimal(&d, out);
			return true;
		}
		while (v % 1024 == 0 && shift < 60) {
			v /= 1024;
			shift += 10;
		}
		add_u128(out, v);
		if (shift)
			strbuf_addz(out, quantity_binary_suffix(shift / 10));
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

static bool time_wrong(struct str in, const struct rfc3339_fault *f, bool micro, struct strbuf *why)
{
	const char *layout =
	    micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00";

	strbuf_addz(why, "parsing time ");
	fakeapi__go_quote(why, in);
	if (f->range) {
		strbuf_addf(why, ": %s out of range", f->range);
		return false;
	}
	if (f->wanted)
		strbuf_addf(why, " as \"%s\": cannot parse ", layout);
	else
		strbuf_addz(why, ": extra text: ");
	fakeapi__go_quote(why, f->rest);
	if (f->wanted)
		strbuf_addf(why, " as \"%s\"", f->wanted);
	return false;
}

bool fakeapi__time(struct str in, bool micro, struct strbuf *out, struct strbuf *why)
{
	struct rfc3339_fault fault;
	struct rfc3339 t;
	int64_t days, year;
	int month, day, second;

	if (!rfc3339_read(in, micro ? RFC3339_MICRO : RFC3339_TIME, &t, &fault))
		return time_wrong(in, &fault, micro, why);
	days = (t.unix_s >= 0 ? t.unix_s : t.unix_s - 86399) / 86400;
	second = (int)(t.unix_s - days * 86400);
	civil_from_days(days, &year, &month, &day);
	strbuf_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d", (int)year, month, day, second / 3600,
		    second / 60 % 60, second % 60);
	if (micro)
		strbuf_addf(out, ".%06d", (int)(t.ns / 1000));
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
