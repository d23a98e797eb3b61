/* SPDX-License-Identifier: Apache-2.0 */
/* redact_string.c - any string: JSON, base64, and encoded text within it, then the forms. */
#define _GNU_SOURCE
#include "runner/recording/redact_impl.h"

enum { NESTED_MAX = 8, CODED_BYTES_MIN = 12 };

static _Thread_local unsigned nested;

/* JSON in a string: last-applied-configuration, bodies quoted in messages. */
static bool redact_json(struct rec__redactor *r, const struct rec__near *near, struct str text,
			struct strbuf *out)
{
	size_t before = out->len;
	json_t json;

	if (text.len < 2 || !rec__in("{[\"", *text.ptr) || nested == NESTED_MAX ||
	    !json_valid(text, &json, NULL))
		return false;
	nested++;
	strbuf_add(out, text.ptr, (size_t)(json.ptr - text.ptr));
	/* read only: nothing is collected */
	rec__redact_json(r, NULL, json, (struct rec__near *)(uintptr_t)near, false, NULL, 0, out);
	strbuf_add(out, json.ptr + json.len, text.len - (size_t)(json.ptr - text.ptr) - json.len);
	nested--;
	if (!out->failed && str_eq((struct str) { out->ptr + before, out->len - before }, text))
		out->len = before;
	return true;
}

/* Whether the text, from a '{' on, has a Secret in JSON. */
static bool has_secret(const struct rec__redactor *r, struct str text)
{
	return r->opt.secrets != REC_SECRETS_KEEP && *text.ptr == '{' &&
	       memmem(text.ptr, text.len, "\"kind\"", 6) &&
	       (memmem(text.ptr, text.len, "\"Secret\"", 8) ||
		memmem(text.ptr, text.len, "\"SecretList\"", 12));
}

/* The length of the JSON object at the start of the text, or 0 if it does not end. */
static size_t object_length(struct str text)
{
	size_t depth = 0;
	bool quoted = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '"')
			quoted = !quoted;
		else if (quoted)
			i += c == '\\';
		else if (c == '{')
			depth++;
		else if (c == '}' && --depth == 0)
			return i + 1;
	}
	return 0;
}

static void redact_part(struct rec__redactor *r, const struct rec__near *near, struct str text,
			struct strbuf *out)
{
	if (!rec__redact_string(r, near, text, REC_TEXT_FREE, out))
		strbuf_adds(out, text);
}

/* Redacts a Secret in JSON and the text around it: the message of an error. The rest of a Secret
 * that is truncated or invalid is left out. */
static bool redact_manifest(struct rec__redactor *r, const struct rec__near *near, struct str text,
			    struct strbuf *out)
{
	const char *open = *text.ptr == '{' ? text.ptr : memmem(text.ptr, text.len, "{\"", 2);
	struct rec__aim aim = { .sensitive = true };
	struct str before, object, rest;

	if (!open || nested == NESTED_MAX)
		return false;
	before = (struct str) { text.ptr, (size_t)(open - text.ptr) };
	rest = (struct str) { open, text.len - before.len };
	if (!has_secret(r, rest))
		return false;
	object = (struct str) { open, object_length(rest) };
	nested++;
	redact_part(r, near, before, out);
	before.len = out->len;
	if (object.len && redact_json(r, near, object, out)) {
		if (out->len == before.len)
			strbuf_adds(out, object);
		redact_part(r, near, (struct str) { open + object.len, rest.len - object.len },
			    out);
	} else {
		(void)rec__redact_partial(r, &aim, rest, out);
	}
	nested--;
	return true;
}

static bool redact_coded(struct rec__redactor *r, const struct rec__near *near, struct str text,
			 struct strbuf *out)
{
	bool changed;

	if (nested == NESTED_MAX)
		return false;
	nested++;
	changed = rec__redact_base64(r, near, text, out);
	nested--;
	return changed;
}

/* Handles the text that the form rules left; if they changed it, it is in `out` from `before`
 * on. */
static bool redact_escaped(struct rec__redactor *r, const struct rec__near *near, struct str text,
			   bool was_changed, size_t before, struct strbuf *out)
{
	struct str left =
	    was_changed ? (struct str) { out->ptr + before, out->len - before } : text;
	AUTO_STRBUF made = STRBUF_INIT;
	bool changed;

	if (nested == NESTED_MAX)
		return false;
	nested++;
	changed = rec__redact_escaped(r, near, left, &made);
	nested--;
	if (changed) {
		out->len = before;
		strbuf_adds(out, strbuf_str(&made));
	}
	return changed;
}

/* A short word has no form, so it is a secret only if it was learned or is in `near`. */
static bool is_harmless_word(const struct rec__redactor *r, const struct rec__near *near,
			     struct str text)
{
	if (text.len >= REC_JWT_BYTES_MIN || (near && near->count) || r->needle_count ||
	    (text.len >= CODED_BYTES_MIN && text.len % 4 == 0))
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (!rec__is_word_char(text.ptr[i]) || text.ptr[i] == '/' || text.ptr[i] == '=' ||
		    text.ptr[i] == '.')
			return false;
	return !map_get(&r->secrets, text) && !map_get(&r->names, text);
}

/* Text with characters that names, versions and labels cannot have is free text. */
static bool is_free(struct str text)
{
	size_t end = text.len;

	while (end && text.ptr[end - 1] == '=') /* base64 */
		end--;
	for (size_t i = 0; i < end; i++)
		if (text.ptr[i] == '=' ||
		    (!rec__is_word_char(text.ptr[i]) && text.ptr[i] != ':' && text.ptr[i] != '@'))
			return true;
	return false;
}

/* Decodes and redacts the text, then searches the result. */
static bool decode_first(struct rec__redactor *r, const struct rec__near *near, struct str text,
			 struct strbuf *out)
{
	AUTO_STRBUF made = STRBUF_INIT;
	bool hid_learnt;

	if (!redact_escaped(r, near, text, false, 0, &made))
		return false;
	if (!rec__find_secrets(r, near, strbuf_str(&made), REC_TEXT_FREE, &hid_learnt, out))
		strbuf_adds(out, strbuf_str(&made));
	r->failed = r->failed || made.failed;
	return true;
}

static size_t hidden_count(struct str text)
{
	static const char mark[] = "redacted";
	size_t n = 0;

	for (const char *at = text.ptr, *end = text.ptr + text.len;
	     at && (at = memmem(at, (size_t)(end - at), mark, sizeof(mark) - 1)) != NULL; at++)
		n++;
	return n;
}

/* Redacts free text and the text that is encoded in it. The forms see an encoded text as one long
 * word, so it is decoded first if its encoding can be restored. Decoding a URL would lose which of
 * its characters were encoded: then only what the forms left is decoded. */
static bool redact_free(struct rec__redactor *r, const struct rec__near *near, struct str text,
			struct strbuf *out)
{
	size_t before = out->len;
	bool secrets = r->opt.secrets != REC_SECRETS_KEEP, hid_learnt, changed;

	if (secrets && rec__is_encoded_whole(text) && decode_first(r, near, text, out))
		return true;
	changed = rec__find_secrets(r, near, text, REC_TEXT_FREE, &hid_learnt, out);
	/* The learned value may be the name of an encoded credential. */
	if (secrets && hid_learnt) {
		AUTO_STRBUF made = STRBUF_INIT;

		if (decode_first(r, near, text, &made) &&
		    hidden_count(strbuf_str(&made)) >
			hidden_count((struct str) { out->ptr + before, out->len - before })) {
			out->len = before;
			strbuf_adds(out, strbuf_str(&made));
			return true;
		}
	}
	return (secrets && redact_escaped(r, near, text, changed, before, out)) || changed;
}

bool rec__redact_string(struct rec__redactor *r, const struct rec__near *near, struct str text,
			enum rec__text_kind kind, struct strbuf *out)
{
	size_t before = out->len;
	bool changed, hid_learnt;

	if (!text.len || (r->opt.secrets == REC_SECRETS_KEEP && !r->opt.hash_names))
		return false;
	if (is_harmless_word(r, near, text))
		return false;
	if (kind != REC_TEXT_FREE && kind != REC_TEXT_SELECTOR && is_free(text))
		kind = REC_TEXT_FREE;
	if (redact_json(r, near, text, out))
		return out->len != before;
	if (redact_manifest(r, near, text, out))
		return true;
	if (kind == REC_TEXT_FREE && r->opt.secrets != REC_SECRETS_KEEP &&
	    redact_coded(r, near, text, out))
		return true;
	changed = kind == REC_TEXT_FREE ? redact_free(r, near, text, out)
					: rec__find_secrets(r, near, text, kind, &hid_learnt, out);
	r->failed = r->failed || out->failed;
	return changed;
}

bool rec__redact_text(struct rec__redactor *r, const struct rec__near *near, struct str text,
		      struct strbuf *out)
{
	return rec__redact_string(r, near, text, REC_TEXT_FREE, out);
}
