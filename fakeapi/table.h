/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - the other forms of an object: Table and PartialObjectMetadata, as Accept asks. */
#ifndef FAKEAPI_TABLE_H
#define FAKEAPI_TABLE_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/resource.h"
#include "fakeapi/status.h"

enum fakeapi__form_kind { FAKEAPI_FORM_PLAIN, FAKEAPI_FORM_TABLE, FAKEAPI_FORM_PARTIAL };
enum fakeapi__include { FAKEAPI_INCLUDE_METADATA, FAKEAPI_INCLUDE_NONE, FAKEAPI_INCLUDE_OBJECT };

/* How the client wants to see things. */
struct fakeapi__form {
	enum fakeapi__form_kind kind;
	enum fakeapi__include   include; /* TABLE only */
	char                    version[16]; /* of meta.k8s.io: "v1" or "v1beta1" */
	bool                    yaml;
	bool                    pretty;
	bool                    list;     /* the client asked for as=PartialObjectMetadataList */
};

/* Chooses among the Accept header's types what can be served (JSON, YAML, Table, Partial...;
 * protobuf falls through to the next). -1: 406 as the real server words it. */
int fakeapi__negotiate(struct str accept, struct str query, struct str user_agent, bool watch,
		       struct fakeapi__form *out, struct fakeapi__status *st);

/* Renders one object (raw JSON, already with kind and apiVersion) in `form` (TABLE or PARTIAL).
 * `headers`: with columnDefinitions (a watch sends them only in its first event). */
int fakeapi__render_one(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			struct str obj, bool headers, int64_t now_unix_s, struct strbuf *out);

/* A list being rendered in `form`: begin, an item at a time, end. metadata is written raw:
 * {"resourceVersion":...,"continue":...}. For PLAIN as well (items without kind and apiVersion as
 * the real server sends built-in types). */
int fakeapi__render_list_begin(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			       struct str metadata_json, struct strbuf *out);
int fakeapi__render_list_item(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			      struct str obj, size_t index, int64_t now_unix_s, struct strbuf *out);
int fakeapi__render_list_end(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			     struct strbuf *out);

/* JSON to YAML as sigs.k8s.io/yaml prints it (keys sorted). */
int fakeapi__to_yaml(struct str json, struct strbuf *out);
/* JSON indented by two spaces as ?pretty=true. */
int fakeapi__to_pretty(struct str json, struct strbuf *out);

#endif
