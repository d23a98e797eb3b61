/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about addresses and CIDRs that are not in canonical form. */

#include "fakeapi/meta/cidr.h"

#include "fakeapi/validation/validate_impl.h"
#include "fakeapi/warnings/warn_impl.h"

/* True for an IPv4 address written as IPv6. */
static bool is_mapped(const char *text, const struct fakeapi__ip *ip)
{
	return ip->len == 4 && strchr(text, ':');
}

static bool leading_zero(const char *text)
{
	for (const char *p = text; *p && *p != '/'; p++)
		if (*p == '0' && (p == text || p[-1] == '.') && p[1] >= '0' && p[1] <= '9')
			return true;
	return false;
}

void fakeapi__warn_ip(warnings_t *w, const path_t *at, const char *text)
{
	AUTO_STRBUF given = STRBUF_INIT;
	AUTO_STRBUF want = STRBUF_INIT;
	struct fakeapi__ip ip;

	if (!fakeapi__ip_parse(str_of(text), &ip))
		return;
	fakeapi__ip_text(&ip, &want);
	fakeapi__go_quote(&given, str_of(text));
	if (want.failed || given.failed)
		w->nomem = true;
	else if (is_mapped(text, &ip) || (ip.len == 4 && leading_zero(text)))
		fakeapi__warn_add(w, at,
				  "non-standard IP address %s will be considered invalid in a "
				  "future Kubernetes release: use \"%s\"",
				  given.ptr, want.ptr);
	else if (strcmp(text, want.ptr) != 0)
		fakeapi__warn_add(w, at,
				  "IPv6 address %s should be in RFC 5952 canonical format (\"%s\")",
				  given.ptr, want.ptr);
}

void fakeapi__warn_cidr(warnings_t *w, const path_t *at, const char *text)
{
	const char *slash = strchr(text, '/');
	AUTO_STRBUF given = STRBUF_INIT, block = STRBUF_INIT, alone = STRBUF_INIT;
	struct fakeapi__cidr cidr, masked;
	bool odd;

	if (!fakeapi__cidr_parse(text, &cidr))
		return;
	masked = cidr;
	for (unsigned i = cidr.bits; i < 8 * cidr.ip.len; i++)
		masked.ip.bytes[i / 8] &= (unsigned char)~(0x80u >> (i % 8));
	fakeapi__go_quote(&given, str_of(text));
	fakeapi__ip_text(&masked.ip, &block);
	strbuf_addf(&block, "/%u", cidr.bits);
	fakeapi__ip_text(&cidr.ip, &alone);
	strbuf_addf(&alone, "/%u", is_mapped(text, &cidr.ip) ? 128 : 8 * cidr.ip.len);
	if (given.failed || block.failed || alone.failed) {
		w->nomem = true;
		return;
	}
	odd = memcmp(masked.ip.bytes, cidr.ip.bytes, cidr.ip.len) != 0;
	if (odd)
		fakeapi__warn_add(w, at,
				  "CIDR value %s is ambiguous in this context (should be \"%s\" or "
				  "\"%s\"?)",
				  given.ptr, block.ptr, alone.ptr);
	if (is_mapped(text, &cidr.ip) || (cidr.ip.len == 4 && leading_zero(text)) ||
	    (slash[1] == '0' && slash[2]))
		fakeapi__warn_add(w, at,
				  "non-standard CIDR value %s will be considered invalid in a "
				  "future Kubernetes release: use \"%s\"",
				  given.ptr, block.ptr);
	else if (!odd && strcmp(text, block.ptr) != 0)
		fakeapi__warn_add(
		    w, at, "IPv6 CIDR value %s should be in RFC 5952 canonical format (\"%s\")",
		    given.ptr, block.ptr);
}
