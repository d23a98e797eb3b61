/* SPDX-License-Identifier: Apache-2.0 */
/* found.c - lookups in the store and refusals, for plug-ins. */
#include <stdarg.h>

#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/stages.h"

int fakeapi__found(struct fakeapi__call *c, const char *group, const char *resource, struct str ns,
		   const char *name, cJSON **out)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, str_of(group), str_of(resource), false);
	const struct fakeapi__version *v = b ? fakeapi__bucket_get(b, ns, str_of(name)) : NULL;

	*out = v ? fakeapi__parse(fakeapi__version_json(v)) : NULL;
	return v && !*out ? -1 : 0;
}

size_t fakeapi__admission_count(const struct fakeapi__core *core)
{
	static const struct {
		const char *group, *resource;
	} rows[] = { { "", "limitranges" },
		     { "", "resourcequotas" },
		     { "storage.k8s.io", "storageclasses" },
		     { "networking.k8s.io", "ingressclasses" } };
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct fakeapi__bucket *b =
		    fakeapi__store_bucket((struct fakeapi__store *)(uintptr_t)&core->store,
					  str_of(rows[i].group), str_of(rows[i].resource), false);

		n += b ? b->live : 0;
	}
	return n;
}

int fakeapi__found_all(struct fakeapi__call *c, const char *group, const char *resource,
		       struct str ns, cJSON **out)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, str_of(group), str_of(resource), false);
	struct fakeapi__walk walk = fakeapi__walk_in_steps(c->core, b, FAKEAPI_WALK_COSTLY);
	AUTO_STRBUF key = STRBUF_INIT;

	*out = NULL;
	strbuf_adds(&key, ns);
	if (ns.len)
		strbuf_addc(&key, '/');
	if (key.failed)
		return -1;
	if (b)
		walk.at = fakeapi__bucket_lower(b, strbuf_str(&key));
	while (fakeapi__walk(&walk) && str_eq(fakeapi__entry_ns(walk.entry), ns)) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		cJSON *one;

		if (!v)
			continue;
		one = fakeapi__parse(fakeapi__version_json(v));
		if (!*out)
			*out = cJSON_CreateArray();
		if (!one || !*out || !cJSON_AddItemToArray(*out, one)) {
			cJSON_Delete(one);
			cJSON_Delete(*out);
			*out = NULL;
			return -1;
		}
	}
	return 0;
}

const char *fakeapi__admission_name(const cJSON *obj)
{
	const char *name = fakeapi__meta_str(obj, "name");

	if (!*name)
		name = fakeapi__meta_str(obj, "generateName");
	return *name ? name : "Unknown";
}

int fakeapi__admission_forbid(struct fakeapi__call *c, const char *name, const char *why)
{
	(void)fakeapi__status_set(&c->st, 403, "Forbidden", "%s%s%s \"%s\" is forbidden: %s",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  name, why);
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	return -1;
}

int fakeapi__forbid_why(struct fakeapi__call *c, const cJSON *obj, const char *fmt, ...)
{
	AUTO_STRBUF why = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&why, fmt, ap);
	va_end(ap);
	return why.failed ? -1
			  : fakeapi__admission_forbid(c, fakeapi__admission_name(obj), why.ptr);
}
