/* SPDX-License-Identifier: Apache-2.0 */
/* relist import: tar archives and zip archives of logs, packed or not, whole or broken. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-tar-XXXXXX";
static char input[64], recording[64];

#define POD(rv)                                                                                    \
	"{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{"    \
	"\"name\":\"p" rv "\",\"namespace\":\"shop\",\"resourceVersion\":\"" rv "\"}}}\n"

static void header(struct strbuf *out, const char *name, const char *prefix, char type, size_t size,
		   const char *magic)
{
	char block[512] = { 0 };
	unsigned sum = 0;

	(void)snprintf(block, 101, "%s", name);
	(void)snprintf(block + 124, 12, "%011zo", size);
	block[156] = type;
	memcpy(block + 257, magic, 8);
	(void)snprintf(block + 345, 155, "%s", prefix);
	memset(block + 148, ' ', 8);
	for (size_t i = 0; i < sizeof(block); i++)
		sum += (unsigned char)block[i];
	(void)snprintf(block + 148, 8, "%06o", sum);
	strbuf_add(out, block, sizeof(block));
}

static void add(struct strbuf *out, const char *name, const char *prefix, char type,
		struct str content)
{
	static const char nothing[512];

	header(out, name, prefix, type, content.len,
	       "ustar\0"
	       "00");
	strbuf_adds(out, content);
	strbuf_add(out, nothing, (512 - content.len % 512) % 512);
}

static void end(struct strbuf *out)
{
	static const char nothing[1024];

	strbuf_add(out, nothing, sizeof(nothing));
}

static void zip(struct str text, struct strbuf *out)
{
	z_stream z = { 0 };
	char buf[4096];

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = (Bytef *)(uintptr_t)text.ptr;
	z.avail_in = (uInt)text.len;
	do {
		z.next_out = (Bytef *)buf;
		z.avail_out = sizeof(buf);
		(void)deflate(&z, Z_FINISH);
		strbuf_add(out, buf, sizeof(buf) - z.avail_out);
	} while (!z.avail_out);
	(void)deflateEnd(&z);
}

static void import(struct output *o, const char *how, const struct strbuf *archive)
{
	char words[192];

	assert_int_equal(runner__replace_file(input, strbuf_str(archive), NULL), 0);
	(void)snprintf(words, sizeof(words), "import%s %s -o %s", how, input, recording);
	relist(o, words);
}

static void has_pods(const char *what, const char *const *origins)
{
	AUTO_STRBUF text = STRBUF_INIT;

	assert_int_equal(runner__read_file(recording, 1 << 20, &text, NULL), 0);
	for (size_t i = 0; origins[i]; i++)
		if (!strstr(text.ptr, origins[i]))
			fail_msg("%s: no %s in %s", what, origins[i], text.ptr);
}

static void every_file_of_a_tar_is_read_under_its_name(void **state)
{
	static const char pax[] = "30 mtime=1795335239.123456789\n18 path=long/name\n";
	AUTO_STRBUF tar = STRBUF_INIT, packed = STRBUF_INIT, whole = STRBUF_INIT;
	struct output *o = *state;

	zip(STR(POD("6") POD("7")), &packed);
	zip(STR(POD("8")), &packed); /* a second stream in one file */
	add(&tar, "logs/", "", '5', STR(""));
	add(&tar, "logs/plain.json", "", '0', STR(POD("5")));
	add(&tar, "._plain.json", "logs", '0', STR("\0\5\26\7"));
	add(&tar, "packed.json.gz", "a/prefix", '0', strbuf_str(&packed));
	add(&tar, "link", "", '2', STR(""));
	add(&tar, "pax", "", 'x', STR(pax));
	add(&tar, "short", "", '0', STR(POD("9")));
	add(&tar, "././@LongLink", "", 'L', (struct str) { "gnu/name", 9 });
	add(&tar, "short", "", '0', STR(POD("10")));
	end(&tar);
	import(o, "", &tar);
	assert_string_equal(o->status ? o->err.ptr : "", "");
	has_pods("tar", (const char *const[]) {
			    "input/logs/plain.json:1\"", "input/a/prefix/packed.json.gz:3\"",
			    "input/long/name:1\"", "input/gnu/name:1\"", NULL });
	zip(strbuf_str(&tar), &whole);
	import(o, "", &whole);
	assert_string_equal(o->status ? o->err.ptr : "", "");
	has_pods("tar.gz",
		 (const char *const[]) { "input/logs/plain.json:1\"", "input/gnu/name:1\"", NULL });
}

static void a_broken_archive_is_told_and_used_up_to_there(void **state)
{
	enum damage { CUT_IN_FILE, CUT_IN_HEAD, BAD_SUM, BAD_SIZE, LONG_NAME, CUT_GZIP, BAD_GZIP };
	static const char *const says[] = {
		[CUT_IN_FILE] = "tar, about byte 1600: cut short",
		[CUT_IN_HEAD] = "tar, about byte 1200: cut short",
		[BAD_SUM] = "tar, about byte 1536: no header of a file",
		[BAD_SIZE] = "tar, about byte 1536: no header of a file",
		[LONG_NAME] = "tar, about byte 1536: a name of more than 64 KiB",
		[CUT_GZIP] = "input/b.gz: gzip, about byte 20: cut short",
		[BAD_GZIP] = "input/b.gz: gzip, about byte",
	};
	struct output *o = *state;

	for (enum damage d = CUT_IN_FILE; d <= BAD_GZIP; d++) {
		AUTO_STRBUF tar = STRBUF_INIT, packed = STRBUF_INIT;
		struct str content = STR(POD("6"));

		zip(content, &packed);
		if (d == BAD_GZIP)
			memset(packed.ptr + 12, 0xff, 20);
		if (d >= CUT_GZIP)
			content = (struct str) { packed.ptr, d == CUT_GZIP ? 20 : packed.len };
		add(&tar, "a", "", '0', STR(POD("5")));
		add(&tar, d >= CUT_GZIP ? "b.gz" : "b", "", d == LONG_NAME ? 'L' : '0', content);
		end(&tar);
		if (d == CUT_IN_FILE || d == CUT_IN_HEAD)
			tar.len = d == CUT_IN_FILE ? 1600 : 1200;
		if (d == BAD_SUM)
			tar.ptr[1024 + 3] ^= 1;
		if (d == BAD_SIZE || d == LONG_NAME) {
			tar.len = 1024;
			header(&tar, "b", "", d == LONG_NAME ? 'L' : '0',
			       d == LONG_NAME ? 1 << 20 : 0,
			       "ustar\0"
			       "00");
			if (d == BAD_SIZE)
				tar.ptr[1024 + 124] = 'x';
		}
		import(o, "", &tar);
		if (o->status != 2 || !strstr(o->err.ptr, says[d]))
			fail_msg("%s: %d %s", says[d], o->status, o->err.ptr);
		import(o, " --keep-going", &tar);
		if (o->status || !strstr(o->err.ptr, "what stands before is used"))
			fail_msg("%s: %d %s", says[d], o->status, o->err.ptr);
		has_pods(says[d], (const char *const[]) { "input/a:1\"", NULL });
	}
}

/* 600 MiB of zeros in 600 KiB. */
static void a_packed_file_that_grows_without_end_is_refused(void **state)
{
	AUTO_STRBUF tar = STRBUF_INIT, zeros = STRBUF_INIT, packed = STRBUF_INIT;
	struct output *o = *state;

	for (int i = 0; i < 1 << 20; i++)
		strbuf_addc(&zeros, ' ');
	for (int i = 0; i < 300; i++)
		zip(strbuf_str(&zeros), &packed);
	add(&tar, "b.gz", "", '0', strbuf_str(&packed));
	end(&tar);
	import(o, "", &tar);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "it becomes more than any log does"));
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(input, sizeof(input), "%s/input", folder);
	(void)snprintf(recording, sizeof(recording), "%s/r.jsonl", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(input);
	(void)unlink(recording);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_file_of_a_tar_is_read_under_its_name),
		cmocka_unit_test(a_broken_archive_is_told_and_used_up_to_there),
		cmocka_unit_test(a_packed_file_that_grows_without_end_is_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
