/* SPDX-License-Identifier: Apache-2.0 */
/* validate_devices.h - what validation of device claims and of resource slices shares. */
#ifndef FAKEAPI_VALIDATE_DEVICES_H
#define FAKEAPI_VALIDATE_DEVICES_H

#include "fakeapi/validation/validate_impl.h"

typedef void fakeapi__check_item_fn(causes_t *c, const path_t *at, const cJSON *item);

/* False: there are too many items, which hides other causes. */
bool fakeapi__check_devices_each(causes_t *c, const path_t *at, const cJSON *list, size_t max,
				 fakeapi__check_item_fn *check);
/* Items with the same string in `member`; NULL: the items are strings. */
void fakeapi__check_device_doubles(causes_t *c, const path_t *at, const cJSON *list,
				   const char *member);
/* "domain/identifier" or an identifier alone. */
void fakeapi__check_device_qualified(causes_t *c, const path_t *at, const char *name);

/* --- validate_device_selector.c --- */
void fakeapi__check_device_selector(causes_t *c, const path_t *at, const cJSON *selector);

#endif
