/* SPDX-License-Identifier: Apache-2.0 */
/* json_equal.c - equality of two JSON values. Each text becomes a tape: its values in document
 * order, each knowing where its subtree ends. Objects are compared member by member after sorting,
 * containers wait on an explicit stack: O(n log n) and no recursion whatever the text is. */
#include "base/json_scan.h"

#include "base/alloc.h"
#include "base/json_bytes.h"
#include "base/str.h"

#define NO_PARENT UINT32_MAX

struct node {
	json_t v;     /* containers: len counts the bracket only */
	uint32_t end; /* index after its subtree; while it is open: its parent */
};

struct tape {
	struct node *nodes;
	uint32_t count;
	uint32_t cap;
};

struct member {
	json_t key;
	uint32_t value; /* node index: also the order in the text */
};

struct pair {
	uint32_t a, b;
};

struct comparison {
	struct tape a, b;
	struct member *a_members, *b_members;
	struct pair *todo;
	size_t todo_count;
};

static struct node *tape_push(struct tape *t)
{
	if (t->count == t->cap) {
		uint32_t cap = t->cap ? t->cap * 2 : 64;
		struct node *nodes;

		if (t->cap > NO_PARENT / 4)
			return NULL;
		nodes = base__reallocarray(t->nodes, cap, sizeof(*nodes));
		if (!nodes)
			return NULL;
		t->nodes = nodes;
		t->cap = cap;
	}
	return &t->nodes[t->count++];
}

static bool tape_read(struct tape *t, json_t v)
{
	const char *p = v.ptr, *end = v.ptr + v.len;
	uint32_t open = NO_PARENT;

	while (p < end) {
		struct node *node;
		char c = *p;

		if (json__is_ws(c) || c == ',' || c == ':') {
			p++;
			continue;
		}
		if ((c | 0x20) == '}') {
			uint32_t parent = t->nodes[open].end;

			t->nodes[open].end = t->count;
			open = parent;
			p++;
			continue;
		}
		node = tape_push(t);
		if (!node)
			return false;
		if ((c | 0x20) == '{') {
			*node = (struct node) { { p, 1 }, open };
			open = t->count - 1;
			p++;
		} else {
			const char *to = json__skip_value(p, end);

			*node = (struct node) { { p, (size_t)(to - p) }, t->count };
			p = to;
		}
	}
	return true;
}

static double to_double(json_t v)
{
	AUTO_STRBUF long_text = STRBUF_INIT;
	char text[64];

	if (v.len < sizeof(text)) {
		memcpy(text, v.ptr, v.len);
		text[v.len] = '\0';
		return strtod(text, NULL);
	}
	strbuf_adds(&long_text, v);
	/* Out of memory: not a number, so it equals nothing. */
	return long_text.failed ? strtod("nan", NULL) : strtod(long_text.ptr, NULL);
}

static bool number_equal(json_t a, json_t b)
{
	int64_t x, y;

	if (str_eq(a, b))
		return true;
	if (json_int64(a, &x) && json_int64(b, &y))
		return x == y;
	return to_double(a) == to_double(b);
}

static bool scalar_equal(json_t a, json_t b)
{
	if (json_kind(a) == JSON_NUMBER)
		return number_equal(a, b);
	return str_eq(a, b) || (json_kind(a) == JSON_STRING && json__str_cmp(a, b) == 0);
}

/* Two values of the same kind: scalars are compared, containers put off. */
static bool item_equal(struct comparison *c, uint32_t a, uint32_t b)
{
	json_t x = c->a.nodes[a].v, y = c->b.nodes[b].v;
	enum json_kind kind = json_kind(x);

	if (kind != json_kind(y))
		return false;
	if (kind != JSON_OBJECT && kind != JSON_ARRAY)
		return scalar_equal(x, y);
	c->todo[c->todo_count++] = (struct pair) { a, b };
	return true;
}

static bool array_equal(struct comparison *c, struct pair at)
{
	uint32_t a = at.a + 1, a_end = c->a.nodes[at.a].end;
	uint32_t b = at.b + 1, b_end = c->b.nodes[at.b].end;

	while (a < a_end && b < b_end) {
		if (!item_equal(c, a, b))
			return false;
		a = c->a.nodes[a].end;
		b = c->b.nodes[b].end;
	}
	return a == a_end && b == b_end;
}

static int by_key(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int diff = json__str_cmp(x->key, y->key);

	return diff ? diff : (x->value > y->value) - (x->value < y->value);
}

/* The members of the object at `at`, sorted, of duplicates the last. Returns how many. */
static size_t read_members(const struct tape *t, uint32_t at, struct member *out)
{
	size_t n = 0, kept = 0;

	for (uint32_t i = at + 1; i < t->nodes[at].end; i = t->nodes[i + 1].end)
		out[n++] = (struct member) { t->nodes[i].v, i + 1 };
	qsort(out, n, sizeof(*out), by_key);
	for (size_t i = 0; i < n; i++)
		if (i + 1 == n || json__str_cmp(out[i].key, out[i + 1].key) != 0)
			out[kept++] = out[i];
	return kept;
}

static bool object_equal(struct comparison *c, struct pair at)
{
	size_t n = read_members(&c->a, at.a, c->a_members);

	if (n != read_members(&c->b, at.b, c->b_members))
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct member *x = &c->a_members[i], *y = &c->b_members[i];

		if (json__str_cmp(x->key, y->key) != 0 || !item_equal(c, x->value, y->value))
			return false;
	}
	return true;
}

static bool tapes_equal(struct comparison *c)
{
	if (!item_equal(c, 0, 0))
		return false;
	while (c->todo_count) {
		struct pair at = c->todo[--c->todo_count];
		bool object = *c->a.nodes[at.a].v.ptr == '{';

		if (!(object ? object_equal(c, at) : array_equal(c, at)))
			return false;
	}
	return true;
}

bool json_equal(json_t a, json_t b)
{
	struct comparison c = { 0 };
	enum json_kind kind = json_kind(a);
	bool equal = false;

	if (str_eq(a, b))
		return true;
	if (kind != json_kind(b))
		return false;
	if (kind != JSON_OBJECT && kind != JSON_ARRAY)
		return scalar_equal(a, b);
	if (tape_read(&c.a, a) && tape_read(&c.b, b)) {
		c.a_members = base__reallocarray(NULL, c.a.count / 2 + 1, sizeof(*c.a_members));
		c.b_members = base__reallocarray(NULL, c.b.count / 2 + 1, sizeof(*c.b_members));
		c.todo = base__reallocarray(NULL, c.a.count, sizeof(*c.todo));
		equal = c.a_members && c.b_members && c.todo && tapes_equal(&c);
	}
	base__free(c.a.nodes);
	base__free(c.b.nodes);
	base__free(c.a_members);
	base__free(c.b_members);
	base__free(c.todo);
	return equal;
}
