/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/format.h"

#include "base/text/dns.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/scalar.h"

static bool hex(char c)
{
	return hex_digit(c) >= 0;
}

static bool letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Matches a prefix: '0' is a digit, 'x' a hexadecimal digit, other characters are literal. Returns
 * its end, or NULL. */
static const char *shape(const char *z, const char *pattern)
{
	for (; *pattern; pattern++, z++)
		if (*pattern == '0'   ? !ascii_is_digit(*z)
		    : *pattern == 'x' ? !hex(*z)
				      : *pattern != *z)
			return NULL;
	return z;
}

static bool shaped(const char *z, const char *pattern)
{
	const char *end = shape(z, pattern);

	return end && !*end;
}

/* --- times --- */

static int two(const char *z)
{
	return (z[0] - '0') * 10 + z[1] - '0';
}

static const char *date_end(const char *z)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	const char *end = shape(z, "0000-00-00");
	int year, month, day;

	if (!end)
		return NULL;
	year = two(z) * 100 + two(z + 2);
	month = two(z + 5);
	day = two(z + 8);
	if (month < 1 || month > 12 || day < 1)
		return NULL;
	if (day >
	    days[month - 1] + (month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)))
		return NULL;
	return end;
}

static bool is_date(const char *z)
{
	const char *end = date_end(z);

	return end && !*end;
}

static bool is_time(const char *z)
{
	const char *at = date_end(z), *clock;

	if (!at || (*at | 0x20) != 't')
		return false;
	clock = at + 1;
	at = shape(clock, "00:00:00");
	if (!at || two(clock) > 23 || two(clock + 3) > 59 || two(clock + 6) > 59)
		return false;
	if (*at && ascii_is_digit(at[1]) && !shaped(at + 1, "00:00"))
		for (at++; ascii_is_digit(*at);
		     at++) /* fractions of a second after any character */
			;
	if ((*at | 0x20) == 'z')
		return at[1] == '\0';
	return (*at == '+' || *at == '-') && shaped(at + 1, "00:00");
}

/* Go's durations, or numbers with named units anywhere in the text. */
static bool is_duration(const char *z)
{
	static const char *const units[] = {
		"ns", "us", "ms", "s", "m", "h", "hr", "d", "w", "wk"
	};
	static const char *const begins[] = { "nano", "micro", "milli", "sec",
					      "min",  "hour",  "day",	"week" };
	AUTO_STRBUF out = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;

	if (fakeapi__duration(str_of(z), &out, &why))
		return true;
	for (; *z; z++) {
		size_t n = strspn(z, "0123456789"), len = 0;
		char unit[8] = "";

		if (n == 0)
			continue;
		z += n + strspn(z + n, " \t\n\f\r");
		for (; letter(z[len]); len++)
			if (len + 1 < sizeof(unit))
				unit[len] = (char)(z[len] | 0x20);
		for (size_t i = 0; i < ARRAY_LEN(units); i++)
			if (strcmp(unit, units[i]) == 0)
				return true;
		for (size_t i = 0; i < ARRAY_LEN(begins); i++)
			if (strncmp(unit, begins[i], strlen(begins[i])) == 0)
				return true;
		z += len;
		if (!*z)
			break;
		z--;
	}
	return false;
}

/* --- addresses --- */

static bool is_ip4(const char *z)
{
	struct fakeapi__ip ip;

	return strchr(z, '.') && fakeapi__ip_parse(str_of(z), &ip);
}

static bool is_ip6(const char *z)
{
	struct fakeapi__ip ip;

	return strchr(z, ':') && fakeapi__ip_parse(str_of(z), &ip);
}

static bool is_cidr(const char *z)
{
	struct fakeapi__cidr cidr;

	return fakeapi__cidr_parse(z, &cidr);
}

static bool is_mac(const char *z)
{
	size_t n = strlen(z), step = n > 4 && z[4] == '.' ? 4 : 2;
	char mark = n > step ? z[step] : '\0';
	size_t groups = (n + 1) / (step + 1), bytes = groups * step / 2;

	if ((n + 1) % (step + 1) != 0 || (step == 2 && mark != ':' && mark != '-') ||
	    (bytes != 6 && bytes != 8 && bytes != 20))
		return false;
	for (size_t i = 0; i < n; i++)
		if (i % (step + 1) == step ? z[i] != mark : !hex(z[i]))
			return false;
	return true;
}

/* Bytes beyond ASCII count as letters. */
static bool host_char(char c)
{
	return letter(c) || ascii_is_digit(c) || (unsigned char)c >= 0x80 ||
	       (c && strchr("$+<=>^`|~", c));
}

static bool host_label(const char *z, size_t n)
{
	if (n == 0 || n > 63 || !host_char(z[0]) || !host_char(z[n - 1]))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!host_char(z[i]) && z[i] != '-')
			return false;
	return true;
}

static bool is_hostname(const char *z)
{
	const char *last = strrchr(z, '.');
	size_t n = strlen(z);

	if (n > 255)
		return false;
	if (!last) {
		/* A single label has at most one dash, as its second character. */
		for (size_t i = 0; i < n; i++)
			if (z[i] == '-' && i != 1)
				return false;
		return host_label(z, n);
	}
	for (const char *dot; (dot = strchr(z, '.')); z = dot + 1)
		if (!host_label(z, (size_t)(dot - z)))
			return false;
	n = strlen(z);
	if (n < 2 || n > 63)
		return false;
	for (; *z; z++)
		if (!letter(*z) && (unsigned char)*z < 0x80)
			return false;
	return true;
}

static bool atom(const char *z, size_t n)
{
	bool dot = true;

	for (size_t i = 0; i < n; i++) {
		if (z[i] == '.' && dot)
			return false;
		dot = z[i] == '.';
		if (!dot && !letter(z[i]) && !ascii_is_digit(z[i]) && (unsigned char)z[i] < 0x80 &&
		    !strchr("!#$%&'*+-/=?^_`{|}~", z[i]))
			return false;
	}
	return !dot;
}

/* "local@domain", alone or in angle brackets after a name. */
static bool is_email(const char *z)
{
	const char *open = strchr(z, '<'), *from, *end, *sign = NULL;

	from = open ? open + 1 : z + strspn(z, " \t");
	end = open ? strchr(from, '>') : from + strcspn(from, " \t");
	if (!end)
		return false;
	for (const char *p = end + (open != NULL); *p; p++)
		if (*p != ' ' && *p != '	')
			return false;
	for (const char *p = from; p < end; p++)
		if (*p == '@')
			sign = p;
	if (!sign)
		return false;
	if (*from == '"')
		return sign - from > 1 && sign[-1] == '"' &&
		       atom(sign + 1, (size_t)(end - sign - 1));
	return atom(from, (size_t)(sign - from)) && atom(sign + 1, (size_t)(end - sign - 1));
}

/* net/url.ParseRequestURI */
static bool is_uri(const char *z)
{
	const char *rest = z;
	size_t scheme = 0;

	for (const char *p = z; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f ||
		    (*p == '%' && (!hex(p[1]) || !hex(p[2]))))
			return false;
	if (letter(*z)) {
		while (letter(z[scheme]) || ascii_is_digit(z[scheme]) ||
		       (z[scheme] && strchr("+-.", z[scheme])))
			scheme++;
		if (z[scheme] != ':')
			return false;
		rest = z + scheme + 1;
	}
	if (scheme == 0 && *rest != '/')
		return false;
	if (strncmp(rest, "//", 2) == 0 && scheme > 0) {
		size_t n = strcspn(rest + 2, "/?#");
		const char *host = rest + 2;
		const char *at = memchr(host, '@', n), *port;

		if (at) {
			n -= (size_t)(at + 1 - host);
			host = at + 1;
		}
		if (memchr(host, ' ', n) || memchr(host, '\\', n) || memchr(host, '^', n) ||
		    memchr(host, '`', n) || memchr(host, '{', n) || memchr(host, '}', n) ||
		    memchr(host, '|', n))
			return false;
		port = *host == '[' ? memchr(host, ']', n) : memchr(host, ':', n);
		if (*host == '[' && !port)
			return false;
		if (port && *host == '[')
			port++;
		if (port && port < host + n) {
			if (*port != ':')
				return false;
			for (port++; port < host + n; port++)
				if (!ascii_is_digit(*port))
					return false;
		}
	}
	return true;
}

/* --- the rest --- */

static bool uuid_of(const char *z, char version)
{
	static const unsigned parts[] = { 8, 4, 4, 4, 12 };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if ((i == 2 && version && *z != version) ||
		    (i == 3 && (version == '4' || version == '5') &&
		     (!*z || !strchr("89abAB", *z))))
			return false;
		for (unsigned n = 0; n < parts[i]; n++)
			if (!hex(*z++))
				return false;
		if (i + 1 < ARRAY_LEN(parts) && *z == '-')
			z++;
	}
	return !*z;
}

static bool is_uuid(const char *z)
{
	return uuid_of(z, '\0');
}

static bool is_uuid3(const char *z)
{
	return uuid_of(z, '3');
}

static bool is_uuid4(const char *z)
{
	return uuid_of(z, '4');
}

static bool is_uuid5(const char *z)
{
	return uuid_of(z, '5');
}

static bool is_base64(const char *z)
{
	size_t n = strlen(z), pad = 0;

	while (pad < 2 && n > pad && z[n - 1 - pad] == '=')
		pad++;
	if (n == 0 || n % 4 != 0)
		return false;
	for (size_t i = 0; i + pad < n; i++)
		if (!letter(z[i]) && !ascii_is_digit(z[i]) && z[i] != '+' && z[i] != '/')
			return false;
	return true;
}

static bool is_color(const char *z)
{
	z += *z == '#';
	return shaped(z, "xxx") || shaped(z, "xxxxxx");
}

static bool is_object_id(const char *z)
{
	return shaped(z, "xxxxxxxxxxxxxxxxxxxxxxxx");
}

static bool is_ssn(const char *z)
{
	z = shape(z, "000");
	z = z ? shape(z + (*z == '-' || *z == ' '), "00") : NULL;
	return z && shaped(z + (*z == '-' || *z == ' '), "0000");
}

/* "rgb(0, 128, 255)" */
static bool is_rgb(const char *z)
{
	if (strncmp(z, "rgb(", 4) != 0)
		return false;
	z += 4;
	for (int i = 0; i < 3; i++) {
		int v = 0, n = 0;

		z += strspn(z, " \t\n\r\f");
		for (; ascii_is_digit(*z) && n < 4; z++, n++) {
			if (n == 1 && v == 0)
				return false;
			v = v * 10 + *z - '0';
		}
		if (!n || v > 255)
			return false;
		z += strspn(z, " \t\n\r\f");
		if (*z++ != (i < 2 ? ',' : ')'))
			return false;
	}
	return !*z;
}

static bool is_short_name(const char *z)
{
	return strlen(z) <= DNS_LABEL_LEN_MAX && dns_is_label(str_of(z));
}

static bool is_long_name(const char *z)
{
	return strlen(z) <= DNS_SUBDOMAIN_LEN_MAX && dns_is_subdomain(str_of(z));
}

static bool is_anything(const char *z)
{
	return z;
}

static const struct {
	const char *name; /* without its dashes */
	bool (*fits)(const char *z);
} formats[] = {
	{ "bsonobjectid", is_object_id },
	{ "byte", is_base64 },
	{ "cidr", is_cidr },
	{ "creditcard", fakeapi__is_credit_card },
	{ "date", is_date },
	{ "datetime", is_time },
	{ "duration", is_duration },
	{ "email", is_email },
	{ "hexcolor", is_color },
	{ "hostname", is_hostname },
	{ "ipv4", is_ip4 },
	{ "ipv6", is_ip6 },
	{ "isbn", fakeapi__is_isbn },
	{ "isbn10", fakeapi__is_isbn10 },
	{ "isbn13", fakeapi__is_isbn13 },
	{ "k8slongname", is_long_name },
	{ "k8sshortname", is_short_name },
	{ "mac", is_mac },
	{ "password", is_anything },
	{ "rgbcolor", is_rgb },
	{ "ssn", is_ssn },
	{ "uri", is_uri },
	{ "uuid", is_uuid },
	{ "uuid3", is_uuid3 },
	{ "uuid4", is_uuid4 },
	{ "uuid5", is_uuid5 },
};

typedef bool fits_fn(const char *z);

static fits_fn *format_of(const char *format)
{
	char name[16];
	size_t n = 0;

	for (; *format && n + 1 < sizeof(name); format++)
		if (*format != '-')
			name[n++] = *format;
	name[n] = '\0';
	for (size_t i = 0; i < ARRAY_LEN(formats) && !*format; i++)
		if (strcmp(formats[i].name, name) == 0)
			return formats[i].fits;
	return NULL;
}

bool fakeapi__format_known(const char *format)
{
	fits_fn *fits = format_of(format);

	return fits && fits != is_short_name && fits != is_long_name;
}

bool fakeapi__format_fits(const char *format, const char *text)
{
	fits_fn *fits = format_of(format);

	return !fits || fits(text);
}
