/* SPDX-License-Identifier: Apache-2.0 */
/* names.c - generated names: the random segments of a key become "*", and so do the same words in
 * values. A Machine of a MachineSet of a MachineDeployment has two: md-7gs8h-hn9vv is md-*-*. */
#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/text/ascii.h"
#include "runner/perturb/noise.h"

enum {
	RANDOM_MIN = 4,	  /* characters of a random segment */
	MASKS_MAX = 3,	  /* random segments of a name */
	SEGMENTS_MAX = 64 /* of a name; in longer ones none is random */
};

static bool is_random_char(char c)
{
	return ascii_is_lower(c) || ascii_is_digit(c);
}

/* Whether all characters may be those of a random segment. */
static bool may_be_random(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!is_random_char(s.ptr[i]))
			return false;
	return s.len >= RANDOM_MIN;
}

static size_t name_start(struct str key)
{
	size_t n = key.len;

	while (n && key.ptr[n - 1] != '/')
		n--;
	return n;
}

/* Appends the key with "*" for the last `count` segments that may be random; never for the first
 * segment. False: there are fewer. */
static bool add_masked(struct str key, unsigned count, struct strbuf *out)
{
	size_t starts[SEGMENTS_MAX + 1], segments = 0, start = name_start(key);
	bool masked[SEGMENTS_MAX] = { false };
	struct str s;

	for (size_t i = start; i <= key.len; i++) {
		if (i != start && key.ptr[i - 1] != '-')
			continue;
		if (segments == SEGMENTS_MAX)
			return false;
		starts[segments++] = i;
	}
	starts[segments] = key.len + 1;
	for (size_t i = segments; i-- > 1 && count;) {
		s = (struct str) { key.ptr + starts[i], starts[i + 1] - starts[i] - 1 };
		masked[i] = may_be_random(s);
		count -= masked[i];
	}
	if (count)
		return false;
	strbuf_add(out, key.ptr, start);
	for (size_t i = 0; i < segments; i++) {
		if (i)
			strbuf_addc(out, '-');
		if (masked[i])
			strbuf_addc(out, '*');
		else
			strbuf_add(out, key.ptr + starts[i], starts[i + 1] - starts[i] - 1);
	}
	return true;
}

/* Appends the key with `count` random segments masked, and what was appended to
 * metadata.generateName as well. False: there is no such form. */
static bool add_form(struct str key, struct str prefix, unsigned count, struct strbuf *out)
{
	AUTO_STRBUF base = STRBUF_INIT;

	if (!prefix.len)
		return count && add_masked(key, count, out);
	strbuf_add(&base, key.ptr, name_start(key));
	strbuf_adds(&base, prefix);
	strbuf_addc(&base, '*');
	if (count)
		return add_masked(strbuf_str(&base), count, out);
	strbuf_adds(out, strbuf_str(&base));
	return true;
}

static struct str prefix_in(struct str json, struct strbuf *scratch)
{
	json_t v = { json.ptr, json.len };

	return json.len ? json_str(json_path(v, "metadata", "generateName", NULL), scratch)
			: STR("");
}

/* Appends the learned form of the key; returns what is known of it (struct perturb__noise.stems);
 * NULL: nothing. */
static const void *add_known_form(const struct perturb__noise *n, struct str key, struct str prefix,
				  struct strbuf *out)
{
	for (unsigned k = 0; k <= MASKS_MAX; k++) {
		AUTO_STRBUF form = STRBUF_INIT;
		const void *known =
		    add_form(key, prefix, k, &form) ? map_get(&n->stems, strbuf_str(&form)) : NULL;

		out->failed |= form.failed;
		if (known) {
			strbuf_adds(out, strbuf_str(&form));
			return known;
		}
	}
	return NULL;
}

struct str perturb__canonical(const struct perturb__noise *n, struct perturb__life *l,
			      struct str key, struct str json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;
	struct str prefix = prefix_in(json, &scratch);

	if (!prefix.len && (!n || map_get(&n->keys, key)))
		return key;
	if ((n && add_known_form(n, key, prefix, &out)) || add_form(key, prefix, 0, &out))
		key = perturb__copy(l, strbuf_str(&out));
	l->arena.failed |= out.failed || scratch.failed;
	return key;
}

bool perturb__is_form_of(struct str form, struct str key)
{
	size_t i = 0, k = 0;

	while (i < form.len) {
		if (form.ptr[i] != '*') {
			if (k == key.len || key.ptr[k] != form.ptr[i])
				return false;
			i++, k++;
			continue;
		}
		/* the last one is what the server appended to metadata.generateName, or a segment
		 */
		if (++i == form.len)
			return true;
		for (size_t start = k; k == start || (k < key.len && key.ptr[k] != '-'); k++)
			if (k == key.len || !is_random_char(key.ptr[k]))
				return false;
	}
	return k == key.len;
}

/* --- learning --- */

static int mark(struct perturb__noise *n, struct map *set, struct str key, void *value)
{
	struct str own;

	if (map_get(set, key))
		return 0;
	own = runner__arena_str(&n->arena, key);
	return n->arena.failed ? RELIST_ENOMEM : map_put(set, own, value, NULL);
}

static bool in_all(struct perturb__life *const *lives, size_t count, struct str key)
{
	for (size_t i = 0; i < count; i++)
		if (!map_get(&lives[i]->last, key))
			return false;
	return true;
}

/* In how many lives, and in which last, a form occurs. */
struct occurrence {
	size_t lives, last;
};

static int count_forms(struct perturb__noise *n, struct map *forms, size_t life, struct str key,
		       struct str prefix)
{
	for (unsigned k = 0; k <= MASKS_MAX; k++) {
		AUTO_STRBUF form = STRBUF_INIT;
		struct occurrence *o;

		if (!add_form(key, prefix, k, &form))
			continue;
		if (form.failed)
			return RELIST_ENOMEM;
		o = map_get(forms, strbuf_str(&form));
		if (!o) {
			o = runner__arena_alloc(&n->arena, sizeof(*o));
			if (!o || mark(n, forms, strbuf_str(&form), o))
				return RELIST_ENOMEM;
		}
		o->lives += o->last != life + 1;
		o->last = life + 1;
	}
	return 0;
}

/* The form with the fewest masks that occurs in every life; if there is none, that with one. */
static int choose_form(struct perturb__noise *n, const struct map *forms, size_t count,
		       struct str key, struct str prefix)
{
	AUTO_STRBUF loose = STRBUF_INIT;

	for (unsigned k = 0; k <= MASKS_MAX; k++) {
		AUTO_STRBUF form = STRBUF_INIT;
		const struct occurrence *o =
		    add_form(key, prefix, k, &form) ? map_get(forms, strbuf_str(&form)) : NULL;

		if (o && o->lives == count)
			return mark(n, &n->stems, strbuf_str(&form), &n->keys);
	}
	if (prefix.len || !add_masked(key, 1, &loose))
		return 0;
	return mark(n, &n->stems, strbuf_str(&loose), n);
}

/* Names of one round of choose_form() or count_forms(). */
static int each_name(struct perturb__noise *n, struct perturb__life *const *lives, size_t count,
		     struct map *forms, bool choose)
{
	const struct map_entry *e;
	int code = 0;

	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; !code && (e = map_next(&lives[k]->last, &i));) {
			const struct perturb__change *c = e->value;
			struct str key = { e->key, e->key_len };
			AUTO_STRBUF scratch = STRBUF_INIT;
			struct str prefix = prefix_in(c->json, &scratch);

			if (in_all(lives, count, key))
				code = mark(n, &n->keys, key, n);
			else if (choose)
				code = choose_form(n, forms, count, key, prefix);
			else
				code = count_forms(n, forms, k, key, prefix);
		}
	return code;
}

int perturb__names_learn(struct perturb__noise *n, struct perturb__life *const *lives, size_t count)
{
	struct map forms;
	int code;

	for (size_t i = 0; i < count; i++)
		lives[i]->generated_by = NULL;
	map_init(&forms, MAP_BORROW_KEYS);
	code = each_name(n, lives, count, &forms, false);
	if (!code)
		code = each_name(n, lives, count, &forms, true);
	map_fini(&forms);
	return code;
}

/* --- words --- */

/* Random words have a digit or no vowel, as those of Kubernetes. */
static bool is_random_word(struct str s)
{
	bool vowel = false;

	for (size_t i = 0; i < s.len; i++) {
		if (ascii_is_digit(s.ptr[i]))
			return may_be_random(s);
		vowel |= strchr("aeiou", s.ptr[i]) != NULL;
	}
	return !vowel && may_be_random(s);
}

/* Adds the words of the key that stand at a "*" of its form. */
static int add_words(struct perturb__life *l, struct str key, struct str form)
{
	size_t k = 0;
	int code = 0;

	for (size_t i = 0; i < form.len && k < key.len && !code; i++) {
		struct str word = { key.ptr + k, 0 };

		if (form.ptr[i] != '*') {
			k++;
			continue;
		}
		while (k < key.len && (key.ptr[k] != '-' || i + 1 == form.len))
			k++;
		word.len = (size_t)(key.ptr + k - word.ptr);
		if (is_random_word(word))
			code = map_put(&l->generated, word, l, NULL);
	}
	return code;
}

/* The words that are random in the names of this life. */
static int find_words(const struct perturb__noise *n, struct perturb__life *l)
{
	int code = 0;

	map_clear(&l->generated);
	for (size_t i = 0; i < l->changes.len && !code; i++) {
		const struct perturb__change *c = perturb__change_at(l, i);
		AUTO_STRBUF scratch = STRBUF_INIT;
		AUTO_STRBUF form = STRBUF_INIT;

		/* forms that some lives lack are guesses */
		if (c->added && !map_get(&n->keys, c->key) &&
		    add_known_form(n, c->key, prefix_in(c->json, &scratch), &form) == &n->keys)
			code = add_words(l, c->key, strbuf_str(&form));
	}
	l->generated_by = code ? NULL : n;
	return code;
}

size_t perturb__generated_len(const struct perturb__noise *n, struct perturb__life *l, struct str s,
			      size_t at)
{
	size_t end = at;

	if (!n || (at && ascii_is_alnum(s.ptr[at - 1])))
		return 0;
	while (end < s.len && is_random_char(s.ptr[end]))
		end++;
	if (end - at < RANDOM_MIN || (end < s.len && ascii_is_alnum(s.ptr[end])))
		return 0;
	if (l->generated_by != n && find_words(n, l)) {
		l->arena.failed = true;
		return 0;
	}
	return map_get(&l->generated, (struct str) { s.ptr + at, end - at }) ? end - at : 0;
}
