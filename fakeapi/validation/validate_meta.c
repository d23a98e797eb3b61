/* SPDX-License-Identifier: Apache-2.0 */
/* validate_meta.c - the parts of ObjectMeta, of an object and of an embedded one (apimachinery's
 * ValidateObjectMetaAccessor). */
#include "fakeapi/validation/validate_impl.h"

void fakeapi__check_generate_name(causes_t *c, const path_t *metadata, const cJSON *meta,
				  enum fakeapi__format format)
{
	const path_t *at = PATH(metadata, "generateName");
	const char *name = fakeapi__string(meta, "generateName");
	size_t n = strlen(name);
	AUTO_STRBUF masked = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;

	if (n == 0)
		return;
	/* A suffix is generated after the dash. As in apimachinery's maskTrailingDash(), the
	 * character before the dash is not checked either. */
	if (n > 1 && name[n - 1] == '-')
		strbuf_addf(&masked, "%.*sa", (int)(n - 2), name);
	else
		strbuf_addz(&masked, name);
	fakeapi__format_check(c->features, format, masked.ptr, &wrong);
	if (wrong.len)
		fakeapi__cause_invalid_str(c, at, str_of(name), wrong.ptr);
}

/* validateKubeFinalizerName */
void fakeapi__check_known_finalizer(causes_t *c, const path_t *at, const cJSON *f)
{
	static const char *const standard[] = { "kubernetes", "orphan", "foregroundDeletion" };
	bool known = !cJSON_IsString(f) || strchr(f->valuestring, '/') != NULL;

	for (size_t i = 0; i < ARRAY_LEN(standard) && !known; i++)
		known = strcmp(f->valuestring, standard[i]) == 0;
	if (!known)
		fakeapi__cause_invalid(c, at, f,
				       "name is neither a standard finalizer name nor is it "
				       "fully qualified");
}

void fakeapi__check_known_finalizers(causes_t *c, const path_t *at, const cJSON *finalizers)
{
	const cJSON *f;
	size_t n = 0;

	cJSON_ArrayForEach(f, finalizers)
	{
		fakeapi__check_known_finalizer(c, PATH_AT(at, n), f);
		n++;
	}
}

static void check_finalizers(causes_t *c, const path_t *at, const cJSON *finalizers, bool built_in)
{
	bool orphan = false, foreground = false;
	const cJSON *f;

	cJSON_ArrayForEach(f, finalizers)
	{
		if (!cJSON_IsString(f))
			continue;
		fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, f->valuestring);
		orphan |= strcmp(f->valuestring, "orphan") == 0;
		foreground |= strcmp(f->valuestring, "foregroundDeletion") == 0;
	}
	if (orphan && foreground)
		fakeapi__cause_invalid(
		    c, at, finalizers,
		    "finalizer orphan and foregroundDeletion cannot be both set");
	if (built_in)
		fakeapi__check_known_finalizers(c, at, finalizers);
}

/* ValidateFieldManager */
static void check_manager(causes_t *c, const path_t *at, const char *manager)
{
	if (strlen(manager) > 128)
		fakeapi__cause_too_long(c, at, 128);
	for (size_t i = 0; manager[i]; i++) {
		unsigned char ch = (unsigned char)manager[i];
		char why[64];

		if (ch >= 0x20 && ch != 0x7F)
			continue;
		snprintf(why, sizeof(why), "invalid character U+%04X (at position %zu)", ch, i);
		fakeapi__cause_invalid_str(c, at, str_of(manager), why);
	}
}

/* ValidateManagedFields */
void fakeapi__check_managed_fields(causes_t *c, const path_t *all, const cJSON *entries)
{
	const cJSON *e;
	size_t n = 0;

	cJSON_ArrayForEach(e, entries)
	{
		const path_t *at = PATH_AT(all, n++);
		const char *operation = fakeapi__string(e, "operation");
		const char *type = fakeapi__string(e, "fieldsType");

		if (strcmp(operation, "Apply") != 0 && strcmp(operation, "Update") != 0)
			fakeapi__cause_invalid_str(c, PATH(at, "operation"), str_of(operation),
						   "must be `Apply` or `Update`");
		if (*type && strcmp(type, "FieldsV1") != 0)
			fakeapi__cause_invalid_str(c, PATH(at, "fieldsType"), str_of(type),
						   "must be `FieldsV1`");
		check_manager(c, PATH(at, "manager"), fakeapi__string(e, "manager"));
		if (strlen(fakeapi__string(e, "subresource")) > 256)
			fakeapi__cause_too_long(c, PATH(at, "subresource"), 256);
	}
}

void fakeapi__check_meta_parts(causes_t *c, const path_t *at, const cJSON *meta, bool built_in)
{
	fakeapi__check_not_negative(c, PATH(at, "generation"), fakeapi__member(meta, "generation"));
	fakeapi__check_labels(c, PATH(at, "labels"), fakeapi__member(meta, "labels"));
	fakeapi__check_annotations(c, PATH(at, "annotations"),
				   fakeapi__member(meta, "annotations"));
	fakeapi__check_owners(c, PATH(at, "ownerReferences"),
			      fakeapi__member(meta, "ownerReferences"));
	check_finalizers(c, PATH(at, "finalizers"), fakeapi__member(meta, "finalizers"), built_in);
	fakeapi__check_managed_fields(c, PATH(at, "managedFields"),
				      fakeapi__member(meta, "managedFields"));
}
