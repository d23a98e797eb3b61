/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/document.h"

bool fakeapi__openapi_answer(const struct fakeapi__registry *reg,
			     const struct fakeapi__request *req, struct fakeapi__answer *out)
{
	(void)reg;
	(void)req;
	(void)out;
	return false;
}
