/* SPDX-License-Identifier: Apache-2.0 */
#include "base/suggest.h"

enum { WORD_MAX = 40 };

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

/* Levenshtein distance, with one row of memory. */
static size_t distance(struct str a, struct str b)
{
	size_t row[WORD_MAX + 1];

	for (size_t j = 0; j <= b.len; j++)
		row[j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= b.len; j++) {
			size_t above = row[j];
			size_t change = diagonal + (a.ptr[i - 1] == b.ptr[j - 1] ? 0 : 1);

			row[j] = min3(change, above + 1, row[j - 1] + 1);
			diagonal = above;
		}
	}
	return row[b.len];
}

static const char *word_at(const void *words, size_t stride, size_t i)
{
	const char *word;

	memcpy(&word, (const char *)words + i * stride, sizeof(const char *));
	return word;
}

int suggest_word(struct str typed, const void *words, size_t count, size_t stride)
{
	size_t best = SIZE_MAX;
	int found = -1;

	for (size_t i = 0; i < count && typed.len <= WORD_MAX; i++) {
		struct str word = str_of(word_at(words, stride, i));
		size_t d;

		if (word.len > WORD_MAX)
			continue;
		d = distance(typed, word);
		if (d <= (word.len + 2) / 3 && d < best && d < word.len) {
			best = d;
			found = (int)i;
		}
	}
	return found;
}

void suggest_text(struct str typed, const void *words, size_t count, size_t stride, char *buf,
		  size_t cap)
{
	int i = suggest_word(typed, words, count, stride);

	buf[0] = '\0';
	if (i >= 0)
		(void)snprintf(buf, cap, " (did you mean \"%s\"?)",
			       word_at(words, stride, (size_t)i));
}
