/* SPDX-License-Identifier: Apache-2.0 */
/* pending.c - weak stand-ins for functions whose modules are still being written, so that
 * everything links meanwhile. To be deleted with the last of them. */
#include "fakeapi/crd.h"
#include "fakeapi/status.h"

__attribute__((weak)) const cJSON *fakeapi__crd_columns(const struct fakeapi__resource *res)
{
	(void)res;
	return NULL;
}

__attribute__((weak)) int fakeapi__status_set(struct fakeapi__status *st, int code,
					      const char *reason, const char *fmt, ...)
{
	(void)reason;
	(void)fmt;
	st->code = code;
	return -1;
}

__attribute__((weak)) void fakeapi__status_details(struct fakeapi__status *st, const char *name,
						   const char *group, const char *kind,
						   const char *uid)
{
	(void)st;
	(void)name;
	(void)group;
	(void)kind;
	(void)uid;
}

__attribute__((weak)) void fakeapi__status_init(struct fakeapi__status *st)
{
	memset(st, 0, sizeof(*st));
}

__attribute__((weak)) void fakeapi__status_fini(struct fakeapi__status *st)
{
	cJSON_Delete(st->doc);
}
