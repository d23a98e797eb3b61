/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/patch.h"

int fakeapi__apply(const struct fakeapi__apply *how, const cJSON *live, const cJSON *config,
		   cJSON **out, struct fakeapi__status *st)
{
	(void)how;
	(void)live;
	(void)config;
	(void)out;
	return fakeapi__status_set(st, 501, NULL, "server-side apply is not there yet");
}
