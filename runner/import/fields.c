/* SPDX-License-Identifier: Apache-2.0 */
/* fields.c - field selectors of watches in an audit log: "spec.nodeName=n1,status.phase!=Failed". A
 * field's value is the value at its path in the object. Which fields a type supports is not
 * checked: the recorded server has accepted the request. */
#include "runner/import/impl.h"

/* Parses the next "path=value" of the selector; false: invalid. */
static bool next_term(struct str *rest, struct str *path, struct str *value, bool *is)
{
	const char *comma = memchr(rest->ptr, ',', rest->len), *equals;
	struct str term = { rest->ptr, comma ? (size_t)(comma - rest->ptr) : rest->len };

	rest->ptr += term.len + (comma ? 1 : 0);
	rest->len -= term.len + (comma ? 1 : 0);
	equals = memchr(term.ptr, '=', term.len);
	if (!equals || equals == term.ptr)
		return false;
	*is = equals[-1] != '!';
	*path = (struct str) { term.ptr, (size_t)(equals - term.ptr) - (*is ? 0 : 1) };
	equals += equals + 1 < term.ptr + term.len && equals[1] == '=' ? 2 : 1;
	*value = (struct str) { equals, (size_t)(term.ptr + term.len - equals) };
	return path->len > 0;
}

bool imp__fields_are_plain(struct str selector)
{
	struct str path, value;
	bool is;

	while (selector.len)
		if (memchr(selector.ptr, '\\', selector.len) ||
		    !next_term(&selector, &path, &value, &is))
			return false;
	return true;
}

static bool is_switch(struct str path)
{
	return str_eqz(path, "spec.unschedulable") || str_eqz(path, "spec.hostNetwork");
}

static bool field_is(json_t at, struct str path, struct str value)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	bool can_be_absent = is_switch(path);

	while (path.len && at.len) {
		const char *dot = memchr(path.ptr, '.', path.len);
		struct str name = { path.ptr, dot ? (size_t)(dot - path.ptr) : path.len };
		char member[128];

		if (name.len >= sizeof(member))
			return false;
		memcpy(member, name.ptr, name.len);
		member[name.len] = 0;
		at = json_get(at, member);
		path.ptr += name.len + (dot ? 1 : 0);
		path.len -= name.len + (dot ? 1 : 0);
	}
	if (!at.len || json_kind(at) == JSON_NULL)
		return str_eq(value, can_be_absent ? STR("false") : STR(""));
	if (json_kind(at) == JSON_STRING)
		return str_eq(json_str(at, &scratch), value);
	return str_eq((struct str) { at.ptr, at.len }, value);
}

bool imp__fields_match(struct str selector, json_t object)
{
	struct str path, value;
	bool is;

	while (selector.len)
		if (!next_term(&selector, &path, &value, &is) ||
		    field_is(object, path, value) != is)
			return false;
	return true;
}
