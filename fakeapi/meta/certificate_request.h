/* SPDX-License-Identifier: Apache-2.0 */
/* certificate_request.h - parses PKCS #10 in PEM as Go's encoding/pem and crypto/x509 do. Pure. */
#ifndef FAKEAPI_CERTIFICATE_REQUEST_H
#define FAKEAPI_CERTIFICATE_REQUEST_H

#include "base/str.h"

/* True if `pem` holds a certificate request; does not verify its signature. False: `why` has Go's
 * message, or has failed. */
bool fakeapi__certificate_request(struct str pem, struct strbuf *why);

#endif
