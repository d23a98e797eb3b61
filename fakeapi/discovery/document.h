/* SPDX-License-Identifier: Apache-2.0 */
/* document.h - between the files that answer non-resource paths. */
#ifndef FAKEAPI_DOCUMENT_H
#define FAKEAPI_DOCUMENT_H

#include "fakeapi/discovery/discovery.h"
#include "fakeapi/output/table.h"

/* Each: false when the path is not one of its own. */
bool fakeapi__health_answer(const struct fakeapi__registry *reg, struct fakeapi__discovery *d,
			    const struct fakeapi__request *req, struct fakeapi__answer *out);
bool fakeapi__openapi_answer(const struct fakeapi__registry *reg, struct fakeapi__prose *prose,
			     const struct fakeapi__request *req, struct fakeapi__answer *out);

/* An /openapi/v2 document from JSON to gnostic's protobuf; only its definitions are kept. */
void fakeapi__openapi_to_protobuf(struct str json, struct strbuf *out);

/* 128 hex digits over `bytes`, where the real server has a SHA-512. */
void fakeapi__doc_hash(struct str bytes, char hex[129]);
/* Sets the ETag to that of `bytes` and says whether the client has it already; then the answer is
 * 304 without a body. */
bool fakeapi__doc_not_modified(const struct fakeapi__request *req, struct str bytes,
			       struct fakeapi__answer *out);
void fakeapi__doc_header(struct fakeapi__answer *out, const char *name, const char *value);
/* The body is a Status, in the form the client can take. */
void fakeapi__doc_status(const struct fakeapi__form *form, struct fakeapi__status *st,
			 struct fakeapi__answer *out);
/* True for the i-th type of the registry if it is the first of its group, or group and version. */
bool fakeapi__first_of_group(const struct fakeapi__registry *reg, size_t i);
bool fakeapi__first_of_version(const struct fakeapi__registry *reg, size_t i);
/* The next type of the version at *i or behind it, and *i becomes the place behind; NULL: no more.
 */
const struct fakeapi__resource *fakeapi__next_of_version(const struct fakeapi__registry *reg,
							 struct str group, struct str version,
							 size_t *i);

#endif
