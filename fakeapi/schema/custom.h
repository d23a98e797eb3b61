/* SPDX-License-Identifier: Apache-2.0 */
/* custom.h - the parts of a definition that a custom resource's type has; built-in types have none.
 * Borrowed values live as long as `res`. */
#ifndef FAKEAPI_CUSTOM_H
#define FAKEAPI_CUSTOM_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"

struct fakeapi__rules;
struct fakeapi__lookups;

/* The definition's members for this version, borrowed; NULL if absent. */
struct fakeapi__custom {
	const cJSON *schema;   /* openAPIV3Schema */
	bool preserves;	       /* spec.preserveUnknownFields, or no schema: nothing is pruned */
	bool embeds;	       /* the schema has embedded resources */
	const cJSON *versions; /* spec.versions: all versions, served or not */
	const cJSON *columns;
	const cJSON *selectable;
	const cJSON *scale;
	const cJSON *conversion; /* spec.conversion.webhook if that is the strategy */
	bool terminating;	 /* the definition is Terminating: no new objects */
	bool mixed; /* status.storedVersions has several: objects may be stored in other versions */
	/* Objects written before this resourceVersion of the definition may lack defaults; 0:
	 * none. */
	uint64_t defaults_since;
	const struct fakeapi__lookups *names; /* of the schema's properties; NULL: not built */
	struct fakeapi__rules *rules; /* x-kubernetes-validations: rules/rules.h; NULL: none */
};

/* True if a definition serves its types: condition Established. */
bool fakeapi__definition_established(const cJSON *definition);
/* The reason of the condition Terminating, while a definition waits for the deletion of its custom
 * resources; NULL: not terminating. */
const char *fakeapi__definition_terminating(const cJSON *definition);
bool fakeapi__custom_terminating(const struct fakeapi__resource *res);

/* True if the stored `json` has the version of `res`; others were written before the definition's
 * stored version changed. */
bool fakeapi__custom_kept_in(const struct fakeapi__resource *res, struct str json);
/* The webhook that converts objects stored as `from` to `to`: spec.conversion.webhook; NULL: none.
 * If both are the same type, it converts objects that are stored in another version. */
const cJSON *fakeapi__custom_conversion(const struct fakeapi__resource *from,
					const struct fakeapi__resource *to);
/* True if no object of it can lack defaults or be stored in another version. */
bool fakeapi__custom_complete(const struct fakeapi__resource *res);
/* True if the stored `json` may lack defaults that the schema got later. */
bool fakeapi__custom_lacks(const struct fakeapi__resource *res, struct str json);
const cJSON *fakeapi__custom_schema(const struct fakeapi__resource *res);
/* Tables of the schema's names, built once with the type; NULL: none. */
const struct fakeapi__lookups *fakeapi__custom_names(const struct fakeapi__resource *res);
struct fakeapi__rules *fakeapi__custom_rules(const struct fakeapi__resource *res);
/* True if the definition has the version, as in "e.com/v1". Always true for built-in types. */
bool fakeapi__custom_has_version(const struct fakeapi__resource *res, const char *api_version);
/* The schema of a version, as in "e.com/v1", that needs no conversion webhook. NULL: none. */
const cJSON *fakeapi__custom_schema_of(const struct fakeapi__resource *res,
				       const char *api_version);
/* True for built-in types as well. */
bool fakeapi__custom_preserves(const struct fakeapi__resource *res);
struct fakeapi__typed;
/* fakeapi__schema_coerce() by its schema. */
int fakeapi__custom_coerce(const struct fakeapi__resource *res, cJSON *obj,
			   struct fakeapi__typed *t);
/* Drops the members that the version does not know. `why` gets the first embedded object's type or
 * metadata of a wrong type; NULL: it is dropped. -1: out of memory. */
int fakeapi__custom_prune(const struct fakeapi__resource *res, cJSON *obj, struct strbuf *why);
/* additionalPrinterColumns, or NULL (then: Age alone). */
const cJSON *fakeapi__custom_columns(const struct fakeapi__resource *res);
/* selectableFields; NULL: none. */
const cJSON *fakeapi__custom_selectables(const struct fakeapi__resource *res);
/* True if the field `path` ("spec.color") is in selectableFields. */
bool fakeapi__custom_selectable(const struct fakeapi__resource *res, struct str path);
/* Appends the value of a selectable field or JSON path (".spec.color") as selectors compare it;
 * absent: nothing. For tests. */
void fakeapi__custom_field(const cJSON *obj, struct str path, struct strbuf *out);

/* subresources.scale; members may be NULL. */
struct fakeapi__scale_paths {
	const char *spec_replicas;   /* ".spec.replicas" */
	const char *status_replicas; /* ".status.replicas" */
	const char *label_selector;  /* ".status.selector" */
};
bool fakeapi__custom_scale(const struct fakeapi__resource *res, struct fakeapi__scale_paths *out);
/* specReplicasPath of another version, as in "e.com/v1"; NULL: no scale, or no such version. */
const char *fakeapi__custom_replicas(const struct fakeapi__resource *res, const char *api_version);

#endif
