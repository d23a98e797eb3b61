/* SPDX-License-Identifier: Apache-2.0 */
/* pod_standards.h - the Pod Security Standards (k8s.io/pod-security-admission/policy). Pure. */
#ifndef FAKEAPI_POD_STANDARDS_H
#define FAKEAPI_POD_STANDARDS_H

#include <cjson/cJSON.h>

#include "base/str.h"

enum fakeapi__standard { FAKEAPI_PRIVILEGED, FAKEAPI_BASELINE, FAKEAPI_RESTRICTED };

#define FAKEAPI_LATEST UINT32_MAX

/* A standard in version 1.`minor`. */
struct fakeapi__demand {
	enum fakeapi__standard standard;
	unsigned minor;
};

/* "reason, reason" and "reason (detail), reason (detail)"; empty: the pod meets the standard. */
struct fakeapi__violations {
	struct strbuf reasons, details;
};

/* `v` must be empty. */
void fakeapi__pod_violations(const struct fakeapi__demand *demand, const cJSON *meta,
			     const cJSON *spec, struct fakeapi__violations *v);
/* pod_security.c: "baseline"; "latest" or "v1.x". False: invalid. */
bool fakeapi__standard_parse(const char *text, enum fakeapi__standard *out);
bool fakeapi__standard_version_parse(const char *text, unsigned *minor);
void fakeapi__violations_fini(struct fakeapi__violations *v);

#endif
