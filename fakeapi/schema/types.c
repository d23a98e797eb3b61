/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/types.h"

/* clang-format off */
#define KIND(version, kind, id)

/* Pass 1: an index for every message. */
#define MESSAGE(id, fields) MSG_##id,
#define LIST(id)            MSG_##id,
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
#define MESSAGE(id, fields) static const struct fakeapi__field fields_##id[] = { fields };
#define LIST(id)
#include "fakeapi/tbl/protobuf.h"
#undef MESSAGE
#undef LIST

/* Pass 3: the messages. */
#define MESSAGE(id, fields) { #id, fields_##id, ARRAY_LEN(fields_##id) },
#define LIST(id)            { #id, NULL, 0 },
static const struct fakeapi__message messages[] = {
#include "fakeapi/tbl/protobuf.h"
};
#undef MESSAGE
#undef LIST
#undef KIND

/* Pass 4: the kinds. */
#define MESSAGE(id, fields)
#define LIST(id)
#define KIND(version, kind, id) { version, kind, MSG_##id },
static const struct {
	const char *api_version, *kind;
	uint16_t    message;
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

const struct fakeapi__message *fakeapi__message_of(struct str api_version, struct str kind)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (str_eqz(kind, kinds[i].kind) && (str_eqz(api_version, kinds[i].api_version) ||
						     strcmp(kinds[i].api_version, "*") == 0))
			return &messages[kinds[i].message];
	return NULL;
}

const struct fakeapi__message *fakeapi__message_schema(void)
{
	return &messages[MSG_apiextensions_v1_JSONSchemaProps];
}
