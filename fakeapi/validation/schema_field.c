/* SPDX-License-Identifier: Apache-2.0 */
/* Paths of fields in a schema, as fieldPath of a rule. */
#include "fakeapi/validation/definition.h"

/* Returns a dot, a bracket, or the text before the next one; quoted text is one token. */
static struct str next_token(struct str *rest)
{
	struct str t = { rest->ptr, 0 };

	while (t.len < rest->len) {
		char ch = rest->ptr[t.len];

		if (*t.ptr == '\'') {
			t.len++;
			if (t.len > 1 && ch == '\'' && rest->ptr[t.len - 2] != '\\')
				break;
			continue;
		}
		if (ch == '.' || ch == '[' || ch == ']') {
			t.len += t.len == 0;
			break;
		}
		t.len++;
	}
	*rest = (struct str) { rest->ptr + t.len, rest->len - t.len };
	return t;
}

/* Decodes a quoted name like 'a\'b'. */
static bool unquote(struct str t, struct strbuf *name, struct strbuf *why)
{
	static const char letters[] = "abfnrtv'\\", meant[] = "\a\b\f\n\r\t\v'\\";

	if (t.len < 2 || t.ptr[0] != '\'' || t.ptr[t.len - 1] != '\'') {
		strbuf_addf(why, "expected single quoted string but got " STR_FMT, STR_ARG(t));
		return false;
	}
	for (size_t i = 1; i + 1 < t.len; i++) {
		const char *at;

		if (t.ptr[i] != '\\' || i + 2 >= t.len) {
			strbuf_addc(name, t.ptr[i]);
			continue;
		}
		at = strchr(letters, t.ptr[++i]);
		if (!at || !*at) {
			strbuf_addf(why, "invalid string literal: invalid escape char \\%c",
				    t.ptr[i]);
			return false;
		}
		strbuf_addc(name, meant[at - letters]);
	}
	return true;
}

static const cJSON *below(const cJSON *schema, const struct strbuf *name, struct strbuf *canon,
			  struct strbuf *why)
{
	static const char nothing[] = "does not refer to a valid field";
	const cJSON *properties = fakeapi__has_members(schema, "properties")
				      ? fakeapi__schema_member(schema, "properties")
				      : NULL;
	const cJSON *extra = fakeapi__schema_member(schema, "additionalProperties");
	const char *z = name->len ? name->ptr : "";

	why->failed |= name->failed;
	if (name->failed || (!properties && !extra)) {
		strbuf_addz(why, nothing);
		return NULL;
	}
	if (canon)
		strbuf_addf(canon, properties ? ".%s" : "[%s]", z);
	schema = properties ? fakeapi__member(properties, z) : extra;
	if (!schema)
		strbuf_addz(why, nothing);
	return schema;
}

bool fakeapi__schema_field(const cJSON *schema, const char *path, bool brackets,
			   const cJSON **found, struct strbuf *canon, struct strbuf *why)
{
	static const char end[] = "unexpected end of JSON path";
	struct str rest = str_of(path);

	while (rest.len && schema) {
		struct str t = next_token(&rest);
		bool bracket = str_eqz(t, "[");
		AUTO_STRBUF name = STRBUF_INIT;

		if (bracket && !brackets) {
			strbuf_addz(why, "array notation is not allowed");
			return false;
		}
		if (!bracket && !str_eqz(t, ".")) {
			strbuf_addf(why, "expected [ or . but got: " STR_FMT, STR_ARG(t));
			return false;
		}
		t = rest.len ? next_token(&rest) : (struct str) { NULL, 0 };
		if (!t.ptr) {
			strbuf_addz(why, end);
			return false;
		}
		if (!bracket)
			strbuf_adds(&name, t);
		else if (!unquote(t, &name, why))
			return false;
		schema = below(schema, &name, canon, why);
		if (!schema)
			return false;
		if (!bracket)
			continue;
		t = rest.len ? next_token(&rest) : (struct str) { NULL, 0 };
		if (!t.ptr || !str_eqz(t, "]")) {
			strbuf_addz(why, t.ptr ? "expected ] but got " : end);
			if (t.ptr)
				strbuf_adds(why, t);
			return false;
		}
	}
	*found = cJSON_IsObject(schema) ? schema : NULL;
	return true;
}
