/* SPDX-License-Identifier: Apache-2.0 */
/* definitions.c - converts definitions of custom types from v1beta1 to v1. */
#include "runner/perturb/posix/definitions.h"

#include "base/json_tree.h"
#include "fakeapi/meta/go_json.h"

static bool is_old(const cJSON *tree)
{
	return strcmp(fakeapi__string(tree, "kind"), "CustomResourceDefinition") == 0 &&
	       strcmp(fakeapi__string(tree, "apiVersion"), "apiextensions.k8s.io/v1beta1") == 0;
}

/* Before there were several versions, spec.version named the only one. */
static bool add_versions(cJSON *spec)
{
	cJSON *list, *version;

	if (cJSON_GetObjectItemCaseSensitive(spec, "versions"))
		return true;
	list = cJSON_AddArrayToObject(spec, "versions");
	version = cJSON_CreateObject();
	if (!list || !version || !cJSON_AddItemToArray(list, version)) {
		cJSON_Delete(version);
		return false;
	}
	return cJSON_AddStringToObject(version, "name", fakeapi__string(spec, "version")) &&
	       cJSON_AddTrueToObject(version, "served") &&
	       cJSON_AddTrueToObject(version, "storage");
}

static bool complete(const cJSON *spec, cJSON *version)
{
	const cJSON *sub = cJSON_GetObjectItemCaseSensitive(spec, "subresources");
	cJSON *schema, *copy;

	cJSON_DeleteItemFromObjectCaseSensitive(version, "schema");
	cJSON_DeleteItemFromObjectCaseSensitive(version, "additionalPrinterColumns");
	schema =
	    cJSON_AddObjectToObject(cJSON_AddObjectToObject(version, "schema"), "openAPIV3Schema");
	if (!cJSON_AddStringToObject(schema, "type", "object") ||
	    !cJSON_AddTrueToObject(schema, "x-kubernetes-preserve-unknown-fields"))
		return false;
	if (!sub || cJSON_GetObjectItemCaseSensitive(version, "subresources"))
		return true;
	copy = cJSON_Duplicate(sub, true);
	if (cJSON_AddItemToObject(version, "subresources", copy))
		return true;
	cJSON_Delete(copy);
	return false;
}

static bool convert(cJSON *tree)
{
	static const char *const gone[] = { "version",
					    "validation",
					    "subresources",
					    "additionalPrinterColumns",
					    "preserveUnknownFields",
					    "conversion" };
	cJSON *spec = cJSON_GetObjectItemCaseSensitive(tree, "spec"), *version;

	cJSON_DeleteItemFromObjectCaseSensitive(tree, "apiVersion");
	cJSON_DeleteItemFromObjectCaseSensitive(tree, "status");
	if (!cJSON_AddStringToObject(tree, "apiVersion", "apiextensions.k8s.io/v1") ||
	    !add_versions(spec))
		return false;
	cJSON_ArrayForEach(version, cJSON_GetObjectItemCaseSensitive(spec, "versions"))
	{
		if (!complete(spec, version))
			return false;
	}
	for (size_t i = 0; i < ARRAY_LEN(gone); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(spec, gone[i]);
	return true;
}

int perturb__definition_v1(struct str doc, struct strbuf *out)
{
	cJSON *tree = json_tree_parse(doc, JSON_DIGITS_ALL);
	int code = RELIST_EINVAL;

	if (is_old(tree) && cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(tree, "spec"))) {
		code = convert(tree) ? 0 : RELIST_ENOMEM;
		json_tree_add(out, tree, JSON_STYLE_WRITTEN);
	}
	cJSON_Delete(tree);
	return code ? code : out->failed ? RELIST_ENOMEM : 0;
}
