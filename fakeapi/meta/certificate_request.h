/* SPDX-License-Identifier: Apache-2.0 */
/* certificate_request.h - PKCS #10 in PEM, as Go's encoding/pem and crypto/x509 read it. Pure. */
#ifndef FAKEAPI_CERTIFICATE_REQUEST_H
#define FAKEAPI_CERTIFICATE_REQUEST_H

#include "base/str.h"

/* Whether `pem` holds a certificate request; its signature is not verified. False: `why` has Go's
 * words, or has failed. */
bool fakeapi__certificate_request(struct str pem, struct strbuf *why);

#endif
