/* SPDX-License-Identifier: Apache-2.0 */
/* builtins.h - the built-in types of each release of Kubernetes (tbl/resources.h). Each release's
 * types are made at its first use and kept until the process ends; with feature gates, once per
 * core.
 *
 * Who may call: registry.c, runtime_config.c and server/core.c. Threads: any.
 */
#ifndef FAKEAPI_BUILTINS_H
#define FAKEAPI_BUILTINS_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* The verbs of most subresources. */
#define FAKEAPI_VERBS_SUB "get,patch,update"

enum { FAKEAPI_BUILTINS_MAX = 160 };

struct fakeapi__builtins {
	struct fakeapi__features features;
	size_t count;
	struct fakeapi__resource rows[FAKEAPI_BUILTINS_MAX]; /* in discovery order */
	const struct fakeapi__resource *by_name[FAKEAPI_BUILTINS_MAX],
	    *by_kind[FAKEAPI_BUILTINS_MAX];
};

const struct fakeapi__builtins *fakeapi__builtins_of(unsigned release);
/* The types of a server with its own feature gates; freed by base__free(). NULL: out of memory. */
struct fakeapi__builtins *fakeapi__builtins_new(const struct fakeapi__features *features);
/* The rows of a group and version with this plural (`kind`: with this kind), in discovery order. */
const struct fakeapi__resource *const *fakeapi__builtins_find(const struct fakeapi__builtins *b,
							      struct str group, struct str version,
							      struct str name, bool kind,
							      size_t *count);

#endif
