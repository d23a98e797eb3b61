/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/import/values.h"

#include "base/json_bytes.h"

void imp__values_init(struct imp__values *v, size_t value_max,
		      int (*on_value)(void *user, const struct imp__value *value), void *user)
{
	*v = (struct imp__values) { .on_value = on_value, .user = user, .value_max = value_max };
	strbuf_init(&v->text);
	strbuf_init(&v->element);
	strbuf_init(&v->key);
	strbuf_init(&v->kind);
	strbuf_init(&v->api_version);
	v->here = (struct imp__place) { 1, 1 };
	imp__values_restart(v);
}

void imp__values_fini(struct imp__values *v)
{
	strbuf_fini(&v->text);
	strbuf_fini(&v->element);
	strbuf_fini(&v->key);
	strbuf_fini(&v->kind);
	strbuf_fini(&v->api_version);
}

void imp__values_restart(struct imp__values *v)
{
	json_scanner_init(&v->scan);
	strbuf_clear(&v->text);
	strbuf_clear(&v->element);
	strbuf_clear(&v->key);
	strbuf_clear(&v->kind);
	strbuf_clear(&v->api_version);
	v->depth = v->list_depth = 0;
	v->index = 0;
	v->string = v->escaped = v->in_key = v->key_next = false;
	v->in_log = v->in_element = v->had_items = false;
}

static void count(struct imp__values *v, char c)
{
	if (c == '\n')
		v->here = (struct imp__place) { v->here.line + 1, 1 };
	else
		v->here.column++;
}

void imp__values_skip(struct imp__values *v, struct str bytes)
{
	for (size_t i = 0; i < bytes.len; i++)
		count(v, bytes.ptr[i]);
}

static int fail(const struct imp__values *v, int code, const char *what, struct relist_err *err)
{
	code = relist_err_set(err, code, "%s", what);
	if (err) {
		err->line = v->here.line > UINT32_MAX ? UINT32_MAX : (uint32_t)v->here.line;
		err->column = v->here.column > UINT32_MAX ? UINT32_MAX : (uint32_t)v->here.column;
	}
	return code;
}

static json_t trimmed(const struct strbuf *text)
{
	struct str s = strbuf_str(text);

	while (s.len && json__is_ws(*s.ptr))
		s.ptr++, s.len--;
	while (s.len && json__is_ws(s.ptr[s.len - 1]))
		s.len--;
	return s;
}

static int deliver(struct imp__values *v, enum imp__role role, const struct strbuf *text,
		   struct imp__place at)
{
	struct imp__value value = { .role = role,
				    .at = at,
				    .kind = trimmed(&v->kind),
				    .api_version = trimmed(&v->api_version),
				    .index = v->index,
				    .had_items = role == IMP_VALUE && v->had_items };

	if (text->failed || v->kind.failed || v->api_version.failed)
		return RELIST_ENOMEM;
	value.json = trimmed(text); /* it was validated on arrival */
	return v->on_value(v->user, &value);
}

static int end_element(struct imp__values *v)
{
	int code = deliver(v, IMP_ITEM, &v->element, v->element_at);

	strbuf_clear(&v->element);
	v->in_element = false;
	v->index++;
	return code;
}

static bool is_key(const struct imp__values *v, const char *name)
{
	return str_eqz(strbuf_str(&v->key), name);
}

/* The members in which clouds store log records; a Kubernetes object may have such members too. */
static bool is_records(const struct imp__values *v)
{
	return !v->kind.len && !v->api_version.len &&
	       (is_key(v, "records") || is_key(v, "logEvents") || is_key(v, "events"));
}

/* An opening bracket; the depth is still the outer one. */
static bool begins_list(const struct imp__values *v, char c)
{
	if (c != '[' || v->list_depth)
		return false;
	return v->depth == 0 || (v->depth == 1 && (is_key(v, "items") || is_records(v))) ||
	       (v->depth == 2 && v->in_log && (is_key(v, "entries") || is_key(v, "hits")));
}

/* Keeps the list's members that its elements need; their text is the last part of `text`. */
static void keep_member(struct imp__values *v)
{
	struct strbuf *to = is_key(v, "kind")	      ? &v->kind
			    : is_key(v, "apiVersion") ? &v->api_version
						      : NULL;

	if (v->depth != 1 || !to || v->value_from >= v->text.len)
		return;
	strbuf_clear(to);
	strbuf_add(to, v->text.ptr + v->value_from, v->text.len - v->value_from);
}

static void open_bracket(struct imp__values *v, char c)
{
	if (begins_list(v, c)) {
		v->list_depth = v->depth + 1;
		v->had_items = true;
	} else if (c == '{' && v->depth == 1 && (is_key(v, "log") || is_key(v, "hits"))) {
		v->in_log = true;
	}
	v->depth++;
	v->key_next = c == '{';
}

static int structural(struct imp__values *v, char c)
{
	bool in_list = v->list_depth && v->depth >= v->list_depth;
	int code = 0;

	switch (c) {
	case '{':
	case '[':
		open_bracket(v, c);
		break;
	case '}':
	case ']':
		if (in_list && v->depth == v->list_depth) {
			if (v->in_element)
				code = end_element(v);
			v->list_depth = 0;
		} else if (!in_list) {
			keep_member(v);
		}
		v->depth--;
		v->key_next = false;
		if (v->depth == 1)
			v->in_log = false;
		break;
	case ',':
		if (in_list && v->depth == v->list_depth && v->in_element)
			code = end_element(v);
		else if (!in_list)
			keep_member(v);
		v->key_next = !in_list && v->depth <= 2;
		break;
	default:
		break;
	}
	return code;
}

/* Whether the next byte belongs to an element (else to the surrounding value). */
static bool to_element(struct imp__values *v, char c)
{
	if (!v->list_depth || v->depth < v->list_depth)
		return false;
	if (v->in_element)
		return v->string || v->depth > v->list_depth || (c != ',' && c != ']');
	if (json__is_ws(c) || c == ',' || c == ']')
		return false;
	v->in_element = true;
	v->element_at = v->here;
	return true;
}

static void in_string(struct imp__values *v, char c)
{
	if (v->escaped)
		v->escaped = false;
	else if (c == '\\')
		v->escaped = true;
	else if (c == '"')
		v->string = false;
	if (v->in_key && v->string && v->key.len < 64)
		strbuf_addc(&v->key, c);
	if (!v->string)
		v->in_key = false;
}

static int feed_char(struct imp__values *v, char c)
{
	bool element = to_element(v, c), around = v->list_depth && v->depth >= v->list_depth;
	bool closes = around && !element && c == ']';
	int code = 0;

	if (!v->text.len && json__is_ws(c)) {
		count(v, c);
		return 0;
	}
	if (!v->text.len)
		v->value_at = v->here;
	if (v->string) {
		in_string(v, c);
	} else if (c == '"') {
		v->string = true;
		v->in_key =
		    v->key_next && !element && (v->depth == 1 || (v->depth == 2 && v->in_log));
		v->key_next = false;
		if (v->in_key)
			strbuf_clear(&v->key);
	} else {
		code = structural(v, c);
	}
	if (element)
		strbuf_addc(&v->element, c);
	else if (!around || closes)
		strbuf_addc(&v->text, c);
	if (c == ':' && !v->string && v->depth == 1)
		v->value_from = v->text.len;
	count(v, c);
	return code;
}

static int value_done(struct imp__values *v)
{
	int code = v->text.len ? deliver(v, IMP_VALUE, &v->text, v->value_at) : 0;

	imp__values_restart(v);
	return code;
}

static int too_large(const struct imp__values *v, struct relist_err *err)
{
	char what[96];

	(void)snprintf(what, sizeof(what), "a value of more than %zu bytes", v->value_max);
	return fail(v, RELIST_ELIMIT, what, err);
}

/* Consumes a byte of a byte order mark. */
static bool is_bom(struct imp__values *v, char c)
{
	if (v->text.len || c != "\xEF\xBB\xBF"[v->bom])
		return false;
	v->bom = (v->bom + 1) % 3;
	imp__values_restart(v);
	return true;
}

int imp__values_feed(struct imp__values *v, struct str bytes, size_t *consumed,
		     struct relist_err *err)
{
	*consumed = 0;
	while (*consumed < bytes.len) {
		size_t n = 0, rest = bytes.len - *consumed;
		enum json_status status = json_scanner_feed(&v->scan, bytes.ptr + *consumed,
							    rest > 4096 ? 4096 : rest, &n);
		int code = 0;

		if (v->bom && n)
			return fail(v, RELIST_EPARSE, "not UTF-8", err);
		for (size_t i = 0; i < n && !code; i++, (*consumed)++)
			code = feed_char(v, bytes.ptr[*consumed]);
		if (!code && (v->text.failed || v->element.failed || v->key.failed))
			code = relist_err_set(err, RELIST_ENOMEM, "out of memory");
		else if (!code && (v->text.len > v->value_max || v->element.len > v->value_max))
			code = too_large(v, err);
		if (code)
			return code;
		if (status == JSON_ERROR && is_bom(v, bytes.ptr[*consumed])) {
			(*consumed)++;
			continue;
		}
		if (status == JSON_ERROR)
			return fail(v, RELIST_EPARSE, "not JSON", err);
		if (status == JSON_DONE && (code = value_done(v)))
			return code;
	}
	return 0;
}

int imp__values_end(struct imp__values *v, struct relist_err *err)
{
	if (json_scanner_idle(&v->scan))
		return 0;
	if (json_scanner_end(&v->scan) != JSON_DONE)
		return fail(v, RELIST_EPARSE, "the file ends in the middle of a value", err);
	return value_done(v);
}
