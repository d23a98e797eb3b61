/* SPDX-License-Identifier: Apache-2.0 */
/* auth.h - authentication and authorization: a static token file, client certificates; without RBAC
 * only system:masters is allowed (kube-apiserver's authentication and authorization).
 *
 * Who may call: server/ once per request, control/ for its own paths, posix/ for the token file.
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_AUTH_H
#define FAKEAPI_AUTH_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "relist/err.h"

struct fakeapi__call;

struct fakeapi__user {
	char *token;
	char *name;
	char *uid;
	char **groups; /* ends with NULL; NULL: none */
	bool admin;    /* in system:masters */
	bool exact;    /* false: authentication adds system:authenticated to `groups` */
	cJSON *extra;  /* key -> list of strings; NULL: none */
};

/* Frees its members. */
void fakeapi__user_fini(struct fakeapi__user *u);
bool fakeapi__user_in_group(const struct fakeapi__user *u, const char *group);
/* Adds a group. -1: out of memory. */
int fakeapi__user_add_group(struct fakeapi__user *u, struct str name);
/* Adds the parts of the text between separators; an empty text adds one empty name. -1: out of
 * memory. */
int fakeapi__user_add_groups(struct fakeapi__user *u, struct str text, char separator);
/* Splits "system:serviceaccount:NS:NAME" with valid names. */
bool fakeapi__cut_account(struct str user, struct str *ns, struct str *name);
/* Adds system:serviceaccounts and system:serviceaccounts:NS. -1: out of memory. */
int fakeapi__user_add_account_groups(struct fakeapi__user *u, struct str ns);
/* 1: a response was sent, because the headers name no user; -1: 403 in st. */
int fakeapi__impersonate(struct fakeapi__call *c);

struct fakeapi__users {
	struct fakeapi__user *list;
	size_t count;
};

int fakeapi__users_parse(struct fakeapi__users *u, struct str csv, struct relist_err *err);
void fakeapi__users_fini(struct fakeapi__users *u);
struct map;
/* Frees the map and the users of client certificates in it. */
void fakeapi__certificate_users_fini(struct map *m);

extern const struct fakeapi__user fakeapi__anonymous;

/* Sets c->user. -1: 401 in st. */
int fakeapi__authenticate(struct fakeapi__call *c);
/* -1: 403 in st. */
int fakeapi__authorize(struct fakeapi__call *c);
/* 1: a response was sent (Host or Origin is not allowed, or a preflight); -1: out of memory. */
int fakeapi__check_origin(struct fakeapi__call *c);

#endif
