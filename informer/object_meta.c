/* SPDX-License-Identifier: Apache-2.0 */
/* object_meta.c - finds an object's metadata in its JSON, in one pass over its outer levels. */
#include "base/json_bytes.h"
#include "base/text/ascii.h"
#include "informer/object.h"

/* Decodes the character at p of a string, including escapes if they are letters. */
static char take_letter(const char **p)
{
	unsigned code = 0;

	if (**p != '\\')
		return *(*p)++;
	if ((*p)[1] != 'u') {
		*p += 2;
		return 0;
	}
	for (int i = 2; i < 6; i++) {
		char c = ascii_lower((*p)[i]);

		code = code << 4 | (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	*p += 6;
	return (char)(code < 128 ? code : 0);
}

/* ASCII case folding covers encoding/json's rule: of the letters in the wanted names Unicode folds
 * only k and s onto other characters. */
bool inf__name_folds_to(json_t key, const char *name)
{
	const char *p = key.ptr + 1, *end = key.ptr + key.len - 1;

	for (; p < end && *name; name++) {
		if (ascii_lower(take_letter(&p)) != ascii_lower(*name))
			return false;
	}
	return p == end && !*name;
}

static bool name_is(json_t key, const char *name, size_t len)
{
	return key.len == len + 2 && memcmp(key.ptr + 1, name, len) == 0;
}

static void take_gvk(struct inf__meta *m, json_t *slot, json_t val)
{
	switch (json_kind(val)) {
	case JSON_STRING:
		*slot = val;
		break;
	case JSON_NULL:
		break;
	case JSON_BOOL:
	case JSON_NUMBER:
	case JSON_ARRAY:
	case JSON_OBJECT:
	case JSON_ABSENT:
		m->gvk_invalid = true;
		break;
	}
}

const char *inf__next_member(const char *p, const char *end, json_t *key)
{
	const char *start;

	p = json__skip_ws(p + 1, end); /* the brace or comma */
	if (p >= end || *p != '"')
		return NULL;
	start = p;
	p = json__skip_value(p, end);
	*key = (json_t) { start, (size_t)(p - start) };
	p = json__skip_ws(p, end);
	return p < end ? json__skip_ws(p + 1, end) : NULL; /* the colon */
}

/* Escapes in names are legal but very rare; they are decoded once here. */
static json_t plain_name(json_t key)
{
	static const char *const names[] = {
		"\"metadata\"",	 "\"kind\"", "\"apiVersion\"",	"\"name\"",
		"\"namespace\"", "\"uid\"",  "\"annotations\"", "\"resourceVersion\"",
	};

	if (!memchr(key.ptr, '\\', key.len))
		return key;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (json_str_eq(key, (struct str) { names[i] + 1, strlen(names[i]) - 2 }))
			return str_of(names[i]);
	}
	return key;
}

static void take_metadata_member(struct inf__meta *m, json_t key, json_t val)
{
	if (name_is(key, "name", 4))
		m->name = val;
	else if (name_is(key, "namespace", 9))
		m->namespace_ = val;
	else if (name_is(key, "resourceVersion", 15))
		m->resource_version = val;
	else if (name_is(key, "uid", 3))
		m->uid = val;
	else if (name_is(key, "annotations", 11))
		m->annotations = val;
}

/* Of duplicate metadata the last counts as a whole. Returns the end of the value. */
static const char *scan_metadata(struct inf__meta *m, struct json_skip *skip, const char *p,
				 const char *end)
{
	const char *start = p, *val;
	json_t key;

	m->name = m->namespace_ = m->resource_version = m->uid = m->annotations =
	    (json_t) { NULL, 0 };
	if (*p == '{') {
		const char *at = p;

		while ((val = inf__next_member(at, end, &key))) {
			p = json__skip_noted(skip, val, end);
			take_metadata_member(m, plain_name(key),
					     (json_t) { val, (size_t)(p - val) });
			at = json__skip_ws(p, end);
			if (at >= end || *at != ',')
				break;
		}
		p = json__skip_ws(val ? p : at + 1, end);
		p = p < end ? p + 1 : end;
	} else {
		p = json__skip_value(p, end);
	}
	m->metadata = (json_t) { start, (size_t)(p - start) };
	return p;
}

static void take_top_member(struct inf__meta *m, json_t key, json_t val)
{
	if (inf__name_folds_to(key, "kind")) {
		if (name_is(key, "kind", 4))
			m->kind = val;
		take_gvk(m, &m->gvk_kind, val);
	} else if (inf__name_folds_to(key, "apiVersion")) {
		if (name_is(key, "apiVersion", 10))
			m->api_version = val;
		take_gvk(m, &m->gvk_api_version, val);
	}
}

const char *inf__meta_scan_at(const char *p, const char *end, struct json_skip *skip,
			      struct inf__meta *m)
{
	const char *start = p, *at = p, *val;
	size_t punctuation = 1, tokens = 0;
	json_t key;

	memset(m, 0, sizeof(*m));
	while ((val = inf__next_member(at, end, &key))) {
		tokens += key.len;
		punctuation += 2; /* the brace or comma, the colon */
		key = plain_name(key);
		if (name_is(key, "metadata", 8)) {
			p = scan_metadata(m, skip, val, end);
		} else {
			p = json__skip_noted(skip, val, end);
			take_top_member(m, key, (json_t) { val, (size_t)(p - val) });
		}
		tokens += (size_t)(p - val);
		at = json__skip_ws(p, end);
		if (at >= end || *at != ',')
			break;
	}
	p = json__skip_ws(val ? p : at + 1, end);
	p = p < end ? p + 1 : end;
	m->json = (json_t) { start, (size_t)(p - start) };
	m->compact = tokens > 0 && m->json.len == punctuation + tokens;
	return p;
}

bool inf__meta_scan_noted(json_t json, const struct json_spans *spans, struct inf__meta *m)
{
	struct json_skip skip = { .spans = spans, .base = json.ptr };

	if (json_kind(json) != JSON_OBJECT) {
		memset(m, 0, sizeof(*m));
		return false;
	}
	(void)inf__meta_scan_at(json.ptr, json.ptr + json.len, &skip, m);
	return true;
}

bool inf__meta_scan(json_t json, struct inf__meta *m)
{
	return inf__meta_scan_noted(json, NULL, m);
}
