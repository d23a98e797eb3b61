/* SPDX-License-Identifier: Apache-2.0 */
/* custom.h - what a custom resource carries of its definition. For built-in types: nothing. What is
 * borrowed lives as long as `res`. */
#ifndef FAKEAPI_CUSTOM_H
#define FAKEAPI_CUSTOM_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"

struct fakeapi__rules;
struct fakeapi__lookups;

/* Members of its version in the definition, borrowed; NULL where absent. */
struct fakeapi__custom {
	const cJSON *schema;   /* openAPIV3Schema */
	bool preserves;	       /* spec.preserveUnknownFields, or no schema: nothing is pruned */
	const cJSON *versions; /* spec.versions: of all its versions, served or not */
	const cJSON *columns;
	const cJSON *selectable;
	const cJSON *scale;
	const cJSON *conversion; /* spec.conversion.webhook when that is the strategy */
	bool terminating;	 /* the definition is Terminating: none is made any more */
	bool mixed; /* status.storedVersions has several: not all is kept in the stored version */
	/* What was written before this resourceVersion of the definition may lack defaults; 0:
	 * there are none. */
	uint64_t defaults_since;
	const struct fakeapi__lookups *names; /* of the schema's properties; NULL: none made */
	struct fakeapi__rules *rules; /* x-kubernetes-validations: rules/rules.h; NULL: none */
};

/* Whether a definition serves its types: condition Established. */
bool fakeapi__definition_established(const cJSON *definition);
/* Why a definition waits for its custom resources to go, the reason of its condition Terminating;
 * NULL: it does not. */
const char *fakeapi__definition_terminating(const cJSON *definition);
bool fakeapi__custom_terminating(const struct fakeapi__resource *res);

/* Whether the stored `json` is of the version of `res`: others are from before the definition's
 * stored version changed. */
bool fakeapi__custom_kept_in(const struct fakeapi__resource *res, struct str json);
/* Whether an object that is kept as `from` becomes one of `to` by a webhook, and which:
 * spec.conversion.webhook; NULL: none does. Of one and the same type those that are not kept in it
 * do. */
const cJSON *fakeapi__custom_conversion(const struct fakeapi__resource *from,
					const struct fakeapi__resource *to);
/* No object of it can lack defaults, or be kept in another version. */
bool fakeapi__custom_complete(const struct fakeapi__resource *res);
/* Whether the stored `json` may lack defaults that the schema has got since. */
bool fakeapi__custom_lacks(const struct fakeapi__resource *res, struct str json);
const cJSON *fakeapi__custom_schema(const struct fakeapi__resource *res);
/* Tables of the names in it, made once with the type; NULL: none. */
const struct fakeapi__lookups *fakeapi__custom_names(const struct fakeapi__resource *res);
struct fakeapi__rules *fakeapi__custom_rules(const struct fakeapi__resource *res);
/* Whether the definition has the version, as in "e.com/v1". True for built-in types. */
bool fakeapi__custom_has_version(const struct fakeapi__resource *res, const char *api_version);
/* The schema of a version, as in "e.com/v1", that no webhook converts. NULL: none such. */
const cJSON *fakeapi__custom_schema_of(const struct fakeapi__resource *res,
				       const char *api_version);
/* True for built-in types as well. */
bool fakeapi__custom_preserves(const struct fakeapi__resource *res);
/* additionalPrinterColumns, or NULL (then: Age alone). */
const cJSON *fakeapi__custom_columns(const struct fakeapi__resource *res);
/* selectableFields; NULL: none. */
const cJSON *fakeapi__custom_selectables(const struct fakeapi__resource *res);
/* A definition of the field `path` ("spec.color") is among selectableFields. */
bool fakeapi__custom_selectable(const struct fakeapi__resource *res, struct str path);
/* The value at a selectable field or JSON path (".spec.color") as a selector sees it, appended to
 * `out`; absent: nothing. For tests. */
void fakeapi__custom_field(const cJSON *obj, struct str path, struct strbuf *out);

/* subresources.scale; members may be NULL. */
struct fakeapi__scale_paths {
	const char *spec_replicas;   /* ".spec.replicas" */
	const char *status_replicas; /* ".status.replicas" */
	const char *label_selector;  /* ".status.selector" */
};
bool fakeapi__custom_scale(const struct fakeapi__resource *res, struct fakeapi__scale_paths *out);
/* specReplicasPath of another version, as in "e.com/v1"; NULL: it has no scale, or is none. */
const char *fakeapi__custom_replicas(const struct fakeapi__resource *res, const char *api_version);

#endif
