/* SPDX-License-Identifier: Apache-2.0 */
#include <zlib.h>

#include "fakeapi/posix/prose_file.h"

enum { BYTES_MAX = 16 << 20 };

void fakeapi__prose_file_read(void *path, struct strbuf *out)
{
	gzFile file = gzopen(path, "rbe");
	AUTO_STRBUF text = STRBUF_INIT;
	char part[16 << 10];
	int n = 0;

	if (!file)
		return;
	while (text.len <= BYTES_MAX && (n = gzread(file, part, sizeof(part))) > 0)
		strbuf_add(&text, part, (size_t)n);
	(void)gzclose_r(file);
	if (n == 0)
		strbuf_adds(out, strbuf_str(&text));
	out->failed |= text.failed;
}
