/* SPDX-License-Identifier: Apache-2.0 */
/* lib_net.c - IP addresses and CIDR blocks as in Go's net/netip, without zones and without
 * IPv4-mapped IPv6 addresses. */
#include "cel/functions.h"

#define FN(name)                                                                                   \
	static struct cel_value name(struct cel_run *run, const struct cel_value *a, unsigned n)

struct address {
	uint8_t bytes[16]; /* IPv4: the first 4 */
	uint8_t bits;	   /* 32 or 128 */
};

/* net.IP and net.CIDR */
struct net {
	struct cel_opaque head;
	struct address address;
	unsigned prefix; /* of a CIDR */
};

/* --- reading --- */

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

static bool is_ipv4_inside(const struct address *a)
{
	static const uint8_t head[12] = { [10] = 0xff, [11] = 0xff };

	return a->bits == 128 && memcmp(a->bytes, head, sizeof(head)) == 0;
}

static bool read_address(struct str s, struct address *out)
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

/* True, or an error in *error. */
static bool parse_ip(struct cel_run *run, struct str s, struct address *out,
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
static void explain_no_block(struct str s, struct net *out, struct strbuf *why)
{
	struct address *a = &out->address;
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

static bool parse_cidr(struct cel_run *run, struct str s, struct net *out, struct cel_value *error)
{
	struct address *a = &out->address;
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

/* --- writing --- */

static void write_ipv6(struct strbuf *out, const uint8_t *b)
{
	int best = -1, length = 1;

	for (int i = 0; i < 8; i++) {
		int run = 0;

		while (i + run < 8 && !b[2 * (i + run)] && !b[2 * (i + run) + 1])
			run++;
		if (run > length) {
			best = i;
			length = run;
		}
	}
	for (int i = 0; i < 8; i++) {
		if (i == best) {
			strbuf_addz(out, "::");
			i += length - 1;
			continue;
		}
		if (i && i != best + length)
			strbuf_addc(out, ':');
		else if (i && best < 0)
			strbuf_addc(out, ':');
		strbuf_addf(out, "%x", (unsigned)(b[2 * i] << 8 | b[2 * i + 1]));
	}
}

static void write_address(struct strbuf *out, const struct address *a)
{
	if (a->bits == 32)
		strbuf_addf(out, "%u.%u.%u.%u", a->bytes[0], a->bytes[1], a->bytes[2], a->bytes[3]);
	else
		write_ipv6(out, a->bytes);
}

/* --- values --- */

static bool equal(const struct cel_opaque *a, const struct cel_opaque *b)
{
	const struct net *x = (const struct net *)(const void *)a;
	const struct net *y = (const struct net *)(const void *)b;

	return x->address.bits == y->address.bits && x->prefix == y->prefix &&
	       memcmp(x->address.bytes, y->address.bytes, sizeof(x->address.bytes)) == 0;
}

static struct cel_value make(struct cel_run *run, const char *type, const struct address *a,
			     unsigned prefix)
{
	struct net *made = cel__alloc(&run->arena, sizeof(*made));

	if (!made)
		return cel__exhausted(run);
	*made = (struct net) { { cel_type_named(str_of(type)), equal }, *a, prefix };
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &made->head };
}

static const struct net *net_of(struct cel_value v)
{
	return (const struct net *)(const void *)v.as.opaque;
}

FN(ip)
{
	struct cel_value error;
	struct address address;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return parse_ip(run, cel_str(a[0]), &address, &error) ? make(run, "net.IP", &address, 0)
							      : error;
}

FN(is_ip)
{
	struct cel_value error;
	struct address address;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bool(parse_ip(run, cel_str(a[0]), &address, &error));
}

FN(is_canonical)
{
	AUTO_STRBUF b = STRBUF_INIT;
	struct cel_value error;
	struct address address;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	if (!parse_ip(run, cel_str(a[0]), &address, &error))
		return error;
	write_address(&b, &address);
	return cel_of_bool(str_eq(strbuf_str(&b), cel_str(a[0])));
}

FN(text_of)
{
	AUTO_STRBUF b = STRBUF_INIT;
	const struct net *x = net_of(a[0]);

	(void)n;
	write_address(&b, &x->address);
	if (str_eqz(x->head.type->name, "net.CIDR"))
		strbuf_addf(&b, "/%u", x->prefix);
	return cel__take_text(run, &b);
}

FN(family)
{
	(void)run;
	(void)n;
	return cel_of_int(net_of(a[0])->address.bits == 32 ? 4 : 6);
}

static bool all_zero(const struct address *a, unsigned from)
{
	for (unsigned i = from; i < a->bits / 8U; i++)
		if (a->bytes[i])
			return false;
	return true;
}

static bool unspecified(const struct address *a)
{
	return all_zero(a, 0);
}

static bool loopback(const struct address *a)
{
	static const uint8_t one[16] = { [15] = 1 };

	return a->bits == 32 ? a->bytes[0] == 127 : memcmp(a->bytes, one, 16) == 0;
}

static bool multicast(const struct address *a)
{
	return a->bits == 32 ? a->bytes[0] >> 4 == 14 : a->bytes[0] == 0xff;
}

static bool link_local_multicast(const struct address *a)
{
	if (a->bits == 32)
		return a->bytes[0] == 224 && !a->bytes[1] && !a->bytes[2];
	return a->bytes[0] == 0xff && (a->bytes[1] & 0x0f) == 2;
}

static bool link_local_unicast(const struct address *a)
{
	if (a->bits == 32)
		return a->bytes[0] == 169 && a->bytes[1] == 254;
	return a->bytes[0] == 0xfe && (a->bytes[1] & 0xc0) == 0x80;
}

static bool global_unicast(const struct address *a)
{
	static const uint8_t broadcast[4] = { 255, 255, 255, 255 };

	return !(a->bits == 32 && memcmp(a->bytes, broadcast, 4) == 0) && !unspecified(a) &&
	       !loopback(a) && !multicast(a) && !link_local_unicast(a);
}

#define TEST(name)                                                                                 \
	FN(is_##name)                                                                              \
	{                                                                                          \
		(void)run;                                                                         \
		(void)n;                                                                           \
		return cel_of_bool(name(&net_of(a[0])->address));                                  \
	}
TEST(unspecified)
TEST(loopback)
TEST(link_local_multicast)
TEST(link_local_unicast)
TEST(global_unicast)

FN(cidr)
{
	struct net x = { 0 };
	struct cel_value error;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return parse_cidr(run, cel_str(a[0]), &x, &error)
		   ? make(run, "net.CIDR", &x.address, x.prefix)
		   : error;
}

FN(is_cidr)
{
	struct net x = { 0 };
	struct cel_value error;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bool(parse_cidr(run, cel_str(a[0]), &x, &error));
}

static bool within(const struct net *whole, const struct address *part)
{
	unsigned full = whole->prefix / 8, rest = whole->prefix % 8;

	if (whole->address.bits != part->bits || memcmp(whole->address.bytes, part->bytes, full))
		return false;
	return !rest || !((whole->address.bytes[full] ^ part->bytes[full]) >> (8 - rest));
}

FN(contains_ip)
{
	struct cel_value error;
	struct address address;

	(void)n;
	if (a[1].kind == CEL_OPAQUE)
		return cel_of_bool(within(net_of(a[0]), &net_of(a[1])->address));
	if (!parse_ip(run, cel_str(a[1]), &address, &error))
		return cel_error(run, "no such overload");
	return cel_of_bool(within(net_of(a[0]), &address));
}

FN(contains_cidr)
{
	struct net read = { 0 };
	const struct net *part = &read;
	struct cel_value error;

	(void)n;
	if (a[1].kind == CEL_OPAQUE)
		part = net_of(a[1]);
	else if (!parse_cidr(run, cel_str(a[1]), &read, &error))
		return error;
	return cel_of_bool(part->prefix >= net_of(a[0])->prefix &&
			   within(net_of(a[0]), &part->address));
}

FN(address_of)
{
	(void)n;
	return make(run, "net.IP", &net_of(a[0])->address, 0);
}

FN(prefix_length)
{
	(void)run;
	(void)n;
	return cel_of_int(net_of(a[0])->prefix);
}

FN(masked)
{
	struct net x = *net_of(a[0]);

	(void)n;
	for (unsigned i = x.prefix; i < x.address.bits; i++)
		x.address.bytes[i / 8] &= (uint8_t) ~(0x80U >> (i % 8));
	return make(run, "net.CIDR", &x.address, x.prefix);
}

#define K CEL_LIB_NETWORK

const struct cel__function cel__net_functions[] = {
	{ "ip", "(string)net.IP", ip, K },
	{ "isIP", "(string)bool", is_ip, K },
	{ "ip.isCanonical", "(string)bool", is_canonical, K },
	{ "string", "(net.IP)string", text_of, K },
	{ "family", "net.IP.()int", family, K },
	{ "isUnspecified", "net.IP.()bool", is_unspecified, K },
	{ "isLoopback", "net.IP.()bool", is_loopback, K },
	{ "isLinkLocalMulticast", "net.IP.()bool", is_link_local_multicast, K },
	{ "isLinkLocalUnicast", "net.IP.()bool", is_link_local_unicast, K },
	{ "isGlobalUnicast", "net.IP.()bool", is_global_unicast, K },
	{ "cidr", "(string)net.CIDR", cidr, K },
	{ "isCIDR", "(string)bool", is_cidr, K },
	{ "string", "(net.CIDR)string", text_of, K },
	{ "containsIP", "net.CIDR.(string)bool", contains_ip, K },
	{ "containsIP", "net.CIDR.(net.IP)bool", contains_ip, K },
	{ "containsCIDR", "net.CIDR.(string)bool", contains_cidr, K },
	{ "containsCIDR", "net.CIDR.(net.CIDR)bool", contains_cidr, K },
	{ "ip", "net.CIDR.()net.IP", address_of, K },
	{ "prefixLength", "net.CIDR.()int", prefix_length, K },
	{ "masked", "net.CIDR.()net.CIDR", masked, K },
	{ 0 },
};
