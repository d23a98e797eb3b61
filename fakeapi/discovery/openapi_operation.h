/* SPDX-License-Identifier: Apache-2.0 */
/* openapi_operation.h - the operations of a path, and how they are written in versions 2 and 3.
 *
 * Who may call: openapi_paths.c. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_OPENAPI_OPERATION_H
#define FAKEAPI_OPENAPI_OPERATION_H

#include "fakeapi/discovery/openapi_paths.h"

enum parameter {
#define PARAMETER(id, since, until, name, in, type, key) P_##id,
#include "fakeapi/tbl/openapi_parameters.h"
#undef PARAMETER
	PARAMETERS
};

_Static_assert(PARAMETERS <= 64, "a bit for each");

#define BIT(id) (UINT64_C(1) << P_##id)

#define SELECT                                                                                     \
	(BIT(CONTINUE) | BIT(FIELD_SELECTOR) | BIT(LABEL_SELECTOR) | BIT(LIMIT) |                  \
	 BIT(RESOURCE_VERSION) | BIT(RESOURCE_VERSION_MATCH) | BIT(SEND_INITIAL_EVENTS) |          \
	 BIT(SHARD_SELECTOR) | BIT(TIMEOUT_SECONDS))
#define LIST	(SELECT | BIT(ALLOW_WATCH_BOOKMARKS) | BIT(WATCH))
#define WRITE	(BIT(DRY_RUN) | BIT(FIELD_MANAGER) | BIT(FIELD_VALIDATION))
#define PATCHES (BIT(DRY_RUN) | BIT(PATCH_FIELD_MANAGER) | BIT(FIELD_VALIDATION) | BIT(FORCE))
#define DELETES                                                                                    \
	(BIT(DRY_RUN) | BIT(GRACE_PERIOD_SECONDS) | BIT(IGNORE_STORE_READ_ERROR) |                 \
	 BIT(ORPHAN_DEPENDENTS) | BIT(PROPAGATION_POLICY))
#define LOG                                                                                        \
	(BIT(LOG_CONTAINER) | BIT(FOLLOW) | BIT(INSECURE_SKIP_TLS_VERIFY_BACKEND) |                \
	 BIT(LIMIT_BYTES) | BIT(PREVIOUS) | BIT(SINCE_SECONDS) | BIT(STREAM) |                     \
	 BIT(OLD_TAIL_LINES) | BIT(TAIL_LINES) | BIT(TIMESTAMPS))

enum fakeapi__returns { RETURNS_KIND, RETURNS_LIST, RETURNS_STATUS, RETURNS_EVENT, RETURNS_TEXT };

enum fakeapi__forms { FORMS, STREAM_FORMS, LOG_FORMS, ANY_FORM };

/* An operation of a path. */
struct fakeapi__operation {
	const char *method, *action; /* of HTTP, x-kubernetes-action */
	struct strbuf id, description;
	uint64_t parameters;
	enum fakeapi__returns returns;
	enum fakeapi__forms forms;
	bool created, accepted; /* responses 201 and 202 besides 200 */
};

enum { OPERATIONS_MAX = 8 };

/* A path while its operations are collected. */
struct fakeapi__path {
	struct fakeapi__paths *p;
	const struct fakeapi__resource *res;
	const struct fakeapi__subresource *sub; /* NULL: none */
	const char *group, *version, *kind;	/* of what it reads and writes */
	const char *label; /* the kind that the parameter `name` is a name of */
	struct fakeapi__operation ops[OPERATIONS_MAX];
	size_t count;
};

/* Appends the group as a word: RbacAuthorization, ShopExampleCom, Core; `capital`: its first
 * letter. */
void fakeapi__add_group(const char *group, bool capital, struct strbuf *out);
void fakeapi__add_title(const char *word, struct strbuf *out);
/* Appends media types, which end with NULL, as a list. */
void fakeapi__add_forms(const char *const *forms, struct strbuf *out);
/* Writes the path with its operations, which are freed; what they all take stands once beside them.
 * `prefix`: "watch/" or "". */
void fakeapi__path_write(struct fakeapi__path *path, const char *prefix, const char *scope,
			 const char *tail);

#endif
