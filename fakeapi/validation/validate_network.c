/* SPDX-License-Identifier: Apache-2.0 */
/* validate_network.c - network policies. */
#include "fakeapi/meta/cidr.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* --- network policies --- */

static void check_policy_port(causes_t *c, const path_t *at, const cJSON *p)
{
	static const char *const protocols[] = { "TCP", "UDP", "SCTP", NULL };
	const cJSON *port = fakeapi__member(p, "port"), *end = fakeapi__member(p, "endPort");
	const cJSON *protocol = fakeapi__member(p, "protocol");
	const path_t *end_at = PATH(at, "endPort");

	if (protocol && !cJSON_IsNull(protocol))
		fakeapi__check_one_of(c, PATH(at, "protocol"), protocol, protocols);
	if (cJSON_IsNumber(port)) {
		fakeapi__check_port(c, PATH(at, "port"), port);
		if (!cJSON_IsNumber(end))
			return;
		if (end->valuedouble < port->valuedouble)
			fakeapi__cause_invalid(c, end_at,
					       fakeapi__changed(c->features,
								FAKEAPI_CHANGE_END_PORT_VALUE)
						   ? end
						   : port,
					       "must be greater than or equal to `port`");
		fakeapi__check_port(c, end_at, end);
		return;
	}
	if (cJSON_IsNumber(end))
		fakeapi__cause_invalid(c, end_at, end,
				       cJSON_IsString(port)
					   ? "may not be specified when `port` is non-numeric"
					   : "may not be specified when `port` is not specified");
	if (cJSON_IsString(port))
		fakeapi__check_format(c, PATH(at, "port"), FAKEAPI_PORT_NAME, port->valuestring);
}

/* Blocks of the old object are not checked again. */
static void check_block(causes_t *c, const path_t *at, const cJSON *block,
			const struct fakeapi__lookup *known)
{
	static const char wrong[] =
	    "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
	const cJSON *cidr = fakeapi__member(block, "cidr"), *e;
	const path_t *except = PATH(at, "except");
	struct fakeapi__cidr whole, part;
	bool good;
	size_t i = 0;

	if (!fakeapi__check_some(c, PATH(at, "cidr"), cidr))
		return;
	good = cJSON_IsString(cidr) && fakeapi__cidr_parse(cidr->valuestring, &whole);
	if (!good && !fakeapi__lookup(known, fakeapi__string(block, "cidr")))
		fakeapi__cause_invalid(c, PATH(at, "cidr"), cidr, wrong);
	if (!good)
		return;
	cJSON_ArrayForEach(e, fakeapi__member(block, "except"))
	{
		const path_t *here = PATH_AT(except, i);
		const char *text = fakeapi__text(e);

		i++;
		if (fakeapi__cidr_parse(text, &part)) {
			if (!fakeapi__cidr_within(&part, &whole))
				fakeapi__cause_invalid(c, here, e,
						       "must be a strict subset of `cidr`");
		} else if (!fakeapi__lookup(known, text)) {
			fakeapi__cause_invalid(c, here, e, wrong);
		}
	}
}

static void check_peer(causes_t *c, const path_t *at, const cJSON *peer,
		       const struct fakeapi__lookup *known)
{
	static const char *const selectors[] = { "podSelector", "namespaceSelector" };
	const cJSON *block = fakeapi__member(peer, "ipBlock");
	size_t peers = 0;

	for (size_t i = 0; i < ARRAY_LEN(selectors); i++) {
		const cJSON *s = fakeapi__member(peer, selectors[i]);

		if (!cJSON_IsObject(s))
			continue;
		peers++;
		fakeapi__check_selector(c, PATH(at, selectors[i]), s);
	}
	if (cJSON_IsObject(block))
		check_block(c, PATH(at, "ipBlock"), block, known);
	if (peers == 0 && !cJSON_IsObject(block))
		fakeapi__cause_required(c, at, "must specify a peer");
	else if (peers > 0 && cJSON_IsObject(block))
		fakeapi__cause_forbidden(c, at, "may not specify both ipBlock and another peer");
}

static void check_rules(causes_t *c, const path_t *at, const cJSON *rules, const char *side,
			const struct fakeapi__lookup *known)
{
	const cJSON *r, *m;
	size_t i = 0, n;

	cJSON_ArrayForEach(r, rules)
	{
		const path_t *here = PATH_AT(at, i), *ports = PATH(here, "ports"),
			     *peers = PATH(here, side);

		i++;
		n = 0;
		cJSON_ArrayForEach(m, fakeapi__member(r, "ports"))
		{
			const path_t *one = PATH_AT(ports, n);

			n++;
			check_policy_port(c, one, m);
		}
		n = 0;
		cJSON_ArrayForEach(m, fakeapi__member(r, side))
		{
			const path_t *one = PATH_AT(peers, n);

			n++;
			check_peer(c, one, m, known);
		}
	}
}

static const struct {
	const char *rules, *side;
} directions[] = { { "ingress", "from" }, { "egress", "to" } };

/* Copies all CIDRs of the old policy into a list of strings. */
static cJSON *old_blocks(const cJSON *spec)
{
	cJSON *list = cJSON_CreateArray();
	const cJSON *r, *p, *e;
	bool ok = list != NULL;

	for (size_t i = 0; i < ARRAY_LEN(directions) && ok; i++) {
		cJSON_ArrayForEach(r, fakeapi__member(spec, directions[i].rules))
		{
			cJSON_ArrayForEach(p, fakeapi__member(r, directions[i].side))
			{
				const cJSON *block = fakeapi__member(p, "ipBlock");
				const char *cidr = fakeapi__string(block, "cidr");

				ok = ok && cJSON_AddItemToArray(list, cJSON_CreateString(cidr));
				cJSON_ArrayForEach(e, fakeapi__member(block, "except")) ok =
				    ok && cJSON_AddItemToArray(list, cJSON_Duplicate(e, false));
			}
		}
	}
	if (ok)
		return list;
	cJSON_Delete(list);
	return NULL;
}

void fakeapi__check_network_policy(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const types[] = { "Ingress", "Egress", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec"), *t;
	const cJSON *listed = fakeapi__member(spec, "policyTypes");
	cJSON *blocks = old_blocks(fakeapi__member(old, "spec"));
	const path_t *types_at = PATH(&spec_at, "policyTypes");
	struct fakeapi__lookup known;
	size_t i = 0;

	if (!blocks) {
		c->nomem = true;
		return;
	}
	fakeapi__check_selector(c, PATH(&spec_at, "podSelector"),
				fakeapi__dig(obj, "spec", "podSelector", NULL));
	fakeapi__lookup_items(&known, blocks, NULL, spec);
	for (size_t d = 0; d < ARRAY_LEN(directions); d++)
		check_rules(c, PATH(&spec_at, directions[d].rules),
			    fakeapi__member(spec, directions[d].rules), directions[d].side, &known);
	fakeapi__lookup_fini(&known);
	cJSON_Delete(blocks);
	if (cJSON_GetArraySize(listed) > 2) {
		fakeapi__cause_invalid(c, types_at, listed,
				       "may not specify more than two policyTypes");
		return;
	}
	cJSON_ArrayForEach(t, listed)
	{
		const path_t *here = PATH_AT(types_at, i);

		i++;
		fakeapi__check_one_of(c, here, t, types);
	}
}
