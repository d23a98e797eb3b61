/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/selector.h"

#include "base/alloc.h"
#include "base/json_scan.h"
#include "fakeapi/selector_parse.h"

void fakeapi__selection_init(struct fakeapi__selection *s)
{
	memset(s, 0, sizeof(*s));
	strbuf_init(&s->text);
}

static void terms_free(struct fakeapi__selector_term *t)
{
	while (t) {
		struct fakeapi__selector_term *next = t->next;

		strbuf_fini(&t->text);
		base__free(t);
		t = next;
	}
}

void fakeapi__selection_fini(struct fakeapi__selection *s)
{
	terms_free(s->labels);
	terms_free(s->fields);
	strbuf_fini(&s->text);
	fakeapi__selection_init(s);
}

bool fakeapi__selection_filters(const struct fakeapi__selection *s)
{
	return s->labels || s->fields;
}

int fakeapi__selection_set_place(struct fakeapi__selection *s, struct str ns, struct str name)
{
	strbuf_clear(&s->text);
	strbuf_adds(&s->text, ns);
	strbuf_adds(&s->text, name);
	if (s->text.failed)
		return -1;
	s->ns = (struct str) { s->text.ptr, ns.len };
	s->name = (struct str) { s->text.ptr + ns.len, name.len };
	return 0;
}

bool fakeapi__selection_has_key(const struct fakeapi__selection *s, const struct fakeapi__entry *e)
{
	if (s->nothing)
		return false;
	if (s->ns.len && !str_eq(s->ns, fakeapi__entry_ns(e)))
		return false;
	return !s->name.len || str_eq(s->name, fakeapi__entry_name(e));
}

/* --- labels ------------------------------------------------------------------------------- */

/* The value of label `key` in a raw labels object; false: no such label. */
static bool label_value(struct str labels, struct str key, json_t *out)
{
	struct json_iter it;
	json_t k, v;
	bool found = false;

	json_iter_init(&it, labels);
	while (json_iter_member(&it, &k, &v)) {
		if (json_str_eq(k, key)) {
			*out = v;
			found = true;
		}
	}
	return found;
}

static bool value_among(const struct fakeapi__selector_term *t, json_t value)
{
	struct str v;

	for (size_t at = 0; fakeapi__term_value(t, &at, &v);)
		if (json_str_eq(value, v))
			return true;
	return false;
}

static bool parse_int(struct str s, int64_t *out)
{
	bool negative = s.len && s.ptr[0] == '-';
	size_t i = s.len && (s.ptr[0] == '-' || s.ptr[0] == '+');
	int64_t n = 0;

	if (i == s.len || s.len > 19)
		return false;
	for (; i < s.len; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
		n = n * 10 + (s.ptr[i] - '0');
	}
	*out = negative ? -n : n;
	return true;
}

/* gt and lt compare integers; anything else does not match. */
static bool compares(const struct fakeapi__selector_term *t, json_t value)
{
	struct strbuf scratch = STRBUF_INIT;
	struct str want;
	int64_t have, limit;
	size_t at = 0;
	bool ok;

	ok = fakeapi__term_value(t, &at, &want) && parse_int(want, &limit) &&
	     parse_int(json_str(value, &scratch), &have);
	strbuf_fini(&scratch);
	if (!ok)
		return false;
	return t->op == FAKEAPI_OP_GT ? have > limit : have < limit;
}

static bool label_term_matches(const struct fakeapi__selector_term *t, struct str labels)
{
	json_t value = { NULL, 0 };
	bool has = label_value(labels, t->key, &value);

	switch (t->op) {
	case FAKEAPI_OP_IN:
		return has && value_among(t, value);
	case FAKEAPI_OP_NOT_IN:
		return !has || !value_among(t, value);
	case FAKEAPI_OP_EXISTS:
		return has;
	case FAKEAPI_OP_NOT_EXISTS:
		return !has;
	case FAKEAPI_OP_GT:
	case FAKEAPI_OP_LT:
		return has && compares(t, value);
	}
	return false;
}

/* --- fields ------------------------------------------------------------------------------- */

/* What an absent or non-string field reads as: false for booleans, 0 for counts, else "". */
static bool field_equals(json_t value, struct str want, const char *zero)
{
	switch (json_kind(value)) {
	case JSON_STRING:
		return json_str_eq(value, want);
	case JSON_BOOL:
	case JSON_NUMBER:
		return str_eq(value, want);
	case JSON_ABSENT:
	case JSON_NULL:
	case JSON_ARRAY:
	case JSON_OBJECT:
		break;
	}
	return str_eqz(want, zero);
}

static json_t field_at(json_t v, struct str path)
{
	while (path.len && v.len) {
		const char *dot = memchr(path.ptr, '.', path.len);
		size_t n = dot ? (size_t)(dot - path.ptr) : path.len;
		char name[128];

		if (n >= sizeof(name))
			return (json_t) { NULL, 0 };
		memcpy(name, path.ptr, n);
		name[n] = '\0';
		v = json_get(v, name);
		path.ptr += n + (dot != NULL);
		path.len -= n + (dot != NULL);
	}
	return v;
}

static bool field_term_matches(const struct fakeapi__selector_term *t,
			       const struct fakeapi__entry *e, const struct fakeapi__version *v)
{
	struct str want = { NULL, 0 };
	size_t at = 0;
	bool equal;

	(void)fakeapi__term_value(t, &at, &want);
	if (str_eqz(t->key, "metadata.name")) {
		equal = str_eq(want, fakeapi__entry_name(e));
	} else if (str_eqz(t->key, "metadata.namespace")) {
		equal = str_eq(want, fakeapi__entry_ns(e));
	} else {
		json_t value = field_at(fakeapi__version_json(v), t->key);

		if (!value.len && t->fallback)
			value = field_at(fakeapi__version_json(v), str_of(t->fallback));
		equal = field_equals(value, want, t->zero);
	}
	return t->op == FAKEAPI_OP_IN ? equal : !equal;
}

bool fakeapi__selection_has_state(const struct fakeapi__selection *s,
				  const struct fakeapi__entry *e, const struct fakeapi__version *v)
{
	struct str labels = { v->json + v->labels_at, v->labels_len };

	for (const struct fakeapi__selector_term *t = s->labels; t; t = t->next)
		if (!label_term_matches(t, labels))
			return false;
	for (const struct fakeapi__selector_term *t = s->fields; t; t = t->next)
		if (!field_term_matches(t, e, v))
			return false;
	return true;
}
