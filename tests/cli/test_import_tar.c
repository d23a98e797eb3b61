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

static void import_of_a_tar_reads_every_file_under_its_name(void **state)
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

static void import_of_a_broken_tar_reads_up_to_the_error_and_reports_it(void **state)
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

/* 300 MiB of spaces in less than 600 KiB. */
static void import_rejects_a_decompression_bomb_in_a_tar(void **state)
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

/* --- forms of headers --- */

enum sum { SIX, SEVEN, FEW, SPACES, NONE };

/* A member as a tar program writes it; what is NULL is as POSIX has it. */
struct form {
	const char *what, *name, *prefix;
	char type;
	const char *size; /* 12 bytes of the field */
	const char *magic;
	enum sum sum;
	const char *has;  /* the name it is read under; "": it is passed over; NULL: an error */
	const char *says; /* the error */
};

#define PREFIX_155                                                                                 \
	"p2345678901234567890123456789012345678901234567890123456789012345678901234567890123456"   \
	"789012345678901234567890123456789012345678901234567890123456789012345"
#define NAME_100                                                                                   \
	"n23456789012345678901234567890123456789012345678901234567890123456789012345678901234567"  \
	"890123456789"
#define USTAR "ustar\00000"
#define GNU   "ustar  \0"

static void form_header(struct strbuf *out, const struct form *f, size_t size)
{
	char block[512] = { 0 }, text[16];
	unsigned sum = 0;

	memcpy(block, f->name, strlen(f->name) < 100 ? strlen(f->name) : 100);
	(void)snprintf(text, sizeof(text), "%011zo", size);
	memcpy(block + 124, f->size ? f->size : text, 12);
	block[156] = f->type;
	memcpy(block + 257, f->magic ? f->magic : USTAR, 8);
	memcpy(block + 345, f->prefix ? f->prefix : "",
	       f->prefix ? (strlen(f->prefix) < 155 ? strlen(f->prefix) : 155) : 0);
	memset(block + 148, ' ', 8);
	for (size_t i = 0; i < sizeof(block); i++)
		sum += (unsigned char)block[i];
	(void)snprintf(text, sizeof(text), "%0*o", f->sum == SEVEN ? 7 : f->sum ? 1 : 6, sum);
	if (f->sum == SPACES)
		(void)snprintf(text, sizeof(text), "%7o", sum);
	text[f->sum == NONE ? 0 : 7] = 0;
	memcpy(block + 148, text, strlen(text) < 7 ? strlen(text) + 1 : 8);
	strbuf_add(out, block, sizeof(block));
}

/* The names of all files read, each after a space. */
static void names_read(struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const char *at;

	assert_int_equal(runner__read_file(recording, 1 << 22, &text, NULL), 0);
	at = text.ptr;
	while ((at = strstr(at, "\"type\":\"ADDED\"")) && (at = strstr(at, "/input/"))) {
		const char *end = strchr(at, '"');

		strbuf_addc(out, ' ');
		strbuf_add(out, at + 7, (size_t)(end - at) - 7);
	}
}

static void import_reads_tar_headers_of_every_format(void **state)
{
	static const struct form forms[] = {
		{ "POSIX", "a", "b", '0', NULL, NULL, SIX, "b/a:1", NULL },
		{ "the longest names", NAME_100, PREFIX_155, '0', NULL, NULL, SIX,
		  PREFIX_155 "/" NAME_100 ":1", NULL },
		{ "GNU has times where POSIX has a prefix", "a", "14712345670", '0', NULL, GNU, SIX,
		  "a:1", NULL },
		{ "a type of NUL", "a", NULL, 0, NULL, NULL, SIX, "a:1", NULL },
		{ "a hard link", "a", NULL, '1', NULL, NULL, SIX, "", NULL },
		{ "a symbolic link", "a", NULL, '2', NULL, NULL, SIX, "", NULL },
		{ "a folder", "a", NULL, '5', NULL, NULL, SIX, "", NULL },
		{ "global settings", "a", NULL, 'g', NULL, NULL, SIX, "", NULL },
		{ "a folder that says it is a file", "a/", NULL, '0', NULL, NULL, SIX, "", NULL },
		{ "a hidden file", ".a", NULL, '0', NULL, NULL, SIX, "", NULL },
		{ "a hidden file in a folder", "a/.b", NULL, '0', NULL, NULL, SIX, "", NULL },
		{ "a file in a hidden folder", ".a/b.", NULL, '0', NULL, NULL, SIX, ".a/b.:1",
		  NULL },
		{ "a size behind spaces", "a", NULL, '0', "       200 ", NULL, SIX, "a:1", NULL },
		{ "a size that ends with a space", "a", NULL, '0', "00000000200 ", NULL, SIX, "a:1",
		  NULL },
		{ "a size of all twelve digits", "a", NULL, '0', "000000000200", NULL, SIX, "a:1",
		  NULL },
		{ "a size in bytes", "a", NULL, '0', "\200\0\0\0\0\0\0\0\0\0\0\200", NULL, SIX,
		  "a:1", NULL },
		{ "a size below nothing", "a", NULL, '0',
		  "\377\377\377\377\377\377\377\377\377\377\377\200", NULL, SIX, NULL,
		  "tar, about byte 512: no header of a file" },
		{ "a digit that is none", "a", NULL, '0', "00000000280", NULL, SIX, NULL,
		  "tar, about byte 512: no header of a file" },
		{ "a sign", "a", NULL, '0', "0000000/200", NULL, SIX, NULL,
		  "tar, about byte 512: no header of a file" },
		{ "a sum behind spaces", "a", NULL, '0', NULL, NULL, SPACES, "a:1", NULL },
		{ "a sum of seven digits", "a", NULL, '0', NULL, NULL, SEVEN, "a:1", NULL },
		{ "a sum of few digits", "a", NULL, '0', NULL, NULL, FEW, "a:1", NULL },
		{ "no sum", "a", NULL, '0', NULL, NULL, NONE, NULL,
		  "tar, about byte 512: no header of a file" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		AUTO_STRBUF tar = STRBUF_INIT, content = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT, got = STRBUF_INIT;
		const struct form *f = &forms[i];

		strbuf_addz(&content, POD("5"));
		assert_true(content.len <= 128);
		while (content.len < 128)
			strbuf_addc(&content, ' ');
		form_header(&tar, f, 128); /* 0200 */
		strbuf_adds(&tar, strbuf_str(&content));
		while (tar.len % 512)
			strbuf_addc(&tar, 0);
		add(&tar, "z", "", '0', STR(POD("6")));
		end(&tar);
		import(o, "", &tar);
		if (!f->has) {
			if (o->status != 2 || !strstr(o->err.ptr, f->says))
				fail_msg("%s: %d %s", f->what, o->status, o->err.ptr);
			continue;
		}
		if (o->status)
			fail_msg("%s: %d %s", f->what, o->status, o->err.ptr);
		strbuf_addf(&want, "%s%s z:1", *f->has ? " " : "", f->has);
		names_read(&got);
		if (!str_eq(strbuf_str(&want), strbuf_str(&got)))
			fail_msg("%s:%s, wanted%s", f->what, got.ptr, want.ptr);
	}
}

/* The name comes from a record before the member: pax, GNU or both. */
static void import_applies_extended_tar_names_to_the_next_member(void **state)
{
	static const struct {
		const char *pax, *gnu, *has;
	} cases[] = {
		{ "10 path=x\n", NULL, " x:1" },
		{ "10 path=x\n10 path=y\n", NULL, " y:1" },
		{ "12 mtime=1.5\n14 path=long/x\n12 uname=me\n", NULL, " long/x:1" },
		{ "9 path=\n", NULL, " short:1" },
		{ "15 linkpath=x\n", NULL, " short:1" },
		{ "10 path=x", NULL, " short:1" },
		{ "path=x\n", NULL, " short:1" },
		{ "no\n10 path=x\n", NULL, " short:1" },
		{ "\n10 path=x\n", NULL, " short:1" },
		{ "", NULL, " short:1" },
		{ NULL, "gnu/x", " gnu/x:1" },
		{ "10 path=x\n", "gnu", " gnu:1" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF tar = STRBUF_INIT, got = STRBUF_INIT, want = STRBUF_INIT;

		if (cases[i].pax)
			add(&tar, "pax", "", 'x', str_of(cases[i].pax));
		if (cases[i].gnu)
			add(&tar, "././@LongLink", "", 'L', str_of(cases[i].gnu));
		add(&tar, "short", "", '0', STR(POD("5")));
		add(&tar, "other", "", '0', STR(POD("6")));
		end(&tar);
		import(o, "", &tar);
		assert_string_equal(o->status ? o->err.ptr : "", "");
		names_read(&got);
		strbuf_addf(&want, "%s other:1", cases[i].has);
		if (!str_eq(strbuf_str(&want), strbuf_str(&got)))
			fail_msg("case %zu:%s", i, got.ptr);
	}
}

/* Each member's bytes, and the member after it, for sizes around block borders. */
static void import_reads_tar_members_of_any_size_completely(void **state)
{
	static const size_t sizes[] = { 0,     1,     511,   512,   513,	  1024,
					65535, 65536, 65537, 66048, 3 * 65536 + 1 };
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		AUTO_STRBUF tar = STRBUF_INIT, content = STRBUF_INIT, got = STRBUF_INIT;

		while (content.len + strlen(POD("5")) <= sizes[i] && content.len < 60000)
			strbuf_addc(&content, ' ');
		if (sizes[i] >= strlen(POD("5")))
			strbuf_addz(&content, POD("5"));
		while (content.len < sizes[i])
			strbuf_addc(&content, ' ');
		content.len = sizes[i];
		add(&tar, "a", "", '0', strbuf_str(&content));
		add(&tar, "b", "", '0', STR(POD("6")));
		end(&tar);
		import(o, "", &tar);
		assert_string_equal(o->status ? o->err.ptr : "", "");
		names_read(&got);
		if (strcmp(got.ptr, sizes[i] >= strlen(POD("5")) ? " a:1 b:1" : " b:1") != 0)
			fail_msg("%zu bytes:%s", sizes[i], got.ptr);
	}
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
		cmocka_unit_test(import_of_a_tar_reads_every_file_under_its_name),
		cmocka_unit_test(import_reads_tar_headers_of_every_format),
		cmocka_unit_test(import_applies_extended_tar_names_to_the_next_member),
		cmocka_unit_test(import_reads_tar_members_of_any_size_completely),
		cmocka_unit_test(import_of_a_broken_tar_reads_up_to_the_error_and_reports_it),
		cmocka_unit_test(import_rejects_a_decompression_bomb_in_a_tar),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
