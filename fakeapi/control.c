/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control.h"

#include "fakeapi/internal.h"

int fakeapi__control_request(struct fakeapi__call *c)
{
	return fakeapi__answer_page_not_found(c);
}
