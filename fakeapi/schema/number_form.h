/* SPDX-License-Identifier: Apache-2.0 */
/* number_form.h - numbers of custom resources by the type and format of their schema, from
 * Kubernetes 1.36 on. Pure; any thread. */
#ifndef FAKEAPI_NUMBER_FORM_H
#define FAKEAPI_NUMBER_FORM_H

#include "fakeapi/meta/causes.h"

/* A format that means something for this type. */
bool fakeapi__number_format_known(const char *type, const char *format);
/* False, with a cause (none if `causes` is NULL): a number that does not fit. */
bool fakeapi__check_number_form(struct fakeapi__causes *causes, const cJSON *schema, const cJSON *v,
				const struct fakeapi__path *at);

#endif
