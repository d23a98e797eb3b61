/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/language/looks_scenario.h"

#include "base/suggest.h"
#include "runner/language/table.h"

struct seen {
	bool named, ours, foreign;
};

/* Whether `key` is "scenario" or a typo of it. */
static bool is_nearly_scenario(struct str key)
{
	static const char *const word[] = { "scenario" };

	return suggest_word(key, word, 1, sizeof(*word)) == 0;
}

static void note_key(struct str key, struct seen *seen)
{
	size_t count;
	const struct scn__arg *keys = scn__group_args(SCN_G_FILE, &count);
	bool known = false;

	for (size_t i = 0; i < count; i++)
		known |= str_eqz(key, keys[i].key);
	seen->ours |= known;
	seen->foreign |= !known;
	seen->named |= str_eqz(key, "world") || is_nearly_scenario(key);
}

/* A line of the top-level mapping: "key:" or "'key':" in its first column. */
static bool key_of(const char *line, size_t len, struct str *key)
{
	const char *colon = memchr(line, ':', len);
	size_t n = colon ? (size_t)(colon - line) : 0;

	if (!n || line[0] == ' ' || line[0] == '#' || line[0] == '-' || line[0] == '\t')
		return false;
	*key = str_trim_space((struct str) { line, n });
	if (key->len > 2 && (key->ptr[0] == '"' || key->ptr[0] == '\'')) {
		key->ptr++;
		key->len -= 2;
	}
	return key->len > 0;
}

bool scn__looks_like_scenario(struct str text)
{
	struct seen seen = { 0 };
	bool flow = false; /* flow style: keys may be in the middle of a line */
	const char *p = text.ptr, *end = text.ptr + text.len;
	struct str key;

	while (p < end) {
		const char *feed = memchr(p, '\n', (size_t)(end - p));
		size_t len = feed ? (size_t)(feed - p) : (size_t)(end - p);

		flow |= p[0] == '{' || p[0] == '?' || p[0] == '!' || p[0] == '&';
		if (key_of(p, len, &key))
			note_key(key, &seen);
		p += len + 1;
	}
	seen.named |= flow && memmem(text.ptr, text.len, "scenario", strlen("scenario"));
	return seen.named || (seen.ours && !seen.foreign);
}
