/* SPDX-License-Identifier: Apache-2.0 */
/* validate_addresses.c - IPAddresses and ServiceCIDRs (pkg/apis/networking/validation). */
#include "fakeapi/meta/cidr.h"

#include "fakeapi/validation/validate_impl.h"

static const char no_zeros[] = "must not have leading 0s";

/* True for an IPv4 address written as IPv6. */
static bool is_mapped(const char *z, const struct fakeapi__ip *ip)
{
	return ip->len == 4 && strchr(z, ':');
}

/* True if a part of a dotted address has a leading zero. */
static bool has_leading_zero(const char *z)
{
	bool begins = true;

	if (strchr(z, ':'))
		z = strchr(z, '.') ? strrchr(z, ':') + 1 : "";
	for (; *z && *z != '/'; z++) {
		if (begins && *z == '0' && z[1] >= '0' && z[1] <= '9')
			return true;
		begins = *z == '.';
	}
	return false;
}

static void check_canonical(causes_t *c, const path_t *at, const char *z, const struct strbuf *text)
{
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_addz(&why, "must be in canonical form (");
	fakeapi__go_quote(&why, strbuf_str(text));
	strbuf_addc(&why, ')');
	c->nomem |= why.failed || text->failed;
	if (!text->failed && !why.failed && !str_eqz(strbuf_str(text), z))
		fakeapi__cause_invalid_str(c, at, str_of(z), why.ptr);
}

static void check_ip(causes_t *c, const path_t *at, const char *z)
{
	struct fakeapi__ip ip;
	AUTO_STRBUF text = STRBUF_INIT;

	if (!fakeapi__ip_parse(str_of(z), &ip)) {
		fakeapi__cause_invalid_str(c, at, str_of(z),
					   "must be a valid IP address, (e.g. 10.9.8.7 or "
					   "2001:db8::ffff)");
		return;
	}
	fakeapi__ip_text(&ip, &text);
	if (has_leading_zero(z))
		fakeapi__cause_invalid_str(c, at, str_of(z), no_zeros);
	else if (is_mapped(z, &ip))
		fakeapi__cause_invalid_str(c, at, str_of(z),
					   "must not be an IPv4-mapped IPv6 address");
	else
		check_canonical(c, at, z, &text);
}

/* The block's address with the host bits cleared. */
static struct fakeapi__ip masked(const struct fakeapi__cidr *block)
{
	struct fakeapi__ip ip = block->ip;

	for (unsigned bit = block->bits; bit < ip.len * 8; bit++)
		ip.bytes[bit / 8] &= (unsigned char)~(0x80 >> bit % 8);
	return ip;
}

static bool check_cidr(causes_t *c, const path_t *at, const char *z, struct fakeapi__cidr *block)
{
	const char *prefix = strrchr(z, '/');
	struct fakeapi__ip base;
	AUTO_STRBUF text = STRBUF_INIT;

	if (!fakeapi__cidr_parse(z, block)) {
		fakeapi__cause_invalid_str(c, at, str_of(z),
					   "must be a valid CIDR value, (e.g. 10.9.8.0/24 or "
					   "2001:db8::/64)");
		return false;
	}
	base = masked(block);
	fakeapi__ip_text(&base, &text);
	strbuf_addf(&text, "/%u", block->bits);
	if (has_leading_zero(z) || (prefix && prefix[1] == '0' && prefix[2]))
		fakeapi__cause_invalid_str(c, at, str_of(z),
					   "must not have leading 0s in IP or prefix length");
	else if (is_mapped(z, &block->ip))
		fakeapi__cause_invalid_str(c, at, str_of(z),
					   "must not have an IPv4-mapped IPv6 address");
	else if (memcmp(base.bytes, block->ip.bytes, base.len) != 0)
		fakeapi__cause_invalid_str(c, at, str_of(z),
					   "must not have bits set beyond the prefix length");
	else
		check_canonical(c, at, z, &text);
	return true;
}

static void check_segment(causes_t *c, const path_t *at, const cJSON *ref, const char *name,
			  bool needed)
{
	const char *z = fakeapi__string(ref, name);

	if (*z)
		fakeapi__check_format(c, PATH(at, name), FAKEAPI_PATH_SEGMENT, z);
	else if (needed)
		fakeapi__cause_required(c, PATH(at, name), NULL);
}

void fakeapi__check_ip_address(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(PATH(NULL, "spec"), "parentRef");
	const cJSON *ref = fakeapi__dig(obj, "spec", "parentRef", NULL);
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), "name");

	if (old) {
		if (!fakeapi__equal(ref, fakeapi__dig(old, "spec", "parentRef", NULL)))
			fakeapi__cause_invalid_internal(c, at, ref,
							FAKEAPI_INTERNAL_PARENT_REFERENCE,
							"field is immutable");
		return;
	}
	if (*name)
		check_ip(c, PATH(PATH(NULL, "metadata"), "name"), name);
	if (!cJSON_IsObject(ref)) {
		fakeapi__cause_required(c, at, NULL);
		return;
	}
	if (*fakeapi__string(ref, "group"))
		fakeapi__check_format(c, PATH(at, "group"), FAKEAPI_DNS_SUBDOMAIN,
				      fakeapi__string(ref, "group"));
	check_segment(c, at, ref, "resource", true);
	check_segment(c, at, ref, "name", true);
	check_segment(c, at, ref, "namespace", false);
}

static void check_cidrs(causes_t *c, const path_t *at, const cJSON *list)
{
	struct fakeapi__cidr blocks[2];
	int n = cJSON_GetArraySize(list), good = 0;
	const cJSON *m;
	size_t i = 0;

	if (n == 0) {
		fakeapi__cause_required(c, at, "at least one CIDR required");
		return;
	}
	if (n > 2) {
		cJSON *shown = cJSON_CreateObject(), *copy = cJSON_Duplicate(list, true);

		if (!shown || !copy || !cJSON_AddItemToObject(shown, "CIDRs", copy)) {
			cJSON_Delete(copy);
			c->nomem = true;
		}
		fakeapi__cause_invalid(c, at, shown, "may only hold up to 2 values");
		cJSON_Delete(shown);
		return;
	}
	cJSON_ArrayForEach(m, list)
	{
		good += check_cidr(c, PATH_AT(at, i), fakeapi__text(m), &blocks[i]);
		i++;
	}
	if (good == 2 && blocks[0].ip.len == blocks[1].ip.len)
		fakeapi__cause_invalid(c, at, list,
				       "may specify no more than one IP for each IP family, i.e "
				       "192.168.0.0/24 and 2001:db8::/64");
}

void fakeapi__check_service_cidr(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char fixed[] = "field is immutable";
	const path_t *at = PATH(PATH(NULL, "spec"), "cidrs");
	const cJSON *list = fakeapi__dig(obj, "spec", "cidrs", NULL);
	const cJSON *had = fakeapi__dig(old, "spec", "cidrs", NULL), *h = had ? had->child : NULL;
	int now = cJSON_GetArraySize(list), before = cJSON_GetArraySize(had);
	size_t i = 0;

	if (!old) {
		check_cidrs(c, at, list);
		return;
	}
	if (now != before && (now != 2 || before != 1)) {
		fakeapi__cause_invalid(c, at, list, fixed);
		return;
	}
	for (const cJSON *m = list ? list->child : NULL; m && h; m = m->next, h = h->next, i++)
		if (strcmp(fakeapi__text(m), fakeapi__text(h)) != 0)
			fakeapi__cause_invalid(c, PATH_AT(at, i), m, fixed);
	if (now != before)
		check_cidrs(c, at, list);
}
