/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/upgrade/compare.h"

#include "base/json_tree.h"
#include "fakeapi/meta/go_json.h"

enum { VALUE_BYTES_MAX = 120 };

struct pair {
	const struct upgrade__answer *a, *b;
	unsigned from, to;
	void (*line)(void *user, const char *text);
	void *user;
	bool nomem;
};

/* Members that differ between any two writes. */
static bool is_of_the_write(const char *name)
{
	static const char *const names[] = { "uid",
					     "resourceVersion",
					     "creationTimestamp",
					     "managedFields",
					     "lastTransitionTime",
					     "lastUpdateTime",
					     "clusterIP",
					     "clusterIPs",
					     "nodePort",
					     "healthCheckNodePort" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void add_line(struct pair *p, const struct strbuf *text)
{
	p->nomem |= text->failed;
	if (!text->failed)
		p->line(p->user, text->ptr);
}

static void add_value(struct strbuf *out, const cJSON *v)
{
	char *json = v ? json_tree_print(v, JSON_STYLE_WRITTEN) : NULL;
	size_t len = json ? strlen(json) : 0;

	if (!v)
		strbuf_addz(out, "absent");
	else if (!json)
		out->failed = true;
	else if (len > VALUE_BYTES_MAX)
		strbuf_addf(out, "%zu bytes", len);
	else
		strbuf_addz(out, json);
	cJSON_free(json);
}

static void walk(struct pair *p, const char *path, const cJSON *a, const cJSON *b);

static void walk_member(struct pair *p, const char *path, const char *name, size_t index,
			const cJSON *a, const cJSON *b)
{
	AUTO_STRBUF here = STRBUF_INIT;

	if (name)
		strbuf_addf(&here, "%s%s%s", path, *path ? "." : "", name);
	else
		strbuf_addf(&here, "%s[%zu]", path, index);
	p->nomem |= here.failed;
	if (!here.failed && !(name && is_of_the_write(name)))
		walk(p, here.ptr, a, b);
}

static void walk(struct pair *p, const char *path, const cJSON *a, const cJSON *b)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const cJSON *m;
	size_t n = 0;

	if (cJSON_IsObject(a) && cJSON_IsObject(b)) {
		cJSON_ArrayForEach(m, a)
		    walk_member(p, path, m->string, 0, m, fakeapi__member(b, m->string));
		cJSON_ArrayForEach(m, b) if (!fakeapi__member(a, m->string))
		    walk_member(p, path, m->string, 0, NULL, m);
		return;
	}
	if (cJSON_IsArray(a) && cJSON_IsArray(b) &&
	    cJSON_GetArraySize(a) == cJSON_GetArraySize(b)) {
		const cJSON *other = b->child;

		cJSON_ArrayForEach(m, a)
		{
			walk_member(p, path, NULL, n++, m, other);
			other = other->next;
		}
		return;
	}
	if (a && b && fakeapi__equal(a, b))
		return;
	strbuf_addf(&text, "%s is ", *path ? path : "the object");
	add_value(&text, a);
	strbuf_addf(&text, " in 1.%u, ", p->from);
	add_value(&text, b);
	strbuf_addf(&text, " in 1.%u", p->to);
	add_line(p, &text);
}

/* Reports the warnings that only one response has. */
static void warnings(struct pair *p, const struct upgrade__answer *of,
		     const struct upgrade__answer *other, unsigned release)
{
	for (const char *at = of->warnings.len ? of->warnings.ptr : ""; *at;) {
		AUTO_STRBUF line = STRBUF_INIT, text = STRBUF_INIT;
		size_t len = strcspn(at, "\n");

		strbuf_add(&line, at, len + 1);
		p->nomem |= line.failed;
		if (!line.failed &&
		    (!other->warnings.len || !strstr(other->warnings.ptr, line.ptr))) {
			strbuf_addf(&text, "1.%u warns: %.*s", release, (int)len, at);
			add_line(p, &text);
		}
		at += len + 1;
	}
}

static void add_outcome(struct strbuf *out, const struct upgrade__answer *a)
{
	if (a->status < 400)
		strbuf_addz(out, "accepts it");
	else
		strbuf_addf(out, "answers %d: %s", a->status, fakeapi__string(a->json, "message"));
}

static void compare(struct pair *p)
{
	const struct upgrade__answer *a = p->a, *b = p->b;
	bool ok = a->status < 400 && b->status < 400;

	if (a->status != b->status || (!ok && strcmp(fakeapi__string(a->json, "message"),
						     fakeapi__string(b->json, "message")) != 0)) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, "1.%u ", p->from);
		add_outcome(&text, a);
		strbuf_addf(&text, "; 1.%u ", p->to);
		add_outcome(&text, b);
		add_line(p, &text);
	}
	warnings(p, a, b, p->from);
	warnings(p, b, a, p->to);
	if (ok)
		walk(p, "", a->json, b->json);
}

int upgrade__differences(const struct upgrade__answer *a, unsigned from,
			 const struct upgrade__answer *b, unsigned to,
			 void (*line)(void *user, const char *text), void *user)
{
	struct pair p = { a, b, from, to, line, user, false };

	compare(&p);
	return p.nomem ? RELIST_ENOMEM : 0;
}
