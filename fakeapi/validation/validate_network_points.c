/* SPDX-License-Identifier: Apache-2.0 */
/* validate_network_points.c - Endpoints and EndpointSlices (k8s.io/kubernetes
 * pkg/apis/core/validation and pkg/apis/discovery/validation). */
#include "fakeapi/meta/cidr.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const char *const protocols[] = { "SCTP", "TCP", "UDP", NULL };

#define NO_ADDRESS "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"

static bool is_zero(const struct fakeapi__ip *ip, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		if (ip->bytes[i])
			return false;
	return true;
}

/* Checks that an address is a valid destination. */
static void check_reachable(causes_t *c, const path_t *at, const char *z,
			    const struct fakeapi__ip *ip)
{
	const unsigned char *b = ip->bytes;
	bool four = ip->len == 4;
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "may not be unspecified (%s)", z);
	if (is_zero(ip, ip->len))
		fakeapi__cause_invalid_str(c, at, str_of(z), text.ptr);
	if (four ? b[0] == 127 : b[15] == 1 && is_zero(ip, 15))
		fakeapi__cause_invalid_str(
		    c, at, str_of(z), "may not be in the loopback range (127.0.0.0/8, ::1/128)");
	if (four ? b[0] == 169 && b[1] == 254 : b[0] == 0xfe && (b[1] & 0xc0) == 0x80)
		fakeapi__cause_invalid_str(
		    c, at, str_of(z),
		    "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
	if (four ? b[0] == 224 && !b[1] && !b[2] : b[0] == 0xff && (b[1] & 0x0f) == 2)
		fakeapi__cause_invalid_str(
		    c, at, str_of(z),
		    "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
}

void fakeapi__check_reachable_ip(causes_t *c, const path_t *at, const char *z)
{
	struct fakeapi__ip ip;

	if (!fakeapi__ip_parse(str_of(z), &ip))
		fakeapi__cause_invalid_str(c, at, str_of(z), NO_ADDRESS);
	else
		check_reachable(c, at, z, &ip);
}

/* --- Endpoints ----------------------------------------------------------------------------- */

static void check_addresses(causes_t *c, const path_t *at, const cJSON *list)
{
	const cJSON *a;
	size_t i = 0;

	cJSON_ArrayForEach(a, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *ip = fakeapi__string(a, "ip"), *host = fakeapi__string(a, "hostname");
		const char *node = fakeapi__string(a, "nodeName");
		struct fakeapi__ip parsed;
		bool good = fakeapi__ip_parse(str_of(ip), &parsed);

		i++;
		if (!good)
			fakeapi__cause_invalid_str(c, PATH(here, "ip"), str_of(ip), NO_ADDRESS);
		if (*host)
			fakeapi__check_format(c, PATH(here, "hostname"), FAKEAPI_DNS_LABEL, host);
		if (*node)
			fakeapi__check_format(c, PATH(here, "nodeName"), FAKEAPI_DNS_SUBDOMAIN,
					      node);
		if (good)
			check_reachable(c, PATH(here, "ip"), ip, &parsed);
		else /* the server reports it twice, too */
			fakeapi__cause_invalid_str(c, PATH(here, "ip"), str_of(ip),
						   "must be a valid IP address");
	}
}

static void check_endpoint_ports(causes_t *c, const path_t *at, const cJSON *list)
{
	bool several = cJSON_GetArraySize(list) > 1;
	const cJSON *p;
	size_t i = 0;

	cJSON_ArrayForEach(p, list)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *port = fakeapi__member(p, "port");
		const char *name = fakeapi__string(p, "name");

		i++;
		if (*name)
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_LABEL, name);
		else if (several)
			fakeapi__cause_required(c, PATH(here, "name"), NULL);
		if (cJSON_IsNumber(port))
			fakeapi__check_port(c, PATH(here, "port"), port);
		else
			fakeapi__cause_invalid_number(c, PATH(here, "port"), 0,
						      "must be between 1 and 65535, inclusive");
		if (fakeapi__check_some(c, PATH(here, "protocol"), fakeapi__member(p, "protocol")))
			fakeapi__check_one_of(c, PATH(here, "protocol"),
					      fakeapi__member(p, "protocol"), protocols);
		if (cJSON_IsString(fakeapi__member(p, "appProtocol")))
			fakeapi__check_format(c, PATH(here, "appProtocol"), FAKEAPI_QUALIFIED_NAME,
					      fakeapi__string(p, "appProtocol"));
	}
}

void fakeapi__check_endpoints(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *at = PATH(NULL, "subsets");
	const cJSON *subsets = fakeapi__member(obj, "subsets"), *s;
	size_t i = 0;

	/* Stored subsets may predate the checks. */
	if (old && fakeapi__equal(subsets, fakeapi__member(old, "subsets")))
		return;
	cJSON_ArrayForEach(s, subsets)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *ready = fakeapi__member(s, "addresses");
		const cJSON *others = fakeapi__member(s, "notReadyAddresses");

		i++;
		if (fakeapi__is_blank(ready) && fakeapi__is_blank(others))
			fakeapi__cause_required(c, here,
						"must specify `addresses` or `notReadyAddresses`");
		check_addresses(c, PATH(here, "addresses"), ready);
		check_addresses(c, PATH(here, "notReadyAddresses"), others);
		check_endpoint_ports(c, PATH(here, "ports"), fakeapi__member(s, "ports"));
	}
}

/* --- EndpointSlices ------------------------------------------------------------------------ */

enum { SLICE_ENDPOINTS_MAX = 1000, SLICE_ADDRESSES_MAX = 100, SLICE_PORTS_MAX = 20000 };

/* Reports the first error of a full domain name, which may end in a dot. */
static void check_domain(causes_t *c, const path_t *at, const char *z)
{
	AUTO_STRBUF name = STRBUF_INIT, wrong = STRBUF_INIT;
	size_t n = strlen(z);

	if (!n) {
		fakeapi__cause_required(c, at, NULL);
		return;
	}
	strbuf_add(&name, z, z[n - 1] == '.' ? n - 1 : n);
	strbuf_addz(&name, "");
	c->nomem |= name.failed;
	if (name.failed)
		return;
	fakeapi__format_check(c->features, FAKEAPI_DNS_SUBDOMAIN, name.len ? name.ptr : "", &wrong);
	for (size_t i = 0; i < wrong.len; i++)
		if (wrong.ptr[i] == '\n')
			wrong.ptr[i] = ',';
	if (wrong.len)
		fakeapi__cause_invalid_str(c, at, strbuf_str(&name), wrong.ptr);
	else if (!strchr(name.ptr, '.'))
		fakeapi__cause_invalid_str(
		    c, at, strbuf_str(&name),
		    "should be a domain with at least two segments separated by dots");
}

static void check_slice_address(causes_t *c, const path_t *list_at, size_t i, const char *z,
				const char *type)
{
	const path_t *at = PATH_AT(list_at, i);
	bool six = strcmp(type, "IPv6") == 0;
	struct fakeapi__ip ip;

	if (strcmp(type, "FQDN") == 0) {
		check_domain(c, at, z);
		return;
	}
	if (!six && strcmp(type, "IPv4") != 0)
		return;
	if (!fakeapi__ip_parse(str_of(z), &ip)) {
		fakeapi__cause_invalid_str(c, at, str_of(z), NO_ADDRESS);
		return;
	}
	if (six != (ip.len == 16))
		fakeapi__cause_invalid_str(c, list_at, str_of(z),
					   six ? "must be an IPv6 address"
					       : "must be an IPv4 address");
	check_reachable(c, at, z, &ip);
}

static void check_slice_ports(causes_t *c, const path_t *at, const cJSON *list)
{
	struct fakeapi__lookup names;
	const cJSON *p;
	size_t i = 0;

	if (cJSON_GetArraySize(list) > SLICE_PORTS_MAX) {
		fakeapi__cause_too_many(c, at, (size_t)cJSON_GetArraySize(list), SLICE_PORTS_MAX);
		return;
	}
	fakeapi__lookup_items(&names, list, "name", list);
	cJSON_ArrayForEach(p, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *name = fakeapi__string(p, "name");

		i++;
		if (*name)
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_LABEL, name);
		if (fakeapi__lookup_again(&names, p))
			fakeapi__cause_duplicate(c, PATH(here, "name"), fakeapi__member(p, "name"));
		if (fakeapi__check_some(c, PATH(here, "protocol"), fakeapi__member(p, "protocol")))
			fakeapi__check_one_of(c, PATH(here, "protocol"),
					      fakeapi__member(p, "protocol"), protocols);
		if (cJSON_IsString(fakeapi__member(p, "appProtocol")))
			fakeapi__check_format(c, PATH(here, "appProtocol"), FAKEAPI_QUALIFIED_NAME,
					      fakeapi__string(p, "appProtocol"));
	}
	fakeapi__lookup_fini(&names);
}

/* Checks the zones or nodes in an endpoint's hints. */
static void check_hints(causes_t *c, const path_t *at, const cJSON *list,
			enum fakeapi__format format)
{
	struct fakeapi__lookup known;
	const cJSON *h;
	size_t i = 0;

	if (cJSON_GetArraySize(list) > 8) {
		fakeapi__cause_too_many(c, at, (size_t)cJSON_GetArraySize(list), 8);
		return;
	}
	fakeapi__lookup_items(&known, list, "name", list);
	cJSON_ArrayForEach(h, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (fakeapi__lookup_again(&known, h))
			fakeapi__cause_duplicate(c, PATH(here, "name"), fakeapi__member(h, "name"));
		fakeapi__check_format(c, PATH(here, "name"), format, fakeapi__string(h, "name"));
	}
	fakeapi__lookup_fini(&known);
}

static void check_slice_endpoint(causes_t *c, const path_t *here, const cJSON *e, const char *type)
{
	const path_t *addresses = PATH(here, "addresses"), *hints = PATH(here, "hints");
	const cJSON *list = fakeapi__member(e, "addresses"), *a;
	const cJSON *host = fakeapi__member(e, "hostname"), *node = fakeapi__member(e, "nodeName");
	size_t n = (size_t)cJSON_GetArraySize(list), k = 0;

	if (n == 0)
		fakeapi__cause_required(c, addresses, "must contain at least 1 address");
	else if (n > SLICE_ADDRESSES_MAX)
		fakeapi__cause_too_many(c, addresses, n, SLICE_ADDRESSES_MAX);
	cJSON_ArrayForEach(a, list)
	{
		check_slice_address(c, addresses, k, fakeapi__text(a), type);
		k++;
	}
	if (cJSON_IsString(node))
		fakeapi__check_format(c, PATH(here, "nodeName"), FAKEAPI_DNS_SUBDOMAIN,
				      node->valuestring);
	fakeapi__check_labels(c, PATH(here, "deprecatedTopology"),
			      fakeapi__member(e, "deprecatedTopology"));
	if (cJSON_IsString(host))
		fakeapi__check_format(c, PATH(here, "hostname"), FAKEAPI_DNS_LABEL,
				      host->valuestring);
	check_hints(c, PATH(hints, "forZones"), fakeapi__dig(e, "hints", "forZones", NULL),
		    FAKEAPI_LABEL_VALUE);
	check_hints(c, PATH(hints, "forNodes"), fakeapi__dig(e, "hints", "forNodes", NULL),
		    FAKEAPI_DNS_SUBDOMAIN);
}

static void check_slice_endpoints(causes_t *c, const cJSON *list, const char *type)
{
	const path_t *at = PATH(NULL, "endpoints");
	size_t i = 0, n = (size_t)cJSON_GetArraySize(list);
	const cJSON *e;

	if (n > SLICE_ENDPOINTS_MAX) {
		fakeapi__cause_too_many(c, at, n, SLICE_ENDPOINTS_MAX);
		return;
	}
	cJSON_ArrayForEach(e, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check_slice_endpoint(c, here, e, type);
	}
}

void fakeapi__check_endpoint_slice(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const types[] = { "FQDN", "IPv4", "IPv6", NULL };
	const char *type = fakeapi__string(obj, "addressType");
	const cJSON *list = fakeapi__member(obj, "endpoints");

	if (fakeapi__check_some(c, PATH(NULL, "addressType"), fakeapi__member(obj, "addressType")))
		fakeapi__check_one_of(c, PATH(NULL, "addressType"),
				      fakeapi__member(obj, "addressType"), types);
	check_slice_ports(c, PATH(NULL, "ports"), fakeapi__member(obj, "ports"));
	if (!old || !fakeapi__equal(list, fakeapi__member(old, "endpoints")))
		check_slice_endpoints(c, list, type);
	if (old)
		fakeapi__check_immutable(c, PATH(NULL, "addressType"),
					 fakeapi__member(obj, "addressType"),
					 fakeapi__member(old, "addressType"));
}
