/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/builtins.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/lock.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/schema/typeinfo.h"

#define VERBS_ALL    "create,delete,deletecollection,get,list,patch,update,watch"
#define VERBS_CREATE "create"
#define VERBS_SUB    FAKEAPI_VERBS_SUB

#define NS FAKEAPI_RES_NAMESPACED
#define ST FAKEAPI_RES_STATUS
#define SC FAKEAPI_RES_SCALE
#define GE FAKEAPI_RES_GENERATION
#define UN FAKEAPI_RES_UNCACHED
#define VI FAKEAPI_RES_VIRTUAL
#define OP FAKEAPI_RES_OPTIONAL

#define STORED_AS(group, version) group, version
#define STORED_AS_IS		  NULL, NULL
#define SUB(n, g, v, k, vb)                                                                        \
	{                                                                                          \
		n, g, v, k, vb                                                                     \
	}
#define SUBS(...)                                                                                  \
	(const struct fakeapi__subresource[])                                                      \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			NULL, NULL, NULL, NULL, NULL                                               \
		}                                                                                  \
	}
#define NO_SUBS NULL
/* Two macros, so that `stored` expands to two arguments. */
#define RESOURCE(si, un, g, v, r, s, k, sn, c, vb, f, h, stored, ...)                              \
	RESOURCE_(si, un, g, v, r, s, k, sn, c, vb, f, h, stored, (__VA_ARGS__))
#define RESOURCE_(...) RESOURCE__(__VA_ARGS__)
#define RESOURCE__(si, un, g, v, r, s, k, sn, c, vb, f, h, sg, sv, subs)                           \
	{ si,                                                                                      \
	  un,                                                                                      \
	  { .group = g,                                                                            \
	    .version = v,                                                                          \
	    .resource = r,                                                                         \
	    .singular = s,                                                                         \
	    .kind = k,                                                                             \
	    .list_kind = k "List",                                                                 \
	    .short_names = sn,                                                                     \
	    .categories = c,                                                                       \
	    .verbs = vb,                                                                           \
	    .flags = f,                                                                            \
	    .storage_group = sg,                                                                   \
	    .storage_version = sv,                                                                 \
	    .storage_hash = h,                                                                     \
	    .subresources = subs } },

static const struct {
	unsigned char since, until;
	struct fakeapi__resource res;
} table[] = {
#include "fakeapi/tbl/resources.h"
};

static struct fakeapi__builtins builtins[FAKEAPI_RELEASES];
static struct once once[FAKEAPI_RELEASES];

static int z_cmp(struct str s, const char *z)
{
	size_t n = strlen(z);
	int d = memcmp(s.ptr ? s.ptr : "", z, s.len < n ? s.len : n);

	return d ? d : (s.len > n) - (s.len < n);
}

static int cmp(struct str group, struct str version, struct str name,
	       const struct fakeapi__resource *res, bool kind)
{
	int d = z_cmp(name, kind ? res->kind : res->resource);

	if (d == 0)
		d = z_cmp(group, res->group);
	return d ? d : z_cmp(version, res->version);
}

static int sort_cmp(const void *a, const void *b, bool kind)
{
	const struct fakeapi__resource *x = *(const struct fakeapi__resource *const *)a,
				       *y = *(const struct fakeapi__resource *const *)b;
	int d = cmp(str_of(x->group), str_of(x->version), str_of(kind ? x->kind : x->resource), y,
		    kind);

	return d ? d : (x > y) - (x < y);
}

static int sort_by_name(const void *a, const void *b)
{
	return sort_cmp(a, b, false);
}

static int sort_by_kind(const void *a, const void *b)
{
	return sort_cmp(a, b, true);
}

static void make(struct fakeapi__builtins *b)
{
	unsigned release = b->features.release;

	for (size_t i = 0; i < ARRAY_LEN(table); i++) {
		struct fakeapi__resource *res = &b->rows[b->count];

		if (release < table[i].since || release > table[i].until)
			continue;
		ASSERT(b->count < FAKEAPI_BUILTINS_MAX);
		*res = table[i].res;
		res->features = &b->features;
		if (strcmp(res->resource, "horizontalpodautoscalers") == 0) {
			res->flags &= ~(unsigned)GE;
			if (fakeapi__changed(&b->features, FAKEAPI_CHANGE_SCALER_GENERATION))
				res->flags |= GE;
		}
		res->type = fakeapi__type_of(res);
		b->by_name[b->count] = b->by_kind[b->count] = res;
		b->count++;
	}
	qsort(b->by_name, b->count, sizeof(b->by_name[0]), sort_by_name);
	qsort(b->by_kind, b->count, sizeof(b->by_kind[0]), sort_by_kind);
}

static void make_release(void *user)
{
	struct fakeapi__builtins *b = user;

	fakeapi__features_init(&b->features, FAKEAPI_RELEASE_OLDEST + (unsigned)(b - builtins));
	make(b);
}

const struct fakeapi__builtins *fakeapi__builtins_of(unsigned release)
{
	unsigned i = release - FAKEAPI_RELEASE_OLDEST;

	ASSERT(i < FAKEAPI_RELEASES);
	lock_once(&once[i], make_release, &builtins[i]);
	return &builtins[i];
}

struct fakeapi__builtins *fakeapi__builtins_new(const struct fakeapi__features *features)
{
	struct fakeapi__builtins *b = base__calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->features = *features;
	make(b);
	return b;
}

const struct fakeapi__resource *const *fakeapi__builtins_find(const struct fakeapi__builtins *b,
							      struct str group, struct str version,
							      struct str name, bool kind,
							      size_t *count)
{
	const struct fakeapi__resource *const *order = kind ? b->by_kind : b->by_name;
	size_t from = 0, to = b->count;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (cmp(group, version, name, order[mid], kind) > 0)
			from = mid + 1;
		else
			to = mid;
	}
	for (to = from; to < b->count && cmp(group, version, name, order[to], kind) == 0; to++)
		;
	*count = to - from;
	return order + from;
}
