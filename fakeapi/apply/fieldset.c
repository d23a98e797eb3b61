/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/apply/fieldset.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"

bool fakeapi__fieldset_empty(const cJSON *set)
{
	return !set || !set->child;
}

bool fakeapi__fieldset_has(const cJSON *element)
{
	return element && (!element->child || strcmp(element->child->string, ".") == 0);
}

/* The first path element below an element: skips ".". */
static const cJSON *below(const cJSON *element)
{
	const cJSON *c = element ? element->child : NULL;

	return c && strcmp(c->string, ".") == 0 ? c->next : c;
}

static bool wanted(enum fakeapi__fieldset_op op, bool in_a, bool in_b)
{
	switch (op) {
	case FAKEAPI_SET_UNION:
		return in_a || in_b;
	case FAKEAPI_SET_MINUS:
		return in_a && !in_b;
	case FAKEAPI_SET_AND:
		return in_a && in_b;
	}
	return false;
}

struct combine {
	enum fakeapi__fieldset_op op;
	struct fakeapi__lookups *names; /* NULL: both sets are walked in parallel */
};

/* Both may be NULL. Adds the result below `out`; -1: out of memory. */
static int combine(const struct combine *how, const cJSON *a, const cJSON *b, cJSON *out);

static int combine_element(const struct combine *how, const cJSON *a, const cJSON *b, cJSON *out)
{
	const char *name = a ? a->string : b->string;
	bool member = wanted(how->op, fakeapi__fieldset_has(a), fakeapi__fieldset_has(b));
	cJSON *element = cJSON_CreateObject(), *dot = NULL;

	if (!element)
		return -1;
	if (member && (below(a) || below(b))) {
		dot = cJSON_CreateObject();
		if (!dot || !cJSON_AddItemToObject(element, ".", dot)) {
			cJSON_Delete(dot);
			goto fail;
		}
	}
	if (combine(how, a, b, element) != 0)
		goto fail;
	if (dot && !dot->next) /* nothing remains below */
		cJSON_Delete(cJSON_DetachItemViaPointer(element, dot));
	if (!member && !element->child) {
		cJSON_Delete(element);
		return 0;
	}
	if (cJSON_AddItemToObject(out, name, element))
		return 0;
fail:
	cJSON_Delete(element);
	return -1;
}

static int combine_against(const struct combine *how, const cJSON *a, const cJSON *b, cJSON *out)
{
	for (const cJSON *x = below(a); x; x = x->next) {
		const cJSON *y = fakeapi__lookups_member(how->names, b, x->string);

		if ((y || how->op == FAKEAPI_SET_MINUS) && combine_element(how, x, y, out) != 0)
			return -1;
	}
	return 0;
}

static int combine(const struct combine *how, const cJSON *a, const cJSON *b, cJSON *out)
{
	const cJSON *x = below(a), *y = below(b);
	enum fakeapi__fieldset_op op = how->op;

	if (how->names)
		return combine_against(how, a, b, out);
	while (x || y) {
		int d = !x ? 1 : !y ? -1 : strcmp(x->string, y->string);

		if ((d < 0 && op != FAKEAPI_SET_AND) || (d > 0 && op == FAKEAPI_SET_UNION) ||
		    d == 0) {
			if (combine_element(how, d <= 0 ? x : NULL, d >= 0 ? y : NULL, out) != 0)
				return -1;
		}
		if (d <= 0)
			x = x->next;
		if (d >= 0)
			y = y->next;
	}
	return 0;
}

cJSON *fakeapi__fieldset_against(enum fakeapi__fieldset_op op, const cJSON *a, const cJSON *b,
				 struct fakeapi__lookups *names)
{
	struct combine how = { op, names };
	cJSON *out = cJSON_CreateObject();

	if (out && combine(&how, a, b, out) != 0) {
		cJSON_Delete(out);
		return NULL;
	}
	return out;
}

cJSON *fakeapi__fieldset(enum fakeapi__fieldset_op op, const cJSON *a, const cJSON *b)
{
	return fakeapi__fieldset_against(op, a, b, NULL);
}

cJSON *fakeapi__fieldset_all(const cJSON *const *sets, size_t count)
{
	cJSON *left, *right, *out = NULL;

	if (count <= 1)
		return fakeapi__fieldset(FAKEAPI_SET_UNION, count ? sets[0] : NULL, NULL);
	left = fakeapi__fieldset_all(sets, count / 2);
	right = fakeapi__fieldset_all(sets + count / 2, count - count / 2);
	if (left && right)
		out = fakeapi__fieldset(FAKEAPI_SET_UNION, left, right);
	cJSON_Delete(left);
	cJSON_Delete(right);
	return out;
}

int fakeapi__fieldset_change(cJSON **a, enum fakeapi__fieldset_op op, const cJSON *b)
{
	cJSON *out = fakeapi__fieldset(op, *a, b);

	if (!out)
		return -1;
	cJSON_Delete(*a);
	*a = out;
	return 0;
}

int fakeapi__fieldset_sort(cJSON *set)
{
	return fakeapi__sort_members(set, true);
}

enum element { ELEMENT_WRONG, ELEMENT_UNKNOWN, ELEMENT_GOOD, ELEMENT_NOMEM };

static enum element whole_number(const char *text)
{
	const char *p = text + (*text == '-' || *text == '+');

	return *p && !p[strspn(p, "0123456789")] ? ELEMENT_GOOD : ELEMENT_WRONG;
}

/* DeserializePathElement: writes the element in canonical form. */
static enum element read_element(const char *text, struct strbuf *out)
{
	enum element what = ELEMENT_GOOD;
	char *json = NULL;
	cJSON *v = NULL;

	strbuf_clear(out);
	if (!text[0] || text[1] != ':')
		return ELEMENT_WRONG;
	switch (text[0]) {
	case 'f':
		strbuf_addz(out, text);
		break;
	case 'i':
		strbuf_addz(out, text);
		what = whole_number(text + 2);
		break;
	case 'v':
	case 'k':
		v = fakeapi__parse(str_of(text + 2));
		if (!v || (text[0] == 'k' && !cJSON_IsObject(v) && !cJSON_IsNull(v))) {
			what = ELEMENT_WRONG;
			break;
		}
		json = fakeapi__sort_members(v, text[0] == 'v') == 0 ? fakeapi__print(v) : NULL;
		strbuf_addf(out, "%c:%s", text[0], json ? json : "");
		out->failed |= !json;
		break;
	default:
		what = ELEMENT_UNKNOWN;
	}
	cJSON_free(json);
	cJSON_Delete(v);
	return out->failed ? ELEMENT_NOMEM : what;
}

static int read_set(const cJSON *v, cJSON *out);

static int read_member(const cJSON *m, cJSON *out)
{
	AUTO_STRBUF name = STRBUF_INIT;
	cJSON *below_it;
	int rc = 0;

	switch (read_element(m->string, &name)) {
	case ELEMENT_WRONG:
		return 0;
	case ELEMENT_UNKNOWN:
		return 1;
	case ELEMENT_GOOD:
		break;
	case ELEMENT_NOMEM:
		return -1;
	}
	below_it = cJSON_CreateObject();
	rc = below_it ? read_set(m, below_it) : -1;
	if (rc == 1 && below_it->child && fakeapi__member(m, ".") &&
	    !cJSON_AddObjectToObject(below_it, "."))
		rc = -1;
	if (rc == 1 && !cJSON_AddItemToObject(out, name.ptr, below_it))
		rc = -1;
	if (rc != 1)
		cJSON_Delete(below_it);
	return rc;
}

static int read_set(const cJSON *v, cJSON *out)
{
	int rc = 1;

	if (cJSON_IsNull(v))
		return 1;
	if (!cJSON_IsObject(v))
		return 0;
	for (const cJSON *m = v->child; m && rc == 1; m = m->next)
		if (strcmp(m->string, ".") != 0)
			rc = read_member(m, out);
	return rc;
}

int fakeapi__fieldset_read(const cJSON *v, cJSON **out)
{
	cJSON *set = cJSON_CreateObject();
	int rc = !set ? -1 : v ? read_set(v, set) : 1;

	if (rc == 1 && fakeapi__fieldset_sort(set) != 0)
		rc = -1;
	if (rc != 1)
		cJSON_Delete(set);
	else
		*out = set;
	return rc;
}

/* In depth-first order only the last element can be the same. */
static cJSON *last_or_new(cJSON *parent, const char *name)
{
	cJSON *last = parent->child ? parent->child->prev : NULL, *v;

	if (last && name_eq(last->string, name))
		return last;
	v = cJSON_CreateObject();
	if (v && cJSON_AddItemToObject(parent, name, v))
		return v;
	cJSON_Delete(v);
	return NULL;
}

int fakeapi__fieldset_insert(cJSON *root, const char *const *path, size_t depth)
{
	for (size_t i = 0; i < depth && root; i++)
		root = last_or_new(root, path[i]);
	if (!root)
		return -1;
	if (root->child && !last_or_new(root, "."))
		return -1;
	return 0;
}

/* --- paths as text --- */

static void add_value(struct strbuf *out, const cJSON *v)
{
	if (cJSON_IsString(v)) {
		fakeapi__go_quote(out, str_of(v->valuestring));
	} else {
		char *text = v ? fakeapi__print(v) : NULL;

		strbuf_addz(out, text ? text : "");
		out->failed |= !text;
		cJSON_free(text);
	}
}

static void add_element(struct strbuf *out, const char *element)
{
	cJSON *v;

	if (element[0] == 'f') {
		strbuf_addf(out, ".%s", element + 2);
		return;
	}
	if (element[0] == 'i') {
		strbuf_addf(out, "[%s]", element + 2);
		return;
	}
	v = fakeapi__parse(str_of(element + 2));
	strbuf_addz(out, element[0] == 'v' ? "[=" : "[");
	if (element[0] == 'v') {
		add_value(out, v);
	} else if (v) {
		for (const cJSON *k = v->child; k; k = k->next) {
			strbuf_addf(out, "%s%s=", k == v->child ? "" : ",", k->string);
			add_value(out, k);
		}
	}
	strbuf_addc(out, ']');
	cJSON_Delete(v);
}

struct each {
	bool (*fn)(void *arg, const char *path);
	void *arg;
	struct strbuf path;
};

static bool each(struct each *e, const cJSON *set, bool members)
{
	size_t len = e->path.len;

	for (const cJSON *c = below(set); c; c = c->next) {
		bool go_on = true;

		if (strlen(c->string) < 2 || (members && !fakeapi__fieldset_has(c)))
			continue;
		add_element(&e->path, c->string);
		if (e->path.failed)
			return false;
		if (members)
			go_on = e->fn(e->arg, e->path.ptr);
		else
			go_on = each(e, c, true) && each(e, c, false);
		e->path.len = len;
		if (e->path.cap)
			e->path.ptr[len] = '\0';
		if (!go_on)
			return false;
	}
	return true;
}

bool fakeapi__fieldset_each(const cJSON *set, bool (*fn)(void *arg, const char *path), void *arg)
{
	struct each e = { fn, arg, STRBUF_INIT };
	bool done = each(&e, set, true) && each(&e, set, false);

	strbuf_fini(&e.path);
	return done;
}

static bool count_one(void *arg, const char *path)
{
	(void)path;
	++*(size_t *)arg;
	return true;
}

size_t fakeapi__fieldset_count(const cJSON *set)
{
	size_t n = 0;

	fakeapi__fieldset_each(set, count_one, &n);
	return n;
}
