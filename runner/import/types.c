/* SPDX-License-Identifier: Apache-2.0 */
/* types.c - finds the type of a kind or a path. A type that is not built in is a custom type, whose
 * plural is guessed if only the kind is known. */
#include "runner/import/impl.h"

static struct imp__type *add_type(struct imp__import *im, struct str group, struct str version,
				  struct str resource)
{
	struct imp__type *t = runner__arena_alloc(&im->arena, sizeof(*t));
	AUTO_STRBUF key = STRBUF_INIT;

	if (!t)
		return NULL;
	if (group.len)
		strbuf_addf(&key, STR_FMT "/", STR_ARG(group));
	strbuf_addf(&key, STR_FMT "/" STR_FMT, STR_ARG(version), STR_ARG(resource));
	t->key = imp__copy(im, strbuf_str(&key));
	t->group = imp__copy(im, group);
	t->version = imp__copy(im, version);
	t->resource = imp__copy(im, resource);
	t->namespaced = true;
	if (key.failed || im->arena.failed || map_put(&im->types, t->key, t, NULL))
		return NULL;
	return t;
}

static void set_kept(struct imp__import *im, struct imp__type *t, struct str group)
{
	AUTO_STRBUF kept = STRBUF_INIT;

	strbuf_addf(&kept, STR_FMT "/" STR_FMT, STR_ARG(group), STR_ARG(t->resource));
	im->arena.failed |= kept.failed;
	t->kept = imp__copy(im, strbuf_str(&kept));
}

static void built_in(struct imp__import *im, struct imp__type *t, const struct fakeapi__resource *r)
{
	t->known = r;
	t->kind = imp__copy(im, str_of(r->kind));
	if (r->storage_group)
		set_kept(im, t, str_of(r->storage_group));
	t->namespaced = (r->flags & FAKEAPI_RES_NAMESPACED) != 0;
	t->virtual_ = (r->flags & FAKEAPI_RES_VIRTUAL) != 0;
}

const struct imp__type *imp__type_of_resource(struct imp__import *im, struct str group,
					      struct str version, struct str resource)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const struct fakeapi__resource *r;
	struct imp__type *t;

	if (group.len)
		strbuf_addf(&key, STR_FMT "/", STR_ARG(group));
	strbuf_addf(&key, STR_FMT "/" STR_FMT, STR_ARG(version), STR_ARG(resource));
	if (key.failed)
		return NULL;
	t = map_get(&im->types, strbuf_str(&key));
	if (t)
		return t;
	t = add_type(im, group, version, resource);
	if (t)
		set_kept(im, t, group);
	r = fakeapi__registry_find(im->registry, group, version, resource);
	if (t && r)
		built_in(im, t, r);
	return t;
}

/* Like Kubernetes' meta.UnsafeGuessKindToResource, except for words like Gateway. */
static void guess_plural(struct str kind, struct strbuf *out)
{
	char last;

	for (size_t i = 0; i < kind.len; i++)
		strbuf_addc(out, kind.ptr[i] >= 'A' && kind.ptr[i] <= 'Z' ? (char)(kind.ptr[i] | 32)
									  : kind.ptr[i]);
	last = out->len ? out->ptr[out->len - 1] : 's';
	if (last == 's') {
		strbuf_addz(out, "es");
	} else if (last == 'y' && out->len > 1 && !strchr("aeou", out->ptr[out->len - 2])) {
		out->len--;
		strbuf_addz(out, "ies");
	} else {
		strbuf_addc(out, 's');
	}
}

const struct imp__type *imp__type_of_kind(struct imp__import *im, struct str api_version,
					  struct str kind, bool namespaced)
{
	const char *slash = api_version.len ? memchr(api_version.ptr, '/', api_version.len) : NULL;
	struct str group = { api_version.ptr, slash ? (size_t)(slash - api_version.ptr) : 0 };
	struct str version = { api_version.ptr + group.len + (slash != NULL),
			       api_version.len - group.len - (slash != NULL) };
	const struct fakeapi__resource *r =
	    fakeapi__registry_find_kind(im->registry, group, version, kind);
	AUTO_STRBUF key = STRBUF_INIT;
	AUTO_STRBUF plural = STRBUF_INIT;
	struct imp__type *t;

	if (r)
		return imp__type_of_resource(im, group, version, str_of(r->resource));
	strbuf_addf(&key, STR_FMT "#" STR_FMT, STR_ARG(api_version), STR_ARG(kind));
	t = key.failed ? NULL : map_get(&im->types, strbuf_str(&key));
	if (t)
		return t;
	guess_plural(kind, &plural);
	t = plural.failed
		? NULL
		: (struct imp__type *)(uintptr_t)imp__type_of_resource(im, group, version,
								       strbuf_str(&plural));
	if (!t)
		return NULL;
	t->kind = imp__copy(im, kind);
	t->namespaced = namespaced;
	t->guessed = true;
	return im->arena.failed || map_put(&im->types, strbuf_str(&key), t, NULL) ? NULL : t;
}

void imp__api_version(const struct imp__type *t, struct strbuf *out)
{
	if (t->group.len)
		strbuf_addf(out, STR_FMT "/", STR_ARG(t->group));
	strbuf_adds(out, t->version);
}

void imp__type_path(const struct imp__type *t, struct str ns, struct str name, struct strbuf *out)
{
	strbuf_addz(out, t->group.len ? "/apis/" : "/api/");
	imp__api_version(t, out);
	if (ns.len)
		strbuf_addf(out, "/namespaces/" STR_FMT, STR_ARG(ns));
	strbuf_addf(out, "/" STR_FMT, STR_ARG(t->resource));
	if (name.len)
		strbuf_addf(out, "/" STR_FMT, STR_ARG(name));
}
