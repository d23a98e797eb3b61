/* SPDX-License-Identifier: Apache-2.0 */
/* validate_service.h - the parts of the validation of services. */
#ifndef FAKEAPI_VALIDATION_VALIDATE_SERVICE_H
#define FAKEAPI_VALIDATION_VALIDATE_SERVICE_H

#include "fakeapi/validation/validate_impl.h"

#define NO_ADDRESS "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"

/* ValidateServiceClusterIPsRelatedFields, which runs twice. */
void fakeapi__check_service_addresses(causes_t *c, const cJSON *spec, const cJSON *before);
/* Checks what an update may change: addresses, then families. */
void fakeapi__check_same_ips(causes_t *c, const cJSON *spec, const cJSON *before);
void fakeapi__check_same_families(causes_t *c, const cJSON *spec, const cJSON *before);
bool fakeapi__service_is_type(const cJSON *spec, const char *type);
bool fakeapi__service_is_headless(const cJSON *spec);

#endif
