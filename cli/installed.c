/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/installed.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

const char *cli__installed(const char *in_tree, const char *installed, char *buf, size_t cap)
{
	const char *places[] = { in_tree, installed };
	ssize_t n = readlink("/proc/self/exe", buf, cap);
	size_t len = n > 0 ? (size_t)n : 0;

	while (len && buf[len - 1] != '/')
		len--;
	for (size_t i = 0; len && i < ARRAY_LEN(places); i++) {
		int wrote = snprintf(buf + len, cap - len, "%s", places[i]);

		if (wrote > 0 && (size_t)wrote < cap - len && access(buf, R_OK) == 0)
			return buf;
	}
	return NULL;
}

const char *cli__openapi_prose(char *buf, size_t cap)
{
	return cli__installed("../openapi-prose.json.gz", "../share/relist/openapi-prose.json.gz",
			      buf, cap);
}
