/* SPDX-License-Identifier: Apache-2.0 */
/* lib_net.c - IP addresses and CIDR blocks as in Go's net/netip, without zones and without
 * IPv4-mapped IPv6 addresses. */
#include "cel/lib.h"
#include "cel/net_text.h"

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

static void write_address(struct strbuf *out, const struct cel__address *a)
{
	if (a->bits == 32)
		strbuf_addf(out, "%u.%u.%u.%u", a->bytes[0], a->bytes[1], a->bytes[2], a->bytes[3]);
	else
		write_ipv6(out, a->bytes);
}

/* --- values --- */

static bool equal(const struct cel_opaque *a, const struct cel_opaque *b)
{
	const struct cel__net *x = (const struct cel__net *)(const void *)a;
	const struct cel__net *y = (const struct cel__net *)(const void *)b;

	return x->address.bits == y->address.bits && x->prefix == y->prefix &&
	       memcmp(x->address.bytes, y->address.bytes, sizeof(x->address.bytes)) == 0;
}

static struct cel_value make(struct cel_run *run, const char *type, const struct cel__address *a,
			     unsigned prefix)
{
	struct cel__net *made = cel__alloc(&run->arena, sizeof(*made));

	if (!made)
		return cel__exhausted(run);
	*made = (struct cel__net) { { cel_type_named(str_of(type)), equal }, *a, prefix };
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &made->head };
}

static const struct cel__net *net_of(struct cel_value v)
{
	return (const struct cel__net *)(const void *)v.as.opaque;
}

FN(ip)
{
	struct cel_value error;
	struct cel__address address;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel__parse_ip(run, cel_str(a[0]), &address, &error)
		   ? make(run, "net.IP", &address, 0)
		   : error;
}

FN(is_ip)
{
	struct cel_value error;
	struct cel__address address;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bool(cel__parse_ip(run, cel_str(a[0]), &address, &error));
}

FN(is_canonical)
{
	AUTO_STRBUF b = STRBUF_INIT;
	struct cel_value error;
	struct cel__address address;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	if (!cel__parse_ip(run, cel_str(a[0]), &address, &error))
		return error;
	write_address(&b, &address);
	return cel_of_bool(str_eq(strbuf_str(&b), cel_str(a[0])));
}

FN(text_of)
{
	AUTO_STRBUF b = STRBUF_INIT;
	const struct cel__net *x = net_of(a[0]);

	(void)n;
	write_address(&b, &x->address);
	if (str_eqz(x->head.type->name, "net.CIDR"))
		strbuf_addf(&b, "/%u", x->prefix);
	return cel__take_text(run, &b);
}

FN(family)
{
	UNUSED;
	return cel_of_int(net_of(a[0])->address.bits == 32 ? 4 : 6);
}

static bool all_zero(const struct cel__address *a, unsigned from)
{
	for (unsigned i = from; i < a->bits / 8U; i++)
		if (a->bytes[i])
			return false;
	return true;
}

static bool unspecified(const struct cel__address *a)
{
	return all_zero(a, 0);
}

static bool loopback(const struct cel__address *a)
{
	static const uint8_t one[16] = { [15] = 1 };

	return a->bits == 32 ? a->bytes[0] == 127 : memcmp(a->bytes, one, 16) == 0;
}

static bool multicast(const struct cel__address *a)
{
	return a->bits == 32 ? a->bytes[0] >> 4 == 14 : a->bytes[0] == 0xff;
}

static bool link_local_multicast(const struct cel__address *a)
{
	if (a->bits == 32)
		return a->bytes[0] == 224 && !a->bytes[1] && !a->bytes[2];
	return a->bytes[0] == 0xff && (a->bytes[1] & 0x0f) == 2;
}

static bool link_local_unicast(const struct cel__address *a)
{
	if (a->bits == 32)
		return a->bytes[0] == 169 && a->bytes[1] == 254;
	return a->bytes[0] == 0xfe && (a->bytes[1] & 0xc0) == 0x80;
}

static bool global_unicast(const struct cel__address *a)
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
	struct cel__net x = { 0 };
	struct cel_value error;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel__parse_cidr(run, cel_str(a[0]), &x, &error)
		   ? make(run, "net.CIDR", &x.address, x.prefix)
		   : error;
}

FN(is_cidr)
{
	struct cel__net x = { 0 };
	struct cel_value error;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bool(cel__parse_cidr(run, cel_str(a[0]), &x, &error));
}

static bool within(const struct cel__net *whole, const struct cel__address *part)
{
	unsigned full = whole->prefix / 8, rest = whole->prefix % 8;

	if (whole->address.bits != part->bits || memcmp(whole->address.bytes, part->bytes, full))
		return false;
	return !rest || !((whole->address.bytes[full] ^ part->bytes[full]) >> (8 - rest));
}

FN(contains_ip)
{
	struct cel_value error;
	struct cel__address address;

	(void)n;
	if (a[1].kind == CEL_OPAQUE)
		return cel_of_bool(within(net_of(a[0]), &net_of(a[1])->address));
	if (!cel__parse_ip(run, cel_str(a[1]), &address, &error))
		return cel_error(run, "no such overload");
	return cel_of_bool(within(net_of(a[0]), &address));
}

FN(contains_cidr)
{
	struct cel__net read = { 0 };
	const struct cel__net *part = &read;
	struct cel_value error;

	(void)n;
	if (a[1].kind == CEL_OPAQUE)
		part = net_of(a[1]);
	else if (!cel__parse_cidr(run, cel_str(a[1]), &read, &error))
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
	UNUSED;
	return cel_of_int(net_of(a[0])->prefix);
}

FN(masked)
{
	struct cel__net x = *net_of(a[0]);

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
