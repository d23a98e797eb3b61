/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/key.h"

int inf__key_split(const char *key, struct str *namespace_, struct str *name,
		   struct relist_err *err)
{
	const char *slash = strchr(key, '/');

	if (slash && strchr(slash + 1, '/'))
		return relist_err_set(err, RELIST_EINVAL, "unexpected key format: \"%s\"", key);
	*namespace_ = (struct str) { key, slash ? (size_t)(slash - key) : 0 };
	*name = str_of(slash ? slash + 1 : key);
	return 0;
}
