/* SPDX-License-Identifier: Apache-2.0 */
/* prose.h - descriptions of types and their fields for OpenAPI documents. The texts are Kubernetes'
 * own and not part of this project: a user may provide them in a file (scripts/gen-prose), which is
 * read at the first request of a document.
 *
 * The file is a JSON object of the types by their public names, each an object of texts: ""
 * describes the type, other members its fields.
 */
#ifndef FAKEAPI_PROSE_H
#define FAKEAPI_PROSE_H

#include <cjson/cJSON.h>

#include "base/str.h"

struct fakeapi__prose;

/* `read` appends the file's text; nothing: no file. NULL: out of memory. */
struct fakeapi__prose *fakeapi__prose_new(void (*read)(void *user, struct strbuf *out), void *user);
void fakeapi__prose_free(struct fakeapi__prose *p); /* NULL is fine */
/* In the following functions `p` may be NULL: no descriptions. */
/* Reads the file unless it was tried before. An invalid file counts as none. */
void fakeapi__prose_load(struct fakeapi__prose *p);
/* The number of described types, if the file is read. */
size_t fakeapi__prose_count(const struct fakeapi__prose *p);
/* The texts about a type; NULL: none. */
const cJSON *fakeapi__prose_of(const struct fakeapi__prose *p, struct str type);
/* One of the texts; NULL: none. */
const char *fakeapi__prose_text(const cJSON *texts, const char *field);

#endif
