/* SPDX-License-Identifier: Apache-2.0 */
/* warn_impl.h - the pieces of warnings, by what they look at. */
#ifndef FAKEAPI_WARN_IMPL_H
#define FAKEAPI_WARN_IMPL_H

#include "base/map.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"

typedef struct fakeapi__path path_t;

struct fakeapi__warnings {
	struct strbuf *out;
	const struct fakeapi__features *features;
	struct map said; /* what was said once is not said again */
	size_t count;
	size_t steps; /* of comparisons in pairs, which have a bound */
	bool nomem;
};

/* Nothing more would be shown. */
bool fakeapi__warnings_full(const struct fakeapi__warnings *w);
/* "PATH: TEXT"; without a path, TEXT. */
void fakeapi__warn_add(struct fakeapi__warnings *w, const path_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Of a Service that uses its external addresses; of its spec. */
void fakeapi__warn_external_ips(struct fakeapi__warnings *w, const cJSON *ips);
void fakeapi__warn_ignored(struct fakeapi__warnings *w, const cJSON *spec);
/* Addresses and blocks that are not written as they should be. */
void fakeapi__warn_ip(struct fakeapi__warnings *w, const path_t *at, const char *ip);
void fakeapi__warn_cidr(struct fakeapi__warnings *w, const path_t *at, const char *cidr);
/* NULL: the label is not one of a node that is out of use. */
const char *fakeapi__node_label_warning(const char *label);
/* The key of a selector or a spread with such a label. */
void fakeapi__warn_node_key(struct fakeapi__warnings *w, const path_t *at, const char *key);
/* A nodeSelectorTerm. */
void fakeapi__warn_node_term(struct fakeapi__warnings *w, const path_t *at, const cJSON *term,
			     bool values);
/* Quantities of bytes that are no whole number. */
void fakeapi__warn_fraction(struct fakeapi__warnings *w, const path_t *at, const cJSON *quantities,
			    const char *name);
void fakeapi__warn_claim_spec(struct fakeapi__warnings *w, const path_t *at, const cJSON *spec);
/* A pod (`at` NULL) or the template of one. */
void fakeapi__warn_pod(struct fakeapi__warnings *w, const path_t *at, const cJSON *pod);

#endif
