/* SPDX-License-Identifier: Apache-2.0 */
/* write.h - one change of one object as stored: an entry of a store's log. */
#ifndef FAKEAPI_STORAGE_WRITE_H
#define FAKEAPI_STORAGE_WRITE_H

#include "base/base.h"

struct fakeapi__write {
	uint64_t rv;
	struct str group, resource, ns, name;
	struct str json;
	bool deleted;
};

#endif
