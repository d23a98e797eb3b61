/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/ascii.h"
#include "fakeapi/serializer/media_type.h"

/* A token as defined in RFC 2616. */
static bool is_token_char(char c)
{
	return c > ' ' && c < 0x7F && !strchr("()<>@,;:\\\"/[]?=", c);
}

static void skip_space(struct str *s)
{
	while (s->len && ascii_is_space(s->ptr[0])) {
		s->ptr++;
		s->len--;
	}
}

static struct str token(struct str *s)
{
	struct str t = { s->ptr, 0 };

	while (t.len < s->len && is_token_char(s->ptr[t.len]))
		t.len++;
	s->ptr += t.len;
	s->len -= t.len;
	return t;
}

static bool quoted(struct str *s)
{
	for (size_t i = 1; i < s->len; i++) {
		char c = s->ptr[i];

		if (c == '"') {
			s->ptr += i + 1;
			s->len -= i + 1;
			return true;
		}
		if (c == '\r' || c == '\n')
			return false;
		if (c == '\\' && i + 1 < s->len)
			i++;
	}
	return false;
}

/* Reads ";name=value" from the front. */
static bool parameter(struct str *s)
{
	struct str at = *s;

	if (!at.len || at.ptr[0] != ';')
		return false;
	at.ptr++;
	at.len--;
	skip_space(&at);
	if (!token(&at).len)
		return false;
	skip_space(&at);
	if (!at.len || at.ptr[0] != '=')
		return false;
	at.ptr++;
	at.len--;
	skip_space(&at);
	if (!at.len || (at.ptr[0] == '"' ? !quoted(&at) : !token(&at).len))
		return false;
	*s = at;
	return true;
}

/* True if "type" or "type/subtype" consists of tokens. */
static bool is_type(struct str base)
{
	struct str rest = base;

	if (!token(&rest).len)
		return false;
	if (!rest.len)
		return true;
	if (rest.ptr[0] != '/')
		return false;
	rest.ptr++;
	rest.len--;
	return token(&rest).len && !rest.len;
}

bool fakeapi__media_type_parse(struct str header, struct strbuf *out)
{
	const char *semicolon = header.len ? memchr(header.ptr, ';', header.len) : NULL;
	struct str base = { header.ptr, semicolon ? (size_t)(semicolon - header.ptr) : header.len };
	struct str rest = { header.ptr + base.len, header.len - base.len };

	skip_space(&base);
	while (base.len && ascii_is_space(base.ptr[base.len - 1]))
		base.len--;
	if (!is_type(base))
		return false;
	for (skip_space(&rest); rest.len; skip_space(&rest)) {
		if (parameter(&rest))
			continue;
		rest.ptr++; /* a trailing semicolon is allowed */
		rest.len--;
		skip_space(&rest);
		if (rest.len)
			return false;
	}
	for (size_t i = 0; i < base.len; i++)
		strbuf_addc(out, ascii_lower(base.ptr[i]));
	return true;
}

int fakeapi__media_of(struct str header, enum fakeapi__media *out, struct fakeapi__status *st)
{
	static const char *const types[] = {
		[FAKEAPI_MEDIA_JSON] = "application/json",
		[FAKEAPI_MEDIA_YAML] = "application/yaml",
		[FAKEAPI_MEDIA_PROTOBUF] = "application/vnd.kubernetes.protobuf",
	};
	AUTO_STRBUF type = STRBUF_INIT;

	*out = FAKEAPI_MEDIA_JSON;
	if (!header.len)
		return 0;
	if (fakeapi__media_type_parse(header, &type)) {
		if (type.failed)
			return -1;
		for (size_t i = 0; i < ARRAY_LEN(types); i++) {
			if (str_eqz(strbuf_str(&type), types[i])) {
				*out = (enum fakeapi__media)i;
				return 0;
			}
		}
	}
	return fakeapi__status_set(st, 415, "UnsupportedMediaType",
				   "the body of the request was in an unknown format - accepted "
				   "media types include: application/json, application/yaml, "
				   "application/vnd.kubernetes.protobuf");
}
