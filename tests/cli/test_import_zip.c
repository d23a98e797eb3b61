/* SPDX-License-Identifier: Apache-2.0 */
/* Archives of k8shark, whole and broken in each of their parts, made on the spot. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-zip-XXXXXX";
static char input[64];

struct entry {
	const char *name, *content;
	int method; /* 0: stored, 8: deflated, -n: n bytes are stored, NULs included */
};

/* What is wrong with the archive, if anything. */
enum damage {
	WHOLE,
	COMMENT,       /* bytes after the end record, which are allowed */
	CUT,	       /* without the end */
	SHORT,	       /* too short for one */
	BAD_DIRECTORY, /* an entry of the directory is none */
	BAD_HEAD,      /* a member does not begin as one */
	BAD_BYTES,     /* what is deflated is not */
	BEYOND,	       /* the directory is said to be beyond the end */
	SAME_BYTES,    /* all members begin where the first does */
	TOO_LONG,      /* a member goes on into the next */
};

static void add_number(struct strbuf *out, uint32_t n, int bytes)
{
	for (int i = 0; i < bytes; i++)
		strbuf_addc(out, (char)(n >> (8 * i)));
}

static void pack(const struct entry *e, struct strbuf *out)
{
	unsigned char buf[4096];
	z_stream z = { .next_in = (Bytef *)(uintptr_t)e->content,
		       .avail_in = (uInt)strlen(e->content),
		       .next_out = buf,
		       .avail_out = sizeof(buf) };

	if (e->method <= 0) {
		strbuf_add(out, e->content, e->method ? (size_t)-e->method : strlen(e->content));
		return;
	}
	assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	strbuf_add(out, buf, z.total_out);
	assert_int_equal(deflateEnd(&z), Z_OK);
}

static void make(const struct entry *entries, size_t count, enum damage damage, struct strbuf *out)
{
	AUTO_STRBUF directory = STRBUF_INIT;
	size_t at;

	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF packed = STRBUF_INIT;
		uint32_t len = (uint32_t)strlen(entries[i].name), begin = (uint32_t)out->len;

		pack(&entries[i], &packed);
		if (damage == BAD_BYTES)
			memset(packed.ptr, 0xff, packed.len);
		strbuf_add(out, damage == BAD_HEAD && i == count - 1 ? "PK\3\5" : "PK\3\4", 4);
		for (int k = 4; k < 26; k++)
			strbuf_addc(out, 0);
		add_number(out, len, 2);
		add_number(out, 3, 2);
		strbuf_addz(out, entries[i].name);
		strbuf_addz(out, "ext");
		strbuf_adds(out, strbuf_str(&packed));
		strbuf_add(&directory,
			   damage == BAD_DIRECTORY && i == count - 1 ? "PK\1\3" : "PK\1\2", 4);
		for (int k = 4; k < 10; k++)
			strbuf_addc(&directory, 0);
		add_number(&directory, entries[i].method > 0 ? (uint32_t)entries[i].method : 0, 2);
		for (int k = 12; k < 20; k++)
			strbuf_addc(&directory, 0);
		add_number(&directory, (uint32_t)packed.len + (damage == TOO_LONG && !i), 4);
		add_number(&directory, (uint32_t)strlen(entries[i].content), 4);
		add_number(&directory, len, 2);
		add_number(&directory, 1, 2); /* an extra field */
		add_number(&directory, 2, 2); /* a comment */
		for (int k = 34; k < 42; k++)
			strbuf_addc(&directory, 0);
		add_number(&directory, damage == SAME_BYTES ? 0 : begin, 4);
		strbuf_addz(&directory, entries[i].name);
		strbuf_addz(&directory, "xcc");
	}
	at = out->len;
	strbuf_adds(out, strbuf_str(&directory));
	if (damage == CUT)
		return;
	strbuf_add(out, "PK\5\6\0\0\0\0", 8);
	add_number(out, (uint32_t)count, 2);
	add_number(out, (uint32_t)count, 2);
	add_number(out, (uint32_t)directory.len, 4);
	add_number(out, (uint32_t)at + (damage == BEYOND ? 1000 : 0), 4);
	add_number(out, damage == COMMENT ? 40000 : 0, 2);
	for (int i = 0; damage == COMMENT && i < 40000; i++)
		strbuf_addc(out, 'c');
	if (damage == SHORT) {
		strbuf_consume(out, out->len - 21);
		memcpy(out->ptr, "PK\3\4", 4);
	}
}

static void write_input(const struct strbuf *bytes)
{
	FILE *f = fopen(input, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes->ptr, 1, bytes->len, f), bytes->len);
	assert_int_equal(fclose(f), 0);
}

#define META(version)                                                                              \
	{                                                                                          \
		"c/metadata.json", "{\"format_version\":" #version "}", 0                          \
	}

static void import_of_a_zip_reports_each_broken_part(void **state)
{
	static const struct {
		struct entry entries[2];
		size_t count;
		enum damage damage;
		const char *says;
	} cases[] = {
		{ { META(2) }, 1, WHOLE, "nothing in the files can be used" },
		{ { META(2) }, 1, COMMENT, "nothing in the files can be used" },
		{ { { "c/metadata.json", "{}", 8 } },
		  1,
		  WHOLE,
		  "nothing in the files can be used" },
		{ { META(3) }, 1, WHOLE, "metadata.json: format_version is 3, read is up to 2" },
		{ { { "c/metadata.json", "{", 0 } }, 1, WHOLE, "zip: metadata.json is not JSON" },
		{ { { "c/other.json", "{}", 0 } },
		  1,
		  WHOLE,
		  "input.kshrk/c/other.json:1:1: neither a watch event, an object" },
		{ { META(2) },
		  1,
		  CUT,
		  "zip: there is no directory at the end: cut short, or not a zip" },
		{ { META(2) },
		  1,
		  SHORT,
		  "zip: there is no directory at the end: cut short, or not a zip" },
		{ { META(2) },
		  1,
		  BEYOND,
		  "zip: there is no directory at the end: cut short, or not a zip" },
		{ { META(2), META(2) }, 2, BAD_DIRECTORY, "zip: the directory is broken" },
		{ { { "c/other.json", "{}", 0 }, META(2) },
		  2,
		  BAD_HEAD,
		  "zip: c/metadata.json: cannot be unpacked" },
		{ { { "c/metadata.json", "{}", 8 } },
		  1,
		  BAD_BYTES,
		  "zip: c/metadata.json: cannot be unpacked" },
		{ { { "c/metadata.json", "{}", 9 } },
		  1,
		  WHOLE,
		  "zip: c/metadata.json: cannot be unpacked" },
		{ { META(2), { "c/records/a.json.zst", "no zstd", 0 } },
		  2,
		  WHOLE,
		  "zip: c/records/a.json.zst: cannot be unpacked" },
		{ { META(2), { "c/notes/a.json.zst", "no zstd", 0 } },
		  2,
		  WHOLE,
		  "nothing in the files can be used" },
		{ { META(2), { "c/records/a.txt", "no json", 0 } },
		  2,
		  WHOLE,
		  "nothing in the files can be used" },
		{ { META(2), { "c/records/a.json", "[", 0 } }, 2, WHOLE, "input.kshrk:" },
		/* not a capture: any files */
		{ { { "a.json", "[", 8 }, { "b.json", "[", 0 } },
		  2,
		  WHOLE,
		  "input.kshrk/a.json:1:2: the file ends in the middle of a value" },
		{ { { "logs/", "", 0 }, { ".hidden", "[", 0 } },
		  2,
		  WHOLE,
		  "nothing in the files can be used" },
		{ { { "a.json", "[", 9 } }, 1, WHOLE, "zip: a.json: cannot be unpacked" },
		/* bombs: bytes that are unpacked more than once */
		{ { { "a.json", "{}", 0 }, { "b.json", "{}", 0 } },
		  2,
		  SAME_BYTES,
		  "input.kshrk: zip: members overlap" },
		{ { { "a.json", "{}", 0 }, { "b.json", "{}", 0 } },
		  2,
		  TOO_LONG,
		  "zip: a.json: it overlaps the next member" },
		{ { { "a.json", "{}", 0 } },
		  1,
		  TOO_LONG,
		  "zip: a.json: it overlaps the next member" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF archive = STRBUF_INIT;
		AUTO_STRBUF words = STRBUF_INIT;

		make(cases[i].entries, cases[i].count, cases[i].damage, &archive);
		write_input(&archive);
		strbuf_addf(&words, "import %s", input);
		relist(o, words.ptr);
		assert_int_equal(o->status, 2);
		if (!strstr(o->err.ptr, cases[i].says))
			fail_msg("case %zu: %s", i, o->err.ptr);
		assert_string_equal(o->out.ptr, "");
	}
}

static int setup(void **state)
{
	assert_non_null(mkdtemp(folder));
	(void)snprintf(input, sizeof(input), "%s/input.kshrk", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(input);
	(void)rmdir(folder);
	return output_teardown(state);
}

/* One block of bytes as they are. */
static void add_frame(struct strbuf *out, const char *text)
{
	uint32_t len = (uint32_t)strlen(text);

	strbuf_add(out, "\x28\xB5\x2F\xFD\x20", 5);
	add_number(out, len, 1);
	add_number(out, len << 3 | 1, 3);
	strbuf_addz(out, text);
}

static void import_reads_all_frames_of_a_compressed_record(void **state)
{
	static const char record[] =
	    "{\"api_path\":\"/api/v1/namespaces/d/configmaps\",\"captured_at\":\"2026-11-22T10:00:"
	    "00Z\",";
	static const char rest[] =
	    "\"response_code\":200,\"response_body\":{\"kind\":\"ConfigMapList\",\"apiVersion\":"
	    "\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},";
	static const char items[] =
	    "\"items\":[{\"metadata\":{\"name\":\"in-the-last-frame\",\"namespace\":\"d\","
	    "\"resourceVersion\":\"5\"}}]}}";
	struct entry entries[] = { META(2), { "c/records/a.json.zst", NULL, 0 } };
	AUTO_STRBUF frames = STRBUF_INIT, archive = STRBUF_INIT;
	struct output *o = *state;

	add_frame(&frames, record);
	strbuf_add(&frames, "\x50\x2A\x4D\x18\x03\0\0\0abc", 11); /* to be skipped */
	add_frame(&frames, rest);
	add_frame(&frames, items);
	entries[1].content = frames.ptr;
	entries[1].method = -(int)frames.len;
	make(entries, 2, WHOLE, &archive);
	write_input(&archive);
	relistf(o, "import %s", input);
	if (o->status || !strstr(o->out.ptr, "in-the-last-frame"))
		fail_msg("%d %s\n%s", o->status, o->err.ptr, o->out.ptr);
}

/* strstr() that reads no further than what it finds, also under AddressSanitizer. */
static const char *find_from(const char *at, const char *text)
{
	size_t n = strlen(text);

	for (; *at; at++)
		if (*at == *text && strncmp(at, text, n) == 0)
			return at;
	return NULL;
}

/* RELIST_MEMBERS (6,000) members; make stress takes 65,535, the most that a directory can count,
 * whose square would take minutes. */
static void archive_of_many_members_is_imported_in_the_order_of_versions(void **state)
{
	enum { NAME = 32, CONTENT = 192 };
	const char *z = getenv("RELIST_MEMBERS");
	size_t count = z && *z ? strtoul(z, NULL, 10) : 6000;
	struct entry *entries = base__calloc(count, sizeof(*entries));
	char *texts = base__calloc(count, NAME + CONTENT);
	AUTO_STRBUF archive = STRBUF_INIT;
	struct output *o = *state;
	const char *at;

	assert_true(entries && texts);
	for (size_t i = 0; i < count; i++) {
		char *name = texts + i * (NAME + CONTENT), *content = name + NAME;

		(void)snprintf(name, NAME, "m%zu.json", i);
		(void)snprintf(content, CONTENT,
			       "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":"
			       "\"ConfigMap\",\"metadata\":{\"name\":\"c%zu\",\"namespace\":\"d\","
			       "\"uid\":\"u%zu\",\"resourceVersion\":\"%zu\"}}}\n",
			       i, i, 2 * count - i);
		entries[i] = (struct entry) { .name = name, .content = content };
	}
	make(entries, count, WHOLE, &archive);
	write_input(&archive);
	relistf(o, "import %s", input);
	if (o->status)
		fail_msg("%d %s", o->status, o->err.ptr);
	at = o->out.ptr;
	for (size_t i = count; i-- > 0;) {
		char wanted[32];

		(void)snprintf(wanted, sizeof(wanted), "\"name\":\"c%zu\"", i);
		at = find_from(at, wanted);
		if (!at)
			fail_msg("%s is missing, or before its turn", wanted);
	}
	base__free(texts);
	base__free(entries);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_of_a_zip_reports_each_broken_part),
		cmocka_unit_test(import_reads_all_frames_of_a_compressed_record),
		cmocka_unit_test(archive_of_many_members_is_imported_in_the_order_of_versions),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
