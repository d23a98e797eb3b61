/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/members.h"

#include "base/suggest.h"

static const char *const type_names[] = {
	[MEMBER_STR] = "a string",
	[MEMBER_BOOL] = "true or false",
	[MEMBER_UINT] = "a whole number from 0 to 4294967295",
	[MEMBER_DURATION] = "a duration like \"1.5s\"",
	[MEMBER_OBJECT] = "an object",
	[MEMBER_ARRAY] = "an array",
	[MEMBER_ANY] = "a value",
};

static const char *const kind_names[] = {
	[JSON_NULL] = "null",	    [JSON_BOOL] = "a boolean", [JSON_NUMBER] = "a number",
	[JSON_STRING] = "a string", [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object",
	[JSON_ABSENT] = "nothing",
};

int runner__fail(struct runner__loader *l, int code, const char *at, const char *fmt, ...)
{
	va_list ap;

	if (!l->err)
		return code;
	l->err->code = code;
	l->err->line = l->line_number;
	l->err->column = (uint32_t)(at - l->line_start) + 1;
	va_start(ap, fmt);
	(void)vsnprintf(l->err->msg, sizeof(l->err->msg), fmt, ap);
	va_end(ap);
	return code;
}

struct str runner__text(struct runner__loader *l, json_t string)
{
	strbuf_clear(&l->scratch);
	return runner__arena_str(l->arena, json_str(string, &l->scratch));
}

int runner__word(struct runner__loader *l, json_t at, struct str word, const char *what,
		 const void *words, size_t count, size_t stride)
{
	char hint[64];

	for (size_t i = 0; i < count; i++) {
		const char *name;

		memcpy(&name, (const char *)words + i * stride, sizeof(const char *));
		if (str_eqz(word, name))
			return (int)i;
	}
	suggest_text(word, words, count, stride, hint, sizeof(hint));
	return runner__fail(l, RELIST_EPARSE, at.ptr, "unknown %s \"" STR_FMT "\"%s", what,
			    (int)(word.len < 60 ? word.len : 60), word.ptr, hint);
}

static int wrong_type(struct runner__loader *l, const struct runner__member *m, json_t value)
{
	return runner__fail(l, RELIST_EPARSE, value.ptr, "\"%s\" is %s, must be %s", m->name,
			    kind_names[json_kind(value)], type_names[m->type]);
}

static int read_uint(struct runner__loader *l, const struct runner__member *m, json_t value,
		     uint32_t *out)
{
	int64_t n;

	if (json_kind(value) != JSON_NUMBER)
		return wrong_type(l, m, value);
	if (!json_int64(value, &n) || n < 0 || n > UINT32_MAX)
		return runner__fail(l, RELIST_EPARSE, value.ptr,
				    "\"%s\" is " STR_FMT ", must be %s", m->name,
				    (int)(value.len < 40 ? value.len : 40), value.ptr,
				    type_names[m->type]);
	*out = (uint32_t)n;
	return 0;
}

static int read_duration(struct runner__loader *l, const struct runner__member *m, json_t value,
			 int64_t *out)
{
	if (json_kind(value) != JSON_STRING)
		return wrong_type(l, m, value);
	strbuf_clear(&l->scratch);
	if (duration_parse(json_str(value, &l->scratch), out, NULL) || *out < 0)
		return runner__fail(l, RELIST_EPARSE, value.ptr,
				    "\"%s\" is " STR_FMT ", must be %s", m->name,
				    (int)(value.len < 40 ? value.len : 40), value.ptr,
				    type_names[m->type]);
	return 0;
}

static int read_json(struct runner__loader *l, const struct runner__member *m, json_t value,
		     json_t *out)
{
	enum json_kind kind = json_kind(value);

	if ((m->type == MEMBER_OBJECT && kind != JSON_OBJECT) ||
	    (m->type == MEMBER_ARRAY && kind != JSON_ARRAY))
		return wrong_type(l, m, value);
	*out = value;
	return 0;
}

static int read_member(struct runner__loader *l, const struct runner__member *m, json_t value,
		       void *out)
{
	void *at = (char *)out + m->offset;

	switch (m->type) {
	case MEMBER_STR:
		if (json_kind(value) != JSON_STRING)
			return wrong_type(l, m, value);
		*(struct str *)at = runner__text(l, value);
		return 0;
	case MEMBER_BOOL:
		if (json_kind(value) != JSON_BOOL)
			return wrong_type(l, m, value);
		*(bool *)at = json_is_true(value);
		return 0;
	case MEMBER_UINT:
		return read_uint(l, m, value, at);
	case MEMBER_DURATION:
		return read_duration(l, m, value, at);
	case MEMBER_OBJECT:
	case MEMBER_ARRAY:
	case MEMBER_ANY:
		return read_json(l, m, value, at);
	}
	return 0;
}

int runner__members(struct runner__loader *l, json_t object, const char *what,
		    const struct runner__member *members, size_t count, void *out)
{
	struct json_iter it;
	json_t key, value;
	uint64_t seen = 0;

	ASSERT(count <= 64);
	if (json_kind(object) != JSON_OBJECT)
		return runner__fail(l, RELIST_EPARSE, object.ptr, "%s is %s, must be an object",
				    what, kind_names[json_kind(object)]);
	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value)) {
		char where[80];
		int i, code;

		(void)snprintf(where, sizeof(where), "member of %s:", what);
		strbuf_clear(&l->scratch);
		i = runner__word(l, key, json_str(key, &l->scratch), where, members, count,
				 sizeof(*members));
		if (i < 0)
			return i;
		if (seen >> i & 1)
			return runner__fail(l, RELIST_EPARSE, key.ptr, "%s has \"%s\" twice", what,
					    members[i].name);
		seen |= UINT64_C(1) << i;
		code = read_member(l, &members[i], value, out);
		if (code)
			return code;
	}
	for (size_t i = 0; i < count; i++)
		if (members[i].required && !(seen >> i & 1))
			return runner__fail(l, RELIST_EPARSE, object.ptr, "%s has no \"%s\"", what,
					    members[i].name);
	return 0;
}
