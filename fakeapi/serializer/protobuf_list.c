/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf_list.c - the lists that a server sends, as JSON. */
#include "fakeapi/meta/release.h"
#include "fakeapi/schema/types.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/protobuf_wire.h"

/* Takes the value (NULL: -1). */
static int add_member(cJSON *obj, const char *name, cJSON *take_value)
{
	if (cJSON_AddItemToObject(obj, name, take_value))
		return 0;
	cJSON_Delete(take_value);
	return -1;
}

/* Metadata of ConfigMaps, or of lists (as in Status). */
static const struct fakeapi__message *metadata_of(const char *kind)
{
	return fakeapi__message_at(
	    fakeapi__message_of(STR("v1"), str_of(kind), 0)->fields[0].message);
}

/* An item: field 1 alone of a PartialObjectMetadata, which no table has. */
static cJSON *new_item(struct fakeapi__pb_reader *r, const struct fakeapi__message *m,
		       struct fakeapi__pb_span s)
{
	struct fakeapi__pb_value fields[3];
	bool seen[3];
	cJSON *obj, *meta;

	if (m)
		return fakeapi__pb_message(r, m, s, 0);
	obj = cJSON_CreateObject();
	if (!obj || fakeapi__pb_three(r, s, fields, seen) != 0) {
		cJSON_Delete(obj);
		return NULL;
	}
	meta = fakeapi__pb_message(r, metadata_of("ConfigMap"), fields[0].bytes, 0);
	if (!meta || add_member(obj, "metadata", meta) != 0) {
		cJSON_Delete(obj);
		return NULL;
	}
	return obj;
}

/* The message of a list: 1 metadata, 2 items. */
static int read_items(struct fakeapi__pb_reader *r, const struct fakeapi__message *m,
		      struct fakeapi__pb_span s, cJSON *list, cJSON *items)
{
	struct fakeapi__pb_value v;
	uint64_t number;
	unsigned wire;
	int rc;

	while ((rc = fakeapi__pb_next(r, &s, &number, &wire, &v)) == 1) {
		cJSON *child;

		if (number > 2 || wire != 2)
			continue;
		r->values = 0; /* the limit is for an item */
		child = number == 1 ? fakeapi__pb_message(r, metadata_of("Status"), v.bytes, 0)
				    : new_item(r, m, v.bytes);
		if (!child)
			return -1;
		if (number == 1)
			rc = add_member(list, "metadata", child);
		else
			rc = cJSON_AddItemToArray(items, child) ? 0 : -1;
		if (rc != 0)
			return -1;
	}
	return rc;
}

cJSON *fakeapi__pb_list(struct str body)
{
	const unsigned char *p = (const unsigned char *)body.ptr;
	struct fakeapi__pb_reader r = { p, NULL, 0, 0 };
	struct fakeapi__pb_value unknown[3], type[3];
	const struct fakeapi__message *m;
	struct str version, kind, item;
	cJSON *list, *items;
	bool seen[3];

	if (fakeapi__pb_three(&r, (struct fakeapi__pb_span) { p + 4, p + body.len }, unknown,
			      seen) != 0 ||
	    fakeapi__pb_three(&r, unknown[0].bytes, type, seen) != 0)
		return NULL;
	version = fakeapi__pb_str(type[0].bytes);
	kind = fakeapi__pb_str(type[1].bytes);
	if (kind.len <= 4 || memcmp(kind.ptr + kind.len - 4, "List", 4) != 0)
		return NULL;
	item = (struct str) { kind.ptr, kind.len - 4 };
	m = fakeapi__message_of(version, item, FAKEAPI_RELEASE_NEWEST);
	if (!m && !fakeapi__protobuf_knows(version, item, FAKEAPI_RELEASE_NEWEST))
		return NULL;
	list = cJSON_CreateObject();
	items = cJSON_CreateArray();
	if (!list || !items ||
	    add_member(list, "kind", fakeapi__pb_string(&r, type[1].bytes)) != 0 ||
	    add_member(list, "apiVersion", fakeapi__pb_string(&r, type[0].bytes)) != 0 ||
	    read_items(&r, m, unknown[1].bytes, list, items) != 0) {
		cJSON_Delete(items);
		cJSON_Delete(list);
		return NULL;
	}
	if (add_member(list, "items", items) != 0) {
		cJSON_Delete(list);
		return NULL;
	}
	return list;
}
