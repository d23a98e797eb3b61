/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/ranges.h"
#include "base/text/number.h"

#include <stdio.h>

#include "fakeapi/meta/cidr.h"

enum { BITS_MIN = 12, BITS_MAX = 30 };

static int parse_ips(const char *text, struct fakeapi__ip_range *out, struct relist_err *err)
{
	struct fakeapi__cidr block;
	uint32_t base;

	/* The first of two: dual stack is not there. */
	char first[64];

	(void)snprintf(first, sizeof(first), "%.*s", (int)strcspn(text, ","), text);
	if (!fakeapi__cidr_parse(first, &block) || block.ip.len != 4 || block.bits < BITS_MIN ||
	    block.bits > BITS_MAX)
		return relist_err_set(
		    err, RELIST_EINVAL,
		    "service-cluster-ip-range is \"%.60s\", must be an IPv4 block "
		    "of /%d to /%d, as 10.0.0.0/24",
		    text, BITS_MIN, BITS_MAX);
	base = (uint32_t)block.ip.bytes[0] << 24 | (uint32_t)block.ip.bytes[1] << 16 |
	       (uint32_t)block.ip.bytes[2] << 8 | block.ip.bytes[3];
	out->size = UINT32_C(1) << (32 - block.bits);
	out->base = base & ~(out->size - 1);
	return 0;
}

static int parse_ports(const char *text, struct fakeapi__port_range *out, struct relist_err *err)
{
	struct str rest = str_of(text), first = str_cut(&rest, '-');
	uint64_t from, to;

	if (number_parse(first, 65535, &from) && number_parse(rest, 65535, &to) && from >= 1 &&
	    from <= to) {
		*out = (struct fakeapi__port_range) { (unsigned)from, (unsigned)(to - from + 1) };
		return 0;
	}
	return relist_err_set(err, RELIST_EINVAL,
			      "service-node-port-range is \"%.60s\", must be as 30000-32767", text);
}

int fakeapi__ranges_parse(const char *service_ips, const char *node_ports,
			  struct fakeapi__options *core, struct relist_err *err)
{
	int code = 0;

	if (service_ips)
		code = parse_ips(service_ips, &core->service_ips, err);
	if (!code && node_ports)
		code = parse_ports(node_ports, &core->node_ports, err);
	return code;
}
