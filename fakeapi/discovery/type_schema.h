/* SPDX-License-Identifier: Apache-2.0 */
/* type_schema.h - the types as JSON schemas, for OpenAPI documents. Names and types of fields are
 * the real ones; descriptions need a user's file (prose.h).
 *
 * A document is made in this order: begin, references while the paths are written, end. */
#ifndef FAKEAPI_TYPE_SCHEMA_H
#define FAKEAPI_TYPE_SCHEMA_H

#include "base/str.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/discovery/openapi_rows.h"
#include "fakeapi/discovery/prose.h"
#include "fakeapi/schema/types.h"

/* A "$ref" is one of these and the schema's name. */
#define FAKEAPI_V3_SCHEMAS "#/components/schemas/"
#define FAKEAPI_V2_SCHEMAS "#/definitions/"

enum { FAKEAPI_SCHEMAS_MAX = 2048 };

/* The schemas that a document references and those that it already defines. */
struct fakeapi__schemas {
	const struct fakeapi__prose *prose;
	const struct fakeapi__registry *reg;
	unsigned release; /* the minor version: 34 */
	bool v3;
	bool more; /* a schema is written: a comma precedes the next */
	/* OpenAPI 3: a type of the group and version that the document describes; NULL: none. */
	const struct fakeapi__resource *subject;
	struct {
		bool wanted, written, list_wanted, list_written;
		const char *api_version, *kind; /* NULL: not a kind */
		const void *type;		/* the key of type_markers.h; NULL: none */
	} messages[FAKEAPI_SCHEMAS_MAX];
	struct {
		bool wanted, written;
	} whole[FAKEAPI_WHOLE_MAX];
};

/* The caller may then set `subject`. */
void fakeapi__schemas_begin(struct fakeapi__schemas *s, bool v3,
			    const struct fakeapi__registry *reg,
			    const struct fakeapi__prose *prose);
/* Append a reference, "$ref":"...": to the schema of a kind, which may be a custom resource's, or
 * of its list; to a type of package meta. The document gets the schema. */
void fakeapi__schemas_add_ref(struct fakeapi__schemas *s, const char *group, const char *version,
			      const char *kind, bool list, struct strbuf *out);
void fakeapi__schemas_add_meta_ref(struct fakeapi__schemas *s, const char *kind,
				   struct strbuf *out);
/* Appends the schemas of custom resources of the group and version, of all if the version is "", as
 * "NAME":{...} members separated by commas. */
void fakeapi__schemas_add_customs(struct fakeapi__schemas *s, struct str group, struct str version,
				  struct strbuf *out);
/* Appends all referenced schemas. */
void fakeapi__schemas_end(struct fakeapi__schemas *s, struct strbuf *out);

/* True if the document's release has the change. */
bool fakeapi__schemas_changed(const struct fakeapi__schemas *s, enum fakeapi__change change);
/* True if a DELETE returns the object and not a Status. */
bool fakeapi__schemas_returned(const struct fakeapi__schemas *s,
			       const struct fakeapi__resource *res);

/* --- between the files type_schema*.c ------------------------------------------------------ */

/* Appends a public name without quotes, as in com.example.v1.Widget. */
void fakeapi__schemas_add_custom_name(const struct fakeapi__resource *res, struct strbuf *out);
/* Appends the reference to a schema that is stored as JSON. `name` lacks "io.k8s.". */
void fakeapi__schemas_add_whole_ref(struct fakeapi__schemas *s, const char *name,
				    struct strbuf *out);
/* Appends the reference to ObjectMeta's schema. */
void fakeapi__schemas_add_object_meta_ref(struct fakeapi__schemas *s, struct strbuf *out);
/* Appends "description":"...", with a comma after it; nothing without a text. */
void fakeapi__schemas_add_description(const char *text, struct strbuf *out);
/* Appends the members apiVersion and kind of "properties". */
void fakeapi__schemas_add_type_properties(const cJSON *texts, struct strbuf *out);
/* Appends a custom resource and its list. */
void fakeapi__schemas_add_custom(struct fakeapi__schemas *s, const struct fakeapi__resource *res,
				 struct strbuf *out);
/* Appends the wanted schemas that are stored as JSON and not written yet. True: there were some. */
bool fakeapi__schemas_add_whole(struct fakeapi__schemas *s, struct strbuf *out);

#endif
