/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c - apiserver's and component-helpers' auth/rbac/validation. */
#include "fakeapi/authz/rules.h"

#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"

static bool lists(const cJSON *list, struct str word)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list) if (str_eqz(word, fakeapi__text(v)) ||
					strcmp(fakeapi__text(v), "*") == 0) return true;
	return false;
}

static bool is_combined(const char *z, struct str resource, struct str sub)
{
	struct str rest = str_of(z);

	if (rest.len < resource.len || (resource.len && memcmp(z, resource.ptr, resource.len) != 0))
		return false;
	rest = (struct str) { z + resource.len, rest.len - resource.len };
	if (!sub.len)
		return !rest.len;
	return rest.len == sub.len + 1 && rest.ptr[0] == '/' &&
	       memcmp(rest.ptr + 1, sub.ptr, sub.len) == 0;
}

/* Matches "pods", "pods/log", a star, or a star before a slash. A review may have "pods/log" as a
 * resource without a subresource. */
static bool lists_resource(const cJSON *list, struct str resource, struct str sub)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list)
	{
		const char *z = fakeapi__text(v);

		if (strcmp(z, "*") == 0 || is_combined(z, resource, sub) ||
		    (sub.len && is_combined(z, STR("*"), sub)))
			return true;
	}
	return false;
}

bool fakeapi__lists_path(const cJSON *list, struct str path)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list)
	{
		const char *z = fakeapi__text(v);
		size_t n = strlen(z);

		if (strcmp(z, "*") == 0 || str_eqz(path, z))
			return true;
		if (!n || z[n - 1] != '*')
			continue;
		while (n && z[n - 1] == '*')
			n--;
		if (path.len >= n && memcmp(path.ptr, z, n) == 0)
			return true;
	}
	return false;
}

bool fakeapi__rule_allows(const cJSON *rule, const struct fakeapi__action *a)
{
	const cJSON *names = fakeapi__member(rule, "resourceNames"), *v;

	if (!lists(fakeapi__member(rule, "verbs"), a->verb))
		return false;
	if (!a->on_resource)
		return fakeapi__lists_path(fakeapi__member(rule, "nonResourceURLs"), a->path);
	if (!lists(fakeapi__member(rule, "apiGroups"), a->group) ||
	    !lists_resource(fakeapi__member(rule, "resources"), a->resource, a->sub))
		return false;
	if (!cJSON_GetArraySize(names))
		return true;
	cJSON_ArrayForEach(v, names) if (str_eqz(a->name, fakeapi__text(v))) return true;
	return false;
}

/* --- missing rules ------------------------------------------------------------------------ */

/* The smallest part of a rule: one group, resource, name (or path) and verb. */
struct grain {
	const char *verb, *group, *resource, *name, *path; /* name, path: NULL: none */
};

static bool has(const cJSON *list, const char *word, bool star)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list) if (strcmp(fakeapi__text(v), word) == 0 ||
					(star && strcmp(fakeapi__text(v), "*") == 0)) return true;
	return false;
}

static bool covers_resource(const cJSON *list, const char *resource)
{
	const char *slash = strchr(resource, '/');
	AUTO_STRBUF any = STRBUF_INIT;

	if (has(list, resource, true))
		return true;
	if (!slash)
		return false;
	strbuf_addf(&any, "*%s", slash);
	return !any.failed && has(list, any.ptr, false);
}

static bool covers(const cJSON *rule, const struct grain *g)
{
	const cJSON *names = fakeapi__member(rule, "resourceNames");

	if (!has(fakeapi__member(rule, "verbs"), g->verb, true))
		return false;
	if (g->path)
		return fakeapi__lists_path(fakeapi__member(rule, "nonResourceURLs"),
					   str_of(g->path));
	if (!has(fakeapi__member(rule, "apiGroups"), g->group, true) ||
	    !covers_resource(fakeapi__member(rule, "resources"), g->resource))
		return false;
	return !cJSON_GetArraySize(names) || (g->name && has(names, g->name, false));
}

static bool is_owned(const cJSON *owned, const struct grain *g)
{
	const cJSON *rule;

	cJSON_ArrayForEach(rule, owned) if (covers(rule, g)) return true;
	return false;
}

/* Lines by subject, with their verbs; sorted at the end. */
struct line {
	struct strbuf head, verbs;
};

struct lines {
	struct line *list;
	size_t count;
	bool failed;
};

static struct line *line_of(struct lines *l, const struct strbuf *head, bool joins)
{
	struct line *grown;

	for (size_t i = 0; joins && i < l->count; i++)
		if (str_eq(strbuf_str(&l->list[i].head), strbuf_str(head)))
			return &l->list[i];
	grown = base__reallocarray(l->list, l->count + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	l->list = grown;
	strbuf_init(&grown[l->count].head);
	strbuf_init(&grown[l->count].verbs);
	strbuf_adds(&grown[l->count].head, strbuf_str(head));
	return &grown[l->count++];
}

static void miss(struct lines *l, const struct grain *g)
{
	AUTO_STRBUF head = STRBUF_INIT;
	struct line *line;

	if (g->path) {
		strbuf_addz(&head, "NonResourceURLs:[");
		fakeapi__go_quote(&head, str_of(g->path));
	} else {
		strbuf_addz(&head, "APIGroups:[");
		fakeapi__go_quote(&head, str_of(g->group));
		strbuf_addz(&head, "], Resources:[");
		fakeapi__go_quote(&head, str_of(g->resource));
	}
	if (g->name) {
		strbuf_addz(&head, "], ResourceNames:[");
		fakeapi__go_quote(&head, str_of(g->name));
	}
	strbuf_addz(&head, "]");
	line = head.failed ? NULL : line_of(l, &head, !g->path);
	if (!line) {
		l->failed = true;
		return;
	}
	strbuf_addz(&line->verbs, line->verbs.len ? " " : "");
	fakeapi__go_quote(&line->verbs, str_of(g->verb));
	l->failed |= line->verbs.failed || line->head.failed;
}

static void try_grain(const cJSON *owned, struct grain g, struct lines *l)
{
	if (!is_owned(owned, &g))
		miss(l, &g);
}

static void break_down(const cJSON *owned, const cJSON *rule, const char *verb, struct lines *l)
{
	const cJSON *g, *r, *n, *names = fakeapi__member(rule, "resourceNames");

	cJSON_ArrayForEach(g, fakeapi__member(rule, "apiGroups"))
	{
		cJSON_ArrayForEach(r, fakeapi__member(rule, "resources"))
		{
			if (!cJSON_GetArraySize(names))
				try_grain(owned,
					  (struct grain) { verb, fakeapi__text(g), fakeapi__text(r),
							   NULL, NULL },
					  l);
			cJSON_ArrayForEach(n, names)
			    try_grain(owned,
				      (struct grain) { verb, fakeapi__text(g), fakeapi__text(r),
						       fakeapi__text(n), NULL },
				      l);
		}
	}
	cJSON_ArrayForEach(n, fakeapi__member(rule, "nonResourceURLs"))
	    try_grain(owned, (struct grain) { verb, NULL, NULL, NULL, fakeapi__text(n) }, l);
}

static int by_text(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	int rc = strcmp(x->head.ptr, y->head.ptr);

	return rc ? rc : strcmp(x->verbs.ptr, y->verbs.ptr);
}

int fakeapi__rules_missing(const cJSON *owned, const cJSON *wanted, struct strbuf *out)
{
	struct lines l = { 0 };
	const cJSON *rule, *verb;
	int rc;

	cJSON_ArrayForEach(rule, wanted)
	{
		cJSON_ArrayForEach(verb, fakeapi__member(rule, "verbs"))
		    break_down(owned, rule, fakeapi__text(verb), &l);
	}
	if (l.count)
		qsort(l.list, l.count, sizeof(*l.list), by_text);
	for (size_t i = 0; i < l.count; i++) {
		if (!i || by_text(&l.list[i - 1], &l.list[i]) != 0)
			strbuf_addf(out, "%s{%s, Verbs:[%s]}", i ? "\n" : "", l.list[i].head.ptr,
				    l.list[i].verbs.ptr);
	}
	for (size_t i = 0; i < l.count; i++) {
		strbuf_fini(&l.list[i].head);
		strbuf_fini(&l.list[i].verbs);
	}
	rc = l.failed || out->failed ? -1 : l.count > 0;
	base__free(l.list);
	return rc;
}
