/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_write.c - formats JSON bytes for people: as indented JSON, or as the real server's YAML (its
 * YAML library and libyaml share the emitter, but differ in the quoting of strings and the order of
 * keys). */
#include <stdlib.h>
#include <yaml.h>

#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/text/ascii.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/serializer/yaml_write.h"

/* Refuses deeper JSON, since the walk recurses. Stored objects are far flatter. */
enum { YAML_DEPTH_MAX = 500 };

struct member {
	struct str key; /* decoded */
	char *owned;
	json_t value;
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Reads the digits at *i as a number and moves *i past them. */
static uint64_t digits_at(struct str s, size_t *i)
{
	uint64_t n = 0;

	for (; *i < s.len && ascii_is_digit(s.ptr[*i]); ++*i)
		n = n * 10 + (uint64_t)(s.ptr[*i] - '0');
	return n;
}

/* Keys sort by the value of their numbers; letters sort last. */
static int key_cmp(struct str a, struct str b)
{
	size_t i = 0, p, q;
	uint64_t m, n;
	bool nonzero = false;

	while (i < a.len && i < b.len && a.ptr[i] == b.ptr[i])
		i++;
	if (i == a.len || i == b.len)
		return a.len < b.len ? -1 : a.len > b.len;
	if (is_letter(a.ptr[i]) != is_letter(b.ptr[i]))
		return is_letter(a.ptr[i]) ? 1 : -1;
	if (is_letter(a.ptr[i]))
		return (unsigned char)a.ptr[i] < (unsigned char)b.ptr[i] ? -1 : 1;
	/* Zeros count as digits inside a number, but not at its start. */
	for (p = i; p > 0 && ascii_is_digit(a.ptr[p - 1]); p--)
		nonzero = nonzero || a.ptr[p - 1] != '0';
	nonzero = nonzero && (a.ptr[i] == '0' || b.ptr[i] == '0');
	p = q = i;
	m = digits_at(a, &p);
	n = digits_at(b, &q);
	if (nonzero && p != q)
		return p < q ? -1 : 1;
	if (m != n)
		return m < n ? -1 : 1;
	if (p != q)
		return p < q ? -1 : 1;
	return a.ptr[i] < b.ptr[i] ? -1 : 1;
}

static int member_cmp(const void *x, const void *y)
{
	return key_cmp(((const struct member *)x)->key, ((const struct member *)y)->key);
}

static bool one_of(struct str s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_eqz(s, words[i]))
			return true;
	return false;
}

static bool looks_like_word(struct str s)
{
	static const char *const words[] = {
		"",	"~",	 "null",  "Null",  "NULL",  "y",     "Y",     "yes",
		"Yes",	"YES",	 "n",	  "N",	   "no",    "No",    "NO",    "true",
		"True", "TRUE",	 "false", "False", "FALSE", "on",    "On",    "ON",
		"off",	"Off",	 "OFF",	  ".nan",  ".NaN",  ".NAN",  ".inf",  ".Inf",
		".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", "<<",
	};

	return one_of(s, words, ARRAY_LEN(words));
}

static bool looks_like_int(struct str s)
{
	size_t i = 0, digits = 0;
	const char *set = "0123456789_";

	if (i < s.len && (s.ptr[i] == '-' || s.ptr[i] == '+'))
		i++;
	if (i + 1 < s.len && s.ptr[i] == '0' && strchr("xXbBoO", s.ptr[i + 1])) {
		set = strchr("xX", s.ptr[i + 1])   ? "0123456789abcdefABCDEF_"
		      : strchr("bB", s.ptr[i + 1]) ? "01_"
						   : "01234567_";
		i += 2;
	}
	for (; i < s.len; i++, digits++)
		if (!strchr(set, s.ptr[i]) || s.ptr[i] == '\0')
			return false;
	return digits > 0;
}

static bool looks_like_float(struct str s)
{
	size_t i = 0, whole = 0, part = 0;

	if (i < s.len && (s.ptr[i] == '-' || s.ptr[i] == '+'))
		i++;
	for (; i < s.len && ascii_is_digit(s.ptr[i]); i++)
		whole++;
	if (i < s.len && s.ptr[i] == '.')
		for (i++; i < s.len && ascii_is_digit(s.ptr[i]); i++)
			part++;
	if (whole + part == 0)
		return false;
	if (i < s.len && (s.ptr[i] == 'e' || s.ptr[i] == 'E')) {
		size_t at = ++i;

		if (i < s.len && (s.ptr[i] == '-' || s.ptr[i] == '+'))
			at = ++i;
		while (i < s.len && ascii_is_digit(s.ptr[i]))
			i++;
		if (i == at)
			return false;
	}
	return i == s.len;
}

/* 190:20:30 and similar, which YAML 1.1 reads as one number. */
static bool looks_like_base60(struct str s)
{
	size_t i = 0;
	bool colon = false;

	if (i < s.len && (s.ptr[i] == '-' || s.ptr[i] == '+'))
		i++;
	if (i >= s.len || !ascii_is_digit(s.ptr[i]))
		return false;
	while (i < s.len && (ascii_is_digit(s.ptr[i]) || s.ptr[i] == '_'))
		i++;
	while (i + 1 < s.len && s.ptr[i] == ':' && ascii_is_digit(s.ptr[i + 1])) {
		colon = true;
		i++;
		if (i + 1 < s.len && s.ptr[i] <= '5' && ascii_is_digit(s.ptr[i + 1]))
			i++;
		i++;
	}
	if (colon && i < s.len && s.ptr[i] == '.')
		for (i++; i < s.len && (ascii_is_digit(s.ptr[i]) || s.ptr[i] == '_');)
			i++;
	return colon && i == s.len;
}

static bool looks_like_time(struct str s)
{
	size_t i = 0, n = 0;

	for (; i < s.len && ascii_is_digit(s.ptr[i]); i++)
		;
	if (i != 4 || i == s.len || s.ptr[i] != '-')
		return false;
	for (int part = 0; part < 2; part++) {
		for (i++, n = 0; i < s.len && ascii_is_digit(s.ptr[i]); i++)
			n++;
		if (n < 1 || n > 2 || (part == 0 && (i == s.len || s.ptr[i] != '-')))
			return false;
	}
	if (i == s.len)
		return true;
	if (!strchr("Tt ", s.ptr[i]))
		return false;
	/* The rest resembles a time of day; needless quotes are harmless. */
	return i + 1 < s.len && ascii_is_digit(s.ptr[i + 1]) && memchr(s.ptr + i, ':', s.len - i);
}

static yaml_scalar_style_t style_of(struct str s)
{
	if (s.len > 0 && memchr(s.ptr, '\n', s.len))
		return YAML_LITERAL_SCALAR_STYLE;
	if (looks_like_word(s) || looks_like_int(s) || looks_like_float(s) ||
	    looks_like_base60(s) || looks_like_time(s))
		return YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	return YAML_PLAIN_SCALAR_STYLE;
}

static int scalar(yaml_emitter_t *e, struct str s, yaml_scalar_style_t style)
{
	yaml_event_t ev;
	const char *ptr = s.len ? s.ptr : "";
	unsigned char *bytes = (unsigned char *)(uintptr_t)ptr;

	if (s.len > INT32_MAX ||
	    !yaml_scalar_event_initialize(&ev, NULL, NULL, bytes, (int)s.len, 1, 1, style))
		return -1;
	return yaml_emitter_emit(e, &ev) ? 0 : -1;
}

static int node(yaml_emitter_t *e, json_t v, unsigned depth);

static int emit_string(yaml_emitter_t *e, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = json_str(v, &scratch);

	return scratch.failed ? -1 : scalar(e, s, style_of(s));
}

static void members_free(struct member *m, size_t n)
{
	for (size_t i = 0; i < n; i++)
		base__free(m[i].owned);
	base__free(m);
}

/* The members of an object in the order of output. NULL: out of memory. */
static struct member *members_sorted(json_t v, size_t *count)
{
	struct member *m = NULL;
	size_t n = 0, cap = 0;
	struct json_iter it;
	json_t key, value;

	for (json_iter_init(&it, v); json_iter_member(&it, &key, &value);) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct member got = { { NULL, 0 }, NULL, value };

		if (n == cap) {
			size_t more = cap ? cap * 2 : 8;
			struct member *grown = base__reallocarray(m, more, sizeof(*m));

			if (!grown)
				goto fail;
			m = grown;
			cap = more;
		}
		got.key = json_str(key, &scratch);
		if (scratch.failed)
			goto fail;
		if (scratch.len > 0) {
			got.key.len = scratch.len;
			got.owned = strbuf_steal(&scratch);
			got.key.ptr = got.owned;
		}
		m[n++] = got;
	}
	*count = n;
	if (n > 1)
		qsort(m, n, sizeof(*m), member_cmp);
	return m ? m : base__malloc(1);
fail:
	members_free(m, n);
	return NULL;
}

static int emit_object(yaml_emitter_t *e, json_t v, unsigned depth)
{
	yaml_event_t ev;
	size_t n = 0;
	struct member *m = members_sorted(v, &n);
	int rc = -1;

	if (!m)
		return -1;
	if (!yaml_mapping_start_event_initialize(&ev, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE) ||
	    !yaml_emitter_emit(e, &ev))
		goto out;
	for (size_t i = 0; i < n; i++)
		if (scalar(e, m[i].key, style_of(m[i].key)) != 0 ||
		    node(e, m[i].value, depth + 1) != 0)
			goto out;
	yaml_mapping_end_event_initialize(&ev);
	rc = yaml_emitter_emit(e, &ev) ? 0 : -1;
out:
	members_free(m, n);
	return rc;
}

static int emit_array(yaml_emitter_t *e, json_t v, unsigned depth)
{
	yaml_event_t ev;
	struct json_iter it;
	json_t item;

	if (!yaml_sequence_start_event_initialize(&ev, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE) ||
	    !yaml_emitter_emit(e, &ev))
		return -1;
	for (json_iter_init(&it, v); json_iter_element(&it, &item);)
		if (node(e, item, depth + 1) != 0)
			return -1;
	yaml_sequence_end_event_initialize(&ev);
	return yaml_emitter_emit(e, &ev) ? 0 : -1;
}

/* strconv's shortest 'g': JSON's 1e-7 becomes 1e-07. */
static int emit_float(yaml_emitter_t *e, json_t v)
{
	AUTO_STRBUF in = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;

	strbuf_adds(&in, v);
	if (in.failed)
		return -1;
	fakeapi__float_add(&out, strtod(in.ptr, NULL));
	return out.failed ? -1 : scalar(e, strbuf_str(&out), YAML_PLAIN_SCALAR_STYLE);
}

static int node(yaml_emitter_t *e, json_t v, unsigned depth)
{
	if (depth > YAML_DEPTH_MAX)
		return -1;
	switch (json_kind(v)) {
	case JSON_OBJECT:
		return emit_object(e, v, depth);
	case JSON_ARRAY:
		return emit_array(e, v, depth);
	case JSON_STRING:
		return emit_string(e, v);
	case JSON_NUMBER:
		if (memchr(v.ptr, '.', v.len) || memchr(v.ptr, 'e', v.len))
			return emit_float(e, v);
		return scalar(e, v, YAML_PLAIN_SCALAR_STYLE);
	case JSON_NULL:
	case JSON_BOOL:
		return scalar(e, v, YAML_PLAIN_SCALAR_STYLE);
	case JSON_ABSENT:
		break;
	}
	return scalar(e, STR("null"), YAML_PLAIN_SCALAR_STYLE);
}

static int write_out(void *user, unsigned char *bytes, size_t len)
{
	struct strbuf *out = user;

	strbuf_add(out, bytes, len);
	return !out->failed;
}

int fakeapi__to_yaml(struct str json, struct strbuf *out)
{
	yaml_emitter_t e;
	yaml_event_t ev;
	json_t v;
	bool ok;

	if (!json_valid(json, &v, NULL) || !yaml_emitter_initialize(&e))
		return RELIST_ENOMEM;
	yaml_emitter_set_output(&e, write_out, out);
	yaml_emitter_set_unicode(&e, 1);
	ok = yaml_stream_start_event_initialize(&ev, YAML_UTF8_ENCODING) &&
	     yaml_emitter_emit(&e, &ev) &&
	     yaml_document_start_event_initialize(&ev, NULL, NULL, NULL, 1) &&
	     yaml_emitter_emit(&e, &ev) && node(&e, v, 0) == 0 &&
	     yaml_document_end_event_initialize(&ev, 1) && yaml_emitter_emit(&e, &ev) &&
	     yaml_stream_end_event_initialize(&ev) && yaml_emitter_emit(&e, &ev);
	yaml_emitter_delete(&e);
	return ok && !out->failed ? 0 : RELIST_ENOMEM;
}

static void newline(struct strbuf *out, unsigned depth)
{
	strbuf_addc(out, '\n');
	while (depth-- > 0)
		strbuf_add(out, "  ", 2);
}

static size_t string_end(struct str json, size_t i)
{
	for (i++; i < json.len && json.ptr[i] != '"'; i++)
		if (json.ptr[i] == '\\')
			i++;
	return i < json.len ? i + 1 : json.len;
}

int fakeapi__to_pretty(struct str json, struct strbuf *out)
{
	unsigned depth = 0;
	bool opened = false; /* the last thing written was '{' or '[' */

	for (size_t i = 0; i < json.len;) {
		char c = json.ptr[i];
		size_t end;

		if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
			i++;
			continue;
		}
		if (c == '}' || c == ']') {
			depth -= depth > 0;
			if (!opened)
				newline(out, depth);
			opened = false;
			strbuf_addc(out, c);
			i++;
			continue;
		}
		if (opened)
			newline(out, depth);
		opened = c == '{' || c == '[';
		depth += opened;
		end = c == '"' ? string_end(json, i) : i + 1;
		strbuf_add(out, json.ptr + i, end - i);
		if (c == ',')
			newline(out, depth);
		else if (c == ':')
			strbuf_addc(out, ' ');
		i = end;
	}
	return out->failed ? RELIST_ENOMEM : 0;
}
