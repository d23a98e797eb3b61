/* SPDX-License-Identifier: Apache-2.0 */
/* document.h - shared by the files that respond to non-resource paths. */
#ifndef FAKEAPI_DOCUMENT_H
#define FAKEAPI_DOCUMENT_H

#include "fakeapi/discovery/discovery.h"
#include "fakeapi/output/table.h"

/* Each returns false if it does not handle the path. */
bool fakeapi__health_answer(const struct fakeapi__registry *reg, struct fakeapi__discovery *d,
			    const struct fakeapi__request *req, struct fakeapi__answer *out);
bool fakeapi__debug_answer(const struct fakeapi__request *req, struct fakeapi__answer *out);
bool fakeapi__openapi_answer(const struct fakeapi__registry *reg, struct fakeapi__prose *prose,
			     const struct fakeapi__request *req, struct fakeapi__answer *out);

enum { FAKEAPI_PROBE_PATH = 96, FAKEAPI_PROBE_PATHS = 160 };

/* Writes the path of each check of each probe; returns their number. */
size_t fakeapi__probe_paths(const struct fakeapi__discovery *d, char (*out)[FAKEAPI_PROBE_PATH],
			    size_t max);

/* Converts an /openapi/v2 document from JSON to gnostic's protobuf; keeps only its definitions. */
void fakeapi__openapi_to_protobuf(struct str json, struct strbuf *out);

/* 128 hex digits as a hash of `bytes`, in place of the real server's SHA-512. */
void fakeapi__doc_hash(struct str bytes, char hex[129]);
/* Sets the ETag to the hash of `bytes`. True: the client's copy is current; the response is a 304
 * without a body. */
bool fakeapi__doc_not_modified(const struct fakeapi__request *req, struct str bytes,
			       struct fakeapi__answer *out);
void fakeapi__doc_header(struct fakeapi__answer *out, const char *name, const char *value);
/* Sets the body to a Status in a form that the client accepts. */
void fakeapi__doc_status(const struct fakeapi__form *form, struct fakeapi__status *st,
			 struct fakeapi__answer *out);
/* True for the i-th type of the registry if it is the first of its group, or group and version. */
bool fakeapi__first_of_group(const struct fakeapi__registry *reg, size_t i);
bool fakeapi__first_of_version(const struct fakeapi__registry *reg, size_t i);
/* Returns the next type of the version from *i on and advances *i past it; NULL: no more. */
const struct fakeapi__resource *fakeapi__next_of_version(const struct fakeapi__registry *reg,
							 struct str group, struct str version,
							 size_t *i);

#endif
