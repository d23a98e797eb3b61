/* SPDX-License-Identifier: Apache-2.0 */
/* format.h - the formats of strings in a custom resource's schema
 * (k8s.io/kube-openapi/pkg/validation/strfmt). Pure; any thread. */
#ifndef FAKEAPI_FORMAT_H
#define FAKEAPI_FORMAT_H

#include "base/str.h"

/* Whether `text` is of the format; an unchecked format fits always. Dashes in its name are
 * ignored. */
bool fakeapi__format_known(const char *format); /* it is checked in custom resources */
bool fakeapi__format_fits(const char *format, const char *text);

#endif
