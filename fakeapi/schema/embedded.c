/* SPDX-License-Identifier: Apache-2.0 */
/* embedded.c - members of Go's embedded structs, which JSON has in the outer object. */
#include "fakeapi/schema/typed_impl.h"

static const struct {
	const char *type, *own, *name;
} rows[] = {
#define EMBEDDED(type, own, name) { type, own, name },
#include "fakeapi/tbl/embedded.h"
#undef EMBEDDED
};

static bool is_among(const char *names, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = names; *p;) {
		size_t len = strcspn(p, ",");

		if (len == n && memcmp(p, name, n) == 0)
			return true;
		p += len + (p[len] == ',');
	}
	return false;
}

/* The embedded struct that a member is of; NULL: none. */
static const char *embedded_in(const char *type, const char *member)
{
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (strcmp(rows[i].type, type) == 0 && !is_among(rows[i].own, member))
			return rows[i].name;
	return NULL;
}

void fakeapi__typed_push(struct fakeapi__typed *t, const struct fakeapi__type *type,
			 const struct fakeapi__field *f)
{
	const char *outer = t->embedded ? embedded_in(type->name, f->name) : NULL;

	if (outer)
		fakeapi__typed_push_text(&t->stack, outer);
	fakeapi__typed_push_text(&t->stack, f->name);
}
