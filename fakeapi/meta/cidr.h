/* SPDX-License-Identifier: Apache-2.0 */
/* cidr.h - IP addresses and CIDR blocks, parsed as by Go's net.ParseIP and net.ParseCIDR, with
 * leading zeros allowed in IPv4 (k8s.io/utils/net's "sloppy" parsers). Pure; any thread. */
#ifndef FAKEAPI_CIDR_H
#define FAKEAPI_CIDR_H

#include "base/str.h"

struct fakeapi__ip {
	unsigned char bytes[16]; /* the first 4 or all */
	unsigned len;		 /* 4 or 16 */
};

struct fakeapi__cidr {
	struct fakeapi__ip ip; /* as written, including bits beyond the prefix */
	unsigned bits;
};

bool fakeapi__ip_parse(struct str text, struct fakeapi__ip *out);
/* Appends the address as Go formats it: RFC 5952. */
void fakeapi__ip_text(const struct fakeapi__ip *ip, struct strbuf *out);
bool fakeapi__cidr_parse(const char *text, struct fakeapi__cidr *out);
/* True if `whole` is larger than `part` and contains it. */
bool fakeapi__cidr_within(const struct fakeapi__cidr *part, const struct fakeapi__cidr *whole);

#endif
