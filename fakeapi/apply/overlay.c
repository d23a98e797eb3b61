/* SPDX-License-Identifier: Apache-2.0 */
/* overlay.c - merges a configuration over an object without managedFields (apiserver's
 * admission/plugin/policy/mutating/patch/smd.go). */
#include "fakeapi/apply/patch.h"
#include "fakeapi/apply/smd.h"

/* A position in the configuration. */
struct spot {
	const struct spot *up;
	const char *name; /* NULL: an item */
	size_t index;
};

static void add_path(struct strbuf *out, const struct spot *s)
{
	if (!s)
		return;
	add_path(out, s->up);
	if (s->name)
		strbuf_addf(out, ".%s", s->name);
	else
		strbuf_addf(out, "[%zu]", s->index);
}

/* Appends the paths of lists, maps and structs that can only be replaced as a whole. */
static void find_atomics(const struct fakeapi__smd *s, const cJSON *v, const struct spot *at,
			 struct strbuf *out)
{
	struct fakeapi__smd below;
	const cJSON *child;
	size_t i = 0;

	if (!cJSON_IsObject(v) && !cJSON_IsArray(v))
		return;
	if (fakeapi__smd_shape(s, v) == FAKEAPI_SHAPE_LEAF) {
		strbuf_addz(out, out->len ? ", " : "");
		add_path(out, at);
	}
	cJSON_ArrayForEach(child, v)
	{
		struct spot here = { at, cJSON_IsObject(v) ? child->string : NULL, i++ };
		bool declared = true;

		below = here.name ? fakeapi__smd_member(s, here.name, &declared)
				  : fakeapi__smd_element(s);
		if (declared)
			find_atomics(&below, child, &here, out);
	}
}

static int check(const struct fakeapi__smd *root, const cJSON *config, struct strbuf *why)
{
	AUTO_STRBUF errors = STRBUF_INIT, atomics = STRBUF_INIT;
	size_t count = 0;

	fakeapi__smd_check(root, config, &errors, &count);
	if (errors.failed)
		return -1;
	if (count) {
		strbuf_addf(why, "failed to convert patch object to typed object: %s",
			    count > 1 ? "errors:" : "");
		for (const char *p = errors.ptr; *p;
		     p += strcspn(p, "\n") + (strchr(p, '\n') != NULL))
			strbuf_addf(why, "%s%.*s", count > 1 ? "\n  " : "", (int)strcspn(p, "\n"),
				    p);
		return -1;
	}
	find_atomics(root, config, NULL, &atomics);
	if (atomics.len)
		strbuf_addf(why,
			    "invalid ApplyConfiguration: may not mutate atomic arrays, maps or "
			    "structs: %s",
			    atomics.ptr);
	return atomics.len || atomics.failed ? -1 : 0;
}

int fakeapi__overlay(const struct fakeapi__resource *res, cJSON **doc, const cJSON *config,
		     struct strbuf *why)
{
	struct fakeapi__lookups names;
	struct fakeapi__smd root;
	cJSON *merged;
	int rc;

	fakeapi__lookups_init(&names);
	root = fakeapi__smd_root(res, &names);
	rc = check(&root, config, why);
	merged = rc == 0 ? fakeapi__smd_merge(&root, *doc, config) : NULL;
	fakeapi__lookups_fini(&names);
	if (why->failed)
		strbuf_clear(why);
	if (!merged)
		return -1;
	cJSON_Delete(*doc);
	*doc = merged;
	return 0;
}
