/* SPDX-License-Identifier: Apache-2.0 */
/* type_schema.h - the types as JSON schemas, for OpenAPI documents. Names and types of fields are
 * the real ones; descriptions need a user's file (prose.h). */
#ifndef FAKEAPI_TYPE_SCHEMA_H
#define FAKEAPI_TYPE_SCHEMA_H

#include "base/str.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/discovery/prose.h"

/* The prefixes of references to schemas. */
#define FAKEAPI_V3_SCHEMAS "#/components/schemas/"
#define FAKEAPI_V2_SCHEMAS "#/definitions/"

enum { FAKEAPI_SCHEMAS_MAX = 2048 };

/* The schemas that a document references and those that it already defines. */
struct fakeapi__schemas {
	const struct fakeapi__prose *prose;
	bool v3;
	bool wanted[FAKEAPI_SCHEMAS_MAX];
	bool written[FAKEAPI_SCHEMAS_MAX];
	const void *types[FAKEAPI_SCHEMAS_MAX]; /* of messages, for type_markers.h; NULL: unknown */
};

/* The schema's public name: io.k8s.api.core.v1.Pod. Custom resources: com.example.v1.Widget. */
void fakeapi__type_schema_name(const struct fakeapi__resource *res, struct strbuf *out);
/* Append "NAME":{...} members, separated by commas: begin, then every group and version of the
 * document (`from`: its first type, or any before), then end, which adds all referenced schemas. */
void fakeapi__type_schema_begin(struct fakeapi__schemas *s, bool v3,
				const struct fakeapi__prose *prose, struct strbuf *out);
void fakeapi__type_schema_add(struct fakeapi__schemas *s, const struct fakeapi__registry *reg,
			      size_t from, struct str group, struct str version,
			      struct strbuf *out);
void fakeapi__type_schema_end(struct fakeapi__schemas *s, struct strbuf *out);

#endif
