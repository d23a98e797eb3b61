/* SPDX-License-Identifier: Apache-2.0 */
/* fits_selector.c - whether labels match a label selector. */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static bool has_all(const struct fakeapi__lookup *labels, const cJSON *wanted)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, wanted)
	{
		const cJSON *l = fakeapi__lookup(labels, m->string);

		if (!l || !fakeapi__equal(l, m))
			return false;
	}
	return true;
}

static bool fits_all(const struct fakeapi__lookup *labels, const cJSON *expressions)
{
	const cJSON *m, *v;

	cJSON_ArrayForEach(m, expressions)
	{
		const char *op = fakeapi__string(m, "operator");
		const cJSON *l = fakeapi__lookup(labels, fakeapi__string(m, "key"));
		bool among = false;

		cJSON_ArrayForEach(v, fakeapi__member(m, "values")) among |=
		    l && fakeapi__equal(l, v);
		if ((strcmp(op, "In") == 0 && !among) || (strcmp(op, "NotIn") == 0 && among) ||
		    (strcmp(op, "Exists") == 0 && !l) || (strcmp(op, "DoesNotExist") == 0 && l))
			return false;
	}
	return true;
}

bool fakeapi__fits_selector(const cJSON *selector, const cJSON *labels)
{
	const cJSON *wanted = fakeapi__member(selector, "matchLabels");
	const cJSON *expressions = fakeapi__member(selector, "matchExpressions");
	struct fakeapi__lookup by_name;
	bool all;

	fakeapi__lookup_members(&by_name, labels, labels);
	all = has_all(&by_name, wanted) && fits_all(&by_name, expressions);
	fakeapi__lookup_fini(&by_name);
	return all;
}
