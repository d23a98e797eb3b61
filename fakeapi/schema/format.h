/* SPDX-License-Identifier: Apache-2.0 */
/* format.h - string formats in a custom resource's schema
 * (k8s.io/kube-openapi/pkg/validation/strfmt). Pure; any thread. */
#ifndef FAKEAPI_FORMAT_H
#define FAKEAPI_FORMAT_H

#include "base/str.h"

/* `fits` is true if `text` has the format; always true for an unchecked format. Dashes in a
 * format's name are ignored. */
bool fakeapi__format_known(const char *format); /* the format is checked in custom resources */
bool fakeapi__format_fits(const char *format, const char *text);

/* format_digits.c */
bool fakeapi__is_isbn10(const char *z);
bool fakeapi__is_isbn13(const char *z);
bool fakeapi__is_isbn(const char *z);
bool fakeapi__is_credit_card(const char *z);

#endif
