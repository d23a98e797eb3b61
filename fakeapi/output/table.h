/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - the other forms of an object: Table and PartialObjectMetadata, chosen by Accept. The
 * folder output/ chooses a form (endpoints/handlers/negotiation) and renders it (printers).
 *
 * Who may call: rest/, watch/ and discovery/. Threads: any; pure.
 */
#ifndef FAKEAPI_TABLE_H
#define FAKEAPI_TABLE_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"

enum fakeapi__form_kind {
	FAKEAPI_FORM_PLAIN,
	FAKEAPI_FORM_TABLE,
	FAKEAPI_FORM_PARTIAL,
	FAKEAPI_FORM_AGGREGATED
};
enum fakeapi__include { FAKEAPI_INCLUDE_METADATA, FAKEAPI_INCLUDE_NONE, FAKEAPI_INCLUDE_OBJECT };

/* The form of the response. */
struct fakeapi__form {
	enum fakeapi__form_kind kind;
	enum fakeapi__include include; /* TABLE only */
	char version[16];	       /* of meta.k8s.io: "v1" or "v1beta1" */
	bool yaml, protobuf;	       /* neither: JSON */
	bool pretty;
	bool list; /* Accept has as=PartialObjectMetadataList */
};

/* Chooses a supported form from the Accept header's types (JSON, YAML, protobuf, Table,
 * Partial...). -1: 406 in the real server's words. For tests: the server calls the variant by
 * resource, below. */
int fakeapi__negotiate(struct str accept, struct str query, struct str user_agent, bool watch,
		       struct fakeapi__form *out, struct fakeapi__status *st);

/* The input of the negotiation. */
struct fakeapi__form_request {
	struct str accept, query, user_agent;
	bool watch;
	bool list;	/* a collection is requested (its 406 also lists the stream types) */
	bool custom;	/* a type made from a CRD: protobuf only for its metadata */
	bool json_only; /* has no protobuf form: JSON even if the client accepts only protobuf */
	bool no_table;	/* the type has no Table (reviews) */
	bool discovery; /* no Table and no partial metadata; APIGroupDiscoveryList instead */
	bool plain;	/* none of these forms */
	bool unrouted;	/* no router checks it before its handler */
};

/* The router's check before any handler: none for types made from a CRD. -1: 406. */
int fakeapi__negotiate_route(const struct fakeapi__form_request *request,
			     struct fakeapi__status *st);
/* The same for a document that has one type alone. */
int fakeapi__negotiate_produced(struct str accept, const char *produced,
				struct fakeapi__status *st);

/* fakeapi__negotiate() with all inputs; the shorter one assumes a list of a built-in type. -1: *out
 * has the form of the Status. */
int fakeapi__negotiate_form(const struct fakeapi__form_request *request, struct fakeapi__form *out,
			    struct fakeapi__status *st);

/* Chooses the form of an error (a Status) for this client: never a Table; YAML if accepted; pretty
 * even if no accepted type can be served: then it returns false. */
bool fakeapi__negotiate_error(struct str accept, struct str query, struct str user_agent,
			      struct fakeapi__form *out);

/* Checks ?includeObject= of a Table. -1: 400. */
int fakeapi__include_check(struct str query, struct fakeapi__status *st);

/* Refuses a form that does not match the result: PartialObjectMetadata for a list and the reverse.
 * -1: 406. Call it once the response is a success, before rendering. */
int fakeapi__form_check(const struct fakeapi__form *form, const struct fakeapi__resource *res,
			bool is_list, struct fakeapi__status *st);

/* The functions below do not end their output with a newline. The real server ends compact JSON
 * (and every watch event) with one, but not pretty JSON. fakeapi__to_yaml() writes its own. The
 * caller applies YAML and pretty to the whole body (fakeapi__finish_body). All return 0 or
 * RELIST_ENOMEM. */

/* Renders one object (raw JSON with kind and apiVersion) in `form` (TABLE or PARTIAL). `headers`:
 * with columnDefinitions (a watch sends them only in its first event). */
int fakeapi__render_one(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			struct str obj, bool headers, int64_t now_unix_s, struct strbuf *out);

/* Render a list in `form`: begin, one item at a time, end. metadata is written raw:
 * {"resourceVersion":...,"continue":...}. Also for PLAIN, with items without kind and apiVersion,
 * as the real server sends built-in types. */
int fakeapi__render_list_begin(const struct fakeapi__resource *res,
			       const struct fakeapi__form *form, struct str metadata_json,
			       struct strbuf *out);
int fakeapi__render_list_item(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			      struct str obj, size_t index, int64_t now_unix_s, struct strbuf *out);
int fakeapi__render_list_end(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			     struct strbuf *out);

/* Converts `body`, compact JSON without a newline, to the bytes of `form`: YAML, pretty, or
 * unchanged with a newline. */
int fakeapi__finish_body(const struct fakeapi__form *form, struct strbuf *body);
/* The Content-Type of `form`. */
const char *fakeapi__form_content_type(const struct fakeapi__form *form);

#endif
