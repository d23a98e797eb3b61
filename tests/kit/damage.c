/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/damage.h"

#include <ctype.h>
#include <string.h>
#include <zlib.h>

/* The line that `at` is in, with its newline. */
static struct str line_at(struct str text, size_t at)
{
	const char *end = memchr(text.ptr + at, '\n', text.len - at);
	size_t begin = at, to = end ? (size_t)(end - text.ptr) + 1 : text.len;

	while (begin > 0 && text.ptr[begin - 1] != '\n')
		begin--;
	return (struct str) { text.ptr + begin, to - begin };
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '$' || c == '~';
}

/* The first word at or behind `at`; empty when there is none. */
static struct str word_at(struct str text, size_t at)
{
	size_t end;

	while (at > 0 && in_word(text.ptr[at - 1]))
		at--;
	while (at < text.len && !in_word(text.ptr[at]))
		at++;
	for (end = at; end < text.len && in_word(text.ptr[end]); end++)
		;
	return (struct str) { text.ptr + at, end - at };
}

static struct str number_at(struct str text, size_t at)
{
	size_t end;

	while (at < text.len && !isdigit((unsigned char)text.ptr[at]))
		at++;
	for (end = at; end < text.len && isdigit((unsigned char)text.ptr[end]); end++)
		;
	return (struct str) { text.ptr + at, end - at };
}

static void replace(struct str text, struct str part, struct str by, struct strbuf *out)
{
	size_t at = (size_t)(part.ptr - text.ptr);

	strbuf_add(out, text.ptr, at);
	strbuf_adds(out, by);
	strbuf_add(out, part.ptr + part.len, text.len - at - part.len);
}

static void count_on(struct str text, struct str number, bool up, struct strbuf *out)
{
	AUTO_STRBUF other = STRBUF_INIT;
	uint64_t n = 0;

	for (size_t i = 0; i < number.len; i++)
		n = n * 10 + (uint64_t)(number.ptr[i] - '0');
	if (number.len > 0)
		strbuf_addf(&other, "%llu", (unsigned long long)(up || n == 0 ? n + 1 : n - 1));
	replace(text, number, strbuf_str(&other), out);
}

/* A number that is a limit of something, or of nothing; a word of the length that some names may
 * have. */
static void to_the_limit(struct str text, size_t at, struct choice *c, struct strbuf *out)
{
	static const char *const numbers[] = { "0",
					       "1",
					       "-1",
					       "99",
					       "100",
					       "101",
					       "999",
					       "1000",
					       "1001",
					       "65535",
					       "65536",
					       "100000",
					       "999999999",
					       "1000000000",
					       "1000000001",
					       "2147483648",
					       "4294967295",
					       "4294967296",
					       "1e9",
					       "9223372036854775807",
					       "9223372036854775808" };
	static const size_t lengths[] = { 1, 20, 60, 61, 62, 63, 64, 65, 100, 127, 128, 253, 254 };
	AUTO_STRBUF word = STRBUF_INIT;

	if (choice_pick(c, 3)) {
		replace(text, number_at(text, at),
			str_of(numbers[choice_pick(c, ARRAY_LEN(numbers))]), out);
		return;
	}
	for (size_t i = lengths[choice_pick(c, ARRAY_LEN(lengths))]; i > 0; i--)
		strbuf_addc(&word, 'x');
	replace(text, word_at(text, at), strbuf_str(&word), out);
}

static void lines_change(struct str text, struct str line, uint32_t how, struct strbuf *out)
{
	AUTO_STRBUF both = STRBUF_INIT;
	size_t end = (size_t)(line.ptr - text.ptr) + line.len;

	if (how == 0) { /* gone */
		replace(text, line, (struct str) { "", 0 }, out);
	} else if (how == 1 || end == text.len) { /* twice */
		replace(text, (struct str) { line.ptr, 0 }, line, out);
	} else { /* behind the next */
		struct str next = line_at(text, end);

		strbuf_adds(&both, next);
		strbuf_adds(&both, line);
		replace(text, (struct str) { line.ptr, line.len + next.len }, strbuf_str(&both),
			out);
	}
}

void damage(struct str text, const char *name, uint64_t n, struct strbuf *out)
{
	static const char bytes[] = "\"'{}[]:,#- \t\n0aZ\x80\xc3";
	struct choice c;
	size_t at, other;
	uint32_t how;

	if (text.len == 0)
		return;
	choice_init_seed(&c,
			 (crc32(0, (const unsigned char *)name, (unsigned)strlen(name)) << 16) + n,
			 false);
	how = choice_pick(&c, 18);
	at = choice_pick(&c, (uint32_t)text.len);
	other = choice_pick(&c, (uint32_t)text.len);
	if (how < 4) {
		lines_change(text, line_at(text, at), choice_pick(&c, 3), out);
	} else if (how < 8) {
		count_on(text, number_at(text, at), how < 6, out);
	} else if (how < 14) {
		replace(text, word_at(text, at), word_at(text, other), out);
	} else if (how < 16) {
		to_the_limit(text, at, &c, out);
	} else if (how == 16) {
		replace(text, (struct str) { text.ptr + at, 1 },
			(struct str) { bytes + choice_pick(&c, sizeof(bytes) - 1), 1 }, out);
	} else {
		strbuf_add(out, text.ptr, at);
	}
	choice_fini(&c);
}

static void one_change(struct str text, struct str other, const char *signs, struct choice *c,
		       struct strbuf *out)
{
	size_t at = choice_pick(c, (uint32_t)text.len + 1);
	size_t end = at + choice_pick(c, (uint32_t)(text.len - at < 8 ? text.len - at : 8) + 1);
	size_t from = choice_pick(c, (uint32_t)other.len + 1);
	uint32_t how = choice_pick(c, 8);

	strbuf_add(out, text.ptr, at);
	if (how < 2) /* a sign more */
		strbuf_addc(out, signs[choice_pick(c, (uint32_t)strlen(signs))]);
	if (how == 2 && at < text.len) /* another one */
		strbuf_addc(out, signs[choice_pick(c, (uint32_t)strlen(signs))]);
	if (how == 2 && at < text.len)
		at++;
	if (how == 3) /* some are gone */
		at = end;
	if (how == 4) /* or are there twice */
		strbuf_add(out, text.ptr + at, end - at);
	if (how == 5 && at < text.len) /* one of 256 */
		strbuf_addc(out, (char)choice_pick(c, 256));
	if (how == 6) /* of the other text */
		strbuf_add(out, other.ptr + from, other.len - from < 6 ? other.len - from : 6);
	if (how == 7) { /* its end */
		strbuf_add(out, other.ptr + from, other.len - from);
		return;
	}
	strbuf_add(out, text.ptr + at, text.len - at);
}

void damage_bytes(struct str text, struct str other, const char *signs, struct choice *c,
		  struct strbuf *out)
{
	AUTO_STRBUF first = STRBUF_INIT;

	if (choice_pick(c, 2)) {
		one_change(text, other, signs, c, out);
		return;
	}
	one_change(text, other, signs, c, &first);
	one_change(strbuf_str(&first), other, signs, c, out);
}
