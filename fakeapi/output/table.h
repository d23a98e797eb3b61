/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - the other forms of an object: Table and PartialObjectMetadata, as Accept says. The room
 * output/ chooses a form (endpoints/handlers/negotiation) and renders it (printers).
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

/* How the client wants to see things. */
struct fakeapi__form {
	enum fakeapi__form_kind kind;
	enum fakeapi__include include; /* TABLE only */
	char version[16];	       /* of meta.k8s.io: "v1" or "v1beta1" */
	bool yaml, protobuf;	       /* neither: JSON */
	bool pretty;
	bool list; /* Accept has as=PartialObjectMetadataList */
};

/* Chooses among the Accept header's types what can be served (JSON, YAML, protobuf, Table,
 * Partial...). -1: 406 as the real server words it. For tests: the server calls the variant by
 * resource, below. */
int fakeapi__negotiate(struct str accept, struct str query, struct str user_agent, bool watch,
		       struct fakeapi__form *out, struct fakeapi__status *st);

/* What negotiation looks at. */
struct fakeapi__asked {
	struct str accept, query, user_agent;
	bool watch;
	bool list;	/* a collection is read (its 406 names the stream types as well) */
	bool custom;	/* a type made from a CRD: no protobuf there, but for its metadata */
	bool json_only; /* has no protobuf form: JSON to clients that accept nothing else */
	bool no_table;	/* a type that cannot be printed as a Table (reviews) */
	bool discovery; /* no Table and no partial metadata; APIGroupDiscoveryList instead */
	bool plain;	/* none of all these */
	bool unrouted;	/* no router looks at it before its handler */
};

/* The router's look at it, before any handler's: none for types made from a CRD. -1: 406. */
int fakeapi__negotiate_route(const struct fakeapi__asked *asked, struct fakeapi__status *st);

/* fakeapi__negotiate() with all there is to know; the shorter one takes a built-in type's list. On
 * -1 *out says how to print the Status. */
int fakeapi__negotiate_asked(const struct fakeapi__asked *asked, struct fakeapi__form *out,
			     struct fakeapi__status *st);

/* How to print an error (a Status) for this client: never a Table; YAML where accepted; pretty also
 * when no accepted type can be served. Cannot fail. */
void fakeapi__negotiate_error(struct str accept, struct str query, struct str user_agent,
			      struct fakeapi__form *out);

/* ?includeObject= of a Table. -1: 400. */
int fakeapi__include_check(struct str query, struct fakeapi__status *st);

/* A form that does not fit the result: PartialObjectMetadata of a list and the reverse. -1: 406. To
 * be called once the response is known to be a success, before rendering. */
int fakeapi__form_check(const struct fakeapi__form *form, const struct fakeapi__resource *res,
			bool is_list, struct fakeapi__status *st);

/* None of the functions below ends its output with a newline; the real server ends compact JSON
 * (and every watch event) with one, but pretty JSON not. fakeapi__to_yaml() writes its own.
 * YAML and pretty are applied by the caller on the whole body (fakeapi__finish_body). All return
 * 0 or RELIST_ENOMEM. */

/* Renders one object (raw JSON, already with kind and apiVersion) in `form` (TABLE or PARTIAL).
 * `headers`: with columnDefinitions (a watch sends them only in its first event). */
int fakeapi__render_one(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			struct str obj, bool headers, int64_t now_unix_s, struct strbuf *out);

/* A list being rendered in `form`: begin, an item at a time, end. metadata is written raw:
 * {"resourceVersion":...,"continue":...}. For PLAIN as well (items without kind and apiVersion as
 * the real server sends built-in types). */
int fakeapi__render_list_begin(const struct fakeapi__resource *res,
			       const struct fakeapi__form *form, struct str metadata_json,
			       struct strbuf *out);
int fakeapi__render_list_item(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			      struct str obj, size_t index, int64_t now_unix_s, struct strbuf *out);
int fakeapi__render_list_end(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			     struct strbuf *out);

/* Turns `body`, compact JSON without a newline, into what goes on the wire in `form`: YAML, pretty,
 * or as it is with a newline. */
int fakeapi__finish_body(const struct fakeapi__form *form, struct strbuf *body);
/* The Content-Type for it. */
const char *fakeapi__form_content_type(const struct fakeapi__form *form);

#endif
