/* SPDX-License-Identifier: Apache-2.0 */
/* dns.h - DNS names of RFC 1123 as k8s.io/apimachinery/pkg/util/validation reads them.
 *
 * The functions check the grammar. Callers check the length, because some places of Kubernetes
 * report it apart and some have another limit.
 */
#ifndef BASE_TEXT_DNS_H
#define BASE_TEXT_DNS_H

#include "base/text/ascii.h"

enum { DNS_LABEL_LEN_MAX = 63, DNS_SUBDOMAIN_LEN_MAX = 253 };

/* [a-z0-9]([-a-z0-9]*[a-z0-9])? */
static inline bool dns_is_label(struct str s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		if (!ascii_is_lower(c) && !ascii_is_digit(c) &&
		    (c != '-' || i == 0 || i + 1 == s.len))
			return false;
	}
	return s.len > 0;
}

/* Labels with dots between them. */
static inline bool dns_is_subdomain(struct str s)
{
	size_t from = 0;

	for (size_t i = 0; i <= s.len; i++) {
		if (i < s.len && s.ptr[i] != '.')
			continue;
		if (!dns_is_label((struct str) { s.ptr + from, i - from }))
			return false;
		from = i + 1;
	}
	return true;
}

#endif
