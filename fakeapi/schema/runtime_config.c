/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/runtime_config.h"

#include "base/text/parse_bool.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/schema/builtins.h"

/* From general to specific, in kube-apiserver's order (MergeAPIResourceConfigs). */
enum { ALL, STAGE, VERSION, RESOURCE, CLASSES };

static const char *stage_of(const struct fakeapi__resource *res)
{
	return strstr(res->version, "alpha")  ? "api/alpha"
	       : strstr(res->version, "beta") ? "api/beta"
					      : "api/ga";
}

/* The class of an entry that matches this type; CLASSES: it does not. */
static int class_of(struct str entry, const struct fakeapi__resource *res)
{
	char text[320];
	int n = snprintf(text, sizeof(text), "%s%s%s/%s", res->group, *res->group ? "/" : "",
			 res->version, res->resource);
	size_t version = (size_t)n - strlen(res->resource) - 1;

	if (str_eqz(entry, "api/all"))
		return ALL;
	if (str_eqz(entry, stage_of(res)))
		return STAGE;
	if (str_eq(entry, (struct str) { text, version }))
		return VERSION;
	return str_eqz(entry, text) ? RESOURCE : CLASSES;
}

struct setting {
	struct str key, value;
	bool on; /* "true" unless it has a value that says otherwise */
	bool boolean;
};

/* The next entry of "key=value,key"; false: none. White space around both is no part of them. */
static bool next_setting(const char **p, struct setting *out)
{
	size_t len;

	*p += **p == ',';
	if (!**p)
		return false;
	len = strcspn(*p, ",=");
	*out = (struct setting) { .key = str_trim_space((struct str) { *p, len }),
				  .on = true,
				  .boolean = true };
	*p += len;
	if (**p == '=') {
		len = strcspn(++*p, ",");
		out->value = str_trim_space((struct str) { *p, len });
		out->boolean = text_parse_bool(out->value, &out->on);
		*p += len;
	}
	return true;
}

static bool wanted(const struct fakeapi__resource *res, bool usual, void *user)
{
	const char *p = user;
	struct setting entry;
	bool on = usual;
	int best = -1;

	if (usual)
		return true;
	while (next_setting(&p, &entry)) {
		int class = class_of(entry.key, res);

		if (class < CLASSES && class >= best) {
			best = class;
			on = entry.on;
		}
	}
	return on;
}

void fakeapi__runtime_config(struct fakeapi__registry *reg, const char *config)
{
	if (config && *config)
		fakeapi__registry_choose(reg, wanted, (void *)(uintptr_t)config);
}

static bool is_class(struct str key)
{
	static const char *const classes[] = { "api/all", "api/ga", "api/beta", "api/alpha" };

	for (size_t i = 0; i < ARRAY_LEN(classes); i++)
		if (str_eqz(key, classes[i]))
			return true;
	return false;
}

static bool is_group(struct str name)
{
	for (unsigned r = FAKEAPI_RELEASE_OLDEST; r <= FAKEAPI_RELEASE_NEWEST; r++) {
		const struct fakeapi__builtins *b = fakeapi__builtins_of(r);

		for (size_t i = 0; i < b->count; i++)
			if (str_eqz(name, b->rows[i].group))
				return true;
	}
	return false;
}

/* The group of "group/version" or "group/version/resource"; {NULL, 0}: neither. Version v1 of the
 * core group, and its resources, have no group. */
static struct str group_of(struct str key)
{
	size_t slashes = 0, first = key.len;

	for (size_t i = 0; i < key.len; i++) {
		if (key.ptr[i] != '/')
			continue;
		first = slashes++ ? first : i;
	}
	if (str_eqz((struct str) { key.ptr, first }, "v1") && slashes <= 1)
		return STR("");
	return slashes == 1 || slashes == 2 ? (struct str) { key.ptr, first }
					    : (struct str) { NULL, 0 };
}

int fakeapi__runtime_config_check(const char *config, struct relist_err *err)
{
	const char *p = config ? config : "";
	struct setting entry;

	while (next_setting(&p, &entry)) {
		struct str group = group_of(entry.key);

		if (!entry.key.len && !entry.value.ptr)
			continue;
		if (!is_class(entry.key) && !group.ptr)
			return relist_err_set(err, RELIST_EINVAL,
					      "runtime-config invalid key " STR_FMT,
					      STR_ARG(entry.key));
		if (!is_class(entry.key) && !is_group(group))
			return relist_err_set(err, RELIST_EINVAL,
					      "runtime-config: unknown api groups " STR_FMT,
					      STR_ARG(group));
		if (!entry.boolean)
			return relist_err_set(err, RELIST_EINVAL,
					      "runtime-config: invalid value " STR_FMT "=" STR_FMT,
					      STR_ARG(entry.key), STR_ARG(entry.value));
	}
	return 0;
}

bool fakeapi__runtime_config_knows(struct str entry)
{
	for (unsigned r = FAKEAPI_RELEASE_OLDEST; r <= FAKEAPI_RELEASE_NEWEST; r++) {
		const struct fakeapi__builtins *b = fakeapi__builtins_of(r);

		for (size_t i = 0; i < b->count; i++)
			if ((b->rows[i].flags & FAKEAPI_RES_OPTIONAL) &&
			    class_of(entry, &b->rows[i]) < CLASSES)
				return true;
	}
	return false;
}
