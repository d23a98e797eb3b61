/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/types.h"

#include "fakeapi/meta/release.h"

/* clang-format off */
#define KIND(since, until, version, kind, id)

/* Pass 1: an index for every message. */
#define MESSAGE(id, name, fields) MSG_##id,
#define LIST(id, name)            MSG_##id,
enum {
#include "fakeapi/tbl/protobuf.h"
	MSG_COUNT,
};
#undef MESSAGE
#undef LIST

/* Pass 2: the fields. */
#define REP  FAKEAPI_FIELD_REPEATED
#define MAP  FAKEAPI_FIELD_MAP
#define INL  FAKEAPI_FIELD_INLINE
#define OMIT FAKEAPI_FIELD_OMIT
#define ZERO FAKEAPI_FIELD_OMITZERO
#define REQ  FAKEAPI_FIELD_REQUIRED
#define FIELD(number, type, flags, name) { number, 0, FAKEAPI_TYPE_##type, flags, name },
#define REF(number, flags, name, id)     { number, MSG_##id, FAKEAPI_TYPE_MESSAGE, flags, name },
#define NOFIELD                          { 0, 0, 0, 0, "" },
#define MESSAGE(id, name, fields) static const struct fakeapi__field fields_##id[] = { fields };
#define LIST(id, name)
#include "fakeapi/tbl/protobuf.h"
#undef MESSAGE
#undef LIST

/* Pass 3: the messages. */
#define MESSAGE(id, name, fields) { #name, fields_##id, ARRAY_LEN(fields_##id) },
#define LIST(id, name)            { #name, NULL, 0 },
static const struct fakeapi__message messages[] = {
#include "fakeapi/tbl/protobuf.h"
};
#undef MESSAGE
#undef LIST
#undef KIND

/* Pass 4: the kinds. */
#define MESSAGE(id, name, fields)
#define LIST(id, name)
#define KIND(since, until, version, kind, id) { version, kind, MSG_##id, since, until },
static const struct {
	const char *api_version, *kind;
	uint16_t      message;
	unsigned char since, until;
} kinds[] = {
#include "fakeapi/tbl/protobuf.h"
};
/* clang-format on */

_Static_assert(MSG_COUNT == ARRAY_LEN(messages), "one row a message");

const size_t fakeapi__message_count = ARRAY_LEN(messages);

const struct fakeapi__message *fakeapi__message_at(size_t i)
{
	ASSERT(i < ARRAY_LEN(messages));
	return &messages[i];
}

const struct fakeapi__message *fakeapi__message_of(struct str api_version, struct str kind,
						   unsigned release)
{
	if (!release)
		release = FAKEAPI_RELEASE_DEFAULT;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (release >= kinds[i].since && release <= kinds[i].until &&
		    str_eqz(kind, kinds[i].kind) &&
		    (str_eqz(api_version, kinds[i].api_version) ||
		     strcmp(kinds[i].api_version, "*") == 0))
			return &messages[kinds[i].message];
	return NULL;
}

bool fakeapi__message_kind_at(size_t i, unsigned release, const char **api_version,
			      const char **kind, const struct fakeapi__message **message)
{
	bool exists;

	if (i >= ARRAY_LEN(kinds))
		return false;
	exists = release >= kinds[i].since && release <= kinds[i].until;
	*api_version = kinds[i].api_version;
	*kind = kinds[i].kind;
	*message = exists ? &messages[kinds[i].message] : NULL;
	return true;
}

const struct fakeapi__message *fakeapi__message_schema(void)
{
	return &messages[MSG_apiextensions_v1_JSONSchemaProps];
}
