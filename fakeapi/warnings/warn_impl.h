/* SPDX-License-Identifier: Apache-2.0 */
/* warn_impl.h - the parts of warnings, by subject. */
#ifndef FAKEAPI_WARN_IMPL_H
#define FAKEAPI_WARN_IMPL_H

#include "base/map.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"

typedef struct fakeapi__path path_t;

struct fakeapi__warnings {
	struct strbuf *out;
	const struct fakeapi__features *features;
	struct map written; /* texts already written, to avoid duplicates */
	size_t count;
	size_t steps; /* pairwise comparisons, which are limited */
	bool nomem;
};

/* True if no further warnings would be shown. */
bool fakeapi__warnings_full(const struct fakeapi__warnings *w);
/* "PATH: TEXT"; without a path, TEXT. */
void fakeapi__warn_add(struct fakeapi__warnings *w, const path_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Warnings about a Service's external IPs and about ignored fields of its spec. */
void fakeapi__warn_external_ips(struct fakeapi__warnings *w, const cJSON *ips);
void fakeapi__warn_ignored(struct fakeapi__warnings *w, const cJSON *spec);
/* Warnings about addresses and CIDRs that are not in canonical form. */
void fakeapi__warn_ip(struct fakeapi__warnings *w, const path_t *at, const char *ip);
void fakeapi__warn_cidr(struct fakeapi__warnings *w, const path_t *at, const char *cidr);
/* NULL: the label is not a deprecated node label. */
const char *fakeapi__node_label_warning(const char *label);
/* Warns if the key of a selector or a topology spread is such a label. */
void fakeapi__warn_node_key(struct fakeapi__warnings *w, const path_t *at, const char *key);
/* A nodeSelectorTerm. */
void fakeapi__warn_node_term(struct fakeapi__warnings *w, const path_t *at, const cJSON *term,
			     bool values);
/* Warns about fractional byte quantities. */
void fakeapi__warn_fraction(struct fakeapi__warnings *w, const path_t *at, const cJSON *quantities,
			    const char *name);
void fakeapi__warn_claim_spec(struct fakeapi__warnings *w, const path_t *at, const cJSON *spec);
/* A pod (`at` NULL) or a pod template. */
void fakeapi__warn_pod(struct fakeapi__warnings *w, const path_t *at, const cJSON *pod);

#endif
