/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/ca.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "informer/pem.h"

enum { CA_FILE_MAX = 16 << 20 };

int inf__file_read(const char *path, size_t max, struct strbuf *out, struct relist_err *err)
{
	FILE *f = fopen(path, "re");
	char buf[8192];
	size_t n;
	bool bad;

	if (!f)
		return relist_err_set(err, errno == ENOENT ? RELIST_ENOTFOUND : RELIST_EIO,
				      "%s: %s", path, strerror(errno));
	while (out->len <= max && (n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(out, buf, n);
	bad = ferror(f) != 0;
	(void)fclose(f);
	if (bad)
		return relist_err_set(err, RELIST_EIO, "%s: cannot be read", path);
	if (out->failed)
		return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path);
	if (out->len > max)
		return relist_err_set(err, RELIST_ELIMIT, "%s: larger than %zu bytes", path, max);
	return 0;
}

int inf__ca_check(char **pem, const char *path, struct relist_err *err)
{
	AUTO_STRBUF file = STRBUF_INIT;
	AUTO_STRBUF kept = STRBUF_INIT;
	int rc = 0;

	if (!*pem && path)
		rc = inf__file_read(path, CA_FILE_MAX, &file, err);
	if (rc != 0 || (!*pem && !path))
		return rc;
	if (inf__pem_certificates(*pem ? str_of(*pem) : strbuf_str(&file), &kept) == 0)
		return relist_err_set(err, RELIST_EINVAL, "no certificate in %s",
				      *pem ? "ca_pem" : path);
	if (kept.failed)
		return RELIST_ENOMEM;
	if (*pem) {
		base__free(*pem);
		*pem = strbuf_steal(&kept);
	}
	return 0;
}
