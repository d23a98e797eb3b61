/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/discovery/openapi_rows.h"

static const struct {
	unsigned char since, until;
	const char *name, *json;
} schemas[] = {
#define SCHEMA(since, until, name, json) { since, until, name, json },
#include "fakeapi/tbl/openapi.h"
};

static const struct fact {
	unsigned char since, until, place;
	const char *schema, *field, *members;
} facts[] = {
#define FACT(since, until, schema, field, place, members)                                          \
	{ since, until, place, schema, field, members },
#include "fakeapi/tbl/openapi.h"
};

static const struct {
	unsigned char since, until;
	const char *group, *version;
} versions[] = {
#define VERSION(since, until, group, version) { since, until, group, version },
#include "fakeapi/tbl/openapi.h"
};

static const struct {
	unsigned char since, until;
	const char *schema;
} returned[] = {
#define RETURNED(since, until, schema) { since, until, schema },
#include "fakeapi/tbl/openapi.h"
};

_Static_assert(ARRAY_LEN(schemas) <= FAKEAPI_WHOLE_MAX, "a flag for each");

size_t fakeapi__whole_schema_count(void)
{
	return ARRAY_LEN(schemas);
}

int fakeapi__whole_schema_find(const char *name, unsigned release)
{
	for (size_t i = 0; i < ARRAY_LEN(schemas); i++)
		if (release >= schemas[i].since && release <= schemas[i].until &&
		    strcmp(name, schemas[i].name) == 0)
			return (int)i;
	return -1;
}

const char *fakeapi__whole_schema_name(size_t i)
{
	return schemas[i].name;
}

const char *fakeapi__whole_schema_json(size_t i)
{
	return schemas[i].json;
}

/* The first row of the schema, or where it would be: rows are sorted by schema. */
static size_t first_fact(const char *schema)
{
	size_t from = 0, until = ARRAY_LEN(facts);

	while (from < until) {
		size_t mid = from + (until - from) / 2;

		if (strcmp(facts[mid].schema, schema) < 0)
			from = mid + 1;
		else
			until = mid;
	}
	return from;
}

const char *fakeapi__openapi_fact(const char *schema, const char *field, unsigned place,
				  unsigned release)
{
	for (size_t i = first_fact(schema); i < ARRAY_LEN(facts); i++) {
		const struct fact *f = &facts[i];

		if (strcmp(schema, f->schema) != 0)
			break;
		if (release >= f->since && release <= f->until && f->place == place &&
		    strcmp(f->field, field) == 0)
			return f->members;
	}
	return NULL;
}

bool fakeapi__openapi_returned(const char *schema, unsigned release)
{
	for (size_t i = 0; i < ARRAY_LEN(returned); i++)
		if (release >= returned[i].since && release <= returned[i].until &&
		    strcmp(schema, returned[i].schema) == 0)
			return true;
	return false;
}

bool fakeapi__openapi_version_next(size_t *i, unsigned release, const char **group,
				   const char **version)
{
	while (*i < ARRAY_LEN(versions) &&
	       (release < versions[*i].since || release > versions[*i].until))
		(*i)++;
	if (*i == ARRAY_LEN(versions))
		return false;
	*group = versions[*i].group;
	*version = versions[(*i)++].version;
	return true;
}
