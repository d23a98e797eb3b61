/* SPDX-License-Identifier: Apache-2.0 */
/* Zero values of Go types. */
#include "fakeapi/schema/typed_impl.h"

static bool writes_zero(const struct fakeapi__field *f)
{
	const struct fakeapi__type *type = fakeapi__field_type(f);
	bool structure = type->kind == FAKEAPI_T_STRUCT || type->kind == FAKEAPI_T_TIME ||
			 type->kind == FAKEAPI_T_MICROTIME || type->kind == FAKEAPI_T_QUANTITY ||
			 type->kind == FAKEAPI_T_INTSTR || type->kind == FAKEAPI_T_DURATION ||
			 type->kind == FAKEAPI_T_RAW ||
			 (type->kind == FAKEAPI_T_ANY && !(f->flags & FAKEAPI_F_POINTER));

	if (f->flags & FAKEAPI_F_OMITZERO)
		return false;
	if (!(f->flags & FAKEAPI_F_OMITEMPTY))
		return true;
	return structure && !(f->flags & FAKEAPI_F_POINTER);
}

static cJSON *field_zero(const struct fakeapi__field *f)
{
	return f->flags & FAKEAPI_F_POINTER ? cJSON_CreateNull()
					    : fakeapi__typed_zero(fakeapi__field_type(f));
}

int fakeapi__typed_add_zero(cJSON *out, const struct fakeapi__field *f)
{
	cJSON *zero;

	if (!writes_zero(f))
		return 0;
	zero = field_zero(f);
	if (zero && cJSON_AddItemToObject(out, f->name, zero))
		return 0;
	cJSON_Delete(zero);
	return -1;
}

cJSON *fakeapi__typed_zero(const struct fakeapi__type *type)
{
	cJSON *out;

	switch ((enum fakeapi__type_kind)type->kind) {
	case FAKEAPI_T_STRING:
		return cJSON_CreateString("");
	case FAKEAPI_T_BOOL:
		return cJSON_CreateFalse();
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
	case FAKEAPI_T_INTSTR:
		return cJSON_CreateNumber(0);
	case FAKEAPI_T_QUANTITY:
		return cJSON_CreateString("0");
	case FAKEAPI_T_DURATION:
		return cJSON_CreateString("0s");
	case FAKEAPI_T_BYTES:
	case FAKEAPI_T_TIME:
	case FAKEAPI_T_MICROTIME:
	case FAKEAPI_T_RAW:
	case FAKEAPI_T_ANY:
	case FAKEAPI_T_SCHEMA_OR_BOOL:
	case FAKEAPI_T_SCHEMA_OR_ARRAY:
	case FAKEAPI_T_SCHEMA_OR_STRINGS:
	case FAKEAPI_T_LIST:
	case FAKEAPI_T_MAP:
		return cJSON_CreateNull();
	case FAKEAPI_T_STRUCT:
		break;
	}
	out = cJSON_CreateObject();
	for (size_t i = 0; out && i < type->field_count; i++) {
		if (fakeapi__typed_add_zero(out, fakeapi__type_fields(type) + i) != 0) {
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}
