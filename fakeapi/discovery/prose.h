/* SPDX-License-Identifier: Apache-2.0 */
/* prose.h - descriptions of types and their fields for OpenAPI documents. The words are Kubernetes'
 * own and no part of this project: a user may have them in a file (scripts/gen-prose), which is
 * read at the first request of a document.
 *
 * The file is a JSON object of the types by their public names, each an object of texts: "" is
 * about the type, other members about its fields.
 */
#ifndef FAKEAPI_PROSE_H
#define FAKEAPI_PROSE_H

#include <cjson/cJSON.h>

#include "base/str.h"

struct fakeapi__prose;

/* `read` appends the file's text; nothing: there is none. NULL: out of memory. */
struct fakeapi__prose *fakeapi__prose_new(void (*read)(void *user, struct strbuf *out), void *user);
void fakeapi__prose_free(struct fakeapi__prose *p); /* NULL is fine */
/* In all that follows `p` may be NULL: there is none. */
/* Reads it unless that was tried. A text that is not what it should be is as none. */
void fakeapi__prose_load(struct fakeapi__prose *p);
/* How many types it is about, as far as it is read. */
size_t fakeapi__prose_count(const struct fakeapi__prose *p);
/* The texts about a type; NULL: none. */
const cJSON *fakeapi__prose_of(const struct fakeapi__prose *p, struct str type);
/* One of them; NULL: none. */
const char *fakeapi__prose_text(const cJSON *texts, const char *field);

#endif
