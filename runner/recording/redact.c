/* SPDX-License-Identifier: Apache-2.0 */
/* redact.c - the values of secrets: replaces them, and finds them again. */
#define _GNU_SOURCE
#include "runner/recording/redact.h"

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "runner/recording/redact_impl.h"

enum {
	LEARNED_MAX = 200000,	   /* limit of learned words, and of values */
	LEARN_BYTES_MAX = 1 << 20, /* the size limit of a Secret */
	WORD_BYTES_MIN = 8,	   /* of words inside a value */
	VALUE_BYTES_MIN = 4,	   /* of values with a digit or a sign */
	PLAIN_BYTES_MIN = 6,	   /* of values with letters only, or digits only */
	FORM_BYTES_MAX = 8192,	   /* longer values are not searched in other encodings */
	PREFIX = 4,		   /* bytes that identify a needle */
	HEAD_BITS = 16,
	CHAIN_MAX = 64, /* needles per hash of first bytes; further ones are found as words */
	NEAR_BYTES_MIN = 3,
	HASH_BYTES = 8,
};

void rec__redactor_init(struct rec__redactor *r, const struct rec__redact_options *opt)
{
	*r = (struct rec__redactor) { .opt = *opt };
	map_init(&r->secrets, MAP_COPY_KEYS);
	map_init(&r->names, MAP_COPY_KEYS);
	r->failed = gnutls_global_init() < 0;
}

void rec__redactor_fini(struct rec__redactor *r)
{
	map_fini(&r->secrets);
	map_fini(&r->names);
	for (size_t i = 0; i < r->needle_count; i++)
		base__free(r->needles[i].bytes);
	base__free(r->needles);
	base__free(r->heads);
}

void rec__near_fini(struct rec__near *near)
{
	for (size_t i = 0; i < near->count; i++)
		base__free(near->values[i]);
}

/* --- learning --- */

static void remember(struct rec__redactor *r, struct map *map, struct str value)
{
	if (map_len(map) >= LEARNED_MAX || map_get(map, value))
		return;
	if (map_put(map, value, r, NULL) != 0)
		r->failed = true;
	r->learnt++;
}

/* False for words that could occur anywhere, such as "ClusterFirst" and "apps/v". */
static bool is_specific(struct str s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = (char)(s.ptr[i] | 0x20);

		if (!(c >= 'a' && c <= 'z') && !strchr("-./", s.ptr[i]))
			return true;
	}
	return false;
}

static bool is_digits(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
	return true;
}

bool rec__is_word_char(char c)
{
	/* Bits for the characters 0 to 127: + - . / digits = letters _ ~ */
	static const uint32_t set[4] = { 0, 0x23ffe800, 0x87fffffe, 0x47fffffe };
	unsigned char u = (unsigned char)c;

	return u >= 0x80 || (set[u / 32] >> u % 32 & 1);
}

size_t rec__word_end(struct str text, size_t at)
{
	size_t pad;

	while (at < text.len && rec__is_word_char(text.ptr[at]) && text.ptr[at] != '=')
		at++;
	for (pad = at; pad < text.len && text.ptr[pad] == '=';)
		pad++;
	return pad > at && pad - at <= 2 && (pad == text.len || !rec__is_word_char(text.ptr[pad]))
		   ? pad
		   : at;
}

/* Learns the words inside a value, which may occur without the rest. */
static void learn_words(struct rec__redactor *r, struct str value)
{
	size_t i = 0;

	while (i < value.len) {
		size_t start = i;

		i = rec__word_end(value, i);
		if (i - start >= WORD_BYTES_MIN &&
		    is_specific((struct str) { value.ptr + start, i - start }))
			remember(r, &r->secrets, (struct str) { value.ptr + start, i - start });
		i += i < value.len;
	}
}

static uint32_t head_of(const char *p)
{
	uint32_t u;

	memcpy(&u, p, sizeof(u));
	return u * 2654435761U >> (32 - HEAD_BITS);
}

static bool is_known(const struct rec__redactor *r, struct str value, size_t *chain)
{
	*chain = 0;
	for (uint32_t i = r->heads[head_of(value.ptr)]; i; i = r->needles[i - 1].next, ++*chain)
		if (str_eq((struct str) { r->needles[i - 1].bytes, r->needles[i - 1].len }, value))
			return true;
	return false;
}

static bool grow(struct rec__redactor *r)
{
	size_t cap = r->needle_cap ? 2 * r->needle_cap : 64;
	struct rec__needle *more;

	if (!r->heads)
		r->heads = base__calloc((size_t)1 << HEAD_BITS, sizeof(*r->heads));
	if (!r->heads)
		return false;
	if (r->needle_count < r->needle_cap)
		return true;
	more = base__realloc(r->needles, cap * sizeof(*more));
	if (!more)
		return false;
	r->needles = more;
	r->needle_cap = cap;
	return true;
}

static void add_needle(struct rec__redactor *r, struct str value, bool word)
{
	struct rec__needle *n;
	size_t chain;

	if (value.len < PREFIX || r->needle_count >= LEARNED_MAX)
		return;
	if (!grow(r)) {
		r->failed = true;
		return;
	}
	if (is_known(r, value, &chain) || chain >= CHAIN_MAX)
		return;
	n = &r->needles[r->needle_count];
	*n = (struct rec__needle) { .bytes = base__malloc(value.len),
				    .len = (uint32_t)value.len,
				    .next = r->heads[head_of(value.ptr)],
				    .word = word };
	if (!n->bytes) {
		r->failed = true;
		return;
	}
	memcpy(n->bytes, value.ptr, value.len);
	r->heads[head_of(value.ptr)] = (uint32_t)++r->needle_count;
	r->learnt++;
}

/* Learns other encodings: base64, in a URL, in a JSON string. */
static void learn_forms(struct rec__redactor *r, struct str value, bool word)
{
	AUTO_STRBUF form = STRBUF_INIT;

	base64_encode(&form, value, BASE64_STD);
	while (form.len && form.ptr[form.len - 1] == '=')
		form.len--;
	if (!form.failed)
		add_needle(r, strbuf_str(&form), word && form.len < WORD_BYTES_MIN);
	r->failed = r->failed || form.failed;
	strbuf_clear(&form);
	strbuf_add_urlenc(&form, value);
	if (!form.failed && form.len != value.len)
		add_needle(r, strbuf_str(&form), false);
	r->failed = r->failed || form.failed;
	strbuf_clear(&form);
	strbuf_add_json(&form, value);
	if (!form.failed && form.len != value.len + 2)
		add_needle(r, (struct str) { form.ptr + 1, form.len - 2 }, false);
	r->failed = r->failed || form.failed;
}

/* Learns a value, or a line of one. */
static void learn_whole(struct rec__redactor *r, struct str value, size_t min)
{
	bool plain = !is_specific(value) || is_digits(value);
	bool word = plain || value.len < WORD_BYTES_MIN;

	if (plain && min < PLAIN_BYTES_MIN)
		min = PLAIN_BYTES_MIN;
	if (value.len < min || rec__is_plain_value(value) || rec__is_redacted(value))
		return;
	add_needle(r, value, word);
	if (value.len <= FORM_BYTES_MAX)
		learn_forms(r, value, word);
}

void rec__learn(struct rec__redactor *r, struct str value)
{
	const char *end;

	if (value.len > LEARN_BYTES_MAX)
		value.len = LEARN_BYTES_MAX;
	learn_words(r, value);
	value = str_trim_space(value);
	learn_whole(r, value, VALUE_BYTES_MIN);
	while (value.len && (end = memchr(value.ptr, '\n', value.len))) {
		size_t n = (size_t)(end - value.ptr);

		learn_whole(r, str_trim_space((struct str) { value.ptr, n }), WORD_BYTES_MIN);
		value = (struct str) { end + 1, value.len - n - 1 };
		if (!memchr(value.ptr, '\n', value.len))
			learn_whole(r, value, WORD_BYTES_MIN);
	}
}

static bool is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

size_t rec__learnt_at(const struct rec__redactor *r, struct str text, size_t at, bool words)
{
	size_t longest = 0;

	if (!r->heads || text.len - at < PREFIX)
		return 0;
	for (uint32_t i = r->heads[head_of(text.ptr + at)]; i; i = r->needles[i - 1].next) {
		const struct rec__needle *n = &r->needles[i - 1];
		size_t end = at + n->len;

		if (n->len <= longest || n->len > text.len - at ||
		    memcmp(n->bytes, text.ptr + at, n->len) != 0)
			continue;
		if (n->word && (!words || (at > 0 && is_alnum(text.ptr[at - 1])) ||
				(end < text.len && is_alnum(text.ptr[end]))))
			continue;
		longest = n->len;
	}
	return longest;
}

void rec__hide_variable(struct rec__redactor *r, struct str value, struct strbuf *out)
{
	struct str trimmed = str_trim_space(value);

	if (rec__is_redacted(value)) {
		strbuf_adds(out, value);
		return;
	}
	if (trimmed.len >= PLAIN_BYTES_MIN && !rec__is_plain_value(trimmed))
		add_needle(r, trimmed, true);
	rec__hide_text(r, value, out);
}

static void put_near(struct rec__redactor *r, struct rec__near *near, struct str value)
{
	char *copy;

	if (!near || near->count == REC_NEAR_MAX || value.len < NEAR_BYTES_MIN ||
	    value.len > LEARN_BYTES_MAX || memchr(value.ptr, '\0', value.len))
		return;
	copy = base__strndup(value.ptr, value.len);
	if (copy)
		near->values[near->count++] = copy;
	else
		r->failed = true;
}

/* --- hiding --- */

static void hash_of(struct rec__redactor *r, struct str value, unsigned char *mac)
{
	if (gnutls_hmac_fast(GNUTLS_MAC_SHA256, r->opt.key, sizeof(r->opt.key), value.ptr,
			     value.len, mac) < 0) {
		r->failed = true;
		memset(mac, 0, 32);
	}
}

static void add_hex(const unsigned char *mac, size_t bytes, struct strbuf *out)
{
	for (size_t i = 0; i < bytes; i++)
		strbuf_addf(out, "%02x", mac[i]);
}

void rec__hide_text(struct rec__redactor *r, struct str value, struct strbuf *out)
{
	unsigned char mac[32];

	strbuf_addz(out, "redacted");
	if (r->opt.secrets == REC_SECRETS_HASH) {
		hash_of(r, value, mac);
		strbuf_addc(out, '-');
		add_hex(mac, HASH_BYTES, out);
	}
}

void rec__hide_number(struct rec__redactor *r, struct str value, struct strbuf *out)
{
	unsigned char mac[32];
	uint32_t n = 0;

	if (r->opt.secrets == REC_SECRETS_HASH) {
		hash_of(r, value, mac);
		n = (uint32_t)mac[0] << 24 | (uint32_t)mac[1] << 16 | (uint32_t)mac[2] << 8 |
		    mac[3];
	}
	strbuf_addf(out, "%u", n % 1000000000);
}

void rec__redact_value(struct rec__redactor *r, struct str value, struct strbuf *out)
{
	if (!value.len || rec__is_redacted(value) || r->opt.secrets == REC_SECRETS_KEEP) {
		strbuf_adds(out, value);
		return;
	}
	rec__learn(r, value);
	rec__hide_text(r, value, out);
}

/* Appends text that can be decoded: base64 if the value is base64. */
void rec__hide(struct rec__redactor *r, struct str value, bool bytes, struct rec__near *collect,
	       struct strbuf *out)
{
	AUTO_STRBUF plain = STRBUF_INIT;
	bool decodes = bytes && base64_decode(&plain, value, BASE64_STD, NULL);

	if (!value.len || rec__is_redacted(decodes ? strbuf_str(&plain) : value)) {
		strbuf_adds(out, value);
		return;
	}
	put_near(r, collect, value);
	rec__learn(r, value);
	if (decodes) {
		AUTO_STRBUF text = STRBUF_INIT;

		put_near(r, collect, strbuf_str(&plain));
		rec__learn(r, strbuf_str(&plain));
		rec__hide_text(r, strbuf_str(&plain), &text);
		base64_encode(out, strbuf_str(&text), BASE64_STD);
		r->failed = r->failed || text.failed;
	} else {
		rec__hide_text(r, value, out);
	}
	r->failed = r->failed || plain.failed;
}

/* --- names --- */

static bool is_public_name(struct str s)
{
	static const char *const names[] = { "default", "kube-system", "kube-public",
					     "kube-node-lease", "kubernetes" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eqz(s, names[i]))
			return true;
	return memchr(s.ptr, ':', s.len) != NULL || !s.len;
}

bool rec__hash_name(struct rec__redactor *r, struct str name, struct strbuf *out)
{
	unsigned char mac[32];

	if (!r->opt.hash_names || is_public_name(name))
		return false;
	/* It is a hash already. */
	if (name.len == 11 && name.ptr[0] == 'n' && map_get(&r->names, name) == &r->names)
		return false;
	remember(r, &r->names, name);
	hash_of(r, name, mac);
	strbuf_addc(out, 'n');
	add_hex(mac, 5, out);
	{
		struct str made = { out->ptr + out->len - 11, 11 };

		if (!out->failed && map_put(&r->names, made, &r->names, NULL) != 0)
			r->failed = true;
	}
	return true;
}

bool rec__is_name_member(struct str key)
{
	return str_eqz(key, "name") || str_eqz(key, "namespace") || str_eqz(key, "generateName") ||
	       str_eqz(key, "hostname") || str_eqz(key, "continue") ||
	       (key.len > 4 && memcmp(key.ptr + key.len - 4, "Name", 4) == 0);
}
