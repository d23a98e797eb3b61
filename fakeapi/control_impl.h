/* SPDX-License-Identifier: Apache-2.0 */
/* control_impl.h - control.h's deeds with the lock held, for control_http.c. */
#ifndef FAKEAPI_CONTROL_IMPL_H
#define FAKEAPI_CONTROL_IMPL_H

#include "fakeapi/control.h"

uint32_t fakeapi__fault_add_locked(struct fakeapi__core *core, const struct fakeapi__fault *rule);
void fakeapi__fault_del_locked(struct fakeapi__core *core, uint32_t id);
size_t fakeapi__end_watches_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
				   enum fakeapi__watch_end how);
int fakeapi__rewind_locked(struct fakeapi__core *core, uint64_t rv, struct relist_err *err);
void fakeapi__freeze_locked(struct fakeapi__core *core, uint32_t backend, bool frozen);
int fakeapi__delete_locked(struct fakeapi__core *core, struct str group, struct str resource,
			   struct str ns, struct str name, struct relist_err *err);
int fakeapi__reset_locked(struct fakeapi__core *core, struct relist_err *err);
void fakeapi__requests_locked(struct fakeapi__core *core, uint64_t seq,
			      void (*fn)(void *user, const struct fakeapi__logged *request),
			      void *user);
/* fakeapi__core_load() with the lock held. */
int fakeapi__load_locked(struct fakeapi__core *core, struct str doc, struct relist_err *err);

#endif
