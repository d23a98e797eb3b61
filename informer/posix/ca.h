/* SPDX-License-Identifier: Apache-2.0 */
/* ca.h - the CA of a client, checked as client-go's rest.TLSConfigFor checks it; and the files that
 * a client reads. */
#ifndef INFORMER_POSIX_CA_H
#define INFORMER_POSIX_CA_H

#include "base/str.h"

/* Appends a whole file. RELIST_ENOTFOUND if there is none, RELIST_EIO if it cannot be read,
 * RELIST_ELIMIT if it has more than `max` bytes, RELIST_ENOMEM; the path is in the message. */
int inf__file_read(const char *path, size_t max, struct strbuf *out, struct relist_err *err);

/* Replaces *pem by its certificates alone. Without *pem it only reads the file at `path`: libcurl
 * reads it again for each connection, so it may be rotated. RELIST_EINVAL if there is no
 * certificate, and the codes of inf__file_read(). Both may be NULL: no CA. */
int inf__ca_check(char **pem, const char *path, struct relist_err *err);

#endif
