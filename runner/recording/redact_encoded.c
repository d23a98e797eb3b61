/* SPDX-License-Identifier: Apache-2.0 */
/* redact_encoded.c - text inside text: base64, URL-encoded, HTML. */
#define _GNU_SOURCE
#include "base/base64.h"
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { ENCODED_BYTES_MAX = 1 << 20, CODED_BYTES_MIN = 12 };

static bool is_printable(struct str s)
{
	for (size_t i = 0; i < s.len;) {
		size_t n = utf8_seq_len(s.ptr + i, s.len - i);

		if (!n || (n == 1 && (unsigned char)s.ptr[i] < ' ' && !rec__in("\t\r\n", s.ptr[i])))
			return false;
		i += n;
	}
	return true;
}

/* Redacts base64 text: binaryData, values encoded by hand. */
bool rec__redact_base64(struct rec__redactor *r, const struct rec__near *near, struct str text,
			struct strbuf *out)
{
	AUTO_STRBUF plain = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	enum base64_kind kind = BASE64_STD;
	bool changed;

	if (text.len < CODED_BYTES_MIN)
		return false;
	if (text.len % 4 || memchr(text.ptr, '-', text.len) || memchr(text.ptr, '_', text.len))
		kind = BASE64_RAW_URL;
	if (!base64_decode(&plain, text, kind, NULL) || !is_printable(strbuf_str(&plain)))
		return false;
	changed = rec__redact_string(r, near, strbuf_str(&plain), REC_TEXT_FREE, &made);
	if (changed)
		base64_encode(out, strbuf_str(&made), kind);
	r->failed = r->failed || plain.failed || made.failed;
	return changed;
}

bool rec__is_coded_prose(struct str word)
{
	AUTO_STRBUF plain = STRBUF_INIT;

	if (word.len % 4 || !base64_decode(&plain, word, BASE64_STD, NULL))
		return false;
	return !plain.failed && is_printable(strbuf_str(&plain)) &&
	       strcspn(strbuf_str(&plain).ptr, " \n") < plain.len;
}

static bool has_any(struct str text, const char *const *marks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (memmem(text.ptr, text.len, marks[i], strlen(marks[i])))
			return true;
	return false;
}

static bool decode_percent(struct str text, struct strbuf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		int high = i + 2 < text.len ? hex_digit(text.ptr[i + 1]) : -1;
		int low = i + 2 < text.len ? hex_digit(text.ptr[i + 2]) : -1;

		if (text.ptr[i] == '%' && high >= 0 && low >= 0) {
			strbuf_addc(out, (char)(high * 16 + low));
			i += 2;
		} else {
			strbuf_addc(out, text.ptr[i]);
		}
	}
	return !out->failed && out->len != text.len;
}

static const struct {
	const char *name;
	char c;
} entities[] = { { "&quot;", '"' }, { "&#34;", '"' },	{ "&#x22;", '"' }, { "&apos;", '\'' },
		 { "&#39;", '\'' }, { "&#x27;", '\'' }, { "&lt;", '<' },   { "&gt;", '>' },
		 { "&amp;", '&' },  { "&#61;", '=' },	{ "&#x3D;", '=' }, { "&#x3d;", '=' },
		 { "&#58;", ':' },  { "&#x3A;", ':' },	{ "&#x3a;", ':' } };

static bool decode_entities(struct str text, struct strbuf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		size_t e = 0;

		while (e < ARRAY_LEN(entities) && !rec__starts(text, i, entities[e].name))
			e++;
		if (e == ARRAY_LEN(entities)) {
			strbuf_addc(out, text.ptr[i]);
			continue;
		}
		strbuf_addc(out, entities[e].c);
		i += strlen(entities[e].name) - 1;
	}
	return !out->failed && out->len != text.len;
}

static void encode_entities(struct str text, struct strbuf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		size_t e = 0;

		while (e < ARRAY_LEN(entities) && entities[e].c != text.ptr[i])
			e++;
		if (e < ARRAY_LEN(entities) && text.ptr[i] != ':')
			strbuf_addz(out, entities[e].name);
		else
			strbuf_addc(out, text.ptr[i]);
	}
}

static bool is_percent(struct str text)
{
	static const char *const marks[] = { "%3D", "%3d", "%3A", "%3a", "%22", "%20",
					     "%27", "%3C", "%3c", "%0A", "%0a" };

	return has_any(text, marks, ARRAY_LEN(marks));
}

static bool is_html(struct str text)
{
	static const char *const marks[] = { "&quot;", "&#", "&lt;", "&gt;", "&apos;", "&amp;" };

	return has_any(text, marks, ARRAY_LEN(marks));
}

bool rec__is_encoded_whole(struct str text)
{
	if (!is_percent(text))
		return is_html(text);
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] != '%' && !rec__in("-._~!*'()/", text.ptr[i]) &&
		    !ascii_is_alnum(text.ptr[i]))
			return false;
	return true;
}

bool rec__redact_escaped(struct rec__redactor *r, const struct rec__near *near, struct str text,
			 struct strbuf *out)
{
	bool percent = is_percent(text);
	AUTO_STRBUF plain = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	bool changed;

	if (text.len > ENCODED_BYTES_MAX || (!percent && !is_html(text)))
		return false;
	changed = (percent ? decode_percent(text, &plain) : decode_entities(text, &plain)) &&
		  rec__redact_string(r, near, strbuf_str(&plain), REC_TEXT_FREE, &made);
	r->failed = r->failed || plain.failed || made.failed;
	if (!changed)
		return false;
	if (percent)
		strbuf_add_urlenc(out, strbuf_str(&made));
	else
		encode_entities(strbuf_str(&made), out);
	return true;
}
