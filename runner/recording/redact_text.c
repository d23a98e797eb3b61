/* SPDX-License-Identifier: Apache-2.0 */
/* redact_text.c - secrets by their form and by what was seen before, in any string. */
#define _GNU_SOURCE
#include "runner/recording/redact_impl.h"

enum { JWT_BYTES_MIN = 20, NESTED_MAX = 8 };

/* A scan over one string: what is behind `kept` has been copied to `out`. */
struct scan {
	struct rec__redactor *r;
	const struct rec__near *near;
	struct str text;
	size_t kept;
	struct strbuf *out;
	bool changed;
	size_t word_end; /* of the word last tried */
};

static bool starts(struct str text, size_t at, const char *z)
{
	size_t n = strlen(z);

	return text.len - at >= n && memcmp(text.ptr + at, z, n) == 0;
}

static void copy_to(struct scan *s, size_t to)
{
	strbuf_add(s->out, s->text.ptr + s->kept, to - s->kept);
	s->kept = to;
}

static size_t hide(struct scan *s, size_t from, size_t to, bool bytes)
{
	struct str value = { s->text.ptr + from, to - from };

	if (from == to)
		return to;
	copy_to(s, from);
	rec__hide(s->r, value, bytes, NULL, s->out);
	s->kept = to;
	s->changed = true;
	return to;
}

static size_t word_end(struct str text, size_t at)
{
	while (at < text.len && rec__is_word_char(text.ptr[at]))
		at++;
	return at;
}

/* "-----BEGIN X-----" to the end of "-----END X-----", or of the text. */
static size_t try_pem(struct scan *s, size_t at)
{
	const char *p = s->text.ptr + at, *end = s->text.ptr + s->text.len, *dashes, *close;

	if (!starts(s->text, at, "-----BEGIN "))
		return at;
	dashes = memmem(p + 11, (size_t)(end - p) - 11, "-----", 5);
	if (!dashes)
		return hide(s, at, s->text.len, false);
	close = memmem(dashes + 5, (size_t)(end - dashes) - 5, "-----END ", 9);
	return hide(s, (size_t)(dashes + 5 - s->text.ptr),
		    close ? (size_t)(close - s->text.ptr) : s->text.len, false);
}

static bool is_jwt(struct str word)
{
	size_t dots = 0;

	for (size_t i = 0; i < word.len; i++)
		dots += word.ptr[i] == '.';
	return word.len >= JWT_BYTES_MIN && starts(word, 0, "eyJ") && dots >= 2;
}

/* A word that is a token, or was one before; its parts between slashes too. */
static size_t try_word(struct scan *s, size_t at)
{
	size_t end = word_end(s->text, at), part = at;
	struct str word = { s->text.ptr + at, end - at };
	struct rec__redactor *r = s->r;

	if (end == at)
		return at;
	if (r->opt.secrets != REC_SECRETS_KEEP) {
		if (starts(word, 0, "redacted"))
			return end;
		if (is_jwt(word))
			return hide(s, at, end, false);
		if (starts(word, 0, "LS0tLS1CRUdJTi") && word.len % 4 == 0)
			return hide(s, at, end, true);
		while (word.len && strchr(".-=", word.ptr[word.len - 1]) &&
		       !map_get(&r->secrets, word))
			word.len--;
		if (map_get(&r->secrets, word))
			return hide(s, at, at + word.len, true), end;
	}
	if (!map_len(&r->secrets) && !map_len(&r->names))
		return end;
	for (size_t i = at; i <= end; i++) {
		struct str piece = { s->text.ptr + part, i - part };

		if (i < end && s->text.ptr[i] != '/' && s->text.ptr[i] != '=')
			continue;
		if (piece.len && r->opt.secrets != REC_SECRETS_KEEP && map_get(&r->secrets, piece))
			(void)hide(s, part, i, true);
		else if (piece.len && map_get(&r->names, piece) == r) {
			copy_to(s, part);
			if (rec__hash_name(r, piece, s->out)) {
				s->kept = i;
				s->changed = true;
			}
		}
		part = i + 1;
	}
	return end;
}

/* "password=x", "token: x", "\"token\":\"x\"": at the sign. Returns where the value ends. */
static size_t try_assignment(struct scan *s, size_t at)
{
	struct str text = s->text;
	size_t end = at, start, value = at + 1, stop;
	char quote = 0;

	while (end > 0 && text.ptr[end - 1] && strchr(" \"'\\", text.ptr[end - 1]))
		end--;
	start = end;
	while (start > 0 && rec__is_word_char(text.ptr[start - 1]) &&
	       !strchr("=/", text.ptr[start - 1]))
		start--;
	if (start == end || !rec__is_sensitive((struct str) { text.ptr + start, end - start }))
		return at;
	while (value < text.len && text.ptr[value] && strchr(" \t\\", text.ptr[value]))
		value++;
	if (value < text.len && (text.ptr[value] == '"' || text.ptr[value] == '\''))
		quote = text.ptr[value++];
	/* "vault-token:1.0" is an image. */
	if (text.ptr[at] == ':' && value == at + 1)
		return at;
	stop = value;
	while (stop < text.len &&
	       (quote ? text.ptr[stop] != quote && text.ptr[stop] != '\\'
		      : !strchr(" \t\r\n\"'&,;)}]", text.ptr[stop]) || !text.ptr[stop]))
		stop++;
	if (stop == value || text.ptr[value] == '{' || text.ptr[value] == '[' || value < s->kept ||
	    starts(text, value, "redacted"))
		return at;
	return hide(s, value, stop, false);
}

/* "Bearer x", "Basic x" */
static size_t try_scheme(struct scan *s, size_t at)
{
	size_t value = 0, end;

	if (starts(s->text, at, "Bearer ") || starts(s->text, at, "bearer "))
		value = at + 7;
	else if (starts(s->text, at, "Basic "))
		value = at + 6;
	if (!value)
		return at;
	end = word_end(s->text, value);
	/* "Bearer token" in a sentence. */
	return end - value >= 12 ? hide(s, value, end, false) : at;
}

/* "://user:password@" */
static size_t try_userinfo(struct scan *s, size_t at)
{
	size_t from = at + 3, i = from;

	if (!starts(s->text, at, "://"))
		return at;
	while (i < s->text.len && !strchr("/?# \t\r\n\"@", s->text.ptr[i]))
		i++;
	if (i == s->text.len || s->text.ptr[i] != '@')
		return at;
	return hide(s, from, i, false);
}

static size_t try_near(struct scan *s, size_t at)
{
	for (size_t i = 0; s->near && i < s->near->count; i++)
		if (starts(s->text, at, s->near->values[i]))
			return hide(s, at, at + strlen(s->near->values[i]), true);
	return at;
}

static size_t step(struct scan *s, size_t at)
{
	bool secrets = s->r->opt.secrets != REC_SECRETS_KEEP;
	char c = s->text.ptr[at];
	size_t next = at;

	if (secrets) {
		next = try_near(s, at);
		if (next == at && c == '-')
			next = try_pem(s, at);
		if (next == at && c == ':')
			next = try_userinfo(s, at);
		if (next == at && (c == ':' || c == '='))
			next = try_assignment(s, at);
		if (next == at && (c == 'B' || c == 'b'))
			next = try_scheme(s, at);
	}
	/* Words are tried where they begin, and not again within. */
	if (next == at && at >= s->word_end && rec__is_word_char(c) && at >= s->kept &&
	    (at == 0 || !rec__is_word_char(s->text.ptr[at - 1]) ||
	     strchr("=/", s->text.ptr[at - 1]))) {
		size_t kept = s->kept, end = try_word(s, at);

		s->word_end = word_end(s->text, at);

		if (s->kept != kept)
			return end > at ? end : at + 1;
	}
	return next > at ? next : at + 1;
}

/* JSON in a string: last-applied-configuration, bodies quoted in messages. */
static bool redact_inner(struct rec__redactor *r, struct str text, struct strbuf *out)
{
	static _Thread_local unsigned nested;
	size_t before = out->len;
	json_t json;

	if (text.len < 2 || (*text.ptr != '{' && *text.ptr != '[') || nested == NESTED_MAX ||
	    !json_valid(text, &json, NULL))
		return false;
	nested++;
	strbuf_add(out, text.ptr, (size_t)(json.ptr - text.ptr));
	rec__redact_json(r, NULL, json, NULL, false, NULL, 0, out);
	strbuf_add(out, json.ptr + json.len, text.len - (size_t)(json.ptr - text.ptr) - json.len);
	nested--;
	if (!out->failed && str_eq((struct str) { out->ptr + before, out->len - before }, text))
		out->len = before;
	return true;
}

/* One short word: no form to look for, so it is a secret or a name that was seen, or nothing. */
static bool is_harmless_word(const struct rec__redactor *r, const struct rec__near *near,
			     struct str text)
{
	if (text.len >= JWT_BYTES_MIN || near)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (!rec__is_word_char(text.ptr[i]) || text.ptr[i] == '/' || text.ptr[i] == '=' ||
		    text.ptr[i] == '.')
			return false;
	return !map_get(&r->secrets, text) && !map_get(&r->names, text);
}

bool rec__redact_text(struct rec__redactor *r, const struct rec__near *near, struct str text,
		      struct strbuf *out)
{
	struct scan s = { r, near, text, 0, out, false, 0 };
	size_t before = out->len;

	if (!text.len || (r->opt.secrets == REC_SECRETS_KEEP && !r->opt.hash_names))
		return false;
	if (is_harmless_word(r, near, text))
		return false;
	if (redact_inner(r, text, out))
		return out->len != before;
	for (size_t at = 0; at < text.len;)
		at = step(&s, at);
	if (s.changed)
		copy_to(&s, text.len);
	r->failed = r->failed || out->failed;
	return s.changed;
}
