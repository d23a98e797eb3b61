/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/language/known_types.h"

static const struct scn__known_type known_types[] = {
#define NS (1u << 0)
#define ST 0u
#define SC 0u
#define GE 0u
#define UN 0u
#define VI 0u
#define OP (1u << 1) /* not served by default */
#define RESOURCE(si, un, group, version, plural, singular, kind, shorts, cats, verbs, flags, ...)  \
	{ group, version, plural, kind, (flags)&3u, si, un },
#include "fakeapi/tbl/resources.h"
#undef NS
#undef ST
#undef SC
#undef GE
#undef UN
#undef VI
#undef OP
};

enum scn__presence scn__look_up(unsigned release, struct str group, struct str version,
				struct str resource, const struct scn__known_type **known)
{
	const struct scn__known_type *other = NULL, *elsewhen = NULL;

	for (size_t i = 0; i < ARRAY_LEN(known_types); i++) {
		const struct scn__known_type *k = &known_types[i];
		bool in_release = release >= k->since && release <= k->until;

		if ((k->flags & 2u) || !str_eqz(resource, k->resource) || !str_eqz(group, k->group))
			continue;
		*known = k;
		if (in_release && str_eqz(version, k->version))
			return SCN_SERVED;
		if (in_release)
			other = k;
		else if (str_eqz(version, k->version))
			elsewhen = k;
	}
	*known = elsewhen ? elsewhen : other;
	if (*known)
		return elsewhen ? SCN_OTHER_RELEASE : SCN_OTHER_VERSION;
	return group.len && memchr(group.ptr, '.', group.len) ? SCN_CUSTOM : SCN_NO_GROUP;
}

bool scn__is_removed(unsigned release, struct str group, struct str version, struct str resource)
{
	const struct scn__known_type *known;
	enum scn__presence p = scn__look_up(release, group, version, resource, &known);

	return group.len && str_contains(version, STR("beta")) &&
	       (p == SCN_OTHER_VERSION || p == SCN_NO_GROUP);
}

unsigned scn__release(const struct scn__world *w)
{
	static const unsigned releases[] = { 34, 31, 32, 33, 35, 36, 37 }; /* as in tbl/world.h */

	return releases[w->kubernetes];
}
