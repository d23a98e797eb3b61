/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/typeinfo.h"

#include "fakeapi/meta/release.h"

#define OE	 FAKEAPI_F_OMITEMPTY
#define OZ	 FAKEAPI_F_OMITZERO
#define PTR	 FAKEAPI_F_POINTER
#define PM	 FAKEAPI_F_PATCH_MERGE
#define PR	 FAKEAPI_F_PATCH_REPLACE
#define RK	 FAKEAPI_F_RETAIN_KEYS
#define LS	 FAKEAPI_F_LIST_SET
#define LM	 FAKEAPI_F_LIST_MAP
#define LA	 FAKEAPI_F_LIST_ATOMIC
#define ATOMIC	 FAKEAPI_F_ATOMIC
#define GRANULAR FAKEAPI_F_GRANULAR

static const struct fakeapi__field fields[] = {
#define FIELD(n, t, f, k, l) { n, t, f, k, l },
#include "fakeapi/tbl/typeinfo.h"
};

static const struct fakeapi__type types[] = {
#define TYPE(n, k, f, e, first, count) { n, FAKEAPI_T_##k, (f) != 0, e, first, count },
#include "fakeapi/tbl/typeinfo.h"
};

static const struct {
	const char *group, *version, *kind;
	uint16_t type;
	unsigned char since, until;
} kinds[] = {
#define KIND(si, un, g, v, k, t) { g, v, k, t, si, un },
#include "fakeapi/tbl/typeinfo.h"
};

const struct fakeapi__type *fakeapi__type_of_kind(const char *group, const char *version,
						  const char *kind, unsigned release)
{
	if (!release)
		release = FAKEAPI_RELEASE_DEFAULT;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (release >= kinds[i].since && release <= kinds[i].until &&
		    name_eq(kinds[i].kind, kind) && strcmp(kinds[i].group, group) == 0 &&
		    strcmp(kinds[i].version, version) == 0)
			return &types[kinds[i].type];
	return NULL;
}

const struct fakeapi__type *fakeapi__type_of(const struct fakeapi__resource *res)
{
	if (res->type || (res->flags & FAKEAPI_RES_CUSTOM))
		return res->type;
	return fakeapi__type_of_kind(res->group, res->version, res->kind,
				     fakeapi__release_of(res->features));
}

const struct fakeapi__type *fakeapi__type_elem(const struct fakeapi__type *t)
{
	return t->elem < 0 ? NULL : &types[t->elem];
}

const struct fakeapi__field *fakeapi__type_fields(const struct fakeapi__type *t)
{
	return &fields[t->first_field];
}

static const struct fakeapi__field *find(const struct fakeapi__field *from,
					 const struct fakeapi__field *end, const char *name)
{
	while (from < end && !name_eq(from->name, name))
		from++;
	return from < end ? from : NULL;
}

const struct fakeapi__field *fakeapi__type_field(const struct fakeapi__type *t, const char *name)
{
	const struct fakeapi__field *first = &fields[t->first_field];

	return t->kind == FAKEAPI_T_STRUCT ? find(first, first + t->field_count, name) : NULL;
}

const struct fakeapi__field *fakeapi__type_next_field(const struct fakeapi__type *t,
						      const char *name,
						      const struct fakeapi__field **last)
{
	const struct fakeapi__field *first = &fields[t->first_field], *f;
	const struct fakeapi__field *from = *last ? *last + 1 : first;

	if (t->kind != FAKEAPI_T_STRUCT)
		return NULL;
	f = find(from, first + t->field_count, name);
	if (!f)
		f = find(first, from, name);
	if (f)
		*last = f;
	return f;
}

const struct fakeapi__type *fakeapi__field_type(const struct fakeapi__field *f)
{
	return &types[f->type];
}
