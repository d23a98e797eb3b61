/* SPDX-License-Identifier: Apache-2.0 */
/* Reads IP addresses and CIDR blocks, and explains what is wrong with a text. */
#include "cel/net_text.h"

static bool read_ipv4(struct str s, uint8_t *out)
{
	size_t at = 0;

	for (int i = 0; i < 4; i++) {
		unsigned x = 0;
		size_t begin = at;

		if (i && (at == s.len || s.ptr[at++] != '.'))
			return false;
		begin = at;
		while (at < s.len && s.ptr[at] >= '0' && s.ptr[at] <= '9' && at - begin < 3)
			x = x * 10 + (unsigned)(s.ptr[at++] - '0');
		if (at == begin || x > 255 || (at - begin > 1 && s.ptr[begin] == '0'))
			return false;
		out[i] = (uint8_t)x;
	}
	return at == s.len;
}

/* Up to four hexadecimal digits. */
static bool read_group(struct str s, size_t *at, unsigned *out)
{
	size_t begin = *at;

	*out = 0;
	while (*at < s.len && *at - begin < 4 && hex_digit(s.ptr[*at]) >= 0)
		*out = *out << 4 | (unsigned)hex_digit(s.ptr[(*at)++]);
	return *at > begin && !(*at < s.len && hex_digit(s.ptr[*at]) >= 0);
}

static bool read_ipv6(struct str s, uint8_t *out)
{
	uint8_t bytes[16] = { 0 };
	size_t at = 0;
	int count = 0, gap = -1; /* bytes so far; bytes before the :: */

	if (s.len >= 2 && s.ptr[0] == ':' && s.ptr[1] == ':') {
		gap = 0;
		at = 2;
	}
	while (at < s.len && count < 16) {
		size_t begin = at;
		unsigned group;

		if (!read_group(s, &at, &group))
			return false;
		if (at < s.len && s.ptr[at] == '.') { /* the last four bytes as IPv4 */
			struct str rest = { s.ptr + begin, s.len - begin };

			if (count > 12 || (count != 12 && gap < 0) ||
			    !read_ipv4(rest, bytes + count))
				return false;
			count += 4;
			at = s.len;
			break;
		}
		bytes[count++] = (uint8_t)(group >> 8);
		bytes[count++] = (uint8_t)group;
		if (at == s.len)
			break;
		if (s.ptr[at] != ':' || at + 1 == s.len)
			return false;
		at++;
		if (s.ptr[at] == ':') {
			if (gap >= 0)
				return false;
			gap = count;
			at++;
		}
	}
	if (at < s.len || (gap < 0 && count < 16) || (gap >= 0 && count > 14))
		return false;
	if (gap < 0)
		gap = count;
	memset(out, 0, 16);
	memcpy(out, bytes, (size_t)gap);
	memcpy(out + 16 - (count - gap), bytes + gap, (size_t)(count - gap));
	return true;
}

static bool is_ipv4_inside(const struct cel__address *a)
{
	static const uint8_t head[12] = { [10] = 0xff, [11] = 0xff };

	return a->bits == 128 && memcmp(a->bytes, head, sizeof(head)) == 0;
}

static bool read_address(struct str s, struct cel__address *out)
{
	memset(out, 0, sizeof(*out));
	out->bits = s.len && memchr(s.ptr, ':', s.len) ? 128 : 32;
	return out->bits == 128 ? read_ipv6(s, out->bytes) : read_ipv4(s, out->bytes);
}

static struct cel_value wrong(struct cel_run *run, const char *what, struct str s, const char *why)
{
	AUTO_STRBUF b = STRBUF_INIT;

	strbuf_add_json(&b, s);
	return cel_error(run, "%s" STR_FMT " %s", what, STR_ARG(strbuf_str(&b)), why);
}

/* The reason why a text is no address, in the words of Go's netip. */
struct reason {
	const char *what;
	struct str at; /* quoted in the message, if not empty */
};

static struct reason why_no_ipv4(struct str s)
{
	unsigned value = 0, digits = 0, dots = 0;

	for (size_t i = 0; i < s.len; i++) {
		struct str here = { s.ptr + i, s.len - i };

		if (*here.ptr >= '0' && *here.ptr <= '9') {
			if (digits == 1 && value == 0)
				return (struct reason) { "IPv4 field has octet with leading zero",
							 STR("") };
			value = value * 10 + (unsigned)(*here.ptr - '0');
			digits++;
			if (value > 255)
				return (struct reason) { "IPv4 field has value >255", STR("") };
		} else if (*here.ptr != '.') {
			return (struct reason) { "unexpected character", here };
		} else if (i == 0 || i + 1 == s.len || s.ptr[i - 1] == '.') {
			return (struct reason) { "IPv4 field must have at least one digit", here };
		} else if (dots++ == 3) {
			return (struct reason) { "IPv4 address too long", STR("") };
		} else {
			value = digits = 0;
		}
	}
	return (struct reason) { "IPv4 address too short", STR("") };
}

static struct reason why_no_ipv6(struct str s)
{
	int count = 0;
	bool gap = s.len >= 2 && s.ptr[0] == ':' && s.ptr[1] == ':';

	if (gap)
		s = (struct str) { s.ptr + 2, s.len - 2 };
	while (count < 16) {
		size_t n = 0;

		for (; n < s.len && hex_digit(s.ptr[n]) >= 0; n++)
			if (n > 3)
				return (struct reason) { "each group must have 4 or less digits",
							 s };
		if (n == 0)
			return (struct reason) {
				"each colon-separated field must have at least one digit", s
			};
		if (n < s.len && s.ptr[n] == '.') {
			if (!gap && count != 12)
				return (struct reason) { "embedded IPv4 address must replace the "
							 "final 2 fields of the address",
							 s };
			if (count > 12)
				return (struct reason) { "too many hex fields to fit an embedded "
							 "IPv4 at the end of the address",
							 s };
			return why_no_ipv4(s);
		}
		count += 2;
		s = (struct str) { s.ptr + n, s.len - n };
		if (!s.len)
			break;
		if (*s.ptr != ':')
			return (struct reason) { "unexpected character, want colon", s };
		if (s.len == 1)
			return (struct reason) { "colon must be followed by more characters", s };
		s = (struct str) { s.ptr + 1, s.len - 1 };
		if (*s.ptr == ':') {
			if (gap)
				return (struct reason) { "multiple :: in address", s };
			gap = true;
			s = (struct str) { s.ptr + 1, s.len - 1 };
			if (!s.len)
				break;
		}
	}
	if (s.len)
		return (struct reason) { "trailing garbage after address", s };
	if (count < 16)
		return (struct reason) { "address string too short", STR("") };
	return (struct reason) { "the :: must expand to at least one field of zeros", STR("") };
}

static void explain_no_ip(struct str s, struct strbuf *out)
{
	struct reason r = { "unable to parse IP", STR("") };

	for (size_t i = 0; i < s.len; i++) {
		const char *zone = memchr(s.ptr, '%', s.len);

		if (s.ptr[i] == '%') {
			r.what = "missing IPv6 address";
		} else if (s.ptr[i] == '.') {
			r = why_no_ipv4(s);
		} else if (s.ptr[i] == ':' && zone && zone + 1 == s.ptr + s.len) {
			r.what = "zone must be a non-empty string";
		} else if (s.ptr[i] == ':') {
			r = why_no_ipv6(
			    (struct str) { s.ptr, zone ? (size_t)(zone - s.ptr) : s.len });
		} else {
			continue;
		}
		break;
	}
	strbuf_addz(out, r.what);
	if (r.at.len) {
		strbuf_addz(out, " (at ");
		strbuf_add_json(out, r.at);
		strbuf_addc(out, ')');
	}
}

bool cel__parse_ip(struct cel_run *run, struct str s, struct cel__address *out,
		   struct cel_value *error)
{
	const char *zone = s.len ? memchr(s.ptr, '%', s.len) : NULL;
	struct str bare = { s.ptr, zone ? (size_t)(zone - s.ptr) : s.len };

	if (!read_address(bare, out) || (zone && (out->bits == 32 || bare.len + 1 == s.len))) {
		AUTO_STRBUF b = STRBUF_INIT, why = STRBUF_INIT;

		strbuf_add_json(&b, s);
		explain_no_ip(s, &why);
		*error = cel_error(run,
				   "IP Address " STR_FMT " parse error during conversion from "
				   "string: ParseAddr(" STR_FMT "): " STR_FMT,
				   STR_ARG(strbuf_str(&b)), STR_ARG(strbuf_str(&b)),
				   STR_ARG(strbuf_str(&why)));
	} else if (zone) {
		*error = wrong(run, "IP address ", s, "with zone value is not allowed");
	} else if (is_ipv4_inside(out)) {
		*error = wrong(run, "IPv4-mapped IPv6 address ", s, "is not allowed");
	} else {
		return true;
	}
	return false;
}

/* The reason why a text is no block, in the words of Go's netip; empty: it is valid. */
static void explain_no_block(struct str s, struct cel__net *out, struct strbuf *why)
{
	struct cel__address *a = &out->address;
	size_t slash = s.len;
	struct str ip, bits;
	bool number;

	while (slash && s.ptr[slash - 1] != '/')
		slash--;
	if (!slash) {
		strbuf_addz(why, "no '/'");
		return;
	}
	ip = (struct str) { s.ptr, slash - 1 };
	bits = (struct str) { s.ptr + slash, s.len - slash };
	if (ip.len && memchr(ip.ptr, '%', ip.len)) {
		const char *zone = memchr(ip.ptr, '%', ip.len);
		struct str bare = { ip.ptr, (size_t)(zone - ip.ptr) };

		if (zone + 1 < ip.ptr + ip.len && read_address(bare, a) && a->bits == 128) {
			strbuf_addz(why, "IPv6 zones cannot be present in a prefix");
			return;
		}
	}
	if (!read_address(ip, a)) {
		strbuf_addz(why, "ParseAddr(");
		strbuf_add_json(why, ip);
		strbuf_addz(why, "): ");
		explain_no_ip(ip, why);
		return;
	}
	number = bits.len && bits.len < 19 && (bits.len == 1 || *bits.ptr != '0');
	out->prefix = 0;
	for (size_t i = 0; i < bits.len; i++) {
		number &= bits.ptr[i] >= '0' && bits.ptr[i] <= '9';
		if (out->prefix < 1000)
			out->prefix = out->prefix * 10 + (unsigned)(bits.ptr[i] - '0');
	}
	if (!number) {
		strbuf_addz(why, "bad bits after slash: ");
		strbuf_add_json(why, bits);
	} else if (out->prefix > a->bits) {
		strbuf_addz(why, "prefix length out of range");
	}
}

bool cel__parse_cidr(struct cel_run *run, struct str s, struct cel__net *out,
		     struct cel_value *error)
{
	struct cel__address *a = &out->address;
	AUTO_STRBUF b = STRBUF_INIT, why = STRBUF_INIT;

	explain_no_block(s, out, &why);
	if (why.len || why.failed) {
		strbuf_add_json(&b, s);
		*error = cel_error(run,
				   "network address parse error during conversion from string: "
				   "network address parse error during conversion from string: "
				   "netip.ParsePrefix(" STR_FMT "): " STR_FMT,
				   STR_ARG(strbuf_str(&b)), STR_ARG(strbuf_str(&why)));
		return false;
	}
	if (!is_ipv4_inside(a))
		return true;
	*error = wrong(run, "IPv4-mapped IPv6 address ", s, "is not allowed");
	return false;
}
