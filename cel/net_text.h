/* SPDX-License-Identifier: Apache-2.0 */
/* net_text.h - IP addresses and CIDR blocks as text. */
#ifndef CEL_NET_TEXT_H
#define CEL_NET_TEXT_H

#include "cel/functions.h"

struct cel__address {
	uint8_t bytes[16]; /* IPv4: the first 4 */
	uint8_t bits;	   /* 32 or 128 */
};

/* net.IP and net.CIDR */
struct cel__net {
	struct cel_opaque head;
	struct cel__address address;
	unsigned prefix; /* of a CIDR */
};

/* True, or an error in *error. */
bool cel__parse_ip(struct cel_run *run, struct str s, struct cel__address *out,
		   struct cel_value *error);
bool cel__parse_cidr(struct cel_run *run, struct str s, struct cel__net *out,
		     struct cel_value *error);

#endif
