/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/storage/selector.h"

#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/selector.h"

void fakeapi__selection_init(struct fakeapi__selection *s)
{
	memset(s, 0, sizeof(*s));
	strbuf_init(&s->text);
}

void fakeapi__selection_fini(struct fakeapi__selection *s)
{
	selector_free(s->labels);
	selector_free(s->fields);
	strbuf_fini(&s->text);
	fakeapi__selection_init(s);
}

int fakeapi__selection_add_labels(struct fakeapi__selection *s, struct str text,
				  enum label_unit unit, struct fakeapi__status *st)
{
	struct selector_term **end = &s->labels;
	AUTO_STRBUF why = STRBUF_INIT;
	int rc;

	while (*end)
		end = &(*end)->next;
	rc = selector_parse_labels_in(text, unit, end, &why);
	if (rc != 0 && rc != RELIST_ENOMEM && !why.failed)
		(void)fakeapi__status_set(st, 400, "BadRequest", STR_FMT,
					  STR_ARG(strbuf_str(&why)));
	return rc == 0 ? 0 : -1;
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
	return (!s->name.len || str_eq(s->name, fakeapi__entry_name(e))) &&
	       (!s->only.ptr || str_eq(s->only, fakeapi__entry_name(e)));
}

/* --- fields ------------------------------------------------------------------------------- */

/* The value of an absent or non-string field: false for booleans, 0 for counts, else "". */
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

static bool field_term_matches(const struct selector_term *t, const struct fakeapi__entry *e,
			       const struct fakeapi__version *v)
{
	struct str want = { NULL, 0 };
	size_t at = 0;
	bool equal;

	(void)selector_value(t, &at, &want);
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
	return t->op == SELECTOR_IN ? equal : !equal;
}

bool fakeapi__selection_has_state(const struct fakeapi__selection *s,
				  const struct fakeapi__entry *e, const struct fakeapi__version *v)
{
	struct str labels = { v->json + v->labels_at, v->labels_len };

	if (!selector_matches_labels(s->labels, labels))
		return false;
	for (const struct selector_term *t = s->fields; t; t = t->next)
		if (!field_term_matches(t, e, v))
			return false;
	return true;
}

bool fakeapi__selection_has_name(const struct fakeapi__selection *s, struct str name)
{
	if (s->nothing || (s->name.len && !str_eq(s->name, name)) ||
	    (s->only.ptr && !str_eq(s->only, name)) || !selector_matches_labels(s->labels, STR("")))
		return false;
	for (const struct selector_term *t = s->fields; t; t = t->next) {
		struct str want = { NULL, 0 };
		size_t at = 0;
		bool equal;

		(void)selector_value(t, &at, &want);
		equal = str_eqz(t->key, "metadata.name") ? str_eq(want, name) : want.len == 0;
		if (equal != (t->op == SELECTOR_IN))
			return false;
	}
	return true;
}
