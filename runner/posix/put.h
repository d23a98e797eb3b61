/* SPDX-License-Identifier: Apache-2.0 */
/* put.h - sends a text as a whole to an HTTP server. */
#ifndef RUNNER_POSIX_PUT_H
#define RUNNER_POSIX_PUT_H

#include "base/str.h"

/* Sends `text` with PUT. Repeats it up to four times, after 0.25, 0.5, 1 and 2 s, if the connection
 * fails or the response is 408, 429 or 5xx; follows no redirect. `authorization`: the header's
 * value, or NULL. RELIST_EIO: its message has neither the URL's user and password nor its query. */
int runner__put(const char *url, const char *authorization, struct str text,
		struct relist_err *err);

#endif
