/* SPDX-License-Identifier: Apache-2.0 */
/* plugin_list.c - the names of all plug-ins and which are enabled. */
#include "base/str.h"
#include "base/suggest.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/core.h"

static const struct {
	const char *name;
	bool cluster, alone;
} known[FAKEAPI_PLUGIN_COUNT] = {
#define ADMISSION(name, cluster, alone) { #name, cluster, alone },
#include "fakeapi/tbl/plugins.h"
#undef ADMISSION
};

_Static_assert((int)FAKEAPI_PLUGIN_COUNT <= 64, "a bit for each plug-in");

static int find(struct str name)
{
	for (size_t i = 0; i < FAKEAPI_PLUGIN_COUNT; i++)
		if (str_eqz(name, known[i].name))
			return (int)i;
	return -1;
}

int fakeapi__plugins_parse(const char *names, const char *flag, uint64_t *bits,
			   struct relist_err *err)
{
	*bits = 0;
	for (const char *p = names; p && *p;) {
		struct str name = { p, strcspn(p, ",") };
		int i = find(name);
		char hint[80];

		p += name.len + (p[name.len] == ',');
		if (!name.len)
			continue;
		if (i < 0) {
			suggest_text(name, known, ARRAY_LEN(known), sizeof(*known), hint,
				     sizeof(hint));
			return relist_err_set(err, RELIST_EINVAL, "%s plugin \"%.*s\" is unknown%s",
					      flag, (int)(name.len < 80 ? name.len : 80), name.ptr,
					      hint);
		}
		*bits |= UINT64_C(1) << i;
	}
	return 0;
}

int fakeapi__plugins_apart(uint64_t on, uint64_t off, struct relist_err *err)
{
	for (size_t i = 0; i < FAKEAPI_PLUGIN_COUNT; i++)
		if (on & off & UINT64_C(1) << i)
			return relist_err_set(err, RELIST_EINVAL,
					      "[%s] in enable-admission-plugins and "
					      "disable-admission-plugins overlapped",
					      known[i].name);
	return 0;
}

bool fakeapi__plugin_on(const struct fakeapi__options *opt, enum fakeapi__plugin plugin)
{
	uint64_t bit = UINT64_C(1) << plugin;

	if (!opt)
		return known[plugin].alone;
	if (opt->plugins_off & bit)
		return false;
	return (opt->plugins_on & bit) ||
	       (opt->cluster ? known[plugin].cluster : known[plugin].alone);
}
