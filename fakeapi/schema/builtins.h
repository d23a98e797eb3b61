/* SPDX-License-Identifier: Apache-2.0 */
/* builtins.h - the built-in types of each release of Kubernetes (tbl/resources.h), made at the
 * first use of a release and kept to the end of the process; with feature gates, once for a core.
 *
 * Who may call: registry.c, runtime_config.c and server/core.c. Threads: any.
 */
#ifndef FAKEAPI_BUILTINS_H
#define FAKEAPI_BUILTINS_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* Of most subresources. */
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
/* Those of a server with feature gates of its own; freed by base__free(). NULL: no memory. */
struct fakeapi__builtins *fakeapi__builtins_new(const struct fakeapi__features *features);
/* The rows of a group and version with this plural (`kind`: with this kind), the first first. */
const struct fakeapi__resource *const *fakeapi__builtins_find(const struct fakeapi__builtins *b,
							      struct str group, struct str version,
							      struct str name, bool kind,
							      size_t *count);

#endif
