/* SPDX-License-Identifier: Apache-2.0 */
/* warn_impl.h - the parts of warnings, by subject. */
#ifndef FAKEAPI_WARN_IMPL_H
#define FAKEAPI_WARN_IMPL_H

#include "base/map.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"

typedef struct fakeapi__path path_t;
typedef struct fakeapi__warnings warnings_t;

enum { FAKEAPI_WARN_STEPS_MAX = 1000 * 1000 };

struct fakeapi__warnings {
	struct strbuf *out;
	const struct fakeapi__features *features;
	struct map written; /* texts already written, to avoid duplicates */
	size_t count;
	size_t steps; /* pairwise comparisons, at most FAKEAPI_WARN_STEPS_MAX */
	bool nomem;
};

/* A write of an object. */
struct fakeapi__warned {
	const cJSON *obj, *old;
	bool moved; /* the generation changed, or the object is new */
};
typedef void fakeapi__warn_fn(warnings_t *w, const struct fakeapi__warned *it);

/* A pod or a pod template, while its containers are checked. */
struct fakeapi__warned_pod {
	const path_t *at, *spec_at, *notes_at;
	const cJSON *spec, *notes;
	struct map port_names;	 /* name -> path written by fakeapi__path_add */
	struct map port_numbers; /* "80/TCP" -> struct port, the first of its chain */
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

/* The error of crypto/tls for a pair without PEM; the content of the PEM is not checked. */
void fakeapi__warn_secret(warnings_t *w, const struct fakeapi__warned *it);

void fakeapi__warn_definition(warnings_t *w, const struct fakeapi__warned *it);

void fakeapi__warn_volume(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_claim(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_storage_class(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_storage_capacity(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_annotation(warnings_t *w, const cJSON *obj, const char *name, const char *why);

void fakeapi__warn_workload(warnings_t *w, const struct fakeapi__warned *it);
/* On update the old template is checked: kube-apiserver swaps the two. */
void fakeapi__warn_controller(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_daemon_set(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_stateful_set(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_job(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_cron_job(warnings_t *w, const struct fakeapi__warned *it);
/* Only new pods: users rarely update pods, and updates must stay fast. */
void fakeapi__warn_new_pod(warnings_t *w, const struct fakeapi__warned *it);
void fakeapi__warn_pod_template(warnings_t *w, const struct fakeapi__warned *it);

void fakeapi__warn_volume_paths(warnings_t *w, const cJSON *volumes);
void fakeapi__warn_volumes(warnings_t *w, const path_t *spec_at, const cJSON *spec);

void fakeapi__warn_ports(warnings_t *w, struct fakeapi__warned_pod *pod, const path_t *at,
			 const cJSON *container);
void fakeapi__warn_port_names(warnings_t *w, struct fakeapi__warned_pod *pod, const path_t *at,
			      const cJSON *container);
void fakeapi__warn_drop_ports(struct fakeapi__warned_pod *pod);

const cJSON *fakeapi__annotations_of(const cJSON *obj);

#endif
