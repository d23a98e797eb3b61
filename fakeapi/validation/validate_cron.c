/* SPDX-License-Identifier: Apache-2.0 */
/* validate_cron.c - the schedule of a CronJob, with the errors of github.com/robfig/cron v3. */

#include <limits.h>
#include <stdlib.h>

#include "base/text/ascii.h"

#include "base/text/number.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/validate_impl.h"

struct bounds {
	unsigned min, max;
	const char *const *names; /* names of min, min + 1, ...; NULL: only numbers */
};

static const char *const months[] = { "jan", "feb", "mar", "apr", "may", "jun", "jul",
				      "aug", "sep", "oct", "nov", "dec", NULL };
static const char *const days[] = { "sun", "mon", "tue", "wed", "thu", "fri", "sat", NULL };
static const struct bounds fields[] = {
	{ 0, 59, NULL }, { 0, 23, NULL }, { 1, 31, NULL }, { 1, 12, months }, { 0, 6, days },
};

static const char *const zones[] = {
#define ZONE(name) name,
#include "fakeapi/tbl/timezones.h"
#undef ZONE
};

static int by_name(const void *key, const void *row)
{
	return strcmp(key, *(const char *const *)row);
}

bool fakeapi__is_time_zone(const char *name)
{
	return bsearch(name, zones, ARRAY_LEN(zones), sizeof(*zones), by_name) != NULL;
}

/* --- numbers --- */

/* strconv.Atoi, without negative numbers. */
static bool number(struct str expr, unsigned *out, struct strbuf *why)
{
	bool sign = expr.len && (expr.ptr[0] == '-' || expr.ptr[0] == '+');
	uint64_t n = 0;
	enum number_fault fault =
	    number_read((struct str) { expr.ptr + sign, expr.len - sign }, INT64_MAX, &n);

	if (fault != NUMBER_FINE) {
		strbuf_addf(why, "failed to parse int from " STR_FMT ": strconv.Atoi: parsing ",
			    STR_ARG(expr));
		fakeapi__go_quote(why, expr);
		strbuf_addf(why, ": %s",
			    fault == NUMBER_TOO_LARGE ? "value out of range" : "invalid syntax");
		return false;
	}
	if (sign && expr.ptr[0] == '-' && n > 0) {
		strbuf_addf(why, "negative number (-%llu) not allowed: " STR_FMT,
			    (unsigned long long)n, STR_ARG(expr));
		return false;
	}
	*out = n > UINT_MAX ? UINT_MAX : (unsigned)n;
	return true;
}

static bool number_or_name(struct str expr, const struct bounds *b, unsigned *out,
			   struct strbuf *why)
{
	for (size_t i = 0; b->names && b->names[i]; i++) {
		if (ascii_eq_nocase(expr, str_of(b->names[i]))) {
			*out = b->min + (unsigned)i;
			return true;
		}
	}
	return number(expr, out, why);
}

static size_t count(struct str text, char mark)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += text.ptr[i] == mark;
	return n;
}

/* "*", "5", "1-5", each optionally with "/2" */
static bool range(struct str expr, const struct bounds *b, struct strbuf *why)
{
	struct str rest = expr, span = str_cut(&rest, '/'), high = span, low = str_cut(&high, '-');
	size_t slashes = count(expr, '/'), hyphens = count(span, '-');
	unsigned from = b->min, to = b->max, step = 1;
	bool star = low.len == 1 && (*low.ptr == '*' || *low.ptr == '?');

	if (!star) {
		if (!number_or_name(low, b, &from, why))
			return false;
		to = from;
		if (hyphens == 1 && !number_or_name(high, b, &to, why))
			return false;
		if (hyphens > 1) {
			strbuf_addf(why, "too many hyphens: " STR_FMT, STR_ARG(expr));
			return false;
		}
	}
	if (slashes > 1) {
		strbuf_addf(why, "too many slashes: " STR_FMT, STR_ARG(expr));
		return false;
	}
	if (slashes == 1) {
		if (!number(rest, &step, why))
			return false;
		if (hyphens == 0)
			to = b->max;
	}
	if (from < b->min)
		strbuf_addf(why, "beginning of range (%u) below minimum (%u): " STR_FMT, from,
			    b->min, STR_ARG(expr));
	else if (to > b->max)
		strbuf_addf(why, "end of range (%u) above maximum (%u): " STR_FMT, to, b->max,
			    STR_ARG(expr));
	else if (from > to)
		strbuf_addf(why, "beginning of range (%u) beyond end of range (%u): " STR_FMT, from,
			    to, STR_ARG(expr));
	else if (step == 0)
		strbuf_addf(why, "step of range should be a positive number: " STR_FMT,
			    STR_ARG(expr));
	return why->len == 0;
}

/* --- descriptors --- */

static void descriptor(const char *text, struct strbuf *why)
{
	static const char *const known[] = { "@yearly", "@annually", "@monthly", "@weekly",
					     "@daily",	"@midnight", "@hourly" };
	AUTO_STRBUF taken = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (strcmp(text, known[i]) == 0)
			return;
	if (strncmp(text, "@every ", 7) != 0) {
		strbuf_addf(why, "unrecognized descriptor: %s", text);
		return;
	}
	if (!fakeapi__duration(str_of(text + 7), &taken, &wrong))
		strbuf_addf(why, "failed to parse duration %s: %s", text, wrong.ptr);
}

/* --- the five fields --- */

static struct str next_field(const char **at)
{
	const char *from;

	while (ascii_is_space(**at))
		++*at;
	from = *at;
	while (**at && !ascii_is_space(**at))
		++*at;
	return (struct str) { from, (size_t)(*at - from) };
}

static void five_fields(const char *text, struct strbuf *why)
{
	const char *at = text;
	struct str f;
	size_t n = 0;

	while (next_field(&at).len)
		n++;
	at = text;
	if (n != ARRAY_LEN(fields)) {
		strbuf_addf(why, "expected exactly 5 fields, found %zu: [", n);
		for (n = 0; (f = next_field(&at)).len; n++)
			strbuf_addf(why, "%s" STR_FMT, n ? " " : "", STR_ARG(f));
		strbuf_addc(why, ']');
		return;
	}
	for (n = 0; n < ARRAY_LEN(fields); n++) {
		f = next_field(&at);
		while (f.len) {
			struct str one = str_cut(&f, ',');

			if (one.len && !range(one, &fields[n], why))
				return;
		}
	}
}

static void parse(const char *text, struct strbuf *why)
{
	bool zoned = strncmp(text, "TZ=", 3) == 0 || strncmp(text, "CRON_TZ=", 8) == 0;
	const char *zone = zoned ? strchr(text, '=') + 1 : text, *space = strchr(text, ' ');
	AUTO_STRBUF name = STRBUF_INIT;

	if (zoned) {
		strbuf_add(&name, zone,
			   space && space > zone ? (size_t)(space - zone) : strcspn(zone, " "));
		if (name.len && strcmp(name.ptr, "Local") != 0 &&
		    !fakeapi__is_time_zone(name.ptr)) {
			strbuf_addf(why, "provided bad location %s: unknown time zone %s", name.ptr,
				    name.ptr);
			return;
		}
		text = space ? space : "";
		while (ascii_is_space(*text))
			text++;
	}
	if (*text == '@')
		descriptor(text, why);
	else
		five_fields(text, why);
}

void fakeapi__check_time_zone(causes_t *c, const path_t *at, const cJSON *zone)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (!cJSON_IsString(zone))
		return;
	if (!zone->valuestring[0]) {
		fakeapi__cause_invalid(c, at, zone, "timeZone must be nil or non-empty string");
		return;
	}
	if (ascii_eq_nocase(str_of(zone->valuestring), STR("Local")))
		fakeapi__cause_invalid(c, at, zone,
				       "timeZone must be an explicit time zone as defined in "
				       "https://www.iana.org/time-zones");
	if (strcmp(zone->valuestring, "Local") == 0 || fakeapi__is_time_zone(zone->valuestring))
		return;
	strbuf_addf(&why, "unknown time zone %s", zone->valuestring);
	fakeapi__cause_invalid(c, at, zone, why.ptr);
}

void fakeapi__check_schedule(causes_t *c, const path_t *at, const cJSON *schedule,
			     const char *before, bool zone)
{
	const char *text = fakeapi__text(schedule);
	bool had_zone = strstr(before, "TZ") != NULL;
	AUTO_STRBUF why = STRBUF_INIT;

	parse(text, &why);
	c->nomem |= why.failed;
	if (why.len)
		fakeapi__cause_invalid(c, at, schedule, why.ptr);
	if (!strstr(text, "TZ"))
		return;
	if (!had_zone)
		fakeapi__cause_invalid(c, at, schedule,
				       "cannot use TZ or CRON_TZ in schedule, use timeZone field "
				       "instead");
	else if (zone)
		fakeapi__cause_invalid(c, at, schedule,
				       "cannot use both timeZone field and TZ or CRON_TZ in "
				       "schedule");
}
