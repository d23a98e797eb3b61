/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "tests/kit/fingerprints.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/golden_text.h"

static struct str last_line_name(const struct fingerprints *f)
{
	const char *at = f->lines.ptr + f->lines.len, *end;

	while (at > f->lines.ptr && at[-1] != '\n')
		at--;
	end = strchr(at, ' ');
	return (struct str) { at, end ? (size_t)(end - at) : strlen(at) };
}

static void keep(const struct fingerprints *f, const char *word, struct str text)
{
	const char *folder = getenv("RELIST_OUTPUTS");
	AUTO_STRBUF path = STRBUF_INIT;
	FILE *out;

	if (!folder)
		return;
	strbuf_addf(&path, "%s/" STR_FMT ".%s", folder, STR_ARG(last_line_name(f)), word);
	for (char *c = path.ptr + strlen(folder) + 1; *c; c++)
		*c = *c == '/' ? '_' : *c;
	out = fopen(path.ptr, "wb");
	assert_non_null(out);
	assert_int_equal(fwrite(text.ptr, 1, text.len, out), text.len);
	assert_int_equal(fclose(out), 0);
}

void fingerprints_line(struct fingerprints *f, const char *input)
{
	if (f->lines.len > 0)
		strbuf_addc(&f->lines, '\n');
	strbuf_addz(&f->lines, input);
}

void fingerprints_add(struct fingerprints *f, const char *word, struct str text)
{
	keep(f, word, text);
	strbuf_addf(&f->lines, " %s=%08lx", word,
		    crc32(0, (const unsigned char *)text.ptr, (unsigned)text.len));
}

void fingerprints_end(struct fingerprints *f)
{
	strbuf_addc(&f->lines, '\n');
	assert_golden(f->path, strbuf_str(&f->lines));
	strbuf_fini(&f->lines);
}

/* Names of this run's own become others. */
static void add_replaced(struct strbuf *out, struct str text, const char *from, const char *to)
{
	size_t len = strlen(from), done = 0;

	for (size_t i = 0; i + len <= text.len; i++) {
		if (memcmp(text.ptr + i, from, len) != 0)
			continue;
		strbuf_add(out, text.ptr + done, i - done);
		strbuf_addz(out, to);
		done = i + len;
		i = done - 1;
	}
	strbuf_add(out, text.ptr + done, text.len - done);
}

static char folder[] = "/tmp/relist-outputs-XXXXXX";

void fingerprints_make_folder(void)
{
	assert_non_null(mkdtemp(folder));
}

void fingerprints_remove_folder(void)
{
	struct dirent *entry;
	DIR *dir = opendir(folder);

	assert_non_null(dir);
	while ((entry = readdir(dir)))
		(void)unlinkat(dirfd(dir), entry->d_name, 0);
	assert_int_equal(closedir(dir), 0);
	assert_int_equal(rmdir(folder), 0);
}

static void path_of(const char *name, char *out, size_t cap)
{
	(void)snprintf(out, cap, "%s/%s", folder, name);
}

void fingerprints_write(const char *name, struct str text)
{
	char path[128];
	FILE *f;

	path_of(name, path, sizeof(path));
	f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(text.ptr, 1, text.len, f), text.len);
	assert_int_equal(fclose(f), 0);
}

void add_call(struct strbuf *to, const char *words)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };
	AUTO_STRBUF here = STRBUF_INIT;

	add_replaced(&here, str_of(words), "DIR", folder);
	relist(&o, here.ptr);
	strbuf_addf(to, "%d\n", o.status);
	add_replaced(to, strbuf_str(&o.out), folder, "DIR");
	strbuf_addz(to, "--\n");
	add_replaced(to, strbuf_str(&o.err), folder, "DIR");
	output_fini(&o);
}

void fingerprints_read(const char *name, struct strbuf *to)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	char path[128];

	path_of(name, path, sizeof(path));
	if (runner__read_file(path, 1 << 24, &text, &err))
		strbuf_addz(to, "no file\n");
	else
		add_replaced(to, strbuf_str(&text), folder, "DIR");
	(void)unlink(path);
}
