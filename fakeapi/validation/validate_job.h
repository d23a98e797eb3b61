/* SPDX-License-Identifier: Apache-2.0 */
/* validate_job.h - the parts of the validation of jobs. */
#ifndef FAKEAPI_VALIDATION_VALIDATE_JOB_H
#define FAKEAPI_VALIDATION_VALIDATE_JOB_H

#include "fakeapi/validation/validate_impl.h"

void fakeapi__check_failure_policy(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_success_policy(causes_t *c, const path_t *at, const cJSON *spec);
/* A member of `spec` if it is a number, or NULL. */
const cJSON *fakeapi__job_number(const cJSON *spec, const char *name);
/* Checks for one of `allowed`; `valid` lists them for the error of a missing value. */
void fakeapi__check_word(causes_t *c, const path_t *at, const cJSON *v, const char *const *allowed,
			 const char *valid);

#endif
