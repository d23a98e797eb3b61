/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/answer_pairs.h"

#include <stdlib.h>

#include "base/digest.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/testing.h"
#include "tests/kit/wire_compare.h"

enum { SHOWN = 240, UID_LEN = 36, NODE_PORT_FIRST = 30000, NODE_PORT_LAST = 32767 };

void answer_pairs_forget(struct answer_pairs *p)
{
	for (size_t i = 0; i < p->count; i++) {
		base__free(p->list[i].recorded);
		base__free(p->list[i].ours);
	}
	base__free(p->list);
	memset(p, 0, sizeof(*p));
}

static bool same_n(const char *a, const char *b, size_t n)
{
	return strlen(a) == n && memcmp(a, b, n) == 0;
}

/* True when the two stand for each other, which they do from now on unless one has another. */
static bool paired(struct answer_pairs *p, char kind, const char *a, size_t a_len, const char *b,
		   size_t b_len)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct answer_pair *x = &p->list[i];
		bool here = same_n(x->recorded, a, a_len), there = same_n(x->ours, b, b_len);

		/* A dry run takes an address here, and another one there. */
		if (x->kind == kind && (here || (there && kind != 'a')))
			return here && there;
	}
	if (p->count == p->cap) {
		p->cap = p->cap ? 2 * p->cap : 32;
		p->list = base__realloc(p->list, p->cap * sizeof(*p->list));
		assert_non_null(p->list);
	}
	p->list[p->count].kind = kind;
	p->list[p->count].recorded = base__strndup(a, a_len);
	p->list[p->count++].ours = base__strndup(b, b_len);
	return true;
}

/* --- texts ----------------------------------------------------------------------------------- */

/* Places of 10.0.0.N and of host:port. */
static size_t address_len(const char *p)
{
	static const char digits[] = "0123456789";
	size_t n = 0;

	for (size_t i = 0; i < 4; i++) {
		size_t run = strspn(p + n, digits);

		if (!run || (i < 3 && p[n + run] != '.'))
			return 0;
		n += run + (i < 3);
	}
	if (strncmp(p, "10.0.0.", 7) == 0)
		return n;
	return p[n] == ':' && strspn(p + n + 1, digits) ? n + 1 + strspn(p + n + 1, digits) : 0;
}

static void mask(const char *s, struct strbuf *out)
{
	AUTO_STRBUF plain = STRBUF_INIT;
	size_t n;

	for (const char *p = s; *p; p += n) {
		bool begins = p == s || strspn(p - 1, "0123456789.") == 0;

		n = begins ? address_len(p) : 0;
		if (n) {
			strbuf_addz(&plain, "<address>");
		} else {
			strbuf_addc(&plain, *p);
			n = 1;
		}
	}
	wire_mask(plain.ptr ? plain.ptr : "", out);
}

/* All uids of two texts, in their order, are each other's. */
static bool same_uids(struct answer_pairs *p, const char *a, const char *b)
{
	for (;;) {
		while (*a && !wire_uid_len(a))
			a++;
		while (*b && !wire_uid_len(b))
			b++;
		if (!*a || !*b)
			return !*a && !*b;
		if (!paired(p, 'u', a, UID_LEN, b, UID_LEN))
			return false;
		a += UID_LEN;
		b += UID_LEN;
	}
}

static bool generated(const char *s)
{
	size_t n = strlen(s);

	return n > 6 && s[n - 6] == '-' && strspn(s + n - 5, "bcdfghjklmnpqrstvwxz2456789") == 5;
}

static bool is_name(const char *name, const char *a, const char *b)
{
	return strcmp(name, a) == 0 || strcmp(name, b) == 0;
}

static bool same_text(struct answer_pairs *p, const char *key, const char *a, const char *b)
{
	AUTO_STRBUF x = STRBUF_INIT, y = STRBUF_INIT;

	if (strcmp(a, b) == 0 && !wire_uid_len(a))
		return true;
	if (is_name(key, "resourceVersion", "resourceVersion"))
		return !*a == !*b && paired(p, 'v', a, strlen(a), b, strlen(b));
	if (is_name(key, "continue", "token"))
		return !*a == !*b;
	if (wire_is_age(a) && wire_is_age(b))
		return true;
	if (!same_uids(p, a, b))
		return false;
	if (generated(a) && generated(b) && strlen(a) == strlen(b) &&
	    memcmp(a, b, strlen(a) - 5) == 0)
		return paired(p, 'n', a, strlen(a), b, strlen(b));
	if (is_name(key, "clusterIP", "clusterIPs") && address_len(a) && address_len(b))
		return paired(p, 'a', a, strlen(a), b, strlen(b));
	mask(a, &x);
	mask(b, &y);
	return strcmp(x.ptr ? x.ptr : "", y.ptr ? y.ptr : "") == 0;
}

/* --- trees ----------------------------------------------------------------------------------- */

/* Long values are printed as their beginning and a digest of the whole. */
static void show(const char *text, struct strbuf *out)
{
	AUTO_STRBUF plain = STRBUF_INIT;
	struct digest d = DIGEST_INIT;

	mask(text, &plain);
	if (plain.len <= SHOWN) {
		strbuf_add(out, plain.ptr, plain.len);
		return;
	}
	digest_text(&d, strbuf_str(&plain));
	strbuf_add(out, plain.ptr, SHOWN);
	strbuf_addf(out, "... (%zu bytes, %016llx)", plain.len, (unsigned long long)d.bits);
}

static void show_tree(const cJSON *v, struct strbuf *out)
{
	char *text = v ? fakeapi__print(v) : NULL;

	show(text ? text : "nothing", out);
	cJSON_free(text);
}

static void differs(const char *path, const cJSON *recorded, const cJSON *ours, struct strbuf *out)
{
	strbuf_addf(out, "%s: ", path);
	show_tree(recorded, out);
	strbuf_addz(out, " -> ");
	show_tree(ours, out);
	strbuf_addc(out, '\n');
}

struct walk {
	struct answer_pairs *pairs;
	struct strbuf *out;
};

static void walk(struct walk *w, const char *path, const char *key, const cJSON *a, const cJSON *b);

static bool is_list(const cJSON *v)
{
	return cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(v, "items")) ||
	       cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(v, "rows"));
}

static void walk_object(struct walk *w, const char *path, const char *key, const cJSON *a,
			const cJSON *b)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, a)
	{
		const cJSON *other = cJSON_GetObjectItemCaseSensitive(b, m->string);
		bool in_list = strcmp(m->string, "metadata") == 0 && is_list(a);
		AUTO_STRBUF at = STRBUF_INIT;

		/* A list's version moves with what others write. */
		if (strcmp(key, "list") == 0 && strcmp(m->string, "resourceVersion") == 0)
			continue;
		strbuf_addf(&at, "%s.%s", path, m->string);
		if (other)
			walk(w, at.ptr, in_list ? "list" : m->string, m, other);
		else
			differs(at.ptr, m, NULL, w->out);
	}
	cJSON_ArrayForEach(m, b)
	{
		AUTO_STRBUF at = STRBUF_INIT;

		strbuf_addf(&at, "%s.%s", path, m->string);
		if (!cJSON_GetObjectItemCaseSensitive(a, m->string))
			differs(at.ptr, NULL, m, w->out);
	}
}

static bool same_number(const char *key, const cJSON *a, const cJSON *b)
{
	bool port = is_name(key, "nodePort", "healthCheckNodePort");

	return fakeapi__equal(a, b) ||
	       (port && a->valuedouble >= NODE_PORT_FIRST && a->valuedouble <= NODE_PORT_LAST &&
		b->valuedouble >= NODE_PORT_FIRST && b->valuedouble <= NODE_PORT_LAST);
}

static void walk(struct walk *w, const char *path, const char *key, const cJSON *a, const cJSON *b)
{
	const cJSON *x, *y;
	int i = 0;

	if ((a->type & 0xFF) != (b->type & 0xFF)) {
		differs(path, a, b, w->out);
	} else if (cJSON_IsObject(a)) {
		walk_object(w, path, key, a, b);
	} else if (cJSON_IsString(a)) {
		if (!same_text(w->pairs, key, a->valuestring, b->valuestring))
			differs(path, a, b, w->out);
	} else if (cJSON_IsArray(a)) {
		for (x = a->child, y = b->child; x || y; i++) {
			AUTO_STRBUF at = STRBUF_INIT;

			strbuf_addf(&at, "%s[%d]", path, i);
			if (x && y)
				walk(w, at.ptr, key, x, y);
			else
				differs(at.ptr, x, y, w->out);
			x = x ? x->next : NULL;
			y = y ? y->next : NULL;
		}
	} else if (cJSON_IsNumber(a) && !same_number(key, a, b)) {
		differs(path, a, b, w->out);
	}
}

/* --- what comes in the order of a Go map ----------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The parts of a text between separators, sorted. */
static void sorted_parts(const char *text, const char *separator, struct strbuf *out)
{
	char *parts[128], *copy = base__strdup(text), *at = copy;
	size_t n = 0;

	assert_non_null(copy);
	while (at && n < ARRAY_LEN(parts)) {
		char *end = strstr(at, separator);

		parts[n++] = at;
		if (end)
			*end = '\0';
		at = end ? end + strlen(separator) : NULL;
	}
	qsort(parts, n, sizeof(parts[0]), by_text);
	for (size_t i = 0; i < n; i++)
		strbuf_addf(out, "%s%s", i ? separator : "", parts[i]);
	base__free(copy);
}

static char *cause_text(const cJSON *cause)
{
	char *text = cJSON_PrintUnformatted(cause);

	assert_non_null(text);
	return text;
}

static void sort_causes(cJSON *causes)
{
	cJSON *sorted[128];
	size_t n = 0;

	while (causes->child && n < ARRAY_LEN(sorted)) {
		cJSON *c = cJSON_DetachItemFromArray(causes, 0);
		char *mine = cause_text(c);
		size_t at = n++;

		for (; at; at--) {
			char *other = cause_text(sorted[at - 1]);
			int order = strcmp(other, mine);

			cJSON_free(other);
			if (order <= 0)
				break;
			sorted[at] = sorted[at - 1];
		}
		sorted[at] = c;
		cJSON_free(mine);
	}
	for (size_t i = 0; i < n; i++)
		cJSON_AddItemToArray(causes, sorted[i]);
}

/* Custom resources are walked as maps, and so are the names of resources. */
static bool from_a_map(const char *message)
{
	return strstr(message, ".example.com") || strstr(message, "resources.limits[") ||
	       strstr(message, "resources.requests[") || strstr(message, "spec.hard[");
}

/* Reasons why a custom resource is refused, and what an apply has wrong. */
static void settle(cJSON *body)
{
	cJSON *message = cJSON_GetObjectItemCaseSensitive(body, "message");
	cJSON *details = cJSON_GetObjectItemCaseSensitive(body, "details");
	cJSON *causes = cJSON_GetObjectItemCaseSensitive(details, "causes");
	AUTO_STRBUF text = STRBUF_INIT;
	const char *tail;

	if (!cJSON_IsString(message))
		return;
	if (cJSON_GetArraySize(causes) > 1 && from_a_map(message->valuestring) &&
	    (tail = strstr(message->valuestring, ": ["))) {
		char *list = base__strndup(tail + 3, strlen(tail) - 4);

		assert_non_null(list);
		sort_causes(causes);
		strbuf_add(&text, message->valuestring, (size_t)(tail - message->valuestring));
		strbuf_addz(&text, ": [");
		sorted_parts(list, ", ", &text);
		base__free(list);
	} else if (strstr(message->valuestring, "failed to create typed patch object") &&
		   (tail = strstr(message->valuestring, "errors:\n"))) {
		tail += strlen("errors:\n");
		strbuf_add(&text, message->valuestring, (size_t)(tail - message->valuestring));
		sorted_parts(tail, "\n", &text);
	} else {
		return;
	}
	assert_non_null(cJSON_SetValuestring(message, text.ptr));
}

void answer_pairs_differ(struct answer_pairs *p, const char *path, const cJSON *recorded,
			 const cJSON *ours, struct strbuf *out)
{
	struct walk w = { p, out };
	cJSON *a = cJSON_Duplicate(recorded, true), *b = cJSON_Duplicate(ours, true);

	settle(a);
	settle(b);
	walk(&w, path, "", a, b);
	cJSON_Delete(a);
	cJSON_Delete(b);
}

void answer_pairs_texts(struct answer_pairs *p, const char *path, const char *recorded,
			const char *ours, struct strbuf *out)
{
	if (same_text(p, "", recorded, ours))
		return;
	strbuf_addf(out, "%s: ", path);
	show(recorded, out);
	strbuf_addz(out, " -> ");
	show(ours, out);
	strbuf_addc(out, '\n');
}
